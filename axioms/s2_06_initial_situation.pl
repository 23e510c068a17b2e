% Section 2.6  The initial situation Init0
%
% The deal partitions the cards; player 1 is about to ask.
%
% Defines:  violates/1, in/2, askphase/1, turn/2 in init0; statement/1,
%           set_violates/1, law/3
% Uses:     h/3, h/2, holder/1, card/1, hand_size/2
% Formulas: (2.9)-(2.14), (S2.6.1)-(S2.6.5)

%!  violates(-Label) is nondet.
%   True if the deal violates the partition axiom Label.

% (2.9) Disjoint: 0 <= k <= p & h(k,x,Init0) -> ~h(k',x,Init0) for every k' \= k
% Reading: the range of the conjunction is printed k' \= k', read k' \= k.
violates('2.9') :-
    h(K, X, init0),
    h(K1, X, init0),
    K \= K1.

% (2.10) Existence: h(0,x,Init0) \/ ... \/ h(p,x,Init0)
violates('2.10') :-
    card(X),
    \+ ( holder(J), h(J, X, init0) ).

% (2.11) Set Size: for every n-set Sigma: i holds all of Sigma == none of S - Sigma
% Reading: player i holds exactly n cards.
violates('2.11') :-
    player(I),
    hand_size(I, N),
    \+ aggregate_all(count, h(I, _, init0), N).

% (2.12) Set Size: for every m-set Sigma: 0 holds all of Sigma == none of S - Sigma
% Reading: the pile holds exactly m cards.
violates('2.12') :-
    hand_size(0, M),
    \+ aggregate_all(count, h(0, _, init0), M).

%!  set_violates(-Label) is nondet.
%   True if the deal, taken as sets S_0,...,S_p, violates the line Label.

% (2.13a) S_i n S_j = {} for 0 <= i < j <= p
set_violates('2.13a') :-
    holder(I), holder(J), I < J,
    h(I, X),
    h(J, X).

% (2.13b) the union of S_0, ..., S_p is S
set_violates('2.13b') :-
    card(X),
    \+ h(_, X).

% (2.13c) |S_0| = m, |S_i| = n
set_violates('2.13c') :-
    hand_size(K, N),
    \+ aggregate_all(count, h(K, _), N).

%!  law(-Label, +S, -Phi) is nondet.
%   True if, by the formula Label, Phi holds in the executable situation S.

% (2.14) C({i}, h(i,x,Init0), Init0)
% Reading: for the cards that i holds: h(i,x,Init0) ->
%          C({i},h(i,x,Init0),Init0).
law('2.14', init0, imp(h(I, X), c(set(I), h(I, X)))) :-
    player(I),
    card(X).

% (S2.6.1) In(i,Init0) for every i
in(I, init0) :-
    player(I).

% (S2.6.2) ~Question(Q,Init0) for every Q
statement('S2.6.2') :-
    \+ question(_, init0).

% (S2.6.3) askphase(Init0)
askphase(init0).

% (S2.6.4) Turn(1,Init0)
turn(1, init0).

% (S2.6.5) ~GameOver(Init0)
statement('S2.6.5') :-
    \+ game_over(init0).
