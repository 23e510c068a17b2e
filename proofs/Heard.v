(* Section 3.3: what player 1 has heard in a history, and that the vacuum says
   no more than knowledge: who knows the pile by it in the vacuum, knows it.

   Glossary
     heard s          the questions of player 1 that were answered in s *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views
  Pile Vacuum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Heard.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k l x : nat) (Q : seq nat) (d : deal) (s : situation) (w :
  world).

Fixpoint heard s : seq answered :=
  if s is do a s' then
    match a, asked s' with
    | no j, Some Q =>
        if (turn_of G s' == 1) && (incp G j == 1) then (Q, None) :: heard s'
        else heard s'
    | shows j i x, Some Q =>
        if i == 1 then (Q, Some (j, x)) :: heard s' else heard s'
    | _, _ => heard s'
    end
  else [::].

Lemma heard_seen d d' s s' : view G 1 d s = view G 1 d' s' ->
  heard s = heard s'.
Proof.
elim: s s' => [|a s IH] [|a' s'] //= [e v].
have es := event_same e; rewrite -(asked_seen v) -(turn_seen v) -(IH _ v).
case: a a' e es =>
  [k Q|k|k|k l x|k M|k|k] [k' Q'|k'|k'|k' l' x'|k' M'|k'|k'] //= e;
  try by case=> ->.
move=> [e1 e2]; subst k' l'; case: (l =P 1) e => [->|ne] //=.
by rewrite orbT => -[->].
Qed.

(* Who answers player 1's question as the k-th has number k + 1. *)
Lemma seats_of_1 k : k < p G -> iter k (incp G) 1 = k.+1.
Proof. by move=> kp; rewrite iter_incp ?player_1 //= add0n modn_small. Qed.

Lemma denied_others d k Q s l :
  executable G d (denied G k 1 (do (asks 1 Q) s)) ->
  k < p G -> other G l -> l <= k.+1 -> disjoint d Q l.
Proof.
move=> ex kp /andP [pl l1] lk; case: l pl l1 lk => [|l] pl l1 lk;
  first by rewrite playerE in pl.
rewrite -(seats_of_1 (leq_ltn_trans (_ : l <= k) kp)) //.
by apply: (denied_holds_none ex); apply/andP; split; [case: (l) l1|exact: lk].
Qed.

Lemma heard_fits d s : executable G d s -> all_fit G d (heard s).
Proof.
elim: s => [//|a s IH /andP [ex po]] b /=; have IHs := IH ex.
case: a po => [k Q|j|j|j i x|k M|k|k] po; try exact: IHs.
  case e: (asked s) => [Q|]; last exact: IHs.
  case: ifP => [/andP [/eqP t1 /eqP j1]|_]; last exact: IHs.
  rewrite inE => /orP [/eqP ->|]; last exact: IHs.
  have ex1 : executable G d (do (no j) s) by apply/andP.
  have := in_order sizes ex1; rewrite /= /Turn t1 j1 eqxx =>
    -[[? [? [? //]]]|[Q' [s0 e0]]].
  have e1 : asked (do (no j) s) = Some Q' by rewrite e0 asked_denied.
  have eQ : Q' = Q by move: e1; rewrite /= e => -[].
  have p0 : 0 < p G by exact: leq_trans (two_players sizes).
  rewrite e0 eQ in ex1 => l ol; apply: (denied_others ex1 _ ol);
    first by rewrite prednK.
  by rewrite prednK //; case/andP: ol; rewrite playerE => /andP [].
case e: (asked s) => [Q|]; last exact: IHs.
case: (i =P 1) => [i1|_]; last exact: IHs.
rewrite inE => /orP [/eqP ->|]; last exact: IHs.
have [s' es] := show_only_after_yes ex po; rewrite es in ex po e.
have /poss_shows [Q1 [/eqP t1 _ /andP [xQ hx] _ [/eqP Q1s _]]] := po.
have eQ : Q1 = Q by move: Q1s; rewrite e => -[].
case/andP: ex => ex' po'; have /andP [/andP [ph aj] _] := one_kind po'.
have := in_order sizes ex'; rewrite (eqP ph) /= in t1 *; rewrite t1 i1 =>
  -[k [Q2 [s0 [e0 kp ans]]]].
move: aj; rewrite /AnsTurn ans => /eqP [ej]; have jk : j = k.+2
  by rewrite -ej -iterS seats_of_1.
have eQ2 : Q2 = Q by move: e; rewrite /= e0 asked_denied => -[].
rewrite -eQ; split=> //.
  by rewrite /Vacuum.other jk playerE /= kp.
move=> l ol; rewrite jk ltnS eQ -eQ2 => lk; rewrite e0 in ex'.
exact: (denied_others ex' (ltnW kp) ol lk).
Qed.

Theorem vacuum_knows d s : knows G d (heard s) -> is_world G (d, s) ->
  K G 1 (fun w => forall x, card G x -> d 0 x = w.1 0 x) (d, s).
Proof.
move=> know W [d' s'] [P' ex'] [/= hh v]; apply: know => //.
by rewrite (heard_seen v); exact: heard_fits.
Qed.

End Heard.
