% Section 2.3  Notation abbreviations
%
% Sets of cards are terms set(s1,s4), written in deck order.
%
% Defines:  element/2, twice/1, card_set/1, group/1, size/2, question_set/1,
%           pile_set/1, disjoint/2, shared/3, equals_pile/1
% Uses:     card/1, player/1, h/2, constant/2, hand_size/2, ill_sorted/1 (clue)
% Formulas: (2.8), (S2.3.1)-(S2.3.5)

%!  element(?X, +Set) is nondet.
%   True if X is an element of the finite set of cards or players Set.  A
%   card_set/1 is one of cards, a group/1 one of players that is not empty.

% (2.8) S == {s1,...,sc}, P == {1,...,p}
% Reading: the notation for finite sets: their elements, each named once, and
%          the subsets of S and of P.
element(X, Set) :-
    compound_name_arguments(Set, set, Xs),
    member(X, Xs).
twice(Set) :-
    compound_name_arguments(Set, set, Xs),
    append(_, [X|Ys], Xs),
    member(X, Ys).
card_set(Set) :-
    forall(element(X, Set), card(X)),
    \+ twice(Set).
group(G) :-
    size(G, N), N >= 1,
    forall(element(I, G), player(I)),
    \+ twice(G).
size(Set, N) :-
    compound_name_arity(Set, set, N).

%!  question_set(+Q) is semidet.
%   True if Q may be asked for.

% (S2.3.1) Q is a subset of S of size q
question_set(Q) :-
    card_set(Q),
    size(Q, N),
    constant(q, N),
    \+ ill_sorted(Q).

%!  pile_set(+M) is semidet.
%   True if M may be guessed.

% (S2.3.2) M is a subset of S of size m
pile_set(M) :-
    card_set(M),
    size(M, N),
    hand_size(0, N),
    \+ ill_sorted(M).

%!  disjoint(+Q, +J) is semidet.
%   True if player J holds no card of Q.

% (S2.3.3) Q n S_j = {}
disjoint(Q, J) :-
    \+ ( element(X, Q), h(J, X) ).

%!  shared(?X, +Q, +J) is nondet.
%   True if player J holds the card X of Q.

% (S2.3.4) x in Q n S_j
shared(X, Q, J) :-
    element(X, Q),
    h(J, X).

%!  equals_pile(+M) is semidet.
%   True if the cards of M are those of the pile.

% (S2.3.5) M = S_0
equals_pile(M) :-
    forall(element(X, M), h(0, X)),
    forall(h(0, X), element(X, M)).
