"""Make third-player.md: profiles of three or more players, and coalitions.

The standard term is a team against an adversary. Players who share their observations
are one player in two seats, so that the game is one of two players with one prize.
Without each other's cards they can do less: a profile of the team bounds their result
from the other side.

python tools/third_player.py [--teams]

With `--teams` only the table of one player against a team is made.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import floor
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.solve.extensive.action_space import AbstractAction, PublicNode
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.subgame import Decision, Subgame
from mystpy.solve.extensive.value_bounds import sides
from mystpy.solve.profiles.game_tree import GameTree, game_tree
from mystpy.solve.profiles.profile import (
    Profile,
    ProfileValue,
    RegretLearner,
    learn_profile,
    outlook,
    reach_chances,
    response,
    round_profile,
)
from mystpy.solve.profiles.profile_certificate import profile_certificate
from mystpy.solve.teams.named_tree import named_tree
from mystpy.solve.teams.team_bounds import team_bounds
from mystpy.solve.teams.team_certificate import team_certificate

TEAMS = "<!-- one player against a team: by tools/third_player.py --teams -->"
TEAMS_END = "<!-- so much on teams -->"
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "third-player.md"
CHECKER = Path(__file__).with_name("check_certificate.py")
TEAM_CHECKER = Path(__file__).with_name("check_team_certificate.py")
MARK = "<!-- the tables are written by tools/third_player.py -->"


_NOWHERE, _UNTOLD = PublicNode(0, (), ()), AbstractAction((Asks.name, 0), (), ())
"""Placeholders for a public node and an action, if nobody reads them."""


class SecurityBounds(NamedTuple):
    """Bounds of a player's probability to win if all others form a coalition.

    `lower` and `upper` bound it if they see each other's cards; if they do not, it is
    between `lower` and `apart`.
    """

    player: int
    lower: Fraction
    upper: Fraction
    apart: Fraction


def form_of(tree: GameTree, player: int) -> SequenceForm:
    """The game of a player against all others, who are one, as a sequence form."""
    whole = Subgame((), (((),), ((),)))
    came: list[tuple[int, int, Fraction]] = [(0, 0, Fraction(1))] * len(tree.nodes)
    ranges: dict[int, range] = {}
    for node, (one, two, chance) in zip(tree.nodes, came, strict=True):
        if node.decision < 0:
            if player in (node.winner, *node.still_in):
                parts = chance.as_integer_ratio()
                whole.ends.append((one, two, 0, 0, *parts, not node.winner))
            continue
        found = tree.decisions[node.decision]
        mine = found.player == player
        if node.decision not in ranges:
            side, parent = (1, one) if mine else (2, two)
            options = (_UNTOLD,) * len(found.picks)
            choice = Decision(parent, _NOWHERE, (), options)
            ranges[node.decision] = whole.choose(side, choice)
        for k, after in zip(ranges[node.decision], node.after, strict=True):
            for number, share in after:
                pair = (k, two) if mine else (one, k)
                came[number] = (*pair, chance * share)
    return SequenceForm(whole, tree.turns, 1)


def alone(
    game: Game,
    player: int,
    turns: int,
    *,
    idle: bool = True,
    rounds: int = 200,
    tick: Callable[[], None] = lambda: None,
) -> SecurityBounds:
    """Return a player's guaranteed probability to win against all others.

    Raises as `game_tree`, and as the solver.
    """
    others = [i for i in range(1, game.p + 1) if i != player]
    form = form_of(game_tree(game, turns, idle=idle, league=others, tick=tick), player)
    low, high = sides(form, 0)[0].value, sides(form, 1)[1].value
    tree = game_tree(game, turns, idle=idle, tick=tick)
    learner = RegretLearner(tree, {i: frozenset(others) for i in others})
    learner.learn(rounds, tick)
    apart = Fraction(1)
    for chances in (learner.average, learner.last):
        for denominator in (1, 6, 120, 10**6):
            profile = round_profile(chances, denominator)
            apart = min(apart, response(tree, profile, player)[0])
    return SecurityBounds(player, low, high, apart)


class Kingmaker(NamedTuple):
    """A choice to which its player is indifferent, and the others are not.

    `wins` are the probabilities of all players, and `instead` those with the other
    choice.
    """

    decision: int
    pick: int
    wins: tuple[Fraction, ...]
    instead: tuple[Fraction, ...]


def kingmakers(tree: GameTree, profile: Profile) -> Iterator[Kingmaker]:
    """Yield the reached choices of a profile that decide only the others' results."""
    weights, ahead = reach_chances(tree, profile), outlook(tree, profile)
    wins = ahead[0]
    changes: dict[int, list[list[Fraction]]] = {}
    for node, weight, now in zip(tree.nodes, weights, ahead, strict=True):
        if weight and node.decision >= 0:
            nothing = [[Fraction(0)] * len(wins) for _ in node.after]
            some = changes.setdefault(node.decision, nothing)
            for change, after in zip(some, node.after, strict=True):
                for i, before in enumerate(now):
                    instead = sum(share * ahead[k][i] for k, share in after)
                    change[i] += weight * (instead - before)
    for decision, some in sorted(changes.items()):
        player = tree.decisions[decision].player
        for pick, change in enumerate(some):
            if any(change) and not change[player]:
                then = tuple(a + b for a, b in zip(wins, change, strict=True))
                yield Kingmaker(decision, pick, wins, then)


