"""Games that cannot have happened, or cannot be read: each message names the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

BOB = '2 = ["plum", "white", "candlestick", "kitchen", "ballroom", "conservatory"]'
CID_SHOWS = "ann: mustard rope study -> bob passes, cid shows"
ANN_SHOWS = "bob: scarlett knife hall -> cid passes, ann shows knife"


@pytest.fixture
def game(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a game; its first event is in line 2."""

    def written(*events: str, hands: str = BOB) -> str:
        path = tmp_path / "game.toml"
        lines = ['history = """', *events, '"""', "[game]", 'rules = "clue"', "p = 3"]
        lines += ['players = ["ann", "bob", "cid"]', "[hands]", hands]
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    return written


def clash(done: Result) -> tuple[str, str]:
    """Return the error of a contradictory game, and what clashes with what."""
    assert done.exit_code == 2
    assert done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error.startswith("mystpy: error: no world fits: ")
    event, separator, others = hint.removeprefix("hint: ").partition(" clashes with ")
    assert separator
    assert event.strip(",") in error
    return error, others


@pytest.mark.parametrize(
    "words", [("know", "2"), ("ask", "h(0,rope)"), ("why", "K(2,h(0,rope))")]
)
def test_the_events_that_clash_are_named(
    run: Run, game: Callable[..., str], words: tuple[str, str]
) -> None:
    path = game(
        CID_SHOWS,
        "bob: green knife hall -> cid passes, ann shows knife",
        "cid: peacock rope study -> ann shows",
        "ann: mustard pipe lounge -> bob passes, cid shows",
        "bob: scarlett rope hall -> cid passes, ann shows rope",
        "cid: plum wrench hall -> ann passes, bob shows plum",
        "ann: scarlett knife hall -> bob passes, cid shows",
    )
    verb, rest = words
    ordered = (verb, rest, path) if verb == "know" else (verb, path, rest)
    error, others = clash(run(*ordered))
    assert "(line 8), yes(cid)" in error
    # cid passed knife and hall, and later scarlett: no single event says all three.
    assert others.split("; ") == [
        "step 7 (line 3), no(cid)",
        "step 24 (line 6), no(cid)",
    ]


def test_a_player_who_passed_and_shows_one_of_the_cards(
    run: Run, game: Callable[..., str]
) -> None:
    path = game(
        CID_SHOWS,
        ANN_SHOWS,
        "cid: green pipe dining -> ann passes, bob passes",
        "ann: green pipe lounge -> bob passes, cid passes",
        "bob: scarlett wrench hall -> cid shows hall",
    )
    done = run("legal", path)
    assert done.stdout.startswith("illegal: step ")
    assert "(line 6), shows(cid,bob,hall), by (2.18)" in done.stdout
    assert done.exit_code == 1
    error, others = clash(run("know", "2", path))
    assert "(line 6), shows(cid,bob,hall)" in error
    assert others == "step 7 (line 3), no(cid)"


def test_a_player_who_showed_a_card_and_passes_it(
    run: Run, game: Callable[..., str]
) -> None:
    path = game(CID_SHOWS, ANN_SHOWS, "cid: plum knife hall -> ann passes, bob shows")
    error, others = clash(run("know", "2", path))
    assert "(line 4), no(ann)" in error
    assert "player 1 (ann) holds knife" in error
    assert others == "step 9 (line 3), shows(ann,bob,knife)"


def test_somebody_who_passes_own_cards(run: Run, game: Callable[..., str]) -> None:
    path = game(
        CID_SHOWS, ANN_SHOWS, "cid: peacock wrench kitchen -> ann passes, bob passes"
    )
    error, others = clash(run("know", "2", path))
    assert "(line 4), no(bob)" in error
    assert "player 2 (bob) holds kitchen" in error
    assert others == "the hand of player 2 (bob)"


@pytest.mark.parametrize("verb", ["legal", "ask", "why", "know"])
def test_a_card_that_was_not_asked_for(
    run: Run, game: Callable[..., str], verb: str
) -> None:
    path = game(CID_SHOWS, "bob: scarlett knife hall -> cid shows rope")
    words = {"legal": [path], "know": ["2", path]}.get(verb, [path, "h(0,rope)"])
    done = run(verb, *words)
    assert "step 8 (line 3), shows(cid,bob,rope)" in done.stdout + done.stderr
    assert "rope was not asked for" in done.stdout + done.stderr
    assert done.exit_code == (1 if verb == "legal" else 2)


@pytest.mark.parametrize(
    ("wrong", "right", "column"),
    [
        ("bob: scarlat knife hall -> cid shows", "scarlett", 6),
        ("bob: scarlett KNIVE hall -> cid shows", "knife", 15),
        ("bbo: scarlett knife hall -> cid shows", "bob", 1),
        ("bob: scarlett knife hall -> cdi passes", "cid", 29),
    ],
)
def test_a_misspelt_name_has_a_suggestion_and_its_place(
    run: Run, game: Callable[..., str], wrong: str, right: str, column: int
) -> None:
    path = game(CID_SHOWS, wrong)
    done = run("legal", path)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"mystpy: error: {path}:3:{column}: ")
    assert done.stderr.splitlines()[-1] == f"hint: did you mean {right}?"


def test_a_misspelt_card_of_a_hand_has_a_suggestion(
    run: Run, game: Callable[..., str]
) -> None:
    path = game(CID_SHOWS, hands=BOB.replace("kitchen", "kitchn"))
    done = run("legal", path)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"mystpy: error: {path}")
    assert "did you mean kitchen?" in done.stderr


@pytest.mark.parametrize(
    ("hands", "size"), [(BOB.replace("]", ', "hall"]'), 7), ('2 = ["plum"]', 1)]
)
def test_a_hand_of_the_wrong_size(
    run: Run, game: Callable[..., str], hands: str, size: int
) -> None:
    path = game(CID_SHOWS, hands=hands)
    done = run("know", "2", path)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"mystpy: error: {path}")
    assert f"the hand of player 2 (bob) has 6 cards, this one has {size}" in done.stderr


def test_a_hand_that_is_too_large_for_what_is_seen(
    run: Run, game: Callable[..., str]
) -> None:
    """Seven different cards were shown by ann, who has six."""
    cards = [
        ("scarlett", "knife"),
        ("mustard", "revolver"),
        ("green", "rope"),
        ("peacock", "pipe"),
    ]
    events = []
    for suspect, weapon in cards:
        events += [
            f"ann: {suspect} {weapon} hall -> nobody",
            f"bob: {suspect} {weapon} hall -> cid passes, ann shows {suspect}",
            f"cid: {suspect} {weapon} hall -> ann shows {weapon}, bob saw it",
        ]
    error, others = clash(run("know", "2", game(*events)))
    assert "(line 12), yes(ann)" in error
    shown = ["scarlett", "knife", "mustard", "revolver", "green", "rope"]
    assert [x.split("(")[-1] for x in others.split("; ")] == [
        f"ann,{'cid' if k % 2 else 'bob'},{card})" for k, card in enumerate(shown)
    ]
