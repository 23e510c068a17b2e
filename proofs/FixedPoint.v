(* Section 1.3: finitely many axioms capture common knowledge.

   X(phi) is a property of worlds. Of X the fixed-point axiom says that who is
   in X is where all know phi and X, and the induction rule that whatever says
   so of itself implies X (Fagin, Halpern, Moses and Vardi 1995).

   Glossary
     fixed_point_axiom Gr phi X
                      X -> E(Gr, phi & X) in all worlds
     induction_rule Gr phi X
                      from Y -> E(Gr, phi & Y) in all worlds follows Y -> X
                      in all worlds, for each Y *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Knowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section FixedPoint.
Variable G : game.
Implicit Types (i : nat) (Gr : seq nat) (w : world) (phi X Y : world -> Prop).
Notation K := (K G).
Notation E := (E G).
Notation C := (C G).

(* X -> E(Gr, phi & X) in all worlds *)
Definition fixed_point_axiom Gr phi X : Prop :=
  forall w, is_world G w -> X w -> E Gr (fun v => phi v /\ X v) w.

(* from Y -> E(Gr, phi & Y) in all worlds infer Y -> X in all worlds *)
Definition induction_rule Gr phi X : Prop :=
  forall Y, fixed_point_axiom Gr phi Y ->
  forall w, is_world G w -> Y w -> X w.

Lemma common_fixed_point Gr phi : fixed_point_axiom Gr phi (C Gr phi).
Proof.
move=> w _ f i iG v V A; split.
  by apply: f; exact: step iG V A (here _ _ _).
by move=> u R; apply: f; exact: step iG V A R.
Qed.

Lemma common_induction Gr phi : Gr != [::] -> induction_rule Gr phi (C Gr phi).
Proof.
case: Gr => // g Gr _; set GG := g :: Gr.
have gG : g \in GG by exact: mem_head.
move=> Y closed w W Yw v R; elim: R W Yw => {w v} [w|i w u v iG U A _ IH] W Yw.
  by case: (closed w W Yw g gG w W (alike_refl _ _ _)).
by case: (closed w W Yw i iG u U A) => _ Yu; exact: IH.
Qed.

(* definition-1.3-finite: the two axioms are true of C, and of nothing else. *)
Theorem finitely_many_axioms Gr phi X : Gr != [::] ->
  (fixed_point_axiom Gr phi X /\ induction_rule Gr phi X)
  <-> (forall w, is_world G w -> (X w <-> C Gr phi w)).
Proof.
move=> nG; split=> [[closed rule] w W|same].
  split; first by move=> Xw; exact: (common_induction nG closed W Xw).
  by move=> Cw; exact: rule (@common_fixed_point Gr phi) w W Cw.
split=> [w W /(same w W) Cw i iG v V A|Y closed w W Yw].
  have [pv Cv] := common_fixed_point W Cw iG V A.
  by split=> //; apply/(same v V).
by apply/(same w W); exact: (common_induction nG closed W Yw).
Qed.

End FixedPoint.
