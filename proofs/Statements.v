(* The formulas of the bench that are proved, as terms of Language.v.
   Written by tools/statements.py from proofs/theorems.toml and the statements:
   each formula is the one that `mystpy theorem ID --show` prints. The files
   Bench*.v prove the claims. *)

From Coq Require Import String.
From mathcomp Require Import ssreflect ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Language.
Import Formula.
Open Scope string_scope.

(* remark-1.4-discovers: always: forall i in players, j in players, x in
   cards: ~(i = j) & K(i,h(j,x)) -> next K(i,h(j,x)) *)
Definition statement_remark_1_4_discovers :=
  Statement Always true None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (Implies (And (Not (Equality (Var "i") (Var "j"))) (Knows (Var
  "i") (H (Var "j") (Var "x")))) (Next (Knows (Var "i") (H (Var "j") (Var
  "x")))))))).
Definition claim_remark_1_4_discovers : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_1_4_discovers.

(* figure-2.2: always: (askphase -> next ansphase) & (forall j in players:
   ansphase -> (after no(j): ansphase | guessphase)) & (forall j in
   players: ansphase -> (after yes(j): showphase)) & (showphase -> next
   guessphase) & (guessphase -> next endphase) & (endphase -> next
   (askphase | endphase)) *)
Definition statement_figure_2_2 :=
  Statement Always true None (And (Implies (PhaseIs Ask) (Next (PhaseIs Ans)))
  (And (ForAll "j" Players (Implies (PhaseIs Ans) (After (DoNo (Var "j")) (Or
  (PhaseIs Ans) (PhaseIs Guess))))) (And (ForAll "j" Players (Implies (PhaseIs
  Ans) (After (DoYes (Var "j")) (PhaseIs Show)))) (And (Implies (PhaseIs Show)
  (Next (PhaseIs Guess))) (And (Implies (PhaseIs Guess) (Next (PhaseIs End)))
  (Implies (PhaseIs End) (Next (Or (PhaseIs Ask) (PhaseIs End))))))))).
Definition claim_figure_2_2 : Prop :=
  forall G, valid_sizes G -> holds G statement_figure_2_2.

(* remark-2.4-omit: always: forall i in players, j in players, Q in
   questions, M in guesses: (possible(asks(i,Q)) & possible(asks(j,Q)) ->
   i = j) & (possible(no(i)) & possible(no(j)) -> i = j) &
   (possible(yes(i)) & possible(yes(j)) -> i = j) & (possible(guess(i,M))
   & possible(guess(j,M)) -> i = j) & (possible(noguess(i)) &
   possible(noguess(j)) -> i = j) & (possible(endturn(i)) &
   possible(endturn(j)) -> i = j) & ((exists x in Q:
   possible(shows(i,j,x))) -> AnsTurn(i) & Turn(j)) *)
Definition statement_remark_2_4_omit :=
  Statement Always true None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "M" Guesses (And (Implies (And (PossAtom (DoAsks (Var
  "i") (CollectionVar "Q"))) (PossAtom (DoAsks (Var "j") (CollectionVar
  "Q")))) (Equality (Var "i") (Var "j"))) (And (Implies (And (PossAtom (DoNo
  (Var "i"))) (PossAtom (DoNo (Var "j")))) (Equality (Var "i") (Var "j")))
  (And (Implies (And (PossAtom (DoYes (Var "i"))) (PossAtom (DoYes (Var
  "j")))) (Equality (Var "i") (Var "j"))) (And (Implies (And (PossAtom
  (DoGuess (Var "i") (CollectionVar "M"))) (PossAtom (DoGuess (Var "j")
  (CollectionVar "M")))) (Equality (Var "i") (Var "j"))) (And (Implies (And
  (PossAtom (DoNoguess (Var "i"))) (PossAtom (DoNoguess (Var "j")))) (Equality
  (Var "i") (Var "j"))) (And (Implies (And (PossAtom (DoEndturn (Var "i")))
  (PossAtom (DoEndturn (Var "j")))) (Equality (Var "i") (Var "j"))) (Implies
  (Exists "x" (MembersOf "Q") (PossAtom (DoShows (Var "i") (Var "j") (Var
  "x")))) (And (AnsTurn (Var "i")) (Turn (Var "j")))))))))))))).
Definition claim_remark_2_4_omit : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_4_omit.

(* invariant-eliminated: always: forall i in players: Turn(i) & (askphase |
   ansphase | showphase | guessphase) -> In(i) *)
Definition statement_invariant_eliminated :=
  Statement Always true None (ForAll "i" Players (Implies (And (Turn (Var
  "i")) (Or (PhaseIs Ask) (Or (PhaseIs Ans) (Or (PhaseIs Show) (PhaseIs
  Guess))))) (StillIn (Var "i")))).
Definition claim_invariant_eliminated : Prop :=
  forall G, valid_sizes G -> holds G statement_invariant_eliminated.

(* remark-2.2-right-guess: always: forall i in players, M in guesses:
   ((forall x in M: h(0,x)) -> (after guess(i,M): GameOver & In(i) &
   Turn(i))) & ((exists x in M: ~h(0,x)) -> (after guess(i,M): ~In(i) &
   endphase)) *)
Definition statement_remark_2_2_right_guess :=
  Statement Always true None (ForAll "i" Players (ForAll "M" Guesses (And
  (Implies (ForAll "x" (MembersOf "M") (H (Num 0) (Var "x"))) (After (DoGuess
  (Var "i") (CollectionVar "M")) (And GameOver (And (StillIn (Var "i")) (Turn
  (Var "i")))))) (Implies (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var
  "x")))) (After (DoGuess (Var "i") (CollectionVar "M")) (And (Not (StillIn
  (Var "i"))) (PhaseIs End))))))).
Definition claim_remark_2_2_right_guess : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_2_right_guess.

(* remark-2.14-one: initially: forall i in players, j in players, x in cards:
   (C([i], h(j,x)) <-> K(i, h(j,x))) & (C([i], ~h(j,x)) <-> K(i, ~h(j,x))) *)
Definition statement_remark_2_14_one :=
  Statement Initially true None (ForAll "i" Players (ForAll "j" Players
  (ForAll "x" Cards (And (Iff (Common (PlayerGroup [:: (Var "i")]) (H (Var
  "j") (Var "x"))) (Knows (Var "i") (H (Var "j") (Var "x")))) (Iff (Common
  (PlayerGroup [:: (Var "i")]) (Not (H (Var "j") (Var "x")))) (Knows (Var "i")
  (Not (H (Var "j") (Var "x"))))))))).
Definition claim_remark_2_14_one : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_14_one.

