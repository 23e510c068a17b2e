"""Where the axioms are found, and how their files are cut into blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy import AxiomError, axioms
from mystpy.register import clauses, register, without

LANGUAGES = pytest.mark.parametrize("language", ["prolog", "asp"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small folder of axioms, which MYSTPY_AXIOMS names."""
    (tmp_path / "register.toml").write_text(
        '[[formula]]\nlabel = "1.1"\nsection = "1"\nkind = "axiom"\nname = "one"\n'
        'predicates = ["p"]\n',
        encoding="utf-8",
    )
    (tmp_path / "a.pl").write_text(
        "% Section 1\n\n% (1.1) one\n% Reading: for some X.\np(1).\n\np(2).\n"
        "\n% q(X): a comment that introduces the next block\n\n"
        "% (S1.2.3c) two\nq(1).\n% --- not an axiom ---\nr(1).\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    return tmp_path


def test_the_folder_holds_both_languages_and_the_register() -> None:
    names = {path.name for path in axioms.axioms_dir().iterdir()}
    assert {"register.toml", "myst.pl", "myst.lp"} <= names


def test_the_query_files_are_found() -> None:
    assert (axioms.queries_dir() / "fifteen-cards.toml").is_file()


def test_the_environment_names_another_folder(folder: Path) -> None:
    assert axioms.axioms_dir() == folder


def test_a_folder_without_a_register_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    with pytest.raises(AxiomError, match="the axioms folder is missing"):
        axioms.axioms_dir()


@pytest.mark.usefixtures("folder")
def test_a_block_runs_from_its_label_to_its_last_clause() -> None:
    blocks = axioms.blocks("prolog")
    assert list(blocks) == ["1.1", "S1.2.3c"]
    assert blocks["1.1"] == axioms.Block(
        "% (1.1) one\n% Reading: for some X.\np(1).\n\np(2).\n", "a.pl", 3
    )
    assert blocks["S1.2.3c"].text == "% (S1.2.3c) two\nq(1).\n"


@pytest.mark.usefixtures("folder")
def test_taking_a_label_out_leaves_the_other_lines_where_they_are() -> None:
    whole = (axioms.axioms_dir() / "a.pl").read_text(encoding="utf-8").splitlines()
    left = without("1.1", "prolog")["a.pl"].splitlines()
    assert len(left) == len(whole)
    gone = {line for line, other in zip(whole, left, strict=True) if line != other}
    assert gone == {"p(1).", "p(2)."}
    with pytest.raises(AxiomError, match="no block"):
        without("9.9", "prolog")


@pytest.mark.usefixtures("folder")
def test_one_clause_of_a_label_is_taken_out_and_the_others_stay() -> None:
    left = without("1.1", "prolog", 1)["a.pl"].splitlines()
    assert "p(1)." in left
    assert "p(2)." not in left
    with pytest.raises(AxiomError, match="no clause 2, but 2 of them"):
        without("1.1", "prolog", 2)


def test_a_clause_ends_with_its_full_stop_on_whichever_line_that_is() -> None:
    text = "% (1.1) one\np(X) :-\n    q(X),\n    r(X). % so\np(2).\n"
    assert clauses(text) == (
        "p(X) :-\n    q(X),\n    r(X). % so\n",
        "p(2).\n",
    )


def test_a_label_twice_is_an_error(folder: Path) -> None:
    (folder / "b.pl").write_text("% (1.1) again\np(3).\n", encoding="utf-8")
    with pytest.raises(AxiomError, match=r"\(1\.1\) opens two blocks: a\.pl:3 and b"):
        axioms.blocks("prolog")


@pytest.mark.parametrize(
    "text", ["[[formula]", '[[formula]]\nlabel = "1.1"\n', '[[formula]]\nlable = "x"\n']
)
def test_a_register_that_cannot_be_read_is_an_error(folder: Path, text: str) -> None:
    # Another folder, since a register is read once.
    other = folder / "other"
    other.mkdir()
    (other / "register.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYSTPY_AXIOMS", str(other))
        with pytest.raises(AxiomError, match=r"register\.toml cannot be read"):
            register()


def test_a_hash_is_the_same_under_every_python() -> None:
    # Files that come with mystpy are known by it, whatever Python reads them.
    assert axioms.text_hash(b"in(I, S)") == "5bc6813f424b8f70"


def test_the_fingerprint_is_also_of_files_behind_links(
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (folder / "drive").mkdir()
    (folder / "drive" / "drive.lp").write_text("p(1).\n", encoding="utf-8")
    before = axioms.fingerprint()
    drivers = tmp_path_factory.mktemp("elsewhere") / "drivers"
    (folder / "drive").rename(drivers)
    (folder / "drive").symlink_to(drivers)
    with pytest.raises(AxiomError, match=r"drive: it is a link to .*drivers, outside"):
        axioms.fingerprint()
    monkeypatch.setenv("MYSTPY_TRUST", "1")
    assert axioms.fingerprint() == before
    (folder / "again").symlink_to(folder)  # a circle ends
    circle = axioms.fingerprint()
    assert axioms.fingerprint() == circle
    (folder / "again").unlink()
    with (drivers / "drive.pl").open("a", encoding="utf-8") as file:
        file.write("% edited\n")
    assert axioms.fingerprint() != before


def test_the_fingerprint_changes_with_the_axioms(folder: Path) -> None:
    before = axioms.fingerprint()
    assert axioms.fingerprint() == before
    (folder / "a.lp").write_text("p(1).\n", encoding="utf-8")
    assert axioms.fingerprint() != before


@pytest.mark.parametrize("text", ["2.16", "(2.16)", " (2.16) "])
def test_a_row_is_found_by_its_label(text: str) -> None:
    row = register().row(text)
    assert (row.label, row.section, row.kind) == ("2.16", "2.7", "axiom")


def test_an_unknown_label_names_the_nearest() -> None:
    with pytest.raises(AxiomError) as caught:
        register().row("2.61")
    assert caught.value.hint == "did you mean 2.6?"


@LANGUAGES
def test_every_row_has_its_block_in_the_file_it_names(language: str) -> None:
    blocks = axioms.blocks(language)
    labels = register().labels
    assert len(set(labels)) == len(labels)
    assert set(blocks) == set(labels)
    for row in register().rows:
        assert blocks[row.label].file == row.file + axioms.SUFFIXES[language], row.label


def test_the_labels_stand_in_the_same_order_in_both_languages() -> None:
    prolog = [(b.file[:-3], label) for label, b in axioms.blocks("prolog").items()]
    asp = [(b.file[:-3], label) for label, b in axioms.blocks("asp").items()]
    assert prolog == asp


def test_what_a_formula_follows_from_is_in_the_register() -> None:
    labels = set(register().labels)
    for row in register().rows:
        assert set(row.follows_from) <= labels, row.label
