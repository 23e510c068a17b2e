"""Certificates: written, checked by the package and a separate program, and damaged."""

from __future__ import annotations

import json
import runpy
import sys
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import (
    certificate,
    certificate_in,
    check_plans,
    claims,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.strategy_value import StrategyValue, proven_bounds
from tests.programs import ran
from tests.solve.damages import CHECKER, Damage, checker, damaged, myst, put, without
from tools.certificates import NAMED, solved
from tools.certificates import checked as by_checker

FULL, USEFUL = GameVariant(), GameVariant(questions="useful")
PLAYED = {
    "2,1,1 all": (Game.myst(2, 1, 2, 1), FULL),
    "3,1,1 all": (Game.myst(3, 1, 2, 1), FULL),
    "2,2,1 useful": (Game.myst(2, 2, 2, 1), USEFUL),
    "2,1,2 all": (Game.myst(2, 1, 2, 2), FULL),
    "2,2,2 useful": (Game.myst(2, 2, 2, 2), USEFUL),
    "3,1,1 nobody": (Game.myst(3, 1, 2, 1), USEFUL._replace(bluffers=frozenset())),
    "3,1,2 unlocated": (Game.myst(3, 1, 2, 2), GameVariant(questions="unlocated")),
    "2,1,1 announced": (Game.myst(2, 1, 2, 1), USEFUL._replace(announced=True)),
    "2,2,1 announced by nobody": (
        Game.myst(2, 2, 2, 1),
        GameVariant(frozenset(), "unlocated", announced=True),
    ),
    "clue": (Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]}), USEFUL),
}


@cache
def written(name: str, turns: int = 9) -> str:
    """Return a certificate of a game."""
    for bounds in improving_bounds(*PLAYED[name]):
        if bounds.turns == turns:
            break
    return json.dumps(certificate(bounds))


def by_program(text: str, folder: Path, *options: str) -> tuple[int, str]:
    """Return the separate program's verdict on a certificate."""
    path = folder / "certificate.json"
    path.write_text(text, "utf-8")
    done = ran([sys.executable, CHECKER, path, *options])
    return done.returncode, done.stdout


CHECKS = [
    *((name, "--alike") for name in PLAYED),
    *((name, "--all") for name in ("2,1,1 all", "2,2,2 useful", "2,1,1 announced")),
    pytest.param("clue", "--all", marks=pytest.mark.slow),
    pytest.param("3,1,1 all", "--all", marks=pytest.mark.slow),
    pytest.param("2,2,1 announced by nobody", "--all", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "option"), CHECKS)
@pytest.mark.alike(4)
def test_cards_with_names_give_what_counted_ones_do(
    name: str, option: str, tmp_path: Path
) -> None:
    document = json.loads(written(name))
    low, high = document["lower"], document["upper"]
    status, said = by_program(written(name), tmp_path, option)
    assert status == 0, said
    assert f"at least {low}\n" in said
    assert said.split(",")[0] == ("Clue 3 + 3" if name == "clue" else f"MYST({name[0]}")
    assert f"at most {high}\n" in said


@pytest.mark.parametrize("name", PLAYED)
def test_the_package_checks_them_too(name: str) -> None:
    document = json.loads(written(name))
    found = proven_bounds(document)
    assert (found.lower, found.upper) == claims(document)


@pytest.mark.parametrize("name", PLAYED)
def test_paths_and_the_sequence_form_give_the_same(name: str) -> None:
    """A resumed run has the strategies of its certificate in the sequence form."""
    document = json.loads(written(name))
    whole, found = check_plans(document), proven_bounds(document)
    assert (whole.lower.value, whole.upper.value) == (found.lower, found.upper)
    pairs = zip(found.sequences, whole.sequences, strict=True)
    assert all(reached <= all_ for reached, all_ in pairs)


def test_classes_are_read_in_any_order() -> None:
    """The package once wrote them in another order, as this certificate does."""
    kept = CHECKER.parents[1] / "docs" / "certificates" / "bluff-with-two-cards.json"
    document = json.loads(kept.read_text("utf-8"))
    found = proven_bounds(document)
    assert (found.lower, found.upper) == claims(document)


def test_bounds_of_a_game_that_is_cut_short_are_checked_as_such(tmp_path: Path) -> None:
    text = written("3,1,1 all", turns=2)
    document = json.loads(text)
    assert document["lower"] != document["upper"]
    status, said = by_program(text, tmp_path, "--all")
    assert status == 0, said
    assert f"[{document['lower']}, {document['upper']}]" in said


def first(document: dict[str, Any], player: str) -> dict[str, str]:
    strategy: dict[str, dict[str, str]] = document["strategies"][player]
    return next(acts for acts in strategy.values() if len(acts) > 1)


