(* Section 4.4: the recurrence (4.1), and when waiting is as good as guessing.

   P m x y is the chance that the player to ask wins: m cards of the pile are
   unknown, x of the own hand, and y of the other's.

   Glossary
     q k              the number k as a fraction; not the q of a game
     mean a b u v     the mean of u and v with the weights a and b
     guess m y        the chance that a guess is right: one of (m + y)! / (m!
                      y!) piles
     having_asked v m x y
                      what it is worth to have asked: the better of a guess
                      and of waiting, if the other has v then
     value fuel m x y the recurrence, to the depth fuel
     P m x y          the thesis's P(m,x,y)
     asked m x y      having_asked of P *)

From Coq Require Import QArith Qminmax Lqa Lia Arith Setoid Morphisms.
Open Scope Q_scope.

Definition q (k : nat) : Q := inject_Z (Z.of_nat k).

Lemma q_S k : q (S k) == q k + 1.
Proof.
unfold q. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity.
Qed.

Lemma q_add a b : q (a + b) == q a + q b.
Proof. unfold q. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

Lemma q_mult a b : q (a * b) == q a * q b.
Proof. unfold q. now rewrite Nat2Z.inj_mul, inject_Z_mult. Qed.

Lemma q_sub a b : (b <= a)%nat -> q (a - b) == q a - q b.
Proof.
intro le. assert (E := q_add (a - b) b). rewrite Nat.sub_add in E by easy. lra.
Qed.

Lemma q_pred a : (1 <= a)%nat -> q (a - 1) == q a - 1.
Proof. exact (q_sub a 1). Qed.

Lemma q_le a b : (a <= b)%nat -> q a <= q b.
Proof. intro le. unfold q. rewrite <- Zle_Qle. lia. Qed.

Lemma q_ge0 a : 0 <= q a.
Proof. apply (q_le 0). lia. Qed.

Lemma q_gt0 a : (1 <= a)%nat -> 0 < q a.
Proof.
intro le. apply (Qlt_le_trans _ 1); [reflexivity|]. exact (q_le 1 a le).
Qed.

(* A mean of two numbers with weights a and b. *)
Definition mean (a b u v : Q) : Q := (a * u + b * v) / (a + b).

#[export] Instance mean_compat :
  Proper (Qeq ==> Qeq ==> Qeq ==> Qeq ==> Qeq) mean.
Proof.
intros a a' A b b' B u u' U v v' V. unfold mean. now rewrite A, B, U, V.
Qed.

Lemma mean_le a b u v w : 0 <= a -> 0 <= b -> 0 < a + b -> u <= w -> v <= w ->
  mean a b u v <= w.
Proof. intros. unfold mean. apply Qle_shift_div_r; [easy|]. nra. Qed.

Lemma le_mean a b u v w : 0 <= a -> 0 <= b -> 0 < a + b -> w <= u -> w <= v ->
  w <= mean a b u v.
Proof. intros. unfold mean. apply Qle_shift_div_l; [easy|]. nra. Qed.

(* The chance that a guess is right: one of the (m + y)! / (m! y!) piles. *)
Fixpoint guess (m y : nat) : Q :=
  match m with
  | O => 1
  | S k => q m / q (m + y) * guess k y
  end.

(* What it is worth to have asked and to stand so: a guess, or to wait, if the
   one to ask then has v. *)
Definition having_asked (v : nat -> nat -> nat -> Q) (m x y : nat) : Q :=
  if (Nat.eqb m 0 || Nat.eqb y 0)%bool then 1
  else Qmax (guess m y) (1 - v m y x).

Fixpoint value (fuel m x y : nat) : Q :=
  match fuel with
  | O => 1
  | S k => mean (q m) (q y) (having_asked (value k) (m - 1) x y)
                            (having_asked (value k) m x (y - 1))
  end.

(* With m or y 0 it is never asked for: `having_asked` is 1 then. *)
Definition P (m x y : nat) : Q := value (m + x + y) m x y.
Definition asked : nat -> nat -> nat -> Q := having_asked P.

(* Equation (4.1). *)
Theorem eq_4_1 m x y : (1 <= m)%nat -> (1 <= y)%nat ->
  P m x y = mean (q m) (q y) (asked (m - 1) x y) (asked m x (y - 1)).
