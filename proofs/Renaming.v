(* Cards with other names. A strategy of the other player, a behaviour and a
   plan, renamed; that the game and the plans that Checker.v reads from a table
   do not depend on the names of cards; and that a renaming takes a set to any
   other of the same kind.

   Glossary
     moved s A, moved_turn s r, moved_history s h, moved_deal s d
                      a set of cards, what was seen, and a deal, with the
                      cards renamed by s
     moved_strategy s t
                      the strategy t with the cards renamed
     even b           the behaviour b does not depend on the names of cards
     counts codes l s every set counted in s is one of l, by its kind
     renamed s b      the set of the number b, renamed, as a number
     weighed, same s w w'
                      weights as rational numbers; w' are the weights w with
                      the cards renamed by s
     even_plan m n q p
                      the plan p does not depend on the names of cards
     set_of a         the set of the card that was shown, if any *)

From Coq Require Import PArith NArith Nnat.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat fingroup perm.
From Myst Require Import Ordered Duel Bluffs Behaviour CheckerNumbers.
From Myst Require Checker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Moved.
Variables (m n q : nat) (bluffs : bool -> bool).
Notation card := (card m n).
Notation cards := {set card}.
Notation turn := (cards * option card)%type.
Notation history := (history m n).
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Implicit Types (s : {perm card}) (A B H Q : cards) (h : history) (d : deal)
  (t : strategy) (a : option card) (r : turn).

Definition moved s A : cards := s @: A.
Definition moved_turn s r : turn := (moved s r.1, omap s r.2).
Definition moved_history s h : history := map (moved_turn s) h.
Definition moved_deal s d : deal := (moved s d.1, moved s d.2).

Lemma moved_in s A x : (s x \in moved s A) = (x \in A).
Proof. by rewrite /moved mem_imset //; exact: perm_inj. Qed.
Lemma moved_inj s : injective (moved s).
Proof.
move=> A B e; apply/setP => x.
by rewrite -(moved_in s) e moved_in.
Qed.
Lemma moved_ext s A B : (forall x, (s x \in B) = (x \in A)) -> moved s A = B.
Proof.
move=> e; apply/setP => x; rewrite -[x](permKV s) moved_in.
by rewrite e.
Qed.
Lemma moved_cardE s A : #|moved s A| = #|A|.
Proof. by rewrite card_imset //; exact: perm_inj. Qed.
Lemma movedI s A B : moved s (A :&: B) = moved s A :&: moved s B.
Proof. by apply: moved_ext => x; rewrite !inE !moved_in. Qed.
Lemma movedU s A B : moved s (A :|: B) = moved s A :|: moved s B.
Proof. by apply: moved_ext => x; rewrite !inE !moved_in. Qed.
Lemma movedC s A : moved s (~: A) = ~: moved s A.
Proof. by apply: moved_ext => x; rewrite !inE !moved_in. Qed.
Lemma moved0 s : moved s set0 = set0.
Proof. by apply: moved_ext => x; rewrite !inE. Qed.
Lemma moved1 s x : moved s [set x] = [set s x].
Proof. by apply: moved_ext => y; rewrite !inE (inj_eq perm_inj). Qed.
Lemma moved_eq0 s A : (moved s A == set0) = (A == set0).
Proof. by rewrite -{1}(moved0 s) (inj_eq (@moved_inj s)). Qed.
Lemma moved_disjoint s A B :
  [disjoint moved s A & moved s B] = [disjoint A & B].
Proof. by rewrite -!setI_eq0 -movedI moved_eq0. Qed.
Lemma moved_subset s A B : (moved s A \subset moved s B) = (A \subset B).
Proof.
apply/setIidPl/setIidPl; rewrite -movedI; first by move/moved_inj.
by move=> ->.
Qed.
Lemma movedK s A : moved s^-1%g (moved s A) = A.
Proof. by apply: moved_ext => x; rewrite -(moved_in s) permKV. Qed.
Lemma movedKV s A : moved s (moved s^-1%g A) = A.
Proof. by rewrite -{1}(invgK s) movedK. Qed.
Lemma omapK s a : omap s^-1%g (omap s a) = a.
Proof. by case: a => //= x; rewrite permK. Qed.
Lemma moved_historyK s h : moved_history s^-1%g (moved_history s h) = h.
Proof.
rewrite /moved_history -map_comp -[RHS]map_id; apply: eq_map => -[Q a] /=.
by rewrite /moved_turn /= movedK omapK.
Qed.
Lemma moved_turnK s r : moved_turn s^-1%g (moved_turn s r) = r.
Proof. by case: r => Q a; rewrite /moved_turn /= movedK omapK. Qed.

Lemma asker_moved s h : asker (moved_history s h) = asker h.
Proof. by rewrite /asker size_map. Qed.
Lemma shown_moved s j h : shown j (moved_history s h) = moved s (shown j h).
Proof.
elim: h => [|[Q [x|]] h IH] /=; rewrite ?moved0 // asker_moved IH.
by case: ifP => _ //; rewrite movedU moved1.
Qed.
Lemma lacks_moved s j h : lacks j (moved_history s h) = moved s (lacks j h).
Proof.
elim: h => [|[Q [x|]] h IH] /=; rewrite ?moved0 // asker_moved IH;
  by case: ifP => _ //; rewrite movedU ?moved1.
