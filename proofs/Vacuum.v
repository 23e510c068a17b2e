(* Section 3.3: player 1 asks alone. Who knows the deal chooses the questions;
   the first of players 2, ..., p who holds a card of a question shows one.

   What player 1 has heard is a list of answered questions: (Q, None) where all
   have denied, (Q, Some (j, x)) where j has shown x. Player 1 knows the pile if
   it is the same in all deals that fit what was heard and the own hand.

   Glossary
     answered         a question with its answer: None, or Some (j, x) if j
                      showed x
     other j          j is a player, and not player 1
     fits h a         the answered question a fits the deal h
     all_fit h t      all answered questions of the list t fit h
     knows h t        player 1, who has heard t, knows the pile
     winning h Qs     after the questions Qs player 1 knows the pile,
                      whatever was shown
     printed_question h i
                      the i-th question of Lemma 3.1
     ceil_div a b     a / b, rounded up
     forcing h y      a question that can only be answered by showing y
     cards_of_others h
                      the cards of players 2, ..., p *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge
  Views Pile.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition answered := (seq nat * option (nat * nat))%type.

Section Vacuum.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (h d : deal) (Q : seq nat) (t : seq answered) (j k x y z : nat).
Notation c := (deck_size G).
Notation hand := (hand G).

Definition other (j : nat) : bool := player G j && (j != 1).

(* An answered question fits a deal. *)
Definition fits h (a : answered) : Prop :=
  match a with
  | (Q, None) => forall j, other j -> disjoint h Q j
  | (Q, Some (j, x)) =>
      [/\ other j, x \in Q, h j x & forall k, other k -> k < j ->
        disjoint h Q k]
  end.
Definition all_fit h t : Prop := forall a, a \in t -> fits h a.

Definition knows h t : Prop := forall d, partition G d -> same_hand G 1 h d ->
  all_fit d t -> forall x, card G x -> h 0 x = d 0 x.

(* Questions after which player 1 knows the pile, whatever cards are shown. *)
Definition winning h (Qs : seq (seq nat)) : Prop := forall t,
  map fst t = Qs -> all_fit h t -> knows h t.

Lemma player_1 : player G 1. Proof. exact: player1. Qed.

Lemma uniq_hand h k : uniq (hand h k).
Proof. by rewrite filter_uniq ?cards_uniq. Qed.

Lemma one_holder h j k x : partition G h -> holder G j -> holder G k ->
  card G x -> h j x -> h k x -> j = k.
Proof.
case=> dis _ _ _ hj hk cx jx; apply: contraTeq => ne.
by apply: (dis j) => //; rewrite eq_sym.
Qed.

Lemma other_holder j : other j -> holder G j.
Proof. by case/andP => pj _; rewrite holderE pj orbT. Qed.

Lemma other_neq j : other j -> j != 0 /\ j != 1.
Proof. by case/andP => /player_gt0; case: j. Qed.

(* Cards of the pile and of player 1: no other player holds one. *)
Lemma own_or_pile h j x : partition G h -> other j -> card G x ->
  h 0 x || h 1 x -> ~~ h j x.
Proof.
move=> P oj cx; have [j0 j1] := other_neq oj; apply: contraL => hj.
rewrite negb_or; apply/andP; split; apply/negP => hx.
  have e := one_holder P (other_holder oj) (k := 0) _ cx hj hx.
  by rewrite e ?holderE // in j0.
have e := one_holder P (other_holder oj) (k := 1) _ cx hj hx.
by rewrite e ?holderE ?player_1 ?orbT // in j1.
Qed.

(* A question for cards of the pile and own cards is denied by all. *)
Lemma denied_by_all h Q a : partition G h -> card_set G Q ->
  (forall x, x \in Q -> h 0 x || h 1 x) -> fits h (Q, a) -> a = None.
Proof.
case: a => // -[j x] P /andP [_ /allP cQ] own [oj xQ hj _].
by have := own_or_pile P oj (cQ x xQ) (own x xQ); rewrite hj.
Qed.

(* If all cards of the pile were denied, player 1 knows it. *)
Lemma direct h t : partition G h ->
  (forall x, card G x -> h 0 x -> exists2 Q, (Q, None) \in t & x \in Q) ->
  knows h t.
Proof.
move=> P cov d P' hh fit x cx; symmetry; apply: (same_pile P' P) cx => y cy dy.
apply: contra dy => hy; have [Q /fit dis yQ] := cov y cy hy.
apply/(pile_or_player P' cy) => j pj; case: (j =P 1) => [->|/eqP j1].
  rewrite -hh //; case: (P) => dis' _ _ _; apply: (dis' 0) => //.
  by rewrite holderE player_1 orbT.
have oj : other j by rewrite /other pj j1.
by have /allP /(_ y yQ) := dis j oj.
Qed.

(* Lemma 3.1: with q <= m the printed questions, each of q cards of the pile
   in a row, and round from its end to its beginning, are all denied, and
   tell it. *)
Definition printed_question h i : seq nat :=
  take (q G) (rot (i * q G) (hand h 0)).
Definition ceil_div a b := (a + b.-1) %/ b.

Lemma printed_question_set h i : partition G h -> q G <= m G ->
  question_set G (printed_question h i).
Proof.
case=> _ _ _ m12 qm; rewrite /question_set /card_set take_uniq ?rot_uniq
  ?uniq_hand //.
rewrite size_takel ?size_rot ?m12 // eqxx andbT; apply/allP => x /mem_take.
by rewrite mem_rot mem_hand => /andP [].
Qed.

Theorem lemma_3_1 h : partition G h -> q G <= m G ->
  winning h [seq printed_question h i | i <- iota 0 (ceil_div (m G) (q G))].
Proof.
move=> P qm t tQ fit; apply: direct => // x cx hx.
have q0 : 0 < q G by case/and4P: sizes.
have sz : size (hand h 0) = m G by case: P.
have xin : x \in hand h 0 by rewrite mem_hand hx.
pose k := index x (hand h 0); have km : k < m G by rewrite -sz index_mem.
pose i := k %/ q G; have iq : i * q G <= k by rewrite leq_trunc_div.
have xQ : x \in printed_question h i.
  rewrite /printed_question /rot take_cat -/k; set D := drop _ _.
  have xD : index x D = k - i * q G.
    have nD : nth 0 D (k - i * q G) = x by rewrite nth_drop subnKC // nth_index.
    by rewrite -[X in index X]nD index_uniq ?drop_uniq ?uniq_hand // size_drop
      sz ltn_sub2r // (leq_ltn_trans iq).
  have lt : k - i * q G < q G.
    by rewrite ltn_subLR // addnC -mulSn ltn_ceil.
  have xinD : x \in D
    by rewrite -index_mem xD size_drop sz ltn_sub2r // (leq_ltn_trans iq).
  case: ltnP => _; last by rewrite mem_cat xinD.
  by rewrite in_take // xD.
have iin : i \in iota 0 (ceil_div (m G) (q G)).
  rewrite mem_iota /= add0n /i /ceil_div ltn_divLR //.
  apply: (leq_trans km); have := ltn_ceil (m G + (q G).-1) q0; rewrite mulSn.
  by set X := _ * _; rewrite -{2}(prednK q0) addSn ltnS addnC leq_add2l.
have := map_f (printed_question h) iin; rewrite -tQ => /mapP [[Q a] at' /= e].
have cQ := printed_question_set i P qm; exists Q; last by rewrite -e.
suff <- : a = None by [].
case/andP: cQ => cQ _; rewrite e in cQ; apply: denied_by_all P cQ _ (fit _ at').
by move=> y; rewrite -e => /mem_take; rewrite mem_rot mem_hand => /andP [->].
Qed.

(* Lemma 3.2: with m < q <= m + n one question, the pile and q - m own cards. *)
Theorem lemma_3_2 h : partition G h -> m G < q G <= m G + n G ->
  let Q := hand h 0 ++ take (q G - m G) (hand h 1) in
  question_set G Q /\ winning h [:: Q].
Proof.
move=> P /andP [mq qmn] Q; have [_ _ n11 m12] := P.
have sQ : question_set G Q.
  rewrite /question_set /card_set size_cat size_takel; last first.
    by rewrite n11 ?player_1 // leq_subLR.
  rewrite m12 subnKC ?(ltnW mq) // eqxx andbT cat_uniq uniq_hand take_uniq
    ?uniq_hand // andbT /=.
  apply/andP; split.
    apply/hasPn => x /mem_take; rewrite [in X in X -> _]mem_hand =>
      /andP [h1 cx].
    change (x \notin hand h 0); rewrite mem_hand cx andbT.
    by case: (P) => dis _ _ _; apply: (dis 1) => //;
      rewrite holderE ?player_1 ?orbT.
  by apply/allP => x; rewrite mem_cat => /orP [|/mem_take]; rewrite mem_hand =>
    /andP [].
split=> // t tQ fit; apply: direct => // x cx hx.
have: Q \in map fst t by rewrite tQ mem_head.
case/mapP => -[Q' a] at' /= e; exists Q';
  last by rewrite -e mem_cat mem_hand hx cx.
suff <- : a = None by [].
case/andP: sQ => cQ _; rewrite e in cQ; apply: denied_by_all P cQ _ (fit _ at').
move=> y; rewrite -e mem_cat => /orP [|/mem_take]; rewrite mem_hand =>
  /andP [-> _] //.
by rewrite orbT.
Qed.

(* Lemma 3.3: a question for y, held by j, and for cards of the pile and own
   cards, can only be answered by j, and with y. *)
Definition forcing h y : seq nat := y :: take (q G).-1 (hand h 0 ++ hand h 1).

Lemma forced h y j a : partition G h -> other j -> card G y -> h j y ->
  fits h (forcing h y, a) -> a = Some (j, y).
Proof.
move=> P oj cy hy fit.
have only k x : other k -> x \in forcing h y -> h k x -> x = y.
  rewrite inE => ok /orP [/eqP //|/mem_take]; rewrite mem_cat !mem_hand =>
    own hk.
  have cx : card G x by case/orP: own => /andP [].
  have own' : h 0 x || h 1 x by case/orP: own => /andP [->]; rewrite ?orbT.
  by have := own_or_pile P ok cx own'; rewrite hk.
case: a fit => [[k x] [ok xQ hk _]|dis].
  have e := only k x ok xQ hk; rewrite e in hk *.
  by rewrite (one_holder P (other_holder ok) (other_holder oj) cy hk hy).
by have /allP /(_ y (mem_head _ _)) := dis j oj; rewrite hy.
Qed.

Lemma forcing_question h y j : partition G h -> 1 <= q G <= m G + n G + 1 ->
  other j -> card G y -> h j y -> question_set G (forcing h y).
Proof.
move=> P /andP [q0 qmn] oj cy hy; have [_ _ n11 m12] := P.
have un : uniq (y :: hand h 0 ++ hand h 1).
  rewrite /= cat_uniq !uniq_hand mem_cat !mem_hand cy !andbT /= -negb_or.
  have own : ~~ (h 0 y || h 1 y) by apply: contraL hy; exact: own_or_pile.
  rewrite negb_or own /=; apply/hasPn => x; rewrite [in X in X -> _]mem_hand =>
    /andP [h1 cx].
  change (x \notin hand h 0); rewrite mem_hand cx andbT.
  by case: (P) => dis _ _ _; apply: (dis 1) => //;
    rewrite holderE ?player_1 ?orbT.
have sz : size (hand h 0 ++ hand h 1) = m G + n G
  by rewrite size_cat m12 n11 ?player_1.
have e : forcing h y = take (q G) (y :: hand h 0 ++ hand h 1)
  by rewrite -(prednK q0).
have le : q G <= size (y :: hand h 0 ++ hand h 1) by rewrite /= sz -addn1.
rewrite /question_set /card_set e take_uniq // size_takel // eqxx
  andbT /=.
 apply/allP => x /mem_take; rewrite inE mem_cat !mem_hand.
by case/or3P => [/eqP -> //|/andP [] //|/andP []].
Qed.

Definition cards_of_others h : seq nat :=
  filter (fun x => ~~ (h 0 x || h 1 x)) (cards G).

Lemma size_cards_of_others h : partition G h ->
  size (cards_of_others h) = n G * (p G).-1.
Proof.
case=> dis _ n11 m12; have := count_predC (fun x => h 0 x || h 1 x) (cards G).
have := count_predUI (h 0) (h 1) (cards G).
have -> : count (predI (h 0) (h 1)) (cards G) = 0.
  apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn => x cx /=.
  apply/negP => /andP [h0]; apply/negP; apply: (dis 0) => //.
  by rewrite holderE player_1 orbT.
rewrite addn0 -!size_filter -/(hand h 0) -/(hand h 1) m12 n11 ?player_1 // =>
  ->.
rewrite size_iota /deck_size -addnA => /addnI; rewrite -{1}(prednK (n := p G)).
  by rewrite mulnS => /addnI.
exact: leq_trans (two_players sizes).
Qed.

(* If all cards of the others were shown, player 1 knows the pile. *)
Lemma indirect h t : partition G h ->
  (forall y, card G y -> ~~ h 0 y -> ~~ h 1 y -> exists Q j,
     (Q, Some (j, y)) \in t) ->
  knows h t.
Proof.
move=> P shown d P' hh fit x cx; apply: (same_pile P P') cx => y cy h0.
case h1: (h 1 y).
  case: (P') => dis _ _ _; apply: (dis 1) => //; last by rewrite -hh.
  by rewrite holderE player_1 orbT.
have [Q [j /fit [oj _ dj _]]] := shown y cy h0 (negbT h1).
case: (P') => dis _ _ _; apply: (dis j) => //; first exact: other_holder.
by case: (other_neq oj); rewrite eq_sym.
Qed.

(* bound-3.3-upper: for q <= m + n + 1, n (p - 1) questions are enough. *)
Theorem bound_3_3_upper h : partition G h -> 1 <= q G <= m G + n G + 1 ->
  let Qs := [seq forcing h y | y <- cards_of_others h] in
  [/\ size Qs = n G * (p G).-1, all (question_set G) Qs & winning h Qs].
Proof.
move=> P qq Qs; have [_ ex _ _] := P.
have holder_of y : card G y -> ~~ h 0 y -> ~~ h 1 y -> exists2 j,
  other j & h j y.
  move=> cy h0 h1; have /hasP [j jh hj] := ex y cy; exists j => //;
    rewrite /other.
  move: jh; rewrite -/(holder G j) holderE => /orP [/eqP e|->];
    first by rewrite -e hj in h0.
  by apply: contraNneq h1 => <-.
split.
- by rewrite size_map size_cards_of_others.
- apply/allP => Q /mapP [y]; rewrite mem_filter negb_or =>
    /andP [/andP [h0 h1] cy] ->.
  have [j oj hj] := holder_of y cy h0 h1; exact: forcing_question oj cy hj.
- move=> t tQ fit; apply: indirect => // y cy h0 h1.
  have [j oj hj] := holder_of y cy h0 h1.
  have yin : y \in cards_of_others h by rewrite mem_filter negb_or h0 h1.
  have := map_f (forcing h) yin; rewrite -/Qs -tQ => /mapP [[Q a] at' /= e].
  exists Q, j; rewrite -(forced (a := a) P oj cy hj) // e; exact: fit.
Qed.

End Vacuum.
