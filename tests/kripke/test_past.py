"""`before F` in models and puzzles: what was true before the last step."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.cli import cli
from mystpy.errors import MystError, ParseError
from mystpy.kripke.bdd import KnowledgeStructure
from mystpy.kripke.commands.grounds import text as grounds
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import is_large, load_model, read_large
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.model import Model
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.refutation import ground
from mystpy.kripke.update.product import Happen
from mystpy.kripke.update.steps import Announce
from mystpy.language import nodes as fm
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.temporal import Historically, Once, Previously
from tests.kripke.explicit_relations import Explicit, explicit_models
from tests.kripke.explicit_relations import belief_formulas as formulas
from tests.kripke.random_models import actions, models
from tests.kripke.random_models import formulas as knowledge
from tests.sampling import by_day

CASES = Path("tests/kripke/cases")
TEN = ["(2,25)", "(2,27)", "(2,49)", "(2,52)", "(2,54)", "(2,58)"]
TEN += ["(3,35)", "(3,45)", "(4,13)", "(4,19)"]
ORDER = (CASES / "knew-before.toml").read_text()


def test_sum_and_product_told_in_the_order_of_the_talk() -> None:
    raised = ORDER.replace('"K(S, ~Kv(P,x))"', '"before K(S, ~Kv(P,x))"')
    found = solve(read_puzzle(raised, "knew-before"))
    assert [step.after for step in found.steps] == [172, 69, 17, 10]
    assert list(found.left) == TEN
    assert found.answers[0].value == 10


def test_both_statements_in_one_step_give_the_same_pairs() -> None:
    first, rest = ORDER.split('[[step]]\nsays = "P: I do not know."')
    raised = first + rest.split('formula = "~Kv(P,x)"\n')[1]
    raised = raised.replace('"K(S, ~Kv(P,x))"', '"~Kv(P,x) & K(S, ~Kv(P,x))"')
    assert list(solve(read_puzzle(raised, "both")).left) == TEN


def test_without_before_the_puzzle_is_refused_with_what_to_write() -> None:
    with pytest.raises(ModelError, match="false in every world") as refused:
        solve(read_puzzle(ORDER, "knew-before"))
    assert refused.value.hint is not None
    written = refused.value.hint.split("write ")[1]
    assert written == "before K(S, ~Kv(P,x)) or before Kv(P,x)"
    raised = ORDER.replace("K(S, ~Kv(P,x))", written.split(" or ")[0])
    assert list(solve(read_puzzle(raised, "knew-before")).left) == TEN


def test_the_first_statement_has_no_moment_before_it() -> None:
    with pytest.raises(ModelError) as refused:
        solve(
            read_puzzle(ORDER.replace('"~Kv(P,x)"', '"K(P,Kv(S,x)) & false"', 1), "1")
        )
    assert refused.value.hint is None


def truths(moments: list[tuple[Explicit, list[int]]], f: Formula) -> list[bool]:
    """Where a formula holds after steps, by their definition, without `before` in K."""
    model, came = moments[-1]
    if isinstance(f, Previously):
        if len(moments) == 1:
            return [False] * model.size
        then = truths(moments[:-1], f.body)
        return [then[w] for w in came]
    if isinstance(f, fm.Not):
        return [not x for x in truths(moments, f.body)]
    if isinstance(f, fm.And):
        return [
            all(x) for x in zip(*(truths(moments, g) for g in f.parts), strict=True)
        ]
    if isinstance(f, fm.Believes):
        inside = truths(moments, f.body)
        agent = str(f.agent)
        return [all(inside[v] for v in model.seen(agent, w)) for w in range(model.size)]
    return [model.holds(f, w) for w in range(model.size)]


def with_past(formula: Formula, rng: Random) -> Formula:
    for _ in range(rng.randint(1, 4)):
        turn = rng.randint(0, 3)
        if turn == 0:
            formula = fm.Not(formula)
        elif turn == 1:
            formula = fm.Believes(rng.choice("abc"), formula)
        elif turn == 2:
            formula = Previously(formula)
        else:
            formula = fm.And((formula, Previously(fm.Not(formula))))
    return formula


@settings(max_examples=by_day(60, 4))
@given(explicit_models(5), st.lists(formulas(3), max_size=3), formulas(3), st.randoms())
def test_before_is_what_was_true_at_the_moment_before(
    given_model: Explicit, said: list[Formula], formula: Formula, rng: Random
) -> None:
    asked = with_past(formula, rng)
    state = ModelState(given_model.model(), None)
    moments = [(given_model, list(range(given_model.size)))]
    for one in said:
        model = moments[-1][0]
        kept = [w for w in range(model.size) if model.holds(one, w)]
        state = state.after(Announce(one))
        if kept:
            moments.append((model.part(kept), kept))
    assert state.model.truth(asked).tolist() == truths(moments, asked)


@settings(max_examples=by_day(40, 4))
@given(models(), actions(), knowledge(leaves=3))
def test_each_world_of_a_product_remembers_the_one_it_came_from(
    model: Model, action: object, formula: Formula
) -> None:
    state = ModelState(model, None).after(Happen(action))  # type: ignore[arg-type]
    if state.refused:
        return
    names = {name: k for k, name in enumerate(model.names)}
    then = model.truth(formula)
    found = state.model.truth(Previously(formula))
    for name, holds in zip(state.model.names, found.tolist(), strict=True):
        assert holds == bool(then[names[name.rpartition(",")[0]]])


@settings(max_examples=by_day(40, 4))
@given(models(), knowledge(leaves=3), knowledge(leaves=3))
def test_within_an_announcement_the_moment_before_is_that_of_the_announcement(
    model: Model, said: Formula, formula: Formula
) -> None:
    after = fm.Announcing(said, Previously(formula))
    same = fm.Implies(said, formula)
    assert (model.truth(after) == model.truth(same)).all()


@settings(max_examples=by_day(30, 4))
@given(models(), st.lists(knowledge(leaves=3), max_size=3), knowledge(leaves=3))
def test_once_and_so_far_go_over_all_moments(
    model: Model, said: list[Formula], formula: Formula
) -> None:
    state = ModelState(model, None)
    steps = 0
    for one in said:
        state = state.after(Announce(one))
        steps += state.refused is None
    once, always = formula, formula
    for _ in range(steps):
        once = fm.Or((formula, Previously(once)))
    for k in range(steps):
        always = (
            fm.And((formula, Previously(always)))
            if k
            else fm.And((formula, Previously(formula)))
        )
    truth = state.model.truth
    assert (truth(Once(formula)) == truth(once)).all()
    assert (truth(Historically(formula)) == truth(always)).all()


FILE = """
title = "two atoms"
atoms = ["p", "q"]
point = ["p", "q"]
[relations]
a = { sees = ["p"] }
b = { sees = ["q"] }
[action.swap]
events = { swap = { pre = "true", post = { p = "q", q = "p" } } }
[[step]]
do = "announce(p | q)"
[[step]]
do = "expect(p)"
[[step]]
do = "announce(before ~K(a,q) & ~p)"
refused = "is false"
[[step]]
do = "announce(before ~K(b,p))"
"""


def test_steps_in_which_nothing_happens_are_no_moments() -> None:
    *_, last = stages(load_model(FILE))
    words = load_model(FILE).words
    for text, value in {
        "K(b, before before ~K(b, p | q)) | true": "true",
        "before K(a, p | q)": "true",
        "before before K(a, p | q)": "true",
        "before before before true": "false",
        "before before true": "true",
        "once ~(p & q) | so far (p & q)": "true",
        "[swap]before (p & q)": "true",
        "<swap>before before true": "true",
    }.items():
        assert last.value(parse_in_model(text, words)) == value, text


def test_an_atom_may_be_called_before() -> None:
    text = FILE.replace('"q"]', '"q", "before"]', 1)
    words = load_model(text.split("[[step]]")[0]).words
    assert str(parse_in_model("before & p", words)) == "before & p"


@pytest.mark.parametrize("word", ["next", "after no(1):", "on all ways always"])
def test_models_have_no_future(word: str) -> None:
    with pytest.raises(ParseError, match="a model has no actions"):
        parse_in_model(f"{word} p", load_model(FILE).words)


TWINS = """
title = "Two worlds that an announcement makes alike"
worlds = ["one", "two", "other"]
atoms = ["p"]
[relations]
a = [["one", "other"], ["two"]]
[valuation]
one = ["p"]
two = ["p"]
other = []
[[step]]
do = "announce(p)"
"""


def test_what_was_before_a_contraction_is_refused() -> None:
    *_, last = stages(load_model(TWINS))
    assert last.value("before K(a,p)") == "undetermined"
    contracting = TWINS + '[[step]]\ndo = "contract"\n'
    *_, last = stages(load_model(contracting))
    assert len(last.model) == 1
    with pytest.raises(ModelError, match="worlds have been contracted"):
        last.value("before K(a,p)")
    *_, last = stages(load_model(contracting + '[[step]]\ndo = "announce(p)"\n'))
    assert last.value("before K(a,p)") == "true"
    first = TWINS.replace('"announce(p)"', '"contract"')
    *_, last = stages(load_model(first))
    assert last.value("before true") == "false"


def test_a_contraction_that_makes_no_worlds_one_is_no_loss() -> None:
    *_, plain = stages(load_model(FILE))
    text = FILE.replace('do = "expect(p)"', 'do = "contract"')
    for given_text in (text, "contract = true\n" + FILE):
        *_, last = stages(load_model(given_text))
        for asked in ("before before ~K(b,p | q)", "before before before true"):
            assert last.value(asked) == plain.value(asked)


def test_why_leads_to_the_moment_before() -> None:
    state = list(stages(load_model(FILE)))[1]
    assert state.point is not None
    formula = parse_in_model("before K(a,q)", state.model.words)
    found = ground(state.model, state.point, formula)
    assert list(grounds.text(found, "before K(a,q)", "false")) == [
        "false: before K(a,q)",
        "  in p,q",
        "  before the last step, in p,q:",
        "  K(a,q) is false",
        "    a holds possible there: p",
        "    q is false",
    ]


ELEVEN = """
atoms = [ATOMS]
[relations]
a = { unseen = ["x0", "x1"] }
b = { unseen = ["x1", "x2"] }
[[step]]
do = "announce(x0 | x1)"
[[step]]
do = "announce(before ~K(b, x1) & ~K(a,x0))"
"""


@pytest.mark.parametrize(
    "text",
    [
        "before K(a, x0 | x1)",
        "before before K(a, x0 | x1)",
        "before before before true",
        "K(a, before ~K(b,x2)) & ~before before K(a, x0 -> x1)",
        "once K(a, x0) | so far ~K(b, x2)",
        "[x0!]before ~K(a,x0)",
    ],
)
def test_diagrams_say_what_listed_worlds_say(text: str) -> None:
    atoms = ", ".join(f'"x{k}"' for k in range(11))
    source = load_model.__globals__["model_text"](ELEVEN.replace("ATOMS", atoms), "m")
    assert is_large(source)
    large = read_large(source)
    *_, small = stages(load_model(ELEVEN.replace("ATOMS", atoms)))
    formula = parse_in_model(text, large.words)
    last = large.states[-1]
    assert isinstance(last.structure, KnowledgeStructure)
    assert last.where(formula, 0)[:2] == small.where(formula, 0)[:2]


SAID = [
    "exists i in agents: m(i)",
    "forall i in agents: ~Kv(i,m,i)",
    "before exists i in agents: ~Kv(i,m,i)",
    "forall i in agents: before ~K(i,m(i))",
    "before before forall i in agents: ~K(i, exists j in agents: m(j))",
    "forall i in agents: ~K(i, before forall j in agents: ~Kv(j,m,j))",
]
ALIKE = """
title = "six children"
[worlds.variables]
"m(i) for i in 1..6" = "yes/no"
[agents]
"i for i in 1..6" = ["m(j) for j in 1..6 if j != i"]
[actual]
"m(i) for i in 1..6" = "i > 2"
STEPS
[[ask]]
question = "left"
count = "worlds"
[[ask]]
question = "before"
formula = "before forall i in agents: ~Kv(i,m,i)"
[[ask]]
question = "before that"
formula = "before before exists i in agents: Kv(i,m,i)"
"""


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(12))
def test_the_engines_of_puzzles_agree_on_what_was_before(seed: int) -> None:
    rng = Random(seed)
    said = [SAID[0], *rng.choices(SAID, k=rng.randint(1, 4))]
    steps = "".join(f'[[step]]\nsays = "."\nformula = "{text}"\n' for text in said)
    puzzle = read_puzzle(ALIKE.replace("STEPS", steps), "alike")
    found = [outcome(puzzle, engine) for engine in ("explicit", "cube", "crowd")]
    assert found[0] == found[1]
    if "tells the agents apart" not in str(found[2]):
        assert found[2] == found[0]


def outcome(puzzle: Puzzle, engine: str) -> object:
    """How many worlds are left after each step, and the answers; or what is wrong."""
    try:
        done = solve(puzzle, engine=engine)
    except MystError as error:
        return str(error)
    answers = [(each.error and str(each.error)) or each.value for each in done.answers]
    return [step.after for step in done.steps], answers


def test_what_commands_cannot_do_with_the_past_they_refuse(tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    file.write_text(FILE)
    done = CliRunner().invoke(cli, ["plan", str(file), "--goal", "before p"])
    assert done.exit_code == 2
    assert "cannot be about the past" in done.stderr
    file.write_text(FILE + '[[check]]\nformula = "before p"\n')
    written = CliRunner().invoke(cli, ["model", str(file), "--format", "smcdel"])
    assert written.exit_code == 0
    assert "-- not asked: before p" in written.stdout
    words = load_model(FILE).words
    *_, last = stages(load_model(FILE))
    with pytest.raises(ModelError, match="announcements of a group"):
        last.value(parse_in_model("[{a}]before p", words))


def test_a_refused_announcement_that_was_true_before_comes_with_what_to_write() -> None:
    def updated(*steps: str) -> tuple[list[str], int]:
        file = "queries/models/hexa.toml"
        done = CliRunner().invoke(cli, ["update", file, *steps])
        return done.stdout.splitlines(), done.exit_code

    knew = "announce(~K(2,h(1,r)))"
    lines, status = updated("announce(h(1,r))", knew)
    written = "announce(before (~K(2,h(1,r))))"
    assert f"   it was true before the last step: {written}" in lines
    assert status == 1
    lines, status = updated("announce(h(1,r))", written)
    assert status == 0
    for never in (("announce(h(1,w))",), ("announce(h(1,r))", "announce(h(1,w))")):
        lines, status = updated(*never)
        assert status == 1
        assert not any("before the last step" in line for line in lines)
