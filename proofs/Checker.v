(* A program that checks certificates of solved games. This file only computes;
   that what it accepts is true is proved in Certified.v.

   Cards are numbers from 0 on, a set of cards is a number in binary: bit x is 1
   if card x is in the set. An answer is the set of the card that was shown, or
   the empty set. A fraction is not negative.

   Glossary
     frac             a fraction that is not negative; f0, f1, is0, is1,
                      reduced, fadd, fmul, fle, fsame, fmin, fsum, fmins and
                      fpart compute with them
     weights, total, look, sub, nonzero, split_largest
                      actions or hands with fractions: their sum, that of one
                      of them, none if they are more than 1, those that are
                      not 0, and the largest apart from the rest
     turn, history, asker, shown, lacks
                      as in Duel.v
     empty, usefuls   the set is empty; the questions that are not idle
     same_parts, insert, ordered, marked
                      lists are the same; a list in order; labels with one
                      bit more
     code, sets_seen, kind, codes
                      in which sets a card is; the questions and answers so
                      far; how many cards of a set have each code
     counted, join, classes, times
                      of a list of sets one of each kind, with how many there
                      are; a fraction so many times
     allowed b A Q    with the hand A, who may bluff if b, may ask Q
     plan, sub_guess  what a player does, by what both have seen and the own
                      hand; a guess whose chances are not more than 1
     deck, indices, cards_in, masks, sets_of k, singles, within A
                      how many cards there are; all of them; how many a set
                      has; all sets; those of k cards; of one; and the latter
                      within A
     answers, truthful_answer, pile
                      as in Duel.v
     own_told, own_asked, other_told, other_asked, value
                      what a plan is worth from a history on
     last             after so many turns the game is over
     beside, deals    the other's hands beside one, with weights; the number
                      of deals
     assured k p      the chance with which the plan p of player k wins at
                      least
     action, entry, certificate
                      a certificate as `mystpy solve` writes it
     part, same_action
                      the classes of cards by which its actions are named
     key, table, table_of
                      the strategy as a table
     parts_from, parts_of
                      the parts of a set by labels, in order
     label, labels_of, parts_in
                      the label of a card: in which turns it was asked for
                      and shown
     all_alike, evenly, at_table, spread_over, plan_of
                      the plan that a table says: an action of classes is one
                      of all that it names, each with the same chance
     distributions, worths_by, check_by, check
                      the chances of each entry add up to 1; what the two
                      plans are worth, if some players must not bluff; all is
                      as the certificate claims, for these and if both may *)

From Coq Require Import NArith FMapPositive.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Record frac := Frac { num : N; den : positive }.
Definition f0 := Frac 0 1.
Definition f1 := Frac 1 1.
Definition is0 (a : frac) := N.eqb (num a) 0.
Definition reduced (a : frac) : frac :=
  let g := N.gcd (num a) (Npos (den a)) in
  let n := N.div (num a) g in
  if N.div (Npos (den a)) g is Npos d then
    if N.eqb (N.mul n (Npos (den a))) (N.mul (num a) (Npos d)) then Frac n d
    else a
  else a.
Definition fadd (a b : frac) : frac :=
  if is0 a then b else if is0 b then a else
  if Pos.eqb (den a) (den b) then Frac (N.add (num a) (num b)) (den a) else
  reduced
  (Frac (N.add (N.mul (num a) (Npos (den b))) (N.mul (num b) (Npos (den a))))
                (Pos.mul (den a) (den b))).
Definition is1 (a : frac) := N.eqb (num a) 1 && Pos.eqb (den a) 1.
Definition fmul (a b : frac) : frac :=
  if is1 a then b else if is1 b then a else
  reduced (Frac (N.mul (num a) (num b)) (Pos.mul (den a) (den b))).
Definition fle (a b : frac) : bool :=
  N.leb (N.mul (num a) (Npos (den b))) (N.mul (num b) (Npos (den a))).
