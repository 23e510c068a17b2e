"""Searches for a deal, a start, a step or a sight in which two theories differ."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from mystpy.packages.rule_set_comparison.difference_words import (
    SYMBOLIC_SETS,
    DifferenceWords,
    FluentPair,
    TheoryDifference,
    action_pairs,
    first_atom,
    fluent_pairs,
)
from mystpy.packages.rule_set_comparison.game_link import GameLink
from mystpy.packages.rule_set_comparison.joint_program import JointProgram, solved
from mystpy.packages.rule_set_comparison.step_rules import StepRules

NOW, NEXT = 7, 8
"""Numbers of situations in the package that no rule for the start is about."""

_REPORTED = (
    *("differs", "act1", "act2", "st1", "elem"),
    *("deal1", "deal2", "open1", "open2"),
)


class TheoryComparison:
    """A package and the rule set of its claim, with the values of its constants."""

    def __init__(self, link: GameLink, rules: StepRules) -> None:
        self.link, self.rules = link, rules
        self.program = JointProgram(link, rules)
        sets = dict.fromkeys(SYMBOLIC_SETS)
        self.actions = list(action_pairs(link, sets))
        self.fluents = list(fluent_pairs(link, sets))
        self.words = DifferenceWords(link, self.actions, self.fluents)

    def require_known_state(self) -> None:
        """Raise QueryError for a fluent on which steps depend, without a word there."""
        known = {(x.name, x.arity) for x in self.link.fluents}
        wanted = {("poss", 2), ("obs", 4), ("over", 1), *known}
        for name, arity in sorted(self.rules.relevant(wanted) & self.rules.effects):
            if (name, arity) not in known:
                node = next(
                    x
                    for x in self.rules.statements
                    if x.location.begin.line == self.rules.line_of((name, arity))
                )
                raise self.rules.fault(
                    node,
                    f"steps depend on {name}, which {self.link.rules.name} has not",
                )

    # --- Deals and the start

    def deals(self) -> TheoryDifference | None:
        """Return a deal that only one side has, None if both have the same."""
        cards = ";".join(self.link.cards)
        holders = ";".join(map(str, self.link.game.holders))
        lines = [
            *self.program.axioms(1, judged=True),
            *self.program.own_rules(1, judged=True),
            f"{{ deal1(({holders}),({cards})) }}.",
            f"held_once(X) :- X = ({cards}), 1 {{ deal1(({holders}),X) }} 1.",
            f"not_dealt :- X = ({cards}), not held_once(X).",
            "differs(here) :- a1_violated, not p1_violated.",
            "differs(there) :- p1_violated, not a1_violated.",
            "differs(free(A)) :- p1_free(A), not a1_violated.",
            ":- not differs(_).",
        ]
        if self.link.open is not None:
            lines.append(self.program.free_open(1))
        sorted_ = [":- not_dealt.", *self._in_order(1)]
        found = solved([*lines, ":- not not_dealt."], _REPORTED)
        if found is None:
            found = solved([*lines, *sorted_], _REPORTED)
        if found is None:
            return None
        differs = first_atom(found, "differs")
        kind = differs.arguments[0]
        if kind.name == "free":
            reason = f"a start chooses {kind.arguments[0]} besides the deal"
            return TheoryDifference(f"{reason} {self.words.deal_in(found)}", "deals")
        side = self.words.side(differs)
        deal = self.words.deal_in(found)
        return TheoryDifference(f"only {side} has the deal {deal}", "deals")

    @cached_property
    def _alike(self) -> tuple[tuple[str, ...], ...]:
        """The cards that no rule of the package tells from each other, in classes."""
        classes: dict[object, list[str]] = {}
        sorts = {x: name for name, xs in self.link.game.sorts for x in xs}
        known = [s for s in self.link.package.sorts.values() if s.sizes is None]
        for card, there in self.link.cards.items():
            own = tuple(s.name for s in known if card in map(str, s.elements))
            classes.setdefault((sorts.get(there), own), []).append(card)
        return tuple(
            tuple(cards) for cards in classes.values() if self.rules.treats_alike(cards)
        )

    def _in_order(self, run: int) -> Iterator[str]:
        """That the holders of cards that are alike go up along the deck.

        Each deal is one of these with cards exchanged that are alike.
        """
        for cards in self._alike:
            for one, other in pairwise(cards):
                yield f":- deal{run}(K,{one}), deal{run}(L,{other}), K > L."

    def starts(self) -> TheoryDifference | None:
        """Return what differs at the start, None if nothing does."""
        lines = list(self._copies(2))
        lines += [self.program.free_deal(1), self.program.free_deal(2)]
        pairs = [x for x in self.fluents if not set(x.here) & set(SYMBOLIC_SETS)]
        for number, pair in enumerate(pairs):
            there, here = pair.atom_there("a1_", "init0"), pair.atom_here("p1_", "0")
            lines += unequal(f"fluent({number})", there, here)
        lines += self._stray("0", pairs)
        lines += [
            "seen_there(I) :- a1_player(I), not unlike_there(I).",
            "unlike_there(I) :- a1_obs0(I,O), not a2_obs0(I,O).",
            "unlike_there(I) :- a2_obs0(I,O), not a1_obs0(I,O).",
            "seen_here(I) :- is_player(J,I), not unlike_here(J).",
            "unlike_here(I) :- p1_obs0(I,O), not p2_obs0(I,O).",
            "unlike_here(I) :- p2_obs0(I,O), not p1_obs0(I,O).",
            *self._players(),
            "differs(sees(I)) :- seen_there(I), not seen_here(I).",
            "differs(sees(I)) :- seen_here(I), not seen_there(I).",
            "differs(unreached) :- a1_unreached(init0).",
            ":- not differs(_).",
        ]
        found = solved([*lines, "#defined differs/1."], _REPORTED)
        if found is None:
            return None
        differs = first_atom(found, "differs").arguments[0]
        what, deal = self.words.words_for(differs, pairs, ""), self.words.deal_in(found)
        return TheoryDifference(f"at the start {what}, with {deal}", "starts")

    # --- Steps

    @cached_property
    def _step_lines(self) -> list[str]:
        """The actions, the fluents, and the sets that both copies share."""
        lines = list(self.program.symbolic_sets(SYMBOLIC_SETS))
        for number, pair in enumerate(self.actions):
            lines.append(f"act({number},{pair.there},{pair.here},{pair.public}).")
            for term, sort in pair.needs:
                lines.append(f"needs({number},{term},{sort}).")
        return lines

    def steps(self) -> TheoryDifference | None:
        """Return a step that differs, None if each is the same in all situations."""
        lines = [*self._copies(1), *self._step_lines, *self._step(1)]
        lines += [self.program.free_deal(1)]
        lines += ["differs(possible(there)) :- can_there1, not can_here1."]
        lines += ["differs(possible(here)) :- can_here1, not can_there1."]
        for number, pair in enumerate(self.fluents):
            there = f"next_there({number})"
            term = pair.atom_there("a1_", "do(A,now)")
            lines.append(f"{there} :- done1(A,_), {term}.")
            here = pair.atom_here("p1_", str(NEXT))
            both = ", can_there1, can_here1"
            lines += unequal(f"fluent({number})", there, here, both)
        lines += self._stray(str(NEXT), self.fluents, ", can_here1")
        lines += [
            "differs(unreached) :- done1(A,_), can_there1, a1_unreached(do(A,now)).",
            ":- not differs(_).",
        ]
        return self.words.step(solved(lines, _REPORTED))

    def sights(self) -> TheoryDifference | None:
        """Return a step that looks alike to a player on one side only, or None.

        At first all actions count, whether possible or not; only if then there is a
        difference, those that are possible.
        """
        lines = [*self._copies(2), *self._step_lines, *self._sight_lines()]
        lines += [self.program.free_deal(1), self.program.free_deal(2)]
        lines += [":- open1(X), not open2(X)." if self.link.open else ""]
        if not self.rules.relevant((("obs", 4),)) & self.rules.effects:
            done = (x for run in (1, 2) for x in self._done(run))
            if solved([*lines, *done], _REPORTED) is None:
                return None
        for run in (1, 2):
            lines += [*self._step(run), f":- not can_there{run}, not can_here{run}."]
        for number, pair in enumerate(self.fluents):
            if not pair.linked.fluent.hidden:
                lines += [f":- st1({number}), not st2({number})."]
                lines += [f":- st2({number}), not st1({number})."]
        return self.words.step(solved(lines, _REPORTED))

    def _sight_lines(self) -> Iterator[str]:
        """Two runs with the same public action, and who tells them apart where."""
        yield "public(A) :- act1(N), act(N,_,_,A)."
        yield ":- act2(N), act(N,_,_,A), not public(A)."
        yield from _views("there", "a", "done{}(A,_)", "now")
        yield from _views("here", "p", "done{}(_,A)", str(NOW))
        yield from self.sight_differences()
        yield ":- not differs(_)."

    def _step(self, run: int) -> Iterator[str]:
        """One step of a run from a situation whose fluents are free."""
        yield from self._done(run)
        yield f"a{run}_situation(now)."
        yield f"a{run}_situation(do(A,now)) :- done{run}(A,_)."
        yield f"a{run}_considered(A,now) :- done{run}(A,_)."
        yield f":- a{run}_unreached(now)."
        yield f"can_there{run} :- done{run}(A,_), a{run}_poss(A,now)."
        yield f"p{run}_step({NOW}). p{run}_situation({NOW}). p{run}_reached({NOW})."
        yield f"p{run}_situation({NEXT}). p{run}_reached({NEXT}) :- can_here{run}."
        yield f"p{run}_considered(A,{NOW}) :- done{run}(_,A), not unsorted{run}."
        yield (
            f"can_here{run} :- done{run}(_,A), p{run}_poss(A,{NOW}),"
            f" not p{run}_over({NOW})."
        )
        yield from self._free_state(run)

    def _done(self, run: int) -> Iterator[str]:
        """One action of a run, with sets of the sorts that the package asks for."""
        last = len(self.actions) - 1
        yield f"1 {{ act{run}(0..{last}) }} 1."
        yield f"done{run}(A,B) :- act{run}(N), act(N,A,B,_)."
        yield f"a{run}_done(A,now) :- done{run}(A,_)."
        yield f"p{run}_done(A,{NOW}) :- done{run}(_,A), not unsorted{run}."
        for name, sort in self.link.package.sorts.items():
            if sort.sizes is not None:
                yield (
                    f"unsorted{run} :- act{run}(N), needs(N,T,{name}),"
                    f" not p{run}_{name}(T)."
                )

    def _free_state(self, run: int) -> Iterator[str]:
        """Fluents that are free, and the same on both sides."""
        effects = self.rules.effects
        for number, pair in enumerate(self.fluents):
            there = pair.atom_there(f"a{run}_", "now")
            here = pair.atom_here(f"p{run}_", str(NOW))
            held = f"st{run}({number})"
            if SYMBOLIC_SETS[1] in pair.here:
                yield f":- {here}."
                continue
            yield f"{{ {held} }}."
            yield f"{there} :- {held}."
            if (pair.linked.name, pair.linked.arity) in effects:
                yield f"{here} :- {held}."
            if (pair.linked.name, pair.linked.arity) in self.rules.situational:
                yield f":- {held}, not {here}."
                yield f":- {here}, not {held}."

    def _copies(self, number: int) -> Iterator[str]:
        yield from self._in_order(1)
        for run in range(1, number + 1):
            yield from self.program.axioms(run)
            yield from self.program.own_rules(run)

    def sight_differences(self) -> Iterator[str]:
        """Yield who tells two runs apart on one side only."""
        yield from self._players()
        yield "differs(sees(I)) :- is_player(J,I), unlike_there(I), not unlike_here(J)."
        yield "differs(sees(I)) :- is_player(J,I), unlike_here(J), not unlike_there(I)."

    def _players(self) -> Iterator[str]:
        for agent, number in self.link.players.items():
            yield f"is_player({agent},{number})."

    def _stray(
        self, situation: str, pairs: list[FluentPair], when: str = ""
    ) -> Iterator[str]:
        """Instances of the package's fluents for which there is no word there."""
        for name, arity in {(x.linked.name, x.linked.arity) for x in pairs}:
            names = [f"X{place}" for place in range(arity - 1)]
            inner = ",".join([name, *names])
            atom = f"p1_{name}({','.join([*names, situation])})"
            yield f"differs(stray({inner})) :- {atom}, not known({inner}){when}."
        for pair in pairs:
            yield f"known({','.join([pair.linked.name, *pair.here])})."
        yield "#defined known/1."


def unequal(name: str, there: str, here: str, when: str = "") -> Iterator[str]:
    """Yield rules by which an atom differs: true on one side, false on the other."""
    yield f"differs({name}) :- {there}, not {here}{when}."
    yield f"differs({name}) :- {here}, not {there}{when}."


def _views(side: str, letter: str, done: str, situation: str) -> Iterator[str]:
    """To whom two runs do not look alike on one side."""
    for run in (1, 2):
        yield (
            f"sees_{side}{run}(I,O) :- {done.format(run)},"
            f" {letter}{run}_obs(I,A,O,{situation})."
        )
    yield f"unlike_{side}(I) :- sees_{side}1(I,O), not sees_{side}2(I,O)."
    yield f"unlike_{side}(I) :- sees_{side}2(I,O), not sees_{side}1(I,O)."
