"""One row of the register, read without the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy import register as module
from mystpy.axioms import axioms_dir
from mystpy.errors import AxiomError
from mystpy.register import read_row, register


def test_each_row_is_the_one_of_the_whole_register() -> None:
    rows = register().rows
    assert len(rows) > 100
    for row in rows:
        assert read_row(row.label) == read_row(f"({row.label})") == row


def test_a_row_is_read_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    row = register().row("2.16")
    monkeypatch.setattr(module, "register", None)
    assert read_row("2.16") == row


@pytest.mark.parametrize("label", ["2.17z", "", "formula", '2.16"\nname = "x'])
def test_a_label_that_is_not_there_is_an_error_as_in_the_register(label: str) -> None:
    with pytest.raises(AxiomError) as expected:
        register().row(label)
    with pytest.raises(AxiomError) as raised:
        read_row(label)
    assert str(raised.value) == str(expected.value)
    assert raised.value.hint == expected.value.hint


def test_a_fault_of_a_row_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (axioms_dir() / "register.toml").read_text(encoding="utf-8")
    changed = text.replace('label = "2.16"\n', 'label = "2.16"\nunknown = 1\n')
    (tmp_path / "register.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setattr(module, "axioms_dir", lambda: tmp_path)
    with pytest.raises(AxiomError, match="unknown key 'unknown'"):
        read_row("2.16")
