(* Section 4.1: two players and q = m + n + 1; what a question can tell, and the
   algorithm that asks for cards which nobody has shown.

   Glossary
     questions_by i s how many questions player i has asked
     open i s d       a question of player i is not yet answered
     free i s         the cards that nobody has shown
     drawn i s Q      the algorithm may draw the question Q for player i
     by_algorithm i s the first n questions of player i were drawn so *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks Vacuum Swap TwoPlayers Evidence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* How many questions player i has asked. *)
Fixpoint questions_by (i : nat) s : nat :=
  if s is do a s' then
    (if a is asks k _ then k == i : nat else 0) + questions_by i s'
  else 0.

Section Algorithm.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Hypothesis two : p G = 2.
Implicit Types (i j k x y z : nat) (Q M : seq nat) (d : deal) (s : situation).
Notation is_world := (is_world G).
Notation hand := (hand G).
Notation K := (K G).
Notation incp := (incp G).

Lemma pile_card d : partition G d -> exists2 z, card G z & d 0 z.
Proof.
case=> _ _ _ m12; have [m1 _ _ _] := and4P sizes.
have: 0 < size (hand d 0) by rewrite m12.
case e: (hand d 0) => [|z l] // _; have: z \in hand d 0 by rewrite e mem_head.
by rewrite mem_hand => /andP [pz cz]; exists z.
Qed.

Lemma the_pile d : partition G d -> pile_set G (hand d 0) /\
  equals_pile G d (hand d 0).
Proof.
case=> _ _ _ m12; rewrite /pile_set /card_set m12 eqxx filter_uniq
  ?cards_uniq // andbT.
split; first by apply/allP => x; rewrite mem_hand => /andP [].
apply/andP; split; apply/allP => x; first by rewrite mem_hand => /andP [].
by move=> cx; apply/implyP => px; rewrite mem_hand px.
Qed.

(* Cards that were shown are cards. *)
Lemma shown_card d s j x : executable G d s -> x \in shown j s -> card G x.
Proof.
elim: s => //= a s IH /andP [ex po]; rewrite mem_cat => /orP [|/(IH ex)] //.
case: a po => //= k l y /poss_shows [Q [_ _ /andP [yQ _] _ [/eqP Qs _]]].
case: eqP => // _; rewrite inE => /eqP ->.
by have /andP [/andP [_ /allP c] _] := asked_question ex Qs; exact: c.
Qed.

(* The opponent does not hold what i or the pile holds. *)
Lemma not_theirs d k j x : partition G d -> player G j -> holder G k ->
  j != k ->
  card G x -> d k x -> ~~ d j x.
Proof.
case=> dis _ _ _ pj Hk jk cx kx; apply: (dis k) => //;
  by rewrite holderE pj orbT.
Qed.

(* Whoever has been shown a whole hand knows the pile. *)
Lemma hand_shown d s i j : is_world (d, s) -> player G i -> player G j ->
  i != j ->
  {subset hand d j <= shown j s} ->
  K i (fun w => equals_pile G w.1 (hand d 0)) (d, s).
