(* Section 3.2: vertex covers and hands of the size of the graph.

   A hand has as many cards as the graph has vertices, and at least one end of
   each edge of the graph and of each edge between its vertices and |V|-k-1
   further cards. It can have one more card, z, if and only if k vertices cover
   the graph: so to know that it does not have z is to know that no k do.

   Glossary
     covers H         each edge of the graph has an end in H
     covers_joined H  so has each edge between the graph and the further
                      cards *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From mathcomp Require Import fintype finset.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Covers.
Variables (T : finType) (V W : {set T}) (e : rel T) (k : nat) (z : T).
Implicit Types (A B H : {set T}).
Hypothesis apart : [disjoint V & W].
Hypothesis z_old : z \notin V.
Hypothesis z_new : z \notin W.
Hypothesis few : k < #|V|.
Hypothesis joined : #|W| = #|V| - k.+1.

(* Every edge of the graph has an end in H. *)
Definition covers H : Prop :=
  forall u v, u \in V -> v \in V -> e u v -> (u \in H) || (v \in H).

(* So has every edge between the graph and the further cards. *)
Definition covers_joined H : Prop :=
  covers H /\ forall v w, v \in V -> w \in W -> (v \in H) || (w \in H).

Lemma covers_more A B : A \subset B -> covers A -> covers B.
Proof.
move=> sub cov u v uV vV uv; case/orP: (cov u v uV vV uv) => [uA|vA].
  by rewrite (subsetP sub u uA).
by rewrite (subsetP sub v vA) orbT.
Qed.

Lemma enlarged A : A \subset V -> #|A| <= k ->
  exists B, [/\ A \subset B, B \subset V & #|B| = k].
Proof.
move=> AV Ak; have [n] := ubnP (k - #|A|).
elim: n => // n IH in A AV Ak *; rewrite ltnS => le_n.
case: (ltngtP #|A| k) Ak => // [lt|eq] _; last by exists A.
have [x xV xA] : exists2 x, x \in V & x \notin A.
  apply/subsetPn/negP => VA; have := subset_leq_card VA.
  by rewrite leqNgt (leq_trans lt (ltnW few)).
have card1 : #|x |: A| = #|A|.+1 by rewrite cardsU1 xA.
have sub : x |: A \subset V by rewrite subUset sub1set xV.
have [] := IH (x |: A) sub; rewrite ?card1 //.
  by rewrite subnS -ltnS prednK ?subn_gt0.
move=> B [AB BV Bk]; exists B; split=> //.
by apply: subset_trans AB; exact: subsetUr.
Qed.

Lemma cover_gives_hand A : A \subset V -> #|A| <= k -> covers A ->
  exists H, [/\ #|H| = #|V|, z \in H & covers_joined H].
Proof.
move=> AV Ak cov; have [B [AB BV Bk]] := enlarged AV Ak.
have BW : [disjoint B & W] by exact: disjointWl BV apart.
exists (z |: (B :|: W)); split; last split.
- rewrite cardsU1 inE (negPf z_new) orbF.
  have -> : z \notin B by apply: contra z_old; exact: (subsetP BV).
  rewrite cardsU Bk joined; move: BW; rewrite -setI_eq0 => /eqP ->.
  by rewrite cards0 subn0 add1n -addnS -subSn // subSS addnC subnK // ltnW.
- by rewrite setU11.
- apply: covers_more cov; apply: subset_trans AB _.
  by apply: subset_trans (subsetUl B W) (subsetUr _ _).
by move=> v w _ wW; rewrite !inE wW !orbT.
Qed.

Lemma hand_gives_cover H : #|H| = #|V| -> z \in H -> covers_joined H ->
  exists A, [/\ A \subset V, #|A| <= k & covers A].
Proof.
move=> HV zH [cov join].
have WH : W \subset H.
  apply/subsetP => w wW; apply: contraT => wH.
  have VH : V \subset H.
    apply/subsetP => v vV; have := join v w vV wW.
    by rewrite (negPf wH) orbF.
  have eqHV : V = H by apply/eqP; rewrite eqEcard VH HV leqnn.
  by move: (z_old); rewrite eqHV zH.
exists (H :&: V); split; first exact: subsetIr.
  have sub : z |: ((H :&: V) :|: W) \subset H.
    by rewrite !subUset sub1set zH subsetIl.
  have := subset_leq_card sub.
  rewrite cardsU1 !inE zH (negPf z_old) (negPf z_new) /= cardsU joined.
  have -> : (H :&: V) :&: W = set0.
    apply/eqP; rewrite setI_eq0; exact: disjointWl (subsetIr H V) apart.
  rewrite cards0 subn0 HV add1n => le.
  have le2 : #|H :&: V| + (#|V| - k.+1) + k.+1 <= #|V| + k.
    by rewrite -addSnnS leq_add2r.
  by move: le2; rewrite -addnA subnK // addnC leq_add2l.
move=> u v uV vV uv; rewrite !inE uV vV !andbT; exact: cov.
Qed.

(* remark-3.2-hardness, the cards: no k vertices cover the graph if and only if
   no hand that fits has z. *)
Theorem covers_and_hands :
  (exists A, [/\ A \subset V, #|A| <= k & covers A])
  <-> (exists H, [/\ #|H| = #|V|, z \in H & covers_joined H]).
Proof.
split=> [[A [AV Ak cov]]|[H [HV zH cov]]].
  exact: cover_gives_hand AV Ak cov.
exact: hand_gives_cover HV zH cov.
Qed.

End Covers.
