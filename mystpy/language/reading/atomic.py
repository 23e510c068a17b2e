"""The atoms in a formula's text: fluents of a game, atoms of a model, comparisons."""

from __future__ import annotations

from itertools import product
from math import prod

from mystpy.language.atoms import (
    OF_PLAYERS,
    Atom,
    Equality,
    Falsity,
    GameOver,
    H,
    Holder,
    Membership,
    OpenAtom,
    Phase,
    PhaseIs,
    Question,
    Truth,
    Var,
)
from mystpy.language.nodes import Formula, Not
from mystpy.language.reading.names import CLOSING, A
from mystpy.language.reading.numeric import NumberReader
from mystpy.language.reading.tokens import Token, is_word
from mystpy.language.vocabulary import ModelWords

MOST_INSTANCES = 100_000
"""The maximal number of instances of an atom of a model under quantifiers."""

ONLY_OF_GAMES = ("possible", "after", "next", "on")
"""Words of formulas about possible actions, which models do not have."""

_PHASES = frozenset(Phase)


class AtomReader(NumberReader):
    """A place in a text, and how an atom is read from it."""

    def is_name(self, word: str) -> bool:
        """Whether a new word of the language is a name in this place."""
        if isinstance(self.words, ModelWords):
            return word in self.words.heads or word in ONLY_OF_GAMES
        return self.follows in ("=", "!=", "in")

    def is_atom(self, word: str) -> bool:
        """Return whether a word is an atom here, or a side of a comparison."""
        if isinstance(self.words, ModelWords) and word in self.words.heads:
            return True
        return is_word(word) and self.follows in ("=", "!=", "in")

    def announces_behind(self) -> bool:
        """Whether the bracket that opens here closes with `!`, as in `[F!]`."""
        closing = "]" if self.word == "[" else ">"
        depth = 0
        for place in range(self.place, len(self.tokens) - 1):
            text = self.tokens[place].text
            depth += (text == self.word) - (text == closing)
            if not depth:
                return self.tokens[place - 1].text == "!"
        return False

    def announces(self) -> bool:
        """Whether the bracket that opens here is not that of a set beside `=`."""
        depth = 0
        for place in range(self.place, len(self.tokens) - 1):
            depth += {"[": 1, "]": -1}.get(self.tokens[place].text, 0)
            if not depth:
                return self.tokens[place + 1].text not in ("=", "!=")
        return True

    def names_action(self) -> bool:
        """Whether a bracket opens here around a name that begins no formula."""
        upcoming = [
            token.text for token in self.tokens[self.place + 1 : self.place + 6]
        ]
        closing = "]" if self.word == "[" else ">"
        if not is_word(upcoming[0]) or upcoming[0] in self.words.words:
            return False
        called = upcoming[1:2] == ["("] and self.calls_until(closing)
        return upcoming[1:2] == [closing] or called

    def names_event(self) -> bool:
        """Return whether a bracket contains only an action, or one of its events."""
        closing = "]" if self.word == "[" else ">"
        words = [token.text for token in self.tokens[self.place + 2 : self.place + 6]]
        return words[:1] == [closing] or (
            words[::2] == ["(", ")"] and words[3] == closing
        )

    def calls_until(self, closing: str) -> bool:
        """Return whether a call is all that the bracket that opens here contains."""
        depth, words = 0, [token.text for token in self.tokens[self.place + 2 :]]
        for place, word in enumerate(words[:-1]):
            depth += (word in CLOSING) - (word in CLOSING.values())
            if not depth:
                return words[place + 1] == closing
        return False

    def step_end(self) -> int | None:
        """Where a bracket closes that opens here around a step, as `[win(1)]`."""
        steps, word = self.words.steps, self.tokens[self.place + 1].text
        if steps is None or word not in steps.kinds:
            return None
        if word in self.words.actions and self.names_event():
            return None
        closing, depth = "]" if self.word == "[" else ">", 0
        for place in range(self.place + 1, len(self.tokens) - 1):
            text = self.tokens[place].text
            if not depth and text == closing:
                called = self.tokens[place - 1].text == ")"
                return place if called else None
            depth += (text in "([{") - (text in ")]}")
        return None

    def begins_group(self) -> bool:
        """Whether a group is here: written out, or by name."""
        return self.is_set() or self.word in ("players", "agents")

    def names_group(self) -> bool:
        """Whether a bracket opens here with nothing in it but a group written out."""
        depth, closing = 0, "]" if self.word == "[" else ">"
        words = [token.text for token in self.tokens[self.place + 1 :]]
        if words[0] not in CLOSING and words[:2] != ["set", "("]:
            return False
        for place, word in enumerate(words[:-1]):
            depth += (word in CLOSING) - (word in CLOSING.values())
            if not depth and word in CLOSING.values():
                return words[place + 1] == closing and "!" not in words[:place]
        return False

    def atom(self) -> Formula:
        """An atom."""
        token = self.tokens[self.place]
        word = token.text
        if self.compares():
            return self.compared()
        if self.follows in ("=", "!=", "in") or self.is_set():
            return self.comparison()
        if word in ("true", "false"):
            self.place += 1
            return Truth() if word == "true" else Falsity()
        if isinstance(self.words, ModelWords):
            return self.atom_of_model(self.words)
        if word in (H.name, Question.name) or word in OF_PLAYERS:
            return self.fluent(word)
        if word not in _PHASES and word != GameOver.name:
            self.unexpected("a formula", known=self.words.words)
        self.place += 1
        return GameOver() if word == GameOver.name else PhaseIs(Phase(word))

    def fluent(self, word: str) -> Formula:
        """`h(k,x)`, `In(i)`, `Turn(i)`, `AnsTurn(i)` or `Question(Q)`."""
        self.place += 1
        self.need("(")
        found: Formula
        if word == H.name:
            holder = self.player(pile=True)
            self.need(",")
            assert isinstance(holder, Holder), "a game's holders are numbers"
            found = H(holder, self.card())
        elif word == Question.name:
            found = Question(self.question())
        else:
            found = OF_PLAYERS[word](self.player())
        self.need(")")
        return found

    def atom_of_model(self, words: ModelWords) -> Formula:
        """An atom of a model, such as `p` or `m(i)`."""
        token = self.tokens[self.place]
        if not is_word(token.text) or token.text in ("in", "set"):
            self.unexpected("a formula", known=words.words)
        if token.text in ONLY_OF_GAMES and token.text not in words.heads:
            self.fail(
                f"a model has no actions, and {token.text!r} has no meaning in it",
                hint="mystpy theorem --say decides it of the situations of a game",
            )
        self.place += 1
        name = token.text
        places: list[str | Var] = []
        if self.take("("):
            while not places or self.take(","):
                places.append(self.place_of_atom())
            self.need(")", ",")
        if name in self.scope and not places:
            self.fail(f"the variable {name} is no formula", token.start)
        self.check_instances(words, name, tuple(places), token)
        if any(isinstance(place, Var) for place in places):
            return OpenAtom(name, tuple(places))
        return Atom(f"{name}({','.join(map(str, places))})" if places else name)

    def place_of_atom(self) -> str | Var:
        """A name, or a variable, within the brackets of a model's atom."""
        token = self.next_token("a name")
        return Var(token.text) if token.text in self.scope else token.text

    def comparison(self) -> Formula:
        """`i = j`, `Q != R`, `x in Q`."""
        left, sort = self.side()
        sign = self.tokens[self.place]
        if self.take("in"):
            if sort not in ("card", "player", "holder", "name", "any"):
                self.fail("a card or a player is in a set", sign.start)
            assert not isinstance(left, frozenset | tuple)
            of = self.group() if sort in ("player", "holder") else self.cards("the set")
            return Membership(left, of)
        if sign.text not in ("=", "!="):
            self.unexpected("=", "!=", "in")
        self.place += 1
        right, other = self.side()
        mixed = {sort, other}
        if len(mixed) > 1 and mixed != {"player", "holder"} and "any" not in mixed:
            self.fail(f"{A[sort]} is never {A[other]}", sign.start)
        same = Equality(left, right)
        return same if sign.text == "=" else Not(same)

    def check_instances(
        self, words: ModelWords, name: str, places: tuple[str | Var, ...], at: Token
    ) -> None:
        """Raise ParseError at an atom of a model of which an instance is none."""
        if any(bound.values == () for bound in self.scope.values()):
            return  # what is said of all members of an empty set is said of nothing
        names = dict.fromkeys(place.name for place in places if isinstance(place, Var))
        choices = [self.scope[variable].values or () for variable in names]
        if prod(map(len, choices)) > MOST_INSTANCES:
            self.fail(f"the quantifiers unfold into more than {MOST_INSTANCES} atoms")
        for chosen in product(*choices):
            value = dict(zip(names, chosen, strict=True))
            inside = ",".join(value.get(str(place), str(place)) for place in places)
            full = f"{name}({inside})" if places else name
            self.ask_at(lambda _, full=full: words.check_atom(full), at)  # type: ignore[misc]
