"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.compilation import pattern

TEXTS = [(r"\w+", re.ASCII), (r"(a)|b", 0), (r"^ *#(?P<name>.*)$", re.MULTILINE)]


@pytest.mark.parametrize(("text", "flags"), TEXTS)
@given(subject=st.text("aäb# \n", max_size=6))
def test_it_finds_what_a_compiled_one_finds(
    text: str, flags: int, subject: str
) -> None:
    late, compiled = pattern(text, flags), re.compile(text, flags)
    for name in ("match", "fullmatch", "search"):
        found, other = (getattr(each, name)(subject) for each in (late, compiled))
        assert (found and found.span()) == (other and other.span())
        assert (found and found.groupdict()) == (other and other.groupdict())
    assert late.findall(subject) == compiled.findall(subject)
    assert [x.span() for x in late.finditer(subject)] == [
        x.span() for x in compiled.finditer(subject)
    ]
    assert late.sub("-", subject) == compiled.sub("-", subject)
    assert late.split(subject) == compiled.split(subject)
    assert (late.pattern, late.flags) == (compiled.pattern, compiled.flags)


def test_it_is_compiled_when_it_is_first_used() -> None:
    wrong = pattern("(")
    with pytest.raises(re.error):
        wrong.match("")
