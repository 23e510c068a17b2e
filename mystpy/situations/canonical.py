"""One form for states that differ only in the names of cards, and one choice of cards.

Cards are distinguished by their roles in the worlds: how many worlds have the card in
which hand, and then together with which others. Cards that are interchangeable with
every other card of their class need not be distinguished further. For the other classes
each card is tried as the first, and the least form is used. So states with the same
form are the same up to names; the classes decide only how many forms are tried.

A permutation of the cards that fixes every set used so far maps each world of a public
history to a world of it, and preserves the truth of formulas that name no other cards.
So only the number of cards taken from a class matters. Games with sorts are not
reduced, and neither are cards that lie face up.

The methods are canonical labelling by colour refinement and individualization, and
symmetry reduction with one representative of each orbit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

from mystpy.bits import bits, mask_of, members, set_of_members
from mystpy.situations.epistemic_state import EpistemicState

Colours = tuple[int, ...]
"""A number for each card; cards with different numbers are told apart."""

Value = tuple[str, tuple[int, ...]]
"""The value of a variable, with its sort; cards and sets of cards are renamed."""

Past = tuple[tuple[int, tuple[Value, ...], int], ...]
"""The worlds in which something held before, by its number and what it is about."""

WorldObservations = tuple[tuple[int, ...], Past]


class CanonicalForm:
    """A value that is equal for two states iff one is the other with cards renamed.

    Most states differ in numbers that are computed early; the rest is computed on
    demand.
    """

    __slots__ = ("_counted", "_least", "_named", "_past", "_state")

    def __init__(
        self, state: EpistemicState, named: tuple[int, ...], past: Past = ()
    ) -> None:
        self._state = state
        self._named = named
        self._past = past
        counts = tuple(sorted((k, worlds.bit_count()) for k, _, worlds in past))
        self._counted = (state.number, counts, *sorted(_signs(state, named)))
        self._least: tuple[object, ...] | None = None

    def __hash__(self) -> int:
        return hash(self._counted)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CanonicalForm) or self._counted != other._counted:
            return False
        if self._exactly == other._exactly:
            return True
        return self.least == other.least

    @property
    def _exactly(self) -> tuple[object, ...]:
        return self._state.full, self._state.question, self._named, self._past

    @property
    def least(self) -> tuple[object, ...]:
        """The least form, for the cards in every order that is tried."""
        if self._least is None:
            kept, key = self._state.frame.forms, self._exactly
            if key not in kept:
                state, named = self._state, self._named
                card_sets = named, self._past
                kept[key] = min(
                    _forms(state, card_sets, _numbered(_signs(state, named)))
                )
            self._least = kept[key]
        return self._least


def canonical(
    state: EpistemicState, named: tuple[int, ...] = (), past: Past = ()
) -> CanonicalForm:
    """The form of a state: equal for states that differ in the names of cards only.

    `named` are sets of cards, as masks, that are told apart from others, as a card that
    keeps its name is, and `past` is what held before. The worlds of the state are
    deals: nobody has seen a card that somebody else has not seen shown.
    """
    assert state.frame.shows_public, "the worlds are deals"
    return CanonicalForm(state, named, past)


def _signs(state: EpistemicState, named: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return signs of the cards: sort, question, name, and counts by holder."""
    return [
        (*sign, *(cards >> x & 1 for cards in named))
        for x, sign in enumerate(state.signs)
    ]


def _numbered(signs: Sequence[tuple[object, ...]]) -> Colours:
    order = {sign: place for place, sign in enumerate(sorted(set(signs)))}
    return tuple(order[sign] for sign in signs)


def _forms(
    state: EpistemicState, card_sets: WorldObservations, colours: Colours
) -> Iterator[tuple[object, ...]]:
    """The forms of a state with the cards in an order that the colours allow."""
    cell = _divided(state, colours)
    if cell:
        finer = _refined(state, colours)
        if finer != colours:
            yield from _forms(state, card_sets, finer)
            return
    for first in cell:
        apart = [(colour, x != first) for x, colour in enumerate(colours)]
        yield from _forms(state, card_sets, _numbered(apart))
    if not cell:
        yield _form(state, card_sets, colours)


