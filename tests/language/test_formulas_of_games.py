"""Formulas: printing and reading, checks against a game, measures, expansion."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.engines.programs.term import formula_term
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.game.game import Game
from mystpy.language.atoms import (
    AnsTurn,
    Domain,
    Falsity,
    GameOver,
    H,
    Phase,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.expand import expand, expanded_size
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.read import read
from mystpy.language.show import latex, show
from mystpy.language.subformulas import (
    MAX_DEPTH,
    agents_in,
    children,
    depth,
    is_objective,
    is_positive,
    modal_depth,
    players_in,
    size,
    walk,
    with_children,
)
from mystpy.language.vocabulary import GameWords

MYST = Game.myst(m=1, n=1, p=5, q=2)
CLUE = Game.clue(players=["ann", "bob", "cleo"])
P, Q, R = H(0, "s1"), H(0, "s2"), H(0, "s3")

PLAYERS = st.integers(1, 5)
CARDS = st.sampled_from(MYST.cards)
GROUPS = st.sets(PLAYERS, min_size=1).map(tuple)
QUESTIONS = st.sets(CARDS, min_size=2, max_size=2).map(frozenset)
DOMAINS: st.SearchStrategy[Domain] = st.one_of(
    st.sampled_from(["cards", "players", "holders"]),
    st.lists(CARDS, unique=True, max_size=3).map(tuple),
    st.lists(st.integers(0, 5), unique=True, max_size=3).map(tuple),
)
VARIABLES = ("x", "y", "i", "X1")


def sort_of(domain: Domain) -> str:
    """Return the sort of the values of a variable over this domain."""
    if isinstance(domain, tuple):
        kinds = {"card" if isinstance(m, str) else "holder" for m in domain}
        kinds = kinds or {"any"}
        kind = kinds.pop()
        return "player" if kind == "holder" and 0 not in domain else kind
    return {"cards": "card", "players": "player", "holders": "holder"}[str(domain)]


@dataclass(frozen=True)
class Shapes:
    """Formulas about MYST, in which every variable is bound and well sorted."""

    scope: dict[str, str]

    def variables(self, *sorts: str) -> list[Var]:
        known = self.scope.items()
        return [Var(v) for v, sort in known if sort in (*sorts, "any")]

    def term(self, constants: st.SearchStrategy[Any], *sorts: str) -> Any:
        found = self.variables(*sorts)
        return constants | st.sampled_from(found) if found else constants

    def atoms(self) -> st.SearchStrategy[Formula]:
        holder = self.term(st.integers(0, 5), "player", "holder")
        player, card = self.term(PLAYERS, "player"), self.term(CARDS, "card")
        return st.one_of(
            st.builds(H, holder, card),
            *(st.builds(kind, player) for kind in (StillIn, Turn, AnsTurn)),
            st.builds(Question, QUESTIONS),
            st.builds(PhaseIs, st.sampled_from(Phase)),
            st.sampled_from([Truth(), Falsity(), GameOver()]),
        )

    def compounds(self, fuel: int) -> st.SearchStrategy[Formula]:
        inner = st.deferred(lambda: self.formulas(fuel - 1))
        parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
        player = self.term(PLAYERS, "player")
        return st.one_of(
            st.builds(Not, inner),
            *(st.builds(kind, parts) for kind in (And, Or)),
            *(st.builds(kind, inner, inner) for kind in (Implies, Iff)),
            st.builds(Knows, player, inner),
            *(st.builds(kind, GROUPS, inner) for kind in (Everyone, Common)),
            *(self.quantified(kind, fuel) for kind in (ForAll, Exists)),
        )

    def quantified(
        self, kind: type[ForAll | Exists], fuel: int
    ) -> st.SearchStrategy[Formula]:
        def over(bound: tuple[str, Domain]) -> st.SearchStrategy[Formula]:
            var, domain = bound
            inside = Shapes({**self.scope, var: sort_of(domain)})
            body = inside.formulas(fuel - 1)
            return st.builds(kind, st.just(var), st.just(domain), body)

        return st.tuples(st.sampled_from(VARIABLES), DOMAINS).flatmap(over)

    def formulas(self, fuel: int) -> st.SearchStrategy[Formula]:
        return self.atoms() | self.compounds(fuel) if fuel else self.atoms()


FORMULAS = Shapes({}).formulas(4)


def parse_formula(text: str, game: Game | None = None) -> Formula:
    return read(text, GameWords(game))


def hinted(error: MystError, hint: str) -> bool:
    """True if the error's hint is, or at least says, this; no hint is ""."""
    return hint in error.hint if error.hint else not hint


