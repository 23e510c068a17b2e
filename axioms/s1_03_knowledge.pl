% Section 1.3  Reasoning about knowledge
%
% A player knows what is true in all worlds that the player considers possible.
% A world W is a deal together with the card shown at each show; a player
% considers a world possible if it gives the player the same view.
%
% Defines:  holds/2 for k, e and c; view/3; view/4; doubts/2; reached_view/3;
%           reaches/2; s5/3; recalls/2, forgets/2
% Uses:     world/1, hand/3, shown/3, outcome/2, event/3, last_event/1, holds/2
%           (drive/worlds)
% Formulas: (S1.3.1a)-(S1.3.1f), (S1.3.2)-(S1.3.8), (0a), (0b)

%!  view(?I, ?W, ?V) is nondet.
%   True if V is all that player I has seen in world W: the own hand, the cards
%   shown to or by I, and the outcome of a last guess, which is public.

% (S1.3.1a) the view of player i is what i has seen after the last event
view(I, W, view(Seen, Outcome)) :-
    last_event(E),
    view(I, W, E, Seen),
    outcome(W, Outcome).

%!  view(?I, ?W, ?E, ?V) is nondet.
%   True if V is what player I has seen of cards in W up to the E-th show.

% (S1.3.1b) at the start a player sees the own hand
view(I, W, 0, Hand) :-
    player(I),
    hand(W, I, Hand).

% (S1.3.1c) of shows(j,i,x) the players i and j see x
view(I, W, E, seen(V, X)) :-
    event(E, J, Poser),
    member(I, [J, Poser]),
    D is E - 1,
    view(I, W, D, V),
    shown(W, E, X).

% (S1.3.1d) all others see only that j showed i some card
view(I, W, E, V) :-
    event(E, J, Poser),
    D is E - 1,
    view(I, W, D, V),
    \+ member(I, [J, Poser]).

%!  holds(+Phi, +W) is semidet.
%   True if the formula Phi is true in world W.

% (S1.3.1e) K(i,phi): phi is true in all worlds that i considers possible
holds(k(I, Phi), W) :-
    seen_by(I, W, V),
    \+ doubts(k(I, Phi), V).
doubts(k(I, Phi), V) :-
    seen_by(I, W, V),
    \+ holds(Phi, W).

% (S1.3.2) E(G,phi) == the conjunction over i in G of K(i,phi)
holds(e(G, Phi), W) :-
    forall(element(I, G), holds(k(I, Phi), W)).

% (S1.3.3) C(G,phi) == the conjunction over k >= 1 of E^k(G,phi)
% Reading: phi is true in all worlds reached from W in any number of steps,
%          each within the view of some player of G.
holds(c(G, Phi), W) :-
    forall(reaches(_, c(G, Phi)), true),
    \+ reaches(W, c(G, Phi)).
reaches(W, c(_, Phi)) :-
    world(W),
    \+ holds(Phi, W).

%!  reaches(?W, +C) is nondet.
%   True if a world where Phi is false is reached from W through the views of
%   the players of G, where C = c(G,Phi).

% (S1.3.1f) the worlds reached through the views of a group
reached_view(V, I, c(G, Phi)) :-
    reaches(W, c(G, Phi)),
    element(I, G),
    seen_by(I, W, V).
reaches(W, c(G, Phi)) :-
    reached_view(V, I, c(G, Phi)),
    seen_by(I, W, V).

%!  s5(+Label, +Args, -Phi) is det.
%   True if Phi is the instance of an S5 axiom, or of Axiom 0, for the player
%   and formulas Args.

% (S1.3.4) Distribution: (K(p,phi) & K(p,phi -> psi)) -> K(p,psi)
s5('S1.3.4', args(I, Phi, Psi),
   imp(and(k(I, Phi), k(I, imp(Phi, Psi))), k(I, Psi))).

% (S1.3.5) Generalization: from phi in all worlds infer K(p,phi)
% Reading: as a formula, C(P,phi) -> K(p,phi) with P all players.
s5('S1.3.5', args(I, Phi, _), imp(c(P, Phi), k(I, Phi))) :-
    all_players(P).

% (S1.3.6) Truth: K(p,phi) -> phi
s5('S1.3.6', args(I, Phi, _), imp(k(I, Phi), Phi)).

% (S1.3.7) Positive introspection: K(p,phi) -> K(p,K(p,phi))
s5('S1.3.7', args(I, Phi, _), imp(k(I, Phi), k(I, k(I, Phi)))).

% (S1.3.8) Negative introspection: ~K(p,phi) -> K(p,~K(p,phi))
s5('S1.3.8', args(I, Phi, _), imp(neg(k(I, Phi)), k(I, neg(k(I, Phi))))).

% (0a) Logical omniscience: K(p,psi) for every psi in Psi & Psi implies phi in all possible worlds -> K(p,phi)
% Reading: with psi the conjunction of Psi, (K(p,psi) & C(P,psi -> phi)) ->
%          K(p,phi), P all players.
s5('0a', args(I, Phi, Psi),
   imp(and(k(I, Psi), c(P, imp(Psi, Phi))), k(I, Phi))) :-
    all_players(P).

%!  recalls(?I, ?E) is nondet.
%   True if player I, at the E-th show, forgets nothing seen before it.

% (0b) Perfect recall: a player remembers the history of the game
% Reading: the actions are the same in all worlds; worlds that look alike to a
%          player after a show looked alike before it.
recalls(I, E) :-
    event(E, _, _),
    player(I),
    \+ forgets(I, E).
forgets(I, E) :-
    D is E - 1,
    view(I, W, D, V),
    view(I, W, E, Seen),
    view(I, W1, E, Seen),
    view(I, W1, D, V1),
    V1 \= V.
