"""The words of the page as its files have them: a table for each part and language."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from tests.programs import ran

PAGE = Path(__file__).parents[2] / "page"
WORDS = PAGE / "js" / "words"
ENTRY = re.compile(r'\s*"?([\w.?!-]+)"?: ("(?:[^"\\]|\\.)*"),?')
LANGUAGES = sorted(path.stem for path in WORDS.glob("*.js"))


@cache
def tables(language: str) -> dict[str, dict[str, str]]:
    """The tables of a language by part. Fails for a line that is no key and text."""
    return {
        path.stem: _table(path)
        for path in sorted((WORDS / language).glob("*.js"))
        if path.stem != "messages"
    }


def _table(path: Path) -> dict[str, str]:
    found = {}
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    for line in lines:
        if line.startswith("//") or line in ("export default {", "};"):
            continue
        assert not ENTRY.sub("", line), f"{path.relative_to(PAGE)}: {line}"
        for key, text in ENTRY.findall(line):
            assert key not in found, f"{path.relative_to(PAGE)}: {key} twice"
            found[key] = json.loads(text)
    return found


def words(language: str) -> dict[str, str]:
    """All words of a language, by key."""
    return {
        key: text for table in tables(language).values() for key, text in table.items()
    }


def messages(language: str) -> list[tuple[str, str]]:
    """The patterns of messages of mystpy, each with its text in another language."""
    text = (WORDS / language / "messages.js").read_text("utf-8")
    rows = json.loads(text.partition("export default ")[2].rstrip().rstrip(";"))
    return [(english, other) for english, other in rows]


def pattern(english: str) -> re.Pattern[str]:
    """A pattern of messages as page/js/messages.js reads it."""
    parts = re.split(r"\{(\w+)\}", english)
    texts = [
        f"(?P<{part}>.+?)" if k % 2 else re.escape(part) for k, part in enumerate(parts)
    ]
    return re.compile("".join(texts), re.S)


SAID = """
globalThis.document = {documentElement: {}};
globalThis.navigator ??= {languages: []};
globalThis.localStorage = {getItem: () => "LANGUAGE"};
const {loadMessages, message} = await import("PAGE/js/messages.js");
const [tables, apart, texts] = JSON.parse(readFileSync(0, "utf-8"));
await loadMessages(...tables, ...(apart ? [apart] : []));
console.log(JSON.stringify(texts.map((text) => message(text, apart))));
"""


def said(
    texts: Collection[str], *tables: str, language: str = "de", apart: str = ""
) -> dict[str, str | None]:
    """Translate texts into a language by the page's own code.

    `tables` are those of messages that are loaded; with `apart` only that one is
    looked up. None is for a text that stays English.
    """
    code = SAID.replace("LANGUAGE", language).replace("PAGE", PAGE.as_uri())
    code = 'import {readFileSync} from "node:fs";' + code
    wanted = sorted(texts)
    done = ran(
        ["node", "--no-warnings", "--input-type=module", "-e", code],
        input=json.dumps([tables, apart, wanted]),
    )
    assert not done.returncode, done.stderr
    found = json.loads(done.stdout)
    return {
        text: each["text"] if each["lang"] == language else None
        for text, each in zip(wanted, found, strict=True)
    }


def message_tables(language: str) -> list[str]:
    """The names of the tables of messages that rooms load."""
    return sorted(path.stem for path in (WORDS / language / "messages").glob("*.js"))


def rows(language: str, table: str) -> list[list[str]]:
    """The rows of such a table for whole texts: in English, and in the language."""
    text = (WORDS / language / "messages" / f"{table}.js").read_text("utf-8")
    found: list[list[str]] = json.loads(
        text.partition("export default ")[2].rstrip().rstrip(";")
    )
    return found
