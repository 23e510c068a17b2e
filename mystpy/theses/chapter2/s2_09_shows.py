"""Section 2.9: whether (2.25), about shows, follows from the other printed axioms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from mystpy.axioms import axioms_dir
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.programs.run import RULES_OF_THE_GAME, first_answer
from mystpy.errors import AxiomError
from mystpy.files.whole import make_folder, write_whole
from mystpy.game.game import Game, facts
from mystpy.theories import theory_in
from mystpy.theses.case_analysis import (
    Case,
    sought,
    up_to_players,
    with_values,
)
from mystpy.theses.chapter2.formulas import formula_result, said

UNSEEN = (
    ("s1_03_knowledge.lp", "I = (J; Poser).", "I = J."),
    ("s1_03_knowledge.lp", "I != J, I != Poser.", "I != J."),
    ("s1_03_knowledge.pl", "    member(I, [J, Poser]).", "    I = J."),
    ("s1_03_knowledge.pl", "\\+ member(I, [J, Poser]).", "I \\== J."),
)
"""(S1.3.1c) and (S1.3.1d), changed: the poser does not see the card either."""

KEPT = """
forall i in players, k in holders, x in cards: (K(i,h(k,x)) -> next K(i,h(k,x)))
& (K(i,~h(k,x)) -> next K(i,~h(k,x)))
"""
"""(2.24) as it is printed, step by step."""

OWN_CARDS = "forall i in players, x in cards: h(i,x) -> C([i], h(i,x))"
"""(2.14) with its premise; as a formula about every situation it says more."""

Edits = tuple[tuple[str, str, str], ...]


def other_formulas() -> Mapping[str, str]:
    """Return the other printed formulas about K and C, by their labels."""
    later = {label: said(f"axiom-{label}").text for label in ("2.32", "2.33", "2.34")}
    return {"2.14": OWN_CARDS, "2.24": KEPT, **later}


@contextmanager
def edited_sight(edits: Edits = UNSEEN) -> Iterator[None]:
    """Use the axioms in force within a block, with some lines changed.

    Raises AxiomError if they do not have the lines.
    """
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "axioms"
        for name, text in _edited(axioms_dir(), edits).items():
            make_folder((copied / name).parent)
            write_whole(copied / name, text)
        with theory_in(copied):
            yield


def _edited(folder: Path, edits: Edits) -> Mapping[str, str]:
    """Return the files of a folder of axioms by name, with some lines changed."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    texts = {str(path.relative_to(folder)): path.read_text("utf-8") for path in files}
    for name, old, new in edits:
        if texts[name].count(old) != 1:
            raise AxiomError(f"{name} does not say {old.strip()!r} once")
        texts[name] = texts[name].replace(old, new)
    return texts


def needed(budget: Budget, edits: Edits = UNSEEN) -> Result:
    """Return the result for axiom-2.25-needed, by a sight that the print allows."""
    shown, stated = said("axiom-2.25-printed", "possible").text, other_formulas()
    with edited_sight(edits):
        apart = replace(budget, results={})
        refuted = formula_result(apart, shown)
        others = {name: formula_result(apart, text) for name, text in stated.items()}
    lacking = [name for name, found in others.items() if not found.for_all_sizes]
    seen = refuted.instances + sum(found.instances for found in others.values())
    methods = dict.fromkeys(found.method for found in others.values())
    main = Result.judged(
        None,
        proves=True,
        method=f"a model, by {', '.join(methods)} and {refuted.method}",
        scope={"p": ">= 2", "m, n, q, depth": "any"},
        instances=seen,
    )
    if lacking or refuted.verdict is not Verdict.FALSE:
        note = "the witness that was tried fails, and nothing else was tried"
        values = {"false": ", ".join(f"({name})" for name in lacking) or "nothing"}
        main = replace(
            main, verdict=Verdict.OPEN, note=note, case="otherwise", values=values
        )
    else:
        assert refuted.counterexample is not None
        main = replace(main, values=_place(refuted.counterexample))
    follows = formula_result(budget, shown)
    return main.also(follows=follows, cards=shown_without_card(budget))


def _place(query: Case) -> Mapping[str, object]:
    game, history = query["game"], query["history"]
    assert isinstance(game, Mapping)
    assert isinstance(history, list)
    sizes = ",".join(str(game[key]) for key in "mnpq")
    return {"game": f"MYST({sizes})", "history": ", ".join(history)}


def shown_without_card(budget: Budget) -> Result:
    """Search for a state in which a player can show a card that he does not hold."""
    players = up_to_players(budget)
    files = [name for name in RULES_OF_THE_GAME if not name.startswith("s2_09")]

    def lacking(p: int) -> Case | None:
        game = Game.myst(1, 1, p, 2)
        pairs = ";".join(f"set({x},{y})" for x, y in combinations(game.cards, 2))
        text = (
            f"{facts(game)} set_term({pairs}).\n"
            "{ h(K,X) : holder(K), card(X) }. { question(Q,st) : set_term(Q) }.\n"
            "{ turn(I,st) : player(I); ans_turn(I,st) : player(I) }.\n"
            "{ askphase(st); ansphase(st); showphase(st); guessphase(st) }.\n"
            "{ endphase(st); game_over(st) }.\n"
            "considered(shows(J,I,X),st) :- player(J), player(I), card(X).\n"
            "lacks(J,X) :- poss(shows(J,I,X),st), not h(J,X).\n"
            ":- not lacks(_,_).\n#show. #show lacks/2.\n"
        )
        atoms = first_answer(files, text)
        return None if atoms is None else with_values(game, shown=atoms[0])

    scope = {"game": "MYST(1,1,p,2)", "p": f"2..{players[-1]}"}
    cases = map(lacking, players)
    return sought(budget, cases, scope, proves=True, method="solver")
