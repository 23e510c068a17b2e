(* Section 4.1: with what chances the algorithm draws its questions, and how likely
   the deals are after an answer. *)

From Coq Require Import QArith.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Open Scope nat_scope.

(* The subsets of a set of cards that have k cards, each in the order of the set. *)
Fixpoint choose k (l : seq nat) : seq (seq nat) :=
  match k, l with
  | 0, _ => [:: [::]]
  | k'.+1, [::] => [::]
  | k'.+1, x :: l' => map (cons x) (choose k' l') ++ choose k l'
  end.

Lemma mem_choose k l A : (A \in choose k l) = subseq A l && (size A == k).
Proof.
elim: l k A => [|x l IH] [|k] A.
- by case: A.
- by case: A => //= y A; rewrite andbF.
- by case: A => [|y A]; rewrite /= ?sub0seq ?andbF.
rewrite /= mem_cat IH; case: A => [|y A].
  by rewrite /= sub0seq /= orbF; apply/mapP => -[].
have inj : injective (cons x) by move=> ? ? [].
case: (y =P x) => [->|ne]; last by case: mapP => // -[B _ []].
rewrite mem_map // IH /= eqSS; case: (size A == k); rewrite ?andbF ?andbT //.
by case e: (subseq A l) => //; apply/negP => /(subseq_trans (subseq_cons A x)); rewrite e.
Qed.

(* One of N. *)
Definition one_of (N : nat) : QArith_base.Q := (1 # Pos.of_nat N)%Q.
Definition sum (l : seq QArith_base.Q) : QArith_base.Q := foldr Qplus 0%Q l.

Section Chances.
Variable G : game.
Hypothesis sizes : ax_2_1 G.
Hypothesis two : p G = 2.
Implicit Types (i j k x : nat) (Q : seq nat) (d : deal) (s : situation).
Notation hand := (hand G).
Notation incp := (incp G).

(* The questions that player i may draw, each of which has the same chance. *)
Definition questions : seq (seq nat) := choose (q G) (cards G).
Definition drawn_questions i s : seq (seq nat) := filter (drawn G i s) questions.
Definition chance i s Q : QArith_base.Q :=
  if drawn G i s Q then one_of (size (drawn_questions i s)) else 0%Q.

(* Claim 4.2: each question has the same chance in all worlds that the responder
   considers possible. *)
Theorem claim_4_2 i w w' Q : player G i -> is_world G w -> is_world G w' ->
  alike G (incp i) w w' -> chance i w.2 Q = chance i w'.2 Q.
Proof.
move=> pi [_ ex] [_ ex'] [_ v]. by rewrite (one_history sizes two (incp_player pi) ex ex' v).
Qed.

(* There is a question to draw while the other has not shown the whole hand. *)
Theorem something_to_draw i d s : q G = m G + n G + 1 -> is_world G (d, s) ->
  player G i -> size (undup (shown (incp i) s)) < n G -> drawn_questions i s != [::].
Proof.
move=> large W pi few; have [/= P ex] := W.
pose own := undup (shown i s); pose L := take (q G) (free G i s ++ own).
pose Q := [seq x <- cards G | x \in L]. have cL x : x \in L -> x \in cards G.
  by move/mem_take; rewrite mem_cat mem_filter mem_undup => /orP [/andP [] //|]; exact: (shown_card ex).
have uL : uniq L.
  rewrite take_uniq // cat_uniq filter_uniq ?ax_2_4 // undup_uniq andbT; apply/hasPn => x.
  by rewrite mem_undup /= mem_filter mem_cat => ->.
have eqL : perm_eq Q L.
  apply: uniq_perm; rewrite ?filter_uniq ?ax_2_4 // => x; rewrite mem_filter.
  by case xL: (x \in L); rewrite // cL.
have sL : size L = q G.
  rewrite size_takel // size_cat; have := construction two large few.
  case/orP => [le|]; first exact: leq_trans le (leq_addr _ _). by rewrite leq_subLR.
have Qs : question_set G Q.
  rewrite /question_set /card_set /ax_2_8 (perm_size eqL) sL eqxx filter_uniq ?ax_2_4 // andbT.
  by apply/allP => x; rewrite mem_filter => /andP [].
have: Q \in drawn_questions i s; last by case: drawn_questions.
rewrite mem_filter mem_choose filter_subseq (perm_size eqL) sL eqxx !andbT /drawn Qs /=.
case: ifP => le.
  by apply/allP => x; rewrite (perm_mem eqL) /L takel_cat // => /mem_take.
apply/andP; split; apply/allP => x.
  move=> xf; rewrite inE (perm_mem eqL) /L take_cat ltnNge ltnW ?ltnNge ?le //= mem_cat xf.
  by [].
by rewrite (perm_mem eqL) => /mem_take; rewrite !inE !mem_cat mem_undup.
Qed.

(* Of the cards of Q that j has any is shown with the same chance. *)
Definition shown_evenly d j Q x : QArith_base.Q :=
  if (x \in Q) && d j x then one_of (count (d j) Q) else 0%Q.
(* How likely a deal is after x was shown, if all of Ds were equally likely. *)
Definition likely (Ds : seq deal) d j Q x : QArith_base.Q :=
  (shown_evenly d j Q x / sum [seq shown_evenly d' j Q x | d' <- Ds])%Q.

(* lemma-4.2: after a question with all cards that are not player i's, the deals in
   which j has the card that is shown are equally likely. *)
Theorem all_open i j d d1 d2 Q x Ds : player G i -> player G j -> i != j ->
  question_set G Q -> (forall y, card G y -> ~~ d i y -> y \in Q) ->
  partition G d1 -> same_hand G i d d1 -> partition G d2 -> same_hand G i d d2 ->
  d1 j x -> d2 j x -> likely Ds d1 j Q x = likely Ds d2 j Q x.
Proof.
move=> pi pj ij Qs all P1 h1 P2 h2 x1 x2; rewrite /likely; congr (_ / _)%Q.
have /andP [/andP [uQ /allP cQ] _] := Qs.
have one d' : partition G d' -> same_hand G i d d' -> count (d' j) Q = n G.
  move=> P hh; case: (P) => _ _ n11 _; rewrite -(n11 j pj) -size_filter.
  apply/perm_size/uniq_perm; rewrite ?filter_uniq ?ax_2_4 // => y.
  rewrite mem_hand mem_filter; case jy: (d' j y) => //=; apply/idP/idP => [/cQ //|cy].
  apply: all => //; rewrite hh //; apply: (not_theirs P pi _ ij cy jy).
  by rewrite holderE pj orbT.
by rewrite /shown_evenly x1 x2 !one.
Qed.

End Chances.

(* theorem-4.1, the comparison in its proof, weakly. *)
Theorem comparison (m : nat) : 1 <= m ->
  (1 # Pos.of_succ_nat m <= Z.of_nat m # Pos.of_succ_nat m)%Q.
Proof.
move=> m1; rewrite /Qle [Qnum _]/= [Qden _]/=; apply: Zmult_le_compat_r; last by [].
by apply: (inj_le 1); apply/leP.
Qed.
