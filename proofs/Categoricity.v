(* Chapters 1.4 and 2: the axioms determine the model, given the deal.

   A structure interprets situations, fluents and Poss in any way. If it
   satisfies the axioms (satisfies), its situations are those of Situation.v
   (one_to_one, onto), and in each sorted situation its fluents are as in
   Fluents.v (categorical), and so is what is possible (possible_agrees,
   executable_agrees). So all that is proved of Fluents.v is so in every model
   of chapter 2. Model.v shows that there is such a structure.

   The axioms are read as in Fluents.v, for arguments of their sorts.

   Glossary
     structure        an interpretation of situations, fluents and Poss
     is_pile M t, no_common Q j t
                      M = S_0 and Q n S_j = {} in a structure
     satisfies X      X satisfies the axioms of 1.4, 2.6 to 2.9, and holds
                      the deal h
     at_ X s          what X takes the situation s to be
     agrees X s       X says of s what Fluents.v says
     executable_in X s
                      each action of s is possible in X *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Pile Readings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Record structure := Structure {
  sit : Type;
  init : sit;
  after : action -> sit -> sit;
  earlier : sit -> sit -> Prop;
  holds_ : nat -> nat -> sit -> Prop;
  In_ : nat -> sit -> Prop;
  Question_ : seq nat -> sit -> Prop;
  GameOver_ : sit -> Prop;
  Turn_ : nat -> sit -> Prop;
  AnsTurn_ : nat -> sit -> Prop;
  phase_ : phase -> sit -> Prop;
  Poss_ : action -> sit -> Prop }.

Section Categoricity.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Variable h : deal.
Implicit Types (i j k x : nat) (Q M : seq nat) (a : action) (s : situation).
Notation player := (player G).
Notation incp := (incp G).

Section Axioms.
Variable X : structure.
Implicit Types (t : sit X).

(* M = S_0 and Q n S_j = {} in X *)
Definition is_pile M t : Prop := forall x, card G x ->
  (x \in M <-> holds_ 0 x t).
Definition no_common Q j t : Prop := forall x, x \in Q -> ~ holds_ j x t.

Record satisfies : Prop := Satisfies {
  sat_1_1 : forall a a' t t', after a t = after a' t' -> a = a' /\ t = t';
  sat_1_2 : forall t, ~ earlier t (init X);
  sat_1_3 : forall a t t', earlier t (after a t') <-> t = t' \/ earlier t t';
  sat_1_4 : forall P : sit X -> Prop,
    P (init X) -> (forall a t, P t -> P (after a t)) -> forall t, P t;
  sat_deal : forall k x, holder G k -> card G x ->
    (holds_ k x (init X) <-> h k x);
  sat_2_6_in : forall i, player i -> In_ i (init X);
  sat_2_6_question : forall Q, question_set G Q -> ~ Question_ Q (init X);
  sat_2_6_ask : phase_ Ask (init X);
  sat_2_6_turn : forall i, player i -> (Turn_ i (init X) <-> i = 1);
  sat_2_6_over : ~ GameOver_ (init X);
  sat_2_8 : forall f f' t, phase_ f t -> phase_ f' t -> f = f';
  sat_2_15 : forall i Q t, player i -> question_set G Q ->
    (Poss_ (asks i Q) t <-> [/\ Turn_ i t, phase_ Ask t & ~ GameOver_ t]);
  sat_2_16 : forall j t, player j ->
    (Poss_ (no j) t <-> exists Q, question_set G Q /\
      [/\ phase_ Ans t, AnsTurn_ j t, Question_ Q t, no_common Q j t &
          ~ GameOver_ t]);
  sat_2_17 : forall j t, player j ->
    (Poss_ (yes j) t <-> exists Q, question_set G Q /\
      [/\ phase_ Ans t, AnsTurn_ j t, Question_ Q t, ~ no_common Q j t &
          ~ GameOver_ t]);
  sat_2_18 : forall j i x t, player j -> player i -> card G x ->
    (Poss_ (shows j i x) t <-> exists Q, question_set G Q /\
      [/\ Turn_ i t, AnsTurn_ j t, x \in Q /\ holds_ j x t, phase_ Show t &
          Question_ Q t /\ ~ GameOver_ t]);
  sat_2_19 : forall i M t, player i -> pile_set G M ->
    (Poss_ (guess i M) t <-> [/\ Turn_ i t, phase_ Guess t & ~ GameOver_ t]);
  sat_2_20 : forall i t, player i ->
    (Poss_ (noguess i) t <-> [/\ Turn_ i t, phase_ Guess t & ~ GameOver_ t]);
  sat_2_21 : forall i t, player i ->
    (Poss_ (endturn i) t <-> [/\ Turn_ i t, phase_ End t & ~ GameOver_ t]);
  sat_2_23 : forall k x a t, holder G k -> card G x ->
    (holds_ k x (after a t) <-> holds_ k x t);
  sat_2_26 : forall i a t, player i -> action_of G a -> (In_ i (after a t) <->
    In_ i t /\ ~ exists M, a = guess i M /\ ~ is_pile M t);
  sat_2_27 : forall Q a t, question_set G Q -> action_of G a ->
    (Question_ Q (after a t) <-> (exists i, a = asks i Q) \/
      (Question_ Q t /\ ~ exists i Q', a = asks i Q'));
  sat_2_28 : forall a t, action_of G a -> (GameOver_ (after a t) <->
    (exists i M, a = guess i M /\ is_pile M t) \/
    (forall i, player i -> ~ In_ i (after a t)));
  sat_2_29 : forall i a t, player i -> action_of G a ->
    (Turn_ (incp i) (after a t) <-> (Turn_ i t /\ a = endturn i) \/
      (Turn_ (incp i) t /\ a <> endturn (incp i)));
  sat_2_30 : forall i a t, player i -> action_of G a ->
    (AnsTurn_ (incp i) (after a t) <->
      [\/ exists Q, a = asks i Q, a = no i | a = yes (incp i)]);
  sat_2_31a : forall a t, action_of G a -> (phase_ Ask (after a t) <->
    exists i, a = endturn i /\ In_ (incp i) t);
  sat_2_31b : forall a t, action_of G a -> (phase_ Ans (after a t) <->
    (exists i Q, a = asks i Q) \/ (exists j, a = no j /\ ~ Turn_ (incp j) t));
  sat_2_31c : forall a t, action_of G a ->
    (phase_ Show (after a t) <-> exists i, a = yes i);
  sat_2_31d : forall a t, action_of G a -> (phase_ Guess (after a t) <->
    (exists j i x, a = shows j i x) \/ (exists j,
      a = no j /\ Turn_ (incp j) t));
  sat_2_31e : forall a t, action_of G a -> (phase_ End (after a t) <->
    [\/ exists i, a = endturn i /\ ~ In_ (incp i) t,
        exists i, a = noguess i | exists i M, a = guess i M]) }.
