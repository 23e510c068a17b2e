"""Questions about certified packages: actions, groups, and those of notebooks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.engines import get_engine
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.packages.answer_kinds import RunLegality
from mystpy.packages.backend_runs.answering import answering_here
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import OfferedActions
from mystpy.packages.history_runs.situation_knowledge import SituationFormulas
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import known_of, remaining_runs
from mystpy.questions.knowledge import know
from tests.packages.certificates.test_certified_answers import SIZES, package_of
from tests.packages.test_myst_package import formula_at_random, history_at_random
from tests.sampling import seeds_by_day

QUESTIONS: dict[str, Callable[[PackageSituation], object]] = {
    "legal": lambda situation: situation.legality(),
    "poss": lambda situation: situation.possible_actions(),
    "poss --all": lambda situation: situation.possible_actions(every=True),
    "know 1": lambda situation: known_of(situation, ["1"]),
    "know 1,2": lambda situation: known_of(situation, ["1", "2"]),
    "know 1 --that 2": lambda situation: known_of(situation, ["1"], ["2"]),
    "know 2 --that 1": lambda situation: known_of(situation, ["2"], ["1"]),
    "know observer": lambda situation: known_of(situation, ["observer"]),
    "runs of 1": lambda situation: remaining_runs(situation, "1"),
    "runs of all": lambda situation: remaining_runs(situation, "observer"),
}
LAST = ("no(2)", "yes(2)", "shows(2,1,s3)", "noguess(1)", "endturn(1)", "guess(1,{s1})")


def answered(situation: PackageSituation, question: str) -> object:
    try:
        return QUESTIONS[question](situation)
    except MystError as error:
        return type(error), str(error)


@pytest.mark.parametrize("seed", seeds_by_day(48, 6))
def test_each_question_has_the_answer_of_the_runs(seed: int) -> None:
    random = Random(seed)
    package = package_of(*SIZES[seed % len(SIZES)])
    actions = history_at_random(random, package)
    if seed % 4 == 1:
        actions.append(random.choice(LAST))
    text, size = " ".join(actions), package.constants["n"]
    given = [f"h(1,s{card})" for card in range(1, random.choice((0, size, size)) + 1)]
    runs = PackageSituation.make(package, text, given)
    fast = CertifiedSituation.make(package, text, given)
    for question in QUESTIONS:
        found = answered(fast, question)
        assert found == answered(runs, question), (question, text, given)


@pytest.mark.parametrize("seed", seeds_by_day(36, 6))
def test_a_counterexample_is_a_run_in_which_the_formula_is_false(seed: int) -> None:
    random = Random(seed)
    package = package_of(*SIZES[seed % len(SIZES)])
    text, size = " ".join(history_at_random(random, package)), package.constants["n"]
    given = [f"h(1,s{card})" for card in range(1, random.choice((0, size)) + 1)]
    runs = PackageSituation.make(package, text)
    if runs.value(" & ".join(given) or "true") == "false":
        given = []
    runs = PackageSituation.make(package, text, given)
    fast = CertifiedSituation.make(package, text, given)
    for _ in range(3):
        formula = formula_at_random(random, package, random.randint(1, 3))
        for asked, agent in ((formula, ""), (f"K(1,{formula})", "1")):
            found = fast.counterexample(asked)
            assert (found is None) == (runs.value(asked) == "true"), (text, asked)
            if found is not None:
                require_against(runs, formula, agent, found)


def require_against(
    runs: PackageSituation, formula: str, agent: str, found: list[str]
) -> None:
    """Require that the formula is false in the run, which fits or is considered."""
    run = " & ".join(x if x in found else f"~{x}" for x in runs.atoms)
    against = f"({run}) & ~({formula})"
    denial = f"K({agent},~({against}))" if agent else f"~({against})"
    assert runs.value(denial) != "true", (formula, found)


@pytest.fixture
def no_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search in runs with steps fail."""

    def refused(*_arguments: object) -> object:
        raise AssertionError("the runs of the package were asked")

    monkeypatch.setattr(SituationFormulas, "view", refused)
    monkeypatch.setattr(PackageSituation, "_fits", property(refused))
    monkeypatch.setattr(PackageSituation, "listed_model", refused)
    monkeypatch.setattr(RunsOfHistory, "legality", refused)


CLUE = "asks(1,{white,knife,hall}) no(2) yes(3)"
CLUE_HAND = ("scarlett", "plum", "rope", "pipe", "study", "lounge")


def output(*words: str) -> dict[str, object]:
    done = CliRunner().invoke(cli, [*words, "--format", "json"])
    assert done.exit_code in (0, 5), done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def rows(found: dict[str, object]) -> set[tuple[str, str]]:
    actions = found["actions"]
    assert isinstance(actions, list)
    return {(row["action"], row["verdict"]) for row in actions}


