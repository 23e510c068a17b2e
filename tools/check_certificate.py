"""Check a certificate of `mystpy solve`: compute what each strategy guarantees.

    python tools/check_certificate.py FILE [--alike | --all]

This file uses nothing of mystpy, and no solver: the rules of the game of two players
are written again here, cards have names, and deals are listed. It is short, slow, and
independent. For more than six cards, cards that the responding player cannot
distinguish are tried once (`--alike`, or `--all` for all of them).

In a certificate of two players a strategy gives the probability of each action at each
information set. An information set has the turn, and for each class of cards its size
and the number of the player's own cards in it. A class has the cards that were asked
for in the same turns (`1.4`); a star marks the turn in which one was shown (`2*`), and
`-` means no turn. `asks 1:2/1` asks for two cards of class 1, one of them the player's
own; they are drawn uniformly.

For three or more players a certificate has a strategy for each, their probabilities to
win, and the most that each could get by another strategy. For this maximum a game that
is cut off counts as a win of every player still in. An information set has the turns
and the classes as before. A turn is `1>2` if player 2 showed player 1 a card, `1>-` if
nobody had one, and `1>` while player 2 has to show one, with a `!` after a wrong guess.
A star marks shows that the player saw, and `1!` a card in the guess of turn 1.

The file values.md says when a certificate is valid: a strategy must have an action at
each information set that it can reach, and only actions that the rules allow.
"""

import json
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

BLUFFERS = {"both": {1, 2}, "one": {1}, "other": {2}, "nobody": set()}

QUESTIONS = ("any", "unlocated", "useful")
FIELDS = ("certificate", "game", "hands", "bluff", "questions", "announced", "turns")
FIELDS += ("lower", "upper", "strategies")
FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
MOST_TURNS = 99
MOST_CARDS, MOST_DEALS = 10_000, 10**5
FRACTION = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?")
USAGE = "usage: check_certificate.py FILE [--alike | --all]"


class Wrong(Exception):
    """An error in a certificate."""


def main(words):
    """Print the values of the strategies; return 0 if they are as claimed."""
    options = {word for word in words if word.startswith("-")}
    if options & {"-h", "--help"}:
        print(__doc__)
        return 0
    names = [word for word in words if word not in options]
    if len(names) != 1 or options - {"--alike", "--all"}:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        text = Path(names[0]).read_text("utf-8-sig")
        document = json.loads(text, object_pairs_hook=each_once)
        if isinstance(document, dict) and document.get("certificate") == 3:
            return judge(Profile(document, options))
        return judge_bounds(Certificate(document, options), document)
    except Wrong as error:
        print(f"wrong: {error}")
    except FAULTS as error:
        print(f"wrong: no certificate: {type(error).__name__}: {error}")
    return 1


def judge_bounds(certificate, document):
    """Print the values of two strategies; return 0 if they are as claimed."""
    low, high = certificate.value(1), certificate.value(2)
    claimed = fraction(document["lower"]), fraction(document["upper"])
    mode = f"bluffs by {document['bluff']}, questions: {document['questions']}"
    mode += ", nobody guesses" * document["announced"]
    print(f"{named(document)}, {mode}")
    print(f"strategy of player 1: player 1 wins with at least {low}")
    print(f"strategy of player 2: player 1 wins with at most {high}")
    print(f"positions: {certificate.positions}")
    if (low, high) != claimed:
        print(f"wrong: the certificate claims {claimed[0]} and {claimed[1]}")
        return 1
    if low > high:
        print("wrong: the bounds cross, which no strategies can show")
        return 1
    print(f"the value is {low}" if low == high else f"the value is in [{low}, {high}]")
    return 0


