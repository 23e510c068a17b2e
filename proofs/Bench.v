(* The statements of the bench that are formulas, proved of the formulas that
   the bench prints: chapter 2, turns, phases and possible actions. Statements.v
   has the claims; what is proved here of each is in the other files, and the
   formula is only unfolded.

   Glossary
     unfold_truth     tactic: the truth of a formula, unfolded
     always           tactic: open the proof of a statement of all situations *)

From Coq Require Import String Ascii.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Remarks Readings Seats Pile Language
  Statements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Of what situations a statement speaks. *)
Lemma always_holds G f n :
  (forall d s, is_world G (d, s) -> truth G [::] f (d, s)) ->
  holds G (Statement Always true n f).
Proof. by move=> t d s W _; exact: t. Qed.
Lemma without_guesses G f :
  (forall d s, is_world G (d, s) -> no_guesses s -> truth G [::] f (d, s)) ->
  holds G (Statement Always false None f).
Proof. by move=> t d s W [[//|ng] _ _]; exact: t. Qed.
Lemma initially_holds G f :
  (forall d, is_world G (d, Init0) -> truth G [::] f (d, Init0)) ->
  holds G (Statement Initially true None f).
Proof. by move=> t d s W [_ /= e _]; rewrite e in W *; exact: t. Qed.

(* The truth of a formula, unfolded: its variables become those of Coq. *)
Ltac unfold_truth :=
  cbv beta iota zeta delta [truth each some ones sets_of val members act lookup
    size_of String.eqb Ascii.eqb Bool.eqb];
  cbn [fst snd].

(* Sets in the order of the deck. *)
Lemma subsets_subseq l Q : (Q \in subsets l) = subseq Q l.
Proof.
elim: l Q => [|x l IH] Q; first by rewrite inE; case: Q.
rewrite /= mem_cat IH; case: Q => [|y Q].
  by rewrite sub0seq orbT.
case: eqP => [->|ne].
  apply/orP/idP => [[/mapP [R]|/cons_subseq //]|sub].
    by rewrite IH => sub [->].
  by left; apply/mapP; exists Q => //; rewrite IH.
apply/orP/idP => [[/mapP [R _ [e]]|//]|]; last by right.
by case: ne.
Qed.

Section Sets.
Variable G : game.
Implicit Types (Q R M : seq nat) (d : deal) (s : situation).

Lemma card_subset Q : Q \in subsets (cards G) -> card_set G Q.
Proof.
rewrite subsets_subseq => sub; apply/andP; split.
  exact: subseq_uniq sub (cards_uniq G).
by apply/allP => x /(mem_subseq sub).
Qed.
Lemma questionsP Q : Q \in questions G -> question_set G Q.
Proof. by rewrite mem_filter => /andP [sz /card_subset cQ]; apply/andP. Qed.
Lemma guessesP M : M \in guesses G -> pile_set G M.
Proof. by rewrite mem_filter => /andP [sz /card_subset cM]; apply/andP. Qed.

Lemma mem_deck_order Q : all (card G) Q -> in_deck_order G Q =i Q.
Proof.
move=> /allP cQ x; rewrite mem_filter.
by case xQ: (x \in Q) => //=; rewrite (cQ x xQ : x \in cards G).
Qed.
Lemma in_deck Q : in_deck_order G Q \in subsets (cards G).
Proof. by rewrite subsets_subseq filter_subseq. Qed.
Lemma size_deck_order Q : card_set G Q -> size (in_deck_order G Q) = size Q.
Proof.
case/andP => uQ cQ; apply/eqP; rewrite -uniq_size_uniq //.
  exact: filter_uniq (cards_uniq G).
by move=> x; rewrite mem_deck_order.
Qed.
Lemma question_listed Q : question_set G Q ->
  in_deck_order G Q \in questions G /\ in_deck_order G Q =i Q.
Proof.
case/andP => cQ sQ; rewrite mem_filter in_deck andbT size_deck_order // sQ.
by split=> //; apply: mem_deck_order; case/andP: cQ.
Qed.
Lemma guess_listed M : pile_set G M ->
  in_deck_order G M \in guesses G /\ in_deck_order G M =i M.
Proof.
case/andP => cM sM; rewrite mem_filter in_deck andbT size_deck_order // sM.
by split=> //; apply: mem_deck_order; case/andP: cM.
Qed.

Lemma same_setP Q R : reflect (Q =i R) (same_set Q R).
Proof.
apply: (iffP andP) => [[/allP qr /allP rq] x|e].
  by apply/idP/idP => [/qr|/rq].
by split; apply/allP => x; rewrite e.
Qed.
Lemma asked_forP Q s :
  reflect (exists2 R, asked s = Some R & Q =i R) (asked_for Q s).
Proof.
rewrite /asked_for; case: (asked s) => [R|]; last by constructor=> -[].
by apply: (iffP (same_setP Q R)) => [e|[R' [->]]]; [exists R|].
Qed.
Lemma disjoint_mem d Q R j : Q =i R -> disjoint d Q j = disjoint d R j.
Proof. by move=> e; exact: eq_all_r. Qed.

(* The sets of an action in the order of the deck are questions and guesses. *)
Lemma sorted_asks i Q : sorted_action G (asks i Q) -> Q \in questions G.
Proof. by case/andP. Qed.
End Sets.

Ltac always := move=> G sizes; apply: always_holds => d s W; unfold_truth.

Theorem figure_2_2 : claim_figure_2_2.
Proof.
always.
have next a : Poss G d a s ->
  phase_change (phase_of G d s) a (phase_of G d (do a s)).
  by move=> po; apply: phases_change; case: W => _ /= ->.
have by_action ph a : phase_of G d s = ph -> Poss G d a s ->
  phase_change ph a (phase_of G d (do a s)) by move=> <- /next.
split; [|split; [|split; [|split; [|split]]]].
- by move=> ph a _ /(by_action _ _ ph); case: a => //= *; case: phase_of.
- move=> k _ ph /(by_action _ _ ph); case: phase_of => //; first by left.
  by right.
- by move=> k _ ph /(by_action _ _ ph); case: phase_of.
- by move=> ph a _ /(by_action _ _ ph); case: a => //= *; case: phase_of.
- by move=> ph a _ /(by_action _ _ ph); case: a => //= *; case: phase_of.
- move=> ph a _ /(by_action _ _ ph); case: a => //= i.
  by case: ifP => _ _; [left|right].
Qed.

Theorem remark_2_4_omit : claim_remark_2_4_omit.
Proof.
always => i _ j _ Q _ M _.
have det a a' : Poss G d a s -> Poss G d a' s -> _ :=
  @actor_is_determined G d a a' s.
do 6! [split; first by case=> p1 p2; exact: det p1 p2].
by case=> x _ /one_kind /andP [/andP [_ t] u].
Qed.

Theorem invariant_eliminated : claim_invariant_eliminated.
Proof.
always => i _ [/eqP <- ph]; case: W => _ ex; apply: turn_in => //.
by case: ph => [->|[->|[->|->]]].
Qed.

Lemma all_of_pile G d M : is_world G (d, Init0) \/ partition G d ->
  M \in guesses G -> (forall x, x \in M -> d 0 x) -> equals_pile G d M.
Proof.
move=> P /guessesP Ms inM; apply: within_pile => //; last exact/allP.
by case: P => [[]|].
Qed.

Theorem remark_2_2_right_guess : claim_remark_2_2_right_guess.
Proof.
always => i _ M Mg; have [P ex] := W; split=> [inM po|[x xM nx] po].
  have eq : equals_pile G d M by apply: all_of_pile => //; right.
  have ex' : executable G d (do (guess i M) s) by rewrite /= ex.
  by have [o ini t] := right_guess sizes ex' eq.
have wr : ~~ equals_pile G d M by apply/negP => /andP [/allP /(_ x xM) /nx].
have wrong : ~~ In G d i (do (guess i M) s) && endphase G d (do (guess i M) s).
  exact: wrong_guess.
by have /andP [/negP out /eqP ph] := wrong.
Qed.

(* Whatever is possible is possible with its sets in the order of the deck. *)
Lemma sorted_possible G d a s : Poss G d a s -> valid_sizes G ->
  is_world G (d, s) ->
  exists2 a', sorted_action G a' & Poss G d a' s.
Proof.
move=> po sizes [/= P ex]; have pt := turn_player sizes ex.
have turn i : Turn G i s -> player G i by move=> /eqP <-.
have answers j : ansphase G d s -> AnsTurn G j s -> player G j.
  by move=> /eqP ph /eqP e; have := to_answer sizes ex;
     rewrite ph e => -[Q [k [_ [->]]]].
have := one_kind po; case: a po => [i Q|j|j|j i x|i M|i|i] po.
- case/andP=> _ t; have /poss_asks [_ ph Qq o] := po.
  have [listed _] := question_listed Qq; exists (asks i (in_deck_order G Q)).
    by rewrite /sorted_action listed /= /asks_sorted turn // questionsP.
  by apply/poss_asks; split=> //; exact: questionsP.
- by case/andP=> /andP [ph t] _; exists (no j);
    rewrite // /sorted_action /= andbT; exact: answers.
- by case/andP=> /andP [ph t] _; exists (yes j);
    rewrite // /sorted_action /= andbT; exact: answers.
- case/andP=> /andP [/eqP sh t] _; exists (shows j i x) => //.
  have [s1 e] := show_only_after_yes ex po; subst s.
  have /poss_shows [Q [_ _ /andP [xQ _] _ [/eqP Qs _]]] := po.
  have /andP [/andP [_ /allP cQ] _] := asked_question ex Qs.
  rewrite /sorted_action /= /shows_sorted (turn _ t) (cQ _ xQ) !andbT.
  have [P' /andP [ex' po']] := conj P ex.
  have /andP [/andP [/eqP ph /eqP t'] _] := one_kind po'.
  by have := to_answer sizes ex'; rewrite ph t' => -[Q' [k [_ [->]]]].
- case/andP=> _ t; have /poss_guess [_ ph Mq o] := po.
  have [listed _] := guess_listed Mq; exists (guess i (in_deck_order G M)).
    by rewrite /sorted_action listed /= /guess_sorted turn // guessesP.
  by apply/poss_guess; split=> //; exact: guessesP.
- by case/andP=> _ t; exists (noguess i); rewrite // /sorted_action /= andbT;
    exact: turn.
- by case/andP=> _ t; exists (endturn i); rewrite // /sorted_action /= andbT;
    exact: turn.
Qed.

Theorem invariant_no_deadlock : claim_invariant_no_deadlock.
Proof.
move=> G sizes /andP [q1 qc]; apply: always_holds => d s W; unfold_truth.
split=> [none|o a _]; last by move=> po; have := over_persists o a; rewrite po.
apply/negPn/negP => /(no_deadlock sizes qc (proj2 W)) [a po].
by have [a' sa po'] := sorted_possible po sizes W; exact: none sa po'.
Qed.

Theorem invariant_one_kind : claim_invariant_one_kind.
Proof.
always => i _ j _ Q _ M _; split; [|split; [|split; [|split; [|split;
  [|split]]]]].
- by case/one_kind/andP => /eqP.
- by case/one_kind/andP => /andP [/eqP ph t] /negP.
- by case/one_kind/andP => /andP [/eqP ph t] _.
- by case=> x _ /one_kind /andP [/andP [/eqP]].
- by case/one_kind/andP => /eqP.
- by case/one_kind/andP => /eqP.
- by case/one_kind/andP => /eqP.
Qed.

Theorem remark_2_7_first : claim_remark_2_7_first.
Proof.
move=> G sizes; apply: initially_holds => d W; unfold_truth => Q Qq.
exact: first_may_ask (questionsP Qq).
Qed.

Lemma step_world G d a s : is_world G (d, s) -> Poss G d a s ->
  is_world G (d, do a s).
Proof. by case=> P /= ex po; split; rewrite //= ex. Qed.

Theorem remark_2_7_shows : claim_remark_2_7_shows.
Proof.
always => j _ po; have [_ ex] := step_world W po.
have [i [x [pi cx po']]] := yes_can_show_sorted sizes ex.
by exists i => //; exists x.
Qed.

Theorem remark_2_7_only_after_yes : claim_remark_2_7_only_after_yes.
Proof.
always; split=> [nans a _ po i _ j _ Q _ [x _ po']|k _].
  have W' := step_world W po; have [s' [e _]] :=
    show_only_after_yes (proj2 W') po'.
  by subst a; apply: nans; have /andP [/andP [/eqP]] := one_kind po.
split=> [po i _ j _ Q _ [x _ po']|po i _ j _ Q _ [x _ po']].
  by have [s'] := show_only_after_yes (proj2 (step_world W po)) po'.
by have [y [->]] := must_show po'.
Qed.

Theorem invariant_2_22 : claim_invariant_2_22.
Proof.
always; split; [|split].
- by move=> i _ j _ [/eqP <- /eqP].
- by move=> i _ j _ [/eqP e]; rewrite /AnsTurn e => /eqP [].
- move=> Q _ R _ [/asked_forP [Q' e eQ] /asked_forP [R']];
    rewrite e => -[<-] eR.
  by apply/same_setP => x; rewrite eQ eR.
Qed.

Theorem invariant_phases : claim_invariant_phases.
Proof.
by always; case: phase_of; intuition congruence.
Qed.

Lemma wrong_iff G d M : partition G d -> M \in guesses G ->
  (~~ equals_pile G d M <-> exists2 x, x \in M & ~ d 0 x).
Proof.
move=> P /guessesP Ms; rewrite (not_the_pile P Ms); split.
  by case/hasP=> x xM /negP nx; exists x.
by case=> x xM /negP nx; apply/hasP; exists x.
Qed.

Lemma guess_in G d i k M s : partition G d -> M \in guesses G ->
  In G d i (do (guess k M) s) <->
  In G d i s /\ ~ (i = k /\ exists2 x, x \in M & ~ d 0 x).
Proof.
move=> P Mg; rewrite In_do; split=> -[ini no]; split=> // ex; apply: no.
  by case: ex => -> wr; exists M; split=> //; apply/(wrong_iff P Mg).
by case: ex => M' [[<- <-] wr]; split=> //; apply/(wrong_iff P Mg).
Qed.

Lemma only_guess_in G d i a s : ~~ is_guess a -> In G d i (do a s) = In G d i s.
Proof. by case: a => //= *; rewrite andbT. Qed.

Theorem remark_2_26_still_in : claim_remark_2_26_still_in.
Proof.
always; split=> [i _ k _ M Mg ini po|i _].
  by rewrite (guess_in _ _ _ (proj1 W) Mg); split=> [[]|].
split=> [out a _ _ /in_before //|[ini ng] a _ po].
rewrite only_guess_in //; apply/negP => g; apply: ng.
by case: a po g => // k M /one_kind /andP [/eqP].
Qed.

Theorem axiom_2_26_printed_as_read : claim_axiom_2_26_printed_as_read.
Proof.
always => i _ k _ M Mg; split=> [ini po|out po].
  by rewrite (guess_in _ _ _ (proj1 W) Mg); split=> [[]|].
by move/in_before.
Qed.

Theorem axiom_2_28_persists : claim_axiom_2_28_persists.
Proof. by always => o a _ po; have := over_persists o a; rewrite po. Qed.

Theorem remark_3_1_must_show : claim_remark_3_1_must_show.
Proof.
always => j pj po; have W' := step_world W po; split=> //; split.
  move=> none; have [i [x [pi cx po']]] := yes_can_show_sorted sizes (proj2 W').
  by apply: none po';
    rewrite /sorted_action /= /shows_sorted (pj : player G j) pi
    cx.
split=> [i _ k _ Q _|i _ M _].
  split=> [/must_show [] //|[x _ po']]; have [y [-> -> _]] := must_show po'.
  by split=> //; rewrite /Turn.
by split; [|split; [|split; [|split]]] => /must_show [].
Qed.

Theorem remark_2_10_right_guess : claim_remark_2_10_right_guess.
Proof. by always => i _ M _ _ /negP o; apply/negP; exact: guess_goes_on o. Qed.