End Axioms.

(* What a structure takes a situation to be. *)
Fixpoint at_ (X : structure) s : sit X :=
  if s is do a s' then after a (at_ X s') else init X.

Theorem one_to_one X : satisfies X -> injective (at_ X).
Proof.
move=> sat; have never := init_is_no_do (sat_1_2 sat) _.
have {}never a t : init X <> after a t.
  by apply: never => a' u v; split=> [/(sat_1_3 sat)|H]; [case;
    auto|apply/(sat_1_3 sat); case: H; auto].
elim=> [|a s IH] [|a' s'] //= e; first by case: (never _ _ e).
  by case: (never a (at_ X s)).
by have [-> /IH ->] := sat_1_1 sat e.
Qed.

Theorem onto X : satisfies X -> forall t, exists s, at_ X s = t.
Proof.
move=> sat; apply: (sat_1_4 sat); first by exists Init0.
by move=> a _ [s <-]; exists (do a s).
Qed.

Record agrees X s : Prop := Agrees {
  agrees_holds : forall k x, holder G k -> card G x ->
    (holds_ k x (at_ X s) <-> h k x);
  agrees_in : forall i, player i -> (In_ i (at_ X s) <-> In G h i s);
  agrees_question : forall Q, question_set G Q ->
    (Question_ Q (at_ X s) <-> Question Q s);
  agrees_over : GameOver_ (at_ X s) <-> GameOver G h s;
  agrees_turn : forall i, player i -> (Turn_ i (at_ X s) <-> Turn G i s);
  agrees_phase : forall f, phase_ f (at_ X s) <-> phase_of G h s = f }.

