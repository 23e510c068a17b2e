"""Model files: those in queries/models pass their checks, and bad ones are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from mystpy.axioms import queries_dir
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import (
    StructureFile,
    is_large,
    load_model,
    model_text,
    read_large,
    read_model,
)
from mystpy.kripke.files.model_state import ModelState, stages, unmet
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.isomorphism import isomorphic
from mystpy.kripke.text import as_json, as_toml, text
from mystpy.language.decidable import parse_in_model
from mystpy.language.vocabulary import ModelWords
from tests.kripke.random_models import states

FILES = sorted((queries_dir() / "models").glob("*.toml"))
WORDS = ModelWords.of("123", [f"h({i},{x})" for i in "123" for x in "rwb"])


def name_of(path: Path) -> str:
    return path.stem


def test_there_are_examples_of_the_paper() -> None:
    names = {path.stem for path in FILES}
    assert {"letter", "hexa", "tetra", "example-05", "example-09"} <= names


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_examples_are_as_they_say(path: Path) -> None:
    source = model_text(path.read_text("utf-8"), path.name)
    if is_large(source):
        large = read_large(source)
        values = [large.states[c.after].value(c.formula) for c in large.checks]
        assert values == [check.expect for check in large.checks]
        return
    file = load_model(path)
    found = list(stages(file))
    for planned, state in zip(file.steps, found[1:], strict=True):
        assert not list(unmet(planned, state))
    expected = [found[check.after].value(check.formula) for check in file.checks]
    assert expected == [check.expect for check in file.checks]
    assert file.steps or file.checks


HEXA = '[deal]\nhands = "r|w|b"\n'
PAIR = """
worlds = ["u", "v"]
[relations]
a = [["u", "v"]]
[valuation]
u = ["p"]
v = []
"""


@pytest.mark.parametrize(
    ("file", "message", "hint"),
    [
        ("", "there is no model", "worlds"),
        ("world = 1", "has no key 'world'", "did you mean worlds?"),
        ("worlds = 3\n[relations]", "worlds must be a list of texts", None),
        ('worlds = ["u"]', "there is no \\[relations\\]", "all"),
        ("[deal]", "\\[deal\\] has no 'hands'", None),
        ('worlds=["u"]\n[deal]\nhands="a"', "cannot be combined with \\[deal\\]", None),
        ('[deal]\nhands="a|a"', "the card a is named twice", None),
        (PAIR.replace('"u", "v"]]', '"u"]]'), "v is in no class", '\\["v"\\]'),
        (PAIR.replace("v = []", ""), "the valuation misses the world 'v'", "\\[\\]"),
        (PAIR.replace("v = []", "w = []"), "has no key 'w'", None),
        (PAIR.replace('[["u", "v"]]', '"some"'), "cannot be 'some'", "all"),
        (PAIR.replace('[["u", "v"]]', '{see=["p"]}'), "no key 'see'", "sees"),
        (PAIR.replace('[["u", "v"]]', '{sees=["q"]}'), "'q', which is no atom", "p"),
        (PAIR.replace('[["u", "v"]]', '{pairs=[["u","v"]]}'), "not reflexive", None),
        ('point = "x"' + PAIR, "no world 'x' in the model", None),
        ('point = ["q"]' + PAIR, "is not in the model", None),
        ('agents = ["a","b"]' + PAIR, "nothing of b", None),
        ('agents = ["c"]' + PAIR, "\\[relations\\] has no key 'a'", None),
        (HEXA + "[[step]]", "one of do, question, events and action", None),
        (HEXA + "[[step]]\nworlds = -1\ndo = 'win(1)'", "a whole number", None),
        (HEXA + "[[check]]\nformula='true'\nafter=1", "there are 0 steps", None),
        (HEXA + "[[check]]\nformula='true'\nexpect='yes'", "cannot be 'yes'", "true"),
        (HEXA + "[[step]]\nevents={}\nactual='a'", "formulas, or of pre", None),
        (HEXA + "[[step]]\nevents={a='true'}\nactual='b'", "'b', which is no ev", None),
        (HEXA + "[[step]]\nquestion={a='true'}\nasker=1\nrespondent=2\nanswer='a'\n"
         "publicity='all'", "publicity cannot be 'all'", "show"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_told_with_its_name(
    file: str, message: str, hint: str | None
) -> None:
    with pytest.raises(ModelError, match=message) as raised:
        load_model(file + "\n", "my.toml")
    assert str(raised.value).startswith("my.toml")
    assert hint is None or re.search(hint, raised.value.hint or "")


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("title = \n", 1, "not TOML"),
        (HEXA + '[[check]]\nformula = "K(1, h(2,x))"', 4, "no atom h\\(2,x\\)"),
        (HEXA + '[[step]]\ndo = "shows(2,1,{r},r)"', 4, "is no step"),
        (HEXA + '[[step]]\ndo = "announce(h(1,r)"', 4, "ends too early"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_with_its_line(
    file: str, line: int, message: str
) -> None:
    with pytest.raises(ParseError, match=message) as raised:
        load_model(file, "my.toml")
    assert raised.value.line == line
    assert raised.value.source == "my.toml"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="there is no file") as raised:
        load_model(queries_dir() / "models" / "hexo.toml")
    there = queries_dir() / "models" / "hexa.toml"
    assert raised.value.hint == f"did you mean {there}?"
    with pytest.raises(QueryError, match="is a folder"):
        load_model(tmp_path)
    (tmp_path / "x").write_bytes(b"\xff")
    with pytest.raises(QueryError, match="not text in UTF-8"):
        load_model(tmp_path / "x")


@pytest.mark.parametrize(
    "step",
    [
        "announce(h(1,r) | K(2,h(3,b)))",
        "tell([1,2],h(1,r))",
        "whisper([3],~h(1,b))",
        "show(2,1,{r,w,b},r)",
        "noshow(2,1,{b})",
        "win(2)",
        "nowin(3)",
        "win(2,h(1,r) & ~h(1,b))",
    ],
)
def test_steps_are_read_and_printed(step: str) -> None:
    assert str(parse_step(step, WORDS)) == step
    spaced = parse_step(f"  {step.replace(',', ' , ')} ", WORDS)
    assert spaced == parse_step(step, WORDS)
    assert str(spaced).replace(" ", "") == step.replace(" ", "")


@pytest.mark.parametrize(
    ("step", "place", "message", "hint"),
    [
        ("annouce(h(1,r))", 0, "is no step", "did you mean announce?"),
        ("announce h(1,r)", 0, "is no step", "announce(F)"),
        ("show(2,1,{r})", 0, "show is not written so", "write show"),
        ("show(2,4,{r},r)", 7, "there is no agent '4'", "1, 2, 3"),
        ("show(2,1,{r,x},r)", 12, "there is no card 'x'", "r, w, b"),
        ("show(2,1,r,r)", 9, "a set is expected here", None),
        ("noshow(2)", 0, "noshow is not written so", "write noshow"),
        ("win(2,)", 6, "ends too early", None),
        ("tell([1],h(1,q))", 9, "no atom h(1,q)", None),
        ("", 0, "is no step", "the steps are"),
    ],
)
def test_a_step_that_cannot_be_read_is_told_with_its_place(
    step: str, place: int, message: str, hint: str | None
) -> None:
    with pytest.raises(ParseError) as raised:
        parse_step(step, WORDS)
    assert message in str(raised.value)
    assert raised.value.position == place
    assert hint is None or hint in (raised.value.hint or "")


def test_worlds_may_be_all_valuations_with_a_law() -> None:
    file = 'atoms = ["p", "q"]\nlaw = "p | q"\npoint = ["q"]\n[relations]\na = "none"'
    read = load_model(file)
    assert list(read.model.names) == ["q", "p", "p,q"]
    assert read.point == 0
    assert ModelState(read.model, None).value("p") == "undetermined"
    assert ModelState(read.model, None).value("p | q") == "true"
    assert ModelState(read.model, None).value("p & ~q & K(a,q)") == "false"


MANY = [f"p{k}" for k in range(30)]
LARGE = f"""
atoms = {MANY}
law = "p0 | p1"
[relations]
a = {{ unseen = ["p0"] }}
b = {{ sees = ["p0"] }}
"""


def large_file(text: str) -> StructureFile:
    source = model_text(text, "my.toml")
    assert is_large(source)
    return read_large(source)


def test_what_is_too_large_to_list_is_not_listed() -> None:
    with pytest.raises(ModelError, match="worlds are too many to list") as raised:
        load_model(LARGE)
    assert (raised.value.hint or "").startswith("`mystpy check` does not list them")
    read = large_file(LARGE + "[[step]]\ndo = 'announce(~p1)'\n")
    before, after = read.states
    words = read.words
    assert before.value(parse_in_model("p0", words)) == "undetermined"
    assert after.value(parse_in_model("C([a,b], p0)", words)) == "true"
    assert after.value(parse_in_model("p1", words)) == "false"
    step = "[[step]]\ndo='announce(~p1)'\n"
    nowhere = large_file(LARGE + "[[step]]\ndo = 'announce(~p0 & ~p1)'\n")
    assert nowhere.states[1] is nowhere.states[0]
    pointed = large_file('point = ["p0", "p1"]' + LARGE + step)
    assert pointed.states[1].value(parse_in_model("p1 & ~K(b,p1)", words)) == "true"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('point = ["p2"]' + LARGE, "my.toml: the law excludes the actual"),
        ('point = ["q"]' + LARGE, "'q', which is no atom"),
        (LARGE.replace("p0 | p1", "p0 & ~p0"), "no valuation of the atoms"),
        (LARGE.replace('{ sees = ["p0"] }', '"all"'), "too many to list"),
        (LARGE.replace('sees = ["p0"]', 'sees = ["q"]'), "'q', which is no atom"),
        (LARGE.replace('unseen = ["p0"]', 'unseen = ["q"]'), "'q', which is no atom"),
        (LARGE.replace('sees = ["p0"]', ""), "either sees or unseen"),
        (LARGE + "[[step]]\ndo='tell([a],p0)'", "too many to list"),
        (LARGE.replace("[relations]", "[relation]"), "no key 'relation'"),
    ],
)
def test_a_large_file_that_is_none_is_told(text: str, message: str) -> None:
    source = model_text(text + "\n", "my.toml")
    with pytest.raises(ModelError, match=message) as raised:
        (read_large if is_large(source) else read_model)(source)
    assert str(raised.value).startswith("my.toml")


def test_unseen_atoms_are_all_that_is_not_seen() -> None:
    file = 'atoms = ["p", "q"]\n[relations]\na = {unseen=["p"]}\nb = {sees=["q"]}'
    model = load_model(file).model
    assert model.relation("a") == model.relation("b")
    with pytest.raises(ModelError, match="'r', which is no atom"):
        load_model(file.replace('unseen=["p"]', 'unseen=["r"]'))


def test_a_step_may_be_done_several_times() -> None:
    file = load_model(HEXA + "[[step]]\ndo = 'announce(h(1,r))'\ntimes = 3")
    assert [len(state.model) for state in stages(file)] == [6, 2, 2, 2]
    assert not load_model(HEXA + "[[step]]\ndo = 'win(2)'\ntimes = 0").steps


def test_links_are_closed_and_pairs_are_not() -> None:
    linked = PAIR.replace('[["u", "v"]]', '{links=[["u","v"]]}')
    assert load_model(linked).model.relation("a").count == 1
    pairs = '{pairs=[["u","u"],["v","v"]]}'
    assert (
        load_model(PAIR.replace('[["u", "v"]]', pairs)).model.relation("a").count == 2
    )


def test_the_table_may_be_left_out_of_the_agents() -> None:
    read = load_model('[deal]\nhands = "a|b|c"\nfirst = 0\nagents = ["1", "2"]')
    assert read.model.agents == ("1", "2")
    assert "h(0,a)" in read.model.atoms
    assert read.model.names[read.point or 0] == "abc"


def test_a_publicity_may_be_spelled_out() -> None:
    step = """
