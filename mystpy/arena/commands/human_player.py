"""A person at the terminal as a player: the typed actions are done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

import click

from mystpy.arena.commands import text as show
from mystpy.cli.answers import error_lines
from mystpy.cli.running.lines import LineInput
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows, action_names
from mystpy.history.history import History
from mystpy.history.sentences import name_of
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.players.registry import PlayerKind
from mystpy.questions.knowledge import know
from mystpy.questions.legality import fault, legal
from mystpy.show import text
from mystpy.situations.event import Event

WORDS = ("know", "quit", "help")
HELP = """
Write an action as everywhere, such as asks(1,{s1,s2}); where an action has no cards, or
one card, its name is enough: noguess. Other words:
  ?      what is possible now
  know   what you know, as a grid
  quit   end the game here
""".strip()


class HumanPlayer:
    """A player who acts by lines of standard input; wrong lines are reported."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the next possible action that is typed; a forced one is not asked for.

        Raises QueryError when there are no more lines.
        """
        if len(legal_actions) == 1 and (only := _only(legal_actions[0])) is not None:
            return only
        source = self._source
        self._prompt(seen, legal_actions, source.interactive)
        while True:
            line = source.line(f"{name_of(self.player, self.game)}> ")
            if line is None or line.strip() in ("quit", "exit"):
                raise QueryError("left the game")
            try:
                event = self._answered(
                    line.partition("#")[0].strip(), seen, legal_actions
                )
            except MystError as error:
                for message_line in error_lines(error):
                    click.echo(message_line, err=True)
                continue
            if event is not None:
                return event

    @cached_property
    def _source(self) -> LineInput:
        source = LineInput()
        source.complete(lambda: [*WORDS, *action_names(), *self.game.cards])
        return source

    def _prompt(
        self,
        seen: InformationState,
        legal_actions: Sequence[LegalAction],
        interactive: bool,
    ) -> None:
        if interactive:
            if not any(event.key[1] == self.player for event in seen.events):
                click.echo(HELP)
            click.echo("possible now:")
            self._hint(legal_actions)

    def _hint(self, legal_actions: Sequence[LegalAction]) -> None:
        for line in show.legal_action_texts(legal_actions, self.game):
            click.echo(f"  {line}")

    def _answered(
        self, line: str, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Event | None:
        """Return the action of a line; None if the line is another command."""
        if line in ("?", "help"):
            click.echo(HELP)
            self._hint(legal_actions)
        elif line in ("know", "grid"):
            known = know(seen.history(), self.player, get_engine(), count=False)
            click.echo(text.knowledge(known, self.game))
        elif line:
            return self._event(line, seen, legal_actions)
        return None

    def _event(
        self, line: str, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Event:
        for each in legal_actions:
            if line == each.key[0] and (only := _only(each)) is not None:
                return only
        if line in action_names():
            text = f"{line} alone says nothing that is possible now"
            raise QueryError(text, hint="? lists the possible actions")
        begun = History(self.game, (None,) * len(self.game.sizes))
        actions = begun.then(line).actions
        if len(actions) != 1:
            raise QueryError(
                "this is not one action", hint="? lists the possible actions"
            )
        event = Event.of(actions[0], self.game)
        for each in legal_actions:
            shown = event.cards & each.cards or each.key[0] != Shows.name
            if each.key == event.key and shown:
                return event
        history = seen.history().then(actions)
        judged = legal(history, get_engine())
        why = "this is not possible now"
        if judged.verdict is Verdict.ILLEGAL:
            why = fault(judged, history)
        raise QueryError(why, hint="? lists the possible actions")


class JoinedPerson(HumanPlayer):
    """A person at the terminal who plays at another table, and sees its events."""

    def watch(self, seen: InformationState) -> None:
        """Show the beginning of a game, or the last event."""
        if not seen.events:
            lines = show.opening(seen.history(), self.player)
            for line in (*lines, f"you are {name_of(self.player, self.game)}"):
                click.echo(line)
            return
        number, event = len(seen.events) - 1, seen.events[-1]
        how = ""
        if event.key[0] == Guess.name:
            how = show.RIGHTLY if seen.won else show.WRONGLY
        click.echo(show.step(number, event, self.game, self.player, how))


def _only(each: LegalAction) -> Event | None:
    """Return the only action of a kind; None if there are several."""
    if each.key[0] in (Asks.name, Guess.name) or each.cards.bit_count() > 1:
        return None
    return Event(each.key, each.cards)


PERSON = {"person": PlayerKind("a person at the terminal", HumanPlayer)}
"""The kinds of players of `mystpy play`, besides those of the registry."""
