(* Section 3.3: two cards that change places, and who keeps a card unseen.

   Glossary
     exchanged y z x  x, or the other one if x is y or z
     swap h y z       the deal h after y and z have changed places
     responders h Q   who can show a card of Q, in the order of the players
     answer h y Q     how Q is answered if y is shown only where nothing else
                      can be *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq path.
From Myst Require Import Situation Fluents Partition Invariants Knowledge
  Vacuum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Swap.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (h d : deal) (Q : seq nat) (j k x y z : nat).
Notation hand := (hand G).
Notation other := (other G).
Notation fits := (fits G).

(* The deal in which the cards y and z have changed places. *)
Definition exchanged y z x : nat :=
  if x == y then z else if x == z then y else x.
Definition swap h y z : deal := fun k x => h k (exchanged y z x).

Lemma exchangedK y z : involutive (exchanged y z).
Proof.
move=> x; rewrite /exchanged; case: (x =P y) => [->|ne].
  by case: (z =P y) => [->|_]; rewrite ?eqxx.
by case: (x =P z) => [->|ne']; rewrite ?eqxx //; do 2 case: eqP => //.
Qed.

Lemma exchanged_card y z x : card G y -> card G z -> card G x ->
  card G (exchanged y z x).
Proof. by rewrite /exchanged => cy cz cx; case: ifP => // _; case: ifP. Qed.

Lemma swap_size h y z k : card G y -> card G z ->
  size (hand (swap h y z) k) = size (hand h k).
Proof.
move=> cy cz; have inj := inv_inj (exchangedK y z).
have pm : perm_eq (map (exchanged y z) (cards G)) (cards G).
  apply: uniq_perm; rewrite ?map_inj_uniq ?cards_uniq // => x.
  apply/mapP/idP => [[x' cx ->]|cx]; first exact: exchanged_card.
  by exists (exchanged y z x); rewrite ?exchangedK //; exact: exchanged_card.
by rewrite !size_filter -(permP pm (h k)) count_map.
Qed.

(* A swap keeps the partition axioms. *)
Lemma swap_partition h y z : card G y -> card G z -> partition G h ->
  partition G (swap h y z).
Proof.
move=> cy cz [dis ex n11 m12]; split=> [k k' x Hk Hk' cx|x cx|i pi|].
- by apply: dis; rewrite // exchanged_card.
- by apply: ex; exact: exchanged_card.
- by rewrite swap_size // n11.
- by rewrite /pile_has_m swap_size.
Qed.

(* Who holds neither card does not notice. *)
Lemma swap_away h y z k x : ~~ h k y -> ~~ h k z -> swap h y z k x = h k x.
Proof.
rewrite /swap /exchanged => /negbTE ky /negbTE kz.
by case: eqP => [->|_]; rewrite ?ky ?kz //; case: eqP => [->|_];
  rewrite ?ky ?kz.
Qed.

(* How responders answer who keep the card y back if they can. *)
Definition responders h Q : seq nat :=
  [seq j <- players G | (j != 1) && ~~ disjoint h Q j].
Definition answer h y Q : option (nat * nat) :=
  if responders h Q is j :: _ then
    Some (j, head 0 ([seq x <- Q | h j x && (x != y)] ++ [seq x <- Q | h j x]))
  else None.

Lemma mem_responders h Q j : (j \in responders h Q) = other j &&
  ~~ disjoint h Q j.
Proof. by rewrite mem_filter /Vacuum.other /player andbC andbA. Qed.

Lemma answer_fits h y Q : fits h (Q, answer h y Q).
Proof.
rewrite /answer; case e: (responders h Q) => [|j js] /=.
  move=> j oj; apply/negPn/negP => nd.
  by have := mem_responders h Q j; rewrite e oj nd.
have := mem_responders h Q j; rewrite e mem_head =>
  /esym /andP [oj /allPn [x xQ /negbNE hx]].
set xs := _ ++ _; have hd : head 0 xs \in xs.
  have: x \in xs by rewrite mem_cat !mem_filter hx xQ orbT.
  by case: (xs) => // x' l _; exact: mem_head.
split=> //; try by move: hd; rewrite mem_cat !mem_filter =>
  /orP [/andP [/andP []]|/andP []].
move=> k ok kj; apply/negPn/negP => nd; have := mem_responders h Q k.
rewrite ok nd e inE (ltn_eqF kj) /= => kin.
have: sorted ltn (responders h Q)
  by rewrite sorted_filter ?iota_ltn_sorted //; exact: ltn_trans.
rewrite e /= => /(order_path_min ltn_trans) /allP /(_ k kin).
by rewrite ltnNge ltnW.
Qed.

(* The pigeonhole: a question of more than m + n + 1 cards has a card that is
   neither y nor of the pile nor player 1's. *)
Lemma pigeonhole h y Q : partition G h -> m G + n G + 1 < q G ->
  question_set G Q ->
  ~~ all (mem (y :: hand h 0 ++ hand h 1)) Q.
Proof.
case=> _ _ n11 m12 big /andP [/andP [uQ _] /eqP sQ]; apply/negP => /allP sub.
have := uniq_leq_size uQ sub.
by rewrite /= size_cat m12 n11 ?player_1 // sQ leqNgt -addn1 big.
Qed.

(* Lemma 3.4: for q > m + n + 1 player p need never show the card y. *)
Lemma kept_back h y Q : partition G h -> m G + n G + 1 < q G ->
  question_set G Q ->
  card G y -> h (p G) y -> exists j x, answer h y Q = Some (j, x) /\ x != y.
Proof.
move=> P big Qs cy hy; have /allPn [x xQ nin] := pigeonhole y P big Qs.
have: x \notin y :: hand h 0 ++ hand h 1 := nin;
  rewrite inE negb_or mem_cat negb_or => /and3P [xy x0 x1].
have cx : card G x by case/andP: Qs => /andP [_ /allP cQ] _; exact: cQ.
rewrite !mem_hand cx !andbT in x0 x1; case: (P) => _ ex _ _.
have /hasP [k Hk hk] := ex x cx; have ok : other k.
  move: Hk; rewrite -/(holder G k) holderE => /orP [/eqP e|pk];
    first by rewrite -e hk in x0.
  by rewrite /Vacuum.other pk; apply: contraNneq x1 => <-.
have := answer_fits h y Q; rewrite /answer; case e: (responders h Q) => [|j js].
  by move=> /(_ k ok) /allP /(_ x xQ); rewrite hk.
case=> oj _ hh low; exists j; set x' := head 0 _ in hh *; exists x'; split=> //.
apply/eqP => e'; rewrite e' in hh.
have jp : j = p G.
  apply: (one_holder P (other_holder oj) _ cy hh hy).
  by rewrite holderE playerE leqnn (leq_trans _ (two_players sizes)) ?orbT.
have kj : k = j.
  apply/eqP; rewrite eqn_leq; apply/andP; split.
    by rewrite jp; case/andP: (ok); rewrite playerE => /andP [].
  rewrite leqNgt; apply/negP => lt.
  by have /allP /(_ x xQ) := low k ok lt; rewrite hk.
have: x \in [seq x <- Q | h j x && (x != y)] by rewrite mem_filter -kj hk xy.
move: e'; rewrite /x'; case f: [seq x <- Q | h j x && (x != y)] =>
  [|x2 l] //= e2 _.
have: x2 \in [seq x <- Q | h j x && (x != y)] by rewrite f mem_head.
by rewrite mem_filter e2 eqxx andbF.
Qed.

(* Lemma 3.4: against such responders no questions tell player 1 the pile. *)
Theorem lemma_3_4 h : partition G h -> m G + n G + 1 < q G -> exists y,
  (forall Q, fits h (Q, answer h y Q)) /\
  forall Qs, all (question_set G) Qs ->
  ~ knows G h [seq (Q, answer h y Q) | Q <- Qs].
Proof.
move=> P big; have [dis _ n11 m12] := P; have [m1 n1 p2 _] := and4P sizes.
have pp : player G (p G) by rewrite playerE leqnn (leq_trans _ p2).
have Hp : holder G (p G) by rewrite holderE pp orbT.
have op : other (p G) by rewrite /Vacuum.other pp gtn_eqF.
have [z [hz cz]] : exists z, h 0 z /\ card G z.
  have: 0 < size (hand h 0) by rewrite m12.
  case f: (hand h 0) => [|z l] // _; exists z; apply/andP.
  by rewrite -mem_hand f mem_head.
have [y [hy cy]] : exists y, h (p G) y /\ card G y.
  have: 0 < size (hand h (p G)) by rewrite n11.
  case f: (hand h (p G)) => [|y l] // _; exists y; apply/andP.
  by rewrite -mem_hand f mem_head.
exists y; split=> [Q|Qs allQ know]; first exact: answer_fits.
have away k : holder G k -> k != 0 -> k != p G -> ~~ h k y /\ ~~ h k z.
  by move=> Hk k0 kp; split; [apply: (dis (p G))|apply: (dis 0)];
    rewrite ?holderE.
have same : same_hand G 1 h (swap h y z).
  move=> x _; have [] := away 1; rewrite ?holderE ?player_1 ?orbT //.
    by rewrite (ltn_eqF p2).
  by move=> y1 z1; rewrite swap_away.
have fit : all_fit G (swap h y z) [seq (Q, answer h y Q) | Q <- Qs].
  move=> a /mapP [Q QQs ->]; have Qq := allP allQ Q QQs.
  have [j [x [e xy]]] := kept_back P big Qq cy hy; have := answer_fits h y Q;
    rewrite e.
  case=> oj xQ hx low; have [j0 j1] := other_neq oj; split=> //.
    have xz : x != z.
      by apply: contraTneq hx => ->; apply: (dis 0) => //; exact: other_holder.
    by rewrite /swap /exchanged (negbTE xy) (negbTE xz).
  move=> k ok kj; have [k0 k1] := other_neq ok.
  have kp : k != p G.
    rewrite ltn_eqF // (leq_trans kj) //; case/andP: oj => pj _.
    by move: pj; rewrite playerE => /andP [].
  have [ky kz] := away k (other_holder ok) k0 kp.
  by apply/allP => u uQ; rewrite swap_away //; exact: (allP (low k ok kj)).
have p0 : 0 < p G := ltnW p2.
have ny : ~~ h 0 y by apply: (dis (p G)); rewrite // ltn_eqF.
have := know _ (swap_partition cy cz P) same fit z cz.
rewrite hz /swap /exchanged eqxx; case: eqP => [e|_ e];
  first by rewrite -e hz in ny.
by rewrite -e in ny.
Qed.

(* Theorem 3.2: questions after which player 1 knows the pile, whatever is
   shown, exist just if q <= m + n + 1. *)
Theorem theorem_3_2 h : partition G h ->
  ((exists Qs, all (question_set G) Qs /\ winning G h Qs) <->
   1 <= q G <= m G + n G + 1).
Proof.
move=> P; split=> [[Qs [allQ win]]|qq]; last first.
  by have [_ allQ win] := bound_3_3_upper sizes P qq;
    exists [seq forcing G h y | y <- cards_of_others G h].
have [_ _ _ ->] := and4P sizes; rewrite leqNgt /=; apply/negP => big.
have [y [fit none]] := lemma_3_4 P big; apply: (none Qs allQ).
apply: win; first by rewrite -map_comp map_id_in.
by move=> a /mapP [Q _ ->].
Qed.

End Swap.
