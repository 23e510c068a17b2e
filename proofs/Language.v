(* The formula language of the bench in Coq: formulas as a datatype, and what
   it is for a formula to be true in a world.

   A set of cards that a formula speaks of is listed in the order of the deck,
   so that each set is one list, and counted once. Question(Q) and Q = R compare
   the members: a history may name a set in another order.

   Glossary
     Formula.formula  the syntax; its constructors have the names of the
                      classes of mystpy/language, which mystpy/coq prints
     Formula.term, collection, domain, number, action_term
                      what a formula is made of: a card, holder or player; a
                      set or group; what a variable ranges over; a number; an
                      action
     value, environment, lookup e x
                      the values of variables
     subsets l, same_set Q R
                      all sets of elements of a list; two lists name the same
     counts l k       exactly k elements of the list l have the property
     length_of s      how many actions s has
     questions, guesses, groups
                      those of the game, listed
     val e t, members e Q, act e a, size_of k
                      what terms, sets, actions and numbers stand for
     in_deck_order Q  the cards of Q in the order of the deck
     ones, sets_of, values, each, some
                      what a variable ranges over; for all of it, for some
     actions, sorted_action a
                      the actions of the game, listed; a is one of them
     asked_for Q s    the last question of s names the cards Q
     distributed Gr phi w
                      D(Gr,phi)
     truth G e f w    the formula f is true in the world w, where the
                      variables have the values of the environment e
     form, statement  a formula with the situations of which it is said
     spoken_of st s   the statement st is said of the situation s
     holds G st       the statement is true of the game G *)

From Coq Require Import String.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Knowledge Evidence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Module Formula.
(* A player, a holder or a card: a variable or a number. *)
Inductive term := Var (x : string) | Num (k : nat).
(* A set of cards or a group of players. *)
Inductive collection :=
| CollectionVar (x : string) | CardSet (xs : seq term)
| PlayerGroup (js : seq term) | AllPlayers.
(* What a variable of a quantifier stands for. *)
Inductive domain :=
| Players | Holders | Cards | Questions | Guesses | Sets | Groups
| MembersOf (x : string) | Listed (xs : seq term).
(* A number, or a constant of the game. *)
Inductive number := Numeral (k : nat) | SizeM | SizeN | SizeP | SizeQ | SizeC.
Inductive action_term :=
| DoAsks (i : term) (Q : collection) | DoNo (j : term) | DoYes (j : term)
| DoShows (j i x : term) | DoGuess (i : term) (M : collection)
| DoNoguess (i : term) | DoEndturn (i : term).

Inductive formula :=
| Truth | Falsity
| H (k x : term)
| StillIn (i : term) | Turn (i : term) | AnsTurn (j : term)
| Question (Q : collection) | GameOver | PhaseIs (f : phase)
| Equality (k l : term) | SetEquality (Q R : collection)
| Membership (x : term) (Q : collection)
| PossAtom (a : action_term)
| Not (f : formula) | And (f g : formula) | Or (f g : formula)
| Implies (f g : formula) | Iff (f g : formula)
| Knows (i : term) (f : formula) | KnowsWhether (i : term) (f : formula)
| Considers (i : term) (f : formula)
| Everyone (Gr : collection) (f : formula)
| Iterated (k : nat) (Gr : collection) (f : formula)
| Common (Gr : collection) (f : formula)
| Distributed (Gr : collection) (f : formula)
| After (a : action_term) (f : formula) | Next (f : formula)
| ForAll (x : string) (D : domain) (f : formula)
| Exists (x : string) (D : domain) (f : formula)
| CountOver (exact : bool) (k : number) (x : string) (D : domain) (f : formula)
| Previously (f : formula) | Once (f : formula) | Historically (f : formula).
End Formula.

(* The values of variables. *)
Inductive value := OneOf (k : nat) | SetOf (Q : seq nat).
Definition environment := seq (string * value).
Fixpoint lookup (e : environment) (x : string) : value :=
  if e is (y, v) :: e' then if String.eqb x y then v else lookup e' x else OneOf
    0.

(* All sets of elements of a list, in its order. *)
Fixpoint subsets (l : seq nat) : seq (seq nat) :=
  if l is x :: l' then
    let rest := subsets l' in [seq x :: Q | Q <- rest] ++ rest
  else [:: [::]].

