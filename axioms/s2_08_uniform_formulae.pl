% Section 2.8  Uniform formulae
%
% One turn, one answerer, one question and one phase at a time: consequences of
% sections 2.6 to 2.9, verified and not assumed.
%
% Defines:  law/3
% Uses:     player/1, asked_before/2 (the questions of a situation)
% Formulas: (2.22a)-(2.22c), (S2.8.1)-(S2.8.5)

% (2.22a) Turn(i,s) & i \= j -> ~Turn(j,s)
law('2.22a', _, imp(turn(I), neg(turn(J)))) :-
    player(I), player(J), I \= J.

% (2.22b) AnsTurn(i,s) & i \= j -> ~AnsTurn(j,s)
law('2.22b', _, imp(ans_turn(I), neg(ans_turn(J)))) :-
    player(I), player(J), I \= J.

% (2.22c) Question(Q,s) & Q \= Q' -> ~Question(Q',s)
law('2.22c', S, imp(question(Q), neg(question(Q1)))) :-
    asked_before(Q, S), asked_before(Q1, S), Q \= Q1.

% (S2.8.1) askphase(s) -> ~ansphase(s) & ~showphase(s) & ~guessphase(s) & ~endphase(s)
law('S2.8.1', _, imp(askphase, neg(Phase))) :-
    member(Phase, [ansphase, showphase, guessphase, endphase]).

% (S2.8.2) ansphase(s) -> ~askphase(s) & ~showphase(s) & ~guessphase(s) & ~endphase(s)
law('S2.8.2', _, imp(ansphase, neg(Phase))) :-
    member(Phase, [askphase, showphase, guessphase, endphase]).

% (S2.8.3) showphase(s) -> ~askphase(s) & ~ansphase(s) & ~guessphase(s) & ~endphase(s)
law('S2.8.3', _, imp(showphase, neg(Phase))) :-
    member(Phase, [askphase, ansphase, guessphase, endphase]).

% (S2.8.4) guessphase(s) -> ~askphase(s) & ~ansphase(s) & ~showphase(s) & ~endphase(s)
law('S2.8.4', _, imp(guessphase, neg(Phase))) :-
    member(Phase, [askphase, ansphase, showphase, endphase]).

% (S2.8.5) endphase(s) -> ~askphase(s) & ~ansphase(s) & ~showphase(s) & ~guessphase(s)
law('S2.8.5', _, imp(endphase, neg(Phase))) :-
    member(Phase, [askphase, ansphase, showphase, guessphase]).
