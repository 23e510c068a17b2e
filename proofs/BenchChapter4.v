(* The statements of sections 4.2 and 4.4 about a question that is repeated,
   and about camouflage, proved of the formulas that the bench prints; see
   Bench.v. *)

From Coq Require Import String Ascii.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Readings TwoPlayers Evidence Chapter4.
From Myst Require Import Language Statements Bench BenchKnowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* To know that j has no card of a set does not depend on the set's order. *)
Lemma know_none_of G i j (Q R : seq nat) w : Q =i R ->
  K G i (fun w => forall x, x \in Q -> ~ w.1 j x) w
  <-> K G i (fun w => disjoint w.1 R j) w.
Proof.
move=> e; split; apply: know_weaker => v f.
  by apply/allP => x; rewrite -e => /f /negP.
by move=> x; rewrite e => xR; apply/negP; exact: (allP f).
Qed.

Theorem remark_4_4_camouflage : claim_remark_4_4_camouflage.
Proof.
move=> G sizes two /andP [_ small]; apply: initially_holds => d [P _].
unfold_truth; have iff := camouflage sizes two small P; split.
- case=> Q /questionsP Qq [x xQ [y yQ /eqP xy]].
  have [|R [Rq [a aR da] nK none]] := iff.1.
    by exists Q => //; exists x, y.
  have [Rg eR] := question_listed Rq; exists (in_deck_order G R) => //.
  split; [by exists a; rewrite ?eR|split].
    by move/(@know_none_of G 1 2 _ _ (d, Init0) eR).
  by move=> z; rewrite eR; exact: none.
- case=> Q Qg [own [nK none]]; have [|R Rq [x [y [xR yR /eqP xy]]]] := iff.2.
    exists Q; split=> //; first exact: questionsP.
    by move/(@know_none_of G 1 2 _ _ (d, Init0) (fun x => erefl (x \in Q))).
  have [Rg eR] := question_listed Rq; exists (in_deck_order G R) => //.
  by exists x; rewrite ?eR //; exists y; rewrite ?eR.
Qed.

Theorem remark_4_2_echo_as_read : claim_remark_4_2_echo_as_read.
Proof.
move=> G sizes two; apply: without_guesses => d s W _; unfold_truth.
move=> i pi j pj Q _ x xQ [/eqP ij [/asked_forP [R e eQ] /negP nx]].
have R1 : Question R s by apply/eqP.
have /andP [/andP [_ /allP cR] _] := asked_question (proj2 W) e.
rewrite eQ in xQ; split=> po; have W' := step_world W po.
  exact: (no_reveals sizes two W' pi pj ij R1 (cR x xQ) xQ nx).
by have [_] := show_proves W'.
Qed.

(* A guess of the same cards, in the order of the deck. *)
Lemma same_pile_named G d (M N : seq nat) : M =i N ->
  equals_pile G d M = equals_pile G d N.
Proof.
move=> e; rewrite /equals_pile (eq_all_r e); congr (_ && _).
by apply: eq_all => x; rewrite e.
Qed.
Lemma guess_in_order G d i M s : Poss G d (guess i M) s ->
  Poss G d (guess i (in_deck_order G M)) s.
Proof.
move=> /poss_guess [t g Ms o]; have [Mg _] := guess_listed Ms.
by apply/poss_guess; split=> //; exact: guessesP.
Qed.

Theorem remark_4_2_echo : claim_remark_4_2_echo.
Proof.
move=> G sizes two one single; apply: without_guesses => d s W _; unfold_truth.
move=> x _ _ p1 p2 p3 p4 p5 p6 p7.
have W6 := step_world (step_world (step_world W p1) p2) p3.
have W7 := step_world (step_world (step_world W6 p4) p5) p6.
have W' := step_world W7 p7; have [/eqP ph _] := show_proves W'.
have [Kx [M [KM poM _ _]]] := echo sizes two one W'.
have /poss_guess [t _ Ms _] := poM; have [Mg eM] := guess_listed Ms.
have po := guess_in_order poM; split=> //; split=> //; split=> //.
exists (in_deck_order G M) => //; split; last split=> //.
  apply: know_weaker KM => w /andP [/allP inM _] y; rewrite eM; exact: inM.
have right : equals_pile G d (in_deck_order G M).
  by rewrite (same_pile_named G d eM); exact: K_true W' KM.
move=> po'; have exg := proj2 (step_world W' po').
by have [over inn _] := Invariants.right_guess sizes exg right.
Qed.
