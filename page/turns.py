"""Turns at the table, as the page offers them: each is tried before it is offered.

No rule is decided here: a line is offered as possible if the engine finds that the game
can go on with it, and what a line says is read as the notebook reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

from mystpy.engines.base import Verdict
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoAsk, action_names, action_text
from mystpy.history.history import History
from mystpy.history.table.turn_state import TurnState, respondents
from mystpy.notebook import ledger
from mystpy.notebook.commands.text import advice_lines
from mystpy.notebook.entry import Entry
from mystpy.notebook.ledger import read_event, text_of, words_of
from mystpy.notebook.notebook import Notebook
from mystpy.questions.advice import advice
from mystpy.questions.legality import legal
from mystpy.views import sight_of

Object = dict[str, Any]

OPTIONAL_EVENTS = ("looks", "lays", "sees")
"""Events besides turns, offered where the theory has them."""
OPTIONAL_CORRECTIONS = ("insert",)
"""Corrections, offered where the notebook reads them."""
MAX_EXAMPLES = 40
"""So many suggestions are tried for an example of a line."""


_SUPPORTED: WeakKeyDictionary[Notebook, list[str]] = WeakKeyDictionary()


def supported(notebook: Notebook) -> list[str]:
    """The optional kinds of lines that this game takes, found once for a notebook."""
    if notebook not in _SUPPORTED:
        _SUPPORTED[notebook] = _supported(notebook)
    return _SUPPORTED[notebook]


def _supported(notebook: Notebook) -> list[str]:
    found = [kind for kind in OPTIONAL_EVENTS if _reads(kind, notebook)]
    return found + [kind for kind in OPTIONAL_CORRECTIONS if kind in ledger.CORRECTIONS]


def _reads(kind: str, notebook: Notebook) -> bool:
    """Return whether a line of this kind can be read in this game."""
    if kind not in action_names():
        return False
    history, game = notebook.start.history, notebook.start.game
    first, second = game.players[:2]
    card = game.cards[0]
    lines = {
        "looks": f"{first} looks at {second}",
        "lays": f"{second} lays open {card}",
    }
    if kind not in lines:
        return not game.generalized
    try:
        return bool(read_event(lines[kind], history))
    except MystError:
        return False


def turn_state(notebook: Notebook) -> TurnState:
    """Whose turn it is, found from where it was before the last line."""
    history = notebook.history
    return TurnState.after(history.game, history.actions, history)


def turn_object(notebook: Notebook) -> Object:
    """Whose turn it is, who may suggest or accuse, and what is still open."""
    game, state = notebook.start.game, turn_state(notebook)
    asker = state.whose()
    accusers = [state.turn] if state.turn and state.may_guess(state.turn) else []
    if (game.board or game.generalized) and state.awaited is None:
        accusers += [asker] * (asker not in accusers)
    return {
        "asker": asker,
        "askers": list(_askers(state, game)),
        "accusers": accusers,
        "awaited": _awaited(notebook, state),
        "open_guess": _open_guess(notebook),
        "doubted": [
            number for number, entry in enumerate(notebook.entries, 1) if entry.doubted
        ],
        "can": supported(notebook),
    }


def _askers(state: TurnState, game: Game) -> Iterator[Object]:
    """Yield players that may suggest next, each with the players who pass before."""
    asker = state.whose()
    for player in [asker, *respondents(asker, game.p)]:
        if player == asker or game.board:
            try:
                ahead = state.passing_until(player)
            except QueryError:
                continue
            skipped = [each.player for each in ahead if isinstance(each, NoAsk)]
            yield {"player": player, "skipped": skipped}


def _awaited(notebook: Notebook, state: TurnState) -> Object | None:
    """The suggestion that is not answered to its end, if there is one."""
    if state.awaited is None:
        return None
    actions = notebook.history.actions
    place = max(k for k, action in enumerate(actions) if isinstance(action, Asks))
    asks = actions[place]
    assert isinstance(asks, Asks)
    deck = notebook.start.game.deck
    return {
        "asker": asks.player,
        "cards": sorted(asks.cards, key=deck.__getitem__),
        "awaited": state.awaited,
        "line": _line_of(notebook, place),
    }


def _line_of(notebook: Notebook, step: int) -> int:
    """The number of the line that has a step."""
    return sum(entry.first <= step for entry in notebook.entries)


def _open_guess(notebook: Notebook) -> Object | None:
    """The accusation of which nothing says whether it was right, if there is one."""
    history = notebook.history
    last = history.actions[-1] if history.actions else None
    if not isinstance(last, Guess) or notebook.start.game.generalized:
        return None
    if history.hands[0] is not None:
        return None
    cards = sorted(last.cards, key=notebook.start.game.deck.__getitem__)
    line = _line_of(notebook, len(history) - 1)
    return {"player": last.player, "cards": cards, "line": line}


def choices(
    notebook: Notebook, who: int, cards: list[str], saw: list[int]
) -> list[Object]:
    """The answers that a suggestion may have, each as a line, and whether it can be.

    `saw` are players who saw the card besides those to whom the axioms show it.
    """
    return list(_choices(notebook, who, cards, saw))


def _choices(
    notebook: Notebook, who: int, cards: list[str], saw: list[int]
) -> Iterator[Object]:
    game = notebook.start.game
    state = turn_state(notebook)
    awaited = _awaited(notebook, state)
    if awaited is not None:
        who, cards = awaited["asker"], awaited["cards"]
    before = _before(notebook, awaited)
    ahead = [] if awaited else _skipped(state, who)
    text = f"{game.players[who - 1]}: {' '.join(cards)} ->"
    for player, passed, verb in _answers(who, game):
        said = [f"{game.players[k - 1]} passes" for k in passed]
        each: Object = {"player": player, "passed": passed, "verb": verb, "lines": []}
        shows = verb == "shows"
        others = [k for k in saw if shows and k not in (who, player)]
        seen = shows and (notebook.owner in others or _sees(notebook, who, player))
        for card in cards if seen else [""]:
            last = [f"{game.players[player - 1]} shows {card}".strip()] * shows
            also = [f"{game.players[k - 1]} saw it" for k in others]
            answer = ", ".join(said + last + also)
            line = f"{text} {answer}"
            possible = _possible(notebook, before, [*ahead, line])
            told = _told(notebook, awaited, line)
            row = {"card": card, "said": answer, "lines": [*ahead, *told]}
            each["lines"].append({**row, "possible": possible})
        yield each


def _answers(who: int, game: Game) -> Iterator[tuple[int, list[int], str]]:
    """Yield the last player to answer, those who pass before, and the last answer."""
    order = respondents(who, game.p)
    if game.generalized:
        for player in order:
            yield player, [], "shows"
            yield player, [player], "passes"
        return
    for place, player in enumerate(order):
        yield player, order[:place], "shows"
    yield 0, order, "passes"


def _sees(notebook: Notebook, who: int, player: int) -> bool:
    """Return whether the owner sees the card that a player shows to the asker."""
    sight = sight_of(notebook.start.game)
    return sight.sees(notebook.owner, player, who)


def _skipped(state: TurnState, who: int) -> list[str]:
    """The lines of the turns that pass before this player's."""
    if who == state.whose():
        return []
    ahead = state.passing_until(who)
    names = state.game.players
    return [f"{names[a.player - 1]}: -" for a in ahead if isinstance(a, NoAsk)]


