(* Section 4.2: the value of MYST(m,n,2,q) is one number.

   What the two players can assure themselves of adds up to at most 1
   (assurances_add), so the value v of Theorem 4.2 is unique (value_unique).
   If the game without idle questions has a value, it is the same
   (value_of_useful).

   Glossary
     assures k w L    (Optimal.v) player k has a mixed strategy with which k
                      has won after L turns with the chance w, whatever the
                      other does
     value v          player 1 assures himself of v, and player 2 of 1 - v
     useful_assures k w, useful_value v
                      the same of the game in which only useful questions are
                      put, which has ended after last_turn turns *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Minimax Duel Optimal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma le_times (a b c : rat) : 0 <= a -> b <= c -> a * b <= a * c.
Proof.
by move=> a0; rewrite -(subr_ge0 b) -(subr_ge0 (a * b)) -mulrBr;
  exact: mulr_ge0.
Qed.
Lemma le_plus (a b c e : rat) : a <= b -> c <= e -> a + c <= b + e.
Proof.
rewrite -(subr_ge0 a) -(subr_ge0 c) -(subr_ge0 (a + c)) opprD addrACA.
exact: addr_ge0.
Qed.

Section Unique.
Variables m n q : nat.
Implicit Types (k : bool) (s : bool -> strategy m n) (t : strategy m n).
Implicit Types (d : deal m n) (h : history m n) (L T : nat) (v w : rat).
Notation assures := (assures m n q).

Lemma winner_ext u s s' d T h : s =1 s' ->
  winner q u s d T h = winner q u s' d T h.
Proof.
move=> e; elim: T h => //= T IH h; rewrite !e; case: put => // Q.
by case: guess.
Qed.

Lemma pair_swapped k t t' : pair k t t' =1 pair (~~ k) t' t.
Proof. by rewrite /pair => i; case: k; case: i. Qed.

Lemma chance_ext u k s s' T : s =1 s' ->
  chance q u k s T = chance q u k s' T.
Proof.
move=> e; congr (_ / _); apply: eq_bigr => d _.
by rewrite (winner_ext u d T _ e).
Qed.

(* At most one of the two has won. *)
Lemma chances_le1 u s T : chance q u false s T + chance q u true s T <= 1.
Proof.
rewrite -mulrDl -big_split /=; have [none|some] := posnP #|deals m n|.
  by rewrite none invr0 mulr0 ler01.
apply: (@le_trans _ _ (#|deals m n|%:R / #|deals m n|%:R)).
  rewrite mulrC [X in _ <= X]mulrC le_times ?invr_ge0 ?ler0n // -sumr_const.
  apply: ler_sum => d _.
  by case: winner => [[]|]; rewrite /= ?addr0 ?add0r ?ler01.
by rewrite divff // pnatr_eq0 -lt0n.
Qed.

(* Both play a mixed strategy. *)
Lemma both_mixed (I J : finType) (x : I -> rat) (y : J -> rat) f v :
  mixed y -> (forall j, v <= \sum_i x i * f i j) ->
  v <= \sum_i \sum_j x i * y j * f i j.
Proof.
case=> y0 y1 le; rewrite exchange_big -[v]mul1r -y1 mulr_suml.
apply: ler_sum => j _; apply: (le_trans (le_times (y0 j) (le j))).
rewrite mulr_sumr (eq_bigr (fun i => x i * y j * f i j)) // => i _.
by rewrite mulrCA mulrA.
Qed.

Theorem assurances_add v w L L' : assures false v L -> assures true w L' ->
  v + w <= 1.
Proof.
case=> I [x [s [mx good]]] [J [y [t [my good']]]]; pose T := maxn L L'.
pose f i j := chance q false false (pair false (s i) (t j)) T.
pose g i j := chance q false true (pair false (s i) (t j)) T.
have vf : v <= \sum_i \sum_j x i * y j * f i j.
  by apply: both_mixed => // j; apply: good; exact: leq_maxl.
have wg : w <= \sum_j \sum_i y j * x i * g i j.
  apply: (both_mixed (f := fun j i => g i j)) => // i.
  apply: le_trans (good' (s i) T (leq_maxr _ _)) _; apply: ler_sum => j _.
  by rewrite /g (chance_ext _ _ _ (pair_swapped false (s i) (t j))).
apply: le_trans (le_plus vf wg) _; rewrite [X in _ + X]exchange_big -big_split
  /=.
have one : \sum_i \sum_j x i * y j = 1.
  rewrite (eq_bigr x) ?mx.2 // => i _.
  by rewrite -mulr_sumr my.2 mulr1.
rewrite -[X in _ <= X]one; apply: ler_sum => i _; rewrite -big_split /=.
apply: ler_sum => j _; rewrite [y j * x i]mulrC -mulrDr -[X in _ <= X]mulr1.
by apply: le_times; [rewrite mulr_ge0 ?mx.1 ?my.1|exact: chances_le1].
Qed.

(* The value of the game. *)
Definition value v : Prop :=
  exists L, assures false v L /\ assures true (1 - v) L.

Theorem value_unique v v' : value v -> value v' -> v = v'.
Proof.
have le a b : value a -> value b -> a <= b.
  case=> L [first _] [L' [_ second]].
  have := assurances_add first second.
  by rewrite -(subr_ge0 a) -subr_ge0 !opprD opprK addrCA addNKr addrC.
by move=> V V'; apply/eqP; rewrite eq_le !le.
Qed.

End Unique.

Section Useful.
Variables m n q : nat.
Hypothesis sizes : (0 < q <= m + n + 1)%N /\ (0 < n)%N.
Implicit Types (k : bool) (v w : rat).
Notation last_turn := (last_turn m n).

Definition useful_assures k w : Prop :=
  exists (I : finType) (x : I -> rat) (s : I -> strategy m n), mixed x /\
  forall t, w <= \sum_i x i * chance q true k (pair k (s i) t) last_turn.
Definition useful_value v : Prop :=
  useful_assures false v /\ useful_assures true (1 - v).

Lemma useful_assures_whole k w : useful_assures k w ->
  assures m n q k w last_turn.
Proof.
have [/andP [q0 small] n0] := sizes.
case=> I [x [s [mx good]]]; exists I, x, (fun i => follow q k (s i));
  split=> //.
move=> t T late; apply: le_trans (good (counter q k t)) _;
  apply: ler_sum => i _.
by apply: le_times; [exact: mx.1|exact: chance_follow].
Qed.

Theorem value_of_useful v v' : useful_value v -> value m n q v' -> v = v'.
Proof.
case=> first second; apply: value_unique; exists last_turn.
by split; exact: useful_assures_whole.
Qed.
End Useful.

Theorem value_exists m n q : (0 < q <= m + n + 1)%N -> (0 < n)%N ->
  exists2 v, value m n q v & forall v', value m n q v' -> v' = v.
Proof.
case/andP=> q0 small n0; have [v both] := theorem_4_2 small q0 n0.
have V : value m n q v by exists (last_turn m n).
by exists v => // v' V'; exact: value_unique V' V.
Qed.
