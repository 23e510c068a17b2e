"""A backend for clingo: it gets a program as text, and returns answer sets.

Python may run inside a program that has clingo but not its library, for example in a
browser. Then that program provides the backend (`use_backend`). This module has the
part of the library's interface that engines use. Each query sends the whole text again,
with the assumptions as constraints. If the library is installed, it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any

from mystpy.compilation import dataclass, field, pattern
from mystpy.engines.interrupt import freed_whole
from mystpy.engines.terms import read_term
from mystpy.errors import EngineMissing

Run = Callable[..., str]
"""A function from a program, a number of models (0: all) and options to JSON text."""

_backend: Run | None = None

_INCLUDE = pattern(r'^#include "([^"]+)"\.', re.MULTILINE)


def use_backend(run: Run | None) -> None:
    """Use this backend if the library is not installed; None removes it."""
    global _backend
    _backend = run


def has_backend() -> bool:
    """Return whether there is a backend for clingo."""
    return _backend is not None


def is_there() -> bool:
    """Return whether clingo is available, as a library or by a backend."""
    return has_backend() or find_spec("clingo") is not None


def control(arguments: Sequence[str], logger: Callable[..., None] | None = None) -> Any:
    """Return a control of the library, or of the backend."""
    if _backend is not None:
        return BackendControl(_backend)
    return _control_class()(arguments, logger)


@lru_cache(1)
def _control_class() -> type[Any]:
    """Return the library's class; Ctrl-C cannot interrupt the release of an object."""
    from clingo import Control

    class FreedControl(Control):
        def __del__(self) -> None:
            freed_whole(super().__del__)

    return FreedControl


def require_library(what: str) -> None:
    """Raise EngineMissing if the library, which a feature needs, is not available."""
    if has_backend():
        raise EngineMissing(
            f"{what} need the library clingo; here another program runs clingo",
            hint="use --engine prolog where there is a theory.pl",
        )
    if find_spec("clingo") is None:
        raise EngineMissing(
            f"{what} need the library clingo, which is not installed",
            hint="install it: pip install 'clingo>=5.8,<6'; or use --engine prolog",
        )


