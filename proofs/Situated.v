(* Section 4.2: each strategy of Duel.v is a legal plan for chapter 2, and who
   wins by it in Duel.v wins in the situations of chapter 2 (winner_wins).

   Where nobody has guessed, the plan does what the strategy says; after the
   other's wrong guess it is that of who is alone (Alone.v).

   Glossary
     plan_of i r      the plan of player i for the strategy r
     longest T        that many actions are enough for T turns of Duel.v, and
                      for who is alone then
     u follows r      the two plans u do what the two strategies r do *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Turns Moves Links Plays Alone Survivor.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Situated.
Variables m n q : nat.
Let G := MYST m n 2 q.
Hypothesis sizes : valid_sizes G.
Hypothesis small : q <= m + n + 1.
Notation D := (@dealing m n).
Notation hand := Duel.hand.
Notation asker := Duel.asker.
Notation asking := (@asking m n).
Notation situation_of := (@situation_of m n).
Notation strategy := (Duel.strategy m n).
Notation hand_list d i := (Partition.hand G (D d) (who i)).
Notation legal := (legal m n q).
Notation alone_action := (alone_action m n q).
Notation seen := (seen m n q).
Notation stage := (stage q).
Notation allowed := (allowed q).
Implicit Types (i j k : bool) (Q M : {set Duel.card m n}) (d : Duel.deal m n).
Implicit Types (h : Duel.history m n) (s : situation) (t : plan) (r : strategy).

Definition plan_of i r : plan := fun H v =>
  let s := replay v in
  let own := set_of m n H in
  if no_guesses s then
    match phase_of G no_deal s with
    | Ask => asks (who i) (names (Duel.question q r own (turns_of m n s)))
    | Show =>
      if Duel.answer r own (turns_of m n s) (set_of m n (last_question s)) is
        Some x
      then shows (who i) (who (~~ i)) (val x).+1 else alone_action i H s
    | Guess =>
      if turns_of m n s is z :: h then
        if Duel.guess r own h z is Some M then guess (who i) (names M)
        else noguess (who i)
      else noguess (who i)
    | _ => alone_action i H s
    end
  else alone_action i H s.

Lemma stage_no_guess d s : stage d s -> no_guesses s.
Proof.
have ng h : no_guesses (situation_of h) := no_guess_situation h.
by case=> [h _|h Q _ _|h Q _ _ _|h Q [x|] _|h Q [x|] _]; rewrite /= ng.
Qed.

Lemma replay_stage d i s : stage d s -> replay (seen i s) = s.
Proof.
move=> st; have [ex _] := stage_executable st.
by rewrite -(seen_view _ d) ?(stage_no_guess st) // (replay_view sizes).
Qed.

Lemma turns_of_asking i Q a s :
  turns_of m n (asking i Q a s) = (Q, a) :: turns_of m n s.
Proof. by case: a => [x|] /=; rewrite ?numberK set_of_names. Qed.

Lemma all_out d i Q : Duel.dealt d ->
  all (fun x => x \notin hand_list d i) (names Q) = (Q :&: hand d i == set0).
Proof.
move=> de; rewrite -(no_common d i Q); apply: eq_in_all => x /mapP [y _ ->].
by rewrite hand_names in_names deals_to.
Qed.

(* The plan does what the strategy does. *)
Theorem plan_of_follows i r : follows q i (plan_of i r) r.
Proof.
split=> [d h de ok ask|d h Q de ok ask sQ s|d h Q a de ok ask|d h Q a de ok
  ask].
- rewrite /plan_of (replay_stage i (Begins ok)) no_guess_situation set_of_hand.
  have [ex ph _ go _] := turns_possible ok.
  by rewrite (phase_no_deal sizes ex (negbT go)) ph turns_of_situation.
- have ng : no_guesses s := no_guess_situation h.
  have st := Asked ok sQ; rewrite ask in st.
  have an := Duel.answer_truthful r (hand d i) h Q.
  have out := all_out i Q de; case e: (Duel.answer r _ h Q) an => [x|] tr.
    have hit : Q :&: hand d i != set0 by apply/set0Pn; exists x.
    have st2 : stage d (do (yes (who i)) s).
      by have := @Affirmed m n q d h Q ok sQ; rewrite ask negbK; exact.
    rewrite /plan_of (replay_stage i st) (replay_stage i st2).
    have ng2 : no_guesses (do (yes (who i)) s) := ng.
    rewrite ng ng2 /= /Alone.alone_action /=.
    rewrite /last_question /= out (negbTE hit) turns_of_situation set_of_names.
    by rewrite set_of_hand e.
  rewrite /plan_of (replay_stage i st) ng /= /Alone.alone_action /=.
  by rewrite /last_question /= out [_ == _]tr.
- have st := Answered ok; rewrite ask in st.
  rewrite /plan_of (replay_stage i st) (stage_no_guess st) set_of_hand.
  case: (ok) => ok0 sQ tr; have start := turns_possible ok0;
    rewrite ask in start tr.
  have [ex ph _ go _] := asking_possible start sQ tr.
  rewrite (phase_no_deal sizes ex (negbT go)) ph turns_of_asking.
  by rewrite turns_of_situation.
- have st := Passed ok; rewrite ask in st.
  by rewrite /plan_of (replay_stage i st) (stage_no_guess st).
Qed.

Lemma possible_listed d a s : executable G (D d) (do a s) ->
  listed m n q (do a s) -> Poss G (D d) a s && listed_action m n q a.
Proof. by case/andP=> _ -> /andP [->]. Qed.

(* It is legal. *)
Theorem plan_of_legal i r : legal i (plan_of i r).
Proof.
have [m0 n0 _ q0] := and4P sizes; have fo := plan_of_follows i r.
move=> d s de ex ls go ac; rewrite /=.
case ng: (no_guesses s); last first.
  rewrite /plan_of (replay_view sizes) // ng.
  exact: (alone_legal sizes small de ex go ac).
rewrite (seen_view _ _ _ ng); have st := no_move_left_out ex ls ng.
case: st ac ng ex ls go => [h ok|h Q ok sQ|h Q ok sQ hit|h Q a ok|h Q a ok] ac
  ng ex ls go.
- have [_ ph tu _ _] := turns_possible ok; move: ac;
    rewrite /actor ph tu => /who_inj ask.
  rewrite (follows_asks fo de ok ask); have sQ :=
    Duel.question_size small n0 r (hand d i) h.
  have [ex2 ls2] := stage_executable (Asked ok sQ); rewrite ask in ex2 ls2.
  exact: possible_listed.
- have ask : asker h = ~~ i.
    by move: ac; rewrite /actor /= next_of_two => /who_inj <-; rewrite negbK.
  have := follows_answer fo de ok ask sQ; rewrite -ask.
  have := Duel.answer_truthful r (hand d i) h Q.
  case: (Duel.answer _ _ _ _) => [x|] tr; last first.
    move=> ->; have okn : allowed d ((Q, None) :: h) by split;
      rewrite ?ask ?negbK.
    have [ex2 ls2] := stage_executable (Answered okn).
    by apply: possible_listed; move: ex2 ls2;
      rewrite /Turns.asking /answering ask negbK.
  case=> -> _; have hit : Q :&: hand d (~~ asker h) != set0.
    by rewrite ask negbK; apply/set0Pn; exists x.
  have [ex2 ls2] := stage_executable (Affirmed ok sQ hit).
  by apply: possible_listed; move: ex2 ls2; rewrite ask negbK.
- have ask : asker h = ~~ i.
    by move: ac; rewrite /actor /= => /who_inj <-; rewrite negbK.
  have := follows_answer fo de ok ask sQ; rewrite -ask.
  have := Duel.answer_truthful r (hand d i) h Q.
  case: (Duel.answer _ _ _ _) => [x|] tr; last first.
    by move: hit; rewrite ask negbK [_ == _]tr.
  case=> _; rewrite ask negbK => ->.
  have okx : allowed d ((Q, Some x) :: h) by split; rewrite ?ask ?negbK.
  have [ex2 ls2] := stage_executable (Answered okx).
  by apply: possible_listed; move: ex2 ls2;
    rewrite /Turns.asking /answering ask negbK.
- case: (ok) => ok0 sQ tr.
  have [_ ph tu _ _] := asking_possible (turns_possible ok0) sQ tr.
  move: ac; rewrite /actor ph tu => /who_inj ask.
  have := follows_guess fo de ok ask; rewrite -ask => ->.
  case: (Duel.guess _ _ _ _)
    (@Duel.guess_size m n r (hand d (asker h)) h (Q, a)) => [M|] sM.
    have [ex2 _ _] := guess_possible ok (sM M erefl).
    apply: possible_listed; first exact: ex2.
    by rewrite /= names_in_order.
  have [ex2 ls2] := stage_executable (Passed ok); exact: possible_listed.
- case: (ok) => ok0 sQ tr.
  have [_ _ tu _ _] := asking_possible (turns_possible ok0) sQ tr.
  move: ac; rewrite /actor /= tu => /who_inj ask.
  have := follows_end fo de ok ask; rewrite -ask => ->.
  have [ex2 ls2] := stage_executable (@Begins m n q d ((Q, a) :: h) ok).
  exact: possible_listed.
Qed.

Lemma plan_of_alone d i r s : executable G (D d) s -> ~~ no_guesses s ->
  plan_of i r (hand_list d i) (view G (who i) (D d) s) =
  alone_action i (hand_list d i) s.
Proof. by move=> ex /negbTE ng; rewrite /plan_of (replay_view sizes) // ng. Qed.

(* Two plans that follow two strategies. *)
Section Simulation.
Variables (d : Duel.deal m n) (u : nat -> plan) (r : bool -> strategy).
Hypothesis de : Duel.dealt d.
Hypothesis fo : forall j, follows q j (u (who j)) (r j).
Hypothesis le : forall j, legal j (u (who j)).
Notation play := (play G (D d) u).

Lemma act_unguessed s j : actor G (D d) s = who j -> no_guesses s ->
  act G (D d) u s = u (who j) (hand_list d j) (seen j s).
Proof. by rewrite /act => -> ng; rewrite (seen_view _ _ _ ng). Qed.

Lemma stage_goes_on h Q : allowed d h -> #|Q| = q ->
  ~~ GameOver G (D d) (do (asks (who (asker h)) (names Q)) (situation_of h)) /\
  ~~ GameOver G (D d) (do (yes (who (~~ asker h)))
       (do (asks (who (asker h)) (names Q)) (situation_of h))).
Proof.
move=> ok sQ; have [_ /andP [i1 _]] := stage_asked ok sQ.
by split; rewrite /GameOver /= i1.
Qed.

(* The question and the answer. *)
Lemma turn_asked h N (i := asker h) (Q := Duel.question q (r i) (hand d i) h)
    (a := Duel.answer (r (~~ i)) (hand d (~~ i)) h Q) :
  allowed d h -> 3 <= N -> allowed d ((Q, a) :: h) /\
  exists2 N', N <= N' + 3 &
    play N (situation_of h) = play N' (asking i Q a (situation_of h)).
Proof.
have [_ n0 _ _] := and4P sizes.
move=> ok N3; have sQ : #|Q| = q := Duel.question_size small n0 _ _ _.
have tr : Duel.truthful_answer (hand d (~~ i)) Q a :=
  Duel.answer_truthful _ _ _ _.
have ok' : allowed d ((Q, a) :: h) by split.
split=> //; have [_ ph tu go _] := turns_possible ok.
have ng : no_guesses (situation_of h) := no_guess_situation h.
have ac : actor G (D d) (situation_of h) = who i by rewrite /actor ph.
rewrite (play_step u (negbT go)) ?(leq_trans _ N3) // (act_unguessed ac ng).
rewrite (follows_asks (fo i) de ok erefl) -/Q.
have [go1 go2] := stage_goes_on ok sQ.
have ac1 : actor G (D d) (do (asks (who i) (names Q)) (situation_of h)) = who
  (~~ i).
  by rewrite /actor /= next_of_two.
rewrite (play_step u go1); last by case: (N) N3 => [|[]].
rewrite (act_unguessed (j := ~~ i) ac1 ng).
have := follows_answer (fo (~~ i)) de ok (esym (negbK i)) sQ; rewrite negbK -/a.
case ea: a tr ok' => [x|] tr ok'; last first.
  move=> ->; exists N.-2; last by rewrite /Turns.asking /answering.
  by case: (N) N3 => [|[|k]] //= _; rewrite addn3 ltnW.
case=> -> sh; rewrite (play_step u go2); last by case: (N) N3 => [|[|[]]].
rewrite (@act_unguessed (do (yes _) (do (asks _ _) _)) (~~ i) erefl ng) sh.
by exists N.-2.-1; [case: (N) N3 => [|[|[|k]]] //= _; rewrite addn3|].
Qed.

(* The guess, or the next turn. *)
Lemma turn_guessed h Q a N (i := asker h) : allowed d ((Q, a) :: h) -> 2 <= N ->
  play N (asking i Q a (situation_of h)) =
  if Duel.guess (r i) (hand d i) h (Q, a) is Some M
  then play N.-1 (do (guess (who i) (names M)) (asking i Q a (situation_of h)))
  else play N.-2 (situation_of ((Q, a) :: h)).
Proof.
move=> ok N2; case: (ok) => ok0 sQ tr.
have [_ ph tu go /andP [i1 _]] := asking_possible (turns_possible ok0) sQ tr.
have ng := stage_no_guess (Answered ok).
have ac : actor G (D d) (asking i Q a (situation_of h)) = who i by rewrite
  /actor ph tu.
rewrite (play_step u (negbT go)) ?(leq_trans _ N2) // (act_unguessed ac ng).
rewrite (follows_guess (fo i) de ok erefl);
  case: (Duel.guess _ _ _ _) => [M|] //.
have go2 : ~~ GameOver G (D d)
  (do (noguess (who i)) (asking i Q a (situation_of h))).
  by rewrite /GameOver /= i1.
have ac2 : actor G (D d) (do (noguess (who i)) (asking i Q a (situation_of h)))
  = who i.
  by rewrite /actor /= tu.
rewrite (play_step u go2); last by case: (N) N2 => [|[]].
by rewrite (act_unguessed ac2) ?(follows_end (fo i) de ok erefl).
Qed.

(* A wrong guess: the other wins. *)
Definition longest T : nat := 5 * T + (6 * (size (cards G)).+1 + 1).

Lemma wrong_guess_loses h Q a M N (i := asker h) :
  (forall s, executable G (D d) s -> ~~ no_guesses s ->
    u (who (~~ i)) (hand_list d (~~ i)) (view G (who (~~ i)) (D d) s) =
    alone_action (~~ i) (hand_list d (~~ i)) s) ->
  allowed d ((Q, a) :: h) -> #|M| = m -> M != Duel.pile d -> longest 0 <= N ->
  won G (who (~~ i)) (D d)
    (play N (do (guess (who i) (names M)) (asking i Q a (situation_of h)))).
Proof.
move=> own ok sM wrong NL; have [ex go ini] := guess_possible ok sM.
set s := do _ _ in ex go ini *; rewrite (negbTE wrong) in go.
have [_ ls0] := stage_executable (Answered ok).
have ls : listed m n q s by rewrite /= names_in_order.
case: (ok) => ok0 sQ tr.
have [_ _ tu _ _] := asking_possible (turns_possible ok0) sQ tr.
have ac : actor G (D d) s = who i by rewrite /actor /= tu.
have N0 : 0 < N by apply: leq_trans NL; rewrite /longest addnS.
have po := le de ex ls (negbT go) ac; have [/one_kind kind _] := andP po.
have aE : act G (D d) u s = u (who i) (hand_list d i) (view G (who i) (D d) s).
  by rewrite /act ac.
rewrite (play_step u (negbT go) N0) aE; move: kind po; move: (u _ _ _) => b.
have tu1 : turn_of G s = who i := tu.
rewrite /askphase /ansphase /showphase /guessphase /endphase /Turn tu1.
case: b => [l Q'|l|l|l l' x|l M'|l|l]; try (by case/andP => /eqP);
  try (by case/andP => /andP [/eqP]).
case/andP => _ /eqP <- po {l}.
have ini' : In G (D d) (who (~~ i)) s := ini.
have g0 : going q d (~~ i) s.
  by split; rewrite ?(negbT go) // [no_guesses _]/=.
have g1 := going_on sizes g0 po isT.
have al : alone q d (~~ i) (do (endturn (who i)) s).
  split=> //.
  - have -> : phase_of G (D d) (do (endturn (who i)) s) =
      if In G (D d) (incp G (who i)) s then Ask else End by [].
    by rewrite next_of_two ini'.
  - exact: turn_after.
  - rewrite negbK; have : ~~ In G (D d) (who i) s.
      by have /andP [] := @Invariants.wrong_guess G (D d) (who i) (names M)
        (asking i Q a (situation_of h))
        (negbT (etrans (Turns.right_guess q d M) (negbTE wrong))).
    by apply: contra => /andP [].
apply: (alone_wins sizes small de own _ al (K := size (cards G))).
- by rewrite negbK; exact: le.
- by rewrite size_filter count_size.
by rewrite -ltnS prednK //; move: NL; rewrite /longest muln0 add0n addn1.
Qed.

Theorem winner_wins T h N k :
  (forall s, executable G (D d) s -> ~~ no_guesses s ->
    u (who k) (hand_list d k) (view G (who k) (D d) s) =
    alone_action k (hand_list d k) s) ->
  allowed d h -> Duel.winner q false r d T h = Some k -> longest T <= N ->
  won G (who k) (D d) (play N (situation_of h)).
Proof.
move=> own; elim: T h N => // T IH h N ok; rewrite Duel.winner_step => win NL.
have N5 : 5 + longest T <= N by apply: leq_trans NL;
  rewrite /longest [5 * _.+1]mulnS addnA.
have [|ok' [N' NN ->]] := turn_asked ok (N := N).
  by apply: leq_trans N5; rewrite -{1}[3]addn0 leq_add.
have N2 : 2 <= N'.
  by rewrite -(leq_add2r 3); apply: leq_trans NN; apply: leq_trans N5;
    rewrite leq_addr.
rewrite (turn_guessed ok' N2); case eg: (Duel.guess _ _ _ _) win => [M|] win;
  last first.
  apply: IH => //; rewrite -(leq_add2r 5).
  have -> : N'.-2 + 5 = N' + 3 by case: (N') N2 => [|[|l]] // _;
    rewrite !addSnnS.
  by apply: leq_trans NN; rewrite addnC.
have sM := Duel.guess_size eg.
have NL' : longest 0 <= N'.-1.
  have N0 : 0 < N' by exact: leq_trans N2.
  rewrite -ltnS prednK //; rewrite -(leq_add2r 3); apply: leq_trans NN.
  apply: leq_trans NL; rewrite /longest muln0 add0n [5 * _.+1]mulnS addSnnS
    addnC.
  by rewrite leq_add2r; exact: leq_trans (leq_addr _ _).
move: win; case: (M =P Duel.pile d) => [eM|/eqP wrong] [ek].
  have [ex go _] := guess_possible ok' sM; rewrite eM eqxx in ex go *.
  rewrite play_over //.
  have right := etrans (Turns.right_guess q d (Duel.pile d)) (eqxx _).
  by have [o ini t] := Invariants.right_guess sizes ex right;
    rewrite /won o -ek ini t.
by rewrite -ek; apply: wrong_guess_loses => //; rewrite ek.
Qed.
End Simulation.

End Situated.
