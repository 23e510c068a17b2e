"""A turn of which the notes leave something open: who showed, or the question.

It represents several turns of the thesis, one for each account. An account has a
question and those answers that are relied on; it says nothing about other answers, so
that it represents every turn with these answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from mystpy.compilation import dataclass, replace
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Action, Asks, No, NoAsk, Shows

if TYPE_CHECKING:
    from mystpy.history.history import History


@dataclass(frozen=True, slots=True)
class ReportedAnswer:
    """The answer of a player: shows a card, or has none.

    `card` is the card that was shown, None if the writer has not seen it.
    """

    player: int
    shows: bool
    card: str | None = None


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """One way in which a turn may have gone: the question, and answers relied on."""

    cards: frozenset[str]
    answers: tuple[ReportedAnswer, ...]

    def without(self, player: int) -> TurnAccount:
        """Return the same without the answer of this player."""
        kept = tuple(answer for answer in self.answers if answer.player != player)
        return TurnAccount(self.cards, kept)


@dataclass(frozen=True, slots=True)
class OpenTurn(NoAsk):
    """A turn with a question of which several accounts may be true.

    It is an uninformative turn without a question, together with the content of the
    accounts: see `mystpy.possible_histories`.
    """

    __match_args__ = ("player",)
    name: ClassVar[str] = NoAsk.name
    accounts: tuple[TurnAccount, ...] = ()

    def without_cards(self, hidden: Callable[[int, int], bool]) -> OpenTurn:
        """The same without the card of a show that is hidden: by whom, and to whom."""
        return replace(self, accounts=tuple(map(self._blank(hidden), self.accounts)))

    def _blank(
        self, hidden: Callable[[int, int], bool]
    ) -> Callable[[TurnAccount], TurnAccount]:
        def blank(account: TurnAccount) -> TurnAccount:
            answers = tuple(
                replace(each, card=None) if hidden(each.player, self.player) else each
                for each in account.answers
            )
            return replace(account, answers=answers)

        return blank

    def without(self, player: int) -> OpenTurn:
        """Return the same without the answer of a player, in any account."""
        accounts = dict.fromkeys(account.without(player) for account in self.accounts)
        return replace(self, accounts=tuple(accounts))

    def in_words(self, game: Game) -> str:
        """The turn as a line of table notes: `bob: plum knife ? -> cid shows`."""
        cards = [account.cards for account in self.accounts]
        heard = cards[0].intersection(*cards)
        asked = [*sort_cards(heard, game.deck), *["?"] * (len(cards[0]) - len(heard))]
        each = dict.fromkeys(_answers(account, game) for account in self.accounts)
        name = game.players[self.player - 1]
        return f"{name}: {' '.join(asked)} -> {' or '.join(each)}"


def _answers(account: TurnAccount, game: Game) -> str:
    """The answers of an account that are relied on."""
    found = []
    for answer in account.answers:
        does = f"shows {answer.card or ''}".strip() if answer.shows else "passes"
        found.append(f"{game.players[answer.player - 1]} {does}")
    whole = any(a.shows for a in account.answers) or len(found) == game.p - 1
    return ", ".join(found) + " ..." * (not whole)


def open_turns(actions: Iterable[Action]) -> Iterator[tuple[int, OpenTurn]]:
    """Yield each turn that leaves something open, with its step."""
    for step, action in enumerate(actions):
        if isinstance(action, OpenTurn):
            yield step, action


def account_of(actions: Iterable[Action]) -> OpenTurn | None:
    """The one account that the actions of a turn give; None without a question."""
    asks, answers = None, list[ReportedAnswer]()
    for action in actions:
        if isinstance(action, Asks):
            asks = action
        elif isinstance(action, OpenTurn):
            return action
        elif isinstance(action, No):
            answers.append(ReportedAnswer(action.player, False))
        elif isinstance(action, Shows):
            answers.append(ReportedAnswer(action.player, True, action.card))
    if asks is None:
        return None
    account = TurnAccount(asks.cards, tuple(answers))
    return OpenTurn(asks.player, (account,))


def leaves_open(history: History) -> bool:
    """Return whether the history, or a part of a hand, is left open."""
    if history.game.possible_sizes or history.parts:
        return True
    return any(isinstance(action, OpenTurn) for action in history.actions)
