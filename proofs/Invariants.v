(* Sections 2.2 and 2.7 to 2.9: what is so in every executable situation, for
   all sizes; by induction over the situation. *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Invariants.
Variables (G : game) (h : deal).
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (Q M : seq nat) (a : action) (s : situation).
Notation In := (In G h).
Notation Turn := (Turn G).
Notation AnsTurn := (AnsTurn G).
Notation GameOver := (GameOver G h).
Notation Poss := (Poss G h).
Notation executable := (executable G h).
Notation phase_of := (phase_of G h).
Notation turn_of := (turn_of G).
Notation player := (player G).
Notation incp := (incp G).

Lemma two_players : 2 <= p G.
Proof. by case/and4P: sizes. Qed.

Lemma player1 : player 1.
Proof. by rewrite playerE /= (leq_trans _ two_players). Qed.

Lemma before_executable a s : executable (do a s) -> executable s.
Proof. by case/andP. Qed.

Lemma not_over a s : Poss a s -> ~~ GameOver s.
Proof. by case/andP. Qed.

(* axiom-2.28-persists: once the game is over nothing is possible. *)
Theorem over_persists s : GameOver s -> forall a, ~~ Poss a s.
Proof. by move=> o a; rewrite /Fluents.Poss o andbF. Qed.

(* It is always some player's turn. *)
Lemma turn_player s : executable s -> player (turn_of s).
Proof.
elim: s => [_|a s IH /andP [ex po]] /=; first exact: player1.
case: a po => //= [i Q|j|j|j i x|i M|i|i] po; try exact: IH.
by case: eqP => [e|_]; [rewrite -e incp_player ?IH|exact: IH].
Qed.

(* axiom-2.29-order: the turn passes by endturn only, to the next player. *)
Theorem turn_passes a s : executable (do a s) ->
  turn_of (do a s) = if a is endturn i then incp i else turn_of s.
Proof.
move=> /andP [_ po]; case: a po => //= i /andP [/andP [/eqP t _] _].
by rewrite t eqxx.
Qed.

(* figure-2.2: phases change along the arrows, by the actions on the arrows. *)
Theorem phases_change a s : executable (do a s) ->
  phase_change (phase_of s) a (phase_of (do a s)).
Proof.
move=> /andP [_ /andP [po _]]; case: a po => [i Q|j|j|j i x|i M|i|i] /=.
- by case/and3P => _ /eqP ->.
- by case/and3P => /eqP ->; case: ifP.
- by case/and3P => /eqP ->.
- by case/and4P => _ _ _ /eqP ->.
- by case/and3P => _ /eqP ->.
- by case/andP => _ /eqP ->.
- by case/andP => _ /eqP ->; case: ifP.
Qed.

(* invariant-one-kind: what is possible is of the kind of the phase, and by one
   player; of no and yes only one is possible. *)
Theorem one_kind a s : Poss a s ->
  match a with
  | asks i _ => askphase G h s && Turn i s
  | no j => ansphase G h s && AnsTurn j s && ~~ Poss (yes j) s
  | yes j => ansphase G h s && AnsTurn j s && ~~ Poss (no j) s
  | shows j i _ => showphase G h s && Turn i s && AnsTurn j s
  | guess i _ | noguess i => guessphase G h s && Turn i s
  | endturn i => endphase G h s && Turn i s
  end.
Proof.
case/andP; case: a => [i Q|j|j|j i x|i M|i|i] /= po _.
- by case/and3P: po => -> ->.
- case/and3P: po => -> -> /=; rewrite /Fluents.Poss /= /for_some_question.
  by case: asked => // Q ->; rewrite !andbF.
- case/and3P: po => -> -> /=; rewrite /Fluents.Poss /= /for_some_question.
  by case: asked => // Q /negbTE ->; rewrite !andbF.
- by case/and4P: po => -> -> _ ->.
- by case/and3P: po => -> ->.
- by case/andP: po => -> ->.
- by case/andP: po => -> ->.
Qed.

(* remark-2.4-omit: the situation determines who acts. *)
Theorem actor_is_determined a a' s : Poss a s -> Poss a' s ->
  match a, a' with
  | asks i _, asks j _ | no i, no j | yes i, yes j | guess i _, guess j _
  | noguess i, noguess j | endturn i, endturn j => i = j
  | shows j i _, shows j' i' _ => i = i' /\ j = j'
  | _, _ => True
  end.
Proof.
have one i j : Turn i s -> Turn j s -> i = j by move=> /eqP <- /eqP.
have ans i j : AnsTurn i s -> AnsTurn j s -> i = j
  by rewrite /Fluents.AnsTurn => /eqP -> /eqP [].
move=> /one_kind k /one_kind; case: a k => [i Q|j|j|j i x|i M|i|i] k;
  case: a' => [i' Q'|j'|j'|j' i' x'|i' M'|i'|i'] // k'.
1,5-7: by case/andP: k k' => _ t /andP [_]; exact: one.
1,2: by case/andP: k k' => /andP [_ t] _ /andP [/andP [_ t'] _]; exact: ans.
by case/andP: k k' => /andP [_ t] u /andP [/andP [_ t'] u']; split;
  [exact: one|exact: ans].
