(* Section 4.1, its end: direct questions, and the algorithm extended to more
   players and to smaller q, where player 1 asks alone, as in section 3.3.

   Glossary
     located t k x    player 1, who has heard t, knows that k has x
     useful t Q       Q has no card known to be an opponent's, and one of
                      which player 1 does not know the holder
     useful_run t     all questions of t were useful
     found t x        x was shown, or was in a question that all have denied
     not_own          the cards that player 1 does not have *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Vacuum Swap.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Extension.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (d : deal) (Q : seq nat) (t : seq answered) (j k x y z : nat).
Notation hand := (hand G).
Notation other := (other G).

Lemma not_pile d k x : partition G d -> other k -> card G x -> d k x ->
  d 0 x = false.
Proof.
case=> dis _ _ _ ok cx kx; have [k0 _] := other_neq ok.
by apply: negbTE; apply: (dis k) => //; [exact: other_holder|rewrite eq_sym].
Qed.

(* remark-4.1-direct: with q <= m + n some question names a card of the pile and
   is denied by all. *)
Theorem direct_question d : partition G d -> q G <= m G + n G -> exists Q,
  [/\ question_set G Q, has (d 0) Q &
      forall j x, player G j -> x \in Q -> d j x -> j = 1].
Proof.
move=> P qmn; have [dis _ n11 m12] := P; have [m1 _ _ q1] := and4P sizes.
have H1 : holder G 1 by rewrite holderE player_1.
have sz : size (hand d 0 ++ hand d 1) = m G + n G
  by rewrite size_cat m12 n11 ?player_1.
have un : uniq (hand d 0 ++ hand d 1).
  rewrite cat_uniq !uniq_hand andbT; apply/hasPn => x;
    rewrite [in X in X -> _]mem_hand => /andP [x1 cx].
  apply/negP; rewrite /= mem_hand => /andP [x0 _].
  exact: (negP (dis 0 1 x isT H1 cx x0 isT) x1).
exists (take (q G) (hand d 0 ++ hand d 1)); split.
- rewrite /question_set /card_set take_uniq // size_takel
    ?sz // eqxx andbT.
  by apply/allP => x /mem_take; rewrite mem_cat !mem_hand => /orP [] /andP [].
- apply/hasP; move: (m1); rewrite -m12; case e: (hand d 0) => [|x l] // _.
  have: x \in hand d 0 by rewrite e mem_head.
  by rewrite mem_hand => /andP [x0 _]; exists x;
    rewrite // -(prednK q1) mem_head.
- move=> j x pj /mem_take; rewrite mem_cat !mem_hand => xin jx; apply/eqP.
  have Hj : holder G j by rewrite holderE pj orbT.
  case/orP: xin => /andP [kx cx]; apply/eqP; last first.
    exact: (one_holder P Hj H1 cx jx kx).
  have e := one_holder P Hj (k := 0) isT cx jx kx.
  by have := player_gt0 pj; rewrite e.
Qed.

(* Only then: with q > m + n every question names a card of an opponent's. *)
Theorem no_direct_question d Q : partition G d -> m G + n G < q G ->
  question_set G Q ->
  exists j x, [/\ other j, x \in Q & d j x].
Proof.
move=> P big /andP [/andP [uQ /allP cQ] /eqP sQ]; have [_ ex n11 m12] := P.
have /allPn [x xQ nx] : ~~ all (mem (hand d 0 ++ hand d 1)) Q.
  apply/negP => /allP sub; have := uniq_leq_size uQ sub.
  by rewrite size_cat m12 n11 ?player_1 // sQ leqNgt big.
have nx' : x \notin hand d 0 ++ hand d 1 := nx; have cx := cQ x xQ.
rewrite mem_cat !mem_hand cx !andbT negb_or in nx'; case/andP: nx' => x0 x1.
have /hasP [k Hk kx] := ex x cx; exists k, x; split=> //; move: Hk.
rewrite -/(holder G k) holderE /Vacuum.other => /orP [/eqP e|->];
  first by rewrite -e kx in x0.
by apply: contraNneq x1 => <-.
Qed.

Variable h : deal.
Hypothesis P : partition G h.

(* Player 1, who has heard t, knows that k has x. *)
Definition located t k x : Prop := forall d,
  partition G d -> same_hand G 1 h d -> all_fit G d t -> d k x.

(* Useful is a question without cards known to be an opponent's, and with a card
   of which player 1 does not know the holder. *)
Definition useful t Q : Prop := [/\ question_set G Q,
  forall j x, other j -> x \in Q -> ~ located t j x &
  exists2 x, x \in Q & forall k, holder G k -> ~ located t k x].
Fixpoint useful_run t : Prop :=
  if t is (Q, _) :: t' then useful_run t' /\ useful t' Q else True.

Lemma fit_cons d a t : all_fit G d (a :: t) -> fits G d a /\ all_fit G d t.
Proof. by move=> f; split=> [|b bt]; apply: f; rewrite inE ?eqxx ?bt ?orbT. Qed.

(* Cards that were shown, and open cards of questions that all have denied. *)
Definition found t x : Prop :=
  (exists Q j, (Q, Some (j, x)) \in t) \/
  (exists2 Q, (Q, None) \in t & x \in Q).

Lemma found_located t x : card G x -> ~~ h 1 x -> found t x -> all_fit G h t ->
  exists2 k, located t k x & k == 0 \/ other k.
Proof.
move=> cx x1 [[Q [j at_]]|[Q at_ xQ]] fit.
  by exists j; [move=> d _ _ /(_ _ at_) []|right; case: (fit _ at_)].
exists 0; last by left.
move=> d Pd hh /(_ _ at_) none; apply/(pile_or_player Pd cx) => j pj.
case: (j =P 1) => [->|/eqP j1]; first by rewrite -hh.
by have /allP := none j (introT andP (conj pj j1)); exact.
Qed.

Lemma located_here t k x : all_fit G h t -> located t k x -> h k x.
Proof. by move=> fit; exact. Qed.

(* Each useful question locates a card anew: one that is shown, or if all deny
   its open cards, which are in the pile then. *)
Lemma locates t Q a : all_fit G h ((Q, a) :: t) -> useful t Q ->
  exists x, [/\ card G x, ~~ h 1 x, found ((Q, a) :: t) x & ~ found t x].
Proof.
move=> /fit_cons [fit fits_t] [/andP [/andP [_ /allP cQ] _] new [y yQ open]].
case: a fit => [[j x] [oj xQ jx _]|none].
  have cx := cQ x xQ; have [j0 j1] := other_neq oj; have Hj := other_holder oj.
  have x1 : ~~ h 1 x.
    by apply: contra j1 => x1; rewrite (one_holder P Hj _ cx jx x1) ?holderE
      ?player_1 ?orbT.
  exists x; split=> //; first by left; exists Q, j; exact: mem_head.
  move=> fx; have [k lk [/eqP e|ok]] := found_located cx x1 fx fits_t;
    last exact: new ok xQ lk.
  by have kx := located_here fits_t lk; rewrite e in kx;
    have e' := one_holder P Hj (k := 0) isT cx jx kx; rewrite e' in j0.
have cy := cQ y yQ; have y1 : ~~ h 1 y.
  apply/negP => y1; apply: (open 1); first by rewrite holderE player_1 ?orbT.
  by move=> d _ hh _; rewrite -hh.
exists y; split=> //; first by right; exists Q; rewrite ?mem_head.
move=> fy; have [k lk k0] := found_located cy y1 fy fits_t;
  apply: (open k _ lk).
by case: k0 => [/eqP ->|/other_holder].
Qed.

(* remark-4.1-extension: with q = m + n + 1 somebody shows a card, and where it
   is was not known before. *)
Theorem card_located t Q a : q G = m G + n G + 1 -> all_fit G h ((Q, a) :: t) ->
  useful t Q -> exists j x, [/\ a = Some (j, x), other j,
    located ((Q, a) :: t) j x & forall k, holder G k -> ~ located t k x].
Proof.
move=> large fit u; have [fa ft] := fit_cons fit; case: (u) => Qs new _.
have big : m G + n G < q G by rewrite large addn1.
case: a fa fit => [[j x] fa fit|none]; last first.
  have [j [x [oj xQ jx]]] := no_direct_question P big Qs.
  by have /allP /(_ x xQ) := none j oj; rewrite jx.
case: fa => oj xQ jx _; exists j, x;
  split=> // [d _ _ /(_ _ (mem_head _ _)) [] //|k Hk lk].
have cx : card G x by case/andP: Qs => /andP [_ /allP cQ] _; exact: cQ.
apply: (new j x oj xQ); have := located_here ft lk => kx.
by rewrite (one_holder P (other_holder oj) Hk cx jx kx).
Qed.

Lemma found_cards t : all_fit G h t -> useful_run t -> exists W,
  [/\ uniq W, size W = size t & forall x, x \in W ->
    [/\ card G x, ~~ h 1 x & found t x]].
Proof.
elim: t => [|[Q a] t IH] fit /=; first by exists [::].
have [_ ft] := fit_cons fit; case=> /(IH ft) [W [uW sW inW]] u.
have [x [cx x1 fx nf]] := locates fit u; exists (x :: W);
  rewrite /= sW uW andbT.
split=> // [|y]; first by apply/negP => /inW [_ _].
rewrite inE => /orP [/eqP -> //|/inW [cy y1 [[Q' [j at_]]|[Q' at_ yQ]]]];
  split=> //.
  by left; exists Q', j; rewrite inE at_ orbT.
by right; exists Q'; rewrite // inE at_ orbT.
Qed.

Definition not_own : seq nat := filter (fun x => ~~ h 1 x) (cards G).
Lemma size_not_own : size not_own = n G * (p G).-1 + m G.
Proof.
have := count_predC (h 1) (cards G); case: (P) => _ _ n11 _.
rewrite size_iota /deck_size -{1}(prednK (n := p G));
  last by apply: leq_trans (two_players sizes).
by rewrite mulnS addnCA -size_filter -/(hand h 1) n11 ?player_1 // -size_filter
  => /addnI ->; rewrite addnC.
Qed.

(* bound-4.1-upper: n (p - 1) + m - 1 useful questions are enough: of the cards
   that are not own the last is known by elimination. *)
Theorem bound_4_1_upper t : all_fit G h t -> useful_run t ->
  n G * (p G).-1 + m G - 1 <= size t -> knows G h t.
Proof.
have H1 : holder G 1 by rewrite holderE player_1.
move=> fit run enough d Pd hh fitd; have [W [uW sW inW]] := found_cards fit run.
have same x : card G x -> x \in W \/ h 1 x -> h 0 x = d 0 x.
  move=> cx [/inW [_ x1 fx]|x1].
    have [k lk k0] := found_located cx x1 fx fit; have dk := lk d Pd hh fitd.
    have hk := located_here fit lk; case: k0 => [/eqP e|ok];
      first by rewrite e in dk hk; rewrite dk hk.
    by rewrite (not_pile P ok cx hk) (not_pile Pd ok cx dk).
  have d1 : d 1 x by rewrite -hh.
  by case: (P) (Pd) => dis _ _ _ [dis' _ _ _];
    rewrite (negbTE (dis 1 0 x H1 isT cx x1 isT))
     (negbTE (dis' 1 0 x H1 isT cx d1 isT)).
have few x y : x \in not_own -> y \in not_own -> x \notin W ->
  y \notin W -> x = y.
  move=> xU yU xW yW; apply/eqP; apply: contraT => ne.
  have un : uniq [:: x, y & W] by rewrite /= inE negb_or ne xW yW.
  have sub : {subset [:: x, y & W] <= not_own}.
    by move=> z; rewrite !inE => /or3P [/eqP ->|/eqP ->|/inW [cz z1 _]] //;
      rewrite mem_filter z1.
  have := uniq_leq_size un sub; rewrite size_not_own /= sW ltnNge => /negP [].
  by rewrite -add1n -leq_subLR.
have differ y : card G y -> h 0 y != d 0 y -> y \in not_own /\ y \notin W.
  move=> cy ne; split; first rewrite mem_filter andbC [_ \in _]cy.
    by apply: contraNN ne => y1; apply/eqP/(same y cy); right.
  by apply: contraNN ne => yW; apply/eqP/(same y cy); left.
move=> x cx; apply/eqP; apply: contraT => ne; have [xU xW] := differ x cx ne.
have rest y : card G y -> y != x -> h 0 y = d 0 y.
  move=> cy yx; apply/eqP; apply: contraT => /(differ y cy) [yU yW].
  by rewrite (few y x) ?eqxx in yx.
suff e : h 0 x = d 0 x by rewrite e eqxx in ne. case: (boolP (h 0 x)) => hx.
  by rewrite -hx; apply: (same_pile P Pd) cx => y cy ny; rewrite -rest //;
    apply: contraNneq ny => ->.
rewrite -(negbTE hx); symmetry; apply: (same_pile Pd P) cx => y cy;
  apply: contra => hy.
by rewrite -rest //; apply: contraTneq hy => ->.
Qed.

Lemma run_questions t Q a : useful_run t -> (Q, a) \in t -> question_set G Q.
Proof.
elim: t => //= [[Q' a'] t IH] [run [Qs _ _]]; rewrite inE =>
  /orP [/eqP [-> _] //|]. exact: IH.
Qed.

(* remark-4.1-extension: with q = m + n + 1, n (p - 1) are enough. *)
Theorem extension t : q G = m G + n G + 1 -> all_fit G h t -> useful_run t ->
  n G * (p G).-1 <= size t -> knows G h t.
Proof.
move=> large fit run enough; have [W [uW sW inW]] := found_cards fit run.
have shown x : x \in W -> exists Q j, (Q, Some (j, x)) \in t.
  case/inW => cx x1 [//|[Q at_ xQ]]; have big : m G + n G < q G
    by rewrite large addn1.
  have [j [y [oj yQ jy]]] := no_direct_question P big (run_questions run at_).
  by have /allP /(_ y yQ) := fit _ at_ j oj; rewrite jy.
have sub : {subset W <= cards_of_others G h}.
  move=> x xW; have [cx x1 _] := inW x xW;
    rewrite mem_filter [_ \in cards G]cx andbT negb_or x1 andbT.
  by have [Q [j /fit [oj _ jx _]]] := shown x xW; rewrite (not_pile P oj cx jx).
have le : size (cards_of_others G h) <= size W
  by rewrite size_cards_of_others // sW.
have [_ eqW] := uniq_min_size uW sub le.
apply: indirect => // y cy y0 y1; apply: shown;
  rewrite eqW mem_filter negb_or y0 y1. exact: cy.
Qed.
End Extension.
