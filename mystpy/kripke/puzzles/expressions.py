"""The arithmetic of puzzle files: `x + y <= n`, `hat(1) == "red"`, `m(i) for ...`.

Expressions are read with Python's own parser and computed over arrays, one entry for
each world; only what is listed here is understood. Words in quotes become numbers.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from mystpy.compilation import pattern
from mystpy.errors import did_you_mean
from mystpy.kripke.faults import ModelError

Column = npt.NDArray[np.int64]
"""A value for each world."""

Words = dict[str, int]
"""The numbers of the words that are values, such as colours."""

_FIRST_WORD = -(10**12)

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.USub: operator.neg,
    ast.Not: np.logical_not,
    ast.And: np.logical_and,
    ast.Or: np.logical_or,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": np.abs,
    "min": np.minimum,
    "max": np.maximum,
}
_FOR = pattern(r"(.+?)\s+for\s+(\w+)\s+in\s+(.+?)\.\.(.+?)(?:\s+if\s+(.+))?")
_RANGE = pattern(r"(.+?)\.\.(.+)")
MOST = 100_000
"""How many members a range of a file may have."""


def number_of(word: str, words: Words) -> int:
    """Return the number of a word; a new number if the word is new."""
    return words.setdefault(word, _FIRST_WORD - len(words))


def compute(text: str, columns: Mapping[str, Any], words: Words) -> Any:
    """The value of an expression over columns (and whole numbers) by name.

    A call `m(2)` looks for the column `m(2)`; `total(m)` adds all columns `m(..)`.
    Raises ModelError, with the text, for what cannot be read.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return _Computing(text, columns, words).of(tree.body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ModelError(f"the expression {text!r} cannot be read") from None
    except ZeroDivisionError:
        raise ModelError(f"the expression {text!r} divides by 0") from None


class _Computing:
    def __init__(self, text: str, columns: Mapping[str, Any], words: Words) -> None:
        self.text = text
        self.columns = columns
        self.words = words

    def of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=str(word)):
                return number_of(word, self.words)
            case ast.Constant(value=int(value)):
                return int(value)
            case ast.Name(id=name):
                return self.column(name)
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self.of(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                both = _counted(self.of(left)), _counted(self.of(right))
                return _OPERATORS[type(op)](*both)
            case ast.BoolOp(op=op, values=values):
                return self.folded(_OPERATORS[type(op)], values)
            case ast.Compare():
                return self.compared(node)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.called(name, args)
        raise ModelError(f"{ast.unparse(node)!r} means nothing in {self.text!r}")

    def folded(self, join: Callable[..., Any], nodes: list[ast.expr]) -> Any:
        found = self.of(nodes[0])
        for node in nodes[1:]:
            found = join(found, self.of(node))
        return found

    def compared(self, node: ast.Compare) -> Any:
        found, left = None, self.of(node.left)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _OPERATORS:
                raise ModelError(f"unknown comparison in {self.text!r}")
            right = self.of(comparator)
            holds = _OPERATORS[type(op)](left, right)
            found = holds if found is None else np.logical_and(found, holds)
            left = right
        return found

    def called(self, name: str, args: list[ast.expr]) -> Any:
        if name in _FUNCTIONS and len(args) >= 1:
            if name == "abs":
                return np.abs(self.of(args[0]))
            return self.folded(_FUNCTIONS[name], args)
        if name == "total" and len(args) == 1 and isinstance(args[0], ast.Name):
            family = f"{args[0].id}("
            members = [c for key, c in self.columns.items() if key.startswith(family)]
            if members:
                return sum(members)
        places = ",".join(_place(self.of(arg)) for arg in args)
        return self.column(f"{name}({places})")

    def column(self, name: str) -> Any:
        if name not in self.columns:
            raise ModelError(
                f"there is no value {name!r} in {self.text!r}",
                hint=did_you_mean(name, self.columns),
                word=name,
            )
        return self.columns[name]


def _counted(value: Any) -> Any:
    """Truth values as 0 and 1, to be added."""
    array = np.asarray(value)
    return array.astype(np.int64) if array.dtype == np.bool_ else value


def _place(value: Any) -> str:
    if not isinstance(value, int):
        raise ModelError("an index must be a whole number")
    return str(value)


def whole(text: str | int, sizes: Mapping[str, int]) -> int:
    """The whole number that an expression of the sizes is. Raises ModelError."""
    found = compute(str(text), sizes, {})
    if isinstance(found, bool) or not isinstance(found, int):
        raise ModelError(f"{text!r} is not a whole number")
    return found


def numbers_of(text: str, sizes: Mapping[str, int]) -> range | None:
    """Return the range of `2..n`, or None if the text is no range."""
    found = _RANGE.fullmatch(text.strip())
    if not found:
        return None
    return _bounded(text, found[1], found[2], sizes)


def _bounded(text: str, low: str, high: str, sizes: Mapping[str, int]) -> range:
    found = range(whole(low, sizes), whole(high, sizes) + 1)
    if len(found) > MOST:
        raise ModelError(f"the range {text!r} has more than {MOST} members")
    return found


def unfold(text: str, sizes: Mapping[str, int]) -> Iterator[tuple[str, int | None]]:
    """Yield the instances of `m(i) for i in 1..n if i != 2`, each with its index.

    Without `for` it is the text itself.
    """
    found = _FOR.fullmatch(text.strip())
    if not found:
        yield text.strip(), None
        return
    head, variable, low, high, condition = found.groups()
    numbers = np.array(_bounded(text, low, high, sizes), np.int64)
    if condition is not None:
        kept = compute(condition, {**sizes, variable: numbers}, {})
        numbers = numbers[np.broadcast_to(kept, numbers.shape).astype(np.bool_)]
    for index in numbers.tolist():
        yield replace_variable(head, variable, index), index


def unfolded_over(over: str, sizes: Mapping[str, int]) -> tuple[str, range]:
    """The variable and the range of `j in 1..n`. Raises ModelError."""
    found = re.fullmatch(r"\s*(\w+)\s+in\s+(.+?)\.\.(.+)", over)
    if not found:
        raise ModelError(f"{over!r} does not say for which numbers: write j in 1..n")
    return found[1], _bounded(over, found[2], found[3], sizes)


def replace_variable(text: str, variable: str, value: int | str) -> str:
    """The text with a value for a variable."""
    return re.sub(rf"\b{re.escape(variable)}\b", str(value), text)


Sizes = Mapping[str, int]


def fill_template(text: str, sizes: Sizes) -> str:
    """The text with the number for each expression of the sizes in braces."""

    def number(found: re.Match[str]) -> str:
        words = set(re.findall(r"[A-Za-z_]\w*", found[1]))
        computed = bool(words) or bool(re.search(r"\d", found[1]))
        known = computed and words <= set(sizes)
        return str(whole(found[1], sizes)) if known else found[0]

    return re.sub(r"\{([\w +*/%()-]+)\}", number, text)


def members(table: Mapping[str, Any], sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """The pairs of a table with its families written out."""
    for key, value in table.items():
        head = re.search(r"\sfor\s+(\w+)\s+in\s", key)
        for name, index in unfold(key, sizes):
            if head and index is not None:
                put = partial(replace_variable, variable=head[1], value=index)
                yield name, _everywhere(value, put)
            else:
                yield name, value


def written_out(value: Any, sizes: Sizes) -> Any:
    """A value with the families in its tables and lists written out, and all filled.

    Names and texts have numbers for `{n}`, `{n - 1}` and the like.
    """
    match value:
        case dict():
            return {
                fill_template(name, sizes): written_out(part, sizes)
                for name, part in members(value, sizes)
            }
        case list():
            return [one for part in value for one in _listed(part, sizes)]
    return fill_template(value, sizes) if isinstance(value, str) else value


def _listed(part: Any, sizes: Sizes) -> list[Any]:
    """Return the entries for one item of a list."""
    if isinstance(part, str):
        return [fill_template(text, sizes) for text, _ in unfold(part, sizes)]
    return [written_out(part, sizes)]


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    """The value with all its texts changed, those that are keys as well."""
    match value:
        case str():
            return change(value)
        case dict():
            return {change(k): _everywhere(part, change) for k, part in value.items()}
        case list() | tuple():
            return [_everywhere(part, change) for part in value]
    return value
