"""Heuristics that guess an answer from the surface of a story, without reasoning."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from mystpy.compilation import pattern
from mystpy.history.actions import Asks, Shows
from mystpy.history.history import History
from mystpy.history.turns import split_turns
from mystpy.intervals import Interval, wilson
from mystpy.positions.prose import turn_lines
from mystpy.positions.record import PositionQuestion

_WORD = pattern(r"[a-z]+")
_CARD = pattern(r"h\(\d+,(\w+)\)")
_FACT = pattern(r"(~?)h\((\d+),(\w+)\)")
FOLDS = 5
"""The number of parts of the questions: words are counted in the other parts."""


def _in_last_turn(history: History, card: str) -> bool:
    """Return whether the last question asked for the card."""
    *_, last = split_turns(history.actions)
    asks = last[0]
    return isinstance(asks, Asks) and card in asks.cards


def _shown(history: History, card: str) -> bool:
    """Return whether the story says that somebody showed the card."""
    return any(
        isinstance(action, Shows) and action.card == card for action in history.actions
    )


def _often_asked(history: History, card: str) -> bool:
    """Return whether at least half of the questions asked for the card."""
    asked = [action for action in history.actions if isinstance(action, Asks)]
    return 2 * sum(card in action.cards for action in asked) >= len(asked)


HEURISTICS: Mapping[str, Callable[[History, str], bool]] = MappingProxyType(
    {"last turn": _in_last_turn, "shown": _shown, "often asked": _often_asked}
)
"""Each guesses yes or no from a story and the card that the question is about."""


def baselines(questions: Sequence[PositionQuestion]) -> dict[str, Interval]:
    """Return the share of right guesses of each heuristic, and of word counts.

    `majority` is the more frequent answer of the order. `true in the story` says yes if
    the fact that is asked about is so, without a look at who knows it; order 0 is left
    out, where this is the answer. The last two are naive Bayes classifiers, learned
    from the other parts of the questions: pairs stay together.
    """
    found = {"majority": _majority(questions)}
    deep = [one for one in questions if one.ask["order"] != "0"]
    right = sum(_is_so(one) is (one.answer == "yes") for one in deep)
    for name, guess in HEURISTICS.items():
        found[name] = sum(
            guess(one.history, card_of(one)) is (one.answer == "yes")
            for one in questions
        )
    found["words of the question"] = _by_words(questions, lambda one: one.text)
    found["words of story and question"] = _by_words(
        questions, lambda one: " ".join((*turn_lines(one.history, None), one.text))
    )
    number = len(questions)
    shares = {name: wilson(right / number, number) for name, right in found.items()}
    if deep:
        shares["true in the story"] = wilson(right / len(deep), len(deep))
    return shares


def _is_so(question: PositionQuestion) -> bool:
    """Return whether the fact that is asked about is so in the story."""
    *_, (denied, holder, card) = _FACT.findall(str(question.ask["formula"]))
    hands = question.history.hands
    players = {k for k, hand in enumerate(hands) if k and hand and card in hand}
    held = int(holder) in (players or {0})
    return held is not bool(denied)


def card_of(question: PositionQuestion) -> str:
    """Return the card that a question about knowledge is about."""
    (card, *_) = _CARD.findall(str(question.ask["formula"]))
    return str(card)


def _majority(questions: Sequence[PositionQuestion]) -> int:
    counts: dict[str, Counter[str]] = {}
    for one in questions:
        counts.setdefault(one.ask["order"], Counter())[one.answer] += 1
    return sum(max(count.values()) for count in counts.values())


def _by_words(
    questions: Sequence[PositionQuestion], text: Callable[[PositionQuestion], str]
) -> int:
    """Return how many answers naive Bayes gets right, learned from the other parts."""
    pairs = list(dict.fromkeys(one.ask["pair"] for one in questions))
    part = {pair: k % FOLDS for k, pair in enumerate(pairs)}
    words = [set(_WORD.findall(text(one).lower())) for one in questions]
    right = 0
    for fold in range(FOLDS):
        rows = list(zip(questions, words, strict=True))
        learned = [(x, w) for x, w in rows if part[x.ask["pair"]] != fold]
        scores = dict(_word_scores(learned))
        for one, said in rows:
            if part[one.ask["pair"]] == fold:
                guess = sum(scores.get(word, 0.0) for word in sorted(said)) > 0
                right += guess is (one.answer == "yes")
    return right


def _word_scores(
    rows: Sequence[tuple[PositionQuestion, set[str]]],
) -> Iterator[tuple[str, float]]:
    """Yield for each word the logarithm of its odds for yes."""
    counts: dict[str, Counter[str]] = {"yes": Counter(), "no": Counter()}
    totals: Counter[str] = Counter()
    for one, words in rows:
        totals[one.answer] += 1
        counts[one.answer].update(words)
    for word in sorted(counts["yes"].keys() | counts["no"].keys()):
        yes, no = (
            (counts[answer][word] + 1) / (totals[answer] + 2)
            for answer in ("yes", "no")
        )
        yield word, math.log(yes / no)
