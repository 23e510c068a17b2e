"""Check a certificate that a formula is true in all situations of some games.

    python tools/check_sweep.py FILE

This file uses nothing of mystpy: the rules of MYST(m,n,2,q), chapter 2, are written
again here. A certificate has a formula, and for each game a list of situations. A
situation has a public part and the deals that fit. The public part has the players
still in, the player in turn, the players to answer, the phase, the last question, and
whether the game is over. A deal is a text with the holder of each card, 0 for the pile.
Two players see all actions, and the cards shown as well. A world is therefore a deal,
and a player cannot distinguish the deals in which her hand is the same.

Situations that differ only in the names of cards are listed once. It is checked that

- the first situation is Init0, with all deals;
- each action that is possible in a listed situation, and each outcome of a guess, leads
  to a listed one, after the renaming of cards that the certificate gives;
- the formula is true in all deals of all listed situations.

Numbers in a formula are players, and texts are variables: it cannot name a card. So a
renaming of cards keeps its truth, and it is true after every history of any length. The
exit status is 0 if so, else 1.
"""

import json
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
PLAYERS = (1, 2)
PHASES = ("askphase", "ansphase", "showphase", "guessphase", "endphase")
LETTERS = "abcdefghij"
"""The names of cards."""


class Wrong(Exception):
    """An error in a certificate."""


class Situation(NamedTuple):
    """The public part of a situation, and the deals that fit it."""

    still_in: frozenset
    turn: int
    answers: int
    phase: str
    question: frozenset
    over: bool
    deals: frozenset


