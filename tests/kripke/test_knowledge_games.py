"""The definitions of *Knowledge games* (2000), and its statements on small games.

Each test named after a statement of the paper checks the statement as printed; where
it is not true as printed, the test says so and holds the smallest counterexample.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.kripke.construction import build_model
from mystpy.kripke.deals import (
    Deal,
    count_of_size,
    hexa,
    initial_model,
    initial_state,
    is_game_state,
    letter,
    own_hand,
    relevant,
    relevant_in,
    same_size,
    tetra,
)
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Mask, Partition, join
from mystpy.kripke.refinement.contraction import bisimilar, contract
from mystpy.kripke.refinement.isomorphism import isomorphic
from mystpy.kripke.update.game_actions import (
    GameAction,
    knowing_deal,
    noshow,
    nowin,
    show,
    shown_to,
    to_all,
    win,
)
from mystpy.language.atoms import Atom

CARDS = "abcdef"


def deal_of_size(size: tuple[int, ...], first: int = 1) -> Deal:
    cards = iter(CARDS)
    hands = ["".join(next(cards) for _ in range(n)) for n in size]
    return Deal.read("|".join(hands), first)


def sizes(players: int, most: int) -> list[tuple[int, ...]]:
    every = product(range(most + 1), repeat=players)
    return [size for size in every if 0 < sum(size) <= most]


def at(state: PointedModel, name: str) -> PointedModel:
    return state.model.at(name)


def question(state: PointedModel, **answers: str) -> dict[str, Mask]:
    return {name: state.model.truth(text) for name, text in answers.items()}


# --- Deals: Definitions 1 to 5 -----------------------------------------------


def test_a_deal_is_written_by_its_hands() -> None:
    deal = Deal.read("r|w|by")
    assert (str(deal), deal.short, deal.size) == ("r|w|by", "rwby", (1, 1, 2))
    assert deal.hands == (("r",), ("w",), ("b", "y"))
    assert str(Deal.read("r||b")) == str(Deal.read("r|ε|b")) == "r|ε|b"
    assert Deal.read("s1,s2|s3|s10", first=0).players == ("0", "1", "2")
    assert Deal.read("s1,s2|s3|s10", first=0).hands[2] == ("s10",)
    with pytest.raises(ModelError, match="the card r is named twice"):
        Deal.read("r|r")
    with pytest.raises(ModelError, match="no card 'x'"):
        deal.swapped("x", "r")


def test_a_transposition_keeps_the_size() -> None:
    deal = Deal.read("r|w|by").swapped("r", "b")
    assert (str(deal), deal.size) == ("b|w|ry", (1, 1, 2))


@pytest.mark.parametrize("size", sizes(3, 4))
def test_deals_of_a_size_are_all_deals_of_that_size(size: tuple[int, ...]) -> None:
    deal = deal_of_size(size)
    found = {other.holders for other in same_size(deal)}
    every = product(range(len(size)), repeat=len(deal.cards))
    by_hand = {h for h in every if Deal(deal.cards, deal.players, h).size == size}
    assert found == by_hand
    assert len(found) == count_of_size(size)


@pytest.mark.parametrize("size", [(1, 1), (1, 1, 1), (2, 1, 1), (0, 2, 1), (2, 2, 1)])
def test_the_initial_model_relates_deals_with_the_same_hand(
    size: tuple[int, ...],
) -> None:
    deal = deal_of_size(size)
    deals, model = list(same_size(deal)), initial_model(deal)
    assert list(model.names) == [other.short for other in deals]
    for player in deal.players:
        for i, one in enumerate(deals):
            for j, other in enumerate(deals):
                alike = one.same_hand(player, other)
                assert model.relation(player).same(i, j) == alike
    assert initial_state(deal).name == deal.short


@pytest.mark.parametrize("size", sizes(3, 5) + sizes(4, 4))
def test_proposition_1_all_deals_are_relevant_with_three_players(
    size: tuple[int, ...],
) -> None:
    deal = deal_of_size(size)
    assert len(relevant(deal)) == count_of_size(size)


@pytest.mark.parametrize("size", sizes(3, 5))
def test_footnote_2_three_steps_are_enough(size: tuple[int, ...]) -> None:
    assert farthest(size) <= 3


def test_footnote_2_two_steps_are_not_always_enough() -> None:
    assert [size for size in sizes(3, 6) if farthest(size) == 3] == [(2, 2, 2)]


def farthest(size: tuple[int, ...]) -> int:
    """The greatest number of steps between two deals."""
    model = initial_model(deal_of_size(size))
    most = 0
    for world in range(len(model)):
        here = np.arange(len(model)) == world
        steps = 0
        while not here.all():
            here = np.any([rel.touching(here) for rel in model.relations], axis=0)
            steps += 1
        most = max(most, steps)
    return most


@pytest.mark.parametrize("size", sizes(1, 4) + sizes(2, 4))
def test_fact_1_with_two_players_only_the_actual_deal_is_relevant(
    size: tuple[int, ...],
) -> None:
    model = initial_model(deal_of_size(size))
    assert model.linked().count == len(model)


# --- States: Definitions 6 to 8, examples 2 to 4 ------------------------------


def test_example_2_letter() -> None:
    state = letter()
    assert list(state.model.names) == ["bw", "wb"]
    assert relevant(Deal.read("b|w")) == ["bw"]
    assert state.holds("K(1, h(1,b) & h(2,w)) & K(2, h(1,b) & h(2,w))")


def test_definition_6_gives_no_valuation_to_some_worlds_of_letter() -> None:
    """False as printed: V is given on D_d, the worlds are D_#d, and these differ."""
    deal = Deal.read("b|w")
    assert len(relevant(deal)) < len(initial_model(deal))


