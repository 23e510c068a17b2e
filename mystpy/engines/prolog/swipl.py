"""SWI-Prolog in this process, queried by a few predicates that exchange text.

There is one Prolog for a process, and it is started with the first goal. The predicates
are those of answers.pl. Goals run in a Prolog thread while Python waits in short steps:
Ctrl-C stops a goal. One goal runs at a time, whichever threads of Python ask.

If Python itself runs inside a program that has its own Prolog, as in a browser, that
program may provide it as a backend: see `use_backend`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mystpy.axioms import axioms_dir, rules_in_force
from mystpy.engines.interrupt import interruptions
from mystpy.engines.prolog.file_name_encoding import (
    as_python_names_files,
    give_threads_file_names,
)
from mystpy.engines.prolog.startup import (
    core,
    engine_of_thread,
    require_no_fork,
    require_no_query,
)
from mystpy.engines.terms import Term, read_term
from mystpy.errors import AxiomError, EngineFailed
from mystpy.theories import edited_theory

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.history.history import History


_NUMBERS = count()
"""The numbers in the names of modules: two engines of a process share one Prolog."""


class Swipl:
    """The Prolog of this process. Use the one that `swipl()` returns.

    Raises EngineMissing or EngineFailed if SWI-Prolog cannot be started.
    """

    def __init__(self) -> None:
        require_no_query()
        self._core: Any = core()
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._modules: dict[str, tuple[str, Hashable]] = {}
        self._begun: dict[str, str] = {}
        """The modules into which files are being loaded; Ctrl-C may have ended that."""
        self.current_game: tuple[str, Game] | None = None
        self.current_worlds: History | None = None
        """The history, and the game in each module, whose facts Prolog has."""
        bridge = Path(__file__).with_name("answers.pl")
        with as_python_names_files():
            self._call("consult", str(bridge), answer=False, module="user")
        give_threads_file_names(self._core)

    def module(self, rules: str) -> str:
        """Load a file of axioms/ (`"myst"`) into its own module, and return its name.

        Raises EngineFailed with the first warning or error of the load, AxiomError if
        these are not the shipped axioms. Raises EngineFailed if the files have changed
        since, for Prolog cannot read them into another module.
        """
        # Prolog may have been started in another folder than the current one.
        path = str((axioms_dir() / f"{rules}.pl").absolute())
        self._require_usable()
        with self._lock:
            in_force = rules_in_force()
            if path not in self._modules:
                # A file that does not load leaves a module behind, too.
                new = f"{Path(rules).name}_{next(_NUMBERS)}"
                name = self._begun.setdefault(path, new)
                with as_python_names_files():
                    answer = self._call("load_rules", name, path)
                if answer != "ok":
                    del self._begun[path]
                    kind = AxiomError if edited_theory() else EngineFailed
                    raise kind(f"{path} does not load: {answer}")
                self._modules[path] = name, in_force
            name, read = self._modules[path]
            if read != in_force:
                raise EngineFailed(
                    f"{path}, or a file beside it, was changed after it was read",
                    hint="start again, or use --engine asp, which reads it again",
                )
            return name

    def _require_usable(self) -> None:
        """Raise an error before the lock, which a thread of the parent may hold."""
        require_no_fork(self._pid)
        require_no_query()

    def ask(self, module: str, goal: str, result: str) -> Term | None:
        """Prove a goal once and return its result term, or None if it fails.

        Raises EngineFailed if Prolog raises an error, or cannot be asked now.
        """
        self._require_usable()
        with self._lock, interruptions() as let_through:
            self._call("start", module, f"({goal})-({result})", answer=False)
            try:
                while (text := self._call("poll")) == "wait":
                    let_through()
            except BaseException:
                self._call("cancel")
                while self._call("poll") == "wait":
                    self._call("cancel")  # it may not have begun before
                raise
        return _answer(text)

    def ask_briefly(self, module: str, goal: str, result: str) -> str | None:
        """Prove a goal that ends soon, and return the text of its result term.

        It is proved in this thread, which takes a third of the time of a short goal in
        another thread, and cannot be interrupted. See `ask` for the rest.
        """
        self._require_usable()
        with self._lock, interruptions():
            text = self._call("at_once", module, f"({goal})-({result})")
        return _result(text)

    def _call(
        self,
        predicate: str,
        *texts: str,
        answer: bool = True,
        module: str = "mystpy_bridge",
    ) -> str:
        """Call a predicate of the bridge with atoms, and return its last argument."""
        core = self._core
        with self._lock, engine_of_thread(core):
            arity = len(texts) + answer
            terms = core.PL_new_term_refs(arity)
            for offset, text in enumerate(texts):
                self._give(terms + offset, text)
            found = core.PL_predicate(predicate, arity, module)
            if not core.PL_call_predicate(
                None, core.PL_Q_CATCH_EXCEPTION, found, terms
            ):
                raise EngineFailed(f"SWI-Prolog: {predicate} failed")
            return self._text(terms + arity - 1) if answer else ""

    def _give(self, term: int, text: str) -> None:
        """Make a fresh term the atom of this text; PL_put_chars would never free it."""
        from ctypes import c_size_t  # which not every Python has

        data, kind = text.encode(), self._core.PL_ATOM | self._core.REP_UTF8
        unify = self._core._lib.PL_unify_chars
        unify(c_size_t(term), kind, c_size_t(len(data)), data)

    def _text(self, term: int) -> str:
        """Return the text of an atom: in Latin-1, or else in wide characters.

        These functions return a pointer to the atom's text; PL_get_nchars keeps copies
        for ever.
        """
        from ctypes import POINTER, byref, c_size_t, c_void_p, string_at

        core, size = self._core, c_size_t()
        atom = core.atom_t()
        if not core.PL_get_atom(term, byref(atom)):
            raise EngineFailed("SWI-Prolog answered with something that is not text")
        narrow = core._lib.PL_atom_nchars
        narrow.argtypes, narrow.restype = [core.atom_t, POINTER(c_size_t)], c_void_p
        text = narrow(atom, byref(size))
        if text:
            return string_at(text, size.value).decode("latin-1")
        return str(core.PL_atom_wchars(atom, byref(size)))


class BackendSwipl(Swipl):
    """A Prolog backend of another program; its goals run to their ends."""

    def __init__(self, call: Callable[..., str]) -> None:
        self._backend = call
        self._lock = threading.RLock()
        self._modules: dict[str, tuple[str, Hashable]] = {}
        self._begun: dict[str, str] = {}
        self.current_game, self.current_worlds = None, None

    def _require_usable(self) -> None:
        """Do nothing: the program with the backend is responsible."""

    def ask(self, module: str, goal: str, result: str) -> Term | None:
        """Prove a goal once; see `Swipl.ask`."""
        return _answer(self._call("at_once", module, f"({goal})-({result})"))

    def _call(
        self, predicate: str, *texts: str, answer: bool = True, module: str = ""
    ) -> str:
        return self._backend(predicate, *texts)


def _answer(text: str) -> Term | None:
    """Return the term in a goal's answer; see `_result`."""
    found = _result(text)
    return None if found is None else read_term(found)


def _result(text: str) -> str | None:
    """Return the result in a goal's answer. Raises EngineFailed if it is an error."""
    if text == "no":
        return None
    kind, _, rest = text.partition(" ")
    if kind == "error":
        raise EngineFailed(f"SWI-Prolog: {rest}")
    return rest


_one: Swipl | None = None
_starting = threading.RLock()


def use_backend(call: Callable[..., str]) -> None:
    """Use this Prolog from now on, in which answers.pl is loaded.

    It is called with the name of a predicate of answers.pl and with texts for all
    arguments except the last, and returns the last one as text. It reads the axiom
    files under the names that they have here.
    """
    global _one
    _one = BackendSwipl(call)


def swipl() -> Swipl:
    """Return the Prolog of this process, started on first use. Raises EngineMissing."""
    global _one
    if _one is None:
        with _starting:
            _one = _one or Swipl()
    return _one


def _free_to_start() -> None:
    global _starting
    _starting = threading.RLock()


if hasattr(os, "register_at_fork"):  # a browser's Python does not fork
    os.register_at_fork(after_in_child=_free_to_start)
