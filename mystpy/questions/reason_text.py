"""Reasons and witnesses, as text, as LaTeX and as JSON objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mystpy.axiom_folder import named_folder
from mystpy.axioms import blocks, shipped_axioms_dir
from mystpy.engines.base import Value
from mystpy.game.game import Game
from mystpy.game.names import card_latex, set_latex, sort_cards
from mystpy.history.actions import action_latex, action_text
from mystpy.language.atoms import Fluent
from mystpy.language.nodes import Common
from mystpy.language.numbers import Parameter
from mystpy.language.read import write_formula
from mystpy.language.show import latex as in_latex
from mystpy.language.subformulas import children, walk
from mystpy.questions.conjuncts import card_list
from mystpy.questions.reason import Reason
from mystpy.questions.why import SeenWorld, Why
from mystpy.register import read_row

if TYPE_CHECKING:
    from mystpy.files.json_text import Object


def text(found: Why, game: Game) -> str:
    """The value, then the reasons and axioms, or the worlds of the witness."""
    lines = [f"{found.value}: {write_formula(found.formula, game)}"]
    if not found.follows:
        lines += _witness_lines(found, game)
    else:
        if _is_instead(found):
            explained = write_formula(found.explained or found.formula, game)
            lines.append(f"  since {explained} follows:")
        lines += [f"  {_reason(reason, game)}" for reason in found.because]
        labels = ", ".join(f"({x}) {name}" for x, name in _names(found).items())
        lines.append(f"  by {labels}" if labels else f"  by {_no_reasons(found)}")
        lines += [f"  {line}" for line in _doubts(found)]
    return "\n".join(lines)


def latex(found: Why, game: Game) -> str:
    """The formula as in the thesis, its value in a comment, and a list of the reasons.

    The text is a separate paragraph. A witness is a table: its worlds are the rows,
    with the cards of each holder. Comments above it say which player considers which
    world possible, and where.
    """
    lines = [f"${in_latex(found.formula)}$ % {found.value}"]
    if not found.follows:
        lines += [f"% {x}" for x in _witness_lines(found, game)]
        return "\n".join([*lines, *_witness_table(found, game)])
    if _is_instead(found) and found.explained is not None:
        lines.append(f"% since {in_latex(found.explained)} follows:")
    if found.because:  # LaTeX refuses a list without an item
        items = [_reason_latex(reason, game) for reason in found.because]
        lines += [r"\begin{itemize}", *items, r"\end{itemize}"]
    by = ", ".join(f"({x}) {name}" for x, name in _names(found).items())
    return "\n".join([*lines, f"% by {by or _no_reasons(found)}"])


def _reason_latex(reason: Reason, game: Game) -> str:
    said = rf"S_{{{reason.holder}}}"
    if reason.action is not None:
        said = action_latex(reason.action, game.deck)
    return rf"\item ${said}$: ${in_latex(reason.says)}$"


def _is_instead(found: Why) -> bool:
    """Return whether another formula was explained: a negation, or shared knowledge."""
    return found.value is Value.FALSE or isinstance(found.formula, Common)


def _names(found: Why) -> dict[str, str]:
    """The axioms that are needed, with what they are called."""
    return {label: axiom_name(label) for label in found.axioms}


def axiom_name(label: str) -> str:
    """Return the name of an axiom, and its place if it is not the shipped one."""
    if not named_folder() or (here := blocks("asp").get(label)) is None:
        return read_row(label).name
    shipped = blocks("asp", shipped_axioms_dir()).get(label)
    name = "" if shipped is None else read_row(label).name
    if shipped is not None and here.text == shipped.text:
        return name
    place = f"edited, {here.file}, line {here.line}"
    return f"{name}: {place}" if name else place


def _no_reasons(found: Why) -> str:
    """Return the sentence for a formula that follows without observations."""
    atoms = [part for part in walk(found.formula) if not children(part)]
    if any(isinstance(atom, Fluent) for atom in atoms):
        return "the turns, phases and guesses, which everybody sees"
    if any(isinstance(atom, Parameter) for atom in atoms):
        return "the sizes of the game"
    return "logic alone"


def json(found: Why, game: Game) -> Object:
    """Formula and value, with because and axioms, or witness and chain, or both."""
    answer: Object = {
        "formula": write_formula(found.formula, game),
        "value": str(found.value),
    }
    if found.follows:
        answer |= _because(found, game)
    if found.witness:
        chain = [_world(world, game) for world in found.witness]
        last = {key: chain[-1][key] for key in ("hands", "shown")}
        answer |= {"witness": last, "chain": chain}
    return answer


def _because(found: Why, game: Game) -> Object:
    """The reasons and axioms, and how far it is proven that they are needed."""
    because = [_reason_object(reason, game) for reason in found.because]
    kind = "smallest" if found.smallest else "minimal" if found.minimal else "enough"
    explained: Object = {}
    if found.explained is not None and found.explained != found.formula:
        explained = {"explained": write_formula(found.explained, game)}
    return {
        **explained,
        "because": because,
        "axioms": list(found.axioms),
        "names": _names(found),
        "set": kind,
        "minimal": found.minimal,
    }


def _doubts(found: Why) -> Iterator[str]:
    """Yield the properties that were asked for and not proved."""
    if not found.minimal:
        yield "not proven minimal: some of this may be needless (search given up)"
    elif found.given_up:
        yield "minimal, but not proven smallest: another set may be smaller"


def _reason(reason: Reason, game: Game) -> str:
    doubt = "" if reason.proven else "  (perhaps needless)"
    if reason.action is None:
        return f"{'given' if reason.step is None else 'dealt'}: {reason.gives}{doubt}"
    action = action_text(reason.action, game)
    return f"step {reason.step}, {action}: {reason.gives}{doubt}"


def _reason_object(reason: Reason, game: Game) -> Object:
    row: Object = {} if reason.holder is None else {"hand": reason.holder}
    if reason.action is not None:
        action = action_text(reason.action, game)
        row = {"step": reason.step, "action": action}
    row["gives"] = reason.gives
    row["formula"] = write_formula(reason.says, game)
    if not reason.proven:
        row["proven"] = False
    return row


def _witness_lines(found: Why, game: Game) -> Iterator[str]:
    """Yield the differences of each world from the one before it."""
    for number, world in enumerate(found.witness):
        before = found.witness[world.parent] if world.parent >= 0 else None
        yield f"  {_who(world, number, found, game)}"
        row = list(_differences(world, before, game))
        yield from (f"    {line}" for line in row)
        if before is not None:
            rest = "the rest is" if row else "everything is"
            yield f"    {rest} as in world {world.parent}"
    if found.value is Value.UNDETERMINED:
        yield "  there are worlds that fit what is given in which it is true, too"


def _witness_table(found: Why, game: Game) -> Iterator[str]:
    """The worlds of a witness as a tabular of LaTeX."""
    holders = [rf"$S_{{{k}}}$" for k in range(len(found.witness[0].hands))]
    steps = [f"shown at {step}" for step, _ in found.witness[0].shown]
    yield rf"\begin{{tabular}}{{l{'c' * len(holders + steps)}}}"
    yield " & ".join(["world", *holders, *steps]) + r" \\"
    yield r"\hline"
    for number, world in enumerate(found.witness):
        hands = [f"${set_latex(hand, game.deck)}$" for hand in world.hands]
        shown = [f"${card_latex(card)}$" for _, card in world.shown]
        yield " & ".join([str(number), *hands, *shown]) + r" \\"
    yield r"\end{tabular}"


def _differences(
    world: SeenWorld, before: SeenWorld | None, game: Game
) -> Iterator[str]:
    for holder, hand in enumerate(world.hands):
        if before is None or hand != before.hands[holder]:
            yield f"{game.owner(holder)}: {{{card_list(game, hand, ',')}}}"
    for k, (step, card) in enumerate(world.shown):
        if before is None or card != before.shown[k][1]:
            yield f"shown at step {step}: {game.shown_as(card)}"


def _who(world: SeenWorld, number: int, found: Why, game: Game) -> str:
    """Return which player considers a world possible, and where."""
    label = f"world {number}"
    if world.parent < 0:
        explained = write_formula(found.explained or found.formula, game)
        return f"{label} fits what is given, and {explained} is false there:"
    who = game.owner(world.player)
    return f"in world {world.parent}, {who} holds {label} possible:"


def _world(world: SeenWorld, game: Game) -> Object:
    hands = {str(k): sort_cards(hand, game.deck) for k, hand in enumerate(world.hands)}
    shown = {str(step): card for step, card in world.shown}
    found: Object = {"hands": hands, "shown": shown}
    if world.parent >= 0:
        found["player"] = world.player
        found["world"] = world.parent
    return found
