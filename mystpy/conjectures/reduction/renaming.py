"""A formula with another name for a free variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, TypeVar, cast

from mystpy.compilation import replace
from mystpy.language.atoms import ActionTerm, Node, Var
from mystpy.language.nodes import Formula
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import terms, walk

N = TypeVar("N", bound=Node)


def renamed(node: N, old: str, new: str) -> N:
    """Return a formula with `new` for the free variable `old`; `new` must be fresh."""
    return cast("N", _renamed(node, old, new))


def _renamed(part: Any, old: str, new: str) -> Any:
    match part:
        case Var(name):
            return Var(new) if name == old else part
        case tuple():
            return tuple(_renamed(each, old, new) for each in part)
        case frozenset():
            return frozenset(_renamed(each, old, new) for each in part)
        case Node() | ActionTerm():
            names = list(getattr(part, "__dataclass_fields__", ()))
            if isinstance(part, Binder) and part.var == old:
                names = ["domain"]
            found = {name: _renamed(getattr(part, name), old, new) for name in names}
            return replace(part, **found) if found else part
    return part


def fresh_names(node: Formula, others: Iterable[str]) -> Iterator[str]:
    """Yield names that are neither in the formula nor among others."""
    used = {*others}
    for part in walk(node):
        if isinstance(part, Binder):
            used.add(part.var)
        for term in terms(part):
            members = term if isinstance(term, tuple | frozenset) else (term,)
            used |= {str(each) for each in members}
    return (name for k in count(1) if (name := f"v{k}") not in used)