def _before(notebook: Notebook, awaited: Object | None) -> History:
    """Return the history before the tried line, which may replace the last line."""
    if awaited is None:
        return notebook.history
    return notebook.history.prefix(notebook.entries[awaited["line"] - 1].first)


def _possible(notebook: Notebook, history: History, lines: list[str]) -> bool:
    """Return whether the game can go on with these lines."""
    try:
        for line in lines:
            history = history.then(read_event(line, history))
        return legal(history, notebook.engine).verdict is not Verdict.ILLEGAL
    except MystError:
        return False


def _told(notebook: Notebook, awaited: Object | None, line: str) -> list[str]:
    """Return the lines to enter for a line, which may complete the last one."""
    if awaited is None:
        return [line]
    number = awaited["line"]
    entries, game = notebook.entries, notebook.start.game
    if number == len(entries):
        return [f"fix {number} {line}"]
    history = notebook.history
    whole = _before(notebook, awaited).then(
        read_event(line, _before(notebook, awaited))
    )
    left = whole.actions[len(history) :]
    return [" ".join(action_text(action, game) for action in left)]


def record_all(notebook: Notebook, lines: list[str]) -> None:
    """Write lines down; if one cannot have happened, none is written."""
    done = len(notebook.entries)
    try:
        for line in lines:
            notebook.record(line)
    except MystError:
        while len(notebook.entries) > done:
            notebook.undo()
        raise


def entry_lines(entries: list[Entry], history: History) -> Iterator[tuple[str, bool]]:
    """Each entry as a line that can be entered again, and whether it is doubtful."""
    for entry in entries:
        turn = entry.is_turn and entry.note is not None
        text = words_of(entry, history) if turn else text_of(entry, history)
        yield text, bool(entry.doubted)


def example_line(notebook: Notebook) -> str:
    """A line that can come next, or "" if there is none."""
    game = notebook.start.game
    who = turn_state(notebook).whose()
    for cards in islice(_example_cards(game), MAX_EXAMPLES):
        for choice in _choices(notebook, who, cards, []):
            for row in choice["lines"]:
                if row["possible"]:
                    return str(row["lines"][0])
    return ""


def _example_cards(game: Game) -> Iterator[list[str]]:
    """Suggestions, one card of each sort if there are sorts."""
    for place in range(len(game.cards)):
        if game.sorts:
            yield [cards[place % len(cards)] for _, cards in game.sorts]
        else:
            size = min(game.q, 2) if game.generalized else game.q
            yield [game.cards[(place + k) % game.c] for k in range(size)]


def advice_objects(notebook: Notebook) -> list[Object]:
    """Return suggestions that the owner may make, the best first, with reasons."""
    game = notebook.start.game
    found = advice(notebook.history, notebook.owner, notebook.engine)
    return [
        {
            "cards": list(each.question),
            "gain": each.gain,
            "leak": each.leak,
            "says": [line.strip() for line in advice_lines([each], game)],
        }
        for each in found
    ]
