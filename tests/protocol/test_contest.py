"""The protocol of the Speed Clue contest, from either side."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from mystpy.bits import mask_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Choice, any_of
from mystpy.players.player_base import RandomPlayer
from mystpy.protocol.contest.abbreviations import (
    abbreviate_cards,
    cards_meant,
    contest_game,
    set_meant,
)
from mystpy.protocol.contest.contest_client import ContestClient
from mystpy.protocol.contest.contestant import ContestPlayer, reports
from mystpy.protocol.offers import only
from mystpy.protocol.wire import Wire
from mystpy.situations.event import Event
from tests.protocol.bouts import ended
from tests.sampling import by_day

GAME = contest_game(3)
CARDS = "Gr Mu Pe Pl Sc Wh Ca Kn Pi Re Ro Wr Ba Bi Co Di Ha Ki Li Lo St".split()
"""The abbreviations of card_abbreviations.md."""


class Noted:
    """A player at random, who seldom guesses and keeps what it has seen."""

    def __init__(self, _game: Game, _player: int) -> None:
        self.met: list[InformationState] = []

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Choice:
        self.met.append(seen)
        kinds = [o for o in legal_actions if o.key[0] != "guess" or rng.random() < 0.1]
        return any_of(rng.choice(kinds), seen.game, rng)


class Linked(ContestPlayer):
    """A contestant whose texts a visitor answers at once, without a line."""

    def __init__(self, visitor: ContestClient) -> None:
        def none() -> Wire:
            raise AssertionError("no line is needed")

        super().__init__(none)
        self.visitor = visitor
        self.met: list[InformationState] = []
        self.line = object()  # type: ignore[assignment]

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        if only(legal_actions) is None:
            self.met.append(seen)
        return super().act(seen, legal_actions, rng)

    def _answer(self, text: str) -> str:
        return self.visitor.answer(text)


def test_every_card_has_the_abbreviation_of_the_contest() -> None:
    for p in range(3, 7):
        game = contest_game(p)
        assert sorted(abbreviate_cards(1 << k, game) for k in range(21)) == sorted(
            CARDS
        )
        assert cards_meant(CARDS, game) == (1 << 21) - 1
    whole = set_meant(["pl", "KN", "Li"], GAME)
    assert whole == mask_of(["plum", "knife", "library"], GAME)
    with pytest.raises(QueryError, match="3 to 6 players, not 7"):
        contest_game(7)


@pytest.mark.parametrize(
    "words", ["Kn Pl Li", "Pl Kn", "Pl Pl Li", "Pl Kn Xx", "Pl Kn Re"]
)
def test_what_is_no_suggestion_is_refused(words: str) -> None:
    with pytest.raises(QueryError):
        set_meant(words.split(), GAME)


@pytest.mark.parametrize("p", [3, 4])
def test_a_visitor_sees_what_a_player_at_the_table_sees(p: int) -> None:
    """Whole games in which mystpy plays both sides, connected by texts only."""
    game, asked = contest_game(p), 0
    seeds = range(by_day(3) if p == 3 else 3)  # games of three take long
    for seed in seeds:
        made: list[Noted] = []

        def sit(game: Game, player: int, made: list[Noted] = made) -> Noted:
            made.append(Noted(game, player))
            return made[-1]

        guests = [Linked(ContestClient(sit, str(i), Random(i))) for i in range(2)]
        others = [RandomPlayer(game, i) for i in range(3, p + 1)]
        table = GameState(game, random_deal(game, Random(seed)))
        streams = [Random(f"{seed} {i}") for i in range(p)]
        assert ended(table, [*guests, *others], streams).fault is None
        for guest, player in zip(guests, made, strict=True):
            assert player.met == guest.met
            asked += len(guest.met)
    assert asked > 10 * len(seeds)


def test_reports_are_those_of_the_description() -> None:
    """A show is named to the two who saw it, and nobody's silence is a hyphen."""
    names = ("plum", "knife", "library")
    pile = frozenset(names)
    rest = [card for card in GAME.cards if card not in pile]
    deal = (pile, *(frozenset(rest[k : k + 6]) for k in (0, 6, 12)))
    table = GameState(GAME, deal)
    history = "asks(1,{green,rope,hall}) yes(2) shows(2,1,rope) noguess(1) endturn(1)"
    history += " asks(2,{plum,knife,library}) no(3) no(1)"
    history += " guess(2,{plum,knife,library})"
    for action in History.make(GAME, {}, history).actions:
        table.do(Event.of(action, GAME))
    last = ["suggestion 1 Pl Kn Li -", "accusation 1 Pl Kn Li +"]
    whole, part = "suggestion 0 Gr Ro Ha 1 Ro", "suggestion 0 Gr Ro Ha 1"
    for player, first in ((1, whole), (2, whole), (3, part)):
        assert list(reports(InformationState.at(table, player))) == [first, *last]


