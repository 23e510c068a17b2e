"""The hint of an error is in its traceback, whenever it was set."""

from __future__ import annotations

import pickle
import traceback

import pytest

import mystpy


def test_a_traceback_has_the_hint_of_the_command_line() -> None:
    with pytest.raises(mystpy.ParseError) as raised:
        mystpy.parse_formula("K_1 h(2,s1)")
    error = raised.value
    assert error.hint == "write K(1, h(2,s1))"
    lines = traceback.format_exception_only(error)
    assert lines[-1] == "hint: write K(1, h(2,s1))\n"
    error.add_note("of the second exercise")
    copy = pickle.loads(pickle.dumps(error))
    for each in (error, copy):
        assert traceback.format_exception_only(each)[1:] == [
            "hint: write K(1, h(2,s1))\n",
            "of the second exercise\n",
        ]


def test_an_error_without_a_hint_has_no_note() -> None:
    assert len(traceback.format_exception_only(mystpy.MystError("no"))) == 1