(* invariant-no-deadlock: always: next false <-> GameOver *)
Definition statement_invariant_no_deadlock :=
  Statement Always true None (Iff (Next Falsity) GameOver).
Definition claim_invariant_no_deadlock : Prop :=
  forall G, valid_sizes G -> 1 <= q G <= deck_size G -> holds G
  statement_invariant_no_deadlock.

(* invariant-one-kind: always: forall i in players, j in players, Q in
   questions, M in guesses: (possible(asks(i,Q)) -> askphase & Turn(i)) &
   (possible(no(j)) -> ansphase & AnsTurn(j) & ~possible(yes(j))) &
   (possible(yes(j)) -> ansphase & AnsTurn(j)) & ((exists x in Q:
   possible(shows(j,i,x))) -> showphase & Turn(i) & AnsTurn(j)) &
   (possible(guess(i,M)) -> guessphase & Turn(i)) & (possible(noguess(i))
   -> guessphase & Turn(i)) & (possible(endturn(i)) -> endphase & Turn(i)) *)
Definition statement_invariant_one_kind :=
  Statement Always true None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "M" Guesses (And (Implies (PossAtom (DoAsks (Var "i")
  (CollectionVar "Q"))) (And (PhaseIs Ask) (Turn (Var "i")))) (And (Implies
  (PossAtom (DoNo (Var "j"))) (And (PhaseIs Ans) (And (AnsTurn (Var "j")) (Not
  (PossAtom (DoYes (Var "j"))))))) (And (Implies (PossAtom (DoYes (Var "j")))
  (And (PhaseIs Ans) (AnsTurn (Var "j")))) (And (Implies (Exists "x"
  (MembersOf "Q") (PossAtom (DoShows (Var "j") (Var "i") (Var "x")))) (And
  (PhaseIs Show) (And (Turn (Var "i")) (AnsTurn (Var "j"))))) (And (Implies
  (PossAtom (DoGuess (Var "i") (CollectionVar "M"))) (And (PhaseIs Guess)
  (Turn (Var "i")))) (And (Implies (PossAtom (DoNoguess (Var "i"))) (And
  (PhaseIs Guess) (Turn (Var "i")))) (Implies (PossAtom (DoEndturn (Var "i")))
  (And (PhaseIs End) (Turn (Var "i")))))))))))))).
Definition claim_invariant_one_kind : Prop :=
  forall G, valid_sizes G -> holds G statement_invariant_one_kind.

(* remark-2.7-first: initially: forall Q in questions: possible(asks(1,Q)) *)
Definition statement_remark_2_7_first :=
  Statement Initially true None (ForAll "Q" Questions (PossAtom (DoAsks (Num
  1) (CollectionVar "Q")))).
Definition claim_remark_2_7_first : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_7_first.

(* remark-2.7-shows: always: forall j in players: after yes(j): exists i in
   players, x in cards: possible(shows(j,i,x)) *)
Definition statement_remark_2_7_shows :=
  Statement Always true None (ForAll "j" Players (After (DoYes (Var "j"))
  (Exists "i" Players (Exists "x" Cards (PossAtom (DoShows (Var "j") (Var "i")
  (Var "x"))))))).
Definition claim_remark_2_7_shows : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_7_shows.

(* remark-2.7-only-after-yes: always: (~ansphase -> next forall i in players,
   j in players, Q in questions: ~(exists x in Q: possible(shows(j,i,x))))
   & (forall k in players: (after no(k): forall i in players, j in
   players, Q in questions: ~(exists x in Q: possible(shows(j,i,x)))) &
   (after yes(k): forall i in players, j in players, Q in questions:
   (exists x in Q: possible(shows(j,i,x))) -> j = k)) *)
Definition statement_remark_2_7_only_after_yes :=
  Statement Always true None (And (Implies (Not (PhaseIs Ans)) (Next (ForAll
  "i" Players (ForAll "j" Players (ForAll "Q" Questions (Not (Exists "x"
  (MembersOf "Q") (PossAtom (DoShows (Var "j") (Var "i") (Var "x"))))))))))
  (ForAll "k" Players (And (After (DoNo (Var "k")) (ForAll "i" Players (ForAll
  "j" Players (ForAll "Q" Questions (Not (Exists "x" (MembersOf "Q") (PossAtom
  (DoShows (Var "j") (Var "i") (Var "x"))))))))) (After (DoYes (Var "k"))
  (ForAll "i" Players (ForAll "j" Players (ForAll "Q" Questions (Implies
  (Exists "x" (MembersOf "Q") (PossAtom (DoShows (Var "j") (Var "i") (Var
  "x")))) (Equality (Var "j") (Var "k")))))))))).
Definition claim_remark_2_7_only_after_yes : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_7_only_after_yes.

(* invariant-2.22: always: (forall i in players, j in players: Turn(i) &
   Turn(j) -> i = j) & (forall i in players, j in players: AnsTurn(i) &
   AnsTurn(j) -> i = j) & (forall Q in questions, R in questions:
   Question(Q) & Question(R) -> Q = R) *)
Definition statement_invariant_2_22 :=
  Statement Always true None (And (ForAll "i" Players (ForAll "j" Players
  (Implies (And (Turn (Var "i")) (Turn (Var "j"))) (Equality (Var "i") (Var
  "j"))))) (And (ForAll "i" Players (ForAll "j" Players (Implies (And (AnsTurn
  (Var "i")) (AnsTurn (Var "j"))) (Equality (Var "i") (Var "j"))))) (ForAll
  "Q" Questions (ForAll "R" Questions (Implies (And (Question (CollectionVar
  "Q")) (Question (CollectionVar "R"))) (SetEquality (CollectionVar "Q")
  (CollectionVar "R"))))))).
Definition claim_invariant_2_22 : Prop :=
  forall G, valid_sizes G -> holds G statement_invariant_2_22.

(* invariant-phases: always: (askphase | ansphase | showphase | guessphase |
   endphase) & (askphase -> ~ansphase & ~showphase & ~guessphase &
   ~endphase) & (ansphase -> ~showphase & ~guessphase & ~endphase) &
   (showphase -> ~guessphase & ~endphase) & (guessphase -> ~endphase) *)
Definition statement_invariant_phases :=
  Statement Always true None (And (Or (PhaseIs Ask) (Or (PhaseIs Ans) (Or
  (PhaseIs Show) (Or (PhaseIs Guess) (PhaseIs End))))) (And (Implies (PhaseIs
  Ask) (And (Not (PhaseIs Ans)) (And (Not (PhaseIs Show)) (And (Not (PhaseIs
  Guess)) (Not (PhaseIs End)))))) (And (Implies (PhaseIs Ans) (And (Not
  (PhaseIs Show)) (And (Not (PhaseIs Guess)) (Not (PhaseIs End))))) (And
  (Implies (PhaseIs Show) (And (Not (PhaseIs Guess)) (Not (PhaseIs End))))
  (Implies (PhaseIs Guess) (Not (PhaseIs End))))))).
