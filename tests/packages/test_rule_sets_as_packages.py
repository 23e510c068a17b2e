"""Clue and its variants as packages, and the engines that know their rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from mystpy.axioms import queries_dir
from mystpy.engines import get_engine
from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.comparison_checks import prolog_checks
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import expand_patterns, legal, possible
from mystpy.questions.query import load_query
from tests.packages.test_myst_package import formula_at_random, history_at_random
from tests.sampling import cases_by_day, part_by_day

DECKS = (
    {"suspect": ["plum", "green"], "weapon": ["rope", "knife"],
     "room": ["hall", "study", "lounge"]},
    {"suspect": ["plum", "green", "white"], "weapon": ["rope"],
     "room": ["hall", "study"]},
)  # fmt: skip


class RuleSet(NamedTuple):
    """A package, its constants, and the same game for the engines."""

    package: str
    game: Game
    constants: dict[str, int]
    deck: dict[str, list[str]] | None = None

    def read(self, folder: Path) -> Package:
        """Return the package, with a deck of its own if it has one."""
        if self.deck is None:
            return read_package(self.package, self.constants)
        sorts = "\n".join(f"{name} = {cards}" for name, cards in self.deck.items())
        text = f'name = "small"\nextends = "{self.package}"\n[sorts]\n{sorts}\n'
        folder.mkdir(exist_ok=True)
        (folder / "theory.toml").write_text(text, encoding="utf-8")
        return read_package(str(folder), self.constants)


def clue(package: str, deck: int, p: int, left: int = 0, up: str = "") -> RuleSet:
    face_up = [up] if up else []
    game = Game.clue(
        p,
        DECKS[deck],
        left_over=left,
        face_up=face_up,
        board=package == "board",
        speed=package == "speed",
    )
    table = {"left_over": left, "table": int(left > 0), "face_up": len(face_up)}
    return RuleSet(package, game, {"p": p, **table}, DECKS[deck])


def generalized(m: int, n: int, p: int) -> RuleSet:
    game = Game.generalized_clue(m, n, p)
    return RuleSet("generalized", game, {"m": m, "n": n, "p": p})


RULE_SETS = (
    clue("clue", 0, 2), clue("clue", 1, 3), clue("clue", 0, 2, 2),
    clue("clue", 0, 2, 2, "rope"), clue("board", 0, 2), clue("board", 1, 3),
    clue("speed", 0, 2), clue("speed", 1, 3),
    generalized(1, 1, 2), generalized(1, 2, 2), generalized(1, 1, 3),
    generalized(2, 1, 2),
)  # fmt: skip
"""Games with few deals, so that each way to answer is cheap."""

FLUENTS = {
    "In({})": "still_in({})",
    "Turn({})": "turn({})",
    "AnsTurn({})": "ans_turn({})",
    "GameOver": "game_over",
}


def given(rules: RuleSet) -> list[str]:
    """Return the given facts about cards that lie face up."""
    return [f"open({card})" for card in rules.game.face_up]


def action_at_random(random: Random, package: Package) -> str:
    """Return an action, possible or not."""
    action = random.choice(list(package.actions.values()))
    words = []
    for place, sort in enumerate(action.sorts):
        value = random.choice(list(sort.values()))
        shown = (
            f"{{{','.join(map(str, value))}}}" if isinstance(value, tuple) else value
        )
        words.append("_" if place in action.private else str(shown))
    return f"{action.name}({','.join(words)})"


def offered(situation: PackageSituation) -> set[tuple[str, str]]:
    return {
        (action, each.verdict)
        for each in situation.possible_actions(every=True)
        for action in each.actions
    }


def agree_on_legality(
    rules: RuleSet, package: Package, actions: list[str], random: Random
) -> None:
    text = " ".join([*actions, action_at_random(random, package)])
    try:
        history = History.make(rules.game, {}, text)
    except ParseError:  # no action of the old language, such as a question to oneself
        return
    judged = legal(history, get_engine("worlds"))
    situation = PackageSituation.make(package, text, given(rules))
    prolog = PrologSituation.of(situation)
    for found in (situation.legality(), prolog.legality()):
        assert str(judged.verdict) == found.verdict, text
        if judged.axiom is not None and found.axiom is not None:
            assert (judged.step, judged.axiom) == (found.step, found.axiom), text


def agree_on_formulas(
    rules: RuleSet, package: Package, actions: list[str], random: Random
) -> None:
    engine, text = get_engine("worlds"), " ".join(actions)
    history = History.make(rules.game, {}, text)
    situation = PackageSituation.make(package, text, given(rules))
    prolog = PrologSituation.of(situation)
    for word, fluent in FLUENTS.items():
        i = random.randint(1, rules.game.p)
        value = str(
            ask(history, parse_formula(word.format(i), rules.game), engine).value
        )
        assert situation.value(fluent.format(i)) == value, (text, word, i)
    for number in range(8):
        formula = formula_at_random(random, package, random.randint(1, 4))
        value = str(ask(history, parse_formula(formula, rules.game), engine).value)
        assert situation.value(formula) == value, (text, formula)
        if number < 3:
            assert prolog.value(formula) == value, (text, formula)


@pytest.mark.parametrize("seed", cases_by_day(range(144), 4))
def test_a_package_agrees_with_the_engines(seed: int, tmp_path: Path) -> None:
    random, rules = Random(seed), RULE_SETS[seed % len(RULE_SETS)]
    package = rules.read(tmp_path)
    actions = history_at_random(random, package)
    for _ in range(3):
        agree_on_legality(rules, package, actions, random)
    agree_on_formulas(rules, package, actions, random)
    text = " ".join(actions)
    history = History.make(rules.game, {}, text)
    engine = get_engine("worlds")
    moves = expand_patterns(possible(history, engine), rules.game)
    situation = PackageSituation.make(package, text, given(rules))
    several = {name for name, x in package.actions.items() if x.alternatives}
    listed = {(action_text(x.action, rules.game), str(x.verdict)) for x in moves}
    single = {x for x in listed if x[0].partition("(")[0] not in several}
    assert offered(situation) == single, text


@pytest.mark.usefixtures("few_compared_runs")
@pytest.mark.parametrize(
    "rules",
    part_by_day([RULE_SETS[k] for k in (9, 3, 5, 6, 1)], 5),
    ids=lambda x: x.package,
)
def test_both_files_say_the_same(rules: RuleSet, tmp_path: Path) -> None:
    checks = prolog_checks(rules.read(tmp_path))
    assert [each.name for each in checks] == ["labels", "same starts", "same runs"]
    assert all(each.holds for each in checks), checks


# --- Histories that users have -----------------------------------------------------


def histories() -> dict[str, History]:
    """Return the histories of query files with cards that the packages have."""
    found = {}
    for path in sorted(queries_dir().glob("*.toml")):
        history = load_query(path).history
        known = history.game.rules != "clue" or {
            name for name, _ in history.game.sorts
        } == set(DECKS[0])
        if known and history.game.rules != "cards" and len(history.actions) <= 65:
            found[path.stem] = history
    return found


HISTORIES = histories()


def with_names(game: Game, folder: Path) -> Package:
    """Return the package of a game, with its players and its cards."""
    players = [int(name) if name.isdigit() else name for name in game.players]
    table = [game.p + 1] if game.table is not None else []
    sorts = {"player": players, "holder": [0, *players, *table]}
    sorts |= {name: list(cards) for name, cards in game.sorts}
    rows = "\n".join(f"{name} = {values}" for name, values in sorts.items())
    text = f'name = "pasted"\nextends = "{game.rule_set}"\n[sorts]\n{rows}\n'
    (folder / "theory.toml").write_text(text, encoding="utf-8")
    constants = {"p": game.p}
    if game.rules != "clue":
        constants |= {"m": game.sizes[0], "n": game.sizes[1], "q": game.q}
    if table:
        left = game.sizes[game.p + 1]
        constants |= {"table": 1, "left_over": left, "face_up": len(game.face_up)}
    return read_package(str(folder), constants)


def test_there_are_histories_of_each_rule_set_with_the_standard_cards() -> None:
    assert {"myst", "clue", "generalized"} <= {x.game.rules for x in HISTORIES.values()}
    assert len(HISTORIES) > 40


@pytest.mark.parametrize("name", part_by_day(sorted(HISTORIES), 6))
def test_a_history_can_be_pasted(name: str, tmp_path: Path) -> None:
    history = HISTORIES[name]
    game = history.game
    package = with_names(game, tmp_path)
    holders = package.sorts["holder"].elements
    held = [
        f"h({holder},{card})"
        for holder, hand in zip(holders, history.hands, strict=False)
        for card in hand or ()
    ]
    text = " ".join(action_text(action, game) for action in history.actions)
    given = [*held, *(f"open({card})" for card in game.face_up)]
    found = PackageSituation.make(package, text, given).legality()
    judged = legal(history, get_engine("auto"))
    assert found.verdict == str(judged.verdict)
    if judged.axiom is not None:
        assert (found.step, found.axiom) == (judged.step, judged.axiom)
