"""Events besides questions: right numbers, who sees what, and an independent count."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import combinations, product
from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.errors import IllegalActionError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Lays, Looks, No, Sees, Shows, Yes
from mystpy.history.history import History
from mystpy.questions.advice import advice
from mystpy.questions.knowledge import know
from mystpy.questions.query import load_query
from mystpy.questions.situation import Situation
from mystpy.questions.why import why

SORTS = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
GAME = Game.clue(players=["ann", "bob", "cid"], sorts=SORTS)
CID: dict[int | str, list[str]] = {"cid": ["green", "pipe"]}
SHOWN = "asks(ann,{white,rope,study}) yes(bob) shows(bob,ann,rope)"
ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog", "worlds", "sat", "auto"])


@ENGINES
def test_a_card_that_a_third_player_saw_leaves_18_deals(engine: str) -> None:
    shown = Situation.init(GAME, CID, engine=engine).do(SHOWN)
    assert shown.count("cid") == 49
    seen = shown.witness("cid")
    assert seen.count("cid") == 18
    assert seen.knows("cid").cells[0]["knife"] == "yes"
    assert seen.holds("K(ann,K(cid,h(bob,rope)))")
    assert seen.holds("C([ann,bob,cid],h(bob,rope))")
    assert shown.holds("K(cid,h(bob,rope))") is False


@ENGINES
def test_a_look_leaves_18_of_72_deals(engine: str) -> None:
    start = Situation.init(GAME, CID, engine=engine)
    assert start.count("cid") == 72
    looked = start.look("cid", "bob", "rope")
    assert looked.count("cid") == 18
    assert looked.holds("K(cid,h(0,knife))")
    assert looked.holds("C([bob,cid],h(bob,rope))")
    assert looked.holds("K(ann,h(bob,rope))") is False
    assert looked.holds("K(bob,K(cid,h(bob,rope)))")
    open_hand = start.lay("bob", "rope")
    assert open_hand.count("cid") == 18
    assert open_hand.holds("C([ann,bob,cid],h(bob,rope))")


@ENGINES
def test_a_hand_laid_open_after_a_wrong_accusation_leaves_4_deals(engine: str) -> None:
    notes = "bob accuses white knife hall: wrong\nbob lays open plum hall"
    game = Game.clue(players=["bob", "cid", "ann"], sorts=SORTS, board=True)
    found = Situation.init(game, {"ann": ["green", "pipe"]}, engine=engine).do(
        *History.make(game, None, notes).actions
    )
    assert found.count("ann") == 4
    assert found.knows("ann").cells[0]["white"] == "yes"


def test_in_a_full_game_38_808_deals_are_left() -> None:
    hand = ["scarlett", "plum", "knife", "wrench", "hall", "lounge"]
    game = Game.clue(players=["ann", "bob", "cid"])
    shown = Situation.init(game, {"cid": hand}).do(SHOWN)
    assert (shown.count("cid"), shown.witness("cid").count("cid")) == (83_034, 38_808)


@pytest.mark.parametrize(
    ("wrong", "axiom"),
    [
        ("looks(cid,cid,green)", "E8"),
        ("looks(ann,cid,rope)", "E8"),
        ("lays(cid,{green,rope})", "E9"),
        ("sees(cid)", "E10"),
    ],
)
@ENGINES
def test_what_is_not_possible_is_refused_by_its_axiom(
    wrong: str, axiom: str, engine: str
) -> None:
    start = Situation.init(GAME, CID, engine=engine)
    with pytest.raises(IllegalActionError) as caught:
        start.do(wrong)
    assert caught.value.axiom == axiom


@ENGINES
def test_who_asked_and_who_showed_are_no_witnesses(engine: str) -> None:
    shown = Situation.init(GAME.with_events(), CID, engine=engine).do(SHOWN)
    for player in ("ann", "bob"):
        assert shown.why_not(f"sees({player})").axiom == "E10"
    assert shown.why_not("sees(cid)").axiom is None
    assert shown.do("noguess(ann)").why_not("sees(cid)").axiom == "E10"
    moves: Container[object] = shown.possible()
    assert "sees(cid)" in moves
    assert "looks(cid,ann,plum)" in moves


QUERY = """
history = "ann: white rope study -> bob shows rope{saw}"
[game]
rules = "clue"
players = ["ann", "bob", "cid"]
[game.sorts]
suspect = ["plum", "green", "white"]
weapon = ["rope", "knife", "pipe"]
room = ["hall", "study", "kitchen"]
[hands]
cid = ["green", "pipe"]
"""


def test_notes_that_name_a_card_shown_to_others_are_asked_about() -> None:
    with pytest.raises(QueryError, match="did cid, whose notes these are") as caught:
        load_query(QUERY.format(saw=""))
    hint = caught.value.hint or ""
    assert "bob shows rope, cid saw it" in hint
    assert "bob shows" in hint.partition(";")[2]


def test_what_the_writer_saw_counts_everywhere() -> None:
    history = load_query(QUERY.format(saw=", cid saw it")).history
    engine = get_engine("auto")
    known = know(history, "cid", engine, odds=True)
    assert known.deals == 18
    assert known.odds is not None
    assert known.odds[0]["knife"] == 1
    reasons = why(history, Situation.of(history).ask("h(0,knife)").formula, engine)
    assert reasons.value == "true"
    found = Situation.of(history).why("K(cid,h(0,knife))")
    assert "E20" in found.axioms
    assert [r.step for r in found.because if r.step is not None] == [2]
    best = advice(History(GAME, history.hands, history.actions), 3, engine)
    assert all("rope" not in each.question for each in best)


def test_a_look_is_a_reason() -> None:
    found = (
        Situation.init(GAME, CID).look("cid", "bob", "rope").why("K(cid,h(0,knife))")
    )
    assert "E8" in found.axioms
    assert [r.gives for r in found.because if r.step == 0] == [
        "player 2 (bob) holds rope"
    ]


def deals(game: Game) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield every deal of three hands of two cards, card by card."""
    for pile in product(*(cards for _, cards in game.sorts)):
        rest = [card for card in game.cards if card not in pile]
        for ann in combinations(rest, 2):
            left = [card for card in rest if card not in ann]
            for bob in combinations(left, 2):
                cid = [card for card in left if card not in bob]
                yield tuple(map(frozenset, (pile, ann, bob, cid)))


