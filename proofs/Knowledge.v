(* Sections 1.3, 2.9 and 2.10: knowledge is truth in all worlds with the
   same view. A world is a deal with a situation that is executable in it;
   so the cards shown are part of it. A player sees the own hand, every
   action, the outcome of guesses, and of a show to others only who showed
   whom some card.

   Glossary
     event            what a player sees of an action: the action itself, Act
                      a; that j showed i some card, SomeCard j i; a guess
                      with its outcome, Outcome i M right
     world, is_world w
                      a deal and a situation; the deal is a partition, and
                      the situation is executable in it
     event_of i d a   what player i sees of the action a in the deal d
     view i d s       what player i has seen in s, the latest first
     same_hand i d d' player i has the same cards in both deals
     alike i w w'     player i cannot tell the worlds w and w' apart
     K i phi w        player i knows phi in w: the thesis's K(i,phi)
     E Gr phi w       all of the group Gr know phi: the thesis's E(G,phi)
     C Gr phi w       phi is common knowledge of Gr: the thesis's C(G,phi)
     reach Gr w w'    from w the views of the group Gr lead to w'
     powers k Gr phi  E^k(Gr,phi)
     positive, holds f w
                      formulas of h, ~h, and, or, K, E and C, and their truth
     known_at, common_at
                      K and C of a situation in a deal *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Inductive event :=
| Act (a : action)
| SomeCard (j i : nat)
| Outcome (i : nat) (M : seq nat) (right : bool).

Definition world := (deal * situation)%type.

Section Knowledge.
Variable G : game.
Implicit Types (i j k x : nat) (Q M : seq nat) (d : deal) (s : situation).
Implicit Types (w : world) (Gr : seq nat) (phi psi : world -> Prop).

Definition is_world w : Prop := partition G w.1 /\ executable G w.1 w.2.

(* What player i sees of an action. *)
Definition event_of i d (a : action) : event :=
  match a with
  (* (S1.3.1c) of shows(j,i,x) the players i and j see x *)
  (* (S1.3.1d) all others see only that j showed i some card *)
  | shows j k x => if (i == j) || (i == k) then Act a else SomeCard j k
  | guess k M => Outcome k M (equals_pile G d M)
  | _ => Act a
  end.

(* (S1.3.1a) the view of player i is what i has seen after the last event *)
Fixpoint view i d s : seq event :=
  if s is do a s' then event_of i d a :: view i d s' else [::].

(* (S1.3.1b) at the start a player sees the own hand *)
Definition same_hand i d d' : Prop := forall x, card G x -> d i x = d' i x.

Definition alike i w w' : Prop :=
  same_hand i w.1 w'.1 /\ view i w.1 w.2 = view i w'.1 w'.2.

(* (S1.3.1e) K(i,phi): phi is true in all worlds that i considers possible *)
Definition K i phi w : Prop :=
  forall w', is_world w' -> alike i w w' -> phi w'.

(* (S1.3.2) E(G,phi) == the conjunction over i in G of K(i,phi) *)
Definition E Gr phi w : Prop := forall i, i \in Gr -> K i phi w.

(* (S1.3.1f) the worlds reached through the views of a group *)
Inductive reach Gr : world -> world -> Prop :=
| here w : reach Gr w w
| step i w w1 w2 : i \in Gr -> is_world w1 -> alike i w w1 ->
    reach Gr w1 w2 -> reach Gr w w2.

(* (S1.3.3) C(G,phi) == the conjunction over k >= 1 of E^k(G,phi) *)
(* Reading: phi is true in all worlds that some number of steps leads to. *)
Definition C Gr phi w : Prop := forall w', reach Gr w w' -> phi w'.

Lemma alike_refl i w : alike i w w.
Proof. by split. Qed.
Lemma alike_sym i w w' : alike i w w' -> alike i w' w.
Proof. by case=> hh vv; split=> // x cx; rewrite hh. Qed.
Lemma alike_trans i w1 w2 w3 : alike i w1 w2 -> alike i w2 w3 -> alike i w1 w3.
Proof. by case=> h1 v1 [h2 v2]; split=> [x cx|]; rewrite ?v1 ?h1 ?h2. Qed.

(* s5-laws: Distribution, generalization, truth, introspection. *)
(* (S1.3.4) Distribution: (K(p,phi) & K(p,phi -> psi)) -> K(p,psi) *)
Lemma K_distributes i phi psi w :
  K i phi w -> K i (fun w' => phi w' -> psi w') w -> K i psi w.
Proof. by move=> f fg w' W A; exact: fg (f w' W A). Qed.
(* (S1.3.5) Generalization: from phi in all worlds infer K(p,phi) *)
Lemma K_if_common i phi w : player G i -> C (players G) phi w -> K i phi w.
Proof.
by move=> pi cphi w' W A; apply: cphi; exact: step pi W A (here _ _).
Qed.
Lemma generalization i phi w : (forall w', is_world w' -> phi w') -> K i phi w.
Proof. by move=> f w' W _; exact: f. Qed.
(* (S1.3.6) Truth: K(p,phi) -> phi *)
Lemma K_true i phi w : is_world w -> K i phi w -> phi w.
Proof. by move=> W; apply; last exact: alike_refl. Qed.
(* (S1.3.7) Positive introspection: K(p,phi) -> K(p,K(p,phi)) *)
Lemma K_introspects i phi w : K i phi w -> K i (K i phi) w.
Proof. by move=> f w' _ A w2 W2 A2; apply: f W2 (alike_trans A A2). Qed.
(* (S1.3.8) Negative introspection: ~K(p,phi) -> K(p,~K(p,phi)) *)
Lemma K_introspects_not i phi w : ~ K i phi w -> K i (fun w' => ~ K i phi w') w.
Proof.
move=> nf w' _ A f; apply: nf => w2 W2 A2.
exact: f W2 (alike_trans (alike_sym A) A2).
Qed.

(* (0a) Logical omniscience: K(p,psi) for every psi in Psi &
   Psi implies phi in all possible worlds -> K(p,phi) *)
Lemma omniscience i (Psi : (world -> Prop) -> Prop) phi w :
  (forall psi, Psi psi -> K i psi w) ->
  (forall w', is_world w' -> (forall psi, Psi psi -> psi w') -> phi w') ->
  K i phi w.
Proof. by move=> f imp w' W A; apply: imp => // psi P; exact: f. Qed.

(* (0b) Perfect recall: a player remembers the history of the game *)
(* Reading: worlds that look alike after an action looked alike before it. *)
Lemma perfect_recall i d a s w' : alike i (d, do a s) w' -> is_world w' ->
  exists a' s', [/\ w' = (w'.1, do a' s'), alike i (d, s) (w'.1, s'),
                    is_world (w'.1, s') & event_of i d a = event_of i w'.1 a'].
Proof.
case: w' => d' [|a' s'] [hh] //= [e v] [P /andP [ex _]].
by exists a', s'.
Qed.

Lemma reach_recall Gr w w' d a s : reach Gr w w' -> w = (d, do a s) ->
  exists a' s', w' = (w'.1, do a' s') /\ reach Gr (d, s) (w'.1, s').
Proof.
move=> R; elim: R d a s => {w w'} [w|i w w1 w2 iG W A R IH] d a s e.
  by exists a, s; rewrite e; split=> //; exact: here.
rewrite {}e in A; have [a1 [s1 [e1 A1 W1 _]]] := perfect_recall A W.
have [a2 [s2 [-> R2]]] := IH _ _ _ e1.
by exists a2, s2; split=> //; exact: step iG W1 A1 R2.
Qed.

(* definition-1.3-common: C is the conjunction of all powers of E, in a
   world. *)
Fixpoint powers k Gr phi : world -> Prop :=
  if k is k'.+1 then E Gr (powers k' Gr phi) else phi.
Theorem common_iff_powers Gr phi w : Gr != [::] -> is_world w ->
  (C Gr phi w <-> forall k, powers k.+1 Gr phi w).
Proof.
case: Gr => // g Gr _ W; set GG := g :: Gr; have gG : g \in GG
  by exact: mem_head.
split=> [f k|f w' R].
  elim: k w W f => [|k IH] w W f i iG w' W' A.
    by apply: f; exact: step iG W' A (here _ _).
  by apply: IH => // w2 R; apply: f; exact: step iG W' A R.
elim: R W f => {w w'} [w|i w w1 w2 iG W1 A R IH] W f.
  exact: K_true W (f 0 g gG).
by apply: IH => // k; exact: f k.+1 i iG w1 W1 A.
Qed.

(* remark-2.14-one: common knowledge of one player is that player's
   knowledge. *)
Theorem common_of_one i phi w : is_world w -> (C [:: i] phi w <-> K i phi w).
Proof.
move=> W; split=> [f w' W' A|f w' R].
  by apply: f; apply: step W' A (here _ _); exact: mem_head.
elim: R W f => {w w'} [w|j w w1 w2]; first by move=> W; exact: K_true.
rewrite inE => /eqP -> W1 A _ IH W f; apply: IH => // w3 W3 A3.
exact: f W3 (alike_trans A A3).
Qed.

(* Formulas of h, ~h, and, or, K, E and C: knowledge about the cards. *)
Inductive positive :=
| Holds (k x : nat) | NotHolds (k x : nat)
| And (f g : positive) | Or (f g : positive)
| Know (i : nat) (f : positive)
| Every (Gr : seq nat) (f : positive) | Common (Gr : seq nat) (f : positive).
Fixpoint holds (f : positive) : world -> Prop :=
  match f with
  | Holds k x => fun w => w.1 k x
  | NotHolds k x => fun w => ~~ w.1 k x
  | And f g => fun w => holds f w /\ holds g w
  | Or f g => fun w => holds f w \/ holds g w
  | Know i f => K i (holds f)
  | Every Gr f => E Gr (holds f)
  | Common Gr f => C Gr (holds f)
  end.

(* axiom-2.24 for all of them: what is known stays known. Every world that looks
   alike after an action looked alike before it, by perfect recall. *)
Lemma known_stays_known f d a s : holds f (d, s) -> holds f (d, do a s).
Proof.
elim: f d a s => [k x|k x|f IHf g IHg|f IHf g IHg|i f IH|Gr f IH|Gr f IH] d
  a s //=.
- by case=> F1 F2; split; [exact: IHf|exact: IHg].
- by case=> F; [left; exact: IHf|right; exact: IHg].
- move=> F w' W A; have [a' [s' [-> A' W' _]]] := perfect_recall A W.
  by apply: IH; exact: F.
- move=> F i iG w' W A; have [a' [s' [-> A' W' _]]] := perfect_recall A W.
  by apply: IH; exact: F A'.
- move=> F w' R; have [a' [s' [-> R']]] := reach_recall R erefl.
  by apply: IH; exact: F.
Qed.

Theorem immutable_knowledge f d s' s : before_or_equal s' s ->
  holds f (d, s') -> holds f (d, s).
Proof.
elim: s => [|a s IH] /= []; [by move=> ->|by []|by move=> ->|].
by move=> be F; apply: known_stays_known; exact: IH be F.
Qed.

(* (2.24a) s' <= s & K(i,h(j,x),s') -> K(i,h(j,x),s) *)
Theorem card_stays_known i j x d s' s : before_or_equal s' s ->
  K i (fun w => w.1 j x) (d, s') -> K i (fun w => w.1 j x) (d, s).
Proof. exact: (immutable_knowledge (f := Know i (Holds j x))). Qed.
(* (2.24b) s' <= s & K(i,~h(j,x),s') -> K(i,~h(j,x),s) *)
Theorem lack_stays_known i j x d s' s : before_or_equal s' s ->
  K i (fun w => ~~ w.1 j x) (d, s') -> K i (fun w => ~~ w.1 j x) (d, s).
Proof. exact: (immutable_knowledge (f := Know i (NotHolds j x))). Qed.
(* (2.24c) s' <= s & C(G,h(j,x),s') -> C(G,h(j,x),s) *)
Theorem card_stays_common Gr j x d s' s : before_or_equal s' s ->
  C Gr (fun w => w.1 j x) (d, s') -> C Gr (fun w => w.1 j x) (d, s).
Proof. exact: (immutable_knowledge (f := Common Gr (Holds j x))). Qed.
(* (2.24d) s' <= s & C(G,~h(j,x),s') -> C(G,~h(j,x),s) *)
Theorem lack_stays_common Gr j x d s' s : before_or_equal s' s ->
  C Gr (fun w => ~~ w.1 j x) (d, s') -> C Gr (fun w => ~~ w.1 j x) (d, s).
Proof. exact: (immutable_knowledge (f := Common Gr (NotHolds j x))). Qed.

(* (2.14) C({i}, h(i,x,Init0), Init0) *)
(* Reading: for the cards that i holds. *)
Theorem own_card_common i x d : card G x -> d i x ->
  C [:: i] (fun w => w.1 i x) (d, Init0).
Proof.
move=> cx dix w' R; have: (d, Init0).1 i x := dix.
elim: R => {w'} // j w w1 w2; rewrite inE => /eqP -> _ [hh _] _ IH wix.
by apply: IH; rewrite -hh.
Qed.

(* A property that all of a group see stays with all worlds that are reached. *)
Lemma common_if_seen Gr (phi : world -> Prop) w :
  (forall i w1 w2, i \in Gr -> is_world w1 -> is_world w2 -> alike i w1 w2 ->
     phi w1 -> phi w2) ->
  is_world w -> phi w -> C Gr phi w.
Proof.
move=> seen W f w' R; elim: R W f => // i w1 w2 w3 iG W2 A _ IH W1 f.
by apply: IH => //; exact: seen A f.
Qed.

Lemma view_cons i d d' a s s' : view i d (do a s) = view i d' s' ->
  exists a1 s1, [/\ s' = do a1 s1, event_of i d a = event_of i d' a1 &
                    view i d s = view i d' s1].
Proof. by case: s' => [|a1 s1] //= [e v]; exists a1, s1. Qed.

(* The last question can be seen by all. *)
Lemma asked_seen i d d' s s' : view i d s = view i d' s' -> asked s = asked s'.
Proof.
elim: s s' => [|a s IH] [|a' s'] //= [e /IH v].
by case: a e => [k Q|k|k|k l x|k M|k|k];
  case: a' => [k' Q'|k'|k'|k' l' x'|k' M'|k'|k'] //=;
  do ?case: ifP => _ //; first [by case=> _ -> | by move=> _; exact: v].
Qed.

Lemma event_no i d d' j a : event_of i d (no j) = event_of i d' a -> a = no j.
Proof. by case: a => //= [k [->]|k l x] //; case: ifP. Qed.
Lemma event_yes i d d' j a : event_of i d (yes j) = event_of i d' a ->
  a = yes j.
Proof. by case: a => //= [k [->]|k l x] //; case: ifP. Qed.
Lemma event_guess i d d' j M a : event_of i d (guess j M) = event_of i d' a ->
  a = guess j M /\ equals_pile G d M = equals_pile G d' M.
Proof. by case: a => //= [k l x|k M' [-> -> ->]] //; case: ifP. Qed.

(* (2.25) C({i,j}, h(j,x), do(shows(j,i,x),s)) *)
(* Reading: where Poss(shows(j,i,x),s). *)
Theorem shown_card_common i j x d s : is_world (d, do (shows j i x) s) ->
  C [:: i; j] (fun w => w.1 j x) (d, do (shows j i x) s).
Proof.
move=> W; pose shown (w : world) := (exists s', w.2 = do (shows j i x) s') /\
  is_world w.
suff shown_all : C [:: i; j] shown (d, do (shows j i x) s).
  move=> w' /shown_all [[s' e] [P]].
  by rewrite e => /andP [_ /poss_shows [Q [_ _ /andP []]]].
apply: common_if_seen => //; last by split=> //; exists s.
move=> k [d1 t1] [d2 t2] kG _ W2 [_ /= v] [[s1 /= e1] _]; split=> //.
move: v; rewrite e1 => /view_cons [a2 [s2 [-> e _]]]; exists s2; move: e.
by move: kG; rewrite !inE orbC /= => ->; case: a2 => //= k' l' x';
  case: ifP => // _ [-> -> ->].
Qed.

(* (2.32) Question(Q,s) -> C(P, no card x of Q: h(j,x), do(no(j),s)) *)
Theorem no_is_common Q j d s : is_world (d, do (no j) s) -> Question Q s ->
  C (players G) (fun w => disjoint w.1 Q j) (d, do (no j) s).
Proof.
move=> W /eqP Qs; pose said (w : world) := exists s', w.2 = do (no j) s' /\
  asked s' = Some Q.
suff said_all : C (players G) (fun w => said w /\ is_world w) (d, do (no j) s).
  move=> w' /said_all [[s' [e Q']] [P]];
    rewrite e => /andP [_ /poss_no [Q1 [_ _ /eqP]]].
  by rewrite Q' => -[<-].
apply: common_if_seen => //; last by split=> //; exists s.
move=> i [d1 t1] [d2 t2] _ _ W2 [_ /= v] [[s1 [/= e1 Q1]] _]; split=> //.
move: v; rewrite e1 => /view_cons [a2 [s2 [-> /event_no -> /asked_seen v]]].
by exists s2; rewrite -v.
Qed.

(* (2.33) Question(Q,s) -> C(P, some card x of Q: h(j,x), do(yes(j),s)) *)
Theorem yes_is_common Q j d s : is_world (d, do (yes j) s) -> Question Q s ->
  C (players G) (fun w => has (w.1 j) Q) (d, do (yes j) s).
Proof.
move=> W /eqP Qs; pose said (w : world) := exists s', w.2 = do (yes j) s' /\
  asked s' = Some Q.
suff said_all : C (players G) (fun w => said w /\ is_world w) (d, do (yes j) s).
  move=> w' /said_all [[s' [e Q']] [P]];
    rewrite e => /andP [_ /poss_yes [Q1 [_ _ /eqP]]].
  by rewrite Q' => -[<-] /allPn [x xQ /negbNE hx] _; apply/hasP; exists x.
apply: common_if_seen => //; last by split=> //; exists s.
move=> i [d1 t1] [d2 t2] _ _ W2 [_ /= v] [[s1 [/= e1 Q1]] _]; split=> //.
move: v; rewrite e1 => /view_cons [a2 [s2 [-> /event_yes -> /asked_seen v]]].
by exists s2; rewrite -v.
Qed.

(* A set of m cards of the pile is the pile. *)
Lemma within_pile d M : partition G d -> pile_set G M -> all (d 0) M ->
  equals_pile G d M.
Proof.
case=> _ _ _ m12 /andP [/andP [uM /allP cM] /eqP sM] inM.
rewrite /equals_pile inM; apply/allP => x cx; apply/implyP => dx.
have sub : {subset M <= hand G d 0}
  by move=> y My; rewrite mem_hand (allP inM) //= cM.
have le : size (hand G d 0) <= size M by rewrite m12 sM.
by have [_ ->] := uniq_min_size uM sub le; rewrite mem_hand dx.
Qed.

(* remark-2.34-last: a wrong guess is common knowledge, also of the last in. *)
Theorem wrong_guess_is_common i M d s : is_world (d, do (guess i M) s) ->
  ~~ equals_pile G d M ->
  C (players G) (fun w => has (fun x => ~~ w.1 0 x) M) (d, do (guess i M) s).
Proof.
move=> W wr; pose wrong (w : world) :=
  [/\ exists s', w.2 = do (guess i M) s', ~~ equals_pile G w.1 M & is_world w].
suff wrong_all : C (players G) wrong (d, do (guess i M) s).
  move=> w' /wrong_all [[s' e] ne [P]];
    rewrite e => /andP [_ /poss_guess [_ _ Ms _]].
  by rewrite has_predC; apply: contra ne; exact: within_pile.
apply: common_if_seen => //; last by split=> //; exists s.
move=> k [d1 t1] [d2 t2] _ _ W2 [_ /= v] [[s1 /= e1] ne _].
move: v; rewrite e1 => /view_cons [a2 [s2 [e2 /event_guess [a2e eq] _]]].
by split=> //=; [exists s2; rewrite e2 a2e|rewrite -eq].
Qed.

(* (2.34) a = guess(i,M) & ~GameOver(do(a,s)) ->
   C(P, some card x of M: ~h(0,x), do(a,s)) *)
Theorem wrong_guess_common i M d s : is_world (d, do (guess i M) s) ->
  ~~ GameOver G d (do (guess i M) s) ->
  C (players G) (fun w => has (fun x => ~~ w.1 0 x) M) (d, do (guess i M) s).
Proof.
move=> W; rewrite /GameOver negb_or => /andP [ne _];
  exact: wrong_guess_is_common.
Qed.

(* remark-2.10-implies: after a show the poser's knowledge implies what all know
   by the yes; all know it then, too. *)
Theorem show_implies_yes j i x Q d s : is_world (d, do (shows j i x) s) ->
  Question Q s -> (x \in Q) && has (d j) Q.
Proof.
case=> _ /andP [_ /poss_shows [Q1 [_ _ /andP [xQ hx] _ [/eqP Q1s _]]]] /eqP.
by rewrite Q1s => -[<-]; rewrite xQ; apply/hasP; exists x.
Qed.

(* (S2.5.8) K(i,phi,s): player i knows phi *)
Definition known_at i phi d s : Prop := K i phi (d, s).
(* (S2.5.9) C(G,phi,s): phi is common knowledge of the players in G *)
Definition common_at Gr phi d s : Prop := C Gr phi (d, s).

End Knowledge.

(* The labels of the thesis. *)
Notation ax_S1_3_1c := event_of (only parsing).
Notation ax_S1_3_1d := event_of (only parsing).
Notation ax_S1_3_1a := view (only parsing).
Notation ax_S1_3_1b := same_hand (only parsing).
Notation ax_S1_3_1e := K (only parsing).
Notation ax_S1_3_2 := E (only parsing).
Notation ax_S1_3_1f := reach (only parsing).
Notation ax_S1_3_3 := C (only parsing).
Notation ax_S1_3_4 := K_distributes (only parsing).
Notation ax_S1_3_5 := K_if_common (only parsing).
Notation ax_S1_3_6 := K_true (only parsing).
Notation ax_S1_3_7 := K_introspects (only parsing).
Notation ax_S1_3_8 := K_introspects_not (only parsing).
Notation ax_0a := omniscience (only parsing).
Notation ax_0b := perfect_recall (only parsing).
Notation ax_2_24a := card_stays_known (only parsing).
Notation ax_2_24b := lack_stays_known (only parsing).
Notation ax_2_24c := card_stays_common (only parsing).
Notation ax_2_24d := lack_stays_common (only parsing).
Notation ax_2_14 := own_card_common (only parsing).
Notation ax_2_25 := shown_card_common (only parsing).
Notation ax_2_32 := no_is_common (only parsing).
Notation ax_2_33 := yes_is_common (only parsing).
Notation ax_2_34 := wrong_guess_common (only parsing).
Notation ax_S2_5_8 := known_at (only parsing).
Notation ax_S2_5_9 := common_at (only parsing).
