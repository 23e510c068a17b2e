"""The commands at a notebook's prompt, and their answers."""

from __future__ import annotations

import re
from collections.abc import Collection

from mystpy.engines.base import Odds
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import action_names
from mystpy.history.printed.meaning import quoted_player
from mystpy.history.scan import is_table, is_term
from mystpy.names.written import identifier_shown_as, plain
from mystpy.notebook.commands import text as notebook_text
from mystpy.notebook.ledger import (
    CORRECTIONS,
    DOUBTFUL,
    FIX,
    INSERT,
    TRUSTED,
    UNDO,
    Correction,
)
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.prompt import Lines, Prompt, command, needed_formula
from mystpy.questions import reason_text as reasons
from mystpy.questions.advice import advice
from mystpy.questions.knowledge import Knowledge, know, know_of
from mystpy.questions.legality import ending
from mystpy.show import text


class NotebookPrompt(Prompt):
    """A notebook that takes lines and answers them."""

    def __init__(self, notebook: Notebook) -> None:
        super().__init__()
        self.notebook = notebook
        self.game = notebook.start.game

    def answer(self, line: str) -> Lines:
        """The answer to a line, which is an event or a command.

        Raises MystError for a line that cannot be read, done or answered.
        """
        line = quoted_player(line.strip(), self.game)
        word, rest = _first_word(line)
        if word in CORRECTIONS and not is_table(line):
            yield from self._correct(line)
        elif word in self.commands and not (
            is_table(line) and word in self.game.players
        ):
            found = self.commands[word]
            if not found.arguments and rest.partition("#")[0]:
                raise QueryError(f"{word} must be given without {rest}")
            yield from found.run(self, rest)
        elif is_table(line) or word in action_names() or is_term(line):
            self.notebook.record(line)
            if notebook_text.is_first_event(self.notebook):
                yield f"  {text.WITH_EVENTS}"
            yield from self._taught()
        elif line.partition("#")[0]:
            raise _unknown(word or line, self.game, self.commands)

    @property
    def owner(self) -> str:
        """The name of the player whose notebook it is, or the number."""
        return self.game.shown_holders[self.notebook.owner]

    @property
    def title(self) -> str:
        """Return the owner of the notebook, and its length."""
        return notebook_text.title(self.notebook)

    @property
    def written(self) -> int:
        """How many actions are written down."""
        return len(self.notebook.history)

    def words(self) -> list[str]:
        """The words that may be completed, names as they were written."""
        game = self.game
        names = game.shown_holders[1 : game.p + 1] if game.named else ()
        cards = map(game.shown_as, game.cards)
        return sorted({*self.commands, *action_names(), *cards, *names})

    def _taught(self) -> Lines:
        """Yield what the owner learned from the last event, and the deals left."""
        try:
            found = self.notebook.learned()
        except QueryError as error:
            # It is written down, and not wrong: it leaves open what the owner knows.
            yield f"  {error}"
            return
        for line in notebook_text.learned_lines(found, self.game):
            yield f"  {line}"
        before, now = self.notebook.deals_before(), self.notebook.deals()
        yield f"  {notebook_text.deals(now, before)}"
        for line in notebook_text.unanswered(self.notebook):
            yield f"  {line}"
        yield from self._grid_if_wanted()

    @command(UNDO, "[LINE]", "take the last event back, or a line")
    @command(FIX, "LINE EVENT", "change a line")
    @command(INSERT, "LINE EVENT", "a forgotten turn, before a line")
    @command(DOUBTFUL, "LINE [PLAYER]", "a line, or an answer, is a mistake")
    @command(TRUSTED, "LINE [PLAYER]", "it is none after all")
    def _correct(self, line: str) -> Lines:
        """Change a line, or the last event, and yield the resulting knowledge."""
        correction = Correction.read(line)
        assert correction is not None, "the first word is one of CORRECTIONS"
        if correction.number is None:
            event = self.notebook.undo()
            yield f"  taken back: {self.notebook.line(event)}"
        else:
            self.notebook.correct(correction)
            yield from notebook_text.correction_lines(self.notebook, correction)
        yield f"  {notebook_text.deals(self.notebook.deals())}"
        yield from self._grid_if_wanted()

    @command("which", "", "which answers cannot all be true")
    def _which(self, rest: str) -> Lines:
        yield from notebook_text.conflicts(
            *self.notebook.conflicts(), self.notebook.history
        )

    @command("changed", "", "what the last event taught, and why")
    def _changed(self, rest: str) -> Lines:
        yield from notebook_text.change_lines(self.notebook)

    @command("know", "[PLAYER]", "what a player knows; also A,B and A that B")
    def _know(self, rest: str) -> Lines:
        yield text.knowledge(self._known(rest), self.game)

    def _known(self, rest: str) -> Knowledge:
        """Return the knowledge of one, about others' knowledge, or of all."""
        history, engine = self.notebook.history, self.notebook.engine
        first, *others = re.split(r"\s+that\s+", rest) if rest else [self.owner]
        group = people(first.strip("[]{} "), self.game)
        try:
            return know_of(history, group, engine, others)
        except QueryError:
            if others or len(group) > 1:
                raise
            # The deals may be too many to count; knowledge is computed in any case.
            return know(history, group[0], engine, count=False)

    @command("grid", "[on|off]", "the grid, now or after each event")
    def _grid(self, rest: str) -> Lines:
        yield from self._grid_command(rest)

    def grid(self) -> Lines:
        """Yield the lines of the grid."""
        notebook = self.notebook
        known = know(notebook.history, notebook.owner, notebook.engine, count=False)
        yield from text.grid(known, self.game)

    @command("odds", "[equal|shows]", "the grid with probabilities")
    def _odds(self, rest: str) -> Lines:
        model = Odds(rest or "equal") if rest in ("", *Odds) else None
        if model is None:
            near = did_you_mean(rest, Odds) or f"write odds {' or odds '.join(Odds)}"
            raise QueryError(f"there are no odds {rest}", hint=near)
        notebook = self.notebook
        known = know(notebook.history, notebook.owner, notebook.engine, odds=model)
        yield text.knowledge(known, self.game)

    @command("pile", "", "what may be in the pile, the likeliest first")
    def _pile(self, rest: str) -> Lines:
        notebook = self.notebook
        known = know(notebook.history, notebook.owner, notebook.engine, odds=True)
        yield from notebook_text.pile(known, self.game)

    @command("mine", "", "who knows which of your cards")
    def _mine(self, rest: str) -> Lines:
        yield from notebook_text.own_cards(self.notebook)

    @command("advice", "", "what to ask, and what it tells")
    def _advice(self, rest: str) -> Lines:
        notebook = self.notebook
        found = advice(notebook.history, notebook.owner, notebook.engine)
        yield from notebook_text.advice_lines(found, self.game)

    @command("ask", "FORMULA", "whether a formula follows")
    def _ask(self, rest: str) -> Lines:
        yield text.ask_result(
            self.notebook.situation.ask(needed_formula(rest, "ask", _FORMULA)),
            self.game,
        )

    @command("why", "[FORMULA]", "from what it follows, or why a line was refused")
    def _why(self, rest: str) -> Lines:
        """Yield why a formula follows, or which axiom refused the last line."""
        judged = self.notebook.refused_for
        if judged is not None and not rest.partition("#")[0].strip():
            yield text.legality(judged, self.game)
            yield f"mystpy axiom {judged.axiom} shows the axiom"
            return
        found = self.notebook.situation.why(needed_formula(rest, "why", _FORMULA))
        yield reasons.text(found, self.game)

    @command("poss", "", "what may be done next")
    def _poss(self, rest: str) -> Lines:
        found = self.notebook.situation.possible()
        yield from text.possible(found, self.game)
        if not found:
            yield ending(self.notebook.history, self.notebook.engine)

    @command("legal", "[EVENT]", "whether it may be done next")
    def _legal(self, rest: str) -> Lines:
        if rest:
            yield text.legality(self.notebook.try_out(rest), self.game)
        else:
            yield text.legality(self.notebook.situation.legal(), self.game)

    @command("history", "", "the events, each with its line")
    def _history(self, rest: str) -> Lines:
        yield from notebook_text.events(self.notebook)

    def examples(self) -> Lines:
        """Yield lines that explain how to write an event."""
        for example, what in _EVENTS:
            yield f"{example}   {what}"


_EVENTS = (
    ("asks(1,{plum,rope,hall})  no(2)", "an event, as actions"),
    ("ann: plum rope hall -> bob passes, cid shows rope", "or as a turn"),
)


_FORMULA = "K(1,h(0,s1))"


def people(text: str, game: Game) -> list[str]:
    """Return the players in a text, separated by commas or spaces, or one name."""
    whole = identifier_shown_as(text.strip('"'), game.shown)
    if whole in game.players or "," in text:
        return [name.strip(' "') for name in text.split(",")]
    return [name.strip('"') for name in re.findall(r'"[^"]*"|\S+', text)]


def _first_word(line: str) -> tuple[str, str]:
    found = re.match(r"\w+", line, re.ASCII)
    return (found[0], line[found.end() :].strip()) if found else ("", line)


def _unknown(word: str, game: Game, commands: Collection[str]) -> MystError:
    if game.named and plain(word) in game.players:
        return QueryError(
            f"this does not say what {word} did",
            hint=f"write for example  {word}: CARDS -> PLAYER passes, PLAYER shows",
        )
    near = did_you_mean(word, (*commands, *action_names()))
    return QueryError(
        f"there is no command or action {word[:40]!r}",
        hint=near or f"the commands are {', '.join(commands)}",
    )