def fits(deal: tuple[frozenset[str], ...], done: tuple[Action, ...]) -> bool:
    """Whether a deal fits what was done, as somebody sees it who saw these cards."""
    asked = frozenset[str]()
    for action in done:
        match action:
            case Asks(_, cards):
                asked = cards
            case No(player) if deal[player] & asked:
                return False
            case Yes(player) if not deal[player] & asked:
                return False
            case Shows(player, _, card) if card and card not in deal[player] & asked:
                return False
            case Looks(_, holder, card) if card and card not in deal[holder]:
                return False
            case Lays(holder, cards) if not cards <= deal[holder]:
                return False
    return True


def seen_by(player: int, done: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return what a player sees of these actions, from the rules told in words."""
    seen: list[Action] = []
    for step, action in enumerate(done):
        if isinstance(action, Shows):
            later = done[step + 1 :]
            until = next((k for k, a in enumerate(later) if not is_aside(a)), None)
            others = {a.player for a in later[:until] if isinstance(a, Sees)}
            hidden = player not in {action.player, action.to, *others}
            seen.append(Shows(action.player, action.to, None) if hidden else action)
        elif isinstance(action, Looks) and player not in (action.player, action.holder):
            seen.append(Looks(action.player, action.holder, None))
        else:
            seen.append(action)
    return tuple(seen)


def is_aside(action: Action) -> bool:
    return isinstance(action, Looks | Lays | Sees)


def played(random: Random) -> tuple[tuple[frozenset[str], ...], tuple[Action, ...]]:
    """Draw a deal and some turns in it, with events among them."""
    deal = random.choice(EVERY)
    done: list[Action] = []
    for poser in (1, 2, 3, 1)[: random.randint(1, 4)]:
        question = frozenset(random.choice(cards) for _, cards in GAME.sorts)
        done.append(Asks(poser, question))
        for k in (1, 2):
            other = (poser - 1 + k) % 3 + 1
            if not deal[other] & question:
                done.append(No(other))
                continue
            card = random.choice(sorted(deal[other] & question))
            done += [Yes(other), Shows(other, poser, card)]
            if random.random() < 0.5:
                done.append(Sees(6 - poser - other))
            break
        for _ in range(random.randint(0, 2)):
            looker, holder = random.sample((1, 2, 3, 0), 2)
            if looker and random.random() < 0.6:
                done.append(Looks(looker, holder, random.choice(sorted(deal[holder]))))
            else:
                one = random.choice(sorted(deal[holder]))
                done.append(Lays(holder, frozenset((one,))))
        done += History.make(GAME, None, f"noguess({poser}) endturn({poser})").actions
    return deal, tuple(done)


EVERY = list(deals(GAME))


@pytest.mark.parametrize("seed", range(12))
def test_deals_are_those_that_a_program_apart_counts(seed: int) -> None:
    deal, done = played(Random(seed))
    engine = get_engine(("auto", "worlds", "asp", "prolog")[seed % 4])
    for player in (1, 2, 3):
        seen = seen_by(player, done)
        held = [d for d in EVERY if d[player] == deal[player] and fits(d, seen)]
        history = History(GAME, deal, done)
        known = know(history, player, engine)
        assert known.deals == len(held), history.text()
        for holder, row in enumerate(known.cells):
            for card, cell in row.items():
                number = sum(card in d[holder] for d in held)
                assert cell == {0: "no", len(held): "yes"}.get(number, "?")


@pytest.mark.parametrize("engine", ["worlds", "auto"])
@pytest.mark.parametrize("seed", range(6))
def test_a_formula_after_an_event_is_that_formula_in_the_next_situation(
    engine: str, seed: int
) -> None:
    draw = Random(seed)
    game = Game.myst(m=draw.choice([1, 2]), n=1, p=3, q=1).with_events()
    start = Situation.init(game, engine=engine)
    asked = start.do(f"asks(1,{{{draw.choice(game.cards)}}}) no(2)")
    card, who, holder = draw.choice(game.cards), draw.randint(1, 3), draw.randint(0, 3)
    for here in (start, asked):
        for event in (f"looks({who},{holder},{card})", f"lays({holder},{{{card}}})"):
            for known in (f"K({who},h({holder},{card}))", "C([1,2,3],~h(1,s2))"):
                after = f"after {event}: {known}"
                if here.holds(f"possible({event})") is False:
                    assert here.holds(after) is True
                else:
                    then = here.do(event).holds(known)
                    assert here.holds(f"possible({event}) -> ({after})") in (
                        (True,) if then is True else (False, None)
                    ), (event, known)


def test_the_pile_can_be_named_in_formulas() -> None:
    start = Situation.init(Game.myst(m=1, n=1, p=3, q=1).with_events(), {1: ["s1"]})
    assert start.holds("forall x in cards: after looks(1,pile,x): K(1,h(pile,x))")
    assert start.holds("possible(looks(1,0,s2))") is start.holds("h(pile,s2)")
    with pytest.raises(ParseError, match="the pile is not a player"):
        start.holds("K(pile,h(1,s1))")
    with pytest.raises(ParseError, match="looks is no action"):
        Situation.init(Game.myst(m=1, n=1, p=3, q=1)).holds("possible(looks(1,2,s2))")
