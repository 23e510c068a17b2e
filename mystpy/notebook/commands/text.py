"""The texts of a notebook for its owner: lessons of an event, and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mystpy.game.game import Game
from mystpy.history.actions import AsideAction
from mystpy.history.history import History
from mystpy.history.printed.faults import note_name
from mystpy.history.sentences import name_of
from mystpy.history.table.turn_state import TurnState
from mystpy.history.table.words import ARROW
from mystpy.names.width import left, right, width
from mystpy.notebook.clashes import Conflict, answer_in_words, hands_in_words
from mystpy.notebook.entry import Entry
from mystpy.notebook.ledger import BETWEEN, DOUBTFUL, INSERT, UNDO, Correction
from mystpy.notebook.notebook import LearnedFacts, Notebook
from mystpy.questions import reason_text as reasons
from mystpy.questions.advice import Advice
from mystpy.questions.knowledge import Knowledge

NOTHING_NEW = "nothing new about who holds what"


def title(notebook: Notebook) -> str:
    """Return the owner of the notebook, and its length."""
    number = len(notebook.entries)
    whose = notebook.start.game.owner(notebook.owner)
    return f"the notebook of {whose}: {number} event{'s' * (number != 1)}"


def learned_lines(found: LearnedFacts, game: Game) -> Iterator[str]:
    """A line for each holder of whom cells were learned."""
    if not found.news:
        yield NOTHING_NEW
    for holder in game.holders:
        news = [(card, holds) for k, card, holds in found.news if k == holder]
        held = ", ".join(game.shown_as(card) for card, holds in news if holds)
        others = ", ".join(game.shown_as(card) for card, holds in news if not holds)
        parts = [f"holds {held}"] * bool(held) + [f"not {others}"] * bool(others)
        if parts:
            yield f"{game.owner(holder)}: {'; '.join(parts)}"


def unanswered(notebook: Notebook) -> Iterator[str]:
    """Yield who has not answered a suggestion that was noted as a turn."""
    game, entry = notebook.start.game, notebook.entries[-1]
    history = notebook.history
    awaited = TurnState.after(history.game, history.actions, history).awaited
    if awaited is None or not entry.is_turn or entry.note is None:
        return
    joint = ", " if ARROW.search(entry.note) else " -> "
    answer = f"{entry.note}{joint}{note_name(awaited, game)}"
    yield f"{name_of(awaited, game)} has not answered yet: the next turn waits for it"
    yield f"fix {len(notebook.entries)} {answer} passes  (or shows)"


def is_first_event(notebook: Notebook) -> bool:
    """Return whether the last line is the first with events besides questions."""
    *before, last = (
        any(isinstance(action, AsideAction) for action in entry.noted)
        for entry in notebook.entries
    )
    return last and not any(before) and not notebook.start.game.events


def deals(now: int | None, before: int | None = None) -> str:
    """How many deals are left, and how many there were before."""
    if now is None:
        return "the deals left are not counted"
    left = f"{now:,} deal{'s' * (now != 1)} left"
    return left if before in (None, now) else f"{left} of {before:,}"


def change_lines(notebook: Notebook) -> Iterator[str]:
    """Yield each cell that was learned from the last event, followed by the reasons.

    The holder of a card comes first, since that is why others do not have it.
    """
    game = notebook.start.game
    found = notebook.learned()
    if not found.news:
        yield NOTHING_NEW
    for holder, card, holds in sorted(found.news, key=lambda cell: not cell[2]):
        does = "holds" if holds else "does not hold"
        yield f"{game.owner(holder)} {does} {game.shown_as(card)}"
        why = notebook.situation.why(notebook.known(holder, card, holds))
        yield from reasons.text(why, game).splitlines()[1:]


def events(notebook: Notebook) -> Iterator[str]:
    """Yield each event with its line's number, by which it can be corrected."""
    for line, event in zip(notebook.numbered(), notebook.entries, strict=True):
        yield line + _doubt_of(event, notebook.start.game)


