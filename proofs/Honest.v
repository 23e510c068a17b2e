(* Section 4.4: the game of Duel.v with q = 1, without bluffs and repetitions.
   A player asks for one card, which is not his own and was not asked for; so
   the answer is forced. He who has no such card to ask for knows the pile,
   and wins. This file counts the deals that a player considers possible.

   Glossary
     asked h          the cards that were asked for
     free H h         the cards that are not in H and were not asked for
     reply d i c      the answer when player i asks for c
     honest d h       the turns h are without bluffs and repetitions, and
                      true
     pile_left h, hand_left j h
                      how many cards of the pile, and of j's hand, are
                      unknown
     consistent o H h the deals in which player o has the hand H, and h is
                      honest
     deal_with o H K  the deal in which player o has H, and the other K
     unknown_pile d, draws
                      the cards of the pile that were not asked for; the sets
                      that it may be *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Honest.
Variables m n : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation deal := (deal m n).
Notation history := (history m n).
Implicit Types (i j k o : bool) (c : card) (A B H M : cards) (d : deal).
Implicit Types (h : history) (a : option card).

Fixpoint asked h : cards := if h is r :: h' then r.1 :|: asked h' else set0.
Definition free H h : cards := ~: (H :|: asked h).
Definition reply d i c : option card :=
  if c \in hand d (~~ i) then Some c else None.
Fixpoint honest d h : bool :=
  if h is (Q, a) :: h' then
    honest d h' && [exists c, [&& c \in free (hand d (asker h')) h',
      Q == [set c] & a == reply d (asker h') c]]
  else true.

Lemma honest_cons d h c a : honest d (([set c], a) :: h) =
  [&& honest d h, c \in free (hand d (asker h)) h & a == reply d (asker h) c].
Proof.
rewrite /=; congr (_ && _); apply/existsP/andP =>
  [[x /and3P [fx /eqP e ax]]|[fc ac]].
  by have -> : c = x by apply/set1P; rewrite -e set11.
by exists c; rewrite fc eqxx.
Qed.

Fixpoint pile_left h : nat :=
  match h with
  | (_, None) :: h' => (pile_left h').-1
  | _ :: h' => pile_left h'
  | [::] => m
  end.
Fixpoint hand_left j h : nat :=
  match h with
  | (_, Some _) :: h' =>
    if asker h' == ~~ j then (hand_left j h').-1 else hand_left j h'
  | _ :: h' => hand_left j h'
  | [::] => n
  end.

Lemma left_out A B c : #|A :\: (c |: B)| = #|A :\: B| - (c \in A :\: B).
Proof.
have -> : A :\: (c |: B) = (A :\: B) :\ c by apply/setP => x;
  rewrite !inE negb_or andbA.
