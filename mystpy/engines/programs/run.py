"""Programs over the axiom files that are not queries, and their answer sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from mystpy.axiom_folder.asp_check import program_text
from mystpy.axioms import axioms_dir
from mystpy.engines.backend import BackendControl, BackendModel, control
from mystpy.engines.interrupt import interruptions
from mystpy.errors import AxiomError

if TYPE_CHECKING:
    from clingo import Control, SolveHandle

RULES_OF_THE_GAME = (
    "s2_01_constants.lp",
    "s2_02_turns_and_phases.lp",
    "s2_03_notation.lp",
    "s2_04_actions.lp",
    "s2_05_fluents.lp",
    "s2_07_possible_actions.lp",
    "s2_09_successor_state.lp",
)
"""The files that determine which actions are possible, and their effects."""

THE_START = "s2_06_initial_situation.lp"

_PATIENCE = 0.2

NoAnswerSeen = Callable[[], None]
Watch = Callable[["Control", str], NoAnswerSeen]
"""A function that gets a control and its text before grounding; see `watched`."""

_watch: ContextVar[Watch | None] = ContextVar("_watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Watch the programs of this thread while the block runs.

    `watch` returns a function, which is called if its program has no answer set.
    """
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def first_answer(
    files: Iterable[str], text: str, *, without: Iterable[str] = ()
) -> tuple[str, ...] | None:
    """Return the atoms of the first answer set; None if there is no answer set.

    `without` has the texts of rules that are left out of the files. Raises AxiomError
    if the files do not load.
    """
    return next(answer_sets(files, text, without=without), None)


def answer_sets(
    files: Iterable[str], text: str, *, without: Iterable[str] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield the shown atoms of each answer set in turn; see `first_answer`."""
    complaints: list[str] = []
    solver = control(
        ["0", "--warn=none"],
        logger=lambda _, complaint: complaints.append(complaint.strip()),
    )
    read = [_text(axioms_dir() / name) for name in files]
    for rule in without:
        assert sum(rule in part for part in read) == 1, "the rule stands once"
        read = [part.replace(rule, "") for part in read]
    whole = "\n".join((*read, text))
    watch = None if isinstance(solver, BackendControl) else _watch.get()
    no_answer_seen = None if watch is None else watch(solver, whole)
    try:
        solver.add("base", [], whole)
        solver.ground([("base", [])])
        if isinstance(solver, BackendControl):
            yield from _backend_answers(solver)
            return
    except RuntimeError as error:
        why = complaints[0] if complaints else error
        raise AxiomError(f"the axiom files do not load: {why}") from error
    none = True
    for atoms in _answers(solver):
        none = False
        yield atoms
    if none and no_answer_seen is not None:
        no_answer_seen()


def _text(path: Path) -> str:
    """Return the text of a file, with the included files inserted."""
    text = path.read_text("utf-8")
    return program_text((path,)) if "#include" in text else text


def _backend_answers(solver: BackendControl) -> Iterator[tuple[str, ...]]:
    found: list[BackendModel] = []
    solver.solve(on_model=found.append)
    for model in found:
        yield tuple(map(str, model.symbols(shown=True)))


def _answers(control: Control) -> Iterator[tuple[str, ...]]:
    with interruptions() as let_through, _solving(control) as handle:
        while True:
            while not handle.wait(_PATIENCE):
                let_through()
            model = handle.model()
            if model is None:
                return
            yield tuple(map(str, model.symbols(shown=True)))
            handle.resume()


def _solving(control: Control) -> SolveHandle:
    return control.solve(yield_=True, async_=True)
