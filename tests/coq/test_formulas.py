"""The formulas of chapter 2 in Coq are those of the axiom files."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from mystpy.axioms import SUFFIXES, blocks
from mystpy.cli import cli
from mystpy.coq.formulas import (
    coq_blocks,
    formula_text,
    labels_of_the_thesis,
    prints,
)
from mystpy.coq.record import record


def test_coq_has_the_labels_of_the_axiom_files() -> None:
    assert set(coq_blocks()) == set(labels_of_the_thesis())
    assert len(coq_blocks()) > 90


def test_a_formula_is_said_alike_in_coq() -> None:
    for label in labels_of_the_thesis():
        said = blocks("prolog")[label].text.splitlines()[0]
        assert f"% ({label}) {formula_text(label)}" == said


def test_a_formula_has_the_name_of_its_label() -> None:
    inside = {"S1.3.1c", "S1.3.1d"}  # two cases of one definition, named below it
    for label in set(coq_blocks()) - inside:
        name = re.escape(f"ax_{label.replace('.', '_')}")
        assert re.search(rf"\b{name}\b", coq_blocks()[label].text), label


def test_no_formula_has_changed_since_coq_was_compared_with_the_axioms() -> None:
    texts = {language: blocks(language) for language in SUFFIXES}
    texts |= {"coq": coq_blocks()}
    for label, now in prints().items():
        then = record()["formulas"][label]
        changed = [language for language in now if now[language] != then.get(language)]
        shown = "\n".join(found[label].text for found in texts.values())
        assert not changed, (
            f"({label}) has changed in {changed}: `make proofs`\n{shown}"
        )


@pytest.mark.parametrize("language", ["prolog", "asp", "coq"])
def test_a_print_is_of_the_text(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = coq_blocks() if language == "coq" else blocks(language)
    other = dict(found)
    other["2.16"] = found["2.16"]._replace(text=found["2.16"].text + " % more")
    home = "mystpy.coq.formulas"
    if language == "coq":
        monkeypatch.setattr(f"{home}.coq_blocks", lambda: other)
    else:
        real = blocks
        changed = {language: other}
        monkeypatch.setattr(
            f"{home}.blocks", lambda name: changed.get(name) or real(name)
        )
    now, then = prints(), record()["formulas"]
    assert [label for label in now if now[label] != then[label]] == ["2.16"]


def test_the_command_shows_the_coq_of_a_formula() -> None:
    shown = CliRunner().invoke(cli, ["axiom", "2.16"]).output
    assert "Coq (Fluents.v)\nLemma ax_2_16 j s : Poss (no j) s <->" in shown
