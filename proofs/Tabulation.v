(* Section 4.4: the values of (4.1) by dynamic programming, in polynomial time.

   Glossary
     entries, look t m x y
                      values at places m, x, y; the one at a place
     add, row, layer  one place more, from two that are there; those of a sum
                      x + y; those of an m
     table N          all P m x y with m, x, y <= N, each from two that are
                      there
     ok N m s x t     what is there before a place is right
     over B z         z is a fraction with the denominator B
     factorial k, common N
                      k!; the factorial of 2 N, which the sums m + y divide *)

From Coq Require Import QArith Qminmax Lia Arith List Factorial.
From Myst Require Import Recurrence.
Import ListNotations.
Open Scope Q_scope.

(* ---- the table *)

Definition entries := list (nat * nat * nat * Q).

Fixpoint look (t : entries) (m x y : nat) : Q :=
  match t with
  | nil => 0
  | ((a, b, c), v) :: t' =>
    if (Nat.eqb a m && Nat.eqb b x && Nat.eqb c y)%bool then v
    else look t' m x y
  end.

(* One place: the right side of (4.1), with two places looked up. *)
Definition add (t : entries) (m x y : nat) : entries :=
  ((m, x, y), mean (q m) (q y) (having_asked (look t) (m - 1) x y)
                               (having_asked (look t) m x (y - 1))) :: t.

Definition row N m t s : entries :=
  fold_left (fun t x => add t m x (s - x)) (seq 1 N) t.
Definition layer N t m : entries := fold_left (row N m) (seq 0 (2 * N + 1)) t.
Definition table N : entries := fold_left (layer N) (seq 1 N) nil.

Lemma fold_seq {T} (I : nat -> T -> Prop) f n : forall a t, I a t ->
  (forall k u, (a <= k < a + n)%nat -> I k u -> I (S k) (f u k)) ->
  I (a + n)%nat (fold_left f (seq a n) t).
Proof.
  induction n as [|n IH]; intros a t start step.
  - now rewrite Nat.add_0_r.
  - cbn. replace (a + S n)%nat with (S a + n)%nat by lia. apply IH.
    + apply step; [lia|easy].
    + intros k u le. apply step. lia.
Qed.

(* What is there before the place x of the sum s in the layer m. *)
Definition ok N m s x (t : entries) : Prop := forall a b c,
  (1 <= a)%nat -> (1 <= b <= N)%nat -> (1 <= c <= N)%nat ->
  (a < m \/ a = m /\ (b + c < s \/ b + c = s /\ b < x))%nat ->
  look t a b c = P a b c.

Lemma added N m s x t : (1 <= m)%nat -> (1 <= x <= N)%nat -> ok N m s x t ->
  ok N m s (S x) (add t m x (s - x)).
