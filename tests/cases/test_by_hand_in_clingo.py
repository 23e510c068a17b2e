"""At a clingo prompt, senseless queries get one answer set that gives the reason.

For each query that is refused there is a similar one that is answered.
"""

from __future__ import annotations

import clingo
import pytest

from mystpy.axioms import axioms_dir
from mystpy.game.game import Game, facts
from mystpy.history.history import History

MYST = "game(myst(1,2,3,2))."
SKY = "constant(p,2; q,1). symbol(1,sun; 2,moon; 3,sky)."
SORTS = """constant(p,2; q,2). symbol(1,ann; 2,bob; 3,axe; 4,bow).
given_size(0,2; 1,1; 2,1). sort_of(ann,who; bob,who; axe,how)."""
FIRST = "step(0,asks(1,set(s1,s2)))."

WORLDS = """constant(p,2). constant(q,1).
view(1,1,one). view(1,2,other). view(2,(1;2),same).
world(1). hand(1,0,set(s3)). hand(1,1,set(s1)). hand(1,2,set(s2)).
world(2). hand(2,0,set(s1)). hand(2,1,set(s3)). hand(2,2,set(s2))."""


def shown(rules: str, query: str) -> list[list[str]]:
    """Return what is shown of each answer set; a warning is a failure."""
    said: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, text: said.append(text))
    control.load(str(axioms_dir() / f"{rules}.lp"))
    control.add("base", [], query)
    control.ground([("base", [])])
    assert not said
    with control.solve(yield_=True) as models:
        return [sorted(map(str, model.symbols(shown=True))) for model in models]


