(* Chapter 5: games with sorts, as in Clue, where the pile and every question
   have one card of each sort. Hands may have any sizes.

   Glossary
     question Q       Q has one card of each sort
     pile d           the cards of the pile of a deal
     sorted_deal d    each card has one holder, and the pile one card of each
                      sort
     others, denies d Q j
                      the players but player 1; j has no card of Q in d
     fits Q a d       to the question Q of player 1 the answer a may come in
                      d: nobody has a card of Q, or j, the first who has one,
                      shows x
     sure Ds          player 1, who considers the deals Ds possible, has a
                      way of asking that tells the pile, whatever is answered *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Sorts.
Variables (cards : seq nat) (p m : nat) (sort : nat -> nat).
Hypothesis uniq_cards : uniq cards.
Implicit Types (d : deal) (Q : seq nat) (Ds : seq deal) (j k x : nat).

Definition question Q : bool :=
  [&& uniq Q, all (fun x => (x \in cards) && (sort x < m)) Q, size Q == m &
      all (fun k => count (fun x => sort x == k) Q == 1) (iota 0 m)].
Definition pile d : seq nat := [seq x <- cards | d 0 x].

(* Each card has one holder, and the pile one card of each sort. *)
Definition sorted_deal d : Prop :=
  [/\ forall x, x \in cards -> exists2 k, k <= p & d k x,
      forall k l x, x \in cards -> d k x -> d l x -> k = l & question (pile d)].

Definition others : seq nat := iota 2 p.-1.
Definition denies d Q j : bool := all (fun x => ~~ d j x) Q.
Definition fits Q (a : option (nat * nat)) d : bool :=
  match a with
  | None => all (denies d Q) others
  | Some (j, x) => [&& j \in others, x \in Q, d j x &
      all (fun i => (i < j) ==> denies d Q i) others]
  end.

Inductive sure : seq deal -> Prop :=
| known Ds : (forall d d', List.In d Ds -> List.In d' Ds -> pile d = pile d') ->
    sure Ds
| ask Ds Q : question Q -> (forall a, sure (filter (fits Q a) Ds)) -> sure Ds.

Lemma in_filter (P : pred deal) Ds d :
  List.In d (filter P Ds) <-> List.In d Ds /\ P d.
Proof.
elim: Ds => [|d' Ds IH] /=; first by split=> [|[]].
case e: (P d') => /=; rewrite IH; split.
- by case=> [<-|[iD Pd]]; split=> //; [left|right].
- by case=> -[->|iD] Pd; [left|right].
- by case=> iD Pd; split=> //; right.
- by case=> -[<-|iD] Pd //; rewrite Pd in e.
Qed.

(* remark-5-clue: the pile can be asked for, nobody has a card of it, and who
   sees everybody deny it knows it. *)
Theorem denied_pile d d' : sorted_deal d -> sorted_deal d' ->
  (forall x, x \in cards -> d 1 x = d' 1 x) ->
  [/\ question (pile d), fits (pile d) None d &
      fits (pile d) None d' -> pile d' = pile d].
Proof.
case=> ex one qd [ex' one' qd'] same; split=> //.
  apply/allP => j; rewrite mem_iota => /andP [j2 _]; apply/allP => x.
  rewrite mem_filter => /andP [d0 cx]; apply/negP => dj.
  by have e := one 0 j x cx d0 dj; rewrite -e in j2.
move=> /allP none; have sub : {subset pile d <= pile d'}.
  move=> x xp; move: (xp); rewrite !mem_filter => /andP [d0 cx].
  rewrite cx andbT.
  have [k kp dk] := ex' x cx; case: k kp dk => [|[|k]] kp dk //.
    by rewrite -same // in dk; have := one 0 1 x cx d0 dk.
  have jo : k.+2 \in others by rewrite mem_iota /= add2n; case: (p) kp.
  by have /allP /(_ x xp) := none _ jo; rewrite dk.
have /and4P [uq _ /eqP sq _] := qd; have /and4P [uq' _ /eqP sq' _] := qd'.
have [|_ e] := uniq_min_size uq sub; first by rewrite sq sq'.
apply: eq_in_filter => x cx; have := e x; rewrite !mem_filter cx !andbT.
by move=> ->.
Qed.

(* remark-5-theorem-3.2: whatever deals player 1 considers possible, with the
   own hand, some way of asking is sure to tell the pile. *)
Theorem sorted_sure (h : pred nat) Ds : (forall d, List.In d Ds ->
  sorted_deal d /\ forall x, x \in cards -> d 1 x = h x) -> sure Ds.
Proof.
move: {2}(size Ds) (leqnn (size Ds)) => n.
elim: n Ds => [|n IH] [|d Ds] //= le good.
1,2: by apply: known.
have [sd hd] := good d (or_introl erefl).
have [_ _ qd] := sd; apply: (ask qd) => -[[j x]|].
  apply: IH => [|d']; last by rewrite in_filter => -[iD _]; exact: good.
  rewrite /= ; case: ifP => [/and4P [jo xp dj _]|_]; last first.
    rewrite -ltnS; apply: leq_trans le.
    by rewrite ltnS size_filter count_size.
  move: jo xp; rewrite mem_iota mem_filter => /andP [j2 _] /andP [d0 cx].
  by have [_ one _] := sd; have e := one 0 j x cx d0 dj; rewrite -e in j2.
apply: known => d1 d2 /in_filter [i1 f1] /in_filter [i2 f2].
have [s1 h1] := good d1 i1; have [s2 h2] := good d2 i2.
have e1 x : x \in cards -> d 1 x = d1 1 x by move=> cx; rewrite hd // h1.
have e2 x : x \in cards -> d 1 x = d2 1 x by move=> cx; rewrite hd // h2.
have [_ _ k1] := denied_pile sd s1 e1; have [_ _ k2] := denied_pile sd s2 e2.
by rewrite k1 // k2.
Qed.

(* As an iff, with questions of as many cards as there are sorts. *)
Theorem theorem_3_2_sorted (h : pred nat) n Ds : 1 <= m ->
  (forall d, List.In d Ds ->
    sorted_deal d /\ forall x, x \in cards -> d 1 x = h x) ->
  (sure Ds <-> 1 <= m <= m + n + 1).
Proof.
move=> m1 good; split=> _; last exact: sorted_sure good.
by rewrite m1 -addnA leq_addr.
Qed.
End Sorts.
