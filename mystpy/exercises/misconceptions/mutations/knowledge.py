"""Mutants that come from a misconception about the agent or depth of knowledge."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import replace
from mystpy.exercises.misconceptions.mutations.rules import (
    MutationWords,
    Rule,
    negated,
    without_negation,
    without_part,
)
from mystpy.language.atoms import Player
from mystpy.language.junctions import disjunction
from mystpy.language.nodes import (
    And,
    Common,
    Considers,
    Distributed,
    Everyone,
    Exists,
    Formula,
    Iterated,
    Knows,
    KnowsWhether,
    Modal,
    Not,
    Or,
)
from mystpy.language.subformulas import walk


def _are_opposite(one: Formula, other: Formula) -> bool:
    return Not(one) == other or Not(other) == one


def _is_pair(one: Formula, other: Formula) -> bool:
    """Whether two formulas are `K(i,F)` and `K(i,~F)`."""
    if not (isinstance(one, Knows) and isinstance(other, Knows)):
        return False
    return one.agent == other.agent and _are_opposite(one.body, other.body)


def _that_for_whether(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, KnowsWhether):
        yield Knows(f.agent, f.body)
        yield Knows(f.agent, Not(f.body))
    if not isinstance(f, Or | And):
        return
    for place, part in enumerate(f.parts):
        for other in f.parts[place + 1 :]:
            pair = (
                (part, other)
                if isinstance(f, Or)
                else (without_negation(part), without_negation(other))
            )
            if _is_pair(*pair):
                yield without_part(f, other)
                yield without_part(f, part)


def _whether_for_that(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Knows):
        yield KnowsWhether(f.agent, f.body)


def _knowing_not(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Not) and isinstance(f.body, Modal):
        yield replace(f.body, body=negated(f.body.body))


def _not_knowing(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Modal) and isinstance(f.body, Not):
        yield Not(replace(f, body=f.body.body))


def _possible_for_known(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Knows):
        yield Considers(f.agent, f.body)


def _known_for_possible(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Considers):
        yield Knows(f.agent, f.body)
    if isinstance(f, Not) and isinstance(f.body, Knows):
        yield Knows(f.body.agent, negated(f.body.body))


def _true_for_known(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Modal) and not any(isinstance(x, Modal) for x in walk(f.body)):
        yield f.body


def _everybody_for_common(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Common):
        yield Everyone(f.group, f.body)


def _twice_for_common(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Common):
        yield Iterated(f.group, f.body, 2)


def _common_for_everybody(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Everyone | Iterated):
        yield Common(f.group, f.body)


def _distributed(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Everyone | Common):
        yield Distributed(f.group, f.body)


def _undistributed(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Distributed):
        yield Everyone(f.group, f.body)
        yield Common(f.group, f.body)


def _members(f: Formula) -> tuple[Player, ...]:
    group = f.knowers if isinstance(f, Modal) else ()
    return group if isinstance(group, tuple) else ()


def _somebody_for_everybody(f: Formula, _: MutationWords) -> Iterator[Formula]:
    members = _members(f)
    if isinstance(f, Everyone | Common) and len(members) > 1:
        known = [Knows(member, f.body) for member in members]
        yield disjunction(known)
        yield from known
    if isinstance(f, And) and (knowers := _different_knowers(f)):
        yield Or(knowers)


def _everybody_for_somebody(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Or) and (knowers := _different_knowers(f)):
        yield And(knowers)


def _different_knowers(f: And | Or) -> tuple[Knows, ...]:
    """The parts, if each says what another agent knows."""
    parts = tuple(part for part in f.parts if isinstance(part, Knows))
    agents = {part.agent for part in parts}
    return parts if len(parts) == len(f.parts) == len(agents) else ()


def _splits(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Modal) and isinstance(f.body, Or):
        yield Or(tuple(replace(f, body=part) for part in f.body.parts))
    if isinstance(f, Modal) and isinstance(f.body, Exists):
        inner = f.body
        yield replace(inner, body=replace(f, body=inner.body))


def _joins(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Or) and all(isinstance(part, Modal) for part in f.parts):
        first = f.parts[0]
        heads = {(type(x), _members(x)) for x in f.parts}
        if isinstance(first, Modal) and len(heads) == 1:
            bodies = [part.body for part in f.parts if isinstance(part, Modal)]
            yield replace(first, body=Or(tuple(bodies)))
    if isinstance(f, Exists) and isinstance(f.body, Modal):
        yield replace(f.body, body=replace(f, body=f.body.body))


def _wrong_agent(f: Formula, words: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Knows | KnowsWhether | Considers):
        yield from (replace(f, agent=x) for x in words.agents if x != f.agent)


def _wrong_order(f: Formula, _: MutationWords) -> Iterator[Formula]:
    inner = without_negation(f.body) if isinstance(f, Knows) else f
    if isinstance(f, Knows) and isinstance(inner, Knows) and inner.agent != f.agent:
        swapped = replace(f, agent=inner.agent)
        body = replace(inner, agent=f.agent)
        yield replace(swapped, body=Not(body) if isinstance(f.body, Not) else body)


def _outer_forgotten(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Modal) and any(isinstance(x, Modal) for x in walk(f.body)):
        yield f.body


def _inner_forgotten(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Modal) and isinstance(without_negation(f.body), Modal):
        inner = without_negation(f.body)
        assert isinstance(inner, Modal), "as was asked"
        body = Not(inner.body) if isinstance(f.body, Not) else inner.body
        yield replace(f, body=body)


def _member_forgotten(f: Formula, _: MutationWords) -> Iterator[Formula]:
    members = _members(f)
    if len(members) > 2 and isinstance(f, Everyone | Common | Distributed):
        for dropped in members:
            yield replace(f, group=tuple(x for x in members if x != dropped))


KNOWLEDGE_RULES: tuple[tuple[str, Rule], ...] = (
    ("knowing-that-for-whether", _that_for_whether),
    ("knowing-whether-for-that", _whether_for_that),
    ("knowing-not-for-not-knowing", _knowing_not),
    ("not-knowing-for-knowing-not", _not_knowing),
    ("possible-for-known", _possible_for_known),
    ("known-for-possible", _known_for_possible),
    ("true-for-known", _true_for_known),
    ("everybody-for-common", _everybody_for_common),
    ("twice-for-common", _twice_for_common),
    ("common-for-everybody", _common_for_everybody),
    ("distributed-for-everybody", _distributed),
    ("everybody-for-distributed", _undistributed),
    ("somebody-for-everybody", _somebody_for_everybody),
    ("everybody-for-somebody", _everybody_for_somebody),
    ("splits-disjunction", _splits),
    ("joins-disjunction", _joins),
    ("wrong-agent", _wrong_agent),
    ("nested-in-wrong-order", _wrong_order),
    ("outer-knowledge-forgotten", _outer_forgotten),
    ("inner-knowledge-forgotten", _inner_forgotten),
    ("member-forgotten", _member_forgotten),
)
"""The rules by misconception, in the order of the catalogue."""
