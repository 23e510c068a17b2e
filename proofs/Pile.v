(* Section 3.1: what it takes to know a card of the pile.

   Glossary
     denied k i s     after s player i and the next ones have said no, k of
                      them *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Pile.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (Q M : seq nat) (d : deal) (s : situation) (w :
  world).
Notation K := (K G).
Notation incp := (incp G).

(* A card is in the pile just if no player holds it. *)
Lemma pile_or_player d x : partition G d -> card G x ->
  (d 0 x <-> forall j, player G j -> ~~ d j x).
Proof.
case=> dis ex _ _ cx; split=> [d0 j pj|none].
  by apply: (dis 0) => //;
    rewrite ?holderE ?pj ?orbT // gtn_eqF // (player_gt0 pj).
have /hasP [k] := ex x cx; rewrite -/(holder G k) holderE =>
  /orP [/eqP -> //|pk] dk.
by have := none k pk; rewrite dk.
Qed.

(* Two piles of which one is within the other are the same. *)
Lemma same_pile d d' : partition G d -> partition G d' ->
  (forall y, card G y -> ~~ d 0 y -> ~~ d' 0 y) ->
  forall x, card G x -> d 0 x = d' 0 x.
Proof.
case=> _ _ _ sd [_ _ _ sd'] sub x cx.
have inc : {subset hand G d' 0 <= hand G d 0}.
  move=> y; rewrite !mem_hand => /andP [d'y cy]; rewrite cy andbT.
  by apply: contraLR d'y; exact: sub.
have le : size (hand G d 0) <= size (hand G d' 0) by rewrite sd sd'.
have [_ /(_ x)] := uniq_min_size (filter_uniq _ (cards_uniq G)) inc le.
by rewrite !mem_hand cx !andbT.
Qed.

(* theorem-3.1, remark-3.1-remaining: the first bullet is the same as to know
   the card of the pile, for every card. *)
Theorem know_by_existence i x w : card G x ->
  (K i (fun w' => w'.1 0 x) w <->
   K i (fun w' => forall j, player G j -> ~~ w'.1 j x) w).
Proof.
move=> cx; split=> f w' W A; have := f w' W A; case: W => P _.
  by move/(pile_or_player P cx).
by move=> none; apply/(pile_or_player P cx).
Qed.

(* theorem-3.1: a card of the pile is known just if one of the bullets is so. *)
Theorem theorem_3_1 i x w : is_world G w -> card G x -> w.1 0 x ->
  (K i (fun w' => w'.1 0 x) w <->
   K i (fun w' => forall j, player G j -> ~~ w'.1 j x) w \/
   (forall y, card G y -> ~~ w.1 0 y -> K i (fun w' => ~~ w'.1 0 y) w)).
Proof.
move=> [P _] cx wx; split=> [/know_by_existence f|[f|f]];
  first by left; exact: f.
  exact/know_by_existence.
move=> w' W A; case: (W) => P' _; rewrite -(same_pile P P') // => y cy ny.
exact: f.
Qed.

(* equation-3.1, as it is true: of the player whose turn to guess it is, to know
   a guess that is sure to be right is to know the pile. *)
Theorem sure_guess i M w : is_world G w -> pile_set G M ->
  guessphase G w.1 w.2 -> Turn G i w.2 -> ~~ GameOver G w.1 w.2 ->
  (K i (fun w' => GameOver G w'.1 (do (guess i M) w'.2) &&
                  In G w'.1 i (do (guess i M) w'.2)) w
   <-> K i (fun w' => all (w'.1 0) M) w).
Proof.
move=> W Ms g t o; split=> f [d' s'] W' A; have /= := f _ W' A;
  case: W' A => P' ex' [_ /= v].
  case/andP=> _ /andP [_]; rewrite eqxx /= negbK; by case/andP.
move=> inM; have eq := within_pile P' Ms inM.
have ex : executable G d' (do (guess i M) s').
  rewrite /= ex' /Poss -(over_seen v) o andbT /= Ms andbT.
  by move: t g; rewrite /Turn /guessphase (turn_seen v) (phase_seen v) => -> ->.
by have [/= -> -> _] := right_guess sizes ex eq.
Qed.

(* Who is how many seats after whom. *)
Lemma incpE i : player G i -> incp i = (i %% p G).+1.
Proof.
move=> pi; apply: incp_mod => //; rewrite playerE /=.
by rewrite ltn_mod (leq_trans _ (two_players sizes)).
Qed.

Lemma iter_incp i k : player G i -> iter k incp i = ((i.-1 + k) %% p G).+1.
Proof.
move=> pi; have p0 : 0 < p G by exact: leq_trans (two_players sizes).
elim: k => [|k IH].
  move: pi; rewrite playerE addn0 => /andP [i0 ip].
  by rewrite modn_small ?prednK // -ltnS prednK.
rewrite iterS IH incpE; last by rewrite playerE /= ltn_mod.
by congr _.+1; rewrite -addn1 modnDml addn1 addnS.
Qed.

Lemma iter_player i k : player G i -> player G (iter k incp i).
Proof. by move=> pi; elim: k => //= k IH; exact: incp_player. Qed.

(* All others are met before it is i's turn again. *)
Lemma iter_back i k : player G i -> 0 < k <= p G ->
  (iter k incp i == i) = (k == p G).
Proof.
move=> pi /andP [k0 kp]; rewrite iter_incp //.
move: (pi); rewrite playerE => /andP [i0 ip].
have {2}-> : i = ((i.-1 + 0) %% p G).+1 by rewrite addn0 modn_small prednK.
rewrite eqSS eqn_modDl mod0n.
case: (k =P p G) => [->|/eqP ne]; first by rewrite modnn.
by rewrite modn_small ?ltn_neqAle ?ne // gtn_eqF.
Qed.

Lemma other_player i j : player G i -> player G j -> j != i ->
  exists2 k, 0 < k < p G & iter k incp i = j.
Proof.
move=> pi; case: i pi => [|i] pi; first by rewrite playerE in pi.
case: j => [|j]; first by rewrite playerE.
move: (pi); rewrite !playerE /= => ip jp; rewrite eqSS neq_ltn => /orP [lt|lt].
  have le : i - j <= p G by rewrite (leq_trans (leq_subr _ _)) // ltnW.
  exists (p G - (i - j)); rewrite ?iter_incp //=.
    rewrite subn_gt0 (leq_ltn_trans (leq_subr _ _) ip) /= ltn_subrL subn_gt0 lt.
    exact: leq_trans ip.
  by rewrite addnBA // [i + _]addnC -addnBA ?leq_subr // subKn ?modnDl
    ?modn_small // ltnW.
exists (j - i); rewrite ?iter_incp //=;
  last by rewrite subnKC ?modn_small // ltnW.
by rewrite subn_gt0 lt (leq_ltn_trans (leq_subr _ _)).
Qed.

(* Section 2.2: after a question, players say no in their order. *)
Fixpoint denied k i s : situation :=
  if k is k'.+1 then do (no (iter k incp i)) (denied k' i s) else s.

Lemma asked_denied k i Q s : asked (denied k i (do (asks i Q) s)) = Some Q.
Proof. by elim: k. Qed.

(* remark-2.2-in-order: in the answer phase the answerer is not the poser, and
   those between them, and nobody else, have said no. When all have said no, and
   only then, or after a show, it is the guess phase. *)
Theorem in_order d s : executable G d s ->
  let i := turn_of G s in
  match phase_of G d s with
  | Ans => exists k Q s0, [/\ s = denied k i (do (asks i Q) s0),
      k.+1 < p G & answerer G s = Some (iter k.+1 incp i)]
  | Guess => (exists j x s0, s = do (shows j i x) s0) \/
      exists Q s0, s = denied (p G).-1 i (do (asks i Q) s0)
  | _ => True
  end.
Proof.
elim: s => [//|a s IH /andP [ex po]]; have := one_kind po;
  have pt := turn_player sizes ex.
case: a po => [i Q|j|j|j i x|i M|i|i] //= po; last by case: ifP.
- case/andP => _ /eqP ->; exists 0, Q, s; split=> //; exact: two_players.
- case/andP => /andP [/eqP ans /eqP aj] _; have := IH ex; rewrite ans /Turn.
  case=> k [Q [s0 [e kp]]]; rewrite aj => -[ej].
  have -> : (turn_of G s == incp j) = (k.+2 == p G).
    by rewrite ej eq_sym; exact: (@iter_back _ k.+2).
  rewrite ej; case: eqP => [kp2|/eqP kp2].
    by right; exists Q, s0; rewrite -kp2 /= -e.
  exists k.+1, Q, s0; split=> //; first by rewrite /= -e.
  by rewrite ltn_neqAle kp2.
- by case/andP => /andP [_ /eqP ->] _; left; exists j, x, s.
Qed.

(* Who said no holds no card of the question. *)
Lemma denied_holds_none d k i Q s :
  executable G d (denied k i (do (asks i Q) s)) ->
  forall l, 0 < l <= k -> disjoint d Q (iter l incp i).
Proof.
elim: k => [|k IH] ex l /andP [l0]; first by rewrite leqNgt l0.
case/andP: (ex) => ex' /poss_no [Q' [_ _ /eqP]]; rewrite asked_denied =>
  -[<-] dis _.
by rewrite leq_eqVlt => /orP [/eqP -> //|lk]; apply: IH ex' _ _; rewrite l0.
Qed.

(* All see who said no to what. *)
Lemma denied_seen k i j Q d d' s s' :
  view G j d (denied k i (do (asks i Q) s)) = view G j d' s' ->
  exists s1, s' = denied k i (do (asks i Q) s1) /\
  view G j d s = view G j d' s1.
Proof.
elim: k s' => [|k IH] s' /view_cons [a [s1 [-> e v]]].
  by exists s1; split=> //; case: a e => //= [l R [-> ->]|l l' x] //; case: ifP.
by have [s2 [-> v2]] := IH _ v; exists s2; rewrite (event_no e).
Qed.

(* remark-3.1-all-no, remark-4.3-no-reveals: of a question that all have denied
   the poser knows that its cards, but the own ones, are in the pile. *)
Theorem all_no i Q x d s :
  is_world G (d, denied (p G).-1 i (do (asks i Q) s)) ->
  player G i -> card G x -> x \in Q -> ~~ d i x ->
  K i (fun w => w.1 0 x) (d, denied (p G).-1 i (do (asks i Q) s)).
Proof.
move=> W pi cx xQ nx; apply/know_by_existence =>
  // [[d' s']] [P' /= ex'] [/= hh v] j pj.
have [s1 [e _]] := denied_seen v; rewrite e in ex'.
case: (j =P i) => [->|/eqP ne]; first by rewrite -hh.
have [k /andP [k0 kp] <-] := other_player pi pj ne.
have := denied_holds_none ex' (l := k); rewrite k0 -ltnS prednK //=; last first.
  exact: leq_trans (two_players sizes).
by move=> /(_ kp) /allP /(_ x xQ).
Qed.

End Pile.