Proof.
  intros gem gey. unfold P at 1, asked, having_asked, P.
  replace (m + x + y)%nat with (S (m + x + y - 1)) by lia. cbn [value].
  unfold having_asked. replace (m - 1 + y + x)%nat with (m + x + y - 1)%nat
    by lia.
  replace (m + (y - 1) + x)%nat with (m + x + y - 1)%nat by lia.
  reflexivity.
Qed.

Example P_2_3_3 : P 2 3 3 == 49 # 100.
Proof. reflexivity. Qed.

Lemma guess_pile m y : (1 <= m)%nat ->
  guess m y == q m / (q m + q y) * guess (m - 1) y.
Proof.
  intro ge. destruct m as [|k]; [lia|]. cbn [guess]. rewrite q_add.
  replace (S k - 1)%nat with k by lia. reflexivity.
Qed.

Lemma guess_hand m y : (1 <= y)%nat ->
  guess m y == q y / (q m + q y) * guess m (y - 1).
Proof.
  intro ge. assert (pos := q_gt0 y ge). induction m as [|k IH].
  - cbn [guess]. change (q 0) with 0. field. lra.
  - assert (posk := q_ge0 k). cbn [guess].
    rewrite IH, !q_add, q_pred, !q_S by lia. field.
    repeat split; lra.
Qed.

Lemma guess_gt0 m y : 0 < guess m y.
Proof.
  induction m as [|k IH]; cbn [guess]; [reflexivity|].
  assert (0 < q (S k)) by (apply q_gt0; lia).
  assert (0 < q (S k + y)) by (apply q_gt0; lia).
  apply Qmult_lt_0_compat; [|exact IH]. apply Qlt_shift_div_l; lra.
Qed.

Lemma share_le1 a b : 0 <= a -> 0 <= b -> 0 < a + b -> a / (a + b) <= 1.
Proof. intros. apply Qle_shift_div_r; lra. Qed.

Lemma guess_fewer_pile m y : (1 <= m)%nat -> guess m y <= guess (m - 1) y.
Proof.
  intro ge. rewrite guess_pile by easy.
  assert (s := share_le1 (q m) (q y) (q_ge0 m) (q_ge0 y)).
  assert (0 < q m) by (now apply q_gt0). assert (0 <= q y) by apply q_ge0.
  assert (0 < guess (m - 1) y) by apply guess_gt0.
  assert (q m / (q m + q y) <= 1) by (apply s; lra). nra.
Qed.

Lemma guess_fewer_hand m y : (1 <= y)%nat -> guess m y <= guess m (y - 1).
Proof.
  intro ge. rewrite guess_hand by easy.
  assert (0 < q y) by (now apply q_gt0). assert (0 <= q m) by apply q_ge0.
  assert (0 < guess m (y - 1)) by apply guess_gt0.
  assert (q y / (q m + q y) <= 1) by (apply Qle_shift_div_r; lra). nra.
Qed.

Lemma guess_le_1 m y : guess m y <= 1.
Proof.
  induction m as [|k IH]; [apply Qle_refl|].
  apply Qle_trans with (guess k y); [|exact IH].
  replace k with (S k - 1)%nat at 2 by lia. apply guess_fewer_pile. lia.
Qed.

Lemma guess_empty_hand m : guess m 0 == 1.
Proof.
  induction m as [|k IH]; cbn [guess]; [reflexivity|].
  rewrite IH, Nat.add_0_r. assert (0 < q (S k)) by (apply q_gt0; lia).
  field. lra.
Qed.

(* With two cards of the pile and one of the hand there are three piles. *)
Lemma guess_third m y : (2 <= m)%nat -> (1 <= y)%nat -> guess m y <= 1 # 3.
Proof.
  intros gem gey. induction y as [|k IH]; [lia|].
  destruct (Nat.eq_dec k 0) as [->|more].
  - clear IH gey. induction m as [|j IHj]; [lia|].
    destruct (Nat.eq_dec j 1) as [->|many]; [discriminate|].
    apply Qle_trans with (guess (S j - 1) 1); [apply guess_fewer_pile; lia|].
    replace (S j - 1)%nat with j by lia. apply IHj. lia.
  - apply Qle_trans with (guess m (S k - 1)); [apply guess_fewer_hand; lia|].
    replace (S k - 1)%nat with k by lia. apply IH. lia.
Qed.

Lemma asked_ge m x y : guess m y <= asked m x y.
Proof.
  unfold asked, having_asked. destruct m as [|k]; [apply Qle_refl|].
  destruct y as [|j]; [apply Qle_lteq; right; apply guess_empty_hand|].
  apply Q.le_max_l.
