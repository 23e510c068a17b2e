(* Remarks of sections 2.10 to 4.1: short consequences. *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Remarks.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (Q M : seq nat) (d : deal) (s : situation) (w :
  world).

(* remark-3.1-initial, remark-3.1-lacks: who holds a card, or does not,
   knows it. *)
Theorem own_cards i x w : card G x -> w.1 i x -> K G i (fun w' => w'.1 i x) w.
Proof. by move=> cx wx w' _ [hh _]; rewrite -hh. Qed.
Theorem no_own_cards i x w : card G x -> ~~ w.1 i x ->
  K G i (fun w' => ~~ w'.1 i x) w.
Proof. by move=> cx wx w' _ [hh _]; rewrite -hh. Qed.

(* remark-2.10-right-guess: where the game goes on, the guess was wrong. *)
Theorem guess_goes_on i M d s : ~~ GameOver G d (do (guess i M) s) ->
  ~~ In G d i (do (guess i M) s).
Proof.
by rewrite /GameOver negb_or => /andP [/negbTE /= -> _]; rewrite eqxx andbF.
Qed.

(* What is common knowledge about the cards stays so. *)
Lemma common_stays Gr (phi : deal -> Prop) d a s :
  C G Gr (fun w => phi w.1) (d, s) -> C G Gr (fun w => phi w.1) (d, do a s).
Proof.
by move=> f w' R; have [a' [s' [_ R']]] := reach_recall R erefl; exact: f R'.
Qed.

(* remark-2.10-implies: after a show all still know what the yes has told. *)
Theorem yes_is_still_common j i x Q d s : is_world G (d, do (shows j i x) s) ->
  Question Q s ->
  C G (players G) (fun w => has (w.1 j) Q) (d, do (shows j i x) s).
Proof.
case=> P /= /andP [ex po] Qs; have [s' e] := show_only_after_yes ex po.
rewrite e in ex Qs *; apply: (common_stays (phi := fun h => has (h j) Q)).
by apply: yes_is_common; first split.
Qed.

(* remark-4-shows, remark-4-yes-common: of two players a show is common
   knowledge. *)
Theorem show_is_common i j x d s : is_world G (d, do (shows j i x) s) ->
  i != j ->
  player G i -> player G j -> p G = 2 ->
  C G (players G) (fun w => w.1 j x) (d, do (shows j i x) s).
Proof.
move=> W ij pi pj p2 w' R; apply: (shown_card_common W).
elim: R => {w'} [w|k w w1 w2 kG W1 A _ IH]; first exact: here.
apply: step _ W1 A IH; move: kG pi pj ij;
  rewrite !inE /player /players p2 /= !inE.
by case/orP => /eqP ->; case/orP => /eqP ->; case/orP => /eqP ->.
Qed.

(* The last question has q cards. *)
Lemma asked_question d s Q : executable G d s -> asked s = Some Q ->
  question_set G Q.
Proof.
elim: s => // a s IH /andP [ex po];
  case: a po => [i Q'|j|j|j i x|i M|i|i] po /=;
  try exact: IH ex.
by move=> [<-]; have /poss_asks [] := po.
Qed.

(* remark-4.2-nearly-all: only m + n cards are not the poser's. *)
Theorem names_own_card d Q i : partition G d -> player G i ->
  m G + n G * (p G).-1 < q G -> question_set G Q -> has (d i) Q.
Proof.
move=> [_ _ n11 _] pi big /andP [/andP [uQ /allP cQ] /eqP sQ].
apply/negPn/negP; rewrite -all_predC => /allP dis.
have un : uniq (Q ++ hand G d i).
  rewrite cat_uniq uQ filter_uniq ?cards_uniq // andbT; apply/hasPn => x.
  by rewrite mem_hand => /andP [dx _]; apply/negP => /dis /=; rewrite dx.
have sub : {subset Q ++ hand G d i <= cards G}.
  by move=> x; rewrite mem_cat => /orP [/cQ //|]; rewrite mem_hand => /andP [].
have := uniq_leq_size un sub; rewrite size_cat sQ n11 // size_iota /deck_size.
have p0 : 0 < p G by exact: leq_trans (two_players sizes).
by rewrite -(prednK p0) mulnS addnCA [n G + _]addnC leq_add2r leqNgt big.
Qed.

(* remark-4.1-always-yes: a question of more cards than the pile and all hands
   but one have is never denied; with two players, q = m + n + 1 is enough. *)
Theorem never_no j d s : is_world G (d, s) -> player G j ->
  m G + n G * (p G).-1 < q G -> ~~ Poss G d (no j) s.
Proof.
case=> [pd ex] pj big; apply/negP => /poss_no [Q [_ _ /eqP Qs /allP dis _]].
have /hasP [x xQ dx] := names_own_card pd pj big (asked_question ex Qs).
by move: (dis x xQ); rewrite /= (dx : d j x).
Qed.

End Remarks.
