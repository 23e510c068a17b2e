"""Checks of chapters 1 to 3 and of other reports: that they can fail, and agree."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.verdict import Verdict
from mystpy.engines import get_engine
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.kripke.deals import hexa
from mystpy.kripke.update.steps import Request
from mystpy.language.read import parse_formula
from mystpy.theses import chapter1
from mystpy.theses.chapter2 import s1_deck, s1_worlds, s2_06_partition, s2_10
from mystpy.theses.chapter3.s3_2 import for_all_decks
from mystpy.theses.knowledge_games import growth
from mystpy.theses.other_sources import (
    counting,
    guessing,
    numbers,
    submodels,
    updates,
)

PROVED, HOLDS, FALSE = Verdict.PROVED, Verdict.HOLDS, Verdict.FALSE


def sample() -> Budget:
    return Budget(processes=1, scope="sample")


def test_where_nobody_earns_more_rock_would_be_an_equilibrium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chapter1.always_rock(sample()).verdict is PROVED
    monkeypatch.setattr(chapter1, "earned", lambda one, two: Fraction(1, 2))
    assert chapter1.always_rock(sample()).verdict is FALSE


def test_equations_have_one_solution_or_none_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = Fraction(1), Fraction(2)
    assert chapter1.solution([[one, one, two], [one, -one, Fraction(0)]]) == [one, one]
    assert chapter1.solution([[one, one, two], [two, two, 2 * two]]) is None
    assert chapter1.solution([[one, one], [one, two]]) is None
    assert chapter1.only_even(sample()).verdict is PROVED
    monkeypatch.setattr(chapter1, "earned", lambda one, two: Fraction(1, 2))
    assert chapter1.only_even(sample()).verdict is FALSE


def test_a_game_that_is_no_larger_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chapter1.larger(sample()).verdict is PROVED
    monkeypatch.setattr(Game, "general", lambda *_, **__: Game.clue(2))
    assert chapter1.larger(sample()).verdict is FALSE


def test_the_induction_rule_is_needed_for_common_knowledge() -> None:
    found = s1_worlds.finite_list(sample())
    assert found.verdict is HOLDS
    assert dict(found.readings)["induction_left_out"].verdict is FALSE


def test_phases_that_change_otherwise_prove_nothing() -> None:
    answers = ("no", "yes")
    assert s2_10.by_phases(sample(), answers) is not None
    assert s2_10.by_phases(sample(), ("yes",)) is None
    stays = {**s2_10.ARROWS["ansphase"], "no(j)": ("ansphase",)}
    arrows = {**s2_10.ARROWS, "ansphase": stays}
    assert s2_10.fewest_by_phases({"no": 1, "yes": 1, "guess": -1}, arrows) == 0
    assert s2_10.by_phases(sample(), answers, arrows) is None
    again = {**s2_10.ARROWS["endphase"], "guess(i,M)": ("endphase",)}
    arrows = {**s2_10.ARROWS, "endphase": again}
    assert s2_10.fewest_by_phases({"guess": -1}, arrows) is None


def test_the_converse_of_a_weaker_axiom_is_not_proved() -> None:
    text = s2_06_partition.CONVERSE
    assert s2_06_partition.disjoint_converse(sample(), text).method == "provers"
    weaker = text.replace("<=>", "=>").replace("~h(J,X)", "h(J,X)")
    assert s2_06_partition.disjoint_converse(sample(), weaker).method == "exhaustive"


def test_decks_are_counted_as_they_are_shuffled() -> None:
    for p, each in ((2, 2), (3, 1), (3, 2)):
        game = s1_deck.dealt_out(p, each)
        shuffled = s1_deck.by_shuffling(game)
        assert {*shuffled.values()} == {s1_deck.orders_of_deal(game)}
        first = game.cards[0]
        for player in range(1, p + 1):
            having = [deal for deal in shuffled if first in deal[player - 1]]
            assert len(having) == s1_deck.with_card_at(game, player)
        own, other = frozenset(game.cards[:each]), game.cards[each]
        for player in range(2, p + 1):
            worlds = [deal for deal in shuffled if deal[0] == own]
            having = [deal for deal in worlds if other in deal[player - 1]]
            assert len(having) == s1_deck.with_card_at(game, player, own=True)
    assert s1_deck.placed_by_own(s1_deck.dealt_out(2, 2)) is not None


def test_provers_get_the_hand_of_the_example_and_no_other() -> None:
    lines = (
        "(exists x in {s1,s2}: h(2,x)) & (exists y in {s3,s4}: h(2,y))",
        "forall z in cards: z in {s1,s2,s3,s4} | ~h(2,z)",
    )
    node = parse_formula(f"({lines[0]}) -> ({lines[1]})", Game.myst(3, 2, 2, 2))

    def proved(n: int) -> bool:
        problems = for_all_decks.hand_problems(node, n)
        return ask_provers(problems, Effort.CVC5).failed is None

    assert proved(1), "there is no such hand"
    assert proved(2)
    assert not proved(3)


@pytest.mark.parametrize("seed", range(3))
def test_listed_sets_say_the_same_with_equations(seed: int) -> None:
    rng, game = Random(seed), Game.myst(1, 2, 2, 1)
    x, y, z = rng.sample(game.cards, 3)
    text = f"forall x in {{{x},{y}}}: h(2,x) | exists y in {{{z}}}: ~(x = y) & h(1,y)"
    node = parse_formula(text, game)
    said = for_all_decks.listed(node)
    engine = get_engine("worlds")
    for deal in Deals(game, ()):
        hands = {k: sorted(cards_of(deal[k], game)) for k in range(3)}
        history = History.make(game, hands, "")
        assert engine.value(history, node).value is engine.value(history, said).value


def test_a_wrong_exchange_is_not_proved() -> None:
    def proved(deal: str) -> bool:
        problems = for_all_decks.exchange_problems({"h(n2,a,w) & h(n2,b,w)": deal})
        return ask_provers(problems, Effort.CVC5).failed is None

    assert proved("exchange(b,c,w)")
    assert not proved("exchange(a,c,w)")
    assert not proved("w")


def test_an_exchange_of_two_cards_leads_to_a_deal() -> None:
    game = Game.myst(1, 2, 2, 1)
    deals = {tuple(deal) for deal in Deals(game, ())}
    for deal in deals:
        for one, other in combinations(range(game.c), 2):
            both = 1 << one | 1 << other
            changed = tuple(
                hand ^ both if (hand & both).bit_count() == 1 else hand for hand in deal
            )
            assert changed in deals


def test_who_notices_an_action_holds_the_next_state_possible() -> None:
    state, shown = hexa(), Request("2", "1", ("r", "w", "b"), "r")
    nobody = growth.unnoticed(state, shown, ())
    third = growth.unnoticed(state, shown, ("3",))
    for player in "123":
        assert nobody.model.relation(player).same(nobody.point, nobody.point)
        seen = third.model.relation(player).same(third.point, third.point)
        assert seen is (player != "3")
    assert not growth.too_many_worlds(state, shown.after(state))


@pytest.mark.parametrize("seed", range(3))
def test_counting_enters_nothing_that_does_not_follow(seed: int) -> None:
    rng = Random(seed)
    game, own, _ = counting.situation(3, 0)
    free = [x for x in game.cards if x not in own]
    asked = [rng.sample(free, 2) for _ in range(rng.randint(1, 3))]
    for trial in (False, True):
        entered = counting.by_counting(game, own, asked, trial=trial)
        assert entered <= counting.in_all_hands(game, own, asked)


def test_a_product_with_all_worlds_is_no_model_of_deals() -> None:
    parts = [[frozenset(card) for card in "rwb"]] * 3
    worlds = submodels.multiplied(parts)
    assert (len(worlds), len(submodels.without_own(worlds, 1))) == (27, 12)
    deals = [world for world in worlds if submodels.is_deal(world, "rwb")]
    assert len(deals) == 6


def test_another_number_of_states_would_be_noticed() -> None:
    assert numbers.state_count(sample()).verdict is PROVED
    assert numbers.state_count(sample(), said=7561).verdict is FALSE


def test_the_example_world_that_is_printed_is_not_in_the_product(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = updates.example_worlds(sample())
    assert (found.verdict, dict(found.readings)["meant"].verdict) == (FALSE, PROVED)
    monkeypatch.setattr(updates, "PRINTED", updates.GOAL)
    assert updates.example_worlds(sample()).verdict is PROVED


def test_equivalence_relations_are_counted_as_bell_did() -> None:
    for size, bell in enumerate((1, 1, 2, 5, 15, 52)):
        found = list(updates.equivalences(size))
        assert len(found) == len(set(found)) == bell
        assert all(updates.is_s5(each, range(size)) for each in found)


def test_a_relation_that_lacks_a_condition_of_s5_is_noticed() -> None:
    every = frozenset((v, w) for v in range(3) for w in range(3))
    assert updates.is_s5(every, range(3))
    assert not updates.is_s5(every - {(1, 1)}, range(3))  # reflexive
    assert not updates.is_s5(every - {(0, 1), (1, 0)}, range(3))  # transitive
    chain = frozenset({(0, 0), (1, 1), (2, 2), (0, 1), (0, 2)})
    assert not updates.is_s5(chain, range(3))  # Euclidean


def test_removing_worlds_keeps_s5_and_removing_single_links_does_not() -> None:
    assert updates.worlds_removed(sample()).verdict is HOLDS

    def halved(relation: updates.Relation, true: object) -> updates.Relation:
        return frozenset((v, w) for v, w in relation if v <= w)

    broken = updates.worlds_removed(sample(), update=halved)
    assert broken.verdict is FALSE
    found = updates.links_removed(sample())
    assert (found.verdict, dict(found.readings)["separated"].verdict) == (PROVED, HOLDS)
    assert found.example == {
        "values": {"worlds, all linked": 3, "removed, both ways": [0, 1]}
    }


def test_twenty_out_of_nineteen_is_a_fraction_and_no_share() -> None:
    found = guessing.guesses(sample())
    assert found.verdict is FALSE
    assert found.counterexample == {
        "values": {"combinations": 2, "rate of success": "1/2"}
    }
    assert dict(found.readings)["fraction"].verdict is HOLDS
