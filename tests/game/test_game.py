"""Games: the three kinds of rules, the game object, counts, facts and faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import GameError, MystError, QueryError
from mystpy.game.game import Game, facts
from mystpy.packages.folders import shipped_packages

SMALL = Game.general(["a", "b", "c", "d"], [1, 1, 2], q=2, players=["ann", "bob"])
TINY_CLUE = Game.clue(2, {"who": ["w1", "w2"], "how": ["h1", "h2", "h3"]})

MYST = st.builds(
    Game.myst,
    m=st.integers(1, 4),
    n=st.integers(1, 4),
    p=st.integers(2, 5),
    q=st.integers(1, 3),
)
CLUE = st.one_of(
    st.builds(Game.clue, st.integers(2, 18)),
    st.just(Game.clue(players=["ann", "bob", "cleo"])),
    st.just(TINY_CLUE),
    st.just(Game.clue(2, sizes={"1": 10, "2": 8})),
)
GENERAL = st.just(SMALL) | st.builds(
    lambda sizes, q: Game.general([f"c{i}" for i in range(sum(sizes))], sizes, q),
    st.lists(st.integers(1, 4), min_size=3, max_size=5),
    st.integers(1, 3),
)
GAMES = MYST | CLUE | GENERAL


def hinted(error: MystError, hint: str) -> bool:
    """True if the error's hint is, or at least says, this; no hint is ""."""
    return hint in error.hint if error.hint else not hint


def deals(game: Game) -> Iterator[list[set[str]]]:
    """All deals, by brute force: for each holder a set of cards."""
    owners = [k for k in game.holders for _ in range(game.sizes[k])]
    for dealt in set(permutations(owners)):
        hands: list[set[str]] = [set() for _ in game.holders]
        for card, owner in zip(game.cards, dealt, strict=True):
            hands[owner].add(card)
        if game.guess_fault(hands[0]) is None:
            yield hands


def test_myst_has_the_constants_of_the_thesis() -> None:
    game = Game.myst(m=1, n=2, p=3, q=2)
    assert game.cards == ("s1", "s2", "s3", "s4", "s5", "s6", "s7")
    assert (game.p, game.c, game.q, game.sizes) == (3, 7, 2, (1, 2, 2, 2))
    assert game.players == ("1", "2", "3")
    assert list(game.holders) == [0, 1, 2, 3]
    assert game.deck["s1"] == 0


@pytest.mark.parametrize(
    ("constants", "message"),
    [
        ({"m": 0}, "m = 0, but (2.1) asks for m >= 1"),
        ({"n": 0}, "n = 0, but (2.1) asks for n >= 1"),
        ({"p": 1}, "p = 1, but (2.1) asks for p >= 2"),
        ({"q": 0}, "q = 0, but (2.1) asks for q >= 1"),
        ({"q": 7}, "q = 7, but there are only 6 cards"),
        ({"q": "2"}, "q = '2'"),
        ({"m": True}, "m = True"),
        ({"m": 1.0}, "m = 1.0"),
        ({"n": 10**9}, "cards are more than mystpy holds"),
    ],
)
def test_myst_refuses_constants_outside_2_1(
    constants: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError) as caught:
        Game.myst(**({"m": 1, "n": 1, "p": 5, "q": 2} | constants))
    assert message in str(caught.value)


def test_clue_deals_its_cards_round_from_player_1() -> None:
    assert Game.clue(6).sizes == (3, 3, 3, 3, 3, 3, 3)
    assert Game.clue(4).sizes == (3, 5, 5, 4, 4)
    assert Game.clue(6).q == 3
    assert [name for name, _ in Game.clue(3).sorts] == ["suspect", "weapon", "room"]


