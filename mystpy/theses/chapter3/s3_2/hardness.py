"""Section 3.2: how hard it is to use the Set Size Axiom, by way of vertex covers.

Who hears player 2 say yes to {s1,s2}, {s2,s3}, ... knows that player 2's hand covers
the edges of a graph. To know that a further card is not in the hand is to know that
no smaller set of cards covers them.
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
        """Whether every edge has one of the vertices."""
        return all(u in vertices or v in vertices for u, v in self.edges)

    def cover(self) -> int:
        """The size of the smallest vertex cover."""
        return next(
            k
            for k in range(self.size + 1)
            for chosen in combinations(range(self.size), k)
            if self.covered(frozenset(chosen))
        )


def graphs(size: int) -> Iterator[Graph]:
    """Every graph of a size, one of those that differ by vertex names only."""
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
    """The graph with |V|-k-1 new vertices, each joined to every old one.

    It is covered by the old vertices, |V| of them, and by fewer just if the given
    graph has a cover of at most k. Raises ValueError unless 0 <= k < |V|.
    """
    if not 0 <= k < graph.size:
        raise ValueError(f"a cover of {k} of {graph.size} vertices is no question")
    new = range(graph.size, 2 * graph.size - k - 1)
    cross = tuple((u, v) for u in range(graph.size) for v in new)
    return Graph(graph.size + len(new), graph.edges + cross)


def reduced(graph: Graph, k: int) -> tuple[History, str]:
    """A history and a formula, true just if the graph has no cover of size k.

    The game is MYST(1,|V|,3,2). Player 1 asks player 2 for the ends of each edge of
    the joined graph; in between players 2 and 3 ask for cards of player 3. The
    history has at most 15 actions for each edge, and is executable in some deal
    whatever the graph is. Raises ValueError unless 0 <= k < |V| and |V| >= 2.
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
    """Whether an engine finds the formula of the reduction true."""
    history, formula = reduced(graph, k)
    answer = get_engine(engine).value(history, parse_formula(formula, history.game))
    return answer.value is Value.TRUE


Problem = Callable[[Graph], bool]


def has_no_edge(graph: Graph) -> bool:
    """A problem that is easy, and reduces to VERTEX COVER with 0 vertices."""
    return not graph.edges


def inference(budget: Budget, easy: Problem = has_no_edge) -> Result:
    """Show a problem that reduces to VERTEX COVER and is plainly easy."""
    most = 5 if budget.full else 4
    looked_at, reduces = 0, True
    for size in range(1, most + 1):
        for graph in graphs(size):
            budget.tick()
            looked_at += 1
            reduces = reduces and easy(graph) == (graph.cover() == 0)
    case = {
        "values": {
            "problem": "has the graph no edge?",
            "reduces to": "VERTEX COVER with 0 vertices",
            "graphs checked": str(looked_at),
        }
    }
    return Result.judged(
        case if reduces else None,
        proves=False,
        method="a counterexample, checked on all graphs",
        instances=looked_at,
        scope={"vertices": f"1..{most}"},
    ).by_witness(refutes=True)


def from_vertex_cover(budget: Budget, *, shift: int = 0) -> Result:
    """Check the reduction on all small graphs, both ways, with two engines.

    `shift` is added to the size of the covers asked for, to see the check fail.
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
    return sought(budget, cases, scope, proves=True, method=method)


def expansion(budget: Budget) -> Result:
    """What is found of remark-3.2-expansion."""
    multiplied = _products(budget, len)
    different = _products(budget, lambda found: len(set(found)))
    return multiplied.also(different=different)


def _products(budget: Budget, counted: Callable[[list[frozenset[int]]], int]) -> Result:
    """Compare with 2^g a count of the conjunctions that clauses multiply out to."""

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
