"""Marks in the grid of a deduction puzzle: each is proved, not yet provable, or false.

A mark says that a holder has a card, or does not have it. It is accepted if player 1
knows it, by the axioms and the lines of the puzzle; then the reasons are given. If it
is not known, the answer shows a hand that fits the lines and makes the mark false.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

from mystpy.compilation import NamedTuple
from mystpy.daily.puzzle import READER, DeductionPuzzle
from mystpy.engines import get_engine
from mystpy.engines.base import Cell, Value
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.sentences import name_of
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.questions.knowledge import know
from mystpy.questions.why import Why, why


class Mark(NamedTuple):
    """A mark that a holder (0 is the pile) has a card, or does not have it."""

    holder: int
    card: str
    held: bool

    @property
    def formula(self) -> Formula:
        """Return the mark as a formula about the deal."""
        atom = H(self.holder, self.card)
        return atom if self.held else Not(atom)

    def text(self, game: Game) -> str:
        """Return the mark as a sentence without its full stop."""
        if self.holder == 0:
            return f"{self.card} is {'' if self.held else 'not '}in the pile"
        verb = "holds" if self.held else "does not hold"
        return f"{name_of(self.holder, game)} {verb} {self.card}"


class Verdict(StrEnum):
    """The verdict on a mark: proved by the lines, not yet provable, or false."""

    PROVED = "proved"
    OPEN = "open"
    FALSE = "false"


class Judgement(NamedTuple):
    """The verdict on a mark, and its reasons, a line each.

    `because` has the reasons for the mark, or for its opposite if it is false, or the
    holder's hand in a deal that fits the lines and in which an open mark is false.
    """

    mark: Mark
    verdict: Verdict
    because: tuple[str, ...]


def read_mark(text: str, game: Game) -> Mark:
    """Read `pile rope`, `bob not knife` or `bob: ~knife`.

    Raises QueryError if the text names no holder or no card of the game.
    """
    words = text.replace(":", " ").replace("~", " not ").lower().split()
    held = not {"not", "no", "-"} & set(words)
    left = [w for w in words if w not in ("not", "no", "-", "yes", "+", "has", "holds")]
    holders = dict(zip(game.holder_names, game.holders, strict=True))
    for word in left:
        if word not in holders and word not in game.deck:
            near = did_you_mean(word, (*holders, *game.cards))
            raise QueryError(
                f"there is no holder and no card {word[:40]!r}",
                hint=near or f"holders: {', '.join(holders)}",
            )
    named = [word for word in left if word in holders]
    cards = [word for word in left if word in game.deck]
    if len(named) != 1 or len(cards) != 1:
        raise QueryError(
            "a mark names one holder and one card",
            hint="write for example  pile rope  or  bob not knife",
        )
    return Mark(holders[named[0]], cards[0], held)


def judge(puzzle: DeductionPuzzle, mark: Mark) -> Judgement:
    """Judge a mark by the lines of a puzzle."""
    found = _why(puzzle, mark)
    if found.value is Value.TRUE:
        return Judgement(mark, Verdict.PROVED, tuple(_reasons(puzzle, found)))
    opposite = _why(puzzle, mark._replace(held=not mark.held))
    if opposite.value is Value.TRUE:
        return Judgement(mark, Verdict.FALSE, tuple(_reasons(puzzle, opposite)))
    return Judgement(mark, Verdict.OPEN, tuple(_hand(puzzle, found, mark.holder)))


def _why(puzzle: DeductionPuzzle, mark: Mark) -> Why:
    formula = Knows(READER, mark.formula)
    return why(puzzle.history, formula, get_engine("walk"))


def _reasons(puzzle: DeductionPuzzle, found: Why) -> Iterator[str]:
    for reason in found.because:
        if reason.step is None:
            own = sort_cards(puzzle.history.hands[READER] or (), puzzle.game.deck)
            yield f"your hand: {', '.join(own)}"
        else:
            yield f"line {puzzle.line_of(reason.step)}: {reason.gives}"


def _hand(puzzle: DeductionPuzzle, found: Why, holder: int) -> Iterator[str]:
    """Yield the hand of one holder in a world that player 1 considers possible.

    The other hands are not shown: the pile is the same in all of these worlds.
    """
    hand = found.witness[-1].hands[holder]
    who = "the pile" if holder == 0 else name_of(holder, puzzle.game)
    yield f"{who}: {', '.join(sort_cards(hand, puzzle.game.deck))}"


def provable_marks(puzzle: DeductionPuzzle) -> tuple[Mark, ...]:
    """Return all marks that can be proved, by holders and then by cards."""
    grid = know(puzzle.history, READER, get_engine("walk"), count=False).cells
    return tuple(
        Mark(holder, card, cell is Cell.YES)
        for holder, row in enumerate(grid)
        for card, cell in row.items()
        if cell in (Cell.YES, Cell.NO)
    )


def own_marks(puzzle: DeductionPuzzle) -> tuple[Mark, ...]:
    """Return the marks that follow from the hand of player 1 alone."""
    game = puzzle.game
    own = puzzle.history.hands[READER] or frozenset()
    return tuple(
        Mark(holder, card, holder == READER and card in own)
        for holder in game.holders
        for card in game.cards
        if holder == READER or card in own
    )


def is_solved(puzzle: DeductionPuzzle, marks: Collection[Mark]) -> bool:
    """Return whether all cards of the pile are marked."""
    return all(Mark(0, card, True) in marks for card in puzzle.pile)


def next_mark(puzzle: DeductionPuzzle, marks: Collection[Mark]) -> Judgement | None:
    """Return the provable mark with the fewest reasons that is not made yet.

    None if all are made.
    """
    known = {(mark.holder, mark.card) for mark in (*marks, *own_marks(puzzle))}
    ahead = [m for m in provable_marks(puzzle) if (m.holder, m.card) not in known]
    judged = [judge(puzzle, mark) for mark in ahead]
    return min(judged, key=lambda each: len(each.because), default=None)


def result_line(puzzle: DeductionPuzzle, counts: Mapping[str, int]) -> str:
    """Return the result as a line to share, which says nothing about the pile.

    `counts` has how many `marks` were accepted, how many `refused`, and the `hints`.
    """
    rows = (("marks", "mark"), ("refused", "refused"), ("hints", "hint"))
    told = [
        f"{counts[key]} {word if counts[key] == 1 or key == 'refused' else key}"
        for key, word in rows
    ]
    stars = "*" * max(1, puzzle.needed - 1)
    return f"mystpy daily {puzzle.seed} {stars} solved: {', '.join(told)}"
