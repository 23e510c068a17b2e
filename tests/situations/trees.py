"""Whole game trees, grown three times: by Play, and straight from the axiom files.

A tree is the set of situations, as terms, that are executable with a given deal and
have at most so many actions. The two that come from the axiom files try every action
of section 2.4 in every situation and use nothing of mystpy but its terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import clingo

from mystpy.axioms import axioms_dir
from mystpy.game.game import Game, facts
from mystpy.game.names import set_term
from mystpy.play.game_state import Deal, GameState
from tests.programs import ran

Tree = list[set[str]]
"""The situations with 0, 1, 2, ... actions."""


@cache
def grown_by_play(game: Game, deal: Deal, depth: int) -> Tree:
    """Grow a tree by pushing and popping; several tests compare it, none changes it."""
    play = GameState(game, deal)
    tree: Tree = [set() for _ in range(depth + 1)]

    def grow() -> None:
        tree[len(play.done)].add(play.history().term())
        if len(play.done) < depth:
            for event in tuple(play.events()):
                play.do(event)
                grow()
                play.undo()

    grow()
    return tree


def grown_by_clingo(game: Game, deal: Deal, depth: int) -> Tree:
    """Grow a tree from the ASP files, level by level: drive.lp tries every action."""
    tree: Tree = [{"init0"}]
    for _ in range(depth):
        tree.append(set(_successors(game, deal, tree[-1])))
    return tree


def _successors(game: Game, deal: Deal, level: set[str]) -> Iterator[str]:
    control = clingo.Control(["0", "--warn=none"])
    control.load(str(axioms_dir() / f"{game.rules}.lp"))
    given = (f"given({k},{x})." for k, hand in enumerate(deal) for x in hand)
    offers = (f"history({s}). offered({s})." for s in level)
    sets = (f"offered_set({term})." for term in _sets(game))
    shown = "#show next(do(A,S)) : poss(A,S), offered(S)."
    text = "\n".join((facts(game), *given, *offers, *sets, shown))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as answers:
        (atoms,) = (model.symbols(shown=True) for model in answers)
    return (str(atom.arguments[0]) for atom in atoms if atom.name == "next")


def grown_by_prolog(game: Game, deal: Deal, depth: int) -> Tree:
    """Grow a tree from the Prolog files: what executable/1 says of a situation."""
    game_facts = [fact.rstrip(".") for fact in facts(game).split("\n") if fact]
    if game.rules == "myst":  # its cards are in names.pl
        game_facts = [fact for fact in game_facts if not fact.startswith("symbol")]
    hands = ",".join(set_term(hand, game.deck) for hand in deal)
    program = f"""
        :- game([{",".join(game_facts)}]), deal([{hands}]).
        sets([{",".join(_sets(game))}]).
        tried(A) :- sets(L), member(X, L), ( A = asks(_, X) ; A = guess(_, X) ).
        tried(A) :- member(A, [no(_), yes(_), shows(_, _, _), noguess(_), endturn(_)]).
        grow(S, D) :- executable(S), writeq(D-S), nl, D < {depth}, D1 is D + 1,
            forall(( tried(A), action(A) ), ignore(grow(do(A, S), D1))).
        :- ignore(grow(init0, 0)).
    """
    tree: Tree = [set() for _ in range(depth + 1)]
    for line in _swipl(str(axioms_dir() / f"{game.rules}.pl"), program).splitlines():
        length, _, situation = line.partition("-")
        tree[int(length)].add(situation)
    return tree


def _swipl(rules: str, program: str) -> str:
    """Load the axioms and then a program, and return what it prints."""
    done = ran(
        [
            "swipl",
            "-q",
            "-g",
            "load_files(program, [stream(user_input)])",
            "-g",
            "halt",
            rules,
        ],
        input=program,
        check=True,
    )
    assert not done.stderr, done.stderr
    return done.stdout


def _sets(game: Game) -> list[str]:
    """Every set that can be asked for or guessed, as a term."""
    sets = dict.fromkeys((*game.questions(), *game.guesses()))
    return [set_term(cards, game.deck) for cards in sets]
