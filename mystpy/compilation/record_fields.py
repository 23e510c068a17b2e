"""The fields of a data class, and the source text of the methods that use them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MemberDescriptorType
from typing import Any


class _Missing:
    """The default of a field that has none; in signatures, a default from a factory."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<factory>"


MISSING: Any = _Missing()
"""Marks a field without a default."""

Method = Callable[..., Any]


class RecordField:
    """A field of a data class: its default, and which methods use it."""

    __slots__ = (
        *("compare", "default", "factory", "init", "kw_only", "name", "repr", "type"),
    )

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
        self.type: Any = None
        self.default = default
        self.factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only

    @property
    def parameter(self) -> str:
        """Return the parameter of `__init__` for this field, with its default."""
        if self.default is not MISSING:
            return f"{self.name}=__record_default_{self.name}"
        return self.name if self.factory is MISSING else f"{self.name}=__record_missing"

    def value(self, slots: bool) -> str | None:
        """Return the expression that `__init__` assigns to the field, or None."""
        if self.factory is not MISSING:
            made = f"__record_factory_{self.name}()"
            if self.init:
                return f"{made} if {self.name} is __record_missing else {self.name}"
            return made
        if self.init:
            return self.name
        if slots and self.default is not MISSING:
            return f"__record_default_{self.name}"
        return None  # the default is an attribute of the class, if there is one


class RecordFields:
    """The fields and options from which the methods of a data class are compiled."""

    __slots__ = ("_standard", "cls", "fields", "frozen", "has_eq", "own", "slots")

    def __init__(self, cls: type[Any], frozen: bool, eq: bool, slots: bool) -> None:
        self.cls = cls
        self._standard: type[Any] | None = None
        self.frozen = frozen
        self.has_eq = eq
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
        self.own = _own_fields(cls)
        self.fields.update(self.own)

    def compiled(self, name: str) -> Method:
        """Compile a method, with the names of the module of the class in scope."""
        scope: dict[str, Any] = {"missing": MISSING, "hash": hash}
        scope["set"] = object.__setattr__
        for each in self.fields.values():
            scope[f"default_{each.name}"] = each.default
            scope[f"factory_{each.name}"] = each.factory
            scope[f"slot_{each.name}"] = getattr(self.cls, each.name, None)
        scope = {f"__record_{each}": value for each, value in scope.items()}
        method = make_method(_TEXTS[name](self), name, self.cls, scope)
        if name == "__init__":
            types = {x.name: x.type for x in self._parameters()}
            method.__annotations__ = {**types, "return": None}
        return method

    def _parameters(self) -> list[RecordField]:
        """Return the fields for which `__init__` has parameters, in their order."""
        given = [each for each in self.fields.values() if each.init]
        return sorted(given, key=lambda each: each.kw_only)

    def standard(self) -> type[Any]:
        """Return a data class of the standard library with the same fields."""
        if self._standard is None:
            self._standard = _standard(self)
        return self._standard

    def init(self) -> str:
        """Return the text of `__init__`."""
        given = self._parameters()
        self_ = "__dataclass_self__" if "self" in self.fields else "self"
        parameters = [self_, *(x.parameter for x in given if not x.kw_only)]
        if keywords := [x.parameter for x in given if x.kw_only]:
            parameters += ["*", *keywords]
        values = ((x.name, x.value(self.slots)) for x in self.fields.values())
        lines = [
            self._assignment(self_, name, value) for name, value in values if value
        ]
        if hasattr(self.cls, "__post_init__"):
            lines.append(f"{self_}.__post_init__()")
        return f"def __init__({', '.join(parameters)}): {'; '.join(lines) or 'pass'}"

    def _assignment(self, self_: str, name: str, value: str) -> str:
        if not self.frozen:
            return f"{self_}.{name} = {value}"
        if isinstance(getattr(self.cls, name, None), MemberDescriptorType):
            return f"__record_slot_{name}.__set__({self_}, {value})"  # the quickest way
        return f"__record_set({self_}, {name!r}, {value})"

    def repr(self) -> str:
        """Return the text of `__repr__`; an object may contain itself."""
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
        return f"def __hash__(self): return __record_hash({self._compared('self')})"

    def _compared(self, who: str) -> str:
        names = (f"{who}.{x.name}, " for x in self.fields.values() if x.compare)
        return f"({''.join(names)})"


_TEXTS: Mapping[str, Callable[[RecordFields], str]] = {
    "__init__": RecordFields.init,
    "__repr__": RecordFields.repr,
    "__eq__": RecordFields.eq,
    "__hash__": RecordFields.hash,
}


def make_method(
    text: str, name: str, cls: type[Any], scope: Mapping[str, object]
) -> Method:
    """Compile a method of a class, from a text that uses further names.

    Its annotations are evaluated with the names of the module of the class.
    """
    lines = "\n ".join(text.split("\n"))
    text = f"def make({', '.join(scope)}):\n {lines}\n return {name}"
    module = sys.modules.get(cls.__module__)
    names: dict[str, Any] = {}
    # As code: KeyboardInterrupt in the `exec` of a text decides how Python ends.
    code = compile(text, "<string>", "exec")
    exec(code, {} if module is None else module.__dict__, names)
    method: Method = names["make"](**scope)
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method


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
            given = RecordField(default=given)
        if given.default.__class__.__hash__ is None:
            raise ValueError(f"objects would share the default of {name}")
        given.name = name
        given.type = annotation
        found[name] = given
    return found


def _standard(record: RecordFields) -> type[Any]:
    """Return a data class of the standard library with the same fields."""
    import dataclasses

    rows: list[tuple[str, Any, Any]] = []
    for name, each in record.fields.items():
        options: dict[str, Any] = {"init": each.init, "kw_only": each.kw_only}
        if each.default is not MISSING:
            options["default"] = each.default
        if each.factory is not MISSING:
            options["default_factory"] = each.factory
        options |= {"repr": each.repr, "compare": each.compare}
        rows.append((name, each.type, dataclasses.field(**options)))
    made: type[Any] = dataclasses.make_dataclass(
        record.cls.__name__,
        rows,
        eq=record.has_eq,
        frozen=record.frozen,
        slots=record.slots,
    )
    return made
