(* Statements of the bench whose formulas say that there is something where
   the proof finds it by contradiction: knowledge is decided, see
   Evaluator.v. *)

From Coq Require Import String Ascii.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Evidence Remarks Told Language Statements.
From Myst Require Import Bench BenchKnowledge ListedDeals Worlds Evaluator.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Decided.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j : nat) (Q : seq nat).

(* Whether i knows that j has none of some cards, or one of them, is decided. *)
Lemma decide_denied i j Q w : is_world G w -> holder G i -> holder G j ->
  all (card G) Q ->
  K G i (fun w => forall x, x \in Q -> ~ w.1 j x) w
  \/ ~ K G i (fun w => forall x, x \in Q -> ~ w.1 j x) w.
Proof.
case: w => d s W hi hj /allP cQ.
pose f := Formula.Knows (Formula.Num i) (Formula.ForAll "x" (Formula.MembersOf
  "Q")
  (Formula.Not (Formula.H (Formula.Num j) (Formula.Var "x")))).
have ws : well_sorted G [:: ("Q"%string, SetOf Q)] f.
  apply/andP; split=> //; apply/everyP => u /listed_map [x /listed_mem xQ ->].
  by rewrite /= hj cQ.
exact: (truth_decided sizes ws W).
Qed.
Lemma decide_shown i j Q w : is_world G w -> holder G i -> holder G j ->
  all (card G) Q ->
  (exists2 x, x \in Q & K G i (fun w => w.1 j x) w)
  \/ ~ exists2 x, x \in Q & K G i (fun w => w.1 j x) w.
Proof.
case: w => d s W hi hj /allP cQ.
pose f := Formula.Exists "x" (Formula.MembersOf "Q") (Formula.Knows (Formula.Num
  i)
  (Formula.H (Formula.Num j) (Formula.Var "x"))).
have ws : well_sorted G [:: ("Q"%string, SetOf Q)] f.
  apply/everyP => u /listed_map [x /listed_mem xQ ->].
  by rewrite /= hi hj cQ.
exact: (truth_decided sizes ws W).
Qed.

(* Of finitely many questions one is as wished, or none is. *)
Lemma decide_some (l : seq (seq nat)) (P : seq nat -> Prop) :
  (forall Q, Q \in l -> P Q \/ ~ P Q) ->
  (exists2 Q, Q \in l & P Q) \/ (forall Q, Q \in l -> ~ P Q).
Proof.
elim: l => [|Q l IH] dec; first by right.
case: (dec Q (mem_head _ _)) => [PQ|nQ]; first by left; exists Q;
  rewrite ?mem_head.
case: IH => [R Rl|[R Rl PR]|none].
- by apply: dec; rewrite inE Rl orbT.
- by left; exists R; rewrite // inE Rl orbT.
- by right=> R; rewrite inE => /orP [/eqP ->|/none].
Qed.
End Decided.

Theorem remark_4_2_guaranteed : claim_remark_4_2_guaranteed.
Proof.
move=> G sizes two qs; apply: without_guesses => d s W ng; unfold_truth.
move=> i pi j pj [/eqP ij [t [ph nk]]].
have hi : holder G i by rewrite holderE (pi : player G i) orbT.
have hj : holder G j by rewrite holderE (pj : player G j) orbT.
have cards_of Q : question_set G Q -> all (card G) Q by case/andP=> /andP [].
have [|//|none] := @decide_some (questions G) (fun Q =>
  ~ K G i (fun w => forall x, x \in Q -> ~ w.1 j x) (d, s) /\
  forall x, x \in Q -> ~ K G i (fun w => w.1 j x) (d, s)).
  move=> Q /questionsP /cards_of cQ.
  case: (decide_denied sizes W hi hj cQ) => [k|n]; first by right=> -[].
  case: (decide_shown sizes W hi hj cQ) => [[x xQ k]|n2].
    by right=> -[_ /(_ x xQ)].
  by left; split=> // x xQ k; apply: n2; exists x.
have [M /guess_listed [Mg eM] know] : exists2 M, pile_set G M &
    K G i (fun w => all (w.1 0) M) (d, s).
  apply: (guaranteed two W pi pj ij qs) => Q Qq.
  have [Qg eQ] := question_listed Qq; have cQ := cards_of Q Qq.
  case: (decide_denied sizes W hi hj cQ) => [k|n1].
    left; apply: know_weaker k => w f; apply/allP => x xQ; apply/negP; exact: f.
  case: (decide_shown sizes W hi hj cQ) => [k|n2]; first by right.
  case: (none _ Qg); split=> [k|x].
    apply: n1; apply: know_weaker k => w f x; rewrite -eQ; exact: f.
  by rewrite eQ => xQ k; apply: n2; exists x.
case: (nk _ Mg); apply: know_weaker know => w /allP f x; rewrite eM; exact: f.
Qed.
