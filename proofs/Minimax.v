(* The theorem of von Neumann (Theorem 1.1, for two players and one prize): in a
   finite game either player has a mixed strategy that is worth the value.

   Over any ordered field, so with fractions: what is solved is a system of
   linear inequalities, by eliminating one unknown after the other (Fourier,
   Motzkin). A matrix game comes down to a symmetric one (Gale, Kuhn,
   Tucker).

   Glossary
     dot a y          the sum of a t * y t
     span L a         a is a sum of multiples of vectors of L by positive
                      numbers
     eliminate k L    the inequalities L without the unknown k
     mixed x          the chances x are not negative, and their sum is 1
     solution a v x y the mixed strategies x and y of the matrix game a are
                      worth v *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum.
From Myst Require Import Ordered.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gordan.
Variables (R : realFieldType) (T : finType).
Notation vector := {ffun T -> R^o}.
Implicit Types (a b : vector) (y : T -> R) (L : seq vector).

Definition dot a y : R := \sum_t a t * y t.

(* Sums of multiples of some vectors of L, by positive numbers. *)
Inductive span L : vector -> Prop :=
| Among a : a \in L -> span L a
| Sum a b : span L a -> span L b -> span L (a + b)
| Multiple c a : 0 < c -> span L a -> span L (c *: a).

Lemma span_trans L L' a : {in L', forall b, span L b} -> span L' a -> span L a.
Proof.
move=> sub; elim=> [b /sub|b c _ IHb _|c b pos _] //; first exact: Sum.
exact: Multiple.
Qed.

Lemma greatest (x : R) s : exists2 g, g \in x :: s &
  {in x :: s, forall l, l <= g}.
Proof.
elim: s x => [|z s IH] x; first by exists x; rewrite ?mem_head // => l;
  rewrite inE => /eqP ->.
have [g gin gmax] := IH z; case: (lerP x g) => [le|/ltW lt].
  by exists g => [|l]; rewrite inE ?gin ?orbT // => /orP [/eqP ->|/gmax].
exists x => [|l]; rewrite ?mem_head // inE => /orP [/eqP -> //|/gmax le].
exact: le_trans le lt.
Qed.

Lemma between (lo hi : seq R) : (forall l u, l \in lo -> u \in hi -> l < u) ->
  exists t, {in lo, forall l, l < t} /\ {in hi, forall u, t < u}.
Proof.
have least x s : exists2 g, g \in x :: s & {in x :: s, forall l : R, g <= l}.
  have [g gin gmax] := greatest (- x) (map -%R s); exists (- g).
    by move: gin; rewrite !inE eqr_oppLR -{2}(opprK g) (mem_map oppr_inj).
  by move=> l lin; rewrite ler_oppl gmax // -map_cons map_f.
case: lo hi => [|l lo] [|u hi] lt; first by exists 0.
- have [g gin gmin] := least u hi; exists (g - 1); split=> // h /gmin.
  by apply: lt_le_trans; rewrite ltr_subl_addr ltr_addl ltr01.
- have [g gin gmax] := greatest l lo; exists (g + 1); split=> // h /gmax le.
  by apply: le_lt_trans le _; rewrite ltr_addl ltr01.
have [g gin gmax] := greatest l lo; have [k kin kmin] := least u hi.
have /midf_lt [gt tk] := lt _ _ gin kin; exists ((g + k) / 2%:R); split=> h.
  by move=> /gmax le; exact: le_lt_trans le gt.
by move=> /kmin; exact: lt_le_trans.
Qed.

Lemma dot_minus c d a b y : dot (c *: a - d *: b) y = c * dot a y - d * dot b y.
Proof.
rewrite /dot !mulr_sumr -sumrB; apply: eq_bigr => t _.
by rewrite !ffunE mulrBl !mulrA.
Qed.

Lemma dot_shift a y t k :
  dot a (fun i => y i + t * (i == k)%:R) = dot a y + t * a k.
Proof.
rewrite /dot -[X in _ + X](_ : \sum_i a i * (t * (i == k)%:R) = _); last first.
  rewrite (bigD1 k) //= eqxx mulr1 mulrC big1 ?addr0 // => i /negbTE ->.
  by rewrite !mulr0.
