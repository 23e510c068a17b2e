"""A person at the terminal, as a player: what is typed is what is done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

import click

from mystpy.cli.notebook.lines import Input
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows, action_names
from mystpy.history.history import History
from mystpy.history.sentences import called
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.players.roster import Kind
from mystpy.questions.knowledge import know
from mystpy.questions.legality import fault, legal
from mystpy.show import arena as show
from mystpy.show import text
from mystpy.situations.deed import Deed

WORDS = ("know", "quit", "help")
HELP = """
Write an action as everywhere, such as asks(1,{s1,s2}); where an action has no cards, or
one card, its name is enough: noguess. Other words:
  ?      what is possible now
  know   what you know, as a grid
  quit   end the game here
""".strip()


class Person:
    """Does what a line of standard input says, and says what is wrong with it."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(self, seen: Seen, offers: Sequence[Offer], rng: Random) -> Deed:
        """The next action that is typed and possible; what is forced is not asked for.

        Raises QueryError when there are no more lines.
        """
        if len(offers) == 1 and (only := _only(offers[0])) is not None:
            return only
        source = self._source
        self._prompt(seen, offers, source.interactive)
        while True:
            line = source.line(f"{called(self.player, self.game)}> ")
            if line is None or line.strip() in ("quit", "exit"):
                raise QueryError("left the game")
            try:
                deed = self._answered(line.partition("#")[0].strip(), seen, offers)
            except MystError as error:
                for told in text.error(error):
                    click.echo(told, err=True)
                continue
            if deed is not None:
                return deed

    @cached_property
    def _source(self) -> Input:
        source = Input()
        source.complete(lambda: [*WORDS, *action_names(), *self.game.cards])
        return source

    def _prompt(self, seen: Seen, offers: Sequence[Offer], interactive: bool) -> None:
        if interactive:
            if not any(event.key[1] == self.player for event in seen.events):
                click.echo(HELP)
            click.echo("possible now:")
            self._hint(offers)

    def _hint(self, offers: Sequence[Offer]) -> None:
        for line in show.offered(offers, self.game):
            click.echo(f"  {line}")

    def _answered(self, line: str, seen: Seen, offers: Sequence[Offer]) -> Deed | None:
        """The action that a line says, None if it says something else."""
        if line in ("?", "help"):
            click.echo(HELP)
            self._hint(offers)
        elif line in ("know", "grid"):
            known = know(seen.history(), self.player, get_engine(), count=False)
            click.echo(text.knowledge(known, self.game))
        elif line:
            return self._deed(line, seen, offers)
        return None

    def _deed(self, line: str, seen: Seen, offers: Sequence[Offer]) -> Deed:
        for offer in offers:
            if line == offer.key[0] and (only := _only(offer)) is not None:
                return only
        if line in action_names():
            text = f"{line} alone says nothing that is possible now"
            raise QueryError(text, hint="? tells what is possible")
        begun = History(self.game, (None,) * len(self.game.sizes))
        actions = begun.then(line).actions
        if len(actions) != 1:
            raise QueryError("this is not one action", hint="? tells what is possible")
        deed = Deed.of(actions[0], self.game)
        for offer in offers:
            shown = deed.cards & offer.cards or offer.key[0] != Shows.name
            if offer.key == deed.key and shown:
                return deed
        history = seen.history().then(actions)
        judged = legal(history, get_engine())
        why = "this is not possible now"
        if judged.verdict is Verdict.ILLEGAL:
            why = fault(judged, history)
        raise QueryError(why, hint="? tells what is possible")


def _only(offer: Offer) -> Deed | None:
    """The one action of a kind, None if there are several."""
    if offer.key[0] in (Asks.name, Guess.name) or offer.cards.bit_count() > 1:
        return None
    return Deed(offer.key, offer.cards)


PERSON = {"person": Kind("a person at the terminal", Person)}
"""What `mystpy play` has besides the kinds of the roster."""
