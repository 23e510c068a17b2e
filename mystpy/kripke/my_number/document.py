"""The report as a page in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from mystpy.kripke.my_number.board import QUESTIONS, Magic
from mystpy.kripke.my_number.experiment import SEED, STATES
from mystpy.kripke.my_number.play_condition import Choice
from mystpy.kripke.my_number.report import (
    ConditionRow,
    Found,
    PublishedClaim,
    claims,
    number,
    percent,
    rows,
    stalling,
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
- *None*: players use answers only. The source says that they cross off possible numbers
  until only two are left, and elsewhere that worlds are removed. *Worlds*: a player
  remembers which boards of two numbers are left. *Numbers*: a player remembers only
  which numbers are left; an answer crosses off a number if no other number that is left
  makes with it a board that fits the answer. That is the literal reading. *Numbers,
  again*: whenever a number has gone, all answers are used once more. In each reading
  Kooi's choice is made among the worlds that the answers have left.
- The first column has the number of the condition in the source's list.
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
  follow this rule. The source does not say which rule it took.
  {stalls}
- Questions 1 and 18 are the same question.

## One game

`mystpy puzzle my-number --boards '79 14 38' --deck 5,12,18` follows one game step by
step, with the worlds that each answer and each pass removes; `--matrices` shows the
relations of the players over the worlds that somebody considers possible at first, and
`--file` writes the game as a puzzle file. This one is
`queries/puzzles/whats-my-number.toml`. The browser page has it under puzzles, and
`mystpy draw example:puzzles/whats-my-number --stages --reach 1` draws it.
`mystpy puzzle my-number --seat 1` lets you play, and so does the browser page. As a
theory the game is the package `my-number-questions`, whose runs are compared with these
games in tests:
`mystpy ask example:packages/my-number-questions-a-pass --check`.
"""


def document(found: Found, command: str, games: int, seed: int = SEED) -> str:
    """The page: rules, results and claims."""
    states = "the 7560 true states" if games == STATES else f"{games} true states"
    head = _HEAD.format(
        command=command, games=games, states=states, seed=seed, stalls=_stalls(found)
    )
    questions = "\n".join(
        f"{place}. {text}" for place, (text, _) in enumerate(QUESTIONS, 1)
    )
    parts = [head, "## Results\n", *_table(rows(found)), "\n## Claims of the source\n"]
    parts += [_ORIGIN, *_claims(claims(found))]
    parts += ["\n## The questions\n", questions]
    return "\n".join(parts) + "\n"


_ORIGIN = """The text of the source that this project has is its page on methods: the
model, the two sources of information, the nine conditions, the number of states and the
expectation about Kooi's choice. What the table says of a third of the games, of one
turn, of three winners, of the chances of winning, of games that stall and of more steps
in a turn is of its page on
[conclusions](http://www.ai.rug.nl/mas/finishedprojects/2013/CiaranMichiel/conclusion.html),
which is not among the texts but was looked up:
[sources.md](../reference/sources.md#figures-quoted-from-elsewhere) names the paragraph
of each.
For the second half of the expectation the influence of the epistemic step is called
large if it ends more than half of the games sooner, over one of the two sets of worlds;
the source gives no measure.
"""


def _stalls(found: Found) -> str:
    """Under which rules games stall over both sets of worlds, as a sentence."""
    said = [
        f"{' and '.join(f'*{rule}*' for rule in rules) or 'no rule'} if {crossing} are "
        "crossed off"
        for crossing, rules in stalling(found).items()
    ]
    text = f"That its games stall over both sets of worlds fits {', '.join(said)}."
    return fill(text, 88 - 2, subsequent_indent="  ")


def _claims(judged: Sequence[PublishedClaim]) -> list[str]:
    lines = [
        "| the source says | where | came out | found |",
        "|---|---|---|---|",
    ]
    for claim in judged:
        place = "methods" if claim.in_text else "conclusions"
        cells = claim.said, place, f"**{claim.verdict}**", claim.found
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _cells(row: ConditionRow) -> tuple[str, ...]:
    """The row of a condition."""
    c = row.condition
    rule = "" if c.choice is Choice.STANDARD else str(c.rule)
    turns = number(row.turns) if row.turns else "-"
    winners = ", ".join(map(str, row.winners[1:]))
    crossed = str(c.crossing) if c.magic is Magic.NONE else ""
    first = str(c.number), str(c.magic), crossed, str(c.choice), rule
    return *first, turns, percent(row.undecided), winners


_COLUMNS = ("no.", "epistemagic", "crosses off", "question", "rule")


def _table(found: Sequence[ConditionRow]) -> list[str]:
    head = (*_COLUMNS, "turns, if decided", "undecided", "1, 2, 3 winners")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return lines + [f"| {' | '.join(_cells(row))} |" for row in found]


def text(found: Found, games: int) -> str:
    """The results and the claims as plain text."""
    head = (*_COLUMNS, "turns", "undecided", "winners 1, 2, 3")
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
                "number": row.condition.number,
                "crosses_off": row.condition.crossing
                if row.condition.magic is Magic.NONE
                else None,
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
            {
                "claim": c.said,
                "in_text": c.in_text,
                "verdict": c.verdict,
                "found": c.found,
            }
            for c in claims(found)
        ],
    }