def test_clue_takes_other_sorts_names_and_sizes() -> None:
    game = Game.clue(
        sorts={"who": ["ada", "bea", "cyd"], "what": ["ink", "jam", "key", "lid"]},
        players=["ann", "bob"],
        sizes={"bob": 2, "1": 3},
    )
    assert game.sizes == (2, 3, 2)
    assert (game.q, game.p) == (2, 2)
    assert game.player("bob") == game.player("2") == game.player(2) == 2


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (lambda: Game.clue(1), "p = 1"),
        (lambda: Game.clue(), "does not say p"),
        (lambda: Game.clue(19), "18 cards do not go round 19 players"),
        (lambda: Game.clue(3, players=["ann", "bob"]), "2 players are named"),
        (lambda: Game.clue(2, sizes={"1": 9, "2": 8}), "add up to 20"),
        (lambda: Game.clue(2, sizes={"1": 18}), "leaves out player 2"),
        (lambda: Game.clue(2, sizes={"3": 9, "1": 9}), "an unknown player 3"),
        (lambda: Game.clue(2, sizes=[1, 10, 10]), "one of each sort"),
        (lambda: Game.clue(2, {"who": []}), "has no cards"),
        (lambda: Game.clue(2, {"who": ["a", "b"], "how": ["a", "d"]}), "another"),
        (lambda: Game.clue(2, {"who": "abcd"}), "must be a list"),
        (lambda: Game.clue(players=["plum", "bob"]), "has the name of a card"),
        (lambda: Game.clue(players=["007", "bob"]), "'007' is not a name"),
        (lambda: Game.general(['s"1', "b"], [0, 1, 1], 1), "is not a name"),
        (lambda: Game.general(["do", "b"], [0, 1, 1], 1), "a word of the syntax"),
        (lambda: Game.general(["a", "b"], [3, -2, 1], 1), "-2 cards"),
        (lambda: Game.general(["a", "b"], {"ann": 1}, 1), "players have no names"),
        (lambda: Game.general("ab", [0, 1, 1], 1), "must be a list"),
        (lambda: Game("mist", ("1", "2"), ("a",), (1, 0, 0), 1), "no rules 'mist'"),
        (lambda: Game("cards", ("1", "2"), ("a",), (1, 0), 1), "2 sizes for 2 players"),
        (lambda: Game("myst", ("1", "2"), ("a", "b"), (1, 1, 0), 1), "m = None"),
        (lambda: Game("cards", ("1", "2"), ("a",), (1, 0, 0), 1, m=1), "myst only"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(
    game: Callable[[], Game], message: str
) -> None:
    with pytest.raises(GameError) as caught:
        game()
    assert message in str(caught.value)


def test_a_pile_left_out_gets_the_rest() -> None:
    assert Game.general(["a", "b", "c"], {"1": 1, "2": 1}, 1).sizes == (1, 1, 1)


@given(GAMES)
def test_the_game_object_is_read_back(game: Game) -> None:
    assert Game.from_dict(game.to_dict()) == game
    assert hash(Game.from_dict(game.to_dict())) == hash(game)


@given(MYST)
def test_myst_writes_the_object_of_the_interface(game: Game) -> None:
    assert list(game.to_dict()) == ["rules", "m", "n", "p", "q"]


def test_the_standard_clue_is_written_shortly() -> None:
    assert Game.clue(6).to_dict() == {"rules": "clue", "p": 6}


@pytest.mark.parametrize(
    ("obj", "message", "hint"),
    [
        ({}, "does not say its rules", 'rules = "myst"'),
        ({"rules": "mist"}, "no rules 'mist'", "did you mean myst?"),
        ({"rules": "myst", "m": 1}, "does not say n", "m, n, p, q"),
        ({"rules": "clue", "player": ["a"]}, "no key 'player'", "did you mean player"),
        ({"rules": "clue", "p": 6, "q": 4}, "q = 4", "leave q out"),
        ({"rules": "myst", "sorts": {}}, "no key 'sorts'", "the keys are rules"),
        ({"rules": "cards", "cards": ["a"]}, "does not say sizes", "cards, sizes, q"),
    ],
)
def test_a_wrong_game_object_is_refused_with_a_remedy(
    obj: dict[str, Any], message: str, hint: str
) -> None:
    with pytest.raises(GameError) as caught:
        Game.from_dict(obj)
    assert message in str(caught.value)
    assert hinted(caught.value, hint)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=3) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["m", "n", "p", "q", "cards", "sizes", "players", "sorts"]),
        JSON,
    ),
    st.sampled_from(["myst", "clue", "cards"]),
)
def test_any_object_makes_a_game_or_a_game_error(
    obj: dict[str, Any], rules: str
) -> None:
    try:
        game = Game.from_dict({"rules": rules} | obj)
    except GameError:
        return
    assert Game.from_dict(game.to_dict()) == game


def test_a_board_with_rooms_is_a_package_that_the_error_names() -> None:
    with pytest.raises(GameError, match="package rooms") as refused:
        Game.from_dict({"rules": "clue", "p": 3, "board": "rooms"})
    assert hinted(refused.value, "--theory rooms")
    assert "rooms" in shipped_packages()


def test_players_are_resolved_or_refused() -> None:
    assert [SMALL.player(x) for x in ("ann", "1", 2)] == [1, 1, 2]
    assert SMALL.holder(0) == SMALL.holder("0") == 0
    for who in ("ana", 3, "-1", True, 0):
        with pytest.raises(QueryError) as caught:
            SMALL.player(who)
        assert str(who) in str(caught.value)
        assert hinted(caught.value, "ann")


def test_cards_are_resolved_or_refused() -> None:
    clue = Game.clue(3)
    assert clue.card("plum") == "plum"
    with pytest.raises(QueryError) as caught:
        clue.card("scarlot")
    assert caught.value.hint == "did you mean scarlett?"
    with pytest.raises(QueryError) as caught:
        Game.myst(1, 1, 2, 1).card("s9")
    assert caught.value.hint == "the cards are s1..s3"


def test_questions_and_guesses_are_well_formed_or_have_a_fault() -> None:
    myst, clue = Game.myst(m=1, n=1, p=5, q=2), Game.clue(6)
    assert myst.question_fault(["s2", "s1"]) is None
    assert "s1 twice" in str(myst.question_fault(["s1", "s1"]))
    assert "has 2 cards, this one has 1" in str(myst.question_fault(["s1"]))
    assert myst.guess_fault(["s1"]) is None
    assert "has 1 card, this one has 2" in str(myst.guess_fault(["s1", "s2"]))
    assert clue.question_fault(["hall", "plum", "rope"]) is None
    assert "of suspect: {plum,white}" in str(
        clue.question_fault(["plum", "white", "hall"])
    )
    assert "of weapon: {knife,rope}" in str(clue.guess_fault(["plum", "knife", "rope"]))
    assert clue.hand_fault(1, ["plum", "white", "green"]) is None
    assert "one card of each sort" in str(
        clue.hand_fault(0, ["plum", "white", "green"])
    )


