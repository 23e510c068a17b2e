(* The fluents, computed: what a random history has to be in Coq and in the
   engines. `make proofs` writes a thousand of them, with what the axioms in
   Prolog and ASP say of each, and compares by vm_compute.

   Glossary
     deal_of hands    the deal with these hands, that of the pile first
     history acts     the situation after the actions, the oldest first
     row              a game, hands and a history, with what an engine says
                      of it
     agrees r         Coq computes the same *)

From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
From Myst Require Import Situation Fluents.

Definition deal_of (hands : seq (seq nat)) : deal :=
  fun k x => x \in nth [::] hands k.

(* The actions of a history stand with the oldest first. *)
Definition history (acts : seq action) : situation :=
  foldl (fun s a => do a s) Init0 acts.

Record row := Row {
  of_game : game; hands : seq (seq nat); acts : seq action;
  is_executable : bool; ins : seq nat; turns : seq nat; answerers : seq nat;
  question : option (seq nat); over : bool; phase_now : phase;
  poss : seq (action * bool) }.

Definition agrees (r : row) : bool :=
  let G := of_game r in
  let h := deal_of (hands r) in
  let s := history (acts r) in
  [&& executable G h s == is_executable r,
      [seq i <- players G | In G h i s] == ins r,
      [seq i <- players G | Turn G i s] == turns r,
      [seq i <- players G | AnsTurn G i s] == answerers r,
      asked s == question r, GameOver G h s == over r,
      phase_of G h s == phase_now r
    & all (fun ab => Poss G h ab.1 s == ab.2) (poss r)].
