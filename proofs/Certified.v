(* What Checker.v accepts is true: a plan assures its player of the chance that
   `assured` computes, in the whole game of Duel.v.

   Glossary
     posr, numr, rat_of a
                      numbers of the checker, and its fractions, in mathcomp
     num_of, dec, enc the number of a card; the set of a number; the number
                      of a set
     small b          the number b stands for cards of the game only
     enc_answer, enc_turn, enc_history
                      answers, turns and histories of Duel.v for the checker
     asked_for h Q    Q is a useful question of q cards
     mk A H           the deal in which player k has A, and the other H
     asked_by, shown_by, guessed_by, behaves
                      the behaviour of Behaviour.v that a plan stands for
     fits H a, hands_fit H held
                      the hand a fits beside H; so do all that are held
                      possible *)

From Coq Require Import Arith PArith NArith Nnat.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Ordered Minimax Duel Optimal Behaviour.
From Myst Require Checker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module C := Checker.

(* Fractions. *)
Section Fractions.
Definition posr (p : positive) : rat := (Pos.to_nat p)%:R.
Definition numr (a : N) : rat := (N.to_nat a)%:R.
Definition rat_of (a : C.frac) : rat := numr (C.num a) / posr (C.den a).

Lemma posr_gt0 p : 0 < posr p.
Proof. by rewrite /posr ltr0n; apply/ssrnat.ltP; exact: Pos2Nat.is_pos. Qed.
Lemma posr_neq0 p : posr p != 0.
Proof. by rewrite gt_eqF // posr_gt0. Qed.
Lemma numr_pos p : numr (Npos p) = posr p.
Proof. by []. Qed.
Lemma numrD a b : numr (N.add a b) = numr a + numr b.
Proof. by rewrite /numr N2Nat.inj_add natrD. Qed.
Lemma numrM a b : numr (N.mul a b) = numr a * numr b.
Proof. by rewrite /numr N2Nat.inj_mul natrM. Qed.
Lemma posrM a b : posr (Pos.mul a b) = posr a * posr b.
Proof. by rewrite /posr Pos2Nat.inj_mul natrM. Qed.
Lemma numr_le a b : N.leb a b = (numr a <= numr b).
Proof.
rewrite ler_nat /N.leb N2Nat.inj_compare.
case: PeanoNat.Nat.compare_spec => [->|lt|lt]; first by rewrite leqnn.
  by rewrite ltnW //; apply/ssrnat.ltP.
by apply/esym/negbTE; rewrite -ltnNge; apply/ssrnat.ltP.
Qed.

Lemma rat_of_ge0 a : 0 <= rat_of a.
Proof. by rewrite divr_ge0 ?ler0n. Qed.
Lemma rat_of0 : rat_of C.f0 = 0.
Proof. by rewrite /rat_of mul0r. Qed.
Lemma rat_of1 : rat_of C.f1 = 1.
Proof. by []. Qed.
Lemma is0P a : C.is0 a -> rat_of a = 0.
Proof. by rewrite /rat_of => /N.eqb_eq ->; rewrite mul0r. Qed.
Lemma is1P a : C.is1 a -> rat_of a = 1.
Proof.
by case/andP => /N.eqb_eq n1 /Pos.eqb_eq d1; rewrite /rat_of n1 d1.
Qed.

Lemma rat_of_eq a b :
  numr (C.num a) * posr (C.den b) = numr (C.num b) * posr (C.den a) ->
  rat_of a = rat_of b.
Proof.
move=> e; apply: (mulIf (posr_neq0 (C.den a))).
apply: (mulIf (posr_neq0 (C.den b))); rewrite divfK ?posr_neq0 //.
by rewrite mulrAC divfK ?posr_neq0.
Qed.

Lemma rat_of_reduced a : rat_of (C.reduced a) = rat_of a.
Proof.
rewrite /C.reduced; case: N.div => // d; case: N.eqb_spec => // e.
apply: rat_of_eq; rewrite /= -!numr_pos -!numrM; congr numr.
exact: e.
Qed.

Lemma rat_ofD a b : rat_of (C.fadd a b) = rat_of a + rat_of b.
Proof.
rewrite /C.fadd; case: ifP => [/is0P ->|_]; first by rewrite add0r.
case: ifP => [/is0P ->|_]; first by rewrite addr0.
case: Pos.eqb_spec => [e|_].
  by rewrite /rat_of /= numrD mulrDl e.
rewrite rat_of_reduced /rat_of /= numrD !numrM posrM !numr_pos.
by rewrite addf_div ?posr_neq0.
Qed.

Lemma rat_ofM a b : rat_of (C.fmul a b) = rat_of a * rat_of b.
Proof.
rewrite /C.fmul; case: ifP => [/is1P ->|_]; first by rewrite mul1r.
case: ifP => [/is1P ->|_]; first by rewrite mulr1.
by rewrite rat_of_reduced /rat_of /= numrM posrM mulf_div.
Qed.

Lemma fleE a b : C.fle a b = (rat_of a <= rat_of b).
Proof.
rewrite /C.fle numr_le !numrM !numr_pos /rat_of.
by rewrite ler_pdivr_mulr ?posr_gt0 // mulrAC ler_pdivl_mulr ?posr_gt0.
Qed.

Lemma fsameP a b : C.fsame a b -> rat_of a = rat_of b.
Proof. by rewrite /C.fsame !fleE => le; apply: le_anti. Qed.

Lemma rat_of_min a b : (rat_of (C.fmin a b) <= rat_of a) /\
  (rat_of (C.fmin a b) <= rat_of b).
Proof.
rewrite /C.fmin fleE; case: ifP => [le|/negbT]; first by [].
by rewrite -ltNge => /ltW.
Qed.

Lemma rat_of_sum s : rat_of (C.fsum s) = \sum_(a <- s) rat_of a.
Proof.
elim: s => [|a s IH]; first by rewrite big_nil rat_of0.
by rewrite big_cons rat_ofD IH.
Qed.