REFUSED = {
    "no pile": ("myst", "game(myst(0,2,3,2)).", 'violated("2.1")'),
    "one player": ("myst", "game(myst(1,2,1,2)).", 'violated("2.1")'),
    "no cards": ("myst", "game(myst(1,0,3,2)).", 'violated("2.1")'),
    "less than none": ("myst", "game(myst(1,-2,3,2)).", "no_game(myst(1,-2,3,2))"),
    "no number": ("myst", "game(myst(a,2,3,2)).", "no_game(myst(a,2,3,2))"),
    "a large question": ("myst", "game(myst(1,2,3,8)).", "too_large(q)"),
    "too many cards": ("myst", "game(myst(1,60,2,2)).", "no_game(myst(1,60,2,2))"),
    "Clue as MYST": ("myst", "game(clue(3)).", "no_game(clue(3))"),
    "two games": ("myst", f"{MYST} game(myst(1,2,3,3)).", "two_games"),
    "no constants": ("myst", "", 'violated("2.1")'),
    "facts": ("myst", "constant(m,0; n,2; p,3; q,2).", 'violated("2.1")'),
    "one player of Clue": ("clue", "game(clue(1)).", "too_small(p)"),
    "too many players": ("clue", "game(clue(19)).", "no_game(clue(19))"),
    "MYST as Clue": ("clue", MYST, "no_game(myst(1,2,3,2))"),
    "a card of no sort": ("clue", SORTS, "sort_of(bow)"),
    "fewer in a question": (
        "clue",
        f"{SORTS} sort_of(bow,how).".replace("q,2", "q,1"),
        "sorts(2)",
    ),
    "no size": ("cards", f"{SKY} given_size(0,1; 1,2).", "no_size(2)"),
    "a card left": ("cards", f"{SKY} given_size(0,1; 1,1; 2,0).", "sizes_sum_to(2)"),
    "a third player": (
        "cards",
        f"{SKY} given_size(0,1; 1,1; 2,1; 3,0; 4,0).",
        "no_holder(4)",
    ),
    "a hand of nobody": ("myst", f"{MYST} given(4,s1).", "no_holder(4)"),
    "a card of nowhere": ("myst", f"{MYST} given(1,s8).", "no_card(s8)"),
    "no action": (
        "myst",
        f"{MYST} step(0,aks(1,set(s1,s2))).",
        "no_action(aks(1,set(s1,s2)))",
    ),
    "a card twice": (
        "myst",
        f"{MYST} step(0,asks(1,set(s1,s1))).",
        "no_question(set(s1,s1))",
    ),
    "a card twice, in questions of one": (
        "myst",
        "game(myst(1,1,2,1)). history(do(asks(1,set(s1,s1)),init0)).",
        "no_question(set(s1,s1))",
    ),
    "a question of one": (
        "myst",
        f"{MYST} history(do(asks(1,set(s1)),init0)).",
        "no_question(set(s1))",
    ),
    "a guess of two": (
        "myst",
        f"{MYST} step(0,guess(1,set(s1,s2))).",
        "no_guess(set(s1,s2))",
    ),
    "two rooms": (
        "clue",
        "game(clue(3)). step(0,asks(1,set(plum,hall,study))).",
        "no_question(set(plum,hall,study))",
    ),
    "nobody asks": ("myst", f"{MYST} step(0,asks(4,set(s1,s2))).", "no_player(4)"),
    "nobody is shown": (
        "myst",
        f"{MYST} {FIRST} step(1,shows(2,4,s1)).",
        "no_player(4)",
    ),
    "an unseen one to nobody": (
        "myst",
        f"{MYST} {FIRST} step(1,shows(2,4,unseen)).",
        "no_player(4)",
    ),
    "a shown card": ("myst", f"{MYST} {FIRST} step(1,shows(2,1,s9)).", "no_card(s9)"),
    "a gap": ("myst", f"{MYST} {FIRST} step(2,no(2)).", "no_step(1)"),
    "two at once": ("myst", f"{MYST} {FIRST} step(0,no(2)).", "two_steps(0)"),
    "another start": (
        "myst",
        f"{MYST} history(do(no(2),start)).",
        "no_situation(start)",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("more", ["", "must_be_executable."])
@pytest.mark.alike(3)
def test_what_cannot_be_meant_is_refused(name: str, more: str) -> None:
    rules, query, why = REFUSED[name]
    (answer,) = shown(rules, query + more)
    assert f"refused({why})" in answer
    assert all(atom.startswith("refused(") for atom in answer)


ANSWERED = {
    "MYST": ("myst", MYST, 630),
    "MYST by facts": ("myst", "constant(m,1; n,2; p,3; q,2).", 630),
    "the largest question": ("myst", "game(myst(1,2,3,7)).", 630),
    "Clue by facts": ("clue", f"{SORTS} sort_of(bow,how).", 8),
    "cards": ("cards", f"{SKY} given_size(0,1; 1,1; 2,1).", 6),
    "an empty hand": ("cards", f"{SKY} given_size(0,1; 1,2; 2,0).", 3),
    "a hand": ("myst", f"{MYST} given(1,(s1;s2)).", 30),
    "a question": ("myst", f"{MYST} {FIRST} must_be_executable.", 630),
    "in any order": ("myst", f"{MYST} step(0,asks(1,set(s2,s1))).", 630),
    "a show": (
        "myst",
        f"{MYST} {FIRST} step(1,yes(2)). step(2,shows(2,1,unseen)). given(2,(s1;s3)).",
        30,
    ),
    "what is illegal": ("myst", f"{MYST} step(0,no(2)).", 630),
}


@pytest.mark.parametrize("name", ANSWERED)
def test_what_can_be_meant_is_answered(name: str) -> None:
    rules, query, deals = ANSWERED[name]
    answers = shown(rules, query)
    assert len(answers) == deals
    assert not [atom for answer in answers for atom in answer if "refused" in atom]


def test_what_no_deal_fits_has_no_answer() -> None:
    assert shown("myst", f"{MYST} given(1,s1). given(2,s1).") == []
    assert shown("myst", f"{MYST} step(0,no(2)). must_be_executable.") == []


@pytest.mark.parametrize("players", [2, 3, 6, 18])
def test_a_game_of_clue_by_its_name_has_the_facts_of_mystpy(players: int) -> None:
    named = f"game(clue({players}))."
    program = "#show constant/2. #show symbol/2. #show given_size/2. #show sort_of/2."
    hands = "".join(
        f"given({holder},{card})."
        for holder, cards in enumerate(dealt(Game.clue(players)))
        for card in cards
    )
    (answer,) = shown("clue", f"{named} {program} {hands}")
    found = {atom for atom in answer if not atom.startswith(("h(", "executable("))}
    assert found == {f.rstrip(".") for f in facts(Game.clue(players)).split()}


def test_a_history_with_names_that_begin_with_a_digit_can_be_pasted() -> None:
    game = Game.general(["2c", "3c", "10d", "jd"], [1, 1, 2], 1)
    history = History.make(game, {}, "asks(1,{10d}) yes(2) shows(2,1,10d)")
    query = f"{facts(game)} history({history.term()}). must_be_executable."
    answers = shown("cards", f"{query} given(1,c2). #show h/2.")
    assert len(answers) == 2, "the other card of player 2 is c3 or jd"
    assert all("h(2,d10)" in answer for answer in answers)


def dealt(game: Game) -> list[list[str]]:
    """Deal the first card of each sort to the pile, and then hand by hand."""
    pile = [cards[0] for _, cards in game.sorts]
    rest = iter(card for card in game.cards if card not in pile)
    return [pile, *([next(rest) for _ in range(size)] for size in game.sizes[1:])]


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ("neg(foo)", "foo"),
        ("and(truth,k(3,truth))", "k(3,truth)"),
        ("k(1,neg(h(3,s1)))", "h(3,s1)"),
        ("k(1,neg(h(0,s9)))", "h(0,s9)"),
        ("e(set(1,3),truth)", "e(set(1,3),truth)"),
        ("c(set(1,1),truth)", "c(set(1,1),truth)"),
        ("neg(question(set(s1,s2)))", "question(set(s1,s2))"),
        ("neg(disjoint(set(s9),1))", "disjoint(set(s9),1)"),
        ("imp(turn(3),askphase)", "turn(3)"),
        ("iff(askphas,askphase)", "askphas"),
    ],
)
def test_a_formula_that_there_is_not_is_refused(formula: str, fault: str) -> None:
    (answer,) = shown("drive/worlds", f"{WORLDS} ask({formula}). ask(truth).")
    assert f"refused(no_formula({fault}))" in answer
    assert all(atom.startswith("refused(") for atom in answer)


@pytest.mark.parametrize(
    ("formula", "worlds"),
    [
        ("neg(game_over)", [1, 2]),
        ("k(1,neg(h(0,s1)))", [1]),
        ("c(set(2,1),h(2,s2))", [1, 2]),
        ("e(set(1),h(0,s3))", [1]),
        ("neg(question(set(s1)))", [1, 2]),
        ("disjoint(set(s1),1)", [2]),
        ("within(set(s1,s2),1)", []),
        ("or(turn(1),and(askphase,in(2)))", []),
        ("imp(ans_turn(2),iff(truth,ansphase))", [1, 2]),
    ],
)
def test_one_that_there_is_is_answered(formula: str, worlds: list[int]) -> None:
    (answer,) = shown("drive/worlds", f"{WORLDS} ask({formula}).")
    assert answer == [f"true_in({formula},{w})" for w in worlds]
