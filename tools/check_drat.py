"""Check that clauses are contradictory, by a proof that a solver has written.

    python tools/check_drat.py FILE.cnf FILE.drat
    python tools/check_drat.py FOLDER

This file uses nothing of mystpy, and no solver. The clauses are in DIMACS. The proof is
in DRAT: a list of lemmas, each of them a clause, and of clauses that are no longer
needed (`d`). Each lemma has to follow by unit propagation (RUP) or to be a resolution
asymmetric tautology on its first literal (RAT); the last one is the empty clause, or
propagation finds a contradiction before. A lemma with RAT only preserves
satisfiability, which is enough for a proof of unsatisfiability.

In a folder each `.cnf` is checked with the `.drat` of the same name. The exit status is
0 if all proofs are accepted, 1 if one is not, 2 if there is nothing to check.

As in `drat-trim`, some deletions are ignored: those of a clause that does not exist,
and of the reason for a literal that is permanently true. More clauses remain then than
the proof says, and a contradiction is still one of the given clauses.
"""

import sys
import time
from pathlib import Path

USAGE = "usage: check_drat.py FILE.cnf FILE.drat, or check_drat.py FOLDER"
FAULTS = (OSError, ValueError, MemoryError)


class Wrong(Exception):
    """An error in a proof, or in its format."""


def main(words):
    """Check the proofs that the words name; 0 if all of them are accepted."""
    if words in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if len(words) == 1 and Path(words[0]).is_dir():
        pairs = [(x, x.with_suffix(".drat")) for x in Path(words[0]).rglob("*.cnf")]
    elif len(words) == 2:
        pairs = [tuple(map(Path, words))]
    else:
        pairs = []
    if not pairs:
        print(USAGE, file=sys.stderr)
        return 2
    wrong = 0
    for formula, proof in sorted(pairs):
        try:
            began = time.perf_counter()
            lemmas, rat = check(formula.read_text("utf-8"), proof.read_text("utf-8"))
        except Wrong as error:
            wrong += 1
            print(f"{formula.stem}: wrong: {error}")
        except FAULTS as error:
            wrong += 1
            print(f"{formula.stem}: wrong: {type(error).__name__}: {error}")
        else:
            spent = time.perf_counter() - began
            text = f"{lemmas} lemmas, {rat} of them by RAT, {spent:.2f} s"
            print(f"{formula.stem}: no assignment satisfies the clauses ({text})")
    print(f"{len(pairs) - wrong} of {len(pairs)} proofs accepted")
    return 1 if wrong else 0


def check(formula, proof):
    """Return the number of checked lemmas, and of those by RAT. Raises Wrong."""
    clauses, most = read_clauses(formula)
    steps = read_steps(proof)
    variables = [abs(x) for _, clause in steps for x in clause]
    checker = Checker(max([most, *variables]))
    for clause in clauses:
        checker.add(clause)
    done = rat = 0
    for number, (is_deletion, clause) in enumerate(steps, 1):
        if checker.contradictory:
            break
        if is_deletion:
            checker.delete(clause)
            continue
        done += 1
        if not checker.follows(clause):
            if not checker.is_rat(clause):
                text = " ".join(map(str, clause)) or "the empty clause"
                raise Wrong(f"step {number} does not follow: {text}")
            rat += 1
        checker.add(clause)
    if not checker.contradictory:
        raise Wrong("the proof ends without a contradiction")
    return done, rat


def read_clauses(text):
    """The clauses of a DIMACS file, and its largest variable. Raises Wrong."""
    lines = [words for line in text.splitlines() if (words := line.split())]
    lines = [words for words in lines if words[0] != "c"]
    if not lines or lines[0][:2] != ["p", "cnf"] or len(lines[0]) != 4:
        raise Wrong("the file does not begin with a header of clauses")
    most, count = map(int, lines[0][2:])
    numbers = [int(word) for words in lines[1:] for word in words]
    if any(abs(x) > most for x in numbers):
        raise Wrong("a variable is larger than the header says")
    if numbers and numbers[-1] != 0:
        raise Wrong("the last clause has no end")
    clauses = [[]]
    for number in numbers:
        if number:
            clauses[-1].append(number)
        else:
            clauses.append([])
    clauses.pop()
    if len(clauses) != count:
        raise Wrong("the header has another number of clauses than there are")
    return clauses, most


