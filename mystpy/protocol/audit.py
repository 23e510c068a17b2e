"""The deductions of a player, compared with what followed from its view.

This is an evaluation of claims against a computed ground truth.

A transcript has the messages to and from a program, one on a line, as `mystpy serve
--transcripts` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from mystpy.bits import cards_of
from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.protocol import message
from mystpy.protocol.claims.claim import AnyClaim, Deduction
from mystpy.protocol.claims.claim_truth import exclude_each_other, truth
from mystpy.protocol.game_client import initial_state, next_state
from mystpy.protocol.message import Message
from mystpy.protocol.reply import action_line, claims
from mystpy.protocol.transcript_order import TranscriptOrder


class DeductionAccount(NamedTuple):
    """The deductions of some replies: true, false, not yet known, and not made.

    A deduction is missed if a card's holder was certain, and the player neither named
    the holder, then or before, nor saw the card shown. `unread` counts claims that
    cannot be read.
    """

    right: tuple[AnyClaim, ...] = ()
    wrong: tuple[AnyClaim, ...] = ()
    open: tuple[AnyClaim, ...] = ()
    missed: tuple[Deduction, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def score(self) -> Fraction:
        """Return the share of true deductions among those made or missed, or 1."""
        whole = len(self.right + self.wrong + self.open + self.missed + self.unread)
        return Fraction(len(self.right), whole) if whole else Fraction(1)

    def plus(self, other: DeductionAccount) -> DeductionAccount:
        """Both together."""
        return DeductionAccount(
            self.right + other.right,
            self.wrong + other.wrong,
            self.open + other.open,
            self.missed + other.missed,
            self.unread + other.unread,
        )


class Hindsight(NamedTuple):
    """The later truth of claims that were not yet known.

    `came_true` are those that followed from what the player had seen when the game was
    over, or the transcript ended; `came_false` are those that were then excluded. If
    the claims of a reply are `contradictory`, no deal makes all of them true, though
    each of them is true in some deal.
    """

    came_true: tuple[AnyClaim, ...] = ()
    came_false: tuple[AnyClaim, ...] = ()
    contradictory: bool = False


class Utterance(NamedTuple):
    """A player's reply in a turn, with the game, the step, and its account."""

    number: int
    seen: InformationState
    action: str
    account: DeductionAccount
    hindsight: Hindsight = Hindsight()


class AuditRecord(NamedTuple):
    """How the games of a transcript ended for its player.

    `won` are the games that the player has won, `wrong` those with a wrong guess of
    that player, `lost` those in which the player broke the rules.
    """

    games: int
    won: int
    wrong: int
    lost: int

    def plus(self, other: AuditRecord) -> AuditRecord:
        """Both together."""
        return AuditRecord(*map(sum, zip(self, other, strict=True)))


PUBLISHED = "4 wins in 18 games of six language models"
"""The published result (Ansell and Toney-Wails 2026, arXiv:2603.17169).

The page language-models.md lists the differences between that test and games here.
"""


def record(lines: Iterable[bytes]) -> AuditRecord:
    """Return how the games of a transcript ended; QueryError without messages."""
    games = won = wrong = lost = 0
    seen: InformationState | None = None
    for _, received in _messages(lines, "the transcript"):
        if received["type"] == "game":
            seen, games = initial_state(received), games + 1
        elif seen is not None and received["type"] == "event":
            seen = next_state(seen, received)
            wrong += _is_wrong(seen)
        elif seen is not None and received["type"] == "over":
            won += received["winner"] == seen.player
            lost += received.get("lost") == seen.player
    return AuditRecord(games, won, wrong, lost)


def _messages(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, Message]]:
    """The messages of a transcript, with the numbers of their lines.

    A line of the player that could not be read is skipped if the next message says so.
    Raises QueryError with the number of any other line that is no message.
    """
    unread: QueryError | None = None
    for number, line in enumerate(lines, 1):
        try:
            received = message.parse_message(line) if line.strip() else None
        except MystError as error:
            if unread is not None:
                raise unread from None
            text = f"{name}, line {number}: {error}"
            unread = QueryError(text, hint=error.hint)
            continue
        if received is None:
            continue
        if unread is not None and received["type"] not in ("over", "error"):
            raise unread
        unread = None
        yield number, received
    if unread is not None:
        raise unread


def _is_wrong(seen: InformationState) -> bool:
    kind, player, *_ = seen.events[-1].key
    wrongly = "wrong" if seen.game.generalized else "guess"
    return player == seen.player and kind == wrongly and not seen.won


