(* Section 4.4: the game without bluffs and repetitions (Honest.v), played
   with chances; the recurrence (4.1); and what a player has after a question,
   if the bounds hold for what follows (after_own, after_other).

   Glossary
     ways m y         one of (m + y)! / (m! y!) piles is right: the chance of
                      a guess
     best v m x y     the better of a guess and of waiting, if the other has
                      v then
     value_in fuel m x y
                      the recurrence (4.1), to the depth fuel
     P m x y          the value for who is to ask: m cards of the pile are
                      unknown, x of the own hand, and y of the other's, by
                      equation (4.1): the thesis's P
     behaviour        with what chances a player asks and guesses, as a
                      function of the own hand and of the turns
     fair b           they are chances, of cards that may be asked for
     next d h c       the turns h and the question for c, with its answer
     after k b d i h v
                      how likely k wins after a question of i, if it is v
                      when i waits
     chance k b d T h how likely player k wins within T turns after h, in the
                      deal d
     possible_piles k H h, guesses_now k h
                      the piles that player k considers possible; whether to
                      guess is better than to wait
     even k           player k asks for any card that may be asked for, each
                      with the same chance, and guesses any pile that he
                      considers possible, or waits, whatever is better by
                      (4.1) *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Duel Unique Honest.
From Myst Require Optimal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Equation (4.1). *)
Definition ways (m y : nat) : rat := ('C(m + y, m)%:R)^-1.
Definition best (v : nat -> nat -> nat -> rat) m x y : rat :=
  if ways m y <= 1 - v m y x then 1 - v m y x else ways m y.
Fixpoint value_in fuel (m x y : nat) : rat :=
  if fuel is f.+1 then
    if (m + y == 0)%N then 1 else
    (m%:R * best (value_in f) m.-1 x y + y%:R * best (value_in f) m x y.-1)
      / (m + y)%:R
  else 1.
Definition P m x y : rat := value_in (m + x + y) m x y.

Section HonestGame.
Variables m n : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation deal := (deal m n).
Notation history := (history m n).
Implicit Types (i j k o : bool) (c : card) (H M : cards) (d : deal).
Implicit Types (h : history) (g : option cards) (T : nat).

Record behaviour := Behaviour {
  asks_with : cards -> history -> card -> rat;
  guesses_with : cards -> history -> option cards -> rat }.
Implicit Types (b : bool -> behaviour).

Definition fair (e : behaviour) : Prop := forall H h,
  [/\ forall c, 0 <= asks_with e H h c,
      forall c, c \notin free H h -> asks_with e H h c = 0,
      free H h != set0 -> \sum_c asks_with e H h c = 1,
      forall g, 0 <= guesses_with e H h g &
      \sum_g guesses_with e H h g = 1].

Definition next d h c : history := ([set c], reply d (asker h) c) :: h.

(* After the answer h' to a question of i: i guesses, or the game goes on with
   v. *)
Definition after k b d i h' (v : rat) : rat :=
  \sum_g guesses_with (b i) (hand d i) h' g *
    (if g is Some M then ((M == pile d) (+) (i != k))%:R else v).
Fixpoint chance k b d T h : rat :=
  if T is T'.+1 then
    let i := asker h in
    if free (hand d i) h == set0 then (i == k)%:R else
    \sum_c asks_with (b i) (hand d i) h c *
      after k b d i (next d h c) (chance k b d T' (next d h c))
  else 0.

(* The even behaviour of player k. *)
Definition possible_piles k H h : {set cards} :=
  [set pile d | d in consistent k H h].
Definition guesses_now k h : bool :=
  ~~ (ways (pile_left h) (hand_left (~~ k) h) <=
      1 - P (pile_left h) (hand_left (~~ k) h) (hand_left k h)).
Definition even k : behaviour := Behaviour
  (fun H h c => if c \in free H h then (#|free H h|%:R)^-1 else 0)
  (fun H h g => if guesses_now k h && (possible_piles k H h != set0)
     then if g is Some M then
       if M \in possible_piles k H h then (#|possible_piles k H h|%:R)^-1 else 0
       else 0
     else (g == None)%:R).

Lemma sum_even (A : finType) (B : {set A}) : B != set0 ->
  \sum_a (if a \in B then (#|B|%:R)^-1 else 0 : rat) = 1.
Proof.
move=> nB; rewrite -big_mkcond sumr_const -[X in X = _]mulr_natl divff //.
by rewrite pnatr_eq0 -lt0n card_gt0.
Qed.

Lemma sum_option (A : finType) (F : option A -> rat) :
  \sum_g F g = F None + \sum_a F (Some a).
Proof.
rewrite (bigD1 None) //=; congr (_ + _).
rewrite (reindex_omap Some id) => [|[a|] //]; apply: eq_bigl => a.
by rewrite eqxx.
Qed.

Lemma even_fair k : fair (even k).
Proof.
move=> H h; split=> [c|c /negbTE nc|nF|g|] /=.
- by case: ifP => // _; rewrite invr_ge0 ler0n.
- by rewrite nc.
- exact: sum_even.
- by case: ifP => _;
    [case: g => // M; case: ifP; rewrite // invr_ge0 ler0n|exact: ler0n].
- rewrite sum_option; case: ifP => [/andP [_ nP]|_];
    first by rewrite add0r sum_even.
  by rewrite eqxx big1 ?addr0 // => M _.
Qed.

Lemma best_ge v p x y : (ways p y <= best v p x y) /\
  (1 - v p y x <= best v p x y).
Proof.
rewrite /best; case: ifP => [le|/negbT]; first by [].
by rewrite -ltNge => /ltW.
Qed.

Lemma other_way (x y : rat) : 1 - x <= y -> 1 - y <= x.
Proof.
rewrite -(subr_ge0 (1 - x)) -(subr_ge0 (1 - y)) !opprB !addrA.
by rewrite [y + x]addrC.
Qed.

Section Bounds.
Variables (k : bool) (b : bool -> behaviour).
Notation o := (~~ k).
Hypothesis mine : b k = even k.
Hypothesis others : fair (b o).
Notation D := (consistent o).
Notation left h := (pile_left h + hand_left k h + hand_left o h)%N.

(* Who considers a deal possible knows how many piles are. *)
Lemma even_ways d h : dealt d -> honest d h ->
  possible_piles k (hand d k) h != set0 /\
  (#|possible_piles k (hand d k) h|%:R)^-1 = ways (pile_left h) (hand_left o h).
Proof.
move=> de ho; have dD : d \in consistent k (hand d k) h by apply/consistentP.
split; first by apply/set0Pn; exists (pile d); exact: imset_f.
rewrite /possible_piles card_in_imset ?(consistent_size dD) // => d1 d2 d1D d2D.
exact: deal_by_pile d1D d2D.
Qed.

Lemma P_left h : P (pile_left h) (hand_left o h) (hand_left k h) =
  value_in (left h) (pile_left h) (hand_left o h) (hand_left k h).
Proof. by rewrite /P addnAC. Qed.

(* After the own question: a guess, or the better of the two. *)
Lemma after_own H h' (v : deal -> rat) (V := value_in (left h')) :
  #|D H h'|%:R * (1 - V (pile_left h') (hand_left o h') (hand_left k h'))
    <= \sum_(d in D H h') v d ->
  #|D H h'|%:R * best V (pile_left h') (hand_left k h') (hand_left o h')
    <= \sum_(d in D H h') after k b d k h' (v d).
Proof.
move=> waits; have PV := P_left h'; rewrite -/V in PV; rewrite /best -PV.
case now: (guesses_now k h'); last first.
  move/negbFE: (now) => ->; rewrite PV; apply: le_trans waits _.
  apply: ler_sum => d _; rewrite /after mine sum_option /= now /= eqxx mul1r.
  by rewrite big1 ?addr0 // => M _; rewrite mul0r.
move: (now); rewrite /guesses_now => /negbTE ->.
rewrite mulr_natl -sumr_const; apply: ler_sum => d /consistentP [de _ ho].
have [nP w] := even_ways de ho; rewrite /after mine sum_option /= now nP /=
  mul0r add0r.
rewrite (bigD1 (pile d)) //=.
have -> : pile d \in possible_piles k (hand d k) h'.
  by apply: imset_f; apply/consistentP.
rewrite w eqxx; have -> : (k != k) = false by rewrite eqxx.
rewrite mulr1 big1 ?addr0 // => M /negbTE ->.
by rewrite mulr0.
Qed.

(* After the other's question. *)
Lemma after_other H h' (v : deal -> rat) (V := value_in (left h')) :
  #|D H h'|%:R * V (pile_left h') (hand_left k h') (hand_left o h')
    <= \sum_(d in D H h') v d ->
  #|D H h'|%:R * (1 - best V (pile_left h') (hand_left o h') (hand_left k h'))
    <= \sum_(d in D H h') after k b d o h' (v d).
Proof.
move=> waits; have [_ _ _ g0 g1] := others H h'.
have [none|[d0 d0D]] := set_0Vmem (D H h').
  by rewrite none cards0 mul0r big_set0.
have sum_g : \sum_(d in D H h') after k b d o h' (v d) =
    \sum_g guesses_with (b o) H h' g * \sum_(d in D H h')
      (if g is Some M then ((M == pile d) (+) (o != k))%:R else v d).
  rewrite /after (eq_bigr (fun d => \sum_g guesses_with (b o) H h' g *
    (if g is Some M then ((M == pile d) (+) (o != k))%:R else v d))) => [|d].
    by rewrite exchange_big; apply: eq_bigr => g _; rewrite mulr_sumr.
  by case/consistentP => _ -> _.
rewrite sum_g; set low := (X in X <= _).
have -> : low = \sum_g guesses_with (b o) H h' g * low.
  by rewrite -mulr_suml g1 mul1r.
apply: ler_sum => g _; apply: le_times => //; rewrite {}/low;
  have [geW geV] := best_ge V (pile_left h') (hand_left o h') (hand_left k h').
case: g => [M|]; last first.
  apply: (le_trans _ waits); apply: le_times; first exact: ler0n.
  exact: other_way geV.
have -> : \sum_(d in D H h') ((M == pile d) (+) (o != k))%:R =
    #|D H h'|%:R - \sum_(d in D H h') (M == pile d)%:R :> rat.
  rewrite -sumr_const -sumrB; apply: eq_bigr => d _.
  have -> : (o != k) = true by case: (k).
  by case: (M == _); rewrite ?subrr ?subr0.
have few : \sum_(d in D H h') (M == pile d)%:R <= 1 :> rat.
  have [/existsP [d1 /andP [d1D /eqP e]]|/existsPn no] :=
    boolP [exists d1, (d1 \in D H h') && (M == pile d1)].
    rewrite (bigD1 d1) //= e eqxx big1 ?addr0 // => d2 /andP [d2D ne].
    case: eqP => // e2; case/eqP: ne; exact: deal_by_pile d2D d1D (esym e2).
  rewrite big1 ?ler01 // => d dD; have := no d; rewrite dD /=.
  by case: eqP.
have one : #|D H h'|%:R * ways (pile_left h') (hand_left k h') = 1.
  rewrite (consistent_size d0D) negbK /ways divff // pnatr_eq0 -lt0n bin_gt0.
  exact: leq_addr.
rewrite mulrBr mulr1; apply: le_plus => //;
  rewrite -(subr_ge0 (- _)) opprK addrC.
rewrite subr_ge0; move: few; rewrite -[X in _ <= X]one => few.
by apply: (le_trans few); apply: le_times; first exact: ler0n.
Qed.

End Bounds.
End HonestGame.
