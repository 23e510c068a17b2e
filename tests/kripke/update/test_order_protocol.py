"""Order protocols: against words that are written out, and as they are read."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError
from mystpy.kripke.deals import hexa
from mystpy.kripke.files.protocol_text import parse_protocol
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.update.order_protocol import (
    PROTOCOLS,
    OrderProtocol,
    kind_and_player,
)

PLAYERS = ("1", "2")
KINDS = ("show", "win")
LONGEST = 3

Done = tuple[str, str]
Word = tuple[str, ...]
"""Kinds of steps, perhaps with a player, and `next`."""


def single() -> st.SearchStrategy[tuple[str, set[Word]]]:
    """A kind of step or `next`, as a text and as the words that it has."""
    texts = ["next", *KINDS, *(f"{k}({p})" for k in KINDS for p in (*PLAYERS, "_"))]
    return st.sampled_from(texts).map(lambda text: (text, {(text,)}))


def cut(word: Word) -> Word:
    """Only the first steps of a word, and of two players' turns no full rounds."""
    found: list[str] = []
    for sign in word:
        if sum(each != "next" for each in found) == LONGEST:
            break
        if sign == "next" and found[-1:] == ["next"]:
            found.pop()
        else:
            found.append(sign)
    return tuple(found)


def joined(words: set[Word], more: set[Word]) -> set[Word]:
    return {cut(one + other) for one, other in product(words, more)}


def in_order(parts: list[tuple[str, set[Word]]]) -> tuple[str, set[Word]]:
    words: set[Word] = {()}
    for _, more in parts:
        words = joined(words, more)
    return "(" + " ".join(text for text, _ in parts) + ")", words


def either(parts: list[tuple[str, set[Word]]]) -> tuple[str, set[Word]]:
    text = "(" + " | ".join(text for text, _ in parts) + ")"
    return text, set[Word]().union(*(words for _, words in parts))


def repeated(part: tuple[str, set[Word]], sign: str) -> tuple[str, set[Word]]:
    text, words = part
    found: set[Word] = set() if sign == "+" else {()}
    new = set(words)
    while new - found:
        found |= new
        if sign == "?":
            break
        new = joined(new, words)
    return f"{text}{sign}", found


def above(inner: Any) -> Any:
    few = st.lists(inner, min_size=1, max_size=3)
    signs = st.sampled_from("*+?")
    return few.map(in_order) | few.map(either) | st.builds(repeated, inner, signs)


protocols = st.recursive(single(), above, max_leaves=4)


def fits(done: tuple[Done, ...], word: Word) -> bool:
    """Whether steps are the beginning of a word, with player 1 in turn at first."""
    place, turn = 0, "1"
    for sign in word:
        if place == len(done):
            return True
        if sign == "next":
            turn = PLAYERS[1 - PLAYERS.index(turn)]
            continue
        kind, _, by = sign.removesuffix(")").partition("(")
        if done[place][0] != kind or (by or turn) not in ("_", done[place][1]):
            return False
        place += 1
    return place == len(done)


@given(protocols)
def test_what_follows_is_the_beginning_of_a_word(made: tuple[str, set[Word]]) -> None:
    """Player 1 has begun with a step that is put before the protocol."""
    text, words = made
    begun = parse_protocol(f"ask {text}", PLAYERS).after("ask", "1")
    assert begun is not None
    for size in range(1, LONGEST + 1):
        for done in product(product(KINDS, PLAYERS), repeat=size):
            now: OrderProtocol | None = begun
            for kind, player in done:
                expected = [] if now is None else now.expected()
                now = None if now is None else now.after(kind, player)
                named = {kind, f"{kind}({player})"} & set(expected)
                assert (now is not None) == bool(named)
            assert (now is not None) == any(fits(done, word) for word in words)


def kinds(*texts: str) -> list[tuple[str, str | None]]:
    words = hexa().model.words
    found = [kind_and_player(parse_step(text, words)) for text in texts]
    return [each for each in found if each is not None]


def follow(text: str, *steps: str) -> tuple[int, list[str], bool]:
    """How many steps follow a protocol, what is expected then, if it is complete."""
    now = parse_protocol(text, ("1", "2", "3"))
    for place, (kind, player) in enumerate(kinds(*steps)):
        after = now.after(kind, player)
        if after is None:
            return place, now.expected(), now.complete
        now = after
    return len(kinds(*steps)), now.expected(), now.complete


def test_the_order_of_section_7() -> None:
    show, noshow = "show(2,1,{r,w},r)", "noshow(3,1,{b})"
    name = "knowledge-games"
    assert follow(name) == (0, ["noshow", "show"], False)
    assert follow(name, show) == (1, ["nowin(2)", "win(2)"], False)
    assert follow(name, show, "win(2)") == (2, [], True)
    assert follow(name, show, "nowin(2)") == (2, ["noshow(3)", "show(3)"], False)
    assert follow(name, show, "nowin(2)", noshow, "win(3)") == (4, [], True)
    assert follow(name, show, "nowin(2)", "win(3)")[0] == 2
    assert follow(name, show, "nowin(3)")[0] == 1
    assert follow(name, "win(2)")[0] == 0


def test_the_turn_goes_round() -> None:
    asked = ("show(3,1,{r,w},r)", "nowin(3)", "show(1,2,{r,w},w)", "nowin(1)")
    assert follow("knowledge-games", *asked) == (4, ["noshow(2)", "show(2)"], False)


def test_who_may_guess_asks_or_guesses() -> None:
    asked = ("nowin(1)", "noshow(1,2,{r})")
    assert follow("guessing", *asked) == (2, ["nowin(2)", "win(2)"], False)
    assert follow("guessing", *asked, "win(2)") == (3, [], True)
    assert follow("guessing", *asked, "win(1)")[0] == 2


def test_steps_of_nobody_are_of_anybody() -> None:
    assert follow("(announce | tell(_))*", "announce(true)", "tell([1],true)")[0] == 2
    assert follow("announce(2)", "announce(true)")[0] == 0
    assert follow("announce", "contract", "expect(true)", "announce(true)")[0] == 1
    assert follow("remove show", "remove(1,rwb,rbw)", "show(2,1,{r},r)")[0] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a step is expected here"),
        ("(show", "a bracket is not closed"),
        ("show)", r"'\)' is not expected here"),
        ("shows", "'shows' is no kind of step"),
        ("show | | win", "a step is expected here"),
        ("show(7)", "there is no player '7'"),
        ("show & win", "'&' is no kind of step"),
        ("*", r"'\*' is no kind of step"),
    ],
)
def test_what_is_no_protocol_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_protocol(text, PLAYERS)


def test_comments_and_lines_do_not_count() -> None:
    text = "# the order\n(show  # asked\n | noshow)* win"
    assert parse_protocol(text, PLAYERS) == parse_protocol(
        "(show | noshow)* win", PLAYERS
    )
    assert parse_protocol("look win", PLAYERS, ["look"]).expected() == ["look"]
    assert all(parse_protocol(name, PLAYERS).expected() for name in PROTOCOLS)
