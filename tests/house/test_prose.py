"""Everything that people read is in plain words, as `tools/prose.toml` describes."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from tools import prose_texts
from tools.prose import (
    Finding,
    everything,
    findings,
    is_written,
    listed_files,
    read_rules,
)
from tools.prose_texts import Passage

SENTENCES = tomllib.loads(
    Path(__file__).with_name("prose_sentences.toml").read_text("utf-8")
)["sentence"]
RULES = read_rules()

# Words of the field, of the game and of everyday English that look like a pattern.
RIGHT = (
    "An announcement tells the players that at least one child is muddy.",
    "The players are told that the pile holds s1.",
    "The two worlds are told apart by the formula.",
    "What does player 3 know?",
    "Who holds the rope?",
    "The player who guesses wrong is eliminated.",
    "A player knows what the others hold.",
    "Tokens move from room to room.",
    "The state law of a knowledge structure is a Boolean formula.",
    "`p` stands for a proposition.",
    "The formula comes from section 3.2.",
    "Of course, both engines agree.",
    "Of the 26 games, 12 have a value of one half.",
    "Players come to know the pile.",
    "In clingo, the program comes first.",
    "A random walk visits every situation.",
    "An odd number of cards is left.",
    "After the announcement, player 1 knows the card.",
    "Player 2 shows one of two cards just before the guess.",
    "What a verdict means",
    f"The commands are {', '.join(40 * ['`ask`'])} and `why`.",
)


def reported(text: str) -> list[Finding]:
    """Return what is reported of a text."""
    return list(findings("a.md", Passage(1, text), RULES))


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row["found"][:30])
def test_a_foreign_sentence_is_reported_and_its_plain_version_is_not(
    row: dict[str, str],
) -> None:
    names = {each.name for each in reported(row["found"])}
    assert row.get("pattern") is None or row["pattern"] in names
    assert not reported(row["plain"])


def test_every_pattern_has_a_sentence() -> None:
    names = {row.get("pattern") for row in SENTENCES} - {None, "long"}
    assert names == {each.name for each in RULES.patterns}


@pytest.mark.parametrize("text", RIGHT)
def test_words_of_the_field_are_not_reported(text: str) -> None:
    assert not reported(text)


PAGE = """\
---
title: What stands here
---
# What the tests cover

A line with `code. What it is` and [a link](what.md)
over two lines. What it is
nobody knows.

```console
$ mystpy ask  # who guesses is out
```

```{note}
Who guesses wrong is out.
```

> What is quoted is quoted.

| a cell | just if |
|--------|---------|

<!-- the table is written by tools/values.py -->
What is generated is not read.
<!-- here it ends -->

- an item
- What is an item
  is on two lines.

1. Ours.
"""


def test_a_page_is_read_without_code_quotations_and_generated_parts() -> None:
    found = [
        (each.line, each.name)
        for passage in prose_texts.markdown(PAGE)
        for each in findings("a.md", passage, RULES)
    ]
    assert found == [
        (7, "what-subject"),
        (15, "who-subject"),
        (20, "just-if"),
        (28, "what-subject"),
        (31, "pronoun-noun"),
    ]


MODULE = '''\
"""What a module is."""

X = 1  # who guesses is out
# what is on
# two lines
Y = "what is no docstring"


def f():
    """Return ours.

    Who asks is told a world. E.g. this one.

        what is indented is code
    """
'''


def test_docstrings_and_comments_of_a_module_are_read() -> None:
    texts = [x.text.strip() for x in prose_texts.docstrings(MODULE)]
    assert texts == [
        "What a module is.",
        "Return ours.",
        "Who asks is told a world. E.g. this one.",
    ]
    (_, _, last) = prose_texts.docstrings(MODULE)
    assert last.line == 12
    assert [x.words for x in prose_texts.sentences(last)] == [6, 3]
    assert [x.text for x in prose_texts.comments(MODULE)] == [
        "who guesses is out\nwhat is on\ntwo lines",
    ]


def test_messages_and_hints_of_errors_are_read() -> None:
    text = (
        'raise QueryError(f"what {x} is", hint="just " + y + " if")\n'
        'option("--all", help="Ours.")\nLooked("not a message")\n'
        'raise errors.GameError("one two" f" {x!r}")'
    )
    assert list(prose_texts.messages(text)) == [
        Passage(1, "what ‹› is"),
        Passage(1, "just ‹› if"),
        Passage(4, "one two ‹›"),
    ]


def test_the_words_of_the_page_are_read() -> None:
    (one,) = prose_texts.page_words('export default {\n  "a.b": "Who {x} is.",\n};')
    assert one == Passage(2, "Who ‹› is.")


def test_texts_of_toml_files_are_read_by_their_keys() -> None:
    text = (
        'title = "Who is out?"\n[[a]]\nhints = ["What is it?", "Ours."]\nid = "just if"'
    )
    assert list(prose_texts.toml_texts(text)) == [
        Passage(1, "Who is out?", "heading"),
        Passage(3, "What is it?"),
        Passage(3, "Ours."),
    ]
    assert not list(prose_texts.toml_texts("title = "))


def test_sentences_end_where_readers_see_an_end() -> None:
    text = 'See e.g. Bart 2000. The value is 3.5. "Yes." (2.16) is an axiom.\nB. Bart.'
    assert [x.text for x in prose_texts.sentences(Passage(1, text))] == [
        "See e.g. Bart 2000.",
        "The value is 3.5.",
        '"Yes."',
        "(2.16) is an axiom.",
        "B. Bart.",
    ]


@cache
def the_prose() -> tuple[tuple[str, Passage], ...]:
    """Return everything that people read."""
    return tuple(everything())


@cache
def the_findings() -> dict[str, list[Finding]]:
    """Return all that is reported, by file or command."""
    found: dict[str, list[Finding]] = {}
    for place, passage in the_prose():
        for each in findings(place, passage, RULES):
            found.setdefault(place, []).append(each)
    return found


def test_everything_is_plain() -> None:
    rows = the_findings().values()
    assert not rows, "\n".join(str(each) for found in rows for each in found)


def test_exceptions_are_in_use_and_have_reasons() -> None:
    bare = RULES._replace(exceptions=())
    for each in RULES.exceptions:
        assert each.reason
        assert any(
            next(findings(place, passage, bare), None)
            and not next(
                findings(place, passage, bare._replace(exceptions=(each,))), None
            )
            for place, passage in the_prose()
            if Path(place).match(each.path)
        ), each
    for path, reason in RULES.written.items():
        assert reason
        assert any(is_written(x, RULES) for x in listed_files() if Path(x).match(path))