class Certificate:
    """A certificate as it is read: a game, how it is played, and two strategies."""

    def __init__(self, document, options):
        check_fields(document)
        self.sorts, self.pile, self.hands, self.q = game_of(
            document["game"], document["hands"]
        )
        self.sort_of = {x: k for k, sort in enumerate(self.sorts) for x in sort}
        self.cards = list(self.sort_of)
        self.bluffers = BLUFFERS[document["bluff"]]
        self.kind = document["questions"]
        self.announced = document["announced"]
        self.turns = dict(zip((1, 2), document["turns"], strict=True))
        self.alike = "--alike" in options
        if len(self.cards) > 6 and "--all" not in options:
            self.alike = True
        self.positions = 0
        self.strategies = {
            player: chances_of(player, document["strategies"]) for player in (1, 2)
        }
        self.questions = list(self.sets(self.q))
        self.piles = list(self.sets(self.pile))
        self.deals = list(self.dealt())
        self.prompt = self.kind == "useful" and not self.announced
        self.knowledge = {}

    def sets(self, size):
        """The questions, or piles: of each sort one card, or of one sort `size`."""
        if len(self.sorts) > 1:
            yield from (frozenset(cards) for cards in product(*self.sorts))
        else:
            yield from map(frozenset, combinations(self.cards, size))

    def dealt(self):
        """The hands of both in each deal."""
        for pile in self.piles:
            rest = frozenset(self.cards) - pile
            for first in combinations(sorted(rest), self.hands[1]):
                yield frozenset(first), rest - frozenset(first)

    def value(self, player):
        """Return player 1's probability to win against the best response.

        The best response is computed for each hand separately. The strategy does not
        use the names of cards, so equivalent hands are tried once.
        """
        deals, other = self.deals, 3 - player
        whole = Fraction()
        kinds = {}
        for hand in {deal[other - 1] for deal in deals}:
            kinds.setdefault(tuple(len(hand & set(s)) for s in self.sorts), []).append(
                hand
            )
        for same in kinds.values():
            hand = min(same, key=sorted)
            fit = [deal for deal in deals if deal[other - 1] == hand]
            weight = Fraction(len(same), len(deals))
            whole += self.ask(player, 1, {}, [(deal, weight) for deal in fit])
        return whole

    def ask(self, player, turn, seen, held):
        """Return the probability that player 1 wins when a question is next.

        `seen` has for each card the turns in which it was asked for, negative where it
        was shown; `held` has the deals with their weights.
        """
        self.positions += 1
        if turn > self.turns[player]:  # what is broken off counts against the strategy
            return Fraction() if player == 1 else total(held)
        asker = 1 if turn % 2 else 2
        may = [q for q in self.questions if self.allowed(q, asker, seen)]
        if not may:  # who asks knows the pile
            if len({self.pile_in(deal) for deal, _ in held}) > 1:
                raise Wrong("who has no question left does not know the pile")
            return total(held) if asker == 1 else Fraction()
        own = held[0][0][2 - player]
        tried = self.tried(may, own, seen)
        if asker != player:
            best = max if asker == 1 else min
            return best(
                self.answer(player, turn, seen, q, held)
                for q, _ in tried
                if asker in self.bluffers or not q <= own
            )
        ahead = {q: [] for q, _ in tried}
        for deal, weight in held:
            for q, chance in self.asked(player, turn, seen, deal, may).items():
                if chance and q in ahead:
                    ahead[q].append((deal, weight * chance))
        return sum(
            number * self.answer(player, turn, seen, q, ahead[q])
            for q, number in tried
            if ahead[q]
        )

    def asked(self, player, turn, seen, deal, may):
        """Return the questions of a strategy with their probabilities."""
        own, found = deal[player - 1], {}
        if player not in self.bluffers:
            may = [q for q in may if not q <= own]
        acts = self.behaviour("asks", may, seen, own)
        if len(set(acts.values())) == 1:
            return spread(may, Fraction(1), "asks")
        for act, share in self.at(player, turn, seen, own).items():
            found |= spread([q for q in may if acts[q] == act], share, act)
        return found

    def answer(self, player, turn, seen, question, held):
        """Return the same when a question is to be answered."""
        self.positions += 1
        responder = 2 if turn % 2 else 1
        seen = {**seen, **{x: (*turns(seen, x), turn) for x in question}}
        nothing, shown = [], {}
        for deal, weight in held:
            hand = question & deal[responder - 1]
            chances = dict.fromkeys(hand, Fraction(1))
            if responder == player and hand:
                chances = self.shows(player, turn, seen, deal[player - 1], hand)
            for x, chance in chances.items():
                if chance:
                    shown.setdefault(x, []).append((deal, weight * chance))
            if not hand:
                nothing.append((deal, weight))
        found = [self.guess(player, turn, seen, nothing)] if nothing else []
        own = held[0][0][2 - player]
        tried = self.tried([frozenset({x}) for x in shown], own, seen)
        each = [
            (number, self.guess(player, turn, after_show(seen, x, turn), shown[x]))
            for (x,), number in tried
        ]
        if responder == player:
            found += [number * worth for number, worth in each]
        elif each:  # its hand is one, so that it shows what is best
            found.append((max if responder == 1 else min)(worth for _, worth in each))
        return sum(found)

    def shows(self, player, turn, seen, own, hand):
        """Return the cards that are shown, with their probabilities."""
        if len({self.label(x, seen) for x in hand}) == 1:
            return spread(hand, Fraction(1), "shows")
        found, kinds = {}, self.kinds(seen, own)
        for act, share in self.at(player, turn, seen, own).items():
            like = [x for x in hand if text_of("shows", [kinds[x]]) == act]
            found |= spread(like, share, act)
        return found

    def guess(self, player, turn, seen, held):
        """Return the same when there may be a guess."""
        self.positions += 1
        asker = 1 if turn % 2 else 2
        if asker != player:
            own = held[0][0][asker - 1]
            best = max if asker == 1 else min
            fit = {self.pile_in(deal) for deal, _ in held}
            if not self.may_guess(turn, seen, own):
                fit = set()
            tried = self.tried(fit, own, seen)
            guesses = [self.guessed(asker, pile, held) for pile, _ in tried]
            if fit and self.prompt and self.knows(turn, seen, own):
                return guesses[0]
            return best([self.ask(player, turn + 1, seen, held), *guesses])
        on, won = [], Fraction()
        for deal, weight in held:
            own = deal[asker - 1]
            acts = {"noguess": Fraction(1)}
            if self.may_guess(turn, seen, own):
                acts = self.at(player, turn, seen, own)
                self.check_guesses(acts, turn, seen, own)
            on += [(deal, weight * p) for act, p in acts.items() if act == "noguess"]
            acts = {act: p for act, p in acts.items() if act != "noguess" and p}
            piles = [q for q in self.piles if not q & own] if acts else []
            document = self.behaviour("guess", piles, seen, own)
            for act, share in acts.items():
                like = [pile for pile in piles if document[pile] == act]
                for pile, chance in spread(like, share, act).items():
                    won += self.guessed(asker, pile, [(deal, weight * chance)])
        on = [(deal, weight) for deal, weight in on if weight]
        return won + (self.ask(player, turn + 1, seen, on) if on else 0)

    def may_guess(self, turn, seen, own):
        """Return whether the asker may guess; she may have to know the pile."""
        return not self.announced or self.knows(turn, seen, own)

    def knows(self, turn, seen, own):
        """Return whether the asker knows the pile, by the rules alone."""
        return sum(self.possible(turn, seen, own).values()) == 1

    def check_guesses(self, acts, turn, seen, own):
        """Raise Wrong for a guess that cannot be right, and for none that has to be."""
        possible = self.possible(turn, seen, own)
        must = self.prompt and self.knows(turn, seen, own)
        for act in acts:
            if act not in possible and (must or act != "noguess"):
                raise Wrong(f"{act!r} cannot be done")

    def possible(self, turn, seen, own):
        """The guesses that may be right, by the rules, and how many piles each means.

        The pile is what the cards leave that are not own and that the other can have.
        """
        known = turn, self.known(turn, seen, own)
        if known in self.knowledge:
            return self.knowledge[known]
        asker, found = 1 if turn % 2 else 2, {}
        classes = Counter(
            (self.sort_of[x], turns(seen, x)) for x in self.cards if x not in own
        )
        kinds, sizes = list(classes), list(classes.values())
        answered = {-t for times in seen.values() for t in times if t < 0}
        ranges = [held_of(*pair, asker, answered) for pair in classes.items()]
        for held in product(*ranges):
            rest = [size - k for size, k in zip(sizes, held, strict=True)]
            left = [kind for kind, k in zip(kinds, rest, strict=True) for _ in range(k)]
            others = [
                kind for kind, k in zip(kinds, held, strict=True) for _ in range(k)
            ]
            if self.is_pile(left) and self.can_have(3 - asker, others, turn, seen):
                text = text_of("guess", [(class_of(*kind), False) for kind in left])
                ways = prod(map(comb, sizes, held))
                found[text] = found.get(text, 0) + ways
        self.knowledge[known] = found
        return found

    def is_pile(self, kinds):
        """Return whether cards of these kinds, each with its sort, may be the pile."""
        if len(self.sorts) == 1:
            return len(kinds) == self.pile
        return sorted(sort for sort, _ in kinds) == list(range(len(self.sorts)))

    def can_have(self, player, kinds, last, seen):
        """Return whether a player with cards of these kinds can have played like that.

        A hand lacks a card of each question if its player may not bluff. It does not
        determine the pile earlier, if a player who knows it has to guess it.
        """
        own = frozenset(self.some_of(kinds, seen))
        for turn in range(1 if player == 1 else 2, last, 2):
            if player not in self.bluffers:
                asked = {x for x in seen if turn in map(abs, turns(seen, x))}
                if asked <= own:
                    return False
            if self.prompt and self.knows(turn, before(seen, turn), own):
                return False
        return True

    def some_of(self, kinds, seen):
        """Cards of these kinds."""
        like = {}
        for x in self.cards:
            like.setdefault((self.sort_of[x], turns(seen, x)), []).append(x)
        return [like[kind].pop() for kind in kinds]

    def guessed(self, guesser, pile, held):
        """Return player 1's weight of a win: a player who guesses wrong loses."""
        right = total((d, w) for d, w in held if not pile & (d[0] | d[1]))
        return right if guesser == 1 else total(held) - right

    def at(self, player, turn, seen, own):
        """Return the actions of a strategy at an information set with a choice."""
        known = self.known(turn, seen, own)
        if known not in self.strategies[player]:
            raise Wrong(f"player {player} does not know what to do at {known!r}")
        return self.strategies[player][known]

    def known(self, turn, seen, own):
        """Return the information set of a hand, as in a strategy."""
        classes = {}
        for x in self.cards:
            classes.setdefault(self.label(x, seen), []).append(x in own)
        parts = (f"{k}:{len(v)}/{sum(v)}" for k, v in classes.items())
        return " ".join((f"{turn}:", *sorted(parts)))

    def label(self, card, seen):
        """The class of a card."""
        return class_of(self.sort_of[card], turns(seen, card))

    def kinds(self, seen, own):
        """Return the class of each card, and whether it is the player's own."""
        return {x: (self.label(x, seen), x in own) for x in self.cards}

    def behaviour(self, act, sets, seen, own):
        """Return the name of an action in a strategy for each set of its cards."""
        kinds, texts, found = self.kinds(seen, own), {}, {}
        order = {kind: k for k, kind in enumerate(set(kinds.values()))}
        code = {x: order[kind] for x, kind in kinds.items()}
        for cards in sets:
            key = tuple(sorted(map(code.get, cards)))
            if key not in texts:
                texts[key] = text_of(act, [kinds[x] for x in cards])
            found[cards] = texts[key]
        return found

    def allowed(self, question, asker, seen):
        """Return whether a question may be asked, whatever is in the hand."""
        if self.kind == "any":
            return True
        most = max(self.turns.values())
        mine = {t for t in range(1, most + 1) if (t % 2 == 1) == (asker == 1)}
        if any(-t in mine for x in question for t in turns(seen, x)):
            return False  # the other has shown it
        if self.kind == "unlocated":
            return True
        answered = {-t for times in seen.values() for t in times if t < 0}
        return any(
            not shown(seen, x) and mine.intersection(turns(seen, x)) <= answered
            for x in question
        )

    def pile_in(self, deal):
        """The pile of a deal."""
        return frozenset(self.cards) - deal[0] - deal[1]

    def tried(self, sets, own, seen):
        """Sets of cards, each with how many it stands for.

        It stands for those that are like it to whoever replies and has these cards.
        """
        if not self.alike:
            return [(cards, 1) for cards in sets]
        alike = {}
        for cards, text in self.behaviour("asks", sets, seen, own).items():
            alike.setdefault(text, []).append(cards)
        return [(same[0], len(same)) for same in alike.values()]


