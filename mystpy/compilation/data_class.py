"""A decorator like `dataclasses.dataclass` that compiles a method when it is looked up.

It has no features that mystpy does not use: `order`, `unsafe_hash`, `weakref_slot`,
`InitVar`, `KW_ONLY`, metadata, and a docstring for a class that has none. A class that
is derived from one of these may be a data class of the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from mystpy.compilation.record_fields import MISSING, RecordField, RecordFields

field = RecordField
"""The counterpart of `dataclasses.field`."""


def data_class(
    cls: type | None = None,
    *,
    frozen: bool = False,
    eq: bool = True,
    slots: bool = False,
    repr: bool = True,
) -> Any:
    """Make a class a data class, as `dataclasses.dataclass` does."""
    if cls is None:
        return lambda cls: data_class(cls, frozen=frozen, eq=eq, slots=slots, repr=repr)
    record = RecordFields(cls, frozen, eq, slots)
    body = cls.__dict__
    added = {k: v for k, v in _attributes(record).items() if k not in body}
    if not repr:
        added.pop("__repr__", None)
    if frozen and ("__setattr__" in body or "__delattr__" in body):
        raise TypeError(f"{cls.__name__} is frozen and says how fields are changed")
    found = body.get("__hash__", MISSING)
    if eq and (found is MISSING or (found is None and "__eq__" in body)):
        added["__hash__"] = LazyMethod(record, "__hash__") if frozen else None
    if slots:
        record.cls = _with_slots(cls, record.fields, added)
        return record.cls
    for each in record.own.values():
        if each.default is not MISSING:
            added.setdefault(each.name, each.default)
        elif each.name in body:
            delattr(cls, each.name)
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _attributes(record: RecordFields) -> dict[str, object]:
    """Return the attributes that a data class gets by default, except `__hash__`."""
    order = (x.name for x in record.fields.values() if x.init and not x.kw_only)
    found: dict[str, object] = {
        "__record__": record,
        "__dataclass_fields__": LazyDescription(record, "__dataclass_fields__"),
        "__dataclass_params__": LazyDescription(record, "__dataclass_params__"),
        "__match_args__": tuple(order),
        "__init__": LazyMethod(record, "__init__"),
        "__repr__": LazyMethod(record, "__repr__"),
        "__replace__": replace,
    }
    if record.has_eq:
        found["__eq__"] = LazyMethod(record, "__eq__")
    if record.frozen:
        found |= _frozen(record)
        if record.slots:
            found |= {"__getstate__": _getstate, "__setstate__": _setstate}
    return found


def _with_slots(
    cls: type, fields: Iterable[str], added: Mapping[str, object]
) -> type[Any]:
    """Return a copy of this class in which the fields are slots."""
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


def _frozen(record: RecordFields) -> dict[str, object]:
    """Return the methods that refuse to change a field."""

    def __setattr__(self: object, name: str, value: object) -> None:  # noqa: N807
        if type(self) is record.cls or name in record.fields:
            _refuse("assign to", name)
        super(record.cls, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:  # noqa: N807
        if type(self) is record.cls or name in record.fields:
            _refuse("delete", name)
        super(record.cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _refuse(what: str, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _names(self: Any) -> Iterable[str]:
    """Return the names of the fields of an object, whose class may be a subclass."""
    record: RecordFields = self.__record__
    if _has_its_fields(type(self), record):
        return record.fields
    import dataclasses

    return [each.name for each in dataclasses.fields(self)]


def _getstate(self: Any) -> list[object]:
    """Return the values of the fields, for pickling."""
    return [getattr(self, name) for name in _names(self)]


def _setstate(self: Any, state: Iterable[object]) -> None:
    """Set the fields of an object that is unpickled or copied."""
    for name, value in zip(_names(self), state, strict=True):
        object.__setattr__(self, name, value)


def _has_its_fields(cls: type, record: RecordFields) -> bool:
    """Return whether a class has these fields, and no standard data class adds any."""
    if cls is record.cls:
        return True
    names = (each for each in cls.__mro__ if "__dataclass_fields__" in each.__dict__)
    return next(names) is record.cls


def replace(self: Any, /, **changes: object) -> Any:
    """Return a copy of an object with some of its fields changed."""
    record: RecordFields = self.__record__
    if not _has_its_fields(type(self), record):
        import dataclasses

        return dataclasses.replace(self, **changes)
    for name, each in record.fields.items():
        if each.init:
            if name not in changes:
                changes[name] = getattr(self, name)
        elif name in changes:
            raise ValueError(f"field {name} is not a parameter of __init__")
    return self.__class__(**changes)


class LazyMethod:
    """A method that is compiled, and stored in its class, when it is looked up.

    Callers get only the compiled method, so that its signature is visible.
    """

    __slots__ = ("name", "record")

    def __init__(self, record: RecordFields, name: str) -> None:
        self.record = record
        self.name = name

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        cls, method = self.record.cls, self.record.compiled(self.name)
        if cls.__dict__.get(self.name) is self:  # else another thread was quicker
            setattr(cls, self.name, method)
        return method if instance is None else method.__get__(instance)


class LazyDescription:
    """The description of its fields that `dataclasses` looks for in a class."""

    __slots__ = ("name", "record")

    def __init__(self, record: RecordFields, name: str) -> None:
        self.record = record
        self.name = name

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        return getattr(self.record.standard(), self.name)
