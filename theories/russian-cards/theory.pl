% Russian cards: safe announcements
%
% Defines:  start/1, size/2, poss/2, obs0/2, obs/4
% Uses:     the sorts and constants of theory.toml; h/2 of the start, element/2

% --- The start ----------------------------------------------------------------

% (R1) each card is in one hand
start(Start) :-
    findall(X, card(X), Cards),
    findall(room(I, N), size(I, N), Rooms),
    dealt(Cards, Rooms, Start).

dealt([], Rooms, []) :- forall(member(room(_, N), Rooms), N =:= 0).
dealt([X|Xs], Rooms, [h(I, X)|Start]) :-
    select(room(I, N), Rooms, room(I, Rest), Others),
    N > 0,
    Rest is N - 1,
    dealt(Xs, Others, Start).

% (R2) the sizes of the hands
size(anne, N) :- constant(hand, N).
size(bill, N) :- constant(hand, N).
size(cath, N) :- constant(eavesdropper, N).

% --- Actions ------------------------------------------------------------------

% (R3) Poss(one_of(i,H1,...,H5),s): the hand of i is one of five sets
is_hand(I, H) :- forall(element(X, H), h(I, X)).
poss(one_of(I, A, B, C, D, E), _) :-
    member(H, [A, B, C, D, E]),
    is_hand(I, H).

% (R4) Poss(cath_has(i,x),s): player i knows that Cath holds x: see theory.toml
poss(cath_has(I, _), _) :- I \= cath.

% --- Sight --------------------------------------------------------------------

% (R5) a player sees her own hand
obs0(I, X) :- h(I, X).

% (R6) what is said is public
obs(I, A, A, _) :- player(I).