def fault(text: str, game: Game | None = None) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse_formula(text, game)
    return caught.value


@given(FORMULAS)
def test_a_printed_formula_is_read_back(formula: Formula) -> None:
    assert parse_formula(str(formula)) == formula
    assert parse_formula(str(formula), MYST) == formula
    assert parse_formula(show(formula, MYST.deck), MYST) == formula


SIGNS = {
    "<->": "↔",
    "->": "→",
    "&": "∧",
    "|": "∨",
    "~": "¬",
    "forall ": "∀",
    "exists ": "∃",
}


@given(FORMULAS)
def test_unicode_signs_are_read_as_their_plain_forms(formula: Formula) -> None:
    text = str(formula)
    for plain, sign in SIGNS.items():
        text = text.replace(plain, sign)
    assert parse_formula(text) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("~h(0,s1) & h(0,s2)", And((Not(P), Q))),
        ("~(h(0,s1) & h(0,s2))", Not(And((P, Q)))),
        ("h(0,s1) & h(0,s2) | h(0,s3)", Or((And((P, Q)), R))),
        ("h(0,s1) | h(0,s2) & h(0,s3)", Or((P, And((Q, R))))),
        ("h(0,s1) | h(0,s2) -> h(0,s3)", Implies(Or((P, Q)), R)),
        ("h(0,s1) -> h(0,s2) -> h(0,s3)", Implies(P, Implies(Q, R))),
        ("(h(0,s1) -> h(0,s2)) -> h(0,s3)", Implies(Implies(P, Q), R)),
        ("h(0,s1) <-> h(0,s2) <-> h(0,s3)", Iff(Iff(P, Q), R)),
        ("h(0,s1) -> h(0,s2) <-> h(0,s3)", Iff(Implies(P, Q), R)),
        ("h(0,s1) & h(0,s2) & h(0,s3)", And((P, Q, R))),
        ("(h(0,s1) & h(0,s2)) & h(0,s3)", And((And((P, Q)), R))),
        ("K(5,~h(0,s1) | h(0,s2))", Knows(5, Or((Not(P), Q)))),
        ("E([2,1],h(0,s1))", Everyone((1, 2), P)),
        ("C({1,2},h(0,s1))", Common((1, 2), P)),
        ("h(0,s1) & forall x in cards: h(0,x) | h(0,s2)",
         And((P, ForAll("x", "cards", Or((H(0, Var("x")), Q)))))),
        ("(exists i in players: Turn(i)) | GameOver",
         Or((Exists("i", "players", Turn(Var("i"))), GameOver()))),
        ("~forall x in [s1]: h(0,x) -> true",
         Not(ForAll("x", ("s1",), Implies(H(0, Var("x")), Truth())))),
        ("Question({s4,s1})", Question(frozenset({"s1", "s4"}))),
        ("ansphase&AnsTurn(2)", And((PhaseIs(Phase.ANS), AnsTurn(2)))),
        ("h(0,s1) ⊃ ⊤ ≡ ⊥", Iff(Implies(P, Truth()), Falsity())),
    ],
)  # fmt: skip
def test_binding_strength_is_as_in_mathematics(text: str, formula: Formula) -> None:
    assert parse_formula(text) == formula
    assert parse_formula(str(formula)) == formula


