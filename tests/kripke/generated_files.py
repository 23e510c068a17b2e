"""Model and puzzle files made at random: mostly sound, with what may go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

AGENTS = ("a", "b", "1")
ATOMS = ("p", "q", "h(1,r)", "h(a,w)")
ODD = ("x", "h(2,r)", "Kv(a,p)", "before", "not p", "K_a p", "[a]q", "h1r", "#", "")


def formula(
    rng: Random,
    atoms: Sequence[str],
    agents: Sequence[str],
    left: int,
    acts: bool = False,
) -> str:
    """A formula with every kind of node, some of which may be refused.

    If there are actions, it speaks of them, and of belief.
    """
    if left <= 0 or rng.random() < 0.15:
        chosen = [*atoms, *atoms, "true", "false", "p = q", "2 = 2"]
        return rng.choice(ODD) if rng.random() < 0.01 else rng.choice(chosen)

    def part() -> str:
        return formula(rng, atoms, agents, left - 1, acts)

    agent, sign = rng.choice(agents), rng.choice(("&", "|", "->", "<->", "/\\", "or"))
    group = "[" + ",".join(rng.sample(agents, rng.randint(1, len(agents)))) + "]"
    letter = rng.choice("BBM") if acts else rng.choice(("K", "B", "M", "Kw"))
    forms = [
        lambda: f"~({part()})",
        lambda: f"({part()}) {sign} ({part()})",
        lambda: f"{letter}({agent},{part()})",
        lambda: f"{rng.choice('ECD')}({group},{part()})",
        lambda: f"E^2({group},{part()})",
        lambda: f"[{part()}!]({part()})",
        lambda: f"<{part()}!>({part()})",
        lambda: f"[!{part()}]({part()})",
        lambda: f"{rng.choice(('before', 'once', 'so far'))} ({part()})",
        lambda: f"forall k in agents: B(k,{part()})",
        lambda: f"exactly 1 of ({part()}, {part()})",
        lambda: f"at least 1 of k in agents: ({part()})",
    ]
    if acts:
        forms += [lambda: f"[act]({part()})", lambda: f"<act(e0)>({part()})"]
    if rng.random() < 0.03:
        forms = [
            lambda: f"K({agent},{part()})",
            lambda: f"next ({part()})",
            lambda: f"[act]({part()})",
            lambda: f"[{{{agent}}}]({part()})",
        ]
    return rng.choice(forms)()


def _text(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _list(words: Sequence[str]) -> str:
    return "[" + ", ".join(map(_text, words)) + "]"


def _some(rng: Random, items: Sequence[str]) -> list[str]:
    return [item for item in items if rng.random() < 0.5]


def _relation(rng: Random, worlds: Sequence[str]) -> str:
    cut = rng.randint(0, len(worlds))
    blocks = [x for x in (worlds[:cut], worlds[cut:]) if x]
    seen = rng.choice(worlds)
    believed = ", ".join(f"{w} = {_list([seen])}" for w in worlds)
    kinds = (
        '"all"',
        '"none"',
        f"[{', '.join(map(_list, blocks))}]",
        f"{{ believes = {{ {believed} }} }}",
        f"{{ believes = {_text(rng.choice(ATOMS))}, serial = false }}",
        f'{{ sees = {_list(_some(rng, ATOMS))}, believes = "true" }}',
    )
    return rng.choice(kinds)


def _action(rng: Random, agents: Sequence[str]) -> list[str]:
    events = [f"e{k}" for k in range(rng.randint(1, 3))]
    rows = []
    for event in events:
        said = _text(rng.choice((f"B({agents[0]},p)", "p | ~q", "before p", "true")))
        post = f"{{ {_text(rng.choice(ATOMS))} = {said} }}"
        change = f"{{ pre = {said}, post = {post} }}"
        rows.append(f"{event} = {change if rng.random() < 0.4 else said}")
    meant = rng.choice(events)
    seen = ", ".join(f"{e} = {_list([meant])}" for e in events)
    lines = [f"events = {{ {', '.join(rows)} }}", f'actual = "{events[0]}"']
    if rng.random() < 0.5:
        lines.append(f"believes = {{ {rng.choice(agents)} = {{ {seen} }} }}")
    if rng.random() < 0.5:
        lines.append(f"alike = {{ {rng.choice(agents)} = [{_list(events)}] }}")
    return lines


def _step(rng: Random, agents: Sequence[str]) -> list[str]:
    said = formula(rng, ATOMS, agents, 2, True)
    agent = rng.choice(agents)
    texts = (
        *(f"announce({said})", f"tell([{agent}],{said})", f"secret([{agent}],{said})"),
        *(f"whisper([{agent}],{said})", f"expect({said})", "contract", "act(e0)"),
    )
    kind = rng.random()
    if kind < 0.6:
        return [f"do = {_text(rng.choice(texts))}"]
    if kind < 0.8:
        return ['action = "act"', 'actual = "e0"']
    return _action(rng, agents)


def model_file(seed: int) -> str:
    """A model file, with its steps and checks."""
    rng = Random(seed)
    worlds = [f"w{k}" for k in range(rng.randint(1, 5))]
    agents = AGENTS[: rng.randint(1, 3)]
    lines = [f"worlds = {_list(worlds)}", f"atoms = {_list(ATOMS)}"]
    if rng.random() < 0.7:
        lines.append(f"point = {_text(rng.choice(worlds))}")
    if rng.random() < 0.2:
        lines.append("contract = true")
    lines += ["[relations]", *(f"{a} = {_relation(rng, worlds)}" for a in agents)]
    lines += ["[valuation]", *(f"{w} = {_list(_some(rng, ATOMS))}" for w in worlds)]
    lines += ["[action.act]", *_action(rng, agents)]
    for _ in range(rng.randint(0, 4)):
        lines += ["[[step]]", *_step(rng, agents)]
    for _ in range(rng.randint(0, 3)):
        lines += [
            "[[check]]",
            f"formula = {_text(formula(rng, ATOMS, agents, 3, True))}",
        ]
    return "\n".join(lines) + "\n"


def large_model_file(seed: int) -> str:
    """A model file that is answered on decision diagrams."""
    rng = Random(seed)
    atoms = [f"x{k}" for k in range(11)]
    agents = AGENTS[: rng.randint(1, 3)]
    lines = [f"atoms = {_list(atoms)}"]
    if rng.random() < 0.5:
        lines.append(f"law = {_text(rng.choice(atoms) + ' | x0')}")
        lines.append(f"point = {_list(['x0', *_some(rng, atoms[1:])])}")
    lines += ["[relations]"]
    lines += [f"{a} = {{ sees = {_list(_some(rng, atoms))} }}" for a in agents]
    for _ in range(rng.randint(0, 3)):
        said = formula(rng, atoms, agents, 2)
        word = rng.choice(("announce", "announce", "expect"))
        lines += ["[[step]]", f"do = {_text(f'{word}({said})')}"]
    for _ in range(rng.randint(1, 3)):
        lines += ["[[check]]", f"formula = {_text(formula(rng, atoms, agents, 3))}"]
    return "\n".join(lines) + "\n"


def puzzle_file(seed: int) -> str:
    """A puzzle file, with variables of several kinds."""
    rng = Random(seed)
    plain = rng.random() < 0.4
    most = rng.randint(2, 7)
    lines = ['title = "made at random"']
    if rng.random() < 0.2 and not plain:
        lines.append("contract = true")
    lines += ["[worlds.variables]", f'"m(i) for i in 1..{most}" = "yes/no"']
    atoms = [f"m({k})" for k in range(1, most + 1)]
    if not plain:
        lines += ['x = "1..4"', 'hat = ["red", "blue"]']
        atoms += ["x(2)", "x(4)", "hat(red)"]
    sees = f'["m(j) for j in 1..{most} if j != i"]'
    lines += ["[agents]", f'"i for i in 1..{most}" = {sees}']
    agents = [str(k) for k in range(1, most + 1)]
    if rng.random() < 0.7:
        lines += ["[actual]", f'"m(i) for i in 1..{most}" = "i > 1"']
        lines += [] if plain else ["x = 2", 'hat = "red"']
    if not plain and rng.random() < 0.8:
        said = _text(formula(rng, atoms[:1], agents, 1))
        lines += ["[action.act.events]", f"e0 = {said}"]
        lines += [f'e1 = {{ pre = "true", post = {{ "m(1)" = {said} }} }}']
    for _ in range(rng.randint(1, 4)):
        lines += ["[[step]]", 'says = "."', *_saying(rng, atoms, agents, plain)]
    kinds = {"formula": atoms, "agents": [*atoms, "Kv(i,m,i)"]}
    for kind, known in kinds.items():
        asked = formula(rng, known, agents, 2)
        lines += ["[[ask]]", 'question = "?"', f"{kind} = {_text(asked)}"]
    lines += ["[[ask]]", 'question = "?"', 'when = "m(i)"']
    return "\n".join(lines) + "\n"


def _saying(
    rng: Random, atoms: Sequence[str], agents: Sequence[str], plain: bool
) -> list[str]:
    known = rng.choice(("", "Kv(1,m,1) & ", "~before Kv(2,m,2) -> "))
    said = _text(f"{known}(m(2) | {formula(rng, atoms, agents, 2)})")
    said = f"formula = {said}"
    to = f"to = {_list(_some(rng, agents) or agents)}"
    forms = [[said], [said, "repeat = true"], [said, 'refused = "false"']]
    if not plain:
        forms += [[said, to], ['tells = "total(m)"'], ['tells = "x"', to]]
        forms += [
            [f"shares = {_list(agents[:2])}"],
            ['action = "act"', 'actual = "e1"'],
        ]
        forms += [[said.replace("formula", "expect")]]
    return rng.choice(forms)