def main(words):
    """Check a certificate, and print what it proves."""
    if len(words) != 1 or words[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if words in (["-h"], ["--help"]) else 2
    try:
        document = json.loads(Path(words[0]).read_text("utf-8"))
        formula, games = document["formula"], document["games"]
        if not games:
            raise Wrong("there are no games")
        print(text(formula))
        for entry in games:
            m, n, q = (entry[key] for key in "mnq")
            count = Game(m, n, q, entry["guesses"]).check(formula, entry)
            but = "" if entry["guesses"] else " without guesses"
            print(f"MYST({m},{n},2,{q}): true after all histories{but}", end="")
            print(f" ({count} situations, cards renamed)")
    except Wrong as error:
        print(f"wrong: {error}")
    except FAULTS as error:
        print(f"wrong: no certificate: {type(error).__name__}: {error}")
    else:
        return 0
    return 1


class Game:
    """A game of two players: its rules, and the truth of formulas."""

    def __init__(self, m, n, q, guesses):
        if any(type(x) is not int or x < 1 for x in (m, n, q)):
            raise Wrong("m, n and q are numbers from 1 on")
        if m + 2 * n > len(LETTERS):
            raise Wrong(f"more than {len(LETTERS)} cards")
        self.cards = LETTERS[: m + 2 * n]
        self.guesses = guesses
        self.domains = {
            "players": PLAYERS,
            "holders": (0, *PLAYERS),
            "cards": self.cards,
            "questions": [frozenset(x) for x in combinations(self.cards, q)],
            "guesses": [frozenset(x) for x in combinations(self.cards, m)],
        }
        self.deals = frozenset(
            "".join("0" if x in pile else "1" if x in hand else "2" for x in self.cards)
            for pile in self.domains["guesses"]
            for hand in combinations([x for x in self.cards if x not in pile], n)
        )

    def check(self, formula, entry):
        """Return the number of listed situations. Raises Wrong."""
        listed = [self.read(each) for each in entry["situations"]]
        everybody, nothing = frozenset(PLAYERS), frozenset()
        start = Situation(everybody, 1, 0, "askphase", nothing, False, self.deals)
        if not listed or listed[0] != start:
            raise Wrong("the first situation is not Init0 with all deals")
        for number, here in enumerate(listed):
            steps = entry["situations"][number]["steps"]
            given = {key(action): rest for action, *rest in steps}
            for action, after in self.successors(here):
                if action not in given:
                    raise Wrong(f"situation {number}: where {action} leads is missing")
                to, renaming = given[action]
                if "".join(sorted(renaming)) != self.cards:
                    raise Wrong(f"situation {number}: {renaming} is no renaming")
                if not 0 <= to < len(listed) or renamed(after, renaming) != listed[to]:
                    raise Wrong(
                        f"situation {number}: {action} does not lead to {to}, renamed"
                    )
            false = here.deals - self.true(formula, here, {})
            if false:
                raise Wrong(f"situation {number}: the formula is false in {min(false)}")
        return len(listed)

    def read(self, document):
        """A situation as it is listed."""
        still_in, question, deals = (
            frozenset(document[name]) for name in ("in", "question", "deals")
        )
        if not deals or not deals <= self.deals:
            raise Wrong("a situation has no deals, or some that are none")
        turn, answers, phase = (document[x] for x in ("turn", "answers", "phase"))
        over = document["over"]
        return Situation(still_in, turn, answers, phase, question, over, deals)

    def successors(self, s):
        """Each possible action, by its key, and the situation that it leads to."""
        other, i, asked = 3 - s.turn, s.turn, s.question
        if s.over:
            return
        if s.phase == "askphase":
            for q in self.domains["questions"]:
                after = s._replace(phase="ansphase", answers=other, question=q)
                yield key(["asks", i, named(q)]), after
        if s.phase == "ansphase":
            j = s.answers
            some = frozenset(d for d in s.deals if asked & held(d, j))
            after = s._replace(phase="guessphase", answers=3 - j)
            yield from fitting(["no", j], after, s.deals - some)
            yield from fitting(["yes", j], s._replace(phase="showphase"), some)
        if s.phase == "showphase":
            after, j = s._replace(phase="guessphase", answers=0), s.answers
            for x in sorted(asked):
                deals = frozenset(d for d in s.deals if x in held(d, j))
                yield from fitting(["shows", j, i, x], after, deals)
        if s.phase == "guessphase":
            end = s._replace(phase="endphase", answers=0)
            yield key(["noguess", i]), end
            out = s.still_in - {i}
            for pile in self.domains["guesses"] if self.guesses else ():
                act = ["guess", i, named(pile)]
                right = frozenset(d for d in s.deals if held(d, 0) == pile)
                yield from fitting([*act, "right"], end._replace(over=True), right)
                wrong = end._replace(still_in=out, over=not out)
                yield from fitting([*act, "wrong"], wrong, s.deals - right)
        if s.phase == "endphase":
            phase = "askphase" if other in s.still_in else "endphase"
            yield key(["endturn", i]), s._replace(turn=other, phase=phase, answers=0)

    def true(self, f, s, values):
        """The deals of a situation in which a formula is true."""
        word, *parts = f
        if word in ("forall", "exists"):
            var, domain, body = parts
            over = self.domains.get(domain) or values[domain]
            each = (self.true(body, s, {**values, var: x}) for x in over)
            return connected("and" if word == "forall" else "or", each, s.deals)
        if word in ("K", "E", "C"):
            players, body = parts
            group = [value(x, values) for x in ([players] if word == "K" else players)]
            if not set(group) <= set(PLAYERS):
                raise Wrong(f"no players: {players}")
            found = self.true(body, s, values)
            while word == "C" and (fewer := found & known(found, s, group)) != found:
                found = fewer
            return found if word == "C" else known(found, s, group)
        if word in ("poss", "after", "next"):
            return self.ahead(word, parts, s, values)
        if word in ("not", "and", "or", "implies", "iff"):
            return connected(word, [self.true(x, s, values) for x in parts], s.deals)
        terms = [value(x, values) for x in parts]
        if word == "h":
            return frozenset(d for d in s.deals if terms[1] in held(d, terms[0]))
        return s.deals if public(word, terms, s) else frozenset()

    def ahead(self, word, parts, s, values):
        """Return deals in which an action is possible, or a formula true after it."""
        act = None
        if word != "next":
            act = [parts[0][0], *(value(x, values) for x in parts[0][1:])]
            act = [named(x) if isinstance(x, frozenset) else x for x in act]
        able, failing = set(), set()
        for name, after in self.successors(s):
            if act in (None, json.loads(name), json.loads(name)[:3]):
                able |= after.deals
                if word != "poss":
                    failing |= after.deals - self.true(parts[-1], after, values)
        return frozenset(able) if word == "poss" else s.deals - failing


def fitting(action, after, deals):
    """The step to a situation with these deals, if there are any."""
    if deals:
        yield key(action), after._replace(deals=deals)


key = json.dumps  # an action as a text


def named(cards):
    """A set of cards as a text."""
    return "".join(sorted(cards))


@cache
def held(deal, holder):
    """The cards of a holder in a deal."""
    return frozenset(x for x, k in zip(LETTERS, deal) if k == str(holder))  # noqa: B905


def renamed(s, renaming):
    """A situation with the cards called by other names, in their order."""
    name = dict(zip(LETTERS, renaming))  # noqa: B905
    place = sorted(range(len(renaming)), key=renaming.__getitem__)
    deals = frozenset("".join(deal[k] for k in place) for deal in s.deals)
    return s._replace(question=frozenset(name[x] for x in s.question), deals=deals)


def known(true, s, group):
    """The deals in which everybody of a group knows that the deal is a true one."""
    doubted = {(i, held(deal, i)) for deal in s.deals - true for i in group}
    return frozenset(
        deal
        for deal in s.deals
        if not any((i, held(deal, i)) in doubted for i in group)
    )


def connected(word, sets, everything):
    """The deals in which a connective is true of formulas that are true in these."""
    if word == "and":
        return everything.intersection(*sets)
    if word == "or":
        return frozenset().union(*sets)
    if word == "not":
        (only,) = sets
        return everything - only
    left, right = sets
    return everything - (left - right if word == "implies" else left ^ right)


def public(word, terms, s):
    """Return whether an atom is true that is the same in all deals."""
    if not terms and word in ("true", "GameOver", *PHASES):
        return {"true": True, "GameOver": s.over}.get(word, s.phase == word)
    if word in ("same", "in"):
        one, other = terms
        return one == other if word == "same" else one in other
    (only,) = terms
    if word == "Question":
        return bool(s.question) and s.question == only
    return (
        only in {"In": s.still_in, "Turn": {s.turn}, "AnsTurn": {s.answers} - {0}}[word]
    )


def value(term, values):
    """Return the value of a term: a player or the pile, or that of a variable."""
    return term if term in (0, *PLAYERS) else values[term]


def text(f):
    """A formula, an action, a group or a term as a text."""
    if not isinstance(f, list):
        return str(f)
    first, *parts = map(text, f)
    if not isinstance(f[0], str) or first.startswith("?"):
        return f"{{{', '.join((first, *parts))}}}"
    return f"{first}({', '.join(parts)})" if parts else first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