Lemma sorted_question s Q : sorted_situation G s -> Question Q s ->
  question_set G Q.
Proof.
elim: s => //= a s IH /andP [sa /IH IHs]; case: a sa => //= i Q'.
by rewrite /Question /= => /andP [_ Qq] /eqP [<-].
Qed.

Lemma is_pile_agrees X s M : agrees X s -> pile_set G M ->
  (is_pile M (at_ X s) <-> equals_pile G h M).
Proof.
move=> ag /andP [/andP [_ /allP cM] _]; split=> [eq|/andP [/allP in0 /allP all0]
  x cx].
  apply/andP; split; apply/allP => x xM; first have cx := cM x xM.
    by apply/(agrees_holds ag) => //; apply/eq.
  by apply/implyP => x0; apply/eq => //; apply/(agrees_holds ag).
rewrite (agrees_holds ag) //; split=> [/in0 //|x0].
by have /implyP := all0 x cx; apply.
Qed.

Lemma no_common_agrees X s Q j : agrees X s -> question_set G Q -> player j ->
  (no_common Q j (at_ X s) <-> disjoint h Q j).
Proof.
move=> ag /andP [/andP [_ /allP cQ] _] pj; have Hj : holder G j by rewrite
  holderE pj orbT.
split=> [dis|/allP dis x xQ].
  apply/allP => x xQ; apply/negP => hx; apply: (dis x xQ).
  exact/(agrees_holds ag Hj (cQ x xQ)).
move/(agrees_holds ag Hj (cQ x xQ)) => hx; by have := dis x xQ; rewrite hx.
Qed.

Lemma agrees_init X : satisfies X -> agrees X Init0.
Proof.
move=> sat; split=> [k x|i pi|Q Qq||i pi|f].
- exact: sat_deal.
- by split=> // _; exact: sat_2_6_in.
- by split=> // /(sat_2_6_question sat Qq).
- by split=> // /(sat_2_6_over sat).
- by rewrite (sat_2_6_turn sat) // /Turn /=; split=> [->|/eqP].
- split=> [|<-]; last exact: sat_2_6_ask.
  exact: (sat_2_8 sat (sat_2_6_ask sat)).
Qed.

Lemma iff_not (A : Prop) (b : bool) : (A <-> b) -> (~ A <-> ~~ b).
Proof. by move=> e; split=> [nA|/negP nb]; [apply/negP => /e|move/e]. Qed.

