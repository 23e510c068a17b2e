"""Small theories drawn at random, each as the text of a package and as plain Python.

The Python side shares no code with mystpy: it keeps a run as its start, its state and
what every agent has seen, and decides formulas by comparing runs with each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

from mystpy.language.atoms import Atom
from mystpy.language.nodes import (
    And,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)

AGENTS = ("a", "b", "c")
THINGS = ("x", "y", "z")


def named(thing: str) -> list[str]:
    """The things that the arguments of an action name: `x`, `{x,y}` or `x,y`."""
    return thing.strip("{}").split(",")


def as_term(thing: str) -> str:
    """A set as programs write it: `{x,y}` is `set(x,y)`."""
    return thing.replace("{", "set(").replace("}", ")")


@dataclass(frozen=True)
class State:
    """A start `r`, which never changes, and the fluents `q` and `t`."""

    r: frozenset[str]
    q: frozenset[str]
    t: bool


@dataclass(frozen=True)
class Literal:
    """`r(X)`, `q(X,S)`, `t(S)` or `I = agent`, or its negation; X or a constant.

    Where an action has two things the second is Y; of a set one has to have r, or q.
    """

    kind: str
    what: str
    positive: bool
    of_set: bool = False

    def _text(self) -> str | None:
        some = "some_" if self.of_set and self.what == "X" else ""
        return {
            "r": f"{some}r({self.what})",
            "q": f"{some}q({self.what},S)",
            "t": "t(S)",
        }.get(self.kind)

    def asp(self) -> str:
        text = self._text()
        if text is None:
            return f"I {'=' if self.positive else '!='} {self.what}"
        return text if self.positive else f"not {text}"

    def prolog(self) -> str:
        text = self._text()
        if text is None:
            return f"I {'=' if self.positive else chr(92) + '='} {self.what}"
        return text if self.positive else f"\\+ {text}"

    def true(self, state: State, agent: str, thing: str) -> bool:
        parts = named(thing)
        if not thing.startswith("{"):
            parts = [parts[-1 if self.what == "Y" else 0]]
        what = {self.what} if self.what not in ("X", "Y") else set(parts)
        found = {
            "r": bool(what & state.r),
            "q": bool(what & state.q),
            "t": state.t,
            "agent": agent == self.what,
        }[self.kind]
        return found == self.positive


@dataclass(frozen=True)
class Kind:
    """An action act(I,X): when it is possible, what it changes, who sees X.

    `adds` and `removes` say of which things q begins or ends to hold: "X" or one by its
    name. `seen_by` are agents that see X besides the actor, and `seen_if` a condition
    under which all do; None if X is public. An action `set...` is about a set of
    things, one `two...` about two, of which agents in `second_by` see the second.
    """

    name: str
    conditions: tuple[Literal, ...]
    adds: str | None
    removes: str | None
    turns: bool
    private: bool
    seen_by: tuple[str, ...]
    seen_if: Literal | None
    precondition: Formula | None = None
    second_by: tuple[str, ...] = ()

    @property
    def of_set(self) -> bool:
        return self.name.startswith("set")

    @property
    def of_two(self) -> bool:
        return self.name.startswith("two")

    @property
    def act(self) -> str:
        return f"{self.name}(I,X,Y)" if self.of_two else f"{self.name}(I,X)"

    @property
    def hidden(self) -> str:
        return "hidden,hidden" if self.of_two else "hidden"

    def changed(self, what: str) -> tuple[str, str]:
        """Return the changed argument, and its condition: an element of a set."""
        if what == "X" and self.of_set:
            return "E", "element(E, X)"
        return what, ""

    def precondition_of(self, actor: str) -> Formula | None:
        """The precondition of an action of this actor, who is `me` in it."""
        return None if self.precondition is None else acted(self.precondition, actor)


def acted(f: Formula, actor: str) -> Formula:
    """A formula in which the agent `{1}` is this actor."""
    match f:
        case Atom():
            return f
        case Not(body):
            return Not(acted(body, actor))
        case And(parts) | Or(parts):
            return type(f)(tuple(acted(part, actor) for part in parts))
        case Implies(left, right) | Iff(left, right):
            return type(f)(acted(left, actor), acted(right, actor))
        case Knows(agent, body) | KnowsWhether(agent, body):
            who = actor if agent == "{1}" else agent
            return type(f)(who, acted(body, actor))
    assert isinstance(f, Everyone | Distributed | Common)
    return type(f)(f.group, acted(f.body, actor))


@dataclass(frozen=True)
class Theory:
    """A random theory."""

    agents: tuple[str, ...]
    things: tuple[str, ...]
    sees: tuple[tuple[str, str], ...]
    excluded: tuple[tuple[tuple[str, bool], ...], ...]
    begins: tuple[str, ...]
    kinds: tuple[Kind, ...]
    ends: Literal | None = None

    def values(self, kind: Kind) -> tuple[str, ...]:
        """Return the possible arguments of an action of a kind."""
        if kind.of_two:
            return tuple(map(",".join, product(self.things, repeat=2)))
        if kind.of_set:
            sizes = (combinations(self.things, size) for size in (1, 2))
            return tuple("{" + ",".join(x) + "}" for each in sizes for x in each)
        return self.things

    # --- The text of the package ---------------------------------------------

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "theory.toml").write_text(self.description(), encoding="utf-8")
        (folder / "theory.lp").write_text(self.axioms(), encoding="utf-8")
        return folder

    def description(self) -> str:
        parts = [
            'name = "random"\nagents = "agent"\n[sorts]',
            f"agent = {self._agents()}\nthing = {list(self.things)}\n"
            'group = { sets_of = "thing", size = "1..2" }',
            '[[fluent]]\nname = "r"\nargs = ["thing"]\nrigid = true',
            '[[fluent]]\nname = "q"\nargs = ["thing"]',
            '[[fluent]]\nname = "t"',
        ]
        for kind in self.kinds:
            private = f"\nprivate = {[2, 3][: 1 + kind.of_two]}" if kind.private else ""
            about = ["group" if kind.of_set else "thing"] * (1 + kind.of_two)
            parts.append(
                f'[[action]]\nname = "{kind.name}"\nargs = {["agent", *about]}\n'
                f'actor = 1\nwords = "{{1}} does {kind.name} to {{2}}"{private}'
            )
            if kind.precondition:
                parts.append(f'precondition = "{kind.precondition}"')
        return "\n".join(parts) + "\n"

    def _agents(self) -> list[str] | str:
        numbers = self.agents[0].isdigit()
        return f'"1..{len(self.agents)}"' if numbers else list(self.agents)

    def axioms(self) -> str:
        lines = ["{ r(X) : thing(X) }."]
        for clause in self.excluded:
            body = ", ".join(("" if on else "not ") + f"r({x})" for x, on in clause)
            lines.append(f":- {body}.")
        lines += [f"sees({i},{x})." for i, x in self.sees]
        lines += ["#defined sees/2.", "obs0(I, r(X)) :- sees(I, X), r(X)."]
        lines += [f"q(X, 0) :- r({x}), X = {x}." for x in self.begins]
        for kind in self.kinds:
            lines += self._rules(kind)
        if self.ends:
            lines.append(f"over(S) :- situation(S), {self.ends.asp()}.")
        lines += [
            "some_r(X) :- group(X), element(E, X), r(E).",
            "some_q(X, S) :- group(X), situation(S), element(E, X), q(E, S).",
            "q(X, S+1) :- q(X, S), reached(S+1), not ends(X, S).",
            "t(S+1) :- t(S), reached(S+1), not turns(S).",
            "t(S+1) :- not t(S), turns(S).",
            "#defined ends/2.",
            "#defined turns/1.",
        ]
        return "\n".join(lines) + "\n"

    def _rules(self, kind: Kind) -> Iterator[str]:
        act = kind.act
        body = ", ".join([f"considered({act},S)", *(c.asp() for c in kind.conditions)])
        yield f"poss({act}, S) :- {body}."
        for head, what in (("q({}, S+1)", kind.adds), ("ends({}, S)", kind.removes)):
            if what:
                name, needed = kind.changed(what)
                more = f", {needed}" if needed else ""
                yield f"{head.format(name)} :- done({act}, S){more}."
        if kind.turns:
            yield f"turns(S) :- done({act}, S)."
        done, see = f"done({act}, S)", f"obs(J, {act}, {act}, S)"
        if not kind.private:
            yield f"{see} :- agent(J), {done}."
            return
        args = "X, Y" if kind.of_two else "X"
        yield f"sees_{kind.name}(I, {args}, S, I) :- {done}."
        for other in kind.seen_by:
            yield f"sees_{kind.name}(I, {args}, S, {other}) :- {done}."
        if kind.seen_if:
            yield (
                f"sees_{kind.name}(I, {args}, S, J) :- {done}, agent(J),"
                f" {kind.seen_if.asp()}."
            )
        args = "X, Y" if kind.of_two else "X"
        yield f"{see} :- sees_{kind.name}(I, {args}, S, J)."
        unseen = f"agent(J), {done}, not sees_{kind.name}(I, {args}, S, J)"
        seen_second = [f"J = {other}" for other in kind.second_by]
        for each in seen_second:
            yield f"obs(J, {act}, {kind.name}(I,hidden,Y), S) :- {unseen}, {each}."
        neither = "".join(f", J != {other}" for other in kind.second_by)
        hidden = f"{kind.name}(I,{kind.hidden})"
        yield f"obs(J, {act}, {hidden}, S) :- {unseen}{neither}."

    # --- The same in Prolog ---------------------------------------------------

    def write_both(self, folder: Path) -> Path:
        """Write the package with its axioms in both languages."""
        self.write(folder)
        (folder / "theory.pl").write_text(self.prolog(), encoding="utf-8")
        return folder

    def prolog(self) -> str:
        lines = ["start(Rs) :- findall(r(X), thing(X), All), some(All, Rs), fine(Rs)."]
        lines += ["some([], []).", "some([X|Xs], [X|Ys]) :- some(Xs, Ys)."]
        lines += ["some([_|Xs], Ys) :- some(Xs, Ys)."]
        tests = [
            "\\+ ( "
            + ", ".join(
                f"{'' if on else chr(92) + '+ '}member(r({x}), Rs)" for x, on in clause
            )
            + " )"
            for clause in self.excluded
        ]
        lines += [f"fine(Rs) :- {', '.join(['is_list(Rs)', *tests])}."]
        lines += [f"sees({i}, {x})." for i, x in self.sees] or ["sees(_, _) :- fail."]
        lines += ["obs0(I, r(X)) :- sees(I, X), r(X)."]
        lines += [f"q({x}, init0) :- r({x})." for x in self.begins]
        for kind in self.kinds:
            lines += self._clauses(kind)
        if self.ends:
            lines.append(f"over(S) :- S = S, {self.ends.prolog()}.")
        lines += [
            "some_r(X) :- element(E, X), r(E).",
            "some_q(X, S) :- element(E, X), q(E, S).",
            "q(X, do(A, S)) :- q(X, S), \\+ ends(X, A).",
            "t(do(A, S)) :- t(S), \\+ turns(A).",
            "t(do(A, S)) :- turns(A), \\+ t(S).",
            "ends(_, _) :- fail.",
            "turns(_) :- fail.",
        ]
        return "\n".join(lines) + "\n"

    def _clauses(self, kind: Kind) -> Iterator[str]:
        act = kind.act
        body = ", ".join(["true", *(c.prolog() for c in kind.conditions)])
        yield f"poss({act}, S) :- {body}."
        for head, what in (
            ("q({}, do({}, _))", kind.adds),
            ("ends({}, {})", kind.removes),
        ):
            if what:
                name, needed = kind.changed(what)
                yield f"{head.format(name, act)} :- {needed or 'true'}."
        if kind.turns:
            yield f"turns({act})."
        if not kind.private:
            yield f"obs(_, {act}, {act}, _)."
            return
        sees, args = f"sees_{kind.name}", "X, Y" if kind.of_two else "X"
        yield f"{sees}(I, {args}, S, J) :- J = I."
        for other in kind.seen_by:
            yield f"{sees}(I, {args}, S, {other})."
        if kind.seen_if:
            yield f"{sees}(I, {args}, S, J) :- agent(J), {kind.seen_if.prolog()}."
        yield f"obs(J, {act}, {act}, S) :- {sees}(I, {args}, S, J)."
        unseen = f"\\+ {sees}(I, {args}, S, J)"
        for other in kind.second_by:
            second = f"{kind.name}(I,hidden,Y)"
            yield f"obs(J, {act}, {second}, S) :- {unseen}, J = {other}."
        neither = "".join(f", J \\= {other}" for other in kind.second_by)
        hidden = f"{kind.name}(I,{kind.hidden})"
        yield f"obs(J, {act}, {hidden}, S) :- {unseen}{neither}."

    # --- The same in Python ---------------------------------------------------

    def starts(self) -> Iterator[State]:
        for bits in product((False, True), repeat=len(self.things)):
            r = frozenset(x for x, on in zip(self.things, bits, strict=True) if on)
            if any(all((x in r) == on for x, on in c) for c in self.excluded):
                continue
            yield State(r, frozenset(x for x in self.begins if x in r), False)

    def runs(self, actions: list[tuple[str, str, str | None]]) -> list[Run]:
        """The runs of actions, in which a private thing is None."""
        found = [
            Run(start, (), tuple((self._sees_start(i, start),) for i in self.agents))
            for start in self.starts()
        ]
        for name, agent, thing in actions:
            kind = next(k for k in self.kinds if k.name == name)
            things = self.values(kind) if kind.private else (thing,)
            if needed := kind.precondition_of(agent):
                true = holds(needed, found, self.agents)
                found = [run for run, on in zip(found, true, strict=True) if on]
            found = [
                self._after(run, kind, agent, str(each))
                for run in found
                for each in things
                if not (self.ends and self.ends.true(run.state, agent, ""))
                if all(c.true(run.state, agent, str(each)) for c in kind.conditions)
            ]
        return found

    def _sees_start(self, agent: str, start: State) -> Any:
        return frozenset(x for i, x in self.sees if i == agent and x in start.r)

    def _after(self, run: Run, kind: Kind, agent: str, thing: str) -> Run:
        state = run.state
        q = set(state.q)
        parts = named(thing)
        first = parts if kind.of_set else parts[:1]
        about = {"X": first, "Y": parts[-1:]}
        if kind.removes:
            q.difference_update(about.get(kind.removes, [kind.removes]))
        if kind.adds:
            q.update(about.get(kind.adds, [kind.adds]))
        views = []
        for viewer, view in zip(self.agents, run.views, strict=True):
            sees = not kind.private or viewer == agent or viewer in kind.seen_by
            if kind.seen_if and kind.seen_if.true(state, agent, thing):
                sees = True
            unseen = kind.hidden
            if viewer in kind.second_by:
                unseen = f"hidden,{parts[-1]}"
            views.append((*view, thing if sees else unseen))
        turned = state.t != kind.turns
        new = State(state.r, frozenset(q), turned)
        return Run(new, (*run.things, thing), tuple(views))


@dataclass(frozen=True)
class Run:
    """A run as plain Python: its state, the things of its actions, the views."""

    state: State
    things: tuple[str, ...]
    views: tuple[Any, ...]


def holds(f: Formula, runs: list[Run], agents: tuple[str, ...]) -> list[bool]:
    """In which of the runs a formula is true, by comparing them with each other."""
    match f:
        case Atom(name):
            return [_atom(name, run.state) for run in runs]
        case Not(body):
            return [not x for x in holds(body, runs, agents)]
        case And(parts) | Or(parts):
            rows = zip(*(holds(p, runs, agents) for p in parts), strict=True)
            return list(map(all if isinstance(f, And) else any, rows))
        case Implies(left, right):
            return holds(Or((Not(left), right)), runs, agents)
        case Iff(left, right):
            both, none = And((left, right)), And((Not(left), Not(right)))
            return holds(Or((both, none)), runs, agents)
        case KnowsWhether(agent, body):
            yes, no = Knows(agent, body), Knows(agent, Not(body))
            return holds(Or((yes, no)), runs, agents)
    return _known(f, runs, agents)


def _known(f: Formula, runs: list[Run], agents: tuple[str, ...]) -> list[bool]:
    assert isinstance(f, Knows | Everyone | Distributed | Common)
    group = (f.agent,) if isinstance(f, Knows) else f.members
    places = [agents.index(str(agent)) for agent in group]
    test = all if isinstance(f, Distributed) else any

    def box(body: list[bool]) -> list[bool]:
        return [
            all(
                body[number]
                for number, other in enumerate(runs)
                if test(run.views[k] == other.views[k] for k in places)
            )
            for run in runs
        ]

    found = box(holds(f.body, runs, agents))
    while isinstance(f, Common) and (more := box(found)) != found:
        found = [a and b for a, b in zip(found, more, strict=True)]
    return found


def _atom(name: str, state: State) -> bool:
    if name == "t":
        return state.t
    return name[2:-1] in (state.r if name[0] == "r" else state.q)


# --- Drawing at random ----------------------------------------------------------


def draw_rich_theory(random: Random) -> Theory:
    """Draw a theory that may have sets, two private arguments, and an end.

    Its agents may be numbers, and its preconditions speak of what the actor knows.
    """
    plain = _draw_plain(random, rich=True)
    ends = None
    if random.random() < 0.3:
        ends = Literal(random.choice("rqt"), random.choice(plain.things), True)
    plain = replace(plain, ends=ends)
    kinds = tuple(
        replace(kind, precondition=_draw_precondition(random, plain))
        if random.random() < 0.3
        else kind
        for kind in plain.kinds
    )
    return replace(plain, kinds=kinds)


def _draw_precondition(random: Random, theory: Theory) -> Formula:
    """Draw a formula that speaks of knowledge, of the actor's in most cases."""
    agents = ("{1}",) if random.random() < 0.7 else theory.agents
    body = draw_formula(random, theory, random.randint(0, 2))
    known = random.choice((Knows, KnowsWhether))(random.choice(agents), body)
    return random.choice((known, Not(known)))


