"""Read ISPL files of mystpy, independently of the code that writes them.

It answers formulas by the definition: a formula is true in the file if it is true in
all initial states. An agent knows a formula if it is true in all initial states with
the same observation of the agent. Evolution is the identity, so that these are all
states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

State = dict[str, int]
Holds = Callable[[int], bool]

WORD = re.compile(r"\s*(->|>=|[A-Za-z_][A-Za-z0-9_.]*|\d+|.)")


class System(NamedTuple):
    """The initial states, what each agent observes, atoms, groups and formulas."""

    states: list[State]
    observed: dict[str, list[str]]
    atoms: dict[str, str]
    groups: dict[str, list[str]]
    formulas: list[str]


def section(text: str, name: str) -> str:
    found = re.search(rf"^{name}$(.*?)^end {name}$", text, re.S | re.M)
    assert found, f"there is no section {name}"
    return found[1]


def read(text: str) -> System:
    plain = re.sub(r"--.*", "", text)
    observed = {
        name: [f"Environment.{x.strip()}" for x in seen.split(",")]
        for name, seen in re.findall(r"Agent (\w+)\s+Lobsvars = \{(.*?)\}", plain)
    }
    initial = section(plain, "InitStates")
    rows = re.findall(r"\((Environment[^()]*)\)", initial)
    states = [
        {key: int(value) for key, value in re.findall(r"([\w.]+)=(\d+)", row)}
        for row in rows
    ]
    atoms = re.findall(r"^\s*(\w+) if (.*);$", section(plain, "Evaluation"), re.M)
    groups = re.findall(r"^\s*(\w+) = \{(.*)\};$", section(plain, "Groups"), re.M)
    formulas = re.findall(r"^\s*(.+);$", section(plain, "Formulae"), re.M)
    members = {name: [x.strip() for x in row.split(",")] for name, row in groups}
    return System(states, observed, dict(atoms), members, formulas)


def answers(text: str) -> list[bool]:
    """Return whether each formula of a file is true in all initial states."""
    system = read(text)
    return [
        all(Reader(system, formula).holds(w) for w in range(len(system.states)))
        for formula in system.formulas
    ]


class Reader:
    """A formula read by recursive descent, as a function of the state."""

    def __init__(self, system: System, text: str) -> None:
        self.system = system
        self.words = [word for word in WORD.findall(text) if word.strip()]
        self.holds = self.implication()
        assert not self.words, f"not read: {self.words}"

    def implication(self) -> Holds:
        left = self.chain()
        if self.words[:1] != ["->"]:
            return left
        self.words.pop(0)
        right = self.implication()
        return lambda w: not left(w) or right(w)

    def chain(self) -> Holds:
        parts = [self.unary()]
        word = self.words[0] if self.words else ""
        while self.words and self.words[0] in ("and", "or"):
            assert self.words.pop(0) == word, "and beside or, without parentheses"
            parts.append(self.unary())
        if word == "or":
            return lambda w: any(part(w) for part in parts)
        return lambda w: all(part(w) for part in parts)

    def unary(self) -> Holds:
        word = self.words.pop(0)
        if word == "!":
            body = self.unary()
            return lambda w: not body(w)
        if word == "(":
            inner = self.implication()
            assert self.words.pop(0) == ")"
            return inner
        if word in ("K", "GK", "GCK", "DK"):
            return self.modal(word)
        return self.atom(self.system.atoms[word])

    def modal(self, word: str) -> Holds:
        assert self.words.pop(0) == "("
        who = self.words.pop(0)
        assert self.words.pop(0) == ","
        body = self.implication()
        assert self.words.pop(0) == ")"
        members = [who] if word == "K" else self.system.groups[who]
        if word == "GCK":
            return lambda w: all(map(body, self.reached(members, w)))
        if word == "DK":
            return lambda w: all(map(body, set.intersection(*self.alike(members, w))))
        return lambda w: all(map(body, set.union(*self.alike(members, w))))

    def alike(self, members: list[str], w: int) -> Iterator[set[int]]:
        """For each member the states that look as state w does."""
        states = self.system.states
        for member in members:
            keys = self.system.observed[member]
            yield {
                v
                for v, state in enumerate(states)
                if all(state[key] == states[w][key] for key in keys)
            }

    def reached(self, members: list[str], w: int) -> set[int]:
        found, waiting = set[int](), [w]
        while waiting:
            v = waiting.pop()
            if v not in found:
                found.add(v)
                waiting.extend(set.union(*self.alike(members, v)))
        return found

    def atom(self, condition: str) -> Holds:
        def holds(w: int) -> bool:
            state = self.system.states[w]
            return any(
                state[key] == int(value) if sign == "=" else compared(state, key, sign)
                for key, sign, value in re.findall(r"([\w.]+)(=|>=|<)(\d+)", condition)
            )

        return holds


def compared(state: State, key: str, sign: str) -> bool:
    """The two constants, `world>=0` and `world<0`."""
    return (state[key] >= 0) is (sign == ">=")