class ClingoModule:
    """A module of the library, which is loaded when one of its names is used.

    The use of a name raises EngineMissing if the library is not installed.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            if (self._name, name) == ("clingo", "Control"):
                return _control_class()
            return getattr(import_module(self._name), name)
        except ModuleNotFoundError:
            raise EngineMissing(
                "this needs the library clingo, which is not installed",
                hint="install it: pip install 'clingo>=5.8,<6'",
            ) from None


def parse_symbol(text: str) -> Any:
    """Return a term, parsed by the library or in the same way."""
    if _backend is not None:
        return BackendSymbol.of(read_term(text))
    from clingo import parse_term

    return parse_term(text)


@dataclass(frozen=True, slots=True)
class BackendSymbol:
    """A term: a number, or a name with arguments."""

    name: str
    arguments: tuple[BackendSymbol, ...] = ()
    number: int = 0

    @classmethod
    def of(cls, term: Any) -> BackendSymbol:
        """Return the symbol of a term in the form of `read_term`."""
        if isinstance(term, int):
            return cls(str(term), (), term)
        if isinstance(term, tuple):
            return cls(term[0], tuple(map(cls.of, term[1:])))
        return cls(term)

    def __str__(self) -> str:
        inner = ",".join(map(str, self.arguments))
        return f"{self.name}({inner})" if inner else self.name


class BackendModel:
    """One answer set, or the consequences found so far."""

    def __init__(self, atoms: Iterable[str]) -> None:
        self._atoms = [BackendSymbol.of(read_term(text)) for text in atoms]
        self._known = frozenset(self._atoms)

    def symbols(self, *, shown: bool) -> list[BackendSymbol]:
        """Return the atoms; only those that are shown are reported."""
        assert shown
        return self._atoms

    def contains(self, atom: BackendSymbol) -> bool:
        """Return whether an atom, which has to be shown, is true."""
        return atom in self._known


@dataclass
class BackendControl:
    """A program as text, with the assumptions about its external atoms."""

    run: Run
    texts: list[str] = field(default_factory=list)
    given: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        solve = SimpleNamespace(models=0, enum_mode="auto", project="no")
        self.configuration = SimpleNamespace(solve=solve)
        self.symbolic_atoms = BackendAtoms(self)

    def load(self, path: str) -> None:
        """Add the text of a file, and of included ones."""
        self.texts += file_texts(Path(path), set())

    def add(self, _part: str, _parameters: Sequence[str], text: str) -> None:
        """Add a text."""
        self.texts.append(text)

    def ground(self, _parts: Sequence[object]) -> None:
        """Do nothing: the program is ground again for each query."""

    def assign_external(self, atom: BackendSymbol, value: bool) -> None:
        """Make an external atom true, or false again."""
        self.given[str(atom)] = value

    def solve(
        self,
        assumptions: Iterable[tuple[BackendSymbol, bool]] = (),
        on_model: Callable[[BackendModel], object] | None = None,
        *,
        async_: bool = False,
        yield_: bool = False,
    ) -> BackendHandle:
        """Solve the query, and call `on_model` for each answer set."""
        import json

        solve = self.configuration.solve
        assumed = (f":- {'not ' * value}{atom}." for atom, value in assumptions)
        facts = (f"{atom}." for atom, value in self.given.items() if value)
        text = "\n".join((*self.texts, *facts, *assumed))
        options = ["--warn=no-atom-undefined", f"--enum-mode={solve.enum_mode}"]
        options += ["--project=show"] * (solve.project == "show")
        found = json.loads(self.run(text, 1 if yield_ else solve.models, *options))
        if found["Result"] in ("ERROR", "UNKNOWN"):
            raise RuntimeError(found.get("Error", "clingo failed"))
        calls = found.get("Call", ())
        models = [
            BackendModel(each.get("Value", ()))
            for call in calls
            for each in call.get("Witnesses", ())
        ]
        for model in models if on_model else ():
            on_model(model)  # type: ignore[misc]
        return BackendHandle(models, found["Result"].startswith("SATISFIABLE"))


@dataclass
class BackendHandle:
    """A query that was answered."""

    models: list[BackendModel]
    satisfiable: bool

    def __enter__(self) -> BackendHandle:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Do nothing: no search is running."""

    def __iter__(self) -> Iterator[BackendModel]:
        return iter(self.models)

    def wait(self, _seconds: float) -> bool:
        """Return true: the query is answered."""
        return True

    def get(self) -> BackendHandle:
        """Return the answer."""
        return self

    def model(self) -> BackendModel | None:
        """Return the first answer set."""
        return self.models[0] if self.models else None


@dataclass
class BackendAtoms:
    """The atoms of a program; which of them can be true is known only by solving."""

    control: BackendControl
    signature: object = None
    some: list[BackendSymbol] = field(default_factory=list)
    is_fact = False

    def __len__(self) -> int:
        return 0  # nothing is ground

    def __contains__(self, _atom: object) -> bool:
        return True

    def __getitem__(self, _atom: object) -> BackendAtoms:
        return self

    def by_signature(self, name: str, arity: int) -> Iterator[SimpleNamespace]:
        """Yield the atoms of a predicate that are true in some answer set."""
        signature = len(self.control.texts), tuple(self.control.given.items())
        if signature != self.signature:
            self.signature, solve = signature, self.control.configuration.solve
            before, solve.enum_mode = solve.enum_mode, "brave"
            models = self.control.solve().models
            solve.enum_mode = before
            self.some = models[-1].symbols(shown=True) if models else []
        for atom in self.some:
            if (atom.name, len(atom.arguments)) == (name, arity):
                yield SimpleNamespace(symbol=atom, is_fact=False)


def file_texts(path: Path, seen: set[Path]) -> Iterator[str]:
    """Yield the texts of a file and of included ones, each once."""
    path = path.resolve()
    if path in seen:
        return
    seen.add(path)
    text = path.read_text("utf-8")
    for name in _INCLUDE.findall(text):
        yield from file_texts(path.parent / name, seen)
    yield _INCLUDE.sub("", text)
