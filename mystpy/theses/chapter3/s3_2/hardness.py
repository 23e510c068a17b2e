"""Section 3.2: the complexity of using the Set Size Axiom, by vertex covers.

If player 2 says yes to {s1,s2}, {s2,s3}, ..., a listener knows that player 2's hand
covers the edges of a graph. The listener knows that a further card is not in the hand
if and only if no smaller set of cards covers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from mystpy.compilation import dataclass
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.theses.case_analysis import Case, sought

Edge = tuple[int, int]


ENGINES = ("worlds", "asp")


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph with vertices 0, 1, ...; an edge has its smaller vertex first."""

    size: int
    edges: tuple[Edge, ...]

    def covered(self, vertices: frozenset[int]) -> bool:
        """Return whether every edge has one of the vertices."""
        return all(u in vertices or v in vertices for u, v in self.edges)

    def cover(self) -> int:
        """Return the size of the smallest vertex cover."""
        return next(
            k
            for k in range(self.size + 1)
            for chosen in combinations(range(self.size), k)
            if self.covered(frozenset(chosen))
        )


def graphs(size: int) -> Iterator[Graph]:
    """Yield every graph of a size, up to renaming of vertices."""
    pairs = list(combinations(range(size), 2))
    orders = list(permutations(range(size)))
    for number in range(1 << len(pairs)):
        edges = {pair for k, pair in enumerate(pairs) if number >> k & 1}
        renamed = (
            sum(
                1 << k
                for k, (u, v) in enumerate(pairs)
                if (min(o[u], o[v]), max(o[u], o[v])) in edges
            )
            for o in orders
        )
        if all(number <= other for other in renamed):
            yield Graph(size, tuple(sorted(edges)))


def joined(graph: Graph, k: int) -> Graph:
    """Return the graph with |V|-k-1 new vertices, each joined to every old one.

    The |V| old vertices cover it. Fewer vertices cover it if and only if the given
    graph has a cover of at most k. Raises ValueError unless 0 <= k < |V|.
    """
    if not 0 <= k < graph.size:
        raise ValueError(f"a cover of {k} of {graph.size} vertices is no question")
    new = range(graph.size, 2 * graph.size - k - 1)
    cross = tuple((u, v) for u in range(graph.size) for v in new)
    return Graph(graph.size + len(new), graph.edges + cross)


def reduced(graph: Graph, k: int) -> tuple[History, str]:
    """Return a history and a formula that says that no cover has size k.

    The formula is true if and only if the graph has no such cover. The game is
    MYST(1,|V|,3,2). Player 1 asks player 2 for the ends of each edge of the joined
    graph; in between players 2 and 3 ask for cards of player 3. The history has at most
    15 actions for each edge, and is executable in some deal whatever the graph is.
    Raises ValueError unless 0 <= k < |V| and |V| >= 2.
    """
    game = Game.myst(m=1, n=graph.size, p=3, q=2)
    clauses = joined(graph, k)
    cards = game.cards
    own = cards[-graph.size :]
    idle = f"{{{own[0]},{own[1]}}}"
    turns = [
        f"asks(1,{{{cards[u]},{cards[v]}}}) yes(2) shows(2,1,_) noguess(1) endturn(1)"
        f" asks(2,{idle}) yes(3) shows(3,2,{own[0]}) noguess(2) endturn(2)"
        f" asks(3,{idle}) no(1) no(2) noguess(3) endturn(3)"
        for u, v in clauses.edges
    ]
    further = cards[clauses.size]
    history = History.make(game, {3: own}, " ".join(turns))
    return history, f"K(3, ~h(2,{further}))"


def decided(graph: Graph, k: int, engine: str) -> bool:
    """Return whether an engine finds the formula of the reduction true."""
    history, formula = reduced(graph, k)
    answer = get_engine(engine).value(history, parse_formula(formula, history.game))
    return answer.value is Value.TRUE


Problem = Callable[[Graph], bool]


def never(_graph: Graph) -> bool:
    """Return False: the empty problem has no graph as an instance."""
    return False


NO_INSTANCE = (Graph(3, ((0, 1), (0, 2), (1, 2))), 1)
"""A triangle has no vertex cover of one vertex."""

