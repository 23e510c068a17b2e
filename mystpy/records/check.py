"""Check whether a record can be true: by the axioms, and by its own fields."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Engine, Verdict
from mystpy.errors import MystError, QueryError
from mystpy.history.actions import Looks, Shows
from mystpy.history.history import History
from mystpy.questions.legality import legal, refusal
from mystpy.questions.written.writer import require_written_as_seen
from mystpy.records.format.keys import FAULTY
from mystpy.records.format.numbered_turns import turn_of_step
from mystpy.records.format.record import GameRecord
from mystpy.records.knowledge import claim_is_right, wrong_knowledge
from mystpy.records.outcome import outcome_of, require_result
from mystpy.views import sees_card, sight_of


class RecordFault(NamedTuple):
    """A fault of a record, its turn, and how to fix it.

    `part` is the wrong key: view, history, result, claim or know. `turn` counts from 1,
    or is None; `message` and `hint` are for people. Source: mystpy.

    >>> from mystpy.records import RecordFault
    >>> print(RecordFault("claim", 3, "the claim h(0,rope) is not right"))
    turn 3: the claim h(0,rope) is not right
    """

    part: str
    turn: int | None
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        """Return the fault as one line."""
        where = "" if self.turn is None else f"turn {self.turn}: "
        return f"{where}{self.message}"


def faults_of(record: GameRecord, engine: Engine) -> Iterator[RecordFault]:
    """Yield the faults of a `record`, by the axioms and by its own fields.

    Nothing is yielded if the record can be true. If the history is illegal, that is the
    only fault. `engine` answers; see `get_engine`. Raises AxiomError if the axioms in
    force cannot judge it. Source: mystpy.

    >>> from mystpy import get_engine, queries_dir
    >>> from mystpy.records import faults_of, read_record
    >>> text = (queries_dir() / "records" / "full-game.toml").read_text("utf-8")
    >>> list(faults_of(read_record(text), get_engine()))
    []
    """
    yield from _view_faults(record)
    history = record.history
    judged = legal(history, engine)
    if judged.verdict is Verdict.ILLEGAL:
        error = refusal(judged, history)
        turn = turn_of_step(history, judged.step or 0)
        yield RecordFault("history", turn, str(error), error.hint)
        return
    yield from _result_faults(record, engine)
    for row in record.rows("turn"):
        turn = row["number"]
        after = record.after_turn(turn)
        for claim in row.get("claim", ()):
            right = claim_is_right(claim, after, engine)
            if claim.get("right") not in (None, right) and right is not None:
                said = "right" if right else "not right"
                message = f"the claim {claim['formula']} is {said}"
                hint = f"write  right = {str(right).lower()}"
                yield RecordFault("claim", turn, message, hint)
        for known in row.get("know", ()):
            hint = "mystpy record know computes these fields again"
            for message in wrong_knowledge(known, after, engine):
                yield RecordFault("know", turn, message, hint)


def _view_faults(record: GameRecord) -> Iterator[RecordFault]:
    history, viewers = record.history, record.viewers
    missing = [k for k, hand in enumerate(history.hands) if hand is None]
    if viewers is None:
        if missing:
            owner = record.game.owner(missing[0])
            message = f"in the referee's record nobody knows the cards of {owner}"
            hint = (
                'give them under [hands], or say whose view it is: view = "spectator"'
            )
            yield RecordFault("view", None, message, hint)
        yield from _unknown_cards(history)
        return
    for player, hand in enumerate(history.hands):
        given = hand is not None and hand != frozenset(record.game.face_up)
        owner = record.game.owner(player)
        if given and player not in viewers:
            message = f"the cards of {owner} are given, who is none of the viewers"
            yield RecordFault("view", None, message, "mystpy record view hides them")
        elif player in viewers and not given:
            message = f"the hand of {owner} is not given, whose view it is"
            yield RecordFault("view", None, message, "give it under [hands]")
    yield from _seen_faults(record, viewers)


def _unknown_cards(history: History) -> Iterator[RecordFault]:
    for step, action in enumerate(history.actions):
        if isinstance(action, Shows | Looks) and action.card is None:
            turn = turn_of_step(history, step)
            message = "the referee's record does not say which card was seen"
            yield RecordFault("view", turn, message, "name the card")


def _seen_faults(record: GameRecord, viewers: tuple[int, ...]) -> Iterator[RecordFault]:
    """Yield faults for named cards that no viewer saw, or the reverse."""
    history = record.history
    if len(viewers) == 1 and history.hands[viewers[0]] is not None:
        try:
            require_written_as_seen(history, viewers[0])
        except MystError as error:
            yield RecordFault("view", None, str(error), error.hint)
        return
    sight = sight_of(history.game)
    for step, action in enumerate(history.actions):
        if not isinstance(action, Shows | Looks):
            continue
        seen = any(sees_card(history, step, who, sight) for who in viewers)
        if seen != (action.card is not None):
            turn = turn_of_step(history, step)
            told = (
                "not named, and a viewer saw it" if seen else "named, and none saw it"
            )
            yield RecordFault("view", turn, f"the card that was shown is {told}")


def _result_faults(record: GameRecord, engine: Engine) -> Iterator[RecordFault]:
    said = record.fields.get("result")
    if said is None:
        return
    try:
        require_result(said, record.history, outcome_of(record.history, engine))
        if said["end"] == FAULTY:
            _require_fault(record, engine)
    except MystError as error:
        yield RecordFault("result", None, str(error), error.hint)


def _require_fault(record: GameRecord, engine: Engine) -> None:
    """Raise QueryError unless the action of a violation is illegal, by its axiom."""
    fault = record.fields["result"]["fault"]
    action = fault.get("action")
    if action is None:
        return
    after = record.history.then(action)
    judged = legal(after, engine)
    if judged.verdict is Verdict.LEGAL:
        raise QueryError(f"{action} is legal: it is no violation of the rules")
    wanted = fault.get("axiom")
    if judged.axiom is not None and wanted not in (None, judged.axiom):
        raise QueryError(f"{action} is against axiom ({judged.axiom})")
