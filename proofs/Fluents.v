(* Sections 2.2, 2.3 and 2.5 to 2.9: the fluents, and which actions are
   possible. A deal says who holds which card. Each fluent is a function that
   computes its value by recursion over the situation; the formulas of the
   thesis are proved of them, under their labels. Turn, AnsTurn, Question and
   the phase have one value each, which (2.29)-(2.31) and (2.27) leave them.

   Glossary
     deal             who holds which card: h k x says that k holds x
     phase, phase_eqb, phase_eqType
                      Ask, Ans, Show, Guess and End, which can be compared
     disjoint Q j     player j has no card of Q
     shared x Q j     x is a card of Q that player j has
     equals_pile M    the cards of M are those of the pile
     In i s, Turn i s, AnsTurn j s, Question Q s, GameOver s
                      the fluents of section 2.5
     askphase s, ansphase s, showphase s, guessphase s, endphase s
                      it is that phase
     holds_in k x s   k holds x in s, h(k,x,s)
     asked s, turn_of s, answerer s, phase_of s
                      the last question, if any; whose turn it is; who is to
                      answer, if anybody; and the phase
     for_some_question f s
                      f is true of the last question
     possible a s     the right side of Poss in section 2.7
     Poss a s         the action a is possible in s, and the game is not over
     executable s     each action of s was possible
     phase_change from a to
                      the arrows of figure 2.2
     one_phase        tactic: in this phase it is no other *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition deal := nat -> nat -> bool.

Inductive phase := Ask | Ans | Show | Guess | End.
Definition phase_eqb (a b : phase) : bool :=
  match a, b with
  | Ask, Ask | Ans, Ans | Show, Show | Guess, Guess | End, End => true
  | _, _ => false
  end.
Lemma phase_eqP : Equality.axiom phase_eqb.
Proof. by case; case; constructor. Qed.
(* In mathcomp 2 there is one more record around what phase_eqP is part of. *)
Definition phase_eqType : eqType.
Proof.
exists phase; first [exists phase_eqb | split; exists phase_eqb];
  exact: phase_eqP.
Defined.
Canonical phase_eqType.

Section Fluents.
Variables (G : game) (h : deal).
Implicit Types (i j k x : nat) (Q M : seq nat) (a : action) (s : situation).

(* (S2.3.3) Q n S_j = {} *)
Definition disjoint Q j : bool := all (fun x => ~~ h j x) Q.
(* (S2.3.4) x in Q n S_j *)
Definition shared x Q j : bool := (x \in Q) && h j x.
(* (S2.3.5) M = S_0 *)
Definition equals_pile M : bool :=
  all (h 0) M && all (fun x => h 0 x ==> (x \in M)) (cards G).

(* The value of each fluent. *)
(* (S2.5.1) In(i,s): no guess of i has been wrong *)
Fixpoint In i s : bool :=
  match s with
  | Init0 => player G i
  | do a s => In i s &&
      match a with
      | guess k M => ~~ ((k == i) && ~~ equals_pile M)
      | _ => true
      end
  end.

Fixpoint asked s : option (seq nat) :=
  match s with
  | Init0 => None
  | do (asks _ Q) _ => Some Q
  | do _ s => asked s
  end.
(* (S2.5.2) Question(Q,s): the last question put is Q *)
Definition Question Q s : bool := asked s == Some Q.

(* (S2.5.3) GameOver(s): the game is over *)
Definition GameOver s : bool :=
  match s with
  | Init0 => false
  | do a _ => match a with guess _ M => equals_pile M | _ => false end
              || all (fun i => ~~ In i s) (players G)
  end.

Fixpoint turn_of s : nat :=
  match s with
  | Init0 => 1
  | do (endturn i) s => if turn_of s == i then incp G i else turn_of s
  | do _ s => turn_of s
  end.
(* (S2.5.4) Turn(i,s): it is player i's turn *)
Definition Turn i s : bool := turn_of s == i.

Definition answerer s : option nat :=
  match s with
  | do (asks i _) _ | do (no i) _ => Some (incp G i)
  | do (yes j) _ => Some j
  | _ => None
  end.
(* (S2.5.5) AnsTurn(j,s): it is player j's turn to answer the question *)
Definition AnsTurn j s : bool := answerer s == Some j.

(* (S2.5.6) askphase(s), ..., endphase(s): it is that phase *)
Definition phase_of s : phase :=
  match s with
  | Init0 => Ask
  | do a s =>
    match a with
    | asks _ _ => Ans
    | no j => if Turn (incp G j) s then Guess else Ans
    | yes _ => Show
    | shows _ _ _ => Guess
    | guess _ _ | noguess _ => End
    | endturn i => if In (incp G i) s then Ask else End
    end
  end.
Definition askphase s := phase_of s == Ask.
Definition ansphase s := phase_of s == Ans.
Definition showphase s := phase_of s == Show.
Definition guessphase s := phase_of s == Guess.
Definition endphase s := phase_of s == End.

(* Poss, with ~GameOver conjoined as section 2.7 says before the list. *)
Definition for_some_question (f : seq nat -> bool) s : bool :=
  if asked s is Some Q then f Q else false.
Definition possible a s : bool :=
  match a with
  | asks i Q => [&& Turn i s, askphase s & question_set G Q]
  | no j => [&& ansphase s, AnsTurn j s & for_some_question (disjoint^~ j) s]
  | yes j =>
      [&& ansphase s, AnsTurn j s &
          for_some_question (fun Q => ~~ disjoint Q j) s]
  | shows j i x => [&& Turn i s, AnsTurn j s,
                       for_some_question (fun Q => shared x Q j) s &
                       showphase s]
  | guess i M => [&& Turn i s, guessphase s & pile_set G M]
  | noguess i => Turn i s && guessphase s
  | endturn i => Turn i s && endphase s
  end.
Definition Poss a s : bool := possible a s && ~~ GameOver s.

Fixpoint executable s : bool :=
  if s is do a s' then executable s' && Poss a s' else true.

(* Section 2.6: the initial situation. *)
(* (S2.6.1) In(i,Init0) for every i *)
Lemma In_Init0 i : player G i -> In i Init0. Proof. by []. Qed.
(* (S2.6.2) ~Question(Q,Init0) for every Q *)
Lemma no_question_Init0 Q : ~~ Question Q Init0. Proof. by []. Qed.
(* (S2.6.3) askphase(Init0) *)
Lemma askphase_Init0 : askphase Init0. Proof. by []. Qed.
(* (S2.6.4) Turn(1,Init0) *)
Lemma Turn_Init0 : Turn 1 Init0. Proof. by []. Qed.
(* (S2.6.5) ~GameOver(Init0) *)
Lemma not_over_Init0 : ~~ GameOver Init0. Proof. by []. Qed.

(* Section 2.7: possible actions. *)
Lemma for_some_questionP (f : seq nat -> bool) s :
  reflect (exists2 Q, Question Q s & f Q) (for_some_question f s).
Proof.
rewrite /for_some_question /Question; case: (asked s) => [Q|].
  by apply: (iffP idP) => [fQ|[Q' /eqP [<-]]] //; exists Q.
by constructor=> -[].
Qed.

(* (2.15) Poss(asks(i,Q),s) == Turn(i,s) & askphase(s) *)
Lemma poss_asks i Q s : Poss (asks i Q) s <->
  [/\ Turn i s, askphase s, question_set G Q & ~~ GameOver s].
Proof.
by split=> [/andP [/and3P []]|[t a' Q' o]] //; rewrite /Poss /= t a' Q'.
Qed.

(* (2.16) Poss(no(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) &
   Q n S_j = {} *)
Lemma poss_no j s : Poss (no j) s <-> exists Q,
  [/\ ansphase s, AnsTurn j s, Question Q s, disjoint Q j & ~~ GameOver s].
Proof.
split=> [/andP [/and3P [a' t /for_some_questionP [Q Q1 Q2]] o]|[Q
  [a' t Q1 Q2 o]]].
  by exists Q.
by rewrite /Poss /= a' t o andbT; apply/for_some_questionP; exists Q.
Qed.

(* (2.17) Poss(yes(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) &
   Q n S_j \= {} *)
Lemma poss_yes j s : Poss (yes j) s <-> exists Q,
  [/\ ansphase s, AnsTurn j s, Question Q s, ~~ disjoint Q j & ~~ GameOver s].
Proof.
split=> [/andP [/and3P [a' t /for_some_questionP [Q Q1 Q2]] o]|[Q
  [a' t Q1 Q2 o]]].
  by exists Q.
by rewrite /Poss /= a' t o andbT; apply/for_some_questionP; exists Q.
Qed.

(* (2.18) Poss(shows(j,i,x),s) == Turn(i,s) & AnsTurn(j,s) & x in Q n S_j &
   showphase(s) & Question(Q,s) *)
Lemma poss_shows j i x s : Poss (shows j i x) s <-> exists Q,
  [/\ Turn i s, AnsTurn j s, shared x Q j,
      showphase s & Question Q s /\ ~~ GameOver s].
Proof.
split=> [/andP [/and4P [t a' /for_some_questionP [Q Q1 Q2] f] o]
        |[Q [t a' Q2 f [Q1 o]]]]; first by exists Q.
by rewrite /Poss /= t a' f o !andbT; apply/for_some_questionP; exists Q.
Qed.

(* (2.19) Poss(guess(i,M),s) == Turn(i,s) & guessphase(s) *)
Lemma poss_guess i M s : Poss (guess i M) s <->
  [/\ Turn i s, guessphase s, pile_set G M & ~~ GameOver s].
Proof.
by split=> [/andP [/and3P []]|[t g M' o]] //; rewrite /Poss /= t g M'.
Qed.

(* (2.20) Poss(noguess(i),s) == Turn(i,s) & guessphase(s) *)
Lemma poss_noguess i s : Poss (noguess i) s <->
  [/\ Turn i s, guessphase s & ~~ GameOver s].
Proof. by split=> [/andP [/andP []]|[t g o]] //; rewrite /Poss /= t g. Qed.

(* (2.21) Poss(endturn(i),s) == Turn(i,s) & endphase(s) *)
Lemma poss_endturn i s : Poss (endturn i) s <->
  [/\ Turn i s, endphase s & ~~ GameOver s].
Proof. by split=> [/andP [/andP []]|[t e o]] //; rewrite /Poss /= t e. Qed.

(* Section 2.9: successor state axioms. *)
(* (S2.5.7) h(i,x,s): player i, or for i = 0 the pile, holds the card x *)
(* Reading: a deal has no situation. *)
Definition holds_in (k x : nat) (s : situation) : bool := h k x.
(* (2.23) h(i,x,do(a,s)) == h(i,x,s);  h(0,x,do(a,s)) == h(0,x,s) *)
Lemma holds_in_do k x a s : holds_in k x (do a s) = holds_in k x s.
Proof. by []. Qed.

(* (2.26) In(i,do(a,s)) == In(i,s) & ~(a = guess(i,M) & M \= S_0) *)
Lemma In_do i a s : In i (do a s) <->
  In i s /\ ~ exists M, a = guess i M /\ ~~ equals_pile M.
Proof.
rewrite /=; split=> [/andP [-> wrong]|[-> wrong]].
  by split=> // -[M [e f]]; rewrite e eqxx f in wrong.
case: a wrong => //= k M wrong; apply/negP => /andP [/eqP e f].
by apply: wrong; exists M; rewrite e.
Qed.

(* (2.27) Question(Q,do(a,s)) == a = asks(i,Q) \/ (Question(Q,s) &
   ~(a = asks(i,Q'))) *)
Lemma Question_do Q a s : Question Q (do a s) <->
  (exists i, a = asks i Q) \/ (Question Q s /\ ~ exists i Q', a = asks i Q').
Proof.
rewrite /Question; case: a => [k Q0|k|k|k l x|k M|k|k] /=; last 6 first.
1-6: by split=> [?|[[]|[]]] //; right; split=> // -[? []].
split=> [/eqP [->]|[[i [_ ->]]|[_ []]]] //; last by exists k, Q0.
by left; exists k.
Qed.

(* (2.28) GameOver(do(a,s)) == (a = guess(i,M) & M = S_0) \/ ~In(1,do(a,s)) &
   ... & ~In(p,do(a,s)) *)
Lemma GameOver_do a s : GameOver (do a s) <->
  (exists i M, a = guess i M /\ equals_pile M) \/
  (forall i, player G i -> ~~ In i (do a s)).
Proof.
rewrite /GameOver; split=> [/orP [|/allP out]|[[i [M [-> ->]]]|out]] //;
  last 1 first.
- by apply/orP; right; apply/allP.
- by case: a => // i M right; left; exists i, M.
- by right.
Qed.

(* (2.29) Turn(incp(i),do(a,s)) == (Turn(i,s) & a = endturn(i)) \/
   (Turn(incp(i),s) & ~(a = endturn(incp(i)))) *)
Lemma Turn_do i a s : 2 <= p G -> player G i -> action_of G a ->
  Turn (incp G i) (do a s) <->
  (Turn i s /\ a = endturn i) \/ (Turn (incp G i) s /\ a <> endturn (incp G i)).
Proof.
move=> p2 pi; rewrite /Turn; case: a => [k Q0|k|k|k l x|k M|k|k] /= ak.
1-6: by split=> [?|[[]|[]]] //; right.
case: (turn_of s =P k) => [->|ne]; split.
- by move=> /eqP /(incp_inj ak pi) ->; left.
- by case=> [[/eqP ->]|[/eqP e []]] //; rewrite e.
- by move=> e; right; split=> // -[e']; apply: ne; rewrite e'; apply/eqP.
- by case=> [[/eqP e [e']]|[]] //; case: ne; rewrite e' e.
Qed.

(* (2.30) AnsTurn(incp(i),do(a,s)) == a = asks(i,Q) \/ a = no(i) \/
   a = yes(incp(i)) *)
Lemma AnsTurn_do i a s : player G i -> action_of G a ->
  AnsTurn (incp G i) (do a s) <->
  [\/ exists Q, a = asks i Q, a = no i | a = yes (incp G i)].
Proof.
move=> pi; rewrite /AnsTurn; case: a => [k Q|k|k|k l x|k M|k|k] /= ak.
4-7: by split=> // -[[]|//|].
- split=> [/eqP [/incp_inj ->]|[[_ [->]]|//|//]] //;
    first by constructor; exists Q.
  by case/andP: ak.
- split=> [/eqP [/incp_inj ->]|[[]|[->]|//]] //; exact: Or32.
- by split=> [/eqP [->]|[[]|//|[->]]] //; exact: Or33.
Qed.

(* (2.31a) askphase(do(a,s)) == a = endturn(i) & In(incp(i)) *)
Lemma askphase_do a s : askphase (do a s) <->
  exists i, a = endturn i /\ In (incp G i) s.
Proof.
rewrite /askphase; case: a => [k Q|k|k|k l x|k M|k|k] /=.
1,3-6: by split=> // -[? []].
  by case: ifP => _; split=> // -[? []].
case e: (In _ s); split=> //; first by exists k.
by case=> i [[<-]]; rewrite e.
Qed.

(* (2.31b) ansphase(do(a,s)) == a = asks(i,Q) \/ (a = no(j) &
   ~Turn(incp(j),s)) *)
Lemma ansphase_do a s : ansphase (do a s) <->
  (exists i Q, a = asks i Q) \/ (exists j, a = no j /\ ~~ Turn (incp G j) s).
Proof.
rewrite /ansphase; case: a => [k Q|k|k|k l x|k M|k|k] /=.
7: by case: ifP => _; split=> // -[[? []]|[? []]].
3-6: by split=> // -[[? []]|[? []]].
  by split=> // _; left; exists k, Q.
case e: (Turn _ s); split=> //.
  by case=> [[? []]|[j [[<-]]]] //; rewrite e.
by move=> _; right; exists k; rewrite e.
Qed.

(* (2.31c) showphase(do(a,s)) == a = yes(i) *)
Lemma showphase_do a s : showphase (do a s) <-> exists i, a = yes i.
Proof.
rewrite /showphase; case: a => [k Q|k|k|k l x|k M|k|k] /=.
2,7: by case: ifP => _; split=> // -[].
1,3-5: by split=> // -[].
by split=> // _; exists k.
Qed.

(* (2.31d) guessphase(do(a,s)) == a = shows(j,i,x) \/ (a = no(j) &
   Turn(incp(j),s)) *)
Lemma guessphase_do a s : guessphase (do a s) <->
  (exists j i x, a = shows j i x) \/ (exists j, a = no j /\ Turn (incp G j) s).
Proof.
rewrite /guessphase; case: a => [k Q|k|k|k l x|k M|k|k] /=.
7: by case: ifP => _; split=> // -[[? [? []]]|[? []]].
1,3,5,6: by split=> // -[[? [? []]]|[? []]].
  case e: (Turn _ s); split=> //; first by right; exists k; rewrite e.
  by case=> [[? [? []]]|[j [[<-]]]] //; rewrite e.
by split=> // _; left; exists k, l, x.
Qed.

(* (2.31e) endphase(do(a,s)) == (a = endturn(i) & ~In(incp(i))) \/
   a = noguess(i) \/ a = guess(i,M) *)
Lemma endphase_do a s : endphase (do a s) <->
  [\/ exists i, a = endturn i /\ ~~ In (incp G i) s,
      exists i, a = noguess i | exists i M, a = guess i M].
Proof.
rewrite /endphase; case: a => [k Q|k|k|k l x|k M|k|k] /=.
1,3,4: by split=> // -[[? []]|[]|[? []]].
- by case: ifP => _; split=> // -[[? []]|[]|[? []]].
- by split=> // _; apply: Or33; exists k, M.
- by split=> // _; apply: Or32; exists k.
- case e: (In _ s); split=> //; last by constructor; exists k; rewrite e.
  by case=> [[i [[<-]]]|[]|[? []]] //; rewrite e.
Qed.

(* Section 2.8: one turn, one answerer, one question, one phase. *)
(* (2.22a) Turn(i,s) & i \= j -> ~Turn(j,s) *)
Lemma one_turn i j s : Turn i s -> i <> j -> ~~ Turn j s.
Proof. by rewrite /Turn => /eqP -> /eqP. Qed.
(* (2.22b) AnsTurn(i,s) & i \= j -> ~AnsTurn(j,s) *)
Lemma one_answerer i j s : AnsTurn i s -> i <> j -> ~~ AnsTurn j s.
Proof. by move=> /eqP a ne; apply/negP => /eqP; rewrite a => -[]. Qed.
(* (2.22c) Question(Q,s) & Q \= Q' -> ~Question(Q',s) *)
Lemma one_question Q Q' s : Question Q s -> Q <> Q' -> ~~ Question Q' s.
Proof. by move=> /eqP a ne; apply/negP => /eqP; rewrite a => -[]. Qed.

Ltac one_phase := rewrite /askphase /ansphase /showphase /guessphase /endphase;
  by move=> /eqP ->.
(* (S2.8.1) askphase(s) -> ~ansphase(s) & ~showphase(s) & ~guessphase(s) &
   ~endphase(s) *)
Lemma only_askphase s : askphase s ->
  [/\ ~~ ansphase s, ~~ showphase s, ~~ guessphase s & ~~ endphase s].
Proof. one_phase. Qed.
(* (S2.8.2) ansphase(s) -> ~askphase(s) & ~showphase(s) & ~guessphase(s) &
   ~endphase(s) *)
Lemma only_ansphase s : ansphase s ->
  [/\ ~~ askphase s, ~~ showphase s, ~~ guessphase s & ~~ endphase s].
Proof. one_phase. Qed.
(* (S2.8.3) showphase(s) -> ~askphase(s) & ~ansphase(s) & ~guessphase(s) &
   ~endphase(s) *)
Lemma only_showphase s : showphase s ->
  [/\ ~~ askphase s, ~~ ansphase s, ~~ guessphase s & ~~ endphase s].
Proof. one_phase. Qed.
(* (S2.8.4) guessphase(s) -> ~askphase(s) & ~ansphase(s) & ~showphase(s) &
   ~endphase(s) *)
Lemma only_guessphase s : guessphase s ->
  [/\ ~~ askphase s, ~~ ansphase s, ~~ showphase s & ~~ endphase s].
Proof. one_phase. Qed.
(* (S2.8.5) endphase(s) -> ~askphase(s) & ~ansphase(s) & ~showphase(s) &
   ~guessphase(s) *)
Lemma only_endphase s : endphase s ->
  [/\ ~~ askphase s, ~~ ansphase s, ~~ showphase s & ~~ guessphase s].
Proof. one_phase. Qed.

(* (S2.2.1) the five phases *)
Lemma some_phase s :
  [|| askphase s, ansphase s, showphase s, guessphase s | endphase s].
Proof.
by rewrite /askphase /ansphase /showphase /guessphase /endphase; case: phase_of.
Qed.

(* (S2.2.2) the arrows of figure 2.2 *)
Definition phase_change (from : phase) a (to : phase) : bool :=
  match from, a, to with
  | Ask, asks _ _, Ans | Ans, no _, Ans | Ans, no _, Guess | Ans, yes _, Show
  | Show, shows _ _ _, Guess | Guess, guess _ _, End | Guess, noguess _, End
  | End, endturn _, Ask | End, endturn _, End => true
  | _, _, _ => false
  end.

End Fluents.

(* The labels of the thesis. *)
Notation ax_S2_3_3 := disjoint (only parsing).
Notation ax_S2_3_4 := shared (only parsing).
Notation ax_S2_3_5 := equals_pile (only parsing).
Notation ax_S2_5_1 := In (only parsing).
Notation ax_S2_5_2 := Question (only parsing).
Notation ax_S2_5_3 := GameOver (only parsing).
Notation ax_S2_5_4 := Turn (only parsing).
Notation ax_S2_5_5 := AnsTurn (only parsing).
Notation ax_S2_5_6 := phase_of (only parsing).
Notation ax_S2_6_1 := In_Init0 (only parsing).
Notation ax_S2_6_2 := no_question_Init0 (only parsing).
Notation ax_S2_6_3 := askphase_Init0 (only parsing).
Notation ax_S2_6_4 := Turn_Init0 (only parsing).
Notation ax_S2_6_5 := not_over_Init0 (only parsing).
Notation ax_2_15 := poss_asks (only parsing).
Notation ax_2_16 := poss_no (only parsing).
Notation ax_2_17 := poss_yes (only parsing).
Notation ax_2_18 := poss_shows (only parsing).
Notation ax_2_19 := poss_guess (only parsing).
Notation ax_2_20 := poss_noguess (only parsing).
Notation ax_2_21 := poss_endturn (only parsing).
Notation ax_2_23 := holds_in_do (only parsing).
Notation ax_S2_5_7 := holds_in (only parsing).
Notation ax_2_26 := In_do (only parsing).
Notation ax_2_27 := Question_do (only parsing).
Notation ax_2_28 := GameOver_do (only parsing).
Notation ax_2_29 := Turn_do (only parsing).
Notation ax_2_30 := AnsTurn_do (only parsing).
Notation ax_2_31a := askphase_do (only parsing).
Notation ax_2_31b := ansphase_do (only parsing).
Notation ax_2_31c := showphase_do (only parsing).
Notation ax_2_31d := guessphase_do (only parsing).
Notation ax_2_31e := endphase_do (only parsing).
Notation ax_2_22a := one_turn (only parsing).
Notation ax_2_22b := one_answerer (only parsing).
Notation ax_2_22c := one_question (only parsing).
Notation ax_S2_8_1 := only_askphase (only parsing).
Notation ax_S2_8_2 := only_ansphase (only parsing).
Notation ax_S2_8_3 := only_showphase (only parsing).
Notation ax_S2_8_4 := only_guessphase (only parsing).
Notation ax_S2_8_5 := only_endphase (only parsing).
Notation ax_S2_2_1 := some_phase (only parsing).
Notation ax_S2_2_2 := phase_change (only parsing).