def test_example_3_hexa() -> None:
    state = hexa()
    assert sorted(state.model.names) == ["brw", "bwr", "rbw", "rwb", "wbr", "wrb"]
    assert state.holds("K(1,h(1,r)) & ~K(1,h(2,w))")
    assert state.holds("~K(2,~K(1,h(1,b)))")
    assert state.holds("~K(1,~~K(2,~K(3,h(3,r))))")


def test_example_4_tetra() -> None:
    state = tetra()
    assert (len(state.model), state.name) == (12, "nesw")
    triangles = [state.model.relation(str(i)).count for i in (1, 2, 3)]
    assert triangles == [4, 4, 6]


def test_definition_7_holds_of_initial_states_and_not_of_others() -> None:
    deal = Deal.read("r|w|b")
    assert is_game_state(hexa(), deal)
    assert not is_game_state(at(hexa(), "rbw"), deal)
    blind = build_model(
        hexa().model.names,
        {"1": [hexa().model.names], "2": [[x] for x in hexa().model.names],
         "3": [[x] for x in hexa().model.names]},
        {x: hexa().model.true_at(k) for k, x in enumerate(hexa().model.names)},
        hexa().model.atoms,
    )  # fmt: skip
    assert not is_game_state(blind.at("rwb"), deal)


def test_section_4_2_what_makes_a_state_initial() -> None:
    """False as printed, if d1 =_a d2 => d1 ~a d2 speaks of the state's worlds.

    Where all is known one world is left, and it is not the initial state.
    """
    state = hexa().restricted(np.array([True, *[False] * 5]))
    assert is_game_state(state, Deal.read("r|w|b"))
    for player in "123":
        held = own_hand(state.model, player)
        assert held == state.model.relation(player)
    assert not bisimilar(state, hexa())


def description(deal: Deal) -> str:
    """Return the formula of footnote 3 about an initial model."""
    deals = list(same_size(deal))

    def holds(one: Deal, players: tuple[str, ...]) -> str:
        parts = [
            f"h({i},{x})" if x in one.hands[one.player(i)] else f"~h({i},{x})"
            for i in players
            for x in one.cards
        ]
        return f"({' & '.join(parts)})"

    whole = [holds(one, deal.players) for one in deals]
    imagine = [
        f"(K({i},{holds(one, (i,))}) <-> ~K({i},~{said}))"
        for i in deal.players
        for one, said in zip(deals, whole, strict=True)
    ]
    return f"({' | '.join(whole)}) & {' & '.join(imagine)}"