@pytest.mark.parametrize(
    "text",
    [
        "h(0,s1) & (h(0,s2) | h(0,s3))",
        "(forall x in cards: h(0,x)) & h(0,s1)",
        "~(forall x in cards: h(0,x)) & h(0,s1)",
        "h(0,s1) & forall x in cards: h(0,x)",
        "K(1,forall x in cards: h(0,x)) -> h(0,s1)",
        "forall x in cards: exists i in [0,1]: h(i,x) <-> true",
    ],
)
def test_only_needed_brackets_are_printed(text: str) -> None:
    assert str(parse_formula(text)) == text


def test_players_may_be_named_in_a_game_that_names_them() -> None:
    formula = parse_formula("K(ann, h(bob,plum)) & E([cleo,1], true)", CLUE)
    expected = And((Knows(1, H(2, "plum")), Everyone((1, 3), Truth())))
    assert formula == expected
    named = parse_formula("forall i in [ann,bob]: In(i)", CLUE)
    assert named == ForAll("i", (1, 2), StillIn(Var("i")))


@pytest.mark.parametrize(
    ("text", "column", "part", "hint"),
    [
        ("", 1, "ends too early; expected a formula", ""),
        ("h(0,s1) & ", 10, "ends too early; expected a formula", ""),
        ("(h(0,s1)", 9, "ends too early; expected", ""),
        ("h(0,s1) h(0,s2)", 9, "unexpected 'h'; expected & | -> <->", ""),
        ("h(0,s1))", 8, "unexpected ')'", ""),
        ("turn(1)", 1, "unexpected 'turn'", "did you mean Turn?"),
        ("h(0,s1) & gameover", 11, "unexpected 'gameover'", "did you mean GameOver?"),
        ("and h(0,s2)", 1, "unexpected 'and'", "did you mean &?"),
        ("h(0,s1) ! h(0,s2)", 9, "unexpected '!'", "did you mean ~?"),
        ("h(0,s1) & && h(0,s2)", 11, "unexpected '&&'", ""),
        ("h(0,s1) $ true", 9, "unexpected '$'", ""),
        ("forall x in card: true", 13, "unexpected 'card'", "did you mean cards?"),
        ("forall x cards: true", 10, "expected in", ""),
        ("forall s1 in cards: true", 8, "s1 cannot be a variable", "another letter"),
        ("K(6,true)", 3, "no player 6", "the players are 1..5"),
        ("K(0,true)", 3, "the pile is not a player", "the players are 1..5"),
        ("h(6,s1)", 3, "no player 6", "1..5"),
        ("h(0,s7)", 5, "no card s7", "the cards are s1..s6"),
        ("h(0,1)", 5, "a card is expected here, not the number 1", ""),
        ("K(s1,true)", 3, "a player is expected here, not the card s1", ""),
        ("K(i,true)", 3, "no player i", "the players are 1..5"),
        ("exists xx in cards: h(0,x)", 25, "no card x", "did you mean xx?"),
        ("forall x in cards: In(x)", 23, "but x ranges over cards", ""),
        ("forall i in holders: In(i)", 25, "ranges over holders", "over players"),
        ("forall i in players: h(1,i)", 26, "a card is expected here", ""),
        ("forall i in [0,1]: In(i)", 23, "ranges over holders", "over players"),
        ("forall x in [s1,2]: true", 13, "cards or players, not both", ""),
        ("E([],true)", 3, "must not be empty", ""),
        ("E([1,2,1],true)", 8, "the group names 1 twice", ""),
        ("Question({s1,s1})", 14, "a question names s1 twice", ""),
        ("Question({s1})", 10, "a question has 2 cards, this one has 1", ""),
    ],
)
def test_an_error_names_place_and_remedy(
    text: str, column: int, part: str, hint: str
) -> None:
    error = fault(text, MYST)
    assert (error.line, error.column) == (1, column)
    assert part in str(error)
    assert hinted(error, hint)


