(* Section 4.1: with what chances the algorithm draws its questions, and how
   likely the deals are after an answer.

   Glossary
     choose k l       the subsets of the list l that have k cards
     one_of N         the chance 1/N
     sum l            the sum of a list of chances
     questions        the questions of the game
     drawn_questions i s
                      those that the algorithm may draw for player i
     chance i s Q     how likely player i's next question is Q, by the
                      algorithm
     posterior Ws prior likelihood w
                      how likely the world w of the list Ws is, after
                      something that happens in each w' with the chance
                      likelihood w', if it was prior w' before (the theorem
                      of Bayes)
     shown_evenly d j Q x
                      the chance that j shows x, if each card of Q that j has
                      is as likely
     likely Ds d j Q x
                      how likely the deal d of the list Ds is after that, if
                      all were as likely before *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence Algorithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope nat_scope.

(* The subsets of a set of cards that have k cards, each in the order of
   the set. *)
Fixpoint choose k (l : seq nat) : seq (seq nat) :=
  match k, l with
  | 0, _ => [:: [::]]
  | k'.+1, [::] => [::]
  | k'.+1, x :: l' => map (cons x) (choose k' l') ++ choose k l'
  end.

Lemma mem_choose k l A : (A \in choose k l) = subseq A l && (size A == k).
Proof.
elim: l k A => [|x l IH] [|k] A.
- by case: A.
- by case: A => //= y A; rewrite andbF.
- by case: A => [|y A]; rewrite /= ?sub0seq ?andbF.
rewrite /= mem_cat IH; case: A => [|y A].
  by rewrite /= sub0seq /= orbF; apply/mapP => -[].
have inj : injective (cons x) by move=> ? ? [].
case: (y =P x) => [->|ne]; last by case: mapP => // -[B _ []].
rewrite mem_map // IH /= eqSS; case: (size A == k); rewrite ?andbF ?andbT //.
by case e: (subseq A l) => //; apply/negP => /(subseq_trans (subseq_cons A x));
  rewrite e.
Qed.

(* One of N. *)
Definition one_of (N : nat) : rat := (N%:R^-1)%R.
Definition sum (l : seq rat) : rat := foldr +%R 0%R l.

(* Bayes. *)
Definition posterior (W : Type) (Ws : seq W) (prior likelihood : W -> rat) w
    : rat :=
  (prior w * likelihood w / sum [seq prior w' * likelihood w' | w' <- Ws])%R.

Lemma sum_times W (Ws : seq W) (prior likelihood : W -> rat) l :
  (forall w, List.In w Ws -> likelihood w = l) ->
  (sum [seq prior w * likelihood w | w <- Ws] = sum (map prior Ws) * l)%R.
Proof.
elim: Ws => [|w Ws IH] e /=; first by rewrite mul0r.
rewrite e; last by left.
by rewrite IH => [|v vin]; [rewrite mulrDl|apply: e; right].
Qed.

(* What is as likely in all worlds changes no distribution on them. *)
Lemma posterior_is_prior W (Ws : seq W) (prior likelihood : W -> rat) l :
  sum (map prior Ws) = 1%R -> l != 0%R ->
  (forall w, List.In w Ws -> likelihood w = l) ->
  forall w, List.In w Ws -> posterior Ws prior likelihood w = prior w.
Proof.
move=> one l0 e w win.
by rewrite /posterior (sum_times _ e) one e // mul1r mulfK.
Qed.

Section Chances.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Implicit Types (i j k x : nat) (Q : seq nat) (d : deal) (s : situation).
Notation hand := (hand G).
Notation incp := (incp G).

(* The questions that player i may draw, each of which has the same chance. *)
Definition questions : seq (seq nat) := choose (q G) (cards G).
Definition drawn_questions i s : seq (seq nat) :=
  filter (drawn G i s) questions.
Definition chance i s Q : rat :=
  if drawn G i s Q then one_of (size (drawn_questions i s)) else 0%R.

(* There is a question to draw while the other has not shown the whole hand. *)
Theorem something_to_draw i d s : q G = m G + n G + 1 -> is_world G (d, s) ->
  player G i -> size (undup (shown (incp i) s)) < n G ->
  drawn_questions i s != [::].
Proof.
move=> large W pi few; have [/= P ex] := W.
pose own := undup (shown i s); pose L := take (q G) (free G i s ++ own).
pose Q := [seq x <- cards G | x \in L]. have cL x : x \in L -> x \in cards G.
  by move/mem_take; rewrite mem_cat mem_filter mem_undup => /orP [/andP [] //|];
    exact: (shown_card ex).
have uL : uniq L.
  rewrite take_uniq // cat_uniq filter_uniq ?cards_uniq // undup_uniq andbT;
    apply/hasPn => x.
  by rewrite mem_undup /= mem_filter mem_cat => ->.
have eqL : perm_eq Q L.
  apply: uniq_perm; rewrite ?filter_uniq ?cards_uniq // => x;
    rewrite mem_filter.
  by case xL: (x \in L); rewrite // cL.
have sL : size L = q G.
  rewrite size_takel // size_cat; have := construction two large few.
  case/orP => [le|]; first exact: leq_trans le (leq_addr _ _).
  by rewrite leq_subLR.
have Qs : question_set G Q.
  rewrite /question_set /card_set (perm_size eqL) sL eqxx filter_uniq
    ?cards_uniq // andbT.
  by apply/allP => x; rewrite mem_filter => /andP [].
have: Q \in drawn_questions i s; last by case: drawn_questions.
rewrite mem_filter mem_choose filter_subseq (perm_size eqL) sL eqxx
  !andbT /drawn Qs /=.
case: ifP => le.
  by apply/allP => x; rewrite (perm_mem eqL) /L takel_cat // => /mem_take.
apply/andP; split; apply/allP => x.
  move=> xf; rewrite inE (perm_mem eqL) /L take_cat ltnNge ltnW ?ltnNge
    ?le //= mem_cat xf.
  by [].
by rewrite (perm_mem eqL) => /mem_take; rewrite !inE !mem_cat mem_undup.
Qed.

(* The algorithm draws with a distribution on the questions. *)
Lemma chance_ge0 i s Q : (0 <= chance i s Q)%R.
Proof. by rewrite /chance; case: ifP => // _; rewrite invr_ge0 ler0n. Qed.

Lemma chance_drawn i s Q : Q \in drawn_questions i s ->
  chance i s Q = one_of (size (drawn_questions i s)).
Proof. by rewrite mem_filter /chance => /andP [->]. Qed.

Lemma one_of_eq0 N : (one_of N == 0%R) = (N == 0).
Proof. by rewrite invr_eq0 pnatr_eq0. Qed.

Lemma sum_filter (T : Type) (a : pred T) (l : seq T) (e : rat) :
  (sum [seq if a y then e else 0 | y <- l] = (count a l)%:R * e)%R.
Proof.
elim: l => [|y l IH] /=; first by rewrite mul0r.
by rewrite IH natrD mulrDl; case: (a y); rewrite /= ?mulr1n ?mul1r ?mul0r.
Qed.

Lemma all_of N : 0 < N -> (N%:R * one_of N = 1)%R.
Proof. by move=> N0; rewrite mulfV // pnatr_eq0 -lt0n. Qed.

Theorem chances_sum_to_1 i d s : q G = m G + n G + 1 -> is_world G (d, s) ->
  player G i -> size (undup (shown (incp i) s)) < n G ->
  sum [seq chance i s Q | Q <- questions] = 1%R.
Proof.
move=> large W pi few; have := something_to_draw large W pi few.
rewrite -size_eq0 -lt0n => pos; rewrite /chance sum_filter -size_filter.
exact: all_of pos.
Qed.

(* Claim 4.2. Before player i asks, the other considers some worlds possible,
   and gives each a probability, any. After a question that i may draw each has
   the same probability as before. *)
Theorem claim_4_2 i w (Ws : seq world) (prior : world -> rat) Q :
  player G i -> is_world G w -> Q \in drawn_questions i w.2 ->
  (forall v, List.In v Ws -> is_world G v /\ alike G (incp i) w v) ->
  sum (map prior Ws) = 1%R ->
  forall v, List.In v Ws ->
  posterior Ws prior (fun v' => chance i v'.2 Q) v = prior v.
Proof.
move=> pi [_ ex] QD possible one;
  apply: (posterior_is_prior one (l := chance i w.2 Q)).
  rewrite (chance_drawn QD) one_of_eq0 size_eq0.
  by case: (drawn_questions _ _) QD.
move=> v /possible [[_ ex'] [_ vv]].
by rewrite (one_history sizes two (incp_player pi) ex ex' vv).
Qed.

(* Of the cards of Q that j has any is shown with the same chance. *)
Definition shown_evenly d j Q x : rat :=
  if (x \in Q) && d j x then one_of (count (d j) Q) else 0%R.
(* How likely a deal is after x was shown, if all of Ds were equally likely. *)
Definition likely (Ds : seq deal) d j Q x : rat :=
  (shown_evenly d j Q x / sum [seq shown_evenly d' j Q x | d' <- Ds])%R.

(* lemma-4.2: after a question with all cards that are not player i's, the deals
   in which j has the card that is shown are equally likely. *)
Theorem all_open i j d d1 d2 Q x Ds : player G i -> player G j -> i != j ->
  question_set G Q -> (forall y, card G y -> ~~ d i y -> y \in Q) ->
  partition G d1 -> same_hand G i d d1 -> partition G d2 ->
  same_hand G i d d2 ->
  d1 j x -> d2 j x -> likely Ds d1 j Q x = likely Ds d2 j Q x.
Proof.
move=> pi pj ij Qs all P1 h1 P2 h2 x1 x2; rewrite /likely; congr (_ / _)%R.
have /andP [/andP [uQ /allP cQ] _] := Qs.
have one d' : partition G d' -> same_hand G i d d' -> count (d' j) Q = n G.
  move=> P hh; case: (P) => _ _ n11 _; rewrite -(n11 j pj) -size_filter.
  apply/perm_size/uniq_perm; rewrite ?filter_uniq ?cards_uniq // => y.
  rewrite mem_hand mem_filter; case jy: (d' j y) => //=; apply/idP/idP =>
    [/cQ //|cy].
  apply: all => //; rewrite hh //; apply: (not_theirs P pi _ ij cy jy).
  by rewrite holderE pj orbT.
by rewrite /shown_evenly x1 x2 !one.
Qed.

End Chances.

(* theorem-4.1, the comparison in its proof, weakly. *)
Theorem comparison (m : nat) : 1 <= m ->
  (1 / m.+1%:R <= m%:R / m.+1%:R :> rat)%R.
Proof.
move=> m1; rewrite -subr_ge0 -mulrBl mulr_ge0 ?invr_ge0 ?ler0n //.
by rewrite subr_ge0 ler1n.
Qed.
