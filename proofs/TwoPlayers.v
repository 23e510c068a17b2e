(* Chapter 4: two players. *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge
  Views Pile.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section TwoPlayers.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Implicit Types (i j x : nat) (Q : seq nat) (d : deal) (s : situation).

Lemma opponent i j : player G i -> player G j -> i != j -> incp G i = j.
Proof.
move=> pi pj; rewrite incpE_player // two; move: pi pj;
  rewrite /player /players two !inE.
by case/orP => /eqP ->; case/orP => /eqP ->.
Qed.

(* In the answer phase the question is the last action, and the game goes on. *)
Lemma answer_phase d s i j : executable G d s -> ansphase G d s -> Turn G i s ->
  player G j -> i != j -> exists Q s0,
  [/\ s = do (asks i Q) s0, answerer G s = Some j & ~~ GameOver G d s].
Proof.
move=> ex /eqP ph /eqP t pj ij; have := in_order sizes ex; rewrite ph t.
case=> k [Q [s0 [e]]]; rewrite two; case: k e => // e _ a.
have pi : player G i by rewrite -t (turn_player sizes ex).
exists Q, s0; split=> //; first by rewrite a /= (opponent pi pj ij).
rewrite e; rewrite e in ex; case/andP: ex => _ po.
exact: only_guesses_end (not_over po) _.
Qed.

(* lemma-4.1: the opponent can say yes or no, and not both; the poser
   neither. *)
Theorem one_answer d s i j : executable G d s -> ansphase G d s -> Turn G i s ->
  player G j -> i != j ->
  [/\ Poss G d (yes j) s = ~~ Poss G d (no j) s, ~~ Poss G d (yes i) s &
      ~~ Poss G d (no i) s].
Proof.
move=> ex ph t pj ij; have [Q [s0 [e a o]]] := answer_phase ex ph t pj ij.
have nij : AnsTurn G i s = false.
  by rewrite /AnsTurn a; apply/negbTE/eqP => -[ji]; rewrite ji eqxx in ij.
rewrite /Poss /= ph nij o /AnsTurn a !eqxx /for_some_question e /= !andbT.
by split.
Qed.

(* lemma-4.1: after a yes there is a show, and then the guess phase. *)
Theorem then_show d s a j : Poss G d a (do (yes j) s) ->
  guessphase G d (do a (do (yes j) s)).
Proof. by case/must_show => x ->. Qed.

(* lemma-4.1: a show proves a card of the opponent's. *)
Theorem show_proves d s i j x : is_world G (d, do (shows j i x) s) ->
  guessphase G d (do (shows j i x) s) /\
  K G i (fun w => w.1 j x) (d, do (shows j i x) s).
Proof.
move=> W; split=> // w W' A; apply: (shown_card_common W).
by apply: step W' A (here _ _ _); exact: mem_head.
Qed.

(* lemma-4.1: a no proves what the question has of the pile, and all of it that
   the poser does not hold. *)
Theorem no_proves d s i j x Q : is_world G (d, do (no j) s) -> Turn G i s ->
  player G j -> i != j -> Question Q s -> card G x -> x \in Q -> ~~ d i x ->
  guessphase G d (do (no j) s) /\ K G i (fun w => w.1 0 x) (d, do (no j) s).
Proof.
move=> W t pj ij /eqP Qs cx xQ nx; have [P ex1] := W; have /andP [ex po] := ex1.
have /andP [/andP [ph _] _] := one_kind po.
have pi : player G i by rewrite -(eqP t) (turn_player sizes ex).
have [Q' [s0 [e _ _]]] := answer_phase ex ph t pj ij.
have ij' := opponent pi pj ij; rewrite eq_sym in ij;
  have ji := opponent pj pi ij.
split; first by rewrite /guessphase /= ji t.
have eQ : Q' = Q by move: Qs; rewrite e => -[].
have ed : do (no j) s = denied G (p G).-1 i (do (asks i Q) s0).
  by rewrite two /= ij' e eQ.
by rewrite ed in W *; exact: all_no.
Qed.

End TwoPlayers.
