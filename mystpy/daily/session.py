"""A daily puzzle solved line by line: marks, hints, and the result at the end."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.daily.judgement import (
    Judgement,
    Mark,
    Verdict,
    is_solved,
    judge,
    next_mark,
    own_marks,
    read_mark,
    result_line,
)
from mystpy.daily.puzzle import READER, DeductionPuzzle
from mystpy.game.names import sort_cards
from mystpy.history.sentences import name_of

HELP = "write  pile rope,  bob not knife,  hint,  grid,  lines,  or  quit"

_INTRODUCTION = {
    Verdict.PROVED: "proved: {what}",
    Verdict.OPEN: "not proved yet: {what}. This hand fits all lines, too:",
    Verdict.FALSE: "false: {what}. The opposite is proved:",
}


class DailySession:
    """A puzzle with the marks that its solver has made.

    `counts` has the marks that were accepted, those that were refused, and the hints.
    """

    def __init__(self, puzzle: DeductionPuzzle) -> None:
        self.puzzle = puzzle
        self.marks: set[Mark] = set()
        self.counts = {"marks": 0, "refused": 0, "hints": 0}
        self._hinted: Mark | None = None

    @property
    def solved(self) -> bool:
        """Return whether all cards of the pile are marked."""
        return is_solved(self.puzzle, self.marks)

    def opening(self) -> Iterator[str]:
        """Yield the introduction: the game, the hand of player 1, and how to answer."""
        game = self.puzzle.game
        yield f"The puzzle of {self.puzzle.seed}: which cards are in the pile?"
        needed = self.puzzle.needed
        yield f"Each card follows from at most {needed} lines and your hand."
        for name, cards in game.sorts:
            yield f"  {name + 's:':<10} {', '.join(cards)}"
        hand = self.puzzle.history.hands[READER] or frozenset()
        held = ", ".join(sort_cards(hand, game.deck))
        yield f"You are {name_of(READER, game)} and hold {held}."
        yield from self.lines()

    def lines(self) -> Iterator[str]:
        """Yield the turns of the game, numbered."""
        for number, line in enumerate(self.puzzle.lines, 1):
            yield f"{number:>3}  {line}"

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answer to a line; raise QueryError for a line that is no mark."""
        word = line.strip().lower()
        if word == "hint":
            yield from self._hint()
        elif word == "grid":
            yield from self.grid()
        elif word == "lines":
            yield from self.lines()
        elif word == "help":
            yield HELP
        elif word:
            yield from self._mark(read_mark(line, self.puzzle.game))

    def _mark(self, mark: Mark) -> Iterator[str]:
        judged = judge(self.puzzle, mark)
        if judged.verdict is not Verdict.PROVED:
            self.counts["refused"] += 1
        elif mark not in self.marks:
            self.marks.add(mark)
            self.counts["marks"] += 1
        yield _INTRODUCTION[judged.verdict].format(what=mark.text(self.puzzle.game))
        yield from (f"  {line}" for line in judged.because)
        if self.solved:
            yield result_line(self.puzzle, self.counts)

    def _hint(self) -> Iterator[str]:
        """Yield a hint: first the lines to look at, then what follows from them."""
        found = next_mark(self.puzzle, self.marks)
        if found is None:
            yield "everything that can be proved is marked"
            return
        self.counts["hints"] += 1
        where, what = hint_lines(self.puzzle, found)
        yield what if self._hinted == found.mark else f"{where}; hint again tells what"
        self._hinted = found.mark

    def grid(self) -> Iterator[str]:
        """Yield the grid with the marks, and with what the hand of player 1 implies."""
        game = self.puzzle.game
        marks = {(m.holder, m.card): m for m in (*own_marks(self.puzzle), *self.marks)}
        width = max(map(len, game.cards))
        yield " " * width + "".join(f" {name:>5}" for name in game.holder_names)
        for card in game.cards:
            row = (marks.get((holder, card)) for holder in game.holders)
            cells = ("" if m is None else "yes" if m.held else "no" for m in row)
            yield f"{card:<{width}}" + "".join(f" {cell or '?':>5}" for cell in cells)


def hint_lines(puzzle: DeductionPuzzle, found: Judgement) -> tuple[str, str]:
    """Return a hint that names the lines to look at, and one with the conclusion."""
    where = f"something follows from {_where(found)}"
    return where, f"it follows that {found.mark.text(puzzle.game)}"


def _where(found: Judgement) -> str:
    """Return the lines that its reasons are in, and perhaps the hand of player 1."""
    places = dict.fromkeys(reason.partition(":")[0] for reason in found.because)
    *first, last = places
    return f"{', '.join(first)} and {last}" if first else last
