"""A notebook's prompt, whatever is played: its commands, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError

Lines = Iterator[str]
Method = TypeVar("Method", bound=Callable[..., Lines])


class PromptCommand(NamedTuple):
    """A command: what may be behind it, what it does, and how it is done."""

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
    """What answers the lines of a notebook.

    After `quit` it is `done`. With `grid_each_time` it shows what the owner knows
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
        """Whose notebook it is, and how much is in it."""
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

        Raises MystError for what cannot be read, done or answered.
        """
        raise NotImplementedError

    def grid(self) -> Lines:
        """Yield the lines of what the owner knows."""
        raise NotImplementedError

    def examples(self) -> Lines:
        """Yield lines that say what an event is."""
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
    """Return what is behind a command. Raises QueryError if it is no formula."""
    if not rest:
        hint = f"for example  {name} {example}"
        raise QueryError(f"{name} needs a formula", hint=hint)
    return rest