@pytest.mark.parametrize("hands", ["b|w", "r|w|b", "n|e|sw", "ab|c|d"])
def test_footnote_3_describes_initial_models(hands: str) -> None:
    deal = Deal.read(hands)
    assert initial_model(deal).truth(description(deal)).all()


def test_footnote_3_does_not_describe_later_models() -> None:
    deal = Deal.read("r|w|b")
    after = show(hexa().model, 2, 1, "rwb", "r").execute(hexa())
    assert not after.model.truth(description(deal)).any()


def test_definition_8_fewer_deals_are_relevant_after_a_card_was_shown() -> None:
    before = tetra()
    after = show(before.model, 2, 3, ["s"], "s").execute(before)
    assert len(relevant_in(before)) == 12
    assert len(relevant_in(after)) == 6


# --- Actions: Definitions 9 to 13, examples 5 to 9 ----------------------------


def test_examples_5_and_6_player_1_shows_player_2_the_red_card() -> None:
    """The text has (hexa, rbw) and then speaks of rwb; with rwb all is as it says."""
    state = hexa()
    shown = show(state.model, 2, 1, "rwb", "r")
    names = {a: [state.model.names[w] for w in np.flatnonzero(mask).tolist()]
             for a, mask in shown.question.items()}  # fmt: skip
    assert names == {"r": ["rwb", "rbw"], "w": ["wrb", "wbr"], "b": ["brw", "bwr"]}
    after = shown.execute(state)
    assert after.holds("K(2, h(1,r) & h(2,w) & h(3,b))")
    assert after.holds("~K(1,h(2,w)) & ~K(3,h(1,r))")
    knows_deal = "K(2,h(1,r) & h(3,b)) | K(2,h(1,r) & h(3,w))"
    assert after.holds(f"K(1, {knows_deal}) & ~K(3,h(2,w))")


def test_example_5_with_the_deal_as_printed_player_3_does_not_hold_blue() -> None:
    state = at(hexa(), "rbw")
    after = show(state.model, 2, 1, "rwb", "r").execute(state)
    assert after.holds("K(2,h(1,r)) & ~h(3,b) & ~K(2,h(3,b))")


def test_example_6_what_groups_have_learnt() -> None:
    shown = show(hexa().model, 2, 1, "rwb", "r")
    pub = shown.publicity
    assert pub["1"] == pub["2"] == Partition.identity(3)
    assert pub["3"] == Partition.universal(3)
    for group, learns in (("12", 3), ("13", 1), ("23", 1), ("123", 1)):
        assert join([pub[agent] for agent in group], 3).count == learns


def test_definition_13_a_frame_may_fall_apart() -> None:
    for done in (noshow(hexa().model, 2, 1, "w"), nowin_after_refusal()):
        frame = done.frame
        parts = list(frame.publicity.values())
        assert join(parts, len(frame.events)).count == 2


def nowin_after_refusal() -> GameAction:
    refused = noshow(hexa().model, 2, 1, "w").execute(hexa()).generated()
    return nowin(refused.model, 2)


def not_held(state: PointedModel, answer: str) -> GameAction:
    """Asked for a card that he does not hold, player 1 whispers one to player 2."""
    asked = question(state, notred="~h(1,r)", notwhite="~h(1,w)", notblue="~h(1,b)")
    agents = state.model.agents
    public = shown_to(agents, asked, (1, 2))
    return GameAction.make(state.model, 2, asked, 1, answer, public)


def test_example_7_alternatives_may_overlap() -> None:
    asked = not_held(hexa(), "notwhite").question
    assert np.sum(list(asked.values()), axis=0).tolist() == [2] * 6


def test_example_8_a_player_may_choose_which_card_to_show() -> None:
    state = tetra()
    for card in "sw":
        after = show(state.model, 2, 3, "nesw", card).execute(state)
        assert len(after.model) == 24
        assert after.holds(f"K(2,h(3,{card})) & K(1,h(3,s)) -> false")
        assert len(contract(after).model) == 24


def test_example_9_what_you_do_not_know_is_trivial() -> None:
    state = hexa()
    everything = question(state, unknown="true")
    public = to_all(state.model.agents, everything)
    asked = GameAction.make(state.model, 2, everything, 1, "unknown", public)
    assert asked.trivial(state)
    assert isomorphic(asked.execute(state), state)


