(* Section 4.4: the states that are left to be compared in Parabola.v, by
   computation in the kernel.

   It takes some minutes, so that this file is not compiled with the others.
   Values are bounded from below by whole numbers, multiples of 1/one: layer by
   layer, m cards in the pile, a row for each x and in it a number for each y. All
   is seen from player 1, so that the rule of (4.1) is a mean for both players, and
   bounds from below suffice. A state is even if player 1 is to draw in it, which
   is whenever m + x + y is even; x is his hand.

   W           what player 1 wins above one half, who draws next given;
   T           the same after a draw: who has drawn may still guess;
   lower v u   v/one <= u;
   row_ok      the numbers of a row are below T;
   enough      in the last states of a layer G is not negative. *)

From Coq Require Import List QArith Qround Qminmax Lqa Lia Arith ZArith Bool Setoid.
From Myst Require Import Recurrence Draws Parabola.
Import ListNotations.
Open Scope Q_scope.

(* The rule of (4.1), seen from player 1. *)
Definition even (m x y : nat) : bool := Nat.even (m + x + y).
Definition W (m x y : nat) : Q :=
  if even m x y then P m x y - (1#2) else (1#2) - P m y x.
Definition T (m x y : nat) : Q :=
  if (Nat.eqb m 0 || Nat.eqb x 0 || Nat.eqb y 0)%bool
  then if even m x y then - (1#2) else 1#2
  else if even m x y then Qmin ((1#2) - guess m x) (W m x y)
  else Qmax (guess m y - (1#2)) (W m x y).

Lemma T_odd m x y : (1 <= x)%nat -> even m x y = false ->
  T m x y == asked m x y - (1#2).
Proof.
  intros gex odd. unfold T, W, asked, having_asked. rewrite odd.
  replace (Nat.eqb x 0) with false by (symmetry; apply Nat.eqb_neq; lia).
  rewrite orb_false_r. destruct (_ || _)%bool; [reflexivity|].
  destruct (Q.max_spec (guess m y - (1#2)) ((1#2) - P m y x)) as [[A ->]|[A ->]];
    destruct (Q.max_spec (guess m y) (1 - P m y x)) as [[B ->]|[B ->]]; lra.
Qed.

Lemma T_even m x y : (1 <= y)%nat -> even m x y = true ->
  T m x y == (1#2) - asked m y x.
Proof.
  intros gey ev. unfold T, W, asked, having_asked. rewrite ev.
  replace (Nat.eqb y 0) with false by (symmetry; apply Nat.eqb_neq; lia).
  rewrite orb_false_r. destruct (_ || _)%bool; [reflexivity|].
  destruct (Q.min_spec ((1#2) - guess m x) (P m x y - (1#2))) as [[A ->]|[A ->]];
    destruct (Q.max_spec (guess m x) (1 - P m x y)) as [[B ->]|[B ->]]; lra.
Qed.

Lemma even_pile m x y : (1 <= m)%nat -> even (m - 1) x y = negb (even m x y).
Proof.
  intro ge. unfold even. destruct m as [|k]; [lia|].
  replace (S k - 1 + x + y)%nat with (k + x + y)%nat by lia.
  replace (S k + x + y)%nat with (S (k + x + y)) by lia.
  now rewrite Nat.even_succ, Nat.negb_odd.
Qed.

Lemma even_hand m x y : (1 <= y)%nat -> even m x (y - 1) = negb (even m x y).
Proof.
  intro ge. unfold even. destruct y as [|k]; [lia|].
  replace (m + x + (S k - 1))%nat with (m + x + k)%nat by lia.
  replace (m + x + S k)%nat with (S (m + x + k)) by lia.
  now rewrite Nat.even_succ, Nat.negb_odd.
Qed.

Lemma even_swap m x y : even m x y = even m y x.
Proof. unfold even. f_equal. lia. Qed.

Lemma even_next m x y : even m x (S y) = negb (even m x y).
Proof.
  rewrite <- (negb_involutive (even m x (S y))), <- even_hand by lia.
  now replace (S y - 1)%nat with y by lia.
Qed.

Lemma W_even m x y : (1 <= m)%nat -> (1 <= x)%nat -> (1 <= y)%nat ->
  even m x y = true ->
  W m x y == mean (q m) (q y) (T (m - 1) x y) (T m x (y - 1)).
Proof.
  intros gem gex gey ev. unfold W. rewrite ev, eq_4_1 by easy.
  rewrite !T_odd by (rewrite ?even_pile, ?even_hand, ?ev by easy; easy).
  assert (0 < q m) by (now apply q_gt0). assert (0 < q y) by (now apply q_gt0).
  unfold mean. field. lra.
Qed.

Lemma W_odd m x y : (1 <= m)%nat -> (1 <= x)%nat -> (1 <= y)%nat ->
  even m x y = false ->
  W m x y == mean (q m) (q x) (T (m - 1) x y) (T m (x - 1) y).
Proof.
  intros gem gex gey odd. unfold W. rewrite odd, eq_4_1 by easy.
  assert (E : even m (x - 1) y = true).
  { rewrite even_swap, even_hand, even_swap, odd by easy. reflexivity. }
  rewrite !T_even by (rewrite ?even_pile, ?odd by easy; easy).
  assert (0 < q m) by (now apply q_gt0). assert (0 < q x) by (now apply q_gt0).
  unfold mean. field. lra.
Qed.

(* Numbers that are rounded down. *)
Definition one : Z := 2 ^ 26.
Definition half : Z := 2 ^ 25.
Definition lower (v : Z) (u : Q) : Prop := inject_Z v <= inject_Z one * u.

Definition between (a b k m : Z) : Z := (a + (b - a) * k / (m + k))%Z.

Lemma lower_between a b k m u v : (1 <= m)%nat -> (1 <= k)%nat ->
  lower a u -> lower b v ->
  lower (between a b (Z.of_nat k) (Z.of_nat m)) (mean (q m) (q k) u v).
Proof.
  intros gem gek A B. unfold lower, between, mean in *.
  set (M := Z.of_nat m). set (K := Z.of_nat k).
  assert (D : ((M + K) * ((b - a) * K / (M + K)) <= (b - a) * K)%Z)
    by (apply Z.mul_div_le; unfold M, K; lia).
  set (z := ((b - a) * K / (M + K))%Z) in *. clearbody z.
  rewrite Zle_Qle, !inject_Z_mult, inject_Z_plus in D.
  unfold Z.sub in D. rewrite inject_Z_plus, inject_Z_opp in D.
  change (inject_Z M) with (q m) in D. change (inject_Z K) with (q k) in D.
  rewrite inject_Z_plus.
  assert (0 < q m) by (now apply q_gt0). assert (0 < q k) by (now apply q_gt0).
  setoid_replace (inject_Z one * ((q m * u + q k * v) / (q m + q k)))
    with ((q m * (inject_Z one * u) + q k * (inject_Z one * v)) / (q m + q k))
    by (field; lra).
  apply Qle_shift_div_l; [lra|].
  assert (q m * inject_Z a <= q m * (inject_Z one * u)) by (apply Qmult_le_l; lra).
  assert (q k * inject_Z b <= q k * (inject_Z one * v)) by (apply Qmult_le_l; lra).
  lra.
Qed.

(* A row, from y on: `left` is the number of y - 1, `old` the row of m - 1,
   `above` that of x - 1. Who has drawn may guess, which `clamp` sees to. *)
Fixpoint row (clamp : nat -> bool -> Z -> Z) (m x yz : Z) (y : nat) (ev : bool)
    (left : Z) (old above : list Z) : list Z :=
  match old, above with
  | a :: old, b :: above =>
    let w := if ev then between a left yz m else between a b x m in
    let t := clamp y ev w in
    t :: row clamp m x (yz + 1) (S y) (negb ev) t old above
  | _, _ => []
  end.

Fixpoint row_ok (m x y : nat) (l : list Z) : Prop :=
  match l with [] => True | t :: l => lower t (T m x y) /\ row_ok m x (S y) l end.

Definition clamps (m x : nat) (clamp : nat -> bool -> Z -> Z) : Prop :=
  forall y w, (1 <= y)%nat -> lower w (W m x y) ->
  lower (clamp y (even m x y) w) (T m x y).

Lemma row_sound clamp m x : (1 <= m)%nat -> (1 <= x)%nat -> clamps m x clamp ->
  forall old above y left, (1 <= y)%nat -> lower left (T m x (y - 1)) ->
  row_ok (m - 1) x y old -> row_ok m (x - 1) y above ->
  row_ok m x y (row clamp (Z.of_nat m) (Z.of_nat x) (Z.of_nat y) y (even m x y)
    left old above).
Proof.
  intros gem gex C. induction old as [|a old IH]; intros above y left gey l O A.
  - exact I.
  - destruct above as [|b above]; [exact I|]. destruct O as [oa O]. destruct A as [ab A].
    cbn [row row_ok]. set (t := clamp _ _ _).
    assert (ok : lower t (T m x y)).
    { apply C; [easy|]. destruct (even m x y) eqn:ev; unfold lower.
      - rewrite W_even by easy. now apply lower_between.
      - rewrite W_odd by easy. now apply lower_between. }
    split; [exact ok|]. replace (Z.of_nat y + 1)%Z with (Z.of_nat (S y)) by lia.
    rewrite <- even_next. apply IH; try easy; [lia|].
    now replace (S y - 1)%nat with y by lia.
Qed.

Definition ended (ev : bool) : Z := if ev then (- half)%Z else half.

Lemma ended_pile x y : lower (ended (even 0 x y)) (T 0 x y).
Proof. unfold T. cbn [Nat.eqb orb]. now destruct (even 0 x y). Qed.
Lemma ended_mine m y : lower (ended (even m 0 y)) (T m 0 y).
Proof.
  unfold T. cbn [Nat.eqb]. rewrite orb_true_r. cbn [orb]. now destruct (even m 0 y).
Qed.
Lemma ended_other m x : lower (ended (even m x 0)) (T m x 0).
Proof. unfold T. cbn [Nat.eqb]. rewrite orb_true_r. now destruct (even m x 0). Qed.

(* A layer: the rows from x on. *)
Fixpoint rows (clamp : nat -> nat -> bool -> Z -> Z) (m xz : Z) (x : nat) (ev : bool)
    (olds : list (list Z)) (above : list Z) : list (list Z) :=
  match olds with
  | [] => []
  | old :: olds =>
    let r := row (clamp x) m xz 1 1 ev (ended (negb ev)) old above in
    r :: rows clamp m (xz + 1) (S x) (negb ev) olds r
  end.

Fixpoint rows_ok (m x : nat) (ls : list (list Z)) : Prop :=
  match ls with [] => True | l :: ls => row_ok m x 1 l /\ rows_ok m (S x) ls end.

Lemma rows_sound clamp m : (1 <= m)%nat -> (forall x, (1 <= x)%nat -> clamps m x (clamp x)) ->
  forall olds above x, (1 <= x)%nat -> rows_ok (m - 1) x olds ->
  row_ok m (x - 1) 1 above ->
  rows_ok m x (rows clamp (Z.of_nat m) (Z.of_nat x) x (even m x 1) olds above).
Proof.
  intros gem C. induction olds as [|old olds IH]; intros above x gex O A; [exact I|].
  destruct O as [o O]. cbn [rows rows_ok]. set (r := row _ _ _ _ _ _ _ _ _).
  assert (ok : row_ok m x 1 r).
  { apply row_sound; try easy; [now apply C|].
    rewrite (even_next m x 0), negb_involutive. apply ended_other. }
  split; [exact ok|]. replace (Z.of_nat x + 1)%Z with (Z.of_nat (S x)) by lia.
  rewrite even_swap, <- even_next, even_swap. apply IH; try easy; [lia|].
  now replace (S x - 1)%nat with x by lia.
Qed.

(* What has no row of its own: an empty pile, or no card in a hand. *)
Fixpoint border (ev : bool) (k : nat) : list Z :=
  match k with O => [] | S k => ended ev :: border (negb ev) k end.

Lemma border_pile x k : forall y, row_ok 0 x y (border (even 0 x y) k).
Proof.
  induction k as [|k IH]; intro y; cbn [border row_ok]; [exact I|].
  split; [apply ended_pile|]. rewrite <- even_next. apply IH.
Qed.
Lemma border_mine m k : forall y, row_ok m 0 y (border (even m 0 y) k).
Proof.
  induction k as [|k IH]; intro y; cbn [border row_ok]; [exact I|].
  split; [apply ended_mine|]. rewrite <- even_next. apply IH.
Qed.

Fixpoint empty_pile (ev : bool) (k : nat) : list (list Z) :=
  match k with O => [] | S j => border ev k :: empty_pile (negb ev) j end.

Lemma empty_pile_ok k : forall x, rows_ok 0 x (empty_pile (even 0 x 1) k).
Proof.
  induction k as [|k IH]; intro x; [exact I|].
  cbn [empty_pile rows_ok]. split; [apply border_pile|].
  rewrite even_swap, <- even_next, even_swap. apply IH.
Qed.

Definition width : nat := 47.
Definition step (clamp : nat -> nat -> bool -> Z -> Z) (m : Z) (l : list (list Z)) :
    list (list Z) :=
  rows clamp m 1 1 (Z.even m) l (border (negb (Z.even m)) width).

Lemma step_sound clamp m l : (1 <= m)%nat ->
  (forall x, (1 <= x)%nat -> clamps m x (clamp x)) ->
  rows_ok (m - 1) 1 l -> rows_ok m 1 (step clamp (Z.of_nat m) l).
Proof.
  intros gem C O. unfold step.
  assert (E : Z.even (Z.of_nat m) = even m 1 1).
  { unfold even. replace (m + 1 + 1)%nat with (S (S m)) by lia.
    rewrite Nat.even_succ_succ. destruct (Nat.even m) eqn:e.
    - apply Nat.even_spec in e. apply Z.even_spec. destruct e as [k ->].
      exists (Z.of_nat k). lia.
    - rewrite <- Nat.negb_odd, negb_false_iff in e. apply Nat.odd_spec in e.
      rewrite <- Z.negb_odd, negb_false_iff. apply Z.odd_spec. destruct e as [k ->].
      exists (Z.of_nat k). lia. }
  rewrite E. apply (rows_sound clamp m gem C l _ 1); [lia|exact O|].
  assert (F : even m 0 1 = negb (even m 1 1)).
  { now rewrite (even_next m 1 0), (even_swap m 1 0), negb_involutive. }
  rewrite <- F. apply border_mine.
Qed.

(* The guesses: one by one in the first three layers, and then only where who
   has drawn has one card; with more, waiting is as good. *)
Definition any (m x y : nat) (ev : bool) (w : Z) : Z :=
  if ev then Z.min w (half - Qceiling (guess m x * inject_Z one))
  else Z.max w (Qfloor (guess m y * inject_Z one) - half).

Definition few (bound : Z) (x y : nat) (ev : bool) (w : Z) : Z :=
  match y with 1%nat => if ev then Z.min w bound else w | _ => w end.

Lemma half_one : inject_Z half == inject_Z one * (1#2).
Proof. reflexivity. Qed.

Lemma T_inner m x y : (1 <= m)%nat -> (1 <= x)%nat -> (1 <= y)%nat ->
  T m x y = if even m x y then Qmin ((1#2) - guess m x) (W m x y)
            else Qmax (guess m y - (1#2)) (W m x y).
Proof.
  intros gem gex gey. unfold T. destruct m; [lia|]. destruct x; [lia|].
  destruct y; [lia|]. reflexivity.
Qed.

Lemma lower_min v w b u : lower v u -> lower w b -> lower (Z.min v w) (Qmin b u).
Proof.
  intros V U. unfold lower in *. destruct (Q.min_spec b u) as [[_ ->]|[_ ->]].
  - apply Qle_trans with (2 := U). rewrite <- Zle_Qle. lia.
  - apply Qle_trans with (2 := V). rewrite <- Zle_Qle. lia.
Qed.
Lemma lower_max v w b u : lower v u -> lower w b -> lower (Z.max v w) (Qmax b u).
Proof.
  assert (0 < inject_Z one) by reflexivity.
  intros V U. unfold lower in *. destruct (Z.max_spec v w) as [[_ ->]|[_ ->]].
  - apply Qle_trans with (1 := U), Qmult_le_l; [easy|apply Q.le_max_l].
  - apply Qle_trans with (1 := V), Qmult_le_l; [easy|apply Q.le_max_r].
Qed.

Lemma any_sound m x : (1 <= m)%nat -> (1 <= x)%nat -> clamps m x (any m x).
Proof.
  intros gem gex y w gey V. rewrite T_inner by easy. unfold any.
  destruct (even m x y).
  - apply lower_min; [exact V|]. unfold lower, Z.sub.
    rewrite inject_Z_plus, inject_Z_opp, half_one.
    assert (A := Qle_ceiling (guess m x * inject_Z one)). lra.
  - apply lower_max; [exact V|]. unfold lower, Z.sub.
    rewrite inject_Z_plus, inject_Z_opp, half_one.
    assert (A := Qfloor_le (guess m y * inject_Z one)). lra.
Qed.

Lemma guess_one m x : (1 <= x)%nat -> guess m x <= 1 / (q m + 1).
Proof.
  intro gex. induction x as [|k IH]; [lia|]. destruct k as [|k].
  - rewrite guess_hand by lia. change (1 - 1)%nat with O. rewrite guess_empty_hand.
    change (q 1) with 1. assert (A := q_ge0 m). apply Qle_lteq. right. field. lra.
  - apply Qle_trans with (guess m (S (S k) - 1)); [apply guess_fewer_hand; lia|].
    replace (S (S k) - 1)%nat with (S k) by lia. apply IH. lia.
Qed.

Definition bound (m : Z) : Z := (half - one / (m + 1) - 1)%Z.

Lemma bound_sound m x : (1 <= m)%nat -> (1 <= x)%nat ->
  lower (bound (Z.of_nat m)) ((1#2) - guess m x).
Proof.
  intros gem gex. unfold lower, bound. assert (A := guess_one m x gex).
  assert (D : (one < (Z.of_nat m + 1) * (one / (Z.of_nat m + 1)) + (Z.of_nat m + 1))%Z).
  { assert (E := Z.mul_succ_div_gt one (Z.of_nat m + 1) ltac:(lia)). lia. }
  set (z := (one / (Z.of_nat m + 1))%Z) in *. clearbody z.
  rewrite Zlt_Qlt, !inject_Z_plus, inject_Z_mult, !inject_Z_plus in D.
  change (inject_Z (Z.of_nat m)) with (q m) in D. change (inject_Z 1) with 1 in D.
  assert (B : inject_Z one * (1 / (q m + 1)) <= inject_Z z + 1).
  { assert (C := q_ge0 m).
    apply Qle_trans with (inject_Z one / (q m + 1)).
    - apply Qle_lteq. right. field. lra.
    - apply Qle_shift_div_r; lra. }
  assert (K : inject_Z one * guess m x <= inject_Z one * (1 / (q m + 1)))
    by (apply Qmult_le_l; [reflexivity|exact A]).
  unfold Z.sub. rewrite !inject_Z_plus, !inject_Z_opp, half_one.
  change (inject_Z 1) with 1. lra.
Qed.

Lemma few_sound m x : (4 <= m)%nat -> (1 <= x)%nat ->
  clamps m x (few (bound (Z.of_nat m)) x).
Proof.
  intros gem gex y w gey V. rewrite T_inner by lia. unfold few.
  destruct (Nat.eq_dec y 1) as [->|more].
  - destruct (even m x 1).
    + apply lower_min; [exact V|]. apply bound_sound; lia.
    + apply Qle_trans with (1 := V), Qmult_le_l; [reflexivity|apply Q.le_max_r].
  - assert (D : w = match y with 1%nat => if even m x y then Z.min w (bound (Z.of_nat m)) else w
      | _ => w end) by (destruct y as [|[|y]]; [lia|lia|reflexivity]).
    rewrite <- D. destruct (even m x y) eqn:ev.
    + assert (F := waiting m y x ltac:(lia) ltac:(lia) gex).
      unfold lower. rewrite Q.min_r; [exact V|]. unfold W. rewrite ev. lra.
    + apply Qle_trans with (1 := V), Qmult_le_l; [reflexivity|apply Q.le_max_r].
Qed.

(* Two hands of last states, and one (h + 2 L) of them, rounded up:
   flat + falls/m - ups fall(m,8) - lows/rise(m,5), the third with 2^104 ups. *)
Record hands := Hands { mine : nat; others : nat; flat : Z; falls : Z; ups : Z; lows : Z }.

Definition share (x y : nat) : Q := fall (q y) 7 / rise (q x) 7.
Definition hands_of (x y : nat) : hands := Hands x y
  (Qceiling (inject_Z (2 * one) * (c - s * (share x y + share y x))))
  (Qceiling (inject_Z one * (q x + q y
     + (56#3) * s * (share x y * (q y - 7) + share y x * (q x - 7)))))
  (Qfloor (inject_Z (2 * one * 2 ^ 104) * a / (rise (q x) 8 * rise (q y) 8)))
  (Qfloor (inject_Z (2 * one) * b * (fall (q x) 5 * fall (q y) 5))).

Fixpoint zfall (m : Z) (k : nat) : Z :=
  match k with O => 1 | S j => zfall m j * (m - Z.of_nat j) end%Z.
Fixpoint zrise (m : Z) (k : nat) : Z :=
  match k with O => 1 | S j => zrise m j * (m + Z.of_nat j + 1) end%Z.

Definition most (m top bottom : Z) (p : hands) : Z :=
  (flat p + (falls p / m + 1) - ups p * top / 2 ^ 40 - lows p / bottom)%Z.

Lemma zfall_q m k : inject_Z (zfall (Z.of_nat m) k) == fall (q m) k.
Proof.
  induction k as [|j IH]; [reflexivity|]. cbn [zfall fall].
  rewrite inject_Z_mult, IH. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp.
  reflexivity.
Qed.
Lemma zrise_q m k : inject_Z (zrise (Z.of_nat m) k) == rise (q m) k.
Proof.
  induction k as [|j IH]; [reflexivity|]. cbn [zrise rise].
  rewrite inject_Z_mult, IH, !inject_Z_plus. reflexivity.
Qed.

Lemma div_le v k : (0 < k)%Z -> inject_Z (v / k) <= inject_Z v / inject_Z k.
Proof.
  intro K. apply Qle_shift_div_l; [now rewrite <- (Zlt_Qlt 0)|].
  rewrite <- inject_Z_mult, <- Zle_Qle, Z.mul_comm. now apply Z.mul_div_le.
Qed.

Lemma div_gt v k : (0 < k)%Z -> inject_Z v / inject_Z k <= inject_Z (v / k + 1).
Proof.
  intro K. apply Qle_shift_div_r; [now rewrite <- (Zlt_Qlt 0)|].
  rewrite <- inject_Z_mult, <- Zle_Qle. assert (A := Z.mul_succ_div_gt v k K). lia.
Qed.

Lemma most_sound m x y : (8 <= m)%nat -> (8 <= x)%nat -> (8 <= y)%nat ->
  inject_Z one * (h (q m) (q x) (q y) + 2 * L (q m) (q x) (q y)) <=
  inject_Z (most (Z.of_nat m) (zfall (Z.of_nat m) 8 / 2 ^ 64) (zrise (Z.of_nat m) 5)
    (hands_of x y)).
Proof.
  intros gem gex gey. assert (M := q_le _ _ gem). change (q 8) with 8 in M.
  assert (X := q_8 x gex). assert (Y := q_8 y gey).
  assert (R := rise_gt0 (q m) 5 (q_ge0 m)). assert (F := fall_gt0 (q m) 8 M).
  assert (RX := rise_gt0 (q x) 8 (q_ge0 x)). assert (RY := rise_gt0 (q y) 8 (q_ge0 y)).
  assert (SX := rise_gt0 (q x) 7 (q_ge0 x)). assert (SY := rise_gt0 (q y) 7 (q_ge0 y)).
  unfold most, Z.sub. cbn [hands_of flat falls ups lows].
  rewrite !inject_Z_plus, !inject_Z_opp.
  set (C := inject_Z (2 * one) * (c - s * (share x y + share y x))).
  set (D := inject_Z one * (q x + q y
     + (56#3) * s * (share x y * (q y - 7) + share y x * (q x - 7)))).
  set (U := inject_Z (2 * one * 2 ^ 104) * a / (rise (q x) 8 * rise (q y) 8)).
  set (B := inject_Z (2 * one) * b * (fall (q x) 5 * fall (q y) 5)).
  assert (EC : C <= inject_Z (Qceiling C)) by apply Qle_ceiling.
  assert (ED : D / q m <= inject_Z (Qceiling D / Z.of_nat m + 1)).
  { apply Qle_trans with (2 := div_gt (Qceiling D) (Z.of_nat m) ltac:(lia)).
    change (inject_Z (Z.of_nat m)) with (q m). apply Qle_shift_div_l; [lra|].
    setoid_replace (D / q m * q m) with D by (field; lra). apply Qle_ceiling. }
  assert (EU : inject_Z (Qfloor U * (zfall (Z.of_nat m) 8 / 2 ^ 64) / 2 ^ 40)
      <= U * fall (q m) 8 / inject_Z (2 ^ 104)).
  { apply Qle_trans with (1 := div_le _ (2 ^ 40) ltac:(reflexivity)).
    rewrite inject_Z_mult. assert (T1 := div_le (zfall (Z.of_nat m) 8) (2 ^ 64) ltac:(reflexivity)).
    rewrite zfall_q in T1. assert (T2 := Qfloor_le U).
    set (t := inject_Z (zfall (Z.of_nat m) 8 / 2 ^ 64)) in *.
    assert (T0 : 0 <= t).
    { unfold t. rewrite <- (Zle_Qle 0). apply Z.div_pos; [|reflexivity].
      rewrite Zle_Qle, zfall_q. change (inject_Z 0) with 0. lra. }
    clearbody t. apply Qle_shift_div_r; [reflexivity|].
    assert (T3 : inject_Z (Qfloor U) * t <= U * t) by (now apply Qmult_le_compat_r).
    apply Qle_trans with (1 := T3).
    setoid_replace (U * fall (q m) 8 / inject_Z (2 ^ 104) * inject_Z (2 ^ 40))
      with (U * (fall (q m) 8 / inject_Z (2 ^ 64)))
      by (change (inject_Z (2 ^ 104)) with (inject_Z (2 ^ 64) * inject_Z (2 ^ 40));
        field; split; discriminate).
    rewrite !(Qmult_comm U). apply Qmult_le_compat_r; [exact T1|].
    unfold U. apply Qle_shift_div_l; [now apply Qmult_lt_0_compat|]. discriminate. }
  assert (EB : inject_Z (Qfloor B / zrise (Z.of_nat m) 5) <= B / rise (q m) 5).
  { assert (pos : (0 < zrise (Z.of_nat m) 5)%Z) by (rewrite Zlt_Qlt, zrise_q; exact R).
    apply Qle_trans with (1 := div_le _ _ pos). rewrite zrise_q.
    apply Qle_shift_div_l; [exact R|].
    setoid_replace (inject_Z (Qfloor B) / rise (q m) 5 * rise (q m) 5)
      with (inject_Z (Qfloor B)) by (field; lra). apply Qfloor_le. }
  assert (E : inject_Z one * (h (q m) (q x) (q y) + 2 * L (q m) (q x) (q y)) ==
      C + D / q m - U * fall (q m) 8 / inject_Z (2 ^ 104) - B / rise (q m) 5).
  { unfold C, D, U, B, h, L, up, low, side, share.
    change (inject_Z (2 * one * 2 ^ 104)) with (2 * inject_Z one * inject_Z (2 ^ 104)).
    change (inject_Z (2 * one)) with (2 * inject_Z one).
    field. repeat split; try lra. discriminate. }
  rewrite E. rewrite inject_Z_plus in ED. clearbody C D U B. lra.
Qed.

(* The last states of a layer. *)
Definition number (l : list (list Z)) (x y : nat) : option Z :=
  match nth_error l (x - 1) with Some r => nth_error r (y - 1) | None => None end.

Lemma row_number m x l : forall y k t, row_ok m x y l -> nth_error l k = Some t ->
  lower t (T m x (y + k)).
Proof.
  induction l as [|v l IH]; intros y k t O E; destruct k as [|k]; try discriminate.
  - destruct O as [O _]. injection E as <-. now rewrite Nat.add_0_r.
  - destruct O as [_ O]. replace (y + S k)%nat with (S y + k)%nat by lia. now apply IH.
Qed.

Lemma rows_number m l : forall x k r, rows_ok m x l -> nth_error l k = Some r ->
  row_ok m (x + k) 1 r.
Proof.
  induction l as [|v l IH]; intros x k r O E; destruct k as [|k]; try discriminate.
  - destruct O as [O _]. injection E as <-. now rewrite Nat.add_0_r.
  - destruct O as [_ O]. replace (x + S k)%nat with (S x + k)%nat by lia. now apply IH.
Qed.

Lemma number_sound m l x y t : (1 <= x)%nat -> (1 <= y)%nat -> rows_ok m 1 l ->
  number l x y = Some t -> lower t (T m x y).
Proof.
  intros gex gey O E. unfold number in E. destruct (nth_error l (x - 1)) eqn:R; [|discriminate].
  assert (A := rows_number m l 1 _ _ O R). assert (B := row_number _ _ _ _ _ _ A E).
  replace (1 + (x - 1))%nat with x in B by lia. now replace (1 + (y - 1))%nat with y in B by lia.
Qed.

Definition compared (m top bottom : Z) (l : list (list Z)) (p : hands) : bool :=
  if (3 * (Z.of_nat (mine p) + 1) * (Z.of_nat (others p) + 1) <=? 2 * (m + 2))%Z then
    match number l (mine p) (others p), number l (others p) (mine p) with
    | Some t, Some u => (most m top bottom p <=? t + u)%Z
    | _, _ => false
    end
  else true.

Definition enough (ps : list hands * list hands) (m : Z) (l : list (list Z)) : bool :=
  let top := (zfall m 8 / 2 ^ 64)%Z in let bottom := zrise m 5 in
  forallb (compared m top bottom l) (if Z.even m then fst ps else snd ps).

Definition pairs (both : nat) : list hands :=
  map (fun x => hands_of x (both - x)) (seq 8 (Nat.div2 both - 7)).

Fixpoint check (ps : list hands * list hands) (k : nat) (m : Z) (l : list (list Z)) : bool :=
  match k with
  | O => true
  | S k => let l := step (few (bound m)) m l in
    if enough ps m l then check ps k (m + 1) l else false
  end.

Lemma even_T m x y : (1 <= m)%nat -> (1 <= x)%nat -> (1 <= y)%nat -> even m x y = true ->
  T m x y <= P m x y - (1#2).
Proof.
  intros gem gex gey ev. rewrite T_inner by easy. rewrite ev. unfold W. rewrite ev.
  apply Q.le_min_r.
Qed.

Lemma compared_sound m l x y : (8 <= m)%nat -> (8 <= x)%nat -> (8 <= y)%nat ->
  even m x y = true -> rows_ok m 1 l -> (3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat ->
  compared (Z.of_nat m) (zfall (Z.of_nat m) 8 / 2 ^ 64) (zrise (Z.of_nat m) 5) l (hands_of x y)
    = true -> 0 <= G m x y.
Proof.
  intros gem gex gey ev O pile A. unfold compared in A. cbn [hands_of mine others] in A.
  fold (hands_of x y) in A.
  destruct (Z.leb_spec (3 * (Z.of_nat x + 1) * (Z.of_nat y + 1)) (2 * (Z.of_nat m + 2)));
    [|lia].
  destruct (number l x y) as [t|] eqn:Nt; [|discriminate].
  destruct (number l y x) as [u|] eqn:Nu; [|discriminate].
  apply Z.leb_le in A. rewrite Zle_Qle, inject_Z_plus in A.
  assert (B := most_sound m x y gem gex gey).
  assert (t0 := number_sound m l x y t ltac:(lia) ltac:(lia) O Nt).
  assert (u0 := number_sound m l y x u ltac:(lia) ltac:(lia) O Nu). unfold lower in t0, u0.
  assert (tp := even_T m x y ltac:(lia) ltac:(lia) ltac:(lia) ev).
  assert (up := even_T m y x ltac:(lia) ltac:(lia) ltac:(lia)
    ltac:(now rewrite even_swap)).
  assert (pos : 0 < inject_Z one) by reflexivity.
  assert (K : h (q m) (q x) (q y) + 2 * L (q m) (q x) (q y) <= T m x y + T m y x).
  { apply (Qmult_le_l _ _ _ pos). lra. }
  unfold G. lra.
Qed.

Lemma check_sound k : forall m l, (4 <= m)%nat -> rows_ok (m - 1) 1 l ->
  check (pairs 48, pairs 47) k (Z.of_nat m) l = true ->
  forall j x y, (m <= j < m + k)%nat -> (8 <= x)%nat -> (8 <= y)%nat ->
  (x + y = if Nat.even j then 48 else 47)%nat ->
  (3 * (x + 1) * (y + 1) <= 2 * (j + 2))%nat -> 0 <= G j x y.
Proof.
  induction k as [|k IH]; intros m l gem O A j x y J gex gey sum pile; [lia|].
  cbn [check] in A. set (l' := step (few (bound (Z.of_nat m))) (Z.of_nat m) l) in *.
  destruct (enough _ _ _) eqn:En; [|discriminate].
  assert (O' : rows_ok m 1 l').
  { apply step_sound; [lia| |exact O]. intros x0 gx. apply few_sound; lia. }
  destruct (Nat.eq_dec j m) as [->|later].
  - assert (gm : (8 <= m)%nat) by nia.
    unfold enough in En. rewrite forallb_forall in En.
    assert (Pm : Z.even (Z.of_nat m) = Nat.even m).
    { destruct (Nat.even m) eqn:e.
      - apply Nat.even_spec in e. apply Z.even_spec. destruct e as [i ->].
        exists (Z.of_nat i). lia.
      - rewrite <- Nat.negb_odd, negb_false_iff in e. apply Nat.odd_spec in e.
        rewrite <- Z.negb_odd, negb_false_iff. apply Z.odd_spec. destruct e as [i ->].
        exists (Z.of_nat i). lia. }
    rewrite Pm in En. cbn [fst snd] in En.
    assert (ev : even m x y = true).
    { unfold even. rewrite <- Nat.add_assoc, sum, Nat.even_add. now destruct (Nat.even m). }
    assert (main : forall x y, (8 <= x <= y)%nat -> (x + y = if Nat.even m then 48 else 47)%nat ->
      even m x y = true -> (3 * (x + 1) * (y + 1) <= 2 * (m + 2))%nat -> 0 <= G m x y).
    { clear x y gex gey sum pile ev. intros x y gx sum ev pile.
      apply compared_sound with (l := l'); try easy; try lia. apply En.
      assert (I : forall both, (x + y = both)%nat -> (both <= 48)%nat ->
        In (hands_of x y) (pairs both)).
      { intros both eq le. unfold pairs. apply in_map_iff. exists x.
        split; [f_equal; lia|]. assert (D := Nat.div2_odd both).
        destruct (Nat.odd both); cbn in D; apply in_seq; lia. }
      destruct (Nat.even m); apply I; lia. }
    destruct (le_lt_dec x y) as [le|gt]; [apply main; easy|].
    rewrite G_symmetric. apply main; try lia. now rewrite even_swap.
  - apply (IH (S m) l'); try assumption; try lia.
    + now replace (S m - 1)%nat with m by lia.
    + now replace (Z.of_nat (S m)) with (Z.of_nat m + 1)%Z by lia.
Qed.

Definition three : list (list Z) :=
  step (any 3) 3 (step (any 2) 2 (step (any 1) 1 (empty_pile true width))).

Lemma three_ok : rows_ok 3 1 three.
Proof.
  apply (step_sound (any 3) 3); [lia|intros; apply any_sound; lia|].
  apply (step_sound (any 2) 2); [lia|intros; apply any_sound; lia|].
  apply (step_sound (any 1) 1); [lia|intros; apply any_sound; lia|].
  apply (empty_pile_ok width 1).
Qed.

Definition layers : nat := Z.to_nat 15624.

Lemma all_layers : check (pairs 48, pairs 47) layers 4 three = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem last_states_hold : last_states.
Proof.
  intros m x y gex gey sum pile least.
  unfold q in least. rewrite <- (Zle_Qle _ 15627) in least.
  assert (few : (4 <= m < 4 + layers)%nat) by (unfold layers; nia).
  exact (check_sound layers 4 three (le_n 4) three_ok all_layers m x y few gex gey
    sum pile).
Qed.

(* Along m = 8n^2 the chances do not tend to one half. *)
Theorem stays_above_one_half n : (25 <= n)%nat -> (1#2) + gain <= P (8 * n * n) n n.
Proof. exact (above_one_half last_states_hold n). Qed.

Theorem observation_4_1_false : ~ tends_to_one_half.
Proof. exact (observation_4_1_refuted last_states_hold). Qed.