Definition fsame (a b : frac) : bool := fle a b && fle b a.
Definition fmin (a b : frac) : frac := if fle a b then a else b.
Definition fsum (s : seq frac) : frac := foldr fadd f0 s.
Definition fmins (s : seq frac) : frac :=
  if s is a :: s' then foldr fmin a s' else f0.
Definition fpart (a : frac) (k : positive) : frac := fmul a (Frac 1 k).

(* Actions with their probabilities, or hands with their weights. *)
Definition weights := seq (N * frac).
Definition total (s : weights) : frac := fsum (map snd s).
Definition look (a : N) (s : weights) : frac :=
  total (filter (fun z => N.eqb z.1 a) s).
Definition sub (s : weights) : weights := if fle (total s) f1 then s else [::].
Definition nonzero (s : weights) : weights := filter (fun z => ~~ is0 z.2) s.

(* Of all weights but the largest, the sum. *)
Fixpoint split_largest (s : seq frac) : frac * frac :=
  if s is a :: s' then
    let: (most, rest) := split_largest s' in
    if fle a most then (most, fadd a rest) else (a, fadd most rest)
  else (f0, f0).

Definition turn := (N * N)%type.
Definition history := seq turn.
Definition asker (h : history) : bool := odd (size h).
Definition empty (a : N) : bool := N.eqb a 0.

Fixpoint shown (j : bool) (h : history) : N :=
  if h is (_, a) :: h' then
    if ~~ empty a && eqb (asker h') (~~ j) then N.lor a (shown j h')
    else shown j h'
  else 0%num.
Fixpoint lacks (j : bool) (h : history) : N :=
  if h is (Q, a) :: h' then
    if empty a then
      if eqb (asker h') (~~ j) then N.lor Q (lacks j h') else lacks j h'
    else if eqb (asker h') j then N.lor a (lacks j h') else lacks j h'
  else 0%num.

(* Cards that look alike. Of sets that have been seen, the code of a card tells
   in which of them it is; so two sets are of the same kind if they have the
   same number of cards with each code. *)
Fixpoint same_parts (a b : seq N) : bool :=
  match a, b with
  | [::], [::] => true
  | x :: a', y :: b' => N.eqb x y && same_parts a' b'
  | _, _ => false
  end.
Fixpoint insert (x : N) (s : seq N) : seq N :=
  if s is y :: s' then if N.leb x y then x :: s else y :: insert x s'
  else [:: x].
Definition ordered (s : seq N) : seq N := foldr insert [::] s.

Definition marked (A : N) (labels : seq (N * N)) : seq N :=
  map (fun z => N.add (N.double z.2) (if N.testbit A z.1 then 1%num else 0%num))
  labels.