def test_definition_12_an_action_may_teach_nothing_and_not_be_trivial() -> None:
    """The other answer is true too: the respondent might have given that one."""
    state = hexa()
    asked = question(state, one="true", two="true")
    public = to_all(state.model.agents, asked)
    either = GameAction.make(state.model, 2, asked, 1, "one", public)
    assert not either.trivial(state)
    assert bisimilar(either.execute(state), state)


def test_definition_12_a_trivial_action_may_change_the_state() -> None:
    """False that nothing is gained by what all know: it need not be common knowledge.

    In hexa, 1 has shown 2 the red card, and 3 has not seen which. Now 1 asks 3 for the
    red card: nobody doubts the answer, but 3 did not know that 1 would not.
    """
    before = hexa()
    state = show(before.model, 2, 1, "rw", "r").execute(before)
    refused = noshow(state.model, 1, 3, "r")
    assert refused.trivial(state)
    after = refused.execute(state)
    assert not bisimilar(after, state)
    assert not state.holds("K(3,K(1,~h(3,r)))")
    assert after.holds("C([1,2,3],~h(3,r))")


@pytest.mark.parametrize("size", [(0, 1, 1), (1, 1, 1), (1, 1, 2), (1, 2, 1)])
def test_definition_12_a_trivial_first_action_does_not_change_the_state(
    size: tuple[int, ...],
) -> None:
    deal = deal_of_size(size)
    state = initial_state(deal)
    for done in legal(state, deal):
        assert not done.trivial(state) or bisimilar(done.execute(state), state)


def test_footnote_4_coarser_says_nothing_that_unions_of_classes_does_not() -> None:
    """Coverings overlap, and then Q(x,x'), for some R of Q both in R, is weaker.

    {u,v} and {v,w} cover, and u ~1 v, v in both; but {v,w} is no union of classes.
    """
    model = build_model(
        ["u", "v", "w"], {"1": [["u", "v"], ["w"]]}, {"u": [], "v": [], "w": []}
    )
    first = np.array([True, True, False])
    second = np.array([False, True, True])
    assert all(
        any(mask[x] and mask[y] for mask in (first, second))
        for block in model.relation("1").classes()
        for x in block
        for y in block
    )
    asked = {"a": first, "b": second}
    public = to_all(model.agents, asked)
    with pytest.raises(ModelError, match="cannot know that the answer 'b' is true"):
        GameAction.make(model, 1, asked, 1, "a", public)


def test_definition_11_the_complement_may_be_left_with_all_cards_asked_for() -> None:
    """False as printed: a respondent without cards has none of all cards."""
    state = initial_state(Deal.read("r|ε|wb"))
    refused = noshow(state.model, 1, 2, "rwb")
    assert list(refused.question) == ["none"]
    assert refused.executable(state)
    with_cards = initial_state(Deal.read("r|w|b"))
    with pytest.raises(ModelError, match="has one of these cards in every world"):
        noshow(with_cards.model, 1, 2, "rwb")


@pytest.mark.parametrize("size", [s for s in sizes(3, 4) if s[1] > 0])
def test_definition_11_the_complement_is_empty_if_the_respondent_has_cards(
    size: tuple[int, ...],
) -> None:
    state = initial_state(deal_of_size(size))
    with pytest.raises(ModelError, match="has one of these cards in every world"):
        noshow(state.model, 1, 2, CARDS[: sum(size)])


# --- What is no game action ---------------------------------------------------