Proof.
  intros gem lex good a b c gea leb lec place. cbn [look add].
  destruct (Nat.eqb m a && Nat.eqb x b && Nat.eqb (s - x) c)%bool eqn:E.
  - apply Bool.andb_true_iff in E as [E ec].
    apply Bool.andb_true_iff in E as [ea eb].
    apply Nat.eqb_eq in ea, eb, ec. subst a b.
    rewrite eq_4_1 by lia. rewrite ec.
    assert (A : having_asked (look t) (m - 1) x c = asked (m - 1) x c).
    { unfold asked, having_asked.
      destruct (Nat.eqb (m - 1) 0 || Nat.eqb c 0)%bool eqn:G; [easy|].
      apply Bool.orb_false_iff in G as [G _]. apply Nat.eqb_neq in G.
      rewrite good by lia. easy. }
    assert (B : having_asked (look t) m x (c - 1) = asked m x (c - 1)).
    { unfold asked, having_asked.
      destruct (Nat.eqb m 0 || Nat.eqb (c - 1) 0)%bool eqn:G; [easy|].
      apply Bool.orb_false_iff in G as [_ G]. apply Nat.eqb_neq in G.
      rewrite good by lia. easy. }
    now rewrite A, B.
  - apply good; try easy.
    destruct place as [lt|[e [lt|[e' lt]]]]; [lia|lia|].
    destruct (Nat.eq_dec b x) as [->|ne]; [|lia].
    exfalso. subst a. rewrite !Nat.eqb_refl in E. cbn in E.
    apply Nat.eqb_neq in E. lia.
Qed.

(* remark-4.4-polynomial: every place of the table is a value of (4.1). *)
Theorem table_right N m x y : (1 <= m <= N)%nat -> (1 <= x <= N)%nat ->
  (1 <= y <= N)%nat -> look (table N) m x y = P m x y.
Proof.
  intros lem lex ley.
  assert (all : ok N (1 + N) 0 0 (table N)).
  { unfold table. apply (fold_seq (fun m t => ok N m 0 0 t)).
    - intros a b c gea _ _ place. lia.
    - intros k t le good. unfold layer.
      assert (H : ok N k (0 + (2 * N + 1)) 0
        (fold_left (row N k) (seq 0 (2 * N + 1)) t)).
      { apply (fold_seq (fun s t => ok N k s 0 t)); [easy|].
        intros s u _ fine. unfold row.
        assert (R : ok N k s (1 + N)
          (fold_left (fun t x => add t k x (s - x)) (seq 1 N) u)).
        { apply (fold_seq (fun x t => ok N k s x t)).
          - intros a b c ? ? ? place. apply fine; try easy. lia.
          - intros j v lej. apply added; lia. }
        intros a b c ? ? ? place. apply R; try easy. lia. }
      intros a b c ? ? ? place. apply H; try easy. lia. }
  apply all; lia.
Qed.

(* It has so many places, each made once. *)
Theorem table_size N : length (table N) = (N * ((2 * N + 1) * N))%nat.
Proof.
  assert (R : forall m s t, length (row N m t s) = (N + length t)%nat).
  { intros m s t. unfold row.
    replace (N + length t)%nat with (1 + N - 1 + length t)%nat by lia.
    apply (fold_seq (fun k (u : entries) =>
      length u = (k - 1 + length t)%nat) _ N 1); [easy|].
    intros k u le E. cbn. lia. }
  assert (L : forall m t,
    length (layer N t m) = ((2 * N + 1) * N + length t)%nat).
  { intros m t. unfold layer.
    apply (fold_seq (fun k (u : entries) => length u = (k * N + length t)%nat)
      _ (2 * N + 1)%nat 0%nat); [easy|].
    intros k u le E. rewrite R. lia. }
  unfold table.
  assert (H := fold_seq (fun k (u : entries) =>
    length u = ((k - 1) * ((2 * N + 1) * N))%nat) (layer N) N 1 nil).
  replace (1 + N)%nat with (S N) in H by lia.
  replace (S N - 1)%nat with N in H by lia. apply H; [easy|].
  intros k u le E. rewrite L, E. destruct k as [|k]; [lia|].
  replace (S (S k) - 1)%nat with (S k) by lia.
  replace (S k - 1)%nat with k by lia. lia.
Qed.

(* ---- the size of the numbers *)

Definition over (B : Z) (z : Q) : Prop :=
  exists a : Z, z * inject_Z B == inject_Z a.

Lemma over_more B C z : over B z -> over (B * C) z.
Proof.
  intros [a E]. exists (a * C)%Z. rewrite !inject_Z_mult, Qmult_assoc, E.
  reflexivity.
Qed.

Lemma over_same B u v : u == v -> over B u -> over B v.
Proof. intros E [a F]. exists a. now rewrite <- E. Qed.

Lemma over_one B : over B 1.
Proof. exists B. ring. Qed.

Lemma over_rest B z : over B z -> over B (1 - z).
Proof.
  intros [a E]. exists (B - a)%Z. unfold Z.sub.
  rewrite inject_Z_plus, inject_Z_opp, <- E. ring.
Qed.

Lemma over_max B u v : over B u -> over B v -> over B (Qmax u v).
Proof.
  intros U V. destruct (Q.max_spec u v) as [[_ E]|[_ E]];
  [apply (over_same B v)|apply (over_same B u)]; try easy; now rewrite E.
Qed.

Lemma over_mean B D m y u v k : (1 <= m + y)%nat ->
  D = (k * Z.of_nat (m + y))%Z ->
  over B u -> over B v -> over (B * D) (mean (q m) (q y) u v).
Proof.
  intros pos -> [a U] [b V].
  exists ((Z.of_nat m * a + Z.of_nat y * b) * k)%Z.
  rewrite !inject_Z_mult, inject_Z_plus, !inject_Z_mult, <- U, <- V.
  fold (q m) (q y) (q (m + y)). rewrite q_add. unfold mean.
  assert (P : 0 < q m + q y) by (rewrite <- q_add; now apply q_gt0).
  field. intro E. rewrite E in P. now apply (Qlt_irrefl 0).
Qed.

Definition factorial (k : nat) : Z := Z.of_nat (fact k).
Definition common N : Z := factorial (2 * N).

Lemma fact_divides a b : (a <= b)%nat -> exists k, fact b = (k * fact a)%nat.
Proof.
  induction 1 as [|b le [k E]]; [exists 1%nat; lia|].
  exists (S b * k)%nat. cbn [fact]. rewrite E. lia.
Qed.

Lemma sum_divides N s : (1 <= s <= 2 * N)%nat ->
  exists k, common N = (k * Z.of_nat s)%Z.
Proof.
  intros [ge le]. destruct (fact_divides s (2 * N) le) as [k E].
  destruct s as [|s]; [lia|]. exists (Z.of_nat (k * fact s)).
  unfold common, factorial. rewrite E. cbn [fact]. lia.
Qed.

Lemma guess_factorials m y :
  guess m y * q (fact (m + y)) == q (fact m) * q (fact y).
Proof.
  induction m as [|m IH]; cbn [guess Nat.add].
  - cbn [fact]. change (q 1) with 1. ring.
  - assert (P := q_gt0 (S (m + y)) ltac:(lia)).
    change (fact (S (m + y))) with (S (m + y) * fact (m + y))%nat.
    change (fact (S m)) with (S m * fact m)%nat. rewrite !q_mult.
    transitivity (q (S m) * (guess m y * q (fact (m + y)))).
    + field. intro E. rewrite E in P. now apply (Qlt_irrefl 0).
    + rewrite IH. ring.
Qed.

Lemma over_guess N m y : (m + y <= 2 * N)%nat -> over (common N) (guess m y).
Proof.
  intro le. destruct (fact_divides (m + y) (2 * N) le) as [k E].
  exists (Z.of_nat (k * (fact m * fact y))). unfold common, factorial.
  rewrite E. fold (q (k * fact (m + y))) (q (k * (fact m * fact y))).
  rewrite !q_mult, <- guess_factorials. ring.
Qed.

Lemma over_value N fuel : forall m x y, (1 <= m <= N)%nat ->
  (1 <= x <= N)%nat -> (1 <= y <= N)%nat ->
  over (common N ^ Z.of_nat (S fuel)) (value fuel m x y).
Proof.
  induction fuel as [|k IH]; intros m x y lem lex ley; [apply over_one|].
  assert (asks : forall m' y', (m' <= N)%nat -> (y' <= N)%nat ->
    over (common N ^ Z.of_nat (S k)) (having_asked (value k) m' x y')).
  { intros m' y' le le'. unfold having_asked.
    destruct (Nat.eqb m' 0 || Nat.eqb y' 0)%bool eqn:G; [apply over_one|].
    apply Bool.orb_false_iff in G as [G H]. apply Nat.eqb_neq in G, H.
    apply over_max.
    - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. apply over_more.
      apply over_guess. lia.
    - apply over_rest. apply IH; lia.
  }
  rewrite (Nat2Z.inj_succ (S k)), Z.pow_succ_r, Z.mul_comm by lia.
  destruct (sum_divides N (m + y)) as [c E]; [lia|].
  cbn [value]. apply (over_mean _ _ _ _ _ _ c); [lia|easy| |]; apply asks; lia.
Qed.

(* The common denominator of all places of the table has O(N^2 log N) digits. *)
Theorem denominator N m x y : (1 <= m <= N)%nat -> (1 <= x <= N)%nat ->
  (1 <= y <= N)%nat -> over (common N ^ Z.of_nat (m + x + y + 1)) (P m x y).
Proof. intros. rewrite Nat.add_1_r. now apply over_value. Qed.

Lemma fact_le k : (fact k <= k ^ k)%nat.
Proof.
  induction k as [|k IH]; [easy|]. cbn [fact].
  change (S k ^ S k)%nat with (S k * S k ^ k)%nat. apply Nat.mul_le_mono_l.
  transitivity (k ^ k)%nat; [easy|]. apply Nat.pow_le_mono_l. lia.
Qed.

Theorem denominator_size N s : (1 <= N)%nat -> (s <= 3 * N + 1)%nat ->
  (common N ^ Z.of_nat s <=
    Z.of_nat (2 * N) ^ Z.of_nat (2 * N * (3 * N + 1)))%Z.
Proof.
  intros ge le. transitivity (Z.of_nat ((2 * N) ^ (2 * N)) ^ Z.of_nat s)%Z.
  - apply Z.pow_le_mono_l. unfold common, factorial.
    split; [lia|]. apply inj_le, fact_le.
  - rewrite Nat2Z.inj_pow, <- Z.pow_mul_r, <- Nat2Z.inj_mul by lia.
    apply Z.pow_le_mono_r; [lia|]. apply inj_le, Nat.mul_le_mono_l. exact le.
Qed.
