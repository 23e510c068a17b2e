"""A player's observations of a history: her own hand, and the cards of her own shows.

The history as a player has seen it is again a history, with less given. Here are also
the given hands and cards as masks, beside the public constraints.

A formula is about the worlds that fit and about those that its K, E and C reach from
them. If all of these are about one player, the hand and the cards that this player has
seen are the same in every world reached, and the rest need not be enumerated.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

from mystpy.axiom_folder import named_folder
from mystpy.bits import mask_of
from mystpy.compilation import replace
from mystpy.errors import AxiomError, LargeEnumerationWarning
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    Action,
    Looks,
    ResultTold,
    Right,
    Sees,
    Shows,
    Wrong,
)
from mystpy.history.history import History
from mystpy.history.witnesses import seen_later
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in
from mystpy.sight import is_known_sight, require_known_sight
from mystpy.sight.shows import OBSERVER as OBSERVER
from mystpy.sight.shows import SHIPPED as SHIPPED
from mystpy.sight.shows import GivenCards as GivenCards
from mystpy.sight.shows import Seers as Seers
from mystpy.sight.shows import Show as Show
from mystpy.sight.shows import ShownCards as ShownCards
from mystpy.sight.shows import Sight as Sight
from mystpy.sight.shows import look_of as look_of

LIMIT = 1_000_000
"""Enumerations above this number of worlds are announced with a warning."""


SightTable = Callable[[Game], "Sight | None"]
_tables: list[SightTable] = []


def use_sight_table(table: SightTable) -> None:
    """Set the table of who sees what under edited axioms, if there is one."""
    _tables[:] = [table]


def sight_of(game: Game) -> Sight:
    """Return which players see which events by the axioms in force.

    Raises AxiomError if edited axioms define it in a way that no table can express, let
    some player not see the result of a guess, or let K, E and C mean something else.
    """
    if not named_folder() or is_known_sight(game.rule_set):
        return SHIPPED
    found = next((table(game) for table in _tables), None)
    if found is None or not found.results:
        require_known_sight(game.rule_set)
    return found or SHIPPED


def sight_of_observer(game: Game) -> Sight:
    """Return the same, if the axioms also define what an observer without a hand sees.

    Raises AxiomError as `sight_of`, and if they do not.
    """
    sight = sight_of(game)
    if not sight.observer:
        require_known_sight(game.rule_set, "an observer")
    return sight


def has_sight(game: Game) -> bool:
    """Return whether `sight_of` has a result for the axioms in force."""
    try:
        sight_of(game)
    except AxiomError:
        return False
    return True


def shows_of(history: History, sight: Sight = SHIPPED) -> ShownCards:
    """Return the shows of a history, with the cards of those whose card is given."""
    done, shown = history.carried((shows_of, sight)) or (0, ShownCards())
    for step, action in enumerate(history.actions[done:], done):
        shown = shown.then(step, action, history.game, sight)
    history.carry((shows_of, sight), shown)
    return shown


def given_cards(history: History) -> GivenCards:
    """Return the hands and the shown cards that a history gives."""
    hands = tuple(
        (holder, mask_of(hand, history.game))
        for holder, hand in enumerate(history.hands)
        if hand is not None
    )
    return GivenCards(hands, shows_of(history).cards)


def in_scope(history: History, formula: Formula) -> History:
    """Return the history with only those hands and shown cards that its worlds share.

    The worlds of the result are those that the formula can reach from the worlds that
    fit the history. If the axioms in force let players see other things than the
    shipped ones, these may be all worlds of the public history.
    """
    players = agents_in(formula)
    if not players:
        return history
    if len(players) > 1 or not is_known_sight(history.game.rule_set):
        return seen_by(history, None)
    return seen_by(history, next(iter(players)))


def seen_by(history: History, player: int | None) -> History:
    """Return a player's view: her own hand, and the shown cards that she sees.

    OBSERVER has no hand, and None has seen no card either. Raises AxiomError, but not
    for None, as `sight_of` does; for OBSERVER as `sight_of_observer` does.
    """
    ask = sight_of_observer if player == OBSERVER else sight_of
    sight = SHIPPED if player is None else ask(history.game)
    seen: History
    carried = history.carried((seen_by, player, sight))
    if carried and any(isinstance(a, Sees) for a in history.actions[carried[0] :]):
        carried = None  # a card that was shown before is seen now
    if carried and history.places is None:
        done, seen = carried
        news = actions_seen_by(history.actions[done:], player, sight)
        seen = seen.then(news) if news else seen
    else:
        hands = tuple(
            hand if holder == player else None
            for holder, hand in enumerate(history.hands)
        )
        actions = actions_seen_by(history.actions, player, sight)
        seen = replace(history, hands=hands, actions=actions, parts=())
    history.carry((seen_by, player, sight), seen)
    return seen


def actions_seen_by(
    actions: Sequence[Action], player: int | None, sight: Sight = SHIPPED
) -> tuple[Action, ...]:
    """Return actions as a player has seen them: see `action_seen_by`.

    They include the cards of shows that the player saw as well, by `Sees`.
    """
    seen = [action_seen_by(action, player, sight) for action in actions]
    for step, action in enumerate(actions):
        hidden = seen[step] is not action and isinstance(action, Shows)
        if hidden and player in seen_later(actions, step):
            seen[step] = action
    return tuple(seen)


def action_seen_by(
    action: Action, player: int | None, sight: Sight = SHIPPED
) -> Action:
    """Return an action in a player's view, without hidden parts; None is everybody."""
    if isinstance(action, Right | Wrong):
        hidden = sight.hides(player, action.name, action.player)
        return ResultTold(action.player) if hidden else action
    if isinstance(action, OpenTurn):
        return action.without_cards(lambda *x: sight.hides(player, Shows.name, *x))
    if not isinstance(action, Shows | Looks) or action.card is None:
        return action
    other = action.holder if isinstance(action, Looks) else action.to
    hidden = sight.hides(player, action.name, action.player, other)
    return replace(action, card=None) if hidden else action


def sees_card(history: History, step: int, player: int, sight: Sight = SHIPPED) -> bool:
    """Return whether a player saw the card of a show, or of a look, at a step."""
    action = history.actions[step]
    if isinstance(action, Looks):
        return player in (action.player, action.holder)
    return isinstance(action, Shows) and (
        sight.sees(player, action.player, action.to)
        or player in seen_later(history.actions, step)
    )


def warn_if_large(history: History, limit: int = LIMIT) -> None:
    """Warn if the worlds of a history may be more than the limit.

    The estimate is the number of deals that the given hands leave, before the actions
    are examined.
    """
    estimate = history.game.deal_count(history.hands)
    if estimate > limit:
        warnings.warn(
            f"up to {estimate:,} deals have to be looked at; "
            "this can take long (Ctrl-C stops it)",
            LargeEnumerationWarning,
            stacklevel=2,
        )