Definition same_set (Q R : seq nat) : bool :=
  all (fun x => x \in R) Q && all (fun x => x \in Q) R.

(* So many members of a list have a property, for which nothing is decided. *)
Section Counts.
Variables (T : Type) (P : T -> Prop).
Fixpoint counts (l : seq T) (k : nat) : Prop :=
  if l is x :: l' then
    (P x /\ if k is k'.+1 then counts l' k' else False)
    \/ (~ P x /\ counts l' k)
  else k = 0.
End Counts.

Fixpoint length_of (s : situation) : nat :=
  if s is do _ s' then (length_of s').+1 else 0.

Section Truth.
Variable G : game.
Implicit Types (e : environment) (w : world) (f : Formula.formula).

Definition questions : seq (seq nat) :=
  [seq Q <- subsets (cards G) | size Q == q G].
Definition guesses : seq (seq nat) :=
  [seq M <- subsets (cards G) | size M == m G].
Definition groups : seq (seq nat) :=
  [seq Gr <- subsets (players G) | Gr != [::]].

Definition val e (t : Formula.term) : nat :=
  match t with
  | Formula.Num k => k
  | Formula.Var x => if lookup e x is OneOf k then k else 0
  end.
Definition in_deck_order (Q : seq nat) : seq nat :=
  [seq x <- cards G | x \in Q].
Definition members e (Q : Formula.collection) : seq nat :=
  match Q with
  | Formula.CollectionVar x => if lookup e x is SetOf Q then Q else [::]
  | Formula.CardSet xs => in_deck_order (map (val e) xs)
  | Formula.PlayerGroup js => map (val e) js
  | Formula.AllPlayers => players G
  end.
Definition act e (a : Formula.action_term) : action :=
  match a with
  | Formula.DoAsks i Q => asks (val e i) (members e Q)
  | Formula.DoNo j => no (val e j)
  | Formula.DoYes j => yes (val e j)
  | Formula.DoShows j i x => shows (val e j) (val e i) (val e x)
  | Formula.DoGuess i M => guess (val e i) (members e M)
  | Formula.DoNoguess i => noguess (val e i)
  | Formula.DoEndturn i => endturn (val e i)
  end.
Definition size_of (k : Formula.number) : nat :=
  match k with
  | Formula.Numeral k => k | Formula.SizeM => m G | Formula.SizeN => n G
  | Formula.SizeP => p G | Formula.SizeQ => q G | Formula.SizeC => deck_size G
  end.

(* The values over which a variable ranges: a list of numbers, or of sets. *)
Definition ones e (D : Formula.domain) : option (seq nat) :=
  match D with
  | Formula.Players => Some (players G)
  | Formula.Holders => Some (holders G)
  | Formula.Cards => Some (cards G)
  | Formula.MembersOf x => Some (members e (Formula.CollectionVar x))
  | Formula.Listed xs => Some (map (val e) xs)
  | _ => None
  end.
Definition sets_of (D : Formula.domain) : seq (seq nat) :=
  match D with
  | Formula.Questions => questions
  | Formula.Guesses => guesses
  | Formula.Sets => subsets (cards G)
  | Formula.Groups => groups
  | _ => [::]
  end.
Definition values e D : seq value :=
  if ones e D is Some l then map OneOf l else map SetOf (sets_of D).
Definition each e D (P : value -> Prop) : Prop :=
  if ones e D is Some l then forall k, k \in l -> P (OneOf k)
  else forall Q, Q \in sets_of D -> P (SetOf Q).
Definition some e D (P : value -> Prop) : Prop :=
  if ones e D is Some l then exists2 k, k \in l & P (OneOf k)
  else exists2 Q, Q \in sets_of D & P (SetOf Q).

(* The actions of a game, each set in the order of the deck. *)
Definition actions : seq action :=
  [seq asks i Q | i <- players G, Q <- questions]
  ++ map no (players G) ++ map yes (players G)
  ++ flatten
       [seq [seq shows j i x | i <- players G, x <- cards G] | j <- players G]
  ++ [seq guess i M | i <- players G, M <- guesses]
  ++ map noguess (players G) ++ map endturn (players G).
(* The same, as a condition on an action. *)
Definition sorted_action (a : action) : bool :=
  action_of G a &&
  match a with
  | asks _ Q => Q \in questions | guess _ M => M \in guesses | _ => true
  end.

Definition asked_for (Q : seq nat) (s : situation) : bool :=
  if asked s is Some R then same_set Q R else false.

(* D(G,phi): phi is true in the worlds that all of G consider possible. *)
Definition distributed (Gr : seq nat) (phi : world -> Prop) w : Prop :=
  forall w', is_world G w' -> (forall i, i \in Gr -> alike G i w w') -> phi w'.

Fixpoint truth e f w : Prop :=
  match f with
  | Formula.Truth => True
  | Formula.Falsity => False
  | Formula.H k x => w.1 (val e k) (val e x)
  | Formula.StillIn i => In G w.1 (val e i) w.2
  | Formula.Turn i => Turn G (val e i) w.2
  | Formula.AnsTurn j => AnsTurn G (val e j) w.2
  | Formula.Question Q => asked_for (members e Q) w.2
  | Formula.GameOver => GameOver G w.1 w.2
  | Formula.PhaseIs ph => phase_of G w.1 w.2 = ph
  | Formula.Equality k l => val e k = val e l
  | Formula.SetEquality Q R => same_set (members e Q) (members e R)
  | Formula.Membership x Q => val e x \in members e Q
  | Formula.PossAtom a => Poss G w.1 (act e a) w.2
  | Formula.Not f => ~ truth e f w
  | Formula.And f g => truth e f w /\ truth e g w
  | Formula.Or f g => truth e f w \/ truth e g w
  | Formula.Implies f g => truth e f w -> truth e g w
  | Formula.Iff f g => truth e f w <-> truth e g w
  | Formula.Knows i f => K G (val e i) (truth e f) w
  | Formula.KnowsWhether i f =>
      K G (val e i) (truth e f) w
      \/ K G (val e i) (fun w' => ~ truth e f w') w
  | Formula.Considers i f =>
      ~ K G (val e i) (fun w' => ~ truth e f w') w
  | Formula.Everyone Gr f => E G (members e Gr) (truth e f) w
  | Formula.Iterated k Gr f => powers G k (members e Gr) (truth e f) w
  | Formula.Common Gr f => C G (members e Gr) (truth e f) w
  | Formula.Distributed Gr f => distributed (members e Gr) (truth e f) w
  | Formula.After a f =>
      Poss G w.1 (act e a) w.2 -> truth e f (w.1, do (act e a) w.2)
  | Formula.Next f => forall a, sorted_action a -> Poss G w.1 a w.2 ->
      truth e f (w.1, do a w.2)
  | Formula.ForAll x D f => each e D (fun v => truth ((x, v) :: e) f w)
  | Formula.Exists x D f => some e D (fun v => truth ((x, v) :: e) f w)
  | Formula.CountOver exact k x D f =>
      let P v := truth ((x, v) :: e) f w in
      if exact then counts P (values e D) (size_of k)
      else exists2 l, size_of k <= l & counts P (values e D) l
  | Formula.Previously f => if w.2 is do _ s then truth e f (w.1, s) else False
  | Formula.Once f => exists2 s, before_or_equal s w.2 & truth e f (w.1, s)
  | Formula.Historically f =>
      forall s, before_or_equal s w.2 -> truth e f (w.1, s)
  end.

End Truth.

(* Of which situations a formula is said: of all that are executable, or of
   Init0; with or without guesses; of any length, or of so many actions. *)
Inductive form := Always | Initially | Never.
Record statement := Statement {
  form_of : form; guesses_allowed : bool; depth_of : option nat;
  says : Formula.formula }.

Definition spoken_of (st : statement) (s : situation) : Prop :=
  [/\ guesses_allowed st \/ no_guesses s,
      (if form_of st is Initially then s = Init0 else True) &
      (if depth_of st is Some k then length_of s <= k else True)].
Definition holds (G : game) (st : statement) : Prop :=
  forall d s, is_world G (d, s) -> spoken_of st s ->
  let said := truth G [::] (says st) (d, s) in
  if form_of st is Never then ~ said else said.