@pytest.mark.usefixtures("no_runs")
def test_actions_of_a_whole_deck_are_those_of_the_rule_set() -> None:
    for hand in ((), CLUE_HAND):
        given = [x for card in hand for x in ("--given", f"h(1,{card})")]
        held = ["--hand", f"1={','.join(hand)}"] if hand else []
        found = output("poss", "--theory", "clue", "--do", CLUE, *given)
        old = output("poss", "--game", 'rules="clue",p=3', "--do", CLUE, *held)
        assert rows(found) == rows(old)
        assert len(rows(found)) == 3


def old_cells(found: dict[str, object], value: str) -> set[str]:
    grid = found["grid"]
    assert isinstance(grid, dict)
    return {
        f"h({k},{x})" for k, row in grid.items() for x, y in row.items() if y == value
    }


@pytest.mark.usefixtures("no_runs")
@pytest.mark.parametrize("words", [("1",), ("1", "--that", "2"), ("1,3",)])
def test_what_is_known_in_a_whole_deck_is_that_of_the_rule_set(
    words: tuple[str, ...],
) -> None:
    text = f"{CLUE} shows(3,1,hall) noguess(1)"
    given = [x for card in CLUE_HAND for x in ("--given", f"h(1,{card})")]
    found = output("know", *words, "--theory", "clue", "--do", text, *given)
    hand = ("--hand", f"1={','.join(CLUE_HAND)}")
    game = ("--game", 'rules="clue",p=3')
    old = output("know", *words, *game, "--do", text, *hand)
    for key, value in (("true", "yes"), ("false", "no")):
        listed = found[key]
        assert isinstance(listed, list)
        cells = {atom for atom in listed if atom.startswith("h(")}
        assert cells == old_cells(old, value)
    assert isinstance(found["false"], list)
    assert "open(white)" in found["false"]


@pytest.mark.usefixtures("no_runs")
def test_what_an_observer_knows_and_the_number_of_runs_need_no_runs() -> None:
    text = f"{CLUE} shows(3,1,hall) noguess(1)"
    given = [f"h(1,{card})" for card in CLUE_HAND]
    situation = CertifiedSituation.make(read_package("clue"), text, given)
    found = known_of(situation, ["observer"])
    assert {"~h(2,hall)", "turn(1)"} <= {*found.true, *(f"~{x}" for x in found.false)}
    assert "h(3,hall)" in found.open
    game, hand = Game.clue(3), {1: CLUE_HAND}
    there = know(History.make(game, hand, text), 1, get_engine("auto"))
    assert remaining_runs(situation, "1") == there.deals
    asked = CertifiedSituation.make(read_package("clue"), CLUE)
    public = know(History.make(game, {}, CLUE), "observer", get_engine("auto"))
    assert remaining_runs(asked, "observer") == public.deals


@pytest.mark.usefixtures("no_runs")
def test_a_set_of_cards_is_offered_in_the_order_of_the_package() -> None:
    first, *_ = CertifiedSituation.make(read_package("clue")).possible_actions()
    assert first == OfferedActions("asks", True, 324, ())
    package = package_of(1, 2, 3, 2)
    possible = CertifiedSituation.make(package).possible_actions(every=True)
    assert possible == PackageSituation.make(package).possible_actions(every=True)


@pytest.mark.usefixtures("no_runs")
def test_a_counterexample_in_a_whole_deck_is_found() -> None:
    given = [f"h(1,{card})" for card in CLUE_HAND]
    situation = CertifiedSituation.make(read_package("clue"), CLUE, given)
    found = situation.counterexample("K(1,K(2,h(0,green)) | K(2,~h(0,green)))")
    assert found is not None
    assert {x for x in found if x.startswith("h(1,")} == set(given)
    assert {"turn(1)", "ans_turn(3)", "still_in(2)"} <= set(found)


def test_what_follows_from_whole_hands_may_be_given_as_well() -> None:
    package = read_package("clue")
    cards = package.sorts["card"].elements
    given = [f"h(1,{card})" for card in CLUE_HAND]
    others = [f"~h(1,{card})" for card in cards if card not in CLUE_HAND]
    more = [*others, "~h(2,plum)", *(f"~open({card})" for card in cards)]
    situation = CertifiedSituation.make(package, CLUE, [" & ".join([*given, *more])])
    assert situation.fast is not None
    assert situation.fast.is_given_by_hands
    wrong = CertifiedSituation.make(package, CLUE, [*given, "~h(2,white) | open(plum)"])
    assert wrong.fast is not None
    assert not wrong.fast.is_given_by_hands
    for text in ("open(white)", "~h(1,plum)", "h(2,plum)"):
        clash = CertifiedSituation.make(package, CLUE, [*given, text])
        assert clash.fast is None or not clash.fast.is_given_by_hands


