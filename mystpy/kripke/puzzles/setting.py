"""A puzzle with its sizes chosen: all names written out, nothing computed yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mystpy.compilation import dataclass, pattern, replace
from mystpy.errors import did_you_mean
from mystpy.kripke.construction import unnamable_items
from mystpy.kripke.faults import ModelError
from mystpy.kripke.puzzles.expressions import (
    compute,
    fill_template,
    members,
    numbers_of,
    replace_variable,
    unfold,
    unfolded_over,
    whole,
    written_out,
)
from mystpy.kripke.puzzles.puzzle_file import EVENT_TEXTS, Puzzle, PuzzleEvent
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.temporal import PAST_WORDS
from mystpy.language.vocabulary import ModelWords

YES_NO = "yes/no"
AT_FIRST = {"no": False, "yes": True}
"""The initial values of a variable in all worlds that an action may change."""
KNOWS_VALUE = pattern(r"\bKv\(\s*(\w+)\s*,\s*(\w+)(?:\s*,\s*(\w+))?\s*\)")
"""An atom that says that an agent knows a value; see `knows_value`."""
_APPLIED = pattern(r"(\w+)\(([^()]*)\)")
_NAME = pattern(r"(\w+)\((\w+)\)")


@dataclass(frozen=True, slots=True)
class Setting:
    """The puzzle's variables, values, agents and actual world, written out.

    `domains` gives for each variable its possible values: `yes/no` (or `no` or `yes`,
    its initial value), a range, a list or a table. `values` gives the expression of
    each further value, and `sees` the expressions that each agent sees. `actual` gives
    the known expressions or values of variables in the actual world, and `actions` the
    tables of action models, as model files have them.
    """

    puzzle: Puzzle
    sizes: Mapping[str, int]
    domains: Mapping[str, Any]
    values: Mapping[str, str]
    sees: Mapping[str, tuple[str, ...]]
    actual: Mapping[str, Any]
    actions: Mapping[str, Any]

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents' names, in order."""
        return tuple(self.sees)

    def filled(self, text: str) -> str:
        """The text with numbers for `{n}`, `{n - 1}` and the like."""
        return fill_template(text, self.sizes)

    def formulas(self) -> list[str]:
        """The texts of all formulas, in sayings, questions and events."""
        sayings = self.sayings()
        found = [text for one in sayings for text in (one.formula, one.expect) if text]
        kinds = ("formula", "agents")
        found += [ask.what for ask in self.puzzle.asks if ask.kind in kinds]
        return found + list(
            _texts([row.get("events") for row in self.actions.values()])
        )

    def words(self) -> set[str]:
        """All words of the formulas."""
        return set(re.findall(r"\w+", " ".join(self.formulas())))

    def applied(self) -> dict[str, set[str]]:
        """The names in the formulas before a bracket, and what is in it."""
        found: dict[str, set[str]] = {}
        for text in self.formulas():
            for name, inside in _APPLIED.findall(self.filled(text)):
                found.setdefault(name, set()).add(inside.replace(" ", ""))
        return found

    def known_values(self) -> set[str]:
        """The names x of `Kv(i,x)` in the formulas."""
        return {base for _, base, _ in KNOWS_VALUE.findall(" ".join(self.formulas()))}

    def sayings(self) -> Iterator[PuzzleEvent]:
        """Yield the announcements, with all numbers filled in."""
        for saying in self.puzzle.sayings:
            if not saying.each:
                yield self._filled_in(saying, self.filled)
                continue
            name, numbers = unfolded_over(saying.each, self.sizes)
            for number in numbers:

                def written(text: str, number: int = number, name: str = name) -> str:
                    return self.filled(replace_variable(text, name, number))

                for part in saying.parts or (saying,):
                    yield self._filled_in(part, written)

    def _filled_in(
        self, saying: PuzzleEvent, written: Callable[[str], str]
    ) -> PuzzleEvent:
        """The saying with each text as written."""
        texts: dict[str, Any]
        texts = {key: written(getattr(saying, key)) for key in EVENT_TEXTS}
        groups = tuple(map(written, saying.to)), tuple(map(written, saying.shares))
        return replace(saying, **texts, to=groups[0], shares=groups[1])

    def yes_no_words(self, known: Iterable[str]) -> ModelWords:
        """Return the words of formulas, if all variables are yes-or-no variables.

        `known` are the atoms for the knowledge of such a variable.
        """
        plain = ModelWords.of(self.agents, [*self.domains, *known])
        domains = {**indices(self.domains), **plain.domains}
        return ModelWords(plain.agents, plain.atoms, domains)

    def needs_past(self) -> bool:
        """Return whether formulas refer to the past, so that it has to be kept."""
        return not self.words().isdisjoint(PAST_WORDS)

    def acts(self) -> bool:
        """Whether actions may change the facts."""
        return bool(self.actions)

    def computed(self) -> set[str]:
        """The names of further values, before a bracket."""
        return {split_name(name)[0] for name in self.values}

    def only_listed(self) -> str:
        """Return the event that requires a list of all worlds; empty if none does."""
        if any(saying.to or saying.shares for saying in self.sayings()):
            return "a group is told something"
        return "facts are changed" if self.acts() else ""

    def is_yes_no(self, name: str) -> bool:
        """Whether a name is that of a variable of yes and no."""
        return self.domains.get(name) in (YES_NO, *AT_FIRST)

    def all_yes_no(self) -> bool:
        """Whether there is nothing but variables of yes and no, free of conditions."""
        plain = not (self.puzzle.rows or self.puzzle.where or self.values)
        return plain and all(domain == YES_NO for domain in self.domains.values())


