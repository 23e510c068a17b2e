(* Theorem 4.2 and Claim 4.5, for m >= 0, n >= 1 and q from 1 to m + n + 1.

   Glossary
     deals            all deals
     chance u k s T   how often k wins in T turns, of all deals
     assures k w T    player k has a mixed strategy with which k has won
                      after T turns with the chance w, whatever the other
                      does
     last_turn        after so many turns the game with useful questions is
                      over
     fin_history      histories of at most so many turns
     finite           a finite type as such, which Coq does not find by
                      itself
     code, decode, encode
                      finitely many strategies, as far as such histories go
     alike t t'       two strategies do the same up to the last turn *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Ordered Minimax Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Optimal.
Variables m n q : nat.
Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis q_pos : (0 < q)%N.
Hypothesis n_pos : (0 < n)%N.
Notation card := (card m n).
Notation cards := {set card}.
Notation turn := (cards * option card)%type.
Notation history := (history m n).
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Implicit Types (k : bool) (s : bool -> strategy) (t : strategy) (d : deal)
  (T : nat).

Definition deals : {set deal} := [set d | dealt d].

(* How often k wins in T turns, of all deals. *)
Definition chance (only_useful : bool) k s T : rat :=
  (\sum_(d in deals) (winner q only_useful s d T [::] == Some k)%:R) /
  #|deals|%:R.

(* After L turns at the latest k has won with the chance w, whatever the
   other does. *)
Definition assures k (w : rat) (L : nat) : Prop :=
  exists (I : finType) (x : I -> rat) (s : I -> strategy), mixed x /\
  forall t T, (L <= T)%N -> w <= \sum_i x i * chance false k (pair k (s i) t) T.

Lemma some_deals : (0 < #|deals|)%N.
Proof.
have [|A _ sA] := @subset_of_size m n setT n.
  by rewrite cardsT card_ord muln2 -addnn addnA leq_addl.
have [|B BA sB] := @subset_of_size m n (~: A) n.
  have := cardsC A; rewrite card_ord sA -(leq_add2l n) => ->.
  by rewrite muln2 -addnn leq_addl.
apply/card_gt0P; exists (A, B); rewrite inE /dealt /= sA sB !eqxx /=.
by rewrite disjoint_sym disjoints_subset.
Qed.

Lemma deals_neq0 : #|deals|%:R != 0 :> rat.
Proof. by rewrite pnatr_eq0 -lt0n some_deals. Qed.

Lemma chance_le u s k T u' s' k' T' : (forall d, dealt d ->
    winner q u s d T [::] = Some k -> winner q u' s' d T' [::] = Some k') ->
  chance u k s T <= chance u' k' s' T'.
Proof.
move=> le; rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_sum // => d;
  rewrite inE => de.
by rewrite ler_nat; case: eqP => // /(le d de) ->; rewrite eqxx.
Qed.

(* The game with useful questions only, which has ended then. *)
Definition last_turn : nat := ((m + n * 2) * 2).+1.

Lemma chances_add s :
  chance true false s last_turn + chance true true s last_turn = 1.
Proof.
rewrite -mulrDl -big_split (eq_bigr (fun=> 1)) => [|d].
  by rewrite sumr_const divff // deals_neq0.
rewrite inE => de;
  have enough : ((m + n * 2) * 2 < last_turn + all_told (Nil turn))%N.
  by rewrite /last_turn addSn ltnS leq_addr.
move: (@decided _ _ q s d last_turn [::] de (@truthful_nil _ _ d) enough).
by case: (winner _ _ _ _ _ _) => [[]|] // _; rewrite ?addr0 ?add0r.
Qed.

(* In that game a strategy says something of finitely many histories. *)
Definition fin_history := last_turn.-bseq turn.
Definition finite (T : finType) of phantom Type T : finType := T.
Definition code : finType := finite (Phantom Type (
  {ffun cards * fin_history -> cards} * {ffun cards * fin_history * cards ->
  option card} *
  {ffun cards * fin_history * turn -> option cards})%type).
Definition decode (c : code) : strategy := Strategy
  (fun H h => c.1.1 (H, insub_bseq last_turn h))
  (fun H h Q => c.1.2 (H, insub_bseq last_turn h, Q))
  (fun H h told => c.2 (H, insub_bseq last_turn h, told)).
Definition encode t : code :=
  ([ffun z : cards * fin_history => asks t z.1 z.2],
   [ffun z : cards * fin_history * cards => shows t z.1.1 z.1.2 z.2],
   [ffun z : cards * fin_history * turn => guesses t z.1.1 z.1.2 z.2]).

Definition alike (t t' : strategy) := forall H (h : history),
  (size h <= last_turn)%N ->
  [/\ asks t H h = asks t' H h, shows t H h =1 shows t' H h &
    guesses t H h =1 guesses t' H h].

Lemma encode_alike t : alike (decode (encode t)) t.
Proof.
move=> H h small; have e : insub_bseq last_turn h = h :> seq _
  by rewrite val_insubd small.
by split=> [|Q|told]; rewrite /= !ffunE /= e.
Qed.

Lemma winner_alike u s s' d T (h : history) : (forall i, alike (s i) (s' i)) ->
  (size h + T <= last_turn)%N -> winner q u s d T h = winner q u s' d T h.
Proof.
move=> same; elim: T h => [|T IH] h //= small.
have few : (size h <= last_turn)%N by apply: leq_trans small; exact: leq_addr.
have ask i H : asks (s i) H h = asks (s' i) H h by have [] := same i H h few.
have tell i H Q : answer (s i) H h Q = answer (s' i) H h Q.
  by have [_ e _] := same i H h few; rewrite /answer e.
have gs i H told : guess (s i) H h told = guess (s' i) H h told.
  by have [_ _ e] := same i H h few; exact/guess_eq/e.
have pt i H : put q u (s i) H h = put q u (s' i) H h
  by rewrite /put /question ask.
rewrite pt; case: put => // Q; rewrite tell gs; case: guess => //.
by apply: IH; rewrite /= addSnnS.
Qed.

Lemma chance_alike u k s s' : (forall i, alike (s i) (s' i)) ->
  chance u k s last_turn = chance u k s' last_turn.
Proof.
move=> same; congr (_ / _); apply: eq_bigr => d _.
by rewrite (winner_alike u d same).
Qed.

(* What s is worth where only useful questions are put, it is worth to who
   follows it where all may be. *)
Lemma chance_follow k (t t' : strategy) T : (last_turn <= T)%N ->
  chance true k (pair k t (counter q k t')) last_turn <=
  chance false k (pair k (follow q k t) t') T.
Proof.
move=> late; apply: chance_le => d de /(winner_more late) win.
by apply: follow_wins win => //; exact: truthful_nil.
Qed.

(* Theorem 4.2. There is a number v such that either player has a mixed strategy
   with which he wins with the chance v, or 1 - v, whatever the other does. So
   play without end helps nobody, for whomever it may count. *)
Theorem theorem_4_2 : exists v : rat, assures false v last_turn /\
  assures true (1 - v) last_turn.
Proof.
pose a (i j : code) := chance true false (pair false (decode i) (decode j))
  last_turn.
pose t0 : strategy := Strategy (fun _ _ => set0) (fun _ _ _ => None)
  (fun _ _ _ => None).
have [v [x [y [mx my rows columns]]]] := minimax (encode t0) (encode t0) a.
exists v; split.
  exists code, x, (fun i => follow q false (decode i)); split=> // t T late.
  apply: le_trans (rows (encode (counter q false t))) _; apply: ler_sum => i _.
  apply: ler_wpmul2l; first exact: mx.1.
  apply: le_trans (chance_follow _ _ _ late); rewrite /a.
  rewrite -(chance_alike _ _
            (s := pair false (decode i) (decode (encode (counter q false t)))))
            //.
  by case=> //; exact: encode_alike.
exists code, y, (fun j => follow q true (decode j)); split=> // t T late.
have := columns (encode (counter q true t)); rewrite -ler_opp2 -(ler_add2l 1) =>
  le.
apply: le_trans le _; rewrite -{1}my.2 -sumrB; apply: ler_sum => j _.
rewrite mulrC -{1}(mulr1 (y j)) -mulrBr; apply: ler_wpmul2l; first exact: my.1.
apply: le_trans (chance_follow _ _ _ late).
rewrite ler_subl_addl /a.
rewrite (chance_alike _ _ (s' := pair true (decode j) (counter q true t))).
  by rewrite chances_add.
by case=> //; exact: encode_alike.
Qed.

(* Strategy stealing. *)
Lemma chance_stolen (t t' : strategy) T :
  chance false false (pair false (steal q t) t') T.+1 =
  chance false true (pair true t (later q t')) T.
Proof.
congr (_ / _); rewrite (reindex_inj (h := @changed m n));
  last by move=> [? ?] [? ?] [-> ->].
apply: eq_big => [d|d _].
  by rewrite !inE /dealt /= disjoint_sym andbCA.
rewrite stolen //; have -> : changed (changed d) = d by case: d.
by case: winner => [[]|].
Qed.

Theorem stealing w L : assures true w L -> assures false w L.+1.
Proof.
case=> I [x [s [mx good]]]; exists I, x, (fun i => steal q (s i));
  split=> // t [|T] // late.
apply: le_trans (good (later q t) T late) _; apply: ler_sum => i _.
by rewrite chance_stolen.
Qed.

(* Claim 4.5, for q = 1 as well: who begins wins with a chance of one half
   or more. *)
Theorem claim_4_5 : assures false (1 / 2%:R) last_turn.+1.
Proof.
have [v [first second]] := theorem_4_2; case: (lerP (1 / 2%:R) v) =>
  [half|/ltW half].
  case: first => I [x [s [mx good]]]; exists I, x, s; split=> // t T late.
  by apply: le_trans half _; apply: good; exact: ltnW.
have [I [x [s [mx good]]]] := stealing second; exists I, x, s;
  split=> // t T late.
apply: le_trans (good t T late); rewrite ler_subr_addl -ler_subr_addr.
by apply: le_trans half _.
Qed.

End Optimal.