def _doubt_of(entry: Entry, game: Game) -> str:
    """Return the doubts about a line, to be shown after it."""
    if not entry.doubted:
        return ""
    names = " and ".join(name_of(player, game) for player in entry.doubted_players)
    return f"  (doubtful: {names})" if names else "  (doubtful)"


def correction_lines(notebook: Notebook, correction: Correction) -> Iterator[str]:
    """Yield the result of correcting a line."""
    number = correction.number or 0
    if correction.kind == UNDO:
        yield f"  line {number} is taken out"
    elif correction.kind == INSERT:
        for place, _ in enumerate(correction.text.split(BETWEEN), number):
            yield f"  line {place}: {notebook.line(notebook.entries[place - 1])}"
    elif correction.kind == DOUBTFUL:
        players = notebook.entries[number - 1].doubted_players
        names = " and ".join(name_of(k, notebook.start.game) for k in players)
        what = f"the answer of {names} in line {number}" if names else f"line {number}"
        yield f"  {what} is doubtful: what is known rests on the others"
    else:
        yield f"  line {number}: {notebook.line(notebook.entries[number - 1])}"


def conflicts(
    entries: Sequence[Entry], found: Sequence[Conflict], history: History
) -> Iterator[str]:
    """The smallest sets of lines that cannot all be true, one below the other."""
    if not found:
        yield "all lines can be true"
    for place, conflict in enumerate(found):
        yield "or these:" if place else "these cannot all be true:"
        for answer in conflict.answers:
            yield f"  {answer_in_words(answer, entries, history)}"
        yield from (f"  {hand}" for hand in hands_in_words(conflict, history))


def own_cards(notebook: Notebook) -> Iterator[str]:
    """Yield for each own card who is known to know that the owner has it."""
    game = notebook.start.game
    others = [player for player in range(1, game.p + 1) if player != notebook.owner]
    seen = {player: notebook.seen_by(player) for player in others}
    cards = sorted(notebook.start.history.hands[notebook.owner] or (), key=game.card)
    wide = max((width(game.shown_as(card)) for card in cards), default=0)
    names = [game.shown_holders[player] for player in others]
    yield f"{left('', wide)}  {'  '.join(names)}"
    for card in cards:
        held = (seen[player][card] for player in others)
        cells = map(right, held, map(width, names))
        yield f"{left(game.shown_as(card), wide)}  {'  '.join(cells)}"
    for player in others:
        known = sum(cell == "yes" for cell in seen[player].values())
        perhaps = sum(cell == "?" for cell in seen[player].values())
        more = f", perhaps {perhaps} more" * bool(perhaps)
        yield f"{game.owner(player)} knows {known} of your cards{more}"


def pile(known: Knowledge, game: Game) -> Iterator[str]:
    """The cards that may be in the pile, the likeliest first, for each sort."""
    assert known.odds is not None, "the odds were asked for"
    odds = known.odds[0]
    for name, cards in game.sorts or (("", game.cards),):
        ranked = sorted(cards, key=lambda card: -odds[card])
        parts = ", ".join(
            f"{game.shown_as(card)} {_share(odds[card])}"
            for card in ranked
            if odds[card]
        )
        yield f"{game.shown_as(name)}: {parts}" if name else parts


def advice_lines(found: Sequence[Advice], game: Game) -> Iterator[str]:
    """Yield a line for each question with its information, and one with the reasons."""
    for parts in found:
        cards = " ".join(map(game.shown_as, parts.question))
        yield (
            f"{cards}: {parts.gain:.2f} bits about the pile for you, "
            f"{parts.leak:.2f} for the others"
        )
        yield f"    {'; '.join(_reasons(parts, game))}"


def _reasons(parts: Advice, game: Game) -> Iterator[str]:
    for card, share, holder in zip(
        parts.question, parts.pile, parts.holders, strict=True
    ):
        if holder is None:
            yield f"{game.shown_as(card)} is in the pile with {_share(share)}"
        else:
            yield f"{game.shown_as(card)} is held by {game.owner(holder)}"
    yield f"nobody shows with {_share(parts.unshown)}" if parts.unshown else "one shows"


def _share(share: Fraction | float) -> str:
    return f"{100 * float(share):.0f}%"
