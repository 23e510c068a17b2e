"""Proofs by induction: invariants are proved, and what is none is not."""

from __future__ import annotations

import pytest

from mystpy.conjectures.induction import public_states as induction_public
from mystpy.conjectures.induction.invariants import find_violation
from mystpy.conjectures.induction.program import Rules, _narrowed
from mystpy.conjectures.induction.public_states import (
    announces,
    holds_in_public_states,
    same_for_all,
)
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import holds
from mystpy.engines.transition_system.orbits import renamed_state
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.situations import public_steps as renamed
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events
from mystpy.situations.public_steps import next_player, public_states, rotations
from mystpy.theses.chapter2.formulas import said

ARROWS = said("figure-2.2").text
OMIT = said("remark-2.4-omit").text
ONE_TURN = said("invariant-2.22").text
ONE_PHASE = said("invariant-phases").text
NO_DEADLOCK = said("invariant-no-deadlock").text
ELIMINATED = said("invariant-eliminated").text
ONE_KIND = said("invariant-one-kind").text
STILL_IN = said("remark-2.26-still-in").text
POSS_READ = said("axiom-2.16-printed", "some").text
IN_READ = said("axiom-2.26-printed", "some").text
QUESTION_READ = said("axiom-2.27-printed", "some").text
OVER_READ = said("axiom-2.28-printed", "some").text
SHOWN = said("axiom-2.25-printed", "possible").text
NO, YES, WRONG = (said(f"axiom-2.{k}").text for k in (32, 33, 34))

GAME = Game.myst(1, 1, 3, 2)


@pytest.mark.parametrize("text", [ONE_PHASE, NO_DEADLOCK, ELIMINATED])
@pytest.mark.parametrize("p", [2, 3])
def test_invariants_are_proved(text: str, p: int) -> None:
    assert find_violation(parse_conjecture(text), p) is None


@pytest.mark.parametrize(
    "text",
    [
        "forall j in players: AnsTurn(j) -> ~Turn(j)",
        "~GameOver",
        "~next false",
        "forall i in players: In(i)",
        "forall Q in questions, R in questions: Question(Q) -> Question(R)",
        "forall i in players, j in players: possible(noguess(i)) -> possible(yes(j))",
    ],
)
def test_what_is_no_invariant_is_broken_by_an_action(text: str) -> None:
    found = find_violation(parse_conjecture(text), 3)
    assert found is not None
    assert any(atom.startswith("chosen(") for atom in found.atoms)


def test_an_invariant_that_fails_at_the_start_is_told_apart() -> None:
    found = find_violation(parse_conjecture("~askphase"), 2)
    assert found is not None
    assert found.at_the_start


def test_what_holds_everywhere_needs_no_support() -> None:
    one = parse_conjecture(
        "forall i in players, j in players: Turn(i) & Turn(j) -> i = j"
    )
    assert find_violation(one, 3, support=(), executable=False) is None
    eliminated = parse_conjecture(ELIMINATED)
    assert find_violation(eliminated, 3, support=(), executable=False) is not None


@pytest.mark.parametrize(
    "text",
    [
        "K(1, Turn(1))",
        "forall x in cards: ~h(0,x)",
        "forall Q in questions: showphase -> forall x in Q: h(1,x)",
        "exists j in players: after no(j): true",
        "(after no(1): true) -> In(1)",
        "next next In(1)",
        "forall Q in questions: exists R in guesses: Question(Q) -> Question(R)",
    ],
)
def test_formulas_of_more_than_the_public_fluents_are_refused(text: str) -> None:
    with pytest.raises(NotCovered):
        find_violation(parse_conjecture(text), 2)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("showphase -> next guessphase", True),
        ("showphase -> next endphase", False),
        ("forall j in players: after yes(j): AnsTurn(j)", True),
        ("forall j in players: after no(j): AnsTurn(j)", False),
        ("forall i in players: ~In(i) -> next ~In(i)", True),
        ("forall i in players: In(i) -> next In(i)", False),
        # A formula that is not about steps is also checked where no action is possible.
        ("~GameOver & (showphase -> next guessphase)", False),
        ("(GameOver -> endphase) & (showphase -> next guessphase)", True),
    ],
)
def test_what_holds_after_single_actions_is_proved(text: str, holds: bool) -> None:
    assert (find_violation(parse_conjecture(text), 3) is None) is holds


@pytest.mark.parametrize("text", [NO, YES, SHOWN, WRONG])
def test_what_actions_announce_is_proved(text: str) -> None:
    node = parse_conjecture(text)
    assert announces(node)
    holds, instances = holds_in_public_states(node, GAME)
    assert holds
    assert instances > 0


@pytest.mark.parametrize(
    "text",
    [
        NO.replace("~h(j,x)", "h(j,x)"),
        YES.replace("exists x", "forall x"),
        WRONG.replace("~h(0,x)", "h(0,x)").replace("exists", "forall"),
    ],
)
def test_what_they_do_not_announce_is_not(text: str) -> None:
    assert not holds_in_public_states(parse_conjecture(text), GAME)[0]


