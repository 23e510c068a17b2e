"""SMCDEL's text format: its published examples, what is written and refused."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.axioms import queries_dir
from mystpy.errors import MystError, ParseError
from mystpy.files.table import SMCDEL_ENDING, is_smcdel
from mystpy.files.toml import file_text
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import numbered_names
from mystpy.kripke.partition import Partition
from mystpy.kripke.smcdel.export import (
    MOST,
    agent_names,
    written_formula,
    written_structure,
)
from mystpy.kripke.smcdel.structure_text import (
    StructureAnswer,
    answer,
    read_smcdel,
)
from mystpy.kripke.update.action_model import semi_private, with_actual
from mystpy.kripke.update.product import update
from mystpy.language.expand import expand
from mystpy.language.nodes import Formula, Knows
from tests.kripke.random_models import AGENTS, formulas, groups, states
from tests.sampling import by_day

FOLDER = queries_dir() / "models" / "smcdel"

EXPECTED: dict[str, list[bool | list[set[str]]]] = {
    "three-logicians": [True, True, True, True],
    "muddy-children": [True, True, True, [{"p1"}, {"p2"}, {"p3"}], True],
    "dining-cryptographers": [True, True, True],
    "birthday": [
        [
            {f"p{month}", f"p{day}"}
            for month, days in (
                (5, (15, 16, 19)), (6, (17, 18)), (7, (14, 16)), (8, (14, 15, 17)),
            )
            for day in days
        ],
        [{"p7", "p16"}],
    ],
}  # fmt: skip
"""The puzzles of the examples published with SMCDEL, and the answers to them."""


def answers(text: str) -> list[StructureAnswer]:
    read = read_smcdel(text)
    structure = read.structure()
    return [answer(structure, job, 50) for job in read.jobs]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_published_puzzles_have_their_answers(name: str) -> None:
    path = FOLDER / f"{name}{SMCDEL_ENDING}"
    text = file_text(path)
    assert is_smcdel(text, str(path))
    assert is_smcdel(text, "-")
    found = [
        [set(world) for world in one.worlds] if one.value is None else one.value
        for one in answers(text)
    ]
    assert found == EXPECTED[name]


def test_every_puzzle_of_the_folder_is_tested() -> None:
    assert {path.name.removesuffix(SMCDEL_ENDING) for path in FOLDER.iterdir()} == set(
        EXPECTED
    )


HEAD = "VARS 1,2,3 LAW 1 | 2 OBS a: 1 b: 2,3 "


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 & 2 | 3", "(1 & 2) | 3"),
        ("1 | 2 & 3", "(1 | 2) & 3"),
        ("1 -> 2 -> 3", "(1 -> 2) -> 3"),
        ("1 | 2 -> 3 & 1", "(1 | 2) -> (3 & 1)"),
        ("~ 1 & 2", "(~ 1) & 2"),
        ("a knows that 1 & 2", "(a knows that 1) & 2"),
        ("~ a knows whether 2 & 3", "(~ (a knows whether 2)) & 3"),
        ("K a 2 | 3", "K a (2 | 3)"),
        ("[! 1] 2 & 3", "([! 1] 2) & 3"),
        ("<! 1> 2", "~ [! 1] ~ 2"),
        ("<?! 1> 2", "~ [?! 1] ~ 2"),
        (
            "[?! 3] a knows that 2",
            "[!3] a knows that 2 & [! ~3] a knows that 2",
        ),
        ("<a ! 2> a knows that 2", "2"),
        ("<b ! 2> a knows that 2", "~1"),
        ("[b ?! 2] a knows whether 2", "~1"),
        ("<a ! 2> 3", "~ [a ! 2] ~ 3"),
        ("<b ?! 1> 3", "~ [b ?! 1] ~ 3"),
        (
            "[a ?! 2] a knows that 2",
            "([a ! 2] a knows that 2) & [a ! ~2] a knows that 2",
        ),
        ("[a,b ?! 3] a knows that 3", "[?! 3] a knows that 3"),
        ("3 & [a ?! 3] b knows that (a knows whether 3)", "3"),
        ("<b ! 1> [a ! 2 & 3] (a,b) comknow that 2", "1"),
        ("a knows whether (1, 2)", "a knows whether 1 & a knows whether 2"),
        ("(a,b) distknow that 1", "1"),
        ("3 & a,b comknow that (1 | 2)", "3 & (a,b) comknow that (1 | 2)"),
        ("XOR (1,2,3)", "(1 & 2 & 3) | ONEOF (1,2,3)"),
        ("Forall 1,2 (1 | 2 | 3)", "3"),
        ("Exists 1 (1 & 2)", "2"),
        ("¬1 ∧ 2 → 3", "not 1 & 2 -> 3"),
        ("1 iff 2", "AND (1 -> 2, 2 -> 1)"),
        ("1 -- a note\n & 2", "1 & 2"),
    ],
)
def test_two_ways_to_write_a_formula(one: str, other: str) -> None:
    found = [HEAD + f"VALID? ({one}) iff ({other}) WHERE? {one} WHERE? {other}"]
    valid, first, second = answers(found[0])
    assert valid.value is True
    assert first.worlds == second.worlds
    assert 0 < len(first.worlds) < 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("VARS 1 LAW 2 OBS a: 1", "2 is not among VARS"),
        ("VARS 1 LAW Top OBS a: 2", "2 is not among VARS"),
        ("VARS 1 LAW Top OBS", "the end cannot be used here"),
        ("VARS 1 LAW Top OBS a: 1 a: 1", "a observes twice"),
        ("VARS LAW Top OBS a: 1", "'LAW' cannot be used here"),
        (HEAD + "VALID? c knows that 1", "there is no agent 'c'"),
        (HEAD + "VALID? 1 &", "the end cannot be used here"),
        (HEAD + "VALID? (a,b) knows that 1", "the known formula is expected here"),
        (HEAD + "VALID? [a,c ! 1] 2", "there is no agent 'c'"),
        (HEAD + "VALID? [a ?! 4] 2", "4 is not among VARS"),
        (HEAD + "VALID? [a,b 1] 2", "'1' cannot be used here"),
        (HEAD + "VALID? Forall 1 K a 1", "without knowledge"),
        (HEAD + "VALID? 1 @ 2", "'@' has no meaning here"),
        (HEAD + "TRUE? {4} 1", "4 is not among VARS"),
        (HEAD + f"VALID? {'~' * 300} 1", "nested deeper"),
        (HEAD + f"VALID? {'(' * 300} 1", "nested deeper"),
        (HEAD + "VALID? 1 | a", "the end cannot be used here"),
    ],
)
def test_what_is_not_of_the_format_is_told_with_its_place(
    text: str, message: str
) -> None:
    with pytest.raises(ParseError) as caught:
        read_smcdel(text)
    assert message in str(caught.value)


def test_a_state_that_the_law_excludes_is_no_state() -> None:
    with pytest.raises(NotExecutable):
        answers("VARS 1 LAW 1 OBS a: 1 TRUE? {} 1")


@given(states(6), formulas(leaves=4), formulas(leaves=4), groups, groups, st.booleans())
@settings(max_examples=by_day(60))
def test_a_group_is_told_as_by_the_product_with_its_action(
    state: PointedModel,
    said: Formula,
    body: Formula,
    group: tuple[str, ...],
    other: tuple[str, ...],
    whether: bool,
) -> None:
    """After another group has been told something, so that tellings are nested."""
    model = state.model
    written = written_structure(model, "A model")
    names = written.numbering.agents
    first, second = (
        ",".join(names[agent] for agent in each) for each in (other, group)
    )
    goals = [said, *(Knows(x, body) for x in AGENTS)]
    f, g, *asked = (written_formula(expand(x, model.words), written.numbering)
                    for x in (said, body, *goals))  # fmt: skip
    mark = "?!" if whether else "!"
    before = f"[{first} ?! {f}] [{second} {mark} {g}]"
    places = [written.state(w) for w in range(len(model))]
    jobs = [f"TRUE? {place} {before} ({goal})" for place in places for goal in asked]
    found = iter(answers("\n".join([*written.lines, *jobs])))
    for world in range(len(model)):
        after = raised(PointedModel(model, world), said, other)
        vacuous = not whether and not after.holds(body)
        last = raised(after, body, group)
        for goal in goals:
            assert next(found).value == (vacuous or last.holds(goal))


def raised(state: PointedModel, said: Formula, group: tuple[str, ...]) -> PointedModel:
    action = semi_private(said, group, state.model.agents)
    happens = "true" if state.holds(said) else "false"
    return update(state, with_actual(action, happens))


@pytest.mark.parametrize("opened", ["[a ! 1]", "<a ?! 1>", "~<a ! 1>", "[a ! "])
@pytest.mark.parametrize("times", [90, 190, 300])
def test_tellings_are_nested_or_refused(opened: str, times: int) -> None:
    closed = "] 1" * times if opened.endswith(" ") else ""
    with suppress(MystError):  # and nothing else
        assert answers(f"{HEAD}VALID? {opened * times} 1 {closed}")


@given(st.text("VARSLAWOBTUEID?12 ,:(){}[]<>!~&|->abknowsthat\n", max_size=60))
@settings(max_examples=by_day(60, 4))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(MystError):  # and nothing else
        read_smcdel(HEAD + text)
    assert is_smcdel(HEAD + text, "-")


@given(states(6), formulas())
@settings(max_examples=by_day(25, 4))
def test_what_is_written_is_the_same_model(state: PointedModel, said: Formula) -> None:
    model = state.model
    said = expand(said, model.words)
    written = written_structure(model, "A model")
    formula = written_formula(said, written.numbering)
    jobs = [f"TRUE? {written.state(w)} {formula}" for w in range(len(model))]
    text = "\n".join([*written.lines, *jobs])
    assert is_smcdel(text, "-")
    assert [one.value for one in answers(text)] == model.truth(said).tolist()
    assert read_smcdel(text).structure().count() == len(model)


def test_names_and_sizes_that_the_format_has_not() -> None:
    names = agent_names(("ann", "1", "K", "agent2", "a_b"))
    assert names["ann"] == "ann"
    assert len(set(names.values())) == 5
    assert all(name.isalnum() and name[0].isalpha() for name in names.values())
    size = MOST + 1
    model = Model(
        numbered_names(size),
        ("a",),
        (Partition.identity(size),),
        {"p": np.ones(size, bool)},
    )
    with pytest.raises(ModelError, match="law is written"):
        written_structure(model, "Large")