Lemma fmins_le (s : seq C.frac) (T : eqType) (f : T -> C.frac) (r : seq T) x :
  s = map f r -> x \in r -> rat_of (C.fmins s) <= rat_of (f x).
Proof.
move=> ->; case: r => // y r; rewrite /= inE.
have low z : rat_of (foldr C.fmin z (map f r)) <= rat_of z /\
    (x \in r -> rat_of (foldr C.fmin z (map f r)) <= rat_of (f x)).
  elim: r => [|u r [IH1 IH2]] /=; first by rewrite lexx in_nil; split.
  have [l1 l2] := rat_of_min (f u) (foldr C.fmin z (map f r)); split.
    exact: le_trans l2 IH1.
  by rewrite inE => /orP [/eqP ->|/IH2 xr] //; exact: le_trans l2 xr.
by have [l1 l2] := low (f y); case/orP => [/eqP ->|].
Qed.

Lemma rat_of_total s : rat_of (C.total s) = \sum_(z <- s) rat_of z.2.
Proof. by rewrite rat_of_sum big_map. Qed.

Lemma rat_of_look x s :
  rat_of (C.look x s) = \sum_(z <- s | z.1 == x) rat_of z.2.
Proof.
rewrite rat_of_total big_filter; apply: eq_bigl => z.
by apply/N.eqb_spec/eqP.
Qed.

Lemma fpartE a k : rat_of (C.fpart a k) = rat_of a / posr k.
Proof. by rewrite rat_ofM /rat_of /= mul1r. Qed.

(* The largest weight and the others. *)
Lemma split_largestP s (p := C.split_largest s) :
  rat_of p.1 + rat_of p.2 = \sum_(a <- s) rat_of a /\
  forall a, List.In a s -> rat_of a <= rat_of p.1.
Proof.
rewrite {}/p; elim: s => [|a s] /=; first by rewrite big_nil /= addr0.
case: C.split_largest => most rest /= [sum le]; rewrite big_cons -sum.
case: ifP; rewrite fleE /= rat_ofD => cmp.
  by rewrite addrCA; split=> // b [<-|/le].
have {}cmp : rat_of most <= rat_of a by rewrite ltW // ltNge cmp.
split=> // b [<- //|/le up]; exact: le_trans up cmp.
Qed.
End Fractions.

(* Sets of cards as numbers in binary. *)
Section Sets.
Variables m n q : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation c := (m + n * 2)%N.
Implicit Types (A B H Q : cards) (x : card) (h : history m n).

Definition num_of x : N := N.of_nat x.
Definition dec (b : N) : cards := [set x | N.testbit b (num_of x)].
Definition enc A : N := foldr (fun x b => N.setbit b (num_of x)) N0 (enum A).
Definition small (b : N) := forall i, (c <= i)%N ->
  N.testbit b (N.of_nat i) = false.

Lemma of_nat_lt i j : N.lt (N.of_nat i) (N.of_nat j) <-> (i < j)%N.
Proof.
rewrite /N.lt -Nat2N.inj_compare PeanoNat.Nat.compare_lt_iff.
by split=> /ssrnat.ltP.
Qed.

Lemma of_nat_le i j : N.le (N.of_nat i) (N.of_nat j) <-> (i <= j)%N.
Proof.
rewrite /N.le -Nat2N.inj_compare PeanoNat.Nat.compare_le_iff.
by split=> /ssrnat.leP.
Qed.

Lemma num_inj : injective num_of.
Proof. by move=> x y /Nat2N.inj /val_inj. Qed.

Lemma enc_bit A i : N.testbit (enc A) i = (i \in map num_of (enum A)).
Proof.
rewrite /enc; elim: (enum A) => [|x s IH] /=; first by rewrite ?N.bits_0.
rewrite N.setbit_eqb IH inE; congr (_ || _).
by apply/N.eqb_spec/eqP => ->.
Qed.

Lemma enc_in A x : N.testbit (enc A) (num_of x) = (x \in A).
Proof. by rewrite enc_bit (mem_map num_inj) mem_enum. Qed.

Lemma encK A : dec (enc A) = A.
Proof. by apply/setP => x; rewrite inE enc_in. Qed.

Lemma enc_small A : small (enc A).
Proof.
move=> i large; rewrite enc_bit; apply/negbTE/negP => /mapP [x _ e].
by move: (ltn_ord x); rewrite -(Nat2N.inj _ _ e) ltnNge large.
Qed.

Lemma small_ext a b : small a -> small b -> dec a = dec b -> a = b.
Proof.
move=> sa sb e; apply: N.bits_inj => i; rewrite -[i]N2Nat.id.
case: (ltnP (N.to_nat i) c) => [lt|ge]; last by rewrite sa ?sb.
by have := congr1 (fun A : cards => Ordinal lt \in A) e; rewrite !inE.
Qed.

Lemma enc_eq b A : small b -> dec b = A -> b = enc A.
Proof. by move=> sb e; apply: small_ext (enc_small A) _; rewrite ?encK. Qed.

Lemma enc_inj : injective enc.
Proof. exact: can_inj encK. Qed.

