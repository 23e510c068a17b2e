(* What the bench says of all formulas of a kind: the formulas of Knowledge.v of
   h, ~h, and, or, K, E and C, as formulas of Language.v.

   Glossary
     formula_of f     a formula of Knowledge.v as one of Language.v *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Knowledge Views Language.
From Myst Require Import Bench.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Fixpoint formula_of (f : positive) : Formula.formula :=
  match f with
  | Holds k x => Formula.H (Formula.Num k) (Formula.Num x)
  | NotHolds k x => Formula.Not (Formula.H (Formula.Num k) (Formula.Num x))
  | And f g => Formula.And (formula_of f) (formula_of g)
  | Or f g => Formula.Or (formula_of f) (formula_of g)
  | Know i f => Formula.Knows (Formula.Num i) (formula_of f)
  | Every Gr f =>
      Formula.Everyone (Formula.PlayerGroup (map Formula.Num Gr)) (formula_of f)
  | Common Gr f =>
      Formula.Common (Formula.PlayerGroup (map Formula.Num Gr)) (formula_of f)
  end.

Section Schemas.
Variable G : game.

Lemma group_of e (Gr : seq nat) : map (val e) (map Formula.Num Gr) = Gr.
Proof. by rewrite -map_comp map_id. Qed.

Theorem truth_formula_of f e w :
  truth G e (formula_of f) w <-> Knowledge.holds G f w.
Proof.
elim: f w => [k x|k x|f IHf g IHg|f IHf g IHg|i f IH|Gr f IH|Gr f IH] w /=.
- by [].
- by split=> /negP.
- by rewrite IHf IHg.
- by rewrite IHf IHg.
- by split=> f0 w' W A; apply/IH; exact: f0 W A.
- by rewrite group_of; split=> f0 i iG w' W A; apply/IH; exact: f0 iG _ W A.
- by rewrite group_of; split=> f0 w' R; apply/IH; exact: f0 R.
Qed.

(* axiom-2.24, always: F -> next F, for every formula F of this kind. *)
Theorem axiom_2_24_of_formulas f :
  holds G (Statement Always true None
    (Formula.Implies (formula_of f) (Formula.Next (formula_of f)))).
Proof.
apply: always_holds => d s W /truth_formula_of f0 a _ _.
by apply/truth_formula_of; exact: known_stays_known.
Qed.

(* remark-2.10-four: after such an action all know what they knew before. *)
Theorem remark_2_10_four_of_formulas f a d s : quiet a ->
  is_world G (d, do a s) ->
  (truth G [::] (formula_of f) (d, do a s)
   <-> truth G [::] (formula_of f) (d, s)).
Proof. by move=> qa W; rewrite !truth_formula_of; exact: nothing_learned. Qed.
End Schemas.
