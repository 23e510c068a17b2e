"""What others may know: the pile as it looks with a hand and what was shown to it.

In the field: theory of mind by simulation, one level deep.

A bound: of what is public and of what one player has besides, the consequences are
drawn that each card and each clause has by itself. So somebody may know more than is
said here, never less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.hands import Condition, Holds
from mystpy.history.actions import Shows
from mystpy.play.belief import Belief
from mystpy.players.detective.sample import Deal, pile_count
from mystpy.players.detective.standpoint import Standpoint
from mystpy.situations.deed import Deed


def pile_seen_by(public: Belief, told: Iterable[Condition]) -> int:
    """The cards that may be in the pile by what is public and what is told besides."""
    told = list(told)
    if not told:
        return public.may[0]
    residue = public.grid.residue
    case = residue.with_told(*residue.places.read(told))
    case.simplify()
    return residue.places.hands(case.may)[0]


def shown_by_me(here: Standpoint) -> dict[int, int]:
    """The own cards that each other player was shown."""
    me, number = here.seen.player, here.seen.game.p
    found = {k: 0 for k in range(1, number + 1) if k != me}
    for deed in here.seen.events:
        if deed.key[0] == Shows.name and deed.key[1] == me:
            found[deed.key[-1]] |= deed.cards
    return found


Shown = Mapping[int, Sequence[tuple[int, Deed]]]
"""For each rival the shows to that player, with the cards asked for."""


def shown_to(here: Standpoint) -> Shown:
    """What each rival was shown, as far as the player saw it."""
    found: dict[int, list[tuple[int, Deed]]] = {k: [] for k in here.rivals}
    for asked, deed in here.past(lambda deed: deed.key[0] == Shows.name):
        found.get(deed.key[-1], []).append((asked, deed))
    return found


def piles_left(
    here: Standpoint,
    rival: int,
    deal: Deal,
    shown: Shown,
    rng: Random,
    said: Sequence[Condition] = (),
) -> int:
    """How many piles a rival may hold possible if this is the deal, and that is said.

    Cards that the player did not see are drawn from those that could be shown.
    """
    told = [*said, Condition(rival, Holds.EXACTLY, deal[rival])]
    for asked, deed in shown[rival]:
        by = deed.key[1]
        card = deed.cards or rng.choice(bits(deal[by] & asked))
        told.append(Condition(by, Holds.SOME, card))
    return pile_count(here.seen.game, pile_seen_by(here.public, told))
