(* Section 4.4: P(8n^2, n, n) stays above one half, so that the observation
   below (4.1), that with equal hands the chances tend to one half, is false.

   E - h/2 - L is not negative where the region ends, and so not inside. What is
   left to be compared, states with 47 or 48 cards in both hands, is the premise
   `last_states`; a program apart compares them.

   Glossary
     prod f k         f 0 .. f (k-1), multiplied
     need             1/2 + c + 49/1130
     line x, last x   comparisons on the line x + y = 49, and for large
                      piles, computed
     last_states      the premise: G is not negative with 47 or 48 cards in
                      both hands
     inside m x y     the region in which G is proved not to be negative
     gain             P(8n^2, n, n) is above 1/2 by so much or more, for n >=
                      25
     tends_to_one_half
                      the observation of section 4.4, which is false *)

From Coq Require Import List QArith Qpower Qminmax Lqa Lia Arith Setoid
  Morphisms.
From Myst Require Import Recurrence Draws.
Open Scope Q_scope.

(* Where the region ends. *)
Fixpoint prod (f : nat -> Q) (k : nat) : Q :=
  match k with O => 1 | S j => prod f j * f j end.

Lemma prod_fall x k : fall x k = prod (fun i => x - q i) k.
Proof. induction k as [|j IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma prod_rise x k : rise x k = prod (fun i => x + q i + 1) k.
Proof. induction k as [|j IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma prod_ge0 f k : (forall i, (i < k)%nat -> 0 <= f i) -> 0 <= prod f k.
Proof.
  intro ge. induction k as [|j IH]; cbn; [discriminate|].
  apply Qmult_le_0_compat; [apply IH; intros; apply ge|apply ge]; lia.
Qed.

Lemma prod_le f g k : (forall i, (i < k)%nat -> 0 <= f i <= g i) ->
  prod f k <= prod g k.
Proof.
  intro le. induction k as [|j IH]; cbn; [apply Qle_refl|].
  assert (A : 0 <= prod f j) by (apply prod_ge0; intros; apply le; lia).
  assert (B : prod f j <= prod g j) by (apply IH; intros; apply le; lia).
  assert (C := le j ltac:(lia)). nra.
Qed.

Lemma prod_times f g k : prod (fun i => f i * g i) k == prod f k * prod g k.
Proof. induction k as [|j IH]; cbn; [reflexivity|]. rewrite IH. ring. Qed.

Lemma q_below i k : (i < S k)%nat -> 0 <= q i <= q k.
Proof. intro lt. split; [apply q_ge0|apply q_le; lia]. Qed.

(* The part of side that depends on the pile. *)
Lemma share m x y : 8 <= x -> 8 <= y -> 3 * (x + 1) * (y + 1) <= 2 * m + 4 ->
  0 < m /\ 1 - (56#9) / (x + 1) <= 1 - (28#3) * (y - 7) / m.
Proof.
  intros gex gey gem. assert (0 < m) by nra. split; [assumption|].
  assert ((28#3) * (y - 7) / m <= (56#9) / (x + 1)); [|lra].
  apply Qle_shift_div_r; [assumption|].
  setoid_replace ((56#9) / (x + 1) * m) with ((56#9) * m / (x + 1))
    by (field; lra).
  apply Qle_shift_div_l; nra.
Qed.

Lemma side_ge0 m x y : 8 <= x -> 8 <= y -> 3 * (x + 1) * (y + 1) <= 2 * m + 4 ->
  0 <= side m x y.
Proof.
  intros gex gey gem. destruct (share m x y gex gey gem) as [_ le]. unfold side.
  assert (A := rise_gt0 x 7 ltac:(lra)).
  assert (B := fall_gt0 y 7 ltac:(change (q 7) with 7; lra)).
  apply Qmult_le_0_compat; [apply Qle_shift_div_l; lra|].
  assert ((56#9) / (x + 1) <= 56#81) by (apply Qle_shift_div_r; lra). lra.
Qed.

Lemma up_ge0 m x y : 8 <= m -> 0 <= x -> 0 <= y -> 0 <= up m x y.
Proof.
  intros gem gex gey. assert (A := rise_gt0 x 8 gex).
  assert (B := rise_gt0 y 8 gey).
  assert (C := fall_gt0 m 8 gem). unfold up.
  apply Qle_shift_div_l; [now apply Qmult_lt_0_compat|lra].
Qed.

Lemma low_ge0 m x y : 0 <= m -> 8 <= x -> 8 <= y -> 0 <= low m x y.
Proof.
  intros gem gex gey. assert (A := rise_gt0 m 5 gem).
  assert (B := fall_gt0 x 5 ltac:(change (q 5) with 5; lra)).
  assert (C := fall_gt0 y 5 ltac:(change (q 5) with 5; lra)).
  unfold low. apply Qle_shift_div_l; [lra|]. rewrite Qmult_0_l.
  apply Qmult_le_0_compat; lra.
Qed.

(* G is not negative where a term of L is large. *)
Lemma G_ge0 m x y : h (q m) (q x) (q y) + 2 * L (q m) (q x) (q y) <= -1 ->
  0 <= G m x y.
Proof.
  intro le. unfold G. assert (A := P_bounds m x y).
  assert (B := P_bounds m y x). lra.
Qed.

Lemma h_small m x y : 8 <= x -> 8 <= y -> 49 <= x + y ->
  3 * (x + 1) * (y + 1) <= 2 * m + 4 ->
  h m x y <= 49 # 565.
Proof. intros. unfold h. apply Qle_shift_div_r; nra. Qed.

(* 1/2 + c + 49/1130 *)
Definition need : Q := (1#2) + c + (49#1130).

(* One hand is more than five times the other: side is large if it is for
   x0, y0. *)
Lemma side_large m x y x0 y0 : 8 <= x -> 41 <= y ->
  3 * (x + 1) * (y + 1) <= 2 * m + 4 ->
  8 <= x0 <= x -> 6 <= y0 ->
  (forall i, 0 <= i <= 6 -> (y0 - i) * (x + i + 1) <= (y - i) * (x0 + i + 1)) ->
  need <= s * (prod (fun i => (y0 - q i) / (x0 + q i + 1)) 7 *
               (1 - (56#9) / (x0 + 1))) ->
  need <= s * side m x y.
Proof.
  intros gex gey gem [le0 le] ge0 each enough.
  destruct (share m x y gex ltac:(lra) gem) as [M ge].
  set (r := fun i => (y0 - q i) / (x0 + q i + 1)) in *.
  assert (R : forall i, (i < 7)%nat -> 0 <= r i).
  { intros i lt. assert (B := q_below i 6 lt). change (q 6) with 6 in B.
    unfold r.
    apply Qle_shift_div_l; lra. }
  assert (F : prod r 7 * rise x 7 <= fall y 7).
  { rewrite prod_fall, prod_rise, <- prod_times. apply prod_le. intros i lt.
    assert (B := q_below i 6 lt). change (q 6) with 6 in B.
    assert (C := R i lt). split; [nra|].
    unfold r. setoid_replace ((y0 - q i) / (x0 + q i + 1) * (x + q i + 1))
      with ((y0 - q i) * (x + q i + 1) / (x0 + q i + 1)) by (field; lra).
    apply Qle_shift_div_r; [lra|]. now apply each. }
  assert (A := rise_gt0 x 7 ltac:(lra)).
  assert (K : prod r 7 <= fall y 7 / rise x 7)
    by (apply Qle_shift_div_l; assumption).
  assert (N := prod_ge0 r 7 R). set (t := 1 - (56#9) / (x0 + 1)) in *.
  assert (T : t <= 1 - (28#3) * (y - 7) / m).
  { apply Qle_trans with (2 := ge). unfold t.
    assert ((56#9) / (x + 1) <= (56#9) / (x0 + 1)); [|lra].
    apply Qle_shift_div_r; [lra|].
    setoid_replace ((56#9) / (x0 + 1) * (x + 1))
      with ((56#9) * (x + 1) / (x0 + 1)) by (field; lra).
    apply Qle_shift_div_l; lra. }
  assert (N' : 0 <= t).
  { unfold t. assert ((56#9) / (x0 + 1) <= 56#81);
    [apply Qle_shift_div_r; lra|lra]. }
  apply Qle_trans with (1 := enough). unfold side, s. nra.
Qed.

Lemma unequal_hands m x y : 8 <= x -> 49 <= x + y -> 5 * x <= y ->
  3 * (x + 1) * (y + 1) <= 2 * m + 4 -> (x == 8 \/ 9 <= x) ->
  need <= s * side m x y.
Proof.
  intros gex sum far gem [E|ge].
  - apply side_large with (x0 := 8) (y0 := 41); try lra;
      try (vm_compute; discriminate).
    intros i I. rewrite E. nra.
  - apply side_large with (x0 := 9) (y0 := 45); try lra;
      try (vm_compute; discriminate).
    intros i I. nra.
Qed.

(* The pile is small: low is large if it is for hands x0, y0. *)
Lemma low_large m x y x0 y0 : 0 <= m -> 2 * m <= 3 * (x + 1) * (y + 1) ->
  4 < x0 <= x -> 4 < y0 <= y ->
  need <= b * prod
  (fun i => (x0 - q i) * (y0 - q i) / ((3#2) * (x0 + 1) * (y0 + 1) + q i + 1))
  5 ->
  need <= b * low m x y.
Proof.
  intros gem small [gx lx] [gy ly] enough.
  set (r := fun i =>
       (x0 - q i) * (y0 - q i) / ((3#2) * (x0 + 1) * (y0 + 1) + q i + 1)) in *.
  assert (R : forall i, (i < 5)%nat ->
          0 <= r i * (m + q i + 1) <= (x - q i) * (y - q i)).
  { intros i lt. assert (B := q_below i 4 lt). change (q 4) with 4 in B.
    set (k := q i) in *. set (d := (3#2) * (x0 + 1) * (y0 + 1) + k + 1).
    assert (D : 0 < d) by (unfold d; nra).
    assert (0 <= r i) by (unfold r; fold k d; apply Qle_shift_div_l;
                          [exact D|nra]).
    split; [apply Qmult_le_0_compat; lra|]. unfold r. fold k d.
    setoid_replace ((x0 - k) * (y0 - k) / d * (m + k + 1))
      with ((x0 - k) * (y0 - k) * (m + k + 1) / d) by (field; lra).
    apply Qle_shift_div_r; [exact D|].
    assert (X : (x0 - k) * ((3#2) * (x + 1) * (y0 + 1) + k + 1) <= (x - k) * d).
    { assert (0 <= (x - x0) * ((3#2) * (y0 + 1) * (1 + k) + k + 1))
      by (apply Qmult_le_0_compat;
      nra).
      unfold d. lra. }
    assert (Y : (y0 - k) * ((3#2) * (x + 1) * (y + 1) + k + 1)
        <= (y - k) * ((3#2) * (x + 1) * (y0 + 1) + k + 1)).
    { assert (0 <= (y - y0) * ((3#2) * (x + 1) * (1 + k) + k + 1))
      by (apply Qmult_le_0_compat;
      nra).
      lra. }
    apply Qle_trans
    with ((x0 - k) * ((y0 - k) * ((3#2) * (x + 1) * (y + 1) + k + 1))).
    - rewrite Qmult_assoc. setoid_rewrite Qmult_comm.
      apply Qmult_le_compat_r; [lra|].
      apply Qmult_le_0_compat; lra.
    - apply Qle_trans
        with ((x0 - k) * ((y - k) * ((3#2) * (x + 1) * (y0 + 1) + k + 1))).
      + setoid_rewrite (Qmult_comm (x0 - k)).
        apply Qmult_le_compat_r; [exact Y|lra].
      + setoid_replace
          ((x0 - k) * ((y - k) * ((3#2) * (x + 1) * (y0 + 1) + k + 1)))
          with ((y - k) * ((x0 - k) * ((3#2) * (x + 1) * (y0 + 1) + k + 1)))
          by ring.
        setoid_replace ((x - k) * (y - k) * d) with ((y - k) * ((x - k) * d))
          by ring.
        setoid_rewrite (Qmult_comm (y - k)).
        apply Qmult_le_compat_r; [exact X|lra]. }
  assert (F : prod r 5 * rise m 5 <= fall x 5 * fall y 5).
  { rewrite !prod_fall, prod_rise, <- !prod_times. apply prod_le. exact R. }
  assert (A := rise_gt0 m 5 gem).
  assert (K : prod r 5 <= low m x y) by (unfold low; apply Qle_shift_div_l;
    assumption).
  apply Qle_trans with (1 := enough). rewrite !(Qmult_comm b).
  now apply Qmult_le_compat_r.
Qed.

Definition line (x : nat) : bool :=
  Qle_bool need (b * prod (fun i => (q x - q i) * (q (49 - x) - q i)
    / ((3#2) * (q x + 1) * (q (49 - x) + 1) + q i + 1)) 5).

Lemma small_pile m x y : (9 <= x)%nat -> (9 <= y)%nat -> (49 <= x + y)%nat ->
  (2 * m <= 3 * (x + 1) * (y + 1))%nat -> need <= b * low (q m) (q x) (q y).
Proof.
  intros gex gey sum small.
  assert (E : exists x0, (9 <= x0 <= 40)%nat /\ (x0 <= x)%nat /\
          (49 - x0 <= y)%nat).
  { exists (Nat.min x 40). lia. }
  destruct E as (x0 & I & lx & ly).
  assert (All : forallb line (seq 9 32) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in All.
  assert (In x0 (seq 9 32)) by (apply in_seq; lia).
  apply low_large with (x0 := q x0) (y0 := q (49 - x0)); [apply q_ge0| | | |].
  - apply q_le in small. rewrite !q_mult, !q_add in small.
    change (q 2) with 2 in small. change (q 3) with 3 in small.
    now change (q 1) with 1 in small.
  - split;
      [apply (Qlt_le_trans _ (q 9));
       [reflexivity|apply q_le; lia]|now apply q_le].
  - split;
      [apply (Qlt_le_trans _ (q 9));
       [reflexivity|apply q_le; lia]|now apply q_le].
  - apply Qle_bool_iff, All. assumption.
Qed.

(* The pile is large when few cards are left in the hands. *)
Definition last (x : nat) : bool :=
  forallb
  (fun both =>
     Qle_bool
     (((1#2) + c + (24#15628)) * (rise (q x) 8 * rise (q (both - x)) 8))
    (a * fall 15628 8)) (47 :: 48 :: nil)%nat.

Lemma large_pile m x y : (8 <= x)%nat -> (8 <= y)%nat ->
  (x + y = 47 \/ x + y = 48)%nat ->
  15628 <= q m -> (1#2) + c + (24#15628) <= a * up (q m) (q x) (q y).
Proof.
  intros gex gey sum large.
  assert (All : forallb last (seq 8 33) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in All.
  assert (I : last x = true) by (apply All, in_seq; lia).
  unfold last in I. rewrite forallb_forall in I.
  assert (J := I (x + y)%nat ltac:(cbn; lia)). apply Qle_bool_iff in J.
  replace (x + y - x)%nat with y in J by lia.
  assert (A := rise_gt0 (q x) 8 (q_ge0 x)).
  assert (B := rise_gt0 (q y) 8 (q_ge0 y)).
  assert (F : fall 15628 8 <= fall (q m) 8).
  { rewrite !prod_fall. apply prod_le. intros i lt.
    assert (C := q_below i 7 lt).
    change (q 7) with 7 in C. lra. }
  unfold up. setoid_replace (a * (fall (q m) 8 / (rise (q x) 8 * rise (q y) 8)))
    with (a * fall (q m) 8 / (rise (q x) 8 * rise (q y) 8)) by (field; lra).
  apply Qle_shift_div_l; [now apply Qmult_lt_0_compat|].
  apply Qle_trans with (1 := J). rewrite !(Qmult_comm a).
  now apply Qmult_le_compat_r.
Qed.

(* What is left to be compared: 47 or 48 cards in both hands, as the parity of
   the pile has it. *)
Definition last_states : Prop := forall m x y : nat,
  (8 <= x)%nat -> (8 <= y)%nat -> (x + y = if Nat.even m then 48 else 47)%nat ->
  (3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat -> q m <= 15627 -> 0 <= G m x y.

Definition inside (m x y : nat) : Prop :=
  (49 <= x + y /\ x <= 5 * y /\ y <= 5 * x /\
   3 * (x + 1) * (y + 1) <= 2 * m)%nat.

Lemma in_q m x y : (3 * (x + 1) * (y + 1) <= 2 * m)%nat ->
  3 * (q x + 1) * (q y + 1) <= 2 * q m.
Proof. intro le. apply q_le in le. now rewrite !q_mult, !q_add in le. Qed.

Lemma q_large m : q m <= 15627 \/ 15628 <= q m.
Proof. unfold q. rewrite <- (Zle_Qle _ 15627), <- (Zle_Qle 15628). lia. Qed.

(* One hand is more than five times the other. *)
Lemma unequal m x y : (8 <= x)%nat -> (49 <= x + y)%nat -> (5 * x < y)%nat ->
  (3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat ->
  need <= s * side (q m) (q x) (q y).
Proof.
  intros gex sum far pile. apply in_q in pile. rewrite q_add in pile.
  change (q 2) with 2 in pile.
  apply q_le in sum as sumQ. rewrite q_add in sumQ.
  change (q 49) with 49 in sumQ.
  assert (farQ := q_le _ _ (Nat.lt_le_incl _ _ far)). rewrite q_mult in farQ.
  change (q 5) with 5 in farQ.
  apply unequal_hands; try lra; [now apply q_8|].
  destruct (Nat.eq_dec x 8) as [->|more]; [now left|right]. apply (q_le 9). lia.
Qed.

Lemma at_the_border m x y : last_states -> (8 <= x)%nat -> (8 <= y)%nat ->
  (47 <= x + y)%nat ->
  (3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat -> Nat.even (m + x + y) = true ->
  ~ inside m x y -> 0 <= G m x y.
Proof.
  intros table gex gey sum pile even out.
  assert (X := q_8 x gex). assert (Y := q_8 y gey).
  assert (M := in_q _ _ _ pile). rewrite q_add in M. change (q 2) with 2 in M.
  assert (S := side_ge0 (q m) (q x) (q y) X Y ltac:(lra)).
  assert (S' := side_ge0 (q m) (q y) (q x) Y X ltac:(lra)).
  assert (U : 0 <= up (q m) (q x) (q y)) by (apply up_ge0; nra).
  assert (V : 0 <= low (q m) (q x) (q y)) by (apply low_ge0; nra).
  assert (U' : 0 <= a * up (q m) (q x) (q y)) by (now apply Qmult_le_0_compat).
  assert (V' : 0 <= b * low (q m) (q x) (q y)) by (now apply Qmult_le_0_compat).
  assert (T : 0 <= s * side (q m) (q x) (q y)) by (now apply Qmult_le_0_compat).
  assert (T' : 0 <= s * side (q m) (q y) (q x))
    by (now apply Qmult_le_0_compat).
  destruct (le_lt_dec 49 (x + y)) as [many|few].
  - apply G_ge0. unfold L. assert (sumQ := q_le _ _ many).
    rewrite q_add in sumQ.
    assert (hs := h_small (q m) (q x) (q y) X Y sumQ ltac:(lra)). revert hs.
    generalize (h (q m) (q x) (q y)).
    intros h0 hs. unfold need in *.
    destruct (le_lt_dec y (5 * x)) as [ly|far];
      [destruct (le_lt_dec x (5 * y)) as [lx|far]|].
    + assert (small : (2 * m <= 3 * (x + 1) * (y + 1))%nat)
        by (unfold inside in out; lia).
      assert (E := small_pile m x y ltac:(lia) ltac:(lia) many small).
      unfold need in E. lra.
    + assert (E := unequal m y x gey ltac:(lia) far ltac:(lia)).
      unfold need in E. lra.
    + assert (E := unequal m x y gex many far pile). unfold need in E. lra.
  - destruct (q_large m) as [least|large].
    + apply table; try assumption.
      replace (m + x + y)%nat with (m + (x + y))%nat in even by lia.
      rewrite Nat.even_add in even. destruct (Nat.even m).
      * assert (x + y = 47 \/ x + y = 48)%nat as [E|E] by lia;
          [now rewrite E in even|exact E].
      * assert (x + y = 47 \/ x + y = 48)%nat as [E|E] by lia;
          [exact E|now rewrite E in even].
    + assert (E := large_pile m x y gex gey ltac:(lia) large).
      assert (hs : h (q m) (q x) (q y) <= 48 # 15628).
      { unfold h. assert (D := q_le (x + y) 48 ltac:(lia)). rewrite q_add in D.
        change (q 48) with 48 in D.
        apply Qle_shift_div_r; lra. }
      apply G_ge0. unfold L. lra.
Qed.

(* G is not negative inside: it is at least the mean of later values, and where
   the region ends it is not negative. *)
Lemma G_inside m x y : last_states -> Nat.even (m + x + y) = true ->
  inside m x y -> 0 <= G m x y.
Proof.
  intro table. remember (m + x + y)%nat as t eqn:E. revert m x y E.
  induction t as [t IH] using lt_wf_ind. intros m x y E even I.
  destruct I as (sum & lx & ly & pile). assert (gex : (9 <= x)%nat) by lia.
  assert (gey : (9 <= y)%nat) by lia.
  assert (R := in_q _ _ _ pile). assert (X := q_8 x ltac:(lia)).
  assert (Y := q_8 y ltac:(lia)).
  assert (J : inner (q m) (q x) (q y)) by (repeat split; assumption).
  destruct (inner_large _ _ _ J) as [M _].
  assert (gem : (121 <= m)%nat)
    by (unfold q in M; rewrite <- (Zle_Qle 121) in M; lia).
  apply Qle_trans with (2 := G_does_not_grow m x y J gem ltac:(lia) ltac:(lia)).
  assert (next : forall m' x' y', (m' + x' + y' = t - 2)%nat ->
          (m - 2 <= m')%nat ->
    (x - 1 <= x' <= x)%nat -> (y - 1 <= y' <= y)%nat -> 0 <= G m' x' y').
  { intros m' x' y' total gm gx gy.
    assert (even' : Nat.even (m' + x' + y') = true).
    { rewrite total. replace t with (S (S (t - 2))) in even
      by lia. exact even. }
    assert (pile' : (3 * (x' + 1) * (y' + 1) <= 2 * (m' + 2))%nat).
    { apply Nat.le_trans with (3 * (x + 1) * (y + 1))%nat; [|lia].
      apply Nat.mul_le_mono; [apply Nat.mul_le_mono|]; lia. }
    assert (D : inside m' x' y' \/ ~ inside m' x' y') by (unfold inside; lia).
    destruct D as [D|D];
      [apply (IH (t - 2)%nat); try lia; now rewrite <- ?total|].
    apply at_the_border; try assumption; lia. }
  apply le_mean; try apply q_ge0; try lra; apply le_mean; try apply q_ge0;
  try lra; apply next; lia.
Qed.

(* What is gained. *)
Definition gain : Q := 236 # 100000.

Lemma L_at_the_start k : (25 <= k)%nat -> gain <= L (8 * q k * q k) (q k) (q k).
Proof.
  intro ge. assert (K := q_le _ _ ge). change (q 25) with 25 in K.
  set (n := q k) in *. set (m := 8 * n * n).
  assert (A := rise_gt0 n 8 ltac:(lra)).
  assert (B := rise_gt0 m 5 ltac:(unfold m; nra)).
  assert (C := rise_gt0 n 7 ltac:(lra)).
  assert (U : up m n n <= 8 ^ 8).
  { unfold up. apply Qle_shift_div_r; [now apply Qmult_lt_0_compat|].
    rewrite prod_fall, !prod_rise. change (8 ^ 8) with (prod (fun _ => 8) 8).
    rewrite <- !prod_times.
    apply prod_le. intros i lt. assert (I := q_below i 7 lt).
    change (q 7) with 7 in I. unfold m.
    nra. }
  assert (V : low m n n <= (1#8) ^ 5).
  { unfold low. apply Qle_shift_div_r; [exact B|].
    rewrite prod_rise, !prod_fall.
    change ((1#8) ^ 5) with (prod (fun _ => 1#8) 5).
    rewrite <- !prod_times.
    apply prod_le. intros i lt. assert (I := q_below i 4 lt).
    change (q 4) with 4 in I. unfold m.
    nra. }
  assert (W : side m n n <= 1).
  { assert (F : fall n 7 <= rise n 7).
    { rewrite prod_fall, prod_rise. apply prod_le. intros i lt.
      assert (I := q_below i 6 lt). change (q 6) with 6 in I. lra. }
    assert (D : fall n 7 / rise n 7 <= 1) by (apply Qle_shift_div_r; lra).
    assert (F' := fall_gt0 n 7 ltac:(change (q 7) with 7; lra)).
    assert (D' : 0 <= fall n 7 / rise n 7) by (apply Qle_shift_div_l; lra).
    assert (T : 0 <= (28#3) * (n - 7) / m)
      by (apply Qle_shift_div_l; unfold m; nra).
    assert (T' : (28#3) * (n - 7) / m <= 2)
      by (apply Qle_shift_div_r; unfold m; nra).
    unfold side. nra. }
  assert (a * up m n n <= 48 # 100000).
  { apply Qle_trans with (a * 8 ^ 8); [|discriminate]. rewrite !(Qmult_comm a).
    now apply Qmult_le_compat_r. }
  assert (b * low m n n <= 130 # 100000).
  { apply Qle_trans with (b * (1#8) ^ 5);
    [|discriminate]. rewrite !(Qmult_comm b).
    now apply Qmult_le_compat_r. }
  unfold L, gain, c, s. lra.
Qed.

Theorem above_one_half : last_states ->
  forall n : nat, (25 <= n)%nat -> (1#2) + gain <= P (8 * n * n) n n.
Proof.
  intros table n ge.
  assert (I : inside (8 * n * n) n n) by (unfold inside; nia).
  assert (even : Nat.even (8 * n * n + n + n) = true).
  { replace (8 * n * n + n + n)%nat with (2 * (4 * n * n + n))%nat by lia.
    now rewrite Nat.even_mul. }
  assert (N := G_inside _ _ _ table even I). assert (G0 := L_at_the_start n ge).
  unfold G in N. rewrite !q_mult in N. change (q 8) with 8 in N.
  assert (0 <= h (8 * q n * q n) (q n) (q n)).
  { assert (K := q_le _ _ ge). change (q 25) with 25 in K. unfold h.
    apply Qle_shift_div_l; nra. }
  lra.
Qed.

(* The observation: with equal hands the chances tend to one half. *)
Definition tends_to_one_half : Prop := forall e : Q, 0 < e ->
  exists k, forall m n, (k <= m)%nat -> (k <= n)%nat ->
  - e < P m n n - (1#2) < e.

Theorem observation_4_1_refuted : last_states -> ~ tends_to_one_half.
Proof.
  intros table tends. destruct (tends gain ltac:(reflexivity)) as [k near].
  set (n := (k + 25)%nat). assert (ge : (25 <= n)%nat) by (unfold n; lia).
  assert (N := near (8 * n * n)%nat n ltac:(nia) ltac:(lia)).
  assert (B := above_one_half table n ge). lra.
Qed.
