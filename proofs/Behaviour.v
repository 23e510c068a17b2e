(* Behaviour strategies in the game without idle questions of Bluffs.v, where a
   player may be forbidden to bluff: what they are worth
   against a strategy of the other player, and that a mixed strategy is worth at
   least as much (the direction of Kuhn's theorem that certificates need).

   A behaviour strategy of player k gives a probability to each action at each
   of k's information sets: the own hand, and what both have seen.

   Glossary
     subdistribution p
                      chances that are not negative and add up to at most 1
     filled a0 p      the same, with the rest given to a0
     product p f      the chance of the choices f, each made independently by
                      p
     behaviour        the chances of a player's questions, answers and
                      guesses, as a function of the own hand and of what both
                      have seen
     proper b         they are subdistributions
     worth t d T h    how likely player k wins the deal d within T turns
                      after h, against the strategy t
     wins s t d T h   whether k wins by the strategy s against t, 1 or 0
     fin h            the history h, if it is of at most last_turn turns
     choose l fa fs fg s
                      the strategy that follows the choices fa, fs and fg
                      after l turns, and s otherwise
     ask_chance, show_chance, guess_chance
                      how likely such choices are by the behaviour *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Ordered Minimax Duel Optimal Bluffs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Probabilities that need not add up to 1: the rest is given to one action. *)
Definition subdistribution (A : finType) (p : A -> rat) :=
  (forall a, 0 <= p a) /\ \sum_a p a <= 1.
Definition filled (A : finType) (a0 : A) (p : A -> rat) (a : A) : rat :=
  p a + (a == a0)%:R * (1 - \sum_b p b).

Section Mixtures.

Lemma filled_mixed (A : finType) (a0 : A) p :
  subdistribution p -> mixed (filled a0 p).
Proof.
move=> [p0 p1]; split=> [a|].
  by rewrite addr_ge0 // mulr_ge0 ?ler0n // subr_ge0.
rewrite big_split /= -mulr_suml.
have -> : \sum_(a : A) (a == a0)%:R = 1 :> rat.
  rewrite (bigD1 a0) //= eqxx big1 ?addr0 // => a ne.
  by rewrite (negbTE ne).
by rewrite mul1r addrC subrK.
Qed.

Lemma filled_ge (A : finType) (a0 : A) p a :
  subdistribution p -> p a <= filled a0 p a.
Proof.
move=> [_ p1]; rewrite -subr_ge0 /filled addrC addKr.
by rewrite mulr_ge0 ?ler0n // subr_ge0.
Qed.

(* Independent choices, one for each j. *)
Definition product (J A : finType) (p : J -> A -> rat) (f : {ffun J -> A}) :=
  \prod_j p j (f j).

Lemma product_mixed (J A : finType) (p : J -> A -> rat) :
  (forall j, mixed (p j)) -> mixed (product p).
Proof.
move=> mp; split=> [f|].
  by apply: prodr_ge0 => j _; case: (mp j).
rewrite -(bigA_distr_bigA (fun j a => p j a)) big1 // => j _.
by case: (mp j).
Qed.

Lemma product_at (J A : finType) (p : J -> A -> rat) (j0 : J) (F : A -> rat) :
  (forall j, mixed (p j)) ->
  \sum_f product p f * F (f j0) = \sum_a p j0 a * F a.
Proof.
move=> mp; pose G j a := p j a * (if j == j0 then F a else 1).
transitivity (\sum_(f : {ffun J -> A}) \prod_j G j (f j)).
  apply: eq_bigr => f _; rewrite /G big_split /= /product; congr (_ * _).
  rewrite (bigD1 j0) //= eqxx big1 ?mulr1 // => j ne.
  by rewrite (negbTE ne).
rewrite -(bigA_distr_bigA G) (bigD1 j0) //= [X in _ * X]big1 ?mulr1 => [|j ne].
  by apply: eq_bigr => a _; rewrite /G eqxx.
have [_ <-] := mp j; apply: eq_bigr => a _.
by rewrite /G (negbTE ne) mulr1.
Qed.

Lemma pair_sum (I J : finType) (x : I -> rat) (y : J -> rat) F :
  \sum_(z : I * J) x z.1 * y z.2 * F z.1 z.2 =
  \sum_i x i * \sum_j y j * F i j.
Proof.
rewrite -(pair_bigA _ (fun i j => x i * y j * F i j)) /=.
apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
by rewrite mulrA.
Qed.

Lemma pair_mixed (I J : finType) (x : I -> rat) (y : J -> rat) :
  mixed x -> mixed y -> mixed (fun z : I * J => x z.1 * y z.2).
Proof.
move=> [x0 x1] [y0 y1]; split=> [z|]; first by rewrite mulr_ge0.
transitivity (\sum_i x i * \sum_j y j * 1).
  by rewrite -pair_sum; apply: eq_bigr => z _; rewrite mulr1.
rewrite -{2}x1; apply: eq_bigr => i _; rewrite -mulr_suml y1.
by rewrite !mulr1.
Qed.

Lemma quad_sum (I1 I2 I3 I4 : finType) (x1 : I1 -> rat) (x2 : I2 -> rat)
    (x3 : I3 -> rat) (x4 : I4 -> rat) F :
  \sum_(z : I1 * (I2 * (I3 * I4)))
    x1 z.1 * (x2 z.2.1 * (x3 z.2.2.1 * x4 z.2.2.2)) *
    F z.1 z.2.1 z.2.2.1 z.2.2.2 =
  \sum_i1 x1 i1 * \sum_i2 x2 i2 * \sum_i3 x3 i3 * \sum_i4 x4 i4 * F i1 i2 i3 i4.
Proof.
rewrite (pair_sum x1 (fun z => x2 z.1 * (x3 z.2.1 * x4 z.2.2))
  (fun i z => F i z.1 z.2.1 z.2.2)); apply: eq_bigr => i1 _; congr (_ * _).
rewrite (pair_sum x2 (fun z => x3 z.1 * x4 z.2) (fun i z => F i1 i z.1 z.2)).
apply: eq_bigr => i2 _; congr (_ * _).
exact: (pair_sum x3 x4 (fun i z => F i1 i2 i z)).
Qed.

Lemma mixed_ge (I : finType) (x : I -> rat) F v :
  mixed x -> (forall i, v <= F i) -> v <= \sum_i x i * F i.
Proof.
move=> [x0 x1] le; rewrite -[v]mul1r -x1 mulr_suml; apply: ler_sum => i _.
exact: ler_wpmul2l.
Qed.

Lemma mixed_const (I : finType) (x : I -> rat) v :
  mixed x -> \sum_i x i * v = v.
Proof. by move=> [_ x1]; rewrite -mulr_suml x1 mul1r. Qed.

End Mixtures.

Section Behaviour.
Variables (m n q : nat) (bluffs : bool -> bool).
Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis q_pos : (0 < q)%N.
Hypothesis n_pos : (0 < n)%N.
Notation card := (card m n).
Notation cards := {set card}.
Notation turn := (cards * option card)%type.
Notation history := (history m n).
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Implicit Types (t : strategy) (d : deal) (h : history) (T : nat).

Variable k : bool.

Record behaviour := Behaviour {
  may_ask : cards -> history -> cards -> rat;
  may_show : cards -> history -> cards -> option card -> rat;
  may_guess : cards -> history -> turn -> option cards -> rat }.

Definition proper (b : behaviour) := forall (H : cards) h,
  [/\ subdistribution (may_ask b H h),
      forall Q, subdistribution (may_show b H h Q) &
      forall told, subdistribution (may_guess b H h told)].

Variable b : behaviour.
Hypothesis b_proper : proper b.

(* With which probability player k wins the deal d in T turns from h on. What is
   not allowed, and a wrong guess, counts for nothing. *)
Fixpoint worth t d T h : rat :=
  if T is T'.+1 then
    let H := hand d k in
    if asker h == k then
      if permitted_question q bluffs H h is None then 1 else
      \sum_(Q : cards | (#|Q| == q) && permitted bluffs H h Q)
        may_ask b H h Q *
        (let a := answer t (hand d (~~ k)) h Q in
         may_guess b H h (Q, a) (Some (pile d)) +
         may_guess b H h (Q, a) None * worth t d T' ((Q, a) :: h))
    else if put_by q bluffs t (hand d (~~ k)) h is Some Q then
      \sum_(a | truthful_answer H Q a) may_show b H h Q a *
        (if guess t (hand d (~~ k)) h (Q, a) is Some M then (M != pile d)%:R
         else worth t d T' ((Q, a) :: h))
    else 0
  else 0.

Lemma worth_ge0 t d T h : 0 <= worth t d T h.
Proof.
elim: T h => [|T IH] h //=; case: ifP => _.
  case: permitted_question => // _; apply: sumr_ge0 => Q _.
  have [[a0 _] _ g] := b_proper (hand d k) h.
  have g0 told x : 0 <= may_guess b (hand d k) h told x.
    by have [] := g told.
  by rewrite mulr_ge0 // addr_ge0 // mulr_ge0.
case: put_by => // Q; apply: sumr_ge0 => a _.
have [_ s _] := b_proper (hand d k) h; have [s0 _] := s Q.
by rewrite mulr_ge0 //; case: guess => // M; rewrite ler0n.
Qed.

(* In the game without idle questions k wins against t. *)
Definition wins (s t : strategy) d T h : rat :=
  (winner_by q bluffs (pair k s t) d T h == Some k)%:R.

Lemma wins_ge0 s t d T h : 0 <= wins s t d T h.
Proof. exact: ler0n. Qed.

(* What a strategy does earlier does not matter later. *)
Lemma wins_later (l : nat) s s' t d T h :
  (forall H h, (l < size h)%N ->
    [/\ asks s H h = asks s' H h, shows s H h =1 shows s' H h &
        guesses s H h =1 guesses s' H h]) ->
  (l < size h)%N -> wins s t d T h = wins s' t d T h.
Proof.
move=> same; rewrite /wins => late; congr ((_ == _)%:R).
elim: T h late => [|T IH] h //= late.
have ask i H : asks (pair k s t i) H h = asks (pair k s' t i) H h.
  by rewrite /pair; case: ifP => // _; have [] := same H h late.
have tell i H Q : answer (pair k s t i) H h Q = answer (pair k s' t i) H h Q.
  rewrite /pair; case: ifP => // _.
  by have [_ e _] := same H h late; rewrite /answer e.
have gs i H told : guess (pair k s t i) H h told =
    guess (pair k s' t i) H h told.
  rewrite /pair; case: ifP => // _; have [_ _ e] := same H h late.
  exact/guess_eq/e.
have pt i H : put_by q bluffs (pair k s t i) H h =
    put_by q bluffs (pair k s' t i) H h.
  by rewrite /put_by /question ask.
rewrite pt; case: put_by => // Q; rewrite tell gs; case: guess => //.
by apply: IH; exact: ltnW.
Qed.

Notation L := (last_turn m n).
Notation fin_history := (fin_history m n).

(* The choices of one turn, and the strategy that follows them in that turn. *)
Notation asking := {ffun cards * fin_history -> cards}.
Notation showing := {ffun cards * fin_history * cards -> option card}.
Notation guessing := {ffun cards * fin_history * turn -> option cards}.
Implicit Types (fa : asking) (fs : showing) (fg : guessing).
Definition fin h : fin_history := insub_bseq L h.
Definition choose (l : nat) (fa : asking) (fs : showing) (fg : guessing) s :=
  Strategy
  (fun H h => if size h == l then fa (H, fin h) else asks s H h)
  (fun H h Q => if size h == l then fs (H, fin h, Q) else shows s H h Q)
  (fun H h told => if size h == l then fg (H, fin h, told)
                   else guesses s H h told).

Definition ask_chance := product (fun j : cards * fin_history =>
  filled set0 (may_ask b j.1 j.2)).
Definition show_chance := product (fun j : cards * fin_history * cards =>
  filled None (may_show b j.1.1 j.1.2 j.2)).
Definition guess_chance := product (fun j : cards * fin_history * turn =>
  filled None (may_guess b j.1.1 j.1.2 j.2)).

Lemma ask_mixed : mixed ask_chance.
Proof.
apply: product_mixed => j; apply: filled_mixed.
by have [] := b_proper j.1 j.2.
Qed.
Lemma show_mixed : mixed show_chance.
Proof.
apply: product_mixed => j; apply: filled_mixed.
by have [_ ok _] := b_proper j.1.1 j.1.2.
Qed.
Lemma guess_mixed : mixed guess_chance.
Proof.
apply: product_mixed => j; apply: filled_mixed.
by have [_ _ ok] := b_proper j.1.1 j.1.2.
Qed.

Lemma fin_val h : (size h <= L)%N -> fin h = h :> seq turn.
Proof. by move=> small; rewrite val_insubd small. Qed.

Lemma ask_at (H : cards) h F : (size h <= L)%N -> (forall Q, 0 <= F Q) ->
  \sum_Q may_ask b H h Q * F Q <= \sum_f ask_chance f * F (f (H, fin h)).
Proof.
move=> small F0; rewrite (product_at (H, fin h)) => [|j]; last first.
  by apply: filled_mixed; have [] := b_proper j.1 j.2.
apply: ler_sum => Q _; rewrite /= fin_val //; apply: ler_wpmul2r => //.
by apply: filled_ge; have [] := b_proper H h.
Qed.
Lemma show_at (H : cards) h Q F : (size h <= L)%N -> (forall a, 0 <= F a) ->
  \sum_a may_show b H h Q a * F a <=
  \sum_f show_chance f * F (f (H, fin h, Q)).
Proof.
move=> small F0; rewrite (product_at (H, fin h, Q)) => [|j]; last first.
  by apply: filled_mixed; have [_ ok _] := b_proper j.1.1 j.1.2.
apply: ler_sum => a _; rewrite /= fin_val //; apply: ler_wpmul2r => //.
by apply: filled_ge; have [_ ok _] := b_proper H h.
Qed.
Lemma guess_at (H : cards) h told F :
  (size h <= L)%N -> (forall a, 0 <= F a) ->
  \sum_a may_guess b H h told a * F a <=
  \sum_f guess_chance f * F (f (H, fin h, told)).
Proof.
move=> small F0; rewrite (product_at (H, fin h, told)) => [|j]; last first.
  by apply: filled_mixed; have [_ _ ok] := b_proper j.1.1 j.1.2.
apply: ler_sum => a _; rewrite /= fin_val //; apply: ler_wpmul2r => //.
by apply: filled_ge; have [_ _ ok] := b_proper H h.
Qed.

(* Whatever t does: a turn of k's own, and one of the other's. *)
Lemma own_asked l fa fs fg s t d T h : asker h = k -> size h = l -> dealt d ->
  let H := hand d k in let Q := fa (H, fin h) in
  let a := answer t (hand d (~~ k)) h Q in let g := fg (H, fin h, (Q, a)) in
  #|Q| = q -> permitted bluffs (hand d k) h Q ->
  (g == Some (pile d))%:R + (g == None)%:R * wins s t d T ((Q, a) :: h) <=
  wins (choose l fa fs fg s) t d T.+1 h.
Proof.
move=> ask sz de H Q a g eQ us; have later Q' a' :
    wins (choose l fa fs fg s) t d T ((Q', a') :: h) = wins s t d T
    ((Q', a') :: h).
  apply: (@wins_later l) => [H' h' late|]; last by rewrite /= sz.
  by rewrite /= (gtn_eqF late).
have put_Q : put_by q bluffs (choose l fa fs fg s) H h = Some Q.
  by rewrite /put_by question_fixed /= sz eqxx ?us.
have guess_g M : g = Some M -> #|M| = m ->
    guess (choose l fa fs fg s) H h (Q, a) = Some M.
  by move=> eg; apply: guess_fixed; rewrite /= sz eqxx.
rewrite {2}/wins /= ask pair_self pair_other put_Q -/a.
case eg: g => [M|]; last first.
  have -> : guess (choose l fa fs fg s) H h (Q, a) = None.
    by rewrite /guess /= sz eqxx -/g eg.
  by rewrite /= add0r mul1r -[X in _ <= X]/(wins _ t d T _) later.
rewrite (inj_eq (@Some_inj _)) /= mul0r addr0; case: (M =P pile d) => [eM|_].
  by rewrite (guess_g M eg) ?eM ?eqxx ?(pile_size de).
by rewrite ler0n.
Qed.

Lemma other_asked l fa fs fg s t d T h Q :
  asker h = ~~ k -> size h = l ->
  put_by q bluffs t (hand d (~~ k)) h = Some Q ->
  forall a, a = fs (hand d k, fin h, Q) ->
  (truthful_answer (hand d k) Q a)%:R *
  (if guess t (hand d (~~ k)) h (Q, a) is Some M then (M != pile d)%:R
   else wins s t d T ((Q, a) :: h)) <=
  wins (choose l fa fs fg s) t d T.+1 h.
Proof.
move=> ask sz eQ a ea; have later Q' a' :
    wins (choose l fa fs fg s) t d T ((Q', a') :: h) = wins s t d T
    ((Q', a') :: h).
  apply: (@wins_later l) => [H' h' late|]; last by rewrite /= sz.
  by rewrite /= (gtn_eqF late).
case tr: truthful_answer; last by rewrite mul0r wins_ge0.
rewrite mul1r {2}/wins /= ask negbK pair_self pair_other eQ.
have -> : answer (choose l fa fs fg s) (hand d k) h Q = a.
  by rewrite answer_fixed /= sz eqxx -?ea.
case: guess => [M|]; last by rewrite -[X in _ <= X]/(wins _ t d T _) later.
case: (M =P pile d) => _ /=; first by rewrite ler0n.
by rewrite eqxx.
Qed.

(* A mixed strategy wins at least as often as the behaviour strategy. *)
Lemma as_mixed T : exists (I : finType) (x : I -> rat) (s : I -> strategy),
  mixed x /\ forall t d h, dealt d -> (size h + T = L)%N ->
  worth t d T h <= \sum_i x i * wins (s i) t d T h.
Proof.
elim: T => [|T [I [x [s [mx good]]]]].
  pose s0 : strategy :=
    Strategy (fun _ _ => set0) (fun _ _ _ => None) (fun _ _ _ => None).
  exists (finite (Phantom Type unit)), (fun=> 1), (fun=> s0).
  split=> [|t d h _ _ /=].
    by split=> [i|]; rewrite ?ler01 // sumr_const card_unit.
  by apply: sumr_ge0 => i _; rewrite mul1r wins_ge0.
pose l := (L - T.+1)%N.
exists (finite (Phantom Type (asking * (showing * (guessing * I)))%type)).
exists (fun z => ask_chance z.1 *
  (show_chance z.2.1 * (guess_chance z.2.2.1 * x z.2.2.2))).
exists (fun z => choose l z.1 z.2.1 z.2.2.1 (s z.2.2.2)); split.
  exact: (pair_mixed ask_mixed (pair_mixed show_mixed
    (pair_mixed guess_mixed mx))).
move=> t d h de e; have sz : size h = l by rewrite /l -e addnK.
have small : (size h <= L)%N by rewrite -e leq_addr.
have next : ((size h).+1 + T = L)%N by rewrite addSnnS.
have [[fa0 fa1] [fs0 fs1] [fg0 fg1]] := And3 ask_mixed show_mixed guess_mixed.
pose W fa fs fg i := wins (choose l fa fs fg (s i)) t d T.+1 h.
have W0 fa fs fg i : 0 <= W fa fs fg i by exact: wins_ge0.
have x0 := mx.1.
have W1 fa fs fg : 0 <= \sum_i x i * W fa fs fg i.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0.
have W2 fa fs : 0 <= \sum_fg guess_chance fg * \sum_i x i * W fa fs fg i.
  by apply: sumr_ge0 => fg _; rewrite mulr_ge0.
rewrite (quad_sum ask_chance show_chance guess_chance x W).
case: (asker h =P k) => [ask|/eqP ask]; last first.
  have {}ask : asker h = ~~ k by move: ask; case: asker; case: (k).
  apply: (mixed_ge ask_mixed) => fa.
  have nk : (~~ k == k) = false by case: (k).
  rewrite /= ask nk; case eQ: put_by => [Q|]; last first.
    by apply: sumr_ge0 => fs _; rewrite mulr_ge0.
  pose F a : rat := (truthful_answer (hand d k) Q a)%:R *
    (if guess t (hand d (~~ k)) h (Q, a) is Some M then (M != pile d)%:R
     else worth t d T ((Q, a) :: h)).
  have F0 a : 0 <= F a.
    rewrite mulr_ge0 ?ler0n //; case: guess => [M|]; first exact: ler0n.
    exact: worth_ge0.
  rewrite big_mkcond (eq_bigr (fun a => may_show b (hand d k) h Q a * F a));
    last first.
    by move=> a _; rewrite /F; case: truthful_answer;
      rewrite ?mul1r ?mul0r ?mulr0.
  apply: le_trans (show_at _ _ small F0) _; apply: ler_sum => fs _.
  apply: (ler_wpmul2l (fs0 fs)); apply: (mixed_ge guess_mixed) => fg.
  have one i := @other_asked l fa fs fg (s i) t d T h Q ask sz eQ _ erefl.
  apply: (@le_trans _ _ (\sum_i x i * _)); last first.
    by apply: ler_sum => i _; apply: (ler_wpmul2l (x0 i)); exact: one.
  rewrite /F; case: guess => [M|]; first by rewrite mixed_const.
  rewrite (eq_bigr
           (fun i => (truthful_answer (hand d k) Q (fs (hand d k, fin h, Q)))%:R
    * (x i * wins (s i) t d T ((Q, fs (hand d k, fin h, Q)) :: h))));
      last first.
    by move=> i _; rewrite mulrCA.
  by rewrite -mulr_sumr; apply: ler_wpmul2l; [exact: ler0n|exact: good].
rewrite /= ask eqxx.
case none: (permitted_question q bluffs (hand d k) h) => [Q0|]; last first.
  apply: (mixed_ge ask_mixed) => fa; apply: (mixed_ge show_mixed) => fs.
  apply: (mixed_ge guess_mixed) => fg; apply: (mixed_ge mx) => i.
  rewrite /W /wins /= ask pair_self /put_by; case: ifP => [us|_].
    move: none; rewrite /permitted_question; case: pickP => // no _.
    by move: (no (question q (choose l fa fs fg (s i)) (hand d k) h));
      rewrite question_size // eqxx us.
  by rewrite none eqxx.
pose H := hand d k; pose a Q := answer t (hand d (~~ k)) h Q.
pose F Q := may_guess b H h (Q, a Q) (Some (pile d)) +
  may_guess b H h (Q, a Q) None * worth t d T ((Q, a Q) :: h).
have [[pa0 _] _ pg] := b_proper H h.
have F0 Q : 0 <= F Q.
  have [pg0 _] := pg (Q, a Q).
  by rewrite addr_ge0 // mulr_ge0 // worth_ge0.
pose F' (Q : cards) :=
  if (#|Q| == q) && permitted bluffs H h Q then F Q else 0.
rewrite big_mkcond (eq_bigr (fun Q => may_ask b H h Q * F' Q)); last first.
  by move=> Q _; rewrite /F'; case: ifP; rewrite ?mulr0.
have F'0 Q : 0 <= F' Q by rewrite /F'; case: ifP.
apply: le_trans (ask_at _ small F'0) _; apply: ler_sum => fa _.
apply: (ler_wpmul2l (fa0 fa)); apply: (mixed_ge show_mixed) => fs.
rewrite /F'; case: ifP => [/andP [/eqP size_Q us]|_]; last exact: W2.
set Q := fa _ in size_Q us *.
pose G (g : option cards) : rat := (g == Some (pile d))%:R +
  (g == None)%:R * worth t d T ((Q, a Q) :: h).
have G0 g : 0 <= G g by rewrite addr_ge0 ?ler0n // mulr_ge0 ?ler0n // worth_ge0.
have -> : F Q = \sum_g may_guess b H h (Q, a Q) g * G g.
  rewrite (bigD1 None) //= (bigD1 (Some (pile d))) //= /G /= !eqxx.
  rewrite mul0r mul1r add0r addr0 mulr1 big1 ?addr0 => [|g /andP [g1 g2]].
    by rewrite /F addrC.
  by rewrite (negbTE g1) (negbTE g2) mul0r addr0 mulr0.
apply: le_trans (guess_at H (Q, a Q) small G0) _; apply: ler_sum => fg _.
apply: (ler_wpmul2l (fg0 fg)).
have one i := @own_asked l fa fs fg (s i) t d T h ask sz de size_Q us.
apply: (@le_trans _ _ (\sum_i x i * _)); last first.
  by apply: ler_sum => i _; apply: (ler_wpmul2l (x0 i)); exact: one.
set g := fg _; rewrite /G.
rewrite (eq_bigr (fun i => x i * (g == Some (pile d))%:R +
    (g == None)%:R * (x i * wins (s i) t d T ((Q, a Q) :: h)))); last first.
  by move=> i _; rewrite mulrDr [in X in _ + X]mulrCA.
rewrite big_split /= mixed_const // ler_add2l -mulr_sumr.
by apply: ler_wpmul2l; [exact: ler0n|apply: good].
Qed.

End Behaviour.