def test_a_misspelt_name_leads_to_the_nearest_one() -> None:
    assert fault("h(ann,plumm)", CLUE).hint == "did you mean plum?"
    assert fault("K(anne,true)", CLUE).hint == "did you mean ann?"
    assert "not the player bob" in str(fault("h(ann,bob)", CLUE))


def test_without_a_game_a_player_must_be_a_number() -> None:
    error = fault("K(i,true)")
    assert "a player is expected here, not i" in str(error)
    assert hinted(error, "forall i in players")
    assert parse_formula("h(7,plum)") == H(7, "plum")
    assert "is not a name" in str(fault("h(7,Plum)"))
    assert "no player 1000000000" in str(fault("In(1000000000)"))


def test_positions_count_lines() -> None:
    error = fault("h(0,s1) &\n  h(0,s1) ->\n  h(0;s1)", MYST)
    assert (error.line, error.column) == (3, 6)


@given(st.text(alphabet="KECh(0,s1)[]{}&|~-><: xinforalcdTue", max_size=30))
def test_any_text_is_a_formula_or_a_parse_error(text: str) -> None:
    position = 0
    try:
        formula = parse_formula(text, MYST)
    except ParseError as error:
        position = error.position
    else:
        assert parse_formula(str(formula), MYST) == formula
    assert 0 <= position <= len(text)


def nest(layer: tuple[str, str], levels: int) -> str:
    return "".join([layer[0] * levels, "true", layer[1] * levels])


LAYERS = [
    ("~", ""),
    ("K(1,", ")"),
    ("(true & ", ")"),
    ("(", " & true)"),
    ("(", " -> true)"),
    ("true -> ", ""),
    ("(true <-> ", ")"),
    ("E([1,2],", ")"),
    ("forall x in [s1]: ", ""),
]


@pytest.mark.parametrize("layer", LAYERS)
def test_the_deepest_formulas_pass_through_everything(layer: tuple[str, str]) -> None:
    formula = parse_formula(nest(layer, MAX_DEPTH - 1), MYST)
    assert depth(formula) == MAX_DEPTH
    assert parse_formula(str(formula)) == formula
    assert latex(formula)
    assert formula_term(expand(formula, MYST), MYST.deck)
    assert modal_depth(formula) in (0, MAX_DEPTH - 1)
    assert isinstance(hash(formula), int)


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("levels", [MAX_DEPTH, 2_000])
def test_deeper_formulas_are_refused(layer: tuple[str, str], levels: int) -> None:
    error = fault(nest(layer, levels))
    assert f"nested deeper than {MAX_DEPTH}" in str(error)


def test_very_deep_texts_are_refused_without_recursion() -> None:
    assert "nested deeper" in str(fault("~" * 20_000 + "true"))


def test_deep_formulas_built_by_hand_are_refused_when_printed() -> None:
    formula: Formula = Truth()
    for _ in range(MAX_DEPTH):
        formula = Not(formula)
    for use in (str, latex, formula_term, modal_depth, lambda f: expand(f, MYST)):
        with pytest.raises(QueryError, match="nested deeper"):
            use(formula)


def test_brackets_alone_do_not_count_as_depth() -> None:
    assert parse_formula("(" * 5000 + "true" + ")" * 5000) == Truth()


def test_long_chains_are_flat() -> None:
    text = " & ".join(["h(0,s1)"] * 1000)
    formula = parse_formula(text)
    assert depth(formula) == 2
    assert str(formula) == text