def _divided(state: EpistemicState, colours: Colours) -> list[int]:
    """The first class of cards that may not change places with each other."""
    classes: dict[int, list[int]] = {}
    for x, colour in enumerate(colours):
        classes.setdefault(colour, []).append(x)
    for _, cell in sorted(classes.items()):
        if len({state.kinds[x] for x in cell}) > 1:
            return cell
    return []


def _refined(state: EpistemicState, colours: Colours) -> Colours:
    """Return the colours refined by those of the other cards in the same hands."""
    holders = state.game.holders
    held = [[state.held(k, x) for x in range(state.game.c)] for k in holders]
    signs: list[tuple[object, ...]] = []
    for x, colour in enumerate(colours):
        others = [
            (
                other,
                *(
                    (mine[x] & theirs[y]).bit_count()
                    for mine in held
                    for theirs in held
                ),
            )
            for y, other in enumerate(colours)
            if y != x
        ]
        signs.append((colour, *sorted(others)))
    return _numbered(signs)


def _form(
    state: EpistemicState, card_sets: WorldObservations, colours: Colours
) -> tuple[object, ...]:
    """Return the form of a state by the places of the cards in the order of colours.

    Cards that lie face up keep their places, or there would be no such worlds.
    """
    game = state.game
    fixed = {game.deck[card] for card in game.face_up}
    free = [x for x in range(game.c) if x not in fixed]
    place = list(range(game.c))
    for k, x in zip(free, sorted(free, key=colours.__getitem__), strict=True):
        place[x] = k
    image = cache(lambda cards: sum(1 << place[x] for x in members(cards)))
    frame = state.frame
    named, past = card_sets

    def moved(worlds: int) -> int:
        return set_of_members(
            frame.numbers[tuple(map(image, frame.worlds[w]))] for w in members(worlds)
        )

    def value(of: Value) -> Value:
        sort, what = of
        if sort == "card":
            return sort, (place[what[0]],)
        return sort, tuple(map(image, what)) if sort == "set" else what

    held = sorted((k, tuple(map(value, of)), moved(worlds)) for k, of, worlds in past)
    return moved(state.full), *map(image, (state.question, *named)), *held


Cells = tuple[tuple[int, ...], ...]
"""Cards, as masks, in classes of those that nothing tells apart."""


def cells(state: EpistemicState, card_sets: Iterable[int]) -> Cells:
    """The cards in classes of those that nothing tells apart.

    `card_sets` are further sets, besides those of the history and the last question;
    where the worlds are deals, it is not the sets of the history that count, but the
    worlds.
    """
    if state.frame.shows_public:
        kinds = state.kinds
        sets = [sum(1 << x for x, k in enumerate(kinds) if k == y) for y in set(kinds)]
    else:
        sets = [event.cards for event in state.events if event.cards]
    face_up = mask_of(state.game.face_up, state.game)
    return _cells(state.game.c, (*sets, state.question, face_up, *card_sets))


@lru_cache(maxsize=10_000)
def _cells(c: int, sets: tuple[int, ...]) -> Cells:
    found: dict[tuple[bool, ...], list[int]] = {}
    for card in bits((1 << c) - 1):
        sign = tuple(bool(card & cards) for cards in sets)
        found.setdefault(sign, []).append(card)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=10_000)
def choose_sets(classes: Cells, size: int) -> tuple[int, ...]:
    """Card sets of a size, one for each way to take so many of each class."""
    return tuple(
        sum(card for cell, k in zip(classes, counts, strict=True) for card in cell[:k])
        for counts in product(*(range(len(cell) + 1) for cell in classes))
        if sum(counts) == size
    )