class Row(NamedTuple):
    """A game and how it is looked at: MYST(m,n,p,q), turns, idle questions, leagues."""

    m: int
    n: int
    p: int
    q: int
    turns: int
    idle: bool
    leagues: bool = False

    @property
    def game(self) -> Game:
        """The game."""
        return Game.myst(self.m, self.n, self.p, self.q)

    @property
    def name(self) -> str:
        """The game's name."""
        return f"MYST({self.m},{self.n},{self.p},{self.q})"

    @property
    def certificate(self) -> str:
        """The name of the file with its profile."""
        useful = "" if self.idle else "-useful"
        return f"profiles/{self.m}-{self.n}-{self.p}-{self.q}{useful}.json"


ROWS = (
    Row(1, 1, 3, 1, 6, True, leagues=True),
    Row(1, 1, 3, 2, 3, True, leagues=True),
    Row(2, 1, 3, 1, 4, False, leagues=True),
    Row(2, 1, 3, 1, 4, True),
    Row(2, 1, 3, 2, 3, True, leagues=True),
    Row(1, 2, 3, 1, 5, True),
    Row(1, 2, 3, 2, 3, True),
    Row(3, 1, 3, 1, 5, False),
    Row(1, 1, 4, 1, 5, False),
    Row(2, 1, 4, 1, 4, False),
)
ROUNDS = 100
"""So many rounds of learning, if nothing is found before."""


def share(value: Fraction) -> str:
    """A fraction as it is, or as a decimal where it is long."""
    return str(value) if value.denominator < 1000 else f"{float(value):.4f}"


def line(row: Row, tree: GameTree, profile: Profile, found: ProfileValue) -> str:
    """Return the values of a profile of a game, after its certificate is checked."""
    path = PAGE.parents[1] / "certificates" / row.certificate
    document = profile_certificate(tree, profile, found)
    path.write_text(f"{json.dumps(document)}\n", "utf-8")
    said = subprocess.check_output([sys.executable, CHECKER, path], encoding="utf-8")
    (checked,) = re.findall(r"positions: (\d+)", said)
    regret = "0" if not found.regret else f"at most {upwards(found.regret)}"
    cells = (
        row.name,
        "yes" if row.idle else "no",
        str(row.turns),
        str(len(tree.nodes)),
        ", ".join(map(share, found.wins)),
        share(found.broken),
        regret,
        f"[{checked} positions](../certificates/{row.certificate})",
    )
    return f"| {' | '.join(cells)} |"


class TeamRow(NamedTuple):
    """A game of three in which players are looked at against the others as a team."""

    m: int
    n: int
    q: int
    turns: int
    idle: bool
    named: bool = False
    alone: tuple[int, ...] = (1, 2, 3)

    @property
    def tree(self) -> GameTree:
        """The tree, with counted cards or with named ones."""
        game = Game.myst(self.m, self.n, 3, self.q)
        return (named_tree if self.named else game_tree)(
            game, self.turns, idle=self.idle
        )


TEAM_ROWS = (
    TeamRow(1, 1, 1, 4, True),
    TeamRow(1, 1, 1, 3, False, named=True),
    TeamRow(1, 1, 2, 3, True),
    TeamRow(1, 1, 2, 2, True, named=True),
    TeamRow(2, 1, 1, 4, False),
    TeamRow(2, 1, 2, 3, True),
    TeamRow(1, 2, 2, 3, True, alone=(1,)),
    TeamRow(3, 1, 1, 4, False),
)


