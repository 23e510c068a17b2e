"""`mystpy audit`: were the deductions of a player right, and which were missed?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.running.progress import warn
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.files.json_text import Object
from mystpy.game.game import Game
from mystpy.protocol.audit import (
    PUBLISHED,
    AuditRecord,
    DeductionAccount,
    Utterance,
    audit,
    record,
)
from mystpy.protocol.claims.claim import AnyClaim, claim_sentence
from mystpy.theories import theory_keys

_WORDS = {
    "right": "true",
    "wrong": "false",
    "open": "not yet known",
    "missed": "missed",
    "unread": "not read",
}


@click.command("audit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@format_option("text", "json")
def command(files: tuple[str, ...], form: str) -> int:
    """Check a player's deductions in a game against those that follow from its view.

    FILE is a transcript, as --transcripts of serve and tournament writes it, or - for
    standard input. The numbers of several transcripts are added up.

    Each line of a reply that begins with "Deduction:" is true, false or not yet known.
    If it is not yet known, the answer says what the player knew later. A deduction is
    missed if the holder of a card was certain and the player does not name it. The
    score is the share of true deductions among all of these.

    The last line compares the number of games won with a test of 2026, in which six
    language models won 4 of 18 games. The exit status is 1 if a deduction was false.

    \b
    Examples:
      $ mystpy audit queries/transcripts/clue.jsonl
    """
    replies: list[Utterance] = []
    games, theory = AuditRecord(0, 0, 0, 0), theory_keys()
    read: dict[str, str] = {}
    for file in files:
        source, name = file_read(file)
        if source in read:
            warn(f"{name} has the messages of {read[source]}, and counts once")
            continue
        read[source] = name
        lines = source.encode().splitlines()
        found = list(audit(lines, name))
        ended = record(lines)
        games = games.plus(ended)
        replies += found
        if len(files) > 1 and form == "text":
            click.echo(f"{file}:{'' if ended.games else ' no game began'}")
        for reply in found:
            print_answer(form, _object(reply) | theory, _text(reply))
    whole = _total(replies)
    total = _total_object(whole, len(replies)) | {"games": games._asdict()}
    summary = _total_text(whole, len(replies)), _games_text(games)
    print_answer(form, total | theory, summary)
    return NO if whole.wrong else YES


def _text(reply: Utterance) -> Iterator[str]:
    head = f"game {reply.number}, after {len(reply.seen.events)} steps"
    yield f"{head}: {reply.action or 'nothing said'}   score {reply.account.score}"
    game, hindsight = reply.seen.game, reply.hindsight
    for key, listed in _listed(_still_open(reply), game):
        yield from (f"  {_WORDS[key]}: {one}" for one in listed)
    for one in hindsight.came_true:
        yield f"  true, but not yet known: {claim_sentence(one, game)}"
    for one in hindsight.came_false:
        yield f"  false, but not yet excluded: {claim_sentence(one, game)}"
    if hindsight.contradictory:
        yield "  contradictory: no deal makes all of these deductions true"


def _still_open(reply: Utterance) -> DeductionAccount:
    """Return the account without the claims whose truth became known."""
    settled = {*reply.hindsight.came_true, *reply.hindsight.came_false}
    left = tuple(one for one in reply.account.open if one not in settled)
    return reply.account._replace(open=left)


def _total(replies: Iterable[Utterance]) -> DeductionAccount:
    whole = DeductionAccount()
    for reply in replies:
        whole = whole.plus(reply.account)
    return whole


def _total_text(whole: DeductionAccount, turns: int) -> str:
    counts = ", ".join(
        f"{len(found)} {_WORDS[key]}"
        for key, found in whole._asdict().items()
        if found or key != "unread"
    )
    return f"{turns} turns: {counts}; score {whole.score}"


def _games_text(games: AuditRecord) -> str:
    """Return how the games ended, compared with published results of other players."""
    report = f"{games.games} game{'s' * (games.games != 1)}: {games.won} won"
    counts = {"with a wrong guess": games.wrong, "against the rules": games.lost}
    for what, number in counts.items():
        report += f", {number} {what}" * bool(number)
    return f"{report}; in a published test with another game: {PUBLISHED}"


def _object(reply: Utterance) -> Object:
    account = reply.account
    return {
        "game": reply.number,
        "steps": len(reply.seen.events),
        "player": reply.seen.player,
        "action": reply.action,
        **{key: list(found) for key, found in _listed(account, reply.seen.game)},
        "score": str(account.score),
        **_hindsight(reply),
    }


def _hindsight(reply: Utterance) -> Object:
    """Return the later truth of open claims, if there is any."""
    game, found = reply.seen.game, reply.hindsight
    listed: Object = {
        key: [claim_sentence(one, game) for one in claims]
        for key, claims in (
            ("came_true", found.came_true),
            ("came_false", found.came_false),
        )
        if claims
    }
    return listed | ({"contradictory": True} if found.contradictory else {})


def _total_object(whole: DeductionAccount, turns: int) -> Object:
    """All replies as one object, by numbers."""
    counts = {key: len(found) for key, found in whole._asdict().items()}
    return {"turns": turns, **counts, "score": str(whole.score)}


def _listed(account: DeductionAccount, game: Game) -> Iterator[tuple[str, list[str]]]:
    for key, found in account._asdict().items():
        yield key, [_said(one, game) for one in found]


def _said(one: str | AnyClaim, game: Game) -> str:
    return one if isinstance(one, str) else claim_sentence(one, game)
