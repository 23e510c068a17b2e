"""A view hides exactly what a player has not seen, and views merge to the whole."""

from __future__ import annotations

from itertools import combinations

import pytest

from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.history.actions import Looks, Right, Sees, Shows, Wrong
from mystpy.history.history import History
from mystpy.records.check import faults_of
from mystpy.records.format.reader import read_record
from mystpy.records.format.record import GameRecord
from mystpy.records.format.writer import record_text
from mystpy.records.merge import RecordClash, merged
from mystpy.records.view import view_of
from tests.records.games import GAMES, random_record
from tests.sampling import seeds_by_day

ENGINE = get_engine("auto")


def sees(history: History, step: int, player: int) -> bool:
    """Whether a player sees the card of a show: by the thesis, or as a witness."""
    action = history.actions[step]
    if isinstance(action, Looks):
        return player in (action.player, action.holder)
    assert isinstance(action, Shows)
    later = []
    for x in history.actions[step + 1 :]:
        if isinstance(x, Sees):
            later.append(x.player)
        elif not isinstance(x, Looks):
            break
    return player in (action.player, action.to, *later)


def require_exact(record: GameRecord, viewers: tuple[int, ...]) -> GameRecord:
    """The view of these players, of which each card is compared with the whole."""
    view = view_of(record, viewers)
    for holder, hand in enumerate(record.history.hands):
        given = view.history.hands[holder]
        assert given == (hand if holder in viewers else None)
    actions = record.history.actions
    for step, (whole, seen) in enumerate(
        zip(actions, view.history.actions, strict=True)
    ):
        if isinstance(whole, Shows | Looks):
            assert isinstance(seen, Shows | Looks)
            may = any(sees(record.history, step, who) for who in viewers)
            assert seen.card == (whole.card if may else None)
        elif isinstance(whole, Right | Wrong):
            assert (seen == whole) == (whole.player in viewers)
        else:
            assert seen == whole
    assert view == read_record(record_text(view))
    assert not list(map(str, faults_of(view, ENGINE)))
    return view


@pytest.mark.parametrize("index", range(len(GAMES)))
@pytest.mark.parametrize("seed", seeds_by_day(6, 3))
def test_views_are_exact_and_merge_to_the_whole(index: int, seed: int) -> None:
    record = random_record(index, seed)
    assert record == read_record(record_text(record))
    assert not list(map(str, faults_of(record, ENGINE)))
    players = range(1, record.game.p + 1)
    views = [require_exact(record, (who,)) for who in players]
    require_exact(record, ())
    for group in combinations(players, 2):
        require_exact(record, group)
    whole = merged(views, [f"of {who}" for who in players])
    assert whole.history == record.history
    assert whole.viewers is None
    pair = merged(views[:2], ["one", "two"])
    assert pair.history == view_of(record, (1, 2)).history
    assert view_of(whole, (1,)).history == views[0].history


WITNESSED = """record = 1
view = "referee"
source = "seed 5"
comment = "cid holds the rope"
_seed = 5
history = \"\"\"
1. ann: plum rope hall -> cid shows rope
2. bob: green rope study -> cid shows rope, ann saw it
cid looks at ann: knife
bob looks at the pile: pipe
3. cid: white knife kitchen -> ann shows knife
\"\"\"
[game]
rules = "clue"
players = ["ann", "bob", "cid"]
[hands]
0 = ["green", "pipe", "lounge"]
ann = ["scarlett", "mustard", "knife", "revolver", "kitchen", "study"]
bob = ["peacock", "wrench", "candlestick", "ballroom", "dining", "billiard"]
cid = ["plum", "white", "rope", "library", "conservatory", "hall"]
[result]
end = "fault"
fault = {player = 2, action = "shows(2,1,rope)", why = "bob has no rope"}
[[player]]
name = "x"
kind = "exact"
_secret = "rope"
[[turn]]
number = 1
comment = "cid could have shown plum"
seconds = 2
[[turn.claim]]
player = "ann"
formula = "h(3,rope)"
right = true
[[turn.claim]]
player = 2
formula = "~h(3,knife)"
aloud = true
right = false
[[turn.know]]
player = 3
yes = ["h(3,plum)"]
"""


