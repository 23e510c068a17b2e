"""Knowledge games as a package, and the Kripke models that know their actions."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from mystpy.axioms import queries_dir
from mystpy.kripke.deals import Deal, initial_state
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.update.steps import Declare, Request
from mystpy.packages.declarations import read_package
from mystpy.packages.history_runs import offered_actions
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.theses.knowledge_games.small_games import moves
from tests.sampling import part_by_day

DEALS = ("r|w|b", "n|e|sw", "b|w", "ab|c|d", "ab|cd", "a|b|c|d", "|a|b", "ab|c|")
OF_ACTIONS = ("show(", "noshow(", "win(", "nowin(")


def package_of(deal: Deal, folder: Path) -> Package:
    """Return the package with the players, sizes and cards of a deal."""
    constants = {f"hand_{k}": 0 for k in (1, 2, 3, 4)}
    constants |= {f"hand_{k}": size for k, size in enumerate(deal.size, 1)}
    constants["players"] = len(deal.players)
    folder.mkdir(exist_ok=True)
    (folder / "theory.toml").write_text(
        f'name = "a deal"\nextends = "knowledge-games"\n'
        f"[sorts]\ncard = {list(deal.cards)}\n",
        encoding="utf-8",
    )
    return read_package(str(folder), constants)


def given(deal: Deal) -> list[str]:
    pairs = zip(deal.players, deal.hands, strict=True)
    return [f"h({player},{card})" for player, hand in pairs for card in hand]


def formula_at_random(random: Random, deal: Deal, depth: int) -> str:
    """Return a formula that both languages have."""
    if depth == 0:
        return f"h({random.choice(deal.players)},{random.choice(deal.cards)})"

    def part() -> str:
        return formula_at_random(random, deal, depth - 1)

    kind = random.randrange(7)
    if kind < 2:
        return f"({part()} {random.choice(('&', '|', '->', '<->'))} {part()})"
    if kind == 2:
        return f"~{part()}"
    if kind < 6:
        return f"K({random.choice(deal.players)},{part()})"
    return f"C([{','.join(deal.players[:2])}],{part()})"


def move_at_random(random: Random, deal: Deal) -> Request | Declare:
    """Return an action, executable or not."""
    one, other = random.sample(deal.players, 2)
    if random.random() < 0.3:
        return Declare(one, random.random() < 0.5)
    cards = random.sample(deal.cards, random.randint(1, len(deal.cards)))
    card = random.choice((*cards, None))
    return Request(one, other, tuple(sorted(cards, key=deal.cards.index)), card)


def is_executable(move: Request | Declare, state: PointedModel) -> bool:
    try:
        return bool(move.action(state.model).executable(state))
    except ModelError:  # possible in no world
        return False


@pytest.mark.parametrize("seed", part_by_day(range(64), 11))
def test_the_package_agrees_with_product_updates(seed: int, tmp_path: Path) -> None:
    random, deal = Random(seed), Deal.read(DEALS[seed % len(DEALS)])
    package, state = package_of(deal, tmp_path), initial_state(deal)
    played: list[str] = []
    for _ in range(random.randint(1, 3)):
        for move in (move_at_random(random, deal) for _ in range(3)):
            text = " ".join([*played, str(move)])
            found = PackageSituation.make(package, text, given(deal)).legality()
            right = "legal" if is_executable(move, state) else "illegal"
            assert found.verdict == right, (str(deal), text)
        move = random.choice(list(moves(state, deal)))
        state = move.after(state)
        played.append(str(move))
    text = " ".join(played)
    situation = PackageSituation.make(package, text, given(deal))
    prolog = PrologSituation.of(situation)
    for number in range(12):
        formula = formula_at_random(random, deal, random.randint(1, 4))
        value = str(state.holds(formula)).lower()
        assert situation.value(formula) == value, (str(deal), text, formula)
        if number < 2:
            assert prolog.value(formula) == value, (str(deal), text, formula)


POSSIBLE = [
    ("muddy-children", "father silence", ["muddy(1)"]),
    ("hexa", "show(1,2,{b,w},_)", []),
    ("muddy-children", "father", ["~muddy(2)"]),
]


@pytest.mark.parametrize(("name", "text", "known"), POSSIBLE)
def test_a_list_of_runs_and_searches_find_the_same_actions(
    name: str, text: str, known: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = PackageSituation.make(read_package(name), text, known)
    with monkeypatch.context() as patch:
        patch.setattr(offered_actions, "_by_searches", None)
        by_list = situation.possible_actions(every=True)
    monkeypatch.setattr(offered_actions, "MAX_LISTED", 0)
    assert situation.possible_actions(every=True) == by_list
    verdicts = {(each.kind, each.certain) for each in by_list}
    doubtful = {kind for kind, _ in verdicts if (kind, False) in verdicts}
    assert any(situation.package.actions[kind].precondition for kind in doubtful)


def plays() -> list[Path]:
    """Return the model files that are plays with the actions of the package."""
    found = []
    for path in sorted((queries_dir() / "models").glob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        steps = [step.get("do", "") for step in table.get("step", ())]
        of_actions = all(step.startswith(OF_ACTIONS) for step in steps)
        if "deal" in table and "action" not in table and of_actions:
            found.append(path)
    return found


def test_the_examples_of_the_paper_are_plays() -> None:
    names = {path.stem for path in plays()}
    assert {"hexa", "letter", "tetra", "example-05", "example-01-lost"} <= names
    assert len(names) >= 8


@pytest.mark.parametrize("path", plays(), ids=lambda path: path.stem)
def test_the_package_agrees_with_a_play(path: Path, tmp_path: Path) -> None:
    table = tomllib.loads(path.read_text("utf-8"))
    deal = Deal.read(table["deal"]["hands"])
    package, played = package_of(deal, tmp_path), list[str]()
    for step in table.get("step", ()):
        text = " ".join([*played, step["do"]])
        found = PackageSituation.make(package, text, given(deal)).legality()
        assert found.verdict == ("illegal" if "refused" in step else "legal"), text
        if "refused" not in step:
            played.append(step["do"])
    situation = PackageSituation.make(package, " ".join(played), given(deal))
    for check in table.get("check", ()):
        assert situation.value(check["formula"]) == check["expect"], check


def test_a_whisper_is_that_of_example_11() -> None:
    said = PackageSituation.make(
        read_package("hexa"), "whispers(1,2,w)", given(Deal.read("r|w|b"))
    )
    table = tomllib.loads((queries_dir() / "models/example-11.toml").read_text("utf-8"))
    for check in table["check"]:
        assert said.value(check["formula"]) == check["expect"], check
    assert said.value("K(2,~h(1,w))") == "true"
