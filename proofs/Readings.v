(* What some statements say word for word: an answer without whose turn it is,
   who is no do, who is not the pile, and what satisfies an axiom is the
   fluent.

   Glossary
     sorted_situation s
                      the arguments of all actions of s are of their sorts *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks TwoPlayers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Theorem init_is_no_do (A S : Type) (init : S) (f : A -> S -> S)
    (lt : S -> S -> Prop) :
  (forall s, ~ lt s init) ->
  (forall a s s', lt s (f a s') <-> lt s s' \/ s = s') ->
  forall a s, init <> f a s.
Proof. by move=> l2 l3 a s e; apply: (l2 s); rewrite e; apply/l3; right. Qed.

Section Readings.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (Q M : seq nat) (d : deal) (s : situation).

Theorem no_reveals d s i j x Q : p G = 2 -> is_world G (d, do (no j) s) ->
  player G i -> player G j -> i != j -> Question Q s -> card G x -> x \in Q ->
  ~~ d i x ->
  K G i (fun w => w.1 0 x) (d, do (no j) s).
Proof.
move=> two W pi pj ij Qs cx xQ nx.
have [_ /andP [ex po]] := W; have /andP [/andP [ph _] _] := one_kind po.
have pt := turn_player sizes ex.
case t: (Turn G i s);
  first by case: (no_proves sizes two W t pj ij Qs cx xQ nx).
have tj : Turn G j s.
  move: (negbT t) pi pj pt ij; rewrite /Turn /player /players two !inE.
  move: (turn_of G s) => u;
    move=> nt /orP [] /eqP e1 /orP [] /eqP e2 /orP [] /eqP e3;
  by move: nt; rewrite e1 e2 e3.
have ji : j != i by rewrite eq_sym.
by have [_ _] := one_answer sizes two ex ph tj pi ji; rewrite po.
Qed.

Theorem not_the_pile d M : partition G d -> pile_set G M ->
  (~~ equals_pile G d M <-> has (fun x => ~~ d 0 x) M).
Proof.
move=> P Ms; rewrite has_predC; split; apply: contra; first exact: within_pile.
by case/andP.
Qed.

Theorem out_by_wrong i M d s : executable G d (do (guess i M) s) ->
  ~~ In G d i (do (guess i M) s) -> ~~ equals_pile G d M.
Proof.
by move=> ex; apply: contra => eq; have [] := right_guess sizes ex eq.
Qed.

Theorem yes_can_show_sorted d j s : executable G d (do (yes j) s) ->
  exists i x, [/\ player G i, card G x & Poss G d (shows j i x) (do (yes j) s)].
Proof.
move=> ex; have [i [x po]] := yes_can_show sizes ex; exists i, x; split=> //.
  have /andP [/andP [_ /eqP <-] _] := one_kind po;
    exact: (turn_player sizes ex).
have /poss_shows [Q [_ _ /andP [xQ _] _ [/eqP Qs _]]] := po.
by have /andP [/andP [_ /allP c] _] := asked_question ex Qs; exact: c.
Qed.

Lemma incp_onto j : player G j -> exists2 i, player G i & incp G i = j.
Proof.
move=> pj; have p2 := two_players sizes; have p0 : 0 < p G
  by exact: leq_trans p2.
exists (iter (p G).-1 (incp G) j); first exact: iter_player.
by rewrite -iterS prednK //; apply/eqP; rewrite iter_back // p0 leqnn.
Qed.

Fixpoint sorted_situation s : bool :=
  if s is do a s' then action_of G a && sorted_situation s' else true.
(* What satisfies section 2.6 and (2.29) is Turn, so of one player. *)
Theorem turn_determined (T : nat -> situation -> Prop) :
  (forall i, player G i -> (T i Init0 <-> i = 1)) ->
  (forall i a s, player G i -> T (incp G i) (do a s) <->
     (T i s /\ a = endturn i) \/ (T (incp G i) s /\ a <> endturn (incp G i))) ->
  forall s, sorted_situation s -> forall i, player G i ->
  (T i s <-> Turn G i s).
Proof.
move=> t0 td; elim=> [|a s IH] /=;
  first by move=> _ i /t0 ->; split=> [->|/eqP].
case/andP=> sa /IH IHs j pj; have [i pi <-] := incp_onto pj.
rewrite td // Turn_do //; last exact: two_players.
by rewrite !IHs // incp_player.
Qed.
End Readings.
