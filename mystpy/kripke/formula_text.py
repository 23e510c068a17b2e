"""Reading formulas over the atoms of a model: the shared syntax, D and `[F!]G`.

A hand-written reader: the atoms are a model's own, so that a text can only be read
with a vocabulary, and each name is checked where it stands. Quantifiers range over
the agents, the cards, or a listed set, and are unfolded while they are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from mystpy.errors import ParseError, did_you_mean
from mystpy.kripke.formula import (
    LETTERS,
    MAX_DEPTH,
    After,
    Atom,
    Falsity,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Truth,
    conjunction,
    disjunction,
)

MAX_SIZE = 100_000
"""How many atoms the quantifiers of a text may unfold into."""

_TOKEN = re.compile(r"<->|->|\w+|[^\s\w]", re.ASCII)
_SIGNS = dict(
    zip(
        "↔≡→⊃∨∧¬∀∃∈⊤⊥",
        "<-> <-> -> -> | & ~ forall exists in true false".split(),
        strict=True,
    )
)
_SPELLINGS = {"and": "&", "or": "|", "not": "~", "implies": "->", "iff": "<->"}
RESERVED = frozenset(
    {"K", "E", "C", "D", "true", "false", "forall", "exists", "in", "set"}
)
"""Words of the syntax, which no atom may be called."""

_END = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a formula may speak of: agents, atoms, and named sets to quantify over."""

    agents: tuple[str, ...]
    atoms: frozenset[str]
    domains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, agents: Iterable[str], atoms: Iterable[str]) -> Vocabulary:
        """The vocabulary of these agents and atoms, with the sets they suggest.

        `agents` and `players` are the agents; where atoms are `h(i,x)`, `holders`
        and `cards` are what stands in their first and second place.
        """
        names, held = tuple(agents), tuple(atoms)
        domains = {"agents": names, "players": tuple(a for a in names if a != "0")}
        cells = [re.fullmatch(r"h\((\w+),(\w+)\)", atom) for atom in held]
        if any(cells):
            domains["holders"] = tuple(dict.fromkeys(c[1] for c in cells if c))
            domains["cards"] = tuple(dict.fromkeys(c[2] for c in cells if c))
        return cls(names, frozenset(held), domains)


def parse_formula(
    text: str, vocabulary: Vocabulary, source: str | None = None
) -> Formula:
    """The formula that a text says.

    Raises ParseError with the position, what was expected there, and the nearest
    known word, also for atoms and agents that are not in the vocabulary.
    """
    return _Reader(text, vocabulary, source).whole()


