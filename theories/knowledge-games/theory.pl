% Knowledge games (van Ditmarsch 2000), as a package
%
% Labels are the numbers of the definitions. Any action can follow any other one; that
% players take turns is no rule of the actions.
%
% Defines:  start/1, size/2, poss/2, obs0/2, obs/4
% Uses:     the sorts and constants of theory.toml; h/2 of the start, element/2

% --- Deals --------------------------------------------------------------------

% (D1) a deal gives each card to one player, or to the table, which is holder 0
start(Start) :-
    \+ ( size(K, N), N > 0, \+ holder(K) ),
    findall(X, card(X), Cards),
    findall(room(K, N), ( holder(K), size(K, N) ), Rooms),
    dealt(Cards, Rooms, Start).

dealt([], Rooms, []) :- \+ ( member(room(_, N), Rooms), N > 0 ).
dealt([X|Xs], Rooms, [h(K, X)|Start]) :-
    select(room(K, N), Rooms, room(K, Rest), Others),
    N > 0,
    Rest is N - 1,
    dealt(Xs, Others, Start).

% (D2) the size of a deal
size(0, N) :- constant(on_table, N).
size(1, N) :- constant(hand_1, N).
size(2, N) :- constant(hand_2, N).
size(3, N) :- constant(hand_3, N).
size(4, N) :- constant(hand_4, N).

% --- Actions ------------------------------------------------------------------

% (D11.1) show(i,j,Q,x): asked by i for one of the cards Q, j shows x
poss(show(I, J, Q, X), _) :- I \= J, element(X, Q), h(J, X).

% (D11.2) noshow(i,j,Q): asked by i for one of the cards Q, j has none
poss(noshow(I, J, Q), _) :- I \= J, \+ ( element(X, Q), h(J, X) ).

% (D11.3) win(i): i knows the deal, which is the precondition in theory.toml
poss(win(_), _).

% (D11.4) nowin(i): i does not know the deal
poss(nowin(_), _).

% (E11) whispers(i,j,x): i does not hold x; example 11
poss(whispers(I, J, X), _) :- I \= J, \+ h(I, X).

% --- Sight --------------------------------------------------------------------

% (D4) at the start a player sees her own hand
obs0(I, X) :- player(I), h(I, X).

% (D11.5) the two players see the card, others that one is shown
obs(K, show(I, J, Q, X), show(I, J, Q, X), _) :- member(K, [I, J]).
obs(K, show(I, J, Q, _), show(I, J, Q, some), _) :- player(K), K \= I, K \= J.

% (D11.6) the two players hear what is whispered, others that something is
obs(K, whispers(I, J, X), whispers(I, J, X), _) :- member(K, [I, J]).
obs(K, whispers(I, J, _), whispers(I, J, some), _) :- player(K), K \= I, K \= J.

% (D11.7) all see other actions
obs(K, noshow(I, J, Q), noshow(I, J, Q), _) :- player(K).
obs(K, win(I), win(I), _) :- player(K).
obs(K, nowin(I), nowin(I), _) :- player(K).
