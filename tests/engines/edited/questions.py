"""Put every kind of query to every engine under an edit, and judge the answers.

An answer is `right` if it is the oracle's, `refused` if it is an error with a reason,
and otherwise `wrong`, with the answer itself.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.edits import copied_axioms
from tests.engines.edited.oracle import Game, Oracle
from tests.files.workloads import Answer, CrashServer

ENGINES = ("asp", "prolog", "worlds", "walk", "auto", "both")
RIGHT, REFUSED = "right", "refused"


@dataclass(frozen=True)
class Edit:
    """An edit of the axioms, and the queries under it."""

    name: str
    part: str
    do: str
    ask: tuple[str, ...]
    change: tuple[dict[str, str], ...]
    names: str = ""
    follows: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    game: tuple[int, ...] = (1, 2, 3, 2)
    many_deals: bool = False
    deterministic: bool = True
    engines: tuple[str, ...] = ENGINES

    @property
    def rules(self) -> Game:
        """Return the game of the queries."""
        return Game.myst(self.game)

    def large(self) -> Edit:
        """Return the same edit for a game whose deals are not listed."""
        do = re.sub(r"guess\((\d),\{(\w+)\}\)", r"guess(\1,{\2,s8})", self.do)
        more = (
            re.sub(r"guess\((\d),\{(\w+)\}\)", r"guess(\1,{\2,s8})", m)
            for m in self.more
        )
        hand = (re.sub(r"^0=(\w+)$", r"0=\1,s8", each) for each in self.hand)
        return replace(
            self, do=do, more=tuple(more), hand=tuple(hand), game=(2, 2, 3, 2)
        )

    def made_in(self, folder: Path) -> Path:
        """Return a copy of the axioms with this edit, in a folder."""
        copy = folder / "mine"
        copied_axioms(copy)
        for each in self.change:
            text = (copy / each["file"]).read_text("utf-8")
            assert each["old"] in text, each
            edited = text.replace(each["old"], each["new"], 1)
            (copy / each["file"]).write_text(edited, encoding="utf-8")
        return copy


@cache
def edits() -> dict[str, Edit]:
    """Return the edits of edits.toml, by name."""
    rows = tomllib.loads(Path(__file__).with_name("edits.toml").read_text("utf-8"))
    return {row["name"]: _edit(row) for row in rows["edit"]}


def _edit(row: dict[str, Any]) -> Edit:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in row.items()
    }
    return Edit(**fields)


@dataclass
class Questions:
    """The questions under one edit, put to one engine."""

    edit: Edit
    folder: Path
    engine: str
    server: CrashServer
    cache: dict[Any, Oracle] = field(default_factory=dict)

    def all(self) -> Iterator[tuple[str, str]]:
        """Yield each query with its outcome."""
        yield from self.legal()
        yield from self.poss()
        yield from self.ask()
        yield from self.know()
        yield from self.why()
        yield from self.batch()

    # --- The questions ----------------------------------------------------------

    def legal(self) -> Iterator[tuple[str, str]]:
        """Ask whether the history, and what continues it, is legal."""
        for more in ("", *self.edit.more):
            done = self._put("legal", "--do", more)
            yield (
                f"legal {more}",
                self._judged(done, partial(self._is_legal, done, more)),
            )

    def _is_legal(self, done: Answer, more: str) -> bool:
        found = json.loads(done.out)
        verdict, step = self._oracle(more).verdict()
        return (found["verdict"], found.get("step")) == (verdict, step)

    def poss(self) -> Iterator[tuple[str, str]]:
        """Ask which actions are possible."""
        done = self._put("poss", "--all")
        yield "poss", self._judged(done, partial(self._is_possible, done))

    def _is_possible(self, done: Answer) -> bool:
        rows = json.loads(done.out)["actions"]
        found = {_spelled(row["action"]): row["verdict"] for row in rows}
        right = self._oracle().possible()
        unseen = {a: v for a, v in right.items() if a.startswith("shows")}
        return found == right or self._are_unseen(found, right, unseen)

    @staticmethod
    def _are_unseen(
        found: dict[str, str], right: dict[str, str], unseen: dict[str, str]
    ) -> bool:
        return bool(unseen) and {k for k in found if "unseen" not in k} == {
            k for k in right if "unseen" not in k
        }

    def ask(self) -> Iterator[tuple[str, str]]:
        """Ask for the value of each formula."""
        for formula in self.edit.ask:
            done = self._put("ask", formula)
            yield formula, self._judged(done, partial(self._is_value, done, formula))

    def _is_value(self, done: Answer, formula: str) -> bool:
        return bool(json.loads(done.out)["value"] == self._oracle().value(formula))

    def know(self) -> Iterator[tuple[str, str]]:
        """Ask what each player with a given hand knows."""
        oracle = self._oracle()
        if not oracle.fitting:
            return
        world = oracle.worlds[oracle.fitting[len(oracle.fitting) // 2]]
        for player in range(1, self.edit.rules.p + 1):
            if len(world.hands[player]) != self.edit.rules.n:
                continue
            hand = f"{player}={','.join(world.hands[player])}"
            if not self._oracle(hand=hand).has_one_view(player):
                continue
            done = self._put("know", str(player), hand=hand)
            yield (
                f"know {player}",
                self._judged(done, partial(self._is_grid, done, player, hand)),
            )

    def _is_grid(self, done: Answer, player: int, hand: str) -> bool:
        found = json.loads(done.out)
        deals, grid = self._oracle(hand=hand).grid(player)
        known = found.get("deals", deals), list(found["grid"].values())
        return known == (deals, grid)

    def why(self) -> Iterator[tuple[str, str]]:
        """Ask for the reasons of each formula.

        Some formulas have no reasons under any axioms, which is a refusal, too.
        """
        for formula in self.edit.ask:
            done = self._put("why", formula)
            yield (
                f"why {formula}",
                self._judged(done, partial(self._is_value, done, formula)),
            )

    def batch(self) -> Iterator[tuple[str, str]]:
        """Ask in one process, so that each question follows others."""
        m, n, p, q = self.edit.game
        game = {"rules": "myst", "m": m, "n": n, "p": p, "q": q}
        hands = {k: v.split(",") for k, v in (h.split("=") for h in self.edit.hand)}
        base = {"game": game, "hands": hands, "history": self.edit.do}
        asked = [{"do": "ask", "formula": f} for f in self.edit.ask]
        lines = [{"do": "legal"}, *asked, {"do": "legal"}, {"do": "poss"}, *asked]
        text = "".join(json.dumps(base | line) + "\n" for line in lines)
        done = self._run(["batch", "--engine", self.engine], text)
        if done.status == 70 or "Traceback" in done.err:
            yield "batch", f"fault: {done.err[-300:]}"
            return
        for line, out in zip(lines, done.out.splitlines(), strict=True):
            yield (
                f"batch {line.get('formula', line['do'])}",
                self._judged_line(line, out),
            )

    def _judged_line(self, line: dict[str, Any], out: str) -> str:
        found = json.loads(out)
        if "error" in found:
            return self._refusal(2, f"{found['error']} hint: {found.get('hint')}")
        if line["do"] == "legal":
            verdict, step = self._oracle().verdict()
            right = (found["verdict"], found.get("step")) == (verdict, step)
        elif line["do"] == "ask":
            right = found["value"] == self._oracle().value(line["formula"])
        else:
            right = True
        return RIGHT if right else f"wrong: {out[:200]}"

    # --- How they are put and judged ----------------------------------------------

    def _put(self, command: str, *words: str, hand: str = "") -> Answer:
        m, n, p, q = self.edit.game
        game = f'rules="myst",m={m},n={n},p={p},q={q}'
        more = words[1] if words[:1] == ("--do",) else ""
        words = () if words[:1] == ("--do",) else words
        hands = [each for h in (*self.edit.hand, hand) if h for each in ("--hand", h)]
        does = ["--do", f"{self.edit.do} {more}".strip()]
        fixed = ["--game", game, *does, *hands, "--engine", self.engine]
        return self._run([command, *words, *fixed, "--format", "json"])

    def _run(self, words: list[str], text: str = "") -> Answer:
        kept = {
            "MYSTPY_AXIOMS": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder.parent),
        }
        return self.server.attempt(words, environment=kept, input=text)

    def _oracle(self, more: str = "", hand: str = "") -> Oracle:
        key = self.edit.do, more, hand
        if key not in self.cache:
            given = " ".join((*self.edit.hand, *filter(None, (hand,))))
            history = f"{self.edit.do} {more}"
            self.cache[key] = Oracle(self.folder, self.edit.rules, history, given)
        return self.cache[key]

    def _judged(self, done: Answer, is_right: Callable[[], bool]) -> str:
        if done.status not in (0, 1, 5):
            return self._refusal(done.status, done.err)
        if not self.edit.deterministic:
            return f"wrong: answered {done.out[:200]}"
        try:
            return RIGHT if is_right() else f"wrong: {done.out[:300]}"
        except (KeyError, ValueError) as error:
            return f"unreadable ({error!r}): {done.out[:300]}"

    def _refusal(self, status: int, text: str) -> str:
        if status == 4 and self.engine == "both":
            return REFUSED
        named = self.edit.names in text or "error: why does not explain" in text
        if status == 2 and "hint" in text and named:
            return REFUSED
        if status == 2:
            return f"refused without {self.edit.names!r}: {text[-300:]}"
        return f"status {status}: {text[-300:]}"


def _spelled(action: str) -> str:
    return re.sub(r"\{([\w,]*)\}", r"set(\1)", action)
