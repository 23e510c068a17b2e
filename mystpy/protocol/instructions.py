"""The rules, the events and the legal actions, in plain English.

The texts are prompts for language models.

All of it is computed from the player's view, and from nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from mystpy.bits import cards_of
from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.sentences import action_sentence, cards_listed, name_of
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.protocol.offers import events, text_of
from mystpy.situations.event import Event, action_of
from mystpy.views import SHIPPED, sight_of

_TITLES = {
    "myst": "MYST",
    "clue": "Clue",
    "cards": "a game like Clue",
    "generalized": "generalized Clue",
}


@cache
def _texts() -> dict[str, Any]:
    path = Path(__file__).with_name("instructions.toml")
    return tomllib.loads(path.read_text("utf-8"))


def rules(seen: InformationState) -> str:
    """The rules of the game, the player's own number and hand."""
    game, texts = seen.game, _texts()
    pile, *hands = game.sizes
    turns = texts["generalized" if game.generalized else "round"]
    names = [name_of(i, game) for i in range(1, game.p + 1)]
    said = (texts["rules"] + turns).format(
        title=_TITLES[game.rules],
        players=f"{game.p} players, {one_of(names, 'and')}",
        you=name_of(seen.player, game),
        cards=_cards(game),
        pile=_one_of_each(game) or f"{pile} of the {game.c} cards",
        hands=one_of(
            [f"{n} to {name_of(i, game)}" for i, n in enumerate(hands, 1)], "and"
        ),
        hand=cards_listed(cards_of(seen.hand, game), game, "and"),
        question=_one_of_each(game) or f"{game.q} card{'s' * (game.q != 1)}",
        seers=_seers(game),
    )
    ours = "" if game.generalized else texts.get(game.rule_set, "")
    return f"{said.strip()}\n{ours}".strip()


def _seers(game: Game) -> str:
    """Return who sees which card is shown, by the axioms in force."""
    sight = sight_of(game)
    if sight == SHIPPED:
        return "Only the one who asked sees which card it is."
    players = range(1, game.p + 1)
    said = []
    for by, to in permutations(players, 2):
        seers = [name_of(k, game) for k in players if sight.sees(k, by, to)]
        who = one_of(seers, "and") if seers else "nobody"
        shows = f"{name_of(by, game)} shows {name_of(to, game)} a card"
        said.append(f"If {shows}, those who see which card it is: {who}.")
    return " ".join(said)


def _one_of_each(game: Game) -> str:
    """One card of each sort, in words, if cards come in sorts."""
    return one_of([f"one {game.shown_as(name)}" for name, _ in game.sorts], "and")


def _cards(game: Game) -> str:
    if not game.sorts:
        return f"The cards are {one_of([*map(game.shown_as, game.cards)], 'and')}."
    sorts = (
        f"{game.shown_as(name)}: {', '.join(map(game.shown_as, cards))}"
        for name, cards in game.sorts
    )
    return "The cards are, by sorts:\n" + "\n".join(sorts)


def event(deed: Event, game: Game, *, won: bool = False) -> str:
    """Return an event as a player saw it, as a sentence."""
    said = action_sentence(action_of(deed, game), game, "you")
    if deed.key[0] == "guess" and not game.generalized:
        said += ", and is right" if won else ", and is wrong"
    return f"{said[:1].upper()}{said[1:]}."


def turn(legal_actions: Sequence[LegalAction], game: Game) -> str:
    """Return the player's legal actions, and how to reply."""
    texts, done = _texts(), set()
    for event in events(legal_actions):
        kind = event.key[0]
        sets = {"asks": game.questions, "guess": game.guesses}
        cards = next(sets[kind]()) if kind in sets else cards_of(event.cards, game)
        to = name_of(event.key[2], game) if len(event.key) > 2 else ""
        form = texts["actions"].get(kind, texts["actions"]["other"])
        if to and kind == "asks":
            form = texts["actions"]["asks_one"]
        listed = ", ".join(map(game.shown_as, sort_cards(cards, game.deck)))
        words = {"cards": listed, "card": listed, "to": to}
        done.add(form.format(action=text_of(event, game), **words))
    said = texts["reply"].format(
        owner=name_of(game.p, game),
        card=game.shown_as(game.cards[0]),
        other=game.shown_as(game.cards[1]),
        actions="\n".join(sorted(done)),
    )
    return str(said).strip()
