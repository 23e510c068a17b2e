(* Sections 2.1, 2.9, 3.1 and 3.2: players in another order, that the cards stay
   where they are, and what counting cards excludes.

   Glossary
     cyclic f         by f, who is next, all players are reached from each of
                      them
     meets T clauses  the hand T has a card of each clause *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div
  seq path.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Seats.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k l x y z : nat) (Q T : seq nat) (d : deal) (s : situation).

(* remark-2.1-order: a cyclic order, by who is next, leads from i to all
   players. Number them as they sit, from i: the k-th after i is number
   k + 1. *)
Definition cyclic (f : nat -> nat) : Prop :=
  (forall j, player G j -> player G (f j)) /\
  forall i j, player G i -> player G j -> exists k, iter k f i = j.

Lemma iter_in f i k : cyclic f -> player G i -> player G (iter k f i).
Proof. by case=> pf _ pi; elim: k => //= k; exact: pf. Qed.

Lemma all_sit f i : cyclic f -> player G i ->
  uniq (traject f i (p G)) /\ forall j, player G j = (j \in traject f i (p G)).
Proof.
move=> cyc pi; have p0 : 0 < p G by exact: leq_trans (two_players sizes).
have sub : {subset traject f i (p G) <= players G}.
  by move=> j /trajectP [k _ ->]; exact: (iter_in k cyc pi).
have un : uniq (traject f i (p G)).
  rewrite -(prednK p0) looping_uniq; apply/negP => /loopingP loop.
  have sub' : {subset players G <= traject f i (p G).-1}.
    by move=> j pj; have [k <-] := cyc.2 i j pi pj; exact: loop.
  have := uniq_leq_size (iota_uniq 1 (p G)) sub'.
  by rewrite size_iota size_traject leqNgt ltn_predL p0.
have le : size (players G) <= size (traject f i (p G))
  by rewrite size_iota size_traject.
by split=> // j; have [_ e] := uniq_min_size un sub le; rewrite e.
Qed.

