(* Section 4.2: what a player of Duel.v knows is what he knows in chapter 2.

   A strategy of Duel.v is given the own hand and the turns so far. Two of its
   situations are the same to a player if and only if they are alike in the
   sense of section 1.3 (same_information); and he knows there what is so in
   all deals with the own hand in which the turns are possible
   (knows_of_duel).

   Glossary
     same_cards d d'  all holders have the same cards in both deals
     deal_of d        the hands that a deal of chapter 2 gives, as a deal of
                      Duel.v
     number x         the card of Duel.v with the number x, if there is one
     turns_of s       the questions that were answered in s, with the cards
                      shown
     replay v         the situation of which one of two players has the view
                      v
     alike i w w'     (Knowledge.v) player i sees the same in both worlds *)

From mathcomp Require Import all_ssreflect.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Pile Told Evidence Turns Moves.
From Myst Require Duel.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The situation that a view of one of two players shows. *)
Fixpoint replay (v : seq event) : situation :=
  match v with
  | [::] => Init0
  | Act a :: v' => do a (replay v')
  | Outcome i M _ :: v' => do (guess i M) (replay v')
  | SomeCard j i :: v' => replay v'
  end.

(* Deals in which all hold the same cards: the same is possible, and seen. *)
Section SameCards.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i k x : nat) (d : Fluents.deal) (s : situation).

Definition same_cards d d' : Prop :=
  forall k x, holder G k -> card G x -> d k x = d' k x.

Lemma same_partition d d' : same_cards d d' -> partition G d -> partition G d'.
Proof.
move=> e [dis ex n11 m12]; have hands k : holder G k ->
  hand G d' k = hand G d k.
  by move=> Hk; apply: eq_in_filter => x cx; rewrite e.
split=> [k k' x Hk Hk' cx|x cx|k pk|].
- by rewrite -!e //; exact: dis.
- by have /hasP [k Hk dk] := ex x cx; apply/hasP; exists k; rewrite // -e.
- by rewrite hands ?n11 // holderE pk orbT.
- by rewrite /pile_has_m hands.
Qed.

Lemma replay_do i d a s :
  (if a is shows j k _ then (i == j) || (i == k) else true) ->
  replay (view G i d (do a s)) = do a (replay (view G i d s)).
Proof. by case: a => //= j k x ->. Qed.

Lemma same_events i d d' a s : same_cards d d' -> Poss G d a s ->
  event_of G i d a = event_of G i d' a.
Proof.
move=> e po;
  case: a po => // k M /poss_guess [_ _ /andP [/andP [_ /allP cM] _] _]
  /=.
congr Outcome; rewrite /equals_pile; congr (_ && _).
  by apply: eq_in_all => x /cM cx; rewrite e.
by apply: eq_in_all => x cx; rewrite e.
Qed.

Lemma same_situations i d d' s : same_cards d d' -> executable G d s ->
  executable G d' s /\ view G i d s = view G i d' s.
Proof.
move=> e; elim: s => // a s IH exa; have /andP [ex po] := exa.
have [ex' v] := IH ex; have ev := same_events i e po.
split; last by rewrite /= ev v.
rewrite /= ex' /=; apply: (poss_alike v po) => Q Qs.
have /allP cQ := cards_asked ex Qs; have pk := responder sizes exa.
have hk k : player G k -> holder G k by move=> pl; rewrite holderE pl orbT.
have dis k : player G k -> disjoint d' Q k = disjoint d Q k.
  by move=> /hk Hk; apply: eq_in_all => x /cQ cx; rewrite e.
case: a po pk {exa ev} => //= k; try by move=> _ /dis.
move=> l x po /hk Hk; rewrite e //.
have /poss_shows [Q' [_ _ /andP [xQ _] _ [/eqP Qs' _]]] := po; apply: cQ.
by move: Qs' xQ; rewrite Qs => -[<-].
Qed.

