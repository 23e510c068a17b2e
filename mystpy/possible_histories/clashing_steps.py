"""Find the step at which incomplete notes become impossible, and what clashes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress

from mystpy.axioms import poss_labels
from mystpy.bits import cards_of
from mystpy.compilation import replace
from mystpy.engines.base import Engine, Inconsistency, Judgement, Verdict
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.errors import NoWorldFits, QueryError
from mystpy.history.accounts import OpenTurn, leaves_open
from mystpy.history.actions import No
from mystpy.history.history import History
from mystpy.possible_histories.counts.counted_deals import CountedDeals
from mystpy.possible_histories.possible_histories import (
    PossibleHistories,
    PossibleHistory,
    possible_histories,
)


def judgement_of(history: History, engine: Engine) -> Judgement:
    """Return the judgement whether some of the possible histories can have happened."""
    histories = possible_histories(history)
    judged = [
        engine.judge(histories.without_accounts(game)) for game in histories.games
    ]
    if all(each.verdict is Verdict.ILLEGAL for each in judged):
        return max(judged, key=lambda each: each.step or 0)
    if _some_fit(histories):
        return Judgement(_verdict(histories, judged))
    return _first_fault(history, engine)


def _verdict(histories: PossibleHistories, judged: Collection[Judgement]) -> Verdict:
    """Return legal if every deal with the given hands is consistent, else possible."""
    if any(each.verdict is not Verdict.LEGAL for each in judged):
        return Verdict.POSSIBLE
    whole = sum(game.deal_count(histories.history.hands) for game in histories.games)
    with suppress(QueryError):
        counted = CountedDeals(histories, None, histories.fitting).tally(None).total
        return Verdict.LEGAL if counted == whole else Verdict.POSSIBLE
    return Verdict.POSSIBLE


def _some_fit(histories: PossibleHistories) -> bool:
    try:
        return bool(histories.fitting)
    except NoWorldFits:
        return False


def _first_fault(history: History, engine: Engine) -> Judgement:
    """Return the first step that no history can contain, by the axiom of its action.

    The failing part of the axiom is read from a deal that was consistent before.
    """
    steps = range(len(history))
    at = next(k for k in steps if not _prefix_fits(history.prefix(k + 1)))
    action = history.actions[at]
    if isinstance(action, OpenTurn):
        label = poss_labels(history.game.rule_set)[No.name]
        return Judgement(Verdict.ILLEGAL, at, label)
    before = possible_histories(history.prefix(at))
    for each in before.fitting:
        told = before.without_accounts(each.game)
        grid = ViewGrid(each.constraints.game)
        grid.update(before.seen(each, None))
        deal = grid.deal()
        assert deal is not None, "it fits"
        hands = tuple(cards_of(hand, each.game) for hand in deal)
        given = replace(told.then(action), hands=hands)
        found = engine.judge(given)
        if found.verdict is Verdict.ILLEGAL and found.step == at:
            return found._replace(every_deal=True)
    label = poss_labels(history.game.rule_set)[action.name]
    return Judgement(Verdict.ILLEGAL, at, label)


def _prefix_fits(history: History) -> bool:
    if not leaves_open(history):
        return True  # it was judged without what is open
    return _some_fit(possible_histories(history))


def clash_of(history: History, engine: Engine) -> Inconsistency:
    """Return a minimal part of the notes, and the hands, that no history satisfies."""
    judged = judgement_of(history, engine)
    step = 0 if judged.step is None else judged.step
    histories = possible_histories(history.prefix(step + 1))
    if not _any_history(histories):
        return Inconsistency(step, history.actions[step], (), ())
    telling = sorted(_telling(histories, step))
    hands_given = [-1 - k for k in _hands(history)]
    kept = {*telling, *hands_given}
    for left_out in (*telling, *hands_given):
        if not _fits_without(histories, kept - {left_out}, step):
            kept.discard(left_out)
    steps = sorted(k for k in kept if k >= 0)
    observations = tuple((k, history.actions[k]) for k in steps)
    hands = tuple(sorted(-1 - k for k in kept if k < 0))
    return Inconsistency(step, history.actions[step], observations, hands)


def _telling(histories: PossibleHistories, step: int) -> set[int]:
    """Return the earlier steps that give information about the deal."""
    found = set[int]()
    for each in histories.all:
        found.update(at for at, _ in each.constraints.timed_conditions)
        found.update(each.constraints.shows[e].step for e, _ in each.given.shown)
    return {at for at in found if 0 <= at < step}


def _hands(history: History) -> Iterator[int]:
    return (k for k, hand in enumerate(history.hands) if hand is not None)


def _any_history(histories: PossibleHistories) -> bool:
    try:
        return bool(histories.all)
    except NoWorldFits:
        return False


def _fits_without(histories: PossibleHistories, kept: set[int], step: int) -> bool:
    """Return whether a history satisfies only these steps, and the hands."""
    for each in histories.all:
        given = each.given
        hands = tuple((k, hand) for k, hand in given.hands if -1 - k in kept)
        shows = each.constraints.shows
        shown = tuple(
            (e, card) for e, card in given.shown if shows[e].step in kept | {step}
        )
        timed = tuple(
            (at, condition)
            for at, condition in each.constraints.timed_conditions
            if at in kept | {step} or at < 0
        )
        constraints = replace(each.constraints, timed_conditions=timed)
        part = PossibleHistory(
            each.game,
            each.accounts,
            constraints,
            given._replace(hands=hands, shown=shown),
        )
        with suppress(NoWorldFits):
            ViewGrid(constraints.game).update(histories.seen(part, None))
            return True
    return False
