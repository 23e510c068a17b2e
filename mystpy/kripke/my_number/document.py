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

This is a game by Lier and van der Ree (Groningen 2013), a reduced version of Code 777.
There are nine numbers, 1 to 9. Each of three players has two of them on a board that
only the two others can see, and three numbers are left over. In each turn the player to
move answers a question about the four numbers that she sees, and everybody hears the
answer. The first player to know her own numbers wins; several may win at the same time.
If the questions run out, the game is undecided.

The source claims that epistemic reasoning (it calls it *epistemagic*) changes how long
games take. This page compares its nine conditions. It was written by `{command}`:
{games} games in each condition, one for each of {states}. A state has the same deck of
questions in all conditions (seed {seed}). Intervals are for 95 %: Wilson's for shares,
and percentiles of the bootstrap for means. They refer to other shuffles of the decks.

## The conditions

The first column of the table is the number of the condition in the source's list.

**Epistemagic.** After an answer, if nobody knows her numbers, all players pass, and the
worlds in which somebody would know are removed. If still nobody knows, the next turn
begins (*once*), or all pass again as long as that removes worlds (*until steady*).

**None.** Players use only the answers. The source says in one place that they cross
off possible numbers until only two are left, and elsewhere that worlds are removed. So
there are three readings. In each of them Kooi's choice is made among the worlds that
are consistent with the answers.

- *Worlds*: a player remembers which boards of two numbers are possible.
- *Numbers*: a player remembers only which numbers are possible. An answer crosses off a
  number if it forms no consistent board with another possible number. This is the
  literal reading.
- *Numbers, again*: whenever a number is crossed off, all answers are used once more.

**The question.** *Standard* takes the top card of the shuffled deck. With *Kooi's
choice* the player to move takes from the deck the question whose answers split a set of
worlds as a rule says. Of equally good questions she takes the one that is higher in the
deck.

- *Full model*: all remaining worlds.
- *Possible worlds*: those that some player considers possible in the true state. The
  player to move knows the answer, so over her own worlds no question would split
  anything. She does not know which worlds the others consider possible, since that
  depends on her own numbers. So only an oracle could make this choice, and the choice
  itself reveals information.

**The rule.** *Least* or *most* information gain; *parts*: any question for which both
answers are possible (Kooi's most parts); or *removed*: the question whose true answer
removes the fewest worlds. The player to move knows that answer, so over the full model
she can follow this rule. The source does not say which rule it used.
{stalls}

Questions 1 and 18 are the same question.

## One game

`mystpy puzzle my-number --boards '79 14 38' --deck 5,12,18` follows one game step by
step, with the worlds that each answer and each pass removes. `--matrices` shows the
relations of the players over the worlds that somebody considers possible at first, and
`--file` writes the game as a puzzle file. This game is
`queries/puzzles/whats-my-number.toml`. It is also in the browser page, under puzzles,
and `mystpy draw example:puzzles/whats-my-number --stages --reach 1` draws it.

To play, use `mystpy puzzle my-number --seat 1` or the browser page. The package
`my-number-questions` has the game as a theory; tests compare its runs with these games:
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


_ORIGIN = """The text of the source that this project has is its page on methods:
the model, the two sources of information, the nine conditions, the number of states,
and the expectation about Kooi's choice. The other claims are on its page on
[conclusions](http://www.ai.rug.nl/mas/finishedprojects/2013/CiaranMichiel/conclusion.html),
which was looked up on the web:
[sources.md](../reference/sources.md#figures-quoted-from-elsewhere) names the paragraph
of each.

The second half of the expectation speaks of a large influence of the epistemic step,
without a measure. Here the influence is large if the step ends more than half of the
games sooner, over one of the two sets of worlds.
"""


def _stalls(found: Found) -> str:
    """Return a sentence that names the rules whose games stall over both sets."""
    said = [
        f"{' and '.join(f'*{rule}*' for rule in rules) or 'no rule'} if {crossing} are "
        "crossed off"
        for crossing, rules in stalling(found).items()
    ]
    text = "That games stall over both sets of worlds is consistent with"
    return fill(f"{text} {', '.join(said)}.", 88)


def _claims(judged: Sequence[PublishedClaim]) -> list[str]:
    lines = [
        "| the source says | where | result | measured |",
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
