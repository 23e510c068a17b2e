(* Chapter 4: what all have seen of a history without guesses: the cards that
   each player has shown and denied. Such a history is possible in another deal
   just if the deal agrees with it, and of two players each considers those
   deals possible that agree with it and with the own hand.

   Glossary
     is_guess a, no_guesses s
                      the action is a guess; there is none in s
     last_question s  the last question; no cards if there was none
     shown j s, denials j s
                      the cards that player j has shown; those in questions
                      that j has denied
     promised j s     the question that j has just affirmed, if any
     agrees d j s     the hand of j in the deal d fits what j has shown and
                      said
     fitting d a s    the action a is possible in d as far as the cards go
     own_answer i a   the action a is an answer of player i *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition is_guess (a : action) : bool :=
  if a is guess _ _ then true else false.
Fixpoint no_guesses s : bool :=
  if s is do a s' then ~~ is_guess a && no_guesses s' else true.

Definition last_question s : seq nat := odflt [::] (asked s).

(* The cards that player j has shown, one for each show, and those denied. *)
Fixpoint shown (j : nat) s : seq nat :=
  match s with
  | Init0 => [::]
  | do a s' =>
    (if a is shows k _ x then if k == j then [:: x] else [::] else [::]) ++
    shown j s'
  end.
Fixpoint denials (j : nat) s : seq nat :=
  match s with
  | Init0 => [::]
  | do a s' =>
    (if a is no k then if k == j then last_question s' else [::] else [::]) ++
    denials j s'
  end.
(* After a yes of j: the question of which j is going to show a card. *)
Definition promised (j : nat) s : option (seq nat) :=
  if s is do (yes k) s' then if k == j then asked s' else None else None.

Section Evidence.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x y z : nat) (Q : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).

Lemma promised_asked j s Q : promised j s = Some Q -> asked s = Some Q.
Proof. by case: s => // -[] //= k s; case: eqP. Qed.

(* The hand of j in a deal agrees with what j has shown and said. *)
Definition agrees d j s : bool :=
  [&& all (d j) (shown j s), disjoint d (denials j s) j &
      if promised j s is Some Q then ~~ disjoint d Q j else true].

Lemma agrees_eq d d' j s : d j =1 d' j -> agrees d j s = agrees d' j s.
Proof.
move=> e; have dis Q : disjoint d Q j = disjoint d' Q j by apply: eq_all => x;
  rewrite e.
by rewrite /agrees (eq_all e) !dis; case: promised => // Q; rewrite dis.
Qed.

Lemma same_view i d d' s : no_guesses s -> view G i d s = view G i d' s.
Proof. by elim: s => //= a s IH /andP [ng /IH ->]; case: a ng. Qed.

(* Without guesses an action is possible in another deal as far as the
   cards go. *)
Definition fitting d a s : bool :=
  match a with
  | no j => disjoint d (last_question s) j
  | yes j => ~~ disjoint d (last_question s) j
  | shows j _ x => d j x
  | _ => true
  end.
Lemma poss_elsewhere d d' a s : no_guesses (do a s) -> Poss G d a s ->
  Poss G d' a s = fitting d' a s.
Proof.
case/andP=> ng ns; have v := same_view 1 d d' ns; have ph := phase_seen v.
rewrite /Poss -(over_seen v) => /andP [po ->]; rewrite andbT.
case: a ng po => //= [i Q|j|j|j i x|i|i] _;
  rewrite ?/askphase ?/ansphase ?/showphase ?/guessphase ?/endphase -?ph //.
- rewrite /for_some_question /last_question.
  by case: asked => [Q|]; rewrite ?andbF // => /and3P [-> -> _].
- rewrite /for_some_question /last_question.
  by case: asked => [Q|]; rewrite ?andbF // => /and3P [-> -> _].
- rewrite /for_some_question; case: asked => [Q|]; rewrite ?andbF //.
  by rewrite /shared => /and4P [-> -> /andP [-> _] ->]; rewrite andbT.
Qed.

(* Who answers, and who shows, is a player. *)
Lemma responder d a s : executable G d (do a s) ->
  match a with no k | yes k | shows k _ _ => player G k | _ => True end.
Proof.
have ans k t : executable G d t -> ansphase G d t && AnsTurn G k t ->
  player G k.
  by move=> ex /andP [/eqP ph /eqP ak]; have := to_answer sizes ex;
    rewrite ph ak => -[? [? [_ [<-]]]].
case/andP=> ex po; have := one_kind po; case: a po => // k;
  try by move=> _ /andP [/(ans _ _ ex)].
move=> i x po _; have [s' e] := show_only_after_yes ex po; rewrite e in ex.
by have /andP [ex' /one_kind /andP [/(ans _ _ ex')]] := ex.
Qed.