@pytest.mark.parametrize(
    "text",
    [
        "forall j in players, x in cards: h(j,x) & possible(no(j))"
        " -> after no(j): C(players, h(j,x))",
        "forall j in players: after no(j): ~C(players, h(j,s1))",
        "forall j in players, x in cards: K(j,h(j,x)) -> after no(j): K(j,h(j,x))",
        "forall i in players, j in players: possible(yes(i)) -> after no(j): K(1,true)",
    ],
)
def test_private_premises_and_negated_knowledge_are_not_announced(text: str) -> None:
    node = parse_conjecture(text)
    assert not announces(node)
    with pytest.raises(NotCovered):
        holds_in_public_states(node, GAME)


SAME_FOR_ALL = (
    NO,
    NO.replace("~h(j,x)", "h(j,x)"),
    WRONG,
    ARROWS,
    ARROWS.replace("ansphase | guessphase", "ansphase"),
    "forall i in players, j in players: AnsTurn(j) & Turn(i) -> ~(i = j)",
)


@pytest.mark.parametrize("text", SAME_FOR_ALL)
def test_one_state_of_a_rotation_is_enough(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = parse_conjecture(text)
    assert same_for_all(node, GAME)
    once, _ = holds_in_public_states(node, GAME)
    monkeypatch.setattr(induction_public, "rotations", public_states)
    assert holds_in_public_states(node, GAME)[0] is once


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (ARROWS, "ansphase | guessphase", "ansphase"),
        (STILL_IN, "~(i = k &", "(i = k &"),
        (POSS_READ, "~GameOver", "GameOver"),
        (IN_READ, "(after guess(k,L): ~In(i))", "(after guess(k,L): In(i))"),
        (QUESTION_READ, "<-> Q = L", "<-> ~(Q = L)"),
        (OVER_READ, "forall x in L: h(0,x)", "exists x in L: h(0,x)"),
    ],
)
def test_what_is_misprinted_is_told_from_how_it_is_read(
    text: str, right: str, wrong: str
) -> None:
    game = Game.myst(2, 1, 3, 2)
    assert holds_in_public_states(parse_conjecture(text), game)[0]
    changed = text.replace(right, wrong, 1)
    assert changed != text
    assert not holds_in_public_states(parse_conjecture(changed), game)[0]


@pytest.mark.parametrize("p", [2, 3, 4])
def test_every_public_state_is_a_rotation_of_one_looked_at(p: int) -> None:
    steps, turn = transition_system_of(p), next_player(p)
    found = set()
    for number in rotations(p):
        for _ in range(p):
            found.add(number)
            number = steps.number(renamed_state(steps.state(number), turn))
    assert found >= set(public_states(p))
    assert len(rotations(p)) < len(public_states(p))


def test_all_states_are_looked_at_if_players_are_not_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    third = parse_conjecture("~(In(1) & In(2) & In(3) & Turn(3) & askphase)")
    assert not same_for_all(third, GAME)
    states = map(transition_system_of(3).state, rotations(3))
    asking = [s for s in states if len(s.still_in) == 3 and s.phases == ("askphase",)]
    assert (3,) not in {state.turn for state in asking}
    assert not holds_in_public_states(third, GAME)[0]
    assert not same_for_all(parse_conjecture(NO), Game.clue(4))
    monkeypatch.setattr(renamed, "alike", lambda *_: False)
    found = renamed._rotations.__wrapped__(transition_system_of(3))
    assert found == public_states(3)


@pytest.mark.parametrize("text", [ONE_KIND, OMIT, ONE_TURN, ELIMINATED])
def test_quantifiers_moved_inwards_say_the_same(text: str) -> None:
    for part in (text, text.replace("->", "&", 1), text.replace("forall", "exists", 2)):
        node = parse_conjecture(part)
        moved = _narrowed(node)
        state = EpistemicState.start(GAME)
        for _ in range(6):
            now = (holds(each, state, {}) for each in (node, moved))
            assert next(now) == next(now)
            state = next(r.state for d in events(state) for r in state.after(d))


def test_quantifiers_moved_inwards_make_fewer_rules() -> None:
    node = parse_conjecture(ONE_KIND)
    assert _narrowed(node) != node
    rules = Rules(4, 5)
    rules.atom(node, {})
    assert len(rules.lines) < 4 * 4 * 5 * 5


def test_a_card_that_others_did_not_see_is_not_announced() -> None:
    text = SHOWN.replace("[i,j]", "players")
    with pytest.raises(NotCovered):
        holds_in_public_states(parse_conjecture(text), GAME)


@pytest.mark.parametrize("p", [2, 3])
def test_every_situation_has_a_public_state(p: int) -> None:
    states = set(public_states(p))
    game = Game.myst(1, 1, p, 1)
    seen = []

    level = [EpistemicState.start(game)]
    for _ in range(7):
        seen += [state.number for state in level]
        level = [r.state for s in level[:40] for d in events(s) for r in s.after(d)]
    assert set(seen) <= states
    assert sweep(parse_conjecture("true"), game, work=0, depth=3).failure is None
