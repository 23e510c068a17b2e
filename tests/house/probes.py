"""For every labelled formula a probe: something that fails when it is taken out.

A probe is a goal for Prolog, and for ASP a body that must hold together with some
facts. Both speak of MYST(1,1,2,1) with s1 in the pile, s2 with player 1 and s3 with
player 2, unless they say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

A1 = "do(asks(1,set(s3)),init0)"
A2 = "do(asks(1,set(s1)),init0)"
YES = f"do(yes(2),{A1})"
SHOWN = f"do(shows(2,1,s3),{YES})"
NO = f"do(no(2),{A2})"
WRONG = f"do(guess(1,set(s3)),{NO})"
RIGHT = f"do(guess(1,set(s1)),{NO})"
NOGUESS = f"do(noguess(1),{NO})"
ENDED = f"do(endturn(1),{NOGUESS})"
TWICE = f"do(asks(2,set(s3)),{ENDED})"

GAME = "constant(m,1; n,1; p,2; q,1). all_players(set(1,2))."
DEAL = "given(0,s1). given(1,s2). given(2,s3)."
WORLDS = """
constant(p,3). all_players(set(1,2,3)). world(1..2). outcome(1..2,none).
hand(1..2,1,set(s1)). hand(1,2,set(s2)). hand(2,2,set(s3)). hand(1..2,3,set(s4)).
"""
SILENT = WORLDS + "last_event(0)."
A_SHOW = WORLDS + "last_event(1). event(1,2,1). shown(1,1,s2). shown(2,1,s3)."


@dataclass(frozen=True)
class Probe:
    """A goal, and the same for ASP: a body, with facts, over the file `base`.

    `models` asks for that many answer sets in place of the body. `besides` names
    labels that are taken out before the probe is made.
    """

    prolog: str
    asp: str = ""
    facts: str = ""
    base: str = "myst.lp"
    models: int | None = None
    besides: tuple[str, ...] = ()


def at(situation: str, body: str, extra: str = "") -> tuple[str, str]:
    """Return a body and the facts that make clingo look at a situation."""
    return body, f"{GAME}{DEAL}history({situation}).{extra}"


def same(goal: str, situation: str = "init0", extra: str = "") -> Probe:
    """Return a probe that both languages write in the same way."""
    return Probe(goal, *at(situation, goal, extra))


def law(label: str, situation: str) -> Probe:
    """Return a probe that asks for an instance of a consequence."""
    extra = "examined(S) :- final(S)."
    body, facts = at(situation, f'law("{label}",S,F), final(S)', extra)
    return Probe(f"law('{label}',{situation},_)", body, facts)


def statement(label: str) -> Probe:
    """Return a probe that asks for a formula that speaks of no action."""
    return Probe(f"statement('{label}')", *at("init0", f'statement("{label}")'))


def s5(label: str) -> Probe:
    """Return a probe that asks for an instance of an S5 axiom."""
    args = "args(1,h(1,s1),h(1,s2))"
    return Probe(
        f"s5('{label}',{args},_)",
        f'true_in(F,1), s5("{label}",{args},F)',
        f'{SILENT} s5_args({args}). ask(F) :- s5("{label}",{args},F).',
        base="worlds.lp",
    )


def world(goal: str, formula: str, facts: str = SILENT, *, true: bool = True) -> Probe:
    """Return a probe about a formula in world 1 of `facts`."""
    sign = "" if true else "not "
    body = f"{sign}true_in({formula},1)"
    return Probe(goal, body, f"{facts} ask({formula}).", base="worlds.lp")


COUNT = (
    "findall(K-X,(holder(K),card(X)),Ps), aggregate_all(count,"
    "(retractall(dealt(_,_)),some_of(Ps),\\+violates(_)),6)"
)
"""Of all ways to say who holds what, six are deals."""

DEALS = Probe(COUNT, facts=f"{GAME}history(init0).", models=6)
PARTITION = ("2.9", "2.10", "2.11", "2.12")
SHOWING = "make_worlds([asks(1,set(s3)),yes(2),shows(2,1,unseen)],[],_)"
THREE = "game(myst(1,1,3,1))"


def sets(label: str, hands: str, given: str) -> Probe:
    """Return a probe that a deal which is none violates a line of (2.13)."""
    return Probe(
        f"retractall(dealt(_,_)), {hands}, set_violates('{label}')",
        f'set_violates("{label}")',
        f"{GAME}{given}history(init0). sets_examined.",
        besides=PARTITION,
    )


PROBES: dict[str, Probe] = {
    "S1.3.1a": Probe(
        "make_worlds([],[],_), seen_by(1,_,view(set(_),none))",
        "view(1,1,V)",
        SILENT,
        "worlds.lp",
    ),
    "S1.3.1b": Probe(
        "make_worlds([],[],_), view(1,_,0,set(_))",
        "view(1,1,0,set(s1))",
        SILENT,
        "worlds.lp",
    ),
    "S1.3.1c": Probe(
        f"{SHOWING}, seen_by(1,_,view(seen(set(_),_),none))",
        "view(1,1,view(seen(set(s1),s2),none))",
        A_SHOW,
        "worlds.lp",
    ),
    "S1.3.1d": Probe(
        f"{THREE}, {SHOWING}, seen_by(3,_,view(set(_),none))",
        "view(3,1,view(set(s4),none))",
        A_SHOW,
        "worlds.lp",
    ),
    "S1.3.1e": world("know(init0,k(1,h(1,s2)))", "k(1,h(1,s1))"),
    "S1.3.1f": world(
        "know(init0,neg(c(set(1,2),h(2,s3))))", "c(set(1,2),h(2,s2))", true=False
    ),
    "S1.3.2": world("know(init0,e(set(1),h(1,s2)))", "e(set(1),h(1,s1))"),
    "S1.3.3": world("know(init0,c(set(1),h(1,s2)))", "c(set(1),h(1,s1))"),
    **{f"S1.3.{n}": s5(f"S1.3.{n}") for n in range(4, 9)},
    "1.1": same(f"equal({NO},{NO})", extra=f"compared({NO},{NO})."),
    "1.2": same(f"before(init0,{A1})", extra=f"compared(init0,{A1})."),
    "1.3": same(f"before(init0,{A1})", extra=f"compared(init0,{A1})."),
    "1.4": same("situation(init0)", A1),
    "2.1": statement("2.1"),
    "2.2": same("number_of_cards(3)"),
    "2.3": same("card(s3)"),
    "2.4": statement("2.4"),
    "2.5": same("player(2)"),
    "2.6": same("incp(2,1)"),
    "2.7": statement("2.7"),
    "S2.2.1": same("phase(askphase,init0)"),
    "S2.2.2": same("phase_change(askphase,asks,ansphase)"),
    "2.8": same("element(s1,set(s1))", A2),
    "S2.3.1": same("question_set(set(s1))", A2),
    "S2.3.2": same("pile_set(set(s1))", A2),
    "S2.3.3": same("disjoint(set(s1),2)", A2),
    "S2.3.4": same("shared(s3,set(s3),2)", A1),
    "S2.3.5": same("equals_pile(set(s1))", A2),
    "S2.4.1": same("action(asks(1,set(s1)))", A2),
    "S2.4.2": same("action(no(2))"),
    "S2.4.3": same("action(yes(2))"),
    "S2.4.4": same("action(shows(2,1,s3))"),
    "S2.4.5": same("action(guess(1,set(s1)))", A2),
    "S2.4.6": same("action(noguess(2))"),
    "S2.4.7": same("action(endturn(2))"),
    "S2.5.1": same(f"fluent(in(2),{NO})", NO, f"reported({NO})."),
    "S2.5.2": same(f"fluent(question(set(s1)),{NO})", NO, f"reported({NO})."),
    "S2.5.3": same(f"fluent(game_over,{RIGHT})", RIGHT, f"reported({RIGHT})."),
    "S2.5.4": same(f"fluent(turn(1),{NO})", NO, f"reported({NO})."),
    "S2.5.5": same(f"fluent(ans_turn(2),{A1})", A1, f"reported({A1})."),
    "S2.5.6": same(f"fluent(guessphase,{NO})", NO, f"reported({NO})."),
    **dict.fromkeys(PARTITION, DEALS),
    "2.13a": sets("2.13a", "give(1,[s1]), give(2,[s1])", "given(1,s1). given(2,s1)."),
    "2.13b": sets("2.13b", "give(1,[s1])", ":- h(K,s3,init0)."),
    "2.13c": sets(
        "2.13c", "give(0,[s1]), give(1,[s2,s3])", "given(1,s2). given(1,s3)."
    ),
    "2.14": law("2.14", "init0"),
    "S2.6.1": same("in(2,init0)"),
    "S2.6.2": statement("S2.6.2"),
    "S2.6.3": same("askphase(init0)"),
    "S2.6.4": same("turn(1,init0)"),
    "S2.6.5": statement("S2.6.5"),
    "2.15": same("poss(asks(1,set(s3)),init0)", A1),
    "2.16": same(f"poss(no(2),{A2})", NO),
    "2.17": same(f"poss(yes(2),{A1})", YES),
    "2.18": same(f"poss(shows(2,1,s3),{YES})", SHOWN),
    "2.19": same(f"poss(guess(1,set(s3)),{NO})", WRONG),
    "2.20": same(f"poss(noguess(1),{NO})", NOGUESS),
    "2.21": same(f"poss(endturn(1),{NOGUESS})", ENDED),
    **{f"2.22{x}": law(f"2.22{x}", TWICE) for x in "abc"},
    **{f"S2.8.{n}": law(f"S2.8.{n}", "init0") for n in range(1, 6)},
    "2.23": same("h(2,s3)"),
    "2.24a": Probe(
        "kept('2.24a',k(1,h(2,s3)))",
        *at("init0", 'kept("2.24a",k(1,h(2,s3)))', "examined(init0)."),
    ),
    "2.24b": Probe(
        "kept('2.24b',k(1,neg(h(2,s3))))",
        *at("init0", 'kept("2.24b",k(1,neg(h(2,s3))))', "examined(init0)."),
    ),
    "2.25": law("2.25", SHOWN),
    "2.26": same(f"in(2,{WRONG})", WRONG),
    "2.27": same(f"question(set(s1),{NO})", NO),
    "2.28": same(f"game_over({RIGHT})", RIGHT),
    "2.29": same(f"turn(2,{ENDED})", ENDED),
    "2.30": same(f"ans_turn(2,{A1})", A1),
    "2.31a": same(f"askphase({ENDED})", ENDED),
    "2.31b": same(f"ansphase({A1})", A1),
    "2.31c": same(f"showphase({YES})", YES),
    "2.31d": same(f"guessphase({NO})", NO),
    "2.31e": same(f"endphase({NOGUESS})", NOGUESS),
    "2.32": law("2.32", NO),
    "2.33": law("2.33", YES),
    "2.34": law("2.34", WRONG),
}
