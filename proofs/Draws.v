(* Section 4.4, below (4.1): what two draws leave as it is in the mean, and what
   does not grow.

   E is the mean of P - 1/2 over both players, h a term that pays for the order
   of their draws, L = c - a up - b low - s (side + side') a sum that does not
   fall in the mean; so E - h/2 - L does not grow.

   Glossary
     fall a k, rise a k
                      a (a-1) .. (a-k+1) and (a+1) .. (a+k)
     two_draws        the mean of four values over a draw of player 1 and one
                      of player 2
     order m x y, h m x y
                      what the order of the draws is worth, and what pays for
                      it
     h_excess         how much h is more than its mean, times the
                      denominators
     up, low, side    the three terms of L
     fractions, by_excess
                      tactics: unfold these terms; compare a difference with
                      its excess
     inner m x y      hands of eight and more, and a large pile: there side
                      does not grow
     excess, side_excess, other_excess
                      how much side is less in the mean, times the
                      denominators
     c, a, b, s       the coefficients of L
     L m x y          c - a up - b low - s (side + side')
     G m x y          twice E - h/2 - L *)

From Coq Require Import List QArith Qpower Qminmax Lqa Lia Arith Setoid
  Morphisms.
From Myst Require Import Recurrence Polynomial.
Open Scope Q_scope.

(* a (a-1) .. (a-k+1) and (a+1) .. (a+k) *)
Fixpoint fall (a : Q) (k : nat) : Q :=
  match k with O => 1 | S j => fall a j * (a - q j) end.
Fixpoint rise (a : Q) (k : nat) : Q :=
  match k with O => 1 | S j => rise a j * (a + q j + 1) end.

#[export] Instance fall_compat : Proper (Qeq ==> eq ==> Qeq) fall.
Proof. intros a b E k _ <-. induction k as [|j IH]; cbn [fall]; [reflexivity|].
now rewrite IH, E.
Qed.
#[export] Instance rise_compat : Proper (Qeq ==> eq ==> Qeq) rise.
Proof. intros a b E k _ <-. induction k as [|j IH]; cbn [rise]; [reflexivity|].
now rewrite IH, E.
Qed.

Lemma fall_pred a k : a * fall (a - 1) k == fall a k * (a - q k).
Proof.
  induction k as [|j IH]; cbn [fall]; [change (q 0) with 0; ring|].
  rewrite Qmult_assoc, IH, q_S. ring.
Qed.

Lemma rise_pred a k : (a + q k) * rise (a - 1) k == rise a k * a.
Proof.
  induction k as [|j IH]; cbn [rise]; [change (q 0) with 0; ring|].
  rewrite q_S.
  setoid_replace ((a + (q j + 1)) * (rise (a - 1) j * (a - 1 + q j + 1)))
    with ((a + q j) * rise (a - 1) j * (a + q j + 1)) by ring. rewrite IH. ring.
Qed.

Lemma fall_gt0 a k : q k <= a -> 0 < fall a k.
Proof.
  induction k as [|j IH]; intro le; cbn [fall]; [reflexivity|].
  rewrite q_S in le. assert (pos := q_ge0 j).
  apply Qmult_lt_0_compat; [apply IH|]; lra.
Qed.

Lemma rise_gt0 a k : 0 <= a -> 0 < rise a k.
Proof.
  intro le. induction k as [|j IH]; cbn [rise]; [reflexivity|].
  assert (pos := q_ge0 j). apply Qmult_lt_0_compat; [exact IH|lra].
Qed.

(* The mean over a draw of player 1, who finds a card of the pile (m) or of the
   other's hand (y), and one of player 2 (m or x). The four values are those of
   (m-2,x,y), (m-1,x-1,y), (m-1,x,y-1) and (m,x-1,y-1). *)
Definition two_draws (m x y v20 vx vy v11 : Q) : Q :=
  mean m y (mean (m - 1) x v20 vx) (mean m x vy v11).

#[export] Instance two_draws_compat :
  Proper (Qeq ==> Qeq ==> Qeq ==> Qeq ==> Qeq ==> Qeq ==> Qeq ==> Qeq)
  two_draws.
Proof.
  intros m m' M x x' X y y' Y u u' U v v' V w w' W z z' Z. unfold two_draws.
  now rewrite M, X, Y, U, V, W, Z.
Qed.

(* It is linear. *)
Section Linear.
Variables m x y : Q.
Lemma two_draws_plus u1 u2 u3 u4 v1 v2 v3 v4 :
  two_draws m x y (u1 + v1) (u2 + v2) (u3 + v3) (u4 + v4)
  == two_draws m x y u1 u2 u3 u4 + two_draws m x y v1 v2 v3 v4.
Proof. unfold two_draws, mean, Qdiv. ring. Qed.
Lemma two_draws_minus u1 u2 u3 u4 v1 v2 v3 v4 :
  two_draws m x y (u1 - v1) (u2 - v2) (u3 - v3) (u4 - v4)
  == two_draws m x y u1 u2 u3 u4 - two_draws m x y v1 v2 v3 v4.
Proof. unfold two_draws, mean, Qdiv. ring. Qed.
Lemma two_draws_times k u1 u2 u3 u4 :
  two_draws m x y (k * u1) (k * u2) (k * u3) (k * u4) == k * two_draws m x y u1
  u2 u3 u4.
Proof. unfold two_draws, mean, Qdiv. ring. Qed.
Lemma two_draws_constant k : 1 < m -> 0 <= x -> 0 <= y ->
  two_draws m x y k k k k == k.
Proof. intros. unfold two_draws, mean. field. repeat split; lra. Qed.
End Linear.

(* Step 2: what the order of the draws is worth, and what pays for it. *)
Definition order (m x y : Q) : Q := m * x / ((m + y) * (m + x - 1) * (m + x)).
Definition h (m x y : Q) : Q := (x + y) / m.

Lemma order_ge0 m x y : 2 <= m -> 0 <= x -> 0 <= y -> 0 <= order m x y.
Proof.
  intros. unfold order. apply Qle_shift_div_l; [|nra].
  apply Qmult_lt_0_compat; [apply Qmult_lt_0_compat|]; lra.
Qed.

Lemma both_orders m x y f20 fx fy f11 g20 gx gy g11 :
  3 <= m -> 0 <= x -> 0 <= y ->
  0 <= g20 <= 1 -> 0 <= gx <= 1 -> 0 <= gy <= 1 ->
  two_draws m x y (f20 + g20) (fx + gx) (fy + gy) (f11 + g11)
    - order m x y - order m y x
  <= two_draws m x y f20 fx fy f11 + two_draws m y x g20 gy gx g11.
Proof.
  intros gem gex gey b20 bx by'.
  assert (ox := order_ge0 m x y ltac:(lra) gex gey).
  assert (oy := order_ge0 m y x ltac:(lra) gey gex).
  set (d := order m x y * (g20 - gx) + order m y x * (gy - g20)).
  assert (E : two_draws m x y f20 fx fy f11 + two_draws m y x g20 gy gx g11
    == two_draws m x y (f20 + g20) (fx + gx) (fy + gy) (f11 + g11) + d).
  { unfold d, two_draws, mean, order. field. repeat split; lra. }
  assert (- order m x y - order m y x <= d) by (unfold d; nra). rewrite E. lra.
Qed.

(* The excess of h over the mean, times the denominators. *)
Definition h_excess (m x y : Q) : Q :=
  m * (m - 1) * (x + y) * m * (m - 1) * (m + x) * (m + y - 1)
  + m * (m - 2) * (x + y - 1) * (m + y - 1) * m *
    (x * (m + x) + y * (m + x - 1))
  + x * y * (x + y - 2) * (m - 1) * (m - 2) * (m + x - 1) * (m + y - 1)
  - (x + y) * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1) * (m + y - 1)
  - m * m * (m - 1) * (m - 2) * (x * (m + y - 1) + y * (m + x - 1)).

Lemma h_excess_ge0 u v w : 0 <= u -> 0 <= v -> 0 <= w ->
  0 <= h_excess (3 + u) v w.
Proof. intros. unfold h_excess. coefficients u v w. Qed.

Lemma h_pays m x y : 3 <= m -> 0 <= x -> 0 <= y ->
  h m x y + order m x y + order m y x
  <= two_draws m x y (h (m - 2) x y) (h (m - 1) (x - 1) y) (h (m - 1) x (y - 1))
       (h m (x - 1) (y - 1)).
Proof.
  intros gem gex gey. assert (N := h_excess_ge0 (m - 3) x y ltac:(lra) gex gey).
  set (d := m * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1) *
       (m + y - 1)).
  assert (0 < d) by (unfold d; repeat apply Qmult_lt_0_compat; lra).
  assert (E : two_draws m x y (h (m - 2) x y) (h (m - 1) (x - 1) y)
          (h (m - 1) x (y - 1))
       (h m (x - 1) (y - 1)) - (h m x y + order m x y + order m y x)
    == h_excess (3 + (m - 3)) x y / d).
  { unfold two_draws, mean, h, order, h_excess, d. field. repeat split; lra. }
  assert (0 <= h_excess (3 + (m - 3)) x y / d) by (apply Qle_shift_div_l; lra).
  lra.
