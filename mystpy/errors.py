"""The errors of mystpy: one tree, so that one `except` catches them all.

    MystError
    ├── GameError            the game is not one: constants outside (2.1), bad names
    ├── ParseError           a text cannot be read: position, what was expected
    ├── IllegalActionError   an action is not possible: step, axiom, conjuncts
    ├── QueryError           a question cannot be put: unknown player, card, key
    │   ├── NoWorldFits      no deal agrees with what is given: step and clash
    │   │   └── InvalidClue  counting alone tells that (players.counting_logic)
    │   ├── NotCovered       a method does not cover a formula, or a part of it
    │   ├── Undetermined     it depends on what is not given (questions.perspective)
    │   └── ModelError       a Kripke model, action or update is none (kripke.faults)
    │       └── NotExecutable  it cannot happen in the actual world
    ├── Undecided            no answer was found within a limit of time or size
    ├── AxiomError           the axiom files or their register are at fault
    └── EngineError
        ├── EngineMissing    an engine is not installed; the hint says how to
        ├── EngineFailed     an engine started and broke off
        │   ├── TimeUp       it took longer than --seconds (cli.running.limit)
        │   ├── ProcessEnded somebody ended a process at work (workers)
        │   ├── LimitReached a submission took too long or too much (exercises)
        │   └── SetupFailed  no submission can be marked here (exercises.sandbox)
        └── EnginesDisagree  two engines gave different answers

`str(error)` says what is wrong and where; `error.hint`, when there is one, says
what to do about it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

_EXCERPT_WIDTH = 72


class MystError(Exception):
    """An error that mystpy reports: wrong input, or a question that cannot be answered.

    `str(error)` says what is wrong and where. `hint` says what to do about it; it is
    None if there is no advice. Every error of mystpy is a MystError. Source: mystpy.

    >>> import mystpy
    >>> try:
    ...     mystpy.get_engine("prologg")
    ... except mystpy.MystError as error:
    ...     print(f"{error} ({error.hint})")
    there is no engine named 'prologg' (did you mean prolog?)
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self._hint: str | None = None
        self.hint = hint

    @property
    def hint(self) -> str | None:
        """The advice on the error. A traceback prints it as the first note."""
        return self._hint

    @hint.setter
    def hint(self, hint: str | None) -> None:
        """Set the hint, and the note of the traceback with it."""
        added = [
            x for x in getattr(self, "__notes__", ()) if x != f"hint: {self._hint}"
        ]
        self._hint = hint
        self.__notes__ = [f"hint: {hint}", *added] if hint else added

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process borders (the arena); pickle's own way would call
        # the constructor without its keyword arguments.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[MystError], args: tuple[Any, ...], state: dict[str, Any]
) -> MystError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class GameError(MystError):
    """The description of a game is wrong: its constants, names or sizes.

    Raised by the constructors of `Game`. Source: Bart 2000, section 2.1.

    >>> import mystpy
    >>> mystpy.Game.myst(m=0, n=1, p=5, q=2)
    Traceback (most recent call last):
    mystpy.errors.GameError: m = 0, but (2.1) asks for m >= 1
    hint: give m as a whole number from 1
    """


