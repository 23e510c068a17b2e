"""Classes and regular expressions that are compiled when they are first used.

`dataclasses.dataclass` and `typing.NamedTuple` compile the methods of a class when it
is defined, and modules have their regular expressions at the top: half of the time of a
short command, although few of them are needed. What is here is used in the same way and
behaves alike, also in `dataclasses.fields` and `dataclasses.asdict`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # so that a type checker treats them as those of the library
    from dataclasses import dataclass, field, replace
    from re import compile as pattern
    from typing import NamedTuple
else:
    from mystpy.compilation.data_class import data_class as dataclass
    from mystpy.compilation.data_class import field, replace
    from mystpy.compilation.late_pattern import LatePattern as pattern  # noqa: N813
    from mystpy.compilation.named_tuple import RecordTuple as NamedTuple

__all__ = ["NamedTuple", "dataclass", "field", "pattern", "replace"]