def split_name(name: str) -> tuple[str, str]:
    """`m(2)` is `m` and `2`, and `x` is `x` and nothing."""
    found = _NAME.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def atom_of(name: str, value: str) -> str:
    """The atom that says that something has a value: `x(3)`, `hat(2,red)`."""
    base, index = split_name(name)
    return f"{base}({index},{value})" if index else f"{base}({value})"


def knows_value(agent: str, name: str) -> str:
    """The atom that says that an agent knows a value: `Kv(a,x)`, `Kv(1,m,2)`."""
    return f"Kv({','.join(filter(None, (agent, *split_name(name))))})"


def known_value(atom: str) -> tuple[str, str] | None:
    """Return who knows which value by an atom; None for other atoms."""
    found = KNOWS_VALUE.fullmatch(atom)
    if found is None:
        return None
    agent, base, index = found.groups()
    return agent, f"{base}({index})" if index else base


def choose_sizes(puzzle: Puzzle, given: Mapping[str, int]) -> dict[str, int]:
    """The sizes, those that are not given by default; ModelError for impossible ones.

    A default, least or most may be an expression of the sizes before it.
    """
    known = [size.name for size in puzzle.sizes]
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"it has {', '.join(known)}" if known else "it has no sizes"
            )
            raise ModelError(
                f"the puzzle {puzzle.name} has no size {name!r}", hint=hint, word=name
            )
    found: dict[str, int] = {}
    for size in puzzle.sizes:
        value = given.get(size.name, None)
        found[size.name] = whole(size.default, found) if value is None else value
        least, most = whole(size.least, found), whole(size.most, found)
        if not least <= found[size.name] <= most:
            raise ModelError(
                f"{size.name} is {found[size.name]}, but {size.means}: "
                f"{least} to {most}",
                word=size.name,
            )
    return found


def arrange(puzzle: Puzzle, given: Mapping[str, int] | None = None) -> Setting:
    """The setting of a puzzle with these sizes. Raises ModelError."""
    sizes = choose_sizes(puzzle, given or {})
    domains = {k: _domain(v, sizes) for k, v in members(puzzle.variables, sizes)}
    values = {k: str(v) for k, v in members(puzzle.values, sizes)}
    sees = {
        agent: tuple(name for text in seen for name, _ in unfold(text, sizes))
        for agent, seen in members(puzzle.agents, sizes)
    }
    for what in unnamable_items(sees, ()):
        raise ModelError(f"{puzzle.name}: no formula can name the {what}")
    actions = written_out(puzzle.actions, sizes)
    actual = {
        name: _sized(value, domains.get(name), sizes)
        for name, value in members(puzzle.actual, sizes)
    }
    for name in actual:
        if name not in domains and name not in values:
            raise ModelError(
                f"there is no value {name!r}",
                hint=did_you_mean(name, [*domains, *values]),
                word=name,
            )
    found = Setting(puzzle, sizes, domains, values, sees, actual, actions)
    for saying in found.sayings():
        for agent in (*saying.to, *saying.shares):
            if agent not in sees:
                raise ModelError(
                    f"{saying.says!r} is told to {agent!r}, who is no agent",
                    hint=did_you_mean(agent, list(sees)),
                    word=agent,
                )
    return found


def _texts(value: Any) -> Iterator[str]:
    """All texts of tables and lists, those that are keys as well."""
    match value:
        case str():
            yield value
        case dict():
            yield from _texts([*value, *value.values()])
        case list():
            for part in value:
                yield from _texts(part)


def _domain(value: Any, sizes: Mapping[str, int]) -> Any:
    """The values of a variable; a text that is no range is an error."""
    if isinstance(value, str) and value not in (YES_NO, *AT_FIRST):
        found = numbers_of(value, sizes)
        if found is None:
            raise ModelError(
                f"the values {value!r} are neither a range nor {YES_NO}",
                hint="write 1..n, 'yes/no' ('no' for no at first), or a list of values",
            )
        return found
    return value


def _sized(value: Any, domain: Any, sizes: Mapping[str, int]) -> Any:
    """An actual value; a text that can be no word is an expression of the sizes."""
    if isinstance(domain, str):
        return bool(compute(value, sizes, {}) if isinstance(value, str) else value)
    if isinstance(domain, range) and isinstance(value, str):
        return whole(value, sizes)
    return value


def read_formula(
    setting: Setting, text: str, vocabulary: ModelWords, agent: str | None = None
) -> Formula:
    """A formula of a puzzle's file, with an agent for the variable i if there is one.

    Raises ParseError.
    """
    filled = setting.filled(text)
    filled = filled if agent is None else replace_variable(filled, "i", agent)
    return parse_in_model(filled, vocabulary, setting.puzzle.name)


def indices(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each family m(1), m(2), ... the indices, to quantify over."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        base, index = split_name(name)
        found[base] = (*found.get(base, ()), index)
    return {base: places for base, places in found.items() if all(places)}


def names_of_agents(template: str, agents: Iterable[str]) -> dict[str, str]:
    """For each agent the name that a template such as `m(i)` is for it."""
    return {agent: re.sub(r"\bi\b", agent, template) for agent in agents}