def draw_theory(random: Random) -> Theory:
    plain = _draw_plain(random)
    kinds = tuple(
        replace(kind, precondition=draw_formula(random, plain, random.randint(1, 3)))
        if random.random() < 0.3
        else kind
        for kind in plain.kinds
    )
    return replace(plain, kinds=kinds)


def _draw_plain(random: Random, *, rich: bool = False) -> Theory:
    names = random.choice((AGENTS, ("1", "2", "3"))) if rich else AGENTS
    agents = names[: random.randint(2, 3)]
    things = THINGS[: random.randint(2, 3)]
    shapes = ("act", "set", "two") if rich else ("act",)
    kinds = tuple(
        _kind(f"{random.choice(shapes) if rich else 'act'}{k}", random, agents, things)
        for k in range(random.randint(1, 3))
    )
    excluded = tuple(
        tuple((x, random.random() < 0.5) for x in random.sample(things, 2))
        for _ in range(random.randint(0, 2))
    )
    sees = [(i, x) for i in agents for x in things if random.random() < 0.4]
    begins = [x for x in things if random.random() < 0.5]
    return Theory(agents, things, tuple(sees), excluded, tuple(begins), kinds)


def _literal(
    random: Random, agents: tuple[str, ...], things: tuple[str, ...], name: str
) -> Literal:
    kind = random.choice(("r", "q", "q", "t", "agent"))
    about = ("X", "Y") if name.startswith("two") else ("X",)
    what = random.choice(agents if kind == "agent" else (*about, *things))
    positive = random.random() < 0.6
    return Literal(kind, what, positive, name.startswith("set"))


