(* The turns of Duel.v are situations of chapter 2: what may be asked, answered
   and guessed there, is possible here.

   Glossary
     who i            the number of a player: 1 of false, 2 of true
     names A          the numbers of the cards A: from 1 on
     dealing d        the deal d as one of chapter 2
     answering, asking
                      a situation after an answer; after a question and its
                      answer
     situation_of h   the situation after the turns h, if nobody has guessed
     begins d i s     in s a turn of player i begins
     allowed d h      the questions of h have q cards, and the answers are
                      true in d *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Turns.
Variables m n q : nat.
Let G := MYST m n 2 q.
Notation cards := {set Duel.card m n}.
Implicit Types (A Q M : cards) (d : Duel.deal m n) (h : Duel.history m n) (s :
  situation).

(* Player 1 is false, player 2 true; cards are numbered from 1 on. *)
Definition who (i : bool) : nat := if i then 2 else 1.
Definition names A : seq nat := [seq (val x).+1 | x <- enum A].
Definition dealing d : Fluents.deal := fun k x => x \in names
  (match k with
   | 0 => Duel.pile d
   | 1 => Duel.hand d false
   | 2 => Duel.hand d true
   | _ => set0
   end).
Notation D := dealing.

Definition answering i (a : option (Duel.card m n)) s : situation :=
  if a is Some x then do (shows (who (~~ i)) (who i) (val x).+1)
  (do (yes (who (~~ i))) s)
  else do (no (who (~~ i))) s.
Definition asking i Q a s : situation :=
  answering i a (do (asks (who i) (names Q)) s).
Fixpoint situation_of h : situation :=
  if h is (Q, a) :: h' then let i := Duel.asker h' in
    do (endturn (who i)) (do (noguess (who i)) (asking i Q a (situation_of h')))
  else Init0.

Lemma in_names A (x : Duel.card m n) : ((val x).+1 \in names A) = (x \in A).
Proof. by rewrite mem_map ?mem_enum // => y z [] /val_inj. Qed.

Lemma names_set A : card_set G (names A).
Proof.
apply/andP; split; first by rewrite map_inj_uniq ?enum_uniq // =>
  y z [] /val_inj.
by apply/allP => _ /mapP [x _ ->]; rewrite in_deckE /= /deck_size /= ltn_ord.
Qed.

Lemma names_question Q : #|Q| = q -> question_set G (names Q).
Proof. by move=> e; rewrite /question_set names_set size_map -cardE e eqxx. Qed.

Lemma deals_to d i (x : Duel.card m n) :
  D d (who i) (val x).+1 = (x \in Duel.hand d i).
Proof. by case: i; exact: in_names. Qed.

Lemma no_common d i Q :
  disjoint (D d) (names Q) (who i) = (Q :&: Duel.hand d i == set0).
Proof.
apply/allP/eqP => [no|none _ /mapP [x xQ ->]].
  apply/setP => x; rewrite !inE; apply/negbTE/negP => /andP [xQ xh].
  by have := no (val x).+1; rewrite in_names deals_to xQ xh => /(_ isT).
by move/setP/(_ x): none; rewrite !inE -mem_enum xQ deals_to => /= ->.
Qed.

(* A turn begins. *)
Definition begins d i s := [/\ executable G (D d) s, phase_of G (D d) s = Ask,
  turn_of G s = who i, GameOver G (D d) s = false &
  In G (D d) 1 s && In G (D d) 2 s].

(* A question and an answer of Duel.v are possible, and then player i may
   guess. *)
Lemma asking_possible d i Q a s : begins d i s -> #|Q| = q ->
  Duel.truthful_answer (Duel.hand d (~~ i)) Q a ->
  [/\ executable G (D d) (asking i Q a s),
    phase_of G (D d) (asking i Q a s) = Guess,
      turn_of G (asking i Q a s) = who i,
      GameOver G (D d) (asking i Q a s) = false &
      In G (D d) 1 (asking i Q a s) && In G (D d) 2 (asking i Q a s)].
Proof.
case=> ex ph t go /andP [i1 i2] sQ ok; have Qs := names_question sQ.
have dis := no_common d (~~ i) Q.
have asked : Poss G (D d) (asks (who i) (names Q)) s.
  by rewrite /Poss /= /askphase ph /Turn t go !eqxx Qs.
rewrite /asking; case: a ok => [x|] /= ok; last first.
  rewrite ex asked /Poss /= /ansphase /= /AnsTurn /= /for_some_question /= dis
    ok i1 /=.
  by rewrite /Turn /= t i2; case: (i).
move: (ok); rewrite inE => /andP [xQ xh].
have some : (Q :&: Duel.hand d (~~ i) == set0) = false.
  by apply/negbTE/set0Pn; exists x.
rewrite ex asked /Poss /= /ansphase /= /AnsTurn /= /for_some_question /= dis
  some i1 /=.
rewrite /Turn /= t /showphase /= /shared in_names xQ deals_to xh.
by rewrite !eqxx ?i2; case: (i).
Qed.

(* Histories of Duel.v in which q cards were asked for and the truth
   was told. *)
Fixpoint allowed d h : Prop :=
  if h is (Q, a) :: h' then
    [/\ allowed d h', #|Q| = q &
      Duel.truthful_answer (Duel.hand d (~~ Duel.asker h')) Q a]
  else True.

Theorem turns_possible d h : allowed d h ->
  begins d (Duel.asker h) (situation_of h).
Proof.
elim: h => [|[Q a] h IH] //= [/IH start sQ ok].
have [ex ph t go /andP [i1 i2]] := asking_possible start sQ ok.
set s := asking _ _ _ _ in ex ph t go i1 i2 *;
  rewrite /begins /= ex /Poss /= go.
rewrite /Turn /guessphase /endphase /= t ph i1 i2 !eqxx /=.
have -> : Duel.asker ((Q, a) :: h) = ~~ Duel.asker h by [].
by case: (Duel.asker h) => /=; rewrite ?i1 ?i2.
Qed.

(* A guess is right if it is the pile. *)
Lemma right_guess d M : equals_pile G (D d) (names M) = (M == Duel.pile d).
Proof.
apply/andP/eqP => [[/allP out /allP all]|->].
  apply/setP => x; apply/idP/idP => xM.
    by have := out (val x).+1; rewrite in_names xM => /(_ isT);
      rewrite /dealing in_names.
  have := all (val x).+1; rewrite /dealing !in_names xM implyTb; apply.
  by rewrite mem_iota /= /deck_size /= ltnS ltn_ord.
by split; apply/allP => x //= _; rewrite implybb.
Qed.
(* The guess: possible after any question and answer, and right if it is the
   pile; if it is not, the other goes on alone. *)
Theorem guess_possible d h Q a M (i := Duel.asker h) :
  allowed d ((Q, a) :: h) -> #|M| = m ->
  let s := asking i Q a (situation_of h) in
  [/\ executable G (D d) (do (guess (who i) (names M)) s),
      GameOver G (D d) (do (guess (who i) (names M)) s) = (M == Duel.pile d) &
      In G (D d) (who (~~ i)) (do (guess (who i) (names M)) s)].
Proof.
case=> /turns_possible start sQ ok sM s.
have [ex ph t go /andP [i1 i2]] := asking_possible start sQ ok.
have guessed : Poss G (D d) (guess (who i) (names M)) s.
  by rewrite /Poss /= /Turn t eqxx /guessphase ph go /pile_set names_set
    size_map -cardE sM /= eqxx.
rewrite /= -/s ex guessed right_guess i1 i2 /=; split=> //;
  last by case: (i); rewrite /= ?i1 ?i2.
by case: (i); case: (M == _).
Qed.
End Turns.