def renamed(folder: Path) -> Package:
    """Give a copy of MYST with another name of an action, and another label."""
    shutil.copytree(shipped_packages()["myst"], folder)
    for name in ("theory.toml", "theory.lp"):
        path = folder / name
        text = path.read_text("utf-8").replace("asks", "inquires")
        text = text.replace("% (2.16)", "% (N7)")
        end = '"phase(end)" = "endphase"'
        text = text.replace(end, f'{end}\ninquires = "asks"')
        path.write_text(text, "utf-8")
    return read_package(str(folder))


def test_names_and_labels_are_those_of_the_package(tmp_path: Path) -> None:
    package = renamed(tmp_path / "mine")
    text = "inquires(1,{s1,s2}) no(2)"
    runs = PackageSituation.make(package, text)
    fast = CertifiedSituation.assumed(runs)
    assert fast.fast is not None
    assert fast.legality() == runs.legality()
    assert fast.legality() == RunLegality("possible", 1, "no(2)", "N7")
    start = CertifiedSituation.assumed(PackageSituation.make(package))
    assert [each.kind for each in start.possible_actions()] == ["inquires"]


SEVEN_CARDS = """
name = "Clue with seven cards"
extends = "clue"
[sorts]
suspect = ["plum", "white"]
weapon = ["knife", "rope"]
room = ["study", "hall", "lounge"]
"""


@pytest.fixture
def open_clue(tmp_path: Path) -> Package:
    """Give Clue with seven cards, of which one lies open and one is covered."""
    folder = tmp_path / "open"
    folder.mkdir()
    shipped = (shipped_packages()["clue"] / "theory.toml").read_text("utf-8")
    claim = shipped.partition("[certificate]")[2]
    (folder / "theory.toml").write_text(f"{SEVEN_CARDS}[certificate]{claim}", "utf-8")
    numbers = {"p": 2, "table": 1, "left_over": 2, "face_up": 1}
    return read_package(str(folder), numbers)


@pytest.mark.parametrize("seed", seeds_by_day(24, 6))
def test_where_open_cards_are_given_answers_are_those_of_the_runs(
    seed: int, open_clue: Package
) -> None:
    random = Random(seed)
    hand = ("h(1,white)",) if seed % 2 else ()
    given = ["open(lounge)", *hand]
    text = " ".join(history_at_random(random, open_clue, given))
    runs = PackageSituation.make(open_clue, text, given)
    fast = CertifiedSituation.assumed(runs)
    assert fast.fast is not None
    assert fast.fast.history.game.face_up == ("lounge",)
    for question in QUESTIONS:
        assert answered(fast, question) == answered(runs, question), (question, text)
    for _ in range(4):
        formula = formula_at_random(random, open_clue, random.randint(1, 3))
        asked = f"({formula}) & K(2, open(lounge) & ~open(hall))"
        found = fast.answer(asked)
        assert found.certified
        assert found.value == runs.value(asked), (text, asked)


def test_open_cards_that_are_not_given_are_left_to_the_runs(open_clue: Package) -> None:
    for given in ([], ["~open(hall)"], ["open(hall) | open(plum)"]):
        runs = PackageSituation.make(open_clue, "", given)
        situation = CertifiedSituation.assumed(runs)
        assert situation.fast is None
        assert situation.answer("open(plum)").value == "undetermined"


@pytest.mark.parametrize("other", ["open(hall)", "h(0,lounge)", "~open(lounge)"])
def test_open_cards_that_do_not_fit_are_left_to_the_runs(
    other: str, open_clue: Package
) -> None:
    runs = PackageSituation.make(open_clue, "", ["open(lounge)", other])
    situation = CertifiedSituation.assumed(runs)
    for question in QUESTIONS:
        found = answered(situation, question)
        assert found == answered(runs, question), question
        assert isinstance(found, tuple)
        assert "no start fits what is given" in str(found[1])


def test_an_engine_that_is_named_refuses_what_it_does_not_answer() -> None:
    runs = PackageSituation.make(package_of(1, 2, 3, 2), "", ["h(1,s1)"])
    fast = CertifiedSituation.of(runs, "walk")
    with pytest.raises(QueryError, match="whole hands"):
        fast.possible_actions()


def test_notebooks_and_exercises_use_fast_methods() -> None:
    runs = PackageSituation.make(package_of(1, 2, 3, 2), "asks(1,{s1,s2}) no(2)")
    assert answering_here(runs).answer("h(2,s3)").certified


def test_what_takes_too_long_names_the_certificate() -> None:
    from mystpy.packages.commands.answering.time_limit import undecided_error

    hint = undecided_error(3, "nothing").hint
    assert hint is not None
    assert "mystpy theory check" in hint
    own = undecided_error(3, "nothing", checks=True).hint
    assert own is not None
    assert "theory check" not in own
