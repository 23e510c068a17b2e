"""Rules of two theories in one program: each copy has a prefix of its own.

The predicates of a copy begin with its prefix, so that the same text can be there
twice, for two runs, beside another theory with the same words.
"""

from __future__ import annotations

import atexit
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mystpy.engines.backend import ClingoModule

_ast = ClingoModule("clingo.ast")


def parsed_text(text: str) -> list[Any]:
    """Return the statements of a text that is free of faults."""
    found: list[Any] = []
    _ast.parse_string(text, found.append, logger=lambda _code, _message: None)
    return found


@lru_cache(maxsize=16)
def parsed_files(paths: tuple[Path, ...]) -> tuple[Any, ...]:
    """Return the statements of files and of those that they include."""
    found: list[Any] = []
    _ast.parse_files([str(path) for path in paths], found.append)
    return tuple(found)


atexit.register(parsed_files.cache_clear)  # clingo frees no statement after its module


def is_rule(node: Any) -> bool:
    """Whether a statement is a rule."""
    return str(node.ast_type) == "ASTType.Rule"


def is_constraint(node: Any) -> bool:
    """Whether a rule has no head."""
    head = node.head
    return (
        str(head.ast_type) == "ASTType.Literal"
        and str(head.atom.ast_type) == "ASTType.BooleanConstant"
    )


def is_plain(node: Any) -> bool:
    """Whether the head of a rule is one atom."""
    head = node.head
    return (
        str(head.ast_type) == "ASTType.Literal"
        and str(head.atom.ast_type) == "ASTType.SymbolicAtom"
    )


def copied(node: Any, prefix: str, constants: Mapping[str, int] | None = None) -> str:
    """Return a rule as a text, with a prefix for predicates and numbers for constants.

    Terms are left as they are, but for the constants.
    """
    return str(_Copy(prefix, constants or {})(node))


def body_text(node: Any, prefix: str, constants: Mapping[str, int]) -> str:
    """Return the body of a rule, copied; `#true` if there is none."""
    copy = _Copy(prefix, constants)
    return "; ".join(str(copy(part)) for part in node.body) or "#true"


def head_text(node: Any, prefix: str, constants: Mapping[str, int]) -> str:
    """Return the head of a rule, copied."""
    return str(_Copy(prefix, constants)(node.head))


class _Copy:
    """A copy of a part of a rule."""

    def __init__(self, prefix: str, constants: Mapping[str, int]) -> None:
        from clingo import Function, Number

        self._prefix, self._function = prefix, Function
        self._numbers = {Function(c): Number(v) for c, v in constants.items()}

    def __call__(self, node: Any) -> Any:
        kind = str(node.ast_type).removeprefix("ASTType.")
        if kind == "SymbolicAtom":
            return node.update(symbol=self._renamed(node.symbol))
        if kind == "SymbolicTerm":
            known = self._numbers.get(node.symbol)
            return node if known is None else node.update(symbol=known)
        changes = {}
        for key in node.child_keys:
            child = getattr(node, key)
            if child is None:
                continue
            if hasattr(child, "ast_type"):
                changes[key] = self(child)
            else:
                changes[key] = [self(x) if hasattr(x, "ast_type") else x for x in child]
        return node.update(**changes)

    def _renamed(self, symbol: Any) -> Any:
        if str(symbol.ast_type) == "ASTType.UnaryOperation":
            return symbol.update(argument=self._renamed(symbol.argument))
        if str(symbol.ast_type) == "ASTType.Pool":
            return symbol.update(arguments=[self._renamed(x) for x in symbol.arguments])
        arguments = [self(x) for x in symbol.arguments]
        return symbol.update(name=f"{self._prefix}{symbol.name}", arguments=arguments)


def action_names(statements: Collection[Any]) -> dict[tuple[str, int], None]:
    """Return the names and arities of actions that rules for `action(A)` have."""
    found: dict[tuple[str, int], None] = {}
    for node in statements:
        if is_rule(node) and is_plain(node):
            symbol = node.head.atom.symbol
            if getattr(symbol, "name", "") == "action" and len(symbol.arguments) == 1:
                action = symbol.arguments[0]
                if str(action.ast_type) == "ASTType.Function":
                    found[action.name, len(action.arguments)] = None
    return found