def _kind(
    name: str, random: Random, agents: tuple[str, ...], things: tuple[str, ...]
) -> Kind:
    def some() -> Literal:
        return _literal(random, agents, things, name)

    def changed() -> str | None:
        about = ("X", "Y") if name.startswith("two") else ("X",)
        choices: tuple[str | None, ...] = (None, *about, *things)
        return random.choice(choices)

    private = random.random() < 0.6
    return Kind(
        name,
        tuple(some() for _ in range(random.randint(0, 2))),
        changed(),
        changed(),
        random.random() < 0.3,
        private,
        tuple(i for i in agents if random.random() < 0.3),
        some() if random.random() < 0.4 else None,
        second_by=tuple(i for i in agents if private and random.random() < 0.3)
        if name.startswith("two")
        else (),
    )


def draw_history(
    random: Random, theory: Theory, length: int
) -> list[tuple[str, str, str | None]]:
    """Draw actions of which some run is possible, as many as there are up to length."""
    found: list[tuple[str, str, str | None]] = []
    for _ in range(length):
        choices = [
            (kind.name, agent, None if kind.private else thing)
            for kind in theory.kinds
            for agent in theory.agents
            for thing in theory.values(kind)
        ]
        random.shuffle(choices)
        for choice in choices:
            if theory.runs([*found, choice]):
                found.append(choice)
                break
        else:
            break
    return found