Lemma round f i : cyclic f -> player G i -> iter (p G) f i = i.
Proof.
move=> cyc pi; have p0 : 0 < p G by exact: leq_trans (two_players sizes).
have [un sit] := all_sit cyc pi; have pfi := cyc.1 i pi.
have [un' sit'] := all_sit cyc pfi.
have := sit' i; rewrite pi => /esym /trajectP [k kp]; rewrite -iterSr => e.
case: (k.+1 =P p G) => [<- //|/eqP ne].
have kp' : k.+1 < p G by rewrite ltn_neqAle ne.
by have := nth_uniq i _ _ un; rewrite size_traject => /(_ 0 k.+1 p0 kp');
  rewrite !nth_traject //= -iterS -e eqxx.
Qed.

Theorem order_renamed f i : cyclic f -> player G i -> exists g,
  [/\ g i = 1, forall j, player G j -> player G (g j) /\ g (f j) = incp G (g j),
      forall j k, player G j -> player G k -> g j = g k -> j = k &
      forall k, player G k -> exists2 j, player G j & g j = k].
Proof.
move=> cyc pi; have p0 : 0 < p G by exact: leq_trans (two_players sizes).
have [un sit] := all_sit cyc pi; pose seats := traject f i (p G).
have at_seat k : k < p G -> index (iter k f i) seats = k.
  by move=> kp; rewrite -(nth_traject f kp i) index_uniq ?size_traject.
exists (fun j => (index j seats).+1); split.
- by rewrite -[i in index i]/(iter 0 f i) at_seat.
- move=> j; rewrite sit => /trajectP [k kp ->]; rewrite at_seat // playerE /=;
    split=> //.
  rewrite incpE_player ?playerE //= -iterS; case: (k.+1 =P p G) => [->|/eqP ne].
    by rewrite (round cyc pi) -[i in index i]/(iter 0 f i) at_seat.
  by rewrite at_seat // ltn_neqAle ne.
- move=> j k; rewrite !sit => /trajectP [a ap ->] /trajectP [b bp ->].
  by rewrite !at_seat // => -[->].
- case=> [|k]; rewrite playerE //= => kp; exists (iter k f i);
    last by rewrite at_seat.
  exact: iter_in.
Qed.

(* remark-2.23-partition: what satisfies (2.23), and the partition axioms in
   Init0, does so in every situation; each card has one holder. *)
Theorem partition_stays (H : nat -> nat -> situation -> bool) :
  (forall k x a s, H k x (do a s) = H k x s) ->
  partition G (fun k x => H k x Init0) ->
  forall s, partition G (fun k x => H k x s) /\
    forall x, card G x -> count (fun k => H k x s) (holders G) = 1.
Proof.
move=> stays P0; elim=> [|a s [[d e n' m'] one]]; last first.
  split=> [|x cx]; last by rewrite -(one x cx); apply: eq_count => k;
    exact: stays.
  split=> [k k' x Hk Hk' cx|x cx|i pi|]; rewrite ?stays; first exact: d.
  - by have /hasP [k Hk hk] := e x cx; apply/hasP; exists k; rewrite // stays.
  - by rewrite -(n' i pi); congr size; apply: eq_filter => x; exact: stays.
  - by rewrite /pile_has_m -m'; congr size; apply: eq_filter => x; exact: stays.
split=> // x cx; have [d e _ _] := P0; apply/eqP; rewrite eqn_leq.
by rewrite (disjoint_one_owner d cx) -has_count; exact: e.
Qed.

(* equation-3.2: of a hand of two cards, (2.11) as it is printed. *)
Theorem two_cards d i x y : partition G d -> n G = 2 -> player G i ->
  card G x -> card G y ->
  x != y ->
  (d i x && d i y <-> forall z, card G z -> [|| z == x, z == y | ~~ d i z]).
Proof.
move=> [_ _ n11 _] n2 pi cx cy xy; have sz : size (hand G d i) = 2
  by rewrite n11.
have c2 : 2 <= deck_size G
  by rewrite -sz size_filter -[X in _ <= X](size_iota 1) count_size.
have /set_size_exact pr := sz; have := pr c2 [:: x; y].
rewrite /card_set /= inE xy cx cy andbT => /(_ isT erefl) [to from];
  split.
  by rewrite -[d i y]andbT => /to /allP all z cz; have := all z cz;
    rewrite !inE orbA.
move=> all; rewrite -[d i y]andbT; apply: from; apply/allP => z cz.
by rewrite !inE -orbA all.
Qed.

(* remark-3.2-minimum: clauses, of cards one of which a hand has, and a card of
   none of them: with it the hand has one card less for the clauses. *)
Definition meets T (clauses : seq (seq nat)) : bool :=
  all (has (mem T)) clauses.

Lemma meets_without z T clauses : meets T clauses ->
  (forall Q, Q \in clauses -> z \notin Q) ->
  meets (filter (predC1 z) T) clauses.
Proof.
move=> /allP all no; apply/allP => Q QC; have /hasP [x xQ xT] := all Q QC.
apply/hasP; exists x => //=; rewrite mem_filter /= andbC; move: xT => /= ->.
by apply: contraTneq xQ => ->; exact: no.
Qed.

Theorem minimum_excludes r (H : seq nat) clauses z : uniq H -> size H = r.+1 ->
  meets H clauses ->
  (forall T, uniq T -> size T = r -> ~~ meets T clauses) ->
  (forall Q, Q \in clauses -> z \notin Q) -> z \notin H.
Proof.
move=> uH sH met none no; apply/negP => zH;
  have := none (rem z H) (rem_uniq z uH).
by rewrite size_rem // sH (rem_filter z uH) => /(_ erefl) /negP [];
  exact: meets_without.
Qed.

Theorem minimum_known i j d s clauses z : is_world G (d, s) -> player G j ->
  1 <= n G ->
  K G i (fun w => meets (hand G w.1 j) clauses) (d, s) ->
  (forall T, uniq T -> size T = (n G).-1 -> ~~ meets T clauses) ->
  (forall Q, Q \in clauses -> z \notin Q) -> card G z ->
  K G i (fun w => ~~ w.1 j z) (d, s).
Proof.
move=> W pj n1 know none no cz [d' s'] W' A /=; have [[_ _ n11 _] _] := W'.
have u : uniq (hand G d' j) by rewrite filter_uniq ?cards_uniq.
have := minimum_excludes u _ (know _ W' A) none no.
by rewrite n11 // prednK // mem_hand cz andbT; exact.
Qed.

(* The converse, of the clauses alone, where there is a further card. *)
Theorem minimum_needed (D : seq nat) r (clauses : seq (seq nat)) z : z \in D ->
  r < size D -> uniq D ->
  (forall Q, Q \in clauses -> z \notin Q) ->
  ((forall H : seq nat, uniq H -> {subset H <= D} -> size H = r.+1 ->
      meets H clauses -> z \notin H) <->
   (forall T, uniq T -> {subset T <= D} -> size T = r -> ~~ meets T clauses)).
Proof.
move=> zD rD uD no; split=> [ex T uT sT szT|none H uH sH szH met].
  apply/negP => met; have more H : {subset T <= H} -> meets H clauses.
    move=> sub; apply/allP => Q /(allP met) /hasP [x xQ xT]; apply/hasP;
      exists x => //.
    exact: sub.
  have use y : y \in D -> y \notin T -> z \notin y :: T.
    move=> yD yT; apply: ex; rewrite /= ?yT ?szT //;
      last by apply: more => x xT; rewrite inE xT orbT.
    by move=> x; rewrite inE => /orP [/eqP -> //|]; exact: sT.
  case zT: (z \in T); last by have := use z zD (negbT zT); rewrite mem_head.
  suff /hasP [y yD yT] : has (predC (mem T)) D
    by have := use y yD yT; rewrite inE zT orbT.
  rewrite has_predC; apply/negP => /allP sub.
  by have := uniq_leq_size uD sub; rewrite szT leqNgt rD.
apply/negP => zH; have := none (rem z H) (rem_uniq z uH).
rewrite size_rem // szH (rem_filter z uH) => none';
  apply/negP: (meets_without met no).
by apply: none' => // x; rewrite mem_filter => /andP [_]; exact: sH.
Qed.

(* example-3.1: what is known about the cards stays known; and of two cards of
   which two players have one each, nobody else has one. *)
Lemma deal_stays i (phi : deal -> Prop) d s' s : before_or_equal s' s ->
  K G i (fun w => phi w.1) (d, s') -> K G i (fun w => phi w.1) (d, s).
Proof.
elim: s => [|a s IH] /= []; [by move=> ->|by []|by move=> ->|].
move=> be f w' W A; have [a' [s1 [-> A' W' _]]] := perfect_recall A W;
  exact: (IH be f) W' A'.
Qed.

Lemma world_before d s' s : before_or_equal s' s -> is_world G (d, s) ->
  is_world G (d, s').
Proof.
elim: s => [|a s IH] /= []; [by move=> ->|by []|by move=> ->|].
by move=> be [P /andP [ex _]]; exact: IH.
Qed.

Lemma yes_stays i j d s0 s Q : is_world G (d, s) -> player G i ->
  Question Q s0 ->
  before_or_equal (do (yes j) s0) s -> K G i (fun w => has (w.1 j) Q) (d, s).
Proof.
move=> W pi Qs be; apply: (deal_stays (phi := fun h => has (h j) Q) be) =>
  w' W' A.
exact: (yes_is_common (world_before be W) Qs (step pi W' A (here _ _ _))).
Qed.

Theorem two_located i j l x y d s s1 s2 : is_world G (d, s) -> player G i ->
  player G j -> player G l -> j != l -> card G x -> card G y -> x != y ->
  Question [:: x; y] s1 -> before_or_equal (do (yes j) s1) s ->
  Question [:: x; y] s2 -> before_or_equal (do (yes l) s2) s ->
  K G i (fun w => forall k, holder G k -> k != j -> k != l -> ~~ w.1 k x &&
           ~~ w.1 k y) (d, s).
Proof.
move=> W pi pj pl jl cx cy xy Q1 b1 Q2 b2 w' W' A k Hk kj kl.
have := yes_stays W pi Q1 b1 W' A; have := yes_stays W pi Q2 b2 W' A.
have [[dis _ _ _] _] := W'; have Hj : holder G j by rewrite holderE pj orbT.
have Hl : holder G l by rewrite holderE pl orbT.
rewrite /= !orbF => /orP [lx|ly] /orP [jx|jy].
- by have := dis l j x Hl Hj cx lx jl; rewrite jx.
- by rewrite (dis l k x) ?(dis j k y).
- by rewrite (dis j k x) ?(dis l k y).
- by have := dis l j y Hl Hj cy ly jl; rewrite jy.
Qed.

End Seats.