Definition claim_invariant_phases : Prop :=
  forall G, valid_sizes G -> holds G statement_invariant_phases.

(* remark-2.26-still-in: always: (forall i in players, k in players, M in
   guesses: In(i) -> (after guess(k,M): In(i) <-> ~(i = k & exists x in M:
   ~h(0,x)))) & (forall i in players: (~In(i) -> next ~In(i)) & (In(i) &
   ~guessphase -> next In(i))) *)
Definition statement_remark_2_26_still_in :=
  Statement Always true None (And (ForAll "i" Players (ForAll "k" Players
  (ForAll "M" Guesses (Implies (StillIn (Var "i")) (After (DoGuess (Var "k")
  (CollectionVar "M")) (Iff (StillIn (Var "i")) (Not (And (Equality (Var "i")
  (Var "k")) (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var "x"))))))))))))
  (ForAll "i" Players (And (Implies (Not (StillIn (Var "i"))) (Next (Not
  (StillIn (Var "i"))))) (Implies (And (StillIn (Var "i")) (Not (PhaseIs
  Guess))) (Next (StillIn (Var "i"))))))).
Definition claim_remark_2_26_still_in : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_26_still_in.

(* axiom-2.28-persists: always: GameOver -> next false *)
Definition statement_axiom_2_28_persists :=
  Statement Always true None (Implies GameOver (Next Falsity)).
Definition claim_axiom_2_28_persists : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_28_persists.

(* axiom-2.32: always: forall j in players, Q in questions: Question(Q) &
   possible(no(j)) -> (after no(j): C(players, forall x in Q: ~h(j,x))) *)
Definition statement_axiom_2_32 :=
  Statement Always true None (ForAll "j" Players (ForAll "Q" Questions
  (Implies (And (Question (CollectionVar "Q")) (PossAtom (DoNo (Var "j"))))
  (After (DoNo (Var "j")) (Common AllPlayers (ForAll "x" (MembersOf "Q") (Not
  (H (Var "j") (Var "x"))))))))).
Definition claim_axiom_2_32 : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_32.

(* axiom-2.33: always: forall j in players, Q in questions: Question(Q) &
   possible(yes(j)) -> (after yes(j): C(players, exists x in Q: h(j,x))) *)
Definition statement_axiom_2_33 :=
  Statement Always true None (ForAll "j" Players (ForAll "Q" Questions
  (Implies (And (Question (CollectionVar "Q")) (PossAtom (DoYes (Var "j"))))
  (After (DoYes (Var "j")) (Common AllPlayers (Exists "x" (MembersOf "Q") (H
  (Var "j") (Var "x")))))))).
Definition claim_axiom_2_33 : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_33.

(* axiom-2.34: always: forall i in players, M in guesses: after guess(i,M):
   ~GameOver -> C(players, exists x in M: ~h(0,x)) *)
Definition statement_axiom_2_34 :=
  Statement Always true None (ForAll "i" Players (ForAll "M" Guesses (After
  (DoGuess (Var "i") (CollectionVar "M")) (Implies (Not GameOver) (Common
  AllPlayers (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var "x"))))))))).
Definition claim_axiom_2_34 : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_34.

(* remark-2.34-last: always: forall i in players, M in guesses: after
   guess(i,M): ~In(i) -> C(players, exists x in M: ~h(0,x)) *)
Definition statement_remark_2_34_last :=
  Statement Always true None (ForAll "i" Players (ForAll "M" Guesses (After
  (DoGuess (Var "i") (CollectionVar "M")) (Implies (Not (StillIn (Var "i")))
  (Common AllPlayers (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var
  "x"))))))))).
Definition claim_remark_2_34_last : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_34_last.

(* remark-3.1-remaining: always: forall i in players, x in cards: K(i,h(0,x))
   -> K(i, forall j in players: ~h(j,x)) *)
Definition statement_remark_3_1_remaining :=
  Statement Always true None (ForAll "i" Players (ForAll "x" Cards (Implies
  (Knows (Var "i") (H (Num 0) (Var "x"))) (Knows (Var "i") (ForAll "j" Players
  (Not (H (Var "j") (Var "x")))))))).
Definition claim_remark_3_1_remaining : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_remaining.

(* theorem-3.1: always: forall i in players, x in cards: h(0,x) ->
   (K(i,h(0,x)) <-> K(i, forall j in players: ~h(j,x)) | (forall y in
   cards: ~h(0,y) -> K(i,~h(0,y)))) *)
Definition statement_theorem_3_1 :=
  Statement Always true None (ForAll "i" Players (ForAll "x" Cards (Implies (H
  (Num 0) (Var "x")) (Iff (Knows (Var "i") (H (Num 0) (Var "x"))) (Or (Knows
  (Var "i") (ForAll "j" Players (Not (H (Var "j") (Var "x"))))) (ForAll "y"
  Cards (Implies (Not (H (Num 0) (Var "y"))) (Knows (Var "i") (Not (H (Num 0)
  (Var "y"))))))))))).
Definition claim_theorem_3_1 : Prop :=
  forall G, valid_sizes G -> holds G statement_theorem_3_1.

(* remark-3.1-all-no: always within 4 actions: forall i in players, j in
   players, Q in questions: Turn(i) & Question(Q) -> (after no(j):
   guessphase -> forall x in Q: h(i,x) | K(i, h(0,x))) *)
Definition statement_remark_3_1_all_no :=
  Statement Always true (Some 4) (ForAll "i" Players (ForAll "j" Players
  (ForAll "Q" Questions (Implies (And (Turn (Var "i")) (Question
  (CollectionVar "Q"))) (After (DoNo (Var "j")) (Implies (PhaseIs Guess)
  (ForAll "x" (MembersOf "Q") (Or (H (Var "i") (Var "x")) (Knows (Var "i") (H
  (Num 0) (Var "x"))))))))))).
Definition claim_remark_3_1_all_no : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_all_no.

(* remark-3.1-must-show: always: forall j in players: after yes(j): showphase
   & ~next false & (forall i in players, k in players, Q in questions:
   ~possible(asks(i,Q)) & ((exists x in Q: possible(shows(k,i,x))) -> k =
   j & Turn(i))) & (forall i in players, M in guesses: ~possible(no(i)) &
   ~possible(yes(i)) & ~possible(guess(i,M)) & ~possible(noguess(i)) &
   ~possible(endturn(i))) *)
