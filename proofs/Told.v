(* Sections 3.1 and 4.2: which deals a player considers possible, and what
   answers tell whom. An answer is a condition on the hand of who gives it, and
   a question has none: so who knows that hand already learns nothing.

   Glossary
     deals i w d'     player i considers the deal d' possible in the world w
     answers j a      the action a is an answer of player j
     honest d s       nobody has asked for own cards *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Remarks TwoPlayers Readings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Told.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k l x y : nat) (Q M : seq nat) (d : deal) (s : situation)
  (w : world).
Notation K := (K G).
Notation is_world := (is_world G).
Notation alike := (alike G).
Notation Poss := (Poss G).

Lemma step_of d a s : is_world (d, do a s) -> executable G d s /\ Poss d a s.
Proof. by case=> _ /andP. Qed.

(* The deals that player i considers possible. *)
Definition deals i w d' : Prop :=
  exists s', is_world (d', s') /\ alike i w (d', s').

Lemma knows_deals i (phi : deal -> Prop) w :
  K i (fun w' => phi w'.1) w <-> forall d', deals i w d' -> phi d'.
Proof.
split=> [f d' [s' [W A]]|f [d' s'] W A]; first exact: f (d', s') W A.
by apply: f; exists s'.
Qed.

(* An action that is possible in all of them, and looks alike, excludes none. *)
Lemma deals_kept i d a s :
  (forall d' s', is_world (d', s') -> alike i (d, s) (d', s') ->
     Poss d' a s' /\ event_of G i d a = event_of G i d' a) ->
  forall d', deals i (d, do a s) d' <-> deals i (d, s) d'.
Proof.
move=> same d'; split=> -[s' [W A]].
  by have [a' [s1 [_ A1 W1 _]]] := perfect_recall A W; exists s1.
have [po ev] := same _ _ W A; exists (do a s'); case: W A => P ex [hh /= v].
by split; split=> //=; rewrite ?ex ?po // ev v.
Qed.

(* What is possible can be seen, but for who holds which card of the
   question. *)
Lemma poss_alike i d d' a s s' : view G i d s = view G i d' s' -> Poss d a s ->
  (forall Q, asked s = Some Q -> match a with
     | no j | yes j => disjoint d' Q j = disjoint d Q j
     | shows j _ x => d' j x = d j x
     | _ => True end) -> Poss d' a s'.
Proof.
move=> v; rewrite /Fluents.Poss (over_seen v) => /andP [po ->];
  rewrite andbT (asked_seen v).
case: a po => [k Q|k|k|k l x|k M|k|k] /=;
  rewrite /Turn /AnsTurn /askphase /ansphase /showphase /guessphase /endphase
    /for_some_question ?(turn_seen v) ?(phase_seen v) ?(answerer_seen v)
    ?(asked_seen v) //;
  case: (asked s') => [Q|] po same; rewrite ?andbF // in po *.
- by rewrite (same Q).
- by rewrite (same Q).
- by move: po; rewrite /shared (same Q).
Qed.

Lemma disjoint_eq d d' Q j : all (card G) Q ->
  (forall x, card G x -> d j x = d' j x) ->
  disjoint d' Q j = disjoint d Q j.
Proof. by move=> /allP cQ e; apply: eq_in_all => x /cQ cx; rewrite e. Qed.

Lemma cards_asked d s Q : executable G d s -> asked s = Some Q ->
  all (card G) Q.
Proof. by move=> ex Qs; have /andP [/andP []] := asked_question ex Qs. Qed.

(* remark-3.1-responder: who answers learns nothing from the own answer. *)
Definition answers j a : bool :=
  match a with no k | yes k | shows k _ _ => k == j | _ => false end.

Theorem own_answer j a d s : is_world (d, do a s) -> answers j a ->
  forall d', deals j (d, do a s) d' <-> deals j (d, s) d'.
Proof.
move=> /step_of [ex po] an; apply: deals_kept => d' s' _ [/= hh v]; split;
  last first.
  by case: (a) an => //= k i x /eqP ->; rewrite eqxx.
apply: (poss_alike v po) => Q Qs; have cQ := cards_asked ex Qs.
case: a an po => //= [k|k|k l x] /eqP -> po; try exact: disjoint_eq.
have /poss_shows [Q' [_ _ /andP [xQ _] _ [/eqP Qs' _]]] := po.
by rewrite hh //; move: Qs' xQ; rewrite Qs => -[<-]; exact: (allP cQ).
Qed.

(* remark-4.2-bluff, for p players: a no to a question for own cards only tells
   the poser nothing. *)
Lemma own_question i j d d' Q : partition G d' -> player G i -> player G j ->
  i != j ->
  all (card G) Q -> same_hand G i d d' -> all (d i) Q -> disjoint d' Q j.
Proof.
case=> dis _ _ _ pi pj ij /allP cQ hh /allP own; apply/allP => x xQ;
  have cx := cQ x xQ.
by apply: (dis i) => //; rewrite ?holderE ?pi ?pj ?orbT -?hh ?own // eq_sym.
Qed.

Theorem no_to_own i j d s Q : is_world (d, do (no j) s) -> player G i ->
  player G j ->
  i != j -> Question Q s -> all (d i) Q ->
  forall d', deals i (d, do (no j) s) d' <-> deals i (d, s) d'.
Proof.
move=> W pi pj ij /eqP Qs own; have [P _] := W; have [ex po] := step_of W;
  have cQ := cards_asked ex Qs.
apply: deals_kept => d' s' [P' _] [/= hh v]; split=> //;
  apply: (poss_alike v po) => Q'.
rewrite Qs => -[<-]; rewrite (own_question P' pi pj ij cQ hh own).
by rewrite (own_question P pi pj ij cQ _ own).
Qed.

Theorem bluff i j d s Q : is_world (d, do (no j) (do (asks i Q) s)) ->
  player G i ->
  player G j -> i != j -> all (d i) Q ->
  forall d', deals i (d, do (no j) (do (asks i Q) s)) d' <-> deals i (d, s) d'.
Proof.
move=> W pi pj ij own d'; rewrite (no_to_own W pi pj ij (Q := Q)) //;
  last first.
  exact: eqxx.
have [_ /andP [/andP [_ po] _]] := W.
by apply: deals_kept => d1 s1 _ [_ /= v]; split=> //; exact: (poss_alike v po).
Qed.

(* remark-4.2-one-card: so the poser knows of no set of cards that it is not the
   pile who has not known it before. *)
Theorem one_card i j d s Q M : is_world (d, do (no j) s) -> player G i ->
  player G j ->
  i != j -> Question Q s -> all (d i) Q ->
  ~ K i (fun w => has (fun x => ~~ w.1 0 x) M) (d, s) ->
  ~ K i (fun w => has (fun x => ~~ w.1 0 x) M) (d, do (no j) s).
Proof.
move=> W pi pj ij Qs own nk;
  rewrite (knows_deals _ (fun h => has (fun x => ~~ h 0 x) M)) => f.
apply: nk; apply/(knows_deals _ (fun h => has (fun x => ~~ h 0 x) M)) => d' D.
by apply: f; apply/(no_to_own W pi pj ij Qs own).
Qed.

(* remark-4.2-misled: where the other has the turn, and does not guess, a player
   of two learns nothing: the player answers, or nobody does. *)
Theorem not_misled i d a s M : p G = 2 -> is_world (d, do a s) -> player G i ->
  ~~ Turn G i s -> ~~ guessphase G d s ->
  ~ K i (fun w => has (fun x => ~~ w.1 0 x) M) (d, s) ->
  ~ K i (fun w => has (fun x => ~~ w.1 0 x) M) (d, do a s).
Proof.
move=> two W pi nt ng nk;
  rewrite (knows_deals _ (fun h => has (fun x => ~~ h 0 x) M)) => f.
apply: nk; apply/(knows_deals _ (fun h => has (fun x => ~~ h 0 x) M)) => d' D;
  apply: f.
have [ex po] := step_of W; have pt := turn_player sizes ex;
  have kind := one_kind po.
suff [an|qu] : answers i a \/ quiet a.
- exact/(own_answer W an).
- apply: (proj2 (deals_kept _ d') D) => d1 s1 W1 [_ /= v]; split;
    last by case: (a) qu.
  by apply: (poss_alike v po); case: (a) qu.
have it : turn_of G s != i by [].
have ans k : ansphase G d s -> AnsTurn G k s -> k = i.
  move=> ph t; have ti : Turn G (turn_of G s) s by exact: eqxx.
  have [Q [s0 [_ aj _]]] := answer_phase sizes two ex ph ti pi it.
  by move: t; rewrite /AnsTurn aj => /eqP [].
case: a po kind {W} => [k Q|k|k|k l x|k M'|k|k] po /=; try by right.
- by case/andP => /andP [ph t] _; left; rewrite (ans k).
- by case/andP => /andP [ph t] _; left; rewrite (ans k).
- have [s' e] := show_only_after_yes ex po; rewrite e in po ex it *.
  move=> _; left; apply/eqP; move: ex => /andP [ex' po'].
  have /andP [/andP [ph t] _] := one_kind po';
    have ti : Turn G (turn_of G s') s' by exact: eqxx.
  have [Q [s0 [_ aj _]]] := answer_phase sizes two ex' ph ti pi it.
  by move: t; rewrite /AnsTurn aj => /eqP [->].
- by case/andP => g; rewrite g in ng.
Qed.

(* remark-4.2-no-tells-both: after the own no a player knows where a card of the
   question is, if who asked has not got it. *)
Theorem no_tells_responder i j x Q d s : p G = 2 -> is_world (d, do (no j) s) ->
  player G i -> player G j -> i != j -> Question Q s -> x \in Q ->
  K j (fun w => ~~ w.1 i x -> w.1 0 x) (d, do (no j) s).
Proof.
move=> two W pi pj ij Qs xQ [d' s'] W' A /= ni; have [ex _] := step_of W.
have cx : card G x by move: (cards_asked ex (eqP Qs)) => /allP; exact.
have nj : ~~ d' j x.
  by apply: (allP (@no_is_common G Q j d s W Qs _ (step pj W' A (here _ _ _)))).
case: W' => P' _; apply/(pile_or_player P' cx) => k pk.
case: (k =P i) => [-> //|/eqP ki]; suff -> : k = j by [].
move: pk pi pj ij ki; rewrite /player /players two !inE.
by case/orP => /eqP ->; case/orP => /eqP ->; case/orP => /eqP ->.
Qed.

(* remark-4.2-bonus: who knows which cards of a question are player 1's knows
   where the others are. *)
Theorem bonus d Q (A : seq nat) x : p G = 2 -> is_world (d, Init0) ->
  card G x -> x \in Q -> x \notin A ->
  exists2 k, holder G k & K 2 (fun w =>
    (forall y, y \in Q -> w.1 1 y = (y \in A)) -> w.1 k x) (d, Init0).
Proof.
move=> two W cx xQ xA; case h2: (d 2 x).
  by exists 2; rewrite ?holderE ?playerE ?two // => -[d' s'] _ [/= hh _] _;
    rewrite -hh.
exists 0; rewrite ?holderE // => -[d' s'] [P' _] [/= hh _] named.
apply/(pile_or_player P' cx) => k; rewrite /player /players two !inE.
by case/orP => /eqP -> /=; [rewrite named|rewrite -hh // h2].
Qed.

(* remark-4.2-guaranteed, in its contrapositive: if of each question player i
   knew that it is denied, or of some card of it that the opponent has it, i
   would know the pile. The questions are those for one card of the opponent's
   and for own cards and cards of the pile. *)
Theorem guaranteed i j d s : p G = 2 -> is_world (d, s) -> player G i ->
  player G j ->
  i != j -> 1 <= q G <= m G + n G + 1 ->
  (forall Q, question_set G Q -> K i (fun w => disjoint w.1 Q j) (d, s) \/
     exists2 x : nat, x \in Q & K i (fun w => w.1 j x) (d, s)) ->
  exists2 M, pile_set G M & K i (fun w => all (w.1 0) M) (d, s).
Proof.
move=> two W pi pj ij /andP [q0 qmn] each; have [P _] := W;
  have [dis ex n11 m12] := P.
have [Hi Hj] : holder G i /\ holder G j by rewrite !holderE pi pj !orbT.
have i0 : i != 0 by rewrite -lt0n (player_gt0 pi).
have j0 : j != 0 by rewrite -lt0n (player_gt0 pj).
pose mine := hand G d 0 ++ hand G d i.
have inmine x : x \in mine = card G x && (d 0 x || d i x).
  by rewrite mem_cat !mem_hand -andb_orl andbC.
have umine : uniq mine.
  rewrite cat_uniq !filter_uniq ?cards_uniq //= andbT; apply/hasPn => x.
  rewrite [in X in X -> _]mem_hand => /andP [dx cx];
    change (x \notin hand G d 0).
  by rewrite mem_hand cx andbT; apply: (dis i); rewrite // eq_sym.
have known y : card G y -> d j y -> K i (fun w => w.1 j y) (d, s).
  move=> cy dy; pose Q := take (q G) (y :: mine).
  have ny : y \notin mine.
    rewrite inmine cy /= negb_or; apply/andP; split;
      first by apply: (dis j); rewrite // eq_sym.
    exact: (dis j).
  have Qq : question_set G Q.
    rewrite /question_set /card_set take_uniq ?(take_uniq, cons_uniq,
      ny) //=; last first.
    have sz : q G <= size (y :: mine) by rewrite /= size_cat m12 n11 // -addn1.
    rewrite size_takel // eqxx andbT; apply/allP => x /mem_take.
    by rewrite inE inmine => /orP [/eqP -> //|/andP []].
  have yQ : y \in Q by rewrite /Q -(prednK q0) /= mem_head.
  case: (each Q Qq) => [none|[x xQ Kx]].
    by have /allP /(_ y yQ) := none _ W (alike_refl _ _ _); rewrite /= dy.
  have := Kx _ W (alike_refl _ _ _) => /= dx; move: (mem_take xQ);
    rewrite inE => /orP [/eqP <- //|].
  rewrite inmine => /andP [cx /orP [x0|xi]].
    by have := dis j 0 x Hj isT cx dx; rewrite /= x0 eq_sym j0 => /(_ isT).
  by have := dis j i x Hj Hi cx dx ij; rewrite /= xi.
exists (hand G d 0).
  rewrite /pile_set /card_set filter_uniq ?cards_uniq // m12 eqxx andbT /=.
  by apply/allP => x; rewrite mem_hand => /andP [].
move=> [d' s'] W' A; apply/allP => x; rewrite mem_hand => /andP [x0 cx] /=.
have [P' _] := W'; suff <- : d 0 x = d' 0 x by [].
apply: (same_pile P P') cx => y cy ny; have [dis' _ _ _] := P'.
have /hasP [k Hk dk] := ex y cy; move: Hk; rewrite -/(holder G k) holderE =>
  /orP [/eqP k0|pk].
  by rewrite -k0 dk in ny.
case: (k =P i) => [ki|/eqP ki].
  have di : d' i y by case: A => /= hh _; rewrite -(hh y cy) -ki.
  by apply: (dis' i) => //; rewrite eq_sym.
have kj : k = j.
  move: pk pi pj ij ki; rewrite /player /players two !inE.
  by case/orP => /eqP ->; case/orP => /eqP ->; case/orP => /eqP ->.
rewrite kj in dk; have dj : d' j y := known y cy dk _ W' A.
by apply: (dis' j) => //; rewrite eq_sym.
Qed.

(* remark-4.4-zero, q = 1, where nobody has asked for own cards. *)
Fixpoint honest d s : bool :=
  if s is do a s' then
    honest d s' && (if a is asks i Q then disjoint d Q i else true)
  else true.

Lemma honest_before d s' s : before_or_equal s' s -> honest d s -> honest d s'.
Proof.
elim: s => [|a s IH] /= []; [by move=> ->|by []|by move=> ->|].
by move=> be /andP [hs _]; exact: IH.
Qed.

(* What was before an action of one world was before it in those that look
   alike. *)
Lemma alike_before i d s' s w : before_or_equal s' s -> is_world w ->
  alike i (d, s) w ->
  exists s1, [/\ before_or_equal s1 w.2, is_world (w.1, s1) &
               alike i (d, s') (w.1, s1)].
Proof.
elim: s w => [|a s IH] w /=; first by case=> [->|[]] W A; exists w.2;
  case: w W A => d' s1 W A; split=> //; left.
case=> [-> W A|be W A]; first by exists w.2; case: w W A => d' s1 W A;
  split=> //; left.
have [a' [s1 [e A1 W1 _]]] := perfect_recall A W;
  have [s2 [b2 W2 A2]] := IH (w.1, s1) be W1 A1.
by exists s2; split=> //; rewrite e /=; right.
Qed.

(* If all cards of the pile were denied, both know it. *)
Theorem denied_pile d s k : p G = 2 -> is_world (d, s) -> player G k ->
  (forall x, card G x -> d 0 x -> exists j s0,
     [/\ player G j, Question [:: x] s0 &
     before_or_equal (do (no j) s0) s]) ->
  forall w, is_world w -> alike k (d, s) w -> honest w.1 w.2 ->
  forall x, card G x -> d 0 x = w.1 0 x.
Proof.
move=> two W pk found w W' A hon x cx; have [P _] := W; have [P' _] := W'.
symmetry; apply: (same_pile P' P) cx => y cy ny; apply: contra ny => y0.
have [j [s0 [pj /eqP Qs be]]] := found y cy y0.
have [[|a s2] [b2 W2 [/= _ v]]] := alike_before be W' A; first by [].
case: v => e v; have ea := event_no (d := d) e; rewrite {}ea in b2 W2.
have [ex po] := step_of W2; have /andP [/andP [ph t] _] := one_kind po.
have Qs2 : asked s2 = Some [:: y] by rewrite -(asked_seen v).
have ny' : ~~ w.1 j y.
  by have /poss_no [Q [_ _ /eqP]] := po; rewrite Qs2 => -[<-] /andP [].
have pt := turn_player sizes ex.
case: (turn_of G s2 =P j) => [tj|/eqP tj].
  have := in_order sizes ex; rewrite (eqP ph) => -[l [Q [s3 [_]]]].
  rewrite two => l0 a2; have l00 : l = 0 by case: (l) l0.
  move: t; rewrite /AnsTurn a2 l00 /= tj => /eqP [e2].
  by have := incp_neq (two_players sizes) pj; rewrite e2 eqxx.
have ti : Turn G (turn_of G s2) s2 by exact: eqxx.
have [Q [s3 [e3 _ _]]] := answer_phase sizes two ex ph ti pj tj.
have := honest_before b2 hon; rewrite e3 /= => /andP [/andP [_ hQ] _].
have eQ : Q = [:: y] by move: Qs2; rewrite e3 => -[].
apply/(pile_or_player P' cy) => l pl; case: (l =P j) => [-> //|/eqP lj].
suff -> : l = turn_of G s2 by move: hQ; rewrite eQ => /andP [].
move: pl pj lj pt tj; rewrite /player /players two !inE;
  move: (turn_of G s2) => u.
by case/orP => /eqP ->; case/orP => /eqP -> //; move=> _ /orP [] /eqP ->.
Qed.

(* If all of a hand was shown, the other knows the pile. *)
Theorem shown_hand d s i j : p G = 2 -> is_world (d, s) -> player G i ->
  player G j ->
  i != j ->
  (forall x, card G x -> d j x -> exists s0,
     before_or_equal (do (shows j i x) s0) s) ->
  forall w, is_world w -> alike i (d, s) w -> forall x, card G x ->
  d 0 x = w.1 0 x.
Proof.
move=> two W pi pj ij found w W' A x cx; have [P _] := W; have [P' _] := W'.
apply: (same_pile P P') cx => y cy ny; have [dis' _ _ _] := P';
  have [_ ex _ _] := P.
have i0 : i != 0 by rewrite -lt0n (player_gt0 pi).
have j0 : j != 0 by rewrite -lt0n (player_gt0 pj).
have [Hi Hj] : holder G i /\ holder G j by rewrite !holderE pi pj !orbT.
have /hasP [k Hk dk] := ex y cy; move: Hk; rewrite -/(holder G k) holderE =>
  /orP [/eqP k0|pk].
  by rewrite -k0 dk in ny.
case: (k =P i) => [ki|/eqP ki].
  have di : w.1 i y by case: A => hh _; rewrite -(hh y cy) -ki.
  by apply: (dis' i) => //; rewrite eq_sym.
have kj : k = j.
  move: pk pi pj ij ki; rewrite /player /players two !inE.
  by case/orP => /eqP ->; case/orP => /eqP ->; case/orP => /eqP ->.
rewrite kj in dk; have [s0 be] := found y cy dk.
have [[|a s2] [_ W2 [/= _ v]]] := alike_before be W' A; first by [].
case: v; rewrite eqxx orbT => e _; apply: (dis' j); rewrite // 1?eq_sym //.
have ea : a = shows j i y by case: (a) e => //= l1 l2 l3; case: ifP =>
  // _ [-> -> ->].
by have [_] := step_of W2; rewrite ea => /poss_shows [Q [_ _ /andP []]].
Qed.

End Told.
