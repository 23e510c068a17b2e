"""A reader of formulas in SMCDEL's text format.

`&` and `|` have the same precedence, and so have `->` and `iff`, which bind less
tightly; all group from the left. Knowledge operators and announcements bind more
tightly than both; but the scope of `K a F` extends as far as possible. An atom 5 is
called p5.

The agents outside of a group do not hear an announcement to the group, but they see
that the group hears whether it is true or false (semi-private announcements, as SMCDEL
has them).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations

from mystpy.errors import ParseError, SourceText
from mystpy.kripke.bdd import StructureAnnouncement
from mystpy.kripke.smcdel.lexis import StructureWord, words
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import (
    Announcing,
    Common,
    Distributed,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
)
from mystpy.language.subformulas import (
    MAX_DEPTH,
    children,
    is_objective,
    refuse_deep,
    walk,
    with_children,
)
from mystpy.language.temporal import Doing

_BEGINS = ("Top", "a number", "~", "(", "[", "<", "AND", "an agent")


def atom(number: int | str) -> Atom:
    """The atom with a number."""
    return Atom(f"p{number}")


class FormulaReader(SourceText):
    """A text that is read word by word."""

    def __init__(self, text: str, source: str | None) -> None:
        super().__init__(text, source)
        self.tokens = words(self)
        self.at = 0
        self.depth = 0

    @property
    def next(self) -> StructureWord:
        """The word that is next."""
        return self.tokens[self.at]

    def sees(self, *texts: str) -> bool:
        """Whether one of these signs is next."""
        return self.next.kind == "key" and self.next.text in texts

    def take(self, *kinds: str) -> str:
        """The next word, of one of these kinds or texts. Raises ParseError."""
        token = self.next
        if token.kind not in kinds and not self.sees(*kinds):
            raise self.wrong(kinds)
        self.at += 1
        return token.text

    def wrong(self, expected: tuple[str, ...]) -> ParseError:
        """The error for a word that does not belong here."""
        token = self.next
        found = "the end" if token.kind == "end" else repr(token.text)
        return self.fault(
            f"{found} cannot be used here", token.place, expected=expected
        )

    def read_list(self, kind: str) -> list[str]:
        """Words with commas between."""
        found = [self.take(kind)]
        while self.sees(","):
            self.at += 1
            found.append(self.take(kind))
        return found

    def formula(self) -> Formula:
        """A formula that reaches as far as it can."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"the formula is nested deeper than {MAX_DEPTH}"
            raise self.fault(message, self.next.place)
        found = self._chain()
        self.depth -= 1
        return found

    def _chain(self) -> Formula:
        found = self._junction()
        while self.sees("->", "iff"):
            kind = Implies if self.take("key") == "->" else Iff
            found = kind(found, self._junction())
        return found

    def _junction(self) -> Formula:
        found = self.unit()
        while self.sees("&", "|"):
            join = conjunction if self.take("key") == "&" else disjunction
            found = join([found, self.unit()])
        return found

    def unit(self) -> Formula:
        """Return an operand of connectives."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"the formula is nested deeper than {MAX_DEPTH}"
            raise self.fault(message, self.next.place)
        found = self._unit()
        self.depth -= 1
        return found

    def _unit(self) -> Formula:
        token = self.next
        if token.kind == "number":
            return atom(int(self.take("number")))
        if self._group_is_next():
            return self._of_group()
        if token.kind != "key" or token.text not in _READERS:
            raise self.wrong(_BEGINS)
        self.at += 1
        return _READERS[token.text](self)

    def _group_is_next(self) -> bool:
        """Whether agents are next, and not a formula in brackets."""
        if self.next.kind == "name":
            return True
        after = self.tokens[self.at + 1 : self.at + 3]
        return (
            self.sees("(")
            and [t.kind for t in after] == ["name", "key"]
            and (after[1].text in (",", ")"))
        )

    def _of_group(self) -> Formula:
        place, bracket = self.next.place, self.sees("(")
        self.at += bracket
        agents = self.read_list("name")
        if bracket:
            self.take(")")
        word, _, kind = self.take("key").partition(" ")
        if word not in _KNOWING or (word == "knows" and (len(agents) > 1 or bracket)):
            self.at -= 1
            raise self.fault(
                "the known formula is expected here",
                self.tokens[self.at].place if word in _KNOWING else place,
                "write alice knows that 1, or (alice,bob) comknow that 1",
            )
        many = word == "knows" and kind == "whether" and self.sees("(")
        many = many and not self._group_is_next()
        bodies = self._bodies() if many else [self.unit()]
        return conjunction(
            _known(_KNOWING[word], agents, body, kind) for body in bodies
        )

    def _bodies(self) -> list[Formula]:
        self.take("(")
        return self.several()

    def several(self) -> list[Formula]:
        """Formulas with commas between, up to a bracket."""
        found = [self.formula()]
        while self.sees(","):
            self.at += 1
            found.append(self.formula())
        self.take(")")
        return found

    def known_by(self, kind: str) -> Formula:
        """`K a F` and `Kw a F`."""
        agent = self.take("name")
        return _known(_one, [agent], self.formula(), kind)

    def announced(self, close: str) -> Formula:
        """`[!F]G` and `[?!F]G`, or with `<` and `>`; to a group: `[a,b ! F]G`."""
        place = self.next.place
        group = self.read_list("name") if self.next.kind == "name" else None
        whether = self.sees("?")
        self.at += whether
        self.take("!")
        said = self.formula()
        name = " ".join(self.text[place : self.next.place].split())
        self.take(close)
        body = self.unit()
        some = close == ">"
        if group is not None:
            telling = StructureAnnouncement(tuple(group), said, whether)
            return Doing(not some, name, None, body, telling)
        goal = Not(body) if some else body
        found: Formula = Announcing(said, goal)
        if whether:
            found = conjunction([found, Announcing(Not(said), goal)])
        return Not(found) if some else found

    def quantified(self, every: bool) -> Formula:
        """`Forall 1,2 F`: whatever is true of these atoms."""
        place = self.next.place
        names = [str(atom(number)) for number in self.read_list("number")]
        body = self.formula()
        if not is_objective(body) or any(
            isinstance(f, Announcing | Doing) for f in walk(body)
        ):
            message = "quantifiers over atoms are read of formulas without knowledge"
            raise self.fault(message, place)
        join = conjunction if every else disjunction
        for name in names:
            body = join([_put(body, name, Truth()), _put(body, name, Falsity())])
            refuse_deep(body)
        return body


def _one(agents: list[str], body: Formula) -> Formula:
    return Knows(agents[0], body)


_KNOWING: dict[str, Callable[[list[str], Formula], Formula]] = {
    "knows": _one,
    "comknow": lambda agents, body: Common(tuple(agents), body),
    "distknow": lambda agents, body: Distributed(tuple(agents), body),
}


def _known(
    made: Callable[[list[str], Formula], Formula],
    agents: list[str],
    body: Formula,
    kind: str,
) -> Formula:
    """Knowledge that something is so, or whether it is."""
    if kind == "that":
        return made(agents, body)
    return disjunction([made(agents, body), made(agents, Not(body))])


def _put(formula: Formula, name: str, value: Formula) -> Formula:
    """A formula with a constant in the place of an atom."""
    if isinstance(formula, Atom) and formula.name == name:
        return value
    parts = children(formula)
    if not parts:
        return formula
    return with_children(formula, [_put(part, name, value) for part in parts])


def _exclusive(parts: list[Formula]) -> Formula:
    """An odd number of them is true."""
    return reduce(lambda one, other: Not(Iff(one, other)), parts)


def _one_of(parts: list[Formula]) -> Formula:
    """Exactly one of them is true."""
    pairs = (Not(conjunction(pair)) for pair in combinations(parts, 2))
    return conjunction([disjunction(parts), *pairs])


def _bracketed(reader: FormulaReader) -> Formula:
    found = reader.formula()
    reader.take(")")
    return found


def _joined(
    join: Callable[[list[Formula]], Formula],
) -> Callable[[FormulaReader], Formula]:
    def read(reader: FormulaReader) -> Formula:
        reader.take("(")
        return join(reader.several())

    return read


_READERS: dict[str, Callable[[FormulaReader], Formula]] = {
    "Top": lambda _: Truth(),
    "Bot": lambda _: Falsity(),
    "~": lambda reader: Not(reader.unit()),
    "(": _bracketed,
    "AND": _joined(conjunction),
    "OR": _joined(disjunction),
    "XOR": _joined(_exclusive),
    "ONEOF": _joined(_one_of),
    "K": lambda reader: reader.known_by("that"),
    "Kw": lambda reader: reader.known_by("whether"),
    "[": lambda reader: reader.announced("]"),
    "<": lambda reader: reader.announced(">"),
    "Forall": lambda reader: reader.quantified(every=True),
    "Exists": lambda reader: reader.quantified(every=False),
}
