"""Classes and regular expressions that are compiled when they are first used.

`dataclasses.dataclass` and `typing.NamedTuple` compile the methods of a class when it
is defined, and modules compile their regular expressions when they are imported. That
took half of the time of a short command, which uses few of them. The replacements here
are used in the same way and behave alike, also in `dataclasses.fields` and
`dataclasses.asdict`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers see the classes of the standard library
    from dataclasses import dataclass, field, replace
    from re import compile as pattern
    from typing import NamedTuple
else:
    from mystpy.compilation.data_class import data_class as dataclass
    from mystpy.compilation.data_class import field, replace
    from mystpy.compilation.late_pattern import LatePattern as pattern  # noqa: N813
    from mystpy.compilation.named_tuple import RecordTuple as NamedTuple

__all__ = ["NamedTuple", "dataclass", "field", "pattern", "replace"]
