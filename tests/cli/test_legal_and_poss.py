"""``mystpy legal`` and ``mystpy poss``: verdicts, reasons, formats, exit statuses."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from mystpy.engines.base import Judgement, Verdict
from mystpy.engines.prolog.engine import PrologEngine
from mystpy.history.history import History

Run = Callable[..., Result]

FIFTEEN = "queries/fifteen-cards.toml"
GAME = ("--game", 'rules="myst", m=1, n=2, p=3, q=2')
ALL_HANDS = ("--hand", "0=s7", "--hand", "1=s1,s2", "--hand", "2=s3,s4")

ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog"])


@ENGINES
def test_a_history_that_fits_the_given_deal_is_legal(run: Run, engine: str) -> None:
    done = run(
        "legal", *GAME, *ALL_HANDS, "--do", "asks(1,{s3,s5}) yes(2)", "--engine", engine
    )
    assert (done.stdout, done.stderr, done.exit_code) == ("legal\n", "", 0)


@ENGINES
def test_a_history_that_some_deals_fit_is_possible(run: Run, engine: str) -> None:
    done = run("legal", *GAME, "--do", "asks(1,{s3,s5}) yes(2)", "--engine", engine)
    assert (done.stdout, done.stderr, done.exit_code) == ("possible\n", "", 5)


@ENGINES
@pytest.mark.parametrize(
    ("history", "step", "axiom", "failed"),
    [
        (
            "asks(1,{s3,s5}) no(2)",
            1,
            "2.16",
            ["Q and S_2 are disjoint: player 2 holds s3"],
        ),
        (
            "asks(1,{s1,s5}) yes(2)",
            1,
            "2.17",
            ["Q and S_2 are not disjoint: player 2 holds none of s1, s5"],
        ),
        (
            "asks(1,{s3,s4}) yes(2) shows(2,1,s5)",
            2,
            "2.18",
            ["s5 is in Q and S_2: s5 was not asked for"],
        ),
        (
            "asks(1,{s3,s5}) yes(2) shows(2,1,s5)",
            2,
            "2.18",
            ["s5 is in Q and S_2: player 2 does not hold s5"],
        ),
        ("asks(2,{s3,s5})", 0, "2.15", ["Turn(2): it is player 1's turn"]),
        (
            "asks(1,{s3,s5}) yes(3)",
            1,
            "2.17",
            ["AnsTurn(3): it is player 2's turn to answer"],
        ),
        (
            "asks(1,{s3,s5}) yes(2) noguess(1)",
            2,
            "2.20",
            ["guessphase: it is the showphase"],
        ),
        (
            "asks(1,{s3,s5}) yes(2) shows(2,1,s3) guess(1,{s7}) endturn(1)",
            4,
            "2.21",
            ["not GameOver: the game is over since step 3, guess(1,{s7})"],
        ),
    ],
)
def test_an_illegal_history_says_where_and_why(
    run: Run, engine: str, history: str, step: int, axiom: str, failed: list[str]
) -> None:
    words = ("legal", *GAME, *ALL_HANDS, "--do", history, "--engine", engine)
    done = run(*words, "--format", "json")
    action = history.split()[-1]
    assert json.loads(done.stdout) == {
        "verdict": "illegal",
        "step": step,
        "action": action,
        "axiom": axiom,
        "failed": failed,
    }
    assert done.exit_code == 1
    text = run(*words)
    assert text.stdout.splitlines() == [
        f"illegal: step {step}, {action}, by ({axiom})",
        *(f"  {reason}" for reason in failed),
    ]


@ENGINES
def test_what_every_deal_has_in_common_is_a_reason_too(run: Run, engine: str) -> None:
    given = ("--hand", "1=s1,s2", "--hand", "3=s5,s6", "--engine", engine)
    done = run("legal", *GAME, *given, "--do", "asks(1,{s3,s4}) no(2)")
    reason = "in every deal that fits player 2 holds one of s3, s4"
    assert reason in done.stdout
    assert done.exit_code == 1


def test_an_unseen_card_is_none_of_the_hand(run: Run) -> None:
    done = run(
        "legal", *GAME, *ALL_HANDS, "--do", "asks(1,{s3,s5}) yes(2) shows(3,1,_)"
    )
    assert "AnsTurn(3)" in done.stdout
    assert done.exit_code == 1


def test_the_term_is_one_line_with_the_newest_action_outermost(run: Run) -> None:
    done = run(
        "legal", *GAME, "--do", "asks(1,{s4,s1})", "--do", "no(2)", "--format", "term"
    )
    assert done.stdout == "do(no(2),do(asks(1,set(s1,s4)),init0))\n"
    assert done.exit_code == 5


def test_a_situation_term_is_read_as_well(run: Run) -> None:
    term = "do(no(2),do(asks(1,set(s1,s4)),init0))"
    done = run("legal", *GAME, "--do", term, "--format", "latex")
    assert done.stdout == "do([asks(1, \\{s_1, s_4\\}), no(2)], Init_0)\n"


@ENGINES
def test_questions_are_a_pattern_with_their_number(run: Run, engine: str) -> None:
    done = run("poss", *GAME, "--engine", engine)
    assert done.stdout == "legal     asks(1,Q)   21 questions\n"
    assert done.exit_code == 0


@ENGINES
def test_all_questions_are_written_out_on_demand(run: Run, engine: str) -> None:
    done = run("poss", "--all", *GAME, "--engine", engine, "--format", "json")
    actions = json.loads(done.stdout)["actions"]
    assert len(actions) == 21
    assert actions[0] == {"action": "asks(1,{s1,s2})", "verdict": "legal"}


@ENGINES
def test_answers_depend_on_the_deal(run: Run, engine: str) -> None:
    words = ("poss", *GAME, "--do", "asks(1,{s3,s5})", "--engine", engine)
    assert set(run(*words).stdout.split("\n")) == {
        "possible  no(2)",
        "possible  yes(2)",
        "",
    }
    assert set(run(*words, "--format", "term").stdout.split()) == {"no(2)", "yes(2)"}


@ENGINES
def test_nothing_is_possible_once_the_game_is_over(run: Run, engine: str) -> None:
    history = "asks(1,{s3,s5}) yes(2) shows(2,1,s3) guess(1,{s7})"
    words = ("poss", *GAME, "--do", history, "--engine", engine)
    done = run(*words, *ALL_HANDS)
    over = "the game is over by (2.28): step 3, guess(1,{s7}), was right"
    assert (done.stdout, done.exit_code) == (f"{over}\n", 1)
    answer = json.loads(run(*words, *ALL_HANDS, "--format", "json").stdout)
    assert answer == {"actions": [], "over": over}
    term = run(*words, *ALL_HANDS, "--format", "term")
    assert (term.stdout, term.exit_code) == (f"% {over}\n", 1)
    assert "over" not in run(*words).stdout


@ENGINES
def test_the_game_is_over_too_when_nobody_is_left(run: Run, engine: str) -> None:
    game = 'rules="myst", m=1, n=1, p=2, q=1'
    history = (
        "asks(1,{s1}) no(2) guess(1,{s3}) endturn(1) asks(2,{s2}) no(1) guess(2,{s2})"
    )
    words = ("poss", "--game", game, "--do", history, "--engine", engine)
    over = "the game is over by (2.28): step 6, guess(2,{s2}), was"
    assert run(*words).stdout == f"{over} right, or else nobody is left\n"
    wrong = run(*words, "--hand", "0=s1")
    assert (wrong.stdout, wrong.exit_code) == (f"{over} wrong, and nobody is left\n", 1)


def test_nothing_follows_an_illegal_history(run: Run) -> None:
    done = run("poss", *GAME, "--do", "no(2)")
    assert done.exit_code == 2
    assert "step 0, no(2), is not possible by (2.16)" in done.stderr


def test_the_example_file_is_possible(run: Run) -> None:
    assert run("legal", FIFTEEN).stdout == "possible\n"


LARGE = 'rules="myst", m=14, n=13, p=3, q=13'
SHOWN = "asks(1,{s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,s12,s13}) yes(2) shows(2,1,_)"


@pytest.mark.parametrize("engine", ["asp", "worlds", "prolog"])
def test_sets_of_more_than_twelve_cards_may_be_asked_for_and_guessed(
    run: Run, engine: str
) -> None:
    words = ("--game", LARGE, "--engine", engine)
    asked = run("poss", *words).stdout
    assert asked.startswith("legal     asks(1,Q)")
    guessed = run("poss", *words, "--do", SHOWN).stdout
    assert [line.split()[:2] for line in guessed.splitlines()] == [
        ["legal", "guess(1,M)"],
        ["legal", "noguess(1)"],
    ]


@pytest.mark.parametrize("engine", ["asp", "worlds", "prolog"])
def test_what_may_follow_in_a_game_of_many_cards_is_found_at_once(
    run: Run, engine: str
) -> None:
    game = 'rules="myst", m=100, n=50, p=4, q=3'
    words = ("--game", game, "--engine", engine)
    output = run("poss", *words, "--do", "asks(1,{s1,s2,s3}) no(2)")
    assert output.stdout == "possible  no(3)\npossible  yes(3)\n"
    judged = run("legal", *words, "--do", "asks(1,{s1,s2,s3}) no(2)")
    assert judged.stdout == "possible\n"


@pytest.mark.parametrize("more", ["", "asks(2,{s1,s2})", "asks(3,{s1,s2})"])
def test_a_long_history_is_walked_and_its_beginning_checked(
    run: Run, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    words = ("legal", FIFTEEN, "--do", more, "--format", "json")
    whole = run(*words).stdout
    monkeypatch.setattr("mystpy.engines.asp.engine.MAX_ACTIONS_GROUND", 7)
    assert run(*words).stdout == whole == run(*words, "--engine", "worlds").stdout


def test_a_walk_that_clingo_contradicts_is_no_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("engine", "kept"):
        monkeypatch.setattr(f"mystpy.engines.asp.{module}.MAX_ACTIONS_GROUND", 7)
    monkeypatch.setattr(
        "mystpy.engines.worlds.legality.judge", lambda *_: Judgement(Verdict.ILLEGAL, 0)
    )
    done = run("legal", FIFTEEN, "--engine", "asp")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "for a sample asp answers" in done.stderr


@pytest.mark.parametrize("command", ["legal", "poss"])
@pytest.mark.parametrize("more", ["", "asks(2,{s1,s2})", "asks(3,{s1,s2})"])
def test_where_deals_are_hard_to_find_prolog_checks_those_of_a_walk(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, more: str
) -> None:
    words = (command, FIFTEEN, "--do", more, "--engine", "prolog")
    whole = run(*words).stdout
    asked: list[History] = []
    judge = PrologEngine.judge
    monkeypatch.setattr("mystpy.engines.prolog.engine.INFERENCES", 1_000)

    def noted(engine: PrologEngine, history: History) -> Judgement:
        asked.append(history)
        return judge(engine, history)

    monkeypatch.setattr(PrologEngine, "judge", noted)
    assert run(*words).stdout == whole
    assert any(None not in history.hands for history in asked)


@pytest.mark.parametrize(
    ("players", "n"),
    [(15, 10), *(pytest.param(x, 20, marks=pytest.mark.slow) for x in (15, 50))],
)
def test_a_large_game_is_walked_by_every_engine(run: Run, players: int, n: int) -> None:
    game = f'rules="myst",m={n},n={n},p={players},q=3'
    words = ("poss", "--game", game, "--do", "asks(1,{s1,s2,s3}) no(2)", "--engine")
    output = {run(*words, engine).stdout for engine in ("asp", "prolog", "worlds")}
    assert len(output) == 1
    assert "possible  no(3)" in output.pop()
