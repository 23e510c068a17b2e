"""A program written for the Speed Clue contest, at a table of mystpy.

This is a game server of a programming contest.

The contest's restrictions besides the rules of the game are enforced here: against a
repeated suggestion, an accusation that cannot be right, and a missing accusation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random

from mystpy.errors import QueryError
from mystpy.play.game_state import GameOutcome, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.protocol import offers
from mystpy.protocol.contest.abbreviations import (
    SECONDS,
    BrokenContestRule,
    abbreviate_cards,
    cards_meant,
    due,
    is_hopeless,
    is_repeated,
    set_meant,
)
from mystpy.protocol.wire import ClosedLine, Wire
from mystpy.sight import require_known_sight
from mystpy.situations.event import Event


class ContestPlayer:
    """A program that answers one text by another, one game after the other."""

    def __init__(
        self,
        meet: Callable[[], Wire],
        *,
        identifier: str = "",
        seconds: float | None = SECONDS,
    ) -> None:
        self.line: Wire | None = None
        self._meet = meet
        self.name = identifier
        self.seconds = seconds
        self._sent: InformationState | None = None
        self._reported = 0

    def greet(self) -> str:
        """The identifier of the program, which says that it is alive.

        Raises QueryError if it is another one than it was given.
        """
        self.line = self._meet()
        came = self._heard()
        name = came.removesuffix(" alive")
        if name == came or not name or self.name not in ("", name):
            raise QueryError(f"{came[:60]!r} is not '{self.name or 'NAME'} alive'")
        self.name = name
        return name

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the program's action; a forced action is done without asking it.

        Raises QueryError if it is too slow, gone, or breaks a rule of the contest.
        """
        require_known_sight(seen.game.rule_set, "the protocol of the contest")
        if self.line is None:
            self.greet()
        if event := offers.only(legal_actions):
            return event
        self._tell(seen)
        keys = {legal.key[0]: legal for legal in legal_actions}
        if "asks" in keys:
            return self._suggest(seen, keys["asks"])
        if "shows" in keys:
            return self._disprove(seen, keys["shows"])
        return self._accuse(seen, keys)

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """Report the events until the end of the game."""
        if self.line is not None:
            self._tell(seen)
            self._sent = None

    def done(self) -> None:
        """Tell the program to end. Raises QueryError unless it says that it does.

        Some programs of the contest end without `dead`, which is accepted.
        """
        if self.line is not None:
            with suppress(ClosedLine):
                self._say("done", "dead")

    def _suggest(self, seen: InformationState, legal: LegalAction) -> Event:
        words = self._asked("suggest", "suggest", 3)
        event = Event(legal.key, set_meant(words, seen.game))
        if is_repeated(event, seen):
            raise BrokenContestRule(f"suggest {' '.join(words)}: suggested before")
        return event

    def _disprove(self, seen: InformationState, legal: LegalAction) -> Event:
        asks = next(e for e in reversed(seen.events) if e.key[0] == "asks")
        cards = abbreviate_cards(asks.cards, seen.game)
        words = self._asked(f"disprove {asks.key[1] - 1} {cards}", "show", 1)
        return Event(legal.key, cards_meant(words, seen.game))

    def _accuse(self, seen: InformationState, keys: dict[str, LegalAction]) -> Event:
        answer = self._answer("accuse")
        if answer == "-":
            if due(seen):
                raise BrokenContestRule(
                    "no accusation, though nobody disproved the suggestion"
                )
            return Event(keys["noguess"].key)
        words = _words(answer, "accuse", 3)
        cards = set_meant(words, seen.game)
        if is_hopeless(cards, seen):
            said = f"accuse {' '.join(words)}: it has seen one of them"
            raise BrokenContestRule(said)
        return Event(keys["guess"].key, cards)

    def _tell(self, seen: InformationState) -> None:
        if self._sent is None or not self._sent.is_continued_by(seen):
            game = seen.game
            hand = abbreviate_cards(seen.hand, game)
            self._say(f"reset {game.p} {seen.player - 1} {hand}", "ok")
            self._reported = 0
        found = list(reports(seen))
        for report in found[self._reported :]:
            self._say(report, "ok")
        self._reported = len(found)
        self._sent = seen

    def _asked(self, text: str, verb: str, number: int) -> list[str]:
        return _words(self._answer(text), verb, number)

    def _say(self, text: str, expected: str) -> None:
        if (answer := self._answer(text)).lower() != expected:
            raise QueryError(f"{answer[:60]!r} to {text!r}; expected {expected!r}")

    def _answer(self, text: str) -> str:
        assert self.line is not None
        self.line.send(text.encode())
        return self._heard()

    def _heard(self) -> str:
        assert self.line is not None
        return self.line.receive(self.seconds).decode("ascii", "replace").strip()


def _words(answer: str, verb: str, number: int) -> list[str]:
    said, *words = answer.split() or [""]
    if said.lower() != verb or len(words) != number:
        raise QueryError(f"{answer[:60]!r} is not {verb} with {number} cards")
    return words


def reports(seen: InformationState) -> Iterator[str]:
    """Yield the settled suggestions, and the accusations, as the player saw them."""
    game, last = seen.game, len(seen.events) - 1
    head, refusals = "", 0
    for step, event in enumerate(seen.events):
        kind, player = event.key[0], event.key[1] - 1
        if kind == "asks":
            head, refusals = (
                f"suggestion {player} {abbreviate_cards(event.cards, game)}",
                0,
            )
        elif kind == "no":
            refusals += 1
            if refusals == game.p - 1:
                yield f"{head} -"
        elif kind == "shows":
            yield f"{head} {player} {abbreviate_cards(event.cards, game)}".rstrip()
        elif kind == "guess":
            right = "+" if seen.won and step == last else "-"
            yield f"accusation {player} {abbreviate_cards(event.cards, game)} {right}"