PROFILE = ("game", "hands", "turns", "idle", "wins", "best", "broken", "strategies")


class Turn(NamedTuple):
    """A turn: the asker and the question, the shower and the card, the guess.

    Nobody shows if `shower` is 0; `guess` is empty if there is none.
    """

    asker: int
    question: frozenset
    shower: int
    card: str | None = None
    guess: frozenset | None = None


class Place(NamedTuple):
    """The hands of all players, who are numbered from 1 on, and the turns so far."""

    hands: tuple
    turns: tuple

    @property
    def out(self):
        """Return the players that have guessed wrong."""
        return {turn.asker for turn in self.turns if turn.guess}

    def next(self):
        """Return the player to move, and the kind of the action."""
        if not self.turns:
            return "asks", 1
        last = self.turns[-1]
        if last.shower and last.card is None:
            return "shows", last.shower
        if last.guess is None:
            return "guess", last.asker
        return "asks", next(i for i in self.after(last.asker) if i not in self.out)

    def after(self, player):
        """The other players in their order."""
        count = len(self.hands)
        return [(player + k) % count + 1 for k in range(count - 1)]

    def then(self, kind, cards):
        """The place once this is done."""
        if kind == "asks":
            _, asker = self.next()
            having = (i for i in self.after(asker) if cards & self.hands[i - 1])
            turn = Turn(asker, cards, next(having, 0))
            return self._replace(turns=(*self.turns, turn))
        *before, last = self.turns
        if kind == "shows":
            (card,) = cards
            return self._replace(turns=(*before, last._replace(card=card)))
        return self._replace(turns=(*before, last._replace(guess=cards)))

    def seen(self, player):
        """The turns as a player sees them."""
        return tuple(
            turn
            if player in (turn.asker, turn.shower) or not turn.card
            else turn._replace(card="?")
            for turn in self.turns
        )