Definition statement_remark_3_1_must_show :=
  Statement Always true None (ForAll "j" Players (After (DoYes (Var "j")) (And
  (PhaseIs Show) (And (Not (Next Falsity)) (And (ForAll "i" Players (ForAll
  "k" Players (ForAll "Q" Questions (And (Not (PossAtom (DoAsks (Var "i")
  (CollectionVar "Q")))) (Implies (Exists "x" (MembersOf "Q") (PossAtom
  (DoShows (Var "k") (Var "i") (Var "x")))) (And (Equality (Var "k") (Var
  "j")) (Turn (Var "i")))))))) (ForAll "i" Players (ForAll "M" Guesses (And
  (Not (PossAtom (DoNo (Var "i")))) (And (Not (PossAtom (DoYes (Var "i"))))
  (And (Not (PossAtom (DoGuess (Var "i") (CollectionVar "M")))) (And (Not
  (PossAtom (DoNoguess (Var "i")))) (Not (PossAtom (DoEndturn (Var
  "i"))))))))))))))).
Definition claim_remark_3_1_must_show : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_must_show.

(* remark-4.3-no-reveals: always, no guesses: forall i in players, j in
   players, Q in questions, x in Q: ~(i = j) & Question(Q) & ~h(i,x) ->
   (after no(j): K(i,h(0,x))) *)
Definition statement_remark_4_3_no_reveals :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" (MembersOf "Q") (Implies (And (Not (Equality (Var
  "i") (Var "j"))) (And (Question (CollectionVar "Q")) (Not (H (Var "i") (Var
  "x"))))) (After (DoNo (Var "j")) (Knows (Var "i") (H (Num 0) (Var
  "x"))))))))).
Definition claim_remark_4_3_no_reveals : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G
  statement_remark_4_3_no_reveals.

(* equation-3.1, read as: as to a guess now: there is one that is sure to be
   right: always: forall i in players: guessphase & Turn(i) & ~GameOver ->
   forall M in guesses: K(i, after guess(i,M): GameOver & In(i)) <-> K(i,
   forall x in M: h(0,x)) *)
Definition statement_equation_3_1_as_read :=
  Statement Always true None (ForAll "i" Players (Implies (And (PhaseIs Guess)
  (And (Turn (Var "i")) (Not GameOver))) (ForAll "M" Guesses (Iff (Knows (Var
  "i") (After (DoGuess (Var "i") (CollectionVar "M")) (And GameOver (StillIn
  (Var "i"))))) (Knows (Var "i") (ForAll "x" (MembersOf "M") (H (Num 0) (Var
  "x")))))))).
Definition claim_equation_3_1_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_equation_3_1_as_read.

(* remark-3.1-yes: always: forall i in players, j in players, Q in questions,
   x in cards: Question(Q) & possible(shows(j,i,x)) -> x in Q & (h(j,x) ->
   exists y in Q: h(j,y)) *)
Definition statement_remark_3_1_yes :=
  Statement Always true None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" Cards (Implies (And (Question (CollectionVar "Q"))
  (PossAtom (DoShows (Var "j") (Var "i") (Var "x")))) (And (Membership (Var
  "x") (CollectionVar "Q")) (Implies (H (Var "j") (Var "x")) (Exists "y"
  (MembersOf "Q") (H (Var "j") (Var "y")))))))))).
Definition claim_remark_3_1_yes : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_yes.

(* remark-3.1-initial: initially: forall j in players, x in cards: h(j,x) ->
   K(j, h(j,x)) *)
Definition statement_remark_3_1_initial :=
  Statement Initially true None (ForAll "j" Players (ForAll "x" Cards (Implies
  (H (Var "j") (Var "x")) (Knows (Var "j") (H (Var "j") (Var "x")))))).
Definition claim_remark_3_1_initial : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_initial.

(* remark-3.1-lacks: initially: forall i in players, x in cards: ~h(i,x) ->
   K(i, ~h(i,x)) *)
Definition statement_remark_3_1_lacks :=
  Statement Initially true None (ForAll "i" Players (ForAll "x" Cards (Implies
  (Not (H (Var "i") (Var "x"))) (Knows (Var "i") (Not (H (Var "i") (Var
  "x"))))))).
Definition claim_remark_3_1_lacks : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_3_1_lacks.

(* remark-2.10-right-guess: always: forall i in players, M in guesses: after
   guess(i,M): ~GameOver -> ~In(i) *)
Definition statement_remark_2_10_right_guess :=
  Statement Always true None (ForAll "i" Players (ForAll "M" Guesses (After
  (DoGuess (Var "i") (CollectionVar "M")) (Implies (Not GameOver) (Not
  (StillIn (Var "i"))))))).
Definition claim_remark_2_10_right_guess : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_10_right_guess.

(* remark-2.10-implies, read as: its conclusion, when a card has been shown:
   always, no guesses: forall i in players, j in players, Q in questions,
   x in cards: Question(Q) -> (after shows(j,i,x): C(players, exists y in
   Q: h(j,y))) *)
Definition statement_remark_2_10_implies_as_read :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" Cards (Implies (Question (CollectionVar "Q"))
  (After (DoShows (Var "j") (Var "i") (Var "x")) (Common AllPlayers (Exists
  "y" (MembersOf "Q") (H (Var "j") (Var "y")))))))))).
Definition claim_remark_2_10_implies_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_10_implies_as_read.

(* remark-4-shows: always, no guesses: forall i in players, j in players, x
   in cards: after shows(j,i,x): C(players, h(j,x)) *)
Definition statement_remark_4_shows :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (After (DoShows (Var "j") (Var "i") (Var "x")) (Common AllPlayers
  (H (Var "j") (Var "x"))))))).
Definition claim_remark_4_shows : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_remark_4_shows.

(* remark-4-yes-common: always, no guesses: forall i in players, j in
   players, x in cards: after shows(j,i,x): C(players, h(j,x)) *)
Definition statement_remark_4_yes_common :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (After (DoShows (Var "j") (Var "i") (Var "x")) (Common AllPlayers
  (H (Var "j") (Var "x"))))))).
Definition claim_remark_4_yes_common : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_remark_4_yes_common.

(* remark-4.1-always-yes: always, no guesses: forall j in players:
   ~possible(no(j)) *)
Definition statement_remark_4_1_always_yes :=
  Statement Always false None (ForAll "j" Players (Not (PossAtom (DoNo (Var
  "j"))))).
Definition claim_remark_4_1_always_yes : Prop :=
  forall G, valid_sizes G -> p G = 2 -> q G = m G + n G + 1 -> holds G
  statement_remark_4_1_always_yes.

(* axiom-2.14-printed, read as: for the cards that i holds: initially: forall
   i in players, x in cards: h(i,x) -> C([i], h(i,x)) *)
