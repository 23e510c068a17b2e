"""The tree of a game of two players, grown from the axioms into its sequence form.

In the field: the extensive form with information sets, reduced by card symmetry.

What can be done, and what it needs of the cards, is read off the public diagram, which
is computed from the axioms. After a wrong guess the other player is taken to win: alone
a player can ask until the pile is known, if q is at most m + n + 1 (Theorem 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from mystpy.engines.diagram.diagram import Transition, diagram
from mystpy.engines.diagram.states import NEW, OLD, Key
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.classes import (
    Cards,
    Classes,
    Counts,
    Step,
    asking,
    drawn,
    hands,
    pile_of,
    questions,
    showing,
    sorts_of,
    staying,
    ways,
)
from mystpy.solve.extensive.form import Payoffs, SequenceForm
from mystpy.solve.extensive.labels import action_label, label_of


class Mode(NamedTuple):
    """Which game is played.

    `bluffers` may ask for own cards only. Without `located`, questions have no card
    that was shown; without `idle` they have a card of which the other has not been
    asked, and who has no such question left knows the pile and has won. After `turns`
    turns the game is broken off.
    """

    bluffers: frozenset[int] = frozenset({1, 2})
    located: bool = False
    idle: bool = True
    turns: int | None = None


class Place(NamedTuple):
    """A public position: the state of the diagram, the turn, and the classes of cards.

    `asked` says which classes are in the last question.
    """

    state: int
    turn: int
    classes: Classes
    asked: tuple[bool, ...]


class Arrival(NamedTuple):
    """How a player came to a place: by which sequence, picking cards in how many ways.

    The cards are picked evenly of those that are alike, so that each way has the same
    share.
    """

    sequence: int
    picks: int


Arrivals = Mapping[Counts, Arrival]
"""For each hand that a player may have at a place, how it came to be."""

Held = tuple[Counts, Arrival]
Both = tuple[Arrivals, Arrivals]


class Option(NamedTuple):
    """What a player may do: the kind of action, and how many cards of each class.

    Of those, `own` are in the player's hand, which the other does not see.
    """

    key: Key
    cards: Counts
    own: Counts


_ASKS = {("asks", 1), ("asks", 2)}


def grown(
    game: Game, mode: Mode, tick: Callable[[], None] = lambda: None
) -> SequenceForm:
    """The sequence form of a game.

    Raises QueryError for other than two players, and for q > m + n + 1, where a wrong
    guess does not give the win to the other.
    """
    if game.p != 2:
        raise QueryError(
            "only games of two players are solved",
            hint="what a plan is worth to one of three is not fixed by the others",
        )
    return _Growth(game, mode, tick).form


class _Growth:
    """A tree as it grows."""

    def __init__(self, game: Game, mode: Mode, tick: Callable[[], None]) -> None:
        self.mode = mode
        self.form = SequenceForm()
        self._tick = tick
        self._sorts = sorts_of(game)
        self._diagram = diagram(2, board=game.board)
        classes = tuple(Cards(k, (), s.size) for k, s in enumerate(self._sorts))
        one, two = (
            {hand: Arrival(0, 1) for hand in hands(classes, size)}
            for size in game.sizes[1:]
        )
        self._deals = sum(self._ways(classes, a, b) for a in one for b in two)
        asked = (False,) * len(classes)
        self._from(Place(self._diagram.start, 1, classes, asked), (one, two), 1)

    def _ways(self, classes: Classes, one: Counts, two: Counts) -> int:
        return ways(classes, one, two, self._sorts)

    def _from(self, place: Place, held: Both, orbit: int) -> None:
        """Grow what comes after a place; `orbit` counts the games that look like it."""
        self.form.positions += 1
        if self.form.positions % 64 == 0:
            self._tick()
        held = self._fitting(place.classes, held)
        if place.turn > (self.mode.turns or place.turn):
            self._over(place, held, orbit, self.form.unfinished)
            return
        moves = self._diagram.moves(place.state)
        player = next(iter(moves))[1]
        asks = self._questions(place, player) if moves.keys() & _ASKS else []
        if moves.keys() & _ASKS and not asks:
            if player == 1:
                self._over(place, held, orbit, self.form.payoffs)
            return
        ahead: dict[tuple[Key, Counts], tuple[Step, dict[Counts, Arrival]]] = {}
        for hand, came in held[player - 1].items():
            options = list(self._options(place, hand, held[2 - player], moves, asks))
            sequences = self._sequences(place, player, hand, came, options)
            for option, sequence in zip(options, sequences, strict=True):
                at = came._replace(sequence=sequence)
                if option.key[0] == "guess":
                    self._guessed(place, (hand, at), option, held[2 - player], orbit)
                    continue
                public = option.key, option.cards
                if public not in ahead:
                    ahead[public] = _step(place, option), {}
                step, hands_after = ahead[public]
                at = Arrival(sequence, came.picks * _picks(place, hand, option))
                hands_after[step.hand(hand, option.own)] = at
        for (key, _), (step, mine) in ahead.items():
            others = {
                after: came
                for hand, came in held[2 - player].items()
                for after in step.hands(hand)
            }
            after = _place_after(place, key, moves[key], step)
            both = (mine, others) if player == 1 else (others, mine)
            self._from(after, both, orbit * step.parts)

    def _fitting(self, classes: Classes, held: Both) -> Both:
        """The hands that go with some hand of the other."""
        pairs = [(a, b) for a in held[0] for b in held[1] if self._ways(classes, a, b)]
        kept = ({a for a, _ in pairs}, {b for _, b in pairs})
        one, two = (
            {hand: came for hand, came in arrivals.items() if hand in those}
            for arrivals, those in zip(held, kept, strict=True)
        )
        return one, two

    def _questions(self, place: Place, player: int) -> list[Counts]:
        """How many cards of each class a question may have here."""
        mode, classes = self.mode, place.classes
        found = [
            cards
            for cards in questions(classes, self._sorts)
            if mode.located
            or not any(k and c.shown for c, k in zip(classes, cards, strict=True))
        ]
        if mode.idle:
            return found
        open_ = [not c.shown and not self._denied(place, c, player) for c in classes]
        return [
            cards
            for cards in found
            if any(k and is_open for k, is_open in zip(cards, open_, strict=True))
        ]

    def _denied(self, place: Place, cards: Cards, player: int) -> bool:
        """Whether the other said no to a question of the player with these cards."""
        shown = {-t for c in place.classes for t in c.trace if t < 0}
        mine = (t for t in cards.trace if (place.turn - t) % 2 == 0)
        return any(t > 0 and t not in shown for t in mine)

    def _options(
        self,
        place: Place,
        hand: Counts,
        others: Iterable[Counts],
        moves: Mapping[Key, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[Option]:
        """What a player with this hand may do."""
        classes, nothing = place.classes, (0,) * len(hand)
        for key, move in moves.items():
            if key[0] == "asks":
                for cards in asks:
                    yield from self._picked(place, key, hand, cards)
            elif key[0] == "guess":
                own = key[1] == 1
                pairs = ((hand, h) if own else (h, hand) for h in others)
                piles = {
                    pile_of(classes, a, b)
                    for a, b in pairs
                    if self._ways(classes, a, b)
                }
                yield from (Option(key, pile, nothing) for pile in sorted(piles))
            elif key[0] == "shows":
                for k, held in enumerate(hand):
                    if held and place.asked[k]:
                        one = (*nothing[:k], 1, *nothing[k + 1 :])
                        yield Option(key, one, one)
            elif _allows(move, key[1], hand, place.asked):
                yield Option(key, nothing, nothing)

    def _picked(
        self, place: Place, key: Key, hand: Counts, cards: Counts
    ) -> Iterator[Option]:
        """The ways to put a question together of own cards and others."""
        sizes = (c.size for c in place.classes)
        ranges = [
            range(max(0, k - (size - held)), min(k, held) + 1)
            for k, size, held in zip(cards, sizes, hand, strict=True)
        ]
        for own in product(*ranges):
            if own != cards or key[1] in self.mode.bluffers:
                yield Option(key, cards, own)

    def _sequences(
        self,
        place: Place,
        player: int,
        hand: Counts,
        came: Arrival,
        options: Sequence[Option],
    ) -> Sequence[int]:
        """The sequences of the options; none is new where there is no choice."""
        if not options:
            raise QueryError("there is no question that may be asked")
        if len(options) == 1:
            return (came.sequence,)
        label = label_of(place.turn, place.classes, hand)
        texts = [action_label(o.key[0], place.classes, o.cards, o.own) for o in options]
        return self.form.choose(player, came.sequence, label, texts)

    def _enter(
        self, payoffs: Payoffs, place: Place, one: Held, two: Held, weight: Fraction
    ) -> None:
        """Add what chance makes of these hands here, times a weight."""
        deals = self._ways(place.classes, one[0], two[0])
        if deals and weight:
            chance = Fraction(deals, self._deals * one[1].picks * two[1].picks)
            pair = one[1].sequence, two[1].sequence
            payoffs[pair] = payoffs.get(pair, 0) + chance * weight

    def _guessed(
        self, place: Place, mine: Held, guess: Option, others: Arrivals, orbit: int
    ) -> None:
        """Enter what a guess is worth: who guesses wrong has lost."""
        hand, _ = mine
        rest = tuple(c.size - h for c, h in zip(place.classes, hand, strict=True))
        right = Fraction(1, drawn(rest, guess.cards))
        first = guess.key[1] == 1
        for other in others.items():
            one, two = (mine, other) if first else (other, mine)
            pile = pile_of(place.classes, one[0], two[0])
            chance = right if pile == guess.cards else Fraction(0)
            won = chance if first else 1 - chance
            self._enter(self.form.payoffs, place, one, two, orbit * won)

    def _over(self, place: Place, held: Both, orbit: int, payoffs: Payoffs) -> None:
        """Enter that the game is over here."""
        for one in held[0].items():
            for two in held[1].items():
                self._enter(payoffs, place, one, two, Fraction(orbit))


def _step(place: Place, option: Option) -> Step:
    """What an option does to the classes."""
    if option.key[0] == "asks":
        return asking(place.classes, option.cards, place.turn)
    if option.key[0] == "shows":
        shown = option.cards.index(1)
        return showing(place.classes, place.asked, shown, place.turn)
    return staying(place.classes, place.asked)


def _picks(place: Place, hand: Counts, option: Option) -> int:
    """In how many ways the cards of an option can be picked, all of them alike."""
    rest = tuple(c.size - h for c, h in zip(place.classes, hand, strict=True))
    foreign = tuple(k - own for k, own in zip(option.cards, option.own, strict=True))
    return drawn(hand, option.own) * drawn(rest, foreign)


def _place_after(place: Place, key: Key, move: Transition, step: Step) -> Place:
    asked = step.asked
    if move.question not in (OLD, NEW):
        asked = (False,) * len(asked)
    turn = place.turn + (key[0] == "endturn")
    return Place(move.after[0], turn, step.classes, asked)


def _allows(move: Transition, player: int, hand: Counts, asked: Sequence[bool]) -> bool:
    """Whether a hand is what the guards of a move ask for."""
    some = any(held and was for held, was in zip(hand, asked, strict=True))
    assert all(guard.player == player for guard in move.guards)
    return all(some is guard.some for guard in move.guards)
