(* The truth of a formula, computed, for the concrete deals and histories of any
   game: knowledge is decided by going through the worlds that Worlds.v lists.

   Glossary
     well_sorted G e f
                      the formula names holders and cards of the game
     history_from s   s and all situations before it
     all_seen, everyone_times
                      P is true of all worlds that a relation tells of; the
                      same, k times
     eval G D L e f v the formula f holds in the world that v is the code of;
                      D lists the deals, and L the worlds of v's outline
     evaluate G f o s the same of a closed formula, a deal and a history
     evaluateP        it is right: reflect (truth ...) (evaluate ...)
     valuesP, worlds_of v
                      what a quantifier goes through; the worlds of v's
                      outline *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents Partition Invariants Knowledge Views.
From Myst Require Import Remarks Told Evidence Language ListedDeals
  Worlds Bench.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Evaluator.
Variable G : game.
Implicit Types (e : environment) (f : Formula.formula) (v : world_code).
Implicit Types (L : seq world_code) (Gr : seq nat).

Fixpoint well_sorted e f : bool :=
  match f with
  | Formula.H k x => holder G (val e k) && card G (val e x)
  | Formula.Not f | Formula.After _ f | Formula.Next f
  | Formula.Previously f | Formula.Once f | Formula.Historically f =>
      well_sorted e f
  | Formula.And f g | Formula.Or f g | Formula.Implies f g | Formula.Iff f g =>
      well_sorted e f && well_sorted e g
  | Formula.Knows i f | Formula.KnowsWhether i f | Formula.Considers i f =>
      holder G (val e i) && well_sorted e f
  | Formula.Everyone Gr f | Formula.Iterated _ Gr f | Formula.Common Gr f =>
      all (holder G) (members G e Gr) && well_sorted e f
  | Formula.Distributed Gr f =>
      [&& members G e Gr != [::], all (holder G) (members G e Gr)
        & well_sorted e f]
  | Formula.ForAll x D f | Formula.Exists x D f | Formula.CountOver _ _ x D f =>
      every (fun u => well_sorted ((x, u) :: e) f) (values G e D)
  | _ => true
  end.

Fixpoint history_from s : seq situation :=
  s :: if s is do _ s' then history_from s' else [::].

Section Computed.
Variable D : seq (seq nat).

(* All that some of a group cannot tell from v; all that none of it can. *)
Definition all_seen L (tell P : world_code -> bool) : bool :=
  every (fun u => if tell u then P u else true) L.
Fixpoint everyone_times k L Gr (P : world_code -> bool) v : bool :=
  if k is k'.+1 then
    all_seen L (one_of G Gr v) (fun u => everyone_times k' L Gr P u)
  else P v.

Fixpoint eval L e f v : bool :=
  let d := coded v.1 in let s := v.2 in
  match f with
  | Formula.Truth => true
  | Formula.Falsity => false
  | Formula.H k x => d (val e k) (val e x)
  | Formula.StillIn i => In G d (val e i) s
  | Formula.Turn i => Turn G (val e i) s
  | Formula.AnsTurn j => AnsTurn G (val e j) s
  | Formula.Question Q => asked_for (members G e Q) s
  | Formula.GameOver => GameOver G d s
  | Formula.PhaseIs ph => phase_eqb (phase_of G d s) ph
  | Formula.Equality k l => val e k == val e l
  | Formula.SetEquality Q R => same_set (members G e Q) (members G e R)
  | Formula.Membership x Q => val e x \in members G e Q
  | Formula.PossAtom a => Poss G d (act G e a) s
  | Formula.Not f => ~~ eval L e f v
  | Formula.And f g => if eval L e f v then eval L e g v else false
  | Formula.Or f g => if eval L e f v then true else eval L e g v
  | Formula.Implies f g => if eval L e f v then eval L e g v else true
  | Formula.Iff f g => eval L e f v == eval L e g v
  | Formula.Knows i f => all_seen L (alikeb G (val e i) v) (eval L e f)
  | Formula.KnowsWhether i f =>
      if all_seen L (alikeb G (val e i) v) (eval L e f) then true
      else all_seen L (alikeb G (val e i) v) (fun u => ~~ eval L e f u)
  | Formula.Considers i f =>
      ~~ all_seen L (alikeb G (val e i) v) (fun u => ~~ eval L e f u)
  | Formula.Everyone Gr f =>
      all_seen L (one_of G (members G e Gr) v) (eval L e f)
  | Formula.Iterated k Gr f =>
      everyone_times k L (members G e Gr) (eval L e f) v
  | Formula.Common Gr f =>
      every (eval L e f) (reachable (one_of G (members G e Gr)) L v)
  | Formula.Distributed Gr f =>
      all_seen L (fun u => every (fun i => alikeb G i v u) (members G e Gr))
        (eval L e f)
  | Formula.After a f =>
      let b := act G e a in
      if Poss G d b s
      then eval (publics G D (do b s)) e f (v.1, do b s) else true
  | Formula.Next f =>
      every (fun b => if Poss G d b s
        then eval (publics G D (do b s)) e f (v.1, do b s)
        else true) (actions G)
  | Formula.ForAll x A f =>
      every (fun u => eval L ((x, u) :: e) f v) (values G e A)
  | Formula.Exists x A f =>
      any (fun u => eval L ((x, u) :: e) f v) (values G e A)
  | Formula.CountOver exact k x A f =>
      let l := count (fun u => eval L ((x, u) :: e) f v) (values G e A) in
      if exact then l == size_of G k else size_of G k <= l
  | Formula.Previously f =>
      if s is do _ s' then eval (publics G D s') e f (v.1, s') else false
  | Formula.Once f =>
      any (fun t => eval (publics G D t) e f (v.1, t)) (history_from s)
  | Formula.Historically f =>
      every (fun t => eval (publics G D t) e f (v.1, t)) (history_from s)
  end.
End Computed.

Definition evaluate f (o : seq nat) s : bool :=
  let D := deals G in eval D (publics G D s) [::] f (o, s).

Hypothesis sizes : valid_sizes G.
Implicit Types (d : deal) (s : situation) (phi psi : world -> Prop).
Notation of_cards := (of_cards G).
Notation valid := (valid G).
Notation K := (K G).

(* Truth does not depend on who holds what is no card. *)
Lemma other_deal d d' s : same_deal G d d' -> partition G d' ->
  is_world G (d, s) ->
  is_world G (d', s) /\ forall i, view G i d s = view G i d' s.
Proof.
move=> e P' W; split; first exact: (same_world sizes e P' W).
by have [] := same_situations sizes e (proj2 W).
Qed.
Lemma of_cards_not phi : of_cards phi -> of_cards (fun w => ~ phi w).
Proof.
move=> c d d' s e P' W nf f; apply: nf; have [W' _] := other_deal e P' W.
exact: (c _ _ _ (same_deal_sym e) (proj1 W) W' f).
Qed.
Lemma of_cards_and phi psi : of_cards phi -> of_cards psi ->
  of_cards (fun w => phi w /\ psi w).
Proof. by move=> c1 c2 d d' s e P' W [f g]; split;
  [exact: (c1 _ _ _ e P' W f)|exact: (c2 _ _ _ e P' W g)]. Qed.
Lemma of_cards_or phi psi : of_cards phi -> of_cards psi ->
  of_cards (fun w => phi w \/ psi w).
Proof.
by move=> c1 c2 d d' s e P' W [f|f]; [left; exact: (c1 _ _ _ e P' W f)|right;
  exact: (c2 _ _ _ e P' W f)].
Qed.
Lemma of_cards_implies phi psi : of_cards phi -> of_cards psi ->
  of_cards (fun w => phi w -> psi w).
Proof.
move=> c1 c2 d d' s e P' W f g; have [W' _] := other_deal e P' W.
apply: (c2 _ _ _ e P' W _); apply: f; exact: (c1 _ _ _ (same_deal_sym e) (proj1
  W) W' g).
Qed.
Lemma alike_other d d' s i w : same_deal G d d' -> is_world G (d, s) ->
  holder G i ->
  alike G i (d', s) w -> alike G i (d, s) w.
Proof.
move=> e W hi [hh v]; have [_ vv] := same_situations sizes e (proj2 W).
by split=> [x cx|]; [rewrite /= e //; exact: hh|rewrite /= vv].
Qed.
Lemma of_cards_know i phi : holder G i -> of_cards (K i phi).
Proof. by move=> hi d d' s e _ W f w' W' A; apply: f => //;
  exact: (alike_other e W hi A). Qed.
Lemma of_cards_everyone Gr phi : all (holder G) Gr -> of_cards (E G Gr phi).
Proof.
move=> /allP hGr d d' s e _ W f i iG w' W' A; apply: (f i iG w' W').
exact: (alike_other e W (hGr i iG) A).
Qed.
Lemma of_cards_common Gr phi : all (holder G) Gr -> of_cards phi ->
  of_cards (C G Gr phi).
Proof.
move=> /allP hGr c d d' s e P' W f w' R.
have [->|[i [w1 [iG W1 A R1]]]] : w' = (d', s) \/ exists i w1,
    [/\ i \in Gr, is_world G w1, alike G i (d', s) w1 & reach G Gr w1 w'].
- case: R => [w|i w w1 w2 iG W1 A R1]; [by left|right].
  by exists i, w1.
- by apply: (c _ _ _ e P' W _); apply: f; exact: here.
apply: f; exact: (step iG W1 (alike_other e W (hGr i iG) A) R1).
Qed.

Definition valuesP e A (P : value -> Prop) :
  each G e A P <-> forall u, listed u (values G e A) -> P u.
Proof.
rewrite /each /values; case: (ones G e A) => [l|]; split=> f.
- by move=> u /listed_map [k /listed_mem kl ->]; exact: f.
- by move=> k kl; apply: f; apply/listed_map; exists k => //; exact/listed_mem.
- by move=> u /listed_map [Q /listed_mem QA ->]; exact: f.
- by move=> Q QA; apply: f; apply/listed_map; exists Q => //; exact/listed_mem.
Qed.
Lemma some_valuesP e A (P : value -> Prop) :
  some G e A P <-> exists2 u, listed u (values G e A) & P u.
Proof.
rewrite /some /values; case: (ones G e A) => [l|]; split.
- move=> [k kl Pk]; exists (OneOf k) => //; apply/listed_map; exists k => //.
  exact/listed_mem.
- by move=> [u /listed_map [k /listed_mem kl ->] Pk]; exists k.
- move=> [k kl Pk]; exists (SetOf k) => //; apply/listed_map; exists k => //.
  exact/listed_mem.
- by move=> [u /listed_map [k /listed_mem kl ->] Pk]; exists k.
Qed.

Lemma counts_same (T : Type) (P Q : T -> Prop) l k :
  (forall u, listed u l -> (P u <-> Q u)) -> counts P l k -> counts Q l k.
Proof.
elim: l k => //= u l IH k e; have eu : P u <-> Q u by apply: e; left.
have el z : listed z l -> (P z <-> Q z) by move=> zl; apply: e; right.
case=> -[Pu c]; [left|right]; split; [exact/eu| |by move/eu|exact: (IH _ el c)].
by case: k c => // k c; exact: (IH _ el c).
Qed.

Lemma before_listed s t : listed t (history_from s) <-> before_or_equal t s.
Proof.
elim: s => [|a s IH] /=; first by split=> [[->|//]|[->|//]]; left.
rewrite IH /before_or_equal /=; tauto.
Qed.
Lemma executable_before d t s : before_or_equal t s -> executable G d s ->
  executable G d t.
Proof.
elim: s => [|a s IH] /= []; [by move=> ->|by []|by move=> ->|].
by move=> b /andP [ex _]; exact: (IH b ex).
Qed.

Lemma truth_of_cards e f : well_sorted e f -> of_cards (truth G e f).
Proof.
have fluents d d' s : same_deal G d d' -> partition G d' -> is_world G (d, s) ->
  [/\ forall i, In G d i s = In G d' i s, GameOver G d s = GameOver G d' s,
      phase_of G d s = phase_of G d' s & forall a,
        Poss G d a s = Poss G d' a s].
  move=> e0 P' W; have [W' v] := other_deal e0 P' W.
  split; [exact: (in_seen (v 1))|exact: (over_seen (v 1))|exact: (phase_seen (v
    1))|].
  move=> a; apply/idP/idP; first exact: (same_poss sizes e0 (proj2 W) (v 1)).
  exact: (same_poss sizes (same_deal_sym e0) (proj2 W') (esym (v 1))).
elim: f e => /=.
1,2: by move=> e _ d d' s.
- by move=> k x e /andP [hk cx] d d' s e0 _ _ /=; rewrite e0.
- by move=> i e _ d d' s e0 P' W /=; have [-> _ _ _] := fluents _ _ _ e0 P' W.
1-3: by move=> i e _ d d' s.
- by move=> e _ d d' s e0 P' W /=; have [_ -> _ _] := fluents _ _ _ e0 P' W.
- by move=> ph e _ d d' s e0 P' W /=; have [_ _ -> _] := fluents _ _ _ e0 P' W.
1-3: by move=> k l e _ d d' s.
- by move=> a e _ d d' s e0 P' W /=; have [_ _ _ ->] := fluents _ _ _ e0 P' W.
- by move=> f IH e /IH; exact: of_cards_not.
- by move=> f IHf g IHg e /andP [/IHf cf /IHg cg]; exact: of_cards_and.
- by move=> f IHf g IHg e /andP [/IHf cf /IHg cg]; exact: of_cards_or.
- by move=> f IHf g IHg e /andP [/IHf cf /IHg cg]; exact: of_cards_implies.
- move=> f IHf g IHg e /andP [/IHf cf /IHg cg].
  by apply: of_cards_and; exact: of_cards_implies.
- by move=> i f IH e /andP [hi _]; exact: of_cards_know.
- move=> i f IH e /andP [hi _]; apply: of_cards_or; exact: of_cards_know.
- by move=> i f IH e /andP [hi _]; apply: of_cards_not; exact: of_cards_know.
- by move=> Gr f IH e /andP [hG _]; exact: of_cards_everyone.
- move=> k Gr f IH e /andP [hG /IH c]; case: k => [|k]; first exact: c.
  exact: of_cards_everyone.
- by move=> Gr f IH e /andP [hG /IH c]; exact: of_cards_common.
- move=> Gr f IH e /and3P [_ /allP hG _] d d' s e0 _ W f0 w' W' A;
    apply: f0 => // i iG.
  exact: (alike_other e0 W (hG i iG) (A i iG)).
- move=> a f IH e /IH c d d' s e0 P' W /= f0;
    have [_ _ _ po] := fluents _ _ _ e0 P' W.
  rewrite -po => p; have /= := f0 p; apply: (c _ _ _ e0 P' _).
  by split; [exact: (proj1 W)|rewrite /= (proj2 W) p].
- move=> f IH e /IH c d d' s e0 P' W /= f0 a sa;
    have [_ _ _ po] := fluents _ _ _ e0 P' W.
  rewrite -po => p; have /= := f0 a sa p; apply: (c _ _ _ e0 P' _).
  by split; [exact: (proj1 W)|rewrite /= (proj2 W) p].
- move=> x A f IH e /everyP ws d d' s e0 P' W /valuesP f0;
    apply/valuesP => u uA.
  exact: (IH _ (ws u uA) d d' s e0 P' W (f0 u uA)).
- move=> x A f IH e /everyP ws d d' s e0 P' W /some_valuesP [u uA f0].
  apply/some_valuesP; exists u => //; exact: (IH _ (ws u uA) d d' s e0 P' W f0).
- move=> exact k x A f IH e /everyP ws d d' s e0 P' W.
  have same u : listed u (values G e A) ->
    (truth G ((x, u) :: e) f (d, s) <-> truth G ((x, u) :: e) f (d', s)).
    move=> uA; have c := IH _ (ws u uA); have [W' _] := other_deal e0 P' W.
    by split; [exact: (c _ _ _ e0 P' W)|exact: (c _ _ _ (same_deal_sym e0)
      (proj1 W) W')].
  rewrite /=; case: exact; first exact: counts_same.
  by case=> l le c; exists l => //; exact: (counts_same same c).
- move=> f IH e /IH c d d' s e0 P' W /=; case: s W => // a s [P /andP [ex _]].
  by apply: (c _ _ _ e0 P' _).
- move=> f IH e /IH c d d' s e0 P' W /= [t b f0]; exists t => //.
  by apply: (c _ _ _ e0 P' _ f0); split; [exact: (proj1 W)|exact:
    (executable_before b (proj2 W))].
- move=> f IH e /IH c d d' s e0 P' W /= f0 t b.
  by apply: (c _ _ _ e0 P' _ (f0 t b)); split;
    [exact: (proj1 W)|exact: (executable_before b (proj2 W))].
Qed.

Lemma all_seenP L (tell P : world_code -> bool) :
  all_seen L tell P <-> forall u, listed u L -> tell u -> P u.
Proof.
rewrite /all_seen everyP; split=> f u uL; have := f u uL; case: (tell u) => //.
by apply.
Qed.

Definition worlds_of v : seq world_code := publics G (deals G) v.2.
Lemma listed_world v u : listed u (worlds_of v) ->
  valid u /\ worlds_of u = worlds_of v.
Proof. by case/publicsP => uD ex out; split=> //; exact: publics_outline. Qed.

(* Knowledge of a listed world, where what is known is computed there. *)
Section KnowledgeOf.
Variables (v : world_code) (phi : world -> Prop) (b : world_code -> bool).
Hypothesis V : valid v.
Hypothesis inv : of_cards phi.
Hypothesis computed : forall u, valid u -> worlds_of u = worlds_of v ->
  (b u <-> phi (decode u)).

Lemma know_computed i : holder G i ->
  (all_seen (worlds_of v) (alikeb G i v) b <-> K i phi (decode v)).
Proof.
move=> hi; rewrite all_seenP (knowsP sizes inv V hi).
split=> f u ul A; have [Vu e] := listed_world ul.
  by apply/(computed Vu e); exact: f.
by apply/(computed Vu e); exact: f ul A.
Qed.

Lemma everyone_computed Gr : all (holder G) Gr ->
  (all_seen (worlds_of v) (one_of G Gr v) b <-> E G Gr phi (decode v)).
Proof.
move=> /allP hGr; rewrite all_seenP; split=> [f i iG|f u ul /anyP [i /listed_mem
  iG A]].
  apply/(know_computed (hGr i iG)); apply/all_seenP => u ul A.
  by apply: f ul _; apply/anyP; exists i => //; exact/listed_mem.
by have /(know_computed (hGr i iG)) /all_seenP := f i iG; apply.
Qed.

Lemma common_computed Gr : all (holder G) Gr ->
  (every b (reachable (one_of G Gr) (worlds_of v) v) <-> C G Gr phi (decode v)).
Proof.
move=> hGr; rewrite everyP (commonP sizes inv V hGr).
have at_u u : listed u (reachable (one_of G Gr) (worlds_of v) v) ->
    (b u <-> phi (decode u)).
  move=> /reachableP p; have [Vu e] : valid u /\ worlds_of u = worlds_of v.
    by case: p => // y z _ /listed_world.
  exact: computed.
by split=> f u ul; apply/(at_u u ul); exact: f.
Qed.

Lemma distributed_computed Gr : all (holder G) Gr -> Gr != [::] ->
  (all_seen (worlds_of v) (fun u => every (fun i => alikeb G i v u) Gr) b
   <-> distributed G Gr phi (decode v)).
Proof.
move=> /allP hGr; case: Gr hGr => // g Gr hGr _; rewrite all_seenP.
have gG : g \in g :: Gr by exact: mem_head.
split=> [f w W A|f u ul /everyP A].
  have [u [ul e es Wu Au]] := listed_alike sizes W (A g gG) (erefl (outline
    v.2)).
  apply: (back_from_code inv W e es Wu).
  have [Vu eu] := listed_world ul; apply/(computed Vu eu); apply: f ul _.
  apply/everyP => i /listed_mem iG; apply/alikeP; have [hh vv] := A i iG.
  split=> [x cx|] /=; first by have /= -> := hh x cx; rewrite e // hGr.
  have [_ vs] := same_situations sizes e (proj2 W).
  by have /= -> := vv; rewrite es vs.
have [Vu eu] := listed_world ul; apply/(computed Vu eu).
apply: f; first exact: (valid_world Vu).
by move=> i iG; apply/alikeP; apply: A; exact/listed_mem.
Qed.
End KnowledgeOf.

Lemma listed_actions a : listed a (actions G) <-> sorted_action G a.
Proof.
have player_listed (F : nat -> action) b :
    listed b (map F (players G)) <-> exists2 i, player G i & b = F i.
  rewrite listed_map; split=> -[i il ->]; exists i => //; exact/listed_mem.
have pairs (T S : eqType) (F : T -> S -> action) A B b :
    listed b [seq F x y | x <- A, y <- B]
    <-> exists x y, [/\ x \in A, y \in B & b = F x y].
  rewrite listed_flatten; split=> [[x /listed_mem xA /listed_map [y /listed_mem
    yB ->]]|].
    by exists x, y.
  case=> x [y [xA yB ->]]; exists x; first exact/listed_mem.
  by apply/listed_map; exists y => //; exact/listed_mem.
have showing b : listed b (flatten [seq [seq shows j i x |
  i <- players G, x <- cards G]
      | j <- players G]) <-> exists j i x, [/\ player G j, player G i,
          card G x & b = shows j i x].
  rewrite listed_flatten; split=> [[j /listed_mem pj /pairs [i [x [pi cx
    ->]]]]|].
    by exists j, i, x.
  case=> j [i [x [pj pi cx ->]]]; exists j; first exact/listed_mem.
  by apply/pairs; exists i, x.
rewrite /actions !listed_cat !pairs !player_listed showing /sorted_action.
split.
- case=> [[i [Q [pi Qg ->]]]|[[i pi ->]|[[i pi ->]|[[j [i [x [pj pi cx ->]]]]|
    [[i [M [pi Mg ->]]]|[[i pi ->]|[i pi ->]]]]]]] /=.
  + by rewrite /asks_sorted (pi : player G i) Qg andbT; exact: questionsP.
  + by rewrite andbT.
  + by rewrite andbT.
  + by rewrite /shows_sorted pj pi cx.
  + by rewrite /guess_sorted (pi : player G i) Mg andbT; exact: guessesP.
  + by rewrite andbT.
  + by rewrite andbT.
- case: a => [i Q|j|j|j i x|i M|i|i] /andP [/= s l].
  + by left; exists i, Q; split=> //; case/andP: s.
  + by right; left; exists j.
  + by right; right; left; exists j.
  + by right; right; right; left; case/and3P: s => pj pi cx; exists j, i, x.
  + by do 4 right; left; exists i, M; split=> //; case/andP: s.
  + by do 5 right; left; exists i.
  + by do 6 right; exists i.
Qed.

Lemma not_computed (b : bool) (P : Prop) : (b <-> P) -> (~~ b <-> ~ P).
Proof. by move=> e; split=> [/negP nb p|np]; [apply: nb;
  exact/e|apply/negP => /e]. Qed.

Lemma step_valid v a : valid v -> Poss G (coded v.1) a v.2 ->
  valid (v.1, do a v.2).
Proof. by case=> vD ex po; split=> //=; rewrite ex. Qed.
Lemma before_valid v t : valid v -> before_or_equal t v.2 -> valid (v.1, t).
Proof. by case=> vD ex b; split=> //; exact: executable_before b ex. Qed.

Lemma counts_computed (T : Type) (b : T -> bool) (P : T -> Prop) l k :
  (forall u, listed u l -> (b u <-> P u)) -> (counts P l k <-> count b l = k).
Proof.
elim: l k => [|u l IH] k e /=; first by split.
have eu : b u <-> P u by apply: e; left.
have el k' : counts P l k' <-> count b l = k'.
  by apply: IH => z zl; apply: e; right.
case bu: (b u) eu => eu /=.
  have Pu : P u by apply/eu.
  split=> [[[_]|[]]|] //; last by move=> <-; left; split=> //; exact/el.
  by case: k => // k /el ->.
have nP : ~ P u by move/eu.
by rewrite add0n -el; split=> [[[]|[]]|] //; right.
Qed.

Theorem eval_iff f e v : well_sorted e f -> valid v ->
  (eval (deals G) (worlds_of v) e f v <-> truth G e f (decode v)).
Proof.
elim: f e v => /=; try by move=> *; split.
- by move=> ph e v _ V; split=> [/phase_eqP|/phase_eqP].
- by move=> k l e v _ V; split=> [/eqP|/eqP].
- by move=> f IH e v ws V; apply: not_computed; exact: IH.
- move=> f IHf g IHg e v /andP [wf wg] V; rewrite -(IHf e v wf V) -(IHg e v wg
    V).
  by case: eval => //; split=> // -[].
- move=> f IHf g IHg e v /andP [wf wg] V; rewrite -(IHf e v wf V) -(IHg e v wg
    V).
  by case: eval => //=; split=> //; [left|right|case].
- move=> f IHf g IHg e v /andP [wf wg] V; rewrite -(IHf e v wf V) -(IHg e v wg
    V).
  by case: eval => //; split=> // f0; exact: f0.
- move=> f IHf g IHg e v /andP [wf wg] V; rewrite -(IHf e v wf V) -(IHg e v wg
    V).
  by case: eval; case: eval; split=> //; case=> f1 f2;
    [have := f1 isT|have := f2 isT].
- move=> i f IH e v /andP [hi wf] V; have c := truth_of_cards wf.
  by apply: know_computed => // u Vu <-; exact: IH.
- move=> i f IH e v /andP [hi wf] V; have c := truth_of_cards wf.
  have k1 : all_seen (worlds_of v) (alikeb G (val e i) v)
      (eval (deals G) (worlds_of v) e f) <-> K (val e i) (truth G e f) (decode
        v).
    by apply: know_computed => // u Vu <-; exact: IH.
  have k2 : all_seen (worlds_of v) (alikeb G (val e i) v)
      (fun u => ~~ eval (deals G) (worlds_of v) e f u)
      <-> K (val e i) (fun w => ~ truth G e f w) (decode v).
    apply: know_computed => //; first exact: of_cards_not.
    by move=> u Vu <-; apply: not_computed; exact: IH.
  by rewrite -k1 -k2; case: all_seen => //=; split=> //; [left|right|case].
- move=> i f IH e v /andP [hi wf] V; have c := truth_of_cards wf.
  apply: not_computed; apply: know_computed => //; first exact: of_cards_not.
  by move=> u Vu <-; apply: not_computed; exact: IH.
- move=> Gr f IH e v /andP [hG wf] V; have c := truth_of_cards wf.
  by apply: everyone_computed => // u Vu <-; exact: IH.
- move=> k Gr f IH e v /andP [hG wf] V; have c := truth_of_cards wf.
  have cards_of l : of_cards (powers G l (members G e Gr) (truth G e f)).
    by case: l => // l; exact: of_cards_everyone.
  elim: k v V => [|k IHk] v V /=; first exact: IH.
  by apply: everyone_computed => // u Vu <-; exact: IHk.
- move=> Gr f IH e v /andP [hG wf] V; have c := truth_of_cards wf.
  by apply: common_computed => // u Vu <-; exact: IH.
- move=> Gr f IH e v /and3P [G0 hG wf] V; have c := truth_of_cards wf.
  by apply: distributed_computed => // u Vu <-; exact: IH.
- move=> a f IH e v wf V; case po: (Poss G (coded v.1) (act G e a) v.2).
    by rewrite -(IH e _ wf (step_valid V po)); split=> // f0; exact: f0.
  by split.
- move=> f IH e v wf V; rewrite everyP; split=> f0 a; last first.
    move=> /listed_actions sa; case: ifP => // po.
    by have := f0 a sa po; rewrite -(IH e _ wf (step_valid V po)).
  move=> /listed_actions al po; have := f0 a al; rewrite po => ev.
  by rewrite -(IH e _ wf (step_valid V po)).
- move=> x A f IH e v /everyP ws V; rewrite everyP valuesP.
  by split=> f0 u uA; apply/(IH _ v (ws u uA) V); exact: f0.
- move=> x A f IH e v /everyP ws V; rewrite anyP some_valuesP.
  by split=> -[u uA f0]; exists u => //; apply/(IH _ v (ws u uA) V).
- move=> exact k x A f IH e v /everyP ws V.
  set b := fun u => eval _ _ ((x, u) :: e) f v;
    set P := fun u => truth G ((x, u) :: e) f _.
  have bP u : listed u (values G e A) -> (b u <-> P u) by move=> uA;
    exact: IH (ws u uA) V.
  case: exact; first by rewrite (counts_computed _ bP); split=> /eqP.
  split=> [le|[l le /(counts_computed _ bP) c]]; last by rewrite c.
  by exists (count b (values G e A)) => //; apply/(counts_computed _ bP).
- move=> f IH e v wf V; case: v V => o [|a s] [vD /= ex]; first by split.
  by case/andP: ex => ex po; exact: (IH e (o, s) wf (conj vD ex)).
- move=> f IH e v wf V; rewrite anyP; split=> -[t tl f0]; exists t.
  + exact/before_listed.
  + by apply/(IH e (v.1, t) wf (before_valid V _)) => //; exact/before_listed.
  + exact/before_listed.
  + by apply/(IH e (v.1, t) wf (before_valid V tl)).
- move=> f IH e v wf V; rewrite everyP; split=> f0 t tl.
    by apply/(IH e (v.1, t) wf (before_valid V tl)); apply: f0;
      exact/before_listed.
  have b : before_or_equal t v.2 by exact/before_listed.
  by apply/(IH e (v.1, t) wf (before_valid V b)); exact: f0.
Qed.

(* Knowledge, decided: what is computed is the truth. *)
Theorem evaluateP f o s : well_sorted [::] f -> o \in deals G ->
  executable G (coded o) s ->
  reflect (truth G [::] f (coded o, s)) (evaluate f o s).
Proof.
move=> wf oD ex; apply: (iffP idP); first by move/(eval_iff wf (conj oD ex :
  valid (o, s))).
by move/(eval_iff wf (conj oD ex : valid (o, s))).
Qed.

(* So the truth of such a formula is decided in every world. *)
Theorem truth_decided f e d s : well_sorted e f -> is_world G (d, s) ->
  truth G e f (d, s) \/ ~ truth G e f (d, s).
Proof.
move=> wf W; have [oD sd] := deals_complete (proj1 W).
have [ex _] := same_situations sizes sd (proj2 W).
have V : valid (code_of G d, s) by [].
have [W' _] := other_deal sd (deals_sound oD) W.
have := eval_iff wf V; case: eval => iff; [left|right].
  by apply: (truth_of_cards wf (same_deal_sym sd) (proj1 W) W'); exact/iff.
by move=> f0; have /iff := truth_of_cards wf sd (deals_sound oD) W f0.
Qed.
End Evaluator.