def read_steps(text):
    """The steps of a proof: whether each is a deletion, and its clause."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        is_deletion = words[0] == "d"
        literals = list(map(int, words[is_deletion:]))
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            raise Wrong(f"line {number} of the proof is no clause: {line}")
        steps.append((is_deletion, literals[:-1]))
    return steps


class Checker:
    """Clauses that are known, with two watched literals each, and what they force.

    A literal indexes the lists also if it is negative: they are long enough.
    """

    def __init__(self, most):
        self.value = [0] * (2 * most + 1)
        self.watches = [[] for _ in range(2 * most + 1)]
        self.trail = []
        self.next = 0
        self.contradictory = False
        self.known = {}
        self.owed = set()

    def add(self, clause):
        """Add a clause, and whatever it forces for good."""
        literals = list(dict.fromkeys(clause))
        self.known.setdefault(tuple(sorted(literals)), []).append(literals)
        if any(-x in literals for x in literals):
            return
        literals.sort(key=lambda x: self.value[x] < 0)  # those that are not false first
        if len(literals) > 1:
            self.watches[literals[0]].append(literals)
            self.watches[literals[1]].append(literals)
        if not literals or self.value[literals[0]] < 0:
            self.contradictory = True
        elif len(literals) == 1 or self.value[literals[1]] < 0:
            self.assign(literals[0], literals)
            self.contradictory |= self.propagate()
        if not self.contradictory:
            self.owed.update(id(reason) for _, reason in self.trail)
            self.trail.clear()
            self.next = 0

    def delete(self, clause):
        """Forget a clause, unless a literal is owed to it."""
        same = self.known.get(tuple(sorted(set(clause))), ())
        for k, literals in enumerate(same):
            if id(literals) not in self.owed:
                del same[k]
                literals.clear()
                return

    def follows(self, clause):
        """Return whether the clause follows by unit propagation."""
        found = self.contradictory
        for literal in clause:
            if found:
                break
            if self.value[literal] > 0:
                found = True
            elif self.value[literal] == 0:
                self.assign(-literal, None)
        found = found or self.propagate()
        for literal, _ in self.trail:
            self.value[literal] = self.value[-literal] = 0
        self.trail.clear()
        self.next = 0
        return found

    def is_rat(self, clause):
        """Return whether unit propagation gives all resolvents on the first literal."""
        if not clause:
            return False
        pivot, rest = clause[0], set(clause[1:])
        for key, same in self.known.items():
            if not same or -pivot not in key:
                continue
            others = [x for x in key if x != -pivot]
            if any(-x in rest or -x in others for x in others):
                continue  # the resolvent is a tautology
            if not self.follows([*clause, *others]):
                return False
        return True

    def assign(self, literal, reason):
        """Make a literal true that has no value."""
        self.value[literal], self.value[-literal] = 1, -1
        self.trail.append((literal, reason))

    def propagate(self):
        """Make true what must be; return whether that is a contradiction."""
        value = self.value
        while self.next < len(self.trail):
            false = -self.trail[self.next][0]
            self.next += 1
            watching, kept = self.watches[false], []
            for place, clause in enumerate(watching):
                if not clause:
                    continue  # it was deleted
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = value[clause[0]]
                if first <= 0 and self.moved(clause):
                    continue
                kept.append(clause)
                if first < 0:
                    kept += watching[place + 1 :]
                    self.watches[false] = kept
                    return True
                if first == 0:
                    self.assign(clause[0], clause)
            self.watches[false] = kept
        return False

    def moved(self, clause):
        """Return whether another literal can be watched instead of the second."""
        for k in range(2, len(clause)):
            literal = clause[k]
            if self.value[literal] >= 0:
                clause[1], clause[k] = literal, clause[1]
                self.watches[literal].append(clause)
                return True
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
