"""Reasons and witnesses, as text and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.game import Game
from mystpy.show.json import Object
from mystpy.terms import show_action, show_set, sort_cards
from mystpy.why import Reason, SeenWorld, Why
from mystpy.words import holder_name


def text(found: Why, game: Game) -> str:
    """Return the value, then the reasons and axioms, or the worlds of the witness."""
    lines = [f"{found.value}: {found.formula}"]
    if found.witness:
        lines += _witness_lines(found.witness, game)
    else:
        lines += [f"  {_reason(reason, game)}" for reason in found.because]
        labels = ", ".join(f"({label})" for label in found.axioms)
        lines.append(f"  by {labels}" if labels else "  by logic alone")
    return "\n".join(lines)


def json(found: Why, game: Game) -> Object:
    """Return formula and value, with because and axioms, or with witness and chain."""
    answer: Object = {"formula": str(found.formula), "value": str(found.value)}
    if found.witness:
        chain = [_world(world, game) for world in found.witness]
        last = {key: chain[-1][key] for key in ("hands", "shown")}
        return {**answer, "witness": last, "chain": chain}
    because = [_reason_object(reason, game) for reason in found.because]
    kind = "smallest" if found.smallest else "minimal"
    return {**answer, "because": because, "axioms": list(found.axioms), "set": kind}


def _reason(reason: Reason, game: Game) -> str:
    if reason.action is None:
        return f"given: {reason.gives}"
    action = show_action(reason.action, game.deck)
    return f"step {reason.step}, {action}: {reason.gives}"


def _reason_object(reason: Reason, game: Game) -> Object:
    if reason.action is None:
        return {"hand": reason.holder, "gives": reason.gives}
    action = show_action(reason.action, game.deck)
    return {"step": reason.step, "action": action, "gives": reason.gives}


def _witness_lines(chain: tuple[SeenWorld, ...], game: Game) -> Iterator[str]:
    for number, world in enumerate(chain):
        yield f"  {_who(world, number, game)}"
        for holder, hand in enumerate(world.hands):
            yield f"    {holder_name(game, holder)}: {show_set(hand, game.deck)}"
        for step, card in world.shown:
            yield f"    shown at step {step}: {card}"


def _who(world: SeenWorld, number: int, game: Game) -> str:
    """Say who holds which world possible, and where."""
    label = f"world {number}"
    if world.parent < 0:
        return f"{label} fits what is given:"
    who = holder_name(game, world.player)
    return f"in world {world.parent}, {who} holds {label} possible:"


def _world(world: SeenWorld, game: Game) -> Object:
    hands = {str(k): sort_cards(hand, game.deck) for k, hand in enumerate(world.hands)}
    shown = {str(step): card for step, card in world.shown}
    found: Object = {"hands": hands, "shown": shown}
    if world.parent >= 0:
        found["player"] = world.player
        found["world"] = world.parent
    return found
