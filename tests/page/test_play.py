"""A game that is tapped: from a real record, with what goes wrong at real tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page

from mystpy.engines import get_engine
from mystpy.questions.knowledge import know
from mystpy.questions.query import load_query
from tests.page.test_accessible import faults
from tests.page.visit import PHONE, Visit

pytestmark = pytest.mark.slow

QUERIES = Path(__file__).parents[2] / "queries"
PLAYERS = ["ann", "bob", "cid", "dora"]
COUNT = "globalThis.taps = 0; addEventListener('click', () => { taps += 1; }, true);"
TURN = "ann: plum rope hall -> bob passes, cid shows hall"


def begin(visit: Visit, players: list[str], owner: int, hand: list[str]) -> None:
    """Begin a game of Clue on a board with these players."""
    page = visit.page
    page.wait_for_selector("#hand input")
    while page.locator("#players .name").count() < len(players):
        page.click("#add-player")
    for place, name in enumerate(players):
        page.fill(f"#name-{place}", name)
        page.press(f"#name-{place}", "Tab")
    page.check(f"#players input[type=radio] >> nth={owner - 1}")
    for card in hand:
        page.check(f"#hand input[value={card}]")
    page.click("#begin")
    visit.grid()


def tap_line(visit: Visit, line: str) -> None:
    """Tap a turn as a line of the record says it."""
    who, _, rest = line.partition(" ")
    said, _, answers = rest.partition(" -> ")
    if rest in ("-", "passes"):
        visit.page.click("#tappass")
    elif rest.startswith("accuses"):
        visit.page.click("#tapaccuse")
        assert visit.page.input_value("#tapwho") == str(PLAYERS.index(who) + 1)
        visit.pick(*rest.removesuffix(": wrong").split()[1:])
        visit.page.click("#tapwrong")
    else:
        visit.pick(*said.split())
        found = re.search(r"(\w+) shows ?(\w*)", answers)
        if found is None:
            visit.answer(0, "passes")
        else:
            visit.answer(PLAYERS.index(found[1]) + 1)
            if found[2]:
                visit.page.click(f"[data-shown={found[2]}]")


def test_a_game_of_thirty_lines_is_tapped_on_a_phone(visit: Visit) -> None:
    query = load_query(
        (QUERIES / "clue-game-board.toml").read_text("utf-8"), "clue-game-board"
    )
    text = (QUERIES / "clue-game-board.toml").read_text("utf-8")
    lines = re.findall(r"^\w+:? .*$", text.split('"""')[1], re.MULTILINE)
    assert len(lines) > 30
    page = visit.window(PHONE, has_touch=True, is_mobile=True)
    visit.go()
    begin(visit, PLAYERS, 4, ["white", "revolver", "candlestick", "ballroom"])
    for number, line in enumerate(lines, 1):
        tap_line(visit, line)
        visit.wait_lines(number)
        assert not page.locator("main .error").count(), line
    found = know(query.history, 4, get_engine("walk"), count=False)
    for holder, row in enumerate(found.cells):
        for card, cell in row.items():
            assert visit.cell(holder, card) == str(cell), (holder, card)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0], "nothing sticks out of the screen"


