(* Section 4.3: what both of two players know of the pile is common knowledge as
   long as nobody has guessed, and with one guess need not be.

   Glossary
     all_yes s        no question of s was denied
     partition_computed G d
                      the deal d is a partition, as a computation
     dealt hands      the deal with these hands, that of the pile first *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section CommonPile.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x y z : nat) (Q : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).
Notation K := (K G).

(* Of two hands that j may have, one has more cards than B that the other
   lacks. *)
Lemma card_to_give d d' j (A B : seq nat) : partition G d -> partition G d' ->
  player G j -> uniq A ->
  (forall x, x \in A -> [/\ card G x, d' j x & ~~ d j x]) ->
  size B < size A -> exists y, [/\ card G y, d j y, ~~ d' j y & y \notin B].
Proof.
case=> _ _ n11 _ [_ _ n11' _] pj uA inA BA;
  pose left := filter (predC (mem B)) (hand d j).
case e: (has (fun y => ~~ d' j y) left).
  have /hasP [y] := e; rewrite mem_filter mem_hand => /and3P [nB jy cy] ny;
    by exists y.
have sub : {subset A ++ left <= hand d' j}.
  move=> y; rewrite mem_cat mem_hand => /orP [/inA [-> ->] //|yl].
  have := yl; rewrite mem_filter mem_hand => /and3P [_ _ ->]; rewrite andbT.
  by apply: contraFT e => ny; apply/hasP; exists y.
have un : uniq (A ++ left).
  rewrite cat_uniq uA !filter_uniq ?cards_uniq // andbT; apply/hasPn => y.
  by rewrite mem_filter mem_hand => /and3P [_ jy _]; apply/negP => /inA [_ _];
    rewrite jy.
have := uniq_leq_size un sub; rewrite size_cat n11' // -(n11 j pj).
have le : size (hand d j) <= size B + size left.
  rewrite -(count_predC (mem B) (hand d j)) -!size_filter leq_add2r.
  by apply: uniq_leq_size => [|y];
    rewrite ?filter_uniq ?cards_uniq // mem_filter =>
    /andP [].
by move=> ge; have := leq_trans ge le; rewrite leq_add2r leqNgt BA.
Qed.

(* If j has the card x in one deal that agrees, then in any deal in which it is
   in the pile, j can have it in place of some other card. *)
Lemma exchange d d' s j x : is_world (d, s) -> is_world (d', s) ->
  no_guesses s ->
  player G j -> card G x -> d' j x -> d 0 x ->
  exists y, [/\ card G y, d j y & is_world (swap d y x, s)].
Proof.
move=> W W' ng pj cx jx px; have [[P ex] [P' ex']] := (W, W').
have /= A := (possible_deals sizes d ng ex).1 ex j pj.
have /= A' := (possible_deals sizes d' ng ex).1 ex' j pj. have njx : ~~ d j x.
  case: (P) => dis _ _ _; apply: (dis 0); rewrite ?holderE ?pj ?orbT //.
  by rewrite gtn_eqF // (player_gt0 pj).
have swapped y : card G y -> d j y -> ~~ d' j y ->
    (forall Q, promised j s = Some Q -> exists2 z, z \in Q & swap d y x j z) ->
    exists y, [/\ card G y, d j y & is_world (swap d y x, s)].
  move=> cy jy ny hit; exists y; split=> //; case/and3P: A' =>
    /allP sh' /allP de' _.
  apply: (swap_world sizes W ng pj) => //; first by apply: contraNN ny => /sh'.
  by apply/negP => /de'; rewrite jx.
have one u : u \in [:: x] -> [/\ card G u, d' j u & ~~ d j u]
  by rewrite inE => /eqP ->.
have [//|y [cy jy ny _]] := @card_to_give d d' j [:: x] [::] P P' pj isT one.
have given : swap d y x j x by rewrite /swap /exchanged eqxx; case: eqP =>
  [->|_].
have keep v u : u != v -> d j u -> swap d v x j u.
  rewrite /swap /exchanged => /negbTE -> ju; case: eqP => // e.
  by rewrite -e ju in njx.
case e: (promised j s) => [Q|]; last by apply: (swapped y cy jy ny) =>
  Q; rewrite e.
have cQ u : u \in Q -> card G u.
  have /andP [/andP [_ /allP c] _] := asked_question ex (promised_asked e);
    exact: c.
move: A A'; rewrite /agrees e => /and3P [_ _ /allPn [z zQ /negbNE jz]].
case/and3P => _ _ /allPn [z' zQ' /negbNE jz'].
case xQ: (x \in Q); last case dz: (d j z').
- by apply: (swapped y cy jy ny) => R; rewrite e => -[<-]; exists x.
- apply: (swapped y cy jy ny) => R; rewrite e => -[<-]; exists z' => //;
    apply: keep => //.
  by apply: contraNneq ny => <-.
have two u : u \in [:: x; z'] -> [/\ card G u, d' j u & ~~ d j u].
  by rewrite !inE => /orP [] /eqP -> //; rewrite dz cQ.
have ux : uniq [:: x; z'] by rewrite /= inE andbT; apply: contraFneq xQ => ->.
have [//|v [cv jv nv]] := @card_to_give d d' j [:: x; z'] [:: z] P P' pj ux two.
rewrite inE eq_sym => zv; apply: (swapped v cv jv nv) => R; rewrite e => -[<-].
by exists z => //; exact: keep.
Qed.

Hypothesis two : p G = 2.

(* If both know that x is in the pile, it is in the pile in all deals that agree
   with what was shown and said: in none does j have it, else i would hold a
   deal possible in which j has it in place of another card. *)
Theorem both_know d s x : is_world (d, s) -> no_guesses s -> card G x ->
  E G (players G) (fun w => w.1 0 x) (d, s) ->
  forall d', is_world (d', s) -> d' 0 x.
Proof.
move=> W ng cx know d' W'; have [[P' _] [P _]] := (W', W).
have px : d 0 x by apply: K_true W (know 1 _); exact: (player1 sizes).
apply/(pile_or_player P' cx) => j pj; apply/negP => jx.
have [y [cy jy Wy]] := exchange W W' ng pj cx jx px.
pose i := incp G j; have pi : player G i by exact: incp_player.
have ij : i != j by rewrite incp_neq // two.
have [dis _ _ _] := P; have [j0 i0] : j != 0 /\ i != 0
  by rewrite !gtn_eqF ?(player_gt0 pi) ?(player_gt0 pj).
have Hj : holder G j by rewrite holderE pj orbT.
have same : same_hand G i d (swap d y x).
  move=> z _; rewrite swap_away //; [apply: (dis j)|apply: (dis 0)];
  by rewrite // ?holderE ?pi ?pj ?orbT.
have := (know_deals sizes two _ pi W ng).1 (know i pi) _ Wy same.
rewrite /= /swap /exchanged eqxx; case: eqP => [e|_] py; first rewrite -e in jy.
  by have /negP := dis 0 j x isT Hj cx px j0.
by have /negP := dis 0 j y isT Hj cy py j0.
Qed.

(* Theorem 4.3. *)
Theorem theorem_4_3 d s x : is_world (d, s) -> no_guesses s -> card G x ->
  E G (players G) (fun w => w.1 0 x) (d, s) ->
  C G (players G) (fun w => w.1 0 x) (d, s).
Proof.
move=> W ng cx know w R; have [] := reached_history sizes two W R.
by case: w {R} => d' s' W' /= e; rewrite e in W';
  exact: (both_know W ng cx know W').
Qed.

(* remark-4.3-direct: what both have asked for in vain they have in common, also
   where somebody has guessed. *)
Theorem in_common d s x : is_world (d, s) -> card G x ->
  (forall j, player G j -> x \in denials j s) ->
  C G (players G) (fun w => w.1 0 x) (d, s).
Proof.
move=> W cx den w R; have [] := reached_history sizes two W R.
case: w {R} => d' s' [P' ex'] /= e; rewrite e in ex'.
apply/(pile_or_player P' cx) => j /den xd;
  have /andP [_ /allP] := evidence j ex'. exact.
Qed.
End CommonPile.

(* remark-4.3-reduction: if all questions were answered yes, the deals in
   which the history is possible are those in which each player has the cards
   shown. *)
Fixpoint all_yes s : bool :=
  if s is do a s' then (if a is no _ then false else true) && all_yes s'
  else true.
Theorem smaller_hands G d d' s : valid_sizes G -> is_world G (d, s) ->
  no_guesses s ->
  all_yes s -> ~~ showphase G d s -> partition G d' ->
  (is_world G (d', s) <-> forall j, player G j -> all (d' j) (shown j s)).
Proof.
move=> sizes [/= P ex] ng ay settled P'.
have none j : denials j s = [::] by elim: (s) ay => // -[] //= a s' IH /andP [].
have pr j : promised j s = None by case: (s) settled => // -[].
split=> [[_ /(possible_deals sizes d' ng ex) A] j /A /andP []|A] //.
split=> //; apply/(possible_deals sizes d' ng ex) => j pj.
by rewrite /agrees none pr A.
Qed.

(* remark-4.3-no: a no of j tells j nothing, so what j does not know of the
   cards does not become common knowledge by it; for any number of players, and
   guesses. *)
Theorem no_stays_private G j x d s : is_world G (d, do (no j) s) ->
  player G j ->
  ~ K G j (fun w => w.1 0 x) (d, s) ->
  ~ C G (players G) (fun w => w.1 0 x) (d, do (no j) s).
Proof.
move=> W pj nk c; apply: nk;
  apply: (own_step_tells_nothing (phi := fun h => h 0 x)) W _.
  by rewrite /= eqxx.
exact: K_if_common.
Qed.

(* Theorem 4.3 is false with one guess: in MYST(2,1,2,1) player 1 is told that
   card 1 is in the pile, and guesses 2 and 3 in vain. Who has 4 sees that
   player 1 has not got 1; who had 3, whom player 1 takes to be possible,
   would not. *)
Definition partition_computed G d : bool :=
  [&& all (fun x => owners G d x <= 1) (cards G),
      all (fun x => has (d^~ x) (holders G)) (cards G),
      all (fun i => size (hand G d i) == n G) (players G) &
      size (hand G d 0) == m G].
Lemma partition_computes G d : partition_computed G d -> partition G d.
Proof.
case/and4P=> /allP one /allP ex /allP n11 /eqP m12; split=> //.
  exact: one_owner_disjoint.
by move=> i /n11 /eqP.
Qed.

Definition dealt (hands : seq (seq nat)) : deal :=
  fun k x => x \in nth [::] hands k.

Theorem theorem_4_3_with_a_guess : exists G d s x,
  [/\ valid_sizes G && (p G == 2), is_world G (d, s) & card G x] /\
  E G (players G) (fun w => w.1 0 x) (d, s) /\
  ~ C G (players G) (fun w => w.1 0 x) (d, s).
Proof.
pose G := MYST 2 1 2 1;
  pose s := do (guess 1 [:: 2; 3]) (do (no 2) (do (asks 1 [:: 1]) Init0)).
pose d := dealt [:: [:: 1; 3]; [:: 2]; [:: 4]].
pose d1 := dealt [:: [:: 1; 4]; [:: 2]; [:: 3]].
pose d2 := dealt [:: [:: 2; 4]; [:: 1]; [:: 3]].
have W : is_world G (d, s) by split=> //; exact: partition_computes.
have W1 : is_world G (d1, s) by split=> //; exact: partition_computes.
have W2 : is_world G (d2, s) by split=> //; exact: partition_computes.
have same i h h' : all (fun x => h i x == h' i x) (cards G) ->
  same_hand G i h h'.
  by move=> /allP e x /e /eqP.
exists G, d, s, 1; split=> //; split; last first.
  move=> /(_ (d2, s)); suff R : reach G (players G) (d, s) (d2, s)
    by move/(_ R).
  have A1 : alike G 1 (d, s) (d1, s) by split=> //; exact: same.
  have A2 : alike G 2 (d1, s) (d2, s) by split=> //; exact: same.
  have R2 := @step G (players G) 2 _ _ _ isT W2 A2 (here _ _ _).
  exact: (@step G (players G) 1 _ _ _ isT W1 A1 R2).
move=> i pi [d' s'] [P' ex'] [/= hh v].
have [_ ex] := W; have e : s' = s := one_history (G := G) isT erefl pi ex ex' v.
rewrite {}e in ex' v; have [_ _ n11 _] := P'.
have no1 : ~~ d' 2 1
  by case/andP: ex' => /andP [_ /poss_no [Q [_ _ /eqP [<-] /andP []]]].
have in1 : ~~ d' 1 1 -> d' 0 1.
  by move=> n1; apply/(pile_or_player P') => // j; rewrite /player inE /= inE =>
    /orP [] /eqP ->.
apply: in1; move: pi; rewrite inE /= inE => /orP [] /eqP ei; subst i;
  first by rewrite -hh.
apply/negP => h1; have one x : card G x -> x != 1 -> ~~ d' 1 x.
  move=> cx x1; apply/negP => hx; have := n11 1 isT; rewrite /= => e.
  have u : uniq [:: x; 1] by rewrite /= inE x1.
  have sub : {subset [:: x; 1] <= hand G d' 1}.
    by move=> y; rewrite !inE mem_hand => /orP [] /eqP ->; rewrite ?hx ?h1.
  by have := uniq_leq_size u sub; rewrite e.
have in_pile x : card G x -> x != 1 -> ~~ d 2 x -> d' 0 x.
  move=> cx x1 n2; apply/(pile_or_player P') => // j.
  rewrite /player inE /= inE => /orP [] /eqP ->; first exact: one.
  by rewrite -hh.
have : equals_pile G d' [:: 2; 3] by apply: within_pile; rewrite //= !in_pile.
by case: v => <-.
Qed.