class Profile:
    """A certificate of three players and more: a game, and how each player plays it."""

    def __init__(self, document, options):
        check_profile(document)
        self.cards, self.pile, self.size, self.q = profile_game(document)
        self.name = named(document)
        self.count, self.turns, self.idle = (
            document["game"]["p"],
            document["turns"],
            document["idle"],
        )
        self.all = "--all" in options
        self.players = range(1, self.count + 1)
        self.wins = [fraction(text) for text in document["wins"]]
        self.best = [fraction(text) for text in document["best"]]
        self.broken = fraction(document["broken"])
        self.strategies = {
            i: chances_of(i, document["strategies"], classes_in_order)
            for i in self.players
        }
        self.positions = 0
        self.knowledge = {}

    def shares(self):
        """Return the probability that nobody wins, and those of each player to win.

        The strategies do not know the names of cards, so that one deal stands for all.
        """
        found = [Fraction()] * (self.count + 1)
        ready = [(self.deal(self.cards), Fraction(1))]
        while ready:
            place, weight = ready.pop()
            self.positions += 1
            kind, player = place.next()
            if kind == "asks" and len(place.turns) == self.turns:
                found[0] += weight
                continue
            for cards, chance in self.does(place, kind, player).items():
                after = place.then(kind, cards)
                winner = self.winner(after)
                if winner:
                    found[winner] += weight * chance
                else:
                    ready.append((after, weight * chance))
        return found

    def most(self, player):
        """Return the greatest probability to win of a player against the strategies.

        All his hands are alike, so that one of them stands for all.
        """
        own, *_ = combinations(self.cards, self.size)
        held = []
        for order in self.orders([x for x in self.cards if x not in own]):
            at = self.pile + (player - 1) * self.size
            held.append(self.deal([*order[:at], *own, *order[at:]]))
        return self.value(player, [(deal, Fraction(1, len(held))) for deal in held])

    def deal(self, order):
        """The deal of cards in an order, those of the pile first."""
        hands = (
            order[k : k + self.size] for k in range(self.pile, len(order), self.size)
        )
        return Place(tuple(map(frozenset, hands)), ())

    def orders(self, cards):
        """The ways to deal some cards to the pile and the hands of others."""
        sizes = [self.pile] + [self.size] * (self.count - 1)
        found = [((), tuple(cards))]
        for size in sizes:
            found = [
                ((*dealt, *part), tuple(x for x in rest if x not in part))
                for dealt, rest in found
                for part in combinations(rest, size)
            ]
        return [dealt for dealt, _ in found]

    def value(self, player, held):
        """Return the most that a player can win at places that look the same to him."""
        self.positions += len(held)
        place = held[0][0]
        kind, mover = place.next()
        if player in place.out:
            return Fraction()
        if kind == "asks" and len(place.turns) == self.turns:
            return total(held)
        if mover != player:
            ahead = [
                (place.then(kind, cards), weight * chance)
                for place, weight in held
                for cards, chance in self.does(place, kind, mover).items()
            ]
            return self.onward(player, ahead)
        best = Fraction(-1)
        if kind == "guess":
            piles = {}
            for place, weight in held:
                piles.setdefault(self.left(place), []).append((place, weight))
            best = max(total(fit) for fit in piles.values())
            if self.guesses(place, player)[1]:
                return best
        for cards in self.options(place, kind, player):
            ahead = [(place.then(kind, cards), weight) for place, weight in held]
            best = max(best, self.onward(player, ahead))
        return best

    def onward(self, player, ahead):
        """Return the same at places that he may distinguish, or at the game's end."""
        found, apart = Fraction(), {}
        for place, weight in ahead:
            winner = self.winner(place)
            if winner:
                found += weight * (winner == player)
            else:
                apart.setdefault(place.seen(player), []).append((place, weight))
        return found + sum(self.value(player, held) for held in apart.values())

    def options(self, place, kind, player):
        """Return the actions except guesses; of equivalent ones, one (or all)."""
        if kind == "guess":
            return [frozenset()]
        sets, own = self.sets(place, kind, player), place.hands[player - 1]
        if self.all:
            return sets
        alike = {}
        for cards in sets:
            look = sorted((mark(place, player, x), x in own) for x in cards)
            alike.setdefault(tuple(look), cards)
        return list(alike.values())

    def sets(self, place, kind, player):
        """The sets of cards with which a player may do something."""
        own = place.hands[player - 1]
        if kind == "asks":
            free = [x for x in self.cards if self.asked_of(place, player, x)]
            return [frozenset(cards) for cards in combinations(free, self.q)]
        if kind == "shows":
            return [frozenset({x}) for x in sorted(place.turns[-1].question & own)]
        others = [x for x in self.cards if x not in own]
        return [frozenset(cards) for cards in combinations(others, self.pile)]

    def asked_of(self, place, player, card):
        """Return whether a player may ask for a card: any card, if nothing is idle."""
        return (
            self.idle
            or self.q > 1
            or not any(
                card == turn.card or (turn.asker == player and card in turn.question)
                for turn in place.seen(player)
            )
        )

    def does(self, place, kind, player):
        """Return the actions of a strategy at a place with their probabilities."""
        own = place.hands[player - 1]
        acts = {}
        for cards in self.sets(place, kind, player):
            text = act_text(place, player, kind, cards, own)
            acts.setdefault(text, []).append(cards)
        if kind != "guess" and len(acts) == 1:
            (sets,) = acts.values()
            return spread(sets, Fraction(1), kind)
        known = self.known(place, player)
        if known not in self.strategies[player]:
            raise Wrong(f"player {player} does not know what to do at {known!r}")
        if kind == "guess":
            may, is_sure = self.guesses(place, player)
            acts = {act: sets for act, sets in acts.items() if act in may}
            acts |= {} if is_sure else {"noguess": [frozenset()]}
        found = {}
        for act, share in self.strategies[player][known].items():
            found |= spread(acts.get(act, ()), share, act)
        return {cards: share for cards, share in found.items() if share}

    def guesses(self, place, player):
        """The guesses that may be right, by the rules, and whether one is sure to be.

        A player who knows the pile guesses it.
        """
        known = player, self.known(place, player)
        if known not in self.knowledge:
            own, at = place.hands[player - 1], self.pile + (player - 1) * self.size
            piles = set()
            for order in self.orders([x for x in self.cards if x not in own]):
                deal = self.deal([*order[:at], *own, *order[at:]])
                if self.agrees(deal, place.seen(player)):
                    piles.add(self.left(deal))
            texts = {act_text(place, player, "guess", pile, own) for pile in piles}
            self.knowledge[known] = texts, len(piles) == 1
        return self.knowledge[known]

    def agrees(self, deal, seen):
        """Return whether the turns may be seen like that in a deal.

        Cards that were shown to others are tried in turn: what was guessed, or not,
        has to be what its player could do with them.
        """
        ready, hands = [()], deal.hands
        for turn in seen:
            having = (i for i in deal.after(turn.asker) if turn.question & hands[i - 1])
            if next(having, 0) != turn.shower:
                return False
            cards = [turn.card]
            if turn.card is not None:
                cards = turn.question & hands[turn.shower - 1]
            if turn.card not in (None, "?"):
                cards = cards & {turn.card}
            ready = [
                (*before, turn._replace(card=card))
                for before in ready
                for card in sorted(cards, key=str)
                if self.may_end(deal, before, turn._replace(card=card))
            ]
        return bool(ready)

    def may_end(self, deal, before, turn):
        """Return whether the asker of a turn could end it like that."""
        if turn.guess is None:
            return True
        place = Place(deal.hands, (*before, turn._replace(guess=None)))
        may, is_sure = self.guesses(place, turn.asker)
        if not turn.guess:
            return not is_sure
        own = deal.hands[turn.asker - 1]
        if turn.guess == self.left(deal) or turn.guess & own:
            return False
        return act_text(place, turn.asker, "guess", turn.guess, own) in may

    def known(self, place, player):
        """Return the information set of a player, as in a strategy."""
        kind, _ = place.next()
        document = []
        for k, turn in enumerate(place.turns, 1):
            shower = "" if kind == "shows" and k == len(place.turns) else "-"
            if turn.card:
                shower = str(turn.shower)
            document.append(f"{turn.asker}>{shower}" + "!" * bool(turn.guess))
        own, classes = place.hands[player - 1], {}
        for x in self.cards:
            classes.setdefault(mark(place, player, x), []).append(x in own)
        parts = sorted(f"{k}:{len(v)}/{sum(v)}" for k, v in classes.items())
        return f"{' '.join(document) or 'start'} | {' '.join(parts)}"

    def winner(self, place):
        """Return the winner, 0 if nobody has won yet."""
        turn = place.turns[-1]
        if turn.guess and turn.guess == self.left(place):
            return turn.asker
        still = [i for i in self.players if i not in place.out]
        return still[0] if len(still) == 1 else 0

    def left(self, place):
        """The pile."""
        return frozenset(self.cards).difference(*place.hands)


