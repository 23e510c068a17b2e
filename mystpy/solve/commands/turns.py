"""Solve a game turn by turn: show the progress, and save each stage to be resumed."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mystpy.cli.running.limit import TimeLimitReached, patience, within
from mystpy.cli.running.progress import tell_of_damage
from mystpy.cli.running.signals import last_word
from mystpy.compilation import pattern
from mystpy.errors import EngineFailed, QueryError
from mystpy.files.rows import NotWritten
from mystpy.processes.ticking import tick
from mystpy.theories import edited_theory

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.extensive.action_space import GameVariant
    from mystpy.solve.extensive.form import SequenceForm
    from mystpy.solve.extensive.value_bounds import ValueBounds
    from mystpy.solve.runs.run import Run, StageJournal

T = TypeVar("T")

_GAP = pattern(r"\d{0,9}\.?\d{0,30}(?<=\d)(e-\d\d?)?|\d{1,30}/[1-9]\d{0,30}")

_USED = Path("/proc/self/statm")
PATIENCE = 5.0
"""Seconds that work may take before its progress is shown."""
ENDLESS = 2**29
"""The most bytes that a run may need, unless forced, if turns have no end.

A turn that alone would need more is not begun.
"""
_LONGER = 60.0
"""The same time if nobody watches the progress."""


def run_of(
    games: Iterable[Game],
    *,
    bluff: str,
    useful: bool,
    unlocated: bool,
    whole: bool,
    announced: bool,
    either: bool,
    rounds: int | None,
    gap: str | None,
    turns: int | None,
    force: bool,
) -> Run:
    """Return how games are played and solved, by the options. Raises QueryError.

    By default, idle questions are left out if it is proved for all of the games that
    they change no value.
    """
    from mystpy.solve.extensive.action_space import GameVariant, change_nothing
    from mystpy.solve.extensive.certificate import BLUFFERS
    from mystpy.solve.runs.run import Run

    if whole and (useful or unlocated):
        raise QueryError("--whole asks all questions", hint="leave it out")
    asked = "useful" if useful else "unlocated" if unlocated else "any"
    variant = GameVariant(BLUFFERS[bluff], asked, announced, either)
    if either and edited_theory() is not None:
        raise QueryError("--either is for the shipped axioms")
    reduced = asked == "any" and not whole
    reduced = reduced and all(change_nothing(game, variant) for game in games)
    if reduced:
        variant = variant._replace(questions="useful")
    room = None if force else _room(variant)
    return Run(variant, turns, rounds, _gap(gap), room, reduced)


def _room(variant: GameVariant) -> int | None:
    """Return how many bytes a turn may need: fewer if turns have no end."""
    room = memory()
    if variant.questions == "useful":
        return room
    return ENDLESS if room is None else min(room, ENDLESS)


def _gap(text: str | None) -> Fraction:
    """Return how far apart bounds may be. Raises QueryError for a wrong number."""
    if text is None:
        return Fraction(0)
    if not _GAP.fullmatch(text) or not 0 <= (gap := Fraction(text)) < 1:
        raise QueryError(
            f"--gap must be at least 0 and less than 1, not {text}",
            hint="such as 0.001 or 1/100",
        )
    return gap


def bounds_of(
    game: Game, run: Run, resume: str | None, explicit: bool = False
) -> Iterator[ValueBounds]:
    """Yield better and better bounds; report the progress, and save them to resume.

    With `explicit`, the last saved bounds by plans without a last question come first.
    """
    with resume_run(resume, run) as journal:
        kept = kept_in(journal, [game])
        write = None if journal is None else journal.appender()
        if explicit and journal is not None and game in journal.usual:
            yield run.stage_bounds(game, journal.usual[game])
        yield from bounds(game, run, kept.get(game), write)


@contextmanager
def resume_run(resume: str | None, run: Run) -> Iterator[StageJournal | None]:
    """Yield the file of a run, locked in the block; None if nothing is to be saved."""
    from mystpy.solve.runs.run import StageJournal

    if resume is None:
        yield None
        return
    with closing(StageJournal(Path(resume), run)) as journal:
        yield journal


def kept_in(
    journal: StageJournal | None, games: Sequence[Game]
) -> Mapping[Game, Mapping[str, Any]]:
    """Return the last stage of each game; warn if some stages are not valid."""
    if journal is None:
        return {}
    found = journal.stages(games)
    tell_of_damage(journal, "solved")
    return found


def bounds(
    game: Game,
    run: Run,
    kept: Mapping[str, Any] | None = None,
    write: Callable[[Mapping[str, Any]], object] | None = None,
    name: str = "",
) -> Iterator[ValueBounds]:
    """Yield better and better bounds, beginning with the saved ones, and save each."""
    from mystpy.solve.commands import text as value_text
    from mystpy.solve.runs.forecast import Pace
    from mystpy.solve.runs.run import LAST_QUESTION, stage_of

    pace, known = Pace(run), kept["looked"] if kept else 0
    watch = ProgressReporter(game, run, name, known + 1)
    long, start, new, before = name == "", time.monotonic(), kept is None, known
    last = kept is not None and LAST_QUESTION in kept

    def ahead(form: SequenceForm) -> None:
        nonlocal long
        watch.grown = True
        if notice := pace.ahead(form):
            long = True
            if last or form.turns == before:  # the same turn once more
                notice = notice.replace(":", f"{value_text.LAST}:", 1)
            print_progress(f"{name}{notice}", waited=pace.expected >= PATIENCE)

    for found, looked, last in watch.over(run.bounds(game, kept, watch, ahead)):
        before = looked
        if new and not found.begun:
            pace.done(looked)
            if write:
                write(stage_of(found, looked, last))
        new = True
        if long:  # a game of many is reported if it takes long
            waited = time.monotonic() - start >= PATIENCE
            print_progress(
                f"{name}{value_text.turn_words(found, looked, last)}", waited=waited
            )
        watch.begin(looked + 1)
        yield found


def closest(
    bounds: Iterable[T], seconds: float | None, end: Callable[[T], object]
) -> T:
    """Return the closest bounds that are found while there is time and memory.

    `end` is called with them if the program has to end. Raises NotWritten, after that,
    if they cannot be saved.
    """
    found: deque[T] = deque(maxlen=1)

    def stop(*_: object) -> None:
        for best in tuple(found):
            end(best)

    try:
        with last_word(stop), patience(), within(seconds, stop):
            found.extend(bounds)
    except NotWritten:
        stop()
        raise
    except (EngineFailed, QueryError) as error:
        if not found:
            raise
        if not isinstance(error, TimeLimitReached):
            click.echo(f"mystpy: {error}", err=True)
            if error.hint:
                click.echo(f"hint: {error.hint}", err=True)
    (best,) = found
    return best


class ProgressReporter:
    """A progress reporter, called while a turn is built, and in each round of learning.

    Raises QueryError if more memory is in use than the machine has, or if the run has
    added more than its `room` to the process. Nothing is raised if the system does not
    report the memory in use.
    """

    def __init__(self, game: Game, run: Run, name: str, turn: int) -> None:
        self._game, self._run, self._name = game, run, name
        self._there = None if run.room is None else memory()
        self._before = in_use()
        self.begin(turn)

    def begin(self, turn: int) -> None:
        """Begin to watch another turn."""
        self._turn, self._calls, self.grown = turn, 0, False
        self._reported = time.monotonic()

    def over(self, found: Iterator[T]) -> Iterator[T]:
        """Yield the results as long as the system gives memory."""
        try:
            yield from found
        except MemoryError:
            raise QueryError(
                f"turn {self._turn} needs more memory than there is",
                hint="look at fewer turns, by --turns",
            ) from None

    def _check_memory(self) -> None:
        """Raise QueryError if too much memory is in use."""
        from mystpy.solve.extensive.action_space import smaller_tree_hint

        room, there, used = self._run.room, self._there, in_use()
        if there is not None and used > there:
            most = f"there is ({there / 2**30:,.1f} GB)"
        elif room is not None and room != there and used - self._before > room:
            most = f"the {room / 2**30:,.1f} GB that may be used"
        else:
            return
        hint = smaller_tree_hint(self._game, self._run.variant, self._turn)
        raise QueryError(f"turn {self._turn} needs more memory than {most}", hint=hint)

    def __call__(self) -> None:
        """Check the memory, and print the progress if it is time to."""
        tick()
        self._calls += 1
        self._check_memory()
        if time.monotonic() - self._reported > (PATIENCE if is_watched() else _LONGER):
            self._reported = time.monotonic()
            done = "solved: {} rounds" if self.grown else "grown: {} parts"
            notice = done.format(f"{self._calls:,}")
            print_progress(
                f"{self._name}turn {self._turn} is being {notice} so far", waited=True
            )


def memory() -> int | None:
    """Return the bytes of memory of the machine, if the system reports them."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def in_use() -> int:
    """Return the bytes of memory that this process uses; 0 if they are unknown."""
    try:
        file = os.open(_USED, os.O_RDONLY)  # Ctrl-C may come before it is closed
        try:
            return int(os.read(file, 4096).split()[1]) * os.sysconf("SC_PAGE_SIZE")
        finally:
            os.close(file)
    except (AttributeError, OSError, ValueError):
        return 0


def is_watched() -> bool:
    """Return whether somebody watches the progress."""
    return sys.stderr is not None and sys.stderr.isatty()


def print_progress(text: str, *, waited: bool = False) -> None:
    """Print the progress if somebody watches, or if the work has taken long."""
    if is_watched() or waited:
        click.echo(f"mystpy: {text}", err=True)


@contextmanager
def memory_reported(what: str, hint: str | None = None) -> Iterator[None]:
    """Raise QueryError if the system gives no more memory for a purpose."""
    try:
        yield
    except MemoryError:
        message = f"the {what} needs more memory than there is"
        raise QueryError(message, hint=hint) from None
