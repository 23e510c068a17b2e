"""A Kripke model as TikZ, with the places of mystpy's pictures.

The output is a tikzpicture, to be read with `\\input`; it needs the package tikz and no
library of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.kripke.files.model_state import ModelState
from mystpy.show.draw import ACTUAL, NODE, PATH, stroke
from mystpy.show.draw.layout.captions import Caption
from mystpy.show.draw.layout.curves import Curve
from mystpy.show.draw.layout.plan import Layout, label_of, plan
from mystpy.show.draw.layout.thinning import Outline, Places
from mystpy.show.draw.model_svg import require_few

SCALE = 0.45
"""The scale of a picture on paper, compared with a screen."""
_GREEK = {
    "αβγδζηθικ": "alpha beta gamma delta zeta eta theta iota kappa",
    "λμνξπρστυ": "lambda mu nu xi pi rho sigma tau upsilon",
    "εϵφϕχψω": "varepsilon epsilon varphi phi chi psi omega",
    "ΓΔΘΛΞΠΣΦΨΩ": "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega",
}
_SIGNS = {
    **{
        sign: f"$\\{name}$"
        for signs, names in _GREEK.items()
        for sign, name in zip(signs, names.split(), strict=True)
    },
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "¬": r"$\neg$",
    "–": "--",
}


def in_latex(text: str) -> str:
    """A text as LaTeX prints it."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


def model_tikz(
    state: ModelState,
    title: str,
    places: Places | None = None,
    path: Sequence[int] = (),
) -> str:
    """A state of a model file as a tikzpicture, its title in a comment.

    A path of worlds is drawn below the model, with their numbers on it. Raises
    QueryError if there are too many worlds.
    """
    require_few(state)
    laid = plan(state.model, places)
    lines = [
        f"% {' '.join(title.split())}",
        f"\\begin{{tikzpicture}}[x={SCALE}pt, y=-{SCALE}pt, font=\\sffamily\\small]",
        *_colours(laid),
        *_path(laid, path),
        *(_outline(laid, outline) for outline in laid.outlines),
        *(line for curve in laid.curves for line in _curve(laid, curve)),
        *_labels(laid),
        *_worlds(laid, state.point),
        *_numbers(laid, path),
        "\\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _colours(laid: Layout) -> Iterator[str]:
    for k in range(len(laid.model.agents)):
        yield f"\\definecolor{{agent{k}}}{{HTML}}{{{_html(stroke(k).colour)}}}"
    yield f"\\definecolor{{actual}}{{HTML}}{{{_html(ACTUAL)}}}"
    yield f"\\definecolor{{world}}{{HTML}}{{{_html(NODE)}}}"


def _path(laid: Layout, path: Sequence[int]) -> Iterator[str]:
    if path[1:]:
        yield f"\\definecolor{{path}}{{HTML}}{{{_html(PATH)}}}"
        points = " -- ".join(_point(*laid.boxes[world].middle) for world in path)
        yield f"\\draw[path, line width=9pt, line join=round] {points};"


def _numbers(laid: Layout, path: Sequence[int]) -> Iterator[str]:
    """The numbers of the worlds on a path, at their upper left corners."""
    style = "circle, fill=black, text=white, inner sep=1pt, font=\\tiny"
    for world in dict.fromkeys(path):
        indices = ",".join(str(k) for k, other in enumerate(path) if other == world)
        box = laid.boxes[world]
        yield f"\\node[{style}] at {_point(box.left, box.top)} {{{indices}}};"


def _html(colour: str) -> str:
    return colour.removeprefix("#").upper()


def _style(agents: tuple[int, ...]) -> str:
    """Return the style of the line of some agents: black if they are many."""
    if len(agents) > 1:
        return "thick"
    (agent, *_) = agents
    lengths = [SCALE * float(part) for part in stroke(agent).dash.split()]
    pattern = " ".join(
        f"{'off' if k % 2 else 'on'} {length:.1f}pt" for k, length in enumerate(lengths)
    )
    return f"thick, agent{agent}" + (f", dash pattern={pattern}" if pattern else "")


def _curve(laid: Layout, curve: Curve) -> Iterator[str]:
    """The lines of a link beside each other, one for each agent."""
    for agents, shift in curve.strands():
        a, b, c, d = (_point(p.real, p.imag) for p in curve.cubic(shift))
        yield f"\\draw[{_style(agents)}] {a} .. controls {b} and {c} .. {d};"
    if curve.link.arrow:
        head = " -- ".join(_point(p.real, p.imag) for p in curve.head())
        yield f"\\draw[very thick] {head};"


def _outline(laid: Layout, outline: Outline) -> str:
    corners = " -- ".join(_point(p.real, p.imag) for p in outline.corners)
    return f"\\draw[{_style(outline.agents)}, rounded corners=2pt] {corners} -- cycle;"


def _labels(laid: Layout) -> Iterator[str]:
    groups = [curve.link.agents for curve in laid.curves]
    groups += [outline.agents for outline in laid.outlines]
    for agents, box in zip(groups, laid.labels, strict=True):
        name = in_latex(label_of(laid.model, agents))
        style = "fill=white, inner sep=1pt, font=\\sffamily\\bfseries\\footnotesize"
        yield f"\\node[{style}] at {_point(*box.middle)} {{{name}}};"


def _worlds(laid: Layout, point: int | None) -> Iterator[str]:
    for world, (box, caption) in enumerate(zip(laid.boxes, laid.captions, strict=True)):
        style = [
            "draw",
            "rounded corners=2pt",
            "align=center",
            "inner sep=1pt",
            f"minimum width={_size(box.width)}",
            f"minimum height={_size(box.height)}",
            "double, fill=actual, thick" if world == point else "fill=world",
        ]
        where = _point(*box.middle)
        yield f"\\node[{', '.join(style)}] (w{world}) at {where} {{{_text(caption)}}};"


def _text(caption: Caption) -> str:
    main = [in_latex(line) for line in caption.main]
    below = [f"{{\\tiny {in_latex(line)}}}" for line in caption.below]
    return " \\\\ ".join([*main, *below])


def _size(length: float) -> str:
    return f"{SCALE * length:.1f}pt"


def _point(x: float, y: float) -> str:
    return f"({x:.1f},{y:.1f})"
