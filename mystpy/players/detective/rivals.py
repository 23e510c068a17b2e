"""The possible knowledge of others: information in a shown card, and when to guess.

In the field: theory of mind by simulation, one level deep; information hiding,
greedily; optimal stopping, looking one turn ahead.

It is a bound: of the public information and one player's own, the consequences of each
card and each clause are drawn separately. So a player may know more than this, never
less. If the asker has seen one of the cards that may be shown, that card gives no
information; the others are compared by the number of piles that each leaves for the
asker.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    """Return the cards that may be in the pile by public information and conditions."""
    conditions = list(conditions)
    if not conditions:
        return public.may[0]
    return _pile_with(public, *public.grid.residue.places.read(conditions))


def _pile_with(public: BeliefState, barred: int, clauses: Iterable[int]) -> int:
    """The same with these cells barred and these clauses added."""
    residue = public.grid.residue
    case = residue.with_told(barred, clauses)
    case.simplify()
    return residue.places.hands(case.may)[0]


def shown_by_me(here: DetectiveBeliefState) -> dict[int, int]:
    """Return the cards of the player's own hand that each other player was shown."""
    me, number = here.seen.player, here.seen.game.p
    found = {k: 0 for k in range(1, number + 1) if k != me}
    for event in here.seen.events:
        if event.key[0] == Shows.name and event.key[1] == me:
            found[event.key[-1]] |= event.cards
    return found


Shown = Mapping[int, Sequence[tuple[int, Event]]]
"""For each rival the cards shown to that player, with the cards asked for."""


def shown_to(here: DetectiveBeliefState) -> Shown:
    """Return the cards shown to each rival, as far as the player saw them."""
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
    """Return how many piles a rival may consider possible in this deal.

    The conditions `said` are known, too. Cards that the player did not see are drawn
    from those that could be shown.
    """
    places = here.public.grid.residue.places
    barred, clauses = places.read(said)
    hands = [(rival, deal[rival])]
    for asked, event in shown[rival]:
        by = event.key[1]
        hands.append((by, event.cards or rng.choice(bits(deal[by] & asked))))
    barred |= places.cells(rival, places.deck ^ deal[rival])
    for holder, cards in hands:
        barred |= places.column(cards) ^ places.cells(holder, cards)
    return pile_count(here.seen.game, _pile_with(here.public, barred, clauses))


class Disclosure(NamedTuple):
    """A card (a mask) that may be shown, and its information.

    `known` is whether the asker has seen it. `before` and `piles` are how many piles
    may be possible for the asker before and after it. `seen_by` is how many of the
    other players have seen it.
    """

    card: int
    known: bool
    before: int
    piles: int
    seen_by: int

    @property
    def tells(self) -> float:
        """Return the largest information in bits."""
        return round(math.log2(self.before / self.piles), 9)


def disclosures(here: DetectiveBeliefState, asker: int, cards: int) -> list[Disclosure]:
    """Return the information in each card that may be shown; the best one first."""
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
"""If more piles than these are possible, no guess is made or evaluated."""

_LOOKED_AT = 12
"""The number of drawn deals in which the others' knowledge is examined."""

_ROUNDING = 1e-8
"""More than chances change by when they are rounded."""


class GuessTiming(NamedTuple):
    """A pile to guess (a mask), and the comparison of guessing and waiting.

    `chance` is the probability that it is the pile, `beaten` the probability that
    somebody else guesses right before the player's next guess. `later` is the
    probability that the best guess then is right, after one more question.
    """

    pile: int
    chance: float
    beaten: float
    later: float

    @property
    def waiting(self) -> float:
        """Return the chance to win by waiting, and by guessing right then."""
        # If each turn leaves the same share of doubt, and of games that go on, what t
        # turns of waiting win is log-concave in t: where one does not pay none does.
        return (1 - self.beaten) * self.later

    @property
    def pays(self) -> bool:
        """Return whether guessing now wins more than waiting."""
        return self.chance > self.waiting


def open_to_guess(here: DetectiveBeliefState) -> bool:
    """Return whether few enough piles are possible to consider a guess."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


def race(
    here: DetectiveBeliefState, sample: DealSample, *, bluffs: bool = True
) -> GuessTiming:
    """Compare the best guess now with waiting, by deals considered possible."""
    game, hand = here.seen.game, here.seen.hand
    questions = candidates(game, hand, sample.shares, bluffs=bluffs)
    later = certainty(sample, here.seen.player, questions)
    pile = likeliest(sample)
    return GuessTiming(
        pile, sample.piles()[pile], chance_of_defeat(here, sample), later
    )


def pile_to_guess(
    here: DetectiveBeliefState, sample: DealSample, *, bluffs: bool = True
) -> int:
    """The pile to guess now (a mask), 0 if waiting wins more.

    It is that of `race`, but of what others may know no more is looked at than decides.
    """
    game, hand = here.seen.game, here.seen.hand
    questions = candidates(game, hand, sample.shares, bluffs=bluffs)
    later = certainty(sample, here.seen.player, questions)
    pile = likeliest(sample)
    chance, number, missed = sample.piles()[pile], len(spread(sample)), 0.0
    for done, each in enumerate(_chances_to_go_on(here, sample), 1):
        missed += each
        if chance <= (missed / number - _ROUNDING) * later:
            return 0
        if chance > ((missed + number - done) / number + _ROUNDING) * later:
            return pile
    timing = GuessTiming(pile, chance, round(1 - missed / number, 9), later)
    return pile if timing.pays else 0


def likeliest(sample: DealSample) -> int:
    """Return the pile of most deals, the first of several."""
    piles = sample.piles()
    return min(piles, key=lambda cards: (-piles[cards], cards))


def chance_of_defeat(
    here: DetectiveBeliefState, sample: DealSample, question: int = 0
) -> float:
    """Return the chance that somebody guesses right before the player's next guess.

    In some of the deals, the number of piles that each rival may consider possible is
    computed, after the answers to a question, if there is one.
    """
    found = list(_chances_to_go_on(here, sample, question))
    return round(1 - sum(found) / len(found), 9)


def _chances_to_go_on(
    here: DetectiveBeliefState, sample: DealSample, question: int = 0
) -> Iterator[float]:
    """For some of the deals how likely it is that no rival guesses right before."""
    rng, shown, players = here.stream, shown_to(here), here.seen.game.p
    for deal in spread(sample).deals:
        said = public_answers(here, deal, question) if question else []
        left = [piles_left(here, k, deal, shown, rng, said) for k in shown]
        yield math.prod([1 - readiness(n, players) for n in left])


def public_answers(
    here: DetectiveBeliefState, deal: Deal, question: int
) -> list[Condition]:
    """Return the public information in the answers to a question in a deal."""
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
    """Return the chance that a player with some piles left guesses right next turn.

    One question finds the right pile of n with 1/n; but others ask before that, more
    with more players. In games of this player about n**(-3/p) were right: with 16 to 31
    piles 0.27 with six players, and 0.15 with three.
    """
    return math.pow(piles, -min(1.0, 3 / players))


def spread(sample: DealSample) -> DealSample:
    """Return some of the deals, at even distances."""
    step = max(1, len(sample) // _LOOKED_AT)
    return sample[::step][:_LOOKED_AT]