def test_what_a_server_says_wrong_is_told() -> None:
    visitor = ContestClient(Noted, "ann", Random(1))
    for text in ("suggest", "reset 9 0 Gr", "reset 3 x Gr", "hello", "", "reset"):
        with pytest.raises(QueryError, match="the server says"):
            visitor.answer(text)
    assert visitor.answer("reset 3 1 Gr Mu Pe Ca Kn Ba") == "ok"
    for text in ("suggestion 0 Sc Re Lo 0", "suggestion 5 Sc Re Lo -", "disprove 0 Sc"):
        with pytest.raises(QueryError, match="the server says"):
            visitor.answer(text)
    assert visitor.answer("disprove 0 Gr Ca Lo") in ("show Gr", "show Ca")


@pytest.mark.parametrize(
    "text",
    [
        *("accuse", "suggest Gr", "disprove 0 Sc Re Lo", "disprove 1 Gr Ca Lo"),
        *("disprove 2 Gr Ca Lo", "accusation 0 Sc Re Lo +", "reset 3 1 Gr"),
        *("suggestion 2 Sc Re Lo -", "suggestion 0 Gr Re Lo -", "suggestion 0 Gr Re"),
        *("suggestion 0 Sc Re Lo 1 Gr", "reset 7 0"),
    ],
)
def test_what_cannot_happen_in_a_game_is_refused(text: str) -> None:
    """After `reset` the first player suggests, and nothing else can be said."""
    visitor = ContestClient(Noted, "ann", Random(1))
    visitor.answer("reset 3 1 Gr Mu Pe Ca Kn Ba")
    with pytest.raises(QueryError, match="the server says") as caught:
        visitor.answer(text)
    assert repr(text) in str(caught.value)


def test_a_player_who_is_out_shows_cards_though_the_server_reports_nothing() -> None:
    """One of the contest's two servers reports suggestions to players still in only."""
    visitor = ContestClient(Noted, "ann", Random(1))
    visitor.answer("reset 3 0 Gr Mu Pe Ca Kn Ba")
    visitor.answer("suggest")
    visitor.answer("suggestion 0 Sc Re Lo 1 Re")
    with pytest.raises(QueryError, match="the server says"):
        visitor.answer("disprove 2 Gr Ca Lo")  # the suggestion of the next is missing
    assert visitor.answer("accusation 0 Pl Wr St -") == "ok"
    for text in ("disprove 2 Gr Ca Lo", "disprove 1 Gr Ca Lo"):
        assert visitor.answer(text) in ("show Gr", "show Ca")
    assert visitor.answer("disprove 1 Gr Ro Lo") == "show Gr"
    assert visitor.answer("suggestion 2 Mu Ca Lo 0 Mu") == "ok"
    with pytest.raises(QueryError, match="has none of these cards"):
        visitor.answer("disprove 2 Sc Re Lo")
    assert visitor.answer("reset 3 1 Gr Mu Pe Ca Kn Ba") == "ok"
    with pytest.raises(QueryError, match="the server says"):
        visitor.answer("disprove 2 Gr Ca Lo")


def test_after_all_suggestions_one_is_repeated() -> None:
    """There are 324: after them a player of mystpy answers with one of them again."""
    visitor = ContestClient(Noted, "ann", Random(1))
    hands = {1: "Pl Wh Pi Ro Bi Co", 2: "Wr Di Ha Ki Li St"}
    visitor.answer("reset 3 0 Gr Mu Pe Ca Kn Ba")
    said = list[str]()
    for _ in range(330):
        said.append(visitor.answer("suggest"))
        cards = said[-1].removeprefix("suggest ")
        shown = [f"{i} {x}" for i in (1, 2) for x in hands[i].split() if x in cards]
        visitor.answer(f"suggestion 0 {cards} {shown[0] if shown else '-'}")
        for other, by in ((1, 2), (2, 0)):
            visitor.answer(f"suggestion {other} Gr Ca Di {by}{' Gr' * (by == 0)}")
    assert len(set(said)) == 324
    assert set(said[324:]) <= set(said)
