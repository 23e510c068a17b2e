"""Clue with rooms: a package with positions, and two further witnesses for it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from mystpy.axioms import queries_dir
from mystpy.engines import get_engine
from mystpy.files.toml import file_text
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.comparison_checks import prolog_checks
from mystpy.packages.prolog_runs.prolog_answers import PrologSituation
from mystpy.packages.theory_query import read_package_query
from mystpy.questions.knowledge import ask
from tests.packages.test_myst_package import formula_at_random
from tests.packages.test_rule_sets_as_packages import action_at_random
from tests.packages.tokens import ROOMS, Tokens, Turn, is_kept_out
from tests.sampling import seeds_by_day

SUSPECTS = ("scarlett", "mustard", "plum", "green", "peacock", "white")
TWO_ROOMS = {"library", "billiard"}

SMALL = """name = "a small house"
extends = "rooms"
[sorts]
suspect = ["scarlett", "mustard"]
weapon = ["rope", "knife"]
room = ["hall", "study", "lounge"]
square = ["hall_lounge", "lounge_dining", "study_hall"]
"""
HOUSE = """
% (R1) three rooms, and three squares in a ring
joined(hall_lounge, {hall_lounge}).
joined(lounge_dining, {lounge_study}).
joined(study_hall, {study_hall}).

