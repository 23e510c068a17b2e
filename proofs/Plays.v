(* Section 4.2: how two players play MYST(m,n,2,q) by the axioms of chapter 2,
   from a situation on, and who has won; and that a plan for chapter 2 is a
   strategy of Duel.v as long as nobody has guessed (plan_follows).

   Glossary
     plan             an action, as a function of the own hand and of what
                      the player has seen (the view of section 1.3)
     actor d s, act d u s
                      who is to act in the situation s; what that player does
                      by the plans u
     legal i t        what the plan t of player i does is always possible
     no_deal, seen i s
                      a deal in which nobody has a card; what player i sees
                      of s where nobody has guessed
     follows j t r    where nobody has guessed, the plan t of player j does
                      what the strategy r of Duel.v does
     strategy_of j t  a strategy of Duel.v that the legal plan t follows
     both u v         player 1 plays by the plan u, and player 2 by v
     play d u N s     the situation after N actions from s, or when the game
                      is over
     won i d s        player i has won: the game is over in i's turn, and i
                      is in
     replay v         (Links.v) the situation that a view of one of two
                      players shows *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Turns Moves Links.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition plan := seq nat -> seq event -> action.

Section Game.
Variable G : game.
Implicit Types (i : nat) (d : Fluents.deal) (s : situation) (u : nat -> plan).

Definition actor d s : nat :=
  match phase_of G d s with
  | Ans | Show => odflt 0 (answerer G s)
  | _ => turn_of G s
  end.
Definition act d u s : action :=
  u (actor d s) (Partition.hand G d (actor d s)) (view G (actor d s) d s).
Fixpoint play d u N s : situation :=
  if N is N'.+1 then
    if GameOver G d s then s else play d u N' (do (act d u s) s)
  else s.
Definition won i d s : bool := [&& GameOver G d s, In G d i s & Turn G i s].

(* Who has won has guessed right, and conversely. *)
Theorem won_by_guess i d s : valid_sizes G -> executable G d s ->
  (won i d s <-> exists M s', s = do (guess i M) s' /\ equals_pile G d M).
Proof.
move=> sizes ex; split=> [/and3P [over ini ti]|[M [s' [e right]]]]; last first.
  rewrite e in ex *; have [go ini ti] := Invariants.right_guess sizes ex right.
  by rewrite /won go ini ti.
have pi : player G i by rewrite -(eqP ti); exact: (turn_player sizes ex).
case: s ex over ini ti => // a s ex /orP [right|/allP out] ini ti; last first.
  by have := out i pi; rewrite ini.
case: a ex right ini ti => // k M /andP [_ po] right _ ti; exists M, s.
by have /andP [_ /eqP tk] := one_kind po; move: ti;
  rewrite /Turn /= tk => /eqP ->.
Qed.

Lemma play_over d u N s : GameOver G d s -> play d u N s = s.
Proof. by case: N => //= N ->. Qed.

Lemma play_step d u N s : ~~ GameOver G d s -> 0 < N ->
  play d u N s = play d u N.-1 (do (act d u s) s).
Proof. by case: N => // N /negbTE /= ->. Qed.

(* Of two players each sees which situation it is. *)
Lemma replay_seen i d s : valid_sizes G -> p G = 2 -> player G i ->
  executable G d s ->
  replay (view G i d s) = s.
Proof.
move=> sizes two pi; elim: s => // a s IH exa; have /andP [ex _] := exa.
rewrite /= -[in RHS](IH ex); case: a exa => //= k l x exa.
have [pl ->] := shown_to sizes two exa.
by case: (other_of_two two pl pi) => ->; rewrite eqxx ?orbT.
Qed.

End Game.

Section Plays.
Variables m n q : nat.
Let G := MYST m n 2 q.
Hypothesis sizes : valid_sizes G.
Notation cards := {set Duel.card m n}.
Notation D := (@dealing m n).
Notation hand := Duel.hand.
Notation asker := Duel.asker.
Notation asking := (@asking m n).
Notation situation_of := (@situation_of m n).
Notation strategy := (Duel.strategy m n).
Notation hand_list d i := (Partition.hand G (D d) (who i)).
Implicit Types (i j k : bool) (A Q M : cards) (d : Duel.deal m n).
Implicit Types (h : Duel.history m n) (s : situation) (t : plan) (r : strategy).

Definition both (t t' : plan) : nat -> plan :=
  fun l : nat => if l == 1 then t else t'.

Definition legal i t : Prop := forall d s, Duel.dealt d ->
  executable G (D d) s ->
  listed m n q s -> ~~ GameOver G (D d) s -> actor G (D d) s = who i ->
  let a := t (hand_list d i) (view G (who i) (D d) s) in
  Poss G (D d) a s && listed_action m n q a.

Lemma replay_view i (d : Fluents.deal) s : executable G d s ->
  replay (view G (who i) d s) = s.
Proof. exact: replay_seen (player_who m n q i). Qed.

(* What the player sees where nobody has guessed. *)
Definition no_deal : Fluents.deal := fun _ _ => false.
Definition seen i s : seq event := view G (who i) no_deal s.

Lemma seen_view d i s : no_guesses s -> view G (who i) (D d) s = seen i s.
Proof. exact: same_view. Qed.

Lemma no_guess_asking i Q a s : no_guesses s -> no_guesses (asking i Q a s).
Proof. by case: a. Qed.

(* The plan t does what r does. *)
Record follows j t r : Prop := Follows {
  follows_asks : forall d h, Duel.dealt d -> allowed q d h -> asker h = j ->
    t (hand_list d j) (seen j (situation_of h)) =
    asks (who j) (names (Duel.question q r (hand d j) h));
  follows_answer : forall d h Q, Duel.dealt d -> allowed q d h ->
    asker h = ~~ j ->
    #|Q| = q ->
    let s := do (asks (who (~~ j)) (names Q)) (situation_of h) in
    if Duel.answer r (hand d j) h Q is Some x then
      t (hand_list d j) (seen j s) = yes (who j) /\
      t (hand_list d j) (seen j (do (yes (who j)) s)) =
        shows (who j) (who (~~ j)) (val x).+1
    else t (hand_list d j) (seen j s) = no (who j);
  follows_guess : forall d h Q a, Duel.dealt d -> allowed q d ((Q, a) :: h) ->
    asker h = j ->
    t (hand_list d j) (seen j (asking j Q a (situation_of h))) =
    if Duel.guess r (hand d j) h (Q, a) is Some M then guess (who j) (names M)
    else noguess (who j);
  follows_end : forall d h Q a, Duel.dealt d -> allowed q d ((Q, a) :: h) ->
    asker h = j ->
    t (hand_list d j)
      (seen j (do (noguess (who j)) (asking j Q a (situation_of h))))
    = endturn (who j) }.

(* The strategy that a plan follows. *)
Definition strategy_of j t : strategy := Duel.Strategy
  (fun H h => if t (names H) (seen j (situation_of h)) is asks _ Q
              then set_of m n Q else set0)
  (fun H h Q => let s := do (asks (who (~~ j)) (names Q)) (situation_of h) in
     if t (names H) (seen j s) is yes _ then
       if t (names H) (seen j (do (yes (who j)) s)) is shows _ _ x then number m
         n x
       else None
     else None)
  (fun H h z => if t (names H) (seen j (asking j z.1 z.2 (situation_of h)))
                is guess _ M then Some (set_of m n M) else None).

(* A legal plan follows the strategy. *)
Theorem plan_follows j t : legal j t -> follows j t (strategy_of j t).
Proof.
move=> leg;
  split=> [d h de ok ask|d h Q de ok ask sQ|d h Q a de ok ask|d h Q a de ok
  ask].
- have [ex ph tu go _] := turns_possible ok; rewrite ask in tu.
  have [_ ls] := stage_executable (Begins ok).
  have [] := andP (leg d _ de ex ls (negbT go) _); first by rewrite /actor ph.
  rewrite (seen_view _ _ (no_guess_situation h)) /Duel.question /=.
  rewrite -(hand_names q); set b := t _ _ => po lb; have := one_kind po.
  rewrite /askphase /ansphase /showphase /guessphase /endphase ph /Turn tu.
  case: b po lb => //= l Q /andP [/and3P [_ _ /andP [_ /eqP sQ]] _] lb /eqP <-.
  by rewrite -(card_set_of lb) sQ eqxx (names_set_of lb).
- move=> s; have st := Asked ok sQ; rewrite ask in st.
  have [ex ls] := stage_executable st; have [_ i12] := stage_asked ok sQ.
  have go : ~~ GameOver G (D d) s by case/andP: i12 => i1 i2;
    rewrite /GameOver /= i1.
  have ac : actor G (D d) s = who j by rewrite /actor /= next_of_two negbK.
  have ns : no_guesses s := no_guess_situation h.
  have [] := andP (leg d _ de ex ls go ac); rewrite (seen_view _ _ ns).
  rewrite /Duel.answer /= -(hand_names q) -/s; set b := t _ _ => po lb;
    have := one_kind po.
  have none : Q :&: hand d j == set0 ->
      Duel.truthful_answer (hand d j) Q None by [].
  case: b po lb => [l Q'|l|l|l l' x|l M|l|l] po lb.
  + by case/andP => /eqP.
  + rewrite asked_answers negbK => /andP [/andP [_ /eqP e] _];
      rewrite {}e in po lb *.
    move/poss_no: po => [Q1 [_ _ /eqP [<-]]]; rewrite no_common => no_card _.
    by rewrite /= no_card.
  + rewrite asked_answers negbK => /andP [/andP [_ /eqP e] _];
      rewrite {}e in po lb *.
    move/poss_yes: po => [Q1 [_ _ /eqP [<-]]]; rewrite no_common => hit _.
    have st2 : stage q d (do (yes (who j)) s).
      by have := @Affirmed m n q d h Q ok sQ; rewrite ask negbK; exact.
    have [ex2 ls2] := stage_executable st2.
    have go2 : ~~ GameOver G (D d) (do (yes (who j)) s).
      by case/andP: i12 => i1 i2; rewrite /GameOver /= i1.
    have [] := andP (leg d _ de ex2 ls2 go2 erefl).
    rewrite (seen_view _ _ (ns : no_guesses (do (yes (who j)) s))).
    set b := t _ _ => po2 _; have [x eb _] := must_show po2;
      rewrite {}eb in po2 *.
    have := one_kind po2 => /andP [/andP [_ tx] _].
    move/poss_shows: po2 => [Q2 [_ _ /andP [xQ hx] _ [/eqP [e] _]]]; subst Q2.
    have [_ _ tu _ _] := turns_possible ok; rewrite ask in tu.
    case/mapP: (xQ) => y yQ ey; rewrite mem_enum in yQ; subst x.
    rewrite deals_to in hx; rewrite numberK /= inE yQ hx; split=> //.
    by rewrite [turn_of _ _]tu.
  + by case/andP => /andP [/eqP].
  + by case/andP => /eqP.
  + by case/andP => /eqP.
  + by case/andP => /eqP.
- have [ex ls] := stage_executable (Answered ok); rewrite ask in ex ls.
  case: (ok) => ok0 sQ tr; have start := turns_possible ok0;
    rewrite ask in start tr.
  have [_ ph tu go _] := asking_possible start sQ tr.
  have ac : actor G (D d) (asking j Q a (situation_of h)) = who j.
    by rewrite /actor ph tu.
  have ns : no_guesses (asking j Q a (situation_of h)).
    exact/no_guess_asking/no_guess_situation.
  have [] := andP (leg d _ de ex ls (negbT go) ac); rewrite (seen_view _ _ ns).
  rewrite /Duel.guess /= -(hand_names q); set b := t _ _ => po lb;
    have := one_kind po.
  rewrite /askphase /ansphase /showphase /guessphase /endphase ph /Turn tu.
  case: b po lb => //= [l M|l] po lb /eqP <- //.
  move/poss_guess: po => [_ _ /andP [_ /eqP sM] _].
  by rewrite -(card_set_of lb) sM eqxx (names_set_of lb).
- have st := Passed ok; rewrite ask in st; have [ex ls] := stage_executable st.
  case: (ok) => ok0 sQ tr; have start := turns_possible ok0;
    rewrite ask in start tr.
  have [_ _ tu go i12] := asking_possible start sQ tr.
  set s := do _ _ in ex ls st *.
  have ac : actor G (D d) s = who j by rewrite /actor /= tu.
  have ns : no_guesses s.
    exact: (no_guess_asking j Q a (no_guess_situation h)).
  have go' : ~~ GameOver G (D d) s.
    by case/andP: i12 => i1 i2; rewrite /GameOver /= i1.
  have [] := andP (leg d _ de ex ls go' ac); rewrite (seen_view _ _ ns).
  set b := t _ _ => po lb; have := one_kind po.
  rewrite /askphase /ansphase /showphase /guessphase /endphase /Turn /= tu.
  by case: b po lb => //= l po _ /eqP <-.
Qed.

End Plays.