Qed.

Lemma value_bounds fuel m x y : 0 <= value fuel m x y <= 1.
Proof.
  revert m x y. induction fuel as [|k IH]; intros; cbn [value]; [lra|].
  assert (B : forall m x y, 0 <= having_asked (value k) m x y <= 1).
  { intros a b c. unfold having_asked. destruct (_ || _)%bool; [lra|].
    assert (V := IH a c b). assert (G := guess_gt0 a c).
    assert (H := guess_le_1 a c).
    split; [apply Qle_trans with (guess a c); [lra|apply Q.le_max_l]|].
    apply Q.max_lub; lra. }
  destruct (Nat.eq_dec (m + y) 0) as [none|some].
  - replace m with O by lia. replace y with O by lia. split; discriminate.
  - assert (0 < q (m + y)) by (apply q_gt0; lia). assert (S := q_add m y).
    assert (B1 := B (m - 1)%nat x y). assert (B2 := B m x (y - 1)%nat).
    split; [apply le_mean|apply mean_le]; try apply q_ge0; try lra.
Qed.

Lemma P_bounds m x y : 0 <= P m x y <= 1.
Proof. apply value_bounds. Qed.

(* Who asks and guesses at once is right twice as often as who guesses
   before. *)
Lemma ask_and_guess m x y : (1 <= m)%nat -> (1 <= y)%nat ->
  2 * guess m y <= P m x y.
Proof.
  intros gem gey. rewrite eq_4_1 by easy.
  assert (A := asked_ge (m - 1) x y). assert (B := asked_ge m x (y - 1)).
  assert (gp := guess_pile m y gem). assert (gh := guess_hand m y gey).
  assert (0 < q m) by (now apply q_gt0). assert (0 < q y) by (now apply q_gt0).
  apply Qle_trans with (mean (q m) (q y) (guess (m - 1) y) (guess m (y - 1))).
  - apply Qle_lteq. right.
    setoid_replace (2 * guess m y) with (guess m y + guess m y) by ring.
    rewrite gp at 1. rewrite gh. unfold mean. field. lra.
  - unfold mean, Qdiv. apply Qmult_le_compat_r; [nra|]. apply Qinv_le_0_compat.
    lra.
Qed.

(* Step 1: to wait is never worse than to guess. *)
Lemma waiting m x y : (3 <= m)%nat -> (2 <= x)%nat -> (1 <= y)%nat ->
  guess m y <= 1 - P m y x.
Proof.
  intros gem gex gey.
  assert (W : forall a b, (a = m - 1 \/ a = m)%nat -> (1 <= b)%nat ->
    asked a y b <= 1 - guess m y).
  { intros a b near some. unfold asked, having_asked.
    destruct a as [|a']; [lia|]. destruct b as [|b']; [lia|]. cbn [Nat.eqb orb].
    set (a := S a') in *. set (b := S b') in *.
    assert (T := guess_third a b ltac:(lia) some).
    assert (U := guess_third m y ltac:(lia) gey).
    assert (V := ask_and_guess a b y ltac:(lia) gey).
    assert (pos := guess_gt0 a y).
    assert (guess m y <= guess a y).
    { destruct near as [-> | ->];
      [apply guess_fewer_pile; lia | apply Qle_refl]. }
    apply Q.max_lub; lra. }
  assert (P m y x <= 1 - guess m y); [|lra].
  rewrite eq_4_1 by lia. assert (0 < q m) by (apply q_gt0; lia).
  assert (0 <= q x) by apply q_ge0.
  apply mean_le; try apply W; try lra; lia.
Qed.

(* So far from the end who has asked waits, and the other asks. *)
Lemma P_waits m x y : (4 <= m)%nat -> (2 <= x)%nat -> (3 <= y)%nat ->
  P m x y == mean (q m) (q y) (1 - P (m - 1) y x) (1 - P m (y - 1) x).
Proof.
  intros gem gex gey. rewrite eq_4_1 by lia.
  assert (W : forall a b, (3 <= a)%nat -> (1 <= b)%nat ->
          asked a x b == 1 - P a b x).
  { intros a b gea geb. unfold asked, having_asked.
    destruct a as [|a']; [lia|]. destruct b as [|b']; [lia|]. cbn [Nat.eqb orb].
    apply Q.max_r. apply waiting; lia. }
  now rewrite (W (m - 1)%nat y), (W m (y - 1)%nat) by lia.
Qed.
