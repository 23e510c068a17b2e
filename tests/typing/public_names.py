"""The types that checkers infer for public names: checked by mypy, not run.

Users get the same types, since the package has `py.typed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import mystpy
from mystpy import (
    Announcement,
    AskResult,
    Cell,
    Drawing,
    Formula,
    Game,
    GameSituation,
    GameTheory,
    History,
    Knowledge,
    Legality,
    Moves,
    MystError,
    Odds,
    PossibleAction,
    PublicFluents,
    Query,
    Reason,
    SeenWorld,
    Situation,
    Theory,
    Value,
    Verdict,
    Why,
)
from mystpy.engines.base import Engine
from mystpy.kripke import (
    Model,
    ModelFile,
    ModelState,
    PointedModel,
    announce,
    hexa,
    load_model,
    stages,
    state_of,
)
from mystpy.records import GameRecord, RecordFault, faults_of, read_record, view_of


def games() -> None:
    game = Game.myst(m=1, n=1, p=5, q=2)
    assert_type(game, Game)
    assert_type(Game.clue(6), Game)
    assert_type(Game.clue(players=["ann", "bob"], sizes={"ann": 9}, board=True), Game)
    assert_type(Game.generalized_clue(1, 2, 3), Game)
    assert_type(Game.general(["a", "b", "c"], {1: 1, 2: 1}, q=1), Game)
    assert_type(Game.from_dict({"rules": "clue", "p": 3}), Game)
    assert_type(game.to_dict(), dict[str, object])
    assert_type(game.p, int)
    assert_type(game.c, int)
    assert_type(game.player("ann"), int)
    assert_type(game.holder(0), int)
    assert_type(game.card("s1"), str)
    assert_type(game.questions(), Iterator[frozenset[str]])
    assert_type(game.question_count(), int)
    assert_type(game.guesses(), Iterator[frozenset[str]])
    assert_type(game.guess_count(), int)
    assert_type(game.deal_count(), int)


def histories(game: Game) -> None:
    history = History.make(game, {5: ["s6"]}, "asks(1,{s1,s2})")
    assert_type(history, History)
    assert_type(history.then("yes(2)"), History)
    assert_type(history.prefix(1), History)
    assert_type(history.text(), str)
    assert_type(history.term(list_form=True), str)
    assert_type(history.latex(), str)


def situations(game: Game, history: History) -> None:
    situation = Situation.init(game, hands={5: ["s6"]}, engine="sat")
    assert_type(situation, Situation)
    assert_type(Situation.of(history), Situation)
    assert_type(situation.do("asks(1,{s1,s2})", "yes(2)"), Situation)
    assert_type(situation.look(1, 2, "s1"), Situation)
    assert_type(situation.lay(2, "s1"), Situation)
    assert_type(situation.witness(1), Situation)
    assert_type(situation.legal(), Legality)
    assert_type(situation.possible(), Moves)
    assert_type(situation.why_not("no(2)"), Legality)
    assert_type(situation.state(), PublicFluents)
    assert_type(situation.ask("In(1)"), AskResult)
    assert_type(situation.holds("In(1)"), bool | None)
    assert_type(situation.announce("In(1)"), Announcement)
    assert_type(situation.knows(5, odds=Odds.SHOWS), Knowledge)
    assert_type(situation.why("In(1)", smallest=True), Why)
    assert_type(situation.count(5), int)


def announcements(after: Announcement) -> None:
    assert_type(after.announce("In(1)"), Announcement)
    assert_type(after.ask("In(1)"), AskResult)
    assert_type(after.holds("In(1)"), bool | None)
    assert_type(after.knows(1), Knowledge)
    assert_type(after.why("In(1)"), Why)
    assert_type(after.count(1), int)
    assert_type(after.legal(), Legality)
    assert_type(after.possible(), Moves)
    assert_type(after.why_not("no(2)"), Legality)
    assert_type(after.state(), PublicFluents)


def answers(known: Knowledge, why: Why, moves: Moves, result: AskResult) -> None:
    assert_type(known.deals, int | None)
    assert_type(known.cells, tuple[dict[str, Cell], ...])
    assert_type(known.odds, tuple[dict[str, Fraction], ...] | None)
    assert_type(known.player, int)
    assert_type(known.dependent, bool)
    assert_type(known.to_frame(), Any)
    assert_type(why.because, tuple[Reason, ...])
    assert_type(why.witness, tuple[SeenWorld, ...])
    assert_type(why.axioms, tuple[str, ...])
    assert_type(moves[0], PossibleAction)
    assert_type(moves[0].verdict, Verdict)
    assert_type(result.value, Value)
    assert_type(result.formula, Formula)
    assert_type(result.method, str)


def queries() -> None:
    query = mystpy.load_query("example:fifteen-cards")
    assert_type(query, Query)
    assert_type(mystpy.load_query(Path("a.toml")), Query)
    assert_type(query.history, History)
    assert_type(query.theory, Path | None)


def formulas(game: Game) -> None:
    assert_type(mystpy.parse_formula("In(1)", game), Formula)
    assert_type(mystpy.parse_formula("In(1)"), Formula)


def theories() -> None:
    assert_type(mystpy.theory(), Theory)
    with mystpy.theory_in("shipped") as theory:
        assert_type(theory, Theory)
    assert_type(mystpy.axioms_dir(), Path)
    assert_type(mystpy.queries_dir(), Path)
    assert_type(mystpy.get_engine("sat"), Engine)
    assert_type(mystpy.__version__, str)


def packages() -> None:
    theory = mystpy.load_theory("muddy-children", children=3)
    assert_type(theory, GameTheory)
    after = theory.after("father")
    assert_type(after, GameSituation)
    assert_type(after.do("father"), GameSituation)
    assert_type(after.holds("muddy(1)"), bool | None)
    assert_type(after.value("muddy(1)"), str)
    assert_type(after.reasons("K(1, muddy(1))"), list[str])
    assert_type(after.counterexample("muddy(1)"), list[str] | None)
    assert_type(after.known("1").true, tuple[str, ...])
    assert_type(after.known_by("1", "2").false, tuple[str, ...])
    assert_type(after.legality().verdict, str)
    assert_type(after.model(), ModelState)


def pictures(known: Knowledge, state: PointedModel) -> None:
    drawing = mystpy.draw(known, "What is known")
    assert_type(drawing, Drawing)
    assert_type(mystpy.draw(state), Drawing)
    assert_type(drawing.svg, str)
    drawing.save(Path("grid.svg"))


def models(history: History) -> None:
    file = load_model("example:models/hexa")
    assert_type(file, ModelFile)
    assert_type(stages(file), Iterator[ModelState])
    assert_type(file.model, Model)
    assert_type(hexa(), PointedModel)
    assert_type(announce(hexa(), "h(1,r)"), PointedModel)
    assert_type(state_of(history), PointedModel)
    assert_type(hexa().holds("h(1,r)"), bool)
    assert_type(hexa().model.agents, tuple[str, ...])


def records() -> None:
    record = read_record("")
    assert_type(record, GameRecord)
    assert_type(view_of(record, (2,)), GameRecord)
    assert_type(faults_of(record, mystpy.get_engine()), Iterator[RecordFault])
    assert_type(record.after_turn(1), History)
    assert_type(record.until(1), GameRecord)


def errors(error: MystError) -> None:
    assert_type(error.hint, str | None)
    assert issubclass(mystpy.IllegalActionError, MystError)


def environments() -> None:
    # Their libraries are optional, so that only the calls are checked.
    from mystpy.env import spiel_game, zoo_env

    zoo_env(Game.clue(3), turns=5, grid=True)
    spiel_game(Game.clue(3), turns=5)