Lemma enc_land A B : N.land (enc A) (enc B) = enc (A :&: B).
Proof.
apply: enc_eq => [i ge|]; first by rewrite N.land_spec enc_small.
by apply/setP => x; rewrite !inE N.land_spec !enc_in.
Qed.
Lemma enc_lor A B : N.lor (enc A) (enc B) = enc (A :|: B).
Proof.
apply: enc_eq => [i ge|]; first by rewrite N.lor_spec !enc_small.
by apply/setP => x; rewrite !inE N.lor_spec !enc_in.
Qed.
Lemma enc0 : enc set0 = N0.
Proof. by rewrite /enc enum_set0. Qed.
Lemma enc_empty A : C.empty (enc A) = (A == set0).
Proof.
rewrite /C.empty -enc0; apply/N.eqb_spec/eqP => [/enc_inj //|-> //].
Qed.
Lemma enc_same A B : N.eqb (enc A) (enc B) = (A == B).
Proof. by apply/N.eqb_spec/eqP => [/enc_inj|->]. Qed.
Lemma enc_pile b H : C.pile m n b (enc H) = enc (~: (dec b :|: H)).
Proof.
apply: enc_eq => [i ge|].
  by rewrite N.ldiff_spec N.ones_spec_high //; apply/of_nat_le.
apply/setP => x; rewrite !inE N.ldiff_spec N.lor_spec enc_in.
by rewrite N.ones_spec_low //; apply/of_nat_lt.
Qed.

Lemma pow_two : N.of_nat (2 ^ c) = N.pow 2 (N.of_nat c).
Proof.
elim: (c) => // i IH; rewrite expnS Nat2N.inj_succ N.pow_succ_r' -IH.
exact: Nat2N.inj_mul.
Qed.

Lemma in_masks b : (b \in C.masks m n) <-> small b.
Proof.
have -> : (b \in C.masks m n) = (N.to_nat b < 2 ^ c)%N.
  apply/mapP/idP => [[i]|lt]; last by exists (N.to_nat b);
    rewrite ?mem_iota ?N2Nat.id.
  by rewrite mem_iota /= add0n => lt ->; rewrite Nat2N.id.
rewrite -of_nat_lt N2Nat.id pow_two; split=> [lt i ge|sb].
  case: (N.eq_dec b 0) => [->|pos]; first by rewrite N.bits_0.
  apply: N.bits_above_log2; apply: (N.lt_le_trans _ (N.of_nat c)).
    by apply/N.log2_lt_pow2 => //; apply/N.neq_0_lt_0.
  exact/of_nat_le.
case: (N.eq_dec b 0) => [->|pos].
  by apply/N.neq_0_lt_0; apply: N.pow_nonzero.
apply/N.log2_lt_pow2; first exact/N.neq_0_lt_0.
rewrite -[N.log2 b]N2Nat.id of_nat_lt ltnNge; apply/negP => /sb.
by rewrite N2Nat.id N.bit_log2.
Qed.

Lemma cards_in_enc A : C.cards_in m n (enc A) = #|A|.
Proof.
rewrite /C.cards_in /C.indices count_map -sum1_count.
have -> : iota 0 (C.deck m n) = index_iota 0 c by rewrite /index_iota subn0.
rewrite big_mkord -sum1_card; apply: eq_bigl => x.
exact: enc_in.
Qed.

Lemma masks_uniq : uniq (C.masks m n).
Proof. by rewrite map_inj_uniq ?iota_uniq // => i j /Nat2N.inj. Qed.

Lemma in_sets_of b (r : nat) :
  (b \in C.sets_of m n r) <-> exists2 A : cards, #|A| = r & b = enc A.
Proof.
rewrite mem_filter; split=> [/andP [/eqP e /in_masks sb]|[A <- ->]].
  have eb := enc_eq sb (erefl (dec b)).
  by exists (dec b); rewrite // -cards_in_enc -eb.
by rewrite cards_in_enc eqxx; apply/in_masks; exact: enc_small.
Qed.

(* A sum over some sets, listed as numbers. *)
Lemma sum_sets (s : seq N) (P : pred cards) (F : N -> rat) : uniq s ->
  (forall b, b \in s <-> exists2 A, P A & b = enc A) ->
  \sum_(b <- s) F b = \sum_(A | P A) F (enc A).
Proof.
move=> us mem_s; have e : perm_eq s [seq enc A | A <- enum P].
  apply: uniq_perm => //; first by rewrite (map_inj_uniq enc_inj) enum_uniq.
  move=> b; apply/idP/mapP => [/mem_s [A PA ->]|[A PA ->]].
    by exists A; rewrite ?mem_enum.
  by apply/mem_s; exists A; rewrite // -[P A]/(A \in P) -mem_enum.
by rewrite (perm_big _ e) big_map big_enum.
Qed.

(* What was seen. *)
Definition enc_answer (a : option card) : N :=
  if a is Some x then enc [set x] else N0.
Definition enc_turn (r : cards * option card) : C.turn :=
  (enc r.1, enc_answer r.2).
Definition enc_history h : C.history := map enc_turn h.

Lemma enc_answer_inj : injective enc_answer.
Proof.
have pos x : enc [set x] <> N0.
  by move/eqP; rewrite -enc0 (inj_eq enc_inj) => /eqP/setP/(_ x);
    rewrite !inE eqxx.
move=> [x|] [y|] //= => [/enc_inj/set1_inj -> //|/pos //|/esym/pos //].
Qed.

Lemma empty_answer a : C.empty (enc_answer a) = (a == None).
Proof.
by apply/N.eqb_spec/eqP => [e|-> //]; apply: enc_answer_inj; rewrite e.
Qed.

Lemma asker_enc h : C.asker (enc_history h) = asker h.
Proof. by rewrite /C.asker size_map. Qed.

Lemma shown_enc j h : C.shown j (enc_history h) = enc (shown j h).
Proof.
elim: h => [|[Q a] h IH] /=; first by rewrite enc0.
rewrite asker_enc IH empty_answer; case: a => [x|] //=.
by rewrite -[eqb _ _]/(_ == _); case: ifP; rewrite ?enc_lor.
Qed.

Lemma lacks_enc j h : C.lacks j (enc_history h) = enc (lacks j h).
Proof.
elim: h => [|[Q a] h IH] /=; first by rewrite enc0.
rewrite asker_enc IH empty_answer; case: a => [x|] /=;
  by rewrite -[eqb _ _]/(_ == _); case: ifP; rewrite ?enc_lor.
Qed.

Definition asked_for h Q := (#|Q| == q) && useful h Q.

Lemma usefuls_enc h b : b \in C.usefuls (C.sets_of m n q) (enc_history h) <->
  exists2 Q : cards, asked_for h Q & b = enc Q.
Proof.
rewrite /C.usefuls mem_filter asker_enc shown_enc lacks_enc.
have us Q : C.empty (N.land (enc Q) (enc (shown (~~ asker h) h))) &&
    ~~ N.eqb (N.land (enc Q) (enc (lacks (~~ asker h) h))) (enc Q) = useful h Q.
  rewrite !enc_land enc_empty enc_same setI_eq0; congr (_ && ~~ _).
  exact/eqP/setIidPl.
split=> [/andP [ok /in_sets_of [Q e eb]]|[Q /andP [/eqP e ok] ->]].
  by exists Q; rewrite // /asked_for e eqxx -us -eb.
by rewrite us ok /=; apply/in_sets_of; exists Q.
Qed.

Lemma usefuls_uniq h : uniq (C.usefuls (C.sets_of m n q) (enc_history h)).
Proof. by rewrite !filter_uniq // masks_uniq. Qed.

Lemma usefuls_none h : C.usefuls (C.sets_of m n q) (enc_history h) = [::] <->
  useful_question q h = None.
Proof.
rewrite /useful_question; case: pickP => [Q ok|none]; split=> // e.
  have /usefuls_enc : exists2 Q' : cards, asked_for h Q' & enc Q = enc Q'.
    by exists Q.
  by rewrite e.
case us: C.usefuls => [|b s] //.
have /usefuls_enc [Q ok _] : b \in C.usefuls (C.sets_of m n q) (enc_history h).
  by rewrite us mem_head.
by move: (none Q); rewrite /= -/(asked_for h Q) ok.
Qed.

Lemma truthful_enc A Q a :
  C.truthful_answer (enc A) (enc Q) (enc_answer a) =
  (if a is Some x then x \in A else Q :&: A == set0).
Proof.
rewrite /C.truthful_answer empty_answer; case: a => [x|] /=.
  by rewrite enc_land enc_empty setI_eq0 disjoints1 negbK.
by rewrite enc_land enc_empty.
Qed.

Lemma singles_enc b A : b \in C.within m n (enc A) <->
  exists2 x : card, x \in A & b = enc [set x].
Proof.
have one x : N.shiftl 1 (num_of x) = enc [set x].
  have bit i : N.testbit (N.shiftl 1 (num_of x)) i = (i == num_of x).
    by rewrite N.shiftl_1_l N.pow2_bits_eqb; apply/N.eqb_spec/eqP => ->.
  apply: enc_eq => [i ge|].
    rewrite bit; apply/negbTE/eqP => /Nat2N.inj e.
    by move: (ltn_ord x); rewrite -e ltnNge ge.
  by apply/setP => y; rewrite !inE bit (inj_eq num_inj).
rewrite mem_filter; split=> [/andP [ne /mapP [i /mapP [j]]]|[x xA ->]].
  rewrite mem_iota add0n => /andP [_ lt] -> e.
  exists (Ordinal lt); last by rewrite e -one.
  move: ne; rewrite e (one (Ordinal lt)) enc_land enc_empty.
  by rewrite setI_eq0 disjoints1 negbK.
rewrite enc_land enc_empty setI_eq0 disjoints1 negbK xA -one.
apply/mapP; exists (num_of x) => //; apply/mapP; exists (val x) => //.
by rewrite mem_iota /= add0n.
Qed.

Lemma within_uniq b : uniq (C.within m n b).
Proof.
rewrite filter_uniq // !map_inj_uniq ?iota_uniq // => [i j /Nat2N.inj //|i j e].
have := congr1 (fun b => N.testbit b i) e.
rewrite !N.shiftl_1_l !N.pow2_bits_eqb N.eqb_refl.
by case: N.eqb_spec.
Qed.

Lemma answers_enc Q H a : truthful_answer H Q a ->
  enc_answer a \in C.answers m n (enc Q) (enc H).
Proof.
rewrite /C.answers enc_land enc_empty; case: a => [x|] /=.
  move=> xin; case: eqP => [e|_]; first by rewrite e inE in xin.
  by apply/singles_enc; exists x.
by move=> ->; rewrite inE.
Qed.
End Sets.

Section Sums.
Implicit Types (s : C.weights) (F : N -> rat).

Lemma sum_nonzero s F :
  \sum_(z <- C.nonzero s) rat_of z.2 * F z.1 = \sum_(z <- s) rat_of z.2 * F z.1.
Proof.
rewrite big_filter big_mkcond; apply: eq_bigr => z _.
by case zero: (C.is0 z.2); rewrite //= (is0P zero) mul0r.
Qed.

(* In a sum over hands each of them has the property that all have. *)
Lemma sum_le (T : Type) (s : seq T) (P : pred T) (F G : T -> rat) :
  all P s -> (forall z, P z -> F z <= G z) ->
  \sum_(z <- s) F z <= \sum_(z <- s) G z.
Proof.
move=> ok le; elim: s ok => [|z s IH] /=; first by rewrite !big_nil.
by case/andP => /le lez /IH les; rewrite !big_cons ler_add.
Qed.
Lemma sum_eq (T : Type) (s : seq T) (P : pred T) (F G : T -> rat) :
  all P s -> (forall z, P z -> F z = G z) ->
  \sum_(z <- s) F z = \sum_(z <- s) G z.
Proof.
move=> ok le; elim: s ok => [|z s IH] /=; first by rewrite !big_nil.
by case/andP => /le lez /IH les; rewrite !big_cons lez les.
Qed.

(* At most one hand leaves a given pile. *)
Lemma sum_others s (P : pred N) : uniq (map fst s) ->
  (forall a b, a \in map fst s -> b \in map fst s -> P a -> P b -> a = b) ->
  rat_of (C.split_largest (map snd s)).2 <=
  \sum_(z <- s) rat_of z.2 * (~~ P z.1)%:R.
Proof.
have := split_largestP (map snd s); case: C.split_largest => most rest /=.
rewrite big_map => -[sum large] us one.
have few : \sum_(z <- s) rat_of z.2 * (P z.1)%:R <= rat_of most.
  elim: s {sum} large us one => [|[a w] s IH] large /= us one.
    by rewrite big_nil rat_of_ge0.
  rewrite big_cons /=; case Pa: (P a); last first.
    rewrite mulr0 add0r; apply: IH => [z zs||x y xs ys];
      first by apply: large; right.
      by case/andP: us.
    by apply: one; rewrite inE ?xs ?ys orbT.
  rewrite mulr1 (sum_eq (P := fun z => z.1 \in map fst s) (G := fun=> 0));
    last first.
  - move=> z zs; case Pz: (P z.1); last by rewrite mulr0.
    case/andP: us => /negP []; rewrite (one a z.1) ?inE ?eqxx ?zs ?orbT //.
  - by elim: (s) => //= z s' IHs; rewrite inE eqxx /=; apply: sub_all IHs => y;
      rewrite inE => ->; rewrite orbT.
  by rewrite big1_eq addr0; apply: large; left.
rewrite -(ler_add2l (rat_of most)) sum; apply: le_trans (ler_add few (lexx _)).
rewrite -big_split /= le_eqVlt; apply/orP; left; apply/eqP.
by apply: eq_bigr => z _; case: (P _); rewrite ?mulr1 ?mulr0 ?addr0 ?add0r.
Qed.

Lemma sub_le1 s : rat_of (C.total (C.sub s)) <= 1.
Proof.
by rewrite /C.sub fleE rat_of1; case: ifP.
Qed.
End Sums.

Section Sound.
Variables m n q : nat.
Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis q_pos : (0 < q)%N.
Hypothesis n_pos : (0 < n)%N.
Notation card := (card m n).
Notation cards := {set card}.
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Notation qs := (C.sets_of m n q).
Notation enc := (@enc m n).
Notation dec := (@dec m n).
Notation enc_answer := (@enc_answer m n).
Notation enc_history := (@enc_history m n).
Notation enc_turn := (@enc_turn m n).
Notation turn := (cards * option card)%type.
Implicit Types (A H Q : cards) (h : history m n) (t : strategy).
Variables (k : bool) (p : C.plan).

Definition mk A H : deal := if k then (H, A) else (A, H).
Lemma mk_own A H : hand (mk A H) k = A.
Proof. by rewrite /mk; case: k. Qed.
Lemma mk_other A H : hand (mk A H) (~~ k) = H.
Proof. by rewrite /mk; case: k. Qed.
Lemma mk_pile A H : pile (mk A H) = ~: (A :|: H).
Proof. by rewrite /pile /mk; case: k; rewrite // setUC. Qed.

Definition asked_by A h := C.sub (C.asking p (enc_history h)
  (C.usefuls qs (enc_history h)) (enc A)).
Definition shown_by A h Q :=
  C.sub (C.showing p (enc_history h) (enc Q) (enc A)).
Definition guessed_by A h (r : turn) :=
  C.sub_guess (C.guessing p (enc_history h) (enc_turn r) (enc A)).
Definition behaves : behaviour m n := Behaviour
  (fun A h Q => rat_of (C.look (enc Q) (asked_by A h)))
  (fun A h Q a => rat_of (C.look (enc_answer a) (shown_by A h Q)))
  (fun A h (r : turn) g =>
     if g is Some M then rat_of (C.look (enc M) (guessed_by A h r).2)
                  else rat_of (guessed_by A h r).1).

Lemma look_sum (A : finType) (f : A -> N) s : injective f ->
  \sum_a rat_of (C.look (f a) s) <= rat_of (C.total s).
Proof.
move=> inj; rewrite rat_of_total.
rewrite (eq_bigr (fun a => \sum_(z <- s) rat_of z.2 * (z.1 == f a)%:R));
  last first.
  move=> a _; rewrite rat_of_look big_mkcond; apply: eq_bigr => z _.
  by case: eqP; rewrite ?mulr1 ?mulr0.
rewrite exchange_big; apply: ler_sum => z _; rewrite -mulr_sumr.
rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: rat_of_ge0.
case: (pickP (fun a => z.1 == f a)) => [a e|no]; last first.
  by rewrite big1 ?ler01 // => a _; rewrite no.
rewrite (bigD1 a) //= e big1 ?addr0 // => b ne.
by rewrite (eqP e) (inj_eq inj) eq_sym (negbTE ne).
Qed.

Lemma behaves_proper : proper behaves.
Proof.
move=> A h; split=> [|Q|r]; split=> [a|] /=.
- exact: rat_of_ge0.
- apply: le_trans (sub_le1 _); exact: look_sum (@enc_inj m n).
- exact: rat_of_ge0.
- apply: le_trans (sub_le1 _); exact: look_sum (@enc_answer_inj m n).
- by case: a => [M|]; exact: rat_of_ge0.
have one :
  rat_of (guessed_by A h r).1 + rat_of (C.total (guessed_by A h r).2) <= 1.
  rewrite /guessed_by /C.sub_guess fleE rat_ofD rat_of1; by case: ifP.
apply: le_trans one; rewrite (bigD1 None) //= ler_add2l.
apply: le_trans (look_sum _ (@enc_inj m n)).
rewrite (reindex_onto Some (odflt set0)) /=; last by case.
by rewrite (eq_bigl xpredT) // => M; rewrite eqxx.
Qed.

(* The hands that player k may have where the other has H. *)
Definition fits H (a : N) := (a == enc (dec a)) && dealt (mk (dec a) H).
Definition hands_fit H (held : C.weights) :=
  uniq (map fst held) && all (fits H) (map fst held).

Lemma fits_sub H held held' : subseq (map fst held') (map fst held) ->
  hands_fit H held -> hands_fit H held'.
Proof.
move=> sub /andP [u a]; apply/andP; split; first exact: subseq_uniq u.
by apply/allP => x /(mem_subseq sub); exact/allP.
Qed.

Lemma filter_sub (T : Type) (f : T -> N) P (s : seq T) :
  subseq (map f (filter P s)) (map f s).
Proof.
elim: s => [|z s IH] //=; case: (P z); first by rewrite /= eqxx.
exact: subseq_trans IH (subseq_cons _ _).
Qed.
Lemma own_fits H a : fits H a -> enc (dec a) = a.
Proof. by case/andP => /eqP <-. Qed.

Lemma fits_dealt H a : fits H a -> dealt (mk (dec a) H).
Proof. by case/andP. Qed.

Lemma dealt_pile A B H : dealt (mk A H) -> dealt (mk B H) ->
  pile (mk A H) = pile (mk B H) -> A = B.
Proof.
move=> dA dB; rewrite !mk_pile => /setC_inj e.
have := hands_disjoint k dA; have := hands_disjoint k dB.
rewrite !mk_own !mk_other => iB iA; apply/setP => x.
have := congr1 (fun S : cards => x \in S) e; rewrite !inE.
case xH: (x \in H); last by rewrite !orbF.
by rewrite (disjointFr iA xH) (disjointFr iB xH).
Qed.

Lemma pile_num a H : C.pile m n a (enc H) = enc (pile (mk (dec a) H)).
Proof. by rewrite enc_pile mk_pile. Qed.

(* What the checker computes is at most what the plan is worth. *)
Lemma value_sound t T held H h : hands_fit H held ->
  rat_of (C.value m n k p qs T held (enc H) (enc_history h)) <=
  \sum_(z <- held) rat_of z.2 * worth q k behaves t (mk (dec z.1) H) T h.
Proof.
have pos := @worth_ge0 m n q k behaves behaves_proper.
have pos' (s : C.weights) T' h' :
  0 <= \sum_(z <- s) rat_of z.2 * worth q k behaves t (mk (dec z.1) H) T' h'.
  by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?rat_of_ge0 // pos.
elim: T held h => [|T IH] held h fit.
  by rewrite rat_of0; exact: pos'.
rewrite [C.value _ _ _ _ _ _ _ _ _]/=.
case us: C.usefuls => [|u0 us0].
  have /usefuls_none none := us; rewrite asker_enc -[eqb _ _]/(_ == _).
  case: ifP => [ask|_]; last by rewrite rat_of0; exact: pos'.
  rewrite rat_of_total; apply: ler_sum => z _.
  by rewrite /= ask none mulr1.
rewrite -us; case some: (useful_question q h) => [Q0|]; last first.
  by move/usefuls_none: some; rewrite us.
have mem_us := @usefuls_enc m n q h; have uniq_us := @usefuls_uniq m n q h.
have /andP [uniq_held all_held] := fit; rewrite all_map in all_held.
rewrite asker_enc -[eqb _ _]/(_ == _); case: ifP => ask.
  pose pa a Q := rat_of (C.look (enc Q) (asked_by (dec a) h)).
  pose r Q : turn := (Q, answer t H h Q).
  pose X a Q := may_guess behaves (dec a) h (r Q) (Some (pile (mk (dec a) H))) +
    may_guess behaves (dec a) h (r Q) None *
    worth q k behaves t (mk (dec a) H) T (r Q :: h).
  have X0 a Q : 0 <= X a Q.
    have [_ _ ok] := behaves_proper (dec a) h; have [pg0 _] := ok (r Q).
    by rewrite /X addr_ge0 ?pg0 // mulr_ge0 ?pg0 ?pos.
  rewrite [X in _ <= X](eq_bigr (fun z => \sum_(Q | asked_for q h Q)
    rat_of z.2 * (pa z.1 Q * X z.1 Q))); last first.
    by move=> z _; rewrite /= ask some mk_own mk_other mulr_sumr.
  rewrite exchange_big rat_of_sum big_map (sum_sets _ uniq_us mem_us).
  apply: ler_sum => Q okQ; rewrite /C.own_asked.
  set ahead := C.nonzero _.
  have sum_ahead F : \sum_(z <- ahead) rat_of z.2 * F z.1 =
      \sum_(z <- held) rat_of z.2 * (pa z.1 Q * F z.1).
    rewrite sum_nonzero 2!big_map; apply: sum_eq all_held _ => z /own_fits ez.
    by rewrite /= rat_ofM mulrA /pa /asked_by ez.
  rewrite -(sum_ahead (fun a => X a Q)).
  have {}fit : hands_fit H ahead.
    by apply: fits_sub fit; apply: subseq_trans (filter_sub _ _ _) _;
      rewrite -!map_comp.
  case e: ahead => [|z0 ahead0]; first by rewrite big_nil rat_of0.
  rewrite -e; move: fit; clear e sum_ahead; move: ahead => ahead fit.
  have /andP [_ all_ahead] := fit; rewrite all_map in all_ahead.
  set a := answer t H h Q in r X X0 *.
  have tr : truthful_answer H Q a by exact: answer_truthful.
  apply: le_trans (fmins_le erefl (answers_enc tr)) _.
  rewrite rat_ofD (eq_bigr _ (fun z _ => mulrDr _ _ _)) big_split /=.
  have guess_eq z : fits H z ->
      C.sub_guess (C.guessing p (enc_history h) (enc Q, enc_answer a) z) =
      guessed_by (dec z) h (r Q).
    by move/own_fits => ez; rewrite /guessed_by ez.
  apply: ler_add.
    rewrite rat_of_sum 2!big_map; apply: sum_le all_ahead _ => z /= ez.
    by rewrite rat_ofM guess_eq // pile_num.
  set on := C.nonzero _.
  have sum_on F : \sum_(z <- on) rat_of z.2 * F z.1 =
      \sum_(z <- ahead) rat_of z.2 * (rat_of (guessed_by (dec z.1) h (r Q)).1 *
      F z.1).
    rewrite sum_nonzero 2!big_map; apply: sum_eq all_ahead _ => z /= ez.
    by rewrite rat_ofM mulrA guess_eq.
  rewrite -(sum_on (fun b => worth q k behaves t (mk (dec b) H) T (r Q :: h))).
  have {}fit : hands_fit H on.
    by apply: fits_sub fit; apply: subseq_trans (filter_sub _ _ _) _;
      rewrite -!map_comp.
  case e: on => [|z1 on0]; first by rewrite big_nil rat_of0.
  by rewrite -e; exact: (IH on (r Q :: h) fit).
have {}ask : (asker h == k) = false by [].
case put_Q: (put q true t H h) => [Q|]; last first.
  by move: put_Q; rewrite put_only some; case: ifP.
have okQ : asked_for q h Q.
  by rewrite /asked_for (put_size q_small n_pos put_Q) eqxx (put_useful put_Q).
have mem_Q : enc Q \in C.usefuls qs (enc_history h) by apply/mem_us; exists Q.
apply: le_trans (fmins_le erefl mem_Q) _; cbv beta zeta;
  rewrite rat_of_sum big_map.
pose ps a x := rat_of (C.look (enc_answer x) (shown_by (dec a) h Q)).
pose Y a x := if guess t H h (Q, x) is Some M then (M != pile (mk (dec a) H))%:R
  else worth q k behaves t (mk (dec a) H) T ((Q, x) :: h).
have Y0 a x : 0 <= Y a x.
  by rewrite /Y; case: guess => [M|]; [exact: ler0n|exact: pos].
have W z : worth q k behaves t (mk (dec z) H) T.+1 h =
    \sum_x (truthful_answer (dec z) Q x)%:R * (ps z x * Y z x).
  rewrite /= ask mk_own mk_other put_Q big_mkcond; apply: eq_bigr => x _.
  by case: truthful_answer; rewrite ?mul1r ?mul0r.
rewrite (eq_bigr (fun z => \sum_x rat_of z.2 *
    ((truthful_answer (dec z.1) Q x)%:R * (ps z.1 x * Y z.1 x)))); last first.
  by move=> z _; rewrite W mulr_sumr.
rewrite exchange_big /=; pose xs := None :: [seq Some x | x <- enum Q].
have uniq_xs : uniq xs.
  rewrite /= (map_inj_uniq (@Some_inj _)) enum_uniq andbT.
  by apply/negP => /mapP [].
have perm_xs : perm_eq (0%num :: C.within m n (enc Q)) (map enc_answer xs).
  apply: uniq_perm; last 1 first.
  - move=> b; rewrite /= !inE -map_comp; congr (_ || _); apply/idP/mapP.
      by move/singles_enc => [x xQ ->]; exists x; rewrite ?mem_enum.
    by move=> [x]; rewrite mem_enum => xQ ->; apply/singles_enc; exists x.
  - rewrite cons_uniq within_uniq andbT; apply/negP => /singles_enc [x _].
    by move/(@enc_answer_inj m n None (Some x)).
  - by rewrite (map_inj_uniq (@enc_answer_inj m n)).
rewrite (perm_big _ perm_xs) big_map.
apply: (@le_trans _ _ (\sum_(x <- xs) \sum_(z <- held) rat_of z.2 *
    ((truthful_answer (dec z.1) Q x)%:R * (ps z.1 x * Y z.1 x)))); last first.
  rewrite big_uniq //= [X in _ <= X](bigID (mem xs)) /= ler_addl.
  apply: sumr_ge0 => x _; apply: sumr_ge0 => z _.
  rewrite mulr_ge0 ?rat_of_ge0 // mulr_ge0 ?ler0n // mulr_ge0 ?Y0 //.
  exact: rat_of_ge0.
have in_Q x : x \in xs -> forall A,
    C.truthful_answer (enc A) (enc Q) (enc_answer x) = truthful_answer A Q x.
  move=> xs_x A; rewrite truthful_enc; case: x xs_x => [x|] //.
  rewrite inE /= (mem_map (@Some_inj _)) mem_enum inE => ->.
  by [].
rewrite !big_seq; apply: ler_sum => x /in_Q tr; rewrite /C.other_told.
set ahead := C.nonzero _.
have sum_ahead F : \sum_(z <- ahead) rat_of z.2 * F z.1 =
    \sum_(z <- held) rat_of z.2 *
    ((truthful_answer (dec z.1) Q x)%:R * (ps z.1 x * F z.1)).
  rewrite sum_nonzero big_map big_filter big_map big_mkcond /=.
  apply: sum_eq all_held _ => z /own_fits ez.
  rewrite -[in LHS]ez tr; case: truthful_answer; last by rewrite mul0r mulr0.
  by rewrite rat_ofM [true%:R * _]mul1r mulrA /ps /shown_by !ez.
rewrite -(sum_ahead (fun a => Y a x)).
have {}fit : hands_fit H ahead.
  apply: fits_sub fit; apply: subseq_trans (filter_sub _ _ _) _.
  rewrite -map_comp; apply: subseq_trans (filter_sub _ _ _) _.
  by rewrite -map_comp.
move: ahead fit {sum_ahead} => ahead fit.
case: ifP => [_|_].
  rewrite rat_of0; apply: sumr_ge0 => z _; rewrite mulr_ge0 ?rat_of_ge0 //.
have [le1 le2] := rat_of_min (C.split_largest (map snd ahead)).2
  (C.value m n k p qs T ahead (enc H) ((enc Q, enc_answer x) :: enc_history h)).
rewrite /Y; case eg: guess => [M|]; last first.
  by apply: le_trans le2 _; exact: (IH ahead ((Q, x) :: h) fit).
apply: le_trans le1 _; apply: le_trans (sum_others (P := fun a =>
  M == pile (mk (dec a) H)) _ _) _ => //; first by case/andP: fit.
have /andP [_ /allP all_fit] := fit.
move=> a b /all_fit fa /all_fit fb /eqP -> /eqP e.
rewrite -(own_fits fa) -(own_fits fb).
by rewrite (dealt_pile (fits_dealt fa) (fits_dealt fb) e).
Qed.

(* All deals. *)
Lemma fits_beside b H : #|H| = n ->
  (b \in filter (fun a => C.empty (N.land a (enc H))) (C.sets_of m n n) <->
   exists2 A, dealt (mk A H) & b = enc A).
Proof.
move=> sH; have deE A : dealt (mk A H) = (#|A| == n) && [disjoint A & H].
  by rewrite /dealt /mk; case: k; rewrite /= sH eqxx ?andbT //= disjoint_sym.
rewrite mem_filter; split=> [/andP [ok /in_sets_of [A sA eb]]|[A de ->]].
  by exists A; rewrite // deE sA eqxx; move: ok;
    rewrite eb enc_land enc_empty setI_eq0.
move: de; rewrite deE => /andP [/eqP sA di].
by rewrite enc_land enc_empty setI_eq0 di; apply/in_sets_of; exists A.
Qed.

Notation beside H := (C.beside (enc H) (C.sets_of m n n)).

Lemma beside_uniq H :
  uniq (filter (fun a => C.empty (N.land a (enc H))) (C.sets_of m n n)).
Proof. by rewrite !filter_uniq // masks_uniq. Qed.

Lemma beside_fits H : #|H| = n -> hands_fit H (beside H).
Proof.
move=> sH; rewrite /hands_fit /C.beside -map_comp map_id beside_uniq /=.
apply/allP => b /(fits_beside _ sH) [A de ->].
by rewrite /fits encK eqxx.
Qed.

Lemma sum_beside H F : #|H| = n ->
  \sum_(z <- beside H) rat_of z.2 * F z.1 = \sum_(A | dealt (mk A H)) F (enc A).
Proof.
move=> sH; rewrite big_map (eq_bigr F) => [|b _]; last by rewrite /= mul1r.
apply: sum_sets; first exact: beside_uniq.
by move=> b; exact: fits_beside.
Qed.

Lemma sum_hands F :
  \sum_(b <- C.sets_of m n n) F b = \sum_(H : cards | #|H| == n) F (enc H)
  :> rat.
Proof.
apply: sum_sets => [|b]; first by rewrite filter_uniq // masks_uniq.
rewrite in_sets_of; split=> [] [A e ->]; exists A => //; exact/eqP.
Qed.

Lemma sum_deals (G : deal -> rat) :
  \sum_(H : cards | #|H| == n) \sum_(A | dealt (mk A H)) G (mk A H) =
  \sum_(d in deals m n) G d.
Proof.
rewrite pair_big_dep /= (reindex (fun d => (hand d (~~ k), hand d k))) /=;
  last first.
  exists (fun z => mk z.2 z.1) => [d _|[H A] _];
    last by rewrite /= mk_own mk_other.
  by rewrite /mk; case: (d) => A B; case: k.
have mkK d : mk (hand d k) (hand d (~~ k)) = d.
  by rewrite /mk; case: d => A B; case: k.
apply: eq_big => [d|d _]; last by rewrite mkK.
rewrite mkK inE; case de: (dealt d); last by rewrite andbF.
by rewrite (hand_size _ de) eqxx.
Qed.

Lemma deals_count : C.deals m n = #|deals m n|.
Proof.
suff e : (C.deals m n)%:R = #|deals m n|%:R :> rat.
  by move/eqP: e; rewrite eqr_nat => /eqP.
rewrite /C.deals sumnE big_map natr_sum sum_hands.
rewrite -sum1_card natr_sum -(sum_deals (fun=> 1%:R)).
apply: eq_bigr => H /eqP sH.
rewrite -(sum_beside (fun=> 1) sH) /C.beside size_map big_map.
by rewrite -sum1_size natr_sum; apply: eq_bigr => b _; rewrite mulr1.
Qed.

Theorem plan_assures :
  @assures m n q k (rat_of (C.assured m n q k p)) (last_turn m n).
Proof.
have [I [x [s [mx good]]]] :=
  as_mixed q_small n_pos k behaves_proper (last_turn m n).
exists I, x, (fun i => follow q k (s i)); split=> // t T late.
apply: (@le_trans _ _ (\sum_i x i *
    chance q true k (pair k (s i) (counter q k t)) (last_turn m n)));
    last first.
  apply: ler_sum => i _; apply: ler_wpmul2l; first exact: mx.1.
  exact: (chance_follow q_small q_pos n_pos).
move: (counter q k t) => t'.
have -> : \sum_i x i * chance q true k (pair k (s i) t') (last_turn m n) =
    (\sum_(d in deals m n) \sum_i x i * wins q k (s i) t' d
      (last_turn m n) [::])
    / #|deals m n|%:R.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _.
  by rewrite /chance mulrA mulr_sumr.
rewrite rat_of_reduced fpartE.
have -> : posr (Pos.of_nat (C.deals m n)) = #|deals m n|%:R.
  rewrite /posr deals_count; congr _%:R; apply: Nat2Pos.id.
  by apply/eqP; rewrite -lt0n; exact: some_deals.
apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite rat_of_sum big_map sum_hands -sum_deals; apply: ler_sum => H /eqP sH.
apply: le_trans (value_sound t' _ [::] (beside_fits sH)) _.
rewrite (sum_beside (fun a => worth q k behaves t' (mk (dec a) H) _ [::]) sH).
by apply: ler_sum => A de; rewrite encK; apply: good.
Qed.
End Sound.

(* A certificate that is accepted bounds the value of its game: the first player
   wins with the chance lower at least, whatever the second does, and the second
   sees to it that he does not win with more than upper. *)
Theorem check_sound c : C.check c ->
  let a k w := @assures (C.c_m c) (C.c_n c) (C.c_q c) k w
    (last_turn (C.c_m c) (C.c_n c)) in
  a false (rat_of (C.lower c)) /\ a true (1 - rat_of (C.upper c)).
Proof.
case: c => m n q lower upper s1 s2.
case/and5P => /= n_pos q_pos q_small _ /andP [_ /andP [/fsameP e1 /fsameP e2]].
split; first by rewrite -e1; apply: plan_assures.
have -> : 1 - rat_of upper = rat_of (C.assured m n q true
    (C.plan_of m n (C.sets_of m n m) (C.table_of s2))).
  by rewrite -rat_of1 -e2 rat_ofD addrK.
exact: plan_assures.
Qed.