Lemma same_worlds d d' s : same_cards d d' -> is_world G (d, s) ->
  is_world G (d', s).
Proof.
move=> e [P ex]; split; first exact: same_partition P.
by have [] := same_situations 1 e ex.
Qed.
End SameCards.

Section Links.
Variables m n q : nat.
Let G := MYST m n 2 q.
Notation cards := {set Duel.card m n}.
Notation D := (@dealing m n).
Notation hand := Duel.hand.
Notation situation_of := (@situation_of m n).
Implicit Types (i : bool) (A Q : cards) (d : Duel.deal m n).
Implicit Types (h : Duel.history m n) (s : situation).

Lemma player_who i : player G (who i).
Proof. by case: i. Qed.
Lemma holder_who i : holder G (who i).
Proof. by case: i. Qed.

Lemma names_hand d (k : nat) (A : cards) :
  (forall x, D d k x = (x \in names A)) ->
  Partition.hand G (D d) k = names A.
Proof.
move=> e; have /eqP eA := names_in_order q A; rewrite [RHS]eA.
exact: eq_filter.
Qed.

Lemma hand_names d i : Partition.hand G (D d) (who i) = names (hand d i).
Proof. by apply: names_hand => x; case: i. Qed.
Lemma pile_names d : Partition.hand G (D d) 0 = names (Duel.pile d).
Proof. exact: names_hand. Qed.

Lemma set_of_hand d i : set_of m n (Partition.hand G (D d) (who i)) = hand d i.
Proof. by rewrite hand_names set_of_names. Qed.

Lemma deals_pile d x : D d 0 (val x).+1 = (x \in Duel.pile d).
Proof. exact: in_names. Qed.

(* A deal of Duel.v is one of chapter 2. *)
Theorem dealt_partition d : Duel.dealt d -> partition G (D d).
Proof.
move=> de; have size_names A : size (names A) = #|A| by rewrite size_map -cardE.
have ex : some_holder G (D d).
  move=> x; rewrite /card cards_names => /mapP [y _ ->]; apply/hasP.
  have [y1|n1] := boolP (y \in hand d false).
    by exists 1 => //; rewrite (deals_to d false).
  have [y2|n2] := boolP (y \in hand d true).
    by exists 2 => //; rewrite (deals_to d true).
  by exists 0 => //; rewrite deals_pile !inE negb_or n1.
have n11 : players_have_n G (D d).
  move=> k pk; have {pk} [i ->] : exists i, k = who i.
    by move: pk; rewrite /player !inE => /orP [] /eqP ->;
      [exists false|exists true].
  by rewrite hand_names size_names Duel.hand_size.
have m12 : pile_has_m G (D d) by rewrite /pile_has_m pile_names size_names
  Duel.pile_size.
by split=> //; exact: disjoint_from_rest.
Qed.

(* Conversely, each deal of chapter 2 gives all holders the same cards as one of
   Duel.v. *)
Definition deal_of (d : Fluents.deal) : Duel.deal m n :=
  ([set x | d 1 (val x).+1], [set x | d 2 (val x).+1]).

Lemma deal_of_dealing d : deal_of (D d) = d.
Proof.
case: d => H1 H2; congr (_, _); apply/setP => x; rewrite inE.
  exact: (deals_to (H1, H2) false).
exact: (deals_to (H1, H2) true).
Qed.

Lemma hand_deal_of (d : Fluents.deal) i x :
  (x \in hand (deal_of d) i) = d (who i) (val x).+1.
Proof. by case: i; rewrite inE. Qed.

Theorem deal_of_same (d : Fluents.deal) : partition G d ->
  same_cards G d (D (deal_of d)).
Proof.
move=> P k x Hk; rewrite /card cards_names => /mapP [y _ ->] {x}.
have cy : card G (val y).+1 by rewrite /card cards_names map_f ?mem_enum.
move: Hk; rewrite /holder !inE => /or3P [] /eqP ->; last 2 first.
- by rewrite (deals_to _ false) hand_deal_of.
- by rewrite (deals_to _ true) hand_deal_of.
rewrite deals_pile !inE negb_or; apply/idP/andP => [y0|[n1 n2]].
  by split; apply: ((pile_or_player P cy).1 y0).
by apply/(pile_or_player P cy) => l; rewrite /player !inE => /orP [] /eqP ->.
Qed.

Theorem deal_of_dealt (d : Fluents.deal) : partition G d ->
  Duel.dealt (deal_of d).
Proof.
move=> P; have e := deal_of_same P; have P' := same_partition e P.
have size_hand i : #|hand (deal_of d) i| = n.
  case: P' => _ _ n11 _; have := n11 (who i) (player_who i).
  by rewrite hand_names size_map -cardE.
rewrite /Duel.dealt !size_hand !eqxx /= -setI_eq0; apply/eqP/setP => x.
rewrite !inE; apply/negP => /andP [x1 x2]; case: P => dis _ _ _.
have cx : card G (val x).+1 by rewrite /card cards_names map_f ?mem_enum.
by have := dis 1 2 _ isT isT cx x1 isT; rewrite x2.
Qed.

Lemma no_guess_situation h : no_guesses (situation_of h).
Proof. by elim: h => //= -[Q [x|]] h IH. Qed.

(* A player sees the turns. *)
Lemma replay_turns i (d : Fluents.deal) h :
  replay (view G (who i) d (situation_of h)) = situation_of h.
Proof.
elim: h => // -[Q [x|]] h IH; rewrite [situation_of _]/= !replay_do ?IH //.
by case: (i); case: Duel.asker.
Qed.

(* Different turns are different situations. *)
Definition number (x : nat) : option (Duel.card m n) := insub x.-1.
Fixpoint turns_of s : Duel.history m n :=
  match s with
  | Init0 => [::]
  | do a s' =>
    match a with
    | no _ => (set_of m n (last_question s'), None) :: turns_of s'
    | shows _ _ x => (set_of m n (last_question s'), number x) :: turns_of s'
    | _ => turns_of s'
    end
  end.

Lemma numberK (x : Duel.card m n) : number (val x).+1 = Some x.
Proof. exact: valK. Qed.

Lemma turns_of_situation : cancel situation_of turns_of.
Proof. by elim=> //= -[Q [x|]] h IH /=; rewrite ?numberK IH /= set_of_names.
  Qed.

Lemma situation_inj : injective situation_of.
Proof. exact: can_inj turns_of_situation. Qed.

(* A deal in which the turns are possible. *)
Lemma possible_allowed d d' h : allowed q d h ->
  executable G (D d') (situation_of h) -> allowed q d' h.
Proof.
elim: h => //= -[Q a] h IH [ok sQ _].
case/andP=> /andP [ex _] _; have ex' : executable G (D d') (situation_of h).
  by move: ex; case: (a) => [x|] /= => /andP [] => [/andP [/andP []]|/andP []].
split=> //; first exact: IH.
case: a ex => [x|] /=.
  case/andP=> _ /poss_shows [Q1 [_ _ /andP [xQ hx] _ [/eqP [e] _]]]; subst Q1.
  by move: xQ hx; rewrite in_names inE deals_to => -> ->.
case/andP=> _ /poss_no [Q1 [_ _ /eqP [<-]]]; rewrite no_common => no_card _.
by [].
Qed.

(* The information sets of Duel.v are those of section 1.3. *)
Theorem same_information d d' h h' i :
  alike G (who i) (D d, situation_of h) (D d', situation_of h') <->
  hand d i = hand d' i /\ h = h'.
Proof.
split=> [[/= hh v]|[e ->]].
  split.
    apply/setP => x; have := hh (val x).+1; rewrite !deals_to; apply.
    by rewrite /card cards_names map_f ?mem_enum.
  by apply: situation_inj; rewrite -(replay_turns i (D d)) v replay_turns.
split; last exact: same_view (no_guess_situation h').
by move=> x; rewrite [LHS]/= [RHS]/= /card cards_names => /mapP [y _ ->];
  rewrite !deals_to e.
Qed.

(* What player i knows before a question: what is so in all deals with the own
   hand in which the turns are possible. *)
Theorem knows_of_duel (phi : Duel.deal m n -> Prop) d h i : valid_sizes G ->
  Duel.dealt d -> allowed q d h ->
  (K G (who i) (fun w => phi (deal_of w.1)) (D d, situation_of h) <->
   forall d', Duel.dealt d' -> hand d i = hand d' i -> allowed q d' h ->
     phi d').
Proof.
move=> sizes de ok; have ex0 : executable G (D d) (situation_of h).
  by have [] := turns_possible ok.
split=> [know d' de' hh ok'|know [d' s'] [P' ex'] [/= hh v]].
  rewrite -(deal_of_dealing d'); apply: (know (D d', situation_of h));
    last first.
    exact/same_information.
  by split; [exact: dealt_partition|have [] := turns_possible ok'].
have es : s' = situation_of h := one_history sizes (erefl : p G = 2)
  (player_who i) ex0 ex' v.
rewrite {}es in ex' v; apply: know; first exact: deal_of_dealt.
  apply/setP => x; rewrite hand_deal_of -hh ?deals_to //.
  by rewrite /card cards_names map_f ?mem_enum.
have [ex1 _] := same_situations sizes 1 (deal_of_same P') ex'.
exact: possible_allowed ok ex1.
Qed.
End Links.
