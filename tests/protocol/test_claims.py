"""Claims in plain English: a table of sentences, and exact verdicts by brute force."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Formula, Not, Or
from mystpy.language.read import parse_formula
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.protocol.claims.claim import (
    AnyClaim,
    claim_sentence,
    claims_of,
    joined,
    normal_form,
)
from mystpy.protocol.claims.claim_reading import read_claims
from mystpy.protocol.claims.claim_truth import exclude_each_other, truth
from mystpy.protocol.claims.reply_text import deductions_said
from mystpy.protocol.reply import claims

CLUE = Game.clue(players=["ann", "bob", "cid"])
ROWS = [
    line
    for line in Path(__file__).with_name("claims.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
READ = [tuple(row.split(" => ", 1)) for row in ROWS if " => " in row]
UNREAD = [tuple(row.split(" =! ", 1)) for row in ROWS if " =! " in row]


def whole(found: list[AnyClaim]) -> Formula:
    return normal_form(joined(And, [claim.formula for claim in found]))


def models(formula: Formula) -> set[frozenset[tuple[str, bool]]]:
    """The truth assignments of its atoms that make a formula true."""
    atoms = sorted(_atoms(formula), key=str)
    found = set()
    for values in product((True, False), repeat=len(atoms)):
        true = dict(zip(atoms, values, strict=True))
        if _holds(formula, true):
            found.add(frozenset((str(a), v) for a, v in true.items()))
    return found


def _atoms(formula: Formula) -> set[H]:
    match formula:
        case Not(body):
            return _atoms(body)
        case And(parts) | Or(parts):
            return set().union(*map(_atoms, parts))
    assert isinstance(formula, H)
    return {formula}


def _holds(formula: Formula, true: dict[H, bool]) -> bool:
    match formula:
        case Not(body):
            return not _holds(body, true)
        case And(parts):
            return all(_holds(part, true) for part in parts)
        case Or(parts):
            return any(_holds(part, true) for part in parts)
    assert isinstance(formula, H)
    return true[formula]


def test_the_table_has_more_than_a_hundred_sentences() -> None:
    assert len(READ) > 130
    assert len(UNREAD) > 15
    assert len(READ) + len(UNREAD) == len(ROWS)


@pytest.mark.parametrize(("said", "wanted"), READ)
def test_a_sentence_is_read(said: str, wanted: str) -> None:
    found = whole(read_claims(said, CLUE, 1))
    assert models(found) == models(parse_formula(wanted, CLUE))


@pytest.mark.parametrize(("said", "wanted"), READ)
def test_what_is_printed_is_read_as_the_same(said: str, wanted: str) -> None:
    for claim in read_claims(said, CLUE, 1):
        printed = claim_sentence(claim, CLUE)
        assert models(whole(read_claims(printed, CLUE))) == models(claim.formula)


@pytest.mark.parametrize(("said", "why"), UNREAD)
def test_a_sentence_that_cannot_be_read_is_refused_with_an_example(
    said: str, why: str
) -> None:
    with pytest.raises(QueryError) as caught:
        read_claims(said, CLUE, 1)
    assert why in str(caught.value)
    assert "write for example 'ann has one of" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("said", "formula"),
    [
        ("Zoë has one of Miss Scarlett, Käse", "h(1,miss_scarlett) | h(1,kase)"),
        ("O'Hara or zoe has the Lead Pipe", "h(2,lead_pipe) | h(1,lead_pipe)"),
        ("O’Hara’s hand lacks Mrs. White", "~h(2,mrs_white)"),
        ("the envelope holds one of Mrs White, Miss Scarlett", None),
    ],
)
def test_names_are_read_as_they_are_printed(said: str, formula: str | None) -> None:
    sorts = {
        "who": ["Miss Scarlett", "Mrs. White", "Käse"],
        "what": ["Lead Pipe", "Rope"],
    }
    game = Game.from_dict(
        {"rules": "clue", "players": ["Zoë", "O'Hara"], "sorts": sorts}
    )
    wanted = formula or "h(0,mrs_white) | h(0,miss_scarlett)"
    found = whole(read_claims(said, game))
    assert models(found) == models(parse_formula(wanted, game))
    (claim,) = read_claims(said, game)
    assert claim.formula == read_claims(claim_sentence(claim, game), game)[0].formula


@pytest.mark.parametrize(
    "text",
    [
        "Deduction: bob has plum\r\nDeduction: cid has rope\r\nAction: pass",
        "Deduction: bob has plum\rDeduction: cid has rope\rAction: pass",
        "Deduction: bob has plum\u2028Deduction: cid has rope",
        "```\nDeduction: bob has plum\nDeduction: cid has rope\n```\nAction: pass",
        "- **Deduction:** bob has plum\n- **Deduction: cid has rope**",
        "1. Deduction: bob has plum\n2) Deduction: `cid has rope`.",
        "> * Deduction 1: bob has plum\n> * Deduction 2: *cid has rope*",
        "## Deductions:\n- bob has plum\n- cid has rope\n\nAction: pass",
        "**Deductions:**\n\n1. bob has plum\n2. cid has rope\nSo I pass.\n- not this",
        '```json\n{"deductions": ["bob has plum", "cid has rope"]}\n```',
        '{"thought": "x", "deductions": ["bob has plum", "cid has rope"]}',
        'Well:\n~~~json\n{"Deduction": "bob has plum"}\n~~~\nDeduction: cid has rope',
        '{"claims":[{"player":"bob","card":"plum"},{"holder":"cid","card":"rope"}]}',
        "DEDUCTION : bob has plum\n__Deduction__: cid has rope",
        "Deductions:\nbob has plum\ncid has rope\n\nbob has rope",
        "Deductions:\r\n* bob has plum\r\n* cid has rope\r\nbob has rope",
        "Deduction: none\nDeduction: bob has plum\nDeduction: cid has rope",
    ],
)
def test_deductions_are_found_however_they_are_set(text: str) -> None:
    assert deductions_said(text) in (
        ["bob has plum", "cid has rope"],
        ["cid has rope", "bob has plum"],
    )
    found, unread = claims(text, CLUE)
    assert [str(one.formula) for one in found] == ["h(2,plum)", "h(3,rope)"]
    assert not unread


@pytest.mark.parametrize("text", ["Deductions: none", "Deduction: N/A\nDeduction: -"])
def test_a_reply_without_deductions_is_not_unread(text: str) -> None:
    assert claims(text, CLUE) == ([], [])


@pytest.mark.parametrize("has", ["false", '"false"', '"no"', "0"])
def test_a_denial_in_json_is_a_denial(has: str) -> None:
    text = f'{{"deductions": [{{"holder": "bob", "card": "plum", "has": {has}}}]}}'
    found, unread = claims(text, CLUE)
    assert [str(one.formula) for one in found] == ["~h(2,plum)"]
    assert not unread


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"deductions": [\n```',
        '{"deductions": 5, "action": ["x"]}',
        "{" * 5000,
        '{"deductions": [[1]], "action": null}',
        "Deduction: " + "bob has plum and " * 2000,
        "Deduction: " + "(" * 3000,
        "Deduction: " + "so " * 200_000 + "bob has plum",
        "Deduction: " + "it is not true that " * 60 + "bob has him",
        "Deduction: bob has at least three of " + ", ".join(CLUE.cards),
        "Deduction: if " + "if " * 100 + "bob has plum",
    ],
)
def test_texts_that_make_no_sense_give_no_claim_and_no_error(text: str) -> None:
    found, unread = claims(text, CLUE)
    assert not found
    assert all(len(one) < 600 for one in unread)


SMALL = (
    Game.myst(2, 1, 2, 1),
    Game.myst(1, 2, 2, 2),
    Game.clue(2, {"who": ["a1", "b1", "c1"], "where": ["x1", "y1", "z1"]}),
)


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_verdicts_are_those_of_all_deals_that_fit(game: Game) -> None:
    """The second witness deals every deal, and asks whether the history is possible."""
    rng, met = Random(17), set()
    for _ in range(12):
        table = GameState(game, random_deal(game, rng))
        for _ in range(rng.randrange(9)):
            if not (possible := list(table.events())):
                break
            table.do(rng.choice(possible))
        player = rng.randrange(1, game.p + 1)
        seen = InformationState.at(table, player)
        belief, deals = BeliefState.of(seen), _fitting(seen)
        listed = [_random_claim(game, rng) for _ in range(25)]
        for claim in listed:
            values = {_in_deal(claim.formula, deal) for deal in deals}
            wanted = values.pop() if len(values) == 1 else None
            assert truth(claim, belief) is wanted
            met.add(wanted)
        for first, second in pairwise(listed):
            if first == second:
                continue
            both = any(
                _in_deal(first.formula, deal) and _in_deal(second.formula, deal)
                for deal in deals
            )
            assert exclude_each_other([first, second], belief) is not both
    assert met == {True, False, None}


def _fitting(seen: InformationState) -> list[dict[H, bool]]:
    """The deals in which what the player saw is possible, as values of atoms."""
    game, found = seen.game, []
    for holders in product(range(game.p + 1), repeat=game.c):
        hands = [
            {x for x, k in zip(game.cards, holders, strict=True) if k == holder}
            for holder in range(game.p + 1)
        ]
        if [len(hand) for hand in hands] != list(game.sizes):
            continue
        if game.guess_fault(hands[0]):
            continue
        table = GameState(game, hands)
        if table.hands[seen.player] == seen.hand and _plays(table, seen):
            found.append(
                {
                    H(holder, card): card in hands[holder]
                    for holder in range(game.p + 1)
                    for card in game.cards
                }
            )
    return found


def _plays(table: GameState, seen: InformationState) -> bool:
    """Whether all that the player saw can happen at a table; of two all is seen."""
    for step, event in enumerate(seen.events):
        if not table.allows(event):
            return False
        table.do(event)
        if table.won != (seen.won and step == len(seen.events) - 1):
            return False
    return True


def _random_claim(game: Game, rng: Random) -> AnyClaim:
    while True:
        formula = _random_formula(game, rng, 2)
        found = claims_of(formula)
        if found:
            return rng.choice(found)


def _random_formula(game: Game, rng: Random, depth: int) -> Formula:
    if not depth or rng.random() < 0.2:
        return H(rng.randrange(game.p + 1), rng.choice(game.cards))
    if rng.random() < 0.3:
        return Not(_random_formula(game, rng, depth - 1))
    kind = rng.choice((And, Or))
    parts = [_random_formula(game, rng, depth - 1) for _ in range(rng.randint(2, 3))]
    return joined(kind, parts)


def _in_deal(formula: Formula, deal: dict[H, bool]) -> bool:
    return _holds(formula, deal)