by rewrite -big_split; apply: eq_bigr => i _; rewrite mulrDr.
Qed.

(* What is left to ask of y when its unknown k may still be chosen. *)
Definition eliminate (k : T) L : seq vector :=
  [seq a : vector <- L | a k == 0] ++
  [seq (p : vector) k *: (b : vector) - b k *: p |
     p <- [seq p : vector <- L | 0 < p k],
     b <- [seq b : vector <- L | b k < 0]].

Lemma eliminate_span k L : {in eliminate k L, forall a, span L a}.
Proof.
move=> a; rewrite mem_cat mem_filter => /orP [/andP [_]|]; first exact: Among.
move=> /allpairsP [[p b]] /= []; rewrite !mem_filter =>
  /andP [pk pL] /andP [bk bL] ->.
rewrite -scaleNr; apply: Sum; apply: Multiple; rewrite ?oppr_gt0 //;
  exact: Among.
Qed.

Lemma eliminate_solved k L y : {in eliminate k L, forall a, 0 < dot a y} ->
  exists t, {in L, forall a, 0 < dot a (fun i => y i + t * (i == k)%:R)}.
Proof.
move=> sol; pose bound (a : vector) := - dot a y / a k.
have [|t [lo hi]] := @between [seq bound p | p : vector <- L & 0 < p k]
    [seq bound b | b : vector <- L & b k < 0].
  move=> _ _ /mapP [p pin ->] /mapP [b bin ->].
  have : 0 < dot (p k *: b - b k *: p) y.
    by apply: sol; rewrite mem_cat; apply/orP; right; apply/allpairsP;
      exists (p, b).
  move: pin bin; rewrite !mem_filter => /andP [pk _] /andP [bk _].
  rewrite dot_minus subr_gt0 /bound ltr_pdivr_mulr // mulrAC ltr_ndivl_mulr //.
  by rewrite !mulNr ltr_opp2 (mulrC (dot p y)) (mulrC (dot b y)).
exists t => a aL; rewrite dot_shift; case: (ltrgt0P (a k)) => ak.
- have := lo (bound a); rewrite map_f ?mem_filter ?ak //= => /(_ isT).
  by rewrite -(opprK (dot a y)) addrC subr_gt0 /bound ltr_pdivr_mulr.
- have := hi (bound a); rewrite map_f ?mem_filter ?ak //= => /(_ isT).
  by rewrite -(opprK (dot a y)) addrC subr_gt0 /bound ltr_ndivl_mulr.
- by rewrite ak mulr0 addr0 sol // mem_cat mem_filter ak eqxx aL.
Qed.

(* Gordan: there is a y that has a positive product with all of L, or 0 is
   a sum of multiples of L. *)
