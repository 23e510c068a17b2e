"""Names that cards, sorts and players are given: no letter is changed in silence."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable

import pytest

from mystpy.errors import GameError, QueryError
from mystpy.game.game import Game
from mystpy.language.read import parse_formula
from mystpy.language.show import show
from mystpy.names.lookup import FULL_NAMES

ACCENTS = {
    "sün": "sun",
    "straße": "strasse",
    "ｓun": "sun",
    "su\u0308n": "sun",
    "x²": "x2",
    "Øre": "ore",
    "Zoë": "zoe",
    "O'Hara": "ohara",
    "O’Hara": "ohara",
    "Mrs. White": "mrs_white",
}
"""Names as they are written, and their identifiers."""


@pytest.mark.parametrize("name", ACCENTS)
def test_a_name_is_kept_as_it_was_written_beside_its_identifier(name: str) -> None:
    identifier = ACCENTS[name]
    made: tuple[Callable[[], Game], ...] = (
        lambda: Game.general([name, "b", "c"], [1, 1, 1], 1),
        lambda: Game.clue(2, {"who": [name, "b", "c"], "how": ["d", "e", "f"]}),
        lambda: Game.clue(2, {name: ["a", "b", "c"], "how": ["d", "e", "f"]}),
        lambda: Game.myst(1, 1, 2, 1, players=[name, "bob"]),
    )
    for make in made:
        game = make()
        assert game.shown_as(identifier) == unicodedata.normalize("NFC", name)
        again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
        assert (again, again.shown) == (game, game.shown)


def test_a_name_without_letters_of_ours_gets_an_identifier() -> None:
    game = Game.general(["小刀", "Нож", "c3"], [1, 1, 1], 1, players=["小明", "p2"])
    assert (game.cards, game.players) == (("c1", "c2", "c3"), ("p1", "p2"))
    assert [*map(game.shown_as, game.cards)] == ["小刀", "Нож", "c3"]
    assert game.player("小明") == game.player("p1") == 1
    assert game.card("нож") == game.card("c2") == "c2"
    taken = Game.general(["c2", "小刀", "d"], [1, 1, 1], 1)
    assert taken.cards == ("c2", "c2_2", "d")


def test_who_is_called_as_a_word_of_the_syntax_gets_an_identifier() -> None:
    game = Game.myst(1, 1, 3, 1, players=["Do", "No", "Ann"])
    assert game.players == ("p1", "p2", "ann")
    assert [game.player(name) for name in ("Do", "no", "p2")] == [1, 2, 2]
    with pytest.raises(GameError, match="a word of the syntax"):
        Game.myst(1, 1, 2, 1, players=["do", "ann"])
    with pytest.raises(GameError, match="a word of the syntax"):
        Game.myst(1, 1, 2, 1, players=["Pile", "ann"])


def test_two_of_one_name_are_refused_by_that_name() -> None:
    with pytest.raises(GameError, match="'小明' has the name of another"):
        Game.myst(1, 1, 2, 1, players=["小明", "小明"])


def test_signs_that_are_not_seen_are_written_out_in_errors() -> None:
    for find in (Game.clue(3).card, Game.clue(3).player):
        with pytest.raises(QueryError) as refused:
            find("ann\x1b[31m\u202e")
        assert "ann\\x1b[31m\\u202e" in str(refused.value)


def test_a_letter_that_would_be_lost_makes_an_identifier_of_its_own() -> None:
    assert Game.general(["Иvan", "b", "c"], [1, 1, 1], 1).cards[0] == "c1"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("an\u202en", "right-to-left override"),
        ("an\u200bn", "zero width space"),
        ("ann\x1b[31m", "U+001B"),
        ("ann\nbob", "U+000A"),
        ("<b>ann</b>", "less-than sign"),
        ("a" * 300 + "é", "more than 40 signs"),
        ("a\u0301" + "\u0301" * 9, "more marks than letters"),
        ("", "is not a name"),
    ],
)
def test_a_name_that_could_not_be_shown_safely_is_refused(
    name: str, words: str
) -> None:
    made: tuple[Callable[[], Game], ...] = (
        lambda: Game.myst(1, 1, 2, 1, players=[name, "bob"]),
        lambda: Game.general(["a", "b", "c"], [1, 1, 1], 1).showing({"a": name}),
    )
    for make in made:
        with pytest.raises(GameError) as refused:
            make()
        assert words in str(refused.value)
        assert "\x1b" not in str(refused.value)


def test_what_is_shown_can_be_given_by_identifier() -> None:
    game = Game.clue(3).showing({"plum": "Professor Bloom", "rope": "rope"})
    assert game.shown == {"plum": "Professor Bloom"}
    assert game.card("professor bloom") == game.card("plum") == "plum"
    assert game == Game.clue(3)
    assert hash(game) == hash(Game.clue(3))
    with pytest.raises(GameError, match="be read as rope"):
        Game.clue(3).showing({"plum": "Rope"})
    with pytest.raises(GameError, match="no card, player or sort"):
        Game.clue(3).showing({"plumm": "Plum"})
    with pytest.raises(GameError, match="shown must say"):
        Game.from_dict({"rules": "clue", "p": 3, "shown": ["plum"]})


def test_an_old_game_object_is_read_as_before() -> None:
    old = {"rules": "clue", "p": 3, "players": ["ann", "bob", "cid"]}
    game = Game.from_dict(old)
    assert game.to_dict() == old
    assert game.shown == {}


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Prof. Plum", "plum"),
        ("Col. Mustard", "mustard"),
        ("Miss Scarlet", "scarlett"),
        ("Rev. Green", "green"),
        ("Lead Pipe", "pipe"),
        ("Ball Room", "ballroom"),
        ("The Dining Room", "dining"),
        ("Candle-Stick", "candlestick"),
    ],
)
def test_words_that_name_no_card_are_left_out(name: str, card: str) -> None:
    assert Game.clue(3).card(name) == card


def test_words_that_name_two_cards_or_none_are_refused() -> None:
    with pytest.raises(QueryError, match="no card Dining Hall") as refused:
        Game.clue(3).card("Dining Hall")
    assert "with commas: dining, hall" in str(refused.value.hint)
    with pytest.raises(QueryError, match="there is no card Mr Nobody"):
        Game.clue(3).card("Mr Nobody")


def test_names_as_printed_are_read_in_decks_of_ones_own() -> None:
    game = Game.general(["professor_plum", "leaden_pipe", "c"], [1, 1, 1], 1)
    assert game.card("Prof. Plum") == "professor_plum"
    assert game.card("Lead Pipe") == "leaden_pipe"
    for name in ("plum", "Professor Green", "Leaden Knife"):
        with pytest.raises(QueryError):
            game.card(name)


def test_capitals_spaces_and_stops_are_written_otherwise() -> None:
    game = Game.general(["Mrs. White", "Co-op", "b2"], [1, 1, 1], 1)
    assert game.cards == ("mrs_white", "co_op", "b2")


@pytest.mark.parametrize(
    ("name", "written"),
    [("2c", "c2"), ("10H", "h10"), ("2 of clubs", "of_clubs_2"), ("3-d", "d_3")],
)
def test_digits_at_the_beginning_go_to_the_end(name: str, written: str) -> None:
    game = Game.general([name, "b", "c"], [1, 1, 1], 1)
    assert game.cards[0] == game.card(name) == written
    formula = parse_formula(
        f"h(1,{name})" if name.isalnum() else f"h(1,{written})", game
    )
    assert show(formula) == f"h(1,{written})"


@pytest.mark.parametrize("name", ["007", "2", "2_3", "3²"])
def test_digits_alone_are_no_name(name: str) -> None:
    with pytest.raises(GameError):
        Game.general([name, "b", "c"], [1, 1, 1], 1)


@pytest.mark.parametrize(("name", "card"), FULL_NAMES.items())
def test_the_cards_of_clue_are_read_as_the_thesis_calls_them(
    name: str, card: str
) -> None:
    game = Game.clue(3)
    assert game.card(name) == game.card(name.replace("_", " ").title()) == card
    assert parse_formula(f"h(1,{name})", game) == parse_formula(f"h(1,{card})", game)


def test_a_card_that_has_the_name_itself_comes_first() -> None:
    game = Game.general(["scarlet", "scarlett", "Mrs White"], [1, 1, 1], 1)
    assert game.card("scarlet") == "scarlet"
    assert game.card("Mrs White") == "mrs_white"
    with pytest.raises(QueryError, match="there is no card plum"):
        game.card("plum")


@pytest.mark.parametrize(
    "names", [("Mrs White", "mrs_white"), ("Sun", "sun"), ("2c", "c2")]
)
def test_two_names_that_are_written_alike_are_refused(names: tuple[str, str]) -> None:
    with pytest.raises(GameError, match="both written") as refused:
        Game.general([*names, "c"], [1, 1, 1], 1)
    assert repr(names[0]) in str(refused.value)
    with pytest.raises(GameError, match="both written"):
        Game.myst(1, 1, 2, 1, players=names)


def test_a_name_is_looked_up_without_its_accents() -> None:
    game = Game.general(["sun", "b", "c"], [1, 1, 1], 1, players=["jose", "ann"])
    assert game.card("sün") == "sun"
    assert game.player("José") == 1