def test_what_is_no_game_action_is_refused() -> None:
    model = hexa().model
    both = question(hexa(), red="h(1,r)", other="~h(1,r)")
    public = to_all(model.agents, both)

    def refused(message: str, **changed: object) -> None:
        fields: dict[str, object] = {
            "asker": 2, "question": both, "respondent": 1, "answer": "red",
            "publicity": public, **changed,
        }  # fmt: skip
        with pytest.raises(ModelError, match=message):
            GameAction.make(model, **fields)  # type: ignore[arg-type]

    refused("no agent '4' in the model", asker=4)
    refused("no agent '0' in the model", respondent=0)
    refused("no answer can be given in the world wrb", question={"red": both["red"]})
    refused("the question has no answer", question={})
    refused("'w', which is no answer", answer="w")
    refused(
        "'white' can be given in no world",
        question={**both, "white": np.zeros(6, bool)},
    )
    refused("2 cannot know that the answer 'red' is true in the world rwb",
            respondent=2)  # fmt: skip
    refused("says nothing of agent '3'",
            publicity={a: public[a] for a in "12"})  # fmt: skip
    refused("the publicity for 1 must tell all answers apart",
            publicity={**public, "1": Partition.universal(2)})  # fmt: skip
    refused("the publicity for 1 is for 3 events, not for 2",
            publicity={**public, "1": Partition.identity(3)})  # fmt: skip


def test_an_action_that_is_not_executable_says_why() -> None:
    state = hexa()
    with pytest.raises(
        ModelError, match="'w' is not true in the actual world"
    ) as raised:
        show(state.model, 2, 1, "rwb", "w").execute(state)
    assert raised.value.hint == "true there: r"
    with pytest.raises(ModelError, match="the card b was not asked for"):
        show(state.model, 2, 1, "rw", "b")
    with pytest.raises(ModelError, match="player 2 can win in no world"):
        win(state.model, 2)
    with pytest.raises(ModelError, match="no atom h\\(1,x\\)"):
        show(state.model, 2, 1, "x", "x")


# --- Execution: Definition 14, Propositions 2 and 3, examples 10 and 11 -------


def test_example_10_the_state_after_a_show() -> None:
    state = hexa()
    after = show(state.model, 2, 1, "rwb", "r").execute(state)
    assert sorted(after.model.names) == [
        "brw,b", "bwr,b", "rbw,r", "rwb,r", "wbr,w", "wrb,w",
    ]  # fmt: skip
    relation = after.model.relation(3)
    assert relation.same(after.model.world("rbw,r"), after.model.world("brw,b"))
    assert after.model.relation(2).count == 6


def test_example_11_twelve_worlds_and_who_does_not_know() -> None:
    """With the deal rwb neither 2 nor 3 learns that 1 holds red."""
    after = not_held(hexa(), "notwhite").execute(hexa())
    assert len(after.model) == len(contract(after).model) == 12
    assert after.holds("~K(2,h(1,r)) & ~K(3,h(1,r))")
    other = not_held(hexa(), "notblue").execute(hexa())
    assert other.holds("K(2,h(1,r))")


def test_example_11_is_false_with_the_deal_as_printed() -> None:
    """In (hexa, rbw) player 2 holds blue, hears "not white" and knows: 1 has red."""
    state = at(hexa(), "rbw")
    after = not_held(state, "notwhite").execute(state)
    assert after.holds("K(2,h(1,r))")


def test_the_first_play_of_hexa_cannot_be_lost() -> None:
    """Whatever one of two or three cards is asked for, 2 knows the deal after it."""
    state = hexa()
    for cards in ("rwb", "rw", "rb"):
        after = show(state.model, 2, 1, cards, "r").execute(state)
        assert win(after.model, 2).executable(after)
    refused = noshow(state.model, 2, 1, "wb").execute(state)
    assert win(refused.model, 2).executable(refused)


def test_the_second_play_of_hexa_is_lost_by_asking_for_the_own_card() -> None:
    state = hexa()
    after = noshow(state.model, 2, 1, "w").execute(state)
    assert not knowing_deal(after.model, 2)[after.point]
    after = nowin(after.model, 2).execute(after)
    assert win(after.model, 3).executable(after)
    # The paper does not say that player 1 now knows the deal as well: with another
    # card than white, player 2 would have won.
    assert knowing_deal(after.model, 1)[after.point]


def test_player_2_of_hexa_wins_by_any_question_for_another_card() -> None:
    state = hexa()
    for asked in (show(state.model, 2, 1, "r", "r"), noshow(state.model, 2, 1, "b")):
        after = asked.execute(state)
        assert win(after.model, 2).executable(after)


SMALL = [(1, 1, 1), (2, 1, 1), (0, 1, 2), (1, 1), (2, 2), (1, 1, 1, 1), (2, 2, 1)]