Proof.
move=> [/= P /= ex] pi pj ij all_shown [d' s'] [/= P' /= ex'] [/= hh v].
have e : s' = s := one_history sizes two pi ex ex' v; rewrite {}e in ex' v.
have [_ _ n11 _] := P; have [_ _ n11' _] := P'.
have /andP [/allP /= sh _] := evidence j ex'.
have sub : {subset hand d j <= hand d' j}.
  by move=> x xj; rewrite mem_hand sh ?all_shown //; move: xj;
    rewrite mem_hand => /andP [].
have le : size (hand d' j) <= size (hand d j) by rewrite n11 ?n11'.
have [_ eqh] := uniq_min_size (filter_uniq _ (cards_uniq G)) sub le.
have same k x : player G k -> card G x -> d' k x = d k x.
  move=> pk cx; case: (k =P i) => [->|/eqP ki]; first by rewrite -hh.
  have -> : k = j
    by case: (other_of_two two pi pk) (other_of_two two pi pj) ki ij => ->
    [] ->; rewrite ?eqxx.
  by have := eqh x; rewrite !mem_hand cx !andbT.
have [pile eqp] := the_pile P; apply: within_pile => //; apply/allP => x.
rewrite mem_hand => /andP [px cx]; apply/(pile_or_player P' cx) => k pk;
  rewrite same //.
by apply: (not_theirs P pk _ _ cx px); rewrite // gtn_eqF // (player_gt0 pk).
Qed.

Hypothesis large : q G = m G + n G + 1.

(* The pigeonhole: every question names a card of each player's. *)
Lemma never_denied d s j : is_world (d, s) -> player G j ->
  ~~ Poss G d (no j) s.
Proof.
by move=> W pj; apply: (never_no sizes W pj); rewrite two muln1 large addn1.
Qed.

Lemma no_denials d s j : is_world (d, s) -> denials j s = [::].
Proof.
case=> /= P; elim: s => //= a s IH exa; have /andP [ex po] := exa;
  rewrite IH // cats0.
case: a exa po => // k /(responder sizes) pk po.
by have := never_denied (conj P ex) pk; rewrite po.
Qed.

Lemma hits d j Q : partition G d -> player G j -> question_set G Q ->
  ~~ disjoint d Q j.
Proof.
case=> _ _ n11 _ pj /andP [/andP [uQ /allP cQ] /eqP sQ];
  apply/negP => /allP dis.
have un : uniq (Q ++ hand d j).
  rewrite cat_uniq uQ filter_uniq ?cards_uniq // andbT; apply/hasPn => x.
  by rewrite mem_hand => /andP [dx _]; apply/negP => /dis; rewrite dx.
have sub : {subset Q ++ hand d j <= cards G}.
  by move=> x; rewrite mem_cat mem_hand => /orP [/cQ //|/andP []].
have := uniq_leq_size un sub;
  rewrite size_cat sQ n11 // size_iota /deck_size two large.
by rewrite muln2 -addnn addn1 addSn addnA ltnn.
Qed.

(* Nothing is denied; so where one card of j that was not shown and one card of
   the pile change places, the history stays possible. *)
Lemma swap_unshown d s i j x y : is_world (d, s) -> no_guesses s ->
  player G i -> player G j -> i != j ->
  card G x -> card G y -> d j x -> d 0 y -> x \notin shown j s ->
  is_world (swap d x y, s) /\ same_hand G i d (swap d x y).
Proof.
move=> W ng pi pj ij cx cy jx py nx; have [/= P ex] := W; split.
  apply: (swap_world sizes W ng pj) => //; rewrite ?(no_denials j W) // => Q pr.
  have := hits (swap_partition cx cy P) pj
    (asked_question ex (promised_asked pr)).
  by move=> /allPn [u uQ /negbNE hu]; exists u.
move=> z _; rewrite swap_away //.
  by apply: (not_theirs P pi _ ij cx jx); rewrite holderE pj orbT.
by apply: (not_theirs P pi _ _ cy py); rewrite // gtn_eqF // (player_gt0 pi).
Qed.

(* Claim 4.1: after a show the poser knows of no other card of the opponent's
   than before, but of the one shown. *)
Theorem claim_4_1 d s i j x y : is_world (d, do (shows j i x) s) ->
  no_guesses s ->
  player G i -> player G j -> i != j -> card G y -> y != x ->
  ~ K i (fun w => w.1 j y) (d, s) ->
  ~ K i (fun w => w.1 j y) (d, do (shows j i x) s).
Proof.
move=> W ng pi pj ij cy yx before after; have [P /andP [ex _]] := W.
have jy : d j y by exact: K_true W after.
have nsh : y \notin shown j (do (shows j i x) s).
  rewrite /= eqxx inE negb_or yx; apply/negP => ysh; apply: before.
  move=> [d' s'] [_ ex'] [_ v];
    have e : s' = s := one_history sizes two pi ex ex' v.
  by have /andP [/allP /= sh _] := evidence j ex'; apply: sh; rewrite e.
have [z cz pz] := pile_card P.
have [W' hh] := swap_unshown W ng pi pj ij cy cz jy pz nsh.
have := (know_deals sizes two _ pi W ng).1 after _ W' hh.
by rewrite /= /swap /exchanged eqxx; apply/negP;
  apply: (not_theirs P pj _ _ cz pz);
   rewrite // gtn_eqF // (player_gt0 pj).
Qed.

(* claim-4.1: whatever else the poser learns by a show of x comes with
   the pile. *)
Theorem claim_4_1_else d s i j x k y : is_world (d, do (shows j i x) s) ->
  no_guesses s -> player G i -> player G j -> i != j -> holder G k ->
  card G y ->
  ~~ ((k == j) && (y == x)) -> ~ K i (fun w => w.1 k y) (d, s) ->
  K i (fun w => w.1 k y) (d, do (shows j i x) s) ->
  exists2 M, pile_set G M &
  K i (fun w => all (w.1 0) M) (d, do (shows j i x) s).
Proof.
move=> W ng pi pj ij Hk cy other before after; have [P _] := W.
have ky : d k y by exact: K_true W after.
have [Ms _] := the_pile P; exists (hand d 0) => // w W' A.
suff all_shown : {subset hand d j <= shown j (do (shows j i x) s)}.
  by have /andP [] := hand_shown W pi pj ij all_shown W' A.
move=> u; rewrite mem_hand => /andP [ju cu]; apply: contraT => nsh.
case: (k =P i) => [e|/eqP ki].
  by case: before; rewrite e in ky *; apply: own_cards.
case: (k =P j) => [e|/eqP kj].
  rewrite e eqxx /= in other; rewrite e in before after.
  by case: (claim_4_1 W ng pi pj ij cy other before after).
have k0 : k = 0.
  move: Hk; rewrite holderE => /orP [/eqP //|pk].
  by case: (other_of_two two pi pk) (other_of_two two pi pj) ki kj ij => ->
    [] ->; rewrite ?eqxx.
rewrite k0 in ky after.
have [W2 hh] := swap_unshown W ng pi pj ij cu cy ju ky nsh.
have := (know_deals sizes two _ pi W ng).1 after _ W2 hh.
have none v : card G v -> d 0 v -> ~~ d j v.
  by apply: (not_theirs P pj); rewrite // gtn_eqF // (player_gt0 pj).
rewrite /= /swap /exchanged eqxx; case: eqP => [e|_] pu;
  last by have := none u cu pu; rewrite ju.
by have := none y cy ky; rewrite e ju.
Qed.

(* As many cards are shown as questions asked, but for one that is open. *)
Definition open i s d : bool :=
  match phase_of G d s with Ans | Show => Turn G i s | _ => false end.
Lemma counted d s i : is_world (d, s) -> player G i ->
  size (shown (incp i) s) + open i s d = questions_by i s.
Proof.
move=> [/= P]; elim: s => // a s IH exa pi; have /andP [ex po] := exa.
have := one_kind po; have {IH} := IH ex pi; rewrite /open.
case: a exa po => [k Q|k|k|k l x|k M|k|k] exa po /= <-.
- by case/andP => /eqP -> /eqP <-; rewrite /Turn /= addn0 addnC.
- by have := never_denied (conj P ex) (responder sizes exa); rewrite po.
- by case/andP => /andP [/eqP -> _] _.
- case/andP => /andP [/eqP -> /eqP t] _; have [pl ->] := shown_to sizes two exa.
  rewrite /Turn t size_cat addn0 addnC; congr (_ + _).
  case: (l =P i) => [->|/eqP li]; first by rewrite eqxx.
  by case: eqP => // /(incp_inj pl pi) e; rewrite e eqxx in li.
- by case/andP => /eqP ->.
- by case/andP => /eqP ->.
- by case/andP => /eqP ->; case: ifP.
Qed.

(* claim-4.3: nobody knows the pile after fewer than n own questions. *)
Theorem no_sooner d s i : is_world (d, s) -> no_guesses s -> player G i ->
  questions_by i s < n G ->
  ~ exists2 M, pile_set G M & K i (fun w => equals_pile G w.1 M) (d, s).
Proof.
move=> W ng pi few [M Ms know]; have [/= P ex] := W.
pose j := incp i; have pj : player G j by exact: incp_player.
have ij : i != j by rewrite eq_sym incp_neq // two.
have [u uj nsh] : exists2 u, u \in hand d j & u \notin shown j s.
  apply/hasP; rewrite -[has _ _]negbK -all_predC; apply/negP => /allP sub.
  have := counted W pi; rewrite -/j; move: few => /[swap] <-.
  have le : size (hand d j) <= size (shown j s).
    by apply: uniq_leq_size => [|u /sub /=];
      rewrite ?filter_uniq ?cards_uniq // negbK.
  case: (P) le => _ _ n11 _; rewrite n11 // => le.
  by rewrite ltnNge (leq_trans le) // leq_addr.
rewrite mem_hand in uj; case/andP: uj => ju cu; have [z cz pz] := pile_card P.
have [W' hh] := swap_unshown W ng pi pj ij cu cz ju pz nsh.
have eq := (know_deals sizes two _ pi W ng).1 know _ W' hh.
have /andP [_ /allP /(_ z cz) /=] := K_true W know; rewrite pz => zM.
have /andP [/allP /(_ z zM)] := eq; rewrite /= /swap /exchanged eqxx.
have none v : card G v -> d 0 v -> ~~ d j v.
  by apply: (not_theirs P pj); rewrite // gtn_eqF // (player_gt0 pj).
by case: eqP => [e|_] pu;
  [have := none z cz pz; rewrite e ju|have := none u cu pu; rewrite ju].
Qed.

(* The cards that nobody has shown, and the questions that player i
   draws from. *)
Definition free i s : seq nat :=
  [seq x <- cards G | x \notin shown i s ++ shown (incp i) s].
Definition drawn i s Q : bool :=
  question_set G Q && if q G <= size (free i s) then all (mem (free i s)) Q
    else all (mem Q) (free i s) && all (mem (free i s ++ shown i s)) Q.

(* The first n questions of player i are drawn by the algorithm. *)
Fixpoint by_algorithm i s : bool :=
  if s is do a s' then by_algorithm i s' &&
    (if a is asks k Q then (k == i) && (questions_by i s' < n G) ==>
     drawn i s' Q else true)
  else true.

Lemma drawn_new d s i Q x : is_world (d, s) -> player G i -> drawn i s Q ->
  x \in shown (incp i) s -> x \notin Q.
Proof.
move=> [/= P ex] pi /andP [/andP [/andP [_ /allP cQ] _] dr] sx;
  apply/negP => xQ.
have cx := cQ x xQ; have pj := incp_player pi.
have nf : x \notin free i s by rewrite mem_filter mem_cat sx orbT.
case: ifP dr => _; first by move=> /allP /(_ x xQ) xf; move: nf;
  rewrite [_ \in _]xf.
case/andP => _ /allP /(_ x xQ); rewrite inE mem_cat (negbTE nf) /= => si.
have /andP [/allP hi _] := evidence i ex;
  have /andP [/allP hj _] := evidence (incp i) ex.
have ij : i != incp i by rewrite eq_sym incp_neq // two.
by have := not_theirs P pi _ ij cx (hj x sx); rewrite hi // holderE pj orbT =>
  /(_ isT).
Qed.

(* While at most n questions are asked, no card is shown to i twice, and a
   question that is open names none that was. *)
Theorem shown_once d s i : is_world (d, s) -> player G i -> by_algorithm i s ->
  questions_by i s <= n G -> uniq (shown (incp i) s) /\
  (open i s d -> forall x, x \in shown (incp i) s -> x \notin last_question s).
Proof.
move=> [/= P]; elim: s => [|a s IH] // exa pi; have /andP [ex po] := exa.
rewrite [by_algorithm _ _]/= [questions_by _ _]/= => /andP [al dr] few.
have {}IH := IH ex pi al (leq_trans (leq_addl _ _) few).
have := one_kind po; move: IH; rewrite /open.
case: a exa po dr few => [k Q|k|k|k l x|k M|k|k] exa po dr few /= [un op].
- case/andP => /eqP ask /eqP t; split=> //; rewrite /Turn /= t => /eqP e x.
  rewrite e !eqxx /= in dr few.
  by apply: (@drawn_new d s i Q x) => //; apply: (implyP dr); move: few;
    rewrite eqxx.
- by have := never_denied (conj P ex) (responder sizes exa); rewrite po.
- by case/andP => /andP [/eqP ph _] _; split=> // t; apply: op; rewrite ph.
- case/andP => /andP [/eqP sp /eqP t] _; have [pl kl] := shown_to sizes two exa;
    split=> //.
  case: (k =P incp i) => [e|_] //=; rewrite un andbT; apply/negP => xs.
  have li : l = i by apply: (incp_inj pl pi); rewrite -kl.
  have /poss_shows [Q [_ _ /andP [xQ _] _ [/eqP Qs _]]] := po.
  by have := op _ x xs; rewrite sp /Turn t li eqxx /last_question Qs /= xQ =>
    /(_ isT).
- by split.
- by split.
- by split=> //; case: ifP.
Qed.

(* remark-4.1-new-card: each of the first n questions of player i is answered
   yes, see never_denied, and then a card is shown that had not been shown
   before. *)
Theorem new_card d s i k x : is_world (d, do (shows k i x) s) ->
  by_algorithm i s ->
  questions_by i s <= n G -> x \notin shown k s.
Proof.
move=> W al few; have [pi k_i] := shown_to sizes two (proj2 W).
have [] := shown_once W pi; rewrite /= ?al //. by rewrite -k_i eqxx => /andP [].
Qed.

Lemma earlier d s' s i j : before_or_equal s' s -> executable G d s ->
  [/\ executable G d s', {subset shown j s' <= shown j s} &
      by_algorithm i s -> by_algorithm i s'].
Proof.
elim: s => [|a s IH] be; first by case: be => [->|]. case: be => [->|be] ex;
  first by split.
have /andP [/(IH be) [ex' sub al] _] := ex.
by split=> // [x /sub sx|/andP [/al]] //; rewrite /= mem_cat sx orbT.
Qed.

(* Lemma 4.3, claim-4.3: once the n-th question of player i is answered, it is
   common knowledge that i knows the pile, also where somebody has guessed. *)
Theorem lemma_4_3 d s s' i x : is_world (d, s) ->
  before_or_equal (do (shows (incp i) i x) s') s -> by_algorithm i s ->
  questions_by i s' = n G ->
  C G (players G)
    (fun w => exists2 M, pile_set G M & K i (fun w' => equals_pile G w'.1 M) w)
    (d, s).
Proof.
move=> W be al few; set j := incp i in be; set s1 := do _ s' in be;
  have [/= P ex] := W.
have [ex1 sub al1] := earlier i j be ex; have W1 : is_world (d, s1) by [].
have [pi _] := shown_to sizes two ex1; have pj : player G j
  by exact: incp_player.
have few1 : questions_by i s1 = n G by [].
have [|un _] := shown_once W1 pi (al1 al); first by rewrite few1.
have sz : size (shown j s1) = n G by have := counted W1 pi; rewrite addn0 few1.
move=> w R; have [Ww e] := reached_history sizes two W R; case: w e Ww {R} =>
  d' t /= -> W'.
have [/= P' ex'] := W'; have [pile _] := the_pile P'; exists (hand d' 0) => //.
have ij : i != j by rewrite eq_sym incp_neq // two.
apply: (hand_shown W' pi pj ij) => y yj; apply: (sub y).
have /andP [/allP /= held _] := evidence j ex'.
have inc : {subset shown j s1 <= hand d' j}.
  by move=> z zs; rewrite mem_hand held ?(shown_card ex1 zs) // sub.
have le : size (hand d' j) <= size (shown j s1)
  by case: P' => _ _ n11 _; rewrite n11 // sz.
by have [_ ->] := uniq_min_size un inc le.
Qed.

(* remark-4.1-construction: while the other has not shown n cards, the cards
   that nobody has shown, with those that player i has shown, are enough for a
   question. *)
Theorem construction i s : size (undup (shown (incp i) s)) < n G ->
  (q G <= size (free i s)) ||
  (q G - size (free i s) <= size (undup (shown i s))).
Proof.
move=> few; apply/orP; right; rewrite leq_subLR large.
set A := undup (shown i s); set B := undup (shown (incp i) s) in few *.
have all_cards : deck_size G <= size (free i s) + (size A + size B).
  have -> : deck_size G = size (cards G) by rewrite size_iota.
  rewrite -(count_predC (mem (A ++ B)) (cards G)) addnC -size_cat -!size_filter
    leq_add //.
    by apply: uniq_leq_size => [|x];
      rewrite ?filter_uniq ?cards_uniq // !mem_filter /= !mem_cat !mem_undup.
  apply: uniq_leq_size => [|x]; first by rewrite filter_uniq ?cards_uniq.
  by rewrite mem_filter => /andP [].
move: all_cards; rewrite /deck_size two muln2 -addnn !addnA => ge.
rewrite addn1 -(leq_add2r (n G)) addSn; apply: leq_ltn_trans ge _.
by rewrite ltn_add2l.
Qed.
End Algorithm.
