"""Small theories drawn at random, each as the text of a package and as plain Python.

The Python side shares no code with mystpy: it keeps a run as its start, its state and
what every agent has seen, and decides formulas by comparing runs with each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
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
    Not,
    Or,
    Whether,
)

AGENTS = ("a", "b", "c")
THINGS = ("x", "y", "z")


@dataclass(frozen=True)
class State:
    """A start `r`, which never changes, and the fluents `q` and `t`."""

    r: frozenset[str]
    q: frozenset[str]
    t: bool


@dataclass(frozen=True)
class Literal:
    """`r(X)`, `q(X,S)`, `t(S)` or `I = agent`, or its negation; X or a constant."""

    kind: str
    what: str
    positive: bool

    def asp(self) -> str:
        text = {
            "r": f"r({self.what})",
            "q": f"q({self.what},S)",
            "t": "t(S)",
        }.get(self.kind)
        if text is None:
            return f"I {'=' if self.positive else '!='} {self.what}"
        return text if self.positive else f"not {text}"

    def prolog(self) -> str:
        text = {
            "r": f"r({self.what})",
            "q": f"q({self.what},S)",
            "t": "t(S)",
        }.get(self.kind)
        if text is None:
            return f"I {'=' if self.positive else chr(92) + '='} {self.what}"
        return text if self.positive else f"\\+ {text}"

    def true(self, state: State, agent: str, thing: str) -> bool:
        what = thing if self.what == "X" else self.what
        found = {
            "r": what in state.r,
            "q": what in state.q,
            "t": state.t,
            "agent": agent == self.what,
        }[self.kind]
        return found == self.positive


@dataclass(frozen=True)
class Kind:
    """An action act(I,X): when it is possible, what it changes, who sees X.

    `adds` and `removes` say of which things q begins or ends to hold: "X" or one by its
    name. `seen_by` are agents that see X besides the actor, and `seen_if` a condition
    under which all do; None if X is public.
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


