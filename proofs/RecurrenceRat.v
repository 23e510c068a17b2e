(* Section 4.4: the numbers of Recurrence.v, which are Coq's fractions, are
   those of HonestValue.v, which are mathcomp's; so P(m,n,n) of Recurrence.v
   is the value of the game without bluffs and repetitions (value_4_4).

   Glossary
     zr z             an integer of Coq as a number of mathcomp
     to_rat a         a fraction of Coq as one of mathcomp
     in_01 v          0 <= v <= 1 *)

From Coq Require Import QArith Qminmax Lia.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import HonestGame HonestValue Unique.
From Myst Require Recurrence Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition zr (z : Z) : rat :=
  match z with
  | Z0 => 0
  | Zpos p => (Pos.to_nat p)%:R
  | Zneg p => - (Pos.to_nat p)%:R
  end.

Lemma zr_opp z : zr (- z)%Z = - zr z.
Proof. by case: z => [|p|p] /=; rewrite ?oppr0 ?opprK. Qed.

Lemma zr_nat u : zr (Z.of_nat u) = u%:R.
Proof. by case: u => // u; rewrite /= SuccNat2Pos.id_succ. Qed.

Lemma zr_sub u v : zr (Z.of_nat u - Z.of_nat v)%Z = u%:R - v%:R.
Proof.
have [le|/ltnW le] := leqP v u.
  have -> : (Z.of_nat u - Z.of_nat v = Z.of_nat (u - v))%Z.
    by rewrite -minusE Nat2Z.inj_sub //; apply/ssrnat.leP.
  by rewrite zr_nat natrB.
have -> : (Z.of_nat u - Z.of_nat v = - Z.of_nat (v - u))%Z.
  by rewrite -minusE Nat2Z.inj_sub; [lia|apply/ssrnat.leP].
by rewrite zr_opp zr_nat natrB // opprB.
Qed.

Lemma difference z : exists u v, z = (Z.of_nat u - Z.of_nat v)%Z.
Proof. by exists (Z.to_nat z), (Z.to_nat (- z)); lia. Qed.

Lemma zr_add a b : zr (a + b)%Z = zr a + zr b.
Proof.
have [u [v ->]] := difference a; have [u' [v' ->]] := difference b.
have -> : (Z.of_nat u - Z.of_nat v + (Z.of_nat u' - Z.of_nat v') =
  Z.of_nat (u + u') - Z.of_nat (v + v'))%Z by rewrite -!plusE; lia.
by rewrite !zr_sub !natrD opprD addrACA.
Qed.

Lemma zr_mul a b : zr (a * b)%Z = zr a * zr b.
Proof.
have [u [v ->]] := difference a; have [u' [v' ->]] := difference b.
have -> : ((Z.of_nat u - Z.of_nat v) * (Z.of_nat u' - Z.of_nat v') =
  Z.of_nat (u * u' + v * v') - Z.of_nat (u * v' + v * u'))%Z.
  by rewrite -!plusE -!multE; lia.
rewrite !zr_sub !natrD !natrM mulrBr !mulrBl opprD !addrA.
by rewrite opprB addrA addrAC; congr (_ - _); rewrite addrAC.
Qed.

Lemma zr_ge0 z : (0 <= z)%Z -> 0 <= zr z.
Proof. by case: z => [|p|p] // _; exact: ler0n. Qed.
Lemma zr_pos p : 0 < zr (Zpos p).
Proof. by rewrite /= ltr0n; apply/ssrnat.ltP; exact: Pos2Nat.is_pos. Qed.
Lemma zr_neq0 p : zr (Zpos p) != 0.
Proof. by rewrite gt_eqF ?zr_pos. Qed.

Definition to_rat (a : Q) : rat := zr (Qnum a) / zr (Zpos (Qden a)).

