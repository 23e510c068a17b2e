"""Packages that claim to be a rule set: which are certified, and why others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.packages.certificates.kept_certificates import (
    SHIPPED,
    certificate_row,
    kept_certificate,
)
from mystpy.packages.certificates.making import certificate_checks, made_certificate
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import driver, shipped_packages
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.rule_set_comparison.shortest_run import DifferentRun
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal
from tests.packages.certificates.edited_packages import (
    CHANGING,
    HARMLESS,
    START,
    edited,
)
from tests.sampling import cases, cases_by_day, seeds_by_day
from tools.package_certificates import certified

SMALL = {"m": 1, "n": 2, "p": 3, "q": 2}


OF_EACH_KIND = (
    "no is always possible",
    "whether a guess is right is hidden",
    "nobody is out",
    "a player may have more",
    "player 2 begins",
    "sets are compared",
)
"""Edits of an action, a sight, a fluent, the deals and the start, and one refused."""


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", cases(CHANGING, *OF_EACH_KIND))
def test_a_package_with_another_rule_is_not_certified(
    name: str, tmp_path: Path
) -> None:
    edit = CHANGING[name]
    package = read_package(str(edited(tmp_path, edit.changes, name)), SMALL)
    found = made_certificate(package)
    assert found.certificate is None
    assert edit.reason in found.reason, found.reason
    assert (found.run is not None) == edit.run, found.reason
    if found.run is not None:
        # Phases are no fluents of which formulas can speak.
        assert differs(package.folder, found.run) or "phase(" in found.run.what


def differs(folder: Path, run: DifferentRun) -> bool:
    """Return whether the files and the engine that knows MYST differ about a run."""
    sizes = dict(run.constants)
    game = Game.myst(sizes["m"], sizes["n"], sizes["p"], sizes["q"])
    package = read_package(str(folder), sizes)
    text, given = " ".join(run.actions), [f"h({k},{x})" for k, x in run.cards]
    hands: dict[int, list[str]] = {}
    for holder, card in run.cards:
        hands.setdefault(int(holder), []).append(card)
    history = History.make(game, hands, text)
    here = PackageSituation.make(package, text, given)
    engine = get_engine("worlds")
    if str(legal(history, engine).verdict) != here.legality().verdict:
        return True
    for fluent, word in WORDS.items():
        if fluent in here.words.atoms:
            value = str(ask(history, parse_formula(word, game), engine).value)
            if here.value(fluent) != value:
                return True
    return any(
        here.value(f"K({i},h({k},{x}))")
        != str(ask(history, parse_formula(f"K({i},h({k},{x}))", game), engine).value)
        for i in range(1, game.p + 1)
        for k, x in run.cards
    ) or bool(offered(package, text, given) ^ offered_there(history))


WORDS = {f"still_in({i})": f"In({i})" for i in (1, 2, 3)}
WORDS |= {f"turn({i})": f"Turn({i})" for i in (1, 2, 3)}
WORDS |= {f"ans_turn({i})": f"AnsTurn({i})" for i in (1, 2, 3)}
WORDS |= {"game_over": "GameOver"}


def offered(package: object, text: str, given: list[str]) -> set[str]:
    """Return the kinds of actions that can be done next by the package's files."""
    here = PackageSituation.make(package, text, given)  # type: ignore[arg-type]
    return {each.kind for each in here.possible_actions()}


def offered_there(history: History) -> set[str]:
    """Return the kinds of actions that can be done next by the folder axioms."""
    found = get_engine("worlds").possible(history)
    return {type(each.action).__name__.lower() for each in found}


@pytest.mark.usefixtures("few_answers")
@pytest.mark.alike(2)
@pytest.mark.parametrize("name", cases_by_day(HARMLESS, 1))
def test_the_same_rules_said_in_another_way_are_certified(
    name: str, tmp_path: Path
) -> None:
    package = read_package(str(edited(tmp_path, HARMLESS[name], name)), SMALL)
    found = made_certificate(package)
    assert found.certificate is not None, found.reason


@pytest.mark.usefixtures("few_answers")
def test_words_may_differ_from_those_of_the_rule_set(tmp_path: Path) -> None:
    folder = edited(tmp_path, ())
    for file in ("theory.toml", "theory.lp"):
        text = (folder / file).read_text("utf-8")
        for old, new in (("asks", "wants"), ("h(", "has("), ('"h"', '"has"')):
            text = text.replace(old, new)
        (folder / file).write_text(text, "utf-8")
    path = folder / "theory.toml"
    names = '[certificate.names]\nwants = "asks"\nhas = "h"\n'
    path.write_text(path.read_text("utf-8").replace("[certificate.names]\n", names))
    found = made_certificate(read_package(str(folder), SMALL))
    assert found.certificate is not None, found.reason


