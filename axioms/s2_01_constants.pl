% Section 2.1  Constants
%
% The integers m, n, p, q, the cards, the players, and who is next.
%
% Defines:  statement/1, number_of_cards/1, hand_size/2, card/1, player/1,
%           holder/1, incp/2
% Uses:     constant/2, symbol/2 (the data of a game)
% Formulas: (2.1)-(2.7)

%!  statement(+Label) is semidet.
%   True if the formula Label, which speaks of no action, holds in this game.

% (2.1) m >= 1, n >= 1, p >= 2, q >= 1
statement('2.1') :-
    constant(m, M), M >= 1,
    constant(n, N), N >= 1,
    constant(p, P), P >= 2,
    constant(q, Q), Q >= 1.

%!  number_of_cards(-C) is semidet.
%   True if the deck has C cards.

% (2.2) c = m + n p
% Reading: with it go the sizes added up: the pile has m cards, a hand n.
number_of_cards(C) :-
    constant(m, M), constant(n, N), constant(p, P),
    C is M + N * P.
hand_size(0, M) :-
    constant(m, M).
hand_size(I, N) :-
    constant(n, N),
    player(I).

%!  card(?X) is nondet.
%   True if X is a card.

% (2.3) card(x) == x = s1 \/ ... \/ x = sc
card(X) :-
    symbol(I, X),
    number_of_cards(C),
    I =< C.

% (2.4) s_i \= s_j for 1 <= i < j <= c
statement('2.4') :-
    \+ ( symbol(I, X), symbol(J, X), I < J ).

%!  player(?I) is nondet.
%   True if I is a player.  A holder is a player or the pile, 0.

% (2.5) player(i) == i = 1 \/ ... \/ i = p
player(I) :-
    constant(p, P),
    between(1, P, I).
holder(0).
holder(I) :-
    player(I).

%!  incp(?I, ?J) is nondet.
%   True if player J is next to act after player I.

% (2.6) incp(1) = 2, incp(2) = 3, ..., incp(p) = 1
incp(I, J) :-
    player(I),
    constant(p, P),
    (   I < P, J is I + 1
    ;   I =:= P, J = 1
    ).

% (2.7) player(i) & player(j) & j = i mod p + 1 -> incp(i) = j
statement('2.7') :-
    constant(p, P),
    forall(( player(I), player(J), J =:= I mod P + 1 ), incp(I, J)).
