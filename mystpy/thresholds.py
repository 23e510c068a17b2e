"""Numbers that choose between methods, or bound the work of one.

All of these methods give right answers; the numbers decide how soon. Each row says what
is counted and what is chosen, and names the benchmark in `benchmarks/` that measures
it. bench_thresholds puts another number in its place, and compares times.
"""

# --- Listing worlds, or asking a solver ---

# Deals of a game: up to these an engine lists the worlds of any question.
# bench_default: 1.5 ms for 2,520 deals, 0.3 ms by a solver that is loaded.
MAX_DEALS_LISTED = 2_000

# Worlds of a history: more go to the solver, if it is loaded already. bench_default:
# 1.5 ms for 2,520 worlds, by the solver 0.3 ms.
MAX_WORLDS_LISTED_WITH_SOLVER = 2_000

# Worlds of a history: more go to the solver; loading it takes as long as listing these.
# bench_default: 9.9 ms for 5,040 deals, 27 for 22,680; solver 11 ms.
MAX_WORLDS_LISTED_WITHOUT_SOLVER = 10_000

# Worlds of a public history: up to these each program of `both` asks of K in all of
# them. In bench_legality: half a second for so many.
MAX_WORLDS_COMPARED = 2_000

# Worlds of a public history: up to these `prolog` and `both` ask an outermost K in all
# of them, else in those that a player considers possible. In bench_thresholds asking
# only those takes 0.94 times as long with 120 worlds.
MAX_WORLDS_FOR_OUTERMOST_K = 500

# Worlds of public constraints: up to these announcements and guesses take them from a
# list. bench_thresholds: with 2,520 deals 1.06 times as long without.
MAX_WORLDS_LISTED = 20_000

# Disjoint cases of turns that are left open: of more the deals are not counted.
# bench_open_turns: about 1 ms for each case in Clue on the full deck.
MAX_CASES_COUNTED = 1_000

# Steps for each of those worlds, beyond which nothing is listed. In bench_nested.
MAX_STEPS_PER_WORLD = 5

# Deals of a game: more are not swept, clingo searches. bench_thresholds: a search takes
# 0.3 of a sweep of six deals, but ends with a depth; whole games are in
# bench_conjectures.
MAX_DEALS_SWEPT = 100_000

# Values of the quantified variables: with more clingo searches, too. In
# bench_conjectures.
MAX_CHOICES_SWEPT = 2_000_000

# Elements of a count that are named by quantifiers: with more the comparison of numbers
# stays as it is, and situations are looked at one by one. In bench_logician.
MAX_ELEMENTS_NAMED = 3

# Deals of a game: with more, engines that list worlds do not replay a counterexample.
# In bench_conjectures.
MAX_DEALS_REPLAYED = 100_000

# Deals of the game of an exercise: with more the default engine answers, not `worlds`.
# In bench_default.
MAX_DEALS_OF_EXERCISE = 20_000

# Runs of a package's history: up to these nested K is evaluated in their list, else by
# searches. bench_thresholds: 0.9 without a list of few runs; 6.9 times as long with one
# of 7,560.
MAX_RUNS_LISTED = 5_000

# Runs of a package's history: with more, what is the same in all is found first,
# and not read from each. bench_thresholds: always so, no difference in Black Vienna
# with three hands of two.
MAX_RUNS_READ_WHOLE = 5_000

# Runs up to which C, and nested K after actions that have preconditions, are evaluated
# in a list. In bench_packages.
MAX_RUNS_LISTED_FOR_C = 100_000


# --- Programs of clingo and Prolog ---

# Estimated seconds of processor time: a history that would take longer is not ground;
# the transition system answers. bench_default: an estimate of 0.42 s takes 0.26 s, one
# of 1.85 s 1.4 s.
MAX_GROUNDING_SECONDS = 0.5

# The same for the program of one step, with which a history is continued.
# bench_thresholds: with five players 1.04 times as long without; long histories are in
# bench_steps.
MAX_STEP_GROUNDING_SECONDS = 0.05

# Actions of a history: of longer ones these are put to clingo. In bench_legality.
MAX_ACTIONS_GROUND = 1_000

# New actions: more are judged together with the whole history, not one by one.
# bench_thresholds: with five players 1.03 times as long without, 1.01 if 40 are
# continued; bench_steps: 300 times with 1,000 actions.
MAX_ACTIONS_CONTINUED = 20