by rewrite [#|A :\: B|](cardsD1 c) addKn.
Qed.

Lemma in_pile d c : (c \in pile d) = (c \notin hand d false) &&
  (c \notin hand d true).
Proof. by rewrite !inE negb_or. Qed.

Lemma free_in_pile d i c h : c \in free (hand d i) h ->
  c \notin hand d (~~ i) ->
  c \in pile d.
Proof. by rewrite in_pile !inE negb_or; case: i => /= /andP [-> _] ->. Qed.

Lemma left_sizes d h : dealt d -> honest d h ->
  #|pile d :\: asked h| = pile_left h /\
  forall j, #|hand d j :\: asked h| = hand_left j h.
Proof.
move=> de; elim: h => [|[Q a] h IH].
  by rewrite /= setD0 pile_size //; split=> // j; rewrite setD0 hand_size.
move=> /= /andP [/IH [ep eh] /existsP [c /and3P [fc /eqP -> /eqP ->]]].
have [nH na] : c \notin hand d (asker h) /\ c \notin asked h.
  by move: fc; rewrite !inE negb_or => /andP.
have own j : (c \in hand d j) = (asker h == ~~ j) &&
  (c \in hand d (~~ asker h)).
  case: (asker h =P ~~ j) => [->|/eqP ne]; first by rewrite negbK.
  have <- : asker h = j by move: ne; case: asker; case: (j).
  exact: negbTE.
rewrite /reply; case hc: (c \in hand d (~~ asker h)) own => own; split.
- rewrite left_out ep inE (_ : c \in pile d = false) ?andbF ?subn0 //.
  by rewrite in_pile; move: hc; case: asker => /= ->; rewrite ?andbF.
- move=> j; rewrite left_out eh inE na own andbT.
  by case: (asker h == ~~ j); rewrite ?subn1 ?subn0.
- by rewrite left_out ep inE na (free_in_pile fc (negbT hc)) subn1.
- by move=> j; rewrite left_out eh inE own andbF andbF subn0.
Qed.

Lemma free_split d i h : dealt d -> free (hand d i) h =
  (pile d :\: asked h) :|: (hand d (~~ i) :\: asked h).
Proof.
move=> de; apply/setP => c; rewrite !inE negb_or.
have := hands_disjoint i de => /disjointFl dis.
case: (c \in asked h) => /=; rewrite ?andbF ?andbT //=; move: (dis c).
by case: i dis => /= dis; case: (c \in d.1); case: (c \in d.2) => // /(_ isT).
Qed.

Lemma free_size d i h : dealt d -> honest d h ->
  #|free (hand d i) h| = pile_left h + hand_left (~~ i) h.
Proof.
move=> de ho; have [<- eh] := left_sizes de ho;
  rewrite -eh free_split // cardsU.
suff -> : (pile d :\: asked h) :&: (hand d (~~ i) :\: asked h) = set0.
  by rewrite cards0 subn0.
apply/setP => c; rewrite !inE; case: (c \in asked h) => //=.
by case: i; rewrite /=; case: (c \in d.1); case: (c \in d.2).
Qed.

(* What was asked for decides whether the turns are honest. *)
Lemma honest_ext d d' h :
  {in asked h, forall c j, (c \in hand d j) = (c \in hand d' j)} ->
  honest d h = honest d' h.
Proof.
elim: h => //= -[Q a] h IH e; rewrite IH => [|c ca j]; last by apply: e;
  rewrite inE ca orbT.
congr (_ && _); apply: eq_existsb => c; rewrite /reply !inE !negb_or.
case: (Q =P [set c]) => [eQ|_]; last by rewrite !andbF.
have cQ : c \in Q :|: asked h by rewrite eQ !inE eqxx.
by rewrite !(e c cQ).
Qed.

Definition consistent o H h : {set deal} :=
  [set d | [&& dealt d, hand d o == H & honest d h]].

Lemma consistentP o H h d :
  reflect [/\ dealt d, hand d o = H & honest d h] (d \in consistent o H h).
Proof.
by rewrite inE; apply: (iffP and3P) => [[de /eqP eH ho]|[de -> ho]].
Qed.

Lemma pile_other d o : dealt d -> hand d (~~ o) = ~: (hand d o :|: pile d).
Proof.
move=> de; apply/setP => c; have := disjointFl (hands_disjoint o de) (x := c).
rewrite !inE; case: o => /=; case: (c \in d.1);
  case: (c \in d.2) => // /(_ isT) //.
Qed.

(* A deal is told by the own hand and the pile. *)
Lemma deal_by_pile o H h d d' : d \in consistent o H h ->
  d' \in consistent o H h ->
  pile d = pile d' -> d = d'.
Proof.
case/consistentP => de e _ /consistentP [de' e' _] ep.
have := pile_other o de; rewrite e ep -e' -pile_other //; move: e; rewrite -e'.
by case: d d' o {de de' ep e'} => [a b] [a' b'] [] /= -> ->.
Qed.
(* What was asked for is known to be in the pile, or not. *)
Lemma pile_asked d d' h c : honest d h -> honest d' h -> c \in asked h ->
  (c \in pile d) = (c \in pile d').
Proof.
elim: h => [|[Q a] h IH]; first by rewrite inE.
move=> /= /andP [ho /existsP [x /and3P [fx /eqP -> /eqP ea]]].
move=> /andP [ho' /existsP [x' /and3P [fx' /eqP ex /eqP ea']]].
have e : x' = x by apply/set1P; rewrite ex set11.
rewrite {}e {x' ex} in fx' ea'; rewrite in_setU => /orP [/set1P ->|];
  last exact: IH.
have := ea; rewrite ea' /reply.
have out d1 : x \in free (hand d1 (asker h)) h ->
    (x \in pile d1) = (x \notin hand d1 (~~ asker h)).
  by rewrite in_pile !inE negb_or; case: asker => /= /andP [-> _];
    rewrite ?andbT.
rewrite (out d) ?(out d') //.
by case: (x \in hand d _); case: (x \in hand d' _).
Qed.

Definition deal_with o H K : deal := if o then (K, H) else (H, K).
Lemma hand_with o H K : hand (deal_with o H K) o = H.
Proof. by case: o. Qed.
Lemma hand_with_other o H K : hand (deal_with o H K) (~~ o) = K.
Proof. by case: o. Qed.
Lemma pile_with o H K : pile (deal_with o H K) = ~: (H :|: K).
Proof. by case: o; rewrite /pile //= setUC. Qed.

Section Count.
Opaque pile.
Variables (o : bool) (H : cards) (h : history) (d0 : deal).
Hypothesis in0 : d0 \in consistent o H h.
Notation D := (consistent o H h).
Notation F := (free H h).
Definition unknown_pile d : cards := pile d :\: asked h.
Definition draws : {set cards} :=
  [set B : cards | (B \subset F) && (#|B| == pile_left h)].

Lemma pile_not_own d c : d \in D -> c \in pile d -> c \notin H.
Proof.
case/consistentP => _ <- _; rewrite in_pile.
by case: o => /andP [].
Qed.

Lemma draws_image : unknown_pile @: D = draws.
Proof.
have [de0 eH ho0] := consistentP _ _ _ _ in0; apply/setP => B.
rewrite inE; apply/imsetP/andP => [[d dD ->]|[/subsetP sub /eqP sB]].
  have [de _ ho] := consistentP _ _ _ _ dD; have [<- _] := left_sizes de ho.
  split=> //; apply/subsetP => c /setDP [cp nca].
  by rewrite in_setC in_setU negb_or nca andbT; exact: pile_not_own dD cp.
pose M := (pile d0 :&: asked h) :|: B.
have MH c : c \in M -> c \notin H.
  rewrite in_setU in_setI => /orP [/andP [cp _]|/sub].
    exact: pile_not_own in0 cp.
  by rewrite in_setC in_setU negb_or => /andP [].
have sM : #|M| = m.
  have e := cardsID (asked h) (pile d0).
  rewrite (left_sizes de0 ho0).1 pile_size // in e; rewrite cardsU sB e.
  rewrite (_ : _ :&: B = set0) ?cards0 ?subn0 //; apply/setP => c.
  rewrite in_setI in_setI in_set0; apply/negP => /andP [/andP [_ ca] /sub].
  by rewrite in_setC in_setU ca orbT.
pose K := ~: (H :|: M); pose d := deal_with o H K.
have pE : pile d = M.
  rewrite /d pile_with; apply/setP => c; rewrite in_setC in_setU in_setC
    in_setU.
  have := MH c; case: (c \in M) => [/(_ isT) /negbTE ->|_] //.
  by rewrite orbF orbN.
have dH : [disjoint H & M].
  by rewrite disjoint_sym disjoints_subset; apply/subsetP => c /MH; rewrite inE.
have sK : #|K| = n.
  have := cardsC (H :|: M); rewrite card_ord cardsU sM.
  have -> : H :&: M = set0 by apply/eqP; rewrite setI_eq0.
  rewrite cards0 subn0 -{1}eH hand_size // -/K => e.
  by apply: (@addnI (n + m)); rewrite e muln2 -addnn addnCA addnA.
have de : dealt d.
  rewrite /dealt -setI_eq0; apply/and3P; split.
  - by rewrite /d /deal_with; case: (o); rewrite /= ?sK // -eH hand_size.
  - by rewrite /d /deal_with; case: (o); rewrite /= ?sK // -eH hand_size.
  have HK : H :&: K = set0.
    by apply/setP => c; rewrite !inE; case: (c \in H).
  by rewrite /d /deal_with; case: (o); rewrite /= ?HK // setIC HK.
have ho : honest d h.
  rewrite (honest_ext (d' := d0)) // => c ca j; case: (j =P o) => [->|/eqP jo].
    by rewrite /d hand_with eH.
  have -> : j = ~~ o by move: jo; case: (j); case: (o).
  rewrite /d hand_with_other (pile_other o de0) eH !inE ca andbT.
  have -> : c \in B = false by apply/negP => /sub; rewrite !inE ca orbT.
  by rewrite orbF.
exists d; first by apply/consistentP; rewrite /d hand_with.
rewrite /unknown_pile pE; apply/setP => c; rewrite !inE.
have := sub c; rewrite !inE negb_or; case: (c \in asked h) => //=.
  by case: (c \in B) => // /(_ isT); rewrite andbF.
by rewrite andbF.
Qed.

Lemma unknown_pile_inj : {in D &, injective unknown_pile}.
Proof.
move=> d d' dD dD' e; apply: (deal_by_pile dD dD'); apply/setP => c.
have [_ _ ho] := consistentP _ _ _ _ dD; have [_ _ ho'] :=
  consistentP _ _ _ _ dD'.
have [ca|na] := boolP (c \in asked h); first exact: pile_asked ho ho' ca.
by have /setP /(_ c) := e; rewrite !in_setD na.
Qed.

Lemma free_left : #|F| = pile_left h + hand_left (~~ o) h.
Proof. by have [de <- ho] := consistentP _ _ _ _ in0;
  exact: (free_size o de ho). Qed.

Theorem consistent_size :
  #|D| = 'C(pile_left h + hand_left (~~ o) h, pile_left h).
Proof.
by rewrite -(card_in_imset unknown_pile_inj) draws_image cards_draws free_left.
Qed.

(* A card to be asked for is in the pile, or in the other's hand. *)
Lemma without_card c : c \in F ->
  #|[set d in D | c \notin pile d]| = 'C(#|F|.-1, pile_left h).
Proof.
move=> cF; have nca : c \notin asked h by move: cF;
  rewrite !inE negb_or => /andP [].
rewrite -(card_in_imset (f := unknown_pile)); last first.
  move=> d d' /setIdP [dD _] /setIdP [dD' _]; exact: unknown_pile_inj dD dD'.
have -> : unknown_pile @: [set d in D | c \notin pile d] =
    [set B : cards | (B \subset F :\ c) && (#|B| == pile_left h)].
  apply/setP => B; rewrite inE subsetD1; apply/imsetP/idP => [[d]|].
    case/setIdP => dD nc ->.
    have : unknown_pile d \in draws by rewrite -draws_image imset_f.
    by rewrite inE => /andP [-> ->]; rewrite in_setD (negbTE nc) andbF.
  case/andP => /andP [sub nc] sB; have : B \in draws by rewrite inE sub.
  rewrite -draws_image => /imsetP [d dD eB]; exists d => //; apply/setIdP;
    split=> //.
  by move: nc; rewrite eB in_setD nca.
by rewrite cards_draws (cardsD1 c F) cF.
Qed.

Theorem count_shown c : c \in F ->
  #|[set d in D | c \notin pile d]| * #|F| = #|D| * hand_left (~~ o) h /\
  #|[set d in D | c \in pile d]| * #|F| = #|D| * pile_left h.
Proof.
move=> cF; have e : #|[set d in D | c \notin pile d]| * #|F| = #|D| * hand_left
  (~~ o) h.
  rewrite without_card // mulnC mul_bin_down consistent_size free_left addKn.
  by rewrite mulnC.
split=> //; have := cardsID [set d | c \in pile d] D.
have -> : D :&: [set d | c \in pile d] = [set d in D | c \in pile d].
  by apply/setP => d; rewrite in_setI !in_set.
have -> : D :\: [set d | c \in pile d] = [set d in D | c \notin pile d].
  by apply/setP => d; rewrite in_setD !in_set andbC.
move=> s; apply: (@addIn (#|[set d in D | c \notin pile d]| * #|F|)).
by rewrite -mulnDl s e -mulnDr free_left.
Qed.
Transparent pile.
End Count.

(* After the question of player i. *)
Lemma consistent_after o H h c a i : asker h = i ->
  consistent o H (([set c], a) :: h) =
  [set d in consistent o H h | (c \in free (hand d i) h) && (a == reply d i c)].
Proof.
move=> ask; apply/setP => d; rewrite [LHS]inE honest_cons ask.
apply/idP/idP => [/and5P [de eH ho fc ac]|].
  by rewrite inE fc ac !andbT; apply/consistentP; split=> //; exact/eqP.
by rewrite inE => /andP [/consistentP [-> -> ->] /andP [-> ->]]; rewrite eqxx.
Qed.

End Honest.
