(* Chapter 2 has a model, for all sizes and every deal: the fluents of
   Fluents.v satisfy the axioms of Categoricity.v.

   Glossary
     clean s          s without the actions that are not of their sorts
     model            situations, with the fluents of Fluents.v at clean s *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Pile Readings.
From Myst Require Import Categoricity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Model.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Variable h : deal.
Implicit Types (i j k x : nat) (Q M : seq nat) (a : action) (s : situation).
Notation player := (player G).
Notation incp := (incp G).

Fixpoint clean s : situation :=
  if s is do a s' then if action_of G a then do a (clean s') else clean s' else
    Init0.
Definition model : structure := {|
  sit := situation; init := Init0; after := do; earlier := before;
  holds_ := fun k x _ => h k x;
  In_ := fun i s => In G h i (clean s);
  Question_ := fun Q s => Question Q (clean s);
  GameOver_ := fun s => GameOver G h (clean s);
  Turn_ := fun i s => Turn G i (clean s);
  AnsTurn_ := fun j s => AnsTurn G j (clean s);
  phase_ := fun f s => phase_of G h (clean s) = f;
  Poss_ := fun a s => Poss G h a (clean s) |}.

Lemma clean_sorted s : sorted_situation G (clean s).
Proof. by elim: s => //= a s IH; case sa: (action_of G a); rewrite //= sa. Qed.

Lemma clean_id s : sorted_situation G s -> clean s = s.
Proof. by elim: s => //= a s IH /andP [-> /IH ->]. Qed.

Theorem model_satisfies : satisfies G h model.
Proof.
have phE f s : phase_of G h s = f <-> phase_of G h s == f by split=> [->|/eqP].
have no_commonE Q j s : no_common (X := model) Q j s <-> disjoint h Q j.
  by split=> [dis|/allP dis x /dis /negP //]; apply/allP => x xQ;
    apply/negP/dis.
have is_pileE M s : pile_set G M ->
    (is_pile G (X := model) M s <-> equals_pile G h M).
  case/andP=> [/andP [_ /allP cM] _]; split=> [eq|/andP [/allP in0 /allP all0] x
    cx].
    apply/andP; split; apply/allP => x xM; first exact/(eq x (cM x xM)).
    by apply/implyP => x0; apply/(eq x).
  by split=> [/in0 //|x0]; have /implyP := all0 x cx; apply.
have notE (b : bool) : ~ b <-> ~~ b by split=> /negP.
have inc i : player i -> player (incp i) by exact: incp_player.
split=> //=.
- by move=> a a' s s' [-> ->].
- by move=> _ [].
- by move=> P P0 PS; elim.
- by move=> i pi; split=> [/eqP|->].
- by move=> f f' s <-.
- move=> i Q s pi Qq; rewrite poss_asks.
  by split=> [[t1 /phE p1 _ /notE o1]|[t1 /phE p1 /notE o1]].
- move=> j s pj; rewrite poss_no; split=> [[Q [/eqP p1 t1 q1 /no_commonE n1
    /notE o1]]|].
    by exists Q; split; first exact: sorted_question (clean_sorted s) q1.
  by case=> Q [Qq [/phE p1 t1 q1 /no_commonE n1 /notE o1]]; exists Q.
- move=> j s pj; rewrite poss_yes; split=> [[Q [/eqP p1 t1 q1 n1 /notE o1]]|].
    exists Q; split; first exact: sorted_question (clean_sorted s) q1.
    by split=> // /no_commonE; exact/negP.
  case=> Q [Qq [/phE p1 t1 q1 n1 /notE o1]]; exists Q; split=> //.
  by apply/negP => dis; apply: n1; exact/no_commonE.
- move=> j i x s pj pi cx; rewrite poss_shows; split.
    case=> Q [t1 a1 /andP [xQ hx] /eqP p1 [q1 /notE o1]]; exists Q.
    by split; [exact: sorted_question (clean_sorted s) q1|split].
  case=> Q [Qq [t1 a1 [xQ hx] /phE p1 [q1 /notE o1]]]; exists Q; split=> //.
  by rewrite /shared xQ.
- move=> i M s pi Ms; rewrite poss_guess.
  by split=> [[t1 /phE p1 _ /notE o1]|[t1 /phE p1 /notE o1]].
- by move=> i s pi; rewrite poss_noguess; apply: and3_iff;
    [|exact: iff_sym (phE _ _)|exact: iff_sym (notE _)].
- by move=> i s pi; rewrite poss_endturn; apply: and3_iff;
    [|exact: iff_sym (phE _ _)|exact: iff_sym (notE _)].
- move=> i a s pi sa; rewrite sa In_do; split=> -[inn wrong];
    split=> // -[M [e ne]];
    have Ms : pile_set G M by move: sa; rewrite e => /andP [].
  + by apply: wrong; exists M; split=> //; apply/negP => eq; apply: ne;
      exact/is_pileE.
  + by apply: wrong; exists M; split=> // /is_pileE eq; move: ne; rewrite eq.
- by move=> Q a s Qq sa; rewrite sa Question_do.
- move=> a s sa; rewrite sa GameOver_do; split=> -[[i [M [e eq]]]|out].
  + by left; exists i, M; split=> //; apply/is_pileE => //; move: sa;
      rewrite e => /andP [].
  + by right=> i pi; exact/notE/out.
  + left; exists i, M; split=> //.
    by apply: (is_pileE M s _).1 eq; move: sa; rewrite e => /andP [].
  + by right=> i pi; exact/notE/out.
- move=> i a s pi sa; rewrite sa Turn_do //; exact: two_players.
- by move=> i a s pi sa; rewrite sa AnsTurn_do.
- by move=> a s sa; rewrite sa phE -[_ == _]/(askphase _ _ _) askphase_do.
- move=> a s sa; rewrite sa phE -[_ == _]/(ansphase _ _ _) ansphase_do.
  by split=> -[?|[j [e /notE tu]]]; [left|right; exists j|left|right; exists j].
- by move=> a s sa; rewrite sa phE -[_ == _]/(showphase _ _ _) showphase_do.
- by move=> a s sa; rewrite sa phE -[_ == _]/(guessphase _ _ _) guessphase_do.
- move=> a s sa; rewrite sa phE -[_ == _]/(endphase _ _ _) endphase_do.
  by split=> -[[i [e /notE out]]|?|?]; [apply: Or31;
    exists i|apply: Or32|apply: Or33
    |apply: Or31; exists i|apply: Or32|apply: Or33].
Qed.

End Model.
