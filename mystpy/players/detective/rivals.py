"""What others may know: what a card tells them, and when to guess before they do.

In the field: theory of mind by simulation, one level deep; information hiding,
greedily; optimal stopping, looking one turn ahead.

A bound: of what is public and of what one player has besides, the consequences are
drawn that each card and each clause has by itself. So somebody may know more than is
said here, never less. Of the cards that may be shown, one that the asker has seen tells
nothing; the others are weighed by how many piles each leaves for the asker.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.history.actions import Shows
from mystpy.history.table.turn_state import respondents
from mystpy.play.belief import BeliefState
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_choice import candidates, certainty
from mystpy.players.detective.sample import Deal, DealSample, pile_count
from mystpy.situations.event import Event


def pile_seen_by(public: BeliefState, conditions: Iterable[Condition]) -> int:
    """The cards that may be in the pile by what is public and these conditions."""
    conditions = list(conditions)
    if not conditions:
        return public.may[0]
    residue = public.grid.residue
    case = residue.with_told(*residue.places.read(conditions))
    case.simplify()
    return residue.places.hands(case.may)[0]


def shown_by_me(here: DetectiveBeliefState) -> dict[int, int]:
    """The cards of the player's own hand that each other player was shown."""
    me, number = here.seen.player, here.seen.game.p
    found = {k: 0 for k in range(1, number + 1) if k != me}
    for event in here.seen.events:
        if event.key[0] == Shows.name and event.key[1] == me:
            found[event.key[-1]] |= event.cards
    return found


Shown = Mapping[int, Sequence[tuple[int, Event]]]
"""For each rival the shows to that player, with the cards asked for."""


def shown_to(here: DetectiveBeliefState) -> Shown:
    """What each rival was shown, as far as the player saw it."""
    found: dict[int, list[tuple[int, Event]]] = {k: [] for k in here.rivals}
    for asked, event in here.past(lambda event: event.key[0] == Shows.name):
        found.get(event.key[-1], []).append((asked, event))
    return found


def piles_left(
    here: DetectiveBeliefState,
    rival: int,
    deal: Deal,
    shown: Shown,
    rng: Random,
    said: Sequence[Condition] = (),
) -> int:
    """How many piles a rival may hold possible if this is the deal, and that is said.

    Cards that the player did not see are drawn from those that could be shown.
    """
    conditions = [*said, Condition(rival, ConditionKind.EXACTLY, deal[rival])]
    for asked, event in shown[rival]:
        by = event.key[1]
        card = event.cards or rng.choice(bits(deal[by] & asked))
        conditions.append(Condition(by, ConditionKind.SOME, card))
    return pile_count(here.seen.game, pile_seen_by(here.public, conditions))


class Disclosure(NamedTuple):
    """A card (a mask) that may be shown, and what it tells.

    `known` is whether the asker has seen it, `piles` how many piles may be left for the
    asker after it, `before` how many before it, and `seen_by` how many of the other
    players have seen it.
    """

    card: int
    known: bool
    before: int
    piles: int
    seen_by: int

    @property
    def tells(self) -> float:
        """What it tells in bits, at most."""
        return round(math.log2(self.before / self.piles), 9)


def disclosures(here: DetectiveBeliefState, asker: int, cards: int) -> list[Disclosure]:
    """What each card that may be shown tells the asker; the best to show first."""
    me, game = here.seen.player, here.seen.game
    seen = shown_by_me(here)
    known = [Condition(me, ConditionKind.SOME, card) for card in bits(seen[asker])]
    before = pile_count(game, pile_seen_by(here.public, known))
    found = []
    for card in bits(cards):
        known_, left = bool(seen[asker] & card), before
        if not known_:
            conditions = [*known, Condition(me, ConditionKind.SOME, card)]
            left = pile_count(game, pile_seen_by(here.public, conditions))
        others = sum(bool(those & card) for k, those in seen.items() if k != asker)
        found.append(Disclosure(card, known_, before, left, others))
    return sorted(found, key=lambda one: (not one.known, one.tells, -one.seen_by))


_MOST = 24
"""Nobody guesses, or looks at a guess, where more piles than these are possible."""

_LOOKED_AT = 12
"""In so many of the drawn deals it is looked what others may know."""


class GuessTiming(NamedTuple):
    """A pile to guess (a mask), and how guessing compares with waiting.

    `chance` is how likely it is to be the pile, `chance_of_defeat` how likely somebody
    else is to guess right before the own next guess, `later` how likely the best guess
    then is to be right, by what one more question tells.
    """

    pile: int
    chance: float
    beaten: float
    later: float

    @property
    def waiting(self) -> float:
        """What waiting wins: not to be beaten, and to guess right then."""
        # If each turn leaves the same share of doubt, and of games that go on, what t
        # turns of waiting win is log-concave in t: where one does not pay none does.
        return (1 - self.beaten) * self.later

    @property
    def pays(self) -> bool:
        """Whether guessing now wins more than waiting."""
        return self.chance > self.waiting


def open_to_guess(here: DetectiveBeliefState) -> bool:
    """Whether few enough piles are possible that a guess is worth a look."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


def race(
    here: DetectiveBeliefState, sample: DealSample, *, bluffs: bool = True
) -> GuessTiming:
    """The best guess now against waiting, by deals that the player holds possible."""
    game, hand = here.seen.game, here.seen.hand
    questions = candidates(game, hand, sample.shares, bluffs=bluffs)
    later = certainty(sample, here.seen.player, questions)
    pile = likeliest(sample)
    return GuessTiming(
        pile, sample.piles()[pile], chance_of_defeat(here, sample), later
    )


def likeliest(sample: DealSample) -> int:
    """The pile of most deals, the first of several."""
    piles = sample.piles()
    return min(piles, key=lambda cards: (-piles[cards], cards))


def chance_of_defeat(
    here: DetectiveBeliefState, sample: DealSample, question: int = 0
) -> float:
    """How likely it is that another player guesses right before the next own guess.

    In some of the deals it is looked how many piles each rival may hold possible, once
    all heard who answers a question, if there is one.
    """
    rng, shown = here.stream, shown_to(here)
    deals = spread(sample).deals
    missed = 0.0
    for deal in deals:
        said = public_answers(here, deal, question) if question else []
        left = (piles_left(here, k, deal, shown, rng, said) for k in shown)
        missed += math.prod(1 - readiness(n, here.seen.game.p) for n in left)
    return round(1 - missed / len(deals), 9)


def public_answers(
    here: DetectiveBeliefState, deal: Deal, question: int
) -> list[Condition]:
    """What all hear of the answers to the player's question in a deal."""
    said: list[Condition] = []
    for other in respondents(here.seen.player, here.seen.game.p):
        has = bool(deal[other] & question)
        said.append(
            Condition(
                other, ConditionKind.SOME if has else ConditionKind.NONE, question
            )
        )
        if has:
            break
    return said


def readiness(piles: int, players: int) -> float:
    """How likely somebody with so many piles left is to guess right at the next turn.

    Of n piles one question finds the right one with 1/n; but others ask before that,
    the more the more players there are. In games of this player about n**(-3/p) were
    right: of 16 to 31 piles 0.27 with six players, and 0.15 with three.
    """
    return math.pow(piles, -min(1.0, 3 / players))


def spread(sample: DealSample) -> DealSample:
    """Some of the deals, at even distances."""
    step = max(1, len(sample) // _LOOKED_AT)
    return sample[::step][:_LOOKED_AT]
