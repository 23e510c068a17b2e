"""The conversation of a game in which a person takes part: lines in, lines out."""

from __future__ import annotations

from random import Random

from mystpy.compilation import pattern
from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import QUESTIONS, Hand, Magic, board
from mystpy.kripke.my_number.number_table import NumberTable

_GUESS = pattern(r"([1-9])[\s,]*([1-9])")
HELP = """
Write your two numbers, such as 26, if you know them; whoever is wrong is out. Else:
  Enter    pass
  boards   which boards you may still have
  quit     end the game here
""".strip()


class SeatConversation:
    """A conversation: the lines for the person, and her moves, until `is_over`.

    The conversation waits for a line after the answer to a question, and after a pass
    that is informative.
    """

    def __init__(self, table: NumberTable) -> None:
        """Begin the game, with its first question in `opening`."""
        self.table = table
        self.own: Hand = table.board.states[table.truth][table.person]
        self.is_over = False
        self._could: int | None = None
        self.opening = [
            f"You are player {table.person + 1}; you cannot see your board.",
            *(self._seen(player) for player in table.others),
            self._turn(),
        ]

    @classmethod
    def drawn(cls, player: int, magic: Magic, seed: int | None) -> SeatConversation:
        """Draw a true state and a deck; the person is player 1, 2 or 3."""
        random = Random(seed)
        deck = list(range(len(QUESTIONS)))
        random.shuffle(deck)
        truth = random.randrange(len(board().states))
        return cls(NumberTable(board(), truth, player - 1, deck, magic))

    def answer(self, line: str) -> list[str]:
        """Execute a line, and return the reply.

        Raises ModelError for a line that cannot be read, and once the game is over.
        """
        if self.is_over:
            raise ModelError("the game is over", hint="begin another one")
        word = line.strip()
        if word == "boards":
            boards = self.table.boards(self.table.person)
            return [", ".join(f"{low}{high}" for low, high in boards)]
        if word in ("", "pass"):
            return self._done(None)
        found = _GUESS.fullmatch(word)
        if not found:
            raise ModelError(
                f"{word!r} are not two numbers", hint="write them as in 26"
            )
        low, high = sorted((int(found[1]), int(found[2])))
        return self._done((low, high))

    def _done(self, guess: Hand | None) -> list[str]:
        """Execute a guess or a pass, and then the reactions of the two others."""
        table = self.table
        if len(table.boards(table.person)) == 1 and self._could is None:
            self._could = table.turn
        if guess is not None and guess != self.own:
            return self._end("That is wrong: you are out.")
        mine = [table.person] if guess else []
        if winners := sorted([*table.knowing(), *mine]):
            return self._end(_victory(winners, table.person))
        if table.pass_all():
            return ["All pass, and that is news."]
        if table.is_exhausted:
            return self._end("No question is left: nobody wins.")
        return [self._turn()]

    def _seen(self, player: int) -> str:
        low, high = self.table.board.states[self.table.truth][player]
        return f"Player {player + 1} has {low} and {high}."

    def _turn(self) -> str:
        """Ask the next question, and return it with its answer."""
        mover, question, says = self.table.ask()
        who = "You are" if mover == self.table.person else f"Player {mover + 1} is"
        said = "Yes" if says else "No"
        text = QUESTIONS[question][0]
        return f"Turn {self.table.turn}. {who} asked: {text} {said}."

    def _end(self, said: str) -> list[str]:
        self.is_over = True
        low, high = self.own
        lines = [said, f"Your board was {low} and {high}."]
        if self._could is not None:
            lines.append(
                f"It followed in turn {self._could} from what you had seen and heard."
            )
        return lines


def _victory(winners: list[int], person: int) -> str:
    """Return who knows and wins, as a sentence."""
    names = ["you" if p == person else f"player {p + 1}" for p in winners]
    if names == ["you"]:
        return "You know your numbers and win."
    verbs = "knows her numbers and wins" if len(names) == 1 else "know and win"
    text = " and ".join(names)
    return f"{text[0].upper()}{text[1:]} {verbs}."
