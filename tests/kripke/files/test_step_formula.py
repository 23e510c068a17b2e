"""Steps within formulas: they say what is true after the step is done."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.compilation import replace
from mystpy.errors import ParseError
from mystpy.kripke.deals import Deal, hexa, initial_state
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.step_formula import StepTexts
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import Model
from mystpy.language.decidable import parse_in_model
from mystpy.language.vocabulary import ModelWords
from tests.sampling import by_day

DEALS = ("r|w|b", "r|w|bg", "r||bw", "rw|b")
BODIES = (
    "K({i},h({j},r))",
    "C([1,2],h({i},w) | h({j},b))",
    "~K({j},~K({i},h(1,r)))",
    "before K({i},h(1,r)) | h(2,w)",
    "[h({j},w)!]K({i},h(2,w))",
)


def words_of(model: Model) -> ModelWords:
    return replace(model.words, steps=StepTexts())


@st.composite
def steps(draw: st.DrawFn, model: Model) -> str:
    cards = model.words.domains["cards"]
    some = draw(st.sets(st.sampled_from(cards), min_size=1).map(sorted))
    asker, other = draw(st.permutations(["1", "2"]))
    asked = f"{asker},{other},{{{','.join(some)}}}"
    formula = f"h({asker},{some[0]}) | K({other},h({asker},{some[-1]}))"
    return draw(
        st.sampled_from(
            [
                f"show({asked},{draw(st.sampled_from(some))})",
                f"noshow({asked})",
                f"win({asker})",
                f"nowin({asker})",
                f"win({asker},{formula})",
                f"announce({formula})",
                f"tell([{other}],{formula})",
                f"whisper([{other}],{formula})",
                f"remove({other},{model.names[0]},*)",
            ]
        )
    )


@settings(max_examples=by_day(200, 40))
@given(st.sampled_from(DEALS), st.data())
def test_it_is_true_where_the_body_is_after_the_step(
    deal: str, data: st.DataObject
) -> None:
    model = initial_state(Deal.read(deal)).model
    first = data.draw(steps(model))
    with_past = parse_step(first, model.words)
    with suppress(NotExecutable):
        model = with_past.on(model).following(model)
    words = words_of(model)
    text = data.draw(steps(initial_state(Deal.read(deal)).model))
    if text.startswith("remove"):
        text = "nowin(1)"  # worlds have other names now
    i, j = data.draw(st.permutations(["1", "2"]))
    body = data.draw(st.sampled_from(BODIES)).format(i=i, j=j)
    step, inside = parse_step(text, words), parse_in_model(body, words)
    box = model.truth(parse_in_model(f"[{text}]({body})", words))
    diamond = model.truth(parse_in_model(f"<{text}>({body})", words))
    for world in range(len(model)):
        state = model.at(world)
        try:
            after = step.after(state)
        except NotExecutable:
            assert box[world]
            assert not diamond[world]
            continue
        true = after.model.following(model).at(after.point).holds(inside)
        assert box[world] == diamond[world] == true


@pytest.mark.parametrize(
    "text",
    [
        "[show(2,1,{r,w,b},r)]K(2,h(1,r))",
        "<noshow(2,1,{w})>K(3,h(1,r))",
        "[win(2)][nowin(3)]K(1,h(2,w))",
        "[tell([1],h(2,w) -> h(1,r))]K(1,h(2,w))",
        "[[show(2,1,{r},r)]h(1,r)!]true",
        "[remove(1,rwb->rbw)]h(1,r)",
    ],
)
def test_it_is_printed_as_it_is_read(text: str) -> None:
    words = words_of(hexa().model)
    formula = parse_in_model(text, words)
    assert str(formula) == text
    assert parse_in_model(str(formula), words) == formula


def test_all_shows_of_hexa_tell_the_asker_the_card() -> None:
    words = words_of(hexa().model)
    for few in [c for n in (1, 2, 3) for c in combinations("rwb", n)]:
        for card in few:
            said = f"show(2,1,{{{','.join(few)}}},{card})"
            told = hexa().model.truth(
                parse_in_model(f"[{said}]K(2,h(1,{card}))", words)
            )
            can = hexa().model.truth(parse_in_model(f"<{said}>true", words))
            assert told.all()
            assert (can == hexa().model.valuation[f"h(1,{card})"]).all()


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("[show(2,1,{r,w,b},x)]true", "there is no card 'x'", 18),
        ("[show(0,1,{r},r)]true", "player 0 is the table", 6),
        ("K(1,[win(4)]true)", "there is no agent '4'", 9),
        ("[show(2,1)]true", "show is not written so", 1),
        ("[announce(h(1,q))]true", "there is no atom", 10),
        ("forall x in cards: [show(2,1,{r},x)]true", "the variable x cannot be", 33),
    ],
)
def test_what_is_no_step_is_refused_in_its_place(
    text: str, message: str, position: int
) -> None:
    with pytest.raises(ParseError, match=message) as error:
        parse_in_model(text, words_of(hexa().model))
    assert error.value.position == position


def test_an_action_of_the_file_may_be_called_as_a_step_is() -> None:
    text = """
[deal]
hands = "r|w|b"
[action.win]
events = { yes = "h(1,r)" }
[[check]]
formula = "[win]K(2,h(1,r)) & [win(yes)]K(3,h(1,r)) & [show(2,1,{r},r)]K(2,h(1,r))"
expect = "true"
"""
    read = load_model(text)
    (check,) = read.checks
    assert read.model.truth(check.formula)[0]
