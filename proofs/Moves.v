(* Section 4.2: Duel.v leaves out no move of chapter 2. In MYST(m,n,2,q) each
   executable situation without guesses is a stage of a turn of Duel.v
   (no_move_left_out), each such stage is executable (stage_executable), and
   the first guess of a situation is one of Duel.v (first_guess).

   A question and a guess are sets, so their cards may be listed in any order;
   here they are listed in the order of the cards.

   Glossary
     set_of Q         the set of the cards that the list Q names
     in_order_of_cards Q, listed_action a
                      the list Q, or that of the action a, is in the order of
                      the cards
     listed s         so are all questions and guesses of s
     stage d s        s is a stage of a turn: before the question, after it,
                      after the yes, after the answer, or after the guess was
                      passed up *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Evidence Turns.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Moves.
Variables m n q : nat.
Let G := MYST m n 2 q.
Notation cards := {set Duel.card m n}.
Notation D := (@dealing m n).
Notation hand := Duel.hand.
Notation asker := Duel.asker.
Notation asking := (@asking m n).
Notation situation_of := (@situation_of m n).
Implicit Types (i : bool) (A Q M : cards) (d : Duel.deal m n).
Implicit Types (h : Duel.history m n) (s : situation)
  (a : option (Duel.card m n)).

Definition set_of (Q : seq nat) : cards := [set x | (val x).+1 \in Q].

Definition in_order_of_cards (Q : seq nat) : bool :=
  Q == [seq x <- Situation.cards G | x \in Q].
Definition listed_action (a : action) : bool :=
  match a with asks _ Q | guess _ Q => in_order_of_cards Q | _ => true end.
Fixpoint listed s : bool :=
  if s is do a s' then listed_action a && listed s' else true.

Lemma names_filter A :
  names A = [seq (val x).+1 | x <- [seq x <- enum 'I_(m + n * 2) | x \in A]].
Proof. by rewrite /names enumT {1}/enum_mem. Qed.

Lemma cards_names :
  Situation.cards G = [seq (val x).+1 | x <- enum 'I_(m + n * 2)].
Proof.
by rewrite map_comp val_enum_ord /Situation.cards -[1]addn0 iotaDl;
  exact: eq_map.
Qed.

Lemma names_set_of (Q : seq nat) : in_order_of_cards Q -> names (set_of Q) = Q.
Proof.
move=> /eqP {2}->; rewrite cards_names filter_map names_filter; congr map.
by apply: eq_filter => x; rewrite inE.
Qed.

Lemma names_in_order A : in_order_of_cards (names A).
Proof.
rewrite /in_order_of_cards cards_names filter_map names_filter; apply/eqP;
  congr map.
by apply: eq_filter => x /=; rewrite -names_filter in_names.
Qed.

Lemma set_of_names A : set_of (names A) = A.
Proof. by apply/setP => x; rewrite inE in_names. Qed.

Lemma card_set_of (Q : seq nat) : in_order_of_cards Q -> size Q = #|set_of Q|.
Proof. by move=> /names_set_of e; rewrite -{1}e size_map -cardE. Qed.

Lemma next_of_two i : incp G (who i) = who (~~ i).
Proof. by case: i. Qed.

Lemma asked_answers i (Q : seq nat) s j :
  AnsTurn G j (do (asks (who i) Q) s) = (j == who (~~ i)).
Proof.
apply/eqP/eqP => [e|->]; last by rewrite -next_of_two.
by rewrite -next_of_two; case: e.
Qed.

Lemma who_inj i j : who i = who j -> i = j.
Proof. by case: i; case: j. Qed.

(* The stages of a turn. *)
Inductive stage d : situation -> Prop :=
| Begins h : allowed q d h -> stage d (situation_of h)
| Asked h Q : allowed q d h -> #|Q| = q ->
    stage d (do (asks (who (asker h)) (names Q)) (situation_of h))
| Affirmed h Q : allowed q d h -> #|Q| = q ->
    Q :&: hand d (~~ asker h) != set0 ->
    stage d (do (yes (who (~~ asker h)))
               (do (asks (who (asker h)) (names Q)) (situation_of h)))
| Answered h Q a : allowed q d ((Q, a) :: h) ->
    stage d (asking (asker h) Q a (situation_of h))
| Passed h Q a : allowed q d ((Q, a) :: h) ->
    stage d (do (noguess (who (asker h)))
               (asking (asker h) Q a (situation_of h))).

Lemma stage_asked d h Q : allowed q d h -> #|Q| = q ->
  [/\ executable G (D d) (do (asks (who (asker h)) (names Q)) (situation_of h))
    &
      In G (D d) 1 (situation_of h) && In G (D d) 2 (situation_of h)].
Proof.
move=> ok sQ; have [ex ph t go i12] := turns_possible ok; split=> //=.
rewrite ex /Poss /= /askphase ph /Turn t go !eqxx /=.
by have := names_question sQ; rewrite /G => ->.
Qed.

(* Each stage is a situation of chapter 2. *)
Theorem stage_executable d s : stage d s -> executable G (D d) s /\ listed s.
Proof.
have listed_of h : listed (situation_of h).
  by elim: h => //= -[Q [x|]] h IH /=; rewrite IH names_in_order.
case=> [h ok|h Q ok sQ|h Q ok sQ hit|h Q a ok|h Q a ok].
- by have [ex _ _ _ _] := turns_possible ok.
- by have [ex _] := stage_asked ok sQ; rewrite /= names_in_order listed_of.
- have [ex /andP [i1 i2]] := stage_asked ok sQ;
    have [_ ph t go _] := turns_possible ok.
  split; last by rewrite /= names_in_order listed_of.
  apply/andP; split; first exact: ex.
  apply/poss_yes; exists (names Q); split=> //; first by rewrite asked_answers.
  - exact: eqxx.
  - by rewrite no_common.
  - by rewrite /GameOver /= i1.
- case: ok => ok sQ tr; have [ex _ _ _ _] :=
    asking_possible (turns_possible ok) sQ tr.
  by split=> //; rewrite /asking; case: (a) => [x|] /=;
    rewrite names_in_order listed_of.
- case: ok => ok sQ tr; have [ex ph t go _] :=
    asking_possible (turns_possible ok) sQ tr.
  split; last by rewrite /asking; case: (a) => [x|] /=;
    rewrite names_in_order listed_of.
  by rewrite /= ex /Poss /= /Turn t eqxx /guessphase ph eqxx go.
Qed.

(* Without guesses there is no other situation. *)
Theorem no_move_left_out d s : executable G (D d) s -> listed s ->
  no_guesses s ->
  stage d s.
Proof.
elim: s => [|a s IH]; first by move=> *; exact: (@Begins d [::]).
case/andP => ex po /andP [la ls] /andP [ng ns]; have := one_kind po.
case: (IH ex ls ns) po => [h ok|h Q ok sQ|h Q ok sQ hit|h Q b ok|h Q b ok]
  {IH ex ls ns} po.
- have [_ ph t _ _] := turns_possible ok.
  rewrite /askphase /ansphase /showphase /guessphase /endphase ph /Turn t.
  case: a la ng po => //= i Q la _ po; rewrite /= => /eqP <-; move: po;
    rewrite /Poss /= => /andP [/and3P [_ _ Qq] _].
  rewrite -(names_set_of la); apply: Asked => //.
  by case/andP: Qq => _ /eqP e; rewrite -(card_set_of la) e.
- rewrite /askphase /showphase /guessphase /endphase ![phase_of _ _ _]/=.
  case: a la ng po => [i Q'|i|i|j i x|i M|i|i] _ _ po;
    try (by case/andP => /eqP); try (by case/andP => /andP [/eqP]);
    rewrite asked_answers => /andP [/andP [_ /eqP e] _]; subst i.
    apply: (@Answered d h Q None); split=> //=.
    by move: po => /poss_no [Q1 [_ _ /eqP [<-]]]; rewrite no_common => /eqP ->.
  apply: Affirmed => //.
  by move: po => /poss_yes [Q1 [_ _ /eqP [<-]]]; rewrite no_common.
- case: a la ng po => //= j i x _ _ po; have [_ _ t _ _] := turns_possible ok.
  rewrite /showphase /Turn /AnsTurn /= t => /andP [/eqP <- /eqP [e]].
  subst j; move: po => /poss_shows [Q1 [_ _ /andP [xQ hx] _ [/eqP [e] _]]];
    subst Q1.
  case/mapP: (xQ) => y yQ ey; subst x; rewrite mem_enum in yQ.
  apply: (@Answered d h Q (Some y)); split=> //=.
  by move: hx; rewrite deals_to inE yQ.
- case: (ok) => ok0 sQ tr; have [_ ph t _ _] :=
    asking_possible (turns_possible ok0) sQ tr.
  rewrite /askphase /ansphase /showphase /guessphase /endphase ph /Turn t.
  by case: a la ng po => //= i _ _ _ /eqP <-; exact: Passed.
- case: (ok) => ok0 sQ tr; have [_ _ t _ _] :=
    asking_possible (turns_possible ok0) sQ tr.
  case: a la ng po => //= i _ _ po.
  rewrite /endphase /Turn /= t => /eqP <-; exact: (@Begins d ((Q, b) :: h)).
Qed.

(* The first guess is one of Duel.v, of m cards; it is right if it is the
   pile. *)
Theorem first_guess d s : executable G (D d) s -> listed s -> ~~ no_guesses s ->
  exists h Q a M, [/\ allowed q d ((Q, a) :: h), #|M| = m &
    before_or_equal (do (guess (who (asker h)) (names M))
                       (asking (asker h) Q a (situation_of h))) s].
Proof.
elim: s => // a s IH /andP [ex po] /andP [la ls]; rewrite [no_guesses _]/=.
case ns: (no_guesses s); last first.
  move=> _; have [h [Q [b [M [ok sM be]]]]] := IH ex ls (negbT ns).
  by exists h, Q, b, M; split=> //; right.
rewrite andbT negbK; case: a la po => // i M la po _.
have [t g Ms _] := (poss_guess G (D d) i M s).1 po.
case: (no_move_left_out ex ls ns) t g =>
  [h ok|h Q ok sQ|h Q ok sQ hit|h Q b ok|h Q b ok].
- by have [_ ph _ _ _] := turns_possible ok; rewrite /guessphase ph.
- by [].
- by [].
- case: (ok) => ok0 sQ tr; have [_ _ t _ _] :=
    asking_possible (turns_possible ok0) sQ tr.
  rewrite /Turn t => /eqP <- _; exists h, Q, b, (set_of M); split=> //.
    by case/andP: Ms => _ /eqP e; rewrite -(card_set_of la) e.
  by rewrite names_set_of //; left.
- by [].
Qed.

End Moves.
