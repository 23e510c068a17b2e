% Black Vienna: who is in the gang, which nobody holds
%
% Defines:  start/1, to_answer/2, asked_for/2, poss/2, obs0/2, obs/4
% Uses:     the sorts and constants of theory.toml; h/2 of the start, element/2

% --- The start ----------------------------------------------------------------

% (P1) each suspect is in one hand, or in the gang, holder 0
start(Start) :-
    findall(X, suspect(X), Suspects),
    findall(room(K, N), size(K, N), Rooms),
    dealt(Suspects, Rooms, Start).

dealt([], _, []).
dealt([X|Xs], Rooms, [h(K, X)|Start]) :-
    select(room(K, N), Rooms, room(K, Rest), Others),
    N > 0,
    Rest is N - 1,
    dealt(Xs, Others, Start).

% (P2) all hands have the same size
size(I, N) :- player(I), constant(hand, N).
size(0, N) :- constant(gang, N).

% --- Actions ------------------------------------------------------------------

% (P3) Poss(asks(i,j,Q),s): nobody is to answer, and i is not j
poss(asks(I, J, _), S) :-
    I \= J,
    \+ to_answer(_, S).

% (P4) Poss(has(j,n),s): j is to answer, and holds n of the suspects asked for
poss(has(J, N), S) :-
    to_answer(J, S),
    asked_for(Q, S),
    aggregate_all(count, ( element(X, Q), h(J, X) ), N).

% --- Effects ------------------------------------------------------------------

% (P5) j is to answer just after a question to j
to_answer(J, do(asks(_, J, _), _)).

% (P6) the question just asked
asked_for(Q, do(asks(_, _, Q), _)).

% --- Sight --------------------------------------------------------------------

% (P7) at the start a player sees her own hand
obs0(I, X) :- player(I), h(I, X).

% (P8) questions and answers are public
obs(I, A, A, _) :- player(I).