[[step]]
question = { red = "h(1,r)", other = "~h(1,r)" }
asker = 2
respondent = 1
answer = "red"
publicity = { 3 = [["red"], ["other"]], 2 = [["red", "other"]] }
"""
    after = list(stages(load_model(HEXA + step)))[-1]
    assert after.value("K(3,h(1,r)) & ~K(2,K(3,h(1,r)))") == "true"
    wrong = step.replace('3 = [["red"], ["other"]]', '1 = [["red", "other"]]')
    with pytest.raises(ModelError, match="the publicity for 1 must tell all answers"):
        list(stages(load_model(HEXA + wrong)))
    none = step.replace('["red"], ["other"]', '["red"]')
    with pytest.raises(ModelError, match="for 3 is not an equivalence: other is in no"):
        list(stages(load_model(HEXA + none)))


def test_a_refused_step_changes_nothing_and_says_why() -> None:
    file = load_model(HEXA + "[[step]]\ndo = 'announce(h(1,b))'\nworlds = 2")
    before, after = stages(file)
    assert after.model is before.model
    assert "h(1,b) is false in the actual world rwb" in (after.refused or "")
    faults = list(unmet(file.steps[0], after))
    assert [fault.split(" ")[0] for fault in faults] == ["announce(h(1,b))", "2"]


@given(states())
def test_a_state_is_read_back_from_its_file(state: PointedModel) -> None:
    written = "\n".join(as_toml(ModelState(state.model, state.point), "again"))
    read = load_model(written)
    assert read.point is not None
    assert isomorphic(PointedModel(read.model, read.point), state)
    assert list(read.model.names) == list(state.model.names)
    assert read.model.atoms == state.model.atoms


def test_long_lists_are_left_out_of_what_is_told() -> None:
    big = load_model('[deal]\nhands = "ab|cd|ef"').model
    state = ModelState(big, 0)
    assert "more than 50 worlds" in list(text(state))[-1]
    assert len(list(text(state, every=True))) == 1 + 3 + 90
    assert "valuation" not in as_json(state)
    assert len(as_json(state, every=True)["valuation"]) == 90  # type: ignore[arg-type]
    assert big.words.domains["cards"] == tuple("abcdef")


def test_steps_of_a_model_without_a_point() -> None:
    file = load_model(PAIR + "[[step]]\ndo = 'tell([a],p)'\n[[step]]\ndo='announce(p)'")
    start, raised, said = stages(file)
    assert isinstance(start.model, Model)
    assert [len(state.model) for state in (start, raised, said)] == [2, 1, 1]
    stuck = said.after(parse_step("announce(~p)", file.model.words))
    assert (len(stuck.model), stuck.refused) == (1, "~p is true in no world")
    assert said.refused is None


def test_a_step_that_no_world_allows_is_refused_and_a_file_can_expect_it() -> None:
    refused = {
        "win(2)": "player 2 can win in no world",
        "noshow(2,1,{r,w,b})": "player 1 has one of these cards in every world",
        "show(2,1,{w},w)": "the answer 'w' is not true in the actual world rwb",
    }
    for step, why in refused.items():
        planned = f"[[step]]\ndo = '{step}'\nrefused = '{why[-9:]}'\n"
        file = load_model(f"{HEXA}{planned}")
        before, after = stages(file)
        assert why in (after.refused or "")
        assert after.model is before.model
        assert not list(unmet(file.steps[0], after))
    raised = load_model(HEXA + "[[step]]\ndo = 'nowin(2)'\nrefused = 'win'\n")
    assert list(unmet(raised.steps[0], list(stages(raised))[1]))


TABLE = '[deal]\nhands = "b|r|w"\nfirst = 0\n'


@pytest.mark.parametrize(
    "step",
    [
        "do = 'show(1,0,{r,b},b)'",
        "do = 'noshow(0,1,{b})'",
        "do = 'win(0)'",
        "do = 'nowin(0,h(1,r))'",
        "question = {y='h(0,b)', n='~h(0,b)'}\nasker='1'\nrespondent='0'\nanswer='y'",
        "question = {y='h(1,r)', n='~h(1,r)'}\nasker='0'\nrespondent='1'\nanswer='y'",
    ],
)
def test_the_table_neither_asks_nor_shows_nor_answers(step: str) -> None:
    with pytest.raises(MystError, match=r"table.*Definition 9") as raised:
        list(stages(load_model(f"{TABLE}[[step]]\n{step}\n")))
    assert raised.value.hint == "the players are numbered from 1"
    said = load_model(TABLE + "[[step]]\ndo = 'tell([0,1],h(2,w))'\n")
    assert list(stages(said))[1].refused is None


def test_no_card_that_is_asked_for_is_called_as_the_answer_to_have_none() -> None:
    deal = '[deal]\nhands = "none,r|w"\n[[step]]\n'
    with pytest.raises(ModelError, match="a card none cannot be asked for"):
        list(stages(load_model(deal + "do = 'show(2,1,{none},none)'")))
    assert len(list(stages(load_model(deal + "do = 'show(2,1,{r},r)'")))) == 2


def test_what_happens_has_names_without_commas() -> None:
    events = "[[step]]\nevents = {{'{0}' = 'p', y = '~p'}}\nactual = '{0}'\n"
    with pytest.raises(ModelError, match="cannot be called 'x,y'"):
        load_model(PAIR + events.format("x,y"))
    last = list(stages(load_model(PAIR + events.format("x y"))))[-1]
    again = load_model("\n".join(as_toml(last, "again")))
    assert list(again.model.names) == list(last.model.names)


def test_steps_are_limited_in_number() -> None:
    step = "[[step]]\ndo = 'announce(h(1,r))'\ntimes = {}\n"
    with pytest.raises(ModelError, match="3,000,000 steps are too many, 10,000"):
        load_model(HEXA + step.format(3_000_000))
    with pytest.raises(ModelError, match="12,000 steps are too many"):
        load_model(HEXA + 2 * step.format(6_000))
    assert len(load_model(HEXA + step.format(3)).steps) == 3


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("[relations]\na =", "[relations]\n'a b' =", "agent 'a b'"),
        ("[relations]\na =", "[relations]\n'' =", "agent ''"),
        ('["p"]', '["p q"]', "atom 'p q'"),
        ('["p"]', '["forall"]', "atom 'forall'"),
        ('["p"]', '["p(1, 2)"]', "atom 'p(1, 2)'"),
    ],
)
def test_names_that_no_formula_has_are_refused(old: str, new: str, what: str) -> None:
    assert old in PAIR
    with pytest.raises(ModelError, match=re.escape(f"no formula can name the {what}")):
        load_model(PAIR.replace(old, new))


def test_what_is_announced_is_told_as_it_was_written() -> None:
    said = "forall i in agents: ~K(i, h(2,w))"
    for shape in ("announce({})", "tell([1,2],{})", "win(2,{})"):
        step = parse_step(shape.format(said), WORDS)
        assert str(step) == shape.format(said)
    false = parse_step("announce(forall i in agents: h(i, r))", WORDS)
    (start,) = stages(load_model(HEXA))
    raised = start.after(false).refused or ""
    assert "forall i in agents: h(i, r) is false in the actual world" in raised


@pytest.mark.parametrize(
    "step",
    [
        'do = "show(0,1,{r},r)"',
        'do = "noshow(1,0,{r})"',
        'do = "win(0)"',
        'question = { a = "true" }\nasker = "0"\nrespondent = 1\nanswer = "a"',
        'question = { a = "true" }\nasker = 1\nrespondent = "0"\nanswer = "a"',
    ],
)
def test_the_table_neither_asks_nor_answers(step: str) -> None:
    text = f'[deal]\nhands = "w|r|b"\nfirst = 0\n[[step]]\n{step}\n'
    with pytest.raises(MystError, match="player 0 is the table, which cannot ask"):
        list(stages(load_model(text)))