def drop(document: dict[str, Any]) -> None:
    strategy = document["strategies"]["1"]
    del strategy[next(known for known in strategy if known.startswith("3:"))]


def shift(document: dict[str, Any]) -> None:
    acts = first(document, "1")
    one, two, *_ = acts
    acts[one], acts[two] = "1", "0"


def too_much(document: dict[str, Any]) -> None:
    acts = first(document, "2")
    acts[next(iter(acts))] = "1"


def negative(document: dict[str, Any]) -> None:
    acts = first(document, "2")
    one, two, *_ = acts
    acts[one], acts[two] = "-1/2", "3/2"


def misspelt(document: dict[str, Any]) -> None:
    acts = first(document, "2")
    one = next(iter(acts))
    acts[one + "0"] = acts.pop(one)


def swap(document: dict[str, Any]) -> None:
    one, two = (document["strategies"][k] for k in "12")
    document["strategies"] = {"1": two, "2": one}


def reordered(text: str) -> str:
    head, *parts = text.split(" ")
    return " ".join((head, *reversed(parts)))


def act_twice(document: dict[str, Any]) -> None:
    """The second has chance 0: a program that sorts names late loses the first."""
    for acts in document["strategies"]["2"].values():
        acts |= {reordered(act): "0" for act in acts if reordered(act) not in acts}


def set_twice(document: dict[str, Any]) -> None:
    strategy = document["strategies"]["2"]
    strategy |= {reordered(known): strategy[known] for known in strategy}


def crossed(document: dict[str, Any]) -> None:
    document |= {"lower": "2/3", "upper": "1/2"}


def class_twice(document: dict[str, Any]) -> None:
    acts = first(document, "1")
    acts["asks -:1/0 -:0/0"] = acts.pop("asks -:1/0")


def game(**values: object) -> Damage:
    """Add or change keys of the game."""

    def change(document: dict[str, Any]) -> None:
        document["game"] |= values

    change.__name__ = f"game {values}"
    return change


def vast(document: dict[str, Any]) -> None:
    """Nobody lists this number of deals."""
    myst(10, 8, 2, 1)(document)
    document["hands"] = [8, 8]


FIELDS = (
    *("certificate", "game", "hands", "bluff", "questions", "announced"),
    *("turns", "lower", "upper", "strategies"),
)
NOT_SUCH = "the certificate claims"
ONE = "probabilities are negative or do not add up to 1"
DAMAGES = [
    *((without(key), f"there is no {key!r}") for key in FIELDS),
    (drop, "player 1 does not know what to do at '3: "),
    (swap, "player 1 does not know what to do at '1: -:5/1'"),
    (shift, NOT_SUCH),
    (too_much, f": {ONE}"),
    (negative, f": {ONE}"),
    (misspelt, "cannot be done"),
    (act_twice, "a key is twice in one object: guess -:2 2:1, "),
    (set_twice, "is there twice, in two spellings"),
    (class_twice, "'asks -:0/0 -:1/0' cannot be done"),
    (crossed, "claims 2/3 and 1/2"),
    (put("lower", "2/3"), "claims 2/3 and 3/5"),
    (put("upper", "1/2"), "claims 3/5 and 1/2"),
    (put("lower", "3/0"), "not '3/0'"),
    (put("lower", "\u0663/\u0665"), "a fraction is a text such as '3/5', not"),
    (put("upper", "1e999999999"), "a fraction is a text such as '3/5', not '1e99999"),
    (put("bluff", ["both"]), "no certificate: TypeError"),
    (put("questions", {}), "one of any, unlocated, useful, not {}"),
    (put("upper", 0.6), "a fraction is a text such as '3/5', not 0.6"),
    (put("certificate", 1), "of another version"),
    (put("bluff", "nobody"), "'guess -:2 2:1' cannot be done"),
    (put("bluff", "other"), "'guess -:2 2:1' cannot be done"),
    (put("bluff", "some"), "one of both, one, other, nobody, not 'some'"),
    (put("turns", [1, 2]), NOT_SUCH),
    (put("turns", [3, 1]), NOT_SUCH),
    (put("turns", [3, 0]), "two numbers from 1 to 99, not [3, 0]"),
    (put("turns", [3, 2.5]), "two numbers from 1 to 99, not [3, 2.5]"),
    (put("turns", [10**6, 3]), "two numbers from 1 to 99, not [1000000, 3]"),
    (put("turns", 3), "two numbers from 1 to 99, not 3"),
    (put("hands", [1, 2]), "not a game of two players with such hands"),
    (put("hands", None), "'hands' a list of sizes"),
    (put("hands", [True, 1]), "not a game of two players with such hands"),
    (put("turns", [True, 3]), "two numbers from 1 to 99, not [True, 3]"),
    (put("questions", "all"), "one of any, unlocated, useful, not 'all'"),
    (put("announced", True), "player 1 does not know what to do at '3: "),
    (put("announced", "no"), "true or false, not 'no'"),
    (put("strategies", {"1": {}}), "there is no strategy of player 2"),
    (put("game", {"rules": "chess"}), "no such rules: 'chess'"),
    (put("game", {"rules": "myst"}), "has numbers m, n, p and q"),
    (myst(4, 1, 2, 1), "does not know what to do at '1: -:6/1'"),
    (myst(3, 1, 2, 2), "'asks -:1/0' cannot be done"),
    (myst(3, 1, 3, 1), "not a game of two players"),
    *((game(**{key: 0}), "numbers m, n, p and q from 1 on") for key in "mnpq"),
    (game(players=["ann"]), "each player has a name, all of them different"),
    (game(players=["ann", "ann"]), "each player has a name, all of them different"),
    (game(players="ab"), "'players' has the names of the players"),
    (vast, "more than 100000 deals or questions"),
    (game(q=-1), "numbers m, n, p and q from 1 on"),
    (game(m=10**9), "more than 10000 cards"),
    (game(c=5), "a game of these rules has no 'c'"),
    (myst(3, 1, 2, 9), "a wrong guess does not lose such a game"),
]