def test_latex_is_the_notation_of_the_thesis() -> None:
    written = {
        "K(5,~h(0,s3))": r"K(5, \neg h_{0,3})",
        "h(1,s12) -> h(0,plum)": r"h_{1,12} \supset h_{0,\text{plum}}",
        "h(0,s1) & h(0,s2) | true <-> false":
            r"h_{0,1} \wedge h_{0,2} \vee \top \equiv \bot",
        "C([1,2],Question({s1,s4}))": r"C(\{1, 2\}, Question(\{s_1, s_4\}))",
        "forall x in cards: exists i in [1,2]: h(i,x)":
            r"\forall x \in S \colon \exists i \in \{1, 2\} \colon h_{i,x}",
        "forall k in holders: ~h(k,s1)":
            r"\forall k \in \{0\} \cup P \colon \neg h_{k,1}",
    }  # fmt: skip
    assert {text: latex(parse_formula(text)) for text in written} == written


def test_engine_terms_are_what_both_logics_read() -> None:
    written = {
        "K(1,~h(0,s3))": "k(1,neg(h(0,s3)))",
        "true & false": "and(truth,falsity)",
        "E([2,1],In(1)) | C([3],Turn(3))": "or(e(set(1,2),in(1)),c(set(3),turn(3)))",
        "GameOver -> AnsTurn(2)": "imp(game_over,ans_turn(2))",
        "askphase <-> endphase": "iff(askphase,endphase)",
        "Question({s4,s1})": "question(set(s1,s4))",
    }
    terms = {text: formula_term(parse_formula(text), MYST.deck) for text in written}
    assert terms == written


def test_wide_conjunctions_become_balanced_terms() -> None:
    parts = tuple(H(0, f"s{i}") for i in range(1000))
    term = formula_term(And(parts))
    deepest = max(itertools.accumulate({"(": 1, ")": -1}.get(mark, 0) for mark in term))
    assert deepest <= 12
    assert formula_term(And(parts[:3])) == "and(and(h(0,s0),h(0,s1)),h(0,s2))"


def test_a_quantifier_has_no_engine_term() -> None:
    with pytest.raises(QueryError, match="quantifier is left"):
        formula_term(ForAll("x", "cards", H(0, Var("x"))))


@pytest.mark.parametrize(
    ("text", "modal", "positive", "objective"),
    [
        ("h(0,s1)", 0, True, True),
        ("~h(0,s1)", 0, True, True),
        ("K(1,~h(0,s1))", 1, True, False),
        ("~K(1,h(0,s1))", 1, False, False),
        ("~~K(1,h(0,s1))", 1, True, False),
        ("K(1,K(2,h(0,s1)))", 2, True, False),
        ("K(1,~K(2,h(0,s1)))", 2, False, False),
        ("K(1,h(0,s1)) -> h(0,s1)", 1, False, False),
        ("h(0,s1) -> C([1,2],h(0,s1))", 1, True, False),
        ("~(K(1,true) -> true)", 1, True, False),
        ("h(0,s1) <-> K(1,h(0,s1))", 1, False, False),
        ("h(0,s1) <-> h(0,s2)", 0, True, True),
        ("forall i in players: K(i,true)", 1, True, False),
        ("~exists i in players: E([1],true)", 1, False, False),
    ],
)
def test_what_a_formulas_form_tells(
    text: str, modal: int, positive: bool, objective: bool
) -> None:
    formula = parse_formula(text)
    assert modal_depth(formula) == modal
    assert is_positive(formula) is positive
    assert is_objective(formula) is objective


def test_players_and_agents_are_told_apart() -> None:
    formula = parse_formula("K(1,h(2,s1) & h(0,s2)) | C([3,4],Turn(5))")
    assert players_in(formula) == {1, 2, 3, 4, 5}
    assert agents_in(formula) == {1, 3, 4}


@given(FORMULAS)
def test_walking_and_rebuilding_agree(formula: Formula) -> None:
    nodes = list(walk(formula))
    assert nodes[0] is formula
    assert len(nodes) == size(formula) >= depth(formula)
    assert with_children(formula, children(formula)) == formula