# Formulas of a ground program: with more it is replaced, since grounding a part takes
# time for each atom. bench_thresholds, 600 formulas of one history: 1.3 times as long
# without a limit. With a limit of 20 it takes 0.6 times as long.
MAX_FORMULAS_OF_PROGRAM = 400

# Actions of a history: of longer ones Prolog looks at these, in one deal. In
# bench_legality.
MAX_ACTIONS_IN_PROLOG = 20_000

# Cards of a game: with more the transition system answers instead of Prolog. In
# bench_legality.
MAX_CARDS_IN_PROLOG = 200

# Sets of atoms with a count: with more no counts are derived from them.
# bench_thresholds: 1.1 times as long without, 1.3 times with 28 suspects.
MAX_COUNTS_COMBINED = 2_000

# Vain searches with a bound on the difference of two runs, after which the bound is
# left out. bench_thresholds: 1.1 times as long without an end, 2.9 times without
# bounds.
MAX_VAIN_SEARCHES = 20

# Views in which a K has been decided: from these on unsatisfiable cores are minimized.
# bench_thresholds: 2.8 times as long without, 2.1 times if all are minimized.
MIN_VIEWS_TO_SHORTEN_CORES = 3


# --- Queries to the SAT solver ---

# Disjoint sets of cards: from these on a query says how many there are, too. bench_why
# and bench_nested have the hard families; bench_thresholds: 4 or 6 make no difference
# in Clue.
MIN_SETS_FOR_COUNTING = 6

# Worlds that a formula needs at once: with more it is not asked by a prepared query.
# bench_thresholds: 1.3 times as long without for K K, 1.05 for K~K K.
MAX_WORLDS_IN_TEMPLATE = 8

# Clauses of an unrolling: with more no further worlds are unrolled, counterexamples
# refine it. bench_thresholds: 1.1 times as long without.
MAX_CLAUSES_OF_UNROLLING = 400_000

# Cases of a search for a deal, before the solver is asked. bench_thresholds: 0.8
# without any, but the solver is loaded first, which takes 10 ms (bench_default).
MAX_CASES_WITHOUT_SOLVER = 15

# Conflicts, about a second, after which C is left to another method. bench_thresholds:
# 58 times as long in Clue if it is given up at once.
MAX_CONFLICTS_OF_LINKED_WORLDS = 20_000

# Conflicts, after which diagrams answer if they are quick. bench_thresholds: 83 times
# as long in Clue if diagrams answer at once.
MAX_CONFLICTS_BEFORE_DIAGRAMS = 5_000

# States of the automaton of the deals: with no more a diagram is quick, about half a
# second. In bench_group.
MAX_STATES_OF_QUICK_DIAGRAM = 5_000

# Cards of a game: with no more a diagram has never been too large. In bench_group.
MAX_CARDS_OF_QUICK_DIAGRAM = 24

# Cards of a game: with no more its diagrams begin in a small store, which is made 15 ms
# sooner. In bench_group.
MAX_CARDS_OF_SMALL_STORE = 12

# Nested K by which C is disproved, before it is asked itself. bench_thresholds: a depth
# of 2 makes no difference in Clue; deeper ones are in bench_group.
MAX_DEPTH_OF_DISPROOF = 8

# Conflicts of one query for a smaller core, after which it is given up.
# bench_thresholds: 5 make no difference in Clue; hard families are in bench_why.
MAX_CONFLICTS_OF_CORE = 5_000

# Hitting sets tried for a smallest core; then the best one found is taken.
# bench_thresholds: one makes no difference in Clue; harder ones are in bench_why.
MAX_HITTING_SETS = 100

# Conflicts of clingo in a search for a smallest hitting set. bench_thresholds: 50 make
# no difference in Clue; harder ones are in bench_why.
MAX_CONFLICTS_OF_HITTING_SET = 5_000


# --- Counting deals ---

# Another order of the cards is tried as long as that takes 1/4 of the expected work.
# bench_count has orders that differ; bench_thresholds: without, 0.9 in Clue.
MIN_GAIN_OF_ORDER = 4

# Bits of a state: up to these states are numbered by a table, and up to twice as many
# by a table for each half. Wider states are sorted. bench_thresholds: sorting all takes
# up to 1.4 times as long.
MAX_BITS_OF_STATE_TABLE = 18