Lemma to_rat_eq a b : Qeq a b -> to_rat a = to_rat b.
Proof.
move=> e; apply/eqP; rewrite /to_rat eqr_div ?zr_neq0 // -!zr_mul.
by apply/eqP; congr zr.
Qed.

Lemma to_rat_add a b : to_rat (Qplus a b) = to_rat a + to_rat b.
Proof.
by rewrite /to_rat addf_div ?zr_neq0 // -!zr_mul -zr_add.
Qed.
Lemma to_rat_mul a b : to_rat (Qmult a b) = to_rat a * to_rat b.
Proof. by rewrite /to_rat mulf_div -!zr_mul. Qed.
Lemma to_rat_inv a : to_rat (Qinv a) = (to_rat a)^-1.
Proof.
case: a => [[|p|p] d]; rewrite /to_rat /Qinv [Qnum _]/= [Qden _]/=.
- by rewrite !mul0r invr0.
- by rewrite invf_div.
- rewrite -[Zneg d]/(- Zpos d)%Z -[Zneg p]/(- Zpos p)%Z !zr_opp.
  by rewrite !mulNr invrN invf_div.
Qed.
Lemma to_rat_div a b : to_rat (Qdiv a b) = to_rat a / to_rat b.
Proof. by rewrite to_rat_mul to_rat_inv. Qed.
Lemma to_rat_opp a : to_rat (Qopp a) = - to_rat a.
Proof. by rewrite /to_rat [Qnum _]/= [Qden _]/= zr_opp mulNr. Qed.
Lemma to_rat_sub a b : to_rat (Qminus a b) = to_rat a - to_rat b.
Proof. by rewrite to_rat_add to_rat_opp. Qed.
Lemma to_rat_1 : to_rat (Qmake 1 1) = 1.
Proof. by rewrite /to_rat divff. Qed.

Lemma to_rat_le a b : Qle a b -> to_rat a <= to_rat b.
Proof.
move=> le; rewrite -subr_ge0 -to_rat_sub /to_rat mulr_ge0 ?invr_ge0 ?zr_ge0 //.
by move: le; rewrite /Qle [Qnum (Qminus b a)]/=; lia.
Qed.

Lemma to_rat_q k : to_rat (Recurrence.q k) = k%:R.
Proof. by rewrite /to_rat [Qnum _]/= [Qden _]/= zr_nat divr1. Qed.

Lemma to_rat_guess m y : to_rat (Recurrence.guess m y) = ways m y.
Proof.
elim: m => [|m IH]; first by rewrite to_rat_1 /ways bin0 invr1.
rewrite [Recurrence.guess _ _]/= to_rat_mul to_rat_div !to_rat_q IH /ways.
have := mul_bin_diag (m.+1 + y) m; rewrite addSn [_.+1.-1]/= => e.
have S0 : (m.+1)%:R != 0 :> rat by rewrite pnatr_eq0.
rewrite plusE ?addSn -mulrA -invfM -natrM e natrM invfM mulrA divff //.
by rewrite mul1r.
Qed.

(* The recurrences are the same. *)
Definition in_01 (v : rat) : bool := (0 <= v) && (v <= 1).

Lemma value_in_01 f m x y : in_01 (value_in f m x y).
Proof.
have ways01 p z : in_01 (ways p z).
  by rewrite /in_01 /ways invr_ge0 ler0n invf_le1 ?ler1n ?ltr0n bin_gt0
    leq_addr.
have one : in_01 1 by rewrite /in_01 ler01 lexx.
elim: f m x y => [|f IH] m x y; first exact: one.
rewrite [value_in _ _ _ _]/=; case: ifP => [_|/negbT]; first exact: one.
rewrite -lt0n => pos.
have best01 p z w : in_01 (best (value_in f) p z w).
  rewrite /best; case: ifP => _; last exact: ways01.
  by have /andP [v0 v1] := IH p w z; rewrite /in_01 subr_ge0 v1 -subr_ge0 opprB
    addrC subrK v0.
