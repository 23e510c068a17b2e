(* The statements of the bench that are formulas of knowledge, for any number of
   players, proved of the formulas that the bench prints; see Bench.v.

   Glossary
     initially        tactic: open the proof of a statement of Init0 *)

From Coq Require Import String Ascii.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Remarks Readings Pile TwoPlayers Extension.
From Myst Require Import CommonPile Told Language Statements Bench.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Consequences.
Variable G : game.
Implicit Types (w : world) (phi psi : world -> Prop) (Gr Q R M : seq nat).

Lemma know_weaker i phi psi w : (forall w', phi w' -> psi w') ->
  K G i phi w -> K G i psi w.
Proof. by move=> imp f w' W A; apply: imp; exact: f. Qed.
Lemma common_weaker Gr phi psi w : (forall w', phi w' -> psi w') ->
  C G Gr phi w -> C G Gr psi w.
Proof. by move=> imp f w' R; apply: imp; exact: f. Qed.

Lemma some_member (P : nat -> bool) Q :
  has P Q <-> exists2 x, x \in Q & P x.
Proof. by split=> [/hasP|ex]; last exact/hasP. Qed.
Lemma some_not_member (P : nat -> bool) Q :
  has (fun x => ~~ P x) Q <-> exists2 x, x \in Q & ~ P x.
Proof.
rewrite some_member; split=> -[x xQ nx]; exists x => //; exact/negP.
Qed.
Lemma same_members Q R (P : nat -> Prop) : Q =i R ->
  (exists2 x, x \in R & P x) -> exists2 x, x \in Q & P x.
Proof. by move=> e [x xR Px]; exists x; rewrite ?e. Qed.
End Consequences.

Ltac initially := move=> G sizes; apply: initially_holds => d W; unfold_truth.

Theorem remark_1_4_discovers : claim_remark_1_4_discovers.
Proof.
always => i _ j _ x _ [_ f] a _ _.
by apply: card_stays_known f; right; left.
Qed.

Theorem remark_2_14_one : claim_remark_2_14_one.
Proof. by initially => i _ j _ x _; split; exact: common_of_one. Qed.

Theorem axiom_2_32 : claim_axiom_2_32.
Proof.
always => j _ Q _ [/asked_forP [R e eQ] po] _.
have R1 : Question R s by apply/eqP.
apply: common_weaker (no_is_common (step_world W po) R1) => w /allP dis x xQ.
by apply/negP; apply: dis; rewrite -eQ.
Qed.

Theorem axiom_2_33 : claim_axiom_2_33.
Proof.
always => j _ Q _ [/asked_forP [R e eQ] po] _.
have R1 : Question R s by apply/eqP.
apply: common_weaker (yes_is_common (step_world W po) R1) => w /some_member.
exact: same_members.
Qed.

Theorem axiom_2_34 : claim_axiom_2_34.
Proof.
always => i _ M _ po /negP o.
by apply: common_weaker (wrong_guess_common (step_world W po) o) =>
  w /some_not_member.
Qed.

Theorem remark_2_34_last : claim_remark_2_34_last.
Proof.
always => i _ M _ po /negP out; have W' := step_world W po.
have wr := out_by_wrong sizes (proj2 W') out.
by apply: common_weaker (wrong_guess_is_common W' wr) => w /some_not_member.
Qed.

Theorem remark_3_1_remaining : claim_remark_3_1_remaining.
Proof.
always => i _ x cx /(know_by_existence _ _ cx).
by apply: know_weaker => w f k pk; apply/negP; exact: f.
Qed.

Theorem theorem_3_1 : claim_theorem_3_1.
Proof.
always => i _ x cx dx; have := Pile.theorem_3_1 (w := (d, s)) i W cx dx => -> .
split=> -[f|f]; [left|right|left|right].
- by apply: know_weaker f => w f k pk; apply/negP; exact: f.
- move=> y cy /negP ny; apply: know_weaker (f y cy ny) => w.
  by move/negP.
- by apply: know_weaker f => w f k pk; apply/negP; exact: f.
- move=> y cy /negP ny; apply: know_weaker (f y cy ny) => w.
  by move/negP.
Qed.

Theorem remark_3_1_all_no : claim_remark_3_1_all_no.
Proof.
always => i pi j _ Q _ [/eqP t /asked_forP [R e eQ]] po ph x xQ.
have W' := step_world W po; have [_ ex] := W'; have [_ ex0] := W.
have := in_order sizes ex; rewrite ph /= t => -[[? [? [? //]]]|[R' [s0 e1]]].
have eR : R' = R.
  have : asked (do (no j) s) = Some R' by rewrite e1 asked_denied.
  by rewrite /= e => -[].
rewrite eQ in xQ; have /andP [/andP [_ /allP cR] _] := asked_question ex0 e.
case dx: (d i x); [by left|right]; rewrite e1 eR; apply: all_no => //.
- by rewrite -{1}eR -e1.
- exact: cR.
- by rewrite dx.
Qed.

Theorem equation_3_1_as_read : claim_equation_3_1_as_read.
Proof.
always => i _ [ph [t /negP o]] M /guessesP Ms.
have g : guessphase G d s by apply/eqP.
have := sure_guess sizes (w := (d, s)) W Ms g t o => iff.
have po w' : alike G i (d, s) w' -> Poss G w'.1 (guess i M) w'.2.
  case=> _ /= v; rewrite -(poss_seen (a := guess i M) isT v).
  by apply/poss_guess.
split=> f.
  have : K G i (fun w => all (w.1 0) M) (d, s).
    by apply/iff => w' W' A; have [-> ->] := f w' W' A (po w' A).
  by apply: know_weaker => w /allP.
have /iff f' : K G i (fun w => all (w.1 0) M) (d, s).
  by apply: know_weaker f => w inM; apply/allP.
by move=> w' W' A _; have /andP := f' w' W' A.
Qed.

Theorem remark_3_1_yes : claim_remark_3_1_yes.
Proof.
always => i _ j _ Q _ x _ [/asked_forP [R e eQ] po].
have R1 : Question R s by apply/eqP.
have /andP [xR hasR] := show_implies_yes (step_world W po) R1.
split=> [|_]; first by rewrite eQ.
by apply: (same_members eQ); apply/some_member.
Qed.

Theorem remark_3_1_initial : claim_remark_3_1_initial.
Proof. by initially => j _ x cx hx; exact: own_cards. Qed.

Theorem remark_3_1_lacks : claim_remark_3_1_lacks.
Proof.
initially => i _ x cx /negP hx.
by apply: know_weaker (no_own_cards (w := (d, Init0)) cx hx) => w /negP.
Qed.

Theorem remark_2_10_implies_as_read : claim_remark_2_10_implies_as_read.
Proof.
move=> G sizes; apply: without_guesses => d s W _; unfold_truth.
move=> i _ j _ Q _ x _ /asked_forP [R e eQ] po.
have R1 : Question R s by apply/eqP.
apply: common_weaker (yes_is_still_common (step_world W po) R1) => w.
by move/some_member; exact: same_members.
Qed.

Theorem axiom_2_14_printed_as_read : claim_axiom_2_14_printed_as_read.
Proof. by initially => i _ x cx hx; exact: own_card_common. Qed.

Theorem axiom_2_25_printed_as_read : claim_axiom_2_25_printed_as_read.
Proof.
by always => i _ j _ x _ po; exact: shown_card_common (step_world W po).
Qed.

(* The last question, in the order of the deck. *)
Lemma listed_question G d s R : is_world G (d, s) -> asked s = Some R ->
  exists2 Q, Q \in questions G & asked_for Q s /\ Q =i R.
Proof.
case=> _ /= ex e; have [Qg eQ] := question_listed (asked_question ex e).
by exists (in_deck_order G R) => //; split=> //; apply/asked_forP; exists R.
Qed.

Theorem axiom_2_16_printed_as_read : claim_axiom_2_16_printed_as_read.
Proof.
always; split=> [j _|]; last split=> [j _|i _ j _ x _].
- rewrite poss_no; split=> [[R [ph t /eqP e dis /negP o]]|[/negP o [Q Qg [/eqP
    ph [t [aQ dis]]]]]].
    split=> //; have [Q Qg [aQ eQ]] := listed_question W e.
    exists Q => //; split; first exact/eqP; do 2! split=> //.
    by move=> x; rewrite eQ => xR; apply/negP; move/allP: dis; apply.
  have [R e eQ] := asked_forP _ _ aQ; exists R; split=> //; first exact/eqP.
  by apply/allP => x xR; apply/negP; apply: dis; rewrite eQ.
- rewrite poss_yes; split=> [[R [ph t /eqP e dis /negP o]]|[/negP o [Q Qg [/eqP
    ph [t [aQ [x xQ hx]]]]]]].
    split=> //; have [Q Qg [aQ eQ]] := listed_question W e.
    exists Q => //; split; first exact/eqP; do 2! split=> //.
    by have /allPn [x xR /negbNE hx] := dis; exists x; rewrite ?eQ.
  have [R e eQ] := asked_forP _ _ aQ; exists R; split=> //; first exact/eqP.
  by apply/allPn; exists x; rewrite -?eQ // negbK.
- rewrite poss_shows; split=> [[R [t a /andP [xR hx] ph [/eqP e /negP o]]]|].
    split=> //; have [Q Qg [aQ eQ]] := listed_question W e.
    by exists Q => //; do 2! split=> //; split; [exact/eqP|rewrite eQ].
  case=> /negP o [Q Qg [t [a [/eqP ph [aQ [xQ hx]]]]]].
  have [R e eQ] := asked_forP _ _ aQ; exists R; split=> //; last by split=> //;
    apply/eqP.
  by rewrite /shared -eQ xQ.
Qed.

Theorem axiom_2_27_printed_as_read : claim_axiom_2_27_printed_as_read.
Proof.
have other a : (if a is asks _ _ then false else true) ->
  forall s, asked (do a s) = asked s by case: a.
always; split=> [k _ L _ Q _ _ _|].
  by split=> [/asked_forP [R [<-] e]|/same_setP e];
    [exact/same_setP|apply/asked_forP; exists L].
have still a Q : phase_of G d s <> Ask -> Poss G d a s ->
  asked_for Q (do a s) = asked_for Q s.
  move=> ph po; rewrite /asked_for other //; case: a po => // i R /one_kind.
  by case/andP=> /eqP.
split=> Q _ [ph aQ] a _ po; by rewrite still.
Qed.

Theorem axiom_2_28_printed_as_read : claim_axiom_2_28_printed_as_read.
Proof.
always; have out a : Poss G d a s -> ~~ is_guess a ->
  (GameOver G d (do a s) <-> forall l, l \in players G -> ~ In G d l (do a s)).
  move=> po ng; rewrite GameOver_do; split=> [[[i [M [e _]]]|no] l pl|no];
    first by rewrite e in ng.
    by apply/negP; exact: no.
  by right=> l pl; apply/negP; exact: no.
split=> [k _ L Lg po|]; last split=> [ng a _ po|i _ po].
- rewrite GameOver_do;
    split=> [[[i [M [[_ <-] /andP [/allP inM _]]]]|no]|[inM|no]].
  + by left.
  + by right=> l pl; apply/negP; exact: no.
  + left; exists k, L; split=> //; apply: all_of_pile => //; right;
      exact: (proj1 W).
  + by right=> l pl; apply/negP; exact: no.
- apply: out => //; apply/negP => g; apply: ng.
  by case: a po g => // k M /one_kind /andP [/eqP].
- exact: out.
Qed.

Theorem remark_4_1_direct : claim_remark_4_1_direct.
Proof.
move=> G sizes qs; apply: initially_holds => d W; unfold_truth.
have [Q [Qq hasQ only]] := direct_question sizes (proj1 W) qs.
have [Qg eQ] := question_listed Qq; exists (in_deck_order G Q) => //; split.
  by apply: (same_members eQ); apply/some_member.
by move=> j pj x; rewrite eQ; exact: only.
Qed.

Theorem remark_4_1_direct_as_read : claim_remark_4_1_direct_as_read.
Proof.
move=> G sizes; rewrite addn1 => qs; apply: initially_holds => d W;
  unfold_truth.
move=> Q /questionsP Qq.
have [j [x [/andP [pj /eqP j1] xQ hx]]] := no_direct_question sizes (proj1 W) qs
  Qq.
by exists j => //; exists x.
Qed.

Theorem remark_4_3_no : claim_remark_4_3_no.
Proof.
move=> G sizes; apply: without_guesses => d s W ng; unfold_truth.
move=> i _ j pj x _ [_ [_ nk]] po _.
exact: no_stays_private (step_world W po) pj nk.
Qed.

Theorem remark_4_2_one_card : claim_remark_4_2_one_card.
Proof.
move=> G sizes; apply: without_guesses => d s W ng; unfold_truth.
move=> i pi j pj Q _ M _ [/eqP ij [/asked_forP [R e eQ] [own nk]]] po.
have R1 : Question R s by apply/eqP.
have ownR : all (d i) R by apply/allP => x; rewrite -eQ; exact: own.
have nk' : ~ K G i (fun w => has (fun x => ~~ w.1 0 x) M) (d, s).
  by move=> f; apply: nk; apply: know_weaker f => w /some_not_member.
have := Told.one_card (step_world W po) pi pj ij R1 ownR nk'.
by move=> n f; apply: n; apply: know_weaker f => w /some_not_member.
Qed.