def mark(place, player, card):
    """The class of a card for a player: the turns in which it was named."""
    found = []
    for k, turn in enumerate(place.seen(player), 1):
        if card in turn.question:
            found.append(f"{k}*" if turn.card == card else f"{k}")
        if turn.guess and card in turn.guess:
            found.append(f"{k}!")
    return ".".join(found) or "-"


def act_text(place, player, kind, cards, own):
    """An action as a strategy tells it."""
    found = {}
    for x in cards:
        found.setdefault(mark(place, player, x), []).append(x in own)
    asks = kind == "asks"
    parts = (f"{k}:{len(v)}" + f"/{sum(v)}" * asks for k, v in found.items())
    return " ".join((kind, *sorted(parts)))


def judge(profile):
    """Print the values of a profile; return 0 if they are as claimed."""
    broken, *wins = profile.shares()
    found = [*wins, broken]
    idle = "" if profile.idle else ", no idle questions"
    print(f"{profile.name}{idle}")
    best = [profile.most(player) for player in profile.players]
    for player, wins, most in zip(profile.players, found, best, strict=False):
        print(f"player {player} wins with {wins}, and alone with at most {most}")
    print(f"broken off: {broken}")
    print(f"positions: {profile.positions}")
    claimed = [*profile.wins, profile.broken]
    for names, one, other in (
        ("'wins' and 'broken'", claimed, found),
        ("'best'", profile.best, best),
    ):
        if one != other:
            document = ", ".join(map(str, one))
            print(f"wrong: the certificate claims {document} for {names}")
            return 1
    gain = max(b - w for b, w in zip(best, found, strict=False))
    print(f"nobody gains more than {gain} alone" if gain else "an equilibrium")
    return 0


