(* MYST(m,n,2,q) without idle questions where a player may be forbidden to
   bluff: a bluff is a question for own cards only.

   Glossary
     permitted H h Q  with the hand H, the asker may ask the useful question Q
     permitted_question H h, put_by s H h
                      the first such question; what is asked
     winner_by s d T h
                      who wins within T turns after h, if the players follow s
     chance_by k s T  how often k wins in T turns, of all deals
     assures_by k w L player k has a mixed strategy with which k has won after
                      L turns with the chance w, whatever the other does *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Ordered Minimax Duel Optimal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bluffs.
Variables (m n q : nat) (bluffs : bool -> bool).
Notation card := (card m n).
Notation cards := {set card}.
Notation history := (history m n).
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Implicit Types (H Q : cards) (h : history) (d : deal) (t : strategy)
  (s : bool -> strategy) (k : bool) (T : nat).

Definition permitted H h Q : bool :=
  useful h Q && (bluffs (asker h) || ~~ (Q \subset H)).
Definition permitted_question H h : option cards :=
  [pick Q : cards | (#|Q| == q) && permitted H h Q].

(* Who would ask what is not permitted, asks the first question that is. *)
Definition put_by t H h : option cards :=
  if permitted H h (question q t H h) then Some (question q t H h)
  else permitted_question H h.

(* Who has no permitted question wins: he knows the pile, as is proved below. *)
Fixpoint winner_by s d T h : option bool :=
  if T is T'.+1 then
    let i := asker h in
    if put_by (s i) (hand d i) h is Some Q then
      let a := answer (s (~~ i)) (hand d (~~ i)) h Q in
      if guess (s i) (hand d i) h (Q, a) is Some M then
        Some (if M == pile d then i else ~~ i)
      else winner_by s d T' ((Q, a) :: h)
    else Some i
  else None.

Definition chance_by k s T : rat :=
  (\sum_(d in deals m n) (winner_by s d T [::] == Some k)%:R) /
  #|deals m n|%:R.
Definition assures_by k (w : rat) (L : nat) : Prop :=
  exists (I : finType) (x : I -> rat) (s : I -> strategy), mixed x /\
  forall t T, (L <= T)%N -> w <= \sum_i x i * chance_by k (pair k (s i) t) T.

Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis q_pos : (0 < q)%N.
Hypothesis n_pos : (0 < n)%N.

Lemma put_by_size t H h Q : put_by t H h = Some Q -> #|Q| = q.
Proof.
rewrite /put_by; case: ifP => [_ [<-]|_]; first exact: question_size.
by rewrite /permitted_question; case: pickP => // ? /andP [/eqP e _] [<-].
Qed.
Lemma put_by_permitted t H h Q : put_by t H h = Some Q -> permitted H h Q.
Proof.
rewrite /put_by; case: ifP => [? [<-] //|_].
by rewrite /permitted_question; case: pickP => // ? /andP [_ e] [<-].
Qed.

Lemma winner_by_more s d T T' h k : (T <= T')%N ->
  winner_by s d T h = Some k -> winner_by s d T' h = Some k.
Proof.
elim: T T' h => [|T IH] [|T'] h //= le; case: put_by => // Q.
by case: guess => // ; exact: IH.
Qed.
Lemma chance_by_more k s T T' : (T <= T')%N ->
  chance_by k s T <= chance_by k s T'.
Proof.
move=> le; rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_sum // => d _.
by rewrite ler_nat; case: eqP => // /(winner_by_more le) ->; rewrite eqxx.
Qed.

(* If both may bluff, this is the game without idle questions of Duel.v. *)
Lemma winner_by_both s d T h : (forall i, bluffs i) ->
  winner_by s d T h = winner q true s d T h.
Proof.
move=> may; have perm H h' Q : permitted H h' Q = useful h' Q.
  by rewrite /permitted may andbT.
have put_both t H h' : put_by t H h' = put q true t H h'.
  rewrite /put_by /put perm /permitted_question /useful_question /=.
  by case: ifP => // _; apply: eq_pick => Q; rewrite perm.
elim: T h => [|T IH] h //=; rewrite put_both; case: put => // Q.
by case: guess.
Qed.

(* Who has no permitted question has seen the other's hand. *)
Lemma nothing_permitted d h : dealt d -> truthful d h ->
  permitted_question (hand d (asker h)) h = None ->
  shown (~~ asker h) h = hand d (~~ asker h).
Proof.
move=> de tr; rewrite /permitted_question; case: pickP => // none _.
set j := ~~ asker h in none *; have [sh la] := tr j.
apply/eqP; rewrite eqEsubset sh; apply/subsetP => x xin; apply: contraT => nx.
have room : (q.-1 <= #|~: shown j h :\ x|)%N.
  have : (#|shown j h| < #|hand d j|)%N.
    by apply: proper_card; rewrite properE sh; apply/subsetPn; exists x.
  rewrite (hand_size _ de) => lt.
  apply: (room_for q_small lt); have := cardsC (shown j h).
  by rewrite (cardsD1 x (~: _)) inE nx card_ord.
have [B sub size_B] := subset_of_size room.
have xB : x \notin B.
  by apply/negP => /(subsetP sub); rewrite !inE eqxx.
have own : ~~ (x |: B \subset hand d (asker h)).
  apply/subsetPn; exists x; first exact: setU11.
  by have := hands_disjoint (asker h) de; rewrite -/j => /disjointFr ->.
have /negbT := none (x |: B).
rewrite cardsU1 xB size_B add1n prednK // eqxx /permitted own orbT andbT /= -/j.
rewrite negb_and negbK => /orP [|/subsetP lack]; last first.
  by move: (disjointFl la xin); rewrite lack // setU11.
case/negP; rewrite disjoints_subset subUset sub1set inE nx;
  exact: subset_trans sub (subsetDl _ _).
Qed.
End Bluffs.
