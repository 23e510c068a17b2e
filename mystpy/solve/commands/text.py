"""The value of a game or a profile, as text and as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mystpy.game.game import Game
from mystpy.solve.equilibria.description import Instruction, PlanDescription, PlannedAct
from mystpy.solve.equilibria.wording import (
    DescribedCards,
    action_words,
    parse,
    situation_words,
)
from mystpy.solve.extensive.action_space import (
    GROUND,
    GameVariant,
    change_nothing,
)
from mystpy.solve.extensive.certificate import bluff_name
from mystpy.solve.extensive.value_bounds import ValueBounds
from mystpy.solve.profiles.game_tree import GameTree
from mystpy.solve.profiles.profile import ProfileValue
from mystpy.solve.runs.run import Run
from mystpy.solve.strategy_value import ProvenBounds

_PROGRAMME = "linear program of the sequence form"
_REGRETS = "counterfactual regret minimization"
LAST = " and a last question"
"""The words after the number of turns of a game that ends so."""
_EXACT = "best responses in exact fractions"
_ONLY = {
    True: ", the only optimal plan",
    False: ", one of several optimal plans",
    None: "",
}


def method(rounds: int | None) -> str:
    """Return the method of solution: a linear program, or a number of regret rounds."""
    return f"{_PROGRAMME if rounds is None else _REGRETS}; {_EXACT}"


def enclosure_object(
    bounds: ValueBounds, seconds: float, how: str = _EXACT
) -> dict[str, Any]:
    """Return bounds as a JSON object: fractions are texts, `value` may be null."""
    value = bounds.value
    return {
        "game": bounds.game.to_dict(),
        "bluff": bluff_name(bounds.variant),
        "questions": bounds.variant.questions,
        "announced": bounds.variant.announced,
        **either_key(bounds.variant),
        "value": None if value is None else str(value),
        "lower": str(bounds.lower.value),
        "upper": str(bounds.upper.value),
        "turns": bounds.turns,
        "method": how,
        "sequences": list(bounds.sequences),
        **({"last_question": last} if (last := bounds.last_questions) else {}),
        "seconds": round(seconds, 3),
    }


def proven_object(found: ProvenBounds) -> dict[str, Any]:
    """Return the bounds that a certificate proves as a JSON object, without a time.

    `sequences` counts the sequences that the strategies may reach.
    """
    return {
        **unknown_object(found.game, found.variant),
        "value": None if found.value is None else str(found.value),
        "lower": str(found.lower),
        "upper": str(found.upper),
        "turns": found.turns,
        "method": _EXACT,
        "sequences": list(found.sequences),
    }


def either_key(variant: GameVariant) -> dict[str, bool]:
    """Return the key of a game with a question or a guess in a turn, else none."""
    return {"either": True} if variant.either else {}


def unknown_object(game: Game, variant: GameVariant) -> dict[str, Any]:
    """Return the same for a game that cannot be solved: bounds 0 and 1."""
    return {
        "game": game.to_dict(),
        "bluff": bluff_name(variant),
        "questions": variant.questions,
        "announced": variant.announced,
        **either_key(variant),
        "value": None,
        "lower": "0",
        "upper": "1",
        "turns": 0,
        "method": "none",
        "sequences": [0, 0],
        "seconds": 0.0,
    }


def turn_words(bounds: ValueBounds, looked: int, last: bool) -> str:
    """Return the bounds found by looking this many turns ahead, in a line.

    After them the next player may have a `last` question.
    """
    low, high = float(bounds.lower.value), float(bounds.upper.value)
    end = LAST * last
    turns = f"{looked} turn{'s' * (looked != 1)}{end}"
    if bounds.begun:
        turns = f"turn {looked + 1}{end}, by regrets first"
    return f"{turns}: {low:.4f} to {high:.4f}, {sum(bounds.sequences):,} sequences"


def enclosure_lines(bounds: ValueBounds) -> Iterator[str]:
    """Return bounds in words."""
    low, high = bounds.lower.value, bounds.upper.value
    return _bounds_lines(low, high, bounds.turns, bool(bounds.last_questions))


def proven_lines(found: ProvenBounds) -> Iterator[str]:
    """Yield the bounds that a certificate proves, and their game, in words."""
    yield from _bounds_lines(found.lower, found.upper, found.turns)
    kind = found.variant.questions
    if kind == "any":
        return
    yield f"The certificate is for the game with {kind} questions only."
    every = found.variant._replace(questions="any")
    if kind == "useful" and change_nothing(found.game, every):
        yield f"The game with all questions has the same value ({GROUND}),"
        yield "but this check does not confirm that."


def _bounds_lines(
    low: Fraction, high: Fraction, count: int, last: bool = False
) -> Iterator[str]:
    """Yield the bounds of a game that was examined for `count` turns, in words.

    After them the next player may have a `last` question.
    """
    turns = f"{count} turn{'s' * (count != 1)}{LAST * last}"
    if low == high:
        yield f"player 1 wins with probability {low} ({float(low):.6f})"
        yield f"strategies of both players show it, decided within {turns}"
    else:
        yield (
            f"player 1 wins with a probability from {low} to {high}"
            f" ({float(low):.6f} to {float(high):.6f})"
        )
        yield f"strategies of both players show it, in games broken off after {turns}"


def gap_lines(bounds: ValueBounds, run: Run) -> Iterator[str]:
    """Yield whether the bounds are as close as --gap demands, if it is given."""
    if run.gap and bounds.gap:
        apart, wanted = float(bounds.gap), float(run.gap)
        near = "as near as" if bounds.gap <= run.gap else "not as near as"
        yield f"they are about {apart:.3g} apart, {near} --gap {wanted:g} wants"


def reduction_lines(run: Run) -> Iterator[str]:
    """Yield which game was solved, if idle questions were left out."""
    if run.reduced:
        strategies = "The strategies and the certificate"
        yield f"{strategies} are for the game without idle questions,"
        yield f"which has the same value ({GROUND})."
        yield "Use --whole to solve the whole game."


def reduction_note(run: Run) -> str | None:
    """Return the note for many games, if idle questions were left out."""
    if not run.reduced:
        return None
    return (
        f"Idle questions are left out, which changes no value ({GROUND}).\n"
        "Use --whole to solve the whole games."
    )


def reduction_keys(run: Run) -> dict[str, Any]:
    """Return the key of a JSON object for such a reduction."""
    if not run.reduced:
        return {}
    return {"reduction": {"of": "any", "ground": GROUND}}


def strategy_lines(bounds: ValueBounds) -> Iterator[str]:
    """Yield both strategies, a line for each information set that they reach."""
    for side in (bounds.lower, bounds.upper):
        yield f"player {side.player}:"
        for known, acts in side.lines():
            text = ", ".join(
                act if chance == 1 else f"{act} ({chance})"
                for act, chance in acts.items()
            )
            yield f"  {known}  =>  {text}"


def profile_object(
    tree: GameTree, found: ProfileValue, seconds: float
) -> dict[str, Any]:
    """Return the value of a profile as a JSON object: fractions are texts."""
    return {
        "game": tree.game.to_dict(),
        "wins": [str(share) for share in found.wins],
        "best": [str(share) for share in found.best],
        "broken": str(found.broken),
        "regret": str(found.regret),
        "turns": tree.turns,
        "idle": tree.idle,
        "method": method(0),
        "positions": len(tree.nodes),
        "seconds": round(seconds, 3),
    }


def profile_lines(tree: GameTree, found: ProfileValue) -> Iterator[str]:
    """Yield the value of a profile in words."""
    for player, (wins, best) in enumerate(zip(found.wins, found.best, strict=True), 1):
        text = f"player {player} wins with probability {wins} ({float(wins):.6f})"
        most = f", and with {best} ({float(best):.6f}) at most by playing otherwise"
        yield text + (most if best > wins else "")
    turns = f"{tree.turns} turn{'s' * (tree.turns != 1)}"
    if found.broken:
        yield f"{found.broken} ({float(found.broken):.6f}) are not decided in {turns}"
    if found.regret:
        yield f"no equilibrium: nobody gains more than {float(found.regret):.6f} alone"
    else:
        yield f"an equilibrium: no player gains by deviating, decided within {turns}"
    if not tree.idle:
        yield "this holds if no player asks for cards whose place he knows"


def description_lines(found: PlanDescription, game: Game) -> Iterator[str]:
    """Yield a line for each information set, with the cost of each deviation."""
    yield f"player {found.player}{_ONLY[found.unique]}:"
    for rule in found.rules:
        seen = parse(rule.label)
        yield f"  {situation_words(seen, found.player, game)}:"
        for act in rule.acts:
            if act.chance:
                yield f"    {action_words(parse(act.action), seen, game)}{_share(act)}"
        others = [act for act in rule.acts if not act.chance]
        for act in others:
            words = action_words(parse(act.action), seen, game)
            yield f"      not: {words}{_share(act)}"


def description_object(found: PlanDescription, game: Game) -> dict[str, object]:
    """Return the same as a JSON object."""

    def act(one: PlannedAct, seen: DescribedCards) -> dict[str, object]:
        words = action_words(parse(one.action), seen, game)
        span = one.span and {"least": str(one.span.least), "most": str(one.span.most)}
        return {
            "action": one.action,
            "words": words,
            "chance": str(one.chance),
            "loss": str(one.loss),
            **(span or {}),
        }

    def rule(one: Instruction) -> dict[str, object]:
        seen = parse(one.label)
        return {
            "known": one.label,
            "words": situation_words(seen, found.player, game),
            "actions": [act(a, seen) for a in one.acts],
        }

    rules = [rule(one) for one in found.rules]
    return {"player": found.player, "unique": found.unique, "rules": rules}


def _share(act: PlannedAct) -> str:
    """Return the words after an action: its chance, its cost, its range."""
    parts = [str(act.chance)] if act.chance not in (0, 1) else []
    if not act.chance or act.loss:
        parts.append(f"costs {act.loss}" if act.loss else "costs nothing")
    if act.span is not None:
        least, most = act.span.least, act.span.most
        same = f"weight {least}"
        parts.append(same if least == most else f"weight {least} to {most}")
    return f": {', '.join(parts)}" if parts else ""