@st.composite
def plays(draw: st.DrawFn) -> tuple[Deal, list[PointedModel], list[GameAction]]:
    """Legal actions of a random game, one after the other, and their states."""
    deal = deal_of_size(draw(st.sampled_from(SMALL)))
    state = initial_state(deal)
    states, done = [state], []
    for _ in range(draw(st.integers(1, 3))):
        possible = list(legal(state, deal))
        done.append(draw(st.sampled_from(possible)))
        state = done[-1].execute(state)
        states.append(state)
    return deal, states, done


def legal(state: PointedModel, deal: Deal) -> Iterator[GameAction]:
    """Some legal actions, and that of example 7 for each player."""
    for asker, respondent in product(deal.players, repeat=2):
        if asker == respondent:
            for declared in (win, nowin):
                try:
                    found = declared(state.model, asker)
                except ModelError:
                    continue
                if found.executable(state):
                    yield found
            continue
        for cards in (deal.cards[:1], deal.cards[:2], deal.cards):
            for card in (*cards, None):
                try:
                    found = (
                        noshow(state.model, asker, respondent, cards)
                        if card is None
                        else show(state.model, asker, respondent, cards, card)
                    )
                except ModelError:
                    continue
                if found.executable(state):
                    yield found


@given(plays())
def test_proposition_2_the_next_state_is_one_of_a_game_where_own_cards_are_known(
    play: tuple[Deal, list[PointedModel], list[GameAction]],
) -> None:
    deal, states, _ = play
    assert all(is_game_state(state, deal) for state in states)
    for player in deal.players:
        model = states[-1].model
        assert model.relation(player).is_finer(own_hand(model, player))


def is_connected(done: GameAction) -> bool:
    return join(list(done.publicity.values()), len(done.question)).count == 1


def test_proposition_3_connectedness_is_not_preserved() -> None:
    """False as printed, in the smallest game: player 1 has no card, 2 and 3 have one.

    1 asks 2 for any card and is shown one; 3 does not see it, but knew it. Of the two
    worlds that only 1 could not tell apart, each is now alone. The proof goes through
    pairs (w,R') with w not in R', which are no worlds of the product.
    """
    state = initial_state(Deal.read("ε|a|b"))
    shown = show(state.model, 1, 2, "ab", "a")
    assert state.model.linked().count == 1
    assert is_connected(shown)
    assert shown.execute(state).model.linked().count == 2


def test_proposition_3_fails_in_hexa_after_two_refusals() -> None:
    """Where all players have a card, too, though not in their first action."""
    state = hexa()
    for asker, respondent in ((2, 1), (3, 2)):
        refused = noshow(state.model, asker, respondent, "b")
        state = refused.execute(state).generated()
    assert len(state.model) == 2
    shown = show(state.model, 3, 1, "rw", "r")
    assert is_connected(shown)
    assert shown.execute(state).model.linked().count == 2


@pytest.mark.parametrize("size", [s for s in sizes(3, 4) if min(s) > 0])
def test_proposition_3_holds_of_first_actions_if_all_have_cards(
    size: tuple[int, ...],
) -> None:
    deal = deal_of_size(size)
    state = initial_state(deal)
    for done in legal(state, deal):
        if is_connected(done):
            assert done.execute(state).model.linked().count == 1


def test_knowing_the_deal_is_seeing_one_deal_only() -> None:
    model = show(hexa().model, 2, 1, "rwb", "r").execute(hexa()).model
    assert knowing_deal(model, 2).all()
    assert not knowing_deal(model, 1).any()


def test_winning_may_be_knowing_something_else() -> None:
    state = initial_state(Deal.read("a|bc|de", first=0))
    goal = Atom("h(0,a)")
    asked = show(state.model, 1, 2, "d", "d").execute(state)
    assert not win_possible(asked, goal)
    after = show(asked.model, 1, 2, "e", "e").execute(asked)
    assert win_possible(after, goal)
    with pytest.raises(ModelError, match="can win in no world"):
        win(state.model, 1, goal)


def win_possible(state: PointedModel, goal: Atom) -> bool:
    try:
        return win(state.model, 1, goal).executable(state)
    except ModelError:
        return False
