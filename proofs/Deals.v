(* Section 2.6: there is a deal, for all sizes, so what is proved of all deals
   and worlds speaks of something.

   Glossary
     some_deal G      the first m cards are the pile, the next n player 1's,
                      and so on: the deal of MYST(m,n,p,q) with the cards in
                      order
     some_world G     that deal, before anything was done *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Knowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Deals.
Variable G : game.
Implicit Types (k x : nat).

(* Player k holds the cards m + n (k - 1) + 1, ..., m + n k. *)
Definition some_deal : deal := fun k x =>
  if k is k'.+1 then m G + n G * k' < x <= m G + n G * k else x <= m G.

Lemma size_interval (a b c : nat) : b <= c ->
  size [seq x <- iota 1 c | a < x <= b] = b - a.
Proof.
move=> bc; have [le|lt] := leqP b a.
  rewrite (eq_in_filter (a2 := pred0)) ?filter_pred0 ?(eqP (le : b - a == 0))
    //.
  move=> x _ /=; apply/negP => /andP [ax xb].
  by have := leq_trans ax (leq_trans xb le); rewrite ltnn.
rewrite -[RHS](size_iota a.+1); apply/perm_size/uniq_perm => [||x].
- by rewrite filter_uniq ?iota_uniq.
- exact: iota_uniq.
have e : a.+1 + (b - a) = b.+1 by rewrite addSn subnKC // ltnW.
rewrite mem_filter !mem_iota e add1n !ltnS.
case ax: (a < x) => //=; case xb: (x <= b) => //=.
by rewrite (leq_ltn_trans _ ax) // (leq_trans xb bc).
Qed.

Theorem some_deal_partition : partition G some_deal.
Proof.
have ex : some_holder G some_deal.
  move=> x; rewrite in_deckE => /andP [_ xc]; apply/hasP.
  have [xm|mx] := leqP x (m G); first by exists 0; rewrite ?mem_head.
  have n0 : 0 < n G.
    rewrite lt0n; apply: contraTneq mx => e.
    by move: xc; rewrite /deck_size e addn0 -leqNgt.
  pose k := (x - m G).-1 %/ n G.
  have xE : (x - m G).-1.+1 = x - m G by rewrite prednK // subn_gt0.
  have le : n G * k < x - m G by rewrite -xE ltnS mulnC leq_trunc_div.
  have lt : x - m G <= n G * k.+1 by rewrite -xE mulnC ltn_ceil.
  exists k.+1; last by rewrite /some_deal -ltn_subRL le -leq_subLR lt.
  rewrite -/(holder G k.+1) holderE playerE /= ltn_divLR //.
  by rewrite prednK ?subn_gt0 // mulnC leq_subLR.
have n11 : players_have_n G some_deal.
  case=> [|k]; rewrite playerE // => /andP [_ kp].
  rewrite /hand /some_deal size_interval; last by rewrite leq_add2l leq_mul2l kp
    orbT.
  by rewrite subnDl -mulnBr subSnn muln1.
have m12 : pile_has_m G some_deal.
  rewrite /pile_has_m /hand (eq_in_filter (a2 := fun x => 0 < x <= m G)).
    by rewrite size_interval ?subn0 // leq_addr.
  by move=> x; rewrite -/(card G x) in_deckE => /andP [-> _].
by split=> //; exact: disjoint_from_rest.
Qed.

Definition some_world : world := (some_deal, Init0).

Theorem a_world_exists : is_world G some_world.
Proof. by split=> //; exact: some_deal_partition. Qed.

End Deals.