def audit(lines: Iterable[bytes], name: str) -> Iterator[Utterance]:
    """Yield the player's replies, turn by turn, in the transcript of this name.

    Replies that were refused do not count. If the player left before a game began,
    there are none. Raises QueryError with the line if it is no transcript, or if it
    contradicts itself.
    """
    listener, game = _Listener(), list[Utterance]()
    greeted = False
    for number, received in _messages(lines, name):
        greeted = greeted or received["type"] == "hello"
        last = listener.belief
        try:
            found = listener.hear(received)
        except MystError as error:
            text = f"{name}, line {number}: {error}"
            raise QueryError(text, hint=error.hint) from None
        if found is not None:
            game.append(found)
        if received["type"] == "game":
            yield from _looked_back(game, last)
            game.clear()
    if not listener.games and not greeted:
        raise QueryError(f"{name} is no transcript: no game begins in it")
    if listener.said is not None:
        game.append(listener.said)
    yield from _looked_back(game, listener.belief)


def _looked_back(
    game: Iterable[Utterance], last: BeliefState | None
) -> Iterator[Utterance]:
    """Yield the replies of a game, judged with what was known at its end."""
    for said in game:
        assert last is not None, "who said something has seen a game"
        found = [(one, truth(one, last)) for one in said.account.open]
        hindsight = said.hindsight._replace(
            came_true=tuple(one for one, holds in found if holds),
            came_false=tuple(one for one, holds in found if holds is False),
        )
        yield said._replace(hindsight=hindsight)


class _Listener:
    """A reader of a transcript; a reply counts unless it is refused."""

    def __init__(self) -> None:
        self.games = 0
        self.said: Utterance | None = None
        self._seen: InformationState | None = None
        self.belief: BeliefState | None = None
        self._claimed: set[AnyClaim] = set()
        self._order = TranscriptOrder()

    def hear(self, received: Message) -> Utterance | None:
        """The reply before this message, if it counts."""
        kind, before = received["type"], self.said
        if kind == "game":
            self._order = TranscriptOrder()
        elif self._seen is not None:
            self._order.require(received, self._seen)
        if kind == "error" and received.get("again"):
            self.said = None
            return None
        self.said = None
        if before is not None:
            self._claimed |= set(before.account.right)
        if kind == "game":
            self._seen = initial_state(received)
            self.belief = BeliefState(self._seen)
            self._claimed = set()
            self.games += 1
        elif kind in ("event", "act"):
            self._follow(received)
        return before

    def _follow(self, received: Message) -> None:
        if self._seen is None or self.belief is None:
            raise QueryError(f"unexpected {received['type']}; expected game")
        if received["type"] == "event":
            self._seen = next_state(self._seen, received)
            event = self._seen.events[-1]
            self.belief = self.belief.then(event, won=self._seen.won)
            return
        text = received.get("text", "")
        account = audit_reply(text, self._seen, self.belief, self._claimed)
        action = received.get("action") or action_line(text)
        together = account.right + account.open
        hindsight = Hindsight(
            contradictory=bool(account.open)
            and exclude_each_other(together, self.belief)
        )
        self.said = Utterance(self.games, self._seen, action, account, hindsight)


def audit_reply(
    text: str, seen: InformationState, belief: BeliefState, claimed: Iterable[AnyClaim]
) -> DeductionAccount:
    """Return the account of a reply, judged by what follows, after earlier claims."""
    made, unread = claims(text, seen.game, seen.player)
    judged: dict[bool | None, list[AnyClaim]] = {True: [], False: [], None: []}
    for one in dict.fromkeys(made):
        judged[truth(one, belief)].append(one)
    left = set(certain(seen, belief)) - set(made) - set(claimed)
    return DeductionAccount(
        tuple(judged[True]),
        tuple(judged[False]),
        tuple(judged[None]),
        tuple(sorted(left, key=lambda one: (one.holder, seen.game.deck[one.card]))),
        tuple(unread),
    )


def certain(seen: InformationState, belief: BeliefState) -> Iterator[Deduction]:
    """The cards whose holder is certain, and was not simply seen."""
    met = seen.hand
    for event in seen.events:
        if event.key[0] == "shows":
            met |= event.cards
    for holder, cards in enumerate(belief.sure):
        for card in cards_of(cards & ~met, seen.game):
            yield Deduction(holder, card, has=True)