def test_conjunctions_of_any_number() -> None:
    assert conjunction([]) == Truth()
    assert conjunction([P]) == P
    assert conjunction([P, Q]) == And((P, Q))
    assert disjunction([]) == Falsity()
    assert disjunction(iter([P, Q])) == Or((P, Q))
    with pytest.raises(QueryError, match="needs two parts"):
        And((P,))


def test_groups_are_sets() -> None:
    assert Common((3, 1, 3), P) == Common((1, 3), P)
    with pytest.raises(QueryError, match="must not be empty"):
        Everyone((), P)


@given(FORMULAS)
def test_expansion_leaves_no_quantifier_and_no_variable(formula: Formula) -> None:
    expanded = expand(formula, MYST)
    assert not any(isinstance(node, ForAll | Exists) for node in walk(expanded))
    assert formula_term(expanded, MYST.deck)
    assert size(expanded) <= expanded_size(formula, MYST)
    assert expand(expanded, MYST) == expanded


def test_expansion_over_each_domain() -> None:
    game = Game.myst(1, 1, 2, 1)

    def said(text: str) -> str:
        return str(expand(parse_formula(text, game), game))

    assert said("forall x in cards: h(0,x)") == "h(0,s1) & h(0,s2) & h(0,s3)"
    assert said("exists k in holders: h(k,s1)") == "h(0,s1) | h(1,s1) | h(2,s1)"
    assert said("exists i in players: K(i,true)") == "K(1,true) | K(2,true)"
    assert said("forall i in [2]: E([1,i],In(i))") == "E([1,2],In(2))"
    assert said("forall i in [1]: E([1,i],In(i))") == "E([1],In(1))"
    assert said("forall x in []: h(0,x)") == "true"
    assert said("exists x in []: h(0,x)") == "false"
    inner = "forall x in [s1]: exists x in [s2]: h(0,x)"
    assert said(inner) == "h(0,s2)"


def test_a_question_made_ill_formed_was_never_asked() -> None:
    text = "exists x in [s1,s2]: Question({x,s2})"
    expanded = expand(parse_formula(text, MYST), MYST)
    assert expanded == Or((Question(frozenset({"s1", "s2"})), Falsity()))


def test_expansion_checks_what_was_built_by_hand() -> None:
    for wrong in (
        H(0, "s9"),
        H(6, "s1"),
        Knows(0, P),
        StillIn(Var("i")),
        H(0, Var("x")),
    ):
        with pytest.raises(QueryError):
            expand(wrong, MYST)
    with pytest.raises(QueryError, match="no card a'b"):
        expand(H(0, "a'b"), MYST)


def test_expansion_beyond_measure_is_refused() -> None:
    text = "".join(f"forall x{i} in cards: " for i in range(6)) + "h(0,x1)"
    with pytest.raises(QueryError, match="unfold into") as caught:
        expand(parse_formula(text, CLUE), CLUE)
    assert hinted(caught.value, "fewer")


def test_everything_wrong_is_a_myst_error() -> None:
    with pytest.raises(MystError):
        parse_formula("?")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("In(1) == In(2)", "<->"),
        ("In(1) = In(2)", "<->"),
        ("m == n", "="),
    ],
)
def test_the_sign_of_another_language_is_told_as_ours(text: str, hint: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_formula(text)
    assert raised.value.hint == f"did you mean {hint}?"


def test_our_own_sign_where_it_cannot_stand_is_not_told_as_another() -> None:
    with pytest.raises(ParseError, match=r"unexpected '->'") as raised:
        parse_formula("In(1) -> -> In(2)")
    assert raised.value.hint is None


@pytest.mark.parametrize(
    "text", ["[show(2,1,{s1},s1)]true", "<noshow(2,1,{s1})>true", "[win(1)]true"]
)
def test_steps_of_models_are_sent_to_check(text: str) -> None:
    error = fault(text, Game.myst(1, 1, 2, 1))
    assert error.hint is not None
    assert "there is no named action" in str(error)
    assert error.hint.endswith("mystpy check decides what holds after them")