@pytest.mark.parametrize(
    "game", [Game.myst(2, 1, 2, 2), Game.clue(3), TINY_CLUE, SMALL]
)
def test_questions_and_guesses_are_counted_as_they_are_listed(game: Game) -> None:
    questions, guesses = list(game.questions()), list(game.guesses())
    assert len(set(questions)) == len(questions) == game.question_count()
    assert len(set(guesses)) == len(guesses) == game.guess_count()
    assert all(game.question_fault(cards) is None for cards in questions)
    assert all(game.guess_fault(cards) is None for cards in guesses)


@pytest.mark.parametrize("game", [Game.myst(1, 2, 2, 1), SMALL, TINY_CLUE])
def test_deals_are_counted_exactly(game: Game) -> None:
    everything = list(deals(game))
    assert game.deal_count() == len(everything)
    for given_hand in everything[:5]:
        for holder in game.holders:
            hands: list[set[str] | None] = [None] * (game.p + 1)
            hands[holder] = given_hand[holder]
            fitting = [d for d in everything if d[holder] == given_hand[holder]]
            assert game.deal_count(hands) == len(fitting)
        assert game.deal_count(given_hand) == 1


def test_hands_that_cannot_be_leave_no_deal() -> None:
    assert SMALL.deal_count([None, {"a"}, {"a", "b"}]) == 0
    assert SMALL.deal_count([None, {"a", "b"}]) == 0
    assert TINY_CLUE.deal_count([{"w1", "w2"}]) == 0


def test_six_player_clue_has_the_known_number_of_deals() -> None:
    assert Game.clue(6).deal_count() == 44_460_928_512_000


def test_facts_are_what_both_engines_read() -> None:
    assert facts(Game.myst(m=1, n=1, p=2, q=2)).split("\n") == [
        "constant(m,1).",
        "constant(n,1).",
        "constant(p,2).",
        "constant(q,2).",
        "symbol(1,s1).",
        "symbol(2,s2).",
        "symbol(3,s3).",
        "",
    ]
    clue = facts(TINY_CLUE)
    assert "constant(m" not in clue
    assert "constant(q,2)." in clue
    assert "given_size(0,2)." in clue
    assert "sort_of(h3,how)." in clue
    assert "sort_of(" not in facts(SMALL)


def test_lists_are_taken_for_tuples() -> None:
    lists: Any = ("cards", ["1", "2"], ["a", "b", "c"], [1, 1, 1], 1)
    game = Game(*lists)
    assert game == Game.general(["a", "b", "c"], [1, 1, 1], 1)
    assert isinstance(game.cards, tuple)


def test_a_game_error_is_a_myst_error() -> None:
    with pytest.raises(MystError):
        Game.myst(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("cluedo", (6, 6, 9)),
        ("dr-orchid", (6, 6, 9)),
        ("master-detective", (10, 8, 12)),
        ("discover-the-secrets", (6, 9, 9)),
        ("harry-potter", (6, 6, 9)),
        ("knowledge-games", (6, 6, 9)),
    ],
)
def test_an_edition_has_its_cards(name: str, counts: tuple[int, ...]) -> None:
    game = Game.from_dict({"rules": "clue", "p": 4, "edition": name, "board": True})
    assert tuple(len(cards) for _, cards in game.sorts) == counts
    assert game.sizes == (3, *sorted(game.sizes[1:], reverse=True))
    assert Game.from_dict(game.to_dict()) == game


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"edition": "master-detectiv"}, "did you mean master-detective"),
        ({"edition": "xyz"}, "the editions are cluedo"),
        ({"edition": 3}, "there is no edition '3'"),
        ({"edition": "cluedo", "sorts": {"a": ["b"]}}, "both say the cards"),
        ({"edition": "master-detective", "p": 28}, "27 cards do not go round 28"),
        ({"edition": "cluedo", "sizes": {"1": 9, "2": 8}, "p": 2}, "add up to 20"),
        ({"edition": "cluedo", "board": "yes"}, "board is true or false"),
    ],
)
def test_an_edition_that_is_none_or_does_not_deal(
    given: dict[str, object], words: str
) -> None:
    with pytest.raises(GameError) as caught:
        Game.from_dict({"rules": "clue", "p": 3, **given})
    assert words in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize(
    ("players", "hint"),
    [
        (3, "for the number of players write p=3"),
        ("ann,bob", 'write a list: ["ann", "bob"]'),
    ],
)
def test_players_that_are_no_list_are_refused_with_the_remedy(
    players: object, hint: str
) -> None:
    with pytest.raises(GameError) as caught:
        Game.clue(players=players)  # type: ignore[arg-type]
    assert caught.value.hint == hint
