(* Section 2.6: the deal partitions the cards; what the partition axioms say
   of each other, and counting.

   Glossary
     hand k, hand_size k
                      the cards of the holder k, and how many there are to be
     one_holder_at_most, some_holder, players_have_n, pile_has_m
                      the partition axioms (2.9), (2.10), (2.11) and (2.12)
     partition G h    the deal h satisfies all four
     owners x         how many holders the card x has
     sets_disjoint, sets_cover, set_sizes
                      the three axioms of (2.13), of sets
     set_size_printed G h k r
                      (2.11) and (2.12) as they are printed, of the holder k
                      and the size r *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Partition.
Variables (G : game) (h : deal).
Notation c := (deck_size G).

(* (2.9) Disjoint: 0 <= k <= p & h(k,x,Init0) ->
   ~h(k',x,Init0) for every k' \= k *)
Definition one_holder_at_most : Prop := forall k k' x, holder G k ->
  holder G k' ->
  card G x -> h k x -> k' != k -> ~~ h k' x.

(* (2.10) Existence: h(0,x,Init0) \/ ... \/ h(p,x,Init0) *)
Definition some_holder : Prop := forall x, card G x -> has (h^~ x) (holders G).

Definition hand_size (k : nat) : nat := if k == 0 then m G else n G.
Definition hand (k : nat) : seq nat := filter (h k) (cards G).

(* (2.11) Set Size: for every n-set Sigma: i holds all of Sigma ==
   none of S - Sigma *)
(* Reading: player i holds exactly n cards; see set_size below for the print. *)
Definition players_have_n : Prop := forall i, player G i -> size (hand i) = n G.
(* (2.12) Set Size: for every m-set Sigma: 0 holds all of Sigma ==
   none of S - Sigma *)
Definition pile_has_m : Prop := size (hand 0) = m G.

Definition partition : Prop :=
  [/\ one_holder_at_most, some_holder, players_have_n & pile_has_m].

Definition owners (x : nat) : nat := count (h^~ x) (holders G).

Lemma mem_hand k x : (x \in hand k) = h k x && card G x.
Proof. by rewrite mem_filter. Qed.

Lemma uniq_holders : uniq (holders G).
Proof. by rewrite /= iota_uniq andbT mem_iota. Qed.

(* Each card is counted once for each of its holders. *)
Lemma double_count (C H : seq nat) :
  sumn [seq count (h k) C | k <- H] = sumn [seq count (h^~ x) H | x <- C].
Proof.
elim: H => [|k H IH] /=; first by elim: C.
by rewrite IH; elim: C {IH} => //= x C <-; rewrite addnACA.
Qed.

Lemma sumn_ge (f : nat -> nat) C : (forall x, x \in C -> 1 <= f x) ->
  sumn [seq f x | x <- C] = size C -> forall x, x \in C -> f x = 1.
Proof.
move=> f1; have ge D : {subset D <= C} -> size D <= sumn [seq f x | x <- D].
  elim: D => //= x D IH sub; rewrite -add1n leq_add ?f1 ?sub ?mem_head //.
  by apply: IH => y Dy; rewrite sub // in_cons Dy orbT.
elim: C f1 ge => // x C IH f1 ge /= sum y.
have fx : f x = 1.
  apply/eqP; rewrite eqn_leq f1 ?mem_head // andbT -(leq_add2r (size C))
    add1n -sum.
  by rewrite leq_add2l ge // => z Cz; rewrite in_cons Cz orbT.
rewrite in_cons => /orP [/eqP -> //|]; apply: IH => [z Cz|D sub|].
- by rewrite f1 // in_cons Cz orbT.
- by apply: ge => z Dz; rewrite in_cons sub ?orbT.
- by move: sum; rewrite fx add1n => -[].
Qed.

Lemma sumn_le (f : nat -> nat) C : (forall x, x \in C -> f x <= 1) ->
  sumn [seq f x | x <- C] = size C -> forall x, x \in C -> f x = 1.
Proof.
elim: C => // x C IH f1 /= sum y.
have le : sumn [seq f x | x <- C] <= size C.
  have: forall z, z \in C -> f z <= 1
    by move=> z Cz; rewrite f1 // in_cons Cz orbT.
  by elim: (C) => //= z D IHD fz;
    rewrite -add1n leq_add ?fz ?mem_head // IHD // => t Dt;
     rewrite fz // in_cons Dt orbT.
have fx : f x = 1.
  apply/eqP; rewrite eqn_leq f1 ?mem_head //= lt0n.
  by apply: contraTneq le => fx0; move: sum; rewrite fx0 add0n => ->;
    rewrite ltnn.
rewrite in_cons => /orP [/eqP -> //|]; apply: IH => [z Cz|].
- by rewrite f1 // in_cons Cz orbT.
- by move: sum; rewrite fx add1n => -[].
Qed.

(* The sizes add up to the deck. *)
Lemma sizes_add_up : players_have_n -> pile_has_m ->
  sumn [seq owners x | x <- cards G] = size (cards G).
Proof.
move=> n11 m12; rewrite -double_count /= -size_filter -/(hand 0) m12 size_iota.
congr (_ + _); suff sum: forall P, {subset P <= players G} ->
    sumn [seq count (h k) (cards G) | k <- P] = n G * size P.
  by rewrite sum // size_iota.
elim=> [|k P IH] sub; first by rewrite muln0.
rewrite /= IH => [|j Pj]; last by rewrite sub // in_cons Pj orbT.
by rewrite -size_filter -/(hand k) n11 ?mulnS // /player sub ?mem_head.
Qed.

Lemma one_owner_disjoint : (forall x, card G x -> owners x <= 1) ->
  one_holder_at_most.
Proof.
move=> one k k' x hk hk' cx hkx ne; apply/negP => hk'x; have := one x cx.
rewrite leqNgt /owners -size_filter => /negP []; pose two := [:: k; k'].
apply: (@uniq_leq_size _ two) => [|j]; first by rewrite /= inE eq_sym ne.
by rewrite !inE mem_filter => /orP [] /eqP ->; rewrite ?hkx ?hk'x.
Qed.

Lemma disjoint_one_owner : one_holder_at_most -> forall x, card G x ->
  owners x <= 1.
Proof.
move=> dis x cx; rewrite /owners -size_filter.
have: uniq (filter (h^~ x) (holders G)) by rewrite filter_uniq ?uniq_holders.
case e: (filter _ _) => [|k [|k' t]] //= /and3P [ne _ _].
have inf j : j \in [:: k, k' & t] -> h j x /\ holder G j.
  by rewrite -e mem_filter => /andP.
have [|hk Hk] := inf k; first by rewrite mem_head.
have [|hk' Hk'] := inf k'; first by rewrite !inE eqxx orbT.
have nk : k' != k by rewrite eq_sym; apply: contraNneq ne => ->;
  rewrite mem_head.
by have := dis k k' x Hk Hk' cx hk nk; rewrite hk'.
Qed.

(* axiom-2.9-from-rest: (2.9) from (2.10), (2.11) and (2.12). *)
Theorem disjoint_from_rest : some_holder -> players_have_n -> pile_has_m ->
  one_holder_at_most.
Proof.
move=> ex n11 m12; apply: one_owner_disjoint => x cx.
by rewrite (@sumn_ge owners (cards G)) ?sizes_add_up // => y cy;
  rewrite -has_count ex.
Qed.

(* axiom-2.9-from-rest: (2.10) from (2.9), (2.11) and (2.12). *)
Theorem existence_from_rest : one_holder_at_most -> players_have_n ->
  pile_has_m -> some_holder.
Proof.
move=> dis n11 m12 x cx; rewrite has_count -/(owners x).
by rewrite (@sumn_le owners (cards G)) ?sizes_add_up // => y cy;
  exact: disjoint_one_owner.
Qed.

(* (2.13a) S_i n S_j = {} for 0 <= i < j <= p *)
Definition sets_disjoint : Prop := forall i j, holder G i -> holder G j ->
  i < j ->
  ~~ has (mem (hand i)) (hand j).
(* (2.13b) the union of S_0, ..., S_p is S *)
Definition sets_cover : Prop :=
  forall x, card G x = has (fun k => x \in hand k) (holders G).
(* (2.13c) |S_0| = m, |S_i| = n *)
Definition set_sizes : Prop :=
  forall k, holder G k -> size (hand k) = hand_size k.

Lemma eq_2_13a : one_holder_at_most <-> sets_disjoint.
Proof.
split=> [dis i j Hi Hj lt|dis k k' x Hk Hk' cx hk ne].
  apply/hasPn => x; rewrite inE !mem_hand => /andP [hj cx]; rewrite cx andbT.
  by apply: (dis j) => //; rewrite (ltn_eqF lt).
apply/negP => hk'; case: (ltngtP k k') => [lt|lt|e];
  last by rewrite e eqxx in ne.
  by have /hasPn /(_ x) := dis _ _ Hk Hk' lt;
    rewrite !inE !mem_hand hk hk' cx => /(_ isT).
by have /hasPn /(_ x) := dis _ _ Hk' Hk lt; rewrite !inE !mem_hand hk hk' cx =>
  /(_ isT).
Qed.

Lemma eq_2_13b : some_holder <-> sets_cover.
Proof.
split=> [ex x|ex x cx].
  apply/idP/hasP => [cx|[k _]]; last by rewrite mem_hand => /andP [].
  by have /hasP [k Hk hk] := ex x cx; exists k; rewrite // mem_hand hk cx.
move: (cx); rewrite ex => /hasP [k Hk]; rewrite mem_hand => /andP [hk _].
by apply/hasP; exists k.
Qed.

Lemma eq_2_13c : players_have_n /\ pile_has_m <-> set_sizes.
Proof.
split=> [[n11 m12] k|sz]; last first.
  split=> [i pi|]; last by rewrite /pile_has_m sz // holderE.
  by rewrite sz ?holderE ?pi ?orbT // /hand_size gtn_eqF // (player_gt0 pi).
rewrite holderE => /orP [/eqP ->|pk] //;
  rewrite /hand_size gtn_eqF ?(player_gt0 pk) //.
exact: n11.
Qed.

(* axiom-2.13-equal: the axioms as sets say the same. *)
Theorem partition_as_sets : partition <->
  [/\ sets_disjoint, sets_cover & set_sizes].
Proof.
split=> [[d e n' m']|[/eq_2_13a d /eq_2_13b e /eq_2_13c [n' m']]] //.
by split; [exact/eq_2_13a|exact/eq_2_13b|exact/eq_2_13c].
Qed.

End Partition.

(* The print of (2.11) and (2.12), for a holder k and a size r. *)
Definition set_size_printed (G : game) (h : deal) (k r : nat) : Prop :=
  forall T, card_set G T -> size T = r ->
    (all (h k) T <-> all (fun x => (x \in T) || ~~ h k x) (cards G)).

(* axiom-2.11-exact: it says that k holds exactly r cards. *)
Theorem set_size_exact G h k r : r <= c G ->
  (set_size_printed G h k r <-> size (hand G h k) = r).
Proof.
move=> rc; set H := hand G h k; have uH : uniq H
  by rewrite filter_uniq ?cards_uniq.
have inH x : (x \in H) = h k x && card G x by rewrite mem_hand.
split=> [pr|sz T /andP [uT /allP cT] sT].
  pose rest := filter (predC (h k)) (cards G).
  have us : uniq (H ++ rest).
    rewrite cat_uniq uH filter_uniq ?cards_uniq // andbT; apply/hasPn => x.
    by rewrite mem_filter /= => /andP [/negbTE hx _]; suff: x \notin H by [];
      rewrite inH hx.
  have ss : size (H ++ rest) = c G.
    by rewrite size_cat !size_filter count_predC size_iota.
  pose T := take r (H ++ rest); have sT : size T = r by rewrite size_takel ?ss.
  have cT : card_set G T.
    rewrite /card_set take_uniq //; apply/allP => x /mem_take.
    by rewrite mem_cat inH mem_filter => /orP [] /andP [].
  have [] := pr T cT sT; case: (leqP r (size H)) => rH; last first.
  - have subT : {subset H <= T}.
      by move=> x Hx; rewrite /T take_cat ltnNge (ltnW rH) /= mem_cat Hx.
    move=> _ /(_ _)/allP allT; apply/eqP;
      rewrite eqn_leq ltnW //= -sT uniq_leq_size //.
      by case/andP: cT.
    move=> x Tx; rewrite inH; apply/andP; split;
      last by case/andP: cT => _ /allP ->.
    apply: allT => //; apply/allP => y cy; case hy: (h k y);
      last by rewrite orbT.
    by rewrite subT ?inH ?hy.
  - have eT : T = take r H by rewrite /T takel_cat.
    move=> /(_ _)/allP none _; apply/eqP;
      rewrite eqn_leq rH andbT -[X in _ <= X]sT.
    apply: uniq_leq_size => // x; rewrite inH => /andP [hx cx].
    have := none _ x cx; rewrite hx orbF; apply; apply/allP => y.
    by rewrite eT => /mem_take; rewrite inH => /andP [].
have eqT : (all (h k) T) = (all (mem T) H).
  apply/idP/idP => /allP sub.
    have subT : {subset T <= H} by move=> x Tx; rewrite inH sub //= cT.
    have le : size H <= size T by rewrite sz sT.
    have [_ e] := uniq_min_size uT subT le.
    by apply/allP => x; rewrite -e.
  have le : size T <= size H by rewrite sz sT.
  have [_ e] := uniq_min_size uH sub le.
  by apply/allP => x; rewrite -e inH => /andP [].
rewrite eqT; split=> /allP sub; apply/allP => x.
  move=> cx; case hx: (h k x); rewrite ?orbT //.
  by have -> : x \in T by apply: sub; rewrite inH hx.
by rewrite inH => /andP [hx cx]; have := sub x cx; rewrite hx orbF.
Qed.

(* The labels of the thesis. *)
Notation ax_2_9 := one_holder_at_most (only parsing).
Notation ax_2_10 := some_holder (only parsing).
Notation ax_2_11 := players_have_n (only parsing).
Notation ax_2_12 := pile_has_m (only parsing).
Notation ax_2_13a := sets_disjoint (only parsing).
Notation ax_2_13b := sets_cover (only parsing).
Notation ax_2_13c := set_sizes (only parsing).
