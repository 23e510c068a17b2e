"""The learned player: its network, its features, and its use of them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_policy import BEST
from mystpy.players.learned.features import QUESTION, SITUATION, of_situation
from mystpy.players.learned.learned import (
    WEIGHTS,
    Learned,
    LearnedValues,
    shipped_values,
)
from mystpy.players.learned.value_network import ValueNetwork
from mystpy.players.policy.staircase import levels, most_told
from mystpy.situations.event import Event
from tools.learned import main as learn

CLUE = Game.clue(3)


def test_a_network_learns_what_can_be_told_from_its_features() -> None:
    """The product of two features decides, and neither feature does alone."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(2000, 2))
    won = (rows[:, 0] * rows[:, 1] > 0).astype(float)
    network = ValueNetwork.untrained(rows, (16, 8), rng)
    before = float(((network.values(rows) > 0.5) == won).mean())
    loss = network.fit(rows, won, rng)
    after = float(((network.values(rows) > 0.5) == won).mean())
    assert before < 0.8 < 0.95 < after
    assert loss < 0.3, "a coin has 0.69"
    again = ValueNetwork.of(json.loads(json.dumps(network.as_table())))
    assert np.abs(again.values(rows) - network.values(rows)).max() < 1e-2


def test_slopes_are_those_of_the_loss() -> None:
    """Compare the gradient with differences of the loss for each weight."""
    rng = np.random.default_rng(5)
    rows, won = rng.normal(size=(7, 3)), np.array([1, 0, 1, 1, 0, 0, 1.0])
    network = ValueNetwork.untrained(rows, (4,), rng)

    def loss() -> float:
        likely = network.values(rows)
        return float(-np.log(np.where(won > 0.5, likely, 1 - likely)).mean())

    class Keeper:
        def stepped(self, layers: list, slopes: list) -> list:  # type: ignore[type-arg]
            self.slopes = slopes
            return layers

    kept = Keeper()
    network._step(rows, won, kept)  # type: ignore[arg-type]
    for (weights, _), (slope, _) in zip(network.layers, kept.slopes, strict=True):
        for place in np.ndindex(weights.shape):
            value = weights[place]
            weights[place] = value + 1e-6
            above = loss()
            weights[place] = value - 1e-6
            below = loss()
            weights[place] = value
            numeric = (above - below) / 2e-6
            assert abs(slope[place] - numeric) < 1e-3


def test_the_weights_that_come_along_say_how_they_were_made() -> None:
    text = WEIGHTS.read_text("utf-8")
    assert len(text) < 2_000_000
    table = json.loads(text)
    assert table["command"].startswith("python -m tools.learned --seed ")
    assert table["version"]
    assert table["features"] == {
        "situation": list(SITUATION),
        "question": list(QUESTION),
    }
    values = shipped_values()
    assert len(values.asking.shift) == len(SITUATION) + len(QUESTION)
    assert len(values.waiting.shift) == len(SITUATION)


def test_the_same_command_makes_the_same_weights(tmp_path: Path) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        learn(["--games", "5", "--rounds", "2", "--seed", "4", "--out", str(file)])
    texts = [file.read_text("utf-8") for file in files]
    assert texts[0] == texts[1]
    other = tmp_path / "three.json"
    learn(["--games", "5", "--rounds", "2", "--seed", "5", "--out", str(other)])
    assert (
        json.loads(other.read_text("utf-8"))["asking"] != json.loads(texts[0])["asking"]
    )


def constant(width: int, value: float) -> ValueNetwork:
    """Return a network with the same value for everything."""
    logit = np.log(value / (1 - value))
    layer = np.zeros((width, 1)), np.array([logit])
    return ValueNetwork(np.zeros(width), np.ones(width), [layer])


def single(width: int, place: int, weight: float) -> ValueNetwork:
    """Return a network that depends on one feature."""
    weights = np.zeros((width, 1))
    weights[place] = weight
    return ValueNetwork(np.zeros(width), np.ones(width), [(weights, np.zeros(1))])


def valued(player: int, values: LearnedValues, deals: int = 128) -> Learned:
    """Return a player with these values."""
    found = Learned(CLUE, player, deals=deals)
    found.learned = values
    return found


def waits(values: LearnedValues, seed: int) -> list[tuple[float, Event]]:
    """Return the chances of the likeliest pile, and whether it was guessed."""
    table = GameState(CLUE, random_deal(CLUE, Random(seed)))
    players = [valued(i, values, deals=64) for i in (1, 2, 3)]
    play_on(table, players, [Random(i) for i in range(3)], most=400)
    found = []
    while table.done:
        event = table.undo()
        if event.key[0] not in ("guess", "noguess"):
            continue
        player = players[event.key[1] - 1]
        here = player._at(InformationState.at(table, event.key[1]))
        if (sample := player._sample(here, Random(1))) is not None:
            found.append((max(sample.piles().values()), event))
    return found


