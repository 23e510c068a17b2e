(* What the numbers of Checker.v stand for: its fractions are rational numbers,
   its numbers in binary are sets of cards, and its lists of weights have sums.

   Glossary
     posr, numr, rat_of a
                      numbers of the checker, and its fractions, in mathcomp
     num_of, dec, enc the number of a card; the set of a number; the number
                      of a set
     small b          the number b stands for cards of the game only
     enc_answer, enc_turn, enc_history
                      answers, turns and histories of Duel.v for the checker
     asked_for h Q    Q is a useful question of q cards *)

From Coq Require Import Arith PArith NArith Nnat.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Ordered Duel.
From Myst Require Checker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module C := Checker.

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

Lemma fmins_fst (T : Type) (s : seq (N * T)) (f : N -> C.frac) b :
  b \in map fst s -> rat_of (C.fmins (map (fun c => f c.1) s)) <= rat_of (f b).
Proof. by apply: fmins_le; rewrite -map_comp. Qed.

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

Lemma rat_of_times k a : rat_of (C.times k a) = posr k * rat_of a.
Proof. by rewrite rat_ofM /rat_of /= numr_pos divr1. Qed.

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
