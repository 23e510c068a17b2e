"""Inputs of the fuzzer: files, notes, formulas and messages, changed at random.

Each kind of input is a function of a random generator, named in `KINDS`.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from mystpy.files import rows  # noqa: E402

QUERIES = ROOT / "queries"
SIGNS = [
    *"()[]{},.:;=#\"'~&|<>-_!?*+0123456789 \n\t\0\u00e9\u2200\u202e\ud800",
    *(
        "99999999999999999999",
        "9" * 5_000,
        "-1",
        "1..99999",
        "K(",
        "forall x in cards: ",
    ),
    *("asks(1,{", "[[", '"""', "1e999", "NaN", "null", "[[[[", "\ufeff", "%*", "*%"),
    *("before ", "next ", "after no(1): ", "#(x in cards: ", "[h(1,s1)!] "),
]
"""Inserted texts: single characters of all kinds, and beginnings of expressions."""
LONGEST_FILE = 4_000
"""Larger files that come with mystpy are left out: changes in them are read slowly."""


class Input(NamedTuple):
    """The words of a command, what is piped into it, and the files that it finds.

    In the words, FOLDER is the folder in which the files are made, and PORT the port of
    a server that says what is piped in. The answers to `alike` formulas are the same.
    """

    words: tuple[str, ...]
    piped: str = ""
    files: tuple[tuple[str, str], ...] = ()
    alike: bool = False


def mutated(text: str, rng: random.Random) -> str:
    """Return a text with a few changes: parts removed, doubled, reversed, inserted."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + rng.choice((1, 3, 20)))
        piece = text[start:end]
        put_in = rng.choice(("", piece * 2, rng.choice(SIGNS), piece[::-1]))
        text = text[:start] + put_in + text[end:]
        if rng.random() < 0.05:
            text = text[: rng.randrange(len(text) + 1)]
    return text


@cache
def texts(pattern: str) -> tuple[str, ...]:
    """The files of `queries/` with such names that are not too large."""
    found = (path.read_text("utf-8") for path in sorted(QUERIES.glob(pattern)))
    return tuple(text for text in found if len(text) < LONGEST_FILE)


def _changed(pattern: str, rng: random.Random) -> str:
    return mutated(rng.choice(texts(pattern)), rng)


def _file(text: str, *words: str, piped: str = "", name: str = "given.toml") -> Input:
    """A command on one file, which is FILE in its words."""
    path = f"FOLDER/{name}"
    return Input(
        tuple(path if w == "FILE" else w for w in words), piped, ((name, text),)
    )


FORMULAS = (
    "K(3, ~h(2,s5))",
    "forall i in players, x in cards: K(i, h(i,x)) <-> h(i,x)",
    "exactly 1 of (h(1,s1), h(2,s1)) & #(x in cards: h(0,x)) <= m",
    "[h(1,s1)!] C([1,2], Kw(3, h(0,s2))) -> E^2(players, In(1))",
    "#(x in cards, k in players: h(k,x)) = n * p",
    "at least 2 of x in cards: M(1, h(2,x)) & ~K(1, h(2,x))",
    "once K(1, h(2,s1)) | so far Turn(1) -> before In(2)",
)
AHEAD = (
    "GameOver -> next In(1)",
    "possible(no(2)) -> after no(2): C(players, ~h(2,s1))",
    "on all ways always In(1) | GameOver",
    "on some way some time K(1, h(0,s1))",
)
PARTS = (
    *("h(1,s1)", "h(0,s2)", "true", "false", "In(1)", "Turn(2)", "GameOver"),
    *("1 = 2", "m < n", "askphase", "Question({s1,s3})", "h(2,s1) | h(2,s2)"),
)
SHAPES = (
    *("~{}", "({}) & ({})", "({}) | ({})", "({}) -> ({})", "({}) <-> ({})"),
    *("K(1,{})", "M(2,{})", "Kw(1,{})", "E([1,2],{})", "C(players,{})"),
    *("D([1,2],{})", "E^2(players,{})", "[{}!] ({})", "<{}!> ({})"),
    *("exactly 1 of ({}, {})", "forall x in cards: h(1,x) -> ({})"),
    *("#(x in cards, k in players: h(k,x) & ({})) >= 2", "before ({})", "once ({})"),
)


def formula(rng: random.Random, depth: int = 3) -> str:
    """A formula that is put together at random: most can be read."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(PARTS)
    shape = rng.choice(SHAPES)
    return shape.format(*(formula(rng, depth - 1) for _ in range(shape.count("{}"))))


