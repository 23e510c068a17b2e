"""Histories written as query files."""

from __future__ import annotations

from mystpy.axioms import name_in_force
from mystpy.engines.base import Verdict
from mystpy.files.toml import toml_rows, toml_value
from mystpy.game.names import sort_cards
from mystpy.history.actions import Asks, NoAsk, action_text
from mystpy.history.given_hands import AND_OTHERS
from mystpy.history.history import History


def given_hands(history: History) -> dict[str, tuple[str, ...]]:
    """The hands that are given, by their holders: 0 is the pile, the table the last."""
    game = history.game
    names = ("0", *game.holder_names[1:])
    parts = history.parts or (frozenset[str](),) * len(names)
    return {
        holder: (*sort_cards(hand or part, game.deck), *AND_OTHERS[: hand is None])
        for holder, hand, part in zip(names, history.hands, parts, strict=True)
        if hand is not None or part
    }


def query_text(title: str, history: History, verdict: Verdict) -> str:
    """A history as a query file, which expects this verdict on it."""
    from mystpy.theories import theory_lines  # seldom needed

    game = history.game
    lines = [f"title = {toml_value(title)}", *theory_lines()]
    if who := history.writer:
        lines += [f"writer = {toml_value(game.holder_names[who])}"]
    lines += ['history = """', *_turns(history), '"""']
    lines += ["", "[game]", *toml_rows(game.to_dict()), "", "[hands]"]
    lines += [*toml_rows(given_hands(history)), "", "[legal]", f'verdict = "{verdict}"']
    return "\n".join(lines) + "\n"


def _turns(history: History) -> list[str]:
    """The actions, one turn to a line."""
    text = " ".join(action_text(each, history.game) for each in history.actions)
    for name in (Asks.name, NoAsk.name):
        called = name_in_force(name)
        text = text.replace(f") {called}(", f")\n{called}(")
    return text.split("\n")
