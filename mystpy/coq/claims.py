"""The claims that Coq checks for statements with a formula: proofs/Statements.v.

A claim says that the statement holds in all games of the row's scope. The statement is
the term of the formula that the bench prints. A program in `tools/` writes the file.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import cache
from re import MULTILINE

from mystpy.axioms import proofs_dir
from mystpy.compilation import NamedTuple, pattern
from mystpy.coq.terms import StatementTerm, statement_term
from mystpy.errors import NotCovered
from mystpy.files.toml import file_text

FILE = "Statements.v"
_SIZE = pattern(r"([mnpq]|c|[0-9]+)")
_SUM = pattern(r"[mnpqc0-9]+(?:\+[mnpqc0-9]+)*")
_CLAIM = pattern(
    r"^Definition statement_\w+ :=\n(?:  .*\n)+"
    r"Definition claim_\w+ : Prop :=\n(?:  .*\n)+",
    MULTILINE,
)


class Claim(NamedTuple):
    """A statement, or a formalization of it, as a term, with the games of its scope."""

    name: str
    term: StatementTerm
    sizes: tuple[str, ...]
    refuted: bool = False

    @property
    def theorem(self) -> str:
        """Return the proposition as Coq names it: the type of its theorem."""
        return f"{FILE.removesuffix('.v')}.claim_{self.name}"

    @property
    def body(self) -> str:
        """Return the proposition: it holds in all such games, or fails in one."""
        said = f"holds G statement_{self.name}"
        if self.refuted:
            return "exists G, " + " /\\ ".join((*self.sizes, f"~ {said}"))
        return "forall G, " + " -> ".join((*self.sizes, said))

    @property
    def definitions(self) -> str:
        """Return the definitions of the statement and of the claim."""
        return (
            f"Definition statement_{self.name} :=\n{_wrapped(str(self.term))}.\n"
            f"Definition claim_{self.name} : Prop :=\n{_wrapped(self.body)}.\n"
        )

    def written(self, words: str) -> str:
        """Return the definitions, after a comment with the statement in words."""
        lines = textwrap.fill(
            words, 74, subsequent_indent="   ", break_long_words=False
        )
        return f"(* {lines} *)\n{self.definitions}"

    def is_written(self) -> bool:
        """Return whether proofs/Statements.v has these definitions as they are now."""
        return self.definitions in _definitions()


@cache
def _definitions() -> frozenset[str]:
    """Return the definitions of each claim in proofs/Statements.v."""
    folder = proofs_dir()
    text = "" if folder is None else file_text(folder / FILE)
    return frozenset(_CLAIM.findall(text))


def claim_of(
    id: str,
    reading: str | None,
    text: str,
    scope: Mapping[str, object],
    *,
    refuted: bool = False,
) -> Claim | None:
    """Return the claim of a row of theorems.toml; None if it has no formula."""
    term = statement_term(text)
    if term is None:
        return None
    return Claim(claim_name(id, reading), term, _sizes(scope), refuted)


def claim_name(id: str, reading: str | None) -> str:
    """Return a name for Coq: the identifier, and a mark for a formalization."""
    name = id.replace("-", "_").replace(".", "_")
    return name if reading is None else f"{name}_as_read"


def _sizes(scope: Mapping[str, object]) -> tuple[str, ...]:
    """Return the conditions on the constants of a game, apart from (2.1)."""
    found = ["valid_sizes G"]
    for letters, value in scope.items():
        if value == "any" or (letters, value) == ("p", ">= 2"):
            continue
        if letters not in ("m", "n", "p", "q"):
            raise NotCovered(f"{letters} = {value} is no condition on a game")
        found.append(_condition(letters, str(value)))
    return tuple(found)


def _condition(letter: str, value: str) -> str:
    for sign, order in ((">= ", "{1} <= {0} G"), ("<= ", "{0} G <= {1}")):
        if value.startswith(sign):
            return order.format(letter, _sum(value.removeprefix(sign)))
    least, dots, most = value.partition("..")
    if dots:
        return f"{_sum(least)} <= {letter} G <= {_sum(most)}"
    return f"{letter} G = {_sum(value)}"


def _sum(text: str) -> str:
    if not _SUM.fullmatch(text):
        raise NotCovered(f"{text} is no sum of constants of a game")
    words = [
        "deck_size G" if x == "c" else x if x.isdigit() else f"{x} G"
        for x in text.split("+")
    ]
    return " + ".join(words)


def _wrapped(text: str) -> str:
    return textwrap.fill(
        text,
        78,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
