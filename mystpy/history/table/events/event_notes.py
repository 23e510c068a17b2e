"""Table notes of events besides questions: looks, cards laid open, witnesses.

    ann looks at bob: rope          ann looks at the pile
    bob lays open plum hall         bob shows all rope         bob drops rope
    ann: white rope study -> bob shows rope, cid saw it

They belong to nobody's turn, and end none. A look whose card is not named was not seen
by the writer. The words `cid saw it` refer to the last show, in its line or in the next
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.compilation import pattern
from mystpy.errors import GameError
from mystpy.history.actions import Action, AsideAction, Lays, Looks, Sees, Shows
from mystpy.history.arguments import open_fault
from mystpy.history.scan import EVENT_NOTE
from mystpy.history.table.notes_parser import NotesParser
from mystpy.history.table.words import END, FILLER, UNSEEN, NoteWord, words_of

_LOOKED_AT = pattern(
    r"""\s*(the\s+)?("[^"\n]+"|\w+(?:['’-](?!s\b)\w+)*)(?:['’]s\b)?\s*:?(.*)""",
    re.IGNORECASE | re.VERBOSE,
)
_WITNESS = pattern(
    r"""(?:^|[,;]|\band\b)\s*("[^"\n]+"|[\w'’-]+)\s+
    (?:saw|sees|has\s+seen)\s+(?:it|the\s+card)(?:\s+too|\s+as\s+well)?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_PLAYERS = ("pile", "table")


class EventNotes(NotesParser):
    """A reader of lines about events besides questions, and about witnesses."""

    def _event(self, line: str, start: int, number: int) -> bool:
        """Read a line if it describes such an event, and return whether it does."""
        found = EVENT_NOTE.match(line)
        if found is None:
            return False
        who = NoteWord(found[2].strip('"'), start + found.start(2))
        rest, at = found[4], start + found.start(4)
        verb = " ".join(found[3].lower().split())
        self._require_events(start + found.start(3))
        if verb.startswith("look"):
            action: Action = self._look(who, rest, at)
        elif verb.startswith(("saw", "sees")):
            action = self._sight(who, rest, at)
        else:
            action = Lays(self._holder(who), self._open_cards(rest, at))
        self._add(action, number)
        return True

    def _require_events(self, at: int) -> None:
        try:
            self.game.with_events()
        except GameError as error:
            raise self.fault(str(error), at, hint=error.hint) from None

    def _holder(self, token: NoteWord) -> int:
        """The holder whom a word means: a player, the pile or the table."""
        word = token.word.lower()
        if word in _NO_PLAYERS and word not in self.game.players:
            if word == "pile":
                return 0
            if self.game.table:
                return self.game.table
            raise self.fault(
                "no cards are left over on the table in this game",
                token.at,
                hint="a game with such cards has  left_over = 2",
            )
        return self._player(token)

    def _look(self, who: NoteWord, rest: str, at: int) -> Looks:
        """Return a look at one card, which is named after a colon, or not named."""
        found = _LOOKED_AT.match(rest)
        if found is None:
            hint = "write for example  ann looks at bob: rope"
            raise self.fault("a look is at somebody's card", at, hint=hint)
        holder = self._holder(NoteWord(found[2].strip('"'), at + found.start(2)))
        words = [
            word
            for word in words_of(found[3], at + found.start(3))
            if not self._says(word, FILLER, self.game.deck)
        ]
        if len(words) > 1:
            message = "a look is at one card"
            hint = "write a line for each"
            raise self.fault(message, words[1].at, expected=[END], hint=hint)
        if not words or self._says(words[0], UNSEEN):
            return Looks(self._player(who), holder, None)
        return Looks(self._player(who), holder, self._card(words[0]))

    def _open_cards(self, rest: str, at: int) -> frozenset[str]:
        """The cards that are laid open."""
        cards = [
            self._card(word)
            for word in words_of(rest, at)
            if not self._says(word, FILLER | {":"}, self.game.deck)
        ]
        if fault := open_fault(cards):
            hint = "write for example  bob lays open plum hall"
            raise self.fault(fault, at, hint=hint)
        return frozenset(cards)

    def _sight(self, who: NoteWord, rest: str, at: int) -> Sees:
        """Return the note that somebody saw the card that was shown last."""
        if rest.strip():
            raise self.fault("a word too many", at, expected=[END])
        done = (action for action, _ in reversed(self.actions))
        last = next((a for a in done if not isinstance(a, AsideAction)), None)
        if self.actions and not isinstance(last, Shows | None):
            raise self.fault(
                "no card was shown just before",
                who.at,
                hint="write it in the line of the show:  -> bob shows, cid saw it",
            )
        return Sees(self._player(who))

    def _witnesses(self, behind: str, at: int) -> tuple[str, list[Sees]]:
        """The answers without the words about who saw the card, and these players."""
        found: list[Sees] = []
        while match := _WITNESS.search(behind):
            self._require_events(at + match.start(1))
            who = NoteWord(match[1].strip('"'), at + match.start(1))
            found.append(Sees(self._player(who)))
            behind = behind[: match.start()]
        return behind, found[::-1]

    def _seen_by(self, witnesses: list[Sees], at: int) -> Iterator[Sees]:
        """The witnesses of a turn, in which a card has to be shown."""
        last = self.actions[-1][0] if self.actions else None
        if witnesses and not isinstance(last, Shows):
            raise self.fault(
                "nobody shows a card in this turn that somebody could have seen",
                at,
                hint="write for example  -> bob shows, cid saw it",
            )
        yield from witnesses
