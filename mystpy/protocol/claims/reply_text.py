"""The lines of a reply: without Markdown, whatever ends them, and out of JSON.

This is normalization of model output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mystpy.compilation import pattern
from mystpy.files.json_text import json_value

_LINE_END = pattern(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_FENCE = pattern(r"^\s*(?:```|~~~)[^\n]*\n(.*?)^\s*(?:```|~~~)[ \t]*$", re.M | re.S)
_MARK = pattern(r"^[\s>]*(?:(?:[-*+•–—]|\d{1,3}[.)]|#+)\s+)*")
_LABEL = pattern(r"^[\W_]*(action|deductions?(?:\s+\d+)?)[\W_]*?:(.*)$", re.IGNORECASE)
_BULLET = pattern(r"^[\s>]*(?:[-*+•–—]|\d{1,3}[.)])\s+")
_STRIPPED = " \t*_`.!\"'"

_NO_CLAIMS = frozenset(
    ("", "-", "none", "nothing", "nothing new", "n/a", "no deductions", "none yet")
)
_FALSE = frozenset(("false", "no", "0"))
_CLAIM_KEYS = ("deductions", "deduction", "claims")


def reply_lines(text: str) -> list[str]:
    """The lines of a reply; a JSON object with deductions is written as such lines."""
    whole = _LINE_END.sub("\n", text)
    if (said := _from_json(whole.strip())) is not None:
        return said
    lines = _FENCE.sub(lambda found: _fenced(found[1]), whole + "\n").split("\n")
    return [line for line in lines if not line.strip().startswith(("```", "~~~"))]


def actions_said(text: str) -> list[str]:
    """Return the texts after each `Action:` of a reply, without marks."""
    return [said for label, said in _labelled(text) if label == "action"]


def deductions_said(text: str) -> list[str]:
    """Return the texts after `Deduction:` in a reply, or in a list of `Deductions:`."""
    return [
        said
        for label, said in _labelled(text)
        if label != "action" and said.lower() not in _NO_CLAIMS
    ]


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """Yield each label with its text, and the lines of a list of deductions.

    The list has bullets or numbers, or its lines follow the label without a gap.
    """
    listing, bullets = False, False
    for line in reply_lines(text):
        if found := _LABEL.match(_MARK.sub("", line)):
            label, said = found[1].lower(), _plain(found[2])
            listing, bullets = not said and label != "action", False
            yield label, said
        elif not line.strip():
            bullets = True
        elif listing and (_BULLET.match(line) or not bullets):
            bullets = bool(_BULLET.match(line))
            yield "deduction", _plain(_MARK.sub("", line))
        else:
            listing = False


def _plain(said: str) -> str:
    """Words without their stop, and without the marks that make them bold."""
    return said.replace("**", "").replace("`", "").strip(_STRIPPED)


def _fenced(inside: str) -> str:
    said = _from_json(inside.strip())
    return inside if said is None else "\n".join(said)


def _from_json(text: str) -> list[str] | None:
    """The deductions and the action of a JSON object as lines; None for other texts."""
    if not text.startswith("{"):
        return None
    try:
        found = json_value(text)
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    values = {str(key).lower(): value for key, value in found.items()}
    lines = [f"Deduction: {one}" for key in _CLAIM_KEYS for one in _texts(values, key)]
    action = values.get("action")
    if isinstance(action, str):
        lines.append(f"Action: {_one_line(action)}")
    return lines


def _texts(values: dict[str, Any], key: str) -> Iterator[str]:
    given = values.get(key, [])
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, dict):
            owner = one.get("holder", one.get("player", ""))
            has = str(one.get("has", True)).lower() not in _FALSE
            verb = "has" if has else "does not have"
            yield _one_line(f"{owner} {verb} {one.get('card', '')}")
        elif isinstance(one, str):
            yield _one_line(one)


def _one_line(text: str) -> str:
    return " ".join(_LINE_END.sub(" ", text).split())