def test_texts_that_nobody_can_check_are_left_out() -> None:
    record = read_record(WITNESSED)
    view = require_exact(record, (2,))
    text = record_text(view)
    for secret in ("seed", "comment", "_secret", "kind", "rope\\", "could have"):
        assert secret not in text
    assert view.fields["result"]["fault"]["why"] == "bob has no rope"
    other = view_of(record, (1,))
    assert other.fields["result"]["fault"] == {"player": 2}
    (turn,) = other.fields["turn"]
    assert turn["seconds"] == 2
    assert [x["player"] for x in turn["claim"]] == ["ann", 2]
    assert all("right" not in x for x in turn["claim"])
    (turn,) = view.fields["turn"]
    assert [x["player"] for x in turn["claim"]] == [2]
    assert "know" not in turn
    assert view_of(record, (3,)).fields["turn"][0]["know"][0]["player"] == 3


def test_knowledge_that_a_viewer_cannot_have_reveals_nothing() -> None:
    wrong = 'player = 3\nyes = ["h(3,plum)"]'
    assert wrong in WITNESSED
    for row in ('yes = ["h(0,pipe)"]', 'no = ["h(1,pipe)"]', "deals = 1"):
        record = read_record(WITNESSED.replace(wrong, f"player = 3\n{row}"))
        with pytest.raises(QueryError, match=r"turn 1: .*player 3"):
            view_of(record, (3,))
        for viewers in ((), (1,), (2,)):
            assert row not in record_text(view_of(record, viewers))


def test_a_view_needs_a_record_of_somebody_who_saw_it() -> None:
    record = read_record(WITNESSED)
    mine = view_of(record, (1,))
    assert view_of(mine, ()).viewers == ()
    with pytest.raises(QueryError, match=r"what player 2 \(bob\) saw"):
        view_of(mine, (2,))


def test_records_that_contradict_each_other_are_told_apart_by_turn() -> None:
    record = read_record(WITNESSED)
    one, two = view_of(record, (1,)), view_of(record, (2,))
    text = record_text(one).replace("ann saw it", "ann saw it\nbob lays open billiard")
    with pytest.raises(RecordClash, match=r"turn 2: .* b lays\(bob,"):
        merged([two, read_record(text)], ["a", "b"])
    text = record_text(one).replace("cid shows rope\n2.", "cid shows hall\n2.")
    with pytest.raises(RecordClash, match=r"turn 1: a says shows\(cid,ann,rope\)"):
        merged([one, read_record(text)], ["a", "b"])
    other = record_text(two).replace('"peacock"', '"white"')
    with pytest.raises(RecordClash, match="differ about the hand of"):
        merged([two, read_record(other)], ["a", "b"])
    text = record_text(two).replace('"cid"]', '"dan"]').replace("cid", "dan")
    with pytest.raises(RecordClash, match="different games"):
        merged([one, read_record(text)], ["a", "b"])


HALF = """record = 1
view = 1
history = \"\"\"
1. ann: plum rope hall -> cid shows rope
2. bob: {line}
\"\"\"
[game]
rules = "clue"
players = ["ann", "bob", "cid"]
[hands]
ann = ["scarlett", "mustard", "knife", "revolver", "kitchen", "study"]
"""


def test_a_turn_that_was_half_heard_is_taken_from_who_heard_it_whole() -> None:
    whole = view_of(read_record(WITNESSED.replace(", ann saw it", "")), (2,))
    half = read_record(HALF.format(line="green rope ? -> cid or ann shows"))
    both = merged([half, whole], ["a", "b"])
    assert both.viewers == (1, 2)
    assert "2. bob: green rope study -> cid shows rope\n" in both.fields["history"]
    assert merged([whole, half], ["b", "a"]).history == both.history
    assert view_of(half, ()).fields["history"].endswith("-> cid or ann shows\n")
    other = read_record(HALF.format(line="green knife ? -> cid or ann shows"))
    with pytest.raises(RecordClash, match="turn 2"):
        merged([other, whole], ["a", "b"])


def test_the_card_of_a_half_heard_turn_is_hidden_from_others() -> None:
    half = read_record(HALF.format(line="green knife ? -> cid passes, ann shows knife"))
    assert not list(map(str, faults_of(half, ENGINE)))
    spectator = view_of(half, ())
    line = "2. bob: green knife ? -> cid passes, ann shows\n"
    assert str(spectator.fields["history"]).endswith(line)
    assert spectator == read_record(record_text(spectator))


def test_a_record_that_ends_earlier_is_taken_as_far_as_it_goes() -> None:
    record = random_record(0, 1)
    one, two = view_of(record, (1,)), view_of(record, (2,))
    lines = str(one.fields["history"]).split("\n")
    cut = one.with_fields(history=f"{lines[0]}\n", result=None)
    short = read_record(record_text(cut))
    assert merged([short, two], ["a", "b"]).history.actions[: len(short.history)]
    assert len(merged([short, two], ["a", "b"]).history) == len(record.history)
