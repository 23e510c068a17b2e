"""Files that are answered on diagrams say the same as with all worlds listed."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.errors import MystError
from mystpy.files.table import TomlFile
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_model import allowed_valuations
from mystpy.kripke.files.model_file import is_large, model_text, read_large, read_model
from mystpy.kripke.files.model_state import stages
from mystpy.kripke.refutation import ground
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_objective
from mystpy.thresholds import MAX_ATOMS_LISTED
from tests.kripke.random_models import formulas
from tests.sampling import by_day

MANY_ATOMS = 17
ATOMS = ["p", "q", *(f"r{k}" for k in range(MAX_ATOMS_LISTED - 1))]


def file_of(
    said: list[str],
    *,
    law: str | None = None,
    point: list[str] | None = None,
    atoms: list[str] = ATOMS,
    extra: str = "",
) -> TomlFile:
    """Return a file in which these formulas are announced and asked."""
    lines = [f"atoms = {json.dumps(atoms)}"]
    lines += [] if law is None else [f"law = {json.dumps(law)}"]
    lines += [] if point is None else [f"point = {json.dumps(point)}"]
    lines += ["[relations]", 'a = {sees = ["p", "r0"]}', 'b = {unseen = ["p", "q"]}']
    lines += ["1 = {sees = []}", extra]
    for number, formula in enumerate(said):
        lines += ["[[check]]", f"formula = {json.dumps(formula)}", f"after = {number}"]
        lines += ["[[step]]", f"do = {json.dumps(f'announce({formula})')}"]
    return model_text("\n".join(lines), "random")


def answers(source: TomlFile, *, listed: bool) -> list[str]:
    """Return the values of the checks of a file."""
    if listed:
        file = read_model(source)
        found = list(stages(file))
        return [found[c.after].value(c.formula) for c in file.checks]
    large = read_large(source)
    return [large.states[c.after].value(c.formula) for c in large.checks]


def outcome(source: TomlFile, *, listed: bool) -> list[str] | str:
    """Return the values of the checks, or what is said of a law true nowhere."""
    try:
        return answers(source, listed=listed)
    except ModelError as error:
        return str(error)


@settings(max_examples=by_day(25, 4))
@given(
    said=st.lists(formulas(leaves=5), min_size=1, max_size=3),
    law=st.none() | formulas(leaves=3),
    point=st.none() | st.lists(st.sampled_from(ATOMS), unique=True),
)
def test_answers_are_the_same_with_diagrams_and_with_listed_worlds(
    said: list[Formula], law: Formula | None, point: list[str] | None
) -> None:
    text = None if law is None else str(law)
    source = file_of(list(map(str, said)), law=text, point=point)
    assert is_large(source)
    found, listed = (outcome(source, listed=x) for x in (False, True))
    if isinstance(found, str) and isinstance(listed, str):
        assert "law" in listed or "point" in listed
    else:
        assert found == listed


def test_a_law_may_speak_of_knowledge_however_many_atoms_there_are() -> None:
    many = [*ATOMS, *(f"s{k}" for k in range(MANY_ATOMS))]
    said = ["p | r1", "K(a,p)", "~K(b,p)"]
    found = [
        answers(file_of(said, law="K(a,p) | K(b,r1)", atoms=atoms), listed=listed)
        for atoms, listed in (
            (ATOMS[:4], True), (ATOMS, True), (ATOMS, False), (many, False)
        )
    ]  # fmt: skip
    assert found == [["true", "undetermined", "false"]] * 4


@pytest.mark.parametrize(
    ("extra", "point"),
    [
        ("c = 'all'", []),
        ("", "p,q"),
        ("[[step]]\ndo = 'tell([a],p)'", []),
        ("[[step]]\nevents = {e = 'p'}\nactual = 'e'", []),
    ],
)
def test_what_diagrams_cannot_do_is_listed_while_it_can_be(
    extra: str, point: object
) -> None:
    source = file_of(["p"], extra=extra, point=["p", "q"])
    if point:
        text = source.text.replace('["p", "q"]\n[rel', f"{json.dumps(point)}\n[rel")
        source = model_text(text, "random")
    assert not is_large(source)
    assert answers(source, listed=True) in (["true"], ["undetermined"])


def test_few_atoms_are_listed() -> None:
    assert not is_large(file_of(["p"], atoms=ATOMS[:MAX_ATOMS_LISTED]))
    assert is_large(file_of(["p"], atoms=ATOMS))


@given(law=formulas(leaves=4).filter(is_objective))
@settings(max_examples=by_day(25, 4))
def test_what_a_law_allows_is_the_same_listed_and_found_on_diagrams(
    law: Formula,
) -> None:
    source = file_of(["p"], law=str(law))
    try:
        listed = read_model(source).model
    except ModelError:
        with pytest.raises(ModelError, match="the law true"):
            allowed_valuations(source, ATOMS, law)
        return
    found = allowed_valuations(source, ATOMS, law)
    assert list(found.names) == list(listed.names)
    assert all((found.valuation[a] == listed.valuation[a]).all() for a in ATOMS)


def test_a_model_of_many_atoms_is_listed_if_its_worlds_are_few() -> None:
    many = [*ATOMS, *(f"s{k}" for k in range(40))]
    one = " & ".join(f"(p -> ~{atom})" for atom in many[1:])
    source = file_of(
        ["K(a,p)"],
        law=f"exactly 1 of ({', '.join(many)}) & ({one})",
        point=["p"],
        atoms=many,
        extra="c = 'all'",
    )
    read = read_model(source)
    assert len(read.model) == len(many)
    assert [state.value("K(a,p)") for state in stages(read)] == ["true", "true"]
    why = ground(read.model, read.point or 0, parse_in_model("K(c,p)", read.words))
    assert not why.true
    large = file_of(["p"], law="p | q", atoms=many, extra="c = 'all'")
    with pytest.raises(ModelError, match=r"worlds are too many to list"):
        read_model(large)


@pytest.mark.parametrize("number", [3, MAX_ATOMS_LISTED + 1, MANY_ATOMS + 7])
def test_faults_are_told_alike(number: int) -> None:
    atoms = [*ATOMS, *(f"s{k}" for k in range(MANY_ATOMS))][:number]

    def raised(source: TomlFile) -> str:
        reads = read_large if is_large(source) else read_model
        with pytest.raises(MystError) as found:
            reads(source)
        return re.sub(r"^random(:\d+)*: ", "", str(found.value))

    no_law = raised(file_of(["p"], law="p & ~p", atoms=atoms))
    assert no_law == "no valuation of the atoms makes the law true"
    named = raised(file_of(["p"], atoms=[*atoms, "not an atom"]))
    assert named == "no formula can name the atom 'not an atom'"
    agent = raised(file_of(["p"], extra='"the wall" = {sees = []}', atoms=atoms))
    assert agent == "no formula can name the agent 'the wall'"
