(* Section 4.4: what the recurrence (4.1) computes is the value of the game without
   bluffs and repetitions (Honest.v). Who asks for any card that may be asked for,
   each with the same chance, and then guesses any pile that he considers possible
   or waits, whatever is better by (4.1), wins with the chance P(m,n,n) as player 1,
   or 1 - P(m,n,n) as player 2, against every behaviour of the other.

   Glossary
     ways m y         one of (m + y)! / (m! y!) piles is right: the chance of a guess
     best v m x y     the better of a guess and of waiting, if the other has v then
     P m x y          the value for who is to ask: m cards of the pile are unknown, x
                      of the own hand, and y of the other's (equation_4_1)
     behaviour        with what chances a player asks and guesses, as a function of
                      the own hand and of the turns
     fair b           they are chances, of cards that may be asked for
     chance k b d T h how likely player k wins within T turns after h, in the deal d
     even k           the behaviour of player k that was described *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Duel Unique Honest.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Equation (4.1). *)
Definition ways (m y : nat) : rat := ('C(m + y, m)%:R)^-1.
Definition best (v : nat -> nat -> nat -> rat) m x y : rat :=
  if ways m y <= 1 - v m y x then 1 - v m y x else ways m y.
Fixpoint value_in fuel (m x y : nat) : rat :=
  if fuel is f.+1 then
    if (m + y == 0)%N then 1 else
    (m%:R * best (value_in f) m.-1 x y + y%:R * best (value_in f) m x y.-1)
      / (m + y)%:R
  else 1.
Definition P m x y : rat := value_in (m + x + y) m x y.

Section HonestValue.
Variables m n : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation deal := (deal m n).
Notation history := (history m n).
Implicit Types (i j k o : bool) (c : card) (H M : cards) (d : deal).
Implicit Types (h : history) (g : option cards) (T : nat).

Record behaviour := Behaviour {
  asks_with : cards -> history -> card -> rat;
  guesses_with : cards -> history -> option cards -> rat }.
Implicit Types (b : bool -> behaviour).

Definition fair (e : behaviour) : Prop := forall H h,
  [/\ forall c, 0 <= asks_with e H h c,
      forall c, c \notin free H h -> asks_with e H h c = 0,
      free H h != set0 -> \sum_c asks_with e H h c = 1,
      forall g, 0 <= guesses_with e H h g &
      \sum_g guesses_with e H h g = 1].

Definition next d h c : history := ([set c], reply d (asker h) c) :: h.

(* After the answer h' to a question of i: i guesses, or the game goes on with v. *)
Definition after k b d i h' (v : rat) : rat :=
  \sum_g guesses_with (b i) (hand d i) h' g *
    (if g is Some M then ((M == pile d) (+) (i != k))%:R else v).
Fixpoint chance k b d T h : rat :=
  if T is T'.+1 then
    let i := asker h in
    if free (hand d i) h == set0 then (i == k)%:R else
    \sum_c asks_with (b i) (hand d i) h c *
      after k b d i (next d h c) (chance k b d T' (next d h c))
  else 0.

(* The even behaviour of player k. *)
Definition possible_piles k H h : {set cards} := [set pile d | d in consistent k H h].
Definition guesses_now k h : bool :=
  ~~ (ways (pile_left h) (hand_left (~~ k) h) <=
      1 - P (pile_left h) (hand_left (~~ k) h) (hand_left k h)).
Definition even k : behaviour := Behaviour
  (fun H h c => if c \in free H h then (#|free H h|%:R)^-1 else 0)
  (fun H h g => if guesses_now k h && (possible_piles k H h != set0)
     then if g is Some M then
       if M \in possible_piles k H h then (#|possible_piles k H h|%:R)^-1 else 0
       else 0
     else (g == None)%:R).

Lemma sum_even (A : finType) (B : {set A}) : B != set0 ->
  \sum_a (if a \in B then (#|B|%:R)^-1 else 0 : rat) = 1.
Proof.
move=> nB; rewrite -big_mkcond sumr_const -[X in X = _]mulr_natl divff //.
by rewrite pnatr_eq0 -lt0n card_gt0.
Qed.

Lemma sum_option (A : finType) (F : option A -> rat) :
  \sum_g F g = F None + \sum_a F (Some a).
Proof.
rewrite (bigD1 None) //=; congr (_ + _).
rewrite (reindex_omap Some id) => [|[a|] //]; apply: eq_bigl => a.
by rewrite eqxx.
Qed.

Lemma even_fair k : fair (even k).
Proof.
move=> H h; split=> [c|c /negbTE nc|nF|g|] /=.
- by case: ifP => // _; rewrite invr_ge0 ler0n.
- by rewrite nc.
- exact: sum_even.
- by case: ifP => _; [case: g => // M; case: ifP; rewrite // invr_ge0 ler0n|exact: ler0n].
- rewrite sum_option; case: ifP => [/andP [_ nP]|_]; first by rewrite add0r sum_even.
  by rewrite eqxx big1 ?addr0 // => M _.
Qed.

Lemma best_ge v p x y : (ways p y <= best v p x y) /\ (1 - v p y x <= best v p x y).
Proof.
rewrite /best; case: ifP => [le|/negbT]; first by [].
by rewrite -ltNge => /ltW.
Qed.

Lemma other_way (x y : rat) : 1 - x <= y -> 1 - y <= x.
Proof.
rewrite -(subr_ge0 (1 - x)) -(subr_ge0 (1 - y)) !opprB !addrA.
by rewrite [y + x]addrC.
Qed.

Section Bounds.
Variables (k : bool) (b : bool -> behaviour).
Notation o := (~~ k).
Hypothesis mine : b k = even k.
Hypothesis others : fair (b o).
Notation D := (consistent o).
Notation left h := (pile_left h + hand_left k h + hand_left o h)%N.

(* Who considers a deal possible knows how many piles are. *)
Lemma even_ways d h : dealt d -> honest d h ->
  possible_piles k (hand d k) h != set0 /\
  (#|possible_piles k (hand d k) h|%:R)^-1 = ways (pile_left h) (hand_left o h).
Proof.
move=> de ho; have dD : d \in consistent k (hand d k) h by apply/consistentP.
split; first by apply/set0Pn; exists (pile d); exact: imset_f.
rewrite /possible_piles card_in_imset ?(consistent_size dD) // => d1 d2 d1D d2D.
exact: deal_by_pile d1D d2D.
Qed.

Lemma P_left h : P (pile_left h) (hand_left o h) (hand_left k h) =
  value_in (left h) (pile_left h) (hand_left o h) (hand_left k h).
Proof. by rewrite /P addnAC. Qed.

(* After the own question: a guess, or the better of the two. *)
Lemma after_own H h' (v : deal -> rat) (V := value_in (left h')) :
  #|D H h'|%:R * (1 - V (pile_left h') (hand_left o h') (hand_left k h'))
    <= \sum_(d in D H h') v d ->
  #|D H h'|%:R * best V (pile_left h') (hand_left k h') (hand_left o h')
    <= \sum_(d in D H h') after k b d k h' (v d).
Proof.
move=> waits; have PV := P_left h'; rewrite -/V in PV; rewrite /best -PV.
case now: (guesses_now k h'); last first.
  move/negbFE: (now) => ->; rewrite PV; apply: le_trans waits _.
  apply: ler_sum => d _; rewrite /after mine sum_option /= now /= eqxx mul1r.
  by rewrite big1 ?addr0 // => M _; rewrite mul0r.
move: (now); rewrite /guesses_now => /negbTE ->.
rewrite mulr_natl -sumr_const; apply: ler_sum => d /consistentP [de _ ho].
have [nP w] := even_ways de ho; rewrite /after mine sum_option /= now nP /= mul0r add0r.
rewrite (bigD1 (pile d)) //=.
have -> : pile d \in possible_piles k (hand d k) h'.
  by apply: imset_f; apply/consistentP.
rewrite w eqxx; have -> : (k != k) = false by rewrite eqxx.
rewrite mulr1 big1 ?addr0 // => M /negbTE ->.
by rewrite mulr0.
Qed.

(* After the other's question. *)
Lemma after_other H h' (v : deal -> rat) (V := value_in (left h')) :
  #|D H h'|%:R * V (pile_left h') (hand_left k h') (hand_left o h')
    <= \sum_(d in D H h') v d ->
  #|D H h'|%:R * (1 - best V (pile_left h') (hand_left o h') (hand_left k h'))
    <= \sum_(d in D H h') after k b d o h' (v d).
Proof.
move=> waits; have [_ _ _ g0 g1] := others H h'.
have [none|[d0 d0D]] := set_0Vmem (D H h').
  by rewrite none cards0 mul0r big_set0.
have sum_g : \sum_(d in D H h') after k b d o h' (v d) =
    \sum_g guesses_with (b o) H h' g * \sum_(d in D H h')
      (if g is Some M then ((M == pile d) (+) (o != k))%:R else v d).
  rewrite /after (eq_bigr (fun d => \sum_g guesses_with (b o) H h' g *
    (if g is Some M then ((M == pile d) (+) (o != k))%:R else v d))) => [|d].
    by rewrite exchange_big; apply: eq_bigr => g _; rewrite mulr_sumr.
  by case/consistentP => _ -> _.
rewrite sum_g; set low := (X in X <= _).
have -> : low = \sum_g guesses_with (b o) H h' g * low.
  by rewrite -mulr_suml g1 mul1r.
apply: ler_sum => g _; apply: le_times => //; rewrite {}/low; have [geW geV] := best_ge V (pile_left h') (hand_left o h') (hand_left k h').
case: g => [M|]; last first.
  apply: (le_trans _ waits); apply: le_times; first exact: ler0n.
  exact: other_way geV.
have -> : \sum_(d in D H h') ((M == pile d) (+) (o != k))%:R =
    #|D H h'|%:R - \sum_(d in D H h') (M == pile d)%:R :> rat.
  rewrite -sumr_const -sumrB; apply: eq_bigr => d _.
  have -> : (o != k) = true by case: (k).
  by case: (M == _); rewrite ?subrr ?subr0.
have few : \sum_(d in D H h') (M == pile d)%:R <= 1 :> rat.
  have [/existsP [d1 /andP [d1D /eqP e]]|/existsPn no] :=
    boolP [exists d1, (d1 \in D H h') && (M == pile d1)].
    rewrite (bigD1 d1) //= e eqxx big1 ?addr0 // => d2 /andP [d2D ne].
    case: eqP => // e2; case/eqP: ne; exact: deal_by_pile d2D d1D (esym e2).
  rewrite big1 ?ler01 // => d dD; have := no d; rewrite dD /=.
  by case: eqP.
have one : #|D H h'|%:R * ways (pile_left h') (hand_left k h') = 1.
  rewrite (consistent_size d0D) negbK /ways divff // pnatr_eq0 -lt0n bin_gt0.
  exact: leq_addr.
rewrite mulrBr mulr1; apply: le_plus => //; rewrite -(subr_ge0 (- _)) opprK addrC.
rewrite subr_ge0; move: few; rewrite -[X in _ <= X]one => few.
by apply: (le_trans few); apply: le_times; first exact: ler0n.
Qed.

Lemma kk_o : (k == o) = false.
Proof. by case: (k). Qed.

(* The turns after the question for c. *)
Definition shown c h : history := ([set c], Some c) :: h.
Definition denied c h : history := ([set c], None) :: h.

Lemma left_own c h : asker h = k ->
  [/\ pile_left (shown c h) = pile_left h, hand_left k (shown c h) = hand_left k h &
      hand_left o (shown c h) = (hand_left o h).-1] /\
  [/\ pile_left (denied c h) = (pile_left h).-1, hand_left k (denied c h) = hand_left k h &
      hand_left o (denied c h) = hand_left o h].
Proof. by move=> ask; rewrite /= ask negbK eqxx kk_o. Qed.

Lemma left_other c h : asker h = o ->
  [/\ pile_left (shown c h) = pile_left h, hand_left o (shown c h) = hand_left o h &
      hand_left k (shown c h) = (hand_left k h).-1] /\
  [/\ pile_left (denied c h) = (pile_left h).-1, hand_left o (denied c h) = hand_left o h &
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
have size_free d : d \in D H h -> #|free (hand d k) h| = (pile_left h + hand_left o h)%N.
  by case/consistentP => de _ ho; exact: free_size.
have chE d : d \in D H h ->
    chance k b d T.+1 h = N^-1 * \sum_(c in free (hand d k) h) A d c.
  move=> dD; rewrite /= ask; case: eqP => [none|_].
    by move: pos; rewrite -(size_free d dD) none cards0.
  rewrite mulr_sumr [RHS]big_mkcond; apply: eq_bigr => c _; rewrite mine /=.
  by case: ifP => cF; rewrite ?mul0r // size_free.
rewrite (eq_bigr _ chE) -mulr_sumr.
have per_card : \sum_(d in D H h) \sum_(c in free (hand d k) h) (if c \in H then Bs else Bn)
    <= \sum_(d in D H h) \sum_(c in free (hand d k) h) A d c.
  rewrite (exchange_big_dep predT) //= [X in _ <= X](exchange_big_dep predT) //=.
  apply: ler_sum => c _; have [ca|nca] := boolP (c \in asked h).
    by rewrite !big_pred0 // => d; rewrite /free in_setC in_setU ca orbT andbF.
  pose a := if c \in H then Some c else None; pose hc : history := ([set c], a) :: h.
  have inD d : (d \in D H h) && (c \in free (hand d k) h) = (d \in D H hc).
    rewrite (consistent_after _ _ _ _ ask).
    apply/andP/setIdP => [[dD cF]|[dD /andP [cF _]]] //; split=> //.
    have [_ eH _] := consistentP _ _ _ _ dD.
    by rewrite cF /reply eH /a eqxx.
  rewrite !(eq_bigl _ _ inD).
  have nextE d : d \in D H hc -> next d h c = hc.
    rewrite -inD => /andP [/consistentP [_ eH _] _]; rewrite /next ask /reply eH.
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
  have own := @after_own H hc (fun d => chance k b d T hc).
  rewrite lhc in own; have := own (IH hc lhc askc).
  rewrite /hc /a; case: (c \in H) ls ln => -[pe ke oe] [pe' ke' oe'].
    by rewrite -/(shown c h) pe ke oe.
  by rewrite -/(denied c h) pe' ke' oe'.
have total d : d \in D H h -> \sum_(c in free (hand d k) h) (if c \in H then Bs else Bn)
    = (pile_left h)%:R * Bn + (hand_left o h)%:R * Bs.
  case/consistentP => de eH ho; have [<- eh] := left_sizes de ho; rewrite -eh.
  rewrite (bigID (mem H)) /= addrC; congr (_ + _).
    rewrite (eq_bigl (mem (pile d :\: asked h))) => [|c].
      rewrite (eq_bigr (fun=> Bn)) ?sumr_const ?mulr_natl // => c /setDP [].
      by rewrite -eH in_pile => /andP [n1 n2] _; case: (k); rewrite /= ?(negbTE n1) ?(negbTE n2).
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
  #|D H h|%:R * (1 - value_in f.+1 (pile_left h) (hand_left o h) (hand_left k h))
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
have -> : low = \sum_c asks_with (b o) H h c * low by rewrite -mulr_suml a1 mul1r.
apply: ler_sum => c _; have [cF|/aF ->] := boolP (c \in free H h); last first.
  by rewrite mul0r big1 // => d _; rewrite mul0r.
rewrite -mulr_sumr; apply: le_times => //; rewrite {}/low.
have nca : c \notin asked h by move: cF; rewrite /free in_setC in_setU negb_or => /andP [].
have in_k d : d \in D H h -> (c \in hand d k) = (c \notin pile d).
  case/consistentP => _ eH _; move: cF; rewrite /free in_setC in_setU negb_or -eH.
  by case/andP => no _; rewrite in_pile; case: (k) no => /= /negbTE ->; rewrite ?andbT negbK.
have inDs d : (d \in D H h) && (c \notin pile d) = (d \in D H (shown c h)).
  rewrite (consistent_after _ _ _ _ ask); apply/andP/setIdP => -[dD].
    by move=> np; have [_ eH _] := consistentP _ _ _ _ dD; rewrite eH cF /reply negbK (in_k d dD) np eqxx.
  by case/andP => _; rewrite /reply negbK (in_k d dD); case: (c \notin pile d).
have inDn d : (d \in D H h) && ~~ (c \notin pile d) = (d \in D H (denied c h)).
  rewrite (consistent_after _ _ _ _ ask); apply/andP/setIdP => -[dD].
    by move=> np; have [_ eH _] := consistentP _ _ _ _ dD; rewrite eH cF /reply negbK (in_k d dD) (negbTE np) eqxx.
  by case/andP => _; rewrite /reply negbK (in_k d dD); case: (c \notin pile d).
rewrite (bigID (fun d => c \notin pile d)) /= (eq_bigl _ _ inDs) (eq_bigl _ _ inDn).
have nextE a d : d \in D H (([set c], a) :: h) -> next d h c = ([set c], a) :: h.
  by rewrite (consistent_after _ _ _ _ ask) => /setIdP [_ /andP [_ /eqP ->]]; rewrite /next ask.
have [ls ln] := left_other c ask; have [de eH ho] := consistentP _ _ _ _ d0D.
have low_s : #|D H (shown c h)|%:R * (1 - Bs) <= \sum_(d in D H (shown c h)) A d c.
  have [none|[d1 d1D]] := set_0Vmem (D H (shown c h)).
    by rewrite none cards0 mul0r big_set0.
  have y0 : (0 < hand_left k h)%N.
    have := d1D; rewrite -inDs => /andP [dD np].
    have [de1 _ ho1] := consistentP _ _ _ _ dD; have [_ eh] := left_sizes de1 ho1.
    rewrite -eh card_gt0; apply/set0Pn; exists c.
    by rewrite in_setD nca (in_k d1 dD) np.
  have [pe oe ke] := ls; have lhs : left (shown c h) = f.
    by move: lf; rewrite pe oe ke -(prednK y0) addnS addSn => -[].
  have := @after_other H (shown c h) (fun d => chance k b d T (shown c h)).
  rewrite lhs => low; have := low (IH _ lhs _); rewrite pe oe ke.
  have askc : asker (shown c h) = k by rewrite -[RHS]negbK -ask.
  move/(_ askc) => le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; apply: eq_bigr => d dD; rewrite /A (nextE _ _ dD).
have low_n : #|D H (denied c h)|%:R * (1 - Bn) <= \sum_(d in D H (denied c h)) A d c.
  have [none|[d1 d1D]] := set_0Vmem (D H (denied c h)).
    by rewrite none cards0 mul0r big_set0.
  have y0 : (0 < pile_left h)%N.
    have := d1D; rewrite -inDn negbK => /andP [dD cp].
    have [de1 _ ho1] := consistentP _ _ _ _ dD; have [<- _] := left_sizes de1 ho1.
    by rewrite card_gt0; apply/set0Pn; exists c; rewrite in_setD nca.
  have [pe oe ke] := ln; have lhs : left (denied c h) = f.
    by move: lf; rewrite pe oe ke -(prednK y0) !addSn => -[].
  have := @after_other H (denied c h) (fun d => chance k b d T (denied c h)).
  rewrite lhs => low; have := low (IH _ lhs _); rewrite pe oe ke.
  have askc : asker (denied c h) = k by rewrite -[RHS]negbK -ask.
  move/(_ askc) => le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; apply: eq_bigr => d dD; rewrite /A (nextE _ _ dD).
apply: le_trans (le_plus low_s low_n); rewrite le_eqVlt; apply/orP; left; apply/eqP.
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
End HonestValue.