def check_profile(document):
    """Raise Wrong unless a certificate of more players has its fields."""
    for key in PROFILE:
        if key not in document:
            raise Wrong(f"there is no {key!r}")
    if type(document["turns"]) is not int or document["turns"] < 1:
        raise Wrong(f"'turns' is a number from 1 on, not {document['turns']!r}")
    if not isinstance(document["idle"], bool):
        raise Wrong(f"'idle' is true or false, not {document['idle']!r}")
    if (
        not isinstance(document["game"], dict)
        or document["game"].get("rules") != "myst"
    ):
        raise Wrong("'game' is a game of MYST")
    if numbers(document["game"])[2] < 3:
        raise Wrong("a certificate of this version has three players or more")
    for key in ("wins", "best"):
        if (
            not isinstance(document[key], list)
            or len(document[key]) != document["game"]["p"]
        ):
            raise Wrong(f"{key!r} has a fraction for each player")


def profile_game(document):
    """The cards, and the sizes of the pile, of a hand and of a question."""
    m, n, p, q = numbers(document["game"])
    if repr(document["hands"]) != repr([n] * p):
        raise Wrong("not a game with such hands")
    if q > m + n + 1:
        raise Wrong("the last player left may never know the pile")
    if q > m + n * p:
        raise Wrong("a question has more cards than there are")
    check_deals(comb(m + n * k, n) for k in range(1, p))
    check_deals([comb(m + n * p, q)])
    return [f"s{k}" for k in range(1, m + n * p + 1)], m, n, q


