"""Audits of what players said, as text and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.game.game import Game
from mystpy.history.sentences import called
from mystpy.protocol.audit import Account, Utterance
from mystpy.protocol.reply import Deduction
from mystpy.show.json import Object

_WORDS = {
    "right": "true",
    "wrong": "false",
    "open": "not yet known",
    "missed": "missed",
    "unread": "not read",
}


def text(reply: Utterance) -> Iterator[str]:
    """A reply, its score, and each of its deductions."""
    head = f"game {reply.number}, after {len(reply.seen.events)} steps"
    yield f"{head}: {reply.action or 'nothing said'}   score {reply.account.score}"
    for key, listed in _listed(reply.account, reply.seen.game):
        yield from (f"  {_WORDS[key]}: {one}" for one in listed)


def total(replies: Iterable[Utterance]) -> Account:
    """All replies together."""
    whole = Account()
    for reply in replies:
        whole = whole.plus(reply.account)
    return whole


def total_text(whole: Account, turns: int) -> str:
    """All replies in a line."""
    counts = ", ".join(
        f"{len(found)} {_WORDS[key]}"
        for key, found in whole._asdict().items()
        if found or key != "unread"
    )
    return f"{turns} turns: {counts}; score {whole.score}"


def json(reply: Utterance) -> Object:
    """A reply as an object."""
    account = reply.account
    return {
        "game": reply.number,
        "steps": len(reply.seen.events),
        "player": reply.seen.player,
        "action": reply.action,
        **{key: list(found) for key, found in _listed(account, reply.seen.game)},
        "score": str(account.score),
    }


def total_json(whole: Account, turns: int) -> Object:
    """All replies as one object, by numbers."""
    counts = {key: len(found) for key, found in whole._asdict().items()}
    return {"turns": turns, **counts, "score": str(whole.score)}


def _listed(account: Account, game: Game) -> Iterator[tuple[str, list[str]]]:
    for key, found in account._asdict().items():
        said = [one if isinstance(one, str) else _said(one, game) for one in found]
        yield key, said


def _said(claim: Deduction, game: Game) -> str:
    owner = called(claim.holder, game) if claim.holder else "the pile"
    return f"{owner} {'has' if claim.has else 'does not have'} {claim.card}"