def test_who_learned_that_waiting_wins_waits_and_else_guesses() -> None:
    n, m = len(SITUATION), len(SITUATION) + len(QUESTION)
    patient = LearnedValues(constant(m, 0.5), constant(n, 0.999))
    rash = LearnedValues(constant(m, 0.5), constant(n, 0.05))
    for seed in range(3):
        assert {event.key[0] for _, event in waits(patient, seed)} <= {"noguess"}
    assert any(
        event.key[0] == "guess" and chance < 0.9
        for seed in range(3)
        for chance, event in waits(rash, seed)
    )


def test_the_question_with_the_highest_value_is_asked() -> None:
    m = len(SITUATION) + len(QUESTION)
    gain = len(SITUATION)
    curious = LearnedValues(single(m, gain, 1.0), constant(len(SITUATION), 0.5))
    shy = LearnedValues(single(m, gain, -1.0), constant(len(SITUATION), 0.5))
    seen = InformationState.at(GameState(CLUE, random_deal(CLUE, Random(1))), 1)
    asked = []
    for values in (curious, shy):
        player = valued(1, values)
        here = player._at(seen)
        sample = player._sample(here, Random(2))
        assert sample is not None
        question = player._question(here, Random(2))
        found = player.expectations(here, sample, [question])
        asked.append(found[0].gain)
        assert "of the games" in player.why(seen, Event(("asks", 1), question))
    assert asked[0] > asked[1] > 0, "what tells nothing is asked last"


def test_features_count_what_happened() -> None:
    table = GameState(CLUE, random_deal(CLUE, Random(4)))
    players = [Learned(CLUE, i, deals=32) for i in (1, 2, 3)]
    play_on(table, players, [Random(i) for i in range(3)], most=40)
    player = players[0]
    seen = InformationState.at(table, 1)
    here = player._at(seen)
    sample = here.sample_deals(64, Random(1))
    row = dict(zip(SITUATION, of_situation(here, sample), strict=True))
    assert row["own questions"] == sum(e.key == ("asks", 1) for e in table.done)
    shown = [event.key[-1] for event in table.done if event.key[0] == "shows"]
    guessed = [event.key[1] for event in table.done if event.key[0] == "guess"]
    shows = [shown.count(k) for k in (2, 3) if k not in guessed]
    assert row["rivals still in"] == len(shows) > 0
    assert row["shows to a rival, at most"] == max(shows)
    assert row["shows to rivals, on average"] == sum(shows) / len(shows)
    assert row["players"] == 3
    assert (
        row["bits of the pile that are open"]
        <= row["bits by the cards that may be there"] + 1e-6
    )


def test_no_deals_are_refused() -> None:
    with pytest.raises(
        QueryError, match="deals must be a whole number, 1 at least, not 0"
    ):
        Learned(CLUE, 1, deals=0)


def test_with_told_no_question_tells_more_than_so_many_bits() -> None:
    """The chances of a question for any two hands differ by a bounded ratio.

    The allowed questions do not depend on the hand, and some hand makes others
    likelier, so that the values matter.
    """
    told = 0.3
    ratio = float(levels(told, BEST).higher / levels(told, BEST).lower)
    assert most_told(ratio) <= told
    found = []
    for seed in range(4):
        hand = GameState(CLUE, random_deal(CLUE, Random(seed))).hands[1]
        player = Learned(CLUE, 1, told=told)
        here = DetectiveBeliefState(InformationState(CLUE, 1, hand))
        sample = player._sample(here, Random(1))
        found.append(player.asking(here, sample).chances())
    for one in found:
        assert sum(one.values()) == 1
        assert one.keys() == found[0].keys()
        for other in found:
            assert all(one[q] <= ratio * float(other[q]) + 1e-12 for q in one)
    assert any(one != found[0] for one in found)


def test_a_learned_player_with_told_plays_to_the_end() -> None:
    board = GameState(CLUE, random_deal(CLUE, Random(3)))
    players = [Learned(CLUE, k, told=0.3) for k in (1, 2, 3)]
    play_on(board, players, [Random(k) for k in (1, 2, 3)])
    assert board.outcome is not None
    with pytest.raises(QueryError, match="told is a number of bits"):
        Learned(CLUE, 1, told=7)
