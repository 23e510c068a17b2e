"""Axioms that are not the shipped ones: each engine is right, or refuses.

The edits are made in a copy of axioms/, which MYSTPY_AXIOMS names. Each query is made
by a process of its own, since engines keep what they have read. That process is a fork
of one that has loaded the modules and has read no axioms.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import mystpy
from mystpy.axioms import axioms_dir, fingerprint
from mystpy.engines import get_engine
from mystpy.engines.transition_system import deal_axioms
from mystpy.sight.rule_texts import rules_read
from mystpy.theories import edited_theory
from tests.edits import copied_axioms
from tests.engines.sights import SIGHTS
from tests.files.workloads import CrashServer, crash_server
from tests.programs import needs, ran
from tests.sampling import part_by_day

pytestmark = [
    needs("swipl"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
]

GAME = ("--game", 'rules="myst",m=1,n=2,p=3,q=2')
LARGE = ("--game", 'rules="myst",m=9,n=2,p=3,q=2')
FIFTEEN = "queries/fifteen-cards.toml"
POSS, NOTATION = "s2_07_possible_actions", "s2_03_notation"
START, EFFECTS = "s2_06_initial_situation", "s2_09_successor_state"
ACTIONS, SIGHT = "s2_04_actions", "s1_03_knowledge"

Edit = tuple[str, str, str]
"""A file, its present text, and its new text."""

ALL_HELD: tuple[Edit, ...] = (
    (f"{NOTATION}.pl", "\\+ ( element(X, Q), h(J, X) ).",
     "\\+ \\+ ( element(X, Q), \\+ h(J, X) )."),
    (f"{NOTATION}.lp", "    not h(J, X) : element(X, Q).",
     "    not all_held(Q, J).\n"
     "all_held(Q, J) :- question_set(Q), player(J), h(J, X) : element(X, Q)."),
)  # fmt: skip
LOWEST_SHARED: tuple[Edit, ...] = (
    (f"{NOTATION}.pl", "    element(X, Q),\n    h(J, X).",
     "    element(X, Q),\n    h(J, X),\n"
     "    \\+ ( element(Y, Q), h(J, Y), Y @< X )."),
    (f"{NOTATION}.lp", "    element(X, Q),\n    h(J, X).",
     "    element(X, Q),\n    h(J, X),\n    not h(J, Y) : element(Y, Q), Y < X."),
)  # fmt: skip
LOWEST: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    shared(X, Q, J),\n",
     "    shared(X, Q, J),\n    \\+ lower(X, Q, J),\n"),
    (f"{NOTATION}.pl", "%!  equals_pile",
     "% (X1) a card of Q that j holds is lower\n"
     "lower(X, Q, J) :- shared(Y, Q, J), Y @< X.\n\n%!  equals_pile"),
    (f"{POSS}.lp", "    shared(X, Q, J),\n",
     "    shared(X, Q, J),\n    not lower(X, Q, J),\n"),
    (f"{NOTATION}.lp", "% (S2.3.5)",
     "% (X1) a card of Q that j holds is lower\n"
     "lower(X, Q, J) :- shared(X, Q, J), shared(Y, Q, J), Y < X.\n\n% (S2.3.5)"),
)  # fmt: skip
ASKER: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    disjoint(Q, J),\n",
     "    disjoint(Q, J),\n    turn(I, S),\n    \\+ h(I, s1),\n"),
    (f"{POSS}.lp", "    disjoint(Q, J),\n",
     "    disjoint(Q, J),\n    not asker_holds(S),\n"),
    (f"{EFFECTS}.lp", "% in(I,S): player",
     "% (X1) whose turn it is holds s1\n"
     "asker_holds(S) :- turn(I, S), h(I, s1).\n\n% in(I,S): player"),
)  # fmt: skip
NO_REPETITION: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    question_set(Q),\n",
     "    question_set(Q),\n    \\+ was_asked(Q, S),\n"),
    (f"{EFFECTS}.pl", "%!  in(?I, +S)",
     "% (X1) Q was asked before\n"
     "was_asked(Q, do(A, S)) :- ( A = asks(_, Q) ; was_asked(Q, S) ).\n\n"
     "%!  in(?I, +S)"),
    (f"{POSS}.lp", "    question_set(Q),\n",
     "    question_set(Q),\n    not was_asked(Q, S),\n"),
    (f"{EFFECTS}.lp", "% in(I,S): player",
     "% (X1) Q was asked before\n"
     "was_asked(Q, do(asks(I, Q), S)) :- situation(do(asks(I, Q), S)).\n"
     "was_asked(Q, do(A, S)) :- situation(do(A, S)), was_asked(Q, S).\n"
     "was_asked(Q, S1) :- names(S1, S), was_asked(Q, S).\n\n% in(I,S): player"),
)  # fmt: skip
OPEN_SIZES: tuple[Edit, ...] = (
    (f"{START}.pl", "    player(I),\n    hand_size(I, N),\n",
     "    player(I), I > 9,\n    hand_size(I, N),\n"),
    (f"{START}.lp",
     ":- player(I), hand_size(I, N), not N { h(I, X, init0) : card(X) } N.", ""),
)  # fmt: skip
NEVER_S1: tuple[Edit, ...] = (
    (f"{START}.pl", "%!  set_violates", "violates(s1) :- h(0, s1, init0).\n\n"
     "%!  set_violates"),
    (f"{START}.lp", ":- hand_size(0, M)", ":- h(0, s1, init0).\n:- hand_size(0, M)"),
)  # fmt: skip
TURN_OF_S1: tuple[Edit, ...] = (
    (f"{EFFECTS}.pl", "    (   A = endturn(I), incp(I, J)\n    ;   J = I",
     "    (   A = endturn(I), h(J, s1)\n    ;   J = I"),
    (f"{EFFECTS}.lp", "    turn(I, S),\n    incp(I, J).\nturn(",
     "    turn(I, S),\n    h(J, s1).\nturn("),
)  # fmt: skip
NO_IS_FREE: tuple[Edit, ...] = (
    (f"{POSS}.pl", "    disjoint(Q, J),\n", "    card_set(Q),\n"),
    (f"{POSS}.lp", "    disjoint(Q, J),\n", "    question_set(Q),\n"),
)  # fmt: skip

PASS: tuple[Edit, ...] = (
    (f"{POSS}.pl", "% (2.21) Poss",
     "% (X1) Poss(pass(i),s) == Turn(i,s) & guessphase(s)\n"
     "poss(pass(I), S) :-\n    turn(I, S),\n    guessphase(S),\n"
     "    \\+ game_over(S).\n\n% (2.21) Poss"),
    (f"{POSS}.lp", "% (2.21) Poss",
     "% (X1) Poss(pass(i),s) == Turn(i,s) & guessphase(s)\n"
     "poss(pass(I), S) :-\n    considered(pass(I), S),\n    turn(I, S),\n"
     "    guessphase(S),\n    not game_over(S).\n\n% (2.21) Poss"),
    (f"{ACTIONS}.pl", "% (S2.4.7)",
     "% (X2) pass(i)\naction(pass(I)) :-\n    player(I).\n\n% (S2.4.7)"),
    (f"{ACTIONS}.lp", "% (S2.4.7)",
     "% (X2) pass(i)\naction(pass(I)) :-\n    player(I).\n\n% (S2.4.7)"),
)  # fmt: skip
ALL_SEE: tuple[Edit, ...] = (
    (f"{SIGHT}.pl", "X), _) :-\n    member(I, [J, Poser]).",
     "X), _) :-\n    player(I), J \\= Poser."),
    (f"{SIGHT}.pl", "    \\+ member(I, [J, Poser]).",
     "    \\+ member(I, [J, Poser]), fail."),
    (f"{SIGHT}.lp", "    I = (J; Poser).\n", "    player(I).\n"),
    (f"{SIGHT}.lp", "    I != J, I != Poser.", "    I != J, I != Poser, 1 = 2."),
)  # fmt: skip
NO_NOGUESS: tuple[Edit, ...] = (
    (f"{POSS}.pl", "poss(noguess(I), S) :-\n", "poss(noguess(I), S) :-\n"
     "    askphase(S),\n"),
    (f"{POSS}.lp", "    considered(noguess(I), S),\n",
     "    considered(noguess(I), S),\n    askphase(S),\n"),
)  # fmt: skip

SAID_NO, SHOWN = "asks(1,{s3,s4}) no(2)", "asks(1,{s3,s4}) yes(2) shows(2,1,s4)"
TWICE = "asks(1,{s3,s4}) no(2) no(3) noguess(1) endturn(1)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the axioms to be edited."""
    copy = tmp_path / "mine"
    copied_axioms(copy)
    return copy


