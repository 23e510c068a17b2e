"""Simple sentences of English as formulas: "player 1 knows that 2 has red".

This is a controlled natural language. The formula that is read is offered, and not
marked: the student decides whether it was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from mystpy.compilation import dataclass, pattern
from mystpy.language.atoms import Atom, H, Player
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import (
    Common,
    Considers,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
)

LONGEST_SENTENCE = 400
"""The maximal length of a sentence that is read here."""
_HOLDING = pattern(r"h\((\w+),(\w+)\)", re.ASCII)
_ABOUT = pattern(r"(\w+)\((\w+)\)", re.ASCII)
_SPACE = pattern(r"\s+")
_TITLES = r"(?:the )?(?:(?:player|child|agent|mr|ms) )?"
_HAS = r"(?:has|have|holds|hold|owns|own)"
_CARD = r"(?:the |an? )?(?:card )?(\w+)(?: card)?"
_KNOWS = r"(?:knows|know)"
_ALL = (
    r"(?:everybody|everyone|every player|all players|all of them|all|both|each of them)"
)
_NOBODY = r"(?:nobody|no one|no player|no child|none of them)"
_SOMEBODY = r"(?:somebody|someone|some player|one of them|some child)"


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The names in sentences: agents, cards, and the other atoms of a model.

    In a game cards are held by players, or in the pile; in a model they are in atoms.
    """

    agents: tuple[Player, ...]
    cards: tuple[str, ...] = ()
    atoms: tuple[str, ...] = ()

    @classmethod
    def of_model(cls, agents: Sequence[str], atoms: Sequence[str]) -> SentenceWords:
        """The names of a model: its cards are those in atoms such as h(1,r)."""
        held = [found[2] for atom in atoms if (found := _HOLDING.fullmatch(atom))]
        return cls(tuple(agents), tuple(dict.fromkeys(held)), tuple(atoms))

    def agent(self, word: str) -> Player | None:
        """The agent that a word names."""
        return next((x for x in self.agents if str(x).lower() == word.lower()), None)

    def card(self, word: str) -> str | None:
        """The card that a word names: itself, or the one that begins like it.

        "red" is r if no other card could be meant.
        """
        given = word.lower()
        whole = [card for card in self.cards if card.lower() == given]
        short = [x for x in self.cards if len(x) == 1 and given.startswith(x.lower())]
        numbered = [card for card in self.cards if card.lower() == f"s{given}"]
        found = whole or (short if len(given) > 2 else []) or numbered
        return found[0] if len(found) == 1 else None

    def held(self, holder: Player, card: str) -> Formula | None:
        """Return the atom that a holder has a card; None if a model lacks this atom."""
        if not self.atoms:
            return H(holder, card) if isinstance(holder, int) else None
        name = f"h({holder},{card})"
        return Atom(name) if name in self.atoms else None


def read_sentence(text: str, words: SentenceWords) -> Formula | None:
    """The formula that a sentence says; None if it is no sentence that is read here."""
    plain = _SPACE.sub(" ", text.strip().rstrip(".!")).replace("\u2019", "'")
    if not plain or len(plain) > LONGEST_SENTENCE:
        return None
    return _Reader(words).sentence(plain)


