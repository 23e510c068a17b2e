(* Sections 4.1 and 4.3: how many deals a player of two considers possible.

   Glossary
     hands d          the list of the hands, that of the pile first
     deals_number phi N
                      there are N deals with the property phi, as to the
                      hands
     possible d'      player i, of whom the section speaks, considers the
                      deal d' possible
     seen, denied_to, unknown
                      the cards that the opponent has shown, has denied, and
                      all others that i does not have
     hidden           how many cards of the opponent's were not shown
     deal_with A      the deal in which the opponent has the cards A and
                      those shown *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq
  binomial.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence Algorithm
  Chances.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma size_choose k l : size (choose k l) = 'C(size l, k).
Proof.
by elim: l k => [|x l IH] [|k] //=;
  rewrite ?bin0 // size_cat size_map !IH binS addnC.
Qed.

Lemma uniq_choose k l : uniq l -> uniq (choose k l).
Proof.
elim: l k => [|x l IH] [|k] //= /andP [xl ul]; rewrite cat_uniq IH // andbT.
rewrite map_inj_uniq ?IH //=; last by move=> ? ? [].
apply/hasPn => A; rewrite mem_choose => /andP [sub _]; apply/mapP => -[B _ e].
by move/negP: xl; apply; apply: (mem_subseq sub); rewrite e mem_head.
Qed.

Section Counting.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Implicit Types (i j k x y z : nat) (Q : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).
Notation incp := (incp G).

(* There are N deals with a property, as to the hands and the pile. *)
Definition hands d : seq (seq nat) := [seq hand d k | k <- holders G].
Definition deals_number (phi : deal -> Prop) N : Prop :=
  exists Hs : seq (seq (seq nat)),
  [/\ uniq Hs, size Hs = N &
      forall H, H \in Hs <-> exists2 d, phi d & hands d = H].

Variables (d : deal) (s : situation) (i : nat).
Hypothesis W : is_world (d, s).
Hypothesis ng : no_guesses s.
Hypothesis pi : player G i.
Notation j := (incp i).
Hypothesis settled : promised j s = None.

(* What player i considers possible: that the cards that the opponent has shown
   are some of n cards, of which the others are among those open to i. *)
Definition possible d' : Prop := is_world (d', s) /\ same_hand G i d d'.
Definition seen := undup (shown j s).
Definition denied_to : seq nat :=
  [seq x <- cards G | ~~ d i x & x \in denials j s].
Definition unknown : seq nat :=
  [seq x <- cards G | [&& ~~ d i x, x \notin seen & x \notin denials j s]].
Definition hidden : nat := n G - size seen.

(* The deal in which the opponent has the cards A beside those shown. *)
Definition deal_with (A : seq nat) : deal := fun k x =>
  if k == i then d i x else if k == j then x \in seen ++ A
  else [&& k == 0, ~~ d i x & x \notin seen ++ A].