Definition statement_axiom_2_14_printed_as_read :=
  Statement Initially true None (ForAll "i" Players (ForAll "x" Cards (Implies
  (H (Var "i") (Var "x")) (Common (PlayerGroup [:: (Var "i")]) (H (Var "i")
  (Var "x")))))).
Definition claim_axiom_2_14_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_14_printed_as_read.

(* axiom-2.16-printed, read as: for some Q, with GameOver false as section
   2.7 says: always: (forall j in players: possible(no(j)) <-> ~GameOver &
   exists Q in questions: ansphase & AnsTurn(j) & Question(Q) & forall x
   in Q: ~h(j,x)) & (forall j in players: possible(yes(j)) <-> ~GameOver &
   exists Q in questions: ansphase & AnsTurn(j) & Question(Q) & exists x
   in Q: h(j,x)) & (forall i in players, j in players, x in cards:
   possible(shows(j,i,x)) <-> ~GameOver & exists Q in questions: Turn(i) &
   AnsTurn(j) & showphase & Question(Q) & x in Q & h(j,x)) *)
Definition statement_axiom_2_16_printed_as_read :=
  Statement Always true None (And (ForAll "j" Players (Iff (PossAtom (DoNo
  (Var "j"))) (And (Not GameOver) (Exists "Q" Questions (And (PhaseIs Ans)
  (And (AnsTurn (Var "j")) (And (Question (CollectionVar "Q")) (ForAll "x"
  (MembersOf "Q") (Not (H (Var "j") (Var "x"))))))))))) (And (ForAll "j"
  Players (Iff (PossAtom (DoYes (Var "j"))) (And (Not GameOver) (Exists "Q"
  Questions (And (PhaseIs Ans) (And (AnsTurn (Var "j")) (And (Question
  (CollectionVar "Q")) (Exists "x" (MembersOf "Q") (H (Var "j") (Var
  "x")))))))))) (ForAll "i" Players (ForAll "j" Players (ForAll "x" Cards (Iff
  (PossAtom (DoShows (Var "j") (Var "i") (Var "x"))) (And (Not GameOver)
  (Exists "Q" Questions (And (Turn (Var "i")) (And (AnsTurn (Var "j")) (And
  (PhaseIs Show) (And (Question (CollectionVar "Q")) (And (Membership (Var
  "x") (CollectionVar "Q")) (H (Var "j") (Var "x"))))))))))))))).
Definition claim_axiom_2_16_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_16_printed_as_read.

(* axiom-2.26-printed, read as: for no M, inside the negation: always: forall
   i in players, k in players, L in guesses: (In(i) -> (after guess(k,L):
   In(i) <-> ~(i = k & exists x in L: ~h(0,x)))) & (~In(i) -> (after
   guess(k,L): ~In(i))) *)
Definition statement_axiom_2_26_printed_as_read :=
  Statement Always true None (ForAll "i" Players (ForAll "k" Players (ForAll
  "L" Guesses (And (Implies (StillIn (Var "i")) (After (DoGuess (Var "k")
  (CollectionVar "L")) (Iff (StillIn (Var "i")) (Not (And (Equality (Var "i")
  (Var "k")) (Exists "x" (MembersOf "L") (Not (H (Num 0) (Var "x")))))))))
  (Implies (Not (StillIn (Var "i"))) (After (DoGuess (Var "k") (CollectionVar
  "L")) (Not (StillIn (Var "i"))))))))).
Definition claim_axiom_2_26_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_26_printed_as_read.

(* axiom-2.27-printed, read as: for some i; for no i and Q', in the negation:
   always: (forall k in players, L in questions, Q in questions:
   possible(asks(k,L)) -> (after asks(k,L): Question(Q) <-> Q = L)) &
   (forall Q in questions: ~askphase & Question(Q) -> next Question(Q)) &
   (forall Q in questions: ~askphase & ~Question(Q) -> next ~Question(Q)) *)
Definition statement_axiom_2_27_printed_as_read :=
  Statement Always true None (And (ForAll "k" Players (ForAll "L" Questions
  (ForAll "Q" Questions (Implies (PossAtom (DoAsks (Var "k") (CollectionVar
  "L"))) (After (DoAsks (Var "k") (CollectionVar "L")) (Iff (Question
  (CollectionVar "Q")) (SetEquality (CollectionVar "Q") (CollectionVar
  "L")))))))) (And (ForAll "Q" Questions (Implies (And (Not (PhaseIs Ask))
  (Question (CollectionVar "Q"))) (Next (Question (CollectionVar "Q")))))
  (ForAll "Q" Questions (Implies (And (Not (PhaseIs Ask)) (Not (Question
  (CollectionVar "Q")))) (Next (Not (Question (CollectionVar "Q")))))))).
Definition claim_axiom_2_27_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_27_printed_as_read.

(* axiom-2.28-printed, read as: for some i and M: always: (forall k in
   players, L in guesses: after guess(k,L): GameOver <-> (forall x in L:
   h(0,x)) | forall l in players: ~In(l)) & (~guessphase -> next (GameOver
   <-> forall l in players: ~In(l))) & (forall i in players: after
   noguess(i): GameOver <-> forall l in players: ~In(l)) *)
Definition statement_axiom_2_28_printed_as_read :=
  Statement Always true None (And (ForAll "k" Players (ForAll "L" Guesses
  (After (DoGuess (Var "k") (CollectionVar "L")) (Iff GameOver (Or (ForAll "x"
  (MembersOf "L") (H (Num 0) (Var "x"))) (ForAll "l" Players (Not (StillIn
  (Var "l"))))))))) (And (Implies (Not (PhaseIs Guess)) (Next (Iff GameOver
  (ForAll "l" Players (Not (StillIn (Var "l"))))))) (ForAll "i" Players (After
  (DoNoguess (Var "i")) (Iff GameOver (ForAll "l" Players (Not (StillIn (Var
  "l"))))))))).
Definition claim_axiom_2_28_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_28_printed_as_read.

(* axiom-2.25-printed, read as: where the show is possible: always: forall i
   in players, j in players, x in cards: after shows(j,i,x): C([i,j],
   h(j,x)) *)
Definition statement_axiom_2_25_printed_as_read :=
  Statement Always true None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (After (DoShows (Var "j") (Var "i") (Var "x")) (Common
  (PlayerGroup [:: (Var "i"); (Var "j")]) (H (Var "j") (Var "x"))))))).
Definition claim_axiom_2_25_printed_as_read : Prop :=
  forall G, valid_sizes G -> holds G statement_axiom_2_25_printed_as_read.