Fixpoint code (seen : seq N) (x : N) : N :=
  if seen is B :: seen' then
    N.add (N.double (code seen' x)) (if N.testbit B x then 1%num else 0%num)
  else 0%num.
Definition sets_seen (h : history) : seq N :=
  flatten (map (fun r => [:: r.1; r.2]) h).
Definition kind (codes : seq (N * N)) (B : N) : seq N :=
  ordered (marked B codes).

(* One of each kind, with how many there are. *)
Definition counted := (seq N * (N * positive))%type.
Fixpoint join (b : N) (like : seq N) (s : seq counted) : seq counted :=
  if s is (like', (b', c)) :: s' then
    if same_parts like like' then (like', (b', Pos.succ c)) :: s'
    else (like', (b', c)) :: join b like s'
  else [:: (like, (b, 1%positive))].
Definition classes (codes : seq (N * N)) (s : seq N) : seq (N * positive) :=
  map snd (foldr (fun b => join b (kind codes b)) [::] s).
Definition times (c : positive) (a : frac) : frac := fmul (Frac (Npos c) 1) a.

(* The questions that are not idle. *)
Definition usefuls (qs : seq N) (h : history) : seq N :=
  let j := ~~ asker h in
  let s := shown j h in let l := lacks j h in
  filter (fun Q => empty (N.land Q s) && ~~ N.eqb (N.land Q l) Q) qs.

(* Whether a player with the hand A, who may bluff or not, may ask Q. *)
Definition allowed (may_bluff : bool) (A Q : N) : bool :=
  may_bluff || ~~ N.eqb (N.land Q A) Q.

(* What a player does, by what both have seen and the own hand, which comes
   last: what is the same for all hands is computed once. The questions are
   among those that are given; a guess may be left out. *)
Record plan := Plan {
  asking : history -> seq N -> N -> weights;
  showing : history -> N -> N -> weights;
  guessing : history -> turn -> N -> frac * weights }.

Definition sub_guess (g : frac * weights) : frac * weights :=
  if fle (fadd g.1 (total g.2)) f1 then g else (f0, [::]).

Section Games.
Variables m n q : nat.
Definition deck : nat := m + n * 2.
Definition indices : seq N := map N.of_nat (iota 0 deck).
Definition cards_in (b : N) : nat := count (N.testbit b) indices.
Definition masks : seq N := map N.of_nat (iota 0 (2 ^ deck)).
Definition sets_of (k : nat) : seq N := filter (fun b => cards_in b == k) masks.
Definition singles : seq N := map (N.shiftl 1) indices.
Definition within (A : N) : seq N :=
  filter (fun b => ~~ empty (N.land b A)) singles.
Definition answers (Q H : N) : seq N :=
  let both := N.land Q H in if empty both then [:: 0%num] else within both.
Definition truthful_answer (A Q a : N) : bool :=
  if empty a then empty (N.land Q A) else ~~ empty (N.land a A).
Definition pile (A H : N) : N := N.ldiff (N.ones (N.of_nat deck)) (N.lor A H).

(* What the plan p of player k is worth at least where the other, with the hand
   H, has seen h: the sum over k's hands, with their weights. Of questions,
   answers and hands of the other's that look alike, one is tried. *)
Definition codes (seen : seq N) : seq (N * N) :=
  map (fun x => (x, code seen x)) indices.

Section Value.
Variables (bluffs : bool -> bool) (k : bool) (p : plan) (qs : seq N).

(* After the answer a to the question Q of k's own; `next` is what is worth what
   follows. *)
Definition own_told (next : weights -> history -> frac) (H : N) (h : history)
    (ahead : weights) (Q a : N) : frac :=
  let guess := guessing p h (Q, a) in
  let guessed := map (fun z => (z, sub_guess (guess z.1))) ahead in
  let on := nonzero (map (fun z => (z.1.1, fmul z.1.2 z.2.1)) guessed) in
  fadd (fsum (map (fun z => fmul z.1.2 (look (pile z.1.1 H) z.2.2)) guessed))
    (if on is [::] then f0 else next on ((Q, a) :: h)).

Definition own_asked (next : weights -> history -> frac) (H : N) (h : history)
    (asked : seq (N * frac * weights)) (Q : N) : frac :=
  let ahead := nonzero (map (fun z => (z.1.1, fmul z.1.2 (look Q z.2))) asked)
  in
  if ahead is [::] then f0 else
  fmins (map (fun c => own_told next H h ahead Q c.1)
    (classes (codes [:: Q, H & sets_seen h]) (answers Q H))).

(* After the answer a to the question Q of the other's. *)
Definition other_told (next : weights -> history -> frac) (h : history)
    (shows : seq (N * frac * weights)) (Q a : N) : frac :=
  let ahead := nonzero (map (fun z => (z.1.1, fmul z.1.2 (look a z.2)))
    (filter (fun z => truthful_answer z.1.1 Q a) shows)) in
  let rest := (split_largest (map snd ahead)).2 in
  if is0 rest then f0 else fmin rest (next ahead ((Q, a) :: h)).

Definition other_asked (next : weights -> history -> frac) (H : N)
    (h : history) (held : weights) (Q : N) : frac :=
  let show := showing p h Q in
  let shows := map (fun z => (z, sub (show z.1))) held in
  fsum (map (fun c => times c.2 (other_told next h shows Q c.1))
    (classes (codes [:: Q, H & sets_seen h]) (0%num :: within Q))).

Fixpoint value (T : nat) (held : weights) (H : N) (h : history) : frac :=
  if T is T'.+1 then
    let us := usefuls qs h in
    let next held' h' := value T' held' H h' in
    if us is [::] then (if eqb (asker h) k then total held else f0) else
    let alike := classes (codes (H :: sets_seen h)) in
    if eqb (asker h) k then
      let ask := asking p h us in
      let asked := map (fun z => (z, sub
        (filter (fun y => allowed (bluffs k) z.1 y.1) (ask z.1)))) held in
      fsum (map (fun c => times c.2 (own_asked next H h asked c.1)) (alike us))
    else
      let theirs := filter (allowed (bluffs (~~ k)) H) us in
      fmins (map (fun c => other_asked next H h held c.1) (alike theirs))
  else f0.
End Value.

Definition last : nat := (deck * 2).+1.
Definition beside (H : N) (hands : seq N) : weights :=
  map (fun A => (A, f1)) (filter (fun A => empty (N.land A H)) hands).
Definition deals : nat :=
  sumn (map (fun H => size (beside H (sets_of n))) (sets_of n)).

(* The chance with which the plan p of player k wins at least. *)
Definition assured (bluffs : bool -> bool) (k : bool) (p : plan) : frac :=
  let hands := sets_of n in let qs := sets_of q in
  reduced (fpart
    (fsum (map (fun c =>
       times c.2 (value bluffs k p qs last (beside c.1 hands) c.1 [::]))
      (classes (codes [::]) hands)))
    (Pos.of_nat deals)).
End Games.

(* A certificate as `mystpy solve` writes it. A class is the cards that were
   asked for in the same turns; bit 2t tells that they were asked for in turn t,
   and bit 2t+1 that the card was shown then. An information set has the turn
   and, for each class, how many cards there are and how many are own; an
   action, how many cards of each class, and for a question how many of them are
   own. Parts are in the order of their codes. *)
Inductive action := Asks of seq N | Shows of seq N | Guesses of seq N | NoGuess.
Definition entry := (N * seq N * seq (action * frac))%type.
Record certificate := Certificate {
  c_m : nat; c_n : nat; c_q : nat;
  lower : frac; upper : frac;
  first : seq entry; second : seq entry }.

(* A class with two numbers of cards, in one number. *)
Definition part (label count own : N) : N :=
  N.add (N.mul label 65536) (N.add (N.mul count 256) own).

Definition same_action (a b : action) : bool :=
  match a, b with
  | Asks x, Asks y | Shows x, Shows y | Guesses x, Guesses y => same_parts x y
  | NoGuess, NoGuess => true
  | _, _ => false
  end.

(* The place in a table; that two have the same does no harm to what is
   proved. *)
Definition key (turn : N) (parts : seq N) : positive :=
  let width := N.add (N.mul 2 turn) 18 in
  N.succ_pos (foldl (fun x y => N.add (N.shiftl x width) y) turn parts).
Definition table := PositiveMap.t (seq (action * frac)).
Definition table_of (s : seq entry) : table :=
  foldr (fun e t => PositiveMap.add (key e.1.1 e.1.2) e.2 t)
    (PositiveMap.empty _) s.

(* Labels with 1 added where the card is own, in order: their parts. *)
Fixpoint parts_from (label count own : N) (s : seq N) : seq N :=
  if s is x :: s' then
    let l := N.div2 x in let o := if N.odd x then 1%num else 0%num in
    if N.eqb l label then parts_from label (N.succ count) (N.add own o) s'
    else part label count own :: parts_from l 1 o s'
  else [:: part label count own].
Definition parts_of (s : seq N) : seq N :=
  if ordered s is x :: s' then
    parts_from (N.div2 x) 1 (if N.odd x then 1%num else 0%num) s'
  else [::].

Section Plans.
Variables m n q : nat.

(* For each card, the turns in which it was asked for and shown. *)
Fixpoint label (h : history) (x : N) : N :=
  if h is (Q, a) :: h' then
    let t := N.of_nat (size h) in
    let l := label h' x in
    if N.testbit Q x then
      let l' := N.setbit l (N.mul 2 t) in
      if N.testbit a x then N.setbit l' (N.succ (N.mul 2 t)) else l'
    else l
  else 0%num.
Definition labels_of (h : history) : seq (N * N) :=
  map (fun x => (x, label h x)) (indices m n).
Definition parts_in (A B : N) (labels : seq (N * N)) : seq N :=
  parts_of (marked A (filter (fun z => N.testbit B z.1) labels)).

Definition all_alike (s : seq action) : bool :=
  if s is x :: s' then all (same_action x) s' else true.
Definition evenly (share : frac) (s : seq N) : weights :=
  if s is [::] then [::] else
  let each := fpart share (Pos.of_nat (size s)) in map (fun x => (x, each)) s.
Definition at_table (t : table) (turn : nat) (A : N) (labels : seq (N * N)) :=
  odflt [::]
  (PositiveMap.find (key (N.of_nat turn) (parts_of (marked A labels))) t).

Definition spread_over (acts : seq (action * frac)) (s : seq (N * action))
    : weights :=
  flatten (map (fun a => evenly a.2
    (map fst (filter (fun z => same_action z.2 a.1) s))) acts).

Definition plan_of (may_bluff : bool) (piles : seq N) (t : table) : plan := Plan
  (fun h us =>
    let labels := labels_of h in
    let turn := (size h).+1 in
    fun A =>
      let own := filter (allowed may_bluff A) us in
      let kinds := map (fun Q => (Q, Asks (parts_in A Q labels))) own in
      if all_alike (map snd kinds) then evenly f1 own else
      spread_over (at_table t turn A labels) kinds)
  (fun h Q =>
    let labels := labels_of ((Q, 0%num) :: h) in
    let turn := (size h).+1 in
    fun A =>
      let both := N.land Q A in
      if empty both then [:: (0%num, f1)] else
      let cards := within m n both in
      let kinds := map (fun x => (x, Shows (parts_in 0 x labels))) cards in
      if all_alike (map snd kinds) then evenly f1 cards else
      spread_over (at_table t turn A labels) kinds)
  (fun h told =>
    let labels := labels_of (told :: h) in
    let turn := (size h).+1 in
    let kinds := map (fun P => (P, Guesses (parts_in 0 P labels))) piles in
    fun A =>
      let acts := at_table t turn A labels in
      let fit := filter (fun z => empty (N.land z.1 A)) kinds in
      (fsum (map snd (filter (fun a => same_action a.1 NoGuess) acts)),
       spread_over (filter (fun a => ~~ same_action a.1 NoGuess) acts) fit)).
End Plans.

Definition distributions (s : seq entry) : bool :=
  all (fun e => fsame (fsum (map snd e.2)) f1) s.

Definition worths_by (bluffs : bool -> bool) (x : certificate) : frac * frac :=
  let: Certificate m n q _ _ s1 s2 := x in
  let piles := sets_of m n m in
  let worth k s :=
    assured m n q bluffs k (plan_of m n (bluffs k) piles (table_of s)) in
  (worth false s1, worth true s2).

(* The game is one of the theorem's, and the strategies are worth what is
   claimed, where player i may bluff if bluffs i. *)
Definition check_by (bluffs : bool -> bool) (x : certificate) : bool :=
  [&& (0 < c_n x)%N, (0 < c_q x)%N, (c_q x <= c_m x + c_n x + 1)%N,
      distributions (first x), distributions (second x) &
      let w := worths_by bluffs x in
      fsame w.1 (lower x) && fsame (fadd w.2 (upper x)) f1].
Definition check : certificate -> bool := check_by (fun=> true).