class _Reader:
    """One reading: rules in turn, of which the first that fits counts."""

    def __init__(self, words: SentenceWords) -> None:
        self.words = words
        self.known: dict[str, Formula | None] = {}

    def sentence(self, text: str) -> Formula | None:
        """The formula of a sentence, or of a part of one; each is read once."""
        if text not in self.known:
            self.known[text] = None  # a part is shorter than what it is a part of
            for rule in self._rules():
                if (found := rule(text)) is not None:
                    self.known[text] = found
                    break
        return self.known[text]

    def _rules(self) -> Iterator[Callable[[str], Formula | None]]:
        yield self._bracketed
        yield self._conditional
        yield self._denied
        yield self._common
        yield self._of_all
        yield self._of_one
        yield self._joined
        yield self._held
        yield self._of_nobody
        yield self._said_of

    def _match(self, form: str, text: str) -> re.Match[str] | None:
        return re.fullmatch(form, text.strip(" ,"), re.IGNORECASE)

    def _bracketed(self, text: str) -> Formula | None:
        found = self._match(r"\(([^()]*)\)", text)
        return self.sentence(found[1]) if found else None

    def _conditional(self, text: str) -> Formula | None:
        if found := self._match(r"if (.+?)(?:, then | then |, )(.+)", text):
            return self._two(found, Implies)
        if found := self._match(r"(.+?) (?:if and only if|iff) (.+)", text):
            return self._two(found, Iff)
        return None

    def _two(
        self, found: re.Match[str], kind: Callable[[Formula, Formula], Formula]
    ) -> Formula | None:
        left, right = self.sentence(found[1]), self.sentence(found[2])
        return kind(left, right) if left and right else None

    def _denied(self, text: str) -> Formula | None:
        form = r"(?:it is not (?:so|true|the case) that|it is false that|not) (.+)"
        found = self._match(form, text)
        body = self.sentence(found[1]) if found else None
        return Not(body) if body else None

    def _common(self, text: str) -> Formula | None:
        form = r"it is common knowledge(?: (?:of|among|between|to) (.+?))? that (.+)"
        if not (found := self._match(form, text)):
            return None
        group, body = self._group(found[1]), self.sentence(found[2])
        return Common(group, body) if group and body else None

    def _group(self, text: str | None) -> tuple[Player, ...] | None:
        if text is None or self._match(_ALL, text):
            return self.words.agents
        names = [x for x in re.split(r"[\s,]+", text.lower()) if x not in _FILLERS]
        members = tuple(self.words.agent(name) for name in names)
        known = tuple(member for member in members if member is not None)
        return known if known and len(known) == len(members) else None

    def _of_all(self, text: str) -> Formula | None:
        if found := self._match(rf"{_ALL} {_KNOWS} that (.+)", text):
            body = self.sentence(found[1])
            return Everyone(self.words.agents, body) if body else None
        for form, join in ((_NOBODY, False), (_SOMEBODY, True), (_ALL, None)):
            if found := self._match(rf"{form} {_KNOWS} (that|whether) (.+)", text):
                return self._each(found[1], found[2], join)
        both = rf"(.+? and {_TITLES}\w+) (?:both |all )?{_KNOWS} that (.+)"
        if (found := self._match(both, text)) and (group := self._group(found[1])):
            body = self.sentence(found[2])
            return Everyone(group, body) if body else None
        return None

    def _each(self, how: str, said: str, some: bool | None) -> Formula | None:
        """Return what each, some or no agent knows; "it" is the agent there."""
        kind = KnowsWhether if how.lower() == "whether" else Knows
        known = []
        for agent in self.words.agents:
            own = re.sub(
                r"^(?:it|he|she|they) (is|are|has|have)\b", rf"{agent} \1", said
            )
            body = self.sentence(own)
            if body is None:
                return None
            known.append(kind(agent, body))
        if some is None:
            return conjunction(known)
        return disjunction(known) if some else conjunction(map(Not, known))

    def _of_one(self, text: str) -> Formula | None:
        not_ = r"(?:does not|doesn't|do not|don't|cannot|can't) "
        form = rf"{_TITLES}(\w+) ({not_})?{_KNOWS} (that|whether|if) (.+)"
        if found := self._match(form, text):
            agent, body = self.words.agent(found[1]), self.sentence(found[4])
            if agent is None or body is None:
                return None
            kind = Knows if found[3].lower() == "that" else KnowsWhether
            return Not(kind(agent, body)) if found[2] else kind(agent, body)
        form = (
            rf"{_TITLES}(\w+) (?:holds|considers|thinks) it (?:is )?possible that (.+)"
        )
        if found := self._match(form, text):
            agent, body = self.words.agent(found[1]), self.sentence(found[2])
            return Considers(agent, body) if agent is not None and body else None
        return self._knows_card(text)

    def _knows_card(self, text: str) -> Formula | None:
        """`player 2 knows player 1's card`: there is a card of which 2 knows it."""
        not_ = r"(?:does not|doesn't) "
        own = r"(?:the|his|her|its) own card"
        whose = rf"(?:{_TITLES}(\w+)'s card|the card of {_TITLES}(\w+)|{own})"
        found = self._match(rf"{_TITLES}(\w+) ({not_})?{_KNOWS} {whose}", text)
        if not found or (agent := self.words.agent(found[1])) is None:
            return None
        named = found[3] or found[4]
        holder = self.words.agent(named) if named else agent
        if holder is None:
            return None
        held = [self.words.held(holder, card) for card in self.words.cards]
        known = disjunction(Knows(agent, each) for each in held if each is not None)
        return Not(known) if found[2] else known

    def _joined(self, text: str) -> Formula | None:
        for word, join in ((" or ", disjunction), (" and ", conjunction)):
            bare = re.sub(r"^(?:either|both) ", "", text, flags=re.IGNORECASE)
            parts = re.split(rf",?{word}", bare, flags=re.IGNORECASE)
            known = [self.sentence(part) for part in parts if len(parts) > 1]
            if known and all(known):
                return join(part for part in known if part is not None)
        return None

    def _held(self, text: str) -> Formula | None:
        not_ = r"(?:does not|doesn't|do not|don't) "
        form = rf"{_TITLES}(\w+) ({not_})?{_HAS} (neither |either )?(.+)"
        if found := self._match(form, text):
            return self._cards(found[1], found[4], bool(found[2] or found[3]), found[3])
        if found := self._match(rf"{_CARD} is (not )?in the pile", text):
            return self._holding("pile", found[1], bool(found[2]))
        if found := self._match(
            rf"(?:it is in the pile|the pile {_HAS}) {_CARD}", text
        ):
            return self._holding("pile", found[1], False)
        return None

    def _cards(self, who: str, text: str, no: bool, word: str | None) -> Formula | None:
        """Return the formula that somebody has one, all or none of some cards."""
        no = no and (word or "").lower().strip() != "either"
        parts = re.split(r",? (?:or|nor|and) |, ", text)
        held = []
        for part in parts:
            found = self._match(_CARD, part)
            one = self._holding(who, found[1], no) if found else None
            if one is None:
                return None
            held.append(one)
        every = no or " and " in text
        return conjunction(held) if every else disjunction(held)

    def _holding(self, who: str, word: str, no: bool) -> Formula | None:
        holder = 0 if who.lower() == "pile" else self.words.agent(who)
        card = self.words.card(word)
        if holder is None or card is None:
            return None
        found = self.words.held(holder, card)
        return Not(found) if found and no else found

    def _of_nobody(self, text: str) -> Formula | None:
        for form, no in ((_NOBODY, True), (_SOMEBODY, False)):
            found = self._match(rf"{form} {_HAS} {_CARD}", text)
            card = self.words.card(found[1]) if found else None
            if card is not None:
                held = [self.words.held(agent, card) for agent in self.words.agents]
                each = [x for x in held if x is not None]
                return conjunction(map(Not, each)) if no else disjunction(each)
        return None

    def _said_of(self, text: str) -> Formula | None:
        """An atom of a model: `child 1 is muddy`, `p`, `p is true`."""
        for atom in self.words.atoms:
            found = self._match(rf"{re.escape(atom)}(?: is (not )?(?:true|so))?", text)
            if found:
                return Not(Atom(atom)) if found[1] else Atom(atom)
            about = _ABOUT.fullmatch(atom)
            form = about and rf"{_TITLES}{about[2]} (?:is|are) (not )?{about[1]}"
            if form and (found := self._match(form, text)):
                return Not(Atom(atom)) if found[1] else Atom(atom)
        return None


_FILLERS = {"", "and", "player", "players", "the", "child", "children", "agents"}
