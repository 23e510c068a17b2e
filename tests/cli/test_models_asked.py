"""Questions about models: where, why, bisimilar, plan, and steps without effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

import pytest
from click.testing import Result

from mystpy.errors import EngineFailed
from mystpy.kripke.update.plans import PlanSearch

Run = Callable[..., Result]

HEXA = "queries/models/hexa.toml"
MUDDY = "queries/models/three-muddy-children.toml"
FORTY = "queries/models/forty-muddy-children.toml"


def test_the_worlds_are_listed_in_which_a_formula_holds(run: Run) -> None:
    done = run("check", HEXA, "--where", "~K(2,~h(1,b))")
    assert done.stdout.splitlines() == [
        "true  ~K(2,~h(1,b))", "  true in 4 of 6 worlds",
        "  rwb", "  wrb", "  brw", "  bwr",
    ]  # fmt: skip
    output = run("check", HEXA, "--where", "h(1,r)", "--format", "json")
    found = json.loads(output.stdout)
    assert (found["where"], found["count"], found["worlds"]) == (["rwb", "rbw"], 2, 6)


def test_where_of_a_large_model_counts_all_and_lists_some(run: Run) -> None:
    done = run("check", FORTY, "--after", "39", "--where", "muddy(1)", "~muddy(1)")
    assert "true in 1 of 1 worlds" in done.stdout
    assert "true in 0 of 1 worlds" in done.stdout
    many = run("check", FORTY, "--after", "0", "--where", "muddy(1)").stdout
    assert "true in 549,755,813,888 of 1,099,511,627,775 worlds" in many
    assert many.splitlines()[-1].endswith("more; --all lists them")


def test_why_of_a_model_shows_worlds(run: Run) -> None:
    done = run("why", HEXA, "K(1,K(2,h(2,w)))")
    assert done.stdout.splitlines() == [
        "false: K(1,K(2,h(2,w)))",
        "  in rwb",
        "  1 holds possible there: rbw",
        "  K(2,h(2,w)) is false",
        "    2 holds possible there: rbw",
        "    h(2,w) is false",
    ]
    assert done.exit_code == 1
    output = json.loads(
        run("why", HEXA, "C([1,2,3],~h(1,b))", "--format", "json").stdout
    )
    assert output["path"] == [{"agents": ["2"], "world": "bwr"}]
    open_one = run("why", MUDDY, "muddy(1)")
    assert open_one.stdout.splitlines()[0] == "undetermined: muddy(1)"
    assert "in muddy(2),muddy(3), where it is false" in open_one.stdout
    assert open_one.exit_code == 5
    true = run("why", HEXA, "K(1,h(1,r))")
    assert "1 holds nothing possible but rwb rbw" in true.stdout


def test_why_of_a_model_is_drawn_with_its_path(run: Run) -> None:
    tetra = "queries/models/tetra.toml"
    said = "C([1,2,3], ~h(1,w) | ~h(2,s))"
    drawn = run("why", tetra, "--after", "0", said, "--format", "svg").stdout
    root = ElementTree.fromstring(drawn)
    groups = [g.get("class") for g in root.iter("{http://www.w3.org/2000/svg}g")]
    assert (groups.count("path"), groups.count("badge")) == (2, 3)
    tikz = run("why", tetra, "--after", "0", said, "--format", "latex").stdout
    assert tikz.count("\\node[circle") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HEXA, "true", "--smallest"), "are for games"),
        (("queries/fifteen-cards.toml", "true", "--after", "1"), "for model files"),
        ((HEXA,), "no formula to explain"),
    ],
)
def test_why_refuses_what_does_not_go_together(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("why", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_models_are_bisimilar_or_a_formula_tells_them_apart(run: Run) -> None:
    same = run("bisimilar", HEXA, "queries/models/example-09.toml")
    assert same.exit_code == 0
    assert same.stdout.splitlines()[:2] == [
        "bisimilar: 6 classes of worlds in both models", "  rwb  ~  rwb",
    ]  # fmt: skip
    other = run("bisimilar", MUDDY, MUDDY, "--after", "1,2", "--format", "json")
    output = json.loads(other.stdout)
    assert (other.exit_code, output["bisimilar"], output["depth"]) == (1, False, 0)
    formula = output["formula"]
    where = run("check", MUDDY, formula, "--after", "1", "--where").stdout
    assert output["true_in"][1] in where
    assert run("check", MUDDY, formula, "--after", "2").stdout.startswith("false")
    assert run("bisimilar", HEXA, MUDDY).exit_code == 2
    assert run("bisimilar", HEXA, HEXA, "--after", "1").exit_code == 2


def test_a_plan_is_the_fewest_steps(run: Run) -> None:
    done = run("plan", MUDDY, "--goal", "K(1,muddy(1))")
    assert done.stdout.count("\n") == 3
    assert done.exit_code == 0
    none = run("plan", HEXA, "--goal", "K(3,h(1,r))", "show(2,1,{r,w,b},r)")
    assert (none.stdout, none.exit_code) == (
        "there is no plan at all (2 models reached)\n", 1,
    )  # fmt: skip
    short = run("plan", MUDDY, "--goal", "K(1,muddy(1))", "--most", "2")
    assert short.exit_code == 5
    assert "no plan of up to 2 steps" in short.stdout
    assert run("plan", HEXA, "--goal", "true").exit_code == 2


LAMP = """
atoms = ["on"]
point = ["on"]
[relations]
ann = "all"
[action.flip]
events = { flipped = { post = { on = "~on" } } }
actual = "flipped"
[action.look]
events = { lit = "on", dark = "~on" }
"""


def test_an_action_that_a_file_names_is_a_step(run: Run) -> None:
    done = run("update", "-", "flip", "look(dark)", "expect(K(ann,~on))", stdin=LAMP)
    assert done.exit_code == 0
    assert "1. flip(flipped): " in done.stdout, "as it can be written again"
    steps = ("flip(flipped)", "look(dark)", "look(lit)")
    plan = run("plan", "-", *steps, "--goal", "K(ann,~on) & [flip]on", stdin=LAMP)
    assert plan.exit_code == 0
    assert len(plan.stdout.splitlines()) == 2
    for step, output in (
        ("look", "write look(lit) or look(dark)"),
        ("look(x)", "lit)"),
    ):
        done = run("update", "-", step, stdin=LAMP)
        assert done.exit_code == 2
        assert output in done.stderr
    assert "is no step" in run("update", "-", "flop", stdin=LAMP).stderr


def test_nothing_happens_by_contract_and_expect(run: Run) -> None:
    done = run("update", HEXA, "contract", "expect(h(1,r))", "expect(h(1,w))")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1:] == [
        "1. contract: 6 worlds, the actual one is rwb",
        "2. expect(h(1,r)): 6 worlds, the actual one is rwb",
        "3. expect(h(1,w)): h(1,w) is false in the actual world rwb",
    ]
    wrong = 'atoms=["p"]\nrelations.a="all"\n[[step]]\ndo="expect(p)"\n'
    output = run("update", "-", "--check", stdin=wrong)
    assert output.exit_code == 1
    assert "expect(p) is refused: p is false in none" in output.stdout


def test_a_file_of_smcdel_is_answered_and_a_model_is_written_as_one(run: Run) -> None:
    path = "queries/models/smcdel/muddy-children.smcdel.txt"
    done = run("check", path)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[3:7] == [
        "3 of 8 worlds  WHERE? <! OR(1,2,3)> OR (one knows whether 1, "
        "two knows whether 2, three knows whether 3)",
        "  {1}", "  {2}", "  {3}",
    ]  # fmt: skip
    as_json = run("check", path, "--format", "json").stdout
    output = [json.loads(line) for line in as_json.splitlines()]
    assert [one.get("value") for one in output] == [
        "true",
        "true",
        "true",
        None,
        "true",
    ]
    assert run("check", path, "K(one,p1)").exit_code == 1
    assert run("check", path, "--check").exit_code == 2
    same = run("model", path, "--format", "toml").stdout
    assert run("bisimilar", "-", path, stdin=same).exit_code == 0
    assert "p1 is false" in run("why", path, "K(one,p1)").stdout
    assert "</svg>" in run("draw", path).stdout
    for name in ("hexa", "three-muddy-children", "example-05"):
        file = f"queries/models/{name}.toml"
        wanted = run("check", file)
        written = run("model", file, "--format", "smcdel").stdout
        answers = run("check", "-", stdin=written).stdout.splitlines()
        values = [line.split()[0] for line in answers]
        if name == "example-05":  # its checks are after a show, which is not announced
            assert (values, "OBS" in written) == ([], True)
            left = written.count("-- not asked: ")
            assert left == len(wanted.stdout.splitlines()) > 0
        else:
            lines = wanted.stdout.replace("undetermined", "false").splitlines()
            assert values == [line.split()[0] for line in lines]


@pytest.mark.parametrize("broken", [KeyboardInterrupt, EngineFailed("the time is up")])
def test_a_search_for_a_plan_that_is_broken_off_says_how_far_it_came(
    run: Run, monkeypatch: pytest.MonkeyPatch, broken: BaseException
) -> None:
    def search(*_: object) -> Iterator[PlanSearch]:
        yield PlanSearch(None, 0, 1)
        yield PlanSearch(None, 1, 7)
        raise broken

    monkeypatch.setattr("mystpy.kripke.commands.plan.plans", search)
    done = run("plan", MUDDY, "--goal", "K(1,muddy(1))")
    assert done.exit_code == 5
    assert done.stdout == "there is no plan of up to 1 step (7 models reached)\n"


@pytest.mark.parametrize(
    ("step", "worlds"),
    [
        ("announce(h(1,r))", 2),
        ("tell([1,2,3],h(1,r))", 2),
        ("tell([3,1,2],h(1,r))", 2),
        ("tell([1,2],h(1,r))", 6),
        ("tell([1],h(1,r))", 6),
    ],
)
def test_telling_all_agents_is_an_announcement(
    run: Run, step: str, worlds: int
) -> None:
    """docs/reference/models.md says so; a puzzle's `to` removes no world instead."""
    output = run("update", "queries/models/hexa.toml", step)
    assert f"1. {step}: {worlds} worlds" in output.stdout