Lemma and3_iff (A A' B B' C C' : Prop) : (A <-> A') -> (B <-> B') ->
  (C <-> C') ->
  ([/\ A, B & C] <-> [/\ A', B' & C']).
Proof. by move=> a b c; split=> -[x y z]; split;
  by [apply/a|apply/b|apply/c]. Qed.

Lemma agrees_do X a s : satisfies X -> action_of G a -> agrees X s ->
  agrees X (do a s).
Proof.
move=> sat sa ag.
have ins i : player i -> (In_ i (at_ X (do a s)) <-> In G h i (do a s)).
  move=> pi; rewrite (sat_2_26 sat) // In_do (agrees_in ag) //.
  split=> -[inn wrong]; split=> // -[M [e ne]]; apply: wrong; exists M;
    split=> //;
    have Ms : pile_set G M by move: sa; rewrite e => /andP [].
  - exact/(iff_not (is_pile_agrees ag Ms)).
  - exact/(iff_not (is_pile_agrees ag Ms)).
split=> //.
- by move=> k x Hk cx; rewrite (sat_2_23 sat) //; exact: agrees_holds.
- by move=> Q Qq; rewrite (sat_2_27 sat) // Question_do (agrees_question ag).
- rewrite (sat_2_28 sat) // GameOver_do; split=> -[[i [M [e eq]]]|out].
  + left; exists i, M; split=> //; apply/(is_pile_agrees ag) => //.
    by move: sa; rewrite e => /andP [].
  + by right=> i pi; apply/(iff_not (ins i pi)); exact: out.
  + left; exists i, M; split=> //; apply/(is_pile_agrees ag) => //.
    by move: sa; rewrite e => /andP [].
  + by right=> i pi; apply/(iff_not (ins i pi)); exact: out.
- move=> j pj; have [i pi <-] := incp_onto sizes pj.
  rewrite (sat_2_29 sat) // Turn_do //; last exact: two_players.
  by rewrite !(agrees_turn ag) //; exact: incp_player.
have inc i : player i -> player (incp i) by exact: incp_player.
have sorted i : a = endturn i \/ a = no i -> player i.
  by case=> e; move: sa; rewrite e.
case.
- rewrite (sat_2_31a sat) // (_ : _ = Ask <-> askphase G h (do a s));
    last first.
    by split=> [e|/eqP //]; rewrite /askphase e.
  by rewrite askphase_do; split=> -[i [e inn]]; exists i; split=> //; move: inn;
    rewrite (agrees_in ag) //; apply: inc; apply: sorted; left.
- rewrite (sat_2_31b sat) // (_ : _ = Ans <-> ansphase G h (do a s));
    last first.
    by split=> [e|/eqP //]; rewrite /ansphase e.
  rewrite ansphase_do; split=> -[?|[j [e tu]]]; try by left.
    right; exists j; split=> //; apply/(iff_not (agrees_turn ag _)) => //.
    by apply: inc; apply: sorted; right.
  right; exists j; split=> //; apply/(iff_not (agrees_turn ag _)) => //.
  by apply: inc; apply: sorted; right.
- rewrite (sat_2_31c sat) // (_ : _ = Show <-> showphase G h (do a s));
    last first.
    by split=> [e|/eqP //]; rewrite /showphase e.
  by rewrite showphase_do.
- rewrite (sat_2_31d sat) // (_ : _ = Guess <-> guessphase G h (do a s));
    last first.
    by split=> [e|/eqP //]; rewrite /guessphase e.
  rewrite guessphase_do; split=> -[?|[j [e tu]]]; try by left.
    right; exists j; split=> //; apply/(agrees_turn ag) => //.
    by apply: inc; apply: sorted; right.
  right; exists j; split=> //; apply/(agrees_turn ag) => //.
  by apply: inc; apply: sorted; right.
- rewrite (sat_2_31e sat) // (_ : _ = End <-> endphase G h (do a s));
    last first.
    by split=> [e|/eqP //]; rewrite /endphase e.
  rewrite endphase_do; split=> -[[i [e out]]|?|?];
    try by [apply: Or32|apply: Or33].
    apply: Or31; exists i; split=> //; apply/(iff_not (agrees_in ag _)) => //.
    by apply: inc; apply: sorted; left.
  apply: Or31; exists i; split=> //; apply/(iff_not (agrees_in ag _)) => //.
  by apply: inc; apply: sorted; left.
Qed.

Theorem categorical X s : satisfies X -> sorted_situation G s -> agrees X s.
Proof.
move=> sat; elim: s => [_|a s IH /andP [sa /IH ag]]; first exact: agrees_init.
exact: agrees_do.
Qed.

Lemma answerer_agrees X s j : satisfies X -> sorted_situation G s -> player j ->
  phase_of G h s = Ans \/ phase_of G h s = Show ->
  (AnsTurn_ j (at_ X s) <-> AnsTurn G j s).
Proof.
case: s => [|a s] sat; first by move=> _ _ [].
case/andP => sa _ pj _; have [i pi <-] := incp_onto sizes pj.
by rewrite (sat_2_30 sat) // AnsTurn_do.
Qed.

(* What is possible in the structure is possible. *)
Theorem possible_agrees X a s : satisfies X -> sorted_situation G s ->
  action_of G a -> (Poss_ a (at_ X s) <-> Poss G h a s).
Proof.
move=> sat ss sa; have ag := categorical sat ss.
have ph f : phase_ f (at_ X s) <-> phase_of G h s == f.
  by rewrite (agrees_phase ag); split=> [->|/eqP].
have over := iff_not (agrees_over ag).
have an j := answerer_agrees sat ss (j := j).
case: a sa => [i Q|j|j|j i x|i M|i|i] /= sa.
- case/andP: sa => pi Qq; rewrite (sat_2_15 sat) // poss_asks.
  by have tu := agrees_turn ag pi; split=> [[/tu t1 /ph p1 /over o1]|[/tu t1 /ph
    p1 _ /over o1]].
- rewrite (sat_2_16 sat) // poss_no; split=> [[Q [Qq [p1 t1 q1 n1 o1]]]|[Q [p1
    t1 q1 n1 o1]]].
    exists Q; split; [exact/ph| |exact/(agrees_question ag)| |exact/over].
      by apply/an => //; left; exact/(agrees_phase ag).
    exact/(no_common_agrees ag).
  have Qq := sorted_question ss q1; exists Q; split=> //.
  split; [exact/ph| |exact/(agrees_question ag)| |exact/over].
    by apply/an => //; left; exact/eqP.
  exact/(no_common_agrees ag).
- rewrite (sat_2_17 sat) // poss_yes; split=> [[Q [Qq [p1 t1 q1 n1 o1]]]|[Q [p1
    t1 q1 n1 o1]]].
    exists Q; split; [exact/ph| |exact/(agrees_question ag)| |exact/over].
      by apply/an => //; left; exact/(agrees_phase ag).
    exact/(iff_not (no_common_agrees ag Qq sa)).
  have Qq := sorted_question ss q1; exists Q; split=> //.
  split; [exact/ph| |exact/(agrees_question ag)| |exact/over].
    by apply/an => //; left; exact/eqP.
  exact/(iff_not (no_common_agrees ag Qq sa)).
- case/and3P: sa => pj pi cx; have Hj : holder G j by rewrite holderE pj orbT.
  rewrite (sat_2_18 sat) // poss_shows; split=> -[Q].
    case=> Qq [t1 a1 [xQ hx] p1 [q1 o1]]; exists Q; split.
    + exact/(agrees_turn ag).
    + by apply/an => //; right; exact/(agrees_phase ag).
    + by rewrite /shared xQ; exact/(agrees_holds ag Hj cx).
    + exact/ph.
    + by split; [exact/(agrees_question ag)|exact/over].
  case=> t1 a1 /andP [xQ hx] p1 [q1 o1]; have Qq := sorted_question ss q1.
  exists Q; split=> //; split.
  + exact/(agrees_turn ag).
  + by apply/an => //; right; exact/eqP.
  + by split=> //; exact/(agrees_holds ag Hj cx).
  + exact/ph.
  + by split; [exact/(agrees_question ag)|exact/over].
- case/andP: sa => pi Ms; rewrite (sat_2_19 sat) // poss_guess.
  by have tu := agrees_turn ag pi; split=> [[/tu t1 /ph p1 /over o1]|[/tu t1 /ph
    p1 _ /over o1]].
- by rewrite (sat_2_20 sat) // poss_noguess; apply: and3_iff;
    [exact: agrees_turn|exact: ph|exact: over].
- by rewrite (sat_2_21 sat) // poss_endturn; apply: and3_iff;
    [exact: agrees_turn|exact: ph|exact: over].
Qed.

Fixpoint executable_in X s : Prop :=
  if s is do a s' then executable_in X s' /\ Poss_ a (at_ X s') else True.

Theorem executable_agrees X s : satisfies X -> sorted_situation G s ->
  (executable_in X s <-> executable G h s).
Proof.
move=> sat; elim: s => // a s IH /andP [sa ss] /=.
by rewrite (IH ss) (possible_agrees sat ss sa); split=> [[-> ->]|/andP []].
Qed.

End Categoricity.