MOVES = "?\nasks(1,{s1,s3})\nnoguess\nknow\nasks(1,{s6,s7})\nguess(1,{s6})\n"
HISTORY = "asks(1,{s3,s5}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
NOTES = "ann: plum rope hall -> bob passes, cid shows\nbob: plum knife study -> cid"
GAME = '{"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}'
SMALL = '{"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}'
GAMES = '{m = "1..2", p = 2, c = "..5"}'
CLUE = 'rules = "clue", players = ["ann", "bob", "cid"]'
LEFT_OVER = '{"rules":"clue","p":2,"sorts":{"a":["x1","x2"],"b":["y1","y2"]}}'
HAND = "cid=green,white,knife,wrench,study,kitchen"
ORDERS = """undo
undo 1
fix 1 ann: plum rope hall -> nobody
history
doubtful 1
which
trusted 1
mine
pile
changed
grid
odds
advice
why h(0,rope)
ask K(cid, ~h(0,rope))
"""
NOTEBOOK = f"""mystpy notebook 1
game {{"rules": "clue", "p": 3, "players": ["ann", "bob", "cid"]}}
hand cid {{green,white,knife,wrench,study,kitchen}}
owner cid
events
{NOTES}
"""
LINE = {"id": 1, "do": "ask", "game": json.loads(GAME), "formula": FORMULAS[0]}


@cache
def results(kind: str) -> str:
    """The results file that a small piece of work writes, by its command."""
    from click.testing import CliRunner

    from mystpy.cli import cli

    with tempfile.TemporaryDirectory() as folder:
        words = {
            "theorem": (*THEOREM, "--resume", f"{folder}/results"),
            "tournament": (*TOURNAMENT, "--out", f"{folder}/results"),
            "certificate": (*SOLVE, "--certificate", f"{folder}/results"),
            "solve": (*MANY, "--resume", f"{folder}/results"),
        }[kind]
        done = CliRunner().invoke(cli, list(words))
        path = Path(folder) / "results"
        assert path.exists(), f"{words}: {done.output}"
        return path.read_text("utf-8")


THEOREM = (
    "theorem",
    "--say",
    "forall i in players: Turn(i) -> In(i)",
    "--games",
    GAMES,
)
PLAYERS = ("--player", "exact", "--player", "random")
TOURNAMENT = ("tournament", "--game", SMALL, *PLAYERS, "--games", "2", "--jobs", "1")
SOLVE = ("solve", "--game", SMALL)
MANY = ("solve", "--games", "{m = 1, n = 1, q = 1, p = 2}", "--jobs", "1")


def _results(kind: str, words: tuple[str, ...], rng: random.Random) -> Input:
    change = rng.choice((mutated, _with_other_values))
    return _file(change(results(kind), rng), *words, "FILE", name="results")


VALUES: tuple[object, ...] = (
    *(None, True, 0, 1, -1, 2, 10**30, 0.5, "", "x", "s1", "1/2", [], {}, ["x"], [1]),
    *({"a": 1}, [[]], [{}], "always", "true", GAME, {"rules": "myst"}),
)


def _with_other_values(text: str, rng: random.Random) -> str:
    """A results file in which a row has another value, and the hash of its content."""
    lines = text.encode().splitlines(keepends=True)
    k = rng.randrange(len(lines))
    row = json.loads(lines[k])
    row.pop("hash", None)
    _change_value(row, rng)
    key = rows.key_of(lines[0])
    lines[k] = rows.seal_row(row, key) if k else rows.line_of(row)
    return b"".join(lines).decode()