def edit(folder: Path, edits: Sequence[Edit]) -> None:
    for name, old, new in edits:
        text = (folder / name).read_text("utf-8")
        assert old in text, (name, old)
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


SERVERS: list[CrashServer] = []
"""The server that runs the commands of this module."""


@pytest.fixture(scope="module", autouse=True)
def server() -> Iterator[None]:
    """Start the server of this module."""
    with crash_server() as made:
        SERVERS.append(made)
        yield
        SERVERS.remove(made)


def asked(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run a query under the axioms of a folder: status, stdout and stderr."""
    kept = {"MYSTPY_AXIOMS": str(folder), "XDG_CACHE_HOME": str(folder.parent)}
    done = SERVERS[0].attempt(list(words), environment=kept)
    return done.status, done.out, done.err


def test_a_question_is_put_in_a_new_process_as_well(folder: Path) -> None:
    edit(folder, LOWEST)
    words = ("ask", *GAME, "--do", SHOWN, "K(1,~h(2,s3))")
    program = [sys.executable, "-m", "mystpy", *words]
    done = ran(program, env=os.environ | {"MYSTPY_AXIOMS": str(folder)})
    assert asked(folder, *words) == (done.returncode, done.stdout, done.stderr)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("edits", "history", "formula", "value", "label", "part"),
    [
        (ALL_HELD, SAID_NO, "K(1,~h(2,s3))", "undetermined", "2.16", "disjoint"),
        (LOWEST_SHARED, SHOWN, "K(1,~h(2,s3))", "true", "2.18", "shared"),
        (LOWEST, SHOWN, "K(1,~h(2,s3))", "true", "2.18", "lower"),
        (ASKER, SAID_NO, "K(2,~h(1,s1))", "true", "2.16", "h("),
        (OPEN_SIZES, "", "h(1,s1) & h(1,s2) -> ~h(1,s3)", "undetermined", "2.11", ""),
        (TURN_OF_S1, TWICE, "Turn(2)", "undetermined", "2.29", "turn"),
    ],
    ids=["disjoint", "shared", "own conjunct", "h of the asker", "sizes", "effect"],
)
def test_an_edit_that_only_asp_follows_is_refused_by_the_others(
    folder: Path,
    edits: Sequence[Edit],
    history: str,
    formula: str,
    value: str,
    label: str,
    part: str,
) -> None:
    edit(folder, edits)
    number = len(label + part)
    words = ("ask", *GAME, "--do", history, formula)
    for name in part_by_day(("asp", "auto"), 2, number):
        status, out, err = asked(folder, *words, "--engine", name)
        assert out.split()[0] == value, (name, out, err)
        assert out.endswith("(asp)\n")
    if part_by_day(("prolog", ""), 2, number)[0]:
        status, _, err = asked(folder, *words, "--engine", "prolog")
        assert status == 2, err
        assert f"({label}): " in err
        assert part in err
        assert "--engine asp" in err
    for name in part_by_day(("worlds", "walk", "large"), 3, number):
        game = LARGE if name == "large" else (*GAME, "--engine", name)
        status, _, err = asked(folder, "ask", *game, "--do", history, formula)
        assert status == 2, (name, err)
        assert "--engine asp" in err, name


def test_a_fluent_of_ones_own_is_followed_or_refused(folder: Path) -> None:
    edit(folder, NO_REPETITION)
    words = ("legal", *GAME, "--do", TWICE + " asks(2,{s3,s4})", "--engine")
    for name in part_by_day(("asp", "auto"), 2):
        status, out, _ = asked(folder, *words, name)
        assert (status, out.splitlines()[0]) == (
            1, "illegal: step 5, asks(2,{s3,s4}), by (2.15)",
        )  # fmt: skip
    for name in part_by_day(("prolog", "worlds", "both", "walk"), 2):
        status, out, err = asked(folder, *words, name)
        assert (status, out) == (2, ""), name
        assert "was_asked" in err
        assert "--engine asp" in err


def test_fewer_deals_are_followed_by_prolog_too(folder: Path) -> None:
    edit(folder, NEVER_S1)
    words = ("ask", *GAME, "--do", "asks(1,{s3,s4})", "K(1,~h(0,s1))", "--engine")
    for name in part_by_day(("asp", "prolog", "auto", "both"), 2, 1):
        assert asked(folder, *words, name)[:1] == (0,), name
    for name in part_by_day(("worlds", "walk"), 2):
        assert asked(folder, *words, name)[:1] == (2,), name


def test_an_edit_of_what_is_public_is_followed_by_all(folder: Path) -> None:
    edit(folder, NO_IS_FREE)
    words = ("ask", *GAME, "--do", SAID_NO, "K(1,~h(2,s3))", "--engine")
    every = ("asp", "prolog", "auto", "walk", "both", "worlds")
    for name in part_by_day(every, 2, 1):
        status, out, err = asked(folder, *words, name)
        assert (status, out.split()[0]) == (5, "undetermined"), (name, err)


def test_an_action_of_ones_own_is_refused(folder: Path) -> None:
    edit(folder, PASS)
    for name in part_by_day(("asp", "auto", "worlds", "walk"), 2):
        status, out, err = asked(folder, "poss", *GAME, "--do", SHOWN, "--engine", name)
        assert (status, out) == (2, ""), (name, err)
        assert "an action pass" in err
    status, _, err = asked(folder, "legal", *GAME, "--do", f"{SHOWN} pass(1)")
    assert status == 2
    assert "there is no action 'pass'" in err


SIX = ("asp", "auto", "prolog", "both", "worlds", "walk")


@pytest.mark.parametrize("name", SIX)
def test_who_sees_a_card_that_is_shown_is_asked_of_the_axioms(
    folder: Path, name: str
) -> None:
    edit(folder, ALL_SEE)
    given = ("--do", SHOWN, "--engine", name)
    ways = ((), ("--hand", "3=s1,s2"), None)
    for hands in part_by_day(ways, 3, SIX.index(name)):
        if hands is None:
            status, out, err = asked(folder, "know", "3", *GAME, *given)
            assert status == 0, err
            assert "s4    no  no  yes  no" in out
            continue
        words = ("ask", *GAME, *hands, "K(3,h(2,s4))", *given)
        status, out, err = asked(folder, *words)
        assert (status, out.split()[0]) == (0, "true"), err
        assert NOTICE in err


SIGHT_OF_S1: tuple[Edit, ...] = (
    (f"{SIGHT}.lp", "    I != J, I != Poser.", "    I != J, I != Poser, X != s1."),
    (f"{SIGHT}.lp", "% (S1.3.1d)",
     "obs(I, shows(J, K, s1), shows(J, K, s1), S) :-\n"
     "    done(shows(J, K, s1), S),\n    player(I).\n\n% (S1.3.1d)"),
)  # fmt: skip


@pytest.mark.parametrize("name", ["worlds", "walk"])
def test_a_sight_of_some_cards_is_refused_by_lists_in_python(
    folder: Path, name: str
) -> None:
    edit(folder, SIGHT_OF_S1)
    questions: tuple[tuple[str, ...], ...] = (
        ("ask", *GAME, "--do", SHOWN, "K(3,h(2,s4))"),
        ("know", "3", *GAME, "--hand", "3=s1,s2", "--do", SHOWN),
        ("know", "1,3", *GAME, "--do", SHOWN),
    )
    for words in part_by_day(questions, 3, len(name)):
        status, out, err = asked(folder, *words, "--engine", name)
        assert (status, out) == (2, ""), (words, err)
        assert "(S1.3.1" in err
        assert "--engine asp" in err
    status, _, _ = asked(folder, "legal", *GAME, "--do", SHOWN, "--engine", name)
    assert status in (0, 5)


ONLY_THE_RESPONDER = SIGHTS["only the responder sees the card"].edits
TWO = ("--game", 'rules="myst",m=1,n=1,p=2,q=1')
PAIRS = ("--game", 'rules="myst",m=1,n=2,p=2,q=2')


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--player", "strong-b", *TWO),
        ("play", "--player", "psychotic", *TWO),
        ("play", "--player", "order-2", *TWO),
    ],
    ids=lambda words: words[2],
)
def test_what_takes_for_granted_who_sees_a_card_refuses_another_sight(
    folder: Path, words: tuple[str, ...]
) -> None:
    edit(folder, ALL_SEE)
    status, out, err = asked(folder, *words)
    assert (status, out) == (2, ""), err
    assert "(S1.3.1c)" in err


def test_reasons_name_the_axioms_by_which_a_player_sees_a_card(folder: Path) -> None:
    words = ("why", *GAME, "--do", SHOWN, "K(3,h(2,s4))")
    status, _, _ = asked(folder, *words)
    assert status == 5
    edit(folder, ALL_SEE)
    status, out, _ = asked(folder, *words)
    assert status == 0
    line = _line_of(folder / f"{SIGHT}.lp", "% (S1.3.1c)")
    place = f"{SIGHT}.lp, line {line}"
    assert f"(2.18) possible shows, (S1.3.1c) card seen: edited, {place}" in out
    assert "2.25" not in out


def _line_of(file: Path, start: str) -> int:
    lines = file.read_text("utf-8").splitlines()
    return next(k for k, line in enumerate(lines, 1) if line.startswith(start))


@pytest.mark.parametrize("see", [ALL_SEE, ONLY_THE_RESPONDER], ids=["all", "one"])
def test_games_of_two_are_solved_if_both_see_each_card(
    folder: Path, see: Sequence[Edit]
) -> None:
    words = ("solve", *PAIRS, "--format", "json")
    _, out, _ = asked(folder, *words)
    shipped = json.loads(out)
    edit(folder, see)
    status, out, err = asked(folder, *words)
    if see is ALL_SEE:
        assert json.loads(out)["value"] == shipped["value"], err
    else:
        assert status == 2
        assert "(S1.3.1c)" in out
        assert "both see each card" in out


@pytest.mark.parametrize("see", [ALL_SEE, ONLY_THE_RESPONDER], ids=["all", "one"])
@pytest.mark.parametrize(
    "kind", ["random", "naive", "camouflage", "minimax", "order-1", "strong-a"]
)
def test_players_who_count_on_nothing_play_by_another_sight(
    folder: Path, see: Sequence[Edit], kind: str
) -> None:
    edit(folder, see)
    words = ("play", "--player", kind, *GAME, "--format", "json", "--seed", "3")
    status, out, err = asked(folder, *words)
    assert status == 0, err
    assert "fault" not in json.loads(out)


def test_methods_for_large_games_follow_who_sees_a_card(folder: Path) -> None:
    """Player 3 has seen the cards that were shown, but they are not given."""
    edit(folder, ALL_SEE)
    status, out, err = asked(folder, "ask", FIFTEEN, "K(3,h(2,s1))")
    assert (status, out.split()[0]) == (5, "undetermined"), err
    status, out, err = asked(folder, "know", "3", FIFTEEN, "--odds")
    assert (status, out) == (2, ""), err
    assert "shows(2,1,_), which player 3 has seen" in err


def test_a_private_no_is_refused(folder: Path) -> None:
    for end, of, to in (("lp", "done(no(J), S)", "S"), ("pl", "player(J)", "_")):
        new = f"private(no(J)) :- {of}.\nobs(J, no(J), no(J), {to}) :- {of}.\n\n"
        edit(folder, [(f"{SIGHT}.{end}", "% (S1.3.1d)", f"{new}% (S1.3.1d)")])
    for name in part_by_day(("asp", "prolog", "worlds", "walk"), 2):
        words = ("ask", *GAME, "--do", SAID_NO, "K(3,~h(2,s4))", "--engine", name)
        status, out, err = asked(folder, *words)
        assert (status, out) == (2, ""), (name, err)
        assert "1.3" in err


def test_a_player_who_does_not_see_an_action_is_refused(folder: Path) -> None:
    edit(folder, [
        (f"{SIGHT}.lp", "    I != J, I != Poser.", "    I != J, I != Poser, 1 = 2."),
        (f"{SIGHT}.pl", "    \\+ member(I, [J, Poser]).",
         "    \\+ member(I, [J, Poser]), fail."),
    ])  # fmt: skip
    for name in part_by_day(("asp", "prolog", "worlds"), 2, 1):
        words = ("ask", *GAME, "--do", SHOWN, "K(3,h(2,s4))", "--engine", name)
        status, out, err = asked(folder, *words)
        assert (status, out) == (2, ""), (name, err)
        assert "1.3" in err


def test_solve_follows_possible_actions(folder: Path) -> None:
    words = ("solve", "--game", 'rules="myst",m=2,n=1,p=2,q=1')
    _, shipped, _ = asked(folder, *words)
    assert "within 2 turns" in shipped
    assert "without idle questions" in shipped
    edit(folder, NO_NOGUESS)
    _, out, err = asked(folder, *words)
    assert "within 1 turn" in out
    assert "without idle questions" not in out  # proved of the shipped axioms only
    assert "follows these axioms in whether questions, guesses" in err


def test_by_hand_prolog_refuses_as_well(folder: Path) -> None:
    edit(folder, LOWEST)
    goal = "game(myst(1,2,3,2)), verdict(do(asks(1,set(s3,s4)),init0), V, F)"
    done = ran(["swipl", "-g", goal, "-t", "halt", str(folder / "myst.pl")])
    assert "poss(shows): " in done.stderr
    assert "lower(A,B,C) depends on the deal" in done.stderr
    assert "these drivers cannot follow that" in done.stderr


def test_the_shipped_axioms_are_followed(folder: Path) -> None:
    for rules in ("myst", "cards", "clue", "board", "speed", "generalized"):
        for language in ("asp", "prolog"):
            read = rules_read(axioms_dir(), rules, language)
            assert len(deal_axioms.of_deals(read, language)) > 20
            assert not list(deal_axioms.effects_of_deals(read))
        goal = "forall(unplaced(P, C, W), (print(P-C-W), nl))"
        file = str(folder / f"{rules}.pl")
        done = ran(["swipl", "-g", goal, "-t", "halt", file])
        assert (done.stdout, done.stderr) == ("", ""), rules


def test_a_rule_behind_a_block_comment_counts(folder: Path) -> None:
    edit(
        folder,
        [(f"{EFFECTS}.lp", "% in(I,S)", "%* x *% :- h(0, s1, init0).\n% in(I,S)")],
    )
    status, _, err = asked(folder, "legal", *GAME, "--engine", "worlds")
    assert status == 2
    assert ":- h(0, s1, init0)" in err


def test_drivers_of_another_version_are_named(folder: Path) -> None:
    edit(folder, [("drive/drive.pl", ":- include(placement).\n", "")])
    edit(folder, [("drive/drive.pl", ":- include(clauses).\n", "")])
    (folder / "drive" / "placement.pl").unlink()
    text = (folder / "drive" / "walks.pl").read_text("utf-8")
    (folder / "drive" / "walks.pl").write_text(
        text + "depends_on_deal(disjoint(_, _)).\nrequire_placed.\n", encoding="utf-8"
    )
    status, _, err = asked(folder, "legal", FIFTEEN, "--engine", "prolog")
    assert status == 2, err
    assert "drive/" in err


# --- The notice ---------------------------------------------------------------


NOTICE = "not the shipped ones"
COMMANDS = {
    "legal": ("legal", FIFTEEN),
    "poss": ("poss", FIFTEEN),
    "ask": ("ask", FIFTEEN, "K(3,h(2,s1))"),
    "know": ("know", "3", FIFTEEN),
    "why": ("why", FIFTEEN, "K(3,~h(2,s5))"),
    "theorem": ("theorem", "--say", "Turn(2)", "--games", "MYST(1,1,2,1)"),
    "solve": ("solve", "--game", 'rules="myst",m=1,n=1,p=2,q=1'),
    "play": ("play", "--player", "random", "--game", 'rules="myst",m=1,n=1,p=2,q=1'),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_under_other_axioms_say_so(folder: Path, command: str) -> None:
    played = command in ("solve", "play")
    edit(folder, NO_NOGUESS if played else NO_IS_FREE)
    _, out, err = asked(folder, *COMMANDS[command], "--format", "json")
    kept = fingerprint(folder)[:8]
    assert f"{folder} ({kept}), {NOTICE}" in err
    for line in out.splitlines():
        assert json.loads(line)["theory"] == {"name": "mine", "hash": kept}


def test_a_check_under_other_axioms_says_so(folder: Path) -> None:
    edit(folder, NO_NOGUESS)
    path = str(folder.parent / "c.json")
    asked(folder, *COMMANDS["solve"], "--certificate", path)
    _, out, err = asked(folder, "solve", "--check", path, "--format", "json")
    assert NOTICE in err
    assert json.loads(out)["theory"]["hash"] == fingerprint(folder)[:8]


def test_lines_of_batch_under_other_axioms_say_so(folder: Path) -> None:
    edit(folder, NO_NOGUESS)
    done = ran(
        [sys.executable, "-m", "mystpy", "batch"],
        env=os.environ | {"MYSTPY_AXIOMS": str(folder)},
        input='{"do":"legal","game":{"rules":"clue","p":3}}\n{}\n',
    )
    assert NOTICE in done.stderr
    assert [json.loads(x)["theory"]["name"] for x in done.stdout.splitlines()] == [
        "mine", "mine",
    ]  # fmt: skip


def test_a_copy_that_is_the_same_is_the_shipped_one(folder: Path) -> None:
    _, out, err = asked(folder, "ask", FIFTEEN, "--format", "json")
    assert NOTICE not in err
    assert "theory" not in out
    assert '"method":"sat"' in out


def test_python_says_which_theory_is_in_force(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mystpy.theory().shipped
    assert edited_theory() is None
    assert get_engine("auto").name == "auto"
    edit(folder, NO_NOGUESS)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    found = mystpy.theory()
    assert (found.name, found.hash) == ("mine", fingerprint(folder)[:8])
    assert not found.shipped
    assert get_engine("auto") is get_engine("asp")
