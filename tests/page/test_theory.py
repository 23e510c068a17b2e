"""The theory as it is read and run: programs beside formulas, clauses taken out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.visit import DESKTOP, PHONE, Visit

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("size", "open_"), [(DESKTOP, True), (PHONE, False)])
def test_programs_stand_beside_formulas_where_there_is_room(
    visit: Visit, size: tuple[int, int], open_: bool
) -> None:
    page = visit.window(size)
    visit.go("#/theory/2.16").wait_for_selector("[id='f-2.16'] .katex")
    assert page.is_visible("[id='f-2.16'] pre.code >> nth=0") == open_


def taken(page: Page, label: str, button: str) -> list[str]:
    """The rows of what fails if this is taken out of a formula."""
    place = f"[id='f-{label}']"
    page.click(f"{place} button:text-is('{button}')")
    page.wait_for_selector(f"{place} p:text('Putting')", state="detached")
    return page.locator(f"{place} .probes tbody tr").all_inner_texts()


def test_a_formula_or_one_clause_is_taken_out(visit: Visit) -> None:
    page = visit.go("#/theory")
    page.wait_for_selector("[id='f-2.16'] .katex")
    (row,) = taken(page, "2.16", "the whole formula")
    assert "(2.16)" in row
    assert row.split()[-2:] == ["true", "false"]
    assert not page.locator("[id='f-2.16'] button:text-is('clause 1')").count()
    whole = taken(page, "2.8", "the whole formula")
    one = taken(page, "2.8", "clause 1")
    assert 0 < len(one) <= len(whole)


@pytest.mark.parametrize(
    ("goal", "output"),
    [
        ("nosuch(X)", "Unknown procedure"),
        ("foo(X", "Syntax error"),
        ("functor(_,_,_)", "not sufficiently instantiated"),
    ],
)
def test_what_prolog_objects_to_is_told_in_words(
    visit: Visit, goal: str, output: str
) -> None:
    page = visit.go("#/theory")
    page.click("#run summary")
    page.fill("#run-goal", goal)
    page.click("#run-prolog")
    page.wait_for_selector("#run-result:text('error')")
    assert output in page.inner_text("#run-result")


def test_programs_are_coloured_and_stay_as_they_are(visit: Visit) -> None:
    page = visit.go("#/theory")
    page.wait_for_selector("[id='f-2.16'] .k-variable")
    found = page.evaluate("""async () => {
      const { tokens } = await import('./js/syntax.js');
      const { rows } = await (await fetch('data/theory.json')).json();
      const odd = [];
      for (const row of rows) for (const kind of ['prolog', 'asp']) if (row[kind]) {
        const parts = tokens(row[kind], kind).map(([, text]) => text);
        if (parts.join('') !== row[kind]) odd.push(row.label);
      }
      const kinds = (text, language) =>
        tokens(text, language).filter(([kind]) => kind).map((one) => one.join(' '));
      return [odd, kinds("p(X) :- \\\\+ q('a', 1). % so", 'prolog'),
        kinds('a :- not b(X), #count{Y : c(Y)} > 2. % so', 'asp'),
        kinds("if x: return 'a' # so", 'python'), kinds('K(1, ~h(2,s1))', 'formula')];
    }""")
    odd, prolog, asp, python, formula = found
    assert not odd
    assert prolog == [
        *("variable X", "keyword :-", "keyword \\+", "string 'a'", "number 1"),
        "comment % so",
    ]
    assert asp[:3] == ["keyword :-", "keyword not", "variable X"]
    assert "keyword #count" in asp
    assert python == ["keyword if", "keyword return", "string 'a'", "comment # so"]
    assert formula == ["keyword K", "number 1", "keyword ~", "variable h", "number 2"]