def draw_given(
    random: Random, theory: Theory, actions: list[tuple[str, str, str | None]]
) -> tuple[list[tuple[str, str, str | None]], str, list[int]]:
    """Draw what is given of a history: private things and what holds of the start.

    Returns the actions with some things filled in, a formula about r, and the places of
    the runs that fit.
    """
    runs = theory.runs(actions)
    run = random.choice(runs)
    known = [random.random() < 0.5 for _ in actions]
    filled = [
        (name, agent, run.things[place] if known[place] else thing)
        for place, (name, agent, thing) in enumerate(actions)
    ]
    thing = random.choice(theory.things)
    holds_r = thing in run.state.r
    given = f"{'' if holds_r else '~'}r({thing})"
    fits = [
        place
        for place, other in enumerate(runs)
        if (thing in other.state.r) == holds_r
        and all(other.things[k] == run.things[k] for k, on in enumerate(known) if on)
    ]
    return filled, given, fits


def draw_formula(random: Random, theory: Theory, depth: int) -> Formula:
    if depth == 0 or random.random() < 0.1:
        name = random.choice(("r", "q", "q", "t"))
        return Atom("t" if name == "t" else f"{name}({random.choice(theory.things)})")

    def part() -> Formula:
        return draw_formula(random, theory, depth - 1)

    agent = random.choice(theory.agents)
    group = tuple(sorted(random.sample(theory.agents, random.randint(1, 2))))
    kind = random.randrange(12)
    if kind < 2:
        return Not(part())
    if kind < 6:
        one, other = part(), part()
        made = And((one, other)), Or((one, other)), Implies(one, other), Iff(one, other)
        return made[kind - 2]
    if kind < 9:
        return Knows(agent, part())
    if kind == 9:
        return KnowsWhether(agent, part())
    return random.choice((Common, Distributed, Everyone))(group, part())