def chances_of(player, document, spelled=None):
    """Return the strategy of a player in a certificate, with fractions.

    Its texts are normalized before probabilities are added, and each must occur once.
    Information sets are normalized by `spelled`, if it is given.
    """
    if not isinstance(document, dict) or not isinstance(
        document.get(str(player)), dict
    ):
        raise Wrong(f"there is no strategy of player {player}")
    found = {}
    for known, acts in document[str(player)].items():
        pairs = [(in_order(act), fraction(share)) for act, share in acts.items()]
        known = (spelled or in_order)(known)
        if known in found:
            raise Wrong(f"{known!r} is there twice, in two spellings")
        found[known] = each_once(pairs)
        shares = found[known].values()
        if sum(shares) != 1 or min(shares) < 0:
            wrong = "probabilities are negative or do not add up to 1"
            raise Wrong(f"player {player}, at {known!r}: {wrong}")
    return found


def check_fields(document):
    """Raise Wrong unless a certificate has its fields, each of its kind."""
    if document.get("certificate", 2) != 2:
        raise Wrong("a certificate of another version")
    for key in FIELDS:
        if key not in document:
            raise Wrong(f"there is no {key!r}")
    if document["bluff"] not in BLUFFERS:
        raise Wrong(
            f"'bluff' is one of {', '.join(BLUFFERS)}, not {document['bluff']!r}"
        )
    if document["questions"] not in QUESTIONS:
        wrong = f"'questions' is one of {', '.join(QUESTIONS)}"
        raise Wrong(f"{wrong}, not {document['questions']!r}")
    if not isinstance(document["announced"], bool):
        raise Wrong(f"'announced' is true or false, not {document['announced']!r}")
    if document.get("either", False) is not False:
        raise Wrong("games in which a player asks or guesses in a turn are not judged")
    check_turns(document["turns"])
    if not isinstance(document["game"], dict) or not isinstance(
        document["hands"], list
    ):
        raise Wrong("'game' is an object, 'hands' a list of sizes")


def check_turns(turns):
    """Raise Wrong unless there is a number of turns for each player."""
    found = turns if isinstance(turns, list) else ()
    if len(found) != 2 or any(
        type(x) is not int or not 1 <= x <= MOST_TURNS for x in found
    ):
        raise Wrong(f"'turns' is two numbers from 1 to {MOST_TURNS}, not {turns!r}")


