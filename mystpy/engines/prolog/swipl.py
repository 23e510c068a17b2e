"""SWI-Prolog in this process: the only module that imports pyswip.

pyswip starts Prolog when it is imported, and there is one Prolog for a process.
So it is imported here, when the first goal is asked, and spoken to through three
predicates of answers.pl that take and give text. Goals run in a Prolog thread
while Python waits in short steps: Ctrl-C stops a goal.

Where Python itself runs inside a program that has a Prolog of its own, as in a browser,
that program may lend it: see `lend`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mystpy.axioms import axioms_dir
from mystpy.engines.interrupt import interruptions
from mystpy.engines.terms import Term, read_term
from mystpy.errors import EngineFailed, EngineMissing

INSTALL = (
    "install SWI-Prolog 9.0.4 or later (Debian, Ubuntu: sudo apt-get install "
    "swi-prolog-nox; macOS: brew install swi-prolog), or use --engine asp, "
    "which needs only pip"
)


class Swipl:
    """The Prolog of this process. Use the one that `swipl()` returns.

    Raises EngineMissing if SWI-Prolog cannot be started.
    """

    def __init__(self) -> None:
        try:
            import pyswip
            from pyswip import core
        except Exception as error:  # pyswip raises its own and ctypes' errors here
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise EngineMissing(
                f"SWI-Prolog cannot be started: {reason}", hint=INSTALL
            ) from error
        self._core: Any = core
        self._prolog = pyswip.Prolog()
        self._lock = threading.RLock()
        self._modules: dict[str, str] = {}
        self._consult(Path(__file__).with_name("answers.pl"))

    def _consult(self, path: Path) -> None:
        quoted = str(path).replace("\\", "\\\\").replace("'", "\\'")
        list(self._prolog.query(f"load_files('{quoted}', [silent(true)])"))

    def module(self, rules: str) -> str:
        """Load a file of axioms/ (`"myst"`) into a module of its own, and name that.

        Raises EngineFailed with the first warning or error of the load.
        """
        path = str(axioms_dir() / f"{rules}.pl")
        if path not in self._modules:
            name = f"{Path(rules).name}_{len(self._modules)}"
            answer = self._call("load_rules", name, path)
            if answer != "ok":
                raise EngineFailed(f"{path} does not load: {answer}")
            self._modules[path] = name
        return self._modules[path]

    def ask(self, module: str, goal: str, result: str) -> Term | None:
        """Prove a goal once and return its result term, or None if it fails.

        Raises EngineFailed if Prolog raises an error.
        """
        with self._lock, interruptions() as let_through:
            self._call("start", module, f"({goal})-({result})", answer=False)
            try:
                while (text := self._call("poll")) == "wait":
                    let_through()
            except BaseException:
                self._call("cancel")
                while self._call("poll") == "wait":
                    pass
                raise
        return _answer(text)

    def _call(self, predicate: str, *texts: str, answer: bool = True) -> str:
        """Call a predicate of the bridge with atoms, and return its last argument."""
        core = self._core
        with self._lock:
            core._lib.PL_thread_attach_engine(None)
            frame = core.PL_open_foreign_frame()
            try:
                arity = len(texts) + answer
                terms = core.PL_new_term_refs(arity)
                for offset, text in enumerate(texts):
                    core.PL_put_atom_chars(terms + offset, text)
                found = core.PL_predicate(predicate, arity, "mystpy_bridge")
                if not core.PL_call_predicate(
                    None, core.PL_Q_CATCH_EXCEPTION, found, terms
                ):
                    raise EngineFailed(f"SWI-Prolog: {predicate} failed")
                return self._text(terms + arity - 1) if answer else ""
            finally:
                core.PL_discard_foreign_frame(frame)

    def _text(self, term: int) -> str:
        from ctypes import byref  # which not every Python has

        atom = self._core.atom_t()
        if not self._core.PL_get_atom(term, byref(atom)):
            raise EngineFailed("SWI-Prolog answered with something that is not text")
        text = self._core.PL_atom_chars(atom)
        if text is None:
            raise EngineFailed("SWI-Prolog answered with characters beyond Latin-1")
        return bytes(text).decode("latin-1")


class LentSwipl(Swipl):
    """The Prolog that another program lends; its goals run to their ends."""

    def __init__(self, call: Callable[..., str]) -> None:
        self._lent = call
        self._modules: dict[str, str] = {}

    def ask(self, module: str, goal: str, result: str) -> Term | None:
        """Prove a goal once; see `Swipl.ask`."""
        return _answer(self._call("at_once", module, f"({goal})-({result})"))

    def _call(self, predicate: str, *texts: str, answer: bool = True) -> str:
        return self._lent(predicate, *texts)


def _answer(text: str) -> Term | None:
    """What a goal's answer says. Raises EngineFailed if that is an error."""
    if text == "no":
        return None
    kind, _, rest = text.partition(" ")
    if kind == "error":
        raise EngineFailed(f"SWI-Prolog: {rest}")
    return read_term(rest)


_one: Swipl | None = None


def lend(call: Callable[..., str]) -> None:
    """Use this Prolog from now on, in which answers.pl is loaded.

    It is called with the name of a predicate of answers.pl and with texts for its
    arguments but the last, and returns that one as text. It reads the axiom files under
    the names that they have here.
    """
    global _one
    _one = LentSwipl(call)


def swipl() -> Swipl:
    """The Prolog of this process, started on first use. Raises EngineMissing."""
    global _one
    if _one is None:
        _one = Swipl()
    return _one
