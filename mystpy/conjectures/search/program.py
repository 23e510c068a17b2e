"""The search as a program: a history of a given length, its deal, and other worlds.

The axiom files define the actions, their preconditions and effects, and the worlds.
Here the solver chooses the deal, the actions, and the cards of each question and guess.
These sets are named after their step, so that no other sets of cards have to be listed.
Worlds that a player cannot distinguish are further copies of the predicates that depend
on the deal, for the same public actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby, pairwise

from mystpy.axiom_folder.signature import DEAL
from mystpy.compilation import dataclass, field
from mystpy.engines.programs.worlds import own, world_rules
from mystpy.game.game import Game, facts
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.language.atoms import AnsTurn, H, Phase, Turn
from mystpy.views import sight_of

_CHOICES = f"""
shows_cards.
1 {{ step(T,A) : may(T,A) }} 1 :- T = 0..length-1.
may(T,A) :- named(T,S), T < last, poss(A,S), not is_shows(A).
may(T,{Shows.name}(J,I,unseen)) :-
    named(T,S), T < last, poss({Shows.name}(J,I,X),S), card(X).
is_shows({Shows.name}(J,I,X)) :- action({Shows.name}(J,I,X)).
with_set({Asks.name}(I,Q)) :- action({Asks.name}(I,Q)).
with_set({Guess.name}(I,M)) :- action({Guess.name}(I,M)).
considered(A,S) :-
    named(T,S), T < last, action(A), not with_set(A), not is_shows(A).
considered({Shows.name}(J,I,X),S) :-
    named(T,S), T < last, {Phase.SHOW}(S), card(X),
    {Turn.predicate}(I,S), {AnsTurn.predicate}(J,S).
considered({Asks.name}(I,asked(T)),S) :-
    named(T,S), T < last, {Phase.ASK}(S), player(I).
considered({Guess.name}(I,guessed(T)),S) :-
    named(T,S), T < last, {Phase.GUESS}(S), player(I).
set_term(asked(T)) :- named(T,S), T < last, {Phase.ASK}(S).
set_term(guessed(T)) :- named(T,S), T < last, {Phase.GUESS}(S).
chosen_set(asked(0..last)). chosen_set(guessed(0..last)).
{{ element(X,Q) : card(X) }} :- set_term(Q), chosen_set(Q).
sees(T,I,do({Shows.name}(J,K,unseen),S)) :-
    step(T,{Shows.name}(J,K,unseen)), named(T,S), SEEN.
element(I,everybody) :- player(I).
:- {DEAL.name}(K,X,init0), {DEAL.name}(L,Y,init0), next_alike(X,Y), L < K.
#show {DEAL.name}/3. #show shown/2. #show step/2. #show element/2.
#show value/2. #show goal/1.
"""


@dataclass(frozen=True, slots=True)
class TermRef:
    """A term of the program, and the literals that define its variables.

    If it is a set or a group, its identity depends on its elements.
    """

    term: str
    given: tuple[str, ...] = ()
    is_set: bool = False


Worlds = str
"""The name of a world, appended to its predicates; empty for the history's world."""


