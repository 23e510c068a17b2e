(* Chapters 4 and 5, for all sizes: how many deals are left by any questions and
   by questions that no bluff is among, and what that says of guesses.

   Glossary
     open_but L       the cards open to i that are not among the cards L
     asked_by k s     the cards for which player k has asked
     pending j s d    player j has asked, and the answer is not there yet
     left_pile d s i  the cards of the pile that nobody has denied
     left_hand d s j  the cards of j that were not shown
     located k s      the cards that the other has shown, and those that
                      either player has denied
     useful d k s     the cards that are neither k's nor located
     weight d s       how likely a history is, where useful cards are drawn
     listed phi Ds    Ds are the deals with phi, one for each set of hands
     first_denied     the situation after a first question that was denied *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence Algorithm.
From Myst Require Import Chances Counting Told.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope nat_scope.

Section Left.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Implicit Types (i j k x y z : nat) (Q L : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).
Notation incp := (incp G).
Variables (d : deal) (s : situation) (i : nat).
Hypothesis W : is_world (d, s).
Hypothesis ng : no_guesses s.
Hypothesis pi : player G i.
Notation j := (incp i).
Hypothesis settled : promised j s = None.
Notation unknown := (unknown G d s i).
Notation hidden := (hidden G s i).
Notation seen := (seen G s i).
Notation deal_with := (deal_with G d s i).

Definition open_but L : seq nat := [seq x <- unknown | x \notin L].

Lemma open_but_chosen L A :
  (A \in choose hidden (open_but L)) =
  (A \in choose hidden unknown) && all (fun x => x \notin L) A.
Proof. by rewrite !mem_choose subseq_filter -andbA andbC -andbA andbCA. Qed.

(* The cards that the opponent has beside those shown tell the deals apart. *)
Lemma deal_with_inj A B : A \in choose hidden unknown ->
  B \in choose hidden unknown ->
  hands G (deal_with A) = hands G (deal_with B) -> A = B.
Proof.
have uU : uniq unknown by rewrite filter_uniq ?cards_uniq.
rewrite !mem_choose => /andP [sA _] /andP [sB _] /eq_in_map same.
have Hj : j \in holders G.
  by rewrite -[_ \in _]/(holder G j) holderE incp_player ?orbT.
rewrite [LHS](subseq_uniqP uU sA) [RHS](subseq_uniqP uU sB).
apply: eq_in_filter => x xU; have := congr1 (fun l => x \in l) (same j Hj).
move: xU; rewrite mem_filter => /andP [/and3P [ix xs _] cx].
have ij : (j == i) = false by apply/negbTE; rewrite incp_neq // two.
by rewrite !mem_hand [card G x]cx !andbT /Counting.deal_with ij eqxx !mem_cat
  (negbTE xs) /=.
Qed.

(* How many of the deals that i considers possible leave the cards L, of which
   none was shown by the opponent, to others than the opponent. *)
Theorem possible_without L : all (card G) L -> (forall x,
  x \in seen -> x \notin L) ->
  deals_number G (fun d' => possible G d s i d' /\ disjoint d' L j)
    'C(size (open_but L), hidden).
Proof.
move=> /allP cL sL; have pj := incp_player pi.
have ij : (j == i) = false by apply/negbTE; rewrite incp_neq // two.
have Hj : j \in holders G by rewrite -[_ \in _]/(holder G j) holderE pj orbT.
exists [seq hands G (deal_with A) | A <- choose hidden (open_but L)].
rewrite size_map size_choose; split=> // [|H].
  rewrite map_inj_in_uniq ?uniq_choose ?filter_uniq ?cards_uniq // => A B.
  rewrite !open_but_chosen => /andP [cA _] /andP [cB _]; exact: deal_with_inj.
split=> [/mapP [A + ->]|[d' [Pd dis] <-]].
  rewrite open_but_chosen => /andP [cA /allP nA]; exists (deal_with A) => //.
  split; first exact: (deal_with_possible sizes two W ng pi settled cA).
  apply/allP => x xL; rewrite /Counting.deal_with ij eqxx; apply/negP.
  rewrite mem_cat => /orP [/sL|/nA]; by rewrite xL.
have [A cA e] := possible_deal_with two W pi Pd; rewrite -e.
apply: map_f; rewrite open_but_chosen cA; apply/allP => x xA; apply/negP => xL.
have /allP /(_ x xL) /negP := dis; apply.
move: e => /eq_in_map /(_ j Hj) /(congr1 (fun l => x \in l)).
by rewrite !mem_hand cL // !andbT /Counting.deal_with ij eqxx mem_cat xA orbT.
Qed.
End Left.

Section Largest.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Hypothesis large : q G = m G + n G + 1.
Implicit Types (i : nat) (d : deal) (s : situation).

(* remark-5-maximum: whatever the first a questions are, up to n, and whatever
   is shown, player i considers C(m + n - a, m) deals possible, or more; by
   lemma_4_2 it is just so many by the algorithm. *)
Theorem no_fewer d s i : is_world G (d, s) -> no_guesses s -> player G i ->
  ~~ open G i s d -> questions_by i s <= n G ->
  exists2 N, deals_number G (possible G d s i) N &
    'C(m G + n G - questions_by i s, m G) <= N.
Proof.
move=> W ng pi nop few; have [/= P ex] := W.
have cnt := counted sizes two large W pi; rewrite (negbTE nop) addn0 in cnt.
have sz : size (seen G s i) <= questions_by i s by rewrite -cnt size_undup.
have none : denied_to G d s i = [::].
  rewrite /denied_to (no_denials sizes two large (incp G i) W).
  by apply/eqP; rewrite -[_ == _]negbK -has_filter; apply/hasPn => x _;
    rewrite andbF.
have su := size_unknown two W pi; rewrite none addn0 in su.
exists 'C(size (unknown G d s i), hidden G s i).
  exact: (possible_number sizes two W ng pi (nothing_promised sizes two ex pi
    nop)).
have -> : 'C(size (unknown G d s i), hidden G s i) =
    'C(m G + n G - size (seen G s i), m G).
  have le := size_seen two W pi.
  have -> : size (unknown G d s i) = m G + hidden G s i.
    by rewrite /hidden addnBA // -su addnK.
  by rewrite -addnBA // -/(hidden G s i) -(bin_sub (leq_addr (hidden G s i) (m
    G))) addKn.
by apply: leq_bin2l; exact: leq_sub2l.
Qed.
End Largest.

(* Without bluffs, one card a question. *)
Fixpoint asked_by k s : seq nat :=
  if s is do a s' then
    (if a is asks i Q then if i == k then Q else [::] else [::]) ++ asked_by k
      s'
  else [::].

Section Single.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Hypothesis single : q G = 1.
Implicit Types (i j k l x y z : nat) (Q L : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).
Notation incp := (incp G).

Definition pending j s d : bool := open G j s d.

Lemma one_card Q : question_set G Q -> exists2 x, Q = [:: x] & card G x.
Proof.
rewrite /question_set /card_set single => /andP [/andP [_ /allP cQ]].
by case: Q cQ => [|x [|y Q]] // cQ _; exists x; rewrite // cQ ?mem_head.
Qed.

Lemma incp_incp i : player G i -> incp (incp i) = i.
Proof.
move=> pi; have pj := incp_player pi; apply: (opponent two pj pi).
by rewrite incp_neq // two.
Qed.

(* Who has asked for a card was shown it, or denied it, or waits for the
   answer. *)
Lemma answered d s i x : executable G d s -> player G i ->
  x \in asked_by (incp i) s ->
  [|| x \in shown i s, x \in denials i s |
      pending (incp i) s d && (x \in last_question s)].
Proof.
move=> exa pi; elim: s exa => // a s IH exa.
have /andP [ex po] := exa; have pt := turn_player sizes ex.
have := one_kind po; move: IH => /(_ ex); rewrite /pending /open.
case: a exa po => [k Q|k|k|k l y|k M|k|k] exa po /=.
- move=> IH /andP [/eqP ask /eqP t];
  rewrite mem_cat /Turn /= t /last_question /=.
  case: (k =P incp i) => [_|_] /=; last by move=> /IH; rewrite ask !orbF.
  case/orP => [->|/IH]; first by rewrite !orbT.
  by rewrite ask !orbF => /orP [->|->]; rewrite ?orbT.
- move=> IH /andP [/andP [/eqP ph ak] _] xa; move: (IH xa); rewrite ph !mem_cat.
  have pk := responder sizes exa.
  case/or3P => [->|->|/andP [/eqP t xl]]; rewrite ?orbT //.
  have pj := incp_player pi; have ki : k = i.
    have tj : Turn G (incp i) s by apply/eqP.
    have ij : incp i != i by rewrite incp_neq // two.
    have [Q [s0 [_ aq _]]] := answer_phase sizes two ex (introT eqP ph) tj pi
      ij.
    by move: ak; rewrite /AnsTurn aq => /eqP [].
  by rewrite ki eqxx xl orbT.
- move=> IH /andP [/andP [/eqP ph _] _] xa; move: (IH xa); rewrite ph.
  by rewrite /Turn /= /last_question.
- move=> IH /andP [/andP [/eqP ph /eqP t] _] xa; move: (IH xa).
  rewrite ph !mem_cat; case/or3P => [->|->|/andP [/eqP tj xl]];
    rewrite ?orbT //.
  have [pl kl] := shown_to sizes two exa.
  have ki : k = i by rewrite kl -t tj incp_incp.
  have /poss_shows [Q [_ _ /andP [yQ _] _ [/eqP Qs _]]] := po.
  have [z eQ _] := one_card (asked_question ex Qs).
  move: xl yQ; rewrite /last_question Qs /= eQ !inE => /eqP -> /eqP ->.
  by rewrite ki eqxx mem_head.
- by move=> IH /andP [/eqP ph _] /IH; rewrite ph !orbF => /orP [->|->];
  rewrite ?orbT.
- by move=> IH /andP [/eqP ph _] /IH; rewrite ph !orbF => /orP [->|->];
  rewrite ?orbT.
- by move=> IH /andP [/eqP ph _] /IH; rewrite ph !orbF => /orP [->|->];
  rewrite ?orbT.
Qed.

(* What i has denied, the opponent has asked for. *)
Lemma denied_asked d s i x : executable G d s -> player G i ->
  x \in denials i s -> x \in asked_by (incp i) s.
Proof.
move=> exa pi; elim: s exa => // a s IH exa; have /andP [ex po] := exa.
have {}IH := IH ex; case: a exa po => [k Q|k|k|k l y|k M|k|k] exa po //=.
  by move=> xd; rewrite mem_cat IH ?orbT.
rewrite mem_cat; case: (k =P i) => [ki|_] //= /orP [xl|]; last exact: IH.
have /andP [/andP [ph ak] _] := one_kind po; have pt := turn_player sizes ex.
have tt : Turn G (turn_of G s) s by apply/eqP.
case: (turn_of G s =P i) => [ti|/eqP ti].
  have pj := incp_player pi; have ij : i != incp i by rewrite eq_sym incp_neq
    // two.
  have ti' : Turn G i s by apply/eqP.
  have [Q [s0 [_ aq _]]] := answer_phase sizes two ex ph ti' pj ij.
  by move: ak ij; rewrite /AnsTurn aq ki => /eqP [->]; rewrite eqxx.
have [Q [s0 [e _ _]]] := answer_phase sizes two ex ph tt pi ti.
have ei : turn_of G s = incp i.
  have := opponent two pt pi ti => <-; by rewrite incp_incp.
by move: xl; rewrite ei in e; rewrite e /last_question /= eqxx mem_cat => ->.
Qed.

Lemma asked_card d s k x : executable G d s -> x \in asked_by k s ->
  card G x /\ player G k.
Proof.
elim: s => // a s IH exa; have /andP [ex po] := exa; have {}IH := IH ex.
case: a exa po => [l Q|l|l|l l' y|l M|l|l] exa po //=.
rewrite mem_cat; case: (l =P k) => [lk|_] //= /orP [xQ|]; last exact: IH.
have /andP [_ /eqP t] := one_kind po.
have /andP [/andP [_ /allP cQ] _] := asked_question exa (erefl (Some Q)).
by rewrite -lk -t; split; [exact: cQ|exact: (turn_player sizes ex)].
Qed.

Lemma honest_asked d s : (forall k, disjoint d (asked_by k s) k) <-> honest d s.
Proof.
elim: s => [|a s IH] //=; rewrite -(rwP andP) -IH.
split=> [H|[H dis] k]; last first.
  case: a dis => [l Q|l|l|l l' y|l M|l|l] dis; rewrite //= /disjoint all_cat.
  by apply/andP; split; [case: (l =P k) => // <-|exact: H].
split=> [k|]; last case: a H => // l Q /(_ l).
  by have := H k; rewrite /disjoint all_cat => /andP [].
by rewrite /disjoint all_cat eqxx => /andP [].
Qed.

Lemma number_same phi psi N : (forall d, phi d <-> psi d) ->
  deals_number G phi N -> deals_number G psi N.
Proof.
move=> same [Hs [uH sH inH]]; exists Hs; split=> // H.
by split=> [/inH [d /same]|[d /same ? <-]]; [exists d|apply/inH; exists d].
Qed.

(* Which cards of the pile nobody has denied, and which of a hand were not
   shown. *)
Definition left_pile d s i : seq nat :=
  [seq x <- hand d 0 | x \notin denials i s ++ denials (incp i) s].
Definition left_hand d s j : seq nat := [seq x <- hand d j | x \notin shown j
  s].

Section State.
Variables (d : deal) (s : situation) (i : nat).
Hypothesis W : is_world (d, s).
Hypothesis ng : no_guesses s.
Hypothesis pi : player G i.
Notation j := (incp i).
Hypothesis hon : honest d s.
Hypothesis nop : ~~ open G i s d.
Hypothesis noq : ~~ open G j s d.

Lemma theirs x : card G x -> d j x -> d i x = false /\ d 0 x = false.
Proof.
move=> cx jx; have [/= P _] := W; have pj := incp_player pi.
have Hj : holder G j by rewrite holderE pj orbT.
have ij : i != j by rewrite eq_sym incp_neq // two.
have j0 : j != 0 by rewrite gtn_eqF // (player_gt0 pj).
have [dis _ _ _] := P; split; apply/negbTE;
  first exact: (not_theirs P pi Hj ij cx jx).
by apply: (dis j); rewrite // eq_sym.
Qed.

Lemma denied_not_theirs x : x \in denials i s -> d j x = false.
Proof.
have [/= _ ex] := W => /(denied_asked ex pi) xa; apply/negbTE.
by have /honest_asked /(_ j) /allP /(_ x xa) := hon.
Qed.

Lemma honest_iff d' : possible G d s i d' ->
  disjoint d' (denials i s) j <-> honest d' s.
Proof.
case=> [[/= P' ex'] hh]; have [/= P ex] := W; have pj := incp_player pi.
split=> [/allP dis|/honest_asked h]; last first.
  by apply/allP => x /(denied_asked ex pi) xa; have /allP := h j; exact.
apply/honest_asked => k; apply/allP => x xa; have [cx pk] := asked_card ex xa.
case: (other_of_two two pi pk) => ek; rewrite ek in xa *.
  rewrite -hh //; have /honest_asked /(_ i) /allP := hon; exact.
case/or3P: (answered ex pi xa) => [xs|/dis //|/andP [op _]]; last first.
  by move: noq; rewrite -/(pending j s d) op.
have /andP [/allP /(_ x xs) ix _] := evidence i ex'.
have ji : j != i by rewrite incp_neq // two.
by apply: (not_theirs P' pj _ ji cx ix); rewrite holderE pi orbT.
Qed.

Lemma size_left : size (open_but G d s i (denials i s)) =
  size (left_pile d s i) + size (left_hand d s j).
Proof.
have [/= P ex] := W; have pj := incp_player pi.
rewrite -size_cat /left_pile /left_hand /open_but.
apply/perm_size/uniq_perm; rewrite ?filter_uniq ?cards_uniq //.
  rewrite cat_uniq !filter_uniq ?cards_uniq //= andbT; apply/hasPn => x.
  rewrite mem_filter (mem_hand G d j x) => /and3P [_ jx cx]; apply/negP.
  rewrite ?inE mem_filter (mem_hand G d 0 x); case: (theirs cx jx) => _ ->.
  by rewrite andbF.
move=> x; rewrite mem_cat !mem_filter mem_cat negb_or mem_undup.
rewrite -[x \in cards G]/(card G x); case cx: (card G x);
  rewrite ?andbF //= !andbT.
case jx: (d j x) => /=.
  have [-> ->] := theirs cx jx; rewrite andbF /=.
  have nd : x \notin denials j s.
    have /andP [_ /allP de] := evidence j ex.
    by apply/negP => /de; rewrite /= jx.
  have ni : x \notin denials i s by apply/negP => /denied_not_theirs;
    rewrite jx.
  by rewrite nd ni /= !andbT.
have ns : x \notin shown j s.
  have /andP [/allP sh _] := evidence j ex.
  by apply/negP => /sh; rewrite jx.
rewrite ns /= ?andbF orbF; case px: (d 0 x).
  have := (pile_or_player P cx).1 px i pi => /negbTE ->.
  by rewrite /= andbT.
rewrite andbF; apply/negbTE/negP => /and3P [_ ix _].
suff : d 0 x by rewrite px.
apply/(pile_or_player P cx) => k pk.
by case: (other_of_two two pi pk) => -> //; rewrite jx.
Qed.

Lemma hidden_left : hidden G s i = size (left_hand d s j).
Proof.
have [/= [_ _ n11 _] _] := W; have pj := incp_player pi.
rewrite /hidden -(n11 j pj).
have e : perm_eq (hand d j) (seen G s i ++ left_hand d s j).
  apply: uniq_perm; rewrite ?filter_uniq ?cards_uniq //.
    rewrite cat_uniq undup_uniq !filter_uniq ?cards_uniq // andbT;
      apply/hasPn => x.
    by rewrite mem_filter /= mem_undup => /andP [].
  move=> x; rewrite mem_cat !mem_filter mem_undup.
  case xs: (x \in shown j s) => //=.
  have xs' : x \in seen G s i by rewrite mem_undup.
  by have [cx -> _] := seen_theirs two W pi xs'; rewrite [x \in cards G]cx.
by rewrite (perm_size e) size_cat addKn.
Qed.

(* remark-4.4-state: if nobody has asked for own cards, and all questions are
   answered, i considers C(m' + n', m') of such deals possible, m' the number
   of cards of the pile that nobody has denied, n' that of the opponent's that
   were not shown. *)
Theorem state : deals_number G (fun d' => possible G d s i d' /\ honest d' s)
  'C(size (left_pile d s i) + size (left_hand d s j), size (left_pile d s i)).
Proof.
have [/= P ex] := W; have pj := incp_player pi.
have cL : all (card G) (denials i s).
  by apply/allP => x /(denied_asked ex pi) /(asked_card ex) [].
have sL x : x \in seen G s i -> x \notin denials i s.
  move=> /(seen_theirs two W pi) [_ jx _].
  by apply/negP => /denied_not_theirs; rewrite jx.
have st := nothing_promised sizes two ex pi nop.
have := possible_without sizes two W ng pi st cL sL.
rewrite size_left hidden_left -(bin_sub (leq_addl (size (left_pile d s i)) _))
  addnK.
by apply: number_same => d'; split=> -[Pd h]; split=> //; apply/(honest_iff Pd).
Qed.
End State.

(* The cards that player k may ask for: neither own nor located. Each is drawn
   with the same chance; the weight of a history is the product of the chances
   of its questions. *)
Definition located k s : seq nat :=
  shown (incp k) s ++ denials k s ++ denials (incp k) s.
Definition useful d k s : seq nat :=
  [seq x <- cards G | ~~ d k x & x \notin located k s].
Fixpoint weight d s : rat :=
  if s is do a s' then
    (weight d s' * (if a is asks k Q then
       if all (mem (useful d k s')) Q then one_of (size (useful d k s')) else 0
     else 1))%R
  else 1%R.

Lemma count_without (a e : pred nat) (T : seq nat) :
  (forall x, x \in T -> e x -> a x) ->
  count (fun x => a x && ~~ e x) T + count e T = count a T.
Proof.
elim: T => //= x T IH sub; rewrite -IH => [|y yT]; last by apply: sub;
  rewrite inE yT orbT.
have := sub x (mem_head x T); case: (e x) => [->|_] //=;
  last by rewrite andbT add0n addnA.
by rewrite add0n addnCA.
Qed.

Lemma located_not_own d s k x : partition G d -> executable G d s ->
  honest d s ->
  player G k -> x \in located k s -> d k x = false.
Proof.
move=> P ex hon pk; have pj := incp_player pk; rewrite !mem_cat.
have jk : incp k != k by rewrite incp_neq // two.
case/or3P => [xs|xd|xd]; apply/negbTE.
- have /andP [/allP /(_ x xs) jx _] := evidence (incp k) ex.
  by apply: (not_theirs P pk _ _ (shown_card ex xs) jx);
    rewrite 1?eq_sym // holderE pj orbT.
- by have /andP [_ /allP /(_ x xd)] := evidence k ex.
- have := denied_asked ex pj xd; rewrite incp_incp // => xa.
  by have /honest_asked /(_ k) /allP /(_ x xa) := hon.
Qed.

Lemma size_useful d s k : partition G d -> executable G d s -> honest d s ->
  player G k ->
  size (useful d k s) + count (fun x => x \in located k s) (cards G) + n G =
  size (cards G).
Proof.
move=> P ex hon pk; have [_ _ n11 _] := P.
rewrite size_filter count_without => [|x _ xl];
  last by rewrite (located_not_own P ex hon pk xl).
by rewrite -(n11 k pk) size_filter addnC count_predC.
Qed.

Lemma useful_same d d' s k : partition G d -> partition G d' ->
  executable G d s ->
  executable G d' s -> honest d s -> honest d' s -> player G k ->
  size (useful d k s) = size (useful d' k s).
Proof.
move=> P P' ex ex' h h' pk; have := size_useful P ex h pk.
by rewrite -(size_useful P' ex' h' pk) => /addIn /addIn.
Qed.

(* All deals in which nobody has bluffed give a history the same weight, and
   the others none. *)
Theorem weight_same d d' s : partition G d -> partition G d' ->
  executable G d s ->
  executable G d' s -> honest d s -> honest d' s -> weight d s = weight d' s.
Proof.
move=> P P'; elim: s => // a s IH exa exa'; have /andP [ex po] := exa.
have /andP [ex' _] := exa' => /= /andP [h ha] /andP [h' ha']; rewrite IH //;
  congr (_ * _)%R.
case: a exa po ha ha' {exa'} => // k Q exa po dQ dQ'.
have /andP [_ /eqP t] := one_kind po.
have pk : player G k by rewrite -t; exact: (turn_player sizes ex).
have /andP [/andP [_ /allP cQ] _] := asked_question exa (erefl (Some Q)).
rewrite (useful_same P P' ex ex' h h' pk).
suff -> : all (mem (useful d k s)) Q = all (mem (useful d' k s)) Q by [].
apply: eq_in_all => x xQ; rewrite !inE !mem_filter [x \in cards G]cQ //.
by have := allP dQ x xQ; have := allP dQ' x xQ => /= -> ->.
Qed.

Theorem weight_of_bluffs d s : ~~ honest d s -> weight d s = 0%R.
Proof.
elim: s => //= a s IH; rewrite negb_and => /orP [/IH ->|];
  first by rewrite mul0r.
case: a => // k Q; rewrite -has_predC => /hasP [x xQ /=]; rewrite negbK => kx.
case: allP => [/(_ x xQ)|_]; last by rewrite mulr0.
by rewrite inE mem_filter kx.
Qed.

(* Deals of a kind, one for each way to deal the hands. *)
Definition listed (phi : deal -> Prop) (Ds : seq deal) : Prop :=
  [/\ uniq [seq hands G d | d <- Ds], (forall d, List.In d Ds -> phi d) &
      forall d, phi d -> hands G d \in [seq hands G d' | d' <- Ds]].

Lemma in_mapped (Ds : seq deal) H : H \in [seq hands G d | d <- Ds] ->
  exists2 d, List.In d Ds & hands G d = H.
Proof.
elim: Ds => //= d Ds IH; rewrite inE => /orP [/eqP ->|/IH [d' iD e]].
  by exists d => //; left.
by exists d' => //; right.
Qed.

Lemma listed_size phi Ds N : listed phi Ds -> deals_number G phi N ->
  size Ds = N.
Proof.
case=> uD sub every [Hs [uH <- inH]]; rewrite -(size_map (hands G)).
apply/perm_size/uniq_perm => // H; apply/idP/idP.
  by move=> /in_mapped [d iD <-]; apply/inH; exists d => //; exact: sub.
by move=> /inH [d Pd <-]; exact: every.
Qed.

Lemma sum_even (w : deal -> rat) w0 Ds :
  (forall d, List.In d Ds -> w d = w0) ->
  (sum [seq w d | d <- Ds] = (size Ds)%:R * w0)%R.
Proof.
elim: Ds => [|d Ds IH] same; first by rewrite /= mul0r.
have -> : sum [seq w d0 | d0 <- d :: Ds] =
    (w d + sum [seq w d0 | d0 <- Ds])%R by [].
rewrite IH => [|d' iD]; last by apply: same; right.
have -> : size (d :: Ds) = 1 + size Ds by [].
by rewrite (same d (or_introl erefl)) natrD mulrDl mulr1n mul1r.
Qed.

(* Where N deals are as likely as each other, each has the chance 1/N. *)
Theorem one_in_N phi Ds N (w : deal -> rat) d : listed phi Ds ->
  deals_number G phi N -> (forall d', phi d' -> w d' = w d) -> phi d ->
  w d != 0%R -> (w d / sum [seq w d' | d' <- Ds])%R = one_of N.
Proof.
move=> li num same Pd w0; have sz := listed_size li num.
have [_ sub _] := li.
rewrite (@sum_even w (w d) Ds) => [|d' /sub]; last exact: same.
by rewrite sz invfM mulrCA mulfV // mulr1.
Qed.

(* remark-4.4-guess: if each card that is neither own nor located is asked for
   with the same chance, each deal that i considers possible has the chance
   1/C(m' + n', m'). *)
Theorem right_guess d s i Ds d1 :
  is_world (d, s) -> no_guesses s -> player G i ->
  honest d s -> ~~ open G i s d -> ~~ open G (incp i) s d ->
  listed (fun d' => possible G d s i d' /\ honest d' s) Ds ->
  possible G d s i d1 -> honest d1 s -> weight d1 s != 0%R ->
  (weight d1 s / sum [seq weight d' s | d' <- Ds])%R =
  one_of 'C(size (left_pile d s i) + size (left_hand d s (incp i)),
            size (left_pile d s i)).
Proof.
move=> W ng pi hon nop noq li P1 h1 w1.
apply: (one_in_N (phi := fun d' => possible G d s i d' /\ honest d' s) li) =>
  //.
  exact: state.
case: P1 => [[/= p1 e1] _] d' [[[/= p' e'] _] h']; exact: weight_same.
Qed.

(* remark-4.2-prevents: player 1 has asked for a card; player 2 denied it. *)
Section Prevents.
Variables (d : deal) (x : nat).
Definition first_denied : situation := do (no 2) (do (asks 1 [:: x]) Init0).
Notation s := first_denied.
Hypothesis W : is_world (d, s).
Hypothesis hon : honest d s.

Lemma possible_here : executable G d s.
Proof. by case: W. Qed.

Lemma player2 : player G 2.
Proof. by rewrite playerE two. Qed.

Lemma back_to_1 : incp 2 = 1.
Proof. by rewrite incpE_player ?player2 // two. Qed.

Lemma on_to_2 : incp 1 = 2.
Proof. by rewrite -{1}back_to_1 incp_incp // player2. Qed.

Lemma denied_card : card G x /\ d 0 x.
Proof.
have [/= P _] := W; have ex := possible_here; have cx : card G x.
  have ex1 : executable G d (do (asks 1 [:: x]) Init0) by case/andP: ex.
  have /andP [/andP [_ /allP cQ] _] := asked_question ex1 (erefl (Some [:: x])).
  by apply: cQ; rewrite mem_head.
split=> //; apply/(pile_or_player P cx) => k.
move=> pk; case: (other_of_two two player2 pk) => ->.
  by have /andP [_ /allP /(_ x)] := evidence 2 ex; apply; rewrite mem_head.
by move: hon; rewrite back_to_1 /= !andbT.
Qed.

Lemma counts_here : [/\ size (left_pile d s 2) = (m G).-1,
  size (left_hand d s (incp 2)) = n G,
  size (unknown G d s 2) = m G + n G & hidden G s 2 = n G].
Proof.
have [/= P _] := W; have ex := possible_here; have [_ _ n11 m12] := P;
  have [cx px] := denied_card.
have p1 : player G 1 by rewrite -back_to_1 incp_player ?player2.
have sn : seen G s 2 = [::] by rewrite /seen back_to_1.
have none : denied_to G d s 2 = [::].
  rewrite /denied_to back_to_1; apply/eqP; rewrite -[_ == _]negbK -has_filter.
  by apply/hasPn => y _; rewrite andbF.
split.
- have e : perm_eq (hand d 0) (x :: left_pile d s 2).
    apply: uniq_perm; rewrite ?filter_uniq ?cards_uniq //.
      by rewrite /= !filter_uniq ?cards_uniq // mem_filter mem_cat mem_head.
    move=> y; rewrite inE /left_pile back_to_1 mem_filter mem_filter mem_cat
      inE orbF.
    by case: eqP => [->|_]; rewrite //= [x \in cards G]cx px.
  by rewrite -m12 (perm_size e).
- rewrite back_to_1 -(n11 1 p1) /left_hand; congr size.
  by apply/all_filterP/allP.
- by have := size_unknown two W player2; rewrite sn none addn0.
- by rewrite /hidden sn subn0.
Qed.

Lemma answered_here : open G 2 s d = false /\ open G (incp 2) s d = false.
Proof. by rewrite /open /= back_to_1. Qed.

Theorem bluffs_prevent :
  [/\ deals_number G (possible G d s 2) 'C(m G + n G, m G),
      deals_number G (fun d' => possible G d s 2 d' /\ honest d' s)
        'C((m G).-1 + n G, (m G).-1) &
      'C((m G).-1 + n G, (m G).-1) < 'C(m G + n G, m G)].
Proof.
have [/= P _] := W; have ex := possible_here; have [o2 o1] := answered_here.
have [lp lh un hi] := counts_here; have ng : no_guesses s by [].
split.
- have st := nothing_promised sizes two ex player2 (negbT o2).
  have := possible_number sizes two W ng player2 st; rewrite un hi.
  by rewrite -(bin_sub (leq_addl (m G) (n G))) addnK.
- have := state W ng player2 hon (negbT o2) (negbT o1).
  by rewrite lp lh.
have /and4P [m1 n1 _ _] := sizes; case: (m G) m1 => // k _;
  rewrite addSn binS /=.
by rewrite -{1}['C(k + n G, k)]add0n ltn_add2r bin_gt0 -addn1 leq_add2l.
Qed.

Lemma difference_of_inverses (a b : rat) : a != 0%R -> b != 0%R ->
  (b^-1 - a^-1 = (a - b) / (a * b))%R.
Proof.
move=> a0 b0; rewrite invfM mulrBl mulrA (divff a0) mul1r.
by rewrite [(a^-1 * _)%R]mulrC mulrA (divff b0) mul1r.
Qed.

Lemma one_of_lt N N' : 0 < N' -> N' < N -> (one_of N < one_of N')%R.
Proof.
move=> N0 lt; have N1 := leq_trans N0 (ltnW lt).
rewrite /one_of -subr_gt0 difference_of_inverses ?pnatr_eq0 -?lt0n //.
by rewrite mulr_gt0 ?invr_gt0 ?mulr_gt0 ?ltr0n // subr_gt0 ltr_nat.
Qed.

(* Asked for any card, with the chance 1/c, player 2 guesses right with 1/C(m
   + n, m); asked for any card but own ones, with 1/C(m - 1 + n, m - 1), which
   is more. *)
Theorem guess_less_often Ds Ds' : listed (possible G d s 2) Ds ->
  listed (fun d' => possible G d s 2 d' /\ honest d' s) Ds' ->
  let any := fun _ : deal => one_of (size (cards G)) in
  [/\ (any d / sum [seq any d' | d' <- Ds])%R = one_of 'C(m G + n G, m G),
      (weight d s / sum [seq weight d' s | d' <- Ds'])%R =
        one_of 'C((m G).-1 + n G, (m G).-1) &
      (one_of 'C(m G + n G, m G) < one_of 'C((m G).-1 + n G, (m G).-1))%R].
Proof.
move=> li li' any; have [num _ lt] := bluffs_prevent;
  have [o2 o1] := answered_here.
have Pd : possible G d s 2 d by split.
have [lp lh _ _] := counts_here; have [cx px] := denied_card.
split.
  apply: (one_in_N li num) => //; rewrite one_of_eq0 size_iota /deck_size.
  by rewrite addn_eq0 negb_and -lt0n; case/and4P: sizes => ->.
  rewrite -[(m G).-1]lp -[X in _ + X]lh.
  apply: (right_guess W _ player2 hon (negbT o2) (negbT o1) li' Pd hon) => //.
  have xu : x \in useful d 1 Init0.
    rewrite mem_filter [x \in cards G]cx /located /= andbT.
    by move: hon; rewrite /= !andbT.
  rewrite /= xu /= mulr1 mul1r one_of_eq0 size_eq0.
  by case: (useful _ _ _) xu.
by apply: one_of_lt lt; rewrite bin_gt0 leq_addr.
Qed.
End Prevents.
End Single.

(* remark-4.4-camouflage: before any question, one that names an own card and
   can be answered in two ways, of which i foresees neither, is there if a
   question can have two cards, and only then. *)
Section Camouflage.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Hypothesis small : q G <= m G + n G + 1.
Variable d : deal.
Hypothesis P : partition G d.
Notation W := (conj P isT : is_world G (d, Init0)).

Theorem camouflage :
  (exists2 Q, question_set G Q & exists x y, [/\ x \in Q, y \in Q & x != y]) <->
  exists Q, [/\ question_set G Q, (exists2 x, x \in Q & d 1 x),
    ~ K G 1 (fun w => disjoint w.1 Q 2) (d, Init0) &
    forall x, x \in Q -> ~ K G 1 (fun w => w.1 2 x) (d, Init0)].
Proof.
have /and4P [m1 n1 p2 q1] := sizes.
have pl1 : player G 1 by rewrite playerE two.
have pl2 : player G 2 by rewrite playerE two.
have [Hs1 Hs2] : holder G 1 /\ holder G 2 by rewrite !holderE pl1 pl2 !orbT.
have [_ _ n11 m12] := P.
split=> [[Q0 /andP [/andP [uQ0 _] /eqP sQ0] [x0 [y0 [x0Q y0Q xy]]]]|];
  last first.
  case=> Q [Qs [x xQ dx] nK _]; exists Q => //;
    have /andP [/andP [_ /allP cQ] _] := Qs.
  case e: (has (fun y => y != x) Q).
    by have /hasP [y yQ yx] := e; exists y, x.
  case: nK => -[d' s'] [/= P' _] [/= hh _]; apply/allP => y yQ.
  have yx : y = x by move/hasPn: (negbT e) => /(_ y yQ); rewrite negbK => /eqP.
  have cy := cQ y yQ; apply: (not_theirs P' pl2 Hs1 _ cy) => //.
  by rewrite -hh // yx.
have q2 : 1 < q G.
  rewrite -sQ0; have sub : {subset [:: x0; y0] <= Q0}.
    by move=> z; rewrite !inE => /orP [] /eqP ->.
  by apply: (uniq_leq_size _ sub); rewrite /= inE xy.
have [a a1] : exists a, a \in hand G d 1.
  by move: n1; rewrite -(n11 1 pl1); case: (hand G d 1) => // a l _; exists a;
    rewrite mem_head.
have [b b0] : exists b, b \in hand G d 0.
  by move: m1; rewrite -m12; case: (hand G d 0) => // b l _; exists b;
    rewrite mem_head.
have [u u2] : exists u, u \in hand G d 2.
  by move: n1; rewrite -(n11 2 pl2); case: (hand G d 2) => // u l _; exists u;
    rewrite mem_head.
move: a1 b0 u2; rewrite !mem_hand => /andP [da ca] /andP [db cb] /andP [du cu].
have ab : a != b.
  by apply: contraTneq da => ->; apply: (not_theirs P pl1 _ _ cb db);
    rewrite ?holderE.
pose rest := [seq z <- cards G | (z != a) && (z != b)].
have pm : perm_eq [:: a, b & rest] (cards G).
  apply: uniq_perm; rewrite ?cards_uniq //.
    by rewrite /= filter_uniq ?cards_uniq // inE negb_or ab !mem_filter !eqxx
      ?andbF.
  move=> z; rewrite !inE mem_filter.
  by case: eqP => [->|_]; [rewrite [a \in _]ca|case: eqP => [->|_] //=;
    rewrite [b \in _]cb].
pose Q := take (q G) [:: a, b & rest].
have sz : q G <= size [:: a, b & rest].
  rewrite (perm_size pm) size_iota /deck_size two muln2 -addnn addnA.
  by apply: leq_trans small _; rewrite leq_add2l.
have inQ z : z \in Q -> z \in cards G by rewrite -(perm_mem pm);
  exact: mem_take.
have [aQ bQ] : a \in Q /\ b \in Q.
  by rewrite /Q; case: (q G) q2 => [|[|k]] //= _; rewrite !inE !eqxx orbT.
have swapped y z : card G y -> card G z -> d 2 y -> d 0 z ->
    is_world G (swap d y z, Init0) /\ same_hand G 1 d (swap d y z).
  move=> cy cz dy dz; split; first by split=> //; exact: swap_partition.
  move=> v _; rewrite swap_away //; first exact: (not_theirs P pl1 Hs2 _ cy dy).
  by apply: (not_theirs P pl1 _ _ cz dz); rewrite ?holderE.
exists Q; split.
- rewrite /question_set /card_set take_uniq ?(perm_uniq pm) ?cards_uniq //=.
  by rewrite size_takel // eqxx andbT; apply/allP => z /inQ.
- by exists a.
- move=> know; have [W' hh] := swapped u b cu cb du db.
  have := (know_deals sizes two _ pl1 W isT).1 know _ W' hh.
  move=> /allP /(_ b bQ) /=; rewrite /swap /exchanged eqxx.
  case: eqP => [e|_]; last by rewrite du.
  have : ~~ d 2 b by apply: (not_theirs P pl2 _ _ cb db); rewrite ?holderE.
  by rewrite e du.
- move=> x xQ know; have cx := inQ x xQ; case dx: (d 2 x); last first.
    by have := K_true W know; rewrite /= dx.
  have [W' hh] := swapped x b cx cb dx db.
  have := (know_deals sizes two _ pl1 W isT).1 know _ W' hh.
  rewrite /= /swap /exchanged eqxx => d2b.
  have : ~~ d 2 b by apply: (not_theirs P pl2 _ _ cb db); rewrite ?holderE.
  by rewrite d2b.
Qed.
End Camouflage.

(* remark-4.2-echo: with one card in each hand, who is shown a card knows the
   pile, and wins by guessing it. *)
Section Echo.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Hypothesis one : n G = 1.

Theorem echo d s i j x : is_world G (d, do (shows j i x) s) ->
  let s' := do (shows j i x) s in
  K G i (fun w => w.1 j x) (d, s') /\
  exists M, [/\ K G i (fun w => equals_pile G w.1 M) (d, s'),
    Poss G d (guess i M) s', GameOver G d (do (guess i M) s') &
    In G d i (do (guess i M) s')].
Proof.
move=> W s'; have [gp Kx] := show_proves W; split=> //.
have [/= P exa] := W; have [ex po] := step_of W.
have [pi ji] := shown_to sizes two exa; have pj := incp_player pi.
have ij : i != j by rewrite ji eq_sym incp_neq // two.
have /andP [/andP [_ ti] _] := one_kind po.
have [pm ep] := the_pile P; exists (hand G d 0).
have cx : card G x.
  by apply: (@shown_card G d s' j x) => //; rewrite /= eqxx mem_head.
have jx : d j x by have /poss_shows [Q [_ _ /andP []]] := po.
have found y : card G y -> d j y ->
    exists s0, before_or_equal (do (shows j i y) s0) s'.
  move=> cy jy; exists s; left; congr (do (shows j i _) s).
  have [_ _ n11 _] := P; have sz := n11 j; rewrite -ji in pj.
  move: (sz pj); rewrite one.
  have : x \in hand G d j by rewrite (mem_hand G d j x) jx cx.
  have : y \in hand G d j by rewrite (mem_hand G d j y) jy cy.
  by case: (hand G d j) => [|z [|]] //; rewrite !inE => /eqP -> /eqP ->.
have pj' : player G j by rewrite ji.
have same := shown_hand two W pi pj' ij found.
have Kp : K G i (fun w => equals_pile G w.1 (hand G d 0)) (d, s').
  move=> w W' A; have [P' _] := W'; have e := same w W' A.
  have -> : hand G d 0 = hand G w.1 0 by apply: eq_in_filter => y; exact: e.
  exact: (the_pile P').2.
have pg : Poss G d (guess i (hand G d 0)) s'.
  by apply/poss_guess; split=> //;
    exact: (only_guesses_end sizes (not_over po)).
have exg := introT andP (conj exa pg).
have [over inn _] := Invariants.right_guess sizes exg ep.
by split.
Qed.
End Echo.