(* lemma-4.1: always, no guesses: forall i in players, j in players, Q in
   questions, x in cards: ~(i = j) & Turn(i) & Question(Q) -> (ansphase ->
   ((possible(yes(j)) & ~possible(no(j))) | (possible(no(j)) &
   ~possible(yes(j)))) & ~possible(yes(i)) & ~possible(no(i))) & (after
   yes(j): showphase & ~next ~guessphase) & (after shows(j,i,x):
   guessphase & h(j,x) & K(i,h(j,x))) & (after no(j): guessphase & (x in Q
   & h(0,x) -> K(i,h(0,x)))) *)
Definition statement_lemma_4_1 :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" Cards (Implies (And (Not (Equality (Var "i") (Var
  "j"))) (And (Turn (Var "i")) (Question (CollectionVar "Q")))) (And (Implies
  (PhaseIs Ans) (And (Or (And (PossAtom (DoYes (Var "j"))) (Not (PossAtom
  (DoNo (Var "j"))))) (And (PossAtom (DoNo (Var "j"))) (Not (PossAtom (DoYes
  (Var "j")))))) (And (Not (PossAtom (DoYes (Var "i")))) (Not (PossAtom (DoNo
  (Var "i"))))))) (And (After (DoYes (Var "j")) (And (PhaseIs Show) (Not (Next
  (Not (PhaseIs Guess)))))) (And (After (DoShows (Var "j") (Var "i") (Var
  "x")) (And (PhaseIs Guess) (And (H (Var "j") (Var "x")) (Knows (Var "i") (H
  (Var "j") (Var "x")))))) (After (DoNo (Var "j")) (And (PhaseIs Guess)
  (Implies (And (Membership (Var "x") (CollectionVar "Q")) (H (Num 0) (Var
  "x"))) (Knows (Var "i") (H (Num 0) (Var "x")))))))))))))).
Definition claim_lemma_4_1 : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_lemma_4_1.

(* claim-4.1: always, no guesses: forall i in players, j in players, x in
   cards, y in cards: ~(i = j) & ~K(i,h(j,y)) & ~(x = y) -> (after
   shows(j,i,x): ~K(i,h(j,y))) *)
Definition statement_claim_4_1 :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (ForAll "y" Cards (Implies (And (Not (Equality (Var "i") (Var
  "j"))) (And (Not (Knows (Var "i") (H (Var "j") (Var "y")))) (Not (Equality
  (Var "x") (Var "y"))))) (After (DoShows (Var "j") (Var "i") (Var "x")) (Not
  (Knows (Var "i") (H (Var "j") (Var "y")))))))))).
Definition claim_claim_4_1 : Prop :=
  forall G, valid_sizes G -> p G = 2 -> q G = m G + n G + 1 -> holds G
  statement_claim_4_1.

(* claim-4.1, read as: nothing else while the opponent's hand is not known:
   always, no guesses: forall i in players, j in players, k in holders, x
   in cards, y in cards: ~(i = j) & ~K(i,h(k,y)) & ~(k = j & x = y) ->
   (after shows(j,i,x): K(i,h(k,y)) -> exists M in guesses: K(i, forall z
   in M: h(0,z))) *)
Definition statement_claim_4_1_as_read :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "k" Holders (ForAll "x" Cards (ForAll "y" Cards (Implies (And (Not (Equality
  (Var "i") (Var "j"))) (And (Not (Knows (Var "i") (H (Var "k") (Var "y"))))
  (Not (And (Equality (Var "k") (Var "j")) (Equality (Var "x") (Var "y"))))))
  (After (DoShows (Var "j") (Var "i") (Var "x")) (Implies (Knows (Var "i") (H
  (Var "k") (Var "y"))) (Exists "M" Guesses (Knows (Var "i") (ForAll "z"
  (MembersOf "M") (H (Num 0) (Var "z"))))))))))))).
Definition claim_claim_4_1_as_read : Prop :=
  forall G, valid_sizes G -> p G = 2 -> q G = m G + n G + 1 -> holds G
  statement_claim_4_1_as_read.

(* claim-4.2, read as: as knowledge: no deal is excluded: always, no guesses:
   forall i in players, M in guesses: ~Turn(i) & ~guessphase & ~K(i,
   exists x in M: ~h(0,x)) -> next ~K(i, exists x in M: ~h(0,x)) *)
Definition statement_claim_4_2_as_read :=
  Statement Always false None (ForAll "i" Players (ForAll "M" Guesses (Implies
  (And (Not (Turn (Var "i"))) (And (Not (PhaseIs Guess)) (Not (Knows (Var "i")
  (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var "x")))))))) (Next (Not
  (Knows (Var "i") (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var
  "x")))))))))).
Definition claim_claim_4_2_as_read : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_claim_4_2_as_read.

(* remark-4.1-direct: initially: exists Q in questions: (exists x in Q:
   h(0,x)) & forall j in players, x in Q: h(j,x) -> j = 1 *)
Definition statement_remark_4_1_direct :=
  Statement Initially true None (Exists "Q" Questions (And (Exists "x"
  (MembersOf "Q") (H (Num 0) (Var "x"))) (ForAll "j" Players (ForAll "x"
  (MembersOf "Q") (Implies (H (Var "j") (Var "x")) (Equality (Var "j") (Num
  1))))))).
Definition claim_remark_4_1_direct : Prop :=
  forall G, valid_sizes G -> q G <= m G + n G -> holds G
  statement_remark_4_1_direct.

(* remark-4.1-direct, read as: only then: initially: forall Q in questions:
   exists j in players, x in Q: ~(j = 1) & h(j,x) *)
Definition statement_remark_4_1_direct_as_read :=
  Statement Initially true None (ForAll "Q" Questions (Exists "j" Players
  (Exists "x" (MembersOf "Q") (And (Not (Equality (Var "j") (Num 1))) (H (Var
  "j") (Var "x")))))).
Definition claim_remark_4_1_direct_as_read : Prop :=
  forall G, valid_sizes G -> m G + n G + 1 <= q G -> holds G
  statement_remark_4_1_direct_as_read.

(* remark-4.3-no: always, no guesses: forall i in players, j in players, x in
   cards: ~(i = j) & ~K(i,h(0,x)) & ~K(j,h(0,x)) -> (after no(j):
   K(i,h(0,x)) -> ~C(players, h(0,x))) *)
Definition statement_remark_4_3_no :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "x" Cards (Implies (And (Not (Equality (Var "i") (Var "j"))) (And (Not
  (Knows (Var "i") (H (Num 0) (Var "x")))) (Not (Knows (Var "j") (H (Num 0)
  (Var "x")))))) (After (DoNo (Var "j")) (Implies (Knows (Var "i") (H (Num 0)
  (Var "x"))) (Not (Common AllPlayers (H (Num 0) (Var "x")))))))))).