@dataclass(frozen=True)
class Theory:
    """A random theory."""

    agents: tuple[str, ...]
    things: tuple[str, ...]
    sees: tuple[tuple[str, str], ...]
    excluded: tuple[tuple[tuple[str, bool], ...], ...]
    begins: tuple[str, ...]
    kinds: tuple[Kind, ...]

    # --- The text of the package ---------------------------------------------

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "theory.toml").write_text(self.description(), encoding="utf-8")
        (folder / "theory.lp").write_text(self.axioms(), encoding="utf-8")
        return folder

    def description(self) -> str:
        parts = [
            'name = "random"\nagents = "agent"\n[sorts]',
            f"agent = {list(self.agents)}\nthing = {list(self.things)}",
            '[[fluent]]\nname = "r"\nargs = ["thing"]\nrigid = true',
            '[[fluent]]\nname = "q"\nargs = ["thing"]',
            '[[fluent]]\nname = "t"',
        ]
        for kind in self.kinds:
            private = "\nprivate = [2]" if kind.private else ""
            parts.append(
                f'[[action]]\nname = "{kind.name}"\nargs = ["agent", "thing"]\n'
                f'actor = 1\nwords = "{{1}} does {kind.name} to {{2}}"{private}'
            )
            if kind.precondition:
                parts.append(f'precondition = "{kind.precondition}"')
        return "\n".join(parts) + "\n"

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
        lines += [
            "q(X, S+1) :- q(X, S), reached(S+1), not ends(X, S).",
            "t(S+1) :- t(S), reached(S+1), not turns(S).",
            "t(S+1) :- not t(S), turns(S).",
            "#defined ends/2.",
            "#defined turns/1.",
        ]
        return "\n".join(lines) + "\n"

    def _rules(self, kind: Kind) -> Iterator[str]:
        act = f"{kind.name}(I,X)"
        body = ", ".join([f"considered({act},S)", *(c.asp() for c in kind.conditions)])
        yield f"poss({act}, S) :- {body}."
        if kind.adds:
            yield f"q({kind.adds}, S+1) :- done({act}, S)."
        if kind.removes:
            yield f"ends({kind.removes}, S) :- done({act}, S)."
        if kind.turns:
            yield f"turns(S) :- done({act}, S)."
        done, see = f"done({act}, S)", f"obs(J, {act}, {act}, S)"
        if not kind.private:
            yield f"{see} :- agent(J), {done}."
            return
        yield f"sees_{kind.name}(I, X, S, I) :- {done}."
        for other in kind.seen_by:
            yield f"sees_{kind.name}(I, X, S, {other}) :- {done}."
        if kind.seen_if:
            yield (
                f"sees_{kind.name}(I, X, S, J) :- {done}, agent(J),"
                f" {kind.seen_if.asp()}."
            )
        yield f"{see} :- sees_{kind.name}(I, X, S, J)."
        hidden = f"{kind.name}(I,hidden)"
        yield (
            f"obs(J, {act}, {hidden}, S) :- agent(J), {done},"
            f" not sees_{kind.name}(I, X, S, J)."
        )

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
        lines += [
            "q(X, do(A, S)) :- q(X, S), \\+ ends(X, A).",
            "t(do(A, S)) :- t(S), \\+ turns(A).",
            "t(do(A, S)) :- turns(A), \\+ t(S).",
            "ends(_, _) :- fail.",
            "turns(_) :- fail.",
        ]
        return "\n".join(lines) + "\n"

    def _clauses(self, kind: Kind) -> Iterator[str]:
        act = f"{kind.name}(I,X)"
        body = ", ".join(["true", *(c.prolog() for c in kind.conditions)])
        yield f"poss({act}, S) :- {body}."
        if kind.adds:
            yield f"q({kind.adds}, do({act}, _))."
        if kind.removes:
            yield f"ends({kind.removes}, {act})."
        if kind.turns:
            yield f"turns({act})."
        if not kind.private:
            yield f"obs(_, {act}, {act}, _)."
            return
        sees = f"sees_{kind.name}"
        yield f"{sees}(I, X, S, J) :- J = I."
        for other in kind.seen_by:
            yield f"{sees}(I, X, S, {other})."
        if kind.seen_if:
            yield f"{sees}(I, X, S, J) :- agent(J), {kind.seen_if.prolog()}."
        yield f"obs(J, {act}, {act}, S) :- {sees}(I, X, S, J)."
        yield f"obs(J, {act}, {kind.name}(I,hidden), S) :- \\+ {sees}(I, X, S, J)."

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
            things = self.things if kind.private else (thing,)
            if kind.precondition:
                true = holds(kind.precondition, found, self.agents)
                found = [run for run, on in zip(found, true, strict=True) if on]
            found = [
                self._after(run, kind, agent, str(each))
                for run in found
                for each in things
                if all(c.true(run.state, agent, str(each)) for c in kind.conditions)
            ]
        return found

    def _sees_start(self, agent: str, start: State) -> Any:
        return frozenset(x for i, x in self.sees if i == agent and x in start.r)

    def _after(self, run: Run, kind: Kind, agent: str, thing: str) -> Run:
        state = run.state
        q = set(state.q)
        if kind.removes:
            q.discard(thing if kind.removes == "X" else kind.removes)
        if kind.adds:
            q.add(thing if kind.adds == "X" else kind.adds)
        views = []
        for viewer, view in zip(self.agents, run.views, strict=True):
            sees = not kind.private or viewer == agent or viewer in kind.seen_by
            if kind.seen_if and kind.seen_if.true(state, agent, thing):
                sees = True
            views.append((*view, thing if sees else "hidden"))
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
        case Whether(agent, body):
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


def draw_theory(random: Random) -> Theory:
    plain = _draw_plain(random)
    kinds = tuple(
        replace(kind, precondition=draw_formula(random, plain, random.randint(1, 3)))
        if random.random() < 0.3
        else kind
        for kind in plain.kinds
    )
    return replace(plain, kinds=kinds)


def _draw_plain(random: Random) -> Theory:
    agents = AGENTS[: random.randint(2, 3)]
    things = THINGS[: random.randint(2, 3)]
    kinds = tuple(
        _kind(f"act{k}", random, agents, things) for k in range(random.randint(1, 3))
    )
    excluded = tuple(
        tuple((x, random.random() < 0.5) for x in random.sample(things, 2))
        for _ in range(random.randint(0, 2))
    )
    sees = [(i, x) for i in agents for x in things if random.random() < 0.4]
    begins = [x for x in things if random.random() < 0.5]
    return Theory(agents, things, tuple(sees), excluded, tuple(begins), kinds)


def _literal(
    random: Random, agents: tuple[str, ...], things: tuple[str, ...]
) -> Literal:
    kind = random.choice(("r", "q", "q", "t", "agent"))
    what = random.choice(agents if kind == "agent" else ("X", *things))
    return Literal(kind, what, random.random() < 0.6)


def _kind(
    name: str, random: Random, agents: tuple[str, ...], things: tuple[str, ...]
) -> Kind:
    def some() -> Literal:
        return _literal(random, agents, things)

    def changed() -> str | None:
        return random.choice((None, "X", *things))

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
            for thing in theory.things
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
        return Whether(agent, part())
    return random.choice((Common, Distributed, Everyone))(group, part())
