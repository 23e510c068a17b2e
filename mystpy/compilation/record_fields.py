"""The fields of a data class, and the texts of the methods that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MemberDescriptorType
from typing import Any

MISSING: Any = object()
"""Marks a field without a default."""

Method = Callable[..., Any]


class RecordField:
    """A field of a data class: its default, and the methods that use the field."""

    __slots__ = ("compare", "default", "factory", "init", "kw_only", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.name = ""
        self.default = default
        self.factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only

    @property
    def parameter(self) -> str:
        """The parameter of `__init__` for this field, with its default."""
        if self.default is not MISSING:
            return f"{self.name}=_default_{self.name}"
        return self.name if self.factory is MISSING else f"{self.name}=_missing"

    def value(self, slots: bool) -> str | None:
        """Return what `__init__` assigns to the field; None if nothing."""
        if self.factory is not MISSING:
            made = f"_factory_{self.name}()"
            if self.init:
                return f"{made} if {self.name} is _missing else {self.name}"
            return made
        if self.init:
            return self.name
        if slots and self.default is not MISSING:
            return f"_default_{self.name}"
        return None  # the default is an attribute of the class, if there is one


class RecordFields:
    """What the methods of a data class are compiled from: its fields and options."""

    __slots__ = ("_standard", "cls", "fields", "frozen", "slots")

    def __init__(self, cls: type[Any], frozen: bool, slots: bool) -> None:
        self.cls = cls
        self._standard: type[Any] | None = None
        self.frozen = frozen
        self.slots = slots
        self.fields: dict[str, RecordField] = {}
        for base in reversed(cls.__mro__[1:]):
            record = base.__dict__.get("__record__")
            if record is not None:
                if record.frozen != frozen:
                    raise TypeError("a frozen data class has only frozen ones as bases")
                self.fields.update(record.fields)
            elif "__dataclass_fields__" in base.__dict__:
                raise TypeError(f"{base.__name__} is not a data class of this module")
        self.fields.update(_own_fields(cls))

    def compiled(self, name: str, stub: Method) -> Method:
        """Compile a method and put it into the class, where `stub` was."""
        scope: dict[str, Any] = {"_missing": MISSING, "__name__": self.cls.__module__}
        for each in self.fields.values():
            scope[f"_default_{each.name}"] = each.default
            scope[f"_factory_{each.name}"] = each.factory
            scope[f"_slot_{each.name}"] = getattr(self.cls, each.name, None)
        exec(_TEXTS[name](self), scope)
        method: Method = scope[name]
        method.__qualname__ = stub.__qualname__
        if self.cls.__dict__.get(name) is stub:  # otherwise someone has replaced it
            setattr(self.cls, name, method)
        return method

    def standard(self) -> type[Any]:
        """Return a data class of the standard library with the same fields."""
        if self._standard is None:
            self._standard = _standard(self)
        return self._standard

    def init(self) -> str:
        """Return the text of `__init__`."""
        given = [each for each in self.fields.values() if each.init]
        parameters = ["self", *(x.parameter for x in given if not x.kw_only)]
        if keywords := [x.parameter for x in given if x.kw_only]:
            parameters += ["*", *keywords]
        values = ((x.name, x.value(self.slots)) for x in self.fields.values())
        lines = [self._assignment(name, value) for name, value in values if value]
        if hasattr(self.cls, "__post_init__"):
            lines.append("self.__post_init__()")
        return f"def __init__({', '.join(parameters)}): {'; '.join(lines) or 'pass'}"

    def _assignment(self, name: str, value: str) -> str:
        if not self.frozen:
            return f"self.{name} = {value}"
        if isinstance(getattr(self.cls, name, None), MemberDescriptorType):
            return f"_slot_{name}.__set__(self, {value})"  # the quickest way there is
        return f"object.__setattr__(self, {name!r}, {value})"

    def repr(self) -> str:
        """Return the text of `__repr__`, which does not loop in circles of objects."""
        shown = [
            f"{x.name}={{self.{x.name}!r}}" for x in self.fields.values() if x.repr
        ]
        return (
            "from reprlib import recursive_repr\n@recursive_repr()\ndef __repr__(self):"
            f" return f'{{self.__class__.__qualname__}}({', '.join(shown)})'"
        )

    def eq(self) -> str:
        """Return the text of `__eq__`."""
        return (
            "def __eq__(self, other):\n if other.__class__ is self.__class__:\n"
            f"  return {self._compared('self')} == {self._compared('other')}\n"
            " return NotImplemented"
        )

    def hash(self) -> str:
        """Return the text of `__hash__`."""
        return f"def __hash__(self): return hash({self._compared('self')})"

    def _compared(self, who: str) -> str:
        names = (f"{who}.{x.name}, " for x in self.fields.values() if x.compare)
        return f"({''.join(names)})"


_TEXTS: Mapping[str, Callable[[RecordFields], str]] = {
    "__init__": RecordFields.init,
    "__repr__": RecordFields.repr,
    "__eq__": RecordFields.eq,
    "__hash__": RecordFields.hash,
}


def _own_fields(cls: type) -> dict[str, RecordField]:
    """Return the fields that the body of a class declares."""
    found = {}
    for name, annotation in cls.__annotations__.items():
        if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        given = getattr(cls, name, MISSING)
        if not isinstance(given, RecordField):
            if isinstance(given, MemberDescriptorType):  # a slot of a base
                given = MISSING
            if given.__class__.__hash__ is None:
                raise ValueError(f"objects would share the default of {name}")
            given = RecordField(default=given)
        given.name = name
        found[name] = given
    return found


def _standard(record: RecordFields) -> type[Any]:
    """Return a data class of the standard library with the same fields."""
    import dataclasses

    types: dict[str, Any] = {}
    for base in reversed(record.cls.__mro__):
        types.update(getattr(base, "__annotations__", {}))
    rows: list[tuple[str, Any, Any]] = []
    for name, each in record.fields.items():
        options: dict[str, Any] = {"init": each.init, "kw_only": each.kw_only}
        if each.default is not MISSING:
            options["default"] = each.default
        if each.factory is not MISSING:
            options["default_factory"] = each.factory
        options |= {"repr": each.repr, "compare": each.compare}
        rows.append((name, types[name], dataclasses.field(**options)))
    made: type[Any] = dataclasses.make_dataclass(
        record.cls.__name__, rows, frozen=record.frozen
    )
    return made