Definition claim_remark_4_3_no : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_4_3_no.

(* theorem-4.3: always, no guesses: forall x in cards: E(players, h(0,x)) ->
   C(players, h(0,x)) *)
Definition statement_theorem_4_3 :=
  Statement Always false None (ForAll "x" Cards (Implies (Everyone AllPlayers
  (H (Num 0) (Var "x"))) (Common AllPlayers (H (Num 0) (Var "x"))))).
Definition claim_theorem_4_3 : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_theorem_4_3.

(* theorem-4.3, read as: also when somebody may have guessed wrong: always:
   forall x in cards: E(players, h(0,x)) -> C(players, h(0,x)) *)
Definition statement_theorem_4_3_as_read :=
  Statement Always true None (ForAll "x" Cards (Implies (Everyone AllPlayers
  (H (Num 0) (Var "x"))) (Common AllPlayers (H (Num 0) (Var "x"))))).
Definition claim_theorem_4_3_as_read : Prop :=
  exists G, valid_sizes G /\ p G = 2 /\ ~ holds G
  statement_theorem_4_3_as_read.

(* remark-4.2-one-card: always, no guesses: forall i in players, j in
   players, Q in questions, M in guesses: ~(i = j) & Question(Q) & (forall
   x in Q: h(i,x)) & ~K(i, exists x in M: ~h(0,x)) -> (after no(j): ~K(i,
   exists x in M: ~h(0,x))) *)
Definition statement_remark_4_2_one_card :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "M" Guesses (Implies (And (Not (Equality (Var "i")
  (Var "j"))) (And (Question (CollectionVar "Q")) (And (ForAll "x" (MembersOf
  "Q") (H (Var "i") (Var "x"))) (Not (Knows (Var "i") (Exists "x" (MembersOf
  "M") (Not (H (Num 0) (Var "x"))))))))) (After (DoNo (Var "j")) (Not (Knows
  (Var "i") (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var "x")))))))))))).
Definition claim_remark_4_2_one_card : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_4_2_one_card.

(* remark-4.2-one-answer: always, no guesses: forall i in players, j in
   players, Q in questions, x in Q: ~(i = j) & Question(Q) & ~h(i,x) ->
   (after no(j): K(i,h(0,x))) & (after shows(j,i,x): K(i,h(j,x))) *)
Definition statement_remark_4_2_one_answer :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" (MembersOf "Q") (Implies (And (Not (Equality (Var
  "i") (Var "j"))) (And (Question (CollectionVar "Q")) (Not (H (Var "i") (Var
  "x"))))) (And (After (DoNo (Var "j")) (Knows (Var "i") (H (Num 0) (Var
  "x")))) (After (DoShows (Var "j") (Var "i") (Var "x")) (Knows (Var "i") (H
  (Var "j") (Var "x")))))))))).
Definition claim_remark_4_2_one_answer : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G
  statement_remark_4_2_one_answer.

(* remark-4.2-no-tells-both: always, no guesses: forall i in players, j in
   players, Q in questions, x in Q: ~(i = j) & Question(Q) & ~h(i,x) ->
   (after no(j): K(i,h(0,x)) & K(j, ~h(i,x) -> h(0,x))) *)
Definition statement_remark_4_2_no_tells_both :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" (MembersOf "Q") (Implies (And (Not (Equality (Var
  "i") (Var "j"))) (And (Question (CollectionVar "Q")) (Not (H (Var "i") (Var
  "x"))))) (After (DoNo (Var "j")) (And (Knows (Var "i") (H (Num 0) (Var
  "x"))) (Knows (Var "j") (Implies (Not (H (Var "i") (Var "x"))) (H (Num 0)
  (Var "x"))))))))))).
Definition claim_remark_4_2_no_tells_both : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G
  statement_remark_4_2_no_tells_both.

(* remark-4.2-misled: always, no guesses: forall i in players, M in guesses:
   ~Turn(i) & ~guessphase & ~K(i, exists x in M: ~h(0,x)) -> next ~K(i,
   exists x in M: ~h(0,x)) *)
Definition statement_remark_4_2_misled :=
  Statement Always false None (ForAll "i" Players (ForAll "M" Guesses (Implies
  (And (Not (Turn (Var "i"))) (And (Not (PhaseIs Guess)) (Not (Knows (Var "i")
  (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var "x")))))))) (Next (Not
  (Knows (Var "i") (Exists "x" (MembersOf "M") (Not (H (Num 0) (Var
  "x")))))))))).
Definition claim_remark_4_2_misled : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_remark_4_2_misled.

(* remark-4.2-bonus: initially: forall Q in questions, A in sets, x in Q:
   (forall y in Q: h(1,y) <-> y in A) & (exists y in A: h(1,y)) & ~(x in
   A) -> exists k in holders: K(2, (forall y in Q: h(1,y) <-> y in A) ->
   h(k,x)) *)
Definition statement_remark_4_2_bonus :=
  Statement Initially true None (ForAll "Q" Questions (ForAll "A" Sets (ForAll
  "x" (MembersOf "Q") (Implies (And (ForAll "y" (MembersOf "Q") (Iff (H (Num
  1) (Var "y")) (Membership (Var "y") (CollectionVar "A")))) (And (Exists "y"
  (MembersOf "A") (H (Num 1) (Var "y"))) (Not (Membership (Var "x")
  (CollectionVar "A"))))) (Exists "k" Holders (Knows (Num 2) (Implies (ForAll
  "y" (MembersOf "Q") (Iff (H (Num 1) (Var "y")) (Membership (Var "y")
  (CollectionVar "A")))) (H (Var "k") (Var "x"))))))))).
Definition claim_remark_4_2_bonus : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G statement_remark_4_2_bonus.

(* remark-4.2-nearly-all: always, no guesses: forall i in players, Q in
   questions: exists x in Q: h(i,x) *)
Definition statement_remark_4_2_nearly_all :=
  Statement Always false None (ForAll "i" Players (ForAll "Q" Questions
  (Exists "x" (MembersOf "Q") (H (Var "i") (Var "x"))))).
Definition claim_remark_4_2_nearly_all : Prop :=
  forall G, valid_sizes G -> p G = 2 -> q G = m G + n G + 1 -> holds G
  statement_remark_4_2_nearly_all.

(* remark-2.23-partition: always: (forall x in cards: exactly 1 of k in
   holders: h(k,x)) & (exactly m of x in cards: h(0,x)) & (forall i in
   players: exactly n of x in cards: h(i,x)) *)