def against_teams(row: TeamRow) -> Iterator[str]:
    """Yield each player's result against a team, after its certificate is checked."""
    tree = row.tree
    words = ("yes" if row.idle else "no", "named" if row.named else "counted")
    for player in row.alone:
        *_, best = team_bounds(tree, player)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "c.json"
            document = team_certificate(best, named=row.named)
            path.write_text(json.dumps(document), "utf-8")
            subprocess.check_output([sys.executable, TEAM_CHECKER, path])
        found = share(best.lower)
        if best.value is None:
            found = f"{floor(best.lower * 10**6) / 10**6:.6f} to {share(best.upper)}"
        cells = (
            f"MYST({row.m},{row.n},3,{row.q})",
            *(words[0], str(row.turns), words[1], str(len(tree.nodes))),
            *(str(player), found, str(len(best.mixture))),
        )
        yield f"| {' | '.join(cells)} |"


def teams() -> None:
    """Write the table of teams into the page, after each game."""
    names = ("game", "idle questions", "turns", "cards", "positions", "alone")
    head = (*names, "wins against the team", "joint plans")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for row in TEAM_ROWS:
        for text in against_teams(row):
            print(text, flush=True)
            lines.append(text)
        before, _, rest = PAGE.read_text("utf-8").partition(TEAMS)
        _, end, after = rest.partition(TEAMS_END)
        table = "\n".join(lines)
        PAGE.write_text(f"{before}{TEAMS}\n\n{table}\n\n{end}{after}", "utf-8")


def upwards(value: Fraction) -> str:
    """Four digits of a bound, rounded up."""
    return f"{-(-value * 10**4 // 1) / 10**4:.4f}"


def against(row: Row) -> Iterator[str]:
    """Yield each player's probability to win if the two others form a coalition."""
    for player in range(1, row.p + 1):
        found: SecurityBounds = alone(
            row.game, player, row.turns, idle=row.idle, rounds=60
        )
        seen = share(found.lower)
        if found.lower != found.upper:
            seen += f" to {share(found.upper)}"
        yield f"| {row.name} | {player} | {seen} | {share(found.apart)} |"


def decided(row: Row, tree: GameTree, profile: Profile) -> Iterator[str]:
    """The first choice that decides only what others win."""
    for found in kingmakers(tree, profile):
        decision = tree.decisions[found.decision]
        pick = decision.picks[found.pick].kind
        now, then = (", ".join(map(share, w[1:])) for w in (found.wins, found.instead))
        asked = sum(str(key[0]) == "asks" for key in decision.kinds)
        yield (
            f"| {row.name} | {decision.player} | {asked} | {pick} | {now} | {then} |"
        )


def table_of(makers: list[str]) -> list[str]:
    """The table of choices that decide only what others win."""
    names = ("game", "player", "questions", "what else", "who wins", "who wins then")
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|", *makers]


def main() -> None:
    """Write the tables into the page."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--teams", action="store_true", help="one against a team only")
    if options.parse_args().teams:
        teams()
        return
    worths: list[str] = []
    leagues: list[str] = []
    makers: list[str] = []
    for row in ROWS:
        tree = game_tree(row.game, row.turns, idle=row.idle)
        profile, found = learn_profile(tree, ROUNDS)
        worths.append(line(row, tree, profile, found))
        print(worths[-1], flush=True)
        makers += islice(decided(row, tree, profile), 1)
        if row.leagues:
            leagues += against(row)
            print(*leagues[-3:], sep="\n", flush=True)
    names = ("game", "idle questions", "turns", "positions")
    head = (*names, "who wins: 1, 2, ...", "broken off", "could gain", "checked")
    tables = [
        f"| {' | '.join(head)} |",
        "|---" * len(head) + "|",
        *worths,
        "",
        "One player against two in a coalition:",
        "",
        "| game | alone | if they see each other's cards | at most, if they do not |",
        "|---|---|---|---|",
        *leagues,
        "",
        "Choices between which the player is indifferent, and the others are not:",
        "",
        *(
            table_of(makers)
            if makers
            else ["There is none that these profiles come to."]
        ),
    ]
    text, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text(f"{text}{MARK}\n\n" + "\n".join(tables) + "\n", "utf-8")


if __name__ == "__main__":
    main()