@pytest.mark.usefixtures("few_answers")
@pytest.mark.alike(2)
@pytest.mark.parametrize("number", seeds_by_day(4, 4))
def test_sizes_of_myst_are_certified(number: int) -> None:
    sizes = ((1, 1, 2, 1), (2, 1, 3, 2), (1, 2, 2, 3), (2, 2, 2, 1))
    m, n, p, q = sizes[number % len(sizes)]
    found = made_certificate(read_package("myst", {"m": m, "n": n, "p": p, "q": q}))
    assert found.certificate is not None, found.reason


def test_certificates_of_shipped_packages_come_with_mystpy() -> None:
    """If this fails after a change of packages or axioms: make package-certificates."""
    rows = driver().with_name(SHIPPED).read_bytes()
    for package in certified():
        found = kept_certificate(package)
        assert found is not None, (package.folder.name, package.constants)
        assert certificate_row(package, found) in rows


@pytest.mark.parametrize("players", cases((2, 3), 2))
def test_a_certificate_that_is_made_again_is_the_shipped_one(players: int) -> None:
    package = read_package("myst", {"p": players})
    assert kept_certificate(package) is not None
    assert made_certificate(package).certificate == kept_certificate(package)


TABLE = '[certificate]\nequals = "myst"\n'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('equals = "myst"', 'equals = "mist"', "there is no rule set 'mist'"),
        ('equals = "myst"', 'equals = "cards"', "there is no rule set 'cards'"),
        ('equals = "myst"', "", "equals"),
        (TABLE, TABLE + "size = 3\n", "size"),
        ('still_in = "in"', "still_in = true", "a word or a number for 'still_in'"),
        ('still_in = "in"', 'still_in = "in"\nturn = "in"', "two names stand for 'in'"),
        ('still_in = "in"', '1 = "2"\n2 = 2', "two names stand for 2"),
    ],
)
def test_a_table_at_fault_is_refused_with_its_line(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    folder = edited(tmp_path, ())
    path = folder / "theory.toml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(QueryError, match=said) as found:
        read_package(str(folder), SMALL)
    assert str(path) in str(found.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('still_in = "in"', 'alive = "in"', "the package has no 'alive' to name"),
        ('equals = "myst"', 'equals = "board"', "this is no game of board"),
        (TABLE, TABLE + 'constants = { m = "n + k" }\n', "there is no constant 'k'"),
        (TABLE, TABLE + 'constants = { m = "m + 1" }\n', "cards, but"),
        (TABLE, TABLE + 'constants = { q = "0" }\n', "this is no game of myst"),
        (TABLE, TABLE + 'constants = { r = "1" }\n', "has no constant 'r'"),
        ('still_in = "in"', 'still_in = "in"\n1 = 2', "1 = 2, 2 = 2, 3 = 3"),
        ('still_in = "in"', 'still_in = "in"\n3 = 4', "1 = 1, 2 = 2, 3 = 4"),
        ('still_in = "in"', 'still_in = "in"\n1 = 0', "1 = 0, 2 = 2, 3 = 3"),
        (TABLE, TABLE + 'sorts = ["card"]\n', "the cards of myst have no sorts"),
    ],
)
def test_a_claim_that_does_not_fit_is_refused_with_the_reason(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    folder = edited(tmp_path, ())
    path = folder / "theory.toml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    (found,) = certificate_checks(read_package(str(folder), SMALL))
    assert found.holds is False
    assert said in found.detail, found.detail
    assert f"{path}:" in found.detail


def test_an_action_of_another_arity_is_refused(tmp_path: Path) -> None:
    folder = edited(tmp_path, (("no(J)", "no(J, J)"),))
    path = folder / "theory.toml"
    text = path.read_text("utf-8")
    old = 'name = "no"\nargs = ["player"]'
    assert old in text
    path.write_text(text.replace(old, 'name = "no"\nargs = ["player", "player"]'))
    (found,) = certificate_checks(read_package(str(folder), SMALL))
    assert "no has 2 arguments, but 1 there" in found.detail


def test_an_action_that_the_rule_set_has_not_is_named(tmp_path: Path) -> None:
    rule = "poss(noask(I), S) :- considered(noask(I), S), turn(I, S), phase(ask, S)."
    folder = edited(tmp_path, ((START, f"{rule}\n{START}"),))
    path = folder / "theory.toml"
    action = '\n[[action]]\nname = "noask"\nargs = ["player"]\nwords = "{1} passes"\n'
    path.write_text(path.read_text("utf-8") + action, "utf-8")
    (found,) = certificate_checks(read_package(str(folder), SMALL))
    assert "myst has no action 'noask'" in found.detail


def test_an_action_that_is_missing_is_named(tmp_path: Path) -> None:
    rule = "poss(noguess(I), S) :- considered(noguess(I), S), turn(I, S), "
    folder = edited(tmp_path, ((f"{rule}phase(guess, S).", ""),))
    path = folder / "theory.toml"
    before, _, rest = path.read_text("utf-8").partition('[[action]]\nname = "noguess"')
    path.write_text(f"{before}[[action]]{rest.partition('[[action]]')[2]}", "utf-8")
    (found,) = certificate_checks(read_package(str(folder), SMALL))
    assert "no action 'noguess', which myst has" in found.detail, found.detail
    assert f"{path}:" in found.detail


GENERALIZED_SMALL = {"m": 1, "n": 1, "p": 2, "q": 1}


@pytest.mark.usefixtures("few_answers")
def test_generalized_clue_is_certified() -> None:
    found = made_certificate(read_package("generalized", GENERALIZED_SMALL))
    assert found.certificate is not None, found.reason


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            "% (G20)\nposs(wrong(I), S) :- considered(wrong(I), S), turn(I, S),"
            " phase(ans, S), not still_in(I, S).",
            "wrong(1) is possible in the package only",
        ),
        (
            "% (G29)\nans_turn(J, S+1) :- done(asks(I, J, Q), S).",
            "ans_turn(2,s) differs after yes(2)",
        ),
        (
            "% (G34)\n"
            "whispered(A, S) :- done(A, S), A = (right(I); wrong(I)), player(I).\n"
            "obs(K, right(I), told(I), S) :- done(right(I), S), player(K).\n"
            "obs(K, wrong(I), told(I), S) :- done(wrong(I), S), player(K).",
            "tells two runs apart on one of the two sides",
        ),
    ],
)
def test_another_generalized_clue_is_not_certified(
    rule: str, reason: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    shipped = (shipped_packages()["generalized"] / "theory.toml").read_text("utf-8")
    claim = shipped.partition("[certificate]")[2]
    declared = f'name = "Mine"\nextends = "generalized"\n[certificate]{claim}'
    (folder / "theory.toml").write_text(declared, "utf-8")
    (folder / "theory.lp").write_text(f"{rule}\n", "utf-8")
    found = made_certificate(read_package(str(folder), GENERALIZED_SMALL))
    assert found.certificate is None
    assert reason in found.reason, found.reason
    assert found.run is not None


OPEN = {"p": 2, "table": 1, "left_over": 3, "face_up": 1}


def clue_with(folder: Path, rules: str) -> Package:
    """Make a package that extends Clue with its claim, where a card lies open."""
    folder.mkdir()
    shipped = (shipped_packages()["clue"] / "theory.toml").read_text("utf-8")
    claim = shipped.partition("[certificate]")[2]
    declared = f'name = "Mine"\nextends = "clue"\n[certificate]{claim}'
    (folder / "theory.toml").write_text(declared, "utf-8")
    (folder / "theory.lp").write_text(f"{rules}\n", "utf-8")
    return read_package(str(folder), OPEN)


CARDS_OPEN = ":- not face_up { open(X) : card(X) } face_up."


@pytest.mark.usefixtures("few_answers")
@pytest.mark.alike(2)
@pytest.mark.parametrize(
    "rules",
    [
        "",
        f"% (B5)\n{CARDS_OPEN}\nobs0(I, open(X)) :- player(I), open(X).\n"
        "{ open(X) : h(p + 1, X) }.",
    ],
)
def test_clue_with_open_cards_is_certified(rules: str, tmp_path: Path) -> None:
    found = made_certificate(clue_with(tmp_path / "mine", rules))
    assert found.certificate is not None, found.reason
    assert found.certificate.compared[0].endswith("any 1 of the cards left over open")


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (
            f"{CARDS_OPEN}\nobs0(1, open(X)) :- open(X).\n{{ open(X) }} :- h(p+1, X).",
            "at the start what 2 sees tells two runs apart",
        ),
        (
            "obs0(I, open(X)) :- player(I), open(X).\n{ open(X) } :- h(p + 1, X).",
            "only the package has the deal",
        ),
        (
            f"{CARDS_OPEN}\nobs0(I, open(X)) :- player(I), open(X).\n"
            "{ open(X) : card(X), not h(0, X) }.",
            "only the package has the deal",
        ),
        (
            f"{CARDS_OPEN}\nobs0(I, open(X)) :- player(I), open(X).\n"
            "{ open(X) } :- h(p + 1, X), weapon(X).",
            "only the rule set clue has the deal",
        ),
    ],
)
def test_clue_with_other_open_cards_is_not_certified(
    rules: str, reason: str, tmp_path: Path
) -> None:
    found = made_certificate(clue_with(tmp_path / "mine", f"% (B5)\n{rules}"))
    assert found.certificate is None
    assert reason in found.reason, found.reason


def test_a_deal_that_depends_on_open_cards_is_not_certified(tmp_path: Path) -> None:
    rule = "% (2.9)\n1 { h(K, X) : holder(K), not open(X) } 1 :- card(X)."
    found = made_certificate(clue_with(tmp_path / "mine", rule))
    assert found.certificate is None
    assert found.reason