Definition statement_remark_2_23_partition :=
  Statement Always true None (And (ForAll "x" Cards (CountOver true (Numeral
  1) "k" Holders (H (Var "k") (Var "x")))) (And (CountOver true SizeM "x"
  Cards (H (Num 0) (Var "x"))) (ForAll "i" Players (CountOver true SizeN "x"
  Cards (H (Var "i") (Var "x")))))).
Definition claim_remark_2_23_partition : Prop :=
  forall G, valid_sizes G -> holds G statement_remark_2_23_partition.

(* equation-3.2: initially: forall i in players, a in cards, b in cards: ~(a
   = b) -> (h(i,a) & h(i,b) <-> (forall x in cards: x = a | x = b |
   ~h(i,x))) *)
Definition statement_equation_3_2 :=
  Statement Initially true None (ForAll "i" Players (ForAll "a" Cards (ForAll
  "b" Cards (Implies (Not (Equality (Var "a") (Var "b"))) (Iff (And (H (Var
  "i") (Var "a")) (H (Var "i") (Var "b"))) (ForAll "x" Cards (Or (Equality
  (Var "x") (Var "a")) (Or (Equality (Var "x") (Var "b")) (Not (H (Var "i")
  (Var "x"))))))))))).
Definition claim_equation_3_2 : Prop :=
  forall G, valid_sizes G -> n G = 2 -> holds G statement_equation_3_2.

(* remark-4.2-guaranteed: always, no guesses: forall i in players, j in
   players: ~(i = j) & Turn(i) & askphase & (forall M in guesses: ~K(i,
   forall x in M: h(0,x))) -> exists Q in questions: ~K(i, forall x in Q:
   ~h(j,x)) & forall x in Q: ~K(i,h(j,x)) *)
Definition statement_remark_4_2_guaranteed :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (Implies
  (And (Not (Equality (Var "i") (Var "j"))) (And (Turn (Var "i")) (And
  (PhaseIs Ask) (ForAll "M" Guesses (Not (Knows (Var "i") (ForAll "x"
  (MembersOf "M") (H (Num 0) (Var "x"))))))))) (Exists "Q" Questions (And (Not
  (Knows (Var "i") (ForAll "x" (MembersOf "Q") (Not (H (Var "j") (Var
  "x")))))) (ForAll "x" (MembersOf "Q") (Not (Knows (Var "i") (H (Var "j")
  (Var "x")))))))))).
Definition claim_remark_4_2_guaranteed : Prop :=
  forall G, valid_sizes G -> p G = 2 -> 1 <= q G <= m G + n G + 1 -> holds G
  statement_remark_4_2_guaranteed.

(* remark-4.4-camouflage: initially: (exists Q in questions, x in Q, y in Q:
   ~(x = y)) <-> exists Q in questions: (exists x in Q: h(1,x)) & ~K(1,
   forall x in Q: ~h(2,x)) & forall x in Q: ~K(1,h(2,x)) *)
Definition statement_remark_4_4_camouflage :=
  Statement Initially true None (Iff (Exists "Q" Questions (Exists "x"
  (MembersOf "Q") (Exists "y" (MembersOf "Q") (Not (Equality (Var "x") (Var
  "y")))))) (Exists "Q" Questions (And (Exists "x" (MembersOf "Q") (H (Num 1)
  (Var "x"))) (And (Not (Knows (Num 1) (ForAll "x" (MembersOf "Q") (Not (H
  (Num 2) (Var "x")))))) (ForAll "x" (MembersOf "Q") (Not (Knows (Num 1) (H
  (Num 2) (Var "x"))))))))).
Definition claim_remark_4_4_camouflage : Prop :=
  forall G, valid_sizes G -> p G = 2 -> 1 <= q G <= m G + n G + 1 -> holds G
  statement_remark_4_4_camouflage.

(* remark-4.2-echo, read as: what the answer to the repeated question tells,
   with hands of any size: always, no guesses: forall i in players, j in
   players, Q in questions, x in Q: ~(i = j) & Question(Q) & ~h(i,x) ->
   (after no(j): K(i,h(0,x))) & (after shows(j,i,x): K(i,h(j,x))) *)
Definition statement_remark_4_2_echo_as_read :=
  Statement Always false None (ForAll "i" Players (ForAll "j" Players (ForAll
  "Q" Questions (ForAll "x" (MembersOf "Q") (Implies (And (Not (Equality (Var
  "i") (Var "j"))) (And (Question (CollectionVar "Q")) (Not (H (Var "i") (Var
  "x"))))) (And (After (DoNo (Var "j")) (Knows (Var "i") (H (Num 0) (Var
  "x")))) (After (DoShows (Var "j") (Var "i") (Var "x")) (Knows (Var "i") (H
  (Var "j") (Var "x")))))))))).
Definition claim_remark_4_2_echo_as_read : Prop :=
  forall G, valid_sizes G -> p G = 2 -> holds G
  statement_remark_4_2_echo_as_read.

(* remark-4.2-echo: always, no guesses: forall x in cards: Turn(1) & askphase
   & h(1,x) & ~(exists y in cards: K(2, h(1,y))) -> after asks(1,{x}):
   after no(2): after noguess(1): after endturn(1): after asks(2,{x}):
   after yes(1): after shows(1,2,x): guessphase & Turn(2) & K(2,h(1,x)) &
   exists M in guesses: K(2, forall y in M: h(0,y)) & possible(guess(2,M))
   & (after guess(2,M): GameOver & In(2)) *)
Definition statement_remark_4_2_echo :=
  Statement Always false None (ForAll "x" Cards (Implies (And (Turn (Num 1))
  (And (PhaseIs Ask) (And (H (Num 1) (Var "x")) (Not (Exists "y" Cards (Knows
  (Num 2) (H (Num 1) (Var "y")))))))) (After (DoAsks (Num 1) (CardSet [:: (Var
  "x")])) (After (DoNo (Num 2)) (After (DoNoguess (Num 1)) (After (DoEndturn
  (Num 1)) (After (DoAsks (Num 2) (CardSet [:: (Var "x")])) (After (DoYes (Num
  1)) (After (DoShows (Num 1) (Num 2) (Var "x")) (And (PhaseIs Guess) (And
  (Turn (Num 2)) (And (Knows (Num 2) (H (Num 1) (Var "x"))) (Exists "M"
  Guesses (And (Knows (Num 2) (ForAll "y" (MembersOf "M") (H (Num 0) (Var
  "y")))) (And (PossAtom (DoGuess (Num 2) (CollectionVar "M"))) (After
  (DoGuess (Num 2) (CollectionVar "M")) (And GameOver (StillIn (Num
  2))))))))))))))))))).
Definition claim_remark_4_2_echo : Prop :=
  forall G, valid_sizes G -> p G = 2 -> n G = 1 -> q G = 1 -> holds G
  statement_remark_4_2_echo.
