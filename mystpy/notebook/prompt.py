"""A notebook's prompt for any game: its commands, and their common parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError

Lines = Iterator[str]
Method = TypeVar("Method", bound=Callable[..., Lines])


class PromptCommand(NamedTuple):
    """A command: its arguments, its effect in words, and its method."""

    arguments: str
    does: str
    run: Callable[[Any, str], Lines]


def command(name: str, arguments: str, does: str) -> Callable[[Method], Method]:
    """Let a method of a prompt be the command of a name; it may be that of several."""

    def named(method: Method) -> Method:
        rows = vars(method).setdefault("commands", [])
        rows.insert(0, (name, PromptCommand(arguments, does, method)))
        return method

    return named


class Prompt:
    """The prompt of a notebook, which answers lines.

    After `quit` it is `done`. With `grid_each_time` it shows the owner's knowledge
    after each event. `commands` are in the order of their methods, `help` and `quit`
    last.
    """

    commands: ClassVar[dict[str, PromptCommand]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        methods = (*vars(cls).values(), Prompt._help, Prompt._quit)
        cls.commands = {
            name: each
            for method in methods
            for name, each in getattr(method, "commands", ())
        }

    def __init__(self) -> None:
        self.done = self.grid_each_time = False

    @property
    def owner(self) -> str:
        """The name of the player whose notebook it is."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Return the owner of the notebook, and its length."""
        raise NotImplementedError

    @property
    def written(self) -> int:
        """How much is written down."""
        raise NotImplementedError

    def words(self) -> Sequence[str]:
        """Return the words that may be completed."""
        raise NotImplementedError

    def answer(self, line: str) -> Iterable[str]:
        """Yield the answer to a line, which is an event or a command.

        Raises MystError for a line that cannot be read, done or answered.
        """
        raise NotImplementedError

    def grid(self) -> Lines:
        """Yield the lines of the owner's knowledge."""
        raise NotImplementedError

    def examples(self) -> Lines:
        """Yield lines that explain how to write an event."""
        raise NotImplementedError

    def _grid_if_wanted(self) -> Lines:
        if self.grid_each_time:
            yield from self.grid()

    def _grid_command(self, rest: str) -> Lines:
        if rest in ("on", "off"):
            self.grid_each_time = rest == "on"
        elif rest:
            raise QueryError(f"there is no grid {rest}", hint="write grid, grid on|off")
        else:
            yield from self.grid()

    @command("help", "", "this list")
    def _help(self, _rest: str) -> Lines:
        usages = [f"{name} {each.arguments}" for name, each in self.commands.items()]
        wide = max(map(len, usages))
        for usage, each in zip(usages, self.commands.values(), strict=True):
            yield f"{usage:<{wide}}  {each.does}"
        yield from self.examples()

    @command("quit", "", "leave; all is saved already")
    def _quit(self, _rest: str) -> Lines:
        self.done = True
        yield from ()


def needed_formula(rest: str, name: str, example: str) -> str:
    """Return the text after a command. Raises QueryError if it is no formula."""
    if not rest:
        hint = f"for example  {name} {example}"
        raise QueryError(f"{name} needs a formula", hint=hint)
    return rest