Lemma players_two k : player G k = (k == i) || (k == j).
Proof.
have pj : player G j by exact: incp_player. apply/idP/orP => [pk|[] /eqP -> //].
by case: (other_of_two two pi pk) => ->; rewrite eqxx; [left|right].
Qed.

Lemma i_neq_j : (i == j) = false.
Proof. by apply/negbTE; rewrite eq_sym incp_neq // two. Qed.

Lemma seen_theirs x : x \in seen -> [/\ card G x, d j x & ~~ d i x].
Proof.
rewrite mem_undup => xs; have [/= P ex] := W; have cx := shown_card ex xs.
have /andP [/allP /= held _] := evidence j ex; split; rewrite ?held //.
apply: (not_theirs P pi (k := j) _ _ cx); rewrite ?i_neq_j ?held //.
by rewrite holderE players_two eqxx !orbT.
Qed.

Lemma size_seen : size seen <= n G.
Proof.
case: W => /= -[_ _ n11 _] _; rewrite -(n11 j);
  last by rewrite players_two eqxx orbT.
apply: uniq_leq_size; rewrite ?undup_uniq // => x /seen_theirs [cx jx _].
by rewrite mem_hand jx cx.
Qed.

(* The cards that are not own: shown, denied, or unknown. *)
Lemma size_unknown : size unknown + (size seen + size denied_to) = m G + n G.
Proof.
have [/= [_ _ n11 _] ex] := W.
have e : perm_eq (hand d i ++ (unknown ++ (seen ++ denied_to))) (cards G).
  apply: uniq_perm; rewrite ?cards_uniq //; last first.
    move=> x; rewrite !mem_cat !mem_filter; case cx: (x \in cards G);
      rewrite ?andbF ?andbT //=.
      by case: (d i x) => //=; case: (x \in seen) => //=;
        case: (x \in denials j s); rewrite ?orbT.
    by rewrite orbF; apply/negP => /seen_theirs []; rewrite /card cx.
  rewrite !cat_uniq !filter_uniq ?cards_uniq ?undup_uniq //= andbT;
    apply/and3P; split.
  - apply/hasPn => x xin; rewrite /= mem_hand; apply/negP => /andP [ix _].
    by move: xin; rewrite !mem_cat !mem_filter ix /= orbF => /seen_theirs [_ _];
      rewrite ix.
  - apply/hasPn => x xin; rewrite /= mem_filter;
      apply/negP => /andP [/and3P [_ ns nd] _].
    by move: xin; rewrite mem_cat mem_filter (negbTE ns) (negbTE nd) andbF.
  - apply/hasPn => x; rewrite mem_filter => /andP [/andP [_ xd] _];
      apply/negP => xs.
    have /andP [_ /allP /(_ x xd)] := evidence j ex.
    by have [_ /= -> _] := seen_theirs xs.
apply/eqP; rewrite -(eqn_add2l (n G)) -{1}(n11 i pi) -!size_cat (perm_size e)
  size_iota.
by rewrite /deck_size two muln2 -addnn addnCA.
Qed.

(* The deal with A is one that i considers possible. *)
Lemma deal_with_possible A : A \in choose hidden unknown ->
  possible (deal_with A).
Proof.
rewrite mem_choose => /andP [sub /eqP sA]; have [/= P ex] := W;
  have [_ _ n11 m12] := P.
have inA x : x \in A -> [/\ x \in cards G, ~~ d i x, x \notin seen &
                          x \notin denials j s].
  by move/(mem_subseq sub); rewrite mem_filter => /andP [/and3P [? ? ?] ?].
have i0 : (0 == i) = false by rewrite ltn_eqF // (player_gt0 pi).
have j0 : (0 == j) = false by rewrite ltn_eqF // (player_gt0 (incp_player pi)).
have ji : (j == i) = false by rewrite eq_sym i_neq_j.
have own x : x \in seen ++ A -> card G x /\ ~~ d i x.
  by rewrite mem_cat => /orP [/seen_theirs [] //|/inA []].
have uA : uniq (seen ++ A).
  rewrite cat_uniq undup_uniq (subseq_uniq sub) ?filter_uniq
    ?cards_uniq // andbT.
  by apply/hasPn => x /inA [].
have szj : size (hand (deal_with A) j) = n G.
  have -> : n G = size (seen ++ A) by rewrite size_cat sA subnKC // size_seen.
  apply/perm_size/uniq_perm; rewrite ?filter_uniq ?cards_uniq // => x.
  rewrite mem_hand /deal_with ji eqxx; case e: (x \in _) => //=.
  by have [] := own x e.
have szi : size (hand (deal_with A) i) = n G.
  by rewrite -(n11 i pi); congr size; apply: eq_filter => x;
    rewrite /deal_with eqxx.
have sz0 : size (hand (deal_with A) 0) = m G.
  set a := deal_with A i; set b := deal_with A j.
  have e0 : deal_with A 0 =1 predC (predU a b).
    by move=> x; rewrite /a /b /deal_with /= !eqxx i0 j0 ji negb_or.
  have e1 : count (predI a b) (cards G) = 0.
    apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn => x _;
      apply/negP => /andP [].
    by rewrite /a /b /deal_with !eqxx ji => ix /own [_]; rewrite ix.
  have e2 := count_predUI a b (cards G);
    rewrite e1 addn0 -!size_filter -/(hand _ i) -/(hand _ j) szi szj in e2.
  have := count_predC (predU a b) (cards G);
    rewrite -!size_filter e2 -(eq_filter e0) size_iota.
  by rewrite /deck_size two muln2 -addnn addnC => /addIn.
have P' : partition G (deal_with A).
  have ex' : some_holder G (deal_with A).
    move=> x cx; apply/hasP; case ix: (d i x).
      by exists i; rewrite ?/deal_with ?eqxx // -/(holder G i) holderE pi orbT.
    case jx: (x \in seen ++ A);
      last by exists 0; rewrite // /deal_with i0 j0 eqxx ix jx.
    by exists j;
      rewrite ?/deal_with ?ji ?eqxx // -/(holder G j) holderE incp_player ?orbT.
  have n11' : players_have_n G (deal_with A) by move=> k; rewrite players_two =>
    /orP [] /eqP ->.
  by split=> //; exact: disjoint_from_rest.
split; last by move=> x _; rewrite /deal_with eqxx.
split=> //; apply/(possible_deals sizes (deal_with A) ng ex) => k;
  rewrite players_two => /orP [] /eqP ->.
  rewrite (@agrees_eq _ d) => [|x]; last by rewrite /deal_with eqxx.
  exact: (possible_deals sizes d ng ex).1 ex i pi.
have /andP [_ /allP de] := evidence j ex; apply/and3P; split.
- by apply/allP => x xs; rewrite /deal_with ji eqxx mem_cat mem_undup xs.
- apply/allP => x xd; rewrite /deal_with ji eqxx; apply/negP; rewrite mem_cat.
  case/orP => [/seen_theirs [_ jx _]|/inA [_ _ _]]; last by rewrite xd.
  by have := de x xd; rewrite /= jx.
- by rewrite settled.
Qed.

(* Each deal that i considers possible is one of these. *)
Lemma possible_deal_with d' : possible d' ->
  exists2 A, A \in choose hidden unknown & hands (deal_with A) = hands d'.
Proof.
case=> W' hh; have [/= P' ex'] := W'; have pj := incp_player pi.
have /andP [/allP /= sh' /allP /= de'] := evidence j ex'.
pose A := [seq x <- unknown | d' j x]; have [_ _ n11' _] := P'.
have Hj : holder G j by rewrite holderE pj orbT.
have not_mine x : card G x -> d' j x -> ~~ d i x.
  by move=> cx jx; rewrite hh //; apply: (not_theirs P' pi Hj _ cx jx);
    rewrite i_neq_j.
have inj x : card G x -> (x \in seen ++ A) = d' j x.
  move=> cx; rewrite mem_cat !mem_filter mem_undup [x \in cards G]cx andbT.
  case xs: (x \in shown j s) => /=; first by rewrite sh'.
  case jx: (d' j x) => //=; rewrite not_mine //=.
  by apply/negP => /de'; rewrite jx.
have uA : uniq (seen ++ A).
  rewrite cat_uniq undup_uniq !filter_uniq ?cards_uniq // andbT.
  by apply/hasPn => x; rewrite !mem_filter => /and3P [_ /and3P []].
have sz : size (seen ++ A) = n G.
  rewrite -(n11' j pj); apply/perm_size/uniq_perm;
    rewrite ?filter_uniq ?cards_uniq // => x.
  rewrite mem_hand; case cx: (card G x); [by rewrite andbT inj|rewrite andbF].
  apply/negbTE/negP; rewrite mem_cat !mem_filter => /orP [/seen_theirs []|];
    first by rewrite cx.
  by rewrite -[x \in cards G]/(card G x) cx !andbF.
exists A;
  first by rewrite mem_choose filter_subseq /hidden -sz size_cat addKn eqxx.
apply/eq_in_map => k Hk; apply: eq_in_filter => x cx; rewrite /deal_with.
case: (k =P i) => [->|/eqP ki]; first exact: hh.
case: (k =P j) => [->|/eqP kj]; first exact: inj. have k0 : k = 0.
  by move: Hk; rewrite -[_ \in _]/(holder G k) holderE players_two (negbTE ki)
    (negbTE kj) !orbF => /eqP.
rewrite k0 /= inj // hh //; apply/idP/idP => [/andP [i0 j0]|p0].
  by apply/(pile_or_player P' cx) => l; rewrite players_two => /orP [] /eqP ->.
have none := (pile_or_player P' cx).1 p0; by rewrite !none.
Qed.

Theorem possible_number : deals_number possible 'C(size unknown, hidden).
Proof.
exists [seq hands (deal_with A) | A <- choose hidden unknown].
have uU : uniq unknown by rewrite filter_uniq ?cards_uniq.
rewrite size_map size_choose; split=> [|//|H]; last first.
  split=> [/mapP [A Ac ->]|[d' Pd <-]]; first by exists (deal_with A);
    first exact: deal_with_possible.
  by have [A Ac <-] := possible_deal_with Pd; exact: map_f.
rewrite map_inj_in_uniq ?uniq_choose // => A B; rewrite !mem_choose.
move=> /andP [sA _] /andP [sB _] /eq_in_map same.
have Hj : j \in holders G
  by rewrite -[_ \in _]/(holder G j) holderE players_two eqxx !orbT.
rewrite [LHS](subseq_uniqP uU sA) [RHS](subseq_uniqP uU sB).
apply: eq_in_filter => x xU; have := congr1 (fun l => x \in l) (same j Hj).
move: xU; rewrite mem_filter => /andP [/and3P [ix xs _] cx].
by rewrite !mem_hand [card G x]cx !andbT /deal_with eq_sym i_neq_j eqxx
  !mem_cat (negbTE xs) /=.
Qed.

(* While not all of a hand is shown, just the cards that were denied are known
   to be in the pile. *)
Lemma known_pile x : 0 < hidden -> card G x ->
  (K G i (fun w => w.1 0 x) (d, s) <-> x \in denied_to).
Proof.
move=> hid cx; have [/= P ex] := W; have pj := incp_player pi.
have Hj : holder G j by rewrite holderE pj orbT.
have j0 : j != 0 by rewrite gtn_eqF // (player_gt0 pj).
have i0 : i != 0 by rewrite gtn_eqF // (player_gt0 pi).
have ij : i != j by rewrite i_neq_j.
have know := know_deals sizes two (fun w => w.1 0 x) pi W ng.
rewrite mem_filter [x \in cards G]cx andbT; split=> [K0|/andP [ix xd]].
  have px : d 0 x by exact: K_true W K0.
  rewrite (not_theirs P pi _ i0 cx px) //=; apply: contraT => nd.
  have [u uj us] : exists2 u, u \in hand d j & u \notin seen.
    apply/hasP; rewrite -[has _ _]negbK -all_predC; apply/negP => /allP sub.
    have le : size (hand d j) <= size seen.
      by apply: uniq_leq_size => [|u /sub /=];
        rewrite ?filter_uniq ?cards_uniq // negbK.
    by move: hid; case: (P) le => _ _ n11 _; rewrite n11 // -subn_eq0 /hidden =>
      /eqP ->.
  move: uj us; rewrite mem_hand mem_undup => /andP [ju cu] us.
  have W' : is_world (swap d u x, s).
    by apply: (swap_world sizes W ng pj) => // Q; rewrite settled.
  have hh : same_hand G i d (swap d u x).
    move=> z _; rewrite swap_away //;
      first exact: (not_theirs P pi Hj ij cu ju).
    exact: (not_theirs P pi _ i0 cx px).
  have := know.1 K0 _ W' hh; rewrite /= /swap /exchanged eqxx.
  have none v : card G v -> d j v -> ~~ d 0 v.
    by move=> cv jv; case: (P) => dis _ _ _; apply: (dis j); rewrite // eq_sym.
  case: eqP => [e|_] p0; last by have := none u cu ju; rewrite p0.
  by have := none u cu ju; rewrite -e px.
apply/know => d' [/= P' ex'] hh;
  have /andP [_ /allP /(_ x xd) /= jx] := evidence j ex'.
by apply/(pile_or_player P' cx) => k; rewrite players_two => /orP [] /eqP -> //;
  rewrite -hh.
Qed.

(* remark-4.3-four-numbers: how many deals player i considers possible depends
   on how many cards the opponent has not shown, and how many i knows to be in
   the pile: of these some are known to the opponent, too, and some are not. *)
Theorem four_numbers (M M' : seq nat) : uniq M ->
  (forall x, x \in M <-> card G x /\ K G i (fun w => w.1 0 x) (d, s)) ->
  let alone := size [seq x <- M | x \notin M'] in
  let both := size [seq x <- M | x \in M'] in
  deals_number possible 'C(m G + hidden - (alone + both), hidden).
Proof.
move=> uM inM alone both; have -> : alone + both = size M.
  by rewrite /alone /both !size_filter addnC;
    exact: (count_predC [pred x | x \in M'] M).
case: (posnP hidden) => [h0|hid];
  first by have := possible_number; rewrite h0 !bin0.
suff -> : m G + hidden - size M = size unknown by exact: possible_number.
have -> : size M = size denied_to.
  apply/perm_size/uniq_perm => [//||x];
    first by rewrite filter_uniq ?cards_uniq.
  apply/idP/idP => [/inM [cx] /known_pile|xd]; first exact.
  have cx : card G x by move: xd; rewrite mem_filter => /andP [].
  by apply/inM; split=> //; apply/known_pile.
by rewrite addnBA ?size_seen // -subnDA -size_unknown addnK.
Qed.
End Counting.

Section Lemma42.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.

(* Only a question that is open waits for a card. *)
Lemma nothing_promised d s i : executable G d s -> player G i ->
  ~~ open G i s d -> promised (incp G i) s = None.
Proof.
case: s => [|[] // k s] // /andP [ex po] pi; rewrite /open /Turn /=.
case: (k =P incp G i) => // e;
  have /andP [/andP [/eqP ph /eqP ak] _] := one_kind po.
have := in_order sizes ex; rewrite ph two ak => -[[|l] [Q [s0 [_ //]]]] _ [ek].
have pt := turn_player sizes ex; rewrite e in ek.
by rewrite (incp_inj pi pt ek) eqxx.
Qed.

(* Lemma 4.2: after a questions by the algorithm, all answered, player i
   considers C(m + n - a, m) deals possible. *)
Theorem lemma_4_2 d s i : q G = m G + n G + 1 -> is_world G (d, s) ->
  no_guesses s ->
  player G i -> by_algorithm G i s -> ~~ open G i s d ->
  questions_by i s <= n G ->
  deals_number G (possible G d s i) 'C(m G + n G - questions_by i s, m G).
Proof.
move=> large W ng pi al nop few; have [/= P ex] := W.
have [un _] := shown_once sizes two large W pi al few.
have cnt := counted sizes two large W pi; rewrite (negbTE nop) addn0 in cnt.
have sz : size (seen G s i) = questions_by i s by rewrite /seen undup_id.
have none : denied_to G d s i = [::].
  rewrite /denied_to (no_denials sizes two large (incp G i) W).
  by apply/eqP; rewrite -[_ == _]negbK -has_filter; apply/hasPn => x _;
    rewrite andbF.
have := possible_number sizes two W ng pi (nothing_promised ex pi nop).
have := size_unknown two W pi; rewrite none addn0 /hidden sz => su.
have -> : size (unknown G d s i) = m G + n G - questions_by i s
  by rewrite -su addnK.
by rewrite -addnBA // -(bin_sub (leq_addr _ (m G))) addKn.
Qed.
End Lemma42.
