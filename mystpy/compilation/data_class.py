"""A decorator like `dataclasses.dataclass` that compiles a method when it is called.

What mystpy does not use is left out: `order`, `unsafe_hash`, `weakref_slot`, `InitVar`
and `KW_ONLY`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from mystpy.compilation.record_fields import MISSING, Method, RecordField, RecordFields

field = RecordField
"""What `dataclasses.field` is: a default, and the methods that use a field."""


def data_class(
    cls: type | None = None,
    *,
    frozen: bool = False,
    eq: bool = True,
    slots: bool = False,
) -> Any:
    """Make a class a data class, as `dataclasses.dataclass` does."""
    if cls is None:
        return lambda cls: data_class(cls, frozen=frozen, eq=eq, slots=slots)
    record = RecordFields(cls, frozen, slots)
    body = cls.__dict__
    added = {k: v for k, v in _attributes(record, eq).items() if k not in body}
    if eq and body.get("__hash__") is None:
        added["__hash__"] = _stub(record, "__hash__") if frozen else None
    if slots:
        record.cls = _with_slots(cls, record.fields, added)
        return record.cls
    for each in record.fields.values():
        if each.default is not MISSING:
            added.setdefault(each.name, each.default)
        elif each.name in body:
            delattr(cls, each.name)
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _attributes(record: RecordFields, eq: bool) -> dict[str, object]:
    """Return what a data class gets unless its body defines it, `__hash__` apart."""
    order = (x.name for x in record.fields.values() if x.init and not x.kw_only)
    found: dict[str, object] = {
        "__record__": record,
        "__dataclass_fields__": _Late("__dataclass_fields__"),
        "__signature__": _Late("__signature__"),
        "__match_args__": tuple(order),
        "__init__": _stub(record, "__init__"),
        "__repr__": _stub(record, "__repr__"),
        "__replace__": replace,
    }
    if eq:
        found["__eq__"] = _stub(record, "__eq__")
    if record.frozen:
        found |= _frozen(record)
        if record.slots:
            found |= {"__getstate__": _getstate, "__setstate__": _setstate}
    return found


def _with_slots(
    cls: type, fields: Iterable[str], added: Mapping[str, object]
) -> type[Any]:
    """Return a class like this one in which the fields are slots."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already has __slots__")
    left_out = {*fields, "__dict__", "__weakref__"}
    body = {k: v for k, v in cls.__dict__.items() if k not in left_out}
    body.update(added)
    of_bases = {x for base in cls.__mro__[1:] for x in _slots(base)}
    body["__slots__"] = tuple(name for name in fields if name not in of_bases)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _slots(cls: type) -> Iterable[str]:
    names: str | Iterable[str] = cls.__dict__.get("__slots__", ())
    return (names,) if isinstance(names, str) else names


def _stub(record: RecordFields, name: str) -> Method:
    """Return a method that compiles the one of this name, and calls it."""

    def stub(*args: Any, **keywords: Any) -> Any:
        return record.compiled(name, stub)(*args, **keywords)

    stub.__name__ = name
    stub.__qualname__ = f"{record.cls.__qualname__}.{name}"
    return stub


def _frozen(record: RecordFields) -> dict[str, object]:
    """Return the methods that refuse to change a field."""

    def __setattr__(self: object, name: str, value: object) -> None:  # noqa: N807
        if type(self) is record.cls or name in record.fields:
            _refuse("assign to", name)
        object.__setattr__(self, name, value)

    def __delattr__(self: object, name: str) -> None:  # noqa: N807
        if type(self) is record.cls or name in record.fields:
            _refuse("delete", name)
        object.__delattr__(self, name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _refuse(what: str, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _getstate(self: Any) -> list[object]:
    """Return the values of the fields, for pickling."""
    return [getattr(self, name) for name in self.__record__.fields]


def _setstate(self: Any, state: Iterable[object]) -> None:
    """Set the fields of an object that is unpickled or copied."""
    for name, value in zip(self.__record__.fields, state, strict=True):
        object.__setattr__(self, name, value)


def replace(self: Any, /, **changes: object) -> Any:
    """Return an object like this one with some of its fields changed."""
    for name, each in self.__record__.fields.items():
        if each.init:
            if name not in changes:
                changes[name] = getattr(self, name)
        elif name in changes:
            raise ValueError(f"field {name} is not a parameter of __init__")
    return self.__class__(**changes)


class _Late:
    """An attribute of a data class that is made by `dataclasses` when needed."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: Any) -> Any:
        record: RecordFields = owner.__record__
        if self.name == "__signature__":
            import inspect

            if owner.__init__ is not record.cls.__dict__.get("__init__"):
                raise AttributeError(self.name)  # a class below has its own __init__
            return inspect.signature(record.standard())
        return getattr(record.standard(), self.name)