class ParseError(MystError):
    """A text cannot be read: a formula, an action, or a TOML file.

    `position` counts the characters of `text` before the error, from 0; `line` and
    `column` count from 1. `expected` lists what would have been read there. `source` is
    the name of the file, if there is one. Source: mystpy.

    >>> import mystpy
    >>> game = mystpy.Game.clue(3)
    >>> mystpy.parse_formula("K(1, h(2,rope)", game)
    Traceback (most recent call last):
    mystpy.errors.ParseError: 1:15: the text ends too early; expected & | -> <-> or )
    """

    def __init__(
        self,
        message: str,
        *,
        text: str,
        position: int,
        expected: Sequence[str] = (),
        hint: str | None = None,
        source: str | None = None,
        line: int | None = None,
    ) -> None:
        self.message = message
        self.text = text
        self.position = position = min(max(position, 0), len(text))
        self.expected = tuple(expected)
        self.source = source
        self.line = (line or 1) + text.count("\n", 0, position)
        self.column = position - (text.rfind("\n", 0, position) + 1) + 1
        place = f"{self.line}:{self.column}"
        place = place if source is None else f"{source}:{place}"
        tail = f"; expected {one_of(self.expected)}" if self.expected else ""
        super().__init__(f"{place}: {message}{tail}", hint=hint)

    def within(
        self,
        text: str,
        start: int,
        source: str | None = None,
        line: int | None = None,
    ) -> ParseError:
        """The same error in another text, in which this one begins at `start`."""
        return ParseError(
            self.message,
            text=text,
            position=start + self.position,
            expected=self.expected,
            hint=self.hint,
            source=source,
            line=line,
        )

    def excerpt(self) -> str:
        """The line at fault, and under it a caret at the position."""
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", self.position)
        end = len(self.text) if end < 0 else end
        left = max(start, self.position - _EXCERPT_WIDTH // 2)
        right = min(end, left + _EXCERPT_WIDTH)
        before = "..." if left > start else ""
        after = "..." if right < end else ""
        shown = self.text[left:right].replace("\t", " ").replace("\r", " ")
        caret = " " * (len(before) + self.position - left) + "^"
        return f"{before}{shown}{after}\n{caret}"


class SourceText:
    """A text to read, with its source; it creates the errors for its faults."""

    def __init__(self, text: str, source: str | None) -> None:
        self.text = text
        self.source = source

    def fault(
        self,
        message: str,
        position: int,
        hint: str | None = None,
        expected: Sequence[str] = (),
    ) -> ParseError:
        """The error at a position of the text."""
        return ParseError(
            message,
            text=self.text,
            position=position,
            expected=expected,
            hint=hint,
            source=self.source,
        )


class IllegalActionError(MystError):
    """An action is not possible where it is done.

    `step` is the number of the action, from 0, and `action` is its text. `axiom` is the
    label of the Poss axiom that excludes it, such as `"2.16"`. `failed` lists the
    conditions of the axiom that are false, in words. Source: Bart 2000, section 2.7,
    (2.15)-(2.21).

    >>> import mystpy
    >>> start = mystpy.Situation.init(mystpy.Game.clue(3))
    >>> try:
    ...     start.do("no(2)")
    ... except mystpy.IllegalActionError as error:
    ...     print(error.step, error.axiom, error.failed[0])
    0 2.16 ansphase: it is the askphase
    """

    def __init__(
        self,
        message: str,
        *,
        step: int,
        action: str,
        axiom: str | None,
        failed: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.step = step
        self.action = action
        self.axiom = axiom
        self.failed = tuple(failed)


class QueryError(MystError):
    """A question cannot be asked: an unknown player, card, key, file or option.

    `word` is the word at fault, or None. Source: mystpy.

    >>> import mystpy
    >>> try:
    ...     mystpy.Game.clue(3).card("robe")
    ... except mystpy.QueryError as error:
    ...     print(f"{error}: {error.hint}")
    there is no card robe: did you mean rope?
    """

    def __init__(
        self, message: str, *, hint: str | None = None, word: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.word = word


class NotCovered(QueryError):
    """A method does not cover a formula; the text says which part of it."""


def write_error(path: object, error: OSError) -> QueryError:
    """Return the error for a file that cannot be written, with the reason."""
    reason = (error.strerror or str(error)).lower()
    if isinstance(error, IsADirectoryError):
        reason = "it is a folder"
    return QueryError(f"{path} cannot be written: {reason}")


class NoWorldFits(QueryError):
    """No deal agrees with the given facts, so no question can be asked.

    `step` is the number of the first action, from 0, after which no world is left, or
    None if the hands alone leave none; `clash` lists the observations that contradict
    each other, in words. Source: Bart 2000, section 2.6.

    >>> import mystpy
    >>> game = mystpy.Game.myst(m=1, n=2, p=2, q=1)
    >>> start = mystpy.Situation.init(game, hands={1: ["s1", "s2"]})
    >>> start.announce("h(1,s3)")
    Traceback (most recent call last):
    mystpy.errors.NoWorldFits: what is announced, h(1,s3), is false in every world ...
    """

    def __init__(
        self,
        message: str,
        *,
        step: int | None = None,
        clash: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.step = step
        self.clash = tuple(clash)


class Undecided(MystError):
    """The question has an answer, which was not found within a limit."""


class AxiomError(MystError):
    """The axiom files, or their register, are missing, unreadable or contradictory.

    It is also raised if edited axioms cannot answer a question. Source: mystpy.

    >>> import mystpy
    >>> with mystpy.theory_in("no-such-folder"):
    ...     pass
    Traceback (most recent call last):
    mystpy.errors.AxiomError: there is no theory 'no-such-folder': no folder ...
    """


class EngineError(MystError):
    """An engine could not answer; the classes below say why. Source: mystpy.

    >>> import mystpy
    >>> issubclass(mystpy.EngineMissing, mystpy.EngineError)
    True
    """


class EngineMissing(EngineError):
    """A program that an engine needs is not installed.

    The hint says how to install it. Source: mystpy.

    >>> import mystpy
    >>> issubclass(mystpy.EngineMissing, mystpy.EngineError)
    True
    """


class EngineFailed(EngineError):
    """An engine started but broke off: a limit was reached, or it crashed.

    It is also raised if an engine cannot be used in a forked process. Source: mystpy.

    >>> import mystpy
    >>> issubclass(mystpy.EngineFailed, mystpy.EngineError)
    True
    """


FORK_HINT = (
    'start processes by the method "spawn" or "forkserver" of multiprocessing, see '
    "docs/how-to/programs.md"
)
"""The hint for an engine that cannot be used in a forked process."""


def fork_error(message: str, hint: str = FORK_HINT) -> EngineFailed:
    """Return the error for a forked process; its traceback includes the hint.

    A pool of processes prints only the traceback.
    """
    return EngineFailed(message, hint=hint)


class EnginesDisagree(EngineError):
    """Two engines gave different answers to the same question: please report it.

    Raised by the engine `both`, which asks clingo and SWI-Prolog. Source: mystpy.

    >>> import mystpy
    >>> issubclass(mystpy.EnginesDisagree, mystpy.EngineError)
    True
    """


class LargeEnumerationWarning(UserWarning):
    """The warning that an engine has to examine very many worlds one by one."""


def one_of(words: Sequence[str], joint: str = "or") -> str:
    """Words as a list in prose: `a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that resembles `word` most, or None if none does."""
    import difflib  # only needed once something has gone wrong

    by_small = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower()[:80], by_small, n=1, cutoff=0.6)
    return by_small[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The hint `did you mean ...?`, or None if no known word is near."""
    near = nearest(word, known)
    return None if near is None else f"did you mean {near}?"


def require_action(name: str, known: Container[str]) -> None:
    """Raise AxiomError if the axioms have an action that mystpy does not know."""
    if name not in known:
        raise AxiomError(
            f"the axioms make an action {name} possible, which mystpy does not know",
            hint="keep to the actions of section 2.4; new ones cannot be followed",
        )