Qed.

(* Somebody is in unless the game is over. *)
Lemma somebody_in s : ~~ GameOver s -> exists2 i, player i & In i s.
Proof.
case: s => [_|a s]; first by exists 1; rewrite /= ?player1.
rewrite /Fluents.GameOver negb_or -has_predC =>
  /andP [_ /hasP [i pi /negbNE ini]].
by exists i.
Qed.

(* Who is out stays out. *)
Lemma in_before a s i : In i (do a s) -> In i s.
Proof. by case/andP. Qed.

(* invariant-eliminated: in the other phases the player whose turn it is
   is in. *)
Lemma turn_in s : executable s -> phase_of s != End -> In (turn_of s) s.
Proof.
elim: s => [_ _|a s IH /andP [ex po]]; first exact: player1.
have := one_kind po; case: a po => [i Q|j|j|j i x|i M|i|i] /= po.
- by case/andP => /eqP ask _ _; rewrite andbT IH // ask.
- by case/andP => /andP [/eqP ans _] _ _; rewrite andbT IH // ans.
- by case/andP => /andP [/eqP ans _] _ _; rewrite andbT IH // ans.
- by case/andP => /andP [/eqP sh _] _ _; rewrite andbT IH // sh.
- by [].
- by [].
- case/andP => _ /eqP t; rewrite t eqxx andbT; by case: ifP.
Qed.

Theorem eliminated_only_ends s i : executable s -> Turn i s -> ~~ In i s ->
  endphase G h s.
Proof.
move=> ex /eqP <-; apply: contraR => ne; exact: turn_in.
Qed.

(* In the answer and the show phase there is a question and a player to answer;
   in the show phase the answerer has a card to show. *)
Lemma to_answer s : executable s ->
  match phase_of s with
  | Ans => exists Q j, [/\ asked s = Some Q, answerer G s = Some j & player j]
  | Show => exists Q j x, [/\ asked s = Some Q, answerer G s = Some j,
                              x \in Q & h j x]
  | _ => True
  end.
