"""A class like `typing.NamedTuple` that compiles `__new__` when it is looked up."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mystpy.compilation.record_fields import make_method

try:
    from _collections import _tuplegetter as _item  # type: ignore[import-not-found]
except ImportError:  # not CPython
    from operator import itemgetter

    def _item(index: int, doc: str) -> Any:
        return property(itemgetter(index), doc=doc)


class _Named(tuple[Any, ...]):
    """The methods of `collections.namedtuple`, which all named tuples share."""

    __slots__ = ()
    if TYPE_CHECKING:  # each class has its own; here a hint would be one of all fields
        _fields: tuple[str, ...]

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        found = tuple.__new__(cls, values)
        if len(found) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(found)}")
        return found

    def _replace(self, /, **changes: Any) -> Any:
        found = self._make(map(changes.pop, self._fields, self))
        if changes:
            kind = TypeError if sys.version_info >= (3, 13) else ValueError
            raise kind(f"Got unexpected field names: {list(changes)!r}")
        return found

    __replace__ = _replace

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        shown = (f"{k}={v!r}" for k, v in zip(self._fields, self, strict=True))
        return f"{self.__class__.__name__}({', '.join(shown)})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Declaration(type):
    """Turns the body of a class below `NamedTuple` into a class of tuples."""

    def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(meta, name, bases, body)
        names = tuple(body.get("__annotations__", ()))
        defaults = {each: body.pop(each) for each in names if each in body}
        for index, each in enumerate(names):
            body[each] = _item(index, f"Alias for field number {index}")
        body |= {"__slots__": (), "_fields": names, "__match_args__": names}
        body |= {"_field_defaults": defaults, "__new__": _LazyNew()}
        return type(name, (_Named, *bases[1:]), body)


class _LazyNew:
    """The `__new__` of a named tuple, which is compiled when it is looked up."""

    __slots__ = ("cls",)

    def __set_name__(self, cls: type[Any], name: str) -> None:
        self.cls = cls

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        cls = self.cls
        method = make_method(_new(cls._fields, cls._field_defaults), "__new__", cls, {
            "__record_defaults": cls._field_defaults,
            "__record_make": tuple.__new__,
        })  # fmt: skip
        method.__annotations__ = dict(cls.__annotations__)
        if cls.__dict__.get("__new__") is self:  # else another thread was quicker
            setattr(cls, "__new__", staticmethod(method))  # noqa: B010 (for mypy)
        return method


def _new(names: Iterable[str], defaults: Mapping[str, Any]) -> str:
    """Return the text of `__new__` for these fields."""
    given = (f"{x}=__record_defaults[{x!r}]" if x in defaults else x for x in names)
    values = "".join(f"{x}, " for x in names)
    return (
        f"def __new__(_cls, {', '.join(given)}): return __record_make(_cls, ({values}))"
    )


class RecordTuple(metaclass=_Declaration):
    """The base class that declares a class to be a named tuple."""