# --- Conjectures ---

# Players: for more no induction over the transition system is tried. In
# bench_conjectures.
MAX_PLAYERS_OF_INDUCTION = 6

# Deals of the games in which premises of an induction are looked for. In
# bench_conjectures.
MAX_DEALS_OF_PREMISE_GAMES = 1_000

# Players: up to these provers get one constant for each, not a sort. In bench_provers.
MAX_PLAYERS_WRITTEN_OUT = 3

# Worlds of a countermodel: with more another method is tried. In bench_conjectures.
MAX_WORLDS_OF_COUNTERMODEL = 300

# Worlds below each other in it, where C makes the tree endless. In bench_conjectures.
MAX_DEPTH_OF_COUNTERMODEL = 4

# Resources of cvc5 for a first attempt with the widest terms only; most proofs use
# half. In bench_provers.
MAX_RESOURCES_OF_FIRST_PROOF = 60_000

# Resources of cvc5 for a proof, the same on every machine. In bench_provers.
MAX_RESOURCES_OF_PROOF = 200_000


# --- Kripke models ---

# Entries of a table of codes for each world: with more the codes are sorted.
# bench_thresholds: sorting takes 1.6 times as long with 4 entries, a table 4.7 times
# with 64.
MAX_TABLE_ENTRIES_PER_WORLD = 8

# Refinement rounds over all worlds, before only changed worlds are looked at.
# bench_thresholds: without an end 34 times as long on a path of 2,000; none at all 0.7
# on a square.
MAX_ROUNDS_OF_ALL_WORLDS = 24

# Edges looked at in a round: below these arrays do not pay. bench_thresholds: 0 takes
# 20 times as long on a path, a million 1.5 times on a square.
MAX_EDGES_OF_SMALL_ROUND = 200

# Such rounds, after which lists are used. bench_thresholds: without an end 18 times as
# long on a path, none 1.9 times on a square.
MAX_SMALL_ROUNDS = 200

# Looks at each edge on the average, after which Paige and Tarjan's algorithm is used.
# bench_thresholds: that algorithm alone takes 5.3 times as long on a square.
MAX_LOOKS_PER_EDGE = 8

# Atoms of a knowledge structure: with more its worlds are a diagram, not a list. In
# bench_puzzles.
MAX_ATOMS_LISTED = 10

# Variables of a puzzle: up to these its worlds are listed, with more they are sets in a
# cube. bench_thresholds: a list can be printed, but takes 3 times as long with 8
# children. With 14 it takes 29 times as long.
MAX_VARIABLES_LISTED = 10


# --- Optimal strategies ---

# Ways in which a game can end: with more the double oracle method is used.
# bench_thresholds: 1.0 in a small game; large ones are in bench_solve.
MAX_WAYS_SOLVED_AS_A_WHOLE = 100_000

# The same: with more there is no linear programme of the whole game at all. In
# bench_solve.
MAX_WAYS_OF_A_PROGRAMME = 1_000_000

# The same: with more, sequences that are alike are put together first.
# bench_thresholds: 1.2 times as long if a small game has one; large ones are in
# bench_solve.
MAX_WAYS_WITHOUT_QUOTIENT = 20_000

# The same for a tree with few questions: with more, regret is minimized instead. In
# bench_simple_plans.
MAX_WAYS_BEFORE_REGRET = 10_000

# The same: a tree with more is bounded by regret minimization before it is solved.
# bench_thresholds: MYST(4,2,2,2) takes 1.9 times as long if all trees are.
MAX_WAYS_WITHOUT_FIRST_BOUNDS = 300_000

# The same for the next tree, as estimated: with more, games end with a last question.
# bench_thresholds: MYST(7,1,2,2) takes 1.8 times as long with a last question always,
# MYST(5,2,2,4) 13 times as long without any.
MAX_WAYS_BEFORE_A_LAST_QUESTION = 500_000


# --- Sets and processes ---

# Bits of a sparse set: larger ones are read as a text, not bit by bit.
# bench_thresholds: a text takes 1.1 times as long at 1,000 bits; bits take 3.7 times at
# 20,000.
MIN_BITS_READ_AS_TEXT = 2_000

# Seconds of small items that are done without other processes. In bench_theorems.
MAX_SECONDS_ALONE = 0.5