Proof.
elim: s => [//|a s IH /andP [ex po]]; have := one_kind po.
case: a po => [i Q|j|j|j i x|i M|i|i] //= po; last by case: ifP.
- case/andP => _ /eqP t; exists Q, (incp i); split=> //.
  by rewrite incp_player // -t turn_player.
- case: ifP => // _ /andP [/andP [/eqP ans /eqP t] _]; have := IH ex;
    rewrite ans.
  case=> Q [j' [Q1 j1 pj]]; exists Q, (incp j); split=> //.
  by move: t pj; rewrite j1 => -[<-]; exact: incp_player.
- move=> _; have /poss_yes [Q [_ _ /eqP Q1 /allPn [x xQ /negbNE hx] _]] := po.
  by exists Q, j, x.
Qed.

Lemma question_exists : q G <= deck_size G ->
  question_set G (take (q G) (cards G)).
Proof.
move=> qc; rewrite /question_set /card_set take_uniq ?cards_uniq //=.
by rewrite size_takel ?size_iota // eqxx andbT; apply/allP => x /mem_take.
Qed.

(* invariant-no-deadlock: something is possible unless the game is over. *)
Theorem no_deadlock s : q G <= deck_size G -> executable s ->
  (~~ GameOver s <-> exists a, Poss a s).
Proof.
move=> qc ex; split=> [o|[a /not_over]] //; have := to_answer ex.
rewrite /Fluents.Poss o; case ph: (phase_of s).
- exists (asks (turn_of s) (take (q G) (cards G))).
  by rewrite /= /Fluents.Turn !eqxx /askphase ph question_exists.
- case=> Q [j [Q1 j1 _]]; case dis: (disjoint h Q j).
    by exists (no j); rewrite /= /ansphase ph /Fluents.AnsTurn j1 !eqxx
      /for_some_question Q1 dis.
  by exists (yes j); rewrite /= /ansphase ph /Fluents.AnsTurn j1 !eqxx
    /for_some_question Q1 dis.
- case=> Q [j [x [Q1 j1 xQ hx]]]; exists (shows j (turn_of s) x).
  by rewrite /= /Fluents.Turn !eqxx /Fluents.AnsTurn j1 !eqxx /showphase ph
    /for_some_question Q1 /shared xQ hx.
- by exists (noguess (turn_of s));
    rewrite /= /Fluents.Turn /guessphase !eqxx ph.
- by exists (endturn (turn_of s)); rewrite /= /Fluents.Turn /endphase !eqxx ph.
Qed.

(* remark-2.7-first: in Init0 player 1 may ask every question. *)
Theorem first_may_ask Q : question_set G Q -> Poss (asks 1 Q) Init0.
Proof. by move=> Qq; rewrite /Fluents.Poss /= Qq. Qed.

(* An action that is no guess does not end the game. *)
Lemma only_guesses_end a s : ~~ GameOver s ->
  (if a is guess _ _ then false else true) -> ~~ GameOver (do a s).
Proof.
move=> o ng; have [i pi ini] := somebody_in o; apply/negP => /orP [];
  first by case: a ng.
by move=> /allP /(_ i pi) /=; rewrite ini; case: a ng.
Qed.

(* remark-2.7-shows: who has just said yes can show a card. *)
Theorem yes_can_show j s : executable (do (yes j) s) ->
  exists i x, Poss (shows j i x) (do (yes j) s).
Proof.
move=> ex; have [Q [j' [x [Q1 [<-] xQ hx]]]] := to_answer ex.
exists (turn_of s), x; case/andP: ex => _ po.
rewrite /Fluents.Poss only_guesses_end ?(not_over po) // andbT /=
  /Fluents.Turn /=.
by rewrite /Fluents.AnsTurn /= !eqxx /for_some_question Q1 /shared xQ hx.
Qed.

(* remark-3.1-must-show, remark-2.7-only-after-yes: after a yes nothing but a
   show by who said it to whose turn it is. *)
Theorem must_show j a s : Poss a (do (yes j) s) ->
  exists2 x, a = shows j (turn_of s) x & h j x.
Proof.
move=> po; have := one_kind po; case: a po => // k i x po.
case/andP => /andP [_ /eqP t] /eqP [e]; subst k; exists x; first by rewrite -t.
by have /poss_shows [Q [_ _ /andP []]] := po.
Qed.

Theorem show_only_after_yes j i x s : executable s -> Poss (shows j i x) s ->
  exists s', s = do (yes j) s'.
Proof.
move=> _ /one_kind /andP [/andP [/eqP ph _] /eqP]; case: s ph => // a s.
case: a => //= k; try by case: ifP.
by move=> _ [->]; exists s.
Qed.

(* remark-2.2-right-guess, remark-2.10-right-guess: a right guess ends the game,
   a wrong one eliminates. *)
Theorem right_guess i M s : executable (do (guess i M) s) ->
  equals_pile G h M ->
  [/\ GameOver (do (guess i M) s), In i (do (guess i M) s) &
    Turn i (do (guess i M) s)].
Proof.
move=> /andP [ex po] eq; have /andP [g /eqP t] := one_kind po.
split; rewrite /= ?eq ?andbF ?andbT //; last by rewrite /Fluents.Turn /= t.
by rewrite -t turn_in // (eqP g).
Qed.

Theorem wrong_guess i M s : ~~ equals_pile G h M ->
  ~~ In i (do (guess i M) s) && endphase G h (do (guess i M) s).
Proof. by move=> /negbTE eq; rewrite /= eq eqxx andbF. Qed.

(* remark-2.26-still-in: a player goes out by a wrong guess of their own, and by
   nothing else. *)
Theorem goes_out a s i : In i s -> ~~ In i (do a s) ->
  exists2 M, a = guess i M & ~~ equals_pile G h M.
Proof.
move=> /= -> /=; case: a => // k M; rewrite negbK => /andP [/eqP ->].
by exists M.
Qed.

End Invariants.