@dataclass(slots=True)
class SearchProgram:
    """The text of the program while it is written, for histories of `length` actions.

    Up to `more` actions follow: those in the formula.
    """

    game: Game
    length: int
    more: int
    lines: list[str] = field(default_factory=list)
    worlds: int = 0
    _made: int = 0

    def start(self, named: Iterable[str]) -> None:
        """Write the part before the formula, which names these cards."""
        last = self.length + self.more
        self.add(f"#const length = {self.length}. #const last = {last}.")
        self.add(facts(self.game), _choices(self.game))
        distinguished, kinds = {*named, *self.game.face_up}, dict[str, str]()
        for name, cards in self.game.sorts:
            kinds |= dict.fromkeys(cards, name)
        alike = [x for x in self.game.cards if x not in distinguished]
        for _, cards_of_a_kind in groupby(alike, lambda x: kinds.get(x)):
            pairs = pairwise(cards_of_a_kind)
            self.add(*(f"next_alike({x},{y})." for x, y in pairs))

    def add(self, *lines: str) -> None:
        """Write these lines."""
        self.lines += lines

    def rule(self, head: str, body: Iterable[str]) -> None:
        """Write a rule."""
        said = "; ".join(dict.fromkeys(body))
        self.lines.append(f"{head} :- {said}." if said else f"{head}.")

    def never(self, body: Iterable[str]) -> None:
        """Write a constraint."""
        self.rule("", body)

    def number(self) -> int:
        """Return a number that was not used before."""
        self._made += 1
        return self._made

    def situation(self, step: int) -> str:
        """Return the situation before a step."""
        return f"at({step})" if step else "init0"

    def own(self, name: str, arity: int, world: Worlds) -> str:
        """Return the name of a predicate in a world."""
        return own(self.game.rule_set, name, arity, world)

    def new_world(self) -> Worlds:
        """Write the axioms for a further world, and return its name."""
        self.worlds += 1
        return self.world(f"_w{self.number()}")

    def world(self, name: str, *, free: bool = True) -> Worlds:
        """Write the axioms for a world of this name; see `world_rules`."""
        self.add(world_rules(self.game.rule_set, name, free=free))
        self.add(f"#show h{name}/3. #show shown{name}/2.")
        return name

    def differs(self, one: Worlds, other: Worlds, who: TermRef, step: int) -> list[str]:
        """Return bodies of rules that distinguish two worlds for a player at a step.

        The other world also counts as distinguished if the history is not executable
        there.
        """
        return ["; ".join(body) for body in self._differences(one, other, who, step)]

    def _differences(
        self, one: Worlds, other: Worlds, who: TermRef, step: int
    ) -> list[list[str]]:
        here, held = self.situation(step), H.predicate
        same = [f"step({step - 1},{Guess.name}(_,M))", f"equals_pile{one}(M)"]
        other_pile = f"equals_pile{other}(M)"
        bodies = [
            [f"not executable{other}({here})"],
            [f"impossible{other}"],
            [
                *who.given,
                f"{held}{one}({who.term},X)",
                f"not {held}{other}({who.term},X)",
            ],
            [
                *(*who.given, f"sees(T,{who.term},D)", f"T < {step}"),
                *(f"shown{one}(D,X)", f"not shown{other}(D,X)"),
            ],
        ]
        if step:
            bodies.append([*same, f"not {other_pile}"])
            bodies.append([same[0], other_pile, f"not equals_pile{one}(M)"])
        return bodies

    def link(
        self, one: Worlds, other: Worlds, who: TermRef, step: int, goal: str
    ) -> None:
        """Require that a player cannot distinguish two worlds, if `goal` holds."""
        for body in self.differs(one, other, who, step):
            self.never((goal, body))

    def image(self, of: Worlds, moved: Mapping[str, str]) -> Worlds:
        """Write a world in which cards have moved to the places of others.

        The card of each show is left open: a player who did not see it allows for all.
        """
        name = f"_t{self.number()}"
        self.world(name, free=False)
        held, show = H.predicate, Shows.name
        for card in self.game.cards:
            place = moved.get(card, card)
            self.add(f"{held}{name}(K,{card},init0) :- {held}{of}(K,{place},init0).")
        self.add(
            f"shown{name}(D,X) :- shown{of}(D,X), D = do({show}(J,I,unseen),S),"
            f" poss{name}({show}(J,I,X),S).",
        )
        return name


def _choices(game: Game) -> str:
    """Return the choices, with the rule that player I sees the card J shows to K."""
    seers, seen = sight_of(game).seers, "I = (J; K)"
    if seers is not None:
        seen = f"(J,K,I) = ({'; '.join(map(str, sorted(seers)))})" if seers else "1 = 2"
    return _CHOICES.replace("SEEN", seen)