Qed.

(* Step 3: what is kept, and what does not grow. *)
Definition up (m x y : Q) : Q := fall m 8 / (rise x 8 * rise y 8).
Definition low (m x y : Q) : Q := fall x 5 * fall y 5 / rise m 5.
Definition side (m x y : Q) : Q :=
  fall y 7 / rise x 7 * (1 - (28#3) * (y - 7) / m).

Lemma fall_less a k : 0 < a -> fall (a - 1) k == fall a k * (a - q k) / a.
Proof. intro pos. rewrite <- fall_pred. field. lra. Qed.

Lemma rise_less a k : 0 < a -> rise (a - 1) k == rise a k * a / (a + q k).
Proof. intro pos. rewrite <- rise_pred. assert (g := q_ge0 k). field. lra. Qed.

Lemma less_twice a : a - 2 == a - 1 - 1.
Proof. ring. Qed.

Ltac fractions := unfold two_draws, mean; rewrite ?less_twice, ?fall_less,
  ?rise_less by lra;
  cbn [q]; unfold q; cbn [Z.of_nat Pos.of_succ_nat Pos.succ inject_Z].

Lemma up_kept m x y : 3 <= m -> 0 < x -> 0 < y ->
  two_draws m x y (up (m - 2) x y) (up (m - 1) (x - 1) y) (up (m - 1) x (y - 1))
    (up m (x - 1) (y - 1)) == up m x y.
Proof.
  intros gem gex gey. unfold up. fractions.
  assert (A := rise_gt0 x 8 ltac:(lra)). assert (B := rise_gt0 y 8 ltac:(lra)).
  generalize dependent (rise x 8). generalize dependent (rise y 8).
  intros b B a A.
  field. repeat split; lra.
Qed.

Lemma low_kept m x y : 3 <= m -> 0 < x -> 0 < y ->
  two_draws m x y (low (m - 2) x y) (low (m - 1) (x - 1) y)
  (low (m - 1) x (y - 1))
    (low m (x - 1) (y - 1)) == low m x y.
Proof.
  intros gem gex gey. unfold low. fractions.
  assert (A := rise_gt0 m 5 ltac:(lra)).
  generalize dependent (rise m 5). intros a A. field. repeat split; lra.
Qed.

(* Where side does not grow: hands of eight and more, and a pile that is large
   beside their product. *)
Definition inner (m x y : Q) : Prop :=
  8 <= x /\ 8 <= y /\ 3 * (x + 1) * (y + 1) <= 2 * m.

(* What side is less in the mean, times the denominators and 1/fall rise: a card
   less in x or y changes fall/rise by px/x or py/y, and z by i or j. *)
Definition excess (m x y px py z i j : Q) : Q :=
  (3 * m - 28 * (z - 7)) * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1)
  - m * (m - 1) * (3 * (m - 2) - 28 * (z - 7)) * m * (m - 1) * (m + x)
  - m * px * (3 * (m - 1) - 28 * (z - i - 7)) * m * (m - 2) * (m + x)
  - m * py * (3 * (m - 1) - 28 * (z - j - 7)) * m * (m - 2) * (m + x - 1)
  - px * py * (3 * m - 28 * (z - 8)) * (m - 1) * (m - 2) * (m + x - 1).

Definition side_excess (m x y : Q) : Q := excess m x y (x + 7) (y - 7) y 0 1.
Definition other_excess (m x y : Q) : Q := excess m x y (x - 7) (y + 7) x 1 0.

Lemma excess_ge0 u v w : 0 <= u -> 0 <= v -> 0 <= w ->
  0 <= side_excess ((3#2) * (9 + v) * (9 + w) + u) (8 + v) (8 + w)
  /\ 0 <= other_excess ((3#2) * (9 + v) * (9 + w) + u) (8 + v) (8 + w).
Proof.
intros. unfold side_excess, other_excess, excess. split; coefficients u v w.
Qed.

Lemma inner_large m x y : inner m x y -> 121 <= m /\ x + y <= m.
Proof. intros (gex & gey & gem). split; nra. Qed.

Lemma inner_excess m x y : inner m x y -> 0 <= side_excess m x y /\
  0 <= other_excess m x y.
Proof.
  intros (gex & gey & gem).
  destruct (excess_ge0 (m - (3#2) * (x + 1) * (y + 1)) (x - 8) (y - 8))
    as [A B]; try lra.
  split; [assert (E : side_excess m x y == side_excess
      ((3#2) * (9 + (x - 8)) * (9 + (y - 8)) + (m - (3#2) * (x + 1) * (y + 1)))
      (8 + (x - 8))
        (8 + (y - 8)))
      by (unfold side_excess, excess; ring)
    |assert (E : other_excess m x y == other_excess
      ((3#2) * (9 + (x - 8)) * (9 + (y - 8)) + (m - (3#2) * (x + 1) * (y + 1)))
      (8 + (x - 8))
        (8 + (y - 8)))
      by (unfold other_excess, excess; ring)]; rewrite E; assumption.
Qed.

Lemma falls_by m x y r e v next : inner m x y -> 0 <= r -> 0 <= e ->
  v - next == r *
  (e / (3 * m * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1))) ->
  next <= v.
Proof.
  intros I R N E. destruct (inner_large m x y I) as [large _].
  destruct I as (gex & gey & _).
  set (d := 3 * m * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1)) in E.
  assert (D : 0 < d) by (unfold d; repeat apply Qmult_lt_0_compat; lra).
  assert (0 <= r * (e / d)); [|lra].
  apply Qmult_le_0_compat; [exact R|apply Qle_shift_div_l; lra].
Qed.

Lemma hands_ge0 u v : 8 <= u -> 8 <= v -> 0 < rise v 7 /\
  0 <= fall u 7 / rise v 7.
Proof.
  intros geu gev. assert (A := rise_gt0 v 7 ltac:(lra)).
  assert (B := fall_gt0 u 7 ltac:(change (q 7) with 7; lra)).
  split; [exact A|apply Qle_shift_div_l; lra].
Qed.

(* The difference is the excess over the denominators, whatever fall and
   rise are. *)
Ltac by_excess := unfold side; fractions; unfold side_excess, other_excess,
  excess;
  match goal with A : 0 < rise ?v 7 |- _ => revert A; generalize (rise v 7) end;
  intros r A; field; repeat split; lra.

Lemma side_falls m x y : inner m x y ->
  two_draws m x y (side (m - 2) x y) (side (m - 1) (x - 1) y)
  (side (m - 1) x (y - 1))
    (side m (x - 1) (y - 1)) <= side m x y.
Proof.
  intro I. destruct (inner_excess m x y I) as [N _].
  destruct (inner_large m x y I) as [large _].
  pose proof I as (gex & gey & _). destruct (hands_ge0 y x gey gex) as [A R].
  apply (falls_by m x y _ _ _ _ I R N). clear R N. by_excess.
Qed.

Lemma other_side_falls m x y : inner m x y ->
  two_draws m x y (side (m - 2) y x) (side (m - 1) y (x - 1))
  (side (m - 1) (y - 1) x)
    (side m (y - 1) (x - 1)) <= side m y x.
Proof.
  intro I. destruct (inner_excess m x y I) as [_ N].
  destruct (inner_large m x y I) as [large _].
  pose proof I as (gex & gey & _). destruct (hands_ge0 x y gex gey) as [A R].
  apply (falls_by m x y _ _ _ _ I R N). clear R N. by_excess.
Qed.

(* Step 4: a sum that does not fall in the mean. *)
Definition c : Q := 52 # 10000.
Definition a : Q := (48 # 100000) / 8 ^ 8.
Definition b : Q := (130 # 100000) * 8 ^ 5.
Definition s : Q := 53 # 100000.

Definition L (m x y : Q) : Q :=
  c - a * up m x y - b * low m x y - s * (side m x y + side m y x).

#[export] Instance h_compat : Proper (Qeq ==> Qeq ==> Qeq ==> Qeq) h.
Proof. intros m m' M x x' X y y' Y. unfold h. now rewrite M, X, Y. Qed.
#[export] Instance L_compat : Proper (Qeq ==> Qeq ==> Qeq ==> Qeq) L.
Proof.
intros m m' M x x' X y y' Y. unfold L, up, low, side. now rewrite M, X, Y.
Qed.

(* Twice E - h/2 - L. *)
Definition G (m x y : nat) : Q :=
  P m x y + P m y x - 1 - h (q m) (q x) (q y) - 2 * L (q m) (q x) (q y).

Lemma G_symmetric m x y : G m x y == G m y x.
Proof.
  assert (U : up (q m) (q x) (q y) == up (q m) (q y) (q x)) by (unfold up;
    now rewrite Qmult_comm with (x := rise (q x) 8)).
  assert (V : low (q m) (q x) (q y) == low (q m) (q y) (q x)) by (unfold low;
    now rewrite Qmult_comm with (x := fall (q x) 5)).
  assert (H : h (q m) (q x) (q y) == h (q m) (q y) (q x))
    by (unfold h; now rewrite Qplus_comm).
  unfold G, L. rewrite U, V, H. ring.
Qed.

Lemma q_pred2 k : (2 <= k)%nat -> q (k - 2) == q k - 2.
Proof. exact (q_sub k 2). Qed.

(* P is its own mean over two draws. *)
Lemma P_draws m x y : (5 <= m)%nat -> (3 <= x)%nat -> (3 <= y)%nat ->
  P m x y == two_draws (q m) (q x) (q y) (P (m - 2) x y) (P (m - 1) (x - 1) y)
    (P (m - 1) x (y - 1)) (P m (x - 1) (y - 1)).
Proof.
  intros gem gex gey. rewrite P_waits by lia.
  rewrite (P_waits (m - 1)), (P_waits m (y - 1)) by lia.
  replace (m - 1 - 1)%nat with (m - 2)%nat by lia. unfold two_draws, mean.
  rewrite q_pred by lia.
  assert (M := q_le 5 m gem). assert (X := q_le 3 x gex).
  assert (Y := q_le 3 y gey).
  change (q 5) with 5 in M. change (q 3) with 3 in X, Y. field.
  repeat split; lra.
Qed.

Lemma q_8 k : (8 <= k)%nat -> 8 <= q k.
Proof. exact (q_le 8 k). Qed.

Lemma G_does_not_grow m x y :
  inner (q m) (q x) (q y) -> (121 <= m)%nat -> (8 <= x)%nat -> (8 <= y)%nat ->
  two_draws (q m) (q x) (q y) (G (m - 2) x y) (G (m - 1) (x - 1) y)
  (G (m - 1) x (y - 1))
    (G m (x - 1) (y - 1)) <= G m x y.
Proof.
  intros I gem gex gey. assert (X := q_8 x gex). assert (Y := q_8 y gey).
  destruct (inner_large _ _ _ I) as [M _].
  unfold G. rewrite !q_pred2, !q_pred by lia. unfold L.
  rewrite !two_draws_minus, !two_draws_times, !two_draws_minus,
    !two_draws_times.
  rewrite (two_draws_constant _ _ _ 1), (two_draws_constant _ _ _ c) by lra.
  rewrite two_draws_plus with (u1 := side _ _ _).
  rewrite up_kept, low_kept by lra.
  assert (S := side_falls _ _ _ I). assert (O := other_side_falls _ _ _ I).
  assert (H := h_pays (q m) (q x) (q y) ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (F := both_orders (q m) (q x) (q y) (P (m - 2) x y)
          (P (m - 1) (x - 1) y)
    (P (m - 1) x (y - 1)) (P m (x - 1) (y - 1)) (P (m - 2) y x)
    (P (m - 1) y (x - 1))
    (P (m - 1) (y - 1) x) (P m (y - 1) (x - 1)) ltac:(lra) ltac:(lra) ltac:(lra)
    (P_bounds _ _ _) (P_bounds _ _ _) (P_bounds _ _ _)).
  rewrite <- !P_draws in F by lia. unfold s. lra.
Qed.
