"""The report as a page in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.kripke.my_number.board import QUESTIONS
from mystpy.kripke.my_number.experiment import SEED, STATES, Choice
from mystpy.kripke.my_number.report import (
    ConditionRow,
    Found,
    claims,
    number,
    percent,
    rows,
)

_HEAD = """# What is my number?

The game of Lier and van der Ree (Groningen 2013), a reduced Code 777. Nine numbers
1..9, three players with two each, three left over; a player sees the boards of the two
others. Each turn the player to move answers a question about the four numbers she
sees, and all hear it. The first to know her own numbers wins; several may win together;
when the questions are exhausted the game is undecided.

This page is written by `{command}`:
{games} games in each condition, one for each of {states},
with the same deck for a state in all conditions (seed {seed}).
Intervals are for 95 %: Wilson's for shares, the bootstrap's percentiles for means.
They speak of other shuffles of the decks.

## How it is played

- *Epistemagic*: after an answer, if nobody knows her numbers, all pass, and the worlds
  in which somebody would know are removed. If still nobody knows, the next turn begins
  (*once*), or all pass again as long as that removes worlds (*until steady*).
- *Standard*: the question is the top of the shuffled deck.
- *Kooi's choice*: the mover takes from the deck the question whose answers split some
  set of worlds as a rule says; among equals the one that lies higher in the deck.
  *Full model*: all worlds that are left. *Possible worlds*: those that some player
  considers possible in the true state. The mover herself knows the answer, so that over
  her own worlds every question would split nothing; and she does not know which worlds
  the others consider possible, since that depends on her own numbers. So the choice
  over possible worlds is an oracle's, not a player's, and it tells more than it says.
- The rule is *least* or *most* information gain; *parts*: any question of which both
  answers are possible (Kooi's most parts); or *removed*: the question whose true answer
  removes least worlds. The mover knows that answer, so over the full model she can
  follow this rule. The source does not say which rule it took; that its games stall
  over both sets of worlds fits *removed*, and no other.
- Questions 1 and 18 are the same question.
"""


def document(found: Found, command: str, games: int, seed: int = SEED) -> str:
    """The page: rules, results and claims."""
    states = "the 7560 true states" if games == STATES else f"{games} true states"
    head = _HEAD.format(command=command, games=games, states=states, seed=seed)
    questions = "\n".join(
        f"{place}. {text}" for place, (text, _) in enumerate(QUESTIONS, 1)
    )
    parts = [head, "## Results\n", *_table(rows(found)), "\n## Claims of the source\n"]
    parts += ["| the source says | came out | found |", "|---|---|---|"]
    parts += [f"| {c.said} | **{c.verdict}** | {c.found} |" for c in claims(found)]
    parts += ["\n## The questions\n", questions]
    return "\n".join(parts) + "\n"


def _cells(row: ConditionRow) -> tuple[str, ...]:
    """The row of a condition."""
    c = row.condition
    rule = "" if c.choice is Choice.STANDARD else str(c.rule)
    turns = number(row.turns) if row.turns else "-"
    winners = ", ".join(map(str, row.winners[1:]))
    return str(c.magic), str(c.choice), rule, turns, percent(row.undecided), winners


def _table(found: Sequence[ConditionRow]) -> list[str]:
    head = ("epistemagic", "question", "rule", "turns, if decided", "undecided")
    lines = [f"| {' | '.join(head)} | 1, 2, 3 winners |", "|---" * 6 + "|"]
    return lines + [f"| {' | '.join(_cells(row))} |" for row in found]


def text(found: Found, games: int) -> str:
    """The results and the claims as plain text."""
    head = ("epistemagic", "question", "rule", "turns", "undecided", "winners 1, 2, 3")
    lines = [f"What is my number?, {games} games in each condition"]
    if games < STATES:
        lines.append("(a sample: the claims are about all 7560 games)")
    lines.append("")
    table = [head, *map(_cells, rows(found))]
    wide = [max(len(line[k]) for line in table) for k in range(len(head))]
    for line in table:
        cells = (cell.ljust(w) for cell, w in zip(line, wide, strict=True))
        lines.append("  ".join(cells).rstrip())
    for claim in claims(found):
        lines += ["", f"{claim.verdict.upper()}: {claim.said}", f"  {claim.found}"]
    return "\n".join(lines)


def as_object(found: Found, games: int, seed: int) -> dict[str, object]:
    """The results and the claims as a JSON object; intervals as [value, low, high]."""
    return {
        "games": games,
        "seed": seed,
        "conditions": [
            {
                "epistemagic": row.condition.magic,
                "question": row.condition.choice,
                "rule": None
                if row.condition.choice is Choice.STANDARD
                else row.condition.rule,
                "turns": row.turns and list(row.turns),
                "undecided": list(row.undecided),
                "winners": list(row.winners),
            }
            for row in rows(found)
        ],
        "claims": [
            {"claim": c.said, "verdict": c.verdict, "found": c.found}
            for c in claims(found)
        ],
    }
