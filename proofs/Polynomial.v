(* Inequalities of polynomials in three variables that are not negative, decided
   by looking at the coefficients once the brackets are multiplied out.

   Glossary
     expression       a number, U, V or W, a sum, difference or product of
                      two
     exponents, polynomial
                      the exponents of U, V and W; coefficients with them
     same, insert, add, shift, multiply
                      equality of exponents; a term added to a polynomial;
                      sum, product with a term, and product
     multiplied_out e the expression e as a polynomial
     value_of e, power, of_exponents, at_uvw p
                      the values at U = u, V = v, W = w
     coefficients, written
                      the tactic that proves 0 <= e by the signs of its
                      coefficients, and what turns e into an expression *)

From Coq Require Import QArith Lqa List Arith Setoid Morphisms.
Import ListNotations.
Open Scope Q_scope.

Inductive expression :=
  | Number (z : Q) | U | V | W
  | Sum (a b : expression) | Difference (a b : expression)
  | Product (a b : expression).

Definition exponents : Set := nat * nat * nat.
Definition polynomial := list (Q * exponents).

Definition same (a b : exponents) : bool :=
  let '(i, j, k) := a in let '(i', j', k') := b in
  (Nat.eqb i i' && Nat.eqb j j' && Nat.eqb k k')%bool.

Fixpoint insert (c : Q) (e : exponents) (p : polynomial) : polynomial :=
  match p with
  | [] => [(c, e)]
  | (d, f) :: r => if same e f then (Qred (c + d), f) :: r
  else (d, f) :: insert c e r
  end.

Definition add (p r : polynomial) : polynomial :=
  fold_right (fun t => insert (fst t) (snd t)) r p.

Definition shift (c : Q) (e : exponents) (p : polynomial) : polynomial :=
  map (fun t => (Qred (c * fst t),
    let '(i, j, k) := e in let '(i', j', k') := snd t in (i + i', j + j',
    k + k')%nat)) p.

Definition multiply (p r : polynomial) : polynomial :=
  fold_right (fun t => add (shift (fst t) (snd t) r)) [] p.

Fixpoint multiplied_out (e : expression) : polynomial :=
  match e with
  | Number z => [(z, (0, 0, 0)%nat)]
  | U => [(1, (1, 0, 0)%nat)] | V => [(1, (0, 1, 0)%nat)]
  | W => [(1, (0, 0, 1)%nat)]
  | Sum a b => add (multiplied_out a) (multiplied_out b)
  | Difference a b => add (multiplied_out a)
  (shift (-1) (0, 0, 0)%nat (multiplied_out b))
  | Product a b => multiply (multiplied_out a) (multiplied_out b)
  end.

Section Values.
Variables u v w : Q.

Fixpoint value_of (e : expression) : Q :=
  match e with
  | Number z => z
  | U => u | V => v | W => w
  | Sum a b => value_of a + value_of b
  | Difference a b => value_of a - value_of b
  | Product a b => value_of a * value_of b
  end.

Fixpoint power (a : Q) (k : nat) : Q := match k with O => 1
  | S j => a * power a j end.

Definition of_exponents (e : exponents) : Q :=
  let '(i, j, k) := e in power u i * power v j * power w k.

Fixpoint at_uvw (p : polynomial) : Q :=
  match p with [] => 0 | (c, e) :: r => c * of_exponents e + at_uvw r end.

Lemma power_add a i j : power a (i + j) == power a i * power a j.
Proof. induction i as [|k IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma at_insert c e p : at_uvw (insert c e p) == c * of_exponents e + at_uvw p.
Proof.
  induction p as [|[d f] r IH]; cbn -[Qred]; [reflexivity|].
  destruct (same e f) eqn:E; cbn -[Qred]; [|rewrite IH; ring].
  destruct e as [[i j] k], f as [[i' j'] k']. cbn in E.
  apply andb_prop in E as [E ek]. apply andb_prop in E as [ei ej].
  apply Nat.eqb_eq in ei, ej, ek. subst. rewrite Qred_correct. ring.
Qed.

Lemma at_add p r : at_uvw (add p r) == at_uvw p + at_uvw r.
Proof.
  induction p as [|[c e] p IH]; cbn; [ring|]. rewrite at_insert. fold (add p r).
  rewrite IH. ring.
Qed.

Lemma at_shift c e p : at_uvw (shift c e p) == c * of_exponents e * at_uvw p.
Proof.
  induction p as [|[d f] r IH]; cbn -[Qred]; [ring|]. fold (shift c e r).
  rewrite IH, Qred_correct.
  destruct e as [[i j] k], f as [[i' j'] k']. cbn. rewrite !power_add. ring.
Qed.

Lemma at_multiply p r : at_uvw (multiply p r) == at_uvw p * at_uvw r.
Proof.
  induction p as [|[c e] p IH]; cbn; [ring|]. fold (multiply p r).
  rewrite at_add, at_shift, IH.
  ring.
Qed.

Lemma at_multiplied_out e : at_uvw (multiplied_out e) == value_of e.
Proof.
  induction e; cbn -[add shift multiply]; rewrite ?at_add, ?at_shift,
    ?at_multiply, ?IHe1, ?IHe2;
    cbn; try ring.
Qed.

Lemma power_ge0 a k : 0 <= a -> 0 <= power a k.
Proof.
intro le. induction k; cbn; [discriminate|]. now apply Qmult_le_0_compat.
Qed.

Theorem by_coefficients e : 0 <= u -> 0 <= v -> 0 <= w ->
  forallb (fun t => Qle_bool 0 (fst t)) (multiplied_out e) = true ->
  0 <= value_of e.
Proof.
  intros gu gv gw. rewrite <- at_multiplied_out.
  induction (multiplied_out e) as [|[c [[i j] k]] r IH]; cbn; [discriminate|].
  intro all. apply andb_prop in all as [ge rest]. apply Qle_bool_iff in ge.
  assert (0 <= c * (power u i * power v j * power w k));
    [|now apply IH in rest; lra].
  repeat apply Qmult_le_0_compat; try now apply power_ge0. exact ge.
Qed.
End Values.

Ltac written u v w e :=
  lazymatch e with
  | u => constr:(U) | v => constr:(V) | w => constr:(W)
  | ?a + ?b =>
      let a := written u v w a in let b := written u v w b in
      constr:(Sum a b)
  | ?a - ?b =>
      let a := written u v w a in let b := written u v w b in
      constr:(Difference a b)
  | ?a * ?b =>
      let a := written u v w a in let b := written u v w b in
      constr:(Product a b)
  | ?z # ?d => constr:(Number (z # d))
  end.

(* Proves 0 <= e, a polynomial in u, v and w with no negative coefficient. *)
Ltac coefficients u v w :=
  lazymatch goal with |- 0 <= ?e =>
    let x := written u v w e in
    change (0 <= value_of u v w x); apply by_coefficients;
    [assumption..|vm_compute; reflexivity]
  end.
