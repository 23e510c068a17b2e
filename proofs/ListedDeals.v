(* The deals of a game, listed. A code of a deal is the list of the holders of
   the cards 1, 2, ..., c.

   Glossary
     coded o          the deal of a code
     not_full o, assignments n
                      who may get another card after the code o; the codes of
                      n cards in which no hand is too large
     deals G          the codes of all deals: coded o partitions the cards,
                      and each deal that does agrees with one of them on all
                      cards
     same_deal d d'   two deals agree on the holders and cards of the game;
                      then they have the same executable situations and views
     owner d x, code_of d
                      who holds x; the code of the deal d *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Remarks Told Evidence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition coded (o : seq nat) : deal :=
  fun k x => (0 < x) && (nth k.+1 o x.-1 == k).

Section Deals.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (Q M o : seq nat) (d : deal) (s : situation).

(* Codes of so many cards in which no hand is too large. *)
Definition not_full o : seq nat :=
  [seq k <- holders G | count_mem k o < hand_size G k].
Fixpoint assignments (n : nat) : seq (seq nat) :=
  if n is n'.+1 then
    flatten [seq [seq k :: o | k <- not_full o] | o <- assignments n']
  else [:: [::]].
Definition deals : seq (seq nat) :=
  [seq o <- assignments (deck_size G)
  | all (fun k => count_mem k o == hand_size G k) (holders G)].

Lemma assignments_sound n o : o \in assignments n ->
  size o = n /\ all (holder G) o.
Proof.
elim: n o => [|n IH] o /=; first by rewrite inE => /eqP ->.
case/flatten_mapP=> o' /IH [so ho] /mapP [k]; rewrite mem_filter.
by case/andP=> _ hk ->; rewrite /= so ho (hk : holder G k).
Qed.

Lemma assignments_complete n o : size o = n -> all (holder G) o ->
  (forall k, holder G k -> count_mem k o <= hand_size G k) ->
    o \in assignments n.
Proof.
elim: n o => [|n IH] [|k o] //= [so] /andP [hk ho] few.
apply/flatten_mapP; exists o; last first.
  apply/mapP; exists k => //; rewrite mem_filter (hk : k \in holders G) andbT.
  by have := few k hk; rewrite eqxx add1n.
apply: IH => // l hl; apply: leq_trans (few l hl); exact: leq_addl.
Qed.

Lemma count_code k o i :
  count (fun x => nth k.+1 o (x - i) == k) (iota i (size o))
  = count_mem k o.
Proof.
elim: o i => //= l o IH i; rewrite subnn /=; congr (_ + _).
rewrite -(IH i.+1); apply: eq_in_count => x; rewrite mem_iota => /andP [le _].
by rewrite -(subnSK le).
Qed.

Lemma hand_coded k o : size o = deck_size G ->
  size (hand G (coded o) k) = count_mem k o.
Proof.
move=> so; rewrite size_filter -(count_code k o 1) so /cards.
by apply: eq_in_count => x; rewrite mem_iota subn1 /coded => /andP [-> _].
Qed.

Theorem deals_sound o : o \in deals -> partition G (coded o).
Proof.
rewrite mem_filter => /andP [/allP sz /assignments_sound [so /allP ho]].
have hands k : holder G k -> size (hand G (coded o) k) = hand_size G k.
  by move=> hk; rewrite hand_coded // (eqP (sz k hk)).
split.
- move=> k k' x _ _ cx /andP [x0 /eqP e] ne; rewrite /coded x0 /=.
  have lt : x.-1 < size o by rewrite so prednK //; move: cx;
    rewrite in_deckE => /andP [].
  by rewrite (set_nth_default k.+1) // e eq_sym.
- move=> x cx; have /andP [x0 xc] : 0 < x <= deck_size G by rewrite -in_deckE.
  have lt : x.-1 < size o by rewrite so prednK.
  apply/hasP; exists (nth 0 o x.-1); first by apply: ho; exact: mem_nth.
  by rewrite /coded x0 (set_nth_default 0) ?eqxx.
- move=> i pi; have hi : holder G i by rewrite holderE pi orbT.
  by rewrite hands // /hand_size gtn_eqF // (player_gt0 pi).
- by rewrite /pile_has_m hands.
Qed.

Definition same_deal d d' : Prop :=
  forall k x, holder G k -> card G x -> d k x = d' k x.

Definition owner d x : nat := head 0 [seq k <- holders G | d k x].
Lemma ownerE d k x : partition G d -> holder G k -> card G x ->
  (owner d x == k) = d k x.
Proof.
case=> dis ex _ _ hk cx; have /hasP [l hl dl] := ex x cx.
have : owner d x \in [seq k <- holders G | d k x].
  have : l \in [seq k <- holders G | d k x] by rewrite mem_filter dl.
  by rewrite /owner; case: [seq _ <- _ | _] => // y r _; exact: mem_head.
rewrite mem_filter => /andP [down hown].
case: eqP => [<- //|/eqP ne]; apply/esym/negbTE.
by apply: (dis (owner d x)) => //; rewrite eq_sym.
Qed.

Lemma holder_owner d x : partition G d -> card G x -> holder G (owner d x).
Proof.
case=> _ ex _ _ cx; have /hasP [l hl dl] := ex x cx.
have : l \in [seq k <- holders G | d k x] by rewrite mem_filter dl.
rewrite /owner; case e: [seq _ <- _ | _] => [|y r] // _.
have : y \in [seq k <- holders G | d k x] by rewrite e mem_head.
by rewrite mem_filter => /andP [].
Qed.

Definition code_of d : seq nat := map (owner d) (cards G).

Theorem deals_complete d : partition G d ->
  code_of d \in deals /\ same_deal d (coded (code_of d)).
Proof.
move=> P; have [_ _ n11 m12] := P.
have so : size (code_of d) = deck_size G by rewrite size_map size_iota.
have cnt k : holder G k -> count_mem k (code_of d) = hand_size G k.
  move=> hk; rewrite count_map (@eq_in_count _ _ (d k)); last first.
    by move=> x cx /=; rewrite ownerE.
  rewrite -size_filter /hand_size; case: eqP => [->|/eqP k0]; first exact: m12.
  by apply: n11; move: hk; rewrite holderE (negbTE k0).
split.
  rewrite mem_filter; apply/andP; split; first by apply/allP => k hk;
    rewrite cnt.
  apply: assignments_complete => // [|k hk]; last by rewrite cnt.
  by apply/allP => k /mapP [x cx ->]; exact: holder_owner.
move=> k x hk cx; have /andP [x0 xc] : 0 < x <= deck_size G
  by rewrite -in_deckE.
have lt : x.-1 < size (cards G) by rewrite size_iota prednK.
rewrite /coded x0 /= (nth_map 0) // /cards nth_iota ?prednK // add1n prednK //.
by rewrite ownerE.
Qed.

(* Deals that agree have the same situations and views. *)
Lemma same_deal_sym d d' : same_deal d d' -> same_deal d' d.
Proof. by move=> e k x hk cx; rewrite e. Qed.

Lemma same_pile_guess d d' M : same_deal d d' -> pile_set G M ->
  equals_pile G d M = equals_pile G d' M.
Proof.
move=> e /andP [/andP [_ /allP cM] _]; rewrite /equals_pile; congr (_ && _).
  by apply: eq_in_all => x /cM cx; rewrite e.
by apply: eq_in_all => x cx; rewrite e.
Qed.

Lemma same_poss d d' a s i : same_deal d d' -> executable G d s ->
  view G i d s = view G i d' s -> Poss G d a s -> Poss G d' a s.
Proof.
move=> e ex v po; apply: (poss_alike v po) => Q Qs.
have exa : executable G d (do a s) by rewrite /= ex.
have cQ := cards_asked ex Qs; have := responder sizes exa.
have hold k : player G k -> holder G k by rewrite holderE orbC => ->.
case: a po exa => // [j|j|j k x] po _ pj.
- by apply: (disjoint_eq cQ) => x cx; rewrite e // hold.
- by apply: (disjoint_eq cQ) => x cx; rewrite e // hold.
- have /poss_shows [Q' [_ _ /andP [xQ _] _ [/eqP]]] := po;
    rewrite Qs => -[e1 _].
  by rewrite e ?hold //; apply: (allP cQ); rewrite e1.
Qed.

Theorem same_situations d d' s : same_deal d d' -> executable G d s ->
  executable G d' s /\ forall i, view G i d s = view G i d' s.
Proof.
move=> e; elim: s => //= a s IH /andP [ex po]; have [ex' v] := IH ex.
split=> [|i]; first by rewrite ex' (same_poss e ex (v 0) po).
rewrite v; congr (_ :: _); case: a po => // k M /poss_guess [_ _ Ms _] /=.
by rewrite (same_pile_guess e Ms).
Qed.

Lemma same_world d d' s : same_deal d d' -> partition G d' ->
  is_world G (d, s) -> is_world G (d', s).
Proof. by move=> e P' [_ ex]; split=> //; have [] := same_situations e ex. Qed.
End Deals.
