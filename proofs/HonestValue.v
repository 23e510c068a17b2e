(* Section 4.4: what the recurrence (4.1) computes is the value of the game
   without bluffs and repetitions (Honest.v, HonestGame.v). Who plays evenly
   wins with the chance P(m,n,n) as player 1, or 1 - P(m,n,n) as player 2,
   against every behaviour of the other (value_of_honest); and both chances
   add up to at most 1 (overall_le1).

   Glossary
     all_deals        all deals
     overall k b T    how likely player k wins within T turns, of all deals,
                      if the players behave as b *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Duel Unique Honest HonestGame HonestTurns.
From Myst Require Optimal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section HonestValue.
Variables m n : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation deal := (deal m n).
Notation history := (history m n).
Implicit Types (i j k o : bool) (c : card) (H M : cards) (d : deal).
Implicit Types (h : history) (g : option cards) (T : nat).

Implicit Types (b : bool -> behaviour m n).

Section Bounds.
Variables (k : bool) (b : bool -> behaviour m n).
Notation o := (~~ k).
Hypothesis mine : b k = even m n k.
Hypothesis others : fair (b o).
Notation D := (consistent o).
Notation left h := (pile_left h + hand_left k h + hand_left o h)%N.

(* He who has no card to ask for wins. *)
Lemma own_end f T h H : asker h = k -> (pile_left h + hand_left o h = 0)%N ->
  #|D H h|%:R * value_in f (pile_left h) (hand_left k h) (hand_left o h)
    <= \sum_(d in D H h) chance k b d T.+1 h.
Proof.
move=> ask none; rewrite value_zero // mulr_natl -sumr_const; apply: ler_sum.
move=> d /consistentP [de _ ho]; rewrite /= ask eqxx.
by have := free_size k de ho; rewrite none => /eqP; rewrite cards_eq0 => ->.
Qed.

Lemma other_end f T h H : asker h = o -> (pile_left h + hand_left k h = 0)%N ->
  #|D H h|%:R * (1 - value_in f (pile_left h) (hand_left o h) (hand_left k h))
    <= \sum_(d in D H h) chance k b d T.+1 h.
Proof.
move=> ask none; rewrite value_zero // subrr mulr0 big1 // => d.
case/consistentP => de _ ho; rewrite /= ask.
have := free_size o de ho; rewrite negbK none => /eqP; rewrite cards_eq0 => ->.
by case: (k).
Qed.

Theorem bounds f T h H : left h = f -> (f < T)%N ->
  (asker h = k ->
    #|D H h|%:R * value_in f (pile_left h) (hand_left k h) (hand_left o h)
      <= \sum_(d in D H h) chance k b d T h) /\
  (asker h = o ->
    #|D H h|%:R * (1 - value_in f (pile_left h) (hand_left o h) (hand_left k h))
      <= \sum_(d in D H h) chance k b d T h).
Proof.
elim: f T h => [|f IH] [|T] h lf // lt; split=> ask.
- apply: own_end => //; move/eqP: lf; rewrite !addn_eq0.
  by case/andP => /andP [/eqP -> _] /eqP ->.
- apply: other_end => //; move/eqP: lf; rewrite !addn_eq0.
  by case/andP => /andP [/eqP -> /eqP ->] _.
- have [none|pos] := posnP (pile_left h + hand_left o h); first exact: own_end.
  by apply: own_turn => // h' lh' askh'; exact: (IH T h' lh' lt).2.
- have [none|pos] := posnP (pile_left h + hand_left k h);
    first exact: other_end.
  by apply: other_turn => // h' lh' askh'; exact: (IH T h' lh' lt).1.
Qed.
End Bounds.

(* Of all deals. *)
Definition all_deals : {set deal} := [set d | dealt d].
Definition overall k b T : rat :=
  (\sum_(d in all_deals) chance k b d T [::]) / #|all_deals|%:R.

Lemma chance_ge0 k b d T h : (forall i, fair (b i)) -> 0 <= chance k b d T h.
Proof.
move=> fb; elim: T h => //= T IH h; case: ifP => _; first exact: ler0n.
apply: sumr_ge0 => c _; have [a0 _ _ _ _] := fb (asker h) (hand d (asker h)) h.
apply: mulr_ge0 => //; apply: sumr_ge0 => g _.
have [_ _ _ g0 _] := fb (asker h) (hand d (asker h)) (next d h c).
by apply: mulr_ge0 => //; case: g => [M|]; [exact: ler0n|exact: IH].
Qed.

Lemma chances_le1 b d T h : (forall i, fair (b i)) ->
  chance false b d T h + chance true b d T h <= 1.
Proof.
move=> fb; elim: T h => [|T IH] h /=; first by rewrite addr0 ler01.
case: ifP => [_|/negbT nF]; first by case: asker.
rewrite -big_split /=; have [a0 _ a1 _ _] := fb (asker h) (hand d (asker h)) h.
rewrite -[X in _ <= X](a1 nF); apply: ler_sum => c _;
  rewrite -mulrDr -[X in _ <= X]mulr1.
apply: le_times => //; rewrite /after -big_split /=.
have [_ _ _ g0 g1] := fb (asker h) (hand d (asker h)) (next d h c).
rewrite -[X in _ <= X]g1; apply: ler_sum => g _;
  rewrite -mulrDr -[X in _ <= X]mulr1.
apply: le_times => //; case: g => [M|]; last exact: IH.
by case: asker; case: (M == _).
Qed.

Theorem overall_le1 b T : (forall i, fair (b i)) ->
  overall false b T + overall true b T <= 1.
Proof.
move=> fb; rewrite -mulrDl -big_split /=.
have some : (0 < #|all_deals|)%N by exact: Optimal.some_deals.
have N0 : #|all_deals|%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have N1 : #|all_deals|%:R / #|all_deals|%:R = 1 :> rat by rewrite divff.
rewrite -[X in _ <= X]N1 mulrC [X in _ <= X]mulrC; apply: le_times.
  by rewrite invr_ge0 ler0n.
rewrite -[#|all_deals|%:R]/(1 *+ _) -sumr_const; apply: ler_sum => d _.
exact: chances_le1.
Qed.

Lemma overall_bound k b T v : (forall H, #|consistent (~~ k) H [::]|%:R * v
    <= \sum_(d in consistent (~~ k) H [::]) chance k b d T [::]) ->
  v <= overall k b T.
Proof.
move=> each; have some : (0 < #|all_deals|)%N by exact: Optimal.some_deals.
have N0 : #|all_deals|%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have part d H : (d \in all_deals) && (hand d (~~ k) == H) =
    (d \in consistent (~~ k) H [::]) by rewrite !in_set andbT.
rewrite /overall (partition_big (fun d => hand d (~~ k)) predT) //=.
rewrite -[X in X <= _](mulfK N0) mulrC [X in _ <= X]mulrC.
apply: le_times; first by rewrite invr_ge0 ler0n.
rewrite mulrC -[#|all_deals|%:R]/(1 *+ _) -sumr_const.
rewrite (partition_big (fun d => hand d (~~ k)) predT) //= mulr_suml.
apply: ler_sum => H _; rewrite !(eq_bigl _ _ (fun d => part d H)).
by rewrite sumr_const; exact: each.
Qed.

(* What both can make sure of. *)
Theorem even_is_enough k b T : b k = even m n k -> fair (b (~~ k)) ->
  (m + n * 2 < T)%N -> (if k then 1 - P m n n else P m n n) <= overall k b T.
Proof.
move=> mine others late; apply: overall_bound => H.
have lf : (pile_left (Nil (turn m n)) + hand_left k (Nil (turn m n)) +
    hand_left (~~ k) (Nil (turn m n)) = m + n + n)%N by [].
have late' : (m + n + n < T)%N by rewrite -addnA addnn -muln2.
have [own other] := bounds mine others H lf late'.
by case: (k) own other => own other; [exact: other|exact: own].
Qed.

(* The value of the game is P(m,n,n). *)
Theorem value_of_honest T : (m + n * 2 < T)%N ->
  (exists2 e, fair e & forall e', fair e' ->
     P m n n <= overall false (fun i => if i then e' else e) T) /\
  (exists2 e, fair e & forall e', fair e' ->
     1 - P m n n <= overall true (fun i => if i then e else e') T).
Proof.
move=> late; split.
  exists (even m n false) => [|e' fe']; first exact: even_fair.
  exact: (@even_is_enough false).
exists (even m n true) => [|e' fe']; first exact: even_fair.
exact: (@even_is_enough true).
Qed.

End HonestValue.
