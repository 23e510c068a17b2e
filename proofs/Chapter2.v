(* Theorem 4.2 and Claim 4.5 about the situations of chapter 2: the game of
   two players MYST(m,n,2,q), q from 1 to m + n + 1, has a value, and player 1
   wins it with a chance of one half or more. Both play by plans that know the
   own hand and what was seen; who has won is said by the fluents GameOver, In
   and Turn; an action has to be possible by section 2.7; who has guessed
   wrong goes on answering.

   Glossary
     two k t t'       player k plays by the plan t, and the other by t'
     frequency k u N  of all deals, in how many player k has won after N
                      actions
     assured k w N    player k has legal plans, drawn with some chances, with
                      which k has won after N actions with the chance w or
                      more, whatever legal plan the other has
     value v          player 1 is assured of v, and player 2 of 1 - v *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Situation Fluents Partition Invariants Turns Plays
  Situated.
From Myst Require Import Minimax Optimal Unique.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Chapter2.
Variables m n q : nat.
Let G := MYST m n 2 q.
Notation D := (@dealing m n).
Notation strategy := (Duel.strategy m n).
Notation legal := (legal m n q).
Notation deals := (deals m n).
Implicit Types (k : bool) (t : plan) (u : nat -> plan) (d : Duel.deal m n).
Implicit Types (N T : nat) (v w : rat).

Definition two k t t' : nat -> plan := if k then both t' t else both t t'.

Definition frequency k u N : rat :=
  (\sum_(d in deals) (won G (who k) (D d) (play G (D d) u N Init0))%:R) /
    #|deals|%:R.

Definition assured k w N : Prop :=
  exists (I : finType) (x : I -> rat) (s : I -> plan),
  [/\ mixed x, forall i, legal k (s i) &
      forall t T, legal (~~ k) t -> (N <= T)%N ->
        w <= \sum_i x i * frequency k (two k (s i) t) T].
Definition value v : Prop := exists N, assured false v N /\
  assured true (1 - v) N.

Lemma two_self k t t' : two k t t' (who k) = t.
Proof. by case: k. Qed.
Lemma two_other k t t' : two k t t' (who (~~ k)) = t'.
Proof. by case: k. Qed.

Hypothesis sizes : valid_sizes G.

(* At most one has won. *)
Lemma frequencies_le1 u N : frequency false u N + frequency true u N <= 1.
Proof.
rewrite -mulrDl -big_split /=; have [none|some] := posnP #|deals|.
  by rewrite none invr0 mulr0 ler01.
apply: (@le_trans _ _ (#|deals|%:R / #|deals|%:R)).
  rewrite mulrC [X in _ <= X]mulrC le_times ?invr_ge0 ?ler0n // -sumr_const.
  apply: ler_sum => d _; rewrite -natrD -[X in _ <= X]/(1%:R) ler_nat /won
    /Turn.
  case: (GameOver G (D d) _); rewrite ?addn0 //=.
  by case: eqP => [->|_]; rewrite ?andbF ?addn0 ?add0n ?leq_b1.
by rewrite divff // pnatr_eq0 -lt0n.
Qed.

Theorem assured_add v w N N' : assured false v N -> assured true w N' ->
  v + w <= 1.
Proof.
case=> I [x [s [mx ls good]]] [J [y [t [my lt good']]]]; pose T := maxn N N'.
pose f i j := frequency false (two false (s i) (t j)) T.
pose g i j := frequency true (two true (t j) (s i)) T.
have vf : v <= \sum_i \sum_j x i * y j * f i j.
  by apply: both_mixed => // j; apply: good => //; exact: leq_maxl.
have wg : w <= \sum_j \sum_i y j * x i * g i j.
  apply: (both_mixed (f := fun j i => g i j)) => // i.
  by apply: good' => //; exact: leq_maxr.
apply: le_trans (le_plus vf wg) _.
rewrite [X in _ + X]exchange_big -big_split /=.
have one : \sum_i \sum_j x i * y j = 1.
  rewrite (eq_bigr x) ?mx.2 // => i _.
  by rewrite -mulr_sumr my.2 mulr1.
rewrite -[X in _ <= X]one; apply: ler_sum => i _; rewrite -big_split /=.
apply: ler_sum => j _; rewrite [y j * x i]mulrC -mulrDr -[X in _ <= X]mulr1.
apply: le_times; first by rewrite mulr_ge0 ?mx.1 ?my.1.
exact: frequencies_le1.
Qed.

Theorem value_unique v v' : value v -> value v' -> v = v'.
Proof.
have le a b : value a -> value b -> a <= b.
  case=> L [first _] [L' [_ second]]; have := assured_add first second.
  by rewrite -(subr_ge0 a) -subr_ge0 !opprD opprK addrCA addNKr addrC.
by move=> V V'; apply/eqP; rewrite eq_le !le.
Qed.

(* What a player is assured of in Duel.v, he is assured of by chapter 2. *)
Hypothesis small : (q <= m + n + 1)%N.

Lemma chance_frequency k r t T N : legal (~~ k) t -> (longest m n q T <= N)%N ->
  chance q false k (Duel.pair k r (strategy_of m n q (~~ k) t)) T <=
  frequency k (two k (plan_of q k r) t) N.
Proof.
move=> lt late; rewrite /chance /frequency mulrC [X in _ <= X]mulrC.
apply: le_times; first by rewrite invr_ge0 ler0n.
apply: ler_sum => d; rewrite inE => de; rewrite ler_nat.
case: eqP => // win; suff -> : won G (who k) (D d)
    (play G (D d) (two k (plan_of q k r) t) N Init0) by [].
apply: (winner_wins sizes small de _ _ _ (h := [::]) _ win late) => //.
- move=> j; rewrite /Duel.pair; case: (j =P k) => [->|/eqP jk].
    by rewrite two_self; exact: plan_of_follows.
  have -> : j = ~~ k by move: jk; case: (j); case: (k).
  by rewrite two_other; exact: plan_follows.
- move=> j; case: (j =P k) => [->|/eqP jk].
    by rewrite two_self; exact: plan_of_legal.
  have -> : j = ~~ k by move: jk; case: (j); case: (k).
  by rewrite two_other.
- by move=> s ex ng; rewrite two_self; exact: plan_of_alone.
Qed.

Theorem assures_assured k w L : assures m n q k w L ->
  assured k w (longest m n q L).
Proof.
case=> I [x [s [mx good]]]; exists I, x, (fun i => plan_of q k (s i));
  split=> //.
  by move=> i; exact: plan_of_legal.
move=> t T lt late;
  apply: le_trans (good (strategy_of m n q (~~ k) t) L (leqnn L)) _.
apply: ler_sum => i _; apply: le_times; first exact: mx.1.
exact: chance_frequency.
Qed.

(* The value of Duel.v is that of chapter 2. *)
Theorem value_of_duel v : Unique.value m n q v -> value v.
Proof.
case=> L [first second]; exists (longest m n q L).
by split; exact: assures_assured.
Qed.

(* Theorem 4.2. *)
Theorem theorem_4_2 : exists2 v, value v & forall v', value v' -> v' = v.
Proof.
have [_ n0 _ q0] := and4P sizes.
have [|v /value_of_duel V _] := @value_exists m n q _ n0; first by rewrite q0.
by exists v => // v' V'; exact: value_unique V' V.
Qed.

(* Claim 4.5: player 1 wins with a chance of one half or more. *)
Theorem claim_4_5 : exists N, assured false (1 / 2%:R) N.
Proof.
have [_ n0 _ q0] := and4P sizes.
exists (longest m n q (last_turn m n).+1); apply: assures_assured.
exact: Optimal.claim_4_5.
Qed.

End Chapter2.
