"""A lesson: cells of Python that are run one after the other, and what they show.

In the field: the kernel of a notebook, in the process that asks. A cell is one of a
notebook of IPython, of which it knows lines that begin with `!`, for the programs
`mystpy` and `head` alone: there is no shell in a browser.
"""

from __future__ import annotations

import ast
import io
import linecache
import re
import shlex
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pprint import pformat
from time import perf_counter
from typing import Any

from mystpy.errors import EngineMissing, MystError, QueryError

Object = dict[str, Any]
Tell = Callable[[str], object]

_COMMAND = re.compile(r"(\s*)((?:[A-Za-z_]\w*\s*=\s*)?)!(.+)")
_GIVEN = re.compile(r"\{([^{}]+)\}")
_OFTEN = 0.1
"""Seconds between two reports of the output so far."""


class Printed(io.StringIO):
    """The output of a cell, reported to a callback while the cell runs."""

    def __init__(self, tell: Tell | None) -> None:
        super().__init__()
        self._tell, self._last_report = tell, 0.0

    def write(self, text: str) -> int:
        """Write the text, and report the output now and then."""
        written = super().write(text)
        if self._tell is not None and perf_counter() - self._last_report > _OFTEN:
            self._tell(self.getvalue())
            self._last_report = perf_counter()
        return written


class Lesson:
    """The names that the cells of a chapter have defined, and how many have run."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self.names: Object = {"__name__": "__main__", "_shell": self._shell}

    def run(self, source: str, tell: Tell | None = None) -> Object:
        """Run a cell; return its output, its displays, and the error that ended it."""
        self.count += 1
        printed, begun = Printed(tell), perf_counter()
        shown, failed = list[Object](), list[Object]()
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                value = self._value(source)
                if value is not None:
                    shown.append(_shown(value))
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                failed.append(self._failed(error))
        text = printed.getvalue()
        outputs = [{"kind": "text", "text": text}] * bool(text) + shown + failed
        seconds = perf_counter() - begun
        return {"outputs": outputs, "count": self.count, "seconds": seconds}

    def _value(self, source: str) -> object:
        """Run a cell; the value of its last line, if that is an expression."""
        text = python_of(source)
        called = f"<{self.name} {self.count}>"
        linecache.cache[called] = (len(text), None, text.splitlines(True), called)
        tree = ast.parse(text, called)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr):
            del tree.body[-1]
        exec(compile(tree, called, "exec"), self.names)
        if not isinstance(last, ast.Expr):
            return None
        report = compile(ast.Expression(last.value), called, "eval")
        value: object = eval(report, self.names)
        return value

    def _failed(self, error: BaseException) -> Object:
        """Return why a cell ended: a missing module, or the error and its line."""
        if isinstance(error, ModuleNotFoundError) and error.name:
            return {"kind": "missing", "name": error.name.partition(".")[0]}
        if isinstance(error, EngineMissing):
            return {"kind": "missing", "name": "", "text": str(error)}
        words = "".join(traceback.format_exception_only(error)).strip()
        if isinstance(error, MystError) and error.hint:
            words += f"\n{error.hint}"
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if f.filename.startswith(f"<{self.name} ")]
        found: Object = {"kind": "error", "text": words}
        if own:
            found |= {"line": own[-1].lineno, "code": own[-1].line}
        if isinstance(error, NameError):
            found["unknown"] = error.name
        return found

    def _shell(self, line: str) -> list[str]:
        """The lines that a command prints; `head` keeps the first of them."""
        said = _expanded(line, self.names)
        first, *others = (shlex.split(part) for part in said.split(" | "))
        lines = _printed_by(first)
        for name, *words in others:
            if name != "head":
                raise QueryError(f"there is no program {name!r} here")
            lines = lines[: int(words[0].lstrip("-n")) if words else 10]
        return lines


def python_of(source: str) -> str:
    """A cell as plain Python, line by line: its commands are calls."""
    return "\n".join(_plain(line) for line in source.split("\n"))


def _plain(line: str) -> str:
    found = _COMMAND.fullmatch(line)
    if found is None:
        return line
    space, to, said = found.groups()
    call = f"_shell({said!r})"
    return f"{space}{to}{call}" if to else f"{space}print(*{call}, sep='\\n')"


def _expanded(line: str, names: Object) -> str:
    """Fill in the values of braces in a command, if all can be computed."""
    try:
        return _GIVEN.sub(lambda found: str(eval(found[1], names)), line)
    except Exception:  # IPython, too, leaves such a line alone
        return line


def _printed_by(words: list[str]) -> list[str]:
    """Return the lines that a command of mystpy prints, and then those of its messages.

    Raises EngineMissing if it needs an engine that is not installed.
    """
    if words[0] != "mystpy":
        raise QueryError(
            f"there is no program {words[0]!r} here", hint="only mystpy can be called"
        )
    from mystpy.cli.answers import report
    from mystpy.cli.group import cli

    printed, besides = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(besides):
        try:
            with cli.make_context("mystpy", words[1:]) as context:
                cli.invoke(context)
        except EngineMissing:
            raise
        except MystError as error:
            report(error, as_json=False)
        except SystemExit:  # a command has said all that it had to say
            pass
    return [*printed.getvalue().splitlines(), *besides.getvalue().splitlines()]


def _shown(value: object) -> Object:
    """A value as a notebook shows it: as a picture, as a table, or as text."""
    for kind, name in (("svg", "_repr_svg_"), ("html", "_repr_html_")):
        drawn = getattr(value, name, None)
        if callable(drawn) and not isinstance(value, type):
            return {"kind": kind, "text": drawn()}
    return {"kind": "text", "text": pformat(value, width=79, sort_dicts=False)}


LESSONS: dict[str, Lesson] = {}


def run_cell(chapter: str, source: str, tell: Tell | None = None) -> Object:
    """Run a cell of a chapter, after those that were run before."""
    return LESSONS.setdefault(chapter, Lesson(chapter)).run(source, tell)


def forget_cells(chapter: str) -> None:
    """Forget what the cells of a chapter have defined."""
    LESSONS.pop(chapter, None)


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (run_cell, forget_cells)
}