(* Only after a yes is a card promised, and then a show is next. *)
Lemma promised_shown d j a s : Poss G d a s ->
  (if a is shows _ _ _ then false else true) -> promised j s = None.
Proof. by case: s => [|[] // k s] // /must_show [x ->]. Qed.

(* With guesses, too, who has shown a card has it, and who has denied it
   has not. *)
Lemma evidence d s j : executable G d s ->
  all (d j) (shown j s) && disjoint d (denials j s) j.
Proof.
elim: s => //= a s IH /andP [/IH /andP [sh de] po].
case: a po => [i Q|k|k|k i x|i M|i|i] /= po; rewrite ?sh //; last first.
  by have /poss_shows [Q [_ _ /andP [_ hx] _ _]] := po; case: eqP => [e|_] /=;
    rewrite ?sh ?de // -e hx.
have /poss_no [Q [_ _ /eqP Qs dis _]] := po.
case: eqP => [e|_] //=; rewrite -?e in de *.
by rewrite /last_question Qs /= /disjoint all_cat; apply/andP.
Qed.

(* A history without guesses is possible in the deals that agree with it. *)
Theorem possible_deals d d' s : no_guesses s -> executable G d s ->
  (executable G d' s <-> forall j, player G j -> agrees d' j s).
Proof.
elim: s => [|a s IH] //= /andP [ng ns] exa; have /andP [ex po] := exa.
have {}IH := IH ns ex; have po' := @poss_elsewhere d d' a s _ po.
rewrite po' /= ?ng //; case: a ng po exa {po'} =>
  //= [i Q|k|k|k i x|i|i] _ po /responder pk.
1,5,6: rewrite andbT; split=> [/IH A j pj|A]; [|apply/IH => j pj];
    have := A j pj;
  by rewrite /agrees (promised_shown j po).
- split=> [/andP [/IH A dis] j pj|A].
    have := A j pj; rewrite /agrees (promised_shown j po) //= !andbT.
    by case: eqP => // <- /andP [-> dk];
      rewrite /disjoint all_cat -/(disjoint _ _ _) dis.
  apply/andP; split; [apply/IH => j pj|]; [have := A j pj|have := A k pk];
    rewrite /agrees ?(promised_shown _ po) //= !andbT.
    by case: eqP => //= _ /andP [->]; rewrite /disjoint all_cat => /andP [].
  by rewrite eqxx /disjoint all_cat => /andP [_ /andP []].
- have [Q Qs] : exists Q, asked s = Some Q
    by have /poss_yes [Q [_ _ /eqP]] := po; exists Q.
  split=> [/andP [/IH A hit] j pj|A].
    have := A j pj; rewrite /agrees (promised_shown j po) //= !andbT Qs =>
      /andP [-> ->].
    by case: eqP => // <-; move: hit; rewrite /last_question Qs.
  have := A k pk; rewrite /agrees /= eqxx Qs /last_question Qs =>
    /and3P [_ _ ->].
  rewrite andbT; apply/IH => j pj; have := A j pj.
  by rewrite /agrees (promised_shown j po) //= !andbT => /and3P [-> ->].