Qed.
Lemma useful_moved s h Q : useful (moved_history s h) (moved s Q) = useful h Q.
Proof.
rewrite /useful asker_moved shown_moved lacks_moved moved_disjoint.
by rewrite moved_subset.
Qed.
Lemma permitted_moved s H h Q :
  permitted bluffs (moved s H) (moved_history s h) (moved s Q) =
  permitted bluffs H h Q.
Proof. by rewrite /permitted useful_moved asker_moved moved_subset. Qed.
Lemma permitted_question_moved s H h :
  (permitted_question q bluffs (moved s H) (moved_history s h) == None) =
  (permitted_question q bluffs H h == None).
Proof.
rewrite /permitted_question.
case: pickP => [Q /andP [sQ us]|no]; case: pickP => //.
  move/(_ (moved s^-1%g Q)); rewrite moved_cardE sQ -(permitted_moved s).
  by rewrite movedKV us.
move=> Q; have := no (moved s Q).
by rewrite moved_cardE permitted_moved /= => ->.
Qed.
Lemma truthful_moved s A Q a :
  truthful_answer (moved s A) (moved s Q) (omap s a) = truthful_answer A Q a.
Proof.
case: a => [x|] /=; first by rewrite -movedI moved_in.
by rewrite -movedI moved_eq0.
Qed.
Lemma hand_moved s d i : hand (moved_deal s d) i = moved s (hand d i).
Proof. by case: i. Qed.
Lemma pile_moved s d : pile (moved_deal s d) = moved s (pile d).
Proof. by rewrite /pile !hand_moved -movedU movedC. Qed.
Lemma dealt_moved s d : dealt (moved_deal s d) = dealt d.
Proof. by rewrite /dealt !hand_moved !moved_cardE moved_disjoint. Qed.