class _Reader:
    """One reading of one text, from left to right."""

    def __init__(self, text: str, vocabulary: Vocabulary, source: str | None) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.source = source
        found = list(_TOKEN.finditer(text))
        self.tokens = [_SIGNS.get(match[0], match[0]) for match in found] + [_END]
        self.starts = [match.start() for match in found] + [len(text.rstrip())]
        self.place = 0
        self.depth = 0
        self.size = 0
        self.bound: dict[str, str] = {}

    def whole(self) -> Formula:
        formula = self.formula()
        if self.word != _END:
            self.unexpected("& | -> <->", "the end")
        return formula

    @property
    def word(self) -> str:
        return self.tokens[self.place]

    def take(self, *wanted: str) -> bool:
        """Go over the next word if it is one of these."""
        if self.word in wanted and self.word != _END:
            self.place += 1
            return True
        return False

    def need(self, mark: str) -> None:
        if not self.take(mark):
            self.unexpected(mark)

    def formula(self, level: int = 0) -> Formula:
        """A formula of operators that bind at least as tightly as the level says.

        0 is <->, 1 is ->, 2 is |, 3 is &.
        """
        left = self.tight()
        while True:
            if level <= 3 and self.word == "&":
                left = conjunction(self.parts(left, "&", 4))
            elif level <= 2 and self.word == "|":
                left = disjunction(self.parts(left, "|", 3))
            elif level <= 1 and self.take("->"):
                left = Implies(left, self.formula(1))
            elif level <= 0 and self.take("<->"):
                left = Iff(left, self.formula(1))
            else:
                return left

    def parts(self, first: Formula, mark: str, level: int) -> list[Formula]:
        found = [first]
        while self.take(mark):
            found.append(self.formula(level))
        return found

    def tight(self) -> Formula:
        """What a connective may join. At most three Python frames for each level."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"the formula is nested deeper than {MAX_DEPTH}")
        if self.take("~"):
            found: Formula = Not(self.tight())
        elif self.take("("):
            found = self.formula()
            self.need(")")
        elif self.take("["):
            said = self.formula()
            self.need("!")
            self.need("]")
            found = After(said, self.tight())
        elif self.word in ("forall", "exists"):
            found = self.quantified()
        else:
            found = self.modal() if self.word in ("K", *LETTERS) else self.atom()
        self.depth -= 1
        return found

    def modal(self) -> Formula:
        letter = self.word
        self.place += 1
        self.need("(")
        group = (self.agent(),) if letter == "K" else self.group()
        self.need(",")
        body = self.formula()
        self.need(")")
        return Knows(group[0], body) if letter == "K" else LETTERS[letter](group, body)

    def agent(self) -> str:
        name = self.name("an agent")
        if name and name not in self.vocabulary.agents:
            self.place -= 1
            known = f"the agents are {', '.join(self.vocabulary.agents)}"
            hint = did_you_mean(name, self.vocabulary.agents) or known
            self.fail(f"there is no agent {name!r} in the model", hint)
        return name

    def group(self) -> tuple[str, ...]:
        if self.word in ("agents", "players"):
            self.place += 1
            found = self.vocabulary.domains[self.tokens[self.place - 1]]
        else:
            found = self.members(self.agent)
        if not found:
            self.fail("a group of agents must not be empty")
        order = self.vocabulary.agents.index
        return tuple(sorted(set(found) - {""}, key=order)) or found

    def members(self, member: object = None) -> tuple[str, ...]:
        """The members of a set written `[..]`, `{..}` or `set(..)`."""
        self.take("set")
        closing = {"[": "]", "{": "}", "(": ")"}.get(self.word)
        if closing is None:
            self.unexpected("[", "{")
        self.place += 1
        found: list[str] = []
        while not self.take(closing):
            if found:
                self.need(",")
            found.append(member() if callable(member) else self.name("a name"))
        return tuple(found)

    def name(self, wanted: str) -> str:
        if not re.fullmatch(r"\w+", self.word) or self.word in RESERVED:
            self.unexpected(wanted)
        self.place += 1
        word = self.tokens[self.place - 1]
        return self.bound.get(word, word)

    def quantified(self) -> Formula:
        join = conjunction if self.word == "forall" else disjunction
        self.place += 1
        variable = self.variable()
        domain = self.domain()
        self.need(":")
        start, before, parts = self.place, dict(self.bound), []
        for member in domain or ("",):  # an empty set has its body read as well
            self.place = start
            self.bound[variable] = member
            parts.append(self.formula())
        self.bound = before
        return join(parts if domain else [])

    def domain(self) -> tuple[str, ...]:
        """What a quantifier ranges over."""
        self.need("in")
        if self.word in self.vocabulary.domains:
            self.place += 1
            return self.vocabulary.domains[self.tokens[self.place - 1]]
        if re.fullmatch(r"\w+", self.word) and self.word != "set":
            known = self.vocabulary.domains
            self.fail(f"there is no set {self.word!r}", did_you_mean(self.word, known))
        return self.members()

    def variable(self) -> str:
        word = self.word
        if not re.fullmatch(r"[A-Za-z_]\w*", word) or word in RESERVED:
            self.unexpected("a variable")
        if word in self.vocabulary.agents or word in self.vocabulary.atoms:
            hint = "choose another letter, such as x or i"
            self.fail(f"{word} cannot be a variable, it is a name already", hint)
        self.place += 1
        return word

    def atom(self) -> Formula:
        start = self.place
        if self.take("true", "false"):
            return Truth() if self.tokens[start] == "true" else Falsity()
        name = self.name("a formula")
        if self.take("("):
            places = [self.name("a name")]
            while self.take(","):
                places.append(self.name("a name"))
            self.need(")")
            name = f"{name}({','.join(places)})"
        self.size += 1
        if self.size > MAX_SIZE:
            self.fail(f"the quantifiers unfold into more than {MAX_SIZE} atoms")
        if name not in self.vocabulary.atoms and "" not in self.bound.values():
            self.place = start
            self.fail(f"there is no atom {name} in the model", self.near(name))
        return Atom(name)

    def near(self, name: str) -> str | None:
        atoms = sorted(self.vocabulary.atoms)
        few = ", ".join(atoms[:6]) + (", ..." if len(atoms) > 6 else "")
        listed = f"the atoms are {few}" if atoms else "the model has no atoms"
        return did_you_mean(name, atoms) or listed

    def unexpected(self, *expected: str) -> NoReturn:
        if self.word == _END:
            self.fail("the text ends too early", None, expected)
        spelt = _SPELLINGS.get(self.word)
        hint = f"did you mean {spelt}?" if spelt else None
        self.fail(f"unexpected {self.word[:40]!r}", hint, expected)

    def fail(
        self, message: str, hint: str | None = None, expected: Iterable[str] = ()
    ) -> NoReturn:
        raise ParseError(
            message,
            text=self.text,
            position=self.starts[self.place],
            expected=tuple(expected),
            hint=hint,
            source=self.source,
        )
