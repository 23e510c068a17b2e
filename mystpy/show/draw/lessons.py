"""The lessons of each step of a history: the difference that it made to the grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import dataclass, replace
from mystpy.engines.base import Cell, Cells, Engine
from mystpy.errors import AxiomError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.history.history import History
from mystpy.questions.knowledge import Knowledge, know, knower_name
from mystpy.questions.perspective import UndeterminedView


@dataclass(frozen=True, slots=True)
class Lesson:
    """A player's new knowledge in one panel: facts in words, and the deals left.

    `before` and `after` count the deals held possible; None where they are too many,
    and `before` in the first lesson, that of the deal.
    """

    facts: tuple[str, ...]
    before: int | None
    after: int | None

    @property
    def empty(self) -> bool:
        """Return whether nothing was learned."""
        return not self.facts and self.before == self.after


@dataclass(frozen=True, slots=True)
class Panel:
    """Steps of a history, of which the last was informative for some player.

    `first` is the number of the first of them; `lessons` are in the players' order.
    """

    first: int
    actions: tuple[str, ...]
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """Panels for some players, by their names; others depend on unknown facts.

    `start` is their knowledge before the first step, `silent` the last steps, from
    which nobody learns anything; `counted` names the things that are counted.
    """

    players: tuple[str, ...]
    left_out: tuple[str, ...]
    start: tuple[Lesson, ...]
    panels: tuple[Panel, ...]
    silent: tuple[str, ...]
    counted: str = "deal"

    def part(self, first: int, last: int) -> Strip:
        """The panels with steps from one to another; the deal if the first is 0."""
        panels = tuple(
            panel
            for panel in self.panels
            if panel.first <= last and panel.first + len(panel.actions) > first
        )
        silent = self.silent if self.panels[-1:] == panels[-1:] else ()
        start = self.start if first == 0 else ()
        return replace(self, start=start, panels=panels, silent=silent)


Known = list[Knowledge]
"""A player's knowledge after 0, 1, 2, ... steps."""


def strip_of(
    history: History, engine: Engine, players: Sequence[int | str] | None = None
) -> Strip:
    """Return what these players learned from each step; None: all who can be shown.

    An observer, who sees what everybody sees, takes part if nobody else can. Raises
    QueryError and NoWorldFits as `mystpy.questions.knowledge.know`.
    """
    game = history.game
    known: dict[str, Known] = {}
    left_out = []
    if players is not None:
        for player in players:
            found = _known(history, player, engine)
            known[_name(game, found)] = found
    else:
        for number in range(1, game.p + 1):
            try:
                found = _known(history, number, engine)
            except UndeterminedView:
                left_out.append(f"player {game.shown_holders[number]}")
            else:
                known[_name(game, found)] = found
        if left_out:
            try:
                found = _known(history, "observer", engine)
            except (AxiomError, UndeterminedView):  # what observers see is edited, too
                if not known:
                    raise
            else:
                known[_name(game, found)] = found
    panels, silent = _panels(history, list(known.values()))
    start = tuple(_lesson(game, None, found[0]) for found in known.values())
    return Strip(tuple(known), tuple(left_out), start, panels, silent)


def _name(game: Game, found: Known) -> str:
    return knower_name(game, found[0].player)


def _known(history: History, player: int | str, engine: Engine) -> Known:
    """Return a player's knowledge after each number of steps."""
    prefixes = [history.prefix(k) for k in range(len(history) + 1)]
    try:
        return [know(each, player, engine, determined=True) for each in prefixes]
    except QueryError as error:
        if type(error) is not QueryError:
            raise
        return [
            know(each, player, engine, count=False, determined=True)
            for each in prefixes
        ]


def _panels(
    history: History, known: list[Known]
) -> tuple[tuple[Panel, ...], tuple[str, ...]]:
    panels = []
    first, names = 0, []
    for step, action in enumerate(history.actions):
        names.append(action_text(action, history.game))
        lessons = tuple(
            _lesson(history.game, found[step], found[step + 1]) for found in known
        )
        if not all(lesson.empty for lesson in lessons):
            panels.append(Panel(first, tuple(names), lessons))
            first, names = step + 1, []
    return tuple(panels), tuple(names)


def _lesson(game: Game, before: Knowledge | None, after: Knowledge) -> Lesson:
    facts = tuple(_facts(game, None if before is None else before.cells, after.cells))
    return Lesson(facts, None if before is None else before.deals, after.deals)


def _facts(game: Game, before: Cells | None, after: Cells) -> Iterator[str]:
    """The cells that became known, without those that follow from others shown."""
    if before == after:
        return
    for holder in game.holders:
        name = game.shown_holders[holder]
        new = [
            card
            for card in game.cards
            if after[holder][card] is not Cell.OPEN
            and (before is None or before[holder][card] is Cell.OPEN)
        ]
        has = [card for card in new if after[holder][card] is Cell.YES]
        if has:
            yield f"{name} has {', '.join(map(game.shown_as, has))}"
        elsewhere = {c for c in game.cards for row in after if row[c] is Cell.YES}
        whole = Cell.OPEN not in after[holder].values()
        lacks = [card for card in new if card not in has and card not in elsewhere]
        if lacks and not whole:
            yield f"{name} lacks {', '.join(map(game.shown_as, lacks))}"