Lemma gordan L : (exists y, {in L, forall a, 0 < dot a y}) \/ span L 0.
Proof.
suff by_unknowns (ks : seq T) : forall L',
  (forall a t, a \in L' -> t \notin ks -> a t = 0) ->
    (exists y, {in L', forall a, 0 < dot a y}) \/ span L' 0.
  by apply: (by_unknowns (enum T)) => a t _; rewrite mem_enum.
elim: ks => [|k ks IH] L' zero.
  case: L' zero => [|a L'] zero; first by left; exists (fun=> 0).
  right; rewrite (_ : 0 = a); first exact/Among/mem_head.
  by apply/ffunP => t; rewrite ffunE zero ?mem_head.
have [a t|[y sol]|null] := IH (eliminate k L').
- rewrite mem_cat mem_filter => /orP [/andP [/eqP ak aL]|]; last first.
    move=> /allpairsP [[p b]] /= []; rewrite !mem_filter =>
      /andP [_ pL] /andP [_ bL] -> out.
    rewrite !ffunE /GRing.scale /=; case: (t =P k) => [->|/eqP tk].
      by rewrite mulrC subrr.
    by rewrite !(zero _ t) ?inE ?negb_or ?tk // !mulr0 subrr.
  by move=> out; case: (t =P k) => [->|/eqP tk] //;
    rewrite zero // inE negb_or tk.
- by have [t sol'] := eliminate_solved sol; left;
    exists (fun i => y i + t * (i == k)%:R).
- by right; apply: span_trans null; exact: eliminate_span.
Qed.

(* The multiples, where the vectors have names. *)
Lemma span_weights (S : finType) (F : S -> vector) a :
  span (map F (enum S)) a ->
  exists c : S -> R, [/\ forall s, 0 <= c s, 0 < \sum_s c s &
                       a = \sum_s c s *: F s].
Proof.
elim=>
  {a} [_ /mapP [s _ ->]|_ _ _ [c [c0 cp ->]] _ [d [d0 dp ->]]|x _ x0 _
       [c [c0 cp ->]]].
- exists (fun r => (r == s)%:R); split=> [r||]; first exact: ler0n.
    by rewrite (bigD1 s) //= eqxx ltr_paddr ?ltr01 // sumr_ge0 // => r _;
      exact: ler0n.
  by rewrite (bigD1 s) //= eqxx scale1r big1 ?addr0 // => r /negbTE ->;
    rewrite scale0r.
- exists (fun s => c s + d s); split=> [s||]; first exact: addr_ge0.
    by rewrite big_split addr_gt0.
  by rewrite -big_split; apply: eq_bigr => s _; rewrite scalerDl.
- exists (fun s => x * c s); split=> [s||]; first by rewrite mulr_ge0 // ltW.
    by rewrite -mulr_sumr mulr_gt0.
  by rewrite scaler_sumr; apply: eq_bigr => s _; rewrite scalerA.
Qed.

End Gordan.

Section Minimax.
Variable R : realFieldType.

Lemma sum_gt0 (T : finType) (f : T -> R) t :
  (forall s, 0 <= f s) -> 0 < f t -> 0 < \sum_s f s.
Proof. by move=> f0 ft; rewrite (bigD1 t) //= ltr_paddr // sumr_ge0. Qed.

(* In a symmetric game nobody does worse than 0. *)
Lemma symmetric (T : finType) (t : T) (k : T -> T -> R) :
  (forall i j, k i j = - k j i) -> exists x : T -> R,
  [/\ forall i, 0 <= x i, 0 < \sum_i x i & forall j, 0 <= \sum_i x i * k i j].
Proof.
move=> skew; pose F (s : T + T) : {ffun T -> R^o} := match s with
  | inl i => [ffun j => - k i j] | inr i => [ffun j => (j == i)%:R] end.
have [[y sol]|/span_weights [c [c0 cp e]]] := gordan (map F (enum {: T + T})).
  have pos i : 0 < y i.
    have := sol (F (inr i));
      rewrite map_f ?mem_enum // /dot (bigD1 i) //= ffunE eqxx mul1r.
    by rewrite big1 ?addr0 => [/(_ isT)|j /negbTE ne] //;
      rewrite ffunE ne mul0r.
  have win i : 0 < \sum_j - (k i j * y j).
    have := sol (F (inl i)); rewrite map_f ?mem_enum // => /(_ isT);
      congr (_ < _).
    by apply: eq_bigr => j _; rewrite ffunE mulNr.
  pose w := \sum_i \sum_j y i * k i j * y j.
  have w0 : w = - w.
    rewrite {1}/w exchange_big -sumrN; apply: eq_bigr => i _; rewrite -sumrN.
    by apply: eq_bigr => j _;
      rewrite skew mulrN mulNr mulrC (mulrC (y _) (k _ _)) mulrA.
  have : 0 < - w; last first.
    by move=> w_neg; have := addr_gt0 w_neg w_neg; rewrite -{1}w0 subrr ltxx.
  rewrite -sumrN (eq_bigr (fun i => y i * \sum_j - (k i j * y j))) => [|i _].
    by apply: (@sum_gt0 _ _ t) => [i|]; [apply: ltW|]; rewrite mulr_gt0.
  by rewrite mulr_sumr -sumrN; apply: eq_bigr => j _; rewrite mulrN mulrA.
have x_k j : \sum_i c (inl i) * k i j = c (inr j).
  have own : \sum_i (c (inl i) *: F (inl i)) j = - \sum_i c (inl i) * k i j.
    by rewrite -sumrN; apply: eq_bigr => i _;
      rewrite !ffunE /GRing.scale /= mulrN.
  have others : \sum_i (c (inr i) *: F (inr i)) j = c (inr j).
    rewrite (bigD1 j) //= big1 => [|i /negbTE ne];
      rewrite !ffunE /GRing.scale /=.
      by rewrite eqxx mulr1 addr0.
    by rewrite eq_sym ne mulr0.
  have := congr1 (fun v : {ffun T -> R^o} => v j) e.
  rewrite ffunE big_sumType ffunE !sum_ffunE own others => /eqP.
  by rewrite eq_sym addrC subr_eq0 => /eqP.
exists (c \o inl); split=> [i||j] /=; rewrite ?x_k //.
rewrite lt_def sumr_ge0 ?andbT //; apply/eqP => zero.
have c_inl i : c (inl i) = 0 by apply: (psumr_eq0P _ zero).
move: cp; rewrite big_sumType /= zero add0r big1 ?ltxx // => j _.
by rewrite -x_k big1 // => i _; rewrite c_inl mul0r.
Qed.

(* A mixed strategy. *)
Definition mixed (T : finType) (x : T -> R) := (forall i, 0 <= x i) /\
  \sum_i x i = 1.

Lemma scaled (T : finType) (x : T -> R) s : (forall i, 0 <= x i) ->
  \sum_i x i = s ->
  0 < s -> mixed (fun i => x i / s).
Proof.
move=> x0 xs s0; split=> [i|]; first by rewrite divr_ge0 // ltW.
by rewrite -mulr_suml xs divff // gt_eqF.
Qed.

Variables (I J : finType) (i0 : I) (j0 : J).

Definition solution (a : I -> J -> R) v (x : I -> R) (y : J -> R) :=
  [/\ mixed x, mixed y, forall j, v <= \sum_i x i * a i j &
      forall i, \sum_j a i j * y j <= v].

(* Where all is to be won: the player without a name weighs what the
   prize is. *)
Lemma minimax_pos (a : I -> J -> R) : (forall i j, 0 < a i j) ->
  exists v x y, solution a v x y.
Proof.
move=> pos.
pose k (s t : (I + J) + unit) : R := match s, t with
  | inl (inl i), inl (inr j) => a i j | inl (inr j), inl (inl i) => - a i j
  | inr _, inl (inr j) => -1 | inl (inr j), inr _ => 1
  | inr _, inl (inl i) => 1 | inl (inl i), inr _ => -1
  | _, _ => 0 end.
have skew s t : k s t = - k t s
  by case: s t => [[i|j]|?] [[i'|j']|?] /=; rewrite ?opprK ?oppr0.
have [z [z0 zp sol]] := symmetric (inr tt) skew.
pose x i := z (inl (inl i)); pose y j := z (inl (inr j)); pose l := z (inr tt).
have x0 i : 0 <= x i by exact: z0.
have y0 j : 0 <= y j by exact: z0.
have sumE f : \sum_t z t * f t = \sum_i x i * f (inl (inl i)) +
    \sum_j y j * f (inl (inr j)) + l * f (inr tt) :> R.
  by rewrite !big_sumType /=; congr (_ + _); rewrite (big_pred1 tt) // => -[].
have rows i : \sum_j a i j * y j <= l.
  have e : \sum_j y j * - a i j = - \sum_j a i j * y j.
    by rewrite -sumrN; apply: eq_bigr => j _; rewrite mulrN mulrC.
  have := sol (inl (inl i)); rewrite sumE /= big1 => [|i' _];
    last by rewrite mulr0.
  by rewrite e mulr1 add0r addrC subr_ge0.
have columns j : l <= \sum_i x i * a i j.
  have := sol (inl (inr j)); rewrite sumE /= [X in _ + X + _]big1 => [|j' _];
    last by rewrite mulr0.
  by rewrite mulrN1 addr0 subr_ge0.
have more : \sum_i x i <= \sum_j y j.
  have := sol (inr tt); rewrite sumE /= mulr0 addr0 -!mulr_suml.
  by rewrite mulrN1 mulr1 addrC subr_ge0.
have l_pos : 0 < l.
  rewrite lt_def z0 andbT; apply/eqP => l0.
  have no_y j : y j = 0.
    apply/eqP; apply: contraT => yj; have := rows i0; rewrite leNgt l0;
      case/negP.
    apply: (@sum_gt0 _ _ j) => [j'|]; first by rewrite mulr_ge0 // ltW.
    by rewrite mulr_gt0 // lt_def yj y0.
  have no_x : \sum_i x i = 0.
    apply/eqP; rewrite eq_le sumr_ge0 ?andbT //.
    by apply: le_trans more _; rewrite big1 // => j _.
  move: zp; rewrite !big_sumType /= -/(\sum_i x i) no_x (big_pred1 tt) =>
    [|[]] //.
  by rewrite big1 -?/l ?l0 ?addr0 ?ltxx // => j _; exact: no_y.
have x_pos : 0 < \sum_i x i.
  rewrite lt_def sumr_ge0 // andbT; apply: contraTneq l_pos => no_x.
  rewrite -leNgt; apply: le_trans (columns j0) _.
  by rewrite big1 // => i _; rewrite (psumr_eq0P _ no_x) ?mul0r.
have less : \sum_j y j = \sum_i x i.
  apply: le_anti; rewrite more andbT -(ler_pmul2l l_pos).
  apply: (@le_trans _ _ (\sum_j (\sum_i x i * a i j) * y j)).
    by rewrite mulr_sumr ler_sum // => j _; rewrite ler_wpmul2r.
  rewrite mulr_sumr (eq_bigr (fun j => \sum_i x i * (a i j * y j))) => [|j _].
    rewrite exchange_big ler_sum // => i _; rewrite -mulr_sumr mulrC.
    by rewrite ler_wpmul2r.
  by rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulrA.
move: x_pos less; move e : (\sum_i x i) => s s_pos less.
exists (l / s), (fun i => x i / s), (fun j => y j / s).
split=> [||j|i]; [exact: scaled|exact: scaled| |].
- rewrite (eq_bigr (fun i => x i * a i j / s)) => [|i _];
    last by rewrite mulrAC.
  by rewrite -mulr_suml ler_pmul2r ?invr_gt0.
- rewrite (eq_bigr (fun j => a i j * y j / s)) => [|j _]; last by rewrite mulrA.
  by rewrite -mulr_suml ler_pmul2r ?invr_gt0.
Qed.

Theorem minimax (a : I -> J -> R) : exists (v : R) x y, solution a v x y.
Proof.
pose big := 1 + \sum_i \sum_j `|a i j|.
have pos i j : 0 < a i j + big.
  have : `|a i j| <= \sum_i \sum_j `|a i j|.
    rewrite (bigD1 i) //= (bigD1 j) //= -addrA ler_addl addr_ge0 // sumr_ge0 //
      => k _.
    by rewrite sumr_ge0.
  rewrite ler_norml => /andP [low _]; rewrite /big addrCA ltr_paddr ?ltr01 //.
  by rewrite -ler_subl_addr sub0r.
move: big pos => big pos;
  have [v [x [y [mx my rows columns]]]] := minimax_pos pos.
exists (v - big), x, y; split=> // [j|i].
- rewrite ler_subl_addr; apply: le_trans (rows j) _.
  rewrite (eq_bigr (fun i => x i * a i j + x i * big)) => [|i _];
    last by rewrite mulrDr.
  by rewrite big_split -mulr_suml mx.2 mul1r.
- rewrite ler_subr_addr; apply: le_trans _ (columns i).
  rewrite [X in _ <= X](eq_bigr (fun j => a i j * y j + big * y j)) => [|j _];
    last by rewrite mulrDl.
  by rewrite big_split -mulr_sumr my.2 mulr1.
Qed.
End Minimax.
