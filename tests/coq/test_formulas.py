"""The formulas of chapter 2 in Coq are those of the axiom files."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from mystpy.axioms import SUFFIXES, blocks
from mystpy.cli import cli
from mystpy.coq.formulas import (
    coq_blocks,
    coq_files,
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


def test_a_formula_has_a_name_of_its_own_and_that_of_its_label() -> None:
    inside = {"S1.3.1c", "S1.3.1d"}  # two cases of the definition of event_of
    for label in coq_blocks():
        block, alias = coq_blocks()[label], f"ax_{label.replace('.', '_')}"
        text = next(path for path in coq_files() if path.name == block.file).read_text()
        (name,) = re.findall(rf"^Notation {alias} := (\w+) ", text, re.M)
        declared = rf"^ *(Definition|Fixpoint|Inductive|Lemma|Theorem) {name}\b"
        assert re.search(declared, text if label in inside else block.text, re.M), label


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
    assert "Coq (Fluents.v)\nLemma poss_no j s : Poss (no j) s <->" in shown
