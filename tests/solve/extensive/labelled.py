"""Games of two players on cards with names, built without any reduction.

Each deal has a game state of its own, which gives the legal actions and the end of the
game by the axioms. An information set is a player's view. The questions that a variant
allows are defined again, by names. This is slow, and is compared with the tree in which
cards are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from mystpy.bits import bits, cards_of, mask_of
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from mystpy.solve.equilibria.listed_form import ListedForm, Payoffs, Weights, sequences
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.labels import InformationSet

Acts = dict[Event, int]
"""The possible actions, with their sequences."""


Sets = dict[InformationState, tuple[int, Acts]]
"""Information sets: the sequence that leads there, and the possible actions."""


class At(NamedTuple):
    """A game state, and the sequences by which the players reached it."""

    table: GameState
    came: tuple[int, int]

    def hand(self, player: int) -> int:
        """Return a player's hand."""
        return self.table.hands[player]


@dataclass
class LabelledGame:
    """A game while it is built, which ends after some turns.

    `sets` has for each player the information sets, each after its parent, with the
    sequence that leads there and the actions with their sequences. `ends` has the ends
    of the game in equally likely deals: the sequences, and whether player 1 has won,
    None if it is unfinished. A guess that can only be wrong is `vain`.
    """

    game: Game
    variant: GameVariant
    turns: int
    sets: tuple[Sets, Sets] = field(default_factory=lambda: ({}, {}))
    counts: list[int] = field(default_factory=lambda: [1, 1])
    ends: list[tuple[tuple[int, int], bool | None]] = field(default_factory=list)
    vain: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))

    @classmethod
    def grown(cls, game: Game, variant: GameVariant, turns: int) -> LabelledGame:
        """Build the whole game."""
        found = (AskOrGuess if variant.either else cls)(game, variant, turns)
        deals = (tuple(cards_of(k, game) for k in deal) for deal in Deals(game, ()))
        found._from([At(GameState(game, deal), (0, 0)) for deal in deals])
        return found

    def _from(self, held: list[At]) -> None:
        """Build the part after a public history; `held` are the deals that fit it."""
        table = held[0].table
        legal_actions = table.legal_actions()
        player = legal_actions[0].player
        if legal_actions[0].key[0] == "asks":
            if sum(event.key[0] == "asks" for event in table.done) == self.turns:
                self.ends += [(at.came, None) for at in held]
                return
            if not list(self._questions(table, player)):
                assert all(self._knows(at, held, player) for at in held)
                self.ends += [(at.came, player == 1) for at in held]
                return
        ahead: dict[Event, list[At]] = {}
        for at in held:
            for event, code in self._choice(at, held, player).items():
                came = (code, at.came[1]) if player == 1 else (at.came[0], code)
                ahead.setdefault(event, []).append(At(at.table, came))
        for event, after in ahead.items():
            if event.key[0] == "guess":
                self.ends += [(at.came, won) for at, won in self._guessed(event, after)]
                continue
            for at in after:
                at.table.do(event)
            self._from(after)
            for at in after:
                at.table.undo()

    def _guessed(self, event: Event, after: list[At]) -> Iterator[tuple[At, bool]]:
        """Return whether player 1 has won by a guess, in each deal."""
        for at in after:
            at.table.do(event)
            yield at, (event.key[1] == 1) is at.table.won
            at.table.undo()

    def _choice(self, at: At, held: Sequence[At], player: int) -> Acts:
        """Return the possible actions, with new sequences if there is a choice."""
        seen, came = InformationState.at(at.table, player), at.came[player - 1]
        if seen not in self.sets[player - 1]:
            events = [
                event
                for legal in at.table.legal_actions()
                for event in self._deeds(legal, at, held)
            ]
            assert events, "there is a question that may be asked"
            if len(events) == 1:
                return {events[0]: came}
            first = self.counts[player - 1]
            self.counts[player - 1] += len(events)
            acts = {event: code for code, event in enumerate(events, first)}
            self.sets[player - 1][seen] = came, acts
            piles = {b.hand(0) for b in held if b.hand(player) == at.hand(player)}
            self.vain[player - 1].update(
                code
                for event, code in acts.items()
                if event.key[0] == "guess" and event.cards not in piles
            )
        before, acts = self.sets[player - 1][seen]
        assert before == came, "players forget nothing"
        return acts

    def _deeds(self, legal: LegalAction, at: At, held: Sequence[At]) -> Iterator[Event]:
        """Yield the actions of a kind that the variant allows."""
        key, player = legal.key, legal.player
        forced = self.prompt and "guess" in key[0] and self._knows(at, held, player)
        if forced:
            if key[0] == "guess":
                yield Event(key, at.hand(0))
        elif key[0] == "asks":
            for question in self._questions(at.table, player):
                bluff = not question & ~at.hand(player)
                if not bluff or player in self.variant.bluffers:
                    yield Event(key, question)
        elif key[0] == "guess":
            if not self.variant.announced or self._knows(at, held, player):
                for pile in self.game.guesses():
                    yield Event(key, mask_of(pile, self.game))
        elif key[0] == "shows":
            yield from (Event(key, card) for card in bits(legal.cards))
        else:
            yield Event(key)

    @property
    def prompt(self) -> bool:
        """Return whether a player who knows the pile guesses it."""
        return self.variant.questions == "useful" and not self.variant.announced

    def _questions(self, table: GameState, player: int) -> Iterator[int]:
        """Return the questions that are allowed for any hand."""
        mine = others = denied = question = 0
        for event in table.done:
            if event.key[0] == "asks":
                question = event.cards
            elif event.key[0] == "shows":
                mine |= event.cards * (event.key[-1] == player)
                others |= event.cards * (event.key[-1] != player)
            elif event.key[0] == "no" and event.key[1] != player:
                denied |= question
        for cards in self.game.questions():
            asked = mask_of(cards, self.game)
            if self.variant.questions != "any" and asked & mine:
                continue
            if self.variant.questions != "useful" or asked & ~(mine | others | denied):
                yield asked

    def _knows(self, at: At, held: Sequence[At], player: int) -> bool:
        """Return whether all deals that fit have the pile of this one."""
        same = (b for b in held if b.hand(player) == at.hand(player))
        return all(b.hand(0) == at.hand(0) for b in same)

    @cached_property
    def information(self) -> tuple[list[InformationSet], list[InformationSet]]:
        """Return the information sets, with labels as in the game of counted cards."""
        one, two = (list(_labelled(sets)) for sets in self.sets)
        return one, two

    def listed(self, share: int) -> ListedForm:
        """Return the sequence form, if player 1 wins that share of unfinished plays."""
        payoffs: Payoffs = {}
        chance = Fraction(1, self.game.deal_count())
        for pair, won in self.ends:
            if share if won is None else won:
                payoffs[pair] = payoffs.get(pair, Fraction()) + chance
        return ListedForm((self.counts[0], self.counts[1]), self.information, payoffs)


