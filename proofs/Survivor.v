(* Section 4.2: in MYST(m,n,2,q) with q <= m + n + 1 the player who is alone,
   as the other has guessed wrong, finds the pile and wins, whatever the other
   shows and does (alone_wins). So who guesses wrong loses.

   Glossary
     going s          the game goes on with player i in, and somebody has
                      guessed
     alone s          it does, the other is out, and player i is to ask *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks TwoPlayers Evidence Algorithm Turns Moves
  Links.
From Myst Require Import Plays Alone.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Survivor.
Variables m n q : nat.
Let G := MYST m n 2 q.
Hypothesis sizes : valid_sizes G.
Hypothesis small : q <= m + n + 1.
Notation D := (@dealing m n).
Variables (d : Duel.deal m n) (i : bool).
Hypothesis de : Duel.dealt d.
Notation H := (Partition.hand G (D d) (who i)).
Notation other := (who (~~ i)).
Notation open := (open m n q).
Notation shown_by := (shown_by).
Notation knows_hand := (knows_hand m n q).
Notation alone_question := (alone_question m n q).
Notation alone_pile := (alone_pile m n q).
Notation alone_action := (alone_action m n q).

Variable u : nat -> plan.
Hypothesis own : forall s, executable G (D d) s -> ~~ no_guesses s ->
  u (who i) H (view G (who i) (D d) s) = alone_action i H s.
Hypothesis others : legal m n q (~~ i) (u other).
Notation play := (play G (D d) u).

Definition going s : Prop := [/\ executable G (D d) s, listed m n q s,
  ~~ GameOver G (D d) s, ~~ no_guesses s & In G (D d) (who i) s].

Lemma going_on s a : going s -> Poss G (D d) a s && listed_action m n q a ->
  ~~ is_guess a -> going (do a s).
Proof.
case=> ex ls go ng ini /andP [po la] na.
split.
- by rewrite /= ex po.
- by rewrite /= la ls.
- by apply: (only_guesses_end sizes go); case: (a) na.
- by rewrite [no_guesses _]/= negb_and ng orbT.
- by rewrite /= ini; case: (a) na.
Qed.

Lemma own_act s : going s -> actor G (D d) s = who i ->
  act G (D d) u s = alone_action i H s.
Proof. by case=> ex _ _ ng _ ac; rewrite /act ac own. Qed.

Lemma others_act s : going s -> actor G (D d) s = other ->
  Poss G (D d) (act G (D d) u s) s && listed_action m n q (act G (D d) u s).
Proof. by case=> ex ls go ng _ ac; rewrite /act ac; exact: others. Qed.

(* The guess, if the other's hand can be told. *)
Lemma alone_guesses g N : going g -> phase_of G (D d) g = Guess ->
  turn_of G g = who i -> knows_hand H i g -> 0 < N ->
  won G (who i) (D d) (play N g).
Proof.
move=> gg ph tu know N0; have [ex ls go ng ini] := gg.
have ac : actor G (D d) g = who i by rewrite /actor ph.
rewrite play_step // (own_act gg ac) /alone_action (phase_no_deal sizes ex go)
  ph know.
have [Ms right] := alone_pile_right de ex know; rewrite Ms /=.
have over : GameOver G (D d) (do (guess (who i) (alone_pile H i g)) g).
  by rewrite /GameOver /= right.
by rewrite play_over // /won over /= ini /Turn /= tu eqxx right andbF.
Qed.

Definition alone s : Prop := [/\ going s, phase_of G (D d) s = Ask,
  turn_of G s = who i & ~~ In G (D d) other s].

(* The answer to a question of who is alone, and where he stands then. *)
Lemma alone_asks s N : alone s -> 3 <= N -> exists g N',
  [/\ play N s = play N' g, N <= N' + 3, going g & phase_of G (D d) g = Guess]
    /\
  [/\ turn_of G g = who i, ~~ In G (D d) other g,
      {subset shown_by i s <= shown_by i g},
      {subset denials other s <= denials other g} &
      ~~ knows_hand H i s -> size (open H i g) < size (open H i s)].
Proof.
case=> gs ph tu out N3; have [ex ls go ng ini] := gs.
have ac : actor G (D d) s = who i by rewrite /actor ph.
have aE : act G (D d) u s = asks (who i) (alone_question H i s).
  by rewrite (own_act gs ac) /Alone.alone_action (phase_no_deal sizes ex go) ph.
have := alone_legal sizes small de ex go ac; rewrite -(own_act gs ac) => po1.
rewrite (play_step u go) ?(leq_trans _ N3) //; move: po1; rewrite aE => po1.
have g1 := going_on gs po1 isT; set Q := alone_question H i s in po1 g1 *.
set s1 := do _ s in g1 *; have [_ _ go1 _ _] := g1.
have ac1 : actor G (D d) s1 = other by rewrite /actor /= next_of_two.
rewrite (play_step u go1); last by case: (N) N3 => [|[]].
have := others_act g1 ac1; move: (act _ _ _ s1) => b po2.
have [/one_kind kind _] := andP po2.
have cQ : all (card G) Q.
  by case/andP: po1 => /poss_asks [_ _ /andP [/andP [_]]].
case: b po2 kind => [l Q'|l|l|l l' x|l M|l|l] po2.
- by case/andP => /eqP.
- rewrite asked_answers => /andP [/andP [_ /eqP e] _]; subst l.
  have g2 := going_on g1 po2 isT; exists (do (no other) s1), N.-2.
  have sub : {subset denials other s <= denials other (do (no other) s1)}.
    by move=> x xs; rewrite /= eqxx mem_cat xs orbT.
  split; split=> //.
  + by case: (N) N3 => [|[|k]] //= _; rewrite addn3 ltnW.
  + by rewrite /= next_of_two negbK /Turn /= tu eqxx.
  + by rewrite /= !andbT.
  + move=> nk; apply: (open_smaller (x := head 0 (open H i s))) => //.
      exact: some_open nk.
    have yQ : head 0 (open H i s) \in Q := asks_one sizes nk (some_open nk).
    rewrite mem_cat; apply/orP; right.
    by rewrite [denials _ _]/= eqxx mem_cat [_ \in last_question _]yQ.
- rewrite asked_answers => /andP [/andP [_ /eqP e] _]; subst l.
  have g2 := going_on g1 po2 isT; set s2 := do _ s1 in g2 *.
  have [ex2 _ go2 _ _] := g2; rewrite (play_step u go2); last first.
    by case: (N) N3 => [|[|[]]].
  have := others_act g2 erefl; move: (act _ _ _ s2) => b po3.
  have [/must_show [x eb hx] _] := andP po3; rewrite {}eb in po3 *.
  have [po3' _] := andP po3.
  have /poss_shows [Q2 [_ _ /andP [xQ _] _ [/eqP eQ _]]] := po3'.
  have e2 : Q2 = Q by case: eQ.
  rewrite {}e2 {Q2 eQ} in xQ.
  have g3 := going_on g2 po3 isT; exists (do (shows other (turn_of G s2) x) s2),
    N.-2.-1.
  have sub :
    {subset shown_by i s <= shown_by i (do (shows other (turn_of G s2) x) s2)}.
    by move=> z zs; rewrite /shown_by /= eqxx inE zs orbT.
  split; split=> //.
  + by case: (N) N3 => [|[|[|k]]] //= _; rewrite addn3.
  + by rewrite /= !andbT.
  + move=> nk; have cx : card G x := allP cQ x xQ.
    have nd : x \notin denials other s.
      by have /andP [_ /allP dis] := evidence other ex; apply/negP => /dis;
        rewrite hx.
    have nH : x \notin H.
      rewrite in_hand_list //; case: (dealt_partition q de) => dis _ _ _.
      by apply: (dis other) => //; try exact: (holder_who m n q); case: (i).
    apply: (open_smaller (x := x)) => //.
      rewrite mem_filter [_ \in cards G]cx andbT !mem_cat !negb_or nH nd !andbT.
      exact: asks_open nk (some_open nk) xQ.
    by rewrite mem_cat /shown_by /= eqxx mem_head.
- by case/andP => /andP [/eqP].
- by case/andP => /eqP.
- by case/andP => /eqP.
- by case/andP => /eqP.
Qed.

Lemma turn_after j s : turn_of G s = who j ->
  turn_of G (do (endturn (who j)) s) = who (~~ j).
Proof. by move=> /= ->; case: j. Qed.

(* After the answer: he wins now, or asks again. *)
Lemma alone_goes_on g N : going g -> phase_of G (D d) g = Guess ->
  turn_of G g = who i -> ~~ In G (D d) other g -> ~~ knows_hand H i g ->
    3 <= N ->
  exists s',
    [/\ play N g = play (N - 3) s', alone s' & open H i s' = open H i g].
Proof.
move=> gg ph tu out nk N3; have [ex ls go ng ini] := gg.
have ac : actor G (D d) g = who i by rewrite /actor ph.
have aE : act G (D d) u g = noguess (who i).
  by rewrite (own_act gg ac) /Alone.alone_action (phase_no_deal sizes ex go) ph
    (negbTE nk).
have := alone_legal sizes small de ex go ac; rewrite -(own_act gg ac) aE => po1.
have g1 := going_on gg po1 isT; have [ex1 _ go1 _ _] := g1.
have ac1 : actor G (D d) (do (noguess (who i)) g) = who i by rewrite /actor /=
  tu.
have aE1 : act G (D d) u (do (noguess (who i)) g) = endturn (who i).
  by rewrite (own_act g1 ac1) /Alone.alone_action.
have := alone_legal sizes small de ex1 go1 ac1;
  rewrite -(own_act g1 ac1) aE1 => po2.
have g2 := going_on g1 po2 isT; have [ex2 _ go2 _ _] := g2.
have ph2 : phase_of G (D d) (do (endturn (who i)) (do (noguess (who i)) g)) =
  End.
  by rewrite /= next_of_two andbT (negbTE out).
have tu2 : turn_of G (do (endturn (who i)) (do (noguess (who i)) g)) = other.
  exact: turn_after.
have ac2 : actor G (D d) (do (endturn (who i)) (do (noguess (who i)) g)) =
  other.
  by rewrite /actor ph2.
have po3 := others_act g2 ac2; have [/one_kind kind _] := andP po3.
move: (act _ _ _ _) kind po3 (play_step u go2 (N := N.-2)) => b.
rewrite /askphase /ansphase /showphase /guessphase /endphase ph2 /Turn tu2.
case: b => [l Q|l|l|l l' x|l M|l|l]; try (by case/andP => /eqP);
  try (by case/andP => /andP [/eqP]).
case/andP => _ /eqP <- po3 step.
have g3 := going_on g2 po3 isT.
exists (do (endturn other) (do (endturn (who i)) (do (noguess (who i)) g))).
rewrite (play_step u go) ?(leq_trans _ N3) // aE (play_step u go1); last first.
  by case: (N) N3 => [|[]].
rewrite aE1 step; last by case: (N) N3 => [|[|[]]].
split; first by case: (N) N3 => [|[|[|k]]] //= _; rewrite !subSS subn0.
  split=> //.
  - by rewrite /= next_of_two negbK !andbT ini.
  - by have := turn_after tu2; rewrite negbK.
  - by rewrite /= !andbT.
by [].
Qed.

Theorem alone_wins K s N : alone s -> size (open H i s) <= K -> 6 * K.+1 <= N ->
  won G (who i) (D d) (play N s).
Proof.
elim: K s N => [|K IH] s N al le NK; have [[ex _ _ _ _] _ _ _] := al.
all: have N6 : 6 <= N by apply: leq_trans NK; rewrite leq_pmulr.
all: have [|g [N' [[-> NN gg ph] [tu out sub sub' less]]]] :=
  alone_asks (N := N) al _.
- exact: leq_trans N6.
- apply: (alone_guesses gg ph tu); last first.
    by rewrite -(ltn_add2r 3); apply: leq_trans NN; exact: leq_trans N6.
  have [exg _ _ _ _] := gg; apply: (known_stays de exg sub sub').
  by rewrite /Alone.knows_hand -size_eq0 -leqn0 le orbT.
- exact: leq_trans N6.
have [exg _ _ _ _] := gg.
have N3 : 3 <= N'.
  by rewrite -(leq_add2r 3); apply: leq_trans NN; exact: leq_trans N6.
case know: (knows_hand H i g).
  by apply: (alone_guesses gg ph tu know); exact: leq_trans N3.
have [s' [-> al' eo]] := alone_goes_on gg ph tu out (negbT know) N3.
apply: IH al' _ _.
  rewrite eo -ltnS; apply: leq_trans le; apply: less.
  by apply: contraFN know; exact: known_stays.
rewrite leq_subRL // -(leq_add2r 3); apply: leq_trans NN.
by rewrite mulnS in NK; apply: leq_trans NK; rewrite addnAC.
Qed.

End Survivor.
