(* Section 3.3: how many questions player 1 needs who asks alone, and chapter 5:
   that it does not depend on the number of players whether any are enough.

   Glossary
     shown t          the cards that were shown in the list t of answered
                      questions
     least            the number of questions of section 3.3
     strategy, follows f own t
                      what to ask, by the own hand and what was heard; the
                      questions of t are those of f
     unseen own t, new_cards
                      the cards neither own nor shown; the strategy that asks
                      for the own cards and m + 1 of them *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views
  Pile Vacuum Swap.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* remark-5-independent: by Theorem 3.2, whose bound does not speak of p. *)
Theorem independent m n p q h h' : valid_sizes (MYST m n p q) ->
  partition (MYST m n p q) h -> partition (MYST m n 2 q) h' ->
  ((exists Qs, all (question_set (MYST m n p q)) Qs /\
      winning (MYST m n p q) h Qs) <->
   (exists Qs, all (question_set (MYST m n 2 q)) Qs /\
      winning (MYST m n 2 q) h' Qs)).
Proof.
move=> sz P P'; have sz' : valid_sizes (MYST m n 2 q).
  by case/and4P: sz => m1 n1 _ q1; apply/and4P.
by rewrite (theorem_3_2 sz P) (theorem_3_2 sz' P').
Qed.

Section Bounds.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (h d : deal) (Q : seq nat) (t : seq answered)
  (j k l u x y z : nat).
Notation hand := (hand G).
Notation other := (other G).
Notation fits := (fits G).

Definition shown t : seq nat := pmap (fun a : answered => omap snd a.2) t.
Lemma size_shown t : size (shown t) <= size t.
Proof. by elim: t => //= -[Q [[j x]|]] t IH //=; rewrite ltnW. Qed.
Lemma mem_shown t Q j x : (Q, Some (j, x)) \in t -> x \in shown t.
Proof.
elim: t => // a t IH; rewrite inE => /orP [/eqP <-|/IH xt] /=;
  first exact: mem_head.
by case: a => Q' [[k y]|] //=; rewrite inE xt orbT.
Qed.

(* If y, of player j, was not shown, and z, of the pile, in no question that
   would tell them apart, the two can have changed places. *)
Lemma not_known h t y z j : partition G h -> other j -> card G y -> card G z ->
  h j y -> h 0 z -> all_fit G h t -> y \notin shown t ->
  (forall Q a, (Q, a) \in t -> z \in Q ->
     if a is Some (k, _) then k <= j else false) -> ~ knows G h t.
Proof.
move=> P oj cy cz hy hz fit ny apart know; have [dis _ _ _] := P.
have [j0 j1] := other_neq oj; have Hj := other_holder oj.
have away k : holder G k -> k != 0 -> k != j -> ~~ h k y /\ ~~ h k z.
  by move=> Hk k0 kj; split; [apply: (dis j)|apply: (dis 0)]; rewrite ?holderE.
have H1 : holder G 1 by rewrite holderE (player_1 sizes) orbT.
have same : same_hand G 1 h (swap h y z).
  have [y1 z1] : ~~ h 1 y /\ ~~ h 1 z by apply: away; rewrite // eq_sym.
  by move=> x _; rewrite swap_away.
have yz : z != y by apply: contraTneq hz => ->; apply: (dis j);
  rewrite // eq_sym.
suff fit' : all_fit G (swap h y z) t.
  have := know _ (swap_partition cy cz P) same fit' z cz.
  by rewrite hz /swap /exchanged (negbTE yz) eqxx => /esym e;
    have := dis j 0 y Hj isT cy hy;
     rewrite e eq_sym j0 => /(_ isT).
have other_disjoint k Q : other k -> k != j -> disjoint h Q k ->
  disjoint (swap h y z) Q k.
  move=> ok kj /allP dk; apply/allP => x xQ; have [k0 _] := other_neq ok.
  by have [ky kz] := away k (other_holder ok) k0 kj; rewrite swap_away // dk.
move=> [Q [[k x]|]] at'; have := fit _ at'; have ap := apart _ _ at'.
  case=> ok xQ hx low; split=> //.
    have xy : x != y by apply: contraNneq ny => <-; exact: mem_shown at'.
    have xz : x != z.
      by apply: contraTneq hx => ->; apply: (dis 0);
        rewrite ?(other_holder ok) //; case: (other_neq ok).
    by rewrite /swap /exchanged (negbTE xy) (negbTE xz).
  move=> l ol lk; case: (l =P j) => [lj|/eqP lj];
    last exact: other_disjoint (low l ol lk).
  rewrite lj in lk *; have dj := allP (low j oj lk); apply/allP => u uQ.
  have uz : u != z by apply: contraTneq uQ => ->; apply/negP => /ap;
    rewrite leqNgt lk.
  have uy : u != y by apply: contraTneq uQ => ->; apply/negP => /dj; rewrite hy.
  by rewrite /swap /exchanged (negbTE uy) (negbTE uz) dj.
move=> dis'; move=> l ol; case: (l =P j) => [lj|/eqP lj];
  last exact: other_disjoint (dis' l ol).
rewrite lj; have dj := allP (dis' j oj); apply/allP => u uQ.
have uz : u != z by apply: contraTneq uQ => ->; apply/negP => /ap.
have uy : u != y by apply: contraTneq uQ => ->; apply/negP => /dj; rewrite hy.
by rewrite /swap /exchanged (negbTE uy) (negbTE uz) dj.
Qed.

(* Either all cards of the others were shown, or the questions cover
   the pile. *)
Lemma shown_or_covered h t : partition G h -> all_fit G h t -> knows G h t ->
  {subset cards_of_others G h <= shown t} \/
  {subset hand h 0 <= flatten (map fst t)}.
Proof.
move=> P fit know; case e: (all (mem (shown t)) (cards_of_others G h)).
  by left; exact/allP.
right=> z; rewrite mem_hand => /andP [hz cz]; apply/negPn/negP => nz.
have /allPn [y] := negbT e; rewrite mem_filter negb_or =>
  /andP [/andP [y0 y1] cy] ny.
have [_ ex _ _] := P; have /hasP [j jh hj] := ex y cy.
have oj : other j.
  rewrite /Vacuum.other; move: jh; rewrite -/(holder G j) holderE =>
    /orP [/eqP e0|->].
    by rewrite -e0 hj in y0.
  by apply: contraNneq y1 => <-.
apply: (not_known P oj cy cz hj hz fit ny _ know) => Q a at' zQ; case/negP: nz.
by apply/flattenP; exists Q => //; apply/mapP; exists (Q, a).
Qed.

(* The least number of questions that section 3.3 states. *)
Definition least : nat :=
  if q G <= m G then minn (n G * (p G).-1) (ceil_div (m G) (q G))
  else if q G <= m G + n G then 1 else n G.

Lemma uniq_cards_of_others h : uniq (cards_of_others G h).
Proof. by rewrite filter_uniq ?cards_uniq. Qed.

Lemma size_flatten_questions t : all (question_set G) (map fst t) ->
  size (flatten (map fst t)) = size t * q G.
Proof.
by elim: t => //= a t IH /andP [/andP [_ /eqP s] /IH e];
  rewrite size_cat s e mulSn.
Qed.

Lemma few h t : partition G h -> all (question_set G) (map fst t) ->
  all_fit G h t ->
  knows G h t -> n G * (p G).-1 <= size t \/ m G <= size t * q G.
Proof.
move=> P qs fit know; case: (shown_or_covered P fit know) => sub.
  left; rewrite -(size_cards_of_others sizes P);
    apply: leq_trans (size_shown t).
  exact: uniq_leq_size (uniq_cards_of_others h) sub.
right; have [_ _ _ <-] := P; rewrite -size_flatten_questions //.
exact: uniq_leq_size (uniq_hand _ _ _) sub.
Qed.

(* With more than m + n cards a question is never denied by all, and the last
   player alone can show the own cards. *)
Lemma last_hand h t : partition G h -> m G + n G < q G ->
  all (question_set G) (map fst t) -> all_fit G h t -> knows G h t ->
  n G <= size t.
Proof.
move=> P big /allP qs fit know; have [_ ex n11 m12] := P;
  have [m1 _ p2 _] := and4P sizes.
have pp : player G (p G) by rewrite playerE leqnn (leq_trans _ p2).
have op : other (p G) by rewrite /Vacuum.other pp gtn_eqF.
case e: (all (mem (shown t)) (hand h (p G))).
  rewrite -(n11 _ pp); apply: leq_trans (size_shown t).
  exact: uniq_leq_size (uniq_hand _ _ _) (allP e).
have /allPn [y] := negbT e; rewrite mem_hand => /andP [hy cy] ny.
have [z] : exists z, z \in hand h 0.
  have: 0 < size (hand h 0) by rewrite m12.
  by case: (hand h 0) => // z l _; exists z; exact: mem_head.
rewrite mem_hand => /andP [hz cz];
  case: (not_known P op cy cz hy hz fit ny _ know).
move=> Q [[k x]|] at' _; have f := fit _ at'.
  by case: f => /andP []; rewrite playerE => /andP [].
have Qq := qs Q (map_f fst at'); have /andP [/andP [uQ /allP cQ] /eqP sQ] := Qq.
suff sub : {subset Q <= hand h 0 ++ hand h 1}.
  have := uniq_leq_size uQ sub.
  by rewrite size_cat m12 n11 ?(player_1 sizes) // sQ leqNgt big.
move=> u uin; have cu := cQ u uin; have /hasP [k Hk hk] := ex u cu;
  rewrite mem_cat !mem_hand cu !andbT.
move: Hk; rewrite -/(holder G k) holderE => /orP [/eqP <-|pk];
  first by rewrite hk.
case: (k =P 1) => [<-|/eqP k1]; first by rewrite hk orbT.
have ok : other k by rewrite /Vacuum.other pk k1.
by have /allP /(_ u uin) := f k ok; rewrite hk.
Qed.

(* Where q = m + n + 1: to ask for the last player's cards, one by one. *)
Lemma last_player h : partition G h -> q G = m G + n G + 1 ->
  winning G h [seq forcing G h y | y <- hand h (p G)].
Proof.
move=> P qmn t tQ fit; have [dis ex _ _] := P; have [_ _ p2 _] := and4P sizes.
have pp : player G (p G) by rewrite playerE leqnn (leq_trans _ p2).
have op : other (p G) by rewrite /Vacuum.other pp gtn_eqF.
have asked_for y : y \in hand h (p G) -> (forcing G h y, Some (p G, y)) \in t.
  move=> yp; have := yp; rewrite mem_hand => /andP [hy cy].
  have := map_f (forcing G h) yp; rewrite -tQ => /mapP [[Q a] at' /= e].
  by rewrite -(forced (a := a) sizes P op cy hy) e //; exact: fit.
move=> d P' hh fit' x cx; symmetry; apply: (same_pile P' P) cx => y cy d0.
apply: contra d0 => h0; apply/(pile_or_player P' cy) => j pj.
case: (j =P 1) => [->|/eqP j1].
  by rewrite -hh //; apply: (dis 0); rewrite ?holderE ?(player_1 sizes) ?orbT.
have oj : other j by rewrite /Vacuum.other pj j1.
case: (j =P p G) => [->|/eqP jp]; last first.
  have [y' y'p] : exists y', y' \in hand h (p G).
    have [_ _ n11 _] := P; have [_ n1 _ _] := and4P sizes.
    have: 0 < size (hand h (p G)) by rewrite n11.
    by case: (hand h (p G)) => // y' l _; exists y'; exact: mem_head.
  have [_ _ _ low] := fit' _ (asked_for y' y'p); apply: (allP (low j oj _)).
    by move: pj; rewrite playerE => /andP [_ le]; rewrite ltn_neqAle jp.
  rewrite /forcing qmn addn1 /= take_oversize ?inE ?mem_cat ?mem_hand ?h0 ?cy
    ?orbT //.
  by have [_ _ n11 m12] := P; rewrite size_cat m12 n11 ?(player_1 sizes).
apply/negP => dp; have [_ _ n11 _] := P; have [_ _ n11' _] := P'.
have sub : {subset hand h (p G) <= hand d (p G)}.
  move=> u up; have [_ _ du _] := fit' _ (asked_for u up).
  by move: up; rewrite !mem_hand du => /andP [_ ->].
have le : size (hand d (p G)) <= size (hand h (p G)) by rewrite n11 // n11'.
have [_ eq] := uniq_min_size (uniq_hand _ _ _) sub le.
have := eq y; rewrite !mem_hand dp cy !andbT => hp.
have Hp : holder G (p G) by rewrite holderE pp orbT.
by have := dis 0 (p G) y isT Hp cy h0; rewrite hp gtn_eqF ?(ltnW p2) // =>
  /(_ isT).
Qed.

(* bound-3.3-lower: no questions tell player 1 the pile that are fewer, whatever
   is shown; and there are as many that tell it, whatever is shown. *)
Theorem bound_3_3_lower h : partition G h -> 1 <= q G <= m G + n G + 1 ->
  (forall t, all (question_set G) (map fst t) -> all_fit G h t -> knows G h t ->
     least <= size t) /\
  exists Qs, [/\ size Qs = least, all (question_set G) Qs & winning G h Qs].
Proof.
move=> P /andP [q0 qmn]; have [m1 n1 p2 _] := and4P sizes.
have [_ _ n11 m12] := P; rewrite /least; case: (leqP (q G) (m G)) => qm.
  split=> [t qs fit know|].
    rewrite geq_min; case: (few P qs fit know) => [-> //|le].
    by apply/orP; right;
      rewrite /ceil_div -ltnS ltn_divLR // mulSn -addnS prednK // addnC
      leq_add2l.
  case: (leqP (n G * (p G).-1) (ceil_div (m G) (q G))) => _.
    have qq : 1 <= q G <= m G + n G + 1 by rewrite q0.
    have [] := bound_3_3_upper sizes P qq; set Qs := map _ _ => s a w;
      by exists Qs.
  exists [seq printed_question G h i | i <- iota 0 (ceil_div (m G) (q G))].
  rewrite size_map size_iota; split=> //; last exact: lemma_3_1.
  by apply/allP => Q /mapP [i _ ->]; exact: printed_question_set.
case: (leqP (q G) (m G + n G)) => qn.
  split=> [t qs fit know|]; last first.
    have qq : m G < q G <= m G + n G by rewrite qm.
    by have [sQ w] := lemma_3_2 sizes P qq;
      exists [:: hand h 0 ++ take (q G - m G) (hand h 1)]; rewrite /= sQ.
  case: t qs fit know => // qs fit know; case: (few P qs fit know).
    have p1 : 0 < (p G).-1 by rewrite -ltnS prednK // ltnW.
    by rewrite leqNgt muln_gt0 n1 p1.
  by rewrite mul0n leqNgt m1.
have qe : q G = m G + n G + 1 by apply/eqP; rewrite eqn_leq qmn addn1.
have pp : player G (p G) by rewrite playerE leqnn (leq_trans _ p2).
have op : other (p G) by rewrite /Vacuum.other pp gtn_eqF.
split=> [t qs fit know|]; first exact: last_hand qn qs fit know.
exists [seq forcing G h y | y <- hand h (p G)]; rewrite size_map n11 //;
  split=> //.
  apply/allP => Q /mapP [y]; rewrite mem_hand => /andP [hy cy] ->.
  by apply: forcing_question op cy hy; rewrite // q0.
exact: last_player.
Qed.

(* bound-3.3-optimal: a strategy says what to ask after what was heard, the last
   first. With own cards and m + 1 cards that were not seen the other has to
   show a new one. *)
Definition strategy := seq nat -> seq answered -> seq nat.
Fixpoint follows (f : strategy) (own : seq nat) t : Prop :=
  if t is (Q, _) :: t' then Q = f own t' /\ follows f own t' else True.

Definition unseen (own : seq nat) t : seq nat :=
  [seq x <- cards G | (x \notin own) && (x \notin shown t)].
Definition new_cards : strategy :=
  fun own t => own ++ take (m G).+1 (unseen own t).

Lemma one_new h t a : p G = 2 -> partition G h ->
  let Q := new_cards (hand h 1) t in m G < size (unseen (hand h 1) t) ->
  fits h (Q, a) -> exists2 y, a = Some (2, y) & (y \in hand h 2) &&
  (y \notin shown t).
Proof.
move=> two P Q many; have [dis ex n11 m12] := P.
have H12 : holder G 1 /\ holder G 2 by rewrite !holderE !playerE two.
have in_new u : u \in take (m G).+1 (unseen (hand h 1) t) ->
    [/\ card G u, ~~ h 1 u & u \notin shown t].
  move=> /mem_take; rewrite mem_filter mem_hand => /andP [/andP [n1 ns] cu].
  by split=> //; move: n1; rewrite -/(card G u) in cu;
    rewrite [card G u]cu andbT.
have two_is j : other j -> j = 2.
  by rewrite /Vacuum.other /player /players two !inE => /andP [/orP [] /eqP ->].
case: a => [[j x] [oj xQ hx _]|none].
  rewrite (two_is j oj) in hx *; exists x => //.
  move: xQ; rewrite mem_cat => /orP [|/in_new [cx _ ns]];
    last by rewrite mem_hand hx cx.
  rewrite mem_hand => /andP [h1 cx]; have := dis 1 2 x H12.1 H12.2 cx h1 isT.
  by rewrite hx.
have o2 : other 2 by rewrite /Vacuum.other playerE two.
have sub : {subset take (m G).+1 (unseen (hand h 1) t) <= hand h 0}.
  move=> u uin; have [cu n1 _] := in_new u uin; rewrite mem_hand cu andbT.
  apply/(pile_or_player P cu) => k; rewrite /player /players two !inE =>
    /orP [] /eqP -> //.
  by apply: (allP (none 2 o2)); rewrite mem_cat uin orbT.
have un : uniq (take (m G).+1 (unseen (hand h 1) t))
  by rewrite take_uniq ?filter_uniq ?cards_uniq.
by have := uniq_leq_size un sub; rewrite m12 size_takel // ltnn.
Qed.

(* Each question shows a new card of the other's. *)
Lemma all_new h t : p G = 2 -> partition G h ->
  follows new_cards (hand h 1) t ->
  all_fit G h t -> size t <= n G ->
  [/\ uniq (shown t), size (shown t) = size t, {subset shown t <= hand h 2} &
      all (question_set G) (map fst t) || (q G != m G + n G + 1)].
Proof.
move=> two P; have [dis _ n11 m12] := P.
have H12 : holder G 1 /\ holder G 2 by rewrite !holderE !playerE two.
have p1 : player G 1 by rewrite playerE two.
elim: t => [|[Q a] t IH] //= [-> fol] fit st.
have [un sz sub qs] := IH fol (fun b bt => fit b (mem_behead (s := _ :: t) bt))
  (ltnW st).
have many : m G < size (unseen (hand h 1) t).
  have un2 : uniq (hand h 1 ++ shown t).
    rewrite cat_uniq uniq_hand un andbT; apply/hasPn => u us; have := sub u us.
    rewrite mem_hand => /andP [u2 cu]; change (u \notin hand h 1);
      rewrite mem_hand cu andbT.
    exact: (dis 2 1 u H12.2 H12.1).
  pose seen u := (u \in hand h 1) || (u \in shown t).
  have := count_predC seen (cards G); have ->
    : count seen (cards G) = n G + size t.
    rewrite -(n11 1 p1) -sz -size_cat -size_filter;
      apply/perm_size/uniq_perm => //.
      by rewrite filter_uniq ?cards_uniq.
    move=> u; rewrite mem_filter /seen -mem_cat; apply/andP/idP => [[]|uin] //;
      split=> //.
    by move: uin; rewrite mem_cat mem_hand => /orP [/andP [] //|/sub];
      rewrite mem_hand => /andP [].
  rewrite /unseen size_filter (eq_count (a2 := predC seen)); last first.
    by move=> u; rewrite /= /seen negb_or.
  rewrite size_iota /deck_size two muln2 -addnn => e.
  by rewrite -(ltn_add2l (n G + size t)) e [n G + size t + m G]addnC !ltn_add2l.
have [y ea /andP [y2 ny]] := one_new two P many (fit _ (mem_head _ _)).
rewrite {}ea /=; split; rewrite ?ny ?sz //.
  by move=> u; rewrite inE => /orP [/eqP -> //|]; exact: sub.
case: (q G =P m G + n G + 1) => [qe|_]; last by rewrite orbT.
move: qs; rewrite qe eqxx /= !orbF => ->;
  rewrite andbT /question_set /card_set.
rewrite qe size_cat n11 // size_takel // addnS addn1 [n G + _]addnC eqxx andbT.
rewrite cat_uniq uniq_hand take_uniq ?filter_uniq ?cards_uniq //= andbT;
  apply/andP; split.
  by apply/hasPn => u /mem_take; rewrite mem_filter => /andP [/andP []].
by apply/allP => u; rewrite mem_cat => /orP [|/mem_take];
  rewrite ?mem_hand ?mem_filter => /andP [].
Qed.

Theorem bound_3_3_optimal : p G = 2 -> q G = m G + n G + 1 -> exists f,
  forall h, partition G h ->
  (forall t, follows f (hand h 1) t -> all_fit G h t -> size t <= n G ->
     all (question_set G) (map fst t)) /\
  (forall t, follows f (hand h 1) t -> all_fit G h t -> size t = n G ->
     knows G h t) /\
  (forall t, all (question_set G) (map fst t) -> all_fit G h t -> knows G h t ->
     n G <= size t).
Proof.
move=> two qe; exists new_cards => h P; have [_ ex n11 _] := P.
have p2 : player G 2 by rewrite playerE two.
split=> [t fol fit st|]; last split=> [t fol fit st|t qs fit know].
- by have [_ _ _] := all_new two P fol fit st; rewrite qe eqxx orbF.
- have le : size t <= n G by rewrite st.
  have [un sz sub _] := all_new two P fol fit le.
  have le2 : size (hand h 2) <= size (shown t) by rewrite n11 // sz st.
  have [_ eq] := uniq_min_size un sub le2; apply: (indirect sizes P) =>
    y cy y0 y1.
  have y2 : y \in hand h 2.
    rewrite mem_hand cy andbT; have /hasP [k] := ex y cy;
      rewrite /holders /players two !inE.
    by case/or3P => /eqP -> // hy; [rewrite hy in y0|rewrite hy in y1].
  move: y2; rewrite -eq => {eq le2 sub un sz fol fit st le}.
  elim: t => //= [[Q [[j x]|]] t IH] /=;
    last by case/IH => Q' [j at']; exists Q', j; rewrite inE at' orbT.
  rewrite inE => /orP [/eqP ->|/IH [Q' [j' at']]];
    first by exists Q, j; rewrite mem_head.
  by exists Q', j'; rewrite inE at' orbT.
- by apply: (last_hand P) => //; rewrite qe addn1.
Qed.

End Bounds.
