"""The actions of a history: read, checked against a package, and written again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import ParseError, QueryError, did_you_mean
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.value_sorts import (
    PackageSort,
    Value,
    apply_name,
    term,
    write_value,
)

UNSEEN = "_"
"""The sign for an argument that is not known."""

_TOKEN = pattern(r"[^\W\d]\w*|\d+|_|[(){},]|\S")
_CLOSING = {"(": ")", "{": "}"}


class ActionStep(NamedTuple):
    """An action that was done; None for a private argument that is not known."""

    action: ActionSymbol
    arguments: tuple[Value | None, ...]

    def __str__(self) -> str:
        texts = (UNSEEN if x is None else write_value(x) for x in self.arguments)
        return apply_name(self.action.name, texts)

    @property
    def sentence(self) -> str:
        """Return the step in the words of the package."""
        return self.action.sentence(
            tuple(
                f"some {sort.name}" if each is None else write_value(each)
                for each, sort in zip(self.arguments, self.action.sorts, strict=True)
            )
        )

    @property
    def public(self) -> ActionStep:
        """Return the part of the step that all agents see."""
        hidden = self.action.private
        return ActionStep(
            self.action.unseen or self.action,
            tuple(
                None if place in hidden else each
                for place, each in enumerate(self.arguments)
            ),
        )

    def pattern(self) -> str:
        """Return the step as a term, with variables for the arguments not known.

        The variables are X1, X2, ...: the rule of the program restricts them to sorts.
        """
        texts = (
            f"X{place}" if each is None else term(each)
            for place, each in enumerate(self.arguments, 1)
        )
        return apply_name(self.action.name, texts)

    def unknown(self) -> Iterator[tuple[int, PackageSort]]:
        """Yield the places, from 1, of arguments that are not known, with sorts."""
        pairs = zip(self.arguments, self.action.sorts, strict=True)
        for place, (argument, sort) in enumerate(pairs, 1):
            if argument is None:
                yield place, sort


def all_steps(package: Package) -> Iterator[ActionStep]:
    """Yield what all agents can see of the actions of a package."""
    for action in package.actions.values():
        if action.unseen is not None:
            continue
        choices = (
            (None,) if place in action.private else tuple(sort.values())
            for place, sort in enumerate(action.sorts)
        )
        for arguments in product(*choices):
            yield ActionStep(action, arguments)


def some_steps(package: Package, most: int) -> Iterator[ActionStep]:
    """Yield at most `most` instances of each action, spread over all of them."""
    for action in package.actions.values():
        columns = [tuple(sort.values()) for sort in action.sorts]
        number = action.instances
        for place in range(min(most, number)):
            index, arguments = place * number // min(most, number), []
            for column in reversed(columns):
                index, at = divmod(index, len(column))
                arguments.append(column[at])
            yield ActionStep(action, tuple(reversed(arguments)))


def possible_actions(step: ActionStep) -> tuple[ActionStep, ...]:
    """Return the actions that a step can be, with all values where one is not known."""
    actions = step.action.alternatives or (step.action,)
    choices = (
        tuple(sort.values()) if argument is None else (argument,)
        for sort, argument in zip(step.action.sorts, step.arguments, strict=True)
    )
    return tuple(ActionStep(each, row) for row in product(*choices) for each in actions)


def all_actions(package: Package) -> tuple[ActionStep, ...]:
    """Return all instances of the actions of a package."""
    steps = all_steps(package)
    return tuple(each for step in steps for each in possible_actions(step))


def literals_of(step: ActionStep, number: int, known: Mapping[Any, int]) -> list[int]:
    """Return the literals of all actions that a step, as it is written, can be.

    `known` has them by the number of the step and the action as a term.
    """
    keys = ((number, each.pattern()) for each in possible_actions(step))
    return [known[key] for key in keys if key in known]


def read_steps(
    text: str, package: Package, source: str | None = None
) -> list[ActionStep]:
    """Read actions that follow one another, with or without commas between them.

    `asks(1,2,{s1,s2,s3}) has(2,1)`; a private argument that is not known is `_`.
    Raises ParseError at the word that is wrong.
    """
    return list(_Steps(text, package, source).steps())


class _Steps:
    """One reading of a text, from left to right."""

    def __init__(self, text: str, package: Package, source: str | None) -> None:
        self.text, self.package, self.source = text, package, source
        self.tokens = [(m[0], m.start()) for m in _TOKEN.finditer(text)]
        self.place = 0

    def steps(self) -> Iterator[ActionStep]:
        while self.place < len(self.tokens):
            if self.word in (",", ";") and self.place:
                self.place += 1
                continue
            yield self._step()

    @property
    def word(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    @property
    def _next(self) -> str:
        ahead = self.tokens[self.place + 1 : self.place + 2]
        return ahead[0][0] if ahead else ""

    def _step(self) -> ActionStep:
        name, start = self.word, self.place
        actions = self.package.actions
        if name not in actions:
            near = did_you_mean(name, actions)
            known = f"the actions are {', '.join(actions)}"
            raise self._fault(f"there is no action {name!r}", near or known)
        self.place += 1
        action = actions[name]
        words = self._arguments() if self.word == "(" else []
        if len(words) != len(action.sorts):
            sorts = ",".join(sort.name for sort in action.sorts)
            self.place = start
            raise self._fault(
                f"{name} has {len(action.sorts)} arguments, not {len(words)}",
                f"write {name}({sorts})",
            )
        found = [
            self._value(action, number, *word) for number, word in enumerate(words)
        ]
        return ActionStep(action, tuple(found))

    def _arguments(self) -> list[tuple[str | list[str], int]]:
        """The words of the arguments, those of a set as a list, with their places."""
        found: list[tuple[str | list[str], int]] = []
        self.place += 1
        while self.word != ")":
            at = self.place
            if self.word == "{" or (self.word == "set" and self._next == "("):
                found.append((self._set(), at))
            else:
                found.append((self._name(), at))
            if self.word == ",":
                self.place += 1
            elif self.word != ")":
                raise self._fault("a comma or ) is expected")
        self.place += 1
        return found

    def _set(self) -> list[str]:
        """The words of `{a,b}`, or of `set(a,b)` as programs write it."""
        words: list[str] = []
        self.place += self.word == "set"
        closing = _CLOSING[self.word]
        self.place += 1
        while self.word != closing:
            words.append(self._name())
            if self.word == ",":
                self.place += 1
            elif self.word != closing:
                raise self._fault(f"a comma or {closing} is expected")
        self.place += 1
        return words

    def _name(self) -> str:
        word = self.word
        if not word or not (word == UNSEEN or word[0].isalnum()):
            raise self._fault("a name is expected")
        self.place += 1
        return word

    def _value(
        self, action: ActionSymbol, number: int, word: str | list[str], at: int
    ) -> Value | None:
        if word == UNSEEN:
            if number in action.private:
                return None
            self.place = at
            raise self._fault(
                f"argument {number + 1} of {action.name} is seen by all",
                f"write a {action.sorts[number].name}",
            )
        try:
            return action.sorts[number].value(word)
        except QueryError as error:
            self.place = at
            raise self._fault(str(error), error.hint) from None

    def _fault(self, message: str, hint: str | None = None) -> ParseError:
        ends = len(self.text)
        start = self.tokens[self.place][1] if self.place < len(self.tokens) else ends
        return ParseError(
            message, text=self.text, position=start, source=self.source, hint=hint
        )
