"""The engine "prolog": the axioms as Prolog, driven by axioms/drive/."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from mystpy.axioms import poss_labels
from mystpy.compilation import replace
from mystpy.engines.base import (
    Answer,
    Engine,
    Grid,
    Inconsistency,
    Judgement,
    PossibleAction,
    PublicFluents,
    Value,
    Verdict,
    World,
    grid_of,
    no_deal,
    pattern_of,
)
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.programs.term import formula_term
from mystpy.engines.prolog import continuation
from mystpy.engines.prolog.placement import (
    require_like_sets,
    require_placed,
    unaware,
)
from mystpy.engines.prolog.swipl import swipl
from mystpy.engines.semantics import Dealt, Semantics, require_agreement
from mystpy.engines.terms import Term, read_action, read_conjunct, show_term
from mystpy.game.game import Game
from mystpy.game.names import set_term
from mystpy.history.actions import CardAction
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.sight import is_known_sight, require_known_sight
from mystpy.theories import edited_theory
from mystpy.thresholds import (
    MAX_ACTIONS_IN_PROLOG,
    MAX_CARDS_IN_PROLOG,
    MAX_WORLDS_FOR_OUTERMOST_K,
)
from mystpy.views import SHIPPED, Sight, seen_by, warn_if_large

if TYPE_CHECKING:
    from mystpy.engines.worlds.engine import WorldsEngine

T = TypeVar("T")

INFERENCES = 10_000_000
"""The inferences to decide for all deals whether actions are possible: seconds."""
LIMIT = 20_000
"""Enumerations above this number of deals take seconds in Prolog and are announced."""


@exclusive_methods
class PrologEngine(Semantics):
    """Answers from SWI-Prolog. Raises EngineMissing if it is not installed.

    `fallback` answers about legality if Prolog would take long.
    """

    name = "prolog"
    listing = "prolog-worlds"

    def __init__(
        self,
        fallback: WorldsEngine | None = None,
        all_worlds: int = MAX_WORLDS_FOR_OUTERMOST_K,
    ) -> None:
        self.all_worlds = all_worlds
        self._prolog = swipl()
        self.fallback = fallback
        self._placed: set[str] = set()

    def judge(self, history: History) -> Judgement:
        """Return whether the history is executable, by progression.

        If a consistent deal is hard to find, Prolog checks those of `fallback`.
        """
        game = history.game
        labels = poss_labels(game.rule_set)
        if edited_theory():
            labels.require(action.name for action in history.actions)
        few = game.c <= MAX_CARDS_IN_PROLOG  # with more cards Prolog is not asked
        module = self._module(game) if few else self._prolog.module(game.rule_set)
        briefly = partial(self._briefly, module)
        found = continuation.judge(history, (self.name, module), self._within, briefly)
        if found is None:
            return self._sampled(history, lambda engine, asked: engine.judge(asked))
        _, verdict, fault, _ = found
        if verdict == "no_deal":
            raise no_deal()
        if fault == "none":
            return Judgement(Verdict(verdict))
        _, step, failed = fault
        conjuncts, name = tuple(map(read_conjunct, failed)), history.actions[step].name
        return Judgement(Verdict.ILLEGAL, step, labels[name], conjuncts)

    def executable(self, history: History) -> bool:
        """Return whether it is executable, literally by the definition.

        It uses regression, for a known deal. This is the reference for `judge`.
        """
        deal = (
            "maplist([given(K,Xs)]>>give(K,Xs),{hands}),"
            "foldl([A,S0,do(A,S0)]>>true,{acts},init0,S),"
            "(executable(S)->V=yes;V=no)"
        )
        _, value = self.prove(history, deal, "r(V)")
        return bool(value == "yes")

    def state(self, history: History) -> PublicFluents:
        """Return the fluents after the last action."""
        answer = self._within(history, "state({acts},{hands},Ss)", "r(Ss)")
        if answer is None:
            return self._sampled(history, lambda engine, asked: engine.state(asked))
        _, states = answer
        if not states:
            raise no_deal()
        overs = {bool(state[3]) for state in states}
        return PublicFluents(
            still_in=frozenset.intersection(*(frozenset(s[1]) for s in states)),
            turn=frozenset(states[0][4]),
            ans_turn=frozenset(states[0][5]),
            question=next((frozenset(q[1:]) for q in states[0][2]), None),
            phases=frozenset(states[0][6]),
            game_over=overs.pop() if len(overs) == 1 else None,
        )

    def possible(self, history: History) -> tuple[PossibleAction, ...]:
        """Return the possible next actions; questions and guesses as patterns."""
        game = history.game
        if edited_theory():
            require_like_sets(self._prolog, self._module(game), game.rule_set)
        question = set_term(next(game.questions()), game.deck)
        guess = set_term(next(game.guesses()), game.deck)
        goal = f"possible({{acts}},{{hands}},{question},{guess},As)"
        answer = self._within(history, goal, "r(As)")
        if answer is None:
            return self._sampled(history, lambda engine, asked: engine.possible(asked))
        _, found = answer
        if found == "none":
            raise no_deal()
        verdicts = {"all": Verdict.LEGAL, "some": Verdict.POSSIBLE}
        return tuple(
            PossibleAction(pattern_of(read_action(term)), verdicts[some])
            for some, term in found
        )

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Yield each consistent world, or each world of the public history."""
        asked = seen_by(history, None) if public else history
        self.make_worlds(asked)
        goal = (
            "findall(w(Hs,Xs,Over),(world(W),findall(H,hand(W,_,H),Hs),"
            "findall(X,(shown(W,E,X),\\+event(E,arbitrator,_)),Xs),"
            "(now(W,game_over)->Over=yes;Over=no)),Ws)"
        )
        _, found = self.prove(history, goal, "r(Ws)")
        steps = [k for k, a in enumerate(history.actions) if isinstance(a, CardAction)]
        for _, hands, shown, over in found:
            held = tuple(frozenset(hand[1:]) for hand in hands)
            yield World(held, tuple(zip(steps, shown, strict=True)), over == "yes")

    def deals(self, history: History) -> Collection[Dealt]:
        """Return the hands of each deal that fits, without a choice of shown cards."""
        goal = (
            "ends({acts},Es),findall(Hs,(member(Cs-_,Es),some_deal(Cs,{hands}),"
            "findall(Xs,(holder(K),findall(X,dealt(K,X),Xs)),Hs)),Ds)"
        )
        _, found = self.prove(history, goal, "r(Ds)")
        return [tuple(map(frozenset, hands)) for hands in found]

    def value(self, history: History, formula: Formula) -> Answer:
        """Return the value of a formula over the consistent worlds."""
        expanded = ground(formula, history.game)
        phi = formula_term(expanded, history.game.deck)
        scope, in_views = self.scope(history, expanded)
        self.make_worlds(scope)
        goal = f"value({phi},{{hands}},{continuation.given_events(history)},V)"
        _, value = self.prove(history, goal, "r(V)")
        if value == "no_world":
            raise no_deal()
        return Answer(Value(value), self.name, in_views)

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals that a player considers possible, by cell."""
        if player is not None:  # views are made of the ASP files
            require_known_sight(history.game.rule_set)
        asked = history if player is None else seen_by(history, player)
        warn_if_large(asked, LIMIT)
        # Everybody sees the outcome of a last guess: it is among what is given.
        states = continuation.filled_in("state({acts},{hands},Ss)", history)
        goal = f"{states},grid({{acts}},{{hands}},Ss,D,Cs)"
        _, deals, found = self.prove(asked, goal, "r(D,Cs)")
        counts: tuple[dict[str, int], ...] = tuple({} for _ in history.game.holders)
        for _, holder, card, count in found:
            counts[holder][card] = count
        return grid_of(player, deals, counts)

    def sight(self, _game: Game) -> Sight:
        """Return the shipped sight: if it is edited, `views` has what players see."""
        return SHIPPED

    def views(self, history: History) -> dict[int, Sequence[int]]:
        """Return a number for each player's view in each world, if sight is edited."""
        if is_known_sight(history.game.rule_set):
            return {}
        self.make_worlds(history)
        goal = "findall(Vs,(world(W),findall(V,(player(I),view(I,W,V)),Vs)),Vss)"
        _, found = self.prove(history, goal, "r(Vss)")
        return dict(enumerate(zip(*found, strict=True), 1))

    def clash(self, history: History) -> Inconsistency:
        """Return a smallest set of steps and hands that no deal satisfies together."""
        step = self.judge(history).step
        assert step is not None, "a clash is asked for only where no world fits"
        _, found = self.prove(
            history.prefix(step + 1), "clash({acts},{hands},C)", "r(C)"
        )
        steps = [k for kind, k in found if kind == "step" and k != step]
        return Inconsistency(
            step=step,
            action=history.actions[step],
            observations=tuple((k, history.actions[k]) for k in steps),
            hands=tuple(k for kind, k in found if kind == "hand"),
        )

    def make_worlds(self, history: History) -> None:
        """Make the worlds of a history the current ones for goals."""
        self._module(history.game)  # other axioms need new ones
        if history == self._prolog.current_worlds:
            return
        warn_if_large(history, LIMIT)
        self._prolog.current_worlds = None
        goal = "make_worlds({acts},{hands},_),(unaware(I,A)->true;I=0,A=none)"
        _, player, action = self.prove(history, goal, "r(I,A)")
        if player:
            raise unaware(player, show_term(action))
        self._prolog.current_worlds = history

    def prove(self, history: History, goal: str, result: str) -> Term:
        """Prove a goal once; {acts} and {hands} in it are those of the history.

        Returns the result term, see term_text. Raises EngineFailed on an error.
        """
        module = self._module(history.game)
        answer = self._prolog.ask(module, continuation.filled_in(goal, history), result)
        assert answer is not None, f"{goal} is det"
        return answer

    def _within(self, history: History, goal: str, result: str) -> Term | None:
        """Return the result of `prove`; None if that takes too many inferences.

        If the whole deal is given, there is no search and no limit. Goals that are
        certainly too long are not started.
        """
        if self.fallback and (
            len(history) > MAX_ACTIONS_IN_PROLOG or history.game.c > MAX_CARDS_IN_PROLOG
        ):
            return None
        if self.fallback is None or all(hand is not None for hand in history.hands[1:]):
            return self.prove(history, goal, result)
        limited = f"call_with_inference_limit(({goal}),{INFERENCES},Done)"
        done = f"(Done==inference_limit_exceeded->A=none;A={result})"
        answer = self.prove(history, f"{limited},{done}", "A")
        return None if answer == "none" else answer

    def _briefly(
        self, module: str, history: History, since: int, goal: str, result: str
    ) -> str | None:
        """Prove a goal about the actions from one on; None if it fails."""
        goal = continuation.filled_in(goal, history, since)
        return self._prolog.ask_briefly(module, goal, result)

    def _sampled(self, history: History, ask: Callable[[Engine, History], T]) -> T:
        """Return the answer of `fallback`, after Prolog has confirmed samples."""
        fast = self.fallback
        assert fast is not None, "without it all is proved"
        sample = history.prefix(min(MAX_ACTIONS_IN_PROLOG, len(history)))
        deals = fast.samples(sample) if history.game.c <= MAX_CARDS_IN_PROLOG else ()
        for deal in deals:
            dealt = replace(sample, hands=deal)
            require_agreement(self.name, self.judge(dealt), fast.judge(dealt))
            if fast.judge(dealt).step is None:
                require_agreement(self.name, ask(self, dealt), ask(fast, dealt))
        return ask(fast, history)

    def _module(self, game: Game) -> str:
        module = self._prolog.module(game.rule_set)
        if (module, game) != self._prolog.current_game:
            if edited_theory() and module not in self._placed:
                require_placed(self._prolog, module, game.rule_set)
                self._placed.add(module)
            # After an interruption neither the old nor the new game can be relied on.
            self._prolog.current_game, self._prolog.current_worlds = None, None
            self._prolog.ask(module, f"game({continuation.fact_list(game)})", "ok")
            self._prolog.current_game = module, game
        return module
