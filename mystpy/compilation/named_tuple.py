"""A class like `typing.NamedTuple` that compiles `__new__` when it is first called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

try:
    from _collections import _tuplegetter as _item  # type: ignore[import-not-found]
except ImportError:  # not CPython
    from operator import itemgetter

    def _item(index: int, doc: str) -> Any:
        return property(itemgetter(index), doc=doc)


class _Named(tuple[Any, ...]):
    """What named tuples share: the methods of `collections.namedtuple`."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        found = tuple.__new__(cls, values)
        if len(found) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(found)}")
        return found

    def _replace(self, /, **changes: Any) -> Any:
        found = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
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
        body |= {"_field_defaults": defaults, "__new__": _new(names, defaults)}
        return type(name, (_Named, *bases[1:]), body)


def _new(names: tuple[str, ...], defaults: Mapping[str, Any]) -> Any:
    """Return a `__new__` for a named tuple that compiles the real one when called."""

    def stub(cls: type, /, *args: Any, **keywords: Any) -> Any:
        given = (f"{x}=_defaults[{x!r}]" if x in defaults else x for x in names)
        values = "".join(f"{x}, " for x in names)
        text = (
            f"def __new__(_cls, {', '.join(given)}):\n return _make(_cls, ({values}))"
        )
        scope: dict[str, Any] = {"_defaults": defaults, "_make": tuple.__new__}
        exec(text, scope)
        made = scope["__new__"]
        for each in cls.__mro__:
            if each.__dict__.get("__new__") is first:
                setattr(each, "__new__", staticmethod(made))  # noqa: B010 (for mypy)
        return made(cls, *args, **keywords)

    first = staticmethod(stub)
    return first


class RecordTuple(metaclass=_Declaration):
    """The base that a class names to become one of named tuples."""
