(* Section 3.3: Theorem 3.2 for a player who does not know the deal. Player 1,
   who asks alone, has a strategy that finds out the pile, whatever cards are
   shown, if and only if 1 <= q <= m + n + 1 (theorem_3_2_unknown); with it m
   + n (p - 1) questions are enough (finds_out). In Vacuum.v and Swap.v the
   questions may be chosen by who knows the deal.

   Glossary
     asking           the next question, as a function of the own hand and of
                      the answered questions, the latest first; None when
                      player 1 asks no more
     played h f t     the questions of t are those of f, and the answers fit
                      the deal h
     finds f K        f puts questions, K at most; then player 1 knows the
                      pile
     shown_in t, denied_in t
                      the cards that were shown, and those that all have
                      denied
     open H t         all other cards, without the own hand H
     ask_open         the strategy: ask for an open card, and for none that
                      was shown *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge.
From Myst Require Import Vacuum Swap Deals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Asking.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (h : deal) (Q H : seq nat) (t : seq answered) (x y : nat).
Notation hand := (Partition.hand G).

Definition asking := seq nat -> seq answered -> option (seq nat).
Implicit Types (f : asking).

Fixpoint played h f t : Prop :=
  if t is (Q, a) :: t' then
    [/\ played h f t', f (hand h 1) t' = Some Q & fits G h (Q, a)]
  else True.
Definition finds f (K : nat) : Prop := forall h t,
  partition G h -> played h f t ->
  size t <= K /\
  (if f (hand h 1) t is Some Q then question_set G Q : Prop else knows G h t).

Definition shown_in t : seq nat :=
  pmap (fun a : answered => if a.2 is Some (_, x) then Some x else None) t.
Definition denied_in t : seq nat :=
  flatten [seq (if a.2 is None then a.1 else [::]) | a : answered <- t].
Definition open H t : seq nat :=
  [seq x <- cards G | x \notin shown_in t ++ H ++ denied_in t].
Definition ask_open : asking := fun H t =>
  if (size (undup (shown_in t)) == n G * (p G).-1) || (open H t == [::]) then
    None
  else let y := head 0 (open H t) in
    let L := y :: [seq x <- cards G | (x \notin shown_in t) && (x != y)] in
    Some [seq x <- cards G | x \in take (q G) L].

Lemma played_fit h f t : played h f t -> all_fit G h t.
Proof.
elim: t => [//|[Q a] t IH] /= [/IH fit _ ok] b;
  rewrite inE => /orP [/eqP -> //|].
exact: fit.
Qed.

Section OneDeal.
Variables (h : deal) (t : seq answered).
Hypothesis P : partition G h.
Hypothesis cardsQ : forall Q a, (Q, a) \in t -> all (card G) Q.
Hypothesis fit : all_fit G h t.
Notation H := (hand h 1).

Lemma in_shown x : reflect (exists Q j, (Q, Some (j,
  x)) \in t) (x \in shown_in t).
Proof.
rewrite mem_pmap; apply: (iffP mapP) => [[[Q [[j y]|]] at' //= [->]]|[Q [j
  at']]].
  by exists Q, j.
by exists (Q, Some (j, x)).
Qed.

Lemma shown_of_others x : x \in shown_in t -> x \in cards_of_others G h.
Proof.
case/in_shown => Q [j at']; have [oj xQ hx _] := fit at'.
have cx := allP (cardsQ at') x xQ; rewrite mem_filter [_ \in cards G]cx andbT.
by apply: contraL hx; exact: (own_or_pile sizes P oj cx).
Qed.

Lemma few_shown : size (undup (shown_in t)) <= n G * (p G).-1.
Proof.
rewrite -(size_cards_of_others sizes P); apply: uniq_leq_size (undup_uniq _) _
  => x.
by rewrite mem_undup; exact: shown_of_others.
Qed.

Lemma denied_of_none x k : x \in denied_in t -> other G k -> ~~ h k x.
Proof.
case/flatten_mapP => -[Q [b|]] at' //= xQ ok.
have dis : forall j, other G j -> disjoint h Q j by exact: fit at'.
by have /allP /(_ x xQ) := dis k ok.
Qed.

Lemma holder_of_other x : x \in cards_of_others G h -> exists2 k,
  other G k & h k x.
Proof.
rewrite mem_filter negb_or => /andP [/andP [h0 h1] cx]; case: (P) => _ ex _ _.
have /hasP [k Hk hk] := ex x cx; exists k => //; move: Hk.
rewrite -/(holder G k) holderE /other => /orP [/eqP e|->];
  first by rewrite -e hk in h0.
by apply: contraNneq h1 => <-.
Qed.

(* When nothing is asked any more, player 1 knows the pile. *)
Lemma stops_knowing : ask_open H t = None -> knows G h t.
Proof.
rewrite /ask_open; case: ifP => // stop _; apply: indirect => // y cy h0 h1.
have yo : y \in cards_of_others G h by rewrite mem_filter negb_or h0 h1.
apply/in_shown; case/orP: stop => [/eqP all_shown|/eqP none].
  have sub : {subset undup (shown_in t) <= cards_of_others G h}.
    by move=> x; rewrite mem_undup; exact: shown_of_others.
  have [|_ e] := uniq_min_size (undup_uniq _) sub.
    by rewrite all_shown (size_cards_of_others sizes P).
  by rewrite -mem_undup e.
apply: contraT => ns; have : y \in open H t; last by rewrite none.
have [k ok hk] := holder_of_other yo.
rewrite mem_filter [_ \in cards G]cy andbT !mem_cat !negb_or ns mem_hand (negbTE
  h1) /=.
by apply: contraL hk => /denied_of_none; apply.
Qed.

(* Else a question is put. *)
Lemma puts_question Q : q G <= m G + n G + 1 -> ask_open H t = Some Q ->
  [/\ question_set G Q, {in Q, forall x, x \notin shown_in t} &
      exists2 y, y \in Q & y \in open H t].
Proof.
move=> small; have [_ n1 _ q1] := and4P sizes; rewrite /ask_open.
case: ifP => // /negbT; rewrite negb_or => /andP [nn op] [<-].
have lt : size (undup (shown_in t)) < n G * (p G).-1 by rewrite ltn_neqAle nn
  few_shown.
set y := head 0 _; have yo : y \in open H t.
  by move: op; rewrite /y; case: (open H t) => // z l _; rewrite mem_head.
have := yo; rewrite mem_filter mem_cat negb_or => /andP [/andP [ys _] cy].
set L := y :: _; have uL : uniq L.
  by rewrite /= mem_filter eqxx andbF filter_uniq ?cards_uniq.
have sub : {subset L <= cards G}.
  by move=> x; rewrite inE mem_filter => /orP [/eqP ->|/andP []].
have sL : q G <= size L.
  pose l := [seq x <- cards G | x \notin shown_in t].
  have yl : y \in l by rewrite mem_filter ys.
  have -> : L = y :: rem y l.
    rewrite rem_filter ?filter_uniq ?cards_uniq // -filter_predI; congr cons.
    by apply: eq_filter => x /=; rewrite andbC.
  rewrite /= size_rem // prednK; last by case: (l) yl.
  have := count_predC (mem (shown_in t)) (cards G).
  have -> : count (mem (shown_in t)) (cards G) = size (undup (shown_in t)).
    rewrite -size_filter; apply/perm_size/uniq_perm; rewrite ?undup_uniq //.
      by rewrite filter_uniq ?cards_uniq.
    move=> x; rewrite mem_filter mem_undup /=; case xs: (x \in _) => //=.
    by have := shown_of_others xs; rewrite mem_filter => /andP [].
  rewrite size_iota /deck_size => e; rewrite size_filter;
    apply: leq_trans small _.
  rewrite -(leq_add2l (size (undup (shown_in t)))) e.
  have p0 : 0 < p G by apply: leq_trans (two_players sizes).
  have -> : m G + n G * p G = n G * (p G).-1 + (m G + n G).
    by rewrite -{1}(prednK p0) mulnS [n G + _]addnC addnCA.
  by rewrite addn1 addnS -addSn leq_add2r.
have inT x : (x \in [seq x <- cards G | x \in take (q G) L]) = (x \in take (q G)
  L).
  by rewrite mem_filter; case xT: (x \in take _ _);
    rewrite //= sub ?(mem_take xT).
split.
- rewrite /question_set /card_set filter_uniq ?cards_uniq //=; apply/andP;
    split.
    by apply/allP => x; rewrite mem_filter => /andP [].
  apply/eqP; rewrite -[RHS](size_takel sL); apply/perm_size/uniq_perm.
  + by rewrite filter_uniq ?cards_uniq.
  + by rewrite take_uniq.
  + exact: inT.
- move=> x xin; have : x \in take (q G) L by rewrite -inT.
  move/mem_take; rewrite inE mem_filter.
  by case/orP => [/eqP ->|/andP [/andP []]].
- by exists y; rewrite // inT -(prednK q1) mem_head.
Qed.
End OneDeal.

Lemma mem_three (A B C : seq nat) x :
  (x \in A ++ B ++ C) = [|| x \in A, x \in B | x \in C].
Proof. by rewrite !mem_cat. Qed.

Lemma shown_cons b t x : x \in shown_in t -> x \in shown_in (b :: t).
Proof. by rewrite /shown_in; case: b => Q [[j y]|] //=;
  rewrite inE orbC => ->. Qed.

Lemma denied_cons b t x : x \in denied_in t -> x \in denied_in (b :: t).
Proof. by rewrite /denied_in /= mem_cat orbC => ->. Qed.

Lemma denied_now Q t x : x \in Q -> x \in denied_in ((Q, None) :: t).
Proof. by rewrite /denied_in /= mem_cat => ->. Qed.

(* Each answer leaves fewer cards open. *)
Lemma open_smaller h t Q a : partition G h ->
  (forall Q' b, (Q', b) \in t -> all (card G) Q') -> all_fit G h t ->
  q G <= m G + n G + 1 ->
  ask_open (hand h 1) t = Some Q -> fits G h (Q, a) ->
  size (open (hand h 1) ((Q, a) :: t)) < size (open (hand h 1) t).
Proof.
move=> P cQ fit small ask ok; set H := hand h 1.
have [Qs ns [y yQ yo]] := puts_question P cQ fit small ask.
have sub x : x \in shown_in t ++ H ++ denied_in t ->
    x \in shown_in ((Q, a) :: t) ++ H ++ denied_in ((Q, a) :: t).
  rewrite (mem_three (shown_in t)) (mem_three (shown_in (_ :: _))).
  case/or3P => [/(shown_cons (Q, a)) ->|->|/(denied_cons (Q, a)) ->] //;
  by rewrite !orbT.
have sub_open : {subset open H ((Q, a) :: t) <= open H t}.
  move=> x; rewrite !mem_filter => /andP [nx ->]; rewrite andbT.
  by apply: contra nx; exact: sub.
have [z zo zn] : exists2 z, z \in open H t &
    z \in shown_in ((Q, a) :: t) ++ H ++ denied_in ((Q, a) :: t).
  case: a ok {sub sub_open} => [[j x]|] ok.
    case: ok => oj xQ hx _; exists x; last by rewrite mem_three mem_head.
    have /andP [/andP [_ /allP cx] _] := Qs.
    rewrite mem_filter [_ \in cards G]cx // andbT !mem_cat !negb_or (ns x xQ)
      /=.
    apply/andP; split; last by apply: contraL hx => /(denied_of_none fit);
      apply.
    rewrite mem_hand; apply/negP => /andP [h1 _].
    by have := own_or_pile sizes P oj (cx x xQ); rewrite h1 orbT hx => /(_ isT).
  by exists y; rewrite // mem_three (denied_now _ yQ) !orbT.
have un l : uniq [seq x <- cards G | x \notin l]
  by rewrite filter_uniq ?cards_uniq.
apply: (@uniq_leq_size _ (z :: open H ((Q, a) :: t))) => [|x].
  by rewrite /= un andbT mem_filter zn.
by rewrite inE => /orP [/eqP -> //|]; exact: sub_open.
Qed.

Lemma played_cards h t : partition G h -> q G <= m G + n G + 1 ->
  played h ask_open t -> forall Q a, (Q, a) \in t -> all (card G) Q.
Proof.
move=> P small; elim: t => [//|[Q a] t IH] /= [pl ask _] Q' b.
have cQ := IH pl; rewrite inE => /orP [/eqP [-> _]|]; last exact: cQ.
have [Qs _ _] := puts_question P cQ (played_fit pl) small ask.
by case/andP: Qs => /andP [].
Qed.

Theorem finds_out : q G <= m G + n G + 1 ->
  finds ask_open (m G + n G * (p G).-1).
Proof.
move=> small h t P pl; have cQ := played_cards P small pl;
  have fit := played_fit pl.
split; last first.
  case ask: (ask_open _ t) => [Q|]; last exact: stops_knowing ask.
  by have [] := puts_question P cQ fit small ask.
have start : size (open (hand h 1) [::]) = m G + n G * (p G).-1.
  case: (P) => _ _ n11 _; have := count_predC (mem (hand h 1)) (cards G).
  have -> : count (mem (hand h 1)) (cards G) = n G.
    rewrite -(n11 1 (player1 sizes)) -size_filter; congr size.
    by apply: eq_in_filter => x cx; rewrite /= mem_hand [card _ _]cx andbT.
  have -> : count (predC (mem (hand h 1))) (cards G) = size (open (hand h 1)
    [::]).
    by rewrite -size_filter; congr size; apply: eq_filter => x;
      rewrite /= cats0.
  have p0 : 0 < p G by apply: leq_trans (two_players sizes).
  rewrite size_iota /deck_size -{1}(prednK p0) mulnS addnCA => /addnI -> //.
rewrite -start; suff : size t + size (open (hand h 1) t) <= size (open (hand h
  1) [::]).
  by apply: leq_trans; exact: leq_addr.
elim: t pl {cQ fit} => [//|[Q a] t IH] /= [pl ask ok].
apply: leq_trans (IH pl); rewrite addSnnS leq_add2l.
exact: open_smaller (played_cards P small pl) (played_fit pl) small ask ok.
Qed.

(* With more cards in a question no strategy ever finds it out, in a certain
   deal and against certain answers: however long it asks, player 1 does not
   know. *)
Theorem no_strategy : m G + n G + 1 < q G -> exists2 h, partition G h &
  forall f, (forall H t Q, f H t = Some Q -> question_set G Q) ->
  forall N, exists t, [/\ played h f t,
    size t = N \/ f (hand h 1) t = None & ~ knows G h t].
Proof.
move=> big; pose h := some_deal G.
have P : partition G h := some_deal_partition G.
have [y [fit none]] := lemma_3_4 sizes P big; exists h => // f fQ N.
suff [t [pl st Qs e]] : exists t, [/\ played h f t,
    size t = N \/ f (hand h 1) t = None, all (question_set G) (map fst t) &
    t = [seq (Q, answer G h y Q) | Q <- map fst t]].
  by exists t; split=> //; rewrite e; exact: none.
elim: N => [|N [t [pl st Qs e]]]; first by exists [::]; split=> //; left.
case ask: (f (hand h 1) t) => [Q|]; last by exists t; split=> //; right.
have sN : size t = N by case: st => //; rewrite ask.
exists ((Q, answer G h y Q) :: t); split; first by split.
- by left; rewrite /= sN.
- by rewrite /= (fQ _ _ _ ask).
- by rewrite [map fst _]/= {1}e.
Qed.

(* Theorem 3.2, for a player who does not know the deal. *)
Theorem theorem_3_2_unknown :
  (exists f K, finds f K) <-> 1 <= q G <= m G + n G + 1.
Proof.
have [_ _ _ q1] := and4P sizes; rewrite q1; split=> [[f [K find]]|small];
  last first.
  by exists ask_open, (m G + n G * (p G).-1); exact: finds_out.
rewrite leqNgt; apply/negP => big; have [h P never] := no_strategy big.
pose f' : asking := fun H t =>
  if f H t is Some Q then if question_set G Q then Some Q else None else None.
have [|t [pl st nk]] := never f' _ K.+1.
  by move=> H t Q; rewrite /f'; case: (f H t) => // Q'; case: ifP => // ok [<-].
have {}pl : played h f t.
  elim: t pl {st nk} => // -[Q a] t IH [/IH pl ask ok]; split=> //.
  by move: ask; rewrite /f'; case: (f _ t) => // Q'; case: ifP => // _ [->].
have [le] := find h t P pl; case: st => [e|]; first by rewrite e ltnn in le.
rewrite /f'; case: (f _ t) => [Q|]; last by move=> _ /nk.
by case: ifP.
Qed.

End Asking.