def test_typical_turns_take_five_taps_or_fewer(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    page.evaluate(COUNT)
    turns = {
        "shown to you": "ann: plum rope hall -> bob passes, cid shows hall",
        "shown to another": "bob: mustard wrench study -> cid shows",
        "nobody": "cid: white revolver lounge -> nobody",
        "pass": "ann: -",
        "accusation": "bob accuses plum rope study: wrong",
    }
    taps = {}
    for number, (kind, line) in enumerate(turns.items(), 1):
        before = page.evaluate("taps")
        tap_line(visit, line)
        visit.wait_lines(number)
        taps[kind] = page.evaluate("taps") - before
    assert taps == {
        "shown to you": 5,
        "shown to another": 4,
        "nobody": 4,
        "pass": 1,
        "accusation": 5,
    }


def test_five_players_fit_on_a_phone_with_the_head_in_sight(visit: Visit) -> None:
    page = visit.window(PHONE)
    visit.go()
    names = ["ann", "bob", "cid", "dan", "eve"]
    begin(visit, names, 1, ["scarlett", "knife", "kitchen", "billiard"])
    page.evaluate("document.querySelector('.grid-scroll').scrollTo(0, 9999)")
    head = page.locator("#grid thead th >> nth=6").bounding_box()
    last = page.locator("[data-cell='5,hall']").bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert head
    assert last
    assert dock
    assert head["x"] + head["width"] <= PHONE[0]
    assert head["y"] >= 0
    assert last["y"] + last["height"] <= dock["y"] + 1, "the dock hides no row"
    shown = page.locator("#grid thead .short").all_inner_texts()
    assert shown == ["✉", "A", "B", "C", "D", "E"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not faults(visit)


def test_whose_turn_it_is_is_said_once(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    assert page.input_value("#tapwho") == "2"
    assert page.inner_text("main").count("’s turn") == 1
    page.select_option("#tapwho", "3")
    assert "Bob passed without a suggestion" in page.inner_text("#tap")
    visit.pick("white", "wrench", "study")
    visit.answer(1, "shows")  # ann, who follows the game, holds none of them
    assert "You cannot have shown a card" in visit.error()
    visit.wait_lines(1)
    visit.answer(2)
    visit.wait_lines(3)
    lines = page.locator("#lines .line").all_inner_texts()
    assert lines[1:] == [
        "Bob: -",
        "Cid: Mrs. White, Wrench, Study -> Ann passes, Bob shows",
    ]


def test_a_suggestion_without_an_answer_is_completed(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    visit.say("bob: mustard wrench study")
    assert "Line 2 has no answer yet" in page.inner_text("#turn")
    visit.type("advice")
    assert "still has to answer" in visit.error()
    visit.answer(3)
    page.wait_for_selector("#tapwho")
    assert page.input_value("#tapwho") == "3"
    last = "2. Bob: Colonel Mustard, Wrench, Study -> Cid shows"
    assert page.inner_text("#last-line") == last


def test_the_end_of_a_game_is_tapped_and_undone(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    visit.say("bob accuses plum rope study")
    assert "Was the accusation of Bob right?" in page.inner_text("#turn")
    page.click("#tapright")
    page.wait_for_selector("[data-cell='0,study'][data-value=yes]")
    assert "The game is over" in page.inner_text("#turn")
    assert "Professor Plum ✓" in page.inner_text("#envelope")
    page.reload()
    visit.grid()
    assert "The accusation was right" in page.inner_text("#tap")
    page.click("#tapundo")
    page.wait_for_selector("[data-cell='0,study'][data-value='?']")
    visit.wait_lines(1)
    assert "hand 0" not in visit.ask("view")["notes"]


def test_the_example_of_a_line_can_be_entered(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    for number in range(1, 7):
        page.wait_for_function(
            """n => {
              const text = document.querySelector('#example-line').textContent;
              const lines = document.querySelectorAll('#lines li:not(.none)').length;
              return lines === n && text.length > 9 && text !== globalThis.old;
            }""",
            arg=number - 1,
        )
        line = page.inner_text("#example-line")
        page.evaluate("line => { globalThis.old = line; }", line)
        visit.say(line)
        assert not page.locator("main .error").count(), line


def test_a_line_is_tapped_to_change_it(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say(TURN)
    visit.say("bob: mustard wrench study -> cid shows")
    page.click("[data-line='1']")
    page.click("[data-tool=edit]")
    wrong = "ann: plum rope hall -> nobody"
    page.fill("#line-edit", wrong)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell='0,hall'][data-value=yes]")
    assert page.evaluate("document.activeElement.dataset.line") == "1"
    assert page.locator(".cell.new").count(), "what changed is lit up"
    page.keyboard.press("Enter")
    page.click("[data-tool=doubt]")
    page.wait_for_selector("#lines .doubtful")
    assert "doubtful" in page.inner_text("[data-line='1']")
    page.click("[data-line='1']")
    page.click("[data-tool=trust]")
    page.wait_for_function("() => !document.querySelector('#lines .doubtful')")


def test_a_line_that_makes_later_ones_impossible_is_refused(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.say("ann: plum rope hall -> bob passes, cid passes")
    visit.say("bob: mustard wrench study -> cid shows")
    visit.say("cid: mustard wrench study -> ann passes, bob passes")
    page.click("[data-line='2']")
    page.click("[data-tool=edit]")
    page.fill("#line-edit", "bob: mustard wrench study -> cid passes, ann shows")
    page.keyboard.press("Enter")
    page.wait_for_selector(".line-tools .error")
    assert "as it was before" in page.inner_text(".line-tools")
    page.click("[data-tool=which]")
    page.wait_for_function(
        "() => document.querySelector('#said').innerText.includes('cannot all be')"
    )
    assert "line 2" in page.inner_text("#said")
    lines = page.locator("#lines .line").all_inner_texts()
    assert lines[1] == "Bob: Colonel Mustard, Wrench, Study -> Cid shows"


def test_undo_gives_the_cards_back(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    visit.pick("plum", "rope", "hall")
    visit.answer(0, "passes")
    visit.wait_lines(1)
    page.click("#tapundo")
    page.wait_for_selector("[data-card=plum][aria-pressed=true]")
    visit.answer(2)
    page.click("[data-shown=rope]")
    visit.wait_lines(1)
    assert visit.cell(2, "rope") == "yes"


def test_advice_is_tapped(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    page.click("#tapadvice")
    page.click("#advice button >> nth=0")
    page.wait_for_selector("[data-verb]")
    assert page.locator("[data-card][aria-pressed=true]").count() == 3


def test_hand_sizes_and_cards_that_lie_face_up_are_entered(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    page.click("#add-player")
    page.fill("#size-0", "3")
    page.press("#size-0", "Tab")
    assert "16 cards, but 18 cards are dealt" in page.inner_text("#wrong-sum")
    page.click("#left summary")
    for card in ("plum", "rope"):
        page.click(f"[data-up={card}]")
    assert page.input_value("#left-over") == "2"
    assert page.locator("#hand input[value=plum]:disabled").count() == 1
    assert [page.input_value(f"#size-{k}") for k in range(4)] == ["4"] * 4
    for card in ("scarlett", "knife", "kitchen", "hall"):
        page.check(f"#hand input[value={card}]")
    page.click("#begin")
    visit.grid()
    assert visit.cell(5, "plum") == "yes"
    assert visit.ask("view")["sizes"] == [3, 4, 4, 4, 4, 2]


def test_a_form_is_filled_before_python_is_there(visit: Visit) -> None:
    page = visit.page
    page.route("**/pyodide.asm.wasm", lambda route: None)
    visit.go()
    page.wait_for_selector("#hand input")
    page.check("#hand input[value=plum]")
    page.select_option("#kind", "edition:master-detective")
    page.check("#hand input[value=fountain]")
    assert "(1 of 9)" in page.inner_text("#hand legend")
    page.select_option("#kind", "myst")
    page.check("#hand input[value=s1]")
    page.check("#hand input[value=s7]")
    page.click("#begin")
    page.wait_for_selector("#start-trouble :text('being loaded')")
    page.unroute_all()


def drop(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          const place = document.querySelector('main h1');
          for (const kind of ['dragover', 'drop']) {
            const how = { dataTransfer: data, bubbles: true, cancelable: true };
            place.dispatchEvent(new DragEvent(kind, how));
          }
        }""",
        [name, text],
    )


def test_a_file_is_dropped(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    drop(page, "holiday.txt", "dear all")
    page.wait_for_selector("main .error")
    assert "holiday.txt is no game" in visit.error()
    drop(page, "game.toml", (QUERIES / "clue-game-board.toml").read_text("utf-8"))
    page.wait_for_selector("#owner-name")
    visit.wait_lines(33)


def test_a_game_of_other_rules_is_tapped(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    page.select_option("#kind", "myst")
    page.check("#hand input[value=s1]")
    page.check("#hand input[value=s2]")
    page.click("#begin")
    visit.grid()
    visit.pick("s3", "s4")
    visit.answer(3)
    page.click("[data-shown=s4]")
    page.wait_for_selector("[data-cell='3,s4'][data-value=yes]")
    assert visit.cell(2, "s3") == "no"


def test_names_are_completed_where_lines_are_typed(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    page.fill("#line", "ann: pl")
    page.click("#completions button >> nth=0")
    assert page.input_value("#line") == "ann: Professor Plum "
    page.keyboard.type("rop")
    page.click("#completions button:text-is('Rope')")
    page.fill("#line", "ann: Professor Plum")
    page.wait_for_function("!document.querySelector('#completions button')")
    page.fill("#line", "ann: Professor Plum Rope ")
    page.keyboard.type("hall -> nobody")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell='0,hall'][data-value=yes]")


def test_a_file_that_is_too_long_is_refused(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    big = FilePayload(name="big.txt", mimeType="text/plain", buffer=b"x" * 2_100_000)
    page.set_input_files("#file", files=big)
    assert "big.txt is longer than any game" in visit.error()


def test_only_lines_that_the_notebook_takes_are_offered(visit: Visit) -> None:
    page = visit.go()
    visit.begin()
    can = visit.ask("view")["can"]
    for kind in ("looks", "lays"):
        assert page.locator(f"#tap{kind}").count() == (kind in can)
    visit.pick("plum", "rope", "hall")
    page.wait_for_selector("[data-verb]")
    assert page.locator("#tapsaw").count() == ("sees" in can)
    visit.answer(0, "passes")
    visit.wait_lines(1)
    page.click("[data-line='1']")
    assert page.locator("[data-tool=insert]").count() == ("insert" in can)
    if "looks" in can:
        page.click("#taplooks")
        page.select_option("#tapholder", "3")
        visit.pick("mustard")
        page.wait_for_selector("[data-cell='3,mustard'][data-value=yes]")
    if "lays" in can:
        page.click("#taplays")
        page.select_option("#tapwho", "2")
        visit.pick("wrench")
        page.click("#tapadd")
        page.wait_for_selector("[data-cell='2,wrench'][data-value=yes]")


def test_a_link_of_another_version_is_named_and_taken_away(visit: Visit) -> None:
    page = visit.go()
    page.wait_for_selector("#hand input")
    script = "notes => import('./js/keep.js').then((keep) => keep.linkOf(notes))"
    page.goto(page.evaluate(script, "mystpy notebook 99\nnonsense"))
    assert "another version of this page" in visit.error()
    page.wait_for_function("() => location.hash === '#/table'")
    assert page.locator("#hand input").count(), "a game can be begun"
