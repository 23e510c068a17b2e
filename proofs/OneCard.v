(* Section 4.4: the values of the recurrence with one card in each hand, and
   with one card in the pile. *)

From Coq Require Import QArith Qminmax Lqa Lia Arith.
From Myst Require Import Recurrence.
Open Scope Q_scope.

Lemma guess_one_in_hand m : guess m 1 == 1 / (q m + 1).
Proof.
  induction m as [|k IH]; [reflexivity|]. assert (K := q_ge0 k).
  rewrite guess_pile by lia. replace (S k - 1)%nat with k by lia.
  rewrite IH, q_S.
  change (q 1) with 1. field. lra.
Qed.

Lemma guess_one_in_pile y : guess 1 y == 1 / (q y + 1).
Proof.
  assert (Y := q_ge0 y). rewrite guess_pile by lia. cbn [guess Nat.sub].
  change (q 1) with 1.
  field. lra.
Qed.

(* Who finds the last card knows the pile. *)
Lemma asked_pile_found x y : asked 0 x y = 1.
Proof. reflexivity. Qed.
Lemma asked_hand_found m x : asked m x 0 = 1.
Proof. unfold asked, having_asked. now rewrite Bool.orb_comm. Qed.
Lemma asked_both m x y : (1 <= m)%nat -> (1 <= y)%nat ->
  asked m x y = Qmax (guess m y) (1 - P m y x).
Proof. intros gem gey. destruct m; [lia|]. destruct y; [lia|]. reflexivity. Qed.

Lemma Qmax_second u v : u <= v -> Qmax u v == v.
Proof. apply Q.max_r. Qed.

Lemma one_each m : (1 <= m)%nat ->
  P (S m) 1 1 == (q (S m) * Qmax (1 / q (S m)) (1 - P m 1 1) + 1) /
  (q (S m) + 1).
Proof.
  intro ge. rewrite eq_4_1 by lia. replace (S m - 1)%nat with m by lia.
  rewrite asked_both, asked_hand_found by lia. unfold mean. change (q 1) with 1.
  rewrite guess_one_in_hand, q_S. now rewrite Qmult_1_r.
Qed.

(* Theorem 4.4 *)
Theorem thm_4_4_even_odd k : let a := S k in
  P (2 * a) 1 1 == (q a + 1) / (2 * q a + 1) /\ P (2 * a + 1) 1 1 == 1 # 2.
Proof.
  intro a. unfold a. clear a. induction k as [|k [_ IH]]; [split; reflexivity|].
  assert (K := q_ge0 k).
  assert (even : P (2 * S (S k)) 1 1 == (q (S (S k)) + 1) /
          (2 * q (S (S k)) + 1)).
  { replace (2 * S (S k))%nat with (S (2 * S k + 1)) by lia. rewrite one_each,
    IH by lia.
    assert (E : q (S (2 * S k + 1)) == 2 * q (S (S k))).
    { rewrite <- (q_mult 2). now replace (2 * S (S k))%nat
      with (S (2 * S k + 1)) by lia. }
    assert (G : 2 <= q (S (S k))) by (apply (q_le 2); lia). rewrite E.
    rewrite Qmax_second; [field; lra|]. apply Qle_shift_div_r; lra. }
  split; [exact even|].
  replace (2 * S (S k) + 1)%nat with (S (2 * S (S k))) by lia.
  rewrite one_each, even by lia.
  assert (E : q (S (2 * S (S k))) == 2 * q (S (S k)) + 1)
    by (rewrite q_S, q_mult; reflexivity).
  assert (G : 2 <= q (S (S k))) by (apply (q_le 2); lia). rewrite E.
  assert (W : 1 - (q (S (S k)) + 1) / (2 * q (S (S k)) + 1) == q (S (S k)) /
          (2 * q (S (S k)) + 1))
    by (field; lra).
  rewrite W, Qmax_second; [field; lra|]. unfold Qdiv.
  apply Qmult_le_compat_r; [lra|].
  apply Qinv_le_0_compat. lra.
Qed.

Lemma thm_4_4_base : P 1 1 1 == 1.
Proof. reflexivity. Qed.

(* Theorem 4.5 *)
Theorem thm_4_5 k : let n := S (S k) in P 1 n n == (q n + 2) / (2 * q n + 2).
Proof.
  intro n. unfold n. clear n. induction k as [|k IH]; [reflexivity|].
  set (n := S (S (S k))).
  assert (G : 3 <= q n) by (apply (q_le 3); unfold n; lia).
  assert (less : P 1 (n - 1) (n - 1) == (q n + 1) / (2 * q n)).
  { replace (n - 1)%nat with (S (S k)) by (unfold n; lia). rewrite IH.
    assert (E : q n == q (S (S k)) + 1) by apply q_S. rewrite E. field. lra. }
  assert (half : P 1 (n - 1) n == 1 # 2).
  { rewrite eq_4_1 by (unfold n; lia). change (1 - 1)%nat with O.
    rewrite asked_pile_found, asked_both, less, guess_one_in_pile, q_pred
      by (unfold n; lia).
    rewrite Qmax_second; [unfold mean; change (q 1) with 1; field; lra|].
    setoid_replace (1 - (q n + 1) / (2 * q n)) with ((q n - 1) / (2 * q n))
      by (field; lra).
    apply Qle_shift_div_l; [lra|].
    setoid_replace (1 / (q n - 1 + 1) * (2 * q n)) with 2 by (field; lra). lra.
    }
  rewrite eq_4_1 by (unfold n; lia). change (1 - 1)%nat with O.
  rewrite asked_pile_found, asked_both, half, guess_one_in_pile, q_pred
    by (unfold n; lia).
  rewrite Qmax_second; [unfold mean; change (q 1) with 1; field; lra|].
  apply Qle_shift_div_r; lra.
Qed.

(* Along the edges m = 1 and n = 1 the chances come near to one half. *)
Theorem edges k : let n := S (S k) in let a := S k in
  P 1 n n - (1#2) == 1 / (2 * q n + 2) /\
  P (2 * a) 1 1 - (1#2) == 1 / (4 * q a + 2)
  /\ P (2 * a + 1) 1 1 == 1 # 2.
Proof.
  intros n a. assert (N := q_ge0 n). assert (A := q_ge0 a). unfold n, a in *.
  destruct (thm_4_4_even_odd k) as [even odd]. rewrite (thm_4_5 k), even.
  repeat split; [field; lra|field; lra|exact odd].
Qed.

(* In the proof of Theorem 4.4: for every a >= 1 one may write 1/4 for 1/(2a+2)
   in the maximum with 1/2. *)
Lemma quarter k :
  let a := q (S k) in Qmax (1 / (2 * a + 2)) (1#2) == Qmax (1#4) (1#2).
Proof.
  intro a. assert (A : 1 <= a) by (apply (q_le 1); lia).
  rewrite !Qmax_second; [reflexivity|discriminate|].
  apply Qle_shift_div_r; lra.
Qed.
