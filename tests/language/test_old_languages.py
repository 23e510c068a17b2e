"""What the three older printers wrote is read as it was, and prints as it did."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mystpy.conjectures import language
from mystpy.conjectures.text import parse_conjecture
from mystpy.game.game import Game
from mystpy.language import atoms, nodes
from mystpy.language.read import read
from mystpy.language.vocabulary import ConjectureWords

ROOT = Path(__file__).parents[2]


FLUENTS = {"In": atoms.StillIn, "Turn": atoms.Turn, "AnsTurn": atoms.AnsTurn}


def of_conjecture(old: Any) -> Any:  # noqa: C901 - one case for each kind of value
    """A formula of a conjecture as a value of the new language."""
    go = of_conjecture
    match old:
        case language.Constant(value):
            return atoms.Truth() if value else atoms.Falsity()
        case language.Held(k, x):
            return atoms.H(term(k), term(x))
        case language.Fluent("GameOver"):
            return atoms.GameOver()
        case language.Fluent("Question", arg):
            return atoms.Question(term(arg))
        case language.Fluent(name, None):
            return atoms.PhaseIs(atoms.Phase(name))
        case language.Fluent(name, arg):
            return FLUENTS[name](term(arg))
        case language.Same(left, right):
            return atoms.Same(term(left), term(right))
        case language.Member(item, of):
            return atoms.Member(term(item), term(of))
        case language.Quantified(every, var, sort, domain, body):
            kind: Any = nodes.ForAll if every else nodes.Exists
            over = domain if isinstance(domain, str) else term(domain)
            if isinstance(domain, language.Listed):
                over = tuple(map(term, domain.members))
            made = kind(var, over, go(body), sort=sort)
            assert made.sort == sort
            return made
        case language.Modal("K", group, body):
            return nodes.Knows(term(group.members[0]), go(body))
        case language.Modal(letter, group, body):
            kind = nodes.Common if letter == "C" else nodes.Everyone
            return kind(term(group), go(body))
        case language.Possible(action):
            return atoms.Possible(act(action))
        case language.After(action, body):
            return nodes.After(act(action), go(body))
        case language.Next(body):
            return nodes.Next(go(body))
        case language.And(parts) | language.Or(parts):
            return getattr(nodes, type(old).__name__)(tuple(map(go, parts)))
    return getattr(nodes, type(old).__name__)(*map(go, language.children(old)))


def act(old: language.Act) -> atoms.Act:
    return atoms.Act(old.kind, tuple(map(term, old.args)))


def term(old: Any) -> Any:
    match old:
        case language.Var(name):
            return atoms.Var(name)
        case language.Listed(None):
            return "players"
        case language.Listed(members, group):
            made = [term(x) for x in members]
            return tuple(made) if group else frozenset(made)
    return old


def conjectures() -> list[str]:
    """All texts of the repository that the old reader of conjectures could read."""
    found = set()
    for path in (
        *ROOT.glob("mystpy/**/*.py"),
        *ROOT.glob("tests/**/*.py"),
        *ROOT.glob("queries/**/*.toml"),
        *ROOT.glob("docs/**/*.md"),
    ):
        text = re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for piece in re.findall(r'"""(.*?)"""|"([^"\n]*)"', text, re.DOTALL):
            found |= {
                part for part in piece if len(part) > 4 and "000000000" not in part
            }
    return sorted(found)


def test_every_conjecture_of_the_repository_is_read_as_it_was() -> None:
    looked = quantified = 0
    for text in conjectures():
        cards = Game.clue(3).cards
        try:
            old = parse_conjecture(text, cards=cards)
        except Exception:
            continue
        looked += 1
        quantified += "forall" in text
        found = read(text, ConjectureWords(cards))
        assert found == of_conjecture(old), text
        assert read(str(found), ConjectureWords(cards)) == found
        assert of_conjecture(parse_conjecture(str(found), cards=cards)) == found
    assert looked > 200
    assert quantified > 50