@cache
def sound() -> str:
    """Return a certificate to be damaged, of a game with bluffs that matter."""
    game, variant = PLAYED["3,1,1 all"]
    *_, bounds = improving_bounds(game, variant._replace(questions="useful"))
    return json.dumps(certificate(bounds))


@pytest.mark.parametrize(
    ("damage", "message"), DAMAGES, ids=[damage.__name__ for damage, _ in DAMAGES]
)
def test_what_is_damaged_is_caught_by_both(
    damage: Damage,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document, said = damaged(sound(), damage, tmp_path, capsys)
    assert message in said
    try:
        found = proven_bounds(document)
        assert (found.lower, found.upper) != claims(document)
    except MystError:
        pass


@pytest.mark.parametrize(
    ("part", "again"),
    [
        ('"lower": "3/5"', '"lower": "2/5", "lower": "3/5"'),
        ('"m": 3', '"m": 4, "m": 3'),
        ('"asks -:1/0": "4/5"', '"asks -:1/0": "0", "asks -:1/0": "4/5"'),
    ],
)
def test_a_key_that_stands_twice_is_refused(
    part: str, again: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs that read JSON do not agree which of them counts."""
    path = tmp_path / "certificate.json"
    text = sound().replace(part, again, 1)
    assert json.loads(text) == json.loads(sound()) != text
    path.write_text(text, "utf-8")
    assert checker()([str(path)]) == 1
    assert "wrong: a key is twice in one object: " in capsys.readouterr().out
    with pytest.raises(QueryError, match="occurs twice in one object"):
        certificate_in(text, "it")


def test_bounds_that_cross_are_of_no_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They would be an error of computation: no claim with such bounds is accepted."""
    document = json.loads(sound()) | {"lower": "1", "upper": "0"}

    def won(_form: object, player: int, *_: object) -> Fraction:
        return Fraction(2 - player)

    def proven(found: StrategyValue, _turns: int) -> Fraction:
        return won(None, found.player)

    monkeypatch.setattr(StrategyValue, "found", proven)
    monkeypatch.setattr(SequenceForm, "value", won)
    for check in (check_plans, proven_bounds):
        with pytest.raises(QueryError, match="bounds cross: at least 1, and at most 0"):
            check(document)
    found = SimpleNamespace(value=partial(won, None), positions=0)
    assert runpy.run_path(str(CHECKER))["judge_bounds"](found, document) == 1
    assert capsys.readouterr().out.endswith("which no strategies can show\n")


def undealt(hands: list[int], worth: str) -> Damage:
    """No deal has such hands, so that no strategy could lose anything."""

    def change(document: dict[str, Any]) -> None:
        game(sizes={"1": hands[0], "2": hands[1]})(document)
        document |= {"hands": hands, "lower": worth, "upper": worth}

    return change


def test_the_cards_of_clue_are_dealt_round_and_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = {"a": ["x", "y", "z"], "b": ["u", "v"]}
    *_, found = improving_bounds(Game.clue(2, cards), USEFUL)
    text = json.dumps(certificate(found))
    for change, message in (
        (put("hands", [1, 2]), "not a game of two players with such hands"),
        (game(sorts={"a": ["x", "y", "z"], "b": ["u", "x"]}), "have different names"),
        (game(sorts={"a": "xyz", "b": "uv"}), "a list of cards for each sort"),
        (game(board=True), "a game of these rules has no 'board'"),
        (undealt([2, 2], "0"), "the cards cannot be dealt like that"),
        (undealt([1, 1], "0"), "the cards cannot be dealt like that"),
    ):
        document, said = damaged(text, change, tmp_path, capsys)
        assert message in said
        with pytest.raises(MystError):
            proven_bounds(document)


OTHERS = {
    "5 cards, hands of 1 and 2, questions of 1": {
        "rules": "cards",
        "cards": ["a", "b", "c", "d", "e"],
        "sizes": {"0": 2, "1": 1, "2": 2},
        "q": 1,
    },
    "Clue 3 + 2, hands of 1 and 2": {
        "rules": "clue",
        "p": 2,
        "players": ["ann", "bob"],
        "sorts": {"a": ["x", "y", "z"], "b": ["u", "v"]},
        "sizes": {"0": 2, "1": 1, "2": 2},
        "speed": True,
    },
}


@pytest.mark.parametrize("name", OTHERS)
def test_games_with_other_hands_and_rules_are_checked(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, found = improving_bounds(Game.from_dict(OTHERS[name]), USEFUL)
    assert found.value is not None
    text = json.dumps(certificate(found))
    status, said = by_program(text, tmp_path, "--all")
    assert status == 0, said
    assert said.startswith(f"{name}, bluffs by both")
    assert f"the value is {found.value}\n" in said
    for change in (
        game(sizes={"0": 1, "1": 2, "2": 2}),
        game(sizes={"0": 2, "1": 1}),
        game(sizes={"0": 2, "1": 1, "2": 2, "3": 0}),
        game(players=["ann"]),
        game(p=3),
        put("hands", [2, 1]),
    ):
        document, _ = damaged(text, change, tmp_path, capsys)
        with pytest.raises(MystError):
            proven_bounds(document)


def test_the_program_apart_says_how_it_is_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in ([], ["--foo", "c.json"], ["a.json", "b.json"]):
        assert checker()(words) == 2
        assert capsys.readouterr().err.startswith("usage: check_certificate.py FILE")
    assert checker()(["-h"]) == 0
    assert "check_certificate.py FILE" in capsys.readouterr().out


def test_a_strategy_may_not_know_idle_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = written("2,2,1 useful")
    document, said = damaged(text, put("questions", "any"), tmp_path, capsys)
    assert "does not know what to do" in said
    with pytest.raises(QueryError, match="does not say what to do"):
        proven_bounds(document)


def test_who_knows_the_pile_has_to_guess_it() -> None:
    """A certificate contains the guess, and one without it is refused."""
    document = json.loads(written("2,2,1 useful"))
    strategy = document["strategies"]["1"]
    *_, known = strategy  # what is known comes last
    (guess,) = strategy[known]
    assert guess.startswith("guess")
    strategy[known] = {"noguess": "1"}
    with pytest.raises(QueryError, match="nobody can 'noguess'"):
        proven_bounds(document)
    del strategy[known]
    with pytest.raises(QueryError, match="does not say what to do"):
        proven_bounds(document)


def test_a_key_that_is_missing_is_named() -> None:
    document = json.loads(written("2,1,1 all"))
    del document["turns"]
    with pytest.raises(QueryError, match="'turns'"):
        proven_bounds(document)


@pytest.mark.parametrize(
    ("most", "least"), [(45, 25), pytest.param(20_000, 80, marks=pytest.mark.slow)]
)
def test_certificates_of_the_solved_games_pass(most: int, least: int) -> None:
    """Cards have names up to six cards; with more, equivalent cards are tried once."""
    games = list(solved(most))
    assert len(games) > least
    for one in games:
        found = one.enclosure()
        assert str(found.value) == one.value
        named = one.game.c <= NAMED
        text = json.dumps(certificate(found))
        said = by_checker(text, "--all" if named else "--alike")
        assert said.endswith(f"the value is {one.value}\n")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (4, 1)])
def test_certificates_of_knowledge_games_pass(size: tuple[int, int]) -> None:
    m, n = size
    for q in range(1, m + n + 2):
        for found in improving_bounds(
            Game.myst(m, n, 2, q), GameVariant(announced=True)
        ):
            said = by_checker(json.dumps(certificate(found)), "--alike")
            assert said.splitlines()[1].endswith(f"at least {found.lower.value}")
            assert said.splitlines()[2].endswith(f"at most {found.upper.value}")
            if sum(found.sequences) > 2_000:
                break