def _change_value(row: Any, rng: random.Random) -> None:
    """Give a key or a place in a JSON value, which is not empty, another value."""
    keys = list(row) if isinstance(row, dict) else list(range(len(row)))
    key = rng.choice(keys)
    if isinstance(row[key], dict | list) and row[key] and rng.random() < 0.7:
        _change_value(row[key], rng)
    elif isinstance(row, dict) and rng.random() < 0.1:
        del row[key]
        row["x"] = 1
    else:
        row[key] = rng.choice(VALUES)


def _query(rng: random.Random) -> Input:
    words = rng.choice((("ask",), ("show",), ("legal",), ("poss",), ("know", "1")))
    return Input((*words, "-"), _changed("*.toml", rng))


def _game_formula(rng: random.Random) -> Input:
    said = rng.choice((mutated(rng.choice(FORMULAS), rng), formula(rng)))
    game = rng.choice((GAME, SMALL))
    return Input((rng.choice(("ask", "why")), "--game", game, "--", said))


SPELLINGS = (
    *(("~({0})", "\u00ac ({0})"), ("({0}) & ({1})", "~(~({0}) | ~({1}))")),
    *(("({0}) | ({1})", "~(~({0}) & ~({1}))"), ("({0})", "~~({0})")),
    *(("({0}) & ({1})", "({1}) \u2227 ({0})"), ("({0}) | ({1})", "({0}) or ({1})")),
    *(("({0}) -> ({1})", "~({0}) | ({1})"), ("({0}) -> ({1})", "({0}) \u2192 ({1})")),
    ("({0}) <-> ({1})", "(({0}) -> ({1})) & (({1}) -> ({0}))"),
    *(("M(2,{0})", "~K(2,~({0}))"), ("Kw(1,{0})", "K(1,{0}) | K(1,~({0}))")),
    *(("E([1,2],{0})", "K(1,{0}) & K(2,{0})"), ("B(1,{0})", "K(1,{0})")),
    ("E^2(players,{0})", "E(players,E(players,{0}))"),
    ("exactly 1 of ({0}, {1})", "({0}) <-> ~({1})"),
    ("at least 1 of ({0}, {1})", "({0}) | ({1})"),
    *(("[{0}!] ({1})", "({0}) -> [{0}!] ({1})"), ("D([1],{0})", "K(1,{0})")),
    ("<{0}!> ({1})", "({0}) & [{0}!] ({1})"),
    ("forall x in cards: h(1,x) -> ({0})", "~(exists x in cards: h(1,x) & ~({0}))"),
)
"""Two ways each to write the same formula."""


def _spelled(rng: random.Random, depth: int = 3) -> tuple[str, str]:
    if depth == 0 or rng.random() < 0.2:
        part = rng.choice(PARTS)
        return part, part
    parts = [_spelled(rng, depth - 1) for _ in range(2)]
    one, other = rng.choice(SPELLINGS)
    left, right = zip(*parts, strict=True)
    return one.format(*left), other.format(*right)


def _spellings(rng: random.Random) -> Input:
    engine = rng.choice(("auto", "asp", "worlds"))
    words = ("ask", "--game", rng.choice((GAME, SMALL)), "--engine", engine)
    return Input((*words, "--format", "json", "--", *_spelled(rng)), alike=True)


def _conjecture(rng: random.Random) -> Input:
    said = rng.choice((mutated(rng.choice(AHEAD), rng), formula(rng)))
    games = rng.choice((GAMES, mutated(GAMES, rng), LEFT_OVER))
    return Input(
        ("theorem", "--sample", "--say", said, "--games", games, "--depth", "3")
    )


def _exercise(rng: random.Random) -> Input:
    return _file(_changed("exercises/*.toml", rng), "exercise", "FILE")


def _submission(rng: random.Random) -> Input:
    path = rng.choice(sorted(QUERIES.glob("exercises/class/*/*.txt")))
    answer = mutated(path.read_text("utf-8"), rng)
    given = QUERIES / "exercises" / f"{path.stem}.toml"
    return _file(answer, "exercise", str(given), "FILE", name="answer.txt")


def _clause(rng: random.Random) -> Input:
    name, clause = rng.choice(CLAUSES)
    given = QUERIES / "exercises" / f"{name}.toml"
    return _file(mutated(clause, rng), "exercise", str(given), "FILE", name="answer")


