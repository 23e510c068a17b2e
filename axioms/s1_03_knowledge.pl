% Section 1.3  Reasoning about knowledge
%
% A player knows what is true in all worlds that the player considers possible.
% A world W is a deal together with the card shown at each show; a player
% considers a world possible if what the player has seen in it is the same.
%
% Defines:  view/2; obs0/2, obs/4, private/1; holds/2 for k, e and c; doubts/2;
%           reached_view/3; reaches/2; s5/3; recalls/2, forgets/2
% Uses:     player/1, h/2, equals_pile/1, done/3, world/1, view/3, view/4,
%           event/3, holds/2 (drive/worlds)
% Formulas: (S1.3.1a)-(S1.3.1f), (S1.3.2)-(S1.3.8), (0a), (0b)

%!  view(?I, ?V) is nondet.
%   True if V is something that player I has seen in the world at hand; what I
%   has seen in a world W, with a name, is view(I,W,V).  done(N,A,S) says that
%   A is the N-th action there, done in S, with the card that was shown.

% (S1.3.1a) the view of player i is what i has seen after the last event
% Reading: of the start and of each action. All see which action is done, but
%          for the card of a show, and whether a guess is right.
view(I, seen(start, O)) :-
    obs0(I, O).
view(I, seen(N, O)) :-
    done(N, A, S),
    obs(I, A, O, S).
obs(I, A, A, _) :-
    player(I),
    \+ private(A).
obs(I, guess(J, M), right, _) :-
    player(I),
    equals_pile(M),
    \+ private(right(J)).
obs(I, guess(J, M), wrong, _) :-
    player(I),
    \+ equals_pile(M),
    \+ private(right(J)).

%!  obs0(?I, ?O) is nondet.
%   True if O is something that player I sees of the start.

% (S1.3.1b) at the start a player sees the own hand
obs0(I, h(I, X)) :-
    player(I),
    h(I, X).

%!  obs(?I, +A, ?O, +S) is nondet.
%   True if O is something that player I sees of the action A, done in S.
%!  private(+A) is semidet.
%   True if not all players see all of the action A.

% (S1.3.1c) of shows(j,i,x) the players i and j see x
private(shows(_, _, _)).
obs(I, shows(J, Poser, X), shows(J, Poser, X), _) :-
    member(I, [J, Poser]).

% (S1.3.1d) all others see only that j showed i some card
obs(I, shows(J, Poser, _), shows(J, Poser, unseen), _) :-
    player(I),
    \+ member(I, [J, Poser]).

%!  holds(+Phi, +W) is semidet.
%   True if the formula Phi is true in world W.

% (S1.3.1e) K(i,phi): phi is true in all worlds that i considers possible
holds(k(I, Phi), W) :-
    view(I, W, V),
    \+ doubts(k(I, Phi), V).
doubts(k(I, Phi), V) :-
    view(I, W, V),
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
    view(I, W, V).
reaches(W, c(G, Phi)) :-
    reached_view(V, I, c(G, Phi)),
    view(I, W, V).

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
%   True if player I, at the E-th show, forgets nothing seen before it, where
%   view(I,W,E,V) says that V names what I has seen in W up to that show.

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
