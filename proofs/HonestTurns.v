(* Section 4.4: a turn of the game without bluffs and repetitions, with the
   bounds of (4.1): of the player k who plays evenly (own_turn), and of the
   other, who plays in any way (other_turn).

   Glossary
     shown c h, denied c h
                      the turns h and a question for c that was answered so *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Duel Unique Honest HonestGame.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section HonestTurns.
Variables m n : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation deal := (deal m n).
Notation history := (history m n).
Implicit Types (i j k o : bool) (c : card) (H M : cards) (d : deal).
Implicit Types (h : history) (g : option cards) (T : nat).

Implicit Types (b : bool -> behaviour m n).

Section Bounds.
Variables (k : bool) (b : bool -> behaviour m n).
Notation o := (~~ k).
Hypothesis mine : b k = even m n k.
Hypothesis others : fair (b o).
Notation D := (consistent o).
Notation left h := (pile_left h + hand_left k h + hand_left o h)%N.

Lemma kk_o : (k == o) = false.
Proof. by case: (k). Qed.

(* The turns after the question for c. *)
Definition shown c h : history := ([set c], Some c) :: h.
Definition denied c h : history := ([set c], None) :: h.

Lemma left_own c h : asker h = k ->
  [/\ pile_left (shown c h) = pile_left h,
    hand_left k (shown c h) = hand_left k h &
      hand_left o (shown c h) = (hand_left o h).-1] /\
  [/\ pile_left (denied c h) = (pile_left h).-1,
    hand_left k (denied c h) = hand_left k h &
      hand_left o (denied c h) = hand_left o h].
Proof. by move=> ask; rewrite /= ask negbK eqxx kk_o. Qed.

Lemma left_other c h : asker h = o ->
  [/\ pile_left (shown c h) = pile_left h,
    hand_left o (shown c h) = hand_left o h &
      hand_left k (shown c h) = (hand_left k h).-1] /\
  [/\ pile_left (denied c h) = (pile_left h).-1,
    hand_left o (denied c h) = hand_left o h &
      hand_left k (denied c h) = hand_left k h].
Proof. by move=> ask; rewrite /= ask negbK eqxx eq_sym kk_o. Qed.

Lemma value_zero f p x y : (p + y = 0)%N -> value_in f p x y = 1.
Proof. by case: f => //= f ->. Qed.

Lemma own_turn f T h H : left h = f.+1 -> asker h = k ->
  (0 < pile_left h + hand_left o h)%N ->
  (forall h', left h' = f -> asker h' = o -> #|D H h'|%:R *
     (1 - value_in f (pile_left h') (hand_left o h') (hand_left k h'))
     <= \sum_(d in D H h') chance k b d T h') ->
  #|D H h|%:R * value_in f.+1 (pile_left h) (hand_left k h) (hand_left o h)
    <= \sum_(d in D H h) chance k b d T.+1 h.
Proof.
move=> lf ask pos IH; pose N : rat := (pile_left h + hand_left o h)%:R.
have N0 : N != 0 by rewrite pnatr_eq0 -lt0n.
pose A d c := after k b d k (next d h c) (chance k b d T (next d h c)).
pose Bs := best (value_in f) (pile_left h) (hand_left k h) (hand_left o h).-1.
pose Bn := best (value_in f) (pile_left h).-1 (hand_left k h) (hand_left o h).
have size_free d : d \in D H h -> #|free (hand d k) h| =
  (pile_left h + hand_left o h)%N.
  by case/consistentP => de _ ho; exact: free_size.
have chE d : d \in D H h ->
    chance k b d T.+1 h = N^-1 * \sum_(c in free (hand d k) h) A d c.
  move=> dD; rewrite /= ask; case: eqP => [none|_].
    by move: pos; rewrite -(size_free d dD) none cards0.
  rewrite mulr_sumr [RHS]big_mkcond; apply: eq_bigr => c _; rewrite mine /=.
  by case: ifP => cF; rewrite ?mul0r // size_free.
rewrite (eq_bigr _ chE) -mulr_sumr.
have per_card : \sum_(d in D H h) \sum_(c in free (hand d k) h)
  (if c \in H then Bs else Bn)
    <= \sum_(d in D H h) \sum_(c in free (hand d k) h) A d c.
  rewrite (exchange_big_dep predT) //= [X in _ <= X](exchange_big_dep predT)
    //=.
  apply: ler_sum => c _; have [ca|nca] := boolP (c \in asked h).
    by rewrite !big_pred0 // => d; rewrite /free in_setC in_setU ca orbT andbF.
  pose a := if c \in H then Some c else None;
    pose hc : history := ([set c], a) :: h.
  have inD d : (d \in D H h) && (c \in free (hand d k) h) = (d \in D H hc).
    rewrite (consistent_after _ _ _ _ ask).
    apply/andP/setIdP => [[dD cF]|[dD /andP [cF _]]] //; split=> //.
    have [_ eH _] := consistentP _ _ _ _ dD.
    by rewrite cF /reply eH /a eqxx.
  rewrite !(eq_bigl _ _ inD).
  have nextE d : d \in D H hc -> next d h c = hc.
    rewrite -inD => /andP [/consistentP [_ eH _] _];
      rewrite /next ask /reply eH.
    by rewrite /hc /a; case: (c \in H).
  have -> : \sum_(d in D H hc) A d c =
      \sum_(d in D H hc) after k b d k hc (chance k b d T hc).
    by apply: eq_bigr => d dD; rewrite /A nextE.
  rewrite sumr_const -mulr_natl; have [none|[d1 d1D]] := set_0Vmem (D H hc).
    by rewrite none cards0 mul0r big_set0.
  have := d1D; rewrite -inD => /andP [/consistentP [de eH ho] cF].
  have [ep eh] := left_sizes de ho; have [ls ln] := left_own c ask.
  have askc : asker hc = o by rewrite -ask.
  have lhc : left hc = f.
    rewrite /hc /a; case cH: (c \in H) ls ln => -[pe ke oe] [pe' ke' oe'].
      have y0 : (0 < hand_left o h)%N.
        by rewrite -eh card_gt0; apply/set0Pn; exists c; rewrite in_setD nca eH.
      rewrite -/(shown c h) pe ke oe; move: lf; rewrite -(prednK y0) addnS.
      by case.
    have p0 : (0 < pile_left h)%N.
      rewrite -ep card_gt0; apply/set0Pn; exists c; rewrite in_setD nca.
      by rewrite (free_in_pile cF) // eH cH.
    rewrite -/(denied c h) pe' ke' oe'; move: lf; rewrite -(prednK p0) !addSn.
    by case.
  have own := @after_own _ _ _ _ mine H hc (fun d => chance k b d T hc).
  rewrite lhc in own; have := own (IH hc lhc askc).
  rewrite /hc /a; case: (c \in H) ls ln => -[pe ke oe] [pe' ke' oe'].
    by rewrite -/(shown c h) pe ke oe.
  by rewrite -/(denied c h) pe' ke' oe'.
have total d : d \in D H h -> \sum_(c in free (hand d k) h)
  (if c \in H then Bs else Bn)
    = (pile_left h)%:R * Bn + (hand_left o h)%:R * Bs.
  case/consistentP => de eH ho; have [<- eh] := left_sizes de ho; rewrite -eh.
  rewrite (bigID (mem H)) /= addrC; congr (_ + _).
    rewrite (eq_bigl (mem (pile d :\: asked h))) => [|c].
      rewrite (eq_bigr (fun=> Bn)) ?sumr_const ?mulr_natl // => c /setDP [].
      by rewrite -eH in_pile => /andP [n1 n2] _; case: (k);
        rewrite /= ?(negbTE n1) ?(negbTE n2).
    rewrite free_split // -eH !inE; case: (c \in asked h) => //=.
    by case: (k); rewrite /=; case: (c \in d.1); case: (c \in d.2).
  rewrite (eq_bigl (mem (hand d o :\: asked h))) => [|c].
    rewrite (eq_bigr (fun=> Bs)) ?sumr_const ?mulr_natl // => c /setDP [].
    by rewrite -eH => ->.
  rewrite free_split // -eH !inE; case: (c \in asked h); rewrite ?andbF //=.
  by case: (k); rewrite /=; case: (c \in d.1); case: (c \in d.2).
rewrite (eq_bigr _ total) sumr_const in per_card.
rewrite [value_in _ _ _ _]/= -/Bs -/Bn gtn_eqF // -/N mulrA [_ / N]mulrC.
apply: le_times; first by rewrite invr_ge0 ler0n.
by rewrite mulr_natl.
Qed.

Lemma other_turn f T h H : left h = f.+1 -> asker h = o ->
  (0 < pile_left h + hand_left k h)%N ->
  (forall h', left h' = f -> asker h' = k -> #|D H h'|%:R *
     value_in f (pile_left h') (hand_left k h') (hand_left o h')
     <= \sum_(d in D H h') chance k b d T h') ->
  #|D H h|%:R *
    (1 - value_in f.+1 (pile_left h) (hand_left o h) (hand_left k h))
    <= \sum_(d in D H h) chance k b d T.+1 h.
Proof.
move=> lf ask pos IH; have [none|[d0 d0D]] := set_0Vmem (D H h).
  by rewrite none cards0 mul0r big_set0.
pose N : rat := (pile_left h + hand_left k h)%:R.
have N0 : N != 0 by rewrite pnatr_eq0 -lt0n.
have sF : #|free H h| = (pile_left h + hand_left k h)%N.
  by rewrite (free_left d0D) negbK.
have nF : free H h != set0 by rewrite -card_gt0 sF.
have [a0 aF a1 _ _] := others H h; have {}a1 := a1 nF.
pose A d c := after k b d o (next d h c) (chance k b d T (next d h c)).
pose Bs := best (value_in f) (pile_left h) (hand_left o h) (hand_left k h).-1.
pose Bn := best (value_in f) (pile_left h).-1 (hand_left o h) (hand_left k h).
have chE d : d \in D H h ->
    chance k b d T.+1 h = \sum_c asks_with (b o) H h c * A d c.
  by case/consistentP => _ eH _; rewrite /= ask eH (negbTE nF).
rewrite (eq_bigr _ chE) exchange_big /=; set low := (X in X <= _).
have -> : low = \sum_c asks_with (b o) H h c * low by rewrite -mulr_suml a1
  mul1r.
apply: ler_sum => c _; have [cF|/aF ->] := boolP (c \in free H h); last first.
  by rewrite mul0r big1 // => d _; rewrite mul0r.
rewrite -mulr_sumr; apply: le_times => //; rewrite {}/low.
have nca : c \notin asked h by move: cF; rewrite /free in_setC in_setU negb_or
  => /andP [].
have in_k d : d \in D H h -> (c \in hand d k) = (c \notin pile d).
  case/consistentP => _ eH _; move: cF; rewrite /free in_setC in_setU negb_or
    -eH.
  by case/andP => no _; rewrite in_pile; case: (k) no => /= /negbTE ->;
    rewrite ?andbT negbK.
have inDs d : (d \in D H h) && (c \notin pile d) = (d \in D H (shown c h)).
  rewrite (consistent_after _ _ _ _ ask); apply/andP/setIdP => -[dD].
    by move=> np; have [_ eH _] := consistentP _ _ _ _ dD;
      rewrite eH cF /reply negbK (in_k d dD) np eqxx.
  by case/andP => _; rewrite /reply negbK (in_k d dD); case: (c \notin pile d).
have inDn d : (d \in D H h) && ~~ (c \notin pile d) = (d \in D H (denied c h)).
  rewrite (consistent_after _ _ _ _ ask); apply/andP/setIdP => -[dD].
    by move=> np; have [_ eH _] := consistentP _ _ _ _ dD;
      rewrite eH cF /reply negbK (in_k d dD) (negbTE np) eqxx.
  by case/andP => _; rewrite /reply negbK (in_k d dD); case: (c \notin pile d).
rewrite (bigID (fun d => c \notin pile d)) /= (eq_bigl _ _ inDs)
  (eq_bigl _ _ inDn).
have nextE a d : d \in D H (([set c], a) :: h) ->
  next d h c = ([set c], a) :: h.
  by rewrite (consistent_after _ _ _ _ ask) => /setIdP [_ /andP [_ /eqP ->]];
    rewrite /next ask.
have [ls ln] := left_other c ask; have [de eH ho] := consistentP _ _ _ _ d0D.
have low_s : #|D H (shown c h)|%:R * (1 - Bs) <= \sum_(d in D H (shown c h)) A d
  c.
  have [none|[d1 d1D]] := set_0Vmem (D H (shown c h)).
    by rewrite none cards0 mul0r big_set0.
  have y0 : (0 < hand_left k h)%N.
    have := d1D; rewrite -inDs => /andP [dD np].
    have [de1 _ ho1] := consistentP _ _ _ _ dD;
      have [_ eh] := left_sizes de1 ho1.
    rewrite -eh card_gt0; apply/set0Pn; exists c.
    by rewrite in_setD nca (in_k d1 dD) np.
  have [pe oe ke] := ls; have lhs : left (shown c h) = f.
    by move: lf; rewrite pe oe ke -(prednK y0) addnS addSn => -[].
  have := @after_other _ _ _ _ others H (shown c h)
    (fun d => chance k b d T (shown c h)).
  rewrite lhs => low; have := low (IH _ lhs _); rewrite pe oe ke.
  have askc : asker (shown c h) = k by rewrite -[RHS]negbK -ask.
  move/(_ askc) => le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; apply: eq_bigr => d dD; rewrite /A (nextE _ _ dD).
have low_n : #|D H (denied c h)|%:R * (1 - Bn) <= \sum_(d in D H (denied c h)) A
  d c.
  have [none|[d1 d1D]] := set_0Vmem (D H (denied c h)).
    by rewrite none cards0 mul0r big_set0.
  have y0 : (0 < pile_left h)%N.
    have := d1D; rewrite -inDn negbK => /andP [dD cp].
    have [de1 _ ho1] := consistentP _ _ _ _ dD;
      have [<- _] := left_sizes de1 ho1.
    by rewrite card_gt0; apply/set0Pn; exists c; rewrite in_setD nca.
  have [pe oe ke] := ln; have lhs : left (denied c h) = f.
    by move: lf; rewrite pe oe ke -(prednK y0) !addSn => -[].
  have := @after_other _ _ _ _ others H (denied c h)
    (fun d => chance k b d T (denied c h)).
  rewrite lhs => low; have := low (IH _ lhs _); rewrite pe oe ke.
  have askc : asker (denied c h) = k by rewrite -[RHS]negbK -ask.
  move/(_ askc) => le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; apply: eq_bigr => d dD; rewrite /A (nextE _ _ dD).
apply: le_trans (le_plus low_s low_n); rewrite le_eqVlt; apply/orP; left;
  apply/eqP.
have [cs cn] := count_shown d0D cF; rewrite negbK sF in cs cn.
have es : #|D H (shown c h)| = #|[set d in D H h | c \notin pile d]|.
  by apply: eq_card => d; rewrite -inDs !inE.
have en : #|D H (denied c h)| = #|[set d in D H h | c \in pile d]|.
  by apply: eq_card => d; rewrite -inDn negbK !inE.
have es' : #|D H (shown c h)|%:R * N = #|D H h|%:R * (hand_left k h)%:R :> rat.
  by rewrite es -!natrM cs.
have en' : #|D H (denied c h)|%:R * N = #|D H h|%:R * (pile_left h)%:R :> rat.
  by rewrite en -!natrM cn.
apply: (mulIf N0); rewrite [RHS]mulrDl ![_ * (1 - _) * N]mulrAC es' en' -mulrA.
rewrite -/Bs -/Bn gtn_eqF // -/N mulrBr mulr1 [N * _]mulrC divfK //.
rewrite -!mulrA -mulrDr; congr (_ * _); rewrite ![_ * (1 - _)]mulrBr !mulr1.
by rewrite [RHS]addrACA -opprD; congr (_ - _); rewrite ?/N ?natrD addrC.
Qed.

End Bounds.
End HonestTurns.
