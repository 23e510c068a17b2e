"""What a player has seen of a history: the own hand, and the cards of own shows.

A history as somebody has seen it is a history again, with less given. That is
what is given of it as masks, beside the public constraints.

A formula speaks about the worlds that fit and about those that its K, E and C
reach from them. If all of these speak of one player, the hand and the cards that
this player has seen are the same in every world reached, and the rest need not
be enumerated.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Sequence

from mystpy.axiom_folder import named_folder
from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple, dataclass, replace
from mystpy.errors import AxiomError, LargeEnumerationWarning
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    Action,
    Asks,
    ResultTold,
    Right,
    Shows,
    Wrong,
)
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in
from mystpy.sight import is_known_sight, require_known_sight

OBSERVER = -1
"""Somebody without a hand, who sees what everybody sees."""

LIMIT = 1_000_000
"""Enumerations above this number of worlds are announced with a warning."""


Seers = frozenset[tuple[int, int, int]]
"""Triples (by, to, player): a player sees which card is shown by whom to whom."""


class Sight(NamedTuple):
    """Who sees the card of a show, and whether all see the result of a guess.

    If `seers` is None, the two see the card. All see the result of a guess if `results`
    is true; that of generalized Clue is private to the player who guessed. `observer`
    is true if the axioms say what `OBSERVER` sees, who is then in `seers` as well.
    """

    seers: Seers | None = None
    results: bool = True
    observer: bool = True

    def sees(self, player: int | None, by: int, to: int) -> bool:
        """Whether a player sees the card that `by` shows to `to`.

        None stands for what is public whatever the axioms say of sight.
        """
        if self.seers is None:
            return player in (by, to)
        return (by, to, player) in self.seers

    def sees_result(self, player: int | None, guesser: int) -> bool:
        """Whether a player sees a result that is told to the player who guessed."""
        return player == guesser

    def hides(self, player: int | None, kind: str, by: int, *to: int) -> bool:
        """Whether the card of an action, or what it says of a guess, is hidden.

        The action is given by its functor and the players it names.
        """
        if kind == Shows.name:
            return not self.sees(player, by, *to)
        return kind in (Right.name, Wrong.name) and not self.sees_result(player, by)


SHIPPED = Sight()
"""What players see by the shipped axioms, with which a test compares it."""

SightTable = Callable[[Game], "Sight | None"]
_tables: list[SightTable] = []


def use_sight_table(table: SightTable) -> None:
    """Let edited axioms be asked by this who sees what; None if no table can say it."""
    _tables[:] = [table]


def sight_of(game: Game) -> Sight:
    """Who sees what in a game by the axioms in force.

    Raises AxiomError if edited axioms say it in a way that no table can hold, let
    somebody not see the result of a guess, or let K, E and C mean something else.
    """
    if not named_folder() or is_known_sight(game.rule_set):
        return SHIPPED
    found = next((table(game) for table in _tables), None)
    if found is None or not found.results:
        require_known_sight(game.rule_set)
    return found or SHIPPED


def sight_of_observer(game: Game) -> Sight:
    """Who sees what, where the axioms also say what somebody without a hand sees.

    Raises AxiomError as `sight_of`, and if they do not say it.
    """
    sight = sight_of(game)
    if not sight.observer:
        require_known_sight(game.rule_set, "an observer")
    return sight


def has_sight(game: Game) -> bool:
    """Whether `sight_of` finds who sees what by the axioms in force."""
    try:
        sight_of(game)
    except AxiomError:
        return False
    return True


class Show(NamedTuple):
    """Player `by` showed player `to` one of the `cards` (a mask) at a step.

    `sight` says who saw which card it was.
    """

    step: int
    by: int
    to: int
    cards: int
    sight: Sight = SHIPPED

    def sees(self, player: int) -> bool:
        """Whether a player saw which card it was."""
        return self.sight.sees(player, self.by, self.to)

    def is_seen_in(self, group: Iterable[int]) -> bool:
        """Whether somebody in a group saw which card it was."""
        return any(self.sight.sees(player, self.by, self.to) for player in group)

    def is_news_to(self, group: Collection[int]) -> bool:
        """Whether somebody in a group, but who showed the card, saw which it was.

        Only then does it matter which card of the own hand was shown.
        """
        if self.sight.seers is None:
            return self.to in group
        return any(k != self.by and self.sees(k) for k in group)

    @property
    def seers(self) -> frozenset[int]:
        """The players who saw which card it was."""
        if self.sight.seers is None:
            return frozenset((self.by, self.to))
        shown = self.by, self.to
        return frozenset(
            i for by, to, i in self.sight.seers if (by, to) == shown and i != OBSERVER
        )


class GivenCards(NamedTuple):
    """What is given beyond what is public: hands by holder, and cards by show.

    Both are masks; `shown` maps the index of a show to its card.
    """

    hands: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, int], ...]

    def seen_by(self, group: Collection[int], shows: Sequence[Show]) -> GivenCards:
        """What some players have seen of that; the shows are those of the history."""
        hands = tuple((k, hand) for k, hand in self.hands if k in group)
        shown = tuple((e, card) for e, card in self.shown if shows[e].is_seen_in(group))
        return GivenCards(hands, shown)


@dataclass(frozen=True, slots=True)
class ShownCards:
    """The shows of some actions in order, with the cards of those whose card is given.

    `cards` is as `GivenCards.shown`, `asked` the mask of the last question.
    """

    shows: tuple[Show, ...] = ()
    cards: tuple[tuple[int, int], ...] = ()
    asked: int = 0

    def then(
        self, step: int, action: Action, game: Game, sight: Sight = SHIPPED
    ) -> ShownCards:
        """The shows once one more action is done, at this step."""
        if isinstance(action, Asks):
            return ShownCards(self.shows, self.cards, mask_of(action.cards, game))
        if not isinstance(action, Shows):
            return self
        cards = self.cards
        if action.card is not None:
            cards = (*cards, (len(self.shows), mask_of([action.card], game)))
        show = Show(step, action.player, action.to, self.asked, sight)
        return ShownCards((*self.shows, show), cards, self.asked)


def shows_of(history: History, sight: Sight = SHIPPED) -> ShownCards:
    """The shows of a history, with the cards of those whose card is given."""
    done, shown = history.carried((shows_of, sight)) or (0, ShownCards())
    for step, action in enumerate(history.actions[done:], done):
        shown = shown.then(step, action, history.game, sight)
    history.carry((shows_of, sight), shown)
    return shown


def given_cards(history: History) -> GivenCards:
    """The hands and the shown cards that a history gives."""
    hands = tuple(
        (holder, mask_of(hand, history.game))
        for holder, hand in enumerate(history.hands)
        if hand is not None
    )
    return GivenCards(hands, shows_of(history).cards)


def in_scope(history: History, formula: Formula) -> History:
    """The history with only those hands and shown cards that its worlds share.

    The worlds of the result are those that the formula can reach from the worlds
    that fit the history. If the axioms in force let players see other things than the
    shipped ones, these may be all worlds of the public history.
    """
    players = agents_in(formula)
    if not players:
        return history
    if len(players) > 1 or not is_known_sight(history.game.rule_set):
        return seen_by(history, None)
    return seen_by(history, next(iter(players)))


def seen_by(history: History, player: int | None) -> History:
    """What a player has seen: own hand, cards of shows that `sight_of` lets one see.

    OBSERVER has no hand, and None has seen no card either. Raises AxiomError, but not
    for None, where `sight_of` does; for OBSERVER where `sight_of_observer` does.
    """
    ask = sight_of_observer if player == OBSERVER else sight_of
    sight = SHIPPED if player is None else ask(history.game)
    seen: History
    carried = history.carried((seen_by, player, sight))
    if carried and history.places is None:
        done, seen = carried
        news = history.actions[done:]
        news = tuple(action_seen_by(action, player, sight) for action in news)
        seen = seen.then(news) if news else seen
    else:
        hands = tuple(
            hand if holder == player else None
            for holder, hand in enumerate(history.hands)
        )
        actions = tuple(action_seen_by(a, player, sight) for a in history.actions)
        seen = replace(history, hands=hands, actions=actions, parts=())
    history.carry((seen_by, player, sight), seen)
    return seen


def action_seen_by(
    action: Action, player: int | None, sight: Sight = SHIPPED
) -> Action:
    """An action as a player has seen it, without what is hidden; None is everybody."""
    if isinstance(action, Right | Wrong):
        hidden = sight.hides(player, action.name, action.player)
        return ResultTold(action.player) if hidden else action
    if isinstance(action, OpenTurn):
        return action.without_cards(lambda *x: sight.hides(player, Shows.name, *x))
    if not isinstance(action, Shows) or action.card is None:
        return action
    hidden = sight.hides(player, Shows.name, action.player, action.to)
    return replace(action, card=None) if hidden else action


def warn_if_large(history: History, limit: int = LIMIT) -> None:
    """Warn if the worlds of a history may be more than the limit.

    The estimate is the number of deals that the given hands leave, before the
    actions are looked at.
    """
    estimate = history.game.deal_count(history.hands)
    if estimate > limit:
        warnings.warn(
            f"up to {estimate:,} deals have to be looked at; "
            "this can take long (Ctrl-C stops it)",
            LargeEnumerationWarning,
            stacklevel=2,
        )
