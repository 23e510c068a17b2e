(* The statements of the bench that are formulas about two players, and those
   about the deal, proved of the formulas that the bench prints; see Bench.v.

   Glossary
     two_players      tactic: open the proof of a statement of two players,
                      without guesses
     many_cards       tactic: the same with a condition on q *)

From Coq Require Import String Ascii.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Remarks Readings Pile TwoPlayers Extension.
From Myst Require Import Algorithm CommonPile Told Seats Language Statements.
From Myst Require Import Bench BenchKnowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Ltac two_players :=
  move=> G sizes two; apply: without_guesses => d s W ng; unfold_truth.
Ltac many_cards :=
  move=> G sizes two big; apply: without_guesses => d s W ng; unfold_truth.

Lemma more_than_two G : p G = 2 -> q G = m G + n G + 1 ->
  m G + n G * (p G).-1 < q G.
Proof. by move=> -> ->; rewrite muln1 addn1. Qed.

Lemma nobody_guessed a s : no_guesses s -> ~~ is_guess a -> no_guesses (do a s).
Proof. by move=> ng na; rewrite /= na. Qed.

Theorem remark_4_3_no_reveals : claim_remark_4_3_no_reveals.
Proof.
two_players => i pi j pj Q _ x xQ [/eqP ij [/asked_forP [R e eQ] /negP nx]] po.
have R1 : Question R s by apply/eqP.
have /andP [/andP [_ /allP cR] _] := asked_question (proj2 W) e.
rewrite eQ in xQ.
exact: (no_reveals sizes two (step_world W po) pi pj ij R1 (cR x xQ) xQ nx).
Qed.

Lemma shows_to_other G d s i j x : valid_sizes G -> p G = 2 ->
  is_world G (d, do (shows j i x) s) -> i != j.
Proof.
move=> sizes two [_ ex]; have [pi ->] := shown_to sizes two ex.
by rewrite eq_sym incp_neq // two.
Qed.

Theorem remark_4_shows : claim_remark_4_shows.
Proof.
two_players => i pi j pj x _ po; have W' := step_world W po.
exact: show_is_common W' (shows_to_other sizes two W') pi pj two.
Qed.

Theorem remark_4_yes_common : claim_remark_4_yes_common.
Proof. exact: remark_4_shows. Qed.

Theorem remark_4_1_always_yes : claim_remark_4_1_always_yes.
Proof.
many_cards => j pj; apply/negP; apply: never_no => //.
exact: more_than_two.
Qed.

Theorem lemma_4_1 : claim_lemma_4_1.
Proof.
two_players => i pi j pj Q _ x cx [/eqP ij [t /asked_forP [R e eQ]]].
have R1 : Question R s by apply/eqP.
split=> [/eqP ph|].
  have [both /negP ny /negP nn] := one_answer sizes two (proj2 W) ph t pj ij.
  split=> //; rewrite both; case no: (Poss G d (no j) s); [right|left];
  by split.