class AskOrGuess(LabelledGame):
    """A game in which a guess replaces a question, and nothing else.

    The game states follow the axioms, in which a guess is made after a question; so a
    guess is compared with the pile here.
    """

    def _deeds(self, legal: LegalAction, at: At, held: Sequence[At]) -> Iterator[Event]:
        """Yield the actions of a kind that the variant allows."""
        key, player = legal.key, legal.player
        guess = "guess", player
        if key == guess:
            return
        if key[0] != "asks":
            cards = bits(legal.cards) if key[0] == "shows" else [0]
            yield from (Event(key, card) for card in cards)
            return
        knows = self._knows(at, held, player)
        if knows or not self.variant.announced:
            piles = [mask_of(pile, self.game) for pile in self.game.guesses()]
            forced = self.prompt and knows
            yield from (Event(guess, x) for x in piles if not forced or x == at.hand(0))
            if forced:
                return
        for question in self._questions(at.table, player):
            if question & ~at.hand(player) or player in self.variant.bluffers:
                yield Event(key, question)

    def _guessed(self, event: Event, after: list[At]) -> Iterator[tuple[At, bool]]:
        """Yield whether player 1 has won by a guess, in each deal."""
        for at in after:
            right = event.cards == at.hand(0)
            yield at, (event.key[1] == 1) is right


def _labelled(sets: Sets) -> Iterator[InformationSet]:
    """Yield information sets without the names of cards."""
    for number, (seen, (parent, acts)) in enumerate(sets.items()):
        names = classes(seen)
        document = tuple(_act(names, seen.hand, event) for event in acts)
        first = min(acts.values())
        yield InformationSet(number, parent, first, _label(names, seen), document)