- have [s' es] := show_only_after_yes ex po.
  have /poss_shows [Q [_ _ /andP [xQ _] _ [/eqP Qs _]]] := po.
  split=> [/andP [/IH A hx] j pj|A].
    have := A j pj; rewrite /agrees /= andbT => /and3P [].
    by case: eqP => [<-|_] /= -> ->; rewrite ?hx.
  have hx : d' k x by have := A k pk; rewrite /agrees /= eqxx /= =>
    /and3P [/andP []].
  rewrite hx andbT; apply/IH => j pj; have := A j pj; rewrite /agrees /= andbT.
  case/andP=> sh ->; have -> : all (d' j) (shown j s).
    by move: sh; case: eqP => //= _ /andP [].
  rewrite es /=; case: eqP => // kj; move: Qs; rewrite es /= => ->.
  by apply/allPn; exists x; rewrite // -kj hx.
Qed.

(* Where one card of j that was not shown and one card of the pile that was not
   denied change places, the history stays possible. *)
Lemma swap_world d s j x y : is_world (d, s) -> no_guesses s -> player G j ->
  card G x -> card G y -> d j x -> d 0 y -> x \notin shown j s ->
  y \notin denials j s ->
  (forall Q, promised j s = Some Q -> exists2 z, z \in Q & swap d x y j z) ->
  is_world (swap d x y, s).
Proof.
move=> [P ex] ng pj cx cy jx py nx ny hit; split; first exact: swap_partition.
have j0 : j != 0 by rewrite gtn_eqF // (player_gt0 pj).
have njy : ~~ d j y by case: (P) => dis _ _ _; apply: (dis 0);
  rewrite ?holderE ?pj ?orbT.
apply/(possible_deals (swap d x y) ng ex) => k pk.
have /= ag := (possible_deals d ng ex).1 ex k pk.
have k0 : k != 0 by rewrite gtn_eqF // (player_gt0 pk).
have [dis _ _ _] := P; case: (k =P j) => [e|/eqP kj]; last first.
  rewrite (@agrees_eq _ d) // => z; apply: swap_away;
    [apply: (dis j)|apply: (dis 0)];
  by rewrite // ?holderE ?pj ?pk ?orbT.
rewrite {}e in ag *; case/and3P: ag => /allP sh /allP de _.
have away z : z != x -> z != y -> swap d x y j z = d j z.
  by rewrite /swap /exchanged => /negbTE -> /negbTE ->.
apply/and3P; split.
- apply/allP => z zs; rewrite away; [exact: sh|by apply: contraNneq nx => <-|].
  by apply: contraTneq (sh z zs) => ->.
- apply/allP => z zd; have := de z zd; rewrite away //;
    last by apply: contraNneq ny => <-.
  by apply: contraTneq (jx) => <-; exact: de.
- by case e: promised => [Q|] //; have [z zQ hz] := hit Q e; apply/allPn;
    exists z; rewrite ?negbK.
Qed.

(* An own answer, for any number of players and with guesses: it depends on
   nothing but the own hand and what has been seen, so it is possible in all
   worlds that the player considers possible, as are the actions that do not
   depend on cards. *)
Definition own_answer i (a : action) : bool :=
  match a with no j | yes j | shows j _ _ => j == i | _ => false end.
Lemma own_step i d a s w : quiet a || own_answer i a -> is_world (d, do a s) ->
  is_world w -> alike G i (d, s) w ->
  is_world (w.1, do a w.2) /\ alike G i (d, do a s) (w.1, do a w.2).
Proof.
case: w => d' s' /orP [|oa]; first exact: quiet_step.
move=> [/= P /andP [ex po]] [/= P' ex'] [/= hh v].
have dis Q : asked s = Some Q -> disjoint d' Q i = disjoint d Q i.
  move=> Qs; apply: eq_in_all => x xQ; rewrite hh //.
  by have /andP [/andP [_ /allP c] _] := asked_question ex Qs; exact: c.
have ev : event_of G i d a = event_of G i d' a by case: (a) oa.
suff po' : Poss G d' a s' by split; split=> //=; rewrite ?ev ?v // po' andbT.
have vp := phase_seen v; have va := answerer_seen v.
have vt := turn_seen v; have vq := asked_seen v.
move: po; rewrite /Poss -(over_seen v) => /andP [po ->]; rewrite andbT.
case: a oa po {ev} => //= [j|j|j k x] /eqP ->;
  rewrite /ansphase /showphase /Turn /AnsTurn vp va -?vt /for_some_question -vq.
- by case Qs: asked => [Q|]; rewrite // dis.
- by case Qs: asked => [Q|]; rewrite // dis.
- case Qs: asked => [Q|]; rewrite ?andbF // => /and4P [-> -> /andP [xQ ix] ->].
  rewrite /shared xQ -hh ?ix //.
  by have /andP [/andP [_ /allP c] _] := asked_question ex Qs; exact: c.
Qed.

Lemma own_step_tells_nothing i (phi : deal -> Prop) d a s :
  quiet a || own_answer i a -> is_world (d, do a s) ->
  K G i (fun w => phi w.1) (d, do a s) -> K G i (fun w => phi w.1) (d, s).
Proof.
by move=> own W f w W' A; have [W1 A1] := own_step own W W' A; exact: f W1 A1.
Qed.

Section Two.
Hypothesis two : p G = 2.

(* Of two players each sees all cards that are shown. *)
Lemma other_of_two i k : player G i -> player G k -> k = i \/ k = incp G i.
Proof.
by move=> pi pk; case: (k =P i) => [->|/eqP ne];
  [left|right; rewrite (opponent two pi pk) // eq_sym].
Qed.

Lemma shown_to d s k i x : executable G d (do (shows k i x) s) ->
  player G i /\ k = incp G i.
Proof.
move=> exa; have /andP [ex po] := exa; have [s' e] := show_only_after_yes ex po.
have := one_kind po; case/andP => /andP [_ /eqP ti] _.
have pi : player G i by rewrite -ti; exact: (turn_player sizes ex).
split=> //; have pk := responder exa; move: ex ti; rewrite e => ex /= ti.
have /andP [ex' po'] := ex; have /andP [/andP [ph /eqP ak] _] := one_kind po'.
have := in_order sizes ex'; rewrite (eqP ph) ti two => -[l [Q [s0 [_]]]].
by case: l => // _; rewrite ak => -[].
Qed.

Lemma one_history i d d' s s' : player G i -> executable G d s ->
  executable G d' s' ->
  view G i d s = view G i d' s' -> s' = s.
Proof.
move=> pi; elim: s s' => [|a s IH] [|a' s'] //= exa exa' [e v].
have [/andP [ex _] /andP [ex' _]] := (exa, exa'); rewrite (IH s') //;
  congr (do _ s).
have := event_same e; case: a e exa => [l Q|l|l|l l' x|l M|l|l];
  case: a' exa' => [t Q'|t|t|t t' x'|t M'|t|t] //=;
  try by move=> _ _ _ [-> -> _].
move=> _ + /shown_to [pl' ll]; rewrite ll.
by case: (other_of_two pl' pi) => ->; rewrite eqxx ?orbT //;
  case: ifP => // _ [-> -> ->].
Qed.

(* Of two players each knows what is so in the deals that agree. *)
Lemma know_deals i phi d s : player G i -> is_world (d, s) -> no_guesses s ->
  (K G i phi (d, s) <->
   forall d', is_world (d', s) -> same_hand G i d d' -> phi (d', s)).
Proof.
move=> pi [P ex] ng; split=> f; first by move=> d' W hh; apply: f W _;
  split=> //; exact: same_view.
move=> [d' s'] W [hh v]; have [_ ex'] := W.
by have e := one_history pi ex ex' v; rewrite /= in e; rewrite e in W *;
  exact: f.
Qed.

(* All worlds that are reached have the same history, and the deals agree
   with it. *)
Lemma reached_history d s w : is_world (d, s) -> reach G (players G) (d, s) w ->
  is_world w /\ w.2 = s.
Proof.
move=> W R; move: W; rewrite -[s in _ = s]/((d, s).2).
elim: R => {w} // i w w1 w2 iG W1 [_ v] _ IH W; have [] := IH W1; split=> //.
by case: W W1 => _ ex [_ ex1]; have <- := one_history iG ex ex1 v.
Qed.

(* claim-4.2, as knowledge: in the other's turn a player learns nothing before
   the other may guess; whatever is asked and shown, for every q, and with
   guesses. *)
Theorem other_turn_tells_nothing i (phi : deal -> Prop) d a s : player G i ->
  is_world (d, do a s) -> ~~ Turn G i s -> ~~ guessphase G d s ->
  ~ K G i (fun w => phi w.1) (d, s) -> ~ K G i (fun w => phi w.1) (d, do a s).
Proof.
move=> pi W nt ng nk f; apply: nk; apply: (own_step_tells_nothing _ W f).
have [/= P exa] := W; have /andP [ex po] := exa;
  have pt := turn_player sizes ex.
have ti : turn_of G s != i by [].
have ans k : ansphase G d s && AnsTurn G k s -> k == i.
  case/andP=> ph /eqP ak; have tt : Turn G (turn_of G s) s by exact: eqxx.
  by have [Q [s0 [_]]] := answer_phase sizes two ex ph tt pi ti;
    rewrite ak => -[->].
have := one_kind po; case: a po exa {W f P} =>
  [k Q|k|k|k l x|k M|k|k] po exa //=.
- by case/andP=> /ans.
- by case/andP=> /ans.
- case/andP=> /andP [_ /eqP tl] _; have [pl ->] := shown_to exa.
  by rewrite (opponent two pl pi) -?tl.
- by rewrite (negbTE ng).
Qed.

End Two.
End Evidence.
