(* Section 4.2: what a player does in MYST(m,n,2,q) who is alone, as the other
   has guessed wrong. It is always possible (alone_legal), an answer leaves
   fewer cards open (open_smaller), and what he guesses in the end is the pile
   (alone_pile_right). Survivor.v concludes that he wins.

   Alone, the player asks for cards of which none was shown and one is open,
   as long as there are such; then he guesses the pile.

   Glossary
     by_card L        the list L in the order of the cards
     shown_by i s     the cards that the other of player i has shown
     open H i s       the cards that the other has neither shown nor denied,
                      and that are not in the hand H of player i
     knows_hand H i s player i can tell the other's hand: all of it was
                      shown, or no card is open
     alone_question, alone_pile, alone_action, alone_plan
                      what player i asks, guesses and does when he is alone
     no_deal          (Plays.v) a deal in which nobody holds a card: where
                      the game is not over, all guesses were wrong, as they
                      are in it *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks TwoPlayers Evidence Algorithm Turns Moves
  Links Plays.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Alone.
Variables m n q : nat.
Let G := MYST m n 2 q.
Hypothesis sizes : valid_sizes G.
Hypothesis small : q <= m + n + 1.
Notation D := (@dealing m n).
Notation hand_list d i := (Partition.hand G (D d) (who i)).
Implicit Types (i j : bool) (d : Duel.deal m n) (s : situation) (t : plan).
Implicit Types (H Q L : seq nat).

Definition by_card L : seq nat := [seq x <- cards G | x \in L].

Definition shown_by i s : seq nat := shown (who (~~ i)) s.
Definition open H i s : seq nat :=
  [seq x <- cards G | x \notin shown_by i s ++ H ++ denials (who (~~ i)) s].
Definition knows_hand H i s : bool :=
  (size (undup (shown_by i s)) == n) || (open H i s == [::]).
Definition alone_question H i s : seq nat :=
  by_card (take q (if knows_hand H i s then cards G else
    let y := head 0 (open H i s) in
    y :: [seq x <- cards G | (x \notin shown_by i s) && (x != y)])).
Definition alone_pile H i s : seq nat :=
  [seq x <- cards G | (x \notin H) && (x \notin shown_by i s)].
Definition alone_action i H s : action :=
  match phase_of G no_deal s with
  | Ask => asks (who i) (alone_question H i s)
  | Ans => if all (fun x => x \notin H) (last_question s) then no (who i)
           else yes (who i)
  | Show => shows (who i) (who (~~ i))
    (head 0 [seq x <- last_question s | x \in H])
  | Guess => if knows_hand H i s && pile_set G (alone_pile H i s)
             then guess (who i) (alone_pile H i s) else noguess (who i)
  | End => endturn (who i)
  end.
Definition alone_plan i : plan := fun H v => alone_action i H (replay v).

(* Where the game is not over, all guesses were wrong. *)
Lemma in_no_deal d s k : executable G (D d) s -> ~~ GameOver G (D d) s ->
  In G (D d) k s = In G no_deal k s.
Proof.
elim: s => // a s IH /andP [ex po] go; have := IH ex (not_over po) => /= ->.
congr (_ && _); case: a po go => // l M /poss_guess [_ _ Ms _].
rewrite /GameOver /= negb_or => /andP [/negbTE -> _].
suff -> : equals_pile G no_deal M = false by [].
have [m1 _ _ _] := and4P sizes; case/andP: Ms => _; case: M => // /eqP e.
by rewrite -e in m1.
Qed.

Lemma phase_no_deal d s : executable G (D d) s -> ~~ GameOver G (D d) s ->
  phase_of G no_deal s = phase_of G (D d) s.
Proof.
case: s => // a s /andP [ex po] _; case: a po => // l po.
by rewrite [LHS]/= [RHS]/= -(in_no_deal _ ex (not_over po)).
Qed.

Lemma mem_by_card L x : {subset L <= cards G} -> (x \in by_card L) = (x \in L).
Proof. by move=> sub; rewrite mem_filter; case xL: (x \in L);
  rewrite //= sub. Qed.

Lemma by_card_question L : uniq L -> {subset L <= cards G} -> q <= size L ->
  question_set G (by_card (take q L)).
Proof.
move=> un sub le; have subt : {subset take q L <= cards G}.
  by move=> x /mem_take; exact: sub.
have pm : perm_eq (by_card (take q L)) (take q L).
  apply: uniq_perm; rewrite ?filter_uniq ?cards_uniq ?take_uniq // => x.
  exact: mem_by_card.
rewrite /question_set /card_set (perm_size pm) size_takel // eqxx andbT.
rewrite filter_uniq ?cards_uniq //=; apply/allP => x.
by rewrite mem_filter => /andP [].
Qed.

Lemma filter_listed (a : pred nat) :
  in_order_of_cards m n q [seq x <- cards G | a x].
Proof.
apply/eqP/eq_in_filter => x cx; by rewrite mem_filter cx andbT.
Qed.

Section OneDeal.
Variables (d : Duel.deal m n) (i : bool).
Hypothesis de : Duel.dealt d.
Notation H := (hand_list d i).
Notation other := (who (~~ i)).
Let P : partition G (D d) := dealt_partition q de.

Lemma in_hand_list x : x \in cards G -> (x \in H) = D d (who i) x.
Proof. by move=> cx; rewrite mem_hand [card _ _]cx andbT. Qed.

Lemma shown_in_hand s x : executable G (D d) s -> x \in shown_by i s ->
  card G x && D d other x.
Proof.
move=> ex xs; have /andP [/allP sh _] := evidence other ex.
by rewrite sh // (shown_card ex xs).
Qed.

Lemma few_shown s : executable G (D d) s -> size (undup (shown_by i s)) <= n.
Proof.
move=> ex; case: (P) => _ _ n11 _.
rewrite -[X in _ <= X](n11 other (player_who _ _ _ _)).
apply: uniq_leq_size (undup_uniq _) _ => x; rewrite mem_undup mem_hand.
by move=> /(shown_in_hand ex) /andP [-> ->].
Qed.

(* The question of who is alone is a question. *)
Lemma alone_question_set s : executable G (D d) s ->
  question_set G (alone_question H i s).
Proof.
move=> ex; have [_ n1 _ q1] := and4P sizes; rewrite /alone_question.
have qc : q <= size (cards G).
  rewrite size_iota /deck_size /= muln2 -addnn addnA; apply: leq_trans small _.
  by rewrite leq_add2l.
case: ifP => [_|]; first exact: by_card_question (cards_uniq G) _ qc.
move/negbT; rewrite negb_or => /andP [nn op].
have lt : size (undup (shown_by i s)) < n by rewrite ltn_neqAle nn few_shown.
set y := head 0 _; have yo : y \in open H i s.
  by move: op; rewrite /y; case: (open H i s) => // z l _; rewrite mem_head.
move: yo; rewrite mem_filter mem_cat negb_or => /andP [/andP [ys _] cy].
apply: by_card_question => [|x|].
- by rewrite /= mem_filter eqxx andbF filter_uniq ?cards_uniq.
- by rewrite inE mem_filter => /orP [/eqP ->|/andP []].
- have := count_predC (mem (shown_by i s)) (cards G).
  have -> : count (mem (shown_by i s)) (cards G) = size (undup (shown_by i s)).
    rewrite -size_filter; apply/perm_size/uniq_perm; rewrite ?undup_uniq //.
      by rewrite filter_uniq ?cards_uniq.
    move=> x; rewrite mem_filter mem_undup /=; case xs: (x \in _) => //=.
    by have /andP [] := shown_in_hand ex xs.
  rewrite size_iota /deck_size /= => e.
  pose l := [seq x <- cards G | x \notin shown_by i s].
  have yl : y \in l by rewrite mem_filter ys.
  have -> : [seq x <- cards G | (x \notin shown_by i s) && (x != y)] = rem y l.
    rewrite rem_filter ?filter_uniq ?cards_uniq // -filter_predI.
    by apply: eq_filter => x /=; rewrite andbC.
  rewrite /= size_rem // prednK; last by case: (l) yl.
  rewrite size_filter; apply: leq_trans small _.
  rewrite -(leq_add2l (size (undup (shown_by i s)))) e muln2 -addnn.
  by rewrite [m + (n + n)]addnCA addn1 addnS -addSn leq_add2r.
Qed.

(* Who can tell the other's hand knows the pile. *)
Lemma alone_pile_right s : executable G (D d) s -> knows_hand H i s ->
  pile_set G (alone_pile H i s) /\ equals_pile G (D d) (alone_pile H i s).
Proof.
move=> ex know; suff -> : alone_pile H i s = Partition.hand G (D d) 0.
  exact: the_pile P.
apply: eq_in_filter => x cx; rewrite in_hand_list //.
have sh y : y \in shown_by i s -> D d other y by move/(shown_in_hand ex)/andP =>
  [].
have both : D d 0 x = ~~ D d (who i) x && ~~ D d other x.
  apply/idP/andP => [x0|[n1 n2]].
    by split; apply: ((pile_or_player P cx).1 x0); exact: (player_who m n q).
  apply/(pile_or_player P cx) => l; rewrite /player !inE; move: n1 n2.
  by case: (i) => n1 n2 /orP [] /eqP ->.
rewrite both; case ix: (D d (who i) x) => //=; congr (~~ _).
apply/idP/idP => [/sh //|ox]; case/orP: know => [/eqP all_shown|/eqP none].
  have sub : {subset undup (shown_by i s) <= Partition.hand G (D d) other}.
    by move=> y; rewrite mem_undup mem_hand =>
      /(shown_in_hand ex) /andP [-> ->].
  have [|_ e] := uniq_min_size (undup_uniq _) sub.
    case: (P) => _ _ n11 _; rewrite (n11 other (player_who m n q _)).
    by rewrite all_shown.
  by rewrite -mem_undup e mem_hand ox.
apply: contraT => nx; have : x \in open H i s; last by rewrite none.
rewrite mem_filter cx andbT !mem_cat !negb_or nx in_hand_list // ix /=.
have /andP [_ /allP dis] := evidence other ex.
by apply/negP => /dis; rewrite ox.
Qed.

(* What who is alone does is possible; so it is in all situations. *)
Lemma alone_legal s : executable G (D d) s -> ~~ GameOver G (D d) s ->
  actor G (D d) s = who i ->
  Poss G (D d) (alone_action i H s) s && listed_action m n q
    (alone_action i H s).
Proof.
move=> ex go; rewrite /actor /alone_action (phase_no_deal ex go) /Poss go.
have ta := to_answer sizes ex; case ph: (phase_of G (D d) s) ta => //=.
- move=> _ t; rewrite /Turn t eqxx /askphase ph eqxx alone_question_set //=.
  exact: filter_listed.
- case=> Q [j [Qs aj _]]; rewrite aj /= => ej; subst j.
  have /andP [/andP [_ /allP cQ] _] := asked_question ex Qs.
  have dis : disjoint (D d) Q (who i) = all (fun x => x \notin H) Q.
    by apply: eq_in_all => x /cQ cx; rewrite in_hand_list.
  rewrite /last_question Qs /=; case: ifP => no_card /=;
  by rewrite /ansphase ph /AnsTurn aj !eqxx /for_some_question Qs dis no_card.
- case=> Q [j [x [Qs aj xQ hx]]]; rewrite aj /= => ej; subst j.
  have /andP [/andP [_ /allP cQ] _] := asked_question ex Qs.
  rewrite /last_question Qs /=; set y := head 0 _.
  have : y \in [seq x <- Q | x \in H].
    have : x \in [seq x <- Q | x \in H].
      by rewrite mem_filter xQ in_hand_list ?hx //; exact: cQ.
    by rewrite /y; case: [seq x <- Q | x \in H] => // z l _; rewrite mem_head.
  rewrite mem_filter => /andP [yH yQ]; rewrite in_hand_list in yH;
    last exact: cQ.
  have tt : turn_of G s = other.
    have [s' es] : exists s', s = do (yes (who i)) s'.
      case: (s) ph aj => // a s' /=; case: a => // k; try by case: ifP.
      by move=> _ [->]; exists s'.
    rewrite es in ex *; have /andP [ex' po] := ex.
    have /andP [/andP [ap ai] _] := one_kind po.
    have := in_order sizes ex'; rewrite (eqP ap) => -[l [Q1 [s1 [e1 l1]]]].
    case: l l1 e1 => // _ e1 a1; move: ai; rewrite /AnsTurn a1 => /eqP [] e.
    have := turn_player sizes ex'; rewrite /= e1 /= in e *.
    rewrite /player !inE => /orP [] /eqP e2; rewrite e2 in e *;
    by case: (i) e.
  by rewrite /Turn tt eqxx /AnsTurn aj eqxx /for_some_question Qs /shared yQ yH
    /showphase ph.
- move=> _ t; case: ifP => [/andP [_ Ms]|_] /=;
    rewrite /Turn t eqxx /guessphase ph //=.
  by rewrite Ms /=; exact: filter_listed.
- by move=> _ t; rewrite /Turn t eqxx /endphase ph.
Qed.

(* What is open after the answer to a question. *)
Lemma open_less s g : {subset shown_by i s <= shown_by i g} ->
  {subset denials other s <= denials other g} ->
    {subset open H i g <= open H i s}.
Proof.
move=> sub sub' x; rewrite !mem_filter !mem_cat !negb_or.
case/andP => /and3P [xs xH xd] ->; rewrite xH !andbT /=.
by rewrite (contra (sub x) xs) (contra (sub' x) xd).
Qed.

Lemma known_stays s g : executable G (D d) g ->
  {subset shown_by i s <= shown_by i g} ->
  {subset denials other s <= denials other g} -> knows_hand H i s ->
  knows_hand H i g.
Proof.
move=> ex sub sub' /orP [/eqP all_shown|/eqP none]; apply/orP.
  left; rewrite eqn_leq few_shown //= -all_shown; apply: uniq_leq_size.
    exact: undup_uniq.
  by move=> x; rewrite !mem_undup; exact: sub.
right; have := open_less sub sub'; rewrite none.
by case: (open H i g) => // z l /(_ z (mem_head _ _)).
Qed.

Lemma open_smaller s g x : {subset shown_by i s <= shown_by i g} ->
  {subset denials other s <= denials other g} -> x \in open H i s ->
  x \in shown_by i g ++ denials other g ->
    size (open H i g) < size (open H i s).
Proof.
move=> sub sub' xs xg; have un l : uniq [seq z <- cards G | z \notin l].
  by rewrite filter_uniq ?cards_uniq.
apply: (@uniq_leq_size _ (x :: open H i g)) => [|z].
  rewrite /= un andbT mem_filter !mem_cat !negb_or; move: xg; rewrite mem_cat.
  by case/orP => ->; rewrite ?andbF.
by rewrite inE => /orP [/eqP -> //|]; exact: open_less.
Qed.

(* The question of who cannot tell the hand: of one card that is open, and
   none that was shown. *)
Lemma asks_open s x : ~~ knows_hand H i s ->
  head 0 (open H i s) \in open H i s ->
  x \in alone_question H i s -> x \notin shown_by i s.
Proof.
move=> nk yo; rewrite /alone_question (negbTE nk) mem_filter =>
  /andP [/mem_take].
rewrite inE mem_filter => /orP [/eqP ->|/andP [/andP [-> _] _]] // _.
by move: yo; rewrite mem_filter mem_cat negb_or => /andP [/andP []].
Qed.

Lemma asks_one s : ~~ knows_hand H i s -> head 0 (open H i s) \in open H i s ->
  head 0 (open H i s) \in alone_question H i s.
Proof.
move=> nk yo; rewrite /alone_question (negbTE nk) mem_filter.
have [_ _ _ /= q1] := and4P sizes; rewrite -(prednK q1) /= mem_head /=.
by move: yo; rewrite mem_filter => /andP [].
Qed.

Lemma some_open s : ~~ knows_hand H i s -> head 0 (open H i s) \in open H i s.
Proof.
by rewrite negb_or => /andP [_]; case: (open H i s) => // z l _;
  rewrite mem_head.
Qed.

End OneDeal.
End Alone.
