"""The slides of the lectures: all of each fits its screen, and each has its notes."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.programs import ran

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "docs" / "course"
LECTURES = sorted((COURSE / "slides").glob("lecture-*.md"))
SCREENS = [(1280, 720), (1024, 768), (1920, 1080)]
NOTES = re.compile(r"^```\{revealjs-notes\}\n(.+?)\n```$", re.M | re.S)
OUTSIDE = """() => {
  const slide = Reveal.getCurrentSlide();
  const all = [...slide.querySelectorAll('*')];
  const parts = all.filter((one) => !one.closest('.notes'));
  const wrong = parts.filter((one) => {
    const box = one.getBoundingClientRect();
    const out = box.width && (box.top < -1 || box.left < -1
      || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
    const cut = one.matches('pre, code') && one.clientHeight && (
      one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
    return out || cut;
  });
  const title = slide.querySelector('h1, h2').textContent;
  return wrong.length ? `${title}: ${wrong[0].tagName}` : '';
}"""


def slides_of(text: str) -> list[str]:
    """The slides of a lecture: each begins with its heading."""
    prose = re.sub(r"^```\{code-cell\}.*?^```$", "", text, flags=re.M | re.S)
    return re.split(r"^#{1,2} ", prose, flags=re.M)[1:]


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_each_slide_has_notes_for_the_speaker(path: Path) -> None:
    slides = slides_of(path.read_text("utf-8"))
    assert len(slides) >= 10
    for slide in slides:
        notes = NOTES.findall(slide)
        assert len(notes) == 1, slide.split("\n")[0]
        assert len(notes[0].split()) >= 12, "more than the slide says"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The slides, their cells run, as `make slides` builds them."""
    folder = tmp_path_factory.mktemp("slides")
    words = (sys.executable, "-m", "sphinx", "-q", "-b", "revealjs")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    given = (*words, "-c", COURSE, COURSE / "slides", folder)
    done = ran(given, cwd=ROOT, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("size", SCREENS)
def test_all_of_each_slide_fits_the_screen(
    chromium: Browser, built: Path, size: tuple[int, int]
) -> None:
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    wrong = []
    for path in LECTURES:
        page.goto((built / f"{path.stem}.html").as_uri())
        page.wait_for_function("window.Reveal?.isReady()")
        count = page.evaluate("Reveal.getTotalSlides()")
        assert count == len(slides_of(path.read_text("utf-8")))
        for number in range(count):
            page.evaluate("n => Reveal.slide(n)", number)
            page.wait_for_function(
                "n => Reveal.getIndices().h === n && [...Reveal.getCurrentSlide()"
                ".querySelectorAll('img')].every((one) => one.complete)",
                arg=number,
            )
            wrong.append(page.evaluate(OUTSIDE))
            assert page.locator("section.present aside.notes").count() >= 1
    page.close()
    assert not [each for each in wrong if each]


@pytest.mark.slow
def test_a_slide_that_does_not_fit_is_noticed(chromium: Browser, built: Path) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.goto((built / "lecture-1.html").as_uri())
    page.wait_for_function("window.Reveal?.isReady()")
    assert page.evaluate(OUTSIDE) == ""
    page.evaluate(
        "() => Reveal.getCurrentSlide().append(Object.assign("
        "document.createElement('p'), {textContent: 'word '.repeat(900)}))"
    )
    assert page.evaluate(OUTSIDE)
    page.close()
