(* The worlds that look alike, listed. What differs between them is the deal,
   and which cards were shown to others: so all of them are among the deals of
   the game, each with the history in which other cards may have been shown.

   Glossary
     listed x l       x is in the list l, of whatever type
     every P l, any P l
                      P is true of all, of some of a list; computed no
                      further than needed
     found, search, reachable R l v, path
                      what the relation R leads to from v within the list l
     action_eqb, event_eqb, view_eqb
                      equality, computed
     world_code, decode v
                      a code of a deal with a situation; its world
     alikeb i v v'    two listed worlds look alike to i
     shape a, outline s
                      an action and a history without the cards shown
     alternatives a, steps, variants d s
                      the actions with that shape; the histories with that
                      outline that are executable in d
     publics D s      the worlds whose history has the same outline as s: the
                      same actions but for the cards shown
     valid v          v is the code of a world
     of_cards phi     phi does not depend on what is no card
     knows_listed L i phi v
                      i knows phi in v, if the worlds are those of L
     one_of Gr v v'   some player of Gr cannot tell v from v' *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Remarks Told Evidence ListedDeals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Lists.
Variable T : Type.
Implicit Types (x y : T) (l : seq T).
Fixpoint listed x l : Prop := if l is y :: l' then x = y \/
  listed x l' else False.

Lemma listed_cat x l l' : listed x (l ++ l') <-> listed x l \/ listed x l'.
Proof. by elim: l => /= [|y l ->]; [split=> [|[]] //; right|tauto]. Qed.
Lemma listed_filter x (P : T -> bool) l :
  listed x (filter P l) <-> listed x l /\ P x.
Proof.
elim: l => /= [|y l IH]; first by split=> [|[]].
case e: (P y) => /=; rewrite IH; split.
- by case=> [->|[]]; [split=> //; left|split=> //; right].
- by case=> -[->|xl] Px; [left|right].
- by case=> xl Px; split=> //; right.
- by case=> -[->|xl] Px //; rewrite e in Px.
Qed.

(* Stop at the first that is not so, or that is. *)
Fixpoint every (P : T -> bool) l : bool :=
  if l is x :: l' then if P x then every P l' else false else true.
Fixpoint any (P : T -> bool) l : bool :=
  if l is x :: l' then if P x then true else any P l' else false.
Lemma everyP (P : T -> bool) l : every P l <-> forall x, listed x l -> P x.
Proof.
elim: l => //= y l IH; case e: (P y).
  rewrite IH; split=> f x; first by case=> [->|/f].
  by move=> xl; apply: f; right.
by split=> // f; rewrite -e; apply: f; left.
Qed.
Lemma anyP (P : T -> bool) l : any P l <-> exists2 x, listed x l & P x.
Proof.
elim: l => /= [|y l IH]; first by split=> // -[].
case e: (P y); first by split=> // _; exists y => //; left.
rewrite IH; split=> -[x xl Px]; exists x => //; first by right.
by case: xl => // xy; rewrite xy e in Px.
Qed.

(* Breadth-first search, which takes what is found out of the list. *)
Variable R : T -> T -> bool.
Definition found front x : bool := any (fun u => R u x) front.
Fixpoint search (fuel : nat) front rest : seq T :=
  front ++ if fuel is n.+1 then
    if filter (found front) rest is y :: new then
      search n (y :: new) (filter (fun x => ~~ found front x) rest)
    else [::]
  else [::].
Definition reachable l x : seq T := search (size l) [:: x] l.

Inductive path l x : T -> Prop :=
| path_here : path l x x
| path_step y z : path l x y -> listed z l -> R y z -> path l x z.

Lemma search_front fuel front rest x : listed x front ->
  listed x (search fuel front rest).
Proof. by move=> xf; case: fuel => [|n] /=; apply/listed_cat; left. Qed.

Lemma search_sound fuel front rest (P : T -> Prop) :
  (forall x, listed x front -> P x) ->
  (forall x y, P x -> listed y rest -> R x y -> P y) ->
  forall x, listed x (search fuel front rest) -> P x.
Proof.
elim: fuel front rest => [|n IH] front rest Pf PR x /= /listed_cat [/Pf //|] //.
case e: (filter (found front) rest) => [|y new] //.
apply: IH => [z|z w Pz /listed_filter [wr _]]; last exact: PR.
rewrite -e => /listed_filter [zr /anyP [u uf Ruz]]; exact: PR (Pf u uf) zr Ruz.
Qed.

Lemma search_closed fuel front rest x y : size rest <= fuel ->
  listed x (search fuel front rest) -> listed y front \/ listed y rest ->
    R x y ->
  listed y (search fuel front rest).
Proof.
elim: fuel front rest x y => [|n IH] front rest x y.
  rewrite leqn0 => /eqP /size0nil -> xf [yf|//] _; exact: search_front.
move=> le xs yl Rxy; case: yl => [yf|yr]; first exact: search_front.
move: xs => /= /listed_cat xs; apply/listed_cat; right.
set new := filter (found front) rest in xs *.
set left_over := filter _ rest in xs *.
have split_rest z : listed z rest -> listed z new \/ listed z left_over.
  move=> zr; case fz: (found front z); [left|right]; apply/listed_filter.
    by split.
  by rewrite fz.
have smaller u : listed u new -> size left_over <= n.
  move=> /listed_filter [ur fu]; rewrite -ltnS; apply: leq_trans le.
  rewrite /left_over; elim: (rest) ur => //= v r IHr [<-|ur].
    by rewrite fu /= ltnS size_filter count_size.
  case: ifP => _ /=; first by rewrite ltnS; exact: IHr.
  exact: ltnW (IHr ur).
have in_new u : listed u front -> listed y new \/ R u y = false.
  move=> uf; case Ruy: (R u y); [left|by right].
  by apply/listed_filter; split=> //; apply/anyP; exists u.
clearbody new left_over; case: xs => [xf|xs].
  have yn : listed y new by case: (in_new x xf); rewrite // Rxy.
  move: yn; case: {split_rest in_new smaller} new => // v new yn.
  exact: search_front.
move: xs split_rest smaller; case: {in_new} new => // v new xs split_rest sm.
apply: (IH _ _ x y _ xs _ Rxy); first by apply: (sm v); left.
exact: split_rest.
Qed.

Theorem reachableP l x y : listed y (reachable l x) <-> path l x y.
Proof.
split=> [|p].
  apply: search_sound => [z /= [->|//]|u v pu vl Ruv]; first exact: path_here.
  exact: path_step pu vl Ruv.
elim: p => [|u v _ IH vl Ruv]; first by apply: search_front; left.
by apply: search_closed IH _ Ruv => //; right.
Qed.
End Lists.

Lemma listed_map (T S : Type) (f : T -> S) l y :
  listed y (map f l) <-> exists2 x, listed x l & y = f x.
Proof.
elim: l => /= [|z l ->]; first by split=> // -[].
split=> [[->|[x xl ->]]|[x [->|xl] ->]]; [by exists z; first left
  |by exists x; first right|by left|by right; exists x].
Qed.
Lemma listed_flatten (T S : Type) (f : T -> seq S) l y :
  listed y (flatten (map f l)) <-> exists2 x, listed x l & listed y (f x).
Proof.
elim: l => /= [|z l IH]; first by split=> // -[].
rewrite listed_cat IH; split=> [[yz|[x xl yx]]|[x [->|xl] yx]];
  [by exists z; first left|by exists x; first right|by left|by right; exists x].
Qed.
Lemma listed_mem (T : eqType) (l : seq T) x : listed x l <-> x \in l.
Proof.
elim: l => //= y l ->; rewrite inE; split=> [[->|->]|/orP [/eqP|]].
- by rewrite eqxx.
- by rewrite orbT.
- by left.
- by right.
Qed.

(* Equality of actions and events, computed. *)
Definition action_eqb (a b : action) : bool :=
  match a, b with
  | asks i Q, asks j R => (i == j) && (Q == R)
  | no i, no j | yes i, yes j | noguess i, noguess j | endturn i, endturn j =>
      i == j
  | shows j i x, shows l k y => [&& j == l, i == k & x == y]
  | guess i M, guess j L => (i == j) && (M == L)
  | _, _ => false
  end.
Lemma action_eqP a b : reflect (a = b) (action_eqb a b).
Proof.
apply: (iffP idP) => [|->]; last by case: b => *; rewrite /= !eqxx.
by case: a => [i Q|j|j|j i x|i M|i|i]; case: b => //= *;
  repeat match goal with
  | e : is_true (_ == _) |- _ => move/eqP: e => e
  | e : is_true (_ && _) |- _ => case/andP: e => ? ?
  end; congruence.
Qed.
Definition event_eqb (a b : event) : bool :=
  match a, b with
  | Act a, Act b => action_eqb a b
  | SomeCard j i, SomeCard l k => (j == l) && (i == k)
  | Outcome i M r, Outcome j L t => [&& i == j, M == L & r == t]
  | _, _ => false
  end.
Lemma event_eqP a b : reflect (a = b) (event_eqb a b).
Proof.
apply: (iffP idP) => [|->]; last first.
  by case: b => [b|j i|i M r]; rewrite /= ?eqxx //; exact/action_eqP.
case: a => [a|j i|i M r]; case: b => [b|l k|k L t] //=;
  first by move/action_eqP ->.
  by case/andP=> /eqP -> /eqP ->.
by case/and3P=> /eqP -> /eqP -> /eqP ->.
Qed.

Definition world_code := (seq nat * situation)%type.
Definition decode (v : world_code) : world := (coded v.1, v.2).

Section Worlds.
Variable G : game.
Hypothesis sizes : valid_sizes G.
Implicit Types (i j k x : nat) (o : seq nat) (s t : situation) (v : world_code).

Fixpoint view_eqb i d d' s s' : bool :=
  match s, s' with
  | Init0, Init0 => true
  | do a t, do a' t' =>
      if event_eqb (event_of G i d a) (event_of G i d' a')
      then view_eqb i d d' t t' else false
  | _, _ => false
  end.
Lemma view_eqP i d d' s s' :
  reflect (view G i d s = view G i d' s') (view_eqb i d d' s s').
Proof.
elim: s s' => [|a s IH] [|a' s']; try by constructor.
rewrite /=; case: event_eqP => [->|ne]; last by constructor=> -[].
by apply: (iffP (IH s')) => [->|[]].
Qed.
Definition alikeb i v v' : bool :=
  if all (fun x => coded v.1 i x == coded v'.1 i x) (cards G)
  then view_eqb i (coded v.1) (coded v'.1) v.2 v'.2 else false.
Lemma alikeP i v v' :
  reflect (alike G i (decode v) (decode v')) (alikeb i v v').
Proof.
rewrite /alikeb; case: allP => [hh|no]; last first.
  by constructor=> -[hh _]; apply: no => x cx; apply/eqP; exact: hh.
apply: (iffP (view_eqP _ _ _ _ _)) => [vv|[]] //.
by split=> // x cx; apply/eqP; exact: hh.
Qed.

(* The outline of a history: without the cards that were shown. *)
Definition shape (a : action) : action :=
  if a is shows j i _ then shows j i 0 else a.
Fixpoint outline s : situation :=
  if s is do a s' then do (shape a) (outline s') else Init0.
Lemma alike_outline i d d' s s' : view G i d s = view G i d' s' ->
  outline s = outline s'.
Proof.
elim: s s' => [|a s IH] [|a' s'] //= [/event_same e /IH ->]; congr do.
by case: a e; case: a' => //= *; repeat match goal with
  | e : _ /\ _ |- _ => case: e => ? ? | e : [/\ _, _ & _] |- _ => case: e =>
      ? ? ?
  end; congruence.
Qed.

Definition alternatives (a : action) : seq action :=
  if a is shows j i _ then [seq shows j i x | x <- cards G] else [:: a].
Definition steps d (alts : seq action) s : seq situation :=
  [seq do b s | b <- filter (fun b => Poss G d b s) alts].
Fixpoint variants d s : seq situation :=
  if s is do a s' then flatten (map (steps d (alternatives a)) (variants d s'))
  else [:: Init0].

Lemma alternatives_shape a b : listed b (alternatives (shape a)) ->
  shape b = shape a.
Proof.
case: a => [i Q|j|j|j i x|i M|i|i] /=; try by case=> // ->.
by case/listed_map=> y _ ->.
Qed.

Lemma variantsP d s t : listed t (variants d (outline s)) <->
  executable G d t /\ outline t = outline s.
Proof.
elim: s t => [|a s IH] t /=.
  by split=> [[-> //|//]|[_]]; case: t => //; left.
rewrite listed_flatten; split=> [[u /IH [ex out] /listed_map [b]]|].
  by case/listed_filter=> /alternatives_shape sh po -> /=; rewrite ex po sh out.
case: t => [|b t] [//] /= /andP [ex po] [sh out]; exists t; first exact/IH.
apply/listed_map; exists b => //; apply/listed_filter; split=> //.
have other : (if a is shows _ _ _ then false else true) -> b = a.
  by case: a sh => [i Q|j|j|j i x|i M|i|i] //=; case: (b) => //= *; congruence.
case: a sh other => [i Q|j|j|j i x|i M|i|i] sh e /=; try by left; exact: e.
case: b po sh {e} => //= j' i' y po [ej ei]; rewrite ej ei in po *.
have /poss_shows [Q [_ _ /andP [yQ _] _ [/eqP Qs _]]] := po.
apply/listed_map; exists y => //; apply/listed_mem.
exact: (allP (cards_asked ex Qs)).
Qed.

Definition publics (D : seq (seq nat)) s : seq world_code :=
  let out := outline s in
  flatten [seq [seq (o, t) | t <- variants (coded o) out] | o <- D].
Lemma publicsP s v : listed v (publics (deals G) s) <->
  [/\ v.1 \in deals G, executable G (coded v.1) v.2 & outline v.2 = outline s].
Proof.
rewrite /publics listed_flatten; split=> [[o /listed_mem oD /listed_map [t]]|[vD
  ex out]].
  by case/variantsP=> ex out ->.
exists v.1; first exact/listed_mem.
by apply/listed_map; exists v.2; [exact/variantsP|case: (v)].
Qed.
Lemma publics_outline D s t : outline s = outline t ->
  publics D s = publics D t.
Proof. by rewrite /publics => ->. Qed.

Definition valid v : Prop := v.1 \in deals G /\ executable G (coded v.1) v.2.
Lemma valid_world v : valid v -> is_world G (decode v).
Proof. by case=> vD ex; split=> //; exact: deals_sound. Qed.

(* A world that looks like a listed one is listed, up to what is no card. *)
Lemma listed_alike i s (w : world) w' : is_world G w' -> alike G i w w' ->
  outline w.2 = outline s -> exists v',
  [/\ listed v' (publics (deals G) s), same_deal G w'.1 (coded v'.1),
    v'.2 = w'.2,
      is_world G (decode v') & holder G i -> alike G i w (decode v')].
Proof.
case: w' => d' s' W' A out; have [/= P' ex'] := W'.
have [oD e] := deals_complete P'; have [ex v] := same_situations sizes e ex'.
have same : outline s' = outline s by rewrite -out; case: A => _ /alike_outline.
exists (code_of G d', s'); split=> //=; first by apply/publicsP.
  by apply: valid_world.
move=> hi; case: A => hh vv; split=> [x cx|] /=; first by rewrite hh //= e.
by rewrite vv v.
Qed.

(* What is said of a world, and does not depend on what is no card. *)
Definition of_cards (phi : world -> Prop) : Prop :=
  forall d d' s, same_deal G d d' -> partition G d' -> is_world G (d, s) ->
  phi (d, s) -> phi (d', s).

Lemma back_from_code phi w v : of_cards phi -> is_world G w ->
  same_deal G w.1 (coded v.1) -> v.2 = w.2 -> is_world G (decode v) ->
  phi (decode v) -> phi w.
Proof.
move=> inv [P _] e es W f; rewrite [w]surjective_pairing -es.
exact: inv (same_deal_sym e) P W f.
Qed.

Definition knows_listed L i (phi : world_code -> Prop) v : Prop :=
  forall v', listed v' L -> alikeb i v v' -> phi v'.
Lemma knowsP i phi v : of_cards phi -> valid v -> holder G i ->
  K G i phi (decode v) <->
  knows_listed (publics (deals G) v.2) i (fun v' => phi (decode v')) v.
Proof.
move=> inv V hi; split=> f.
  move=> v' /publicsP [vD ex _] /alikeP A; apply: f A.
  exact: valid_world.
move=> w' W' A; have [v' [vl e es W A']] := listed_alike W' A (erefl (outline
  v.2)).
by apply: back_from_code inv W' e es W _; apply: f => //; exact/alikeP/A'.
Qed.

(* Within the list common knowledge is what holds wherever steps lead. *)
Definition one_of Gr v v' : bool := any (fun i => alikeb i v v') Gr.
Lemma commonP Gr phi v : of_cards phi -> valid v -> all (holder G) Gr ->
  C G Gr phi (decode v) <->
  forall v', listed v' (reachable (one_of Gr) (publics (deals G) v.2) v) ->
    phi (decode v').
Proof.
move=> inv V /allP hGr; set L := publics (deals G) v.2.
have out v' : path (one_of Gr) L v v' -> valid v' /\ outline v'.2 = outline v.2.
  by case=> [|u u' _ /publicsP [uD ex o] _].
split=> [f v' /reachableP p|f w' R].
  apply: f; have reached u : path (one_of Gr) L v u ->
    forall w, reach G Gr (decode u) w -> reach G Gr (decode v) w.
    elim=> // y z _ IH /publicsP [zD ex _] /anyP [i /listed_mem iG /alikeP A] w
      R.
    by apply: IH; apply: step iG _ A R; apply: valid_world.
  by apply: reached p _ (here _ _ _).
have [u [p e es W'] ] : exists u, [/\ path (one_of Gr) L v u,
    same_deal G w'.1 (coded u.1), u.2 = w'.2 & is_world G w'].
  have : exists u, [/\ path (one_of Gr) L v u,
    same_deal G (decode v).1 (coded u.1), u.2 = (decode v).2 & is_world G
      (decode v)].
    by exists v; split=> //; [exact: path_here|exact: valid_world].
  elim: R => // i w w1 w2 iG W1 A _ IH [u [p e es W]]; apply: IH.
  have [Vu ou] := out u p; have hi := hGr i iG.
  have ov : outline w.2 = outline v.2 by rewrite -es.
  have [v' [vl e1 es1 Wv Av]] := listed_alike W1 A ov.
  exists v'; split=> //; apply: path_step p vl _; apply/anyP; exists i.
    exact/listed_mem.
  apply/alikeP; apply: alike_trans (Av hi).
  split=> /= [x cx|]; first by rewrite e.
  by rewrite es; have [_ ->] := same_situations sizes e (proj2 W).
apply: (@back_from_code _ _ u inv W' e es); first by apply: valid_world;
  case: (out u p).
by apply: f; apply/reachableP.
Qed.
End Worlds.