% (R3) one passage
passage(hall, study).
passage(study, hall).
"""
IN_PROLOG = {
    "hall_lounge": "R) :- member(R, [hall, lounge]",
    "lounge_study": "R) :- member(R, [lounge, study]",
    "study_hall": "R) :- member(R, [study, hall]",
}
IN_ASP = {
    "hall_lounge": "(hall; lounge)",
    "lounge_study": "(lounge; study)",
    "study_hall": "(study; hall)",
}


def small_house(folder: Path) -> Package:
    """Return a package with three rooms and few deals, so that Prolog can list them."""
    folder.mkdir(exist_ok=True)
    (folder / "theory.toml").write_text(SMALL, encoding="utf-8")
    (folder / "theory.lp").write_text(HOUSE.format(**IN_ASP), encoding="utf-8")
    (folder / "theory.pl").write_text(HOUSE.format(**IN_PROLOG), encoding="utf-8")
    return read_package(str(folder), {"p": 2})


def room_of(action: str) -> str:
    """Return the room that a suggestion names."""
    named = set(re.findall(r"\w+", action))
    (room,) = (room for room in ROOMS if room in named)
    return room


def chosen(random: Random, possible: list[str]) -> str:
    """Return an action that is possible, mostly a move, a suggestion or an answer."""
    lively = [x for x in possible if x.startswith(("moves", "asks", "no", "yes"))]
    action = random.choice(lively or possible)
    name, _, rest = action.partition("(")
    return f"shows({rest[:3]},_)" if name == "shows" else action


def offered(situation: PackageSituation) -> list[str]:
    """Return the actions that are possible in some deal."""
    kinds = situation.possible_actions(every=True)
    return [action for each in kinds for action in each.actions]


def walk(random: Random, package: Package, length: int) -> list[str]:
    """Return actions that are possible in some deal."""
    actions: list[str] = []
    for _ in range(length):
        here = PackageSituation.make(package, " ".join(actions), [])
        if possible := offered(here):
            actions.append(chosen(random, possible))
    return actions


@pytest.mark.parametrize("seed", seeds_by_day(20, 5))
def test_clingo_and_prolog_agree_on_histories_with_moves(
    seed: int, tmp_path: Path
) -> None:
    random, package = Random(seed), small_house(tmp_path / "house")
    actions = walk(random, package, random.randint(1, 12))
    for _ in range(4):
        text = " ".join([*actions, action_at_random(random, package)])
        situation = PackageSituation.make(package, text, [])
        found, second = (
            x.legality() for x in (situation, PrologSituation.of(situation))
        )
        assert (found.verdict, found.step) == (second.verdict, second.step), text
    situation = PackageSituation.make(package, " ".join(actions), [])
    prolog = PrologSituation.of(situation)
    formulas = [formula_at_random(random, package, 2) for _ in range(3)]
    formulas += [f"entered({i})" for i in (1, 2)] + ["moved"]
    formulas += [f"at({random.randint(1, 2)},{x})" for x in ("hall", "study_hall")]
    formulas.append(f"K(1, at(2,hall)) | {formulas[0]}")
    for formula in formulas:
        assert situation.value(formula) == prolog.value(formula), (actions, formula)


def test_the_labels_and_starts_of_the_small_house_agree(tmp_path: Path) -> None:
    checks = prolog_checks(small_house(tmp_path / "house"))
    assert [each.name for each in checks] == ["labels", "same starts", "same runs"]
    assert all(each.holds for each in checks), checks


def follow(tokens: Tokens, action: str) -> Tokens:
    """Return the tokens after an action of a history."""
    name, _, rest = action.rstrip(")").partition("(")
    if name == "moves":
        player, place = rest.split(",")
        return tokens.moved(int(player) - 1, place)
    if name == "asks":
        suspect = SUSPECTS.index(rest[3:].partition(",")[0])
        return tokens.named(
            int(rest[0]) - 1, suspect if suspect < len(tokens.at) else None
        )
    return tokens


@pytest.mark.parametrize("seed", seeds_by_day(12, 4))
def test_tokens_are_where_they_are_without_axioms(seed: int) -> None:
    random, players = Random(seed), 2 + seed % 3
    package = read_package("rooms", {"p": players})
    tokens, turn, moved = Tokens.at_the_start(players), 0, False
    actions: list[str] = []
    for _ in range(8):
        situation = PackageSituation.make(package, " ".join(actions), [])
        assert situation.value(said(tokens)) == "true"
        possible = offered(situation)
        asks_now = f"noask({turn + 1})" in possible
        ways = tokens.ways(turn) if asks_now and not moved else set()
        found = {x for x in possible if x.startswith("moves")}
        assert found == {f"moves({turn + 1},{x})" for x in ways}, actions
        may = {tokens.at[turn]} if asks_now and tokens.may_suggest(turn) else set()
        suggestions = [x for x in possible if x.startswith("asks")]
        assert set(map(room_of, suggestions)) == may, actions
        assert len(suggestions) == 36 * len(may)
        actions.append(chosen(random, possible))
        tokens = follow(tokens, actions[-1])
        moved = (moved or actions[-1][:5] == "moves") and actions[-1][:7] != "endturn"
        turn = (turn + 1) % players if actions[-1][:7] == "endturn" else turn


def said(tokens: Tokens) -> str:
    """Return the formula that says where the tokens are."""
    here = [f"at({i},{place})" for i, place in enumerate(tokens.at, 1)]
    marks = enumerate(tokens.entered, 1)
    return " & ".join([*here, *(f"{'~' * (not x)}entered({i})" for i, x in marks)])


def without_moves(actions: list[str]) -> str:
    return " ".join(x for x in actions if not x.startswith("moves"))


@pytest.mark.parametrize("seed", seeds_by_day(12, 4))
def test_moves_tell_nothing_about_hands(seed: int, tmp_path: Path) -> None:
    """Without its moves the history has the same knowledge, by other engines."""
    random, package = Random(seed), small_house(tmp_path / "house")
    names = ("suspect", "weapon", "room")
    sorts = {x: [str(y) for y in package.sorts[x].elements] for x in names}
    game = Game.clue(2, sorts, board=True)
    actions = walk(random, package, 14)
    history = History.make(game, {}, without_moves(actions))
    situation = PackageSituation.make(package, " ".join(actions), [])
    for _ in range(8):
        formula = formula_at_random(random, package, 3)
        value = ask(history, parse_formula(formula, game), get_engine("worlds")).value
        assert situation.value(formula) == str(value), (actions, formula)


@pytest.mark.parametrize("seed", seeds_by_day(4, 2))
def test_with_all_cards_of_clue_the_fast_methods_agree(seed: int) -> None:
    random, package = Random(seed), read_package("rooms", {"p": 3})
    game, cards = Game.clue(3, board=True), package.sorts["card"].elements
    actions = walk(random, package, 10)
    history = History.make(game, {}, without_moves(actions))
    situation = PackageSituation.make(package, " ".join(actions), [])
    for _ in range(4):
        i, j, k = (random.randint(1, 3) for _ in range(3))
        x, y = random.sample(cards, 2)
        formula = f"K({i}, ~h({j},{x})) | K({i}, h({j},{x}) | h({k},{y}))"
        value = ask(history, parse_formula(formula, game), get_engine("auto")).value
        assert situation.value(formula) == str(value), (actions, formula)


def draw(name: str) -> PackageSituation:
    path = queries_dir() / "packages" / f"rooms-draw-by-{name}.toml"
    return read_package_query(file_text(path), str(path)).situation


@pytest.mark.parametrize("name", ["suggestions", "blockade"])
def test_player_1_never_comes_to_the_two_rooms(name: str) -> None:
    situation = draw(name)
    assert situation.legality().verdict == "possible"
    tokens = Tokens.at_the_start(3)
    for step in situation.steps:
        tokens = follow(tokens, str(step))
        assert tokens.at[0] not in TWO_ROOMS
    assert situation.value(said(tokens)) == "true"
    wanted = "K(1, h(0,green) & h(0,candlestick) & (h(0,billiard) | h(0,library)))"
    assert situation.value(wanted) == "true"


def test_after_two_rounds_of_suggestions_everybody_is_where_they_were() -> None:
    tokens, rounds = Tokens.at_the_start(3), []
    for step in draw("suggestions").steps:
        tokens = follow(tokens, str(step))
        if str(step) == "endturn(3)":
            rounds.append(tokens)
    assert len(rounds) == 3
    assert rounds[0] == rounds[2] != rounds[1]


@pytest.mark.parametrize("place", ["billiard", "billiard_library", "library"])
def test_a_blockade_makes_the_move_illegal(place: str) -> None:
    text = " ".join(map(str, draw("blockade").steps))
    package = read_package("rooms", {"p": 3})
    found = PackageSituation.make(package, f"{text} moves(1,{place})", []).legality()
    assert (found.verdict, found.axiom) == ("illegal", "R8")
    away = text.replace("noask(3)", "moves(3,library) noask(3)", 1)
    found = PackageSituation.make(package, f"{away} moves(1,{place})", []).legality()
    assert (found.verdict == "possible") == (place != "billiard")


def test_suggestions_can_go_on_for_ever_whatever_player_1_does() -> None:
    """The others always enter a room, and so take no square."""
    tokens = Tokens(("hall", "dining", "hall"), (True, False, False))

    def enters(turn: Turn, player: int) -> bool:
        return turn.after.at[player] in ROOMS

    assert is_kept_out(tokens, TWO_ROOMS, enters)
    assert not is_kept_out(tokens, {"library", "lounge"}, enters), "these are too near"


def test_a_blockade_holds_whatever_player_1_does() -> None:
    """The others make no suggestion; a token moved out of the corridor comes back."""
    squares = ("study", "conservatory_billiard", "library_study")
    tokens = Tokens(squares, (True, False, False))
    assert is_kept_out(tokens, TWO_ROOMS, lambda turn, _: not turn.suggested)
    still = is_kept_out(
        tokens, TWO_ROOMS, lambda turn, _: not turn.suggested and not turn.moved
    )
    assert not still, "who is named and does not come back leaves the way open"