CLAUSES = (
    (
        "poss-no",
        "poss(no(J), S) :- ansphase(S), ans_turn(J, S), question(Q, S), "
        "disjoint(Q, J), \\+ game_over(S).",
    ),
    (
        "poss-yes",
        "poss(yes(J), S) :- considered(yes(J), S), ansphase(S), ans_turn(J, S), "
        "question(Q, S), not disjoint(Q, J), not game_over(S). %* a comment *%",
    ),
)


def _class(rng: random.Random) -> Input:
    names = ["hexa-own-card.txt", "find-the-pile.txt", "Hexa-Own-Card (1).txt"]
    files = tuple(
        (f"class/{student}/{rng.choice(names)}", mutated("h(1,r) & ~h(2,r)", rng))
        for student in ("ann", "bob")
    )
    return Input(("grade", "FOLDER/class", "--jobs", "1", "--seconds", "5"), "", files)


@cache
def transcript(name: str, *, replies: bool = False) -> str:
    """A recorded game, or what the player said in it."""
    lines = (QUERIES / "transcripts" / name).read_text("utf-8").splitlines(True)
    said = [line for line in lines if json.loads(line)["type"] == "act"]
    return "".join(said if replies else lines)


HELLO = '{"type":"hello","version":1,"name":"ann"}\n'


def _guest(rng: random.Random) -> Input:
    said = HELLO + transcript("myst.jsonl", replies=True)
    seats = ("-", "random", "random")
    return Input(("serve", "--game", GAME, *seats), mutated(said, rng))


def _transcript(rng: random.Random) -> Input:
    name = rng.choice(("myst.jsonl", "clue.jsonl"))
    return Input(("audit", "-"), mutated(transcript(name), rng))


def _referee(rng: random.Random) -> Input:
    said = referee_messages(rng.choice(("myst.jsonl", "clue.jsonl")))
    return Input(("join", "random"), mutated(said, rng))


@cache
def referee_messages(name: str) -> str:
    """Return the referee's messages to the player of a recorded game, hello to bye."""
    lines = transcript(name).splitlines(True)
    said = "".join(line for line in lines if json.loads(line)["type"] != "act")
    return f'{HELLO.replace("ann", "judge")}{said}{{"type":"bye"}}\n'


CONTEST = """reset 3 0 Wh Wr Ca St Di Li
suggest
suggestion 0 Wh Ro Ha 1 Ha
accuse
accusation 0 Gr Re Ki -
suggestion 1 Gr Pi Co 2
suggestion 2 Mu Ca Bi 0 Ca
disprove 2 Wh Wr Lo
suggestion 2 Wh Wr Lo 0 Wh
disprove 1 Pl Ca Di
suggestion 1 Pl Ca Di 0 Di
accusation 1 Pl Kn Ki -
done
"""


def _contest(rng: random.Random) -> Input:
    player = rng.choice(("random", "exact"))
    words = ("join", player, "ann", "PORT", "--protocol", "speed-clue", "--wait", "2")
    return Input(words, mutated(CONTEST, rng))


def _notebook(rng: random.Random) -> Input:
    if rng.random() < 0.5:
        return _file(mutated(NOTEBOOK, rng), "notebook", "FILE", piped=ORDERS)
    words = ("notebook", "FOLDER/new", "--game", CLUE, "--hand", HAND)
    return Input(words, mutated(f"{NOTES}\n{ORDERS}", rng))


def _batch(rng: random.Random) -> Input:
    return Input(("batch",), mutated(json.dumps(LINE), rng) + "\n")


def _game(rng: random.Random) -> Input:
    game = mutated(rng.choice((GAME, CLUE, LEFT_OVER)), rng)
    words = rng.choice((("legal",), ("poss",), ("know", "1")))
    return Input((*words, f"--game={game}"))


def _history(rng: random.Random) -> Input:
    if rng.random() < 0.5:
        return Input(("poss", "--game", GAME, f"--do={mutated(HISTORY, rng)}"))
    return Input(("legal", "--game", CLUE, f"--do={mutated(NOTES, rng)}"))