def classes(seen: InformationState) -> list[str]:
    """Return the turns in which each card was asked for, as in certificates."""
    turn, document = 0, [list[int]() for _ in seen.game.cards]
    for event in seen.events:
        turn += event.key[0] == "asks"
        for k in bits(event.cards):
            place = k.bit_length() - 1
            if event.key[0] == "asks":
                document[place].append(turn)
            elif event.key[0] == "shows":
                document[place][-1] = -turn
    names = (".".join(f"{abs(t)}{'*' * (t < 0)}" for t in times) for times in document)
    sorts = [cards for _, cards in seen.game.sorts]
    found = list[str]()
    for card, name in zip(seen.game.cards, names, strict=True):
        sort = next((k for k, cards in enumerate(sorts) if card in cards), 0)
        found.append(("", *"bcdefgh")[sort] + (name or "-"))
    return found


def _label(names: Sequence[str], seen: InformationState) -> str:
    """Return the label of a player's knowledge, for cards in these classes."""
    asked = sum(event.key[0] == "asks" for event in seen.events)
    turn = asked + (not seen.events or seen.events[-1].key[0] == "endturn")
    own = Counter(name for k, name in enumerate(names) if seen.hand >> k & 1)
    sizes = Counter(names)
    return " ".join(
        (f"{turn}:", *sorted(f"{k}:{size}/{own[k]}" for k, size in sizes.items()))
    )


def _act(names: Sequence[str], hand: int, event: Event) -> str:
    """Return the label of an action, for cards in these classes."""
    chosen = [k for k in range(len(names)) if event.cards >> k & 1]
    own = Counter(names[k] for k in chosen if hand >> k & 1)
    counts = Counter(names[k] for k in chosen)
    asks = event.key[0] == "asks"
    parts = (f"{k}:{size}" + f"/{own[k]}" * asks for k, size in counts.items())
    return " ".join((event.key[0], *sorted(parts)))


def in_order(text: str) -> str:
    """Return a label with its classes in the order of their names."""
    first, *parts = text.split(" ")
    return " ".join((first, *sorted(parts)))


class Projection(NamedTuple):
    """The sequence of the reduced tree for each sequence of a player, and its share.

    The share is 0 for a guess that can only be wrong.
    """

    onto: list[int]
    share: list[Fraction]

    @classmethod
    def of(cls, whole: LabelledGame, player: int, reduced: ListedForm) -> Projection:
        """Return the projection. Raises AssertionError for different actions."""
        there = {in_order(s.label): s for s in reduced.sets[player - 1]}
        size, vain = whole.counts[player - 1], whole.vain[player - 1]
        found, met = cls([0] * size, [Fraction(1)] * size), set[str]()
        for one in whole.information[player - 1]:
            real = {k: act for k, act in _acts(one) if k not in vain}
            alike = Counter(real.values())
            places = dict.fromkeys(alike, found.onto[one.parent])
            if len(alike) > 1:
                same = there[one.label]
                assert same.parent == found.onto[one.parent]
                places = {in_order(act): k for k, act in _acts(same)}
                assert places.keys() == alike.keys()
                met.add(one.label)
            for code, act in _acts(one):
                share = found.share[one.parent] / alike[act] if code in real else 0
                found.share[code] = Fraction(share)
                found.onto[code] = places.get(act, 0)
        assert met == there.keys()
        return found

    def lifted(self, plan: Weights) -> list[Fraction]:
        """Return a reduced strategy, with equal chances of equivalent actions."""
        return [plan[k] * share for k, share in zip(self.onto, self.share, strict=True)]


def projected(payoffs: Payoffs, one: Projection, two: Projection) -> Payoffs:
    """Return payoffs in the reduced tree, with equally frequent equivalent actions."""
    found: Payoffs = {}
    for (a, b), chance in payoffs.items():
        if part := chance * one.share[a] * two.share[b]:
            pair = one.onto[a], two.onto[b]
            found[pair] = found.get(pair, Fraction()) + part
    return found


def _acts(choices: InformationSet) -> Iterator[tuple[int, str]]:
    return zip(sequences(choices), choices.actions, strict=True)
