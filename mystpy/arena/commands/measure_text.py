"""Measurements of a player, as lines and as JSON objects."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mystpy.arena.exploitability.information import ToldBits, ToldSummary
from mystpy.arena.exploitability.local_response import ResponseShare
from mystpy.arena.exploitability.small_games import SeatLoss, exploitability


def _digits(value: float) -> float:
    return round(value, 6)


def _exact(value: Fraction) -> str:
    return f"{value} = {float(value):.4f}" if value.denominator > 1 else str(value)


def loss_object(
    found: list[SeatLoss], replies: str, turns: int | None
) -> dict[str, object]:
    """Return the losses against a best response; fractions are texts."""
    seats = {
        str(each.seat): {
            "wins": str(each.worth),
            "value": str(each.lower) if each.lower == each.upper else None,
            "lower": str(each.lower),
            "upper": str(each.upper),
            "loss": _digits(float(each.loss)),
            "nodes": each.nodes,
        }
        for each in found
    }
    mean = exploitability(found)
    return {
        "replies": replies,
        "turns": turns,
        "seats": seats,
        "exploitability": _digits(float(mean)),
        "most": _digits(float(max(each.loss for each in found))),
    }


def loss_lines(found: list[SeatLoss]) -> list[str]:
    """Return the same in words."""
    lines = []
    for each in found:
        value = _exact(each.lower)
        if each.lower != each.upper:
            value = f"{float(each.lower):.4f} to {float(each.upper):.4f}"
        lines.append(
            f"seat {each.seat}: wins {_exact(each.worth)} against a best response, the"
            f" value is {value}; loses {float(each.loss):.4f}"
        )
    return [*lines, f"exploitability: {float(exploitability(found)):.4f}"]


def told_object(
    total: ToldSummary, found: Sequence[ToldBits], seed: int
) -> dict[str, object]:
    """Return the information in questions, in bits: over all games, and by question."""
    return {
        "games": total.games,
        "deals": total.deals,
        "seed": seed,
        "questions": total.questions,
        "bits": _digits(total.mean),
        "low": _digits(total.low),
        "high": _digits(total.high),
        "most": _digits(total.most),
        "limit": total.limit,
        "above": _digits(total.above),
        "each": [
            {"game": e.number, "asked": e.asked, "player": e.player}
            | {"bits": _digits(e.bits)}
            for e in found
        ],
    }


def told_lines(total: ToldSummary) -> list[str]:
    """Return the same in words."""
    games = f"{total.games} game{'s' * (total.games != 1)}"
    return [
        f"{total.questions} questions in {games}, {total.deals} deals for each",
        f"bits of information in a question: {total.mean:.3f}"
        f" ({total.low:.3f} to {total.high:.3f}), at most {total.most:.3f}",
        f"above {total.limit:g} bits: {total.above:.1%} of the questions",
    ]


def share_object(found: ResponseShare, deals: int, seed: int) -> dict[str, object]:
    """Return the share that a local best response wins."""
    rows = {
        name: dict(zip(("value", "low", "high"), map(_digits, row), strict=True))
        for name, row in (
            ("share", found.share),
            ("unread", found.unread),
            ("gain", found.gain),
        )
    }
    return {
        "games": found.games,
        "deals": deals,
        "seed": seed,
        "fair": _digits(found.fair),
        **rows,
    }


def share_lines(found: ResponseShare) -> list[str]:
    """Return the same in words."""

    def said(row: tuple[float, float, float], sign: str = "") -> str:
        value, low, high = row
        return f"{value:{sign}.3f} ({low:{sign}.3f} to {high:{sign}.3f})"

    return [
        f"{found.games} games; the fair share is {found.fair:.3f}",
        f"a local best response wins    {said(found.share)}",
        f"the same without the policy   {said(found.unread)}",
        f"the gain by the policy        {said(found.gain, '+')}",
    ]