INSTANCE = (Graph(2, ((0, 1),)), 1)
"""A single edge has one."""


def has_cover(graph: Graph, k: int) -> bool:
    """Decide VERTEX COVER: whether k vertices cover the graph."""
    return graph.cover() <= k


def inference(budget: Budget, problem: Problem = never) -> Result:
    """Show a problem that reduces to VERTEX COVER and is not NP-hard.

    The reduction maps every graph to one that has no cover of the size. A reduction of
    VERTEX COVER to a problem without instances would map its instances to some, so
    there is none. That no graph satisfies the problem is checked for small graphs only;
    for the empty problem it is true by definition.
    """
    most = 5 if budget.full else 4
    looked_at, reduces = 0, has_cover(*INSTANCE) and not has_cover(*NO_INSTANCE)
    for size in range(1, most + 1):
        for graph in graphs(size):
            budget.tick()
            looked_at += 1
            reduces = reduces and problem(graph) == has_cover(*NO_INSTANCE)
    case = {
        "values": {
            "problem": "the empty one, without instances",
            "reduces to": "VERTEX COVER: every graph to the triangle with 1 vertex",
            "does not reduce to it": "VERTEX COVER: the edge with 1 vertex is in it",
        }
    }
    return Result.judged(
        case if reduces else None,
        proves=False,
        method="a counterexample",
        instances=looked_at,
        scope={"vertices": f"1..{most}"},
    ).by_witness(refutes=True)


def from_vertex_cover(budget: Budget, *, shift: int = 0) -> Result:
    """Check the reduction on all small graphs, both ways, with two engines.

    `shift` is added to the size of the covers, to see the check fail.
    """
    most = 4 if budget.full else 3

    def decided_otherwise(graph: Graph, k: int) -> bool:
        wanted = graph.cover() > k + shift
        return any(decided(graph, k, engine) is not wanted for engine in ENGINES)

    cases = (
        {"values": {"edges": str(graph.edges), "k": str(k)}}
        if decided_otherwise(graph, k)
        else None
        for size in range(2, most + 1)
        for graph in graphs(size)
        for k in range(size)
    )
    scope = {"vertices": f"2..{most}"}
    method = "both sides computed on all graphs"
    main = sought(budget, cases, scope, method=method)
    return main.also(cards=hands_and_covers(budget))


def has_hand(graph: Graph, k: int) -> bool:
    """Return whether |V| cards, one of them extra, meet all pairs of the reduction.

    The pairs are the edges of the joined graph, and the extra card is in none.
    """
    clauses = joined(graph, k)
    further = clauses.size
    hands = combinations(range(further), graph.size - 1)
    return any(clauses.covered(frozenset((*hand, further))) for hand in hands)


def hands_and_covers(budget: Budget) -> Result:
    """Check the step about the cards on all small graphs."""
    most = 5 if budget.full else 4
    cases = (
        None
        if has_hand(graph, k) is has_cover(graph, k)
        else {"values": {"edges": str(graph.edges), "k": str(k)}}
        for size in range(1, most + 1)
        for graph in graphs(size)
        for k in range(size)
    )
    method = "both sides computed on all graphs"
    return sought(budget, cases, {"vertices": f"1..{most}"}, method=method)


def expansion(budget: Budget) -> Result:
    """Return the result for remark-3.2-expansion."""
    multiplied = _products(budget, len)
    different = _products(budget, lambda found: len(set(found)))
    return multiplied.also(different=different)


def _products(budget: Budget, counted: Callable[[list[frozenset[int]]], int]) -> Result:
    """Compare the number of conjunctions in a product of clauses with 2^g."""

    def cases() -> Iterator[Case | None]:
        for size in range(2, 5):
            for graph in graphs(size):
                found = counted([frozenset(way) for way in product(*graph.edges)])
                wanted = 2 ** len(graph.edges)
                said = {"found": str(found), "2^g": str(wanted)}
                case = {"values": {"clauses": str(graph.edges), **said}}
                yield None if found == wanted else case

    method = "exhaustive over all sets of pairs"
    return sought(budget, cases(), {"cards in pairs": "2..4"}, method=method)
