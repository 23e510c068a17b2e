"""Attacks in ASP and Prolog answers are refused or marked; no file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.engines.programs.plain_rules import plain_rules
from mystpy.errors import AxiomError
from mystpy.exercises.exercise import AnswerError, Exercise
from mystpy.exercises.marking import mark
from mystpy.exercises.tasks import asp_clause
from tests.exercises import attacks
from tests.exercises.shelf import answers, exercise

ASP, PROLOG = exercise("poss-yes"), exercise("poss-no")
WORD = "abracadabra"
"""A word of the file that nobody may read."""


def attempt(task: Exercise, base: str, text: str, secret: Path) -> str:
    """Mark an answer, which may not be right, and return what the student reads."""
    before = sorted(secret.parent.iterdir())
    given = text.replace("BASE", base).replace("SECRET", str(secret))
    try:
        found = mark(task, given)
    except AnswerError as error:
        said = f"{error} {error.hint or ''}"
    else:
        assert not found.right, "it gains marks"
        assert found.witness is not None
        said = found.witness.words
    assert sorted(secret.parent.iterdir()) == before
    return said


@pytest.mark.parametrize("text", attacks.ASP)
def test_an_attack_in_asp_is_refused_or_wrong(
    text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret.txt"
    for content in (answers(ASP.name)["right"], f"{WORD}(X) :- not {WORD}.\n"):
        secret.write_text(content, encoding="utf-8")
        said = attempt(ASP, attacks.ASP_BASE, text, secret)
        assert said.strip()
        assert WORD not in said
    assert not "".join(capfd.readouterr())


@pytest.mark.alike(3)
@pytest.mark.parametrize("text", attacks.ASP)
def test_the_tokens_alone_are_a_fence(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser clingo is a backend, and does not offer its parser."""
    monkeypatch.setattr(asp_clause, "has_backend", lambda: True)
    secret = tmp_path / "secret.txt"
    secret.write_text(answers(ASP.name)["right"], encoding="utf-8")
    assert attempt(ASP, attacks.ASP_BASE, text, secret).strip()


@pytest.mark.slow
@pytest.mark.parametrize("text", attacks.PROLOG)
def test_an_attack_in_prolog_is_refused_or_wrong(text: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(f"{answers(PROLOG.name)['right']}\n:- {WORD}.\n", "utf-8")
    said = attempt(PROLOG, attacks.PROLOG_BASE, text, secret)
    assert said.strip()
    assert WORD not in said


@pytest.mark.parametrize("text", attacks.ASP_FAIR)
def test_a_right_answer_in_asp_passes(text: str) -> None:
    right = answers("poss-yes")["right"]
    assert mark(ASP, text.replace("RIGHT", right)).right


@pytest.mark.slow
@pytest.mark.parametrize("text", attacks.PROLOG_FAIR)
def test_a_right_answer_in_prolog_passes(text: str) -> None:
    right = answers("poss-no")["right"]
    assert mark(PROLOG, text.replace("RIGHT", right)).right


@pytest.mark.parametrize(
    "text",
    [
        "{ a }.",
        "a :- { b }.",
        ":- a.",
        "a ; b.",
        "a(1..3).",
        "a :- b, X = 1..3.",
        "a :- -b.",
        "a(1/2).",
        "not a.",
        "a. # b.",
        "\u00e4.",
        "a. \0",
        "a :- b c.",
    ],
)
def test_the_parser_of_rules_has_a_fence_of_its_own(text: str) -> None:
    """The tokens are looked at before; this holds if they were not."""
    with pytest.raises(AxiomError):
        plain_rules(text)


def test_a_rule_is_printed_from_its_syntax_tree() -> None:
    (rule,) = plain_rules("a(X) :- b(X,Y), not c, d((1;2)); X < Y.")
    assert rule.head == "a"
    assert rule.names == {"b", "c", "d"}
    assert plain_rules(rule.text) == [rule]
