(* What can be seen of a situation by all: worlds that look alike to any player
   have the same phase, turn, answerer, question, and the same players in. So
   the actions that do not depend on cards teach nothing.

   Glossary
     of_no_card a     whether a is possible depends on no card
     quiet a          the same, and a is no guess *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Views.
Variable G : game.
Implicit Types (i j k x : nat) (Q M : seq nat) (d : deal) (s : situation) (w :
  world).

(* The same event was the same action, but for the card of a show to others. *)
Lemma event_same i d d' a a' : event_of G i d a = event_of G i d' a' ->
  match a, a' with
  | shows j k _, shows j' k' _ => j = j' /\ k = k'
  | guess k M, guess k' M' => [/\ k = k', M = M' &
                                equals_pile G d M = equals_pile G d' M]
  | _, _ => a = a'
  end.
Proof.
by case: a => [k Q|k|k|k l x|k M|k|k];
  case: a' => [k' Q'|k'|k'|k' l' x'|k' M'|k'|k'] //=;
   do ?case: ifP => _ //; case=> *; subst.
Qed.

Lemma in_seen i d d' s s' : view G i d s = view G i d' s' ->
  forall k, In G d k s = In G d' k s'.
Proof.
elim: s s' => [|a s IH] [|a' s'] //= [/event_same e /IH v] k; rewrite v;
  congr (_ && _).
case: a e => [l Q|l|l|l l' x|l M|l|l];
  case: a' => [t Q'|t|t|t t' x'|t M'|t|t] //.
by case=> -> -> ->.
Qed.

Lemma turn_seen i d d' s s' : view G i d s = view G i d' s' ->
  turn_of G s = turn_of G s'.
Proof.
elim: s s' => [|a s IH] [|a' s'] //= [/event_same e /IH v].
case: a e => [l Q|l|l|l l' x|l M|l|l];
  case: a' => [t Q'|t|t|t t' x'|t M'|t|t] //.
by case=> ->; rewrite v.
Qed.

Lemma answerer_seen i d d' s s' : view G i d s = view G i d' s' ->
  answerer G s = answerer G s'.
Proof.
case: s s' => [|a s] [|a' s'] //= [/event_same e _].
by case: a e => [l Q|l|l|l l' x|l M|l|l];
  case: a' => [t Q'|t|t|t t' x'|t M'|t|t] // [->].
Qed.

Lemma phase_seen i d d' s s' : view G i d s = view G i d' s' ->
  phase_of G d s = phase_of G d' s'.
Proof.
case: s s' => [|a s] [|a' s'] //= [/event_same e v].
case: a e => [l Q|l|l|l l' x|l M|l|l];
  case: a' => [t Q'|t|t|t t' x'|t M'|t|t] // [->].
  by rewrite /Turn (turn_seen v).
by rewrite (in_seen v).
Qed.

Lemma over_seen i d d' s s' : view G i d s = view G i d' s' ->
  GameOver G d s = GameOver G d' s'.
Proof.
case: s s' => [|a s] [|a' s'] // v; have inn := in_seen v; rewrite /GameOver.
congr (_ || _); last by apply: eq_all => k; rewrite inn.
move: v => /= [/event_same e _].
case: a e {inn} => [l Q|l|l|l l' x|l M|l|l];
  case: a' => [t Q'|t|t|t t' x'|t M'|t|t] //.
by case=> _ -> ->.
Qed.

(* Actions that do not depend on cards: possible in all worlds that look
   alike. *)
Definition of_no_card (a : action) : bool :=
  match a with
  | asks _ _ | guess _ _ | noguess _ | endturn _ => true
  | _ => false
  end.
Lemma poss_seen i d d' a s s' : of_no_card a -> view G i d s = view G i d' s' ->
  Poss G d a s = Poss G d' a s'.
Proof.
move=> noc v; rewrite /Poss (over_seen v).
by case: a noc => //= *;
  rewrite /Turn (turn_seen v) /askphase /guessphase /endphase (phase_seen v).
Qed.

Definition quiet (a : action) : bool :=
  match a with asks _ _ | noguess _ | endturn _ => true | _ => false end.

Lemma quiet_step i d a s w : quiet a -> is_world G (d, do a s) ->
  is_world G w -> alike G i (d, s) w ->
  is_world G (w.1, do a w.2) /\ alike G i (d, do a s) (w.1, do a w.2).
Proof.
move=> qa [P /andP [ex po]] [P' ex'] [hh v].
have noc : of_no_card a by case: (a) qa.
have ev : event_of G i d a = event_of G i w.1 a by case: (a) qa.
by split; split=> //=; rewrite ?ex' -?(poss_seen noc v) // ev v.
Qed.

Lemma quiet_reach Gr a w w' : quiet a -> is_world G (w.1, do a w.2) ->
  reach G Gr w w' -> reach G Gr (w.1, do a w.2) (w'.1, do a w'.2).
Proof.
move=> qa W R; elim: R W => {w w'} [w|i w w1 w2 iG W1 A R IH] W;
  first exact: here.
have [W1' A'] := quiet_step (s := w.2) (d := w.1) qa W W1 A.
by apply: (step iG W1' A'); exact: IH.
Qed.

(* remark-2.10-four: after asks, noguess and endturn all know what they knew. *)
Theorem nothing_learned f d a s : quiet a -> is_world G (d, do a s) ->
  (holds G f (d, do a s) <-> holds G f (d, s)).
Proof.
move=> qa W; split; last exact: known_stays_known.
elim: f d s W => [k x|k x|f IHf g IHg|f IHf g IHg|i f IH|Gr f IH|Gr f IH] d
  s W //=.
- by case=> F1 F2; split; [exact: IHf|exact: IHg].
- by case=> F; [left; exact: IHf|right; exact: IHg].
- move=> F [d' s'] W' A; have [W1 A1] := quiet_step qa W W' A.
  by apply: IH => //; exact: F.
- move=> F i iG [d' s'] W' A; have [W1 A1] := quiet_step qa W W' A.
  by apply: IH => //; exact: F A1.
- move=> F [d' s'] R; have R1 := quiet_reach (w := (d, s)) qa W R; apply: IH;
    last exact: F.
  have reached Gr' w w' : reach G Gr' w w' -> is_world G w -> is_world G w'.
    by elim=> // k w1 w2 w3 _ W2 _ _ IH _; exact: IH.
  exact: reached R1 W.
Qed.

End Views.
