"""Every command that reads axioms, run under an edit, with a judge of its answer.

A call yields the query, how the command ended, and whether the answer is right by the
oracle. A judge may also check an answer that depends on no axiom. `questions.py` covers
legal, poss, ask, know, batch, and the values that why gives; `test_edits.py` covers
play, solve and theorem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import Any

from mystpy.axioms import blocks
from tests.engines.edited.oracle import Game, Oracle, World
from tests.engines.edited.questions import Edit
from tests.files.workloads import Answer, CrashServer

ELSEWHERE = {"legal", "poss", "ask", "know", "batch", "play", "solve", "theorem"}
"""The commands that other modules test."""

SMALL = Game(1, 1, 3, 1)
Cells = list[dict[str, str]]
Call = tuple[str, Answer, Callable[[], bool]]

_ROW = re.compile(r"^(s\d+)((?:\s+(?:yes|no|[?!]))+)$", re.MULTILINE)
_SAID = re.compile(
    r"(The pile|Player \d+) (has|does not have|may have) (s\d+(?:, s\d+)*)"
)
_KNOWN_FACT = re.compile(r"K\((\d),((?:(?![KEC]\().)*)\)")
_EXACTLY = re.compile(r"forall x in cards: h\((\d),x\) <-> x in \{([\w,]*)\}")
_PUBLIC = re.compile(r"(?<!h\()[A-Z]\w+|\w+phase")
_WORDS = {"has": "yes", "does not have": "no", "may have": "?"}


@dataclass
class Commands:
    """The commands under one edit."""

    edit: Edit
    folder: Path
    server: CrashServer

    # --- What is asked ------------------------------------------------------------

    def draw(self) -> Iterator[Call]:
        """Draw the knowledge of each player."""
        for player, hand in self._knowers():
            done = self._run(["draw", "--player", str(player), *self._query(hand)])
            grid = self._oracle(hand).grid(player)[1]
            drawn = partial(_drawn, done.out, self.edit.rules)
            yield f"draw {player}", done, partial(_is_same, drawn, grid)

    def notebook(self) -> Iterator[Call]:
        """Write the history as a notebook, check the grid, and ask for advice."""
        if not self.edit.do:
            return
        for player, hand in self._knowers():
            file = str(self.folder.parent / f"notes{player}")
            words = ["notebook", file, "--as", str(player), *self._query(hand, do="")]
            events = self.edit.do.replace(" ", "\n")
            done = self._run([*words, "--grid"], f"{events}\n")
            grid = self._oracle(hand).grid(player)[1]
            printed = partial(_printed, done.out)
            yield f"notebook {player}", done, partial(_is_same, printed, grid)
            # The order of the answers and their contents are assumed.
            yield "advice", self._run(words, "advice\n"), lambda: False

    def show(self) -> Iterator[Call]:
        """Describe the history in words, which are those of the shipped axioms."""
        words = ["show", *self._query()]
        done, shipped = self._run(words), self._run(words, shipped=True)
        yield "show", done, lambda: done.out == shipped.out

    def axiom(self) -> Iterator[Call]:
        """Print the axioms that the edit changes."""
        for language in ("asp", "prolog"):
            before, after = blocks(language), blocks(language, self.folder)
            for label, block in after.items():
                if label in before and before[label].text != block.text:
                    done = self._run(["axiom", label, "--format", "json"])
                    printed = partial(_block, done.out, language)
                    text = block.text.strip()
                    yield f"axiom {label}", done, partial(_is_same, printed, text)

    def exercise(self) -> Iterator[Call]:
        """Grade a right answer and a wrong one: how many deals a player has left.

        Exercises ask for the outcome of a guess, which no hand of a player determines.
        """
        for player, hand in () if "guess(" in self.edit.do else self._knowers():
            file = self._exercise(player, hand)
            deals = self._oracle(hand).grid(player)[0]
            for wrong in (0, 1):
                done = self._run(["exercise", str(file), str(deals + wrong)])
                yield (
                    f"exercise {deals + wrong}",
                    done,
                    partial(_is_same, partial(int, done.status), wrong),
                )

    def grade(self) -> Iterator[Call]:
        """Grade a class whose one member gives a right answer."""
        for player, hand in list(self._knowers())[:1]:
            home, exercises = (self.folder.parent / x for x in ("class", "exercises"))
            (home / "ann").mkdir(parents=True)
            exercises.mkdir()
            self._exercise(player, hand).rename(exercises / "deals.toml")
            deals = self._oracle(hand).grid(player)[0]
            (home / "ann" / "deals.txt").write_text(f"{deals}\n", "utf-8")
            words = ["grade", str(home), "--exercises", str(exercises)]
            done = self._run([*words, "--jobs", "1", "--format", "json"])
            yield "grade", done, partial(done.out.__contains__, '"result":"right"')

    def worksheet(self) -> Iterator[Call]:
        """Solve the exercise of a worksheet: how many deals a player has left.

        A guess is left out as in `exercise`.
        """
        for player, hand in () if "guess(" in self.edit.do else self._knowers():
            file = self._exercise(player, hand)
            sheet = file.with_name("sheet.toml")
            sheet.write_text(
                'worksheet = 1\ntitle = "Deals"\nseed = "1"\n'
                f"[[exercise]]\nname = {json.dumps(file.stem)}\n",
                "utf-8",
            )
            deals = self._oracle(hand).grid(player)[0]
            done = self._run(["worksheet", str(sheet), "--solutions", "--now"])
            solved = done.out.strip().splitlines()[-1:]
            judge = partial(_is_same, partial(list, solved), [f"  {deals}"])
            yield f"worksheet {player}", done, judge

    def serve(self) -> Iterator[Call]:
        """Let our own players play at our table."""
        seats = ["random"] * SMALL.p
        done = self._run(["serve", "--game", _written(SMALL), "--games", "1", *seats])
        yield "serve", done, lambda: all(map(self._is_legal, _records(done.out)))

    def tournament(self) -> Iterator[Call]:
        """Let players play for points; play describes the first game again."""
        out = self.folder.parent / "games.jsonl"
        words = ["--player", "naive", "--game", _written(SMALL)]
        fixed = ["--games", "1", "--jobs", "1", "--out", str(out)]
        done = self._run(["tournament", *words, *fixed])
        yield "tournament", done, lambda: self._is_played(out, words)

    def _is_played(self, out: Path, words: list[str]) -> bool:
        """Return whether the first game is legal in its deal, and was counted right."""
        rows = map(json.loads, out.read_text("utf-8").splitlines())
        row = next(row for row in rows if row.get("number") == 0)
        again = self._run(["play", *words, "--number", "0", "--format", "json"])
        (game,) = _records(again.out)
        counted = game["winner"], len(game["history"])
        return counted == (row["winner"], row["actions"]) and self._is_legal(game)

    def join(self) -> Iterator[Call]:
        """Let our own player begin a game at another table, if she may."""
        first = Oracle(self.folder, SMALL, "", "1=s1").possible()
        if not any(action.startswith("asks(1,") for action in first):
            return
        sizes = [SMALL.m, *[SMALL.n] * SMALL.p]
        game = {"type": "game", "game": _row(SMALL), "player": 1, "hand": ["s1"]}
        deck = {"seed": 7, "rules": "myst", "cards": SMALL.cards, "sizes": sizes}
        said = [
            {"type": "hello", "version": 1, "name": "judge"},
            game | deck,
            {"type": "turn", "step": 0, "offers": ["asks(1,Q)"]},
            {"type": "over", "winner": None, "still_in": [1, 2, 3]},
        ]
        text = "".join(f"{json.dumps(each)}\n" for each in said)
        done = self._run(["join", "random"], text)
        yield "join", done, lambda: self._may_be_done(done.out)

    def _may_be_done(self, out: str) -> bool:
        acts = [each for each in map(json.loads, out.splitlines()) if "action" in each]
        history = " ".join(each["action"] for each in acts)
        oracle = Oracle(self.folder, SMALL, history, "1=s1")
        return bool(acts) and oracle.verdict()[0] != "illegal"

    def audit(self) -> Iterator[Call]:
        """Compare a player's claims about each cell with what followed."""
        for player, hand in list(self._knowers())[:1]:
            file = self.folder.parent / "said.jsonl"
            file.write_text(self._transcript(player, hand), "utf-8")
            done = self._run(["audit", str(file), "--format", "json"])
            grid = self._oracle(hand).grid(player)[1]
            yield "audit", done, partial(_is_audited, done.out, grid)

    def sheet(self) -> Iterator[Call]:
        """Check which of the notes after the last turn are exact."""
        if not self.edit.do or "guess(" in self.edit.do:
            return
        for player, hand in self._knowers():
            words = ["sheet", "--as", str(player), "--last", *self._query(hand)]
            done = self._run([*words, "--format", "json"])
            grid = self._oracle(hand).grid(player)[1]
            yield f"sheet {player}", done, partial(_is_noted, done, grid)

    def perft(self) -> Iterator[Call]:
        """Count histories, which clingo counts again from the edited files."""
        words = ["perft", _written(self.edit.rules), "--depth", "3", "--check"]
        done = self._run([*words, "--format", "json"])
        yield "perft", done, lambda: json.loads(done.out)["checked"] is True

    def record(self) -> Iterator[Call]:
        """Check the record of a history, which is right if the axioms allow it."""
        if not self.edit.do:
            return
        file = self.folder.parent / "history.record.toml"
        game = _written(self.edit.rules).replace(",", "\n")
        asked = re.split(r" (?=asks\()", self.edit.do)
        turns = "\n".join(f"{k}. {turn}" for k, turn in enumerate(asked, 1))
        text = f'record = 1\nhistory = """\n{turns}\n"""\n[game]\n{game}\n'
        file.write_text(text, "utf-8")
        done = self._run(["record", "check", str(file), "--format", "json"])
        verdict, _ = self._oracle().verdict()
        yield "record", done, lambda: _clashes(done.out) is (verdict == "illegal")

    def measure(self) -> Iterator[Call]:
        """Compute a best response to the solution: its value is the solver's."""
        words = ["measure", "equilibrium", "--game", "MYST(1,1,2,1)"]
        done = self._run([*words, "--format", "json"])
        yield "measure", done, lambda: self._loses_nothing(done.out)

    def _loses_nothing(self, out: str) -> bool:
        """Return whether a best response leaves at least the lower bound."""
        seats = json.loads(out)["seats"].values()
        return all(Fraction(x["wins"]) == Fraction(x["value"]) for x in seats)

    def minsat(self) -> Iterator[Call]:
        """Ask for the clauses about a hand: the player knows them and more."""
        if not self.edit.do or "guess(" in self.edit.do:
            return
        for player, hand in self._knowers():
            other = 2 if player == 1 else 1
            words = ["minsat", "--as", str(player), "--of", str(other)]
            done = self._run([*words, *self._query(hand), "--format", "json"])
            oracle = self._oracle(hand)
            judge = partial(_are_clauses, done, oracle, player, other)
            yield f"minsat {player}", done, judge

    def why(self) -> Iterator[Call]:
        """Ask for reasons: each is true, and together they are sufficient."""
        hands = "" if self._world is None else f"1={','.join(self._world.hands[1])}"
        if self._world is None or len(self._world.hands[1]) != self.edit.rules.n:
            return
        for formula in filter(_KNOWN_FACT.fullmatch, self.edit.ask):
            words = ["why", formula, *self._query(hands), "--format", "json"]
            done = self._run(words)
            yield f"why {formula}", done, partial(self._is_why, formula, done, hands)

    def _is_why(self, formula: str, done: Answer, hands: str) -> bool:
        found = json.loads(done.out)
        if found["value"] != self._oracle(hands).value(formula):
            return False
        if found["value"] != "true":
            return True  # the worlds of a counterexample are for other tests
        if _PUBLIC.search(formula[1:]):
            return not found["because"]  # all see it
        public = Oracle(self.folder, self.edit.rules, self.edit.do)
        steps = [
            each | {"formula": self._spelled_out(each["formula"])}
            for each in found["because"]
            if "step" in each
        ]
        held = [each["hand"] for each in found["because"] if "hand" in each]
        named = all(
            each["action"] == self.edit.do.split()[each["step"]]
            and public.value(each["formula"]) == "true"
            for each in steps
        )
        labels = set(blocks("asp", self.folder))
        known = set(found["axioms"]) <= labels
        return named and known and self._is_enough(formula, steps, held)

    def _spelled_out(self, formula: str) -> str:
        """Return a formula in which a holder's cards are listed one by one."""

        def cells(found: re.Match[str]) -> str:
            held = found[2].split(",")
            each = (
                f"{'' if card in held else '~'}h({found[1]},{card})"
                for card in self.edit.rules.cards
            )
            return f"({' & '.join(each)})"

        return _EXACTLY.sub(cells, formula)

    def _is_enough(
        self, formula: str, steps: Sequence[Mapping[str, Any]], held: Sequence[int]
    ) -> bool:
        """Return whether the fact holds in each deal with these reasons."""
        deals = Oracle(self.folder, self.edit.rules, "")
        found = _KNOWN_FACT.fullmatch(formula)
        assert found is not None
        assert self._world is not None
        reasons = (
            " & ".join(f"({each['formula']})" for each in steps)
            or "GameOver | ~GameOver"
        )
        fact = f"({reasons}) -> ({found[2]})"
        deals.given = {k: self._world.hands[k] for k in held}
        return deals.value(fact) == "true"

    # --- What the questions are made of ---------------------------------------------

    @cached_property
    def _world(self) -> World | None:
        """Return a world that is consistent with the given cards, or None."""
        oracle = self._oracle()
        fitting = oracle.fitting
        return oracle.worlds[fitting[len(fitting) // 2]] if fitting else None

    def _knowers(self) -> Iterator[tuple[int, str]]:
        """Yield the first two players with views that one hand determines."""
        found = 0
        for player in range(1, self.edit.rules.p + 1):
            if self._world is None or found == 2:
                return
            held = self._world.hands[player]
            hand = f"{player}={','.join(held)}"
            if len(held) == self.edit.rules.n and (
                self._oracle(hand).has_one_view(player)
            ):
                found += 1
                yield player, hand

    def _exercise(self, player: int, hand: str) -> Path:
        given = dict(each.split("=") for each in (*self.edit.hand, hand))
        hands = "\n".join(f"{k} = {json.dumps(x.split(','))}" for k, x in given.items())
        game = "\n".join(
            f"{k} = {json.dumps(v)}" for k, v in _row(self.edit.rules).items()
        )
        file = self.folder.parent / f"deals{player}.toml"
        file.write_text(
            'exercise = "number"\ntitle = "Deals"\nchapter = "1"\npoints = 1\n'
            f'text = "Count."\n'
            f"history = {json.dumps(self.edit.do)}\n"
            f'[[step]]\nask = "deals?"\ndeals = "true"\nplayer = {player}\n'
            f"[game]\n{game}\n[hands]\n{hands}\n",
            "utf-8",
        )
        return file

    def _transcript(self, player: int, hand: str) -> str:
        game, cards = self.edit.rules, hand.partition("=")[2].split(",")
        holders = ["the pile", *map(str, range(1, game.p + 1))]
        claims = "".join(
            f"Deduction: {holder} {verb} {card}\n"
            for holder in holders
            for card in game.cards
            for verb in ("has", "does not have")
        )
        said: list[dict[str, object]] = [
            {"type": "game", "game": _row(game), "rules": "myst", "cards": game.cards,
             "sizes": [game.m, *[game.n] * game.p], "player": player, "hand": cards,
             "seed": 7},
            *({"type": "event", "step": k, "action": action}
              for k, action in enumerate(self.edit.do.split())),
            {"type": "turn", "step": len(self.edit.do.split()), "offers": []},
            {"type": "act", "text": f"{claims}Action: pass"},
        ]  # fmt: skip
        return "".join(f"{json.dumps(each)}\n" for each in said)

    def _is_legal(self, record: Mapping[str, Any]) -> bool:
        """Return whether a game that was played is legal in its deal."""
        given = " ".join(f"{k}={','.join(x)}" for k, x in record["hands"].items())
        history = " ".join(record["history"])
        return Oracle(self.folder, SMALL, history, given).verdict() == ("legal", None)

    def _oracle(self, hand: str = "") -> Oracle:
        given = " ".join((*self.edit.hand, *filter(None, (hand,))))
        return Oracle(self.folder, self.edit.rules, self.edit.do, given)

    def _query(self, hand: str = "", do: str | None = None) -> list[str]:
        hands = [x for h in (*self.edit.hand, hand) if h for x in ("--hand", h)]
        does = self.edit.do if do is None else do
        game = ["--game", _written(self.edit.rules)]
        return [*game, *hands, *(["--do", does] if does else [])]

    def _run(
        self, words: list[str], text: str = "", *, shipped: bool = False
    ) -> Answer:
        kept = {
            "MYSTPY_AXIOMS": "" if shipped else str(self.folder),
            "XDG_CACHE_HOME": str(self.folder.parent),
        }
        return self.server.attempt(words, environment=kept, input=text)


def _clashes(out: str) -> bool:
    """Return whether the history of a record is illegal; its view is another part."""
    return any(fault["part"] == "history" for fault in json.loads(out)["faults"])


def _row(game: Game) -> dict[str, object]:
    return {"rules": "myst", "m": game.m, "n": game.n, "p": game.p, "q": game.q}


def _written(game: Game) -> str:
    return f'rules="myst",m={game.m},n={game.n},p={game.p},q={game.q}'


def _records(text: str) -> list[dict[str, Any]]:
    """Return the games in a text of JSON lines."""
    rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    found = [row for row in rows if "history" in row and "hands" in row]
    assert found, text[:300]
    return found


def _drawn(svg: str, game: Game) -> Cells:
    """Return the grid in the description of a picture."""
    (said,) = re.findall(r"<desc[^>]*>(.*?)</desc>", svg, re.DOTALL)[:1]
    grid: Cells = [{} for _ in range(game.p + 1)]
    for holder, word, cards in _SAID.findall(said):
        row = grid[0 if holder == "The pile" else int(holder.split()[1])]
        row.update(dict.fromkeys(cards.split(", "), _WORDS[word]))
    return [{card: row[card] for card in game.cards} for row in grid]


def _printed(text: str) -> Cells:
    """Return the last grid that a notebook prints."""
    rows = dict(_ROW.findall(text))
    columns = zip(*(row.split() for row in rows.values()), strict=True)
    return [dict(zip(rows, column, strict=True)) for column in columns]


def _block(out: str, language: str) -> str:
    """Return the text of an axiom that is printed."""
    return str(json.loads(out)[language]["text"]).strip()


def _is_same(found: Callable[[], object], right: object) -> bool:
    return found() == right


def _is_noted(done: Answer, grid: Cells) -> bool:
    """Return whether the exact sheet is this grid, and the others say no more."""
    found = json.loads(done.out)
    exact = [dict(found["exact"][str(k)]) for k in range(len(grid))]
    array = [found["array"][str(k)] for k in range(len(grid))]
    sound = all(
        cell in ("?", grid[k][card])
        for k, row in enumerate(array)
        for card, cell in row.items()
    )
    return exact == grid and sound


def _are_clauses(done: Answer, oracle: Oracle, player: int, other: int) -> bool:
    """Return whether a player knows the clauses of another hand, and exclusions.

    The number is that of a smallest set: no smaller set has one card of each clause.
    """
    found = json.loads(done.out)
    clauses, number = found["clauses"], found["minimum"]
    said = [" | ".join(f"h({other},{x})" for x in clause) for clause in clauses]
    said += [f"~h({other},{card})" for card in found["excluded"] or ()]
    cards = sorted({card for clause in clauses for card in clause})
    fewer = combinations(cards, max(number - 1, 0)) if number else ()
    least = not any(
        all(not set(clause).isdisjoint(chosen) for clause in clauses)
        for chosen in fewer
    )
    known = all(oracle.value(f"K({player},{each})") == "true" for each in said)
    return least and known


def _is_audited(out: str, grid: Cells) -> bool:
    """Return whether as many claims are true, false and open as by a grid."""
    found = json.loads(out.splitlines()[0])
    cells = [cell for row in grid for cell in row.values()]
    known = sum(cell != "?" for cell in cells)
    numbers = [len(found[key]) for key in ("right", "wrong", "open")]
    return numbers == [known, known, 2 * (len(cells) - known)]