(* The other's strategy with the cards renamed. *)
Definition moved_strategy s t : strategy := Strategy
  (fun H h => odflt set0 (omap (moved s)
     (put_by q bluffs t (moved s^-1%g H) (moved_history s^-1%g h))))
  (fun H h Q => omap s
     (answer t (moved s^-1%g H) (moved_history s^-1%g h) (moved s^-1%g Q)))
  (fun H h r => omap (moved s)
     (guess t (moved s^-1%g H) (moved_history s^-1%g h) (moved_turn s^-1%g r))).

Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis n_pos : (0 < n)%N.

Lemma put_moved s t H h :
  put_by q bluffs (moved_strategy s t) (moved s H) (moved_history s h) =
  omap (moved s) (put_by q bluffs t H h).
Proof.
case e: (put_by q bluffs t H h) => [Q|] /=; last first.
  have none : permitted_question q bluffs (moved s H) (moved_history s h) =
      None.
    apply/eqP; rewrite permitted_question_moved; apply/eqP.
    by move: e; rewrite /put_by; case: ifP.
  rewrite /put_by none; case: ifP => // us; move: none.
  rewrite /permitted_question; case: pickP => // no _.
  by have := no (question q (moved_strategy s t) (moved s H)
    (moved_history s h)); rewrite question_size // eqxx us.
have asked : asks (moved_strategy s t) (moved s H) (moved_history s h) =
    moved s Q by rewrite /= movedK moved_historyK e.
rewrite /put_by question_fixed asked ?moved_cardE ?(put_by_size _ _ e) //.
by rewrite permitted_moved (put_by_permitted e).
Qed.
Lemma answer_moved s t H h Q :
  answer (moved_strategy s t) (moved s H) (moved_history s h) (moved s Q) =
  omap s (answer t H h Q).
Proof.
have e : shows (moved_strategy s t) (moved s H) (moved_history s h)
    (moved s Q) = omap s (answer t H h Q).
  by rewrite /= !movedK moved_historyK.
by rewrite answer_fixed e // truthful_moved answer_truthful.
Qed.
Lemma guess_moved s t H h r :
  guess (moved_strategy s t) (moved s H) (moved_history s h)
    (moved_turn s r) = omap (moved s) (guess t H h r).
Proof.
have e : guesses (moved_strategy s t) (moved s H) (moved_history s h)
    (moved_turn s r) = omap (moved s) (guess t H h r).
  by rewrite /= !movedK moved_historyK moved_turnK.
rewrite {1}/guess e; case eM: (guess t H h r) => [M|] //=.
by rewrite moved_cardE (guess_size eM) eqxx.
Qed.

Variable k : bool.
Variable b : behaviour m n.
Definition even := forall s A h,
  [/\ forall Q, may_ask b (moved s A) (moved_history s h) (moved s Q) =
        may_ask b A h Q,
      forall Q a, may_show b (moved s A) (moved_history s h) (moved s Q)
        (omap s a) = may_show b A h Q a &
      forall r g, may_guess b (moved s A) (moved_history s h) (moved_turn s r)
        (omap (moved s) g) = may_guess b A h r g].
Hypothesis b_even : even.

Lemma omap_inj s : injective (omap s).
Proof. exact: can_inj (@omapK s). Qed.

(* What a behaviour is worth does not depend on the names of cards. *)
Lemma worth_moved s t d T h :
  worth q bluffs k b (moved_strategy s t) (moved_deal s d) T
    (moved_history s h) = worth q bluffs k b t d T h.
Proof.
elim: T h => [|T IH] h //=; rewrite asker_moved !hand_moved pile_moved.
have next Q a : (moved s Q, omap s a) :: moved_history s h =
  moved_history s ((Q, a) :: h) by [].
case: ifP => _.
  have := permitted_question_moved s (hand d k) h.
  case: permitted_question => [Q1|]; case: permitted_question => [Q2|] // _.
  rewrite (reindex_inj (@moved_inj s)) /=; apply: eq_big => Q.
    by rewrite moved_cardE permitted_moved.
  move=> _; have [ask _ gs] := b_even s (hand d k) h.
  rewrite ask answer_moved next IH -[(moved s Q, _)]/(moved_turn s (Q, _)).
  by rewrite -(gs _ None) -(gs _ (Some _)).
rewrite put_moved; case: put_by => [Q|] //=.
rewrite (reindex_inj (@omap_inj s)) /=; apply: eq_big => a.
  by rewrite truthful_moved.
move=> _; have [_ sh _] := b_even s (hand d k) h; rewrite sh next IH.
rewrite -[(moved s Q, _)]/(moved_turn s (Q, _)) guess_moved.
by case: guess => [M|] //=; rewrite (inj_eq (@moved_inj s)).
Qed.
End Moved.

(* Numbers of cards in order, and one of each kind. *)
Section Kinds.
Implicit Types (a b x : N) (l : seq N).

Lemma same_partsP l l' : reflect (l = l') (C.same_parts l l').
Proof.
elim: l l' => [|x l IH] [|y l'] /=; do ?by constructor.
case: N.eqb_spec => [<-|ne] /=; last by constructor => -[].
by apply: (iffP (IH l')) => [->|[]].
Qed.
Lemma same_actionP (u v : C.action) : reflect (u = v) (C.same_action u v).
Proof.
case: u => [l|l|l|]; case: v => [l'|l'|l'|] /=; try by constructor.
- by apply: (iffP (same_partsP l l')) => [->|[]].
- by apply: (iffP (same_partsP l l')) => [->|[]].
- by apply: (iffP (same_partsP l l')) => [->|[]].
Qed.

Lemma insert_perm x l : perm_eq (C.insert x l) (x :: l).
Proof.
elim: l => [|y l IH] //=; case: ifP => // _.
apply: (@perm_trans _ (y :: x :: l)); first by rewrite perm_cons.
by apply/permPl; exact: (perm_catCA [:: y] [:: x] l).
Qed.
Lemma ordered_perm l : perm_eq (C.ordered l) l.
Proof.
elim: l => [|x l IH] //=; apply: perm_trans (insert_perm x _) _.
by rewrite perm_cons.
Qed.
Lemma insert_sorted x l : sorted N.leb l -> sorted N.leb (C.insert x l).
Proof.
have le_of a b : N.leb a b = false -> N.leb b a.
  by move/N.leb_gt => lt; apply/N.leb_le; apply: N.lt_le_incl.
have go z l' : path N.leb z l' -> N.leb z x -> path N.leb z (C.insert x l').
  elim: l' z => [|y l' IH] z /=; first by move=> _ ->.
  case/andP => zy yl zx; case: ifP => [xy|/le_of yx] /=.
    by rewrite zx xy.
  by rewrite zy IH.
case: l => [|y l] //= srt; case: ifP => [xy|/le_of yx] /=; first by rewrite xy.
exact: go.
Qed.
Lemma ordered_sorted l : sorted N.leb (C.ordered l).
Proof. by elim: l => //= x l; exact: insert_sorted. Qed.
Lemma ordered_eq l l' : perm_eq l l' -> C.ordered l = C.ordered l'.
Proof.
move=> e; apply: (@sorted_eq _ N.leb); rewrite ?ordered_sorted //.
- move=> x y z /N.leb_le yx /N.leb_le xz; apply/N.leb_le.
  exact: N.le_trans xz.
- by move=> x y /andP [/N.leb_le xy /N.leb_le yx]; apply: N.le_antisymm.
rewrite (perm_trans (ordered_perm l)) // (perm_trans e) //.
by rewrite perm_sym ordered_perm.
Qed.

(* One bit more. *)
Lemma bit_inj a b (u v : bool) :
  N.add (N.double a) (if u then 1%num else 0%num) =
  N.add (N.double b) (if v then 1%num else 0%num) -> a = b /\ u = v.
Proof.
have half c (w : bool) :
    N.div2 (N.add (N.double c) (if w then 1%num else 0%num)) = c.
  by case: c; case: w.
have bit c (w : bool) :
    N.odd (N.add (N.double c) (if w then 1%num else 0%num)) = w.
  by case: c; case: w.
move=> e; split; first by have := congr1 N.div2 e; rewrite !half.
by have := congr1 N.odd e; rewrite !bit.
Qed.

(* The sum over all of them, and that one like it is tried. *)
Variable codes : seq (N * N).
Notation kind := (C.kind codes).
Definition counts (l : seq N) (s : seq C.counted) : Prop :=
  forall z, List.In z s -> z.1 = kind z.2.1 /\ z.2.1 \in l.

Lemma join_in b (s : seq C.counted) z :
  List.In z (C.join b (kind b) s) ->
  z.1 = kind b /\ z.2.1 = b \/ exists2 z', List.In z' s &
    z.1 = z'.1 /\ z.2.1 = z'.2.1.
Proof.
elim: s => [|[l [b' c]] s IH] /=; first by case=> // <-; left.
case: ifP => _ /= [<-|] //=.
- by right; exists (l, (b', c)); first left.
- by move=> z_s; right; exists z; first right.
- by right; exists (l, (b', c)); first left.
by case/IH => [|[z' z's e]]; [left|right; exists z'; first right].
Qed.

Lemma classes_counts l :
  counts l (foldr (fun b => C.join b (kind b)) [::] l).
Proof.
elim: l => [|b l IH] //= z /join_in [[-> ->]|[z' /IH [e z'l] [-> ->]]].
  by rewrite mem_head.
by rewrite inE z'l orbT.
Qed.

Lemma classes_sum l (F G : N -> rat) :
  (forall b b', b \in l -> b' \in l -> kind b = kind b' -> F b' <= G b) ->
  \sum_(c <- C.classes codes l) posr c.2 * F c.1 <= \sum_(b <- l) G b.
Proof.
rewrite /C.classes big_map; elim: l => [|b l IH] le /=.
  by rewrite !big_nil.
have {}IH := IH (fun b1 b2 i1 i2 =>
  le _ _ (mem_behead (s := b :: l) i1) (mem_behead (s := b :: l) i2)).
have cl := @classes_counts l; move: IH cl; move: (foldr _ _ _) => s IH cl.
rewrite big_cons; apply: le_trans (ler_add (lexx (G b)) IH).
have in_b : b \in b :: l by exact: mem_head.
elim: s cl {IH} => [|[k' [b' c]] s IHs] cl /=.
  by rewrite big_cons !big_nil /= /posr mul1r ler_add2r le.
case: same_partsP => [e|_]; rewrite !big_cons /=.
  rewrite addrA ler_add2r /posr Pos2Nat.inj_succ -add1n natrD mulrDl mul1r.
  rewrite ler_add2r; have [/= e' b'l] := cl _ (or_introl erefl).
  by apply: le; rewrite ?inE ?b'l ?orbT // e.
rewrite addrCA ler_add2l; apply: IHs => z z_s; apply: cl; by right.
Qed.

Lemma classes_find l b : b \in l -> exists b',
  [/\ b' \in map fst (C.classes codes l), b' \in l & kind b = kind b'].
Proof.
rewrite /C.classes -map_comp; elim: l => [|b0 l IH] //.
have join_find b1 (s : seq C.counted) : exists2 z,
    List.In z (C.join b1 (kind b1) s) & kind b1 = z.1.
  elim: s => [|[k' [b' c]] s [z z_s e]] /=.
    by exists (kind b1, (b1, 1%positive)); first left.
  case: same_partsP => [e'|_] /=; last by exists z; first right.
  by exists (k', (b', Pos.succ c)); first left.
have join_keep b1 (s : seq C.counted) b' : b' \in map (fst \o snd) s ->
    b' \in map (fst \o snd) (C.join b1 (kind b1) s).
  elim: s => [|[k' [b2 c2]] s IHs] //=; rewrite inE.
  case: same_partsP => [e|_] /= /orP [/eqP ->|i]; rewrite inE ?eqxx ?i ?orbT //.
  by rewrite IHs ?orbT.
have find_in (s : seq C.counted) z : List.In z s ->
    z.2.1 \in map (fst \o snd) s.
  elim: s => [|z' s IHs] //= [->|/IHs i]; first by rewrite inE eqxx.
  by rewrite inE i orbT.
rewrite inE => /predU1P [->|bl] /=.
  have [z z_s e] := join_find b0 (foldr (fun b => C.join b (kind b)) [::] l).
  have [e' i] := @classes_counts (b0 :: l) z z_s.
  by exists z.2.1; split=> //; [exact: find_in|rewrite e e'].
have [b' [i b'l e]] := IH bl.
by exists b'; rewrite inE b'l orbT; split=> //; exact: join_keep.
Qed.
End Kinds.

(* Numbers, weights and plans with the cards renamed. *)
Section Renamed.
Variables m n q : nat.
Notation card := (card m n).
Notation cards := {set card}.
Notation history := (history m n).
Notation enc := (@enc m n).
Notation dec := (@dec m n).
Notation num_of := (@num_of m n).
Notation enc_answer := (@enc_answer m n).
Notation enc_history := (@enc_history m n).
Notation enc_turn := (@enc_turn m n).
Notation turn := (cards * option card)%type.
Implicit Types (s : {perm card}) (A B H Q : cards) (h : history)
  (w : C.weights).

Definition renamed s (b : N) : N :=
  if b == enc (dec b) then enc (moved s (dec b)) else b.
Lemma renamed_enc s A : renamed s (enc A) = enc (moved s A).
Proof. by rewrite /renamed encK eqxx. Qed.
Lemma renamed_inj s : injective (renamed s).
Proof.
move=> a b; rewrite /renamed; case: eqP => [ea|na]; case: eqP => [eb|nb].
- by move/enc_inj/moved_inj => e; rewrite ea eb e.
- by move=> e; case: nb; rewrite -e encK.
- by move=> e; case: na; rewrite e encK.
by [].
Qed.

Definition weighed w : seq (N * rat) := [seq (z.1, rat_of z.2) | z <- w].
Definition same s w w' : Prop :=
  perm_eq (weighed w') [seq (renamed s z.1, z.2) | z <- weighed w].

Lemma same_total s w w' : same s w w' ->
  rat_of (C.total w') = rat_of (C.total w).
Proof.
move=> e; rewrite !rat_of_total.
rewrite -[LHS](big_map (fun z => (z.1, rat_of z.2)) xpredT (fun z => z.2)).
by rewrite (perm_big _ e) !big_map.
Qed.
Lemma same_look s w w' b : same s w w' ->
  rat_of (C.look (renamed s b) w') = rat_of (C.look b w).
Proof.
move=> e; rewrite !rat_of_look.
rewrite -[LHS](big_map (fun z => (z.1, rat_of z.2))
  (fun z => z.1 == renamed s b) (fun z => z.2)).
rewrite (perm_big _ e) !big_map; apply: eq_bigl => z /=.
by rewrite (inj_eq (@renamed_inj s)).
Qed.
Lemma same_sub s w w' : same s w w' -> same s (C.sub w) (C.sub w').
Proof.
move=> e; rewrite /C.sub !fleE (same_total e); case: ifP => // _.
Qed.
Lemma same_filter s w w' (P P' : pred N) : same s w w' ->
  (forall b, P' (renamed s b) = P b) ->
  same s (filter (fun z => P z.1) w) (filter (fun z => P' z.1) w').
Proof.
move=> e PE; have weighed_filter (P0 : pred N) v :
    weighed (filter (fun z => P0 z.1) v) = filter (fun z => P0 z.1) (weighed v).
  by rewrite /weighed filter_map.
rewrite /same !weighed_filter; apply: perm_trans (perm_filter _ e) _.
pose f (z : N * rat) := (renamed s z.1, z.2).
have PfE : preim f (fun z => P' z.1) =1 (fun z => P z.1).
  by move=> z; rewrite /= PE.
by rewrite (filter_map f) (eq_filter PfE).
Qed.
Lemma same_flatten s (T : Type) (F F' : T -> C.weights) (l : seq T) :
  (forall u, same s (F u) (F' u)) ->
  same s (flatten (map F l)) (flatten (map F' l)).
Proof.
move=> e; elim: l => [|u l IH] //=; rewrite /same /weighed !map_cat.
by apply: perm_cat; [exact: e|exact: IH].
Qed.

Lemma weighed_evenly share (l : seq N) : weighed (C.evenly share l) =
  [seq (x, rat_of (C.fpart share (Pos.of_nat (size l)))) | x <- l].
Proof. by rewrite /C.evenly; case: l => // x l; rewrite /weighed -map_comp. Qed.
Lemma same_evenly s share (l l' : seq N) : perm_eq l' (map (renamed s) l) ->
  same s (C.evenly share l) (C.evenly share l').
Proof.
move=> e; rewrite /same !weighed_evenly (perm_size e) size_map -map_comp /=.
by rewrite (map_comp (fun x => (x, _)) (renamed s)) perm_map.
Qed.

(* Actions that look alike. *)
Implicit Types (f : N -> C.action).
Lemma all_alikeP f (l : seq N) : C.all_alike (map f l) <->
  (forall x y, x \in l -> y \in l -> f x = f y).
Proof.
case: l => [|x l]; first by split.
rewrite /= all_map; split=> [/allP e y z|e]; last first.
  apply/allP => y yl; apply/same_actionP; apply: e; first exact: mem_head.
  by rewrite inE yl orbT.
have {}e y' : y' \in x :: l -> f x = f y'.
  by rewrite inE => /predU1P [-> //|/e /same_actionP].
by move=> /e <- /e <-.
Qed.

Section Acts.
Variables (s : {perm card}) (f f' : N -> C.action) (l l' : seq N).
Hypothesis l_moved : perm_eq l' (map (renamed s) l).
Hypothesis f_moved : forall x, x \in l -> f' (renamed s x) = f x.

Lemma in_moved y : y \in l' -> exists2 x, x \in l & y = renamed s x.
Proof. by rewrite (perm_mem l_moved) => /mapP. Qed.
Lemma moved_in_list x : x \in l -> renamed s x \in l'.
Proof. by move=> xl; rewrite (perm_mem l_moved) map_f. Qed.

Lemma all_alike_moved : C.all_alike (map f' l') = C.all_alike (map f l).
Proof.
apply/idP/idP => /all_alikeP e; apply/all_alikeP => x y.
  by move=> xl yl; rewrite -!f_moved //; apply: e; exact: moved_in_list.
move/in_moved => [x0 xl ->] /in_moved [y0 yl ->]; rewrite !f_moved //.
exact: e.
Qed.

Lemma kinds_fst (P : pred C.action) (g : N -> C.action) (r : seq N) :
  map fst (filter (fun z => P z.2) (map (fun x => (x, g x)) r)) =
  filter (fun x => P (g x)) r.
Proof. by elim: r => [|x r IH] //=; case: (P _); rewrite /= IH. Qed.

Lemma same_spread (acts : seq (C.action * C.frac)) :
  same s (C.spread_over acts (map (fun x => (x, f x)) l))
    (C.spread_over acts (map (fun x => (x, f' x)) l')).
Proof.
apply: same_flatten => u; apply: same_evenly.
rewrite !(kinds_fst (fun v => C.same_action v u.1)).
apply: (perm_trans (perm_filter _ l_moved)); rewrite filter_map.
by rewrite (eq_in_filter (a2 := fun x => C.same_action (f x) u.1)) //
  => x xl /=; rewrite f_moved.
Qed.

Notation kinds g r := (map (fun x => (x, g x)) r).
Lemma same_chosen (acts : seq (C.action * C.frac)) :
  same s (if C.all_alike (map snd (kinds f l)) then C.evenly C.f1 l
          else C.spread_over acts (kinds f l))
    (if C.all_alike (map snd (kinds f' l')) then C.evenly C.f1 l'
     else C.spread_over acts (kinds f' l')).
Proof.
rewrite -!map_comp; have := all_alike_moved.
rewrite -[map f' l']/(map (snd \o (fun x => (x, f' x))) l').
rewrite -[map f l]/(map (snd \o (fun x => (x, f x))) l) => ->.
by case: ifP => _; [exact: same_evenly|exact: same_spread].
Qed.
End Acts.

(* Lists of sets. *)
Lemma list_moved s (l l' : seq N) (P P' : cards -> Prop) :
  uniq l -> uniq l' -> (forall b, b \in l <-> exists2 A, P A & b = enc A) ->
  (forall b, b \in l' <-> exists2 A, P' A & b = enc A) ->
  (forall A, P' (moved s A) <-> P A) -> perm_eq l' (map (renamed s) l).
Proof.
move=> ul ul' inl inl' e; apply: uniq_perm => //.
  by rewrite map_inj_uniq //; exact: renamed_inj.
move=> b; apply/idP/mapP => [/inl' [A PA ->]|[a /inl [A PA ->] ->]].
  exists (enc (moved s^-1%g A)); last by rewrite renamed_enc movedKV.
  by apply/inl; exists (moved s^-1%g A) => //; apply/e; rewrite movedKV.
by rewrite renamed_enc; apply/inl'; exists (moved s A) => //; apply/e.
Qed.

Notation qs := (C.sets_of m n q).
Lemma usefuls_moved s h :
  perm_eq (C.usefuls qs (enc_history (moved_history s h)))
    (map (renamed s) (C.usefuls qs (enc_history h))).
Proof.
apply: (@list_moved s _ _ (asked_for q h) (asked_for q (moved_history s h)));
  do ?exact: usefuls_uniq; try exact: usefuls_enc.
by move=> A; rewrite /asked_for moved_cardE useful_moved.
Qed.
Lemma sets_moved s (r : nat) :
  perm_eq (C.sets_of m n r) (map (renamed s) (C.sets_of m n r)).
Proof.
have u : uniq (C.sets_of m n r) by rewrite filter_uniq // masks_uniq.
have mem b := @in_sets_of m n b r.
apply: (@list_moved s _ _ _ _ u u mem mem) => A.
by rewrite moved_cardE.
Qed.
Lemma within_moved s A : perm_eq (C.within m n (enc (moved s A)))
  (map (renamed s) (C.within m n (enc A))).
Proof.
have one B b : b \in C.within m n (enc B) <->
    exists2 X : cards, (exists2 x : card, x \in B & X = [set x]) & b = enc X.
  split; first by move/singles_enc => [x xB ->]; exists [set x] => //; exists x.
  by move=> [_ [x xB ->] ->]; apply/singles_enc; exists x.
apply: (@list_moved s _ _ _ _ (within_uniq _ _ _) (within_uniq _ _ _)
  (one A) (one (moved s A))) => X.
split=> -[x xA e]; last by exists (s x); rewrite ?moved_in // e moved1.
exists (s^-1%g x); first by rewrite -(moved_in s) permKV.
by apply: (@moved_inj _ _ s); rewrite moved1 permKV.
Qed.

(* What may be asked with a hand. *)
Lemma allowed_enc may A Q :
  C.allowed may (enc A) (enc Q) = may || ~~ (Q \subset A).
Proof.
rewrite /C.allowed enc_land enc_same; congr (_ || ~~ _).
exact: (sameP eqP setIidPl).
Qed.
Lemma allowed_moved s may A b :
  C.allowed may (enc (moved s A)) (renamed s b) = C.allowed may (enc A) b.
Proof.
case: (b =P enc (dec b)) => [->|large].
  by rewrite renamed_enc !allowed_enc moved_subset.
have beyond B : N.eqb (N.land b (enc B)) b = false.
  case: N.eqb_spec => // e; case: large; apply: enc_eq => // i ge.
  by rewrite -e N.land_spec enc_small // andbF.
by rewrite /renamed; case: eqP => // _; rewrite /C.allowed !beyond.
Qed.
Lemma allowed_list s may A h :
  perm_eq (filter (C.allowed may (enc (moved s A)))
      (C.usefuls qs (enc_history (moved_history s h))))
    (map (renamed s) (filter (C.allowed may (enc A))
      (C.usefuls qs (enc_history h)))).
Proof.
apply: perm_trans (perm_filter _ (usefuls_moved s h)) _; rewrite filter_map.
have e : preim (renamed s) (C.allowed may (enc (moved s A))) =1
    C.allowed may (enc A) by move=> b; exact: allowed_moved.
by rewrite (eq_filter e).
Qed.

(* Classes of cards. *)
Lemma indicesE : C.indices m n = map num_of (enum card).
Proof. by rewrite /C.indices -val_enum_ord -map_comp. Qed.

Lemma label_moved s h (x : card) :
  C.label (enc_history (moved_history s h)) (num_of (s x)) =
  C.label (enc_history h) (num_of x).
Proof.
elim: h => [|[Q a] h IH] //=; rewrite IH !size_map !enc_in moved_in.
case: ifP => // _; congr (if _ then _ else _).
case: a => [y|] //=; rewrite ?N.bits_0 //.
by rewrite !enc_in !inE (inj_eq perm_inj).
Qed.

Notation labels h := (C.labels_of m n (enc_history h)).
Lemma marked_moved s h A (P P' : pred N) :
  (forall x : card, P' (num_of (s x)) = P (num_of x)) ->
  perm_eq (C.marked (enc (moved s A))
      (filter (fun z => P' z.1) (labels (moved_history s h))))
    (C.marked (enc A) (filter (fun z => P z.1) (labels h))).
Proof.
move=> e; rewrite /C.marked /C.labels_of indicesE.
have: uniq (enum card) /\ forall x, x \in enum card.
  by rewrite enum_uniq; split=> // x; rewrite mem_enum.
move: (enum card) => l [ul inl]; rewrite !filter_map -!map_comp.
set F := (F in perm_eq (map F _) _); set G := (F in perm_eq _ (map F _)).
have FG : G =1 F \o s.
  by move=> x; rewrite /F /G /= label_moved !enc_in moved_in.
rewrite (eq_map FG) (map_comp F s); apply: perm_map; apply: uniq_perm.
- by rewrite filter_uniq.
- by rewrite (map_inj_uniq perm_inj) filter_uniq.
move=> x; rewrite mem_filter inl andbT -[x](permKV s).
by rewrite (mem_map perm_inj) mem_filter inl andbT /= e.
Qed.

Lemma parts_of_eq (l l' : seq N) : perm_eq l l' -> C.parts_of l = C.parts_of l'.
Proof. by move=> e; rewrite /C.parts_of (ordered_eq e). Qed.

Lemma parts_in_moved s h A B :
  C.parts_in (enc (moved s A)) (enc (moved s B)) (labels (moved_history s h)) =
  C.parts_in (enc A) (enc B) (labels h).
Proof.
apply: parts_of_eq; apply: marked_moved => x.
by rewrite !enc_in moved_in.
Qed.
Lemma at_table_moved s h A t turn :
  C.at_table t turn (enc (moved s A)) (labels (moved_history s h)) =
  C.at_table t turn (enc A) (labels h).
Proof.
suff e : C.parts_of (C.marked (enc (moved s A)) (labels (moved_history s h))) =
    C.parts_of (C.marked (enc A) (labels h)) by rewrite /C.at_table e.
apply: parts_of_eq.
by have := @marked_moved s h A xpredT xpredT; rewrite !filter_predT; apply.
Qed.

(* The plan that a table says is the same for all names of cards. *)
Definition even_plan (p : C.plan) := forall s A h,
  [/\ same s (C.asking p (enc_history h) (C.usefuls qs (enc_history h)) (enc A))
        (C.asking p (enc_history (moved_history s h))
          (C.usefuls qs (enc_history (moved_history s h))) (enc (moved s A))),
      forall Q, same s (C.showing p (enc_history h) (enc Q) (enc A))
        (C.showing p (enc_history (moved_history s h)) (enc (moved s Q))
          (enc (moved s A))) &
      forall r, let g := C.guessing p (enc_history h) (enc_turn r) (enc A) in
        let g' := C.guessing p (enc_history (moved_history s h))
          (enc_turn (moved_turn s r)) (enc (moved s A)) in
        rat_of g'.1 = rat_of g.1 /\ same s g.2 g'.2].

Theorem plan_of_even may t :
  even_plan (C.plan_of m n may (C.sets_of m n m) t).
Proof.
move=> s A h; split=> [|Q|r].
- rewrite /C.plan_of /= !size_map at_table_moved.
  apply: (same_chosen (allowed_list s may A h)) => b.
  rewrite mem_filter => /andP [_ /usefuls_enc [B _ ->]].
  by rewrite renamed_enc parts_in_moved.
- rewrite /C.plan_of /= !size_map !enc_land -movedI !enc_empty moved_eq0.
  case: ifP => _.
    rewrite /same /weighed /= -(enc0 m n) renamed_enc moved0.
    exact: perm_refl.
  rewrite -[_ :: enc_history h]/(enc_history ((Q, None) :: h)).
  rewrite -[_ :: enc_history _]/(enc_history
    (moved_history s ((Q, None) :: h))).
  rewrite at_table_moved.
  apply: (same_chosen (within_moved s _)) => _ /singles_enc [y _ ->].
  by rewrite renamed_enc -(enc0 m n) -{1}(moved0 s) parts_in_moved.
rewrite /C.plan_of /= !size_map.
rewrite -[_ :: enc_history h]/(enc_history (r :: h)).
rewrite -[_ :: enc_history _]/(enc_history (moved_history s (r :: h))).
rewrite at_table_moved; split=> //.
have fitE (g : N -> C.action) X : 
    filter (fun z => C.empty (N.land z.1 X))
      (map (fun P => (P, g P)) (C.sets_of m n m)) =
    map (fun P => (P, g P))
      (filter (fun P => C.empty (N.land P X)) (C.sets_of m n m)).
  by rewrite filter_map.
rewrite !fitE; apply: same_spread => [|P].
  apply: perm_trans (perm_filter _ (sets_moved s m)) _; rewrite filter_map.
  rewrite (eq_in_filter (a2 := fun P => C.empty (N.land P (enc A)))) //.
  move=> P /in_sets_of [B _ ->] /=.
  by rewrite renamed_enc !enc_land !enc_empty -movedI moved_eq0.
rewrite mem_filter => /andP [_ /in_sets_of [B _ ->]].
by rewrite renamed_enc -(enc0 m n) -{1}(moved0 s) parts_in_moved.
Qed.

(* Sets of the same kind. *)
Lemma code_bits seen (x y : N) : C.code seen x = C.code seen y ->
  forall b, b \in seen -> N.testbit b x = N.testbit b y.
Proof.
elim: seen => [|b seen IH] //= /bit_inj [/IH e eb] b'.
by rewrite inE => /predU1P [->|/e].
Qed.

Lemma kind_alike seen A B :
  C.kind (C.codes m n seen) (enc A) = C.kind (C.codes m n seen) (enc B) ->
  exists2 s, forall Z, enc Z \in seen -> moved s Z = Z & moved s A = B.
Proof.
pose f Z (x : card) := N.add (N.double (C.code seen (num_of x)))
  (if N.testbit (enc Z) (num_of x) then 1%num else 0%num).
have fE Z : C.marked (enc Z) (C.codes m n seen) = map (f Z) (enum card).
  by rewrite /C.marked /C.codes indicesE -!map_comp.
rewrite /C.kind !fE => e.
have perm_f : perm_eq (map (f A) (enum card)) [tuple f B i | i < m + n * 2].
  apply: (@perm_trans _ (C.ordered (map (f A) (enum card)))).
    by rewrite perm_sym ordered_perm.
  by rewrite e ordered_perm.
have /tuple_permP [s] := perm_f => /eq_in_map {perm_f} es.
have {}es x : C.code seen (num_of x) = C.code seen (num_of (s x)) /\
    (x \in A) = (s x \in B).
  have := es x (mem_enum _ x); rewrite tnth_mktuple /f !enc_in.
  exact: bit_inj.
exists s => [Z Z_seen|]; apply: moved_ext => x; last by have [_ ->] := es x.
by have [/code_bits /(_ _ Z_seen)] := es x; rewrite !enc_in.
Qed.

Lemma history_kept s h :
  (forall Z, enc Z \in C.sets_seen (enc_history h) -> moved s Z = Z) ->
  moved_history s h = h.
Proof.
elim: h => [|[Q a] h IH] //= kept; rewrite IH => [|Z Z_h]; last first.
  by apply: kept; rewrite !inE Z_h !orbT.
congr (_ :: _); rewrite /moved_turn /= kept ?mem_head //; congr (_, _).
case: a kept => [x|] //= kept; congr Some.
have: moved s [set x] = [set x] by apply: kept; rewrite !inE eqxx orbT.
by rewrite moved1 => /set1_inj.
Qed.

Definition set_of (a : option card) : cards :=
  if a is Some x then [set x] else set0.
Lemma enc_set_of a : enc (set_of a) = enc_answer a.
Proof. by case: a => //; rewrite /= enc0. Qed.
Lemma set_of_moved s a b : moved s (set_of a) = set_of b -> omap s a = b.
Proof.
move=> e; apply: (@enc_answer_inj m n); rewrite -!enc_set_of -e.
by case: a e => [x|] _ /=; rewrite ?moved1 ?moved0.
Qed.
Lemma renamed_answer s a : renamed s (enc_answer a) = enc_answer (omap s a).
Proof.
rewrite -!enc_set_of renamed_enc.
by case: a => [x|] /=; rewrite ?moved1 ?moved0.
Qed.
Lemma answers_only Q H b : b \in C.answers m n (enc Q) (enc H) ->
  exists a, b = enc_answer a.
Proof.
rewrite /C.answers enc_land enc_empty; case: ifP => _.
  by rewrite inE => /eqP ->; exists None.
by move/singles_enc => [x _ ->]; exists (Some x).
Qed.
End Renamed.