def each_once(pairs):
    """The pairs as an object, in which no key is twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Wrong(f"a key is twice in one object: {', '.join(k for k, _ in pairs)}")
    return found


def fraction(text):
    """Return a fraction that is given as a text."""
    try:
        if isinstance(text, str) and FRACTION.fullmatch(text):
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise Wrong(f"a fraction is a text such as '3/5', not {text!r}")


def spread(like, share, act):
    """A probability over things that are alike."""
    if not like:
        raise Wrong(f"{act!r} cannot be done")
    return dict.fromkeys(like, share / len(like))


def text_of(act, kinds):
    """An action with cards of these classes, own or not, as a strategy tells it."""
    found = {}
    for name, own in kinds:
        found.setdefault(name, []).append(own)
    asks = act == "asks"
    parts = (f"{k}:{len(v)}" + f"/{sum(v)}" * asks for k, v in found.items())
    return " ".join((act, *sorted(parts)))


def in_order(text):
    """A text of a strategy with the classes in the order of their names."""
    first, *parts = text.split(" ")
    return " ".join((first, *sorted(parts)))


def classes_in_order(text):
    """Return an information set of a game of more players, with its classes sorted."""
    turns_, line, classes = text.partition(" | ")
    return f"{turns_}{line}{' '.join(sorted(classes.split(' ')))}"


def after_show(seen, card, turn):
    """Return the classes of the cards after this one is shown."""
    return {**seen, card: (*turns(seen, card)[:-1], -turn)}


def turns(seen, card):
    """The turns in which a card was asked for."""
    return seen.get(card, ())


def shown(seen, card):
    """Return whether a card was shown."""
    return any(t < 0 for t in turns(seen, card))


def before(seen, last):
    """Return the classes of the cards at the end of a turn."""
    return {x: tuple(t for t in times if abs(t) <= last) for x, times in seen.items()}


def held_of(kind, size, asker, answered):
    """Return the possible numbers of cards of a kind, not his own, in the asker's hand.

    The asker has all that were shown, and none that were asked for in vain.
    """
    _, asked = kind
    if any(t < 0 for t in asked):
        return [size]
    if any((t % 2 == 1) == (asker == 1) and t not in answered for t in asked):
        return [0]
    return range(size + 1)


@cache
def class_of(sort, asked):
    """The class of a card of that sort that was asked for in these turns."""
    times = ".".join(f"{-t}*" if t < 0 else f"{t}" for t in asked) or "-"
    return f"{chr(ord('a') + sort)}{times}" if sort else times


def total(held):
    """The weight of some deals."""
    return sum((weight for _, weight in held), Fraction())


def numbers(document):
    """The numbers of a game of MYST."""
    check_keys(document, "mnpq")
    found = m, n, p, q = [document.get(k) for k in "mnpq"]
    if any(type(x) is not int or x < 1 for x in found):
        raise Wrong("a game of these rules has numbers m, n, p and q from 1 on")
    if max(q, m + n * p) > MOST_CARDS:
        raise Wrong(f"more than {MOST_CARDS} cards")
    return found


def sorts_of(document):
    """The cards of a game of Clue by sorts, all of them different."""
    check_keys(document, ("p", "sorts", "sizes", "speed"))
    sorts = list(document["sorts"].values())
    if not all(isinstance(sort, list) and sort for sort in sorts):
        raise Wrong("'sorts' has a list of cards for each sort")
    check_cards([card for sort in sorts for card in sort])
    return sorts


def check_cards(cards):
    """Raise Wrong if cards are no texts, or two of them are the same."""
    if not all(isinstance(x, str) for x in cards) or len(set(cards)) != len(cards):
        raise Wrong("cards have different names")


def of_one_kind(document):
    """The cards, in one sort, and the numbers of a game that tells its cards."""
    check_keys(document, ("p", "cards", "sizes", "q"))
    cards, sizes, q = (document[key] for key in ("cards", "sizes", "q"))
    pile, *hands = (sizes[k] for k in "012")
    if len(sizes) != 3 or any(type(x) is not int or x < 1 for x in (pile, q)):
        raise Wrong("'sizes' has the pile and two hands, 'q' is a number from 1 on")
    check_cards(cards)
    return [cards], pile, dict(zip((1, 2), hands, strict=True)), q


def check_keys(document, keys):
    """Raise Wrong if a game has others than these keys, and names of its players."""
    for key in document:
        if key not in ("rules", "players", *keys):
            raise Wrong(f"a game of these rules has no {key!r}")
    names = document.get("players", [])
    if not isinstance(names, list) or not all(isinstance(x, str) for x in names):
        raise Wrong("'players' has the names of the players")
    if "players" in document and not len(names) == len(set(names)) == document.get(
        "p", 2
    ):
        raise Wrong("each player has a name, all of them different")


def check_deals(ways):
    """Raise Wrong if so many ways, multiplied, are more than can be listed."""
    if prod(ways) > MOST_DEALS:
        raise Wrong(f"more than {MOST_DEALS} deals or questions: they are listed here")


def named(document):
    """The game of a certificate in words."""
    game = document["game"]
    if game["rules"] == "myst":
        return f"MYST({','.join(str(game[k]) for k in 'mnpq')})"
    hands = f"hands of {' and '.join(map(str, document['hands']))}"
    if game["rules"] == "cards":
        return f"{len(game['cards'])} cards, {hands}, questions of {game['q']}"
    sizes = " + ".join(str(len(cards)) for cards in game["sorts"].values())
    return f"Clue {sizes}, {hands}"


def game_of(document, sizes):
    """The cards by sorts, the size of the pile, of the hands, and of a question."""
    if document.get("rules") == "myst":
        m, n, _, q = numbers(document)
        found = [[f"s{k}" for k in range(1, m + 2 * n + 1)]], m, {1: n, 2: n}, q
    elif document.get("rules") == "clue":
        sorts = sorts_of(document)
        rest = sum(map(len, sorts)) - len(sorts)
        dealt = {"0": len(sorts), "1": rest - rest // 2, "2": rest // 2}  # round
        dealt |= document.get("sizes", {})
        if len(dealt) != 3 or dealt["0"] != len(sorts):
            raise Wrong("'sizes' has two hands, and a pile of one card of each sort")
        hands = {k: dealt[str(k)] for k in (1, 2)}
        found = sorts, len(sorts), hands, len(sorts)
    elif document.get("rules") == "cards":
        found = of_one_kind(document)
    else:
        raise Wrong(f"no such rules: {document.get('rules')!r}")
    count = document.get("p", 2) if document["rules"] == "cards" else document["p"]
    if repr((count, *sizes)) != repr((2, *found[2].values())) or min(sizes) < 1:
        raise Wrong("not a game of two players with such hands")
    if found[3] > found[1] + min(sizes) + 1:
        raise Wrong("a wrong guess does not lose such a game")
    check_dealt(*found)
    return found


def check_dealt(sorts, pile, hands, q):
    """Raise Wrong if all cards cannot be dealt like that, or in too many ways."""
    cards = sum(map(len, sorts))
    if cards != pile + hands[1] + hands[2]:
        raise Wrong("the cards cannot be dealt like that")
    piles = map(len, sorts) if len(sorts) > 1 else [comb(cards, pile)]
    check_deals([*piles, comb(cards - pile, hands[1])])
    check_deals(map(len, sorts) if len(sorts) > 1 else [comb(cards, q)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
