"""Cells that are known, that are not, and that depend on what is not given.

The reference lists the worlds of the public history, sorts them by what each player
has seen, and looks at the cells in every world that fits what is given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.engines.base import Cell, Cells, World, cell_of
from mystpy.engines.semantics import is_right
from mystpy.engines.symbolic.engine import SymbolicEngine
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.questions.knowledge import Knowledge, know, know_common, know_that
from tests.engines.situations import histories
from tests.engines.test_agreement import share

WORLDS = get_engine("worlds")
ENGINES = [get_engine("asp"), WORLDS]
OBSERVER = "observer"
Knower = int | str

GAME = Game.myst(m=1, n=1, p=3, q=2)
SHOWN = History.make(GAME, {3: ["s3"]}, "asks(1,{s1,s2}) yes(2) shows(2,1,_)")


def seen(history: History, world: World, player: Knower) -> Hashable:
    right = is_right(history, world)
    if isinstance(player, str):
        return right
    shown = dict(world.shown)
    cards = tuple(
        shown[step]
        for step, action in enumerate(history.actions)
        if isinstance(action, Shows) and player in (action.player, action.to)
    )
    return right, world.hands[player], cards


def fits(history: History, world: World) -> bool:
    shown = dict(world.shown)
    return all(
        hand in (None, dealt)
        for hand, dealt in zip(history.hands, world.hands, strict=True)
    ) and all(
        action.card in (None, shown[step])
        for step, action in enumerate(history.actions)
        if isinstance(action, Shows)
    )


class Listed:
    """The worlds of the public history with their classes, for each player."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.worlds = list(WORLDS.worlds(history, public=True))
        self.numbers = range(len(self.worlds))

    def classes(self, player: Knower) -> dict[int, frozenset[int]]:
        by_view: dict[Hashable, set[int]] = defaultdict(set)
        for w in self.numbers:
            by_view[seen(self.history, self.worlds[w], player)].add(w)
        return {w: frozenset(them) for them in by_view.values() for w in them}

    def chain(self, players: Iterable[Knower]) -> Callable[[int], set[int]]:
        links = [self.classes(player) for player in players]

        def reached(world: int) -> set[int]:
            them = {world}
            for link in links:
                them = {v for w in them for v in link[w]}
            return them

        return reached

    def group(self, players: Iterable[Knower]) -> Callable[[int], set[int]]:
        links = [self.classes(player) for player in players]

        def reached(world: int) -> set[int]:
            them, new = {world}, {world}
            while new:
                new = {v for w in new for link in links for v in link[w]} - them
                them |= new
            return them

        return reached

    def cells(self, reached: Callable[[int], set[int]]) -> Cells | None:
        starts = [w for w in self.numbers if fits(self.history, self.worlds[w])]
        ends = {frozenset(reached(w)) for w in starts}
        if not ends:
            return None

        def cell(holder: int, card: str) -> Cell:
            found = set()
            for end in ends:
                holds = {card in self.worlds[w].hands[holder] for w in end}
                found.add(cell_of(True in holds, False not in holds))
            return found.pop() if len(found) == 1 else Cell.DEPENDS

        game = self.history.game
        return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)


def answer(question: Callable[..., Knowledge], *about: Any) -> Cells | None:
    try:
        return question(*about).cells
    except NoWorldFits:
        return None


@share(50)
@given(st.data())
def test_grids_are_those_of_listed_worlds_whatever_is_given(
    data: st.DataObject,
) -> None:
    history = data.draw(histories())
    knowers: list[Knower] = [*range(1, history.game.p + 1), OBSERVER]
    chain = data.draw(st.lists(st.sampled_from(knowers), min_size=1, max_size=3))
    note(f"{history.game.to_dict()} {history.hands} {history.text()!r} {chain}")
    listed = Listed(history)
    alone = listed.cells(listed.chain(chain[:1]))
    nested = listed.cells(listed.chain(chain))
    common = listed.cells(listed.group(chain))
    for engine in ENGINES:
        assert answer(know, history, chain[0], engine) == alone
        assert answer(know_that, history, chain, engine) == nested
        assert answer(know_common, history, chain, engine) == common


def test_what_two_know_in_either_case_depends_and_is_not_unknown() -> None:
    for engine in (*ENGINES, get_engine("prolog")):
        cells = know_common(SHOWN, [1, 2], engine).cells
        assert {cells[2][x] for x in ("s1", "s2")} == {"!"}
        assert {cells[2][x] for x in ("s3", "s4")} == {"no"}
        assert {cells[k]["s3"] for k in (0, 1, 3)} == {"?"}


def test_where_the_search_is_given_up_another_method_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mystpy.engines.symbolic.sat.session import SatSession
    from mystpy.engines.symbolic.solver import SearchLimitReached

    expected = WORLDS.common_cells(SHOWN, (1, 2)), WORLDS.nested_cells(SHOWN, (1, 2))

    def give_up(*_: object) -> None:
        raise SearchLimitReached("a test")

    monkeypatch.setattr(SatSession, "witness", give_up)
    scaled = SymbolicEngine()
    found = scaled.common_cells(SHOWN, (1, 2)), scaled.nested_cells(SHOWN, (1, 2))
    assert found == expected


def test_deals_are_not_counted_where_their_number_depends() -> None:
    found = know(SHOWN, 1, ENGINES[0])
    assert found.deals is None
    assert (
        found.depends == "what player 1 knows depends on the cards that player 1 holds"
    )
    with pytest.raises(QueryError, match="the cards that player 1 holds"):
        know(SHOWN, 1, ENGINES[0], odds=True)
    assert know(SHOWN, 3, ENGINES[0]).depends is None


def test_at_the_size_of_clue_a_hand_that_is_not_given_makes_cells_depend() -> None:
    game = Game.clue(6)
    text = "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,_) noguess(1) endturn(1)"
    cells = know(History.make(game, {}, text), 1, ENGINES[0]).cells
    assert (cells[2]["plum"], cells[3]["plum"], cells[3]["green"]) == ("no", "!", "!")
    whole = History.make(game, {1: ["plum", "green", "hall"]}, text)
    cells = know_that(whole, [3, 1], ENGINES[0]).cells
    assert (cells[3]["rope"], cells[3]["green"]) == ("yes", "?")


def test_what_depends_is_told_with_the_name_of_a_player() -> None:
    for players, who in ((["ann", "bob", "cid"], "ann"), (["1", "2", "3"], "player 1")):
        game = Game.clue(players=players)
        known = know(History.make(game, {}, ()), 1, get_engine("asp"))
        assert (
            known.depends == f"what {who} knows depends on the cards that {who} holds"
        )


@pytest.mark.parametrize("what", ["nested_cells", "common_cells"])
def test_of_players_of_whom_nothing_is_told_one_is_looked_at(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    witness = SatSession.witness

    def counted(*args: Any) -> Any:
        looked.append(args)
        return witness(*args)

    monkeypatch.setattr(SatSession, "witness", counted)
    searches = set()
    for p in (5, 12):
        game = Game.myst(1, 1, p, 2)
        history = History.make(game, {}, "asks(1,{s1,s2}) no(2) yes(3) shows(3,1,_)")
        cells = getattr(SymbolicEngine(), what)(history, (1, 2))
        assert cells[4] == cells[p]
        searches.add(len(looked))
        looked.clear()
    assert len(searches) == 1
    assert searches != {0}