have N0 : 0 < (m + y)%:R :> rat by rewrite ltr0n.
have /andP [b0 b1] := best01 m.-1 x y; have /andP [c0 c1] := best01 m x y.-1.
rewrite /in_01 mulr_ge0 ?invr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n //=.
have N1 : (m + y)%:R / (m + y)%:R = 1 :> rat by rewrite divff // gt_eqF.
rewrite -[X in _ <= X]N1 mulrC [X in _ <= X]mulrC; apply: le_times.
  by rewrite invr_ge0 ler0n.
rewrite natrD; apply: le_plus; rewrite -[X in _ <= X]mulr1;
  apply: le_times => //;
  exact: ler0n.
Qed.

Lemma best_1 v p x y : (p = 0 \/ y = 0)%N -> 0 <= v p y x -> best v p x y = 1.
Proof.
move=> e v0; have w1 : ways p y = 1.
  by case: e => ->; rewrite /ways ?bin0 ?addn0 ?binn invr1.
rewrite /best w1; case: ifP => // le; apply/eqP; rewrite eq_le le andbT.
by rewrite -subr_ge0 opprB addrC subrK.
Qed.

Lemma to_rat_value f m x y : (0 < m + y)%N ->
  to_rat (Recurrence.value f m x y) = value_in f m x y.
Proof.
elim: f m x y => [|f IH] m x y pos; first exact: to_rat_1.
rewrite [Recurrence.value _ _ _ _]/= [value_in _ _ _ _]/= gtn_eqF //.
have asked p z : to_rat (Recurrence.having_asked (Recurrence.value f) p x z) =
    best (value_in f) p x z.
  rewrite /Recurrence.having_asked; have v0 := andP (value_in_01 f p z x).
  case ep: (Nat.eqb p 0).
    by rewrite /= to_rat_1 best_1 ?v0.1 //; left; apply/Nat.eqb_eq.
  case ez: (Nat.eqb z 0).
    by rewrite /= to_rat_1 best_1 ?v0.1 //; right; apply/Nat.eqb_eq.
  have p0 : (0 < p)%N by case: (p) ep.
  have eV : to_rat (Qminus (Qmake 1 1) (Recurrence.value f p z x)) = 1 -
    value_in f p z x.
    by rewrite to_rat_sub to_rat_1 IH // addn_gt0 p0.
  rewrite /best [orb _ _]/= -to_rat_guess -eV; set u := Qminus _ _.
  case: (Qlt_le_dec u (Recurrence.guess p z)) => [/Qlt_le_weak le|le].
    rewrite (to_rat_eq (Q.max_l _ _ le)); case: ifP => // le'.
    by apply/eqP; rewrite eq_le le' to_rat_le.
  by rewrite (to_rat_eq (Q.max_r _ _ le)) to_rat_le.
rewrite /Recurrence.mean to_rat_div !to_rat_add !to_rat_mul !to_rat_q !asked.
by rewrite natrD !Nat.sub_1_r.
Qed.

(* Both can make sure of so much, and no two chances add up to more than 1:
   P(m,n,n) is the value. *)
Theorem value_4_4 m n T : (m + n * 2 < T)%N -> (0 < m + n)%N ->
  let v := to_rat (Recurrence.P m n n) in
  [/\ exists2 e, fair e & forall e', fair e' ->
       v <= overall false (fun i => if i then e' else e : behaviour m n) T,
      exists2 e, fair e & forall e', fair e' ->
       1 - v <= overall true (fun i => if i then e else e' : behaviour m n) T &
      forall b : bool -> behaviour m n, (forall i, fair (b i)) ->
       overall false b T + overall true b T <= 1].
Proof.
move=> late pos v; have [first second] := value_of_honest late.
have -> : v = P m n n by rewrite /v /Recurrence.P to_rat_value // plusE.
by split=> // b; exact: overall_le1.
Qed.
