"""One game as a puzzle file, whose worlds, relations and steps any puzzle has.

The questions are written once more, as expressions of puzzle files, so that a game is
played by the list of worlds of `board` and by the engine of puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from textwrap import fill

from mystpy.compilation import NamedTuple, dataclass, pattern
from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import (
    NUMBERS,
    PLAYERS,
    QUESTIONS,
    Magic,
    State,
    board,
)
from mystpy.kripke.my_number.experiment import Simulation, common
from mystpy.kripke.my_number.play_condition import Choice, PlayCondition

SOURCE = "Lier and van der Ree, What is my number? (2013), methods"
_DIGITS = pattern(r"\d")


class GameMoment(NamedTuple):
    """After an answer, or a pass: how many worlds are left, and who (1..3) knows.

    `turn` counts from 0, `question` is one of 0..17, and `passes` is how often all have
    passed in this turn.
    """

    turn: int
    question: int
    says: bool
    passes: int
    worlds: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NumberGame:
    """A true state, the questions in the order of the deck, and what is learnt.

    `deck` are questions 0..17, the top first.
    """

    truth: State
    deck: tuple[int, ...]
    magic: Magic

    def moments(self) -> Iterator[GameMoment]:
        """Yield the answers and passes of the game, until somebody knows."""
        table = Simulation(board(), PlayCondition(self.magic, Choice.STANDARD))
        truth = board().states.index(self.truth)
        point, near = table.start, table.considered(truth, table.start.worlds)
        for question in self.deck:
            says = bool(board().answers[point.mover, question, truth])
            turn, point = point.turn, point.after(question, says)
            for number, worlds in enumerate(point.stages):
                near = common(near, worlds)
                winners = table.knowing(truth, near)
                yield GameMoment(turn, question, says, number, len(worlds), winners)
                if winners:
                    return


def read_boards(text: str) -> State:
    """Return three boards of two numbers, from a text such as `26 39 58`.

    Raises ModelError if they are not boards of the game.
    """
    digits = [int(digit) for digit in _DIGITS.findall(text)]
    if len(digits) != 2 * len(PLAYERS) or len({*digits} - {0}) != len(digits):
        raise ModelError(
            f"{text!r} are not three boards of two numbers",
            hint="six different numbers of 1 to 9, as in --boards '26 39 58'",
        )
    first, second, third = (
        (min(digits[k : k + 2]), max(digits[k : k + 2])) for k in (0, 2, 4)
    )
    return first, second, third


def read_deck(text: str) -> tuple[int, ...]:
    """Return the questions 0..17 of a text with numbers 1..18, such as `2,9,14`.

    Raises ModelError if there are no such questions, or one comes twice.
    """
    words = text.replace(",", " ").split()
    deck = tuple(int(word) - 1 for word in words if word.isdecimal())
    known = set(range(len(QUESTIONS)))
    if not deck or len(deck) < len(words) or len({*deck} & known) < len(deck):
        raise ModelError(
            f"{text!r} are not questions of the game, each at most once",
            hint=f"numbers of 1 to {len(QUESTIONS)}, as in --deck 2,9,14; the report "
            "lists the questions",
        )
    return deck


def question_expression(question: int, mover: int) -> str:
    """Return a question (0..17) to a player (0, 1 or 2) as an expression of a file."""
    i, j = (p + 1 for p in PLAYERS if p != mover)
    a, b, c, d = seen = (f"low({i})", f"high({i})", f"low({j})", f"high({j})")
    odd = " + ".join(f"{x} % 2" for x in seen)
    threes = " + ".join(f"({x} % 3 == 0)" for x in seen)
    runs = {k: _run(seen, k) for k in (2, 3, 4)}
    divided = " or ".join(
        f"{x} > 1 and {y} % {x} == 0" for x in seen for y in seen if x != y
    )
    total = " + ".join(seen)
    return (
        runs[2],
        f"{total} < 16",
        f"{total} > 20",
        _one_of(seen, "{x} % 2 == 0 and {y} % 2 == 0"),
        _one_of(seen, "{x} % 2 == 1 and {y} % 2 == 1"),
        f"{odd} == 0",
        f"{odd} == 4",
        f"{odd} < 2",
        f"{odd} > 2",
        f"{odd} == 2",
        f"{threes} >= 1",
        f"{threes} >= 2",
        divided,
        f"{a} + {b} == {c} + {d}",
        f"{b} - {a} == {d} - {c}",
        runs[4],
        runs[3],
        runs[2],
    )[question]


def _one_of(seen: Sequence[str], said: str) -> str:
    """Return the formula that one of the two boards has a property."""
    pairs = (seen[:2], seen[2:])
    return " or ".join(said.format(x=x, y=y) for x, y in pairs)


def _run(seen: Sequence[str], length: int) -> str:
    """Return the formula that `length` of four numbers are consecutive."""
    found = []
    for chosen in combinations(seen, length):
        most = least = chosen[0]
        for other in chosen[1:]:
            most, least = f"max({most}, {other})", f"min({least}, {other})"
        found.append(f"{most} - {least} == {length - 1}")
    return " or ".join(found)


def game_file(game: NumberGame) -> str:
    """Return the text of a puzzle file in which a game is played."""
    numbers = ", ".join(f"{low}{high}" for low, high in combinations(NUMBERS, 2))
    values, steps, questions, winners = [], [], list[int](), list[str]()
    for moment in game.moments():
        if not moment.passes:
            questions.append(moment.question)
            expression = question_expression(moment.question, moment.turn % 3)
            values.append(f'turn_{moment.turn + 1} = "{expression}"')
            steps.append(_answer(moment))
            if game.magic is not Magic.NONE and not moment.winners:
                steps.append(_PASS + "repeat = true\n" * (game.magic is Magic.STEADY))
        winners = [str(winner) for winner in moment.winners]
    return _FILE.format(
        source=SOURCE,
        named=" ".join(f"{low}{high}" for low, high in game.truth),
        deck=",".join(str(asked + 1) for asked in questions),
        magic=game.magic,
        boards=fill(numbers, 79, initial_indent="  ", subsequent_indent="  "),
        values="\n".join(values),
        actual="\n".join(
            f'"board({p + 1})" = {10 * low + high}'
            for p, (low, high) in enumerate(game.truth)
        ),
        steps="\n".join(steps),
        winners=str(winners).replace("'", '"'),
        passes=_SAID[game.magic],
    )


def _answer(moment: GameMoment) -> str:
    """Return the step in which the player to move answers."""
    number, mover = moment.turn + 1, moment.turn % len(PLAYERS) + 1
    asked, said = QUESTIONS[moment.question][0], "Yes" if moment.says else "No"
    return (
        f'[[step]]\nsays = "Turn {number}. Player {mover} is asked: {asked} '
        f'{said}."\nformula = "{"" if moment.says else "~"}turn_{number}"\n'
    )


_SAID = {
    Magic.NONE: "They learn from answers only.",
    Magic.ONCE: "After an answer they also learn, once, that nobody knows her numbers.",
    Magic.STEADY: "After an answer they also learn that nobody knows her numbers, "
    "again and\nagain as long as that is news.",
}
_PASS = """[[step]]
says = "All pass: nobody knows her numbers."
formula = "forall i in agents: ~Kv(i,board,i)"
"""
_FILE = '''# mystpy puzzle my-number --file --boards '{named}' --deck {deck} \\
#   --epistemagic '{magic}'
title = "What is my number?: one game"
source = "{source}"
story = """
Nine numbers, three players with two each, three left over. A player sees the boards of
the two others. Each turn the player to move answers a question about the four numbers
that she sees, and all hear it. The first to know her own numbers wins.
{passes}
"""

[worlds]
where = [
  "low(1) != low(2) and low(1) != high(2) and high(1) != low(2) and high(1) != high(2)",
  "low(1) != low(3) and low(1) != high(3) and high(1) != low(3) and high(1) != high(3)",
  "low(2) != low(3) and low(2) != high(3) and high(2) != low(3) and high(2) != high(3)",
]

[worlds.variables] # a board with the numbers 2 and 6 is 26
"board(i) for i in 1..3" = [
{boards}
]

[values] # what the player to move answers in each turn is yes
"low(i) for i in 1..3" = "board(i) // 10"
"high(i) for i in 1..3" = "board(i) % 10"
{values}

[agents]
"i for i in 1..3" = ["board(j) for j in 1..3 if j != i"]

[actual]
{actual}

{steps}
[[ask]]
question = "Who knows her own numbers in the end?"
agents = "Kv(i,board,i)"
expect = {winners}
'''
