(* Sections 1.4 and 2.1 to 2.4: the constants, cards, players, sets of cards,
   actions and situations of MYST(m,n,p,q), for arbitrary m, n, p and q.

   Cards are the numbers 1..c, holders the numbers 0..p: the players 1..p and
   the pile 0. A set is a list; that of a question or a guess names nothing
   twice, and nothing depends on its order. Everything here computes.

   Glossary
     game, MYST m n p q
                      a game MYST(m,n,p,q): m cards in the pile, n in each
                      hand, p players, q cards in a question; m G, n G, p G
                      and q G are these numbers of the game G
     valid_sizes G    the constants are as (2.1) wants them
     deck_size G, c   how many cards there are; c is the thesis's name
     cards, players, holders
                      lists of all of them
     card x, player i, holder k
                      x is a card, i a player, k a player or the pile
     incp i           the player after i
     card_set T, group T
                      T is a set of cards; a group of players
     question_set Q, pile_set M
                      Q is a set of q cards; M is a set of m cards
     action           asks i Q, no j, yes j, shows j i x, guess i M, noguess
                      i and endturn i
     asks_sorted i Q, no_sorted j, yes_sorted j, shows_sorted j i x,
       guess_sorted i M, noguess_sorted i, endturn_sorted i
                      the arguments of an action are of their sorts
     action_of a      the arguments of the action a are of their sorts
     situation        Init0, or do a s: the action a after the situation s
     before s s', before_or_equal s s'
                      s < s' and s <= s' *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat div seq.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Record game := MYST { m : nat; n : nat; p : nat; q : nat }.

(* (2.1) m >= 1, n >= 1, p >= 2, q >= 1 *)
Definition valid_sizes (G : game) : bool :=
  [&& 1 <= m G, 1 <= n G, 2 <= p G & 1 <= q G].

Section Constants.
Variable G : game.

(* (2.2) c = m + n p *)
Definition deck_size : nat := m G + n G * p G.
Notation c := deck_size.

Definition cards : seq nat := iota 1 c.
Definition players : seq nat := iota 1 (p G).
Definition holders : seq nat := 0 :: players.

(* (2.3) card(x) == x = s1 \/ ... \/ x = sc *)
Definition card (x : nat) : bool := x \in cards.
Lemma in_deckE x : card x = (1 <= x <= c).
Proof. by rewrite /card mem_iota add1n. Qed.

(* (2.4) s_i \= s_j for 1 <= i < j <= c *)
Lemma cards_uniq : uniq cards.
Proof. exact: iota_uniq. Qed.

(* (2.5) player(i) == i = 1 \/ ... \/ i = p *)
Definition player (i : nat) : bool := i \in players.
Lemma playerE i : player i = (1 <= i <= p G).
Proof. by rewrite /player mem_iota add1n. Qed.

Definition holder (k : nat) : bool := k \in holders.
Lemma holderE k : holder k = (k == 0) || player k.
Proof. by rewrite /holder in_cons. Qed.

(* Nobody is next to who is no player. *)
Definition incp (i : nat) : nat :=
  if ~~ player i then 0 else if i == p G then 1 else i.+1.
(* (2.6) incp(1) = 2, incp(2) = 3, ..., incp(p) = 1 *)
Lemma incpE_player i : player i -> incp i = if i == p G then 1 else i.+1.
Proof. by rewrite /incp => ->. Qed.

(* (2.7) player(i) & player(j) & j = i mod p + 1 -> incp(i) = j *)
Lemma incp_mod i j : player i -> player j -> j = (i %% p G).+1 -> incp i = j.
Proof.
move=> pi _ ->; rewrite incpE_player //; move: pi; rewrite playerE =>
  /andP [i1].
rewrite leq_eqVlt => /orP [/eqP <-|lt]; first by rewrite eqxx modnn.
by rewrite (ltn_eqF lt) modn_small.
Qed.

Lemma incp_player i : player i -> player (incp i).
Proof.
move=> pi; rewrite incpE_player //; move: pi; rewrite !playerE => /andP [i1 ip].
case: eqP => [_|/eqP ne]; first exact: leq_trans i1 ip.
by rewrite /= ltn_neqAle ne.
Qed.

Lemma player_gt0 i : player i -> 0 < i.
Proof. by rewrite playerE => /andP []. Qed.

Lemma incp_inj i j : player i -> player j -> incp i = incp j -> i = j.
Proof.
move=> pi pj; rewrite !incpE_player //; move: (player_gt0 pi) (player_gt0 pj).
case: eqP => [->|_]; case: eqP => [->|_] // i0 j0 [] // e.
- by rewrite -e in j0.
- by rewrite e in i0.
Qed.

Lemma incp_neq i : 2 <= p G -> player i -> incp i != i.
Proof.
move=> p2 pi; rewrite incpE_player //; case: (i =P p G) => [->|_].
  by rewrite neq_ltn p2.
by rewrite neq_ltn ltnSn orbT.
Qed.

(* (2.8) S == {s1,...,sc}, P == {1,...,p} *)
(* Reading: a set of cards or players names each of them once. *)
Definition card_set (T : seq nat) : bool := uniq T && all card T.
Definition group (T : seq nat) : bool := [&& T != [::], uniq T & all player T].

(* (S2.3.1) Q is a subset of S of size q *)
Definition question_set (Q : seq nat) : bool := card_set Q && (size Q == q G).
(* (S2.3.2) M is a subset of S of size m *)
Definition pile_set (M : seq nat) : bool := card_set M && (size M == m G).

End Constants.
Notation c := deck_size.

(* Section 2.4: the seven actions. The first argument is who acts. *)
Inductive action :=
| asks (i : nat) (Q : seq nat)
| no (j : nat)
| yes (j : nat)
| shows (j i x : nat)
| guess (i : nat) (M : seq nat)
| noguess (i : nat)
| endturn (i : nat).

Section Sorts.
Variable G : game.
(* The sorts of their arguments. *)
(* (S2.4.1) asks(i,Q): i puts the question Q *)
Definition asks_sorted i Q := player G i && question_set G Q.
(* (S2.4.2) no(j): the answerer j denies the question *)
Definition no_sorted j := player G j.
(* (S2.4.3) yes(j): the answerer j affirms the question *)
Definition yes_sorted j := player G j.
(* (S2.4.4) shows(j,i,x): j lets the asker i see x, a card asked for and held
   by j *)
Definition shows_sorted j i x := [&& player G j, player G i & card G x].
(* (S2.4.5) guess(i,M): i claims the pile to be M *)
Definition guess_sorted i M := player G i && pile_set G M.
(* (S2.4.6) noguess(i): i passes up the chance to guess *)
Definition noguess_sorted i := player G i.
(* (S2.4.7) endturn(i): i hands the turn on *)
Definition endturn_sorted i := player G i.
Definition action_of (a : action) : bool :=
  match a with
  | asks i Q => asks_sorted i Q
  | no j => no_sorted j
  | yes j => yes_sorted j
  | shows j i x => shows_sorted j i x
  | guess i M => guess_sorted i M
  | noguess i => noguess_sorted i
  | endturn i => endturn_sorted i
  end.
End Sorts.

(* Section 1.4: a situation is the history of the actions since Init0. *)
Inductive situation := Init0 | do (a : action) (s : situation).

(* (1.1) do(a1,s1) = do(a2,s2) -> a1 = a2 & s1 = s2 *)
(* Reading: both directions. *)
Lemma do_inj a1 s1 a2 s2 : do a1 s1 = do a2 s2 <-> a1 = a2 /\ s1 = s2.
Proof. by split=> [[-> ->]|[-> ->]]. Qed.

Fixpoint before (s s' : situation) : Prop :=
  if s' is do _ s1 then s = s1 \/ before s s1 else False.
Definition before_or_equal s s' := s = s' \/ before s s'.

(* (1.2) ~(s < Init0) *)
Lemma not_before_Init0 s : ~ before s Init0.
Proof. by []. Qed.

(* (1.3) s < do(a,s') == s <= s' *)
Lemma before_do a s s' : before s (do a s') <-> before_or_equal s s'.
Proof. by []. Qed.

(* (1.4) P(Init0) & (P(s) -> P(do(a,s))) -> P(s) for all s *)
Lemma situation_induction (P : situation -> Prop) :
  P Init0 -> (forall a s, P s -> P (do a s)) -> forall s, P s.
Proof. by move=> P0 Pd; elim=> [|a s] //; exact: Pd. Qed.

(* The labels of the thesis. *)
Notation ax_2_1 := valid_sizes (only parsing).
Notation ax_2_2 := deck_size (only parsing).
Notation ax_2_3 := in_deckE (only parsing).
Notation ax_2_4 := cards_uniq (only parsing).
Notation ax_2_5 := playerE (only parsing).
Notation ax_2_6 := incpE_player (only parsing).
Notation ax_2_7 := incp_mod (only parsing).
Notation ax_2_8 := card_set (only parsing).
Notation ax_S2_3_1 := question_set (only parsing).
Notation ax_S2_3_2 := pile_set (only parsing).
Notation ax_S2_4_1 := asks_sorted (only parsing).
Notation ax_S2_4_2 := no_sorted (only parsing).
Notation ax_S2_4_3 := yes_sorted (only parsing).
Notation ax_S2_4_4 := shows_sorted (only parsing).
Notation ax_S2_4_5 := guess_sorted (only parsing).
Notation ax_S2_4_6 := noguess_sorted (only parsing).
Notation ax_S2_4_7 := endturn_sorted (only parsing).
Notation ax_1_1 := do_inj (only parsing).
Notation ax_1_2 := not_before_Init0 (only parsing).
Notation ax_1_3 := before_do (only parsing).
Notation ax_1_4 := situation_induction (only parsing).
