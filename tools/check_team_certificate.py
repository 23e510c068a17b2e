"""Check a certificate of `mystpy solve --alone`: are its bounds those of its tree?

    python tools/check_team_certificate.py FILE

This file uses nothing of mystpy, and no solver. It reads the tree that the certificate
has, and checks that it is one in which every player remembers what he knew and did. The
lower bound is what the strategy of the player alone wins against the joint pure plan
that is worst for him. Plans are skipped if they cannot be worse than one that was
found, because the team would not do better even if its members shared all they have
seen. The upper bound is what his best response wins against the mixture of plans. A
game that is broken off is lost for him in the first, and won in the second if he is in.

Whether the tree is that of the game is not checked here: `mystpy solve --check` grows
it again from the axioms.
"""

import json
import sys
from fractions import Fraction
from itertools import chain
from pathlib import Path

FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError)
USAGE = "usage: check_team_certificate.py FILE"


class Wrong(Exception):
    """An error in a certificate."""


def main(words):
    """Print both bounds; 0 if they are what the certificate claims."""
    if set(words) & {"-h", "--help"}:
        print(__doc__)
        return 0
    if len(words) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        document = json.loads(Path(words[0]).read_text("utf-8"))
        if document["certificate"] != 4:
            raise Wrong("no certificate of a player against a team")
        tree = Tree(document)
        low, high = tree.lower(document["strategy"]), tree.upper(document["plans"])
        claimed = fraction(document["lower"]), fraction(document["upper"])
    except Wrong as error:
        print(f"wrong: {error}", file=sys.stderr)
        return 2
    except FAULTS as error:
        print(f"no certificate: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(f"player {tree.alone} wins with at least {low} and with at most {high}")
    print(f"nodes: {len(tree.nodes)}, looked at with fixed actions: {tree.searched}")
    if (low, high) != claimed:
        print(f"wrong: the certificate claims {claimed[0]} and {claimed[1]}")
        return 1
    return 0


def fraction(text):
    """A fraction that is written as one."""
    if not isinstance(text, str):
        raise Wrong(f"no fraction: {text!r}")
    return Fraction(text)


def least(sums):
    """The least of some sums; None is no sum."""
    return min(x for x in sums if x is not None)


class Tree:
    """A tree: `came` has, for each node, what each player had done at which sets."""

    def __init__(self, document):
        self.alone, self.sets = document["alone"], document["sets"]
        self.nodes, self.searched = document["nodes"], 0
        self.after = {}
        self.came, self.parts = {0: {}}, {0: Fraction(1)}
        own = {}
        for number, node in enumerate(self.nodes):
            if number not in self.came:
                raise Wrong(f"nothing leads to node {number}")
            if "set" not in node:
                continue
            player, size = self.sets[node["set"]]
            mine = self.came[number].get(player, ())
            if own.setdefault(node["set"], mine) != mine:
                raise Wrong(f"player {player} forgets something at set {node['set']}")
            if len(node["after"]) != size:
                raise Wrong(f"node {number} has not the actions of its set")
            if player == 0 and size != 1:
                raise Wrong("chance has no choice")
            self.after[number] = [self.ends(number, x) for x in node["after"]]
            for action, ends in enumerate(self.after[number]):
                step = (*mine, (node["set"], action))
                for child, _ in ends:
                    self.came[child] = {**self.came[number], player: step}

    def ends(self, number, listed):
        """Return the successors of an action with probabilities, which add up to 1."""
        found = [(child, fraction(part)) for child, part in listed]
        for child, part in found:
            if type(child) is not int or not number < child < len(self.nodes):
                raise Wrong(f"node {number} leads back to {child}")
            if child in self.parts or part <= 0:
                raise Wrong(f"node {child} is led to twice, or never")
            self.parts[child] = part
        if sum(part for _, part in found) != 1:
            raise Wrong(f"chances at node {number} do not add up to 1")
        return found

    def won(self, number, share):
        """Return whether the player alone wins at a last node."""
        node = self.nodes[number]
        if "winner" in node:
            return int(node["winner"] == self.alone)
        return share * (self.alone in node["broken"])

    def team(self, number):
        """Return whether a member of the team is to choose at a node."""
        return self.sets[self.nodes[number]["set"]][0] not in (0, self.alone)

    def chance_of(self, mine):
        """Return the probability of each node by chance and the choices of one side.

        `mine` says, for a node of that side, with which chance it takes each action;
        None for a node of the other side.
        """
        found = [Fraction(0)] * len(self.nodes)
        found[0] = Fraction(1)
        for number, ends in self.after.items():
            acts = mine(number) if found[number] else None
            for action, one in enumerate(ends):
                for child, part in one:
                    times = 1 if acts is None else acts[action]
                    found[child] = found[number] * part * times
        return found

    def lower(self, strategy):
        """Return the least win of a strategy against any joint pure plan."""

        def does(number):
            if self.team(number) or self.sets[self.nodes[number]["set"]][0] == 0:
                return None
            acts = [fraction(x) for x in strategy[str(self.nodes[number]["set"])]]
            if len(acts) != len(self.after[number]) or min(acts) < 0 or sum(acts) != 1:
                raise Wrong(f"chances at set {self.nodes[number]['set']}")
            return acts

        weights = self.chance_of(does)
        members = self.members()
        best, open_ = None, [{}]
        while open_:
            fixed = open_.pop()
            self.searched += 1
            bound, plan, doubtful = self.told(weights, members, fixed)
            if best is not None and bound >= best:
                continue
            if doubtful is None:
                best = bound
                continue
            actions = range(self.sets[doubtful][1])
            first = plan[doubtful]  # looked at last in, first out
            rest = [x for x in actions if x != first]
            open_ += [{**fixed, doubtful: x} for x in (*rest, first)]
        return best

    def members(self):
        """Return for each node of the team the members' earlier actions together."""
        ways, found, known = {0: 0}, {}, {}
        for number, ends in self.after.items():
            way = ways.pop(number)
            if self.team(number):
                found[number] = (self.nodes[number]["set"], way)
            for action, one in enumerate(ends):
                step = (found[number], action) if number in found else None
                for child, _ in one:
                    later = (
                        way if step is None else known.setdefault(step, len(known) + 1)
                    )
                    ways[child] = later
        return found

    def told(self, weights, members, fixed):
        """The least that is won if the members tell each other all they have seen.

        With it the plan, and a set where it has two actions, if there is one.
        """
        values, groups, each = {}, {}, {}
        for number, group in members.items():
            groups.setdefault(group, []).append(number)
        for number in range(len(self.nodes)):
            if number not in self.after:
                values[number] = weights[number] * self.won(number, 0)
        for number in reversed(self.after):
            if number in values:
                continue
            if number not in members:
                values[number] = self.total(values, list(chain(*self.after[number])))
                continue
            group, kind = groups[members[number]], self.nodes[number]["set"]
            actions = range(len(self.after[number]))
            sums = [
                sum(self.total(values, self.after[one][k]) for one in group)
                for k in actions
            ]
            if kind in fixed:
                sums = [sums[k] if k == fixed[kind] else None for k in actions]
            each[members[number]] = sums
            best = sums.index(least(sums))
            for one in group:
                values[one] = self.total(values, self.after[one][best])
        return values[0], *self.agreed(weights, members, each)

    def total(self, values, ends):
        """Return the sum of the values of some nodes."""
        for child, _ in ends:
            if child not in values:
                raise Wrong("the sets of the team have no order")
        return sum((values[child] for child, _ in ends), Fraction(0))

    def agreed(self, weights, members, each):
        """Return the action at each reached set, and a set where none is best."""
        plan, there = {}, {0}
        for number, ends in self.after.items():
            if number not in there:
                continue
            taken = ends
            if number in members:
                kind, sums = self.nodes[number]["set"], each[members[number]]
                action = plan.setdefault(kind, sums.index(least(sums)))
                if sums[action] != least(sums):
                    return plan, kind
                taken = [ends[action]]
            there.update(c for one in taken for c, _ in one if weights[c])
        return plan, None

    def upper(self, plans):
        """Return the win of the best response to a mixture of joint pure plans."""
        whole, weights = Fraction(0), [Fraction(0)] * len(self.nodes)
        for one in plans:
            chance, picks = fraction(one["chance"]), one["picks"]
            whole += chance
            if chance < 0:
                raise Wrong("a chance below 0")

            def does(number, picks=picks):
                if not self.team(number):
                    return None
                size = len(self.after[number])
                pick = picks.get(str(self.nodes[number]["set"]), 0)
                if type(pick) is not int or not 0 <= pick < size:
                    raise Wrong(f"there is no action {pick!r} at node {number}")
                return [int(k == pick) for k in range(size)]

            for number, more in enumerate(self.chance_of(does)):
                weights[number] += chance * more
        if whole != 1:
            raise Wrong("the chances of the plans do not add up to 1")
        return self.replied(weights)

    def replied(self, weights):
        """The most that the player alone wins: by sets, from the last ones on."""
        values, sums = dict[tuple, Fraction](), dict[int, tuple]()
        for number in range(len(self.nodes)):
            mine = self.came[number].get(self.alone, ())
            if number not in self.after:
                more = weights[number] * self.won(number, 1)
                values[mine] = values.get(mine, Fraction(0)) + more
            elif self.sets[self.nodes[number]["set"]][0] == self.alone:
                sums[self.nodes[number]["set"]] = mine
        for kind, mine in sorted(sums.items(), key=lambda x: -len(x[1])):
            each = [
                values.get((*mine, (kind, k)), Fraction(0))
                for k in range(self.sets[kind][1])
            ]
            values[mine] = values.get(mine, Fraction(0)) + max(each)
        return values.get((), Fraction(0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
