"""Mutants that come from a misconception about who holds a card, or who knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.compilation import pattern, replace
from mystpy.exercises.misconceptions.mutations.rules import MutationWords, Rule
from mystpy.language.atoms import Atom, H
from mystpy.language.nodes import Formula

_ABOUT = pattern(r"(\w+)\((\w+)(.*)\)", re.ASCII)


def _hand_for_pile(f: Formula, words: MutationWords) -> Iterator[Formula]:
    if isinstance(f, H) and f.holder == 0:
        yield from (replace(f, holder=i) for i in words.agents if isinstance(i, int))


def _pile_for_hand(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, H) and f.holder != 0:
        yield replace(f, holder=0)


def _wrong_holder(f: Formula, words: MutationWords) -> Iterator[Formula]:
    if isinstance(f, H) and f.holder != 0:
        players = [i for i in words.agents if isinstance(i, int)]
        yield from (replace(f, holder=i) for i in players if i != f.holder)
    if isinstance(f, Atom) and (found := _ABOUT.fullmatch(f.name)):
        head, holder, rest = found.groups()
        others = (f"{head}({i}{rest})" for i in words.agents if str(i) != holder)
        yield from (Atom(name) for name in others if name in words.atoms)


ATOM_RULES: tuple[tuple[str, Rule], ...] = (
    ("hand-for-pile", _hand_for_pile),
    ("pile-for-hand", _pile_for_hand),
    ("wrong-holder", _wrong_holder),
)
"""The rules by misconception, in the order of the catalogue."""