def _model(rng: random.Random) -> Input:
    words = rng.choice((("check",), ("update",), ("model",), ("draw",)))
    return Input((*words, "-"), _changed("models/*.toml", rng))


CASES = ROOT / "docs" / "records" / "valid"
RECORD_WORDS = (
    *(
        ("record", "check"),
        ("record", "view", "--as", "1"),
        ("legal", "--at-turn", "1"),
    ),
    *(("record", "view", "--spectator"), ("record", "know", "--at-turn", "1")),
    *(("record", "statistics"), ("record", "merge", "FOLDER/given.toml"), ("show",)),
)
LOGS = (
    (
        "cluebot",
        "setup:\n  players:\n  - name: bob\n    cards: plum hall rope\n"
        "  - name: joe\n    card_count: 15\nevents:\n- q: joe plum dagger study\n"
        "  a: bob plum\n- r: nobody white\n- accuse: bob green rope hall\n",
    ),
    (
        "reasoner",
        'cr.hand("sc", ["wh", "li", "st"])\n'
        'cr.suggest("sc", "sc", "ro", "lo", "mu", "sc")\n'
        'cr.accuse("mu", "pe", "pi", "bi", True)\n',
    ),
    (
        "contest",
        "reset 3 0 Mu Wh Kn Re Ha Lo\nok\nsuggestion 0 Sc Ro Ki 1 Sc\nok\n"
        "accusation 1 Gr Pi Ba -\nok\n",
    ),
    (
        "lines",
        '{"game":{"rules":"clue","p":3},"history":"1: plum rope hall -> 2 shows"}',
    ),
)


def _record(rng: random.Random) -> Input:
    """A record of the conformance cases, changed, for a command that reads it."""
    text = rng.choice(
        [path.read_text("utf-8") for path in sorted(CASES.glob("*.toml"))]
    )
    return _file(mutated(text, rng), *rng.choice(RECORD_WORDS), "FILE")


def _log(rng: random.Random) -> Input:
    """A log of another program, changed, which is imported."""
    name, text = rng.choice(LOGS)
    return _file(mutated(text, rng), "record", "import", "--from", name, "FILE")


KINDS: dict[str, Callable[[random.Random], Input]] = {
    "query files": _query,
    "model files": _model,
    "puzzle files": lambda rng: _file(
        _changed("puzzles/*.toml", rng), "puzzle", "FILE"
    ),
    "conjecture files": lambda rng: _file(
        _changed("conjectures/*.toml", rng), "theorem", "--sample", "--file", "FILE"
    ),
    "conjectures": _conjecture,
    "exercise files": _exercise,
    "answers": _submission,
    "clauses": _clause,
    "classes": _class,
    "smcdel": lambda rng: _file(
        _changed("models/smcdel/*.txt", rng), "check", "FILE", name="given.smcdel.txt"
    ),
    "certificates": lambda rng: _results("certificate", ("solve", "--check"), rng),
    "results of theorem": lambda rng: _results("theorem", (*THEOREM, "--resume"), rng),
    "results of tournament": lambda rng: _results(
        "tournament", (*TOURNAMENT, "--resume", "--out"), rng
    ),
    "results of solve": lambda rng: _results("solve", (*MANY, "--resume"), rng),
    "notebooks": _notebook,
    "guests": _guest,
    "referees": _referee,
    "contest": _contest,
    "spellings": _spellings,
    "games": _game,
    "histories": _history,
    "formulas": _game_formula,
    "batch": _batch,
    "tournament files": lambda rng: Input(
        ("tournament", "-", "--games", "1", "--jobs", "1"),
        _changed("tournaments/*.toml", rng),
    ),
    "persons": lambda rng: Input(
        ("play", "example:exact-knowledge", "--player", "person"), mutated(MOVES, rng)
    ),
    "transcripts": _transcript,
    "records": _record,
    "logs of others": _log,
}
"""The kinds of input, by the part that is changed."""


def inputs(
    rng: random.Random, kinds: tuple[str, ...] = tuple(KINDS)
) -> Iterator[tuple[str, Input]]:
    """Yield inputs without end, each with its kind."""
    while True:
        kind = rng.choice(kinds)
        yield kind, KINDS[kind](rng)