split=> [po|]; last split=> po.
- have W' := step_world W po; split=> // none.
  have [k [y [pk cy po']]] := yes_can_show_sorted sizes (proj2 W').
  apply: (none (shows j k y) _ po'); last by apply/eqP; exact: then_show po'.
  by rewrite /sorted_action /= /shows_sorted (pj : player G j) pk cy.
- have W' := step_world W po; have [/eqP g K1] := show_proves W'; split=> //.
  split=> //; have /poss_shows [? [_ _ /andP []]] := po; by [].
have W' := step_world W po; have ex : executable G d s := proj2 W.
have pt := turn_player sizes ex; split.
  have /andP [/andP [/eqP ph /eqP a] _] := one_kind po.
  have := in_order sizes ex; rewrite ph a two => -[k [Q' [s0 [_]]]].
  case: k => // _ [ej]; have -> : phase_of G d (do (no j) s) = Guess => //.
  have ne : turn_of G s != j by rewrite ej eq_sym incp_neq ?two.
  by rewrite /= /Turn (opponent two pj pt) ?eqxx // eq_sym.
case=> xQ hx; have nx : ~~ d i x.
  have hi : holder G i by rewrite holderE (pi : player G i) orbT.
  have i0 : i != 0 by rewrite -lt0n; exact: player_gt0 pi.
  by have [[dis _ _ _] _] := W; exact: (dis 0 i x isT hi cx hx i0).
rewrite eQ in xQ.
by have [_] := no_proves sizes two W' t pj ij R1 cx xQ nx.
Qed.

Theorem claim_4_1 : claim_claim_4_1.
Proof.
many_cards => i pi j pj x _ y cy [/eqP ij [nk ne]] po.
apply: (Algorithm.claim_4_1 sizes two big (step_world W po)) => //.
by apply/eqP => e; apply: ne.
Qed.

Theorem claim_4_1_as_read : claim_claim_4_1_as_read.
Proof.
many_cards => i pi j pj k hk x _ y cy [/eqP ij [nk ne]] po f.
have W' := step_world W po.
have other : ~~ ((k == j) && (y == x)).
  by apply/negP => /andP [/eqP e1 /eqP e2]; apply: ne.
have [M /guess_listed [Mg eM] know] :=
  Algorithm.claim_4_1_else sizes two big W' ng pi pj ij hk cy other nk f.
exists (in_deck_order G M) => //; apply: know_weaker know => w /allP inM z.
by rewrite eM; exact: inM.
Qed.

Lemma learns_nothing G d s i (M : seq nat) a : valid_sizes G -> p G = 2 ->
  is_world G (d, s) ->
  player G i -> ~ Turn G i s -> phase_of G d s <> Guess ->
  ~ K G i (fun w => exists2 x, x \in M & ~ w.1 0 x) (d, s) -> Poss G d a s ->
  ~ K G i (fun w => exists2 x, x \in M & ~ w.1 0 x) (d, do a s).
Proof.
move=> sizes two W pi /negP nt ph nk po.
apply: (other_turn_tells_nothing sizes two
  (phi := fun d => exists2 x, x \in M & ~ d 0 x) pi (step_world W po) nt) nk.
by apply/eqP.
Qed.

Theorem claim_4_2_as_read : claim_claim_4_2_as_read.
Proof.
two_players => i pi M _ [nt [ph nk]] a _ po.
exact: (@learns_nothing G d s i M).
Qed.

Theorem remark_4_2_misled : claim_remark_4_2_misled.
Proof. exact: claim_4_2_as_read. Qed.

Theorem theorem_4_3 : claim_theorem_4_3.
Proof.
by two_players => x cx; exact: CommonPile.theorem_4_3 sizes two d s x W ng cx.
Qed.

Theorem theorem_4_3_as_read : claim_theorem_4_3_as_read.
Proof.
have [G [d [s [x [[/andP [sizes /eqP two] W cx] [f nc]]]]]] :=
  theorem_4_3_with_a_guess.
exists G; split=> //; split=> // holds; apply: nc.
by have := holds d s W; rewrite /spoken_of; unfold_truth; apply=> //;
  split=> //; left.
Qed.

Theorem remark_4_2_one_answer : claim_remark_4_2_one_answer.
Proof.
two_players => i pi j pj Q _ x xQ [/eqP ij [/asked_forP [R e eQ] /negP nx]].
have R1 : Question R s by apply/eqP.
have /andP [/andP [_ /allP cR] _] := asked_question (proj2 W) e.
rewrite eQ in xQ; split=> po; have W' := step_world W po.
  exact: (no_reveals sizes two W' pi pj ij R1 (cR x xQ) xQ nx).
by have [_] := show_proves W'.
Qed.

Theorem remark_4_2_no_tells_both : claim_remark_4_2_no_tells_both.
Proof.
two_players => i pi j pj Q _ x xQ [/eqP ij [/asked_forP [R e eQ] /negP nx]] po.
have R1 : Question R s by apply/eqP.
have /andP [/andP [_ /allP cR] _] := asked_question (proj2 W) e.
rewrite eQ in xQ; have W' := step_world W po; split.
  exact: (no_reveals sizes two W' pi pj ij R1 (cR x xQ) xQ nx).
apply: know_weaker (no_tells_responder two W' pi pj ij R1 xQ) => w f.
by move/negP; exact: f.
Qed.

Theorem remark_4_2_bonus : claim_remark_4_2_bonus.
Proof.
move=> G sizes two; apply: initially_holds => d W; unfold_truth.
move=> Q /questionsP /andP [/andP [_ /allP cQ] _] A _ x xQ [_ [_ /negP xA]].
have [k hk f] := bonus two W (cQ x xQ) xQ xA; exists k => //.
apply: know_weaker f => w f e; apply: f => y yQ.
by apply/idP/idP; move: (e y yQ) => [].
Qed.

Theorem remark_4_2_nearly_all : claim_remark_4_2_nearly_all.
Proof.
many_cards => i pi Q /questionsP Qq; apply/some_member.
exact: (names_own_card sizes (proj1 W) pi (more_than_two two big) Qq).
Qed.

Lemma counts_ones (b : nat -> bool) (P : value -> Prop) l k :
  (forall x, P (OneOf x) <-> b x) -> count b l = k -> counts P (map OneOf l) k.
Proof.
move=> e; elim: l k => [|x l IH] k /= c; first by rewrite -c.
case bx: (b x) c => /= c; last by right; split; [rewrite e bx|exact: IH].
by left; split; [apply/e|case: k c => // k [c]; exact: IH].
Qed.

Theorem remark_2_23_partition : claim_remark_2_23_partition.
Proof.
always; have [P _] := W; have [dis ex n11 m12] := P.
split=> [x cx|]; last split=> [|i pi].
- apply: (@counts_ones (d^~ x)) => //.
  have [_ one] := partition_stays (H := fun k x _ => d k x)
    (fun _ _ _ _ => erefl) P s.
  exact: one.
- by apply: (@counts_ones (d 0)) => //; rewrite -size_filter; exact: m12.
- by apply: (@counts_ones (d i)) => //; rewrite -size_filter; exact: n11.
Qed.

Theorem equation_3_2 : claim_equation_3_2.
Proof.
move=> G sizes two; apply: initially_holds => d W; unfold_truth.
move=> i pi a ca b cb /eqP ab; have iff := two_cards (proj1 W) two pi ca cb ab.
split=> [[ha hb] x cx|f].
  have /iff /(_ x cx) : d i a && d i b by rewrite ha.
  by case/or3P => [/eqP|/eqP|/negP]; [left|right; left|right; right].
apply/andP/iff => x cx.
by case: (f x cx) => [->|[->|/negP ->]]; rewrite ?eqxx ?orbT.
Qed.
