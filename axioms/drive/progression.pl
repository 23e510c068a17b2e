% Not axioms: progression, the fluents carried along from action to action
%
% now(St) is a situation of which only the fluents are kept.  St lists the true
% ones: st(In, Question, GameOver, Turn, AnsTurn, Phase).
%
% Defines:  in/2, question/2, game_over/1, turn/2, ans_turn/2, askphase/1,
%           ansphase/1, showphase/1, guessphase/1, endphase/1 in now(St);
%           initial/1, progress/3, fluents_of/2
% Uses:     the successor state axioms (2.9), phase/2
% Formulas: none

in(I, now(St))       :- arg(1, St, L), member(I, L).
question(Q, now(St)) :- arg(2, St, L), member(Q, L).
game_over(now(St))   :- arg(3, St, [true]).
turn(I, now(St))     :- arg(4, St, L), member(I, L).
ans_turn(J, now(St)) :- arg(5, St, L), member(J, L).
askphase(now(St))    :- arg(6, St, L), memberchk(askphase, L).
ansphase(now(St))    :- arg(6, St, L), memberchk(ansphase, L).
showphase(now(St))   :- arg(6, St, L), memberchk(showphase, L).
guessphase(now(St))  :- arg(6, St, L), memberchk(guessphase, L).
endphase(now(St))    :- arg(6, St, L), memberchk(endphase, L).

%!  initial(-St) is det.
%   St are the fluents of init0.
initial(St) :-
    fluents_of(init0, St).

%!  progress(+A, +St, -St1) is det.
%   St1 are the fluents after the action A, by the successor state axioms.
%   What they say does not depend on the cards named, unless A is a guess: so
%   each step between public states is derived once, with the placeholders
%   below.  mystpy's diagram of public states does the same in Python.
progress(A, St, St1) :-
    (   placeholder(A, A0, Q)
    ->  St = st(Is, Qs, Over, Ts, Js, Phases),
        step(A0, st(Is, [old], Over, Ts, Js, Phases),
             st(Is1, Qs0, Over1, Ts1, Js1, Phases1)),
        (   Qs0 = [old]
        ->  Qs1 = Qs
        ;   Qs1 = [Q]
        ),
        St1 = st(Is1, Qs1, Over1, Ts1, Js1, Phases1)
    ;   fluents_of(do(A, now(St)), St1)
    ).

placeholder(asks(I, Q), asks(I, new), Q).
placeholder(asks(I, J, Q), asks(I, J, new), Q).
placeholder(no(J), no(J), _).
placeholder(yes(J), yes(J), _).
placeholder(shows(J, I, _), shows(J, I, new), _).
placeholder(noguess(I), noguess(I), _).
placeholder(endturn(I), endturn(I), _).
placeholder(noask(I), noask(I), _).
placeholder(looks(I, K, _), looks(I, K, new), _).
placeholder(lays(K, _), lays(K, new), _).
placeholder(sees(K), sees(K), _).

:- table step/3.

step(A, St, St1) :-
    fluents_of(do(A, now(St)), St1).

fluents_of(S, st(Is, Qs, Over, Ts, Js, Phases)) :-
    findall(I, in(I, S), Is),
    findall(Q, question(Q, S), Qs),
    (   game_over(S)
    ->  Over = [true]
    ;   Over = []
    ),
    findall(I, turn(I, S), Ts),
    findall(J, ans_turn(J, S), Js),
    findall(Phase, phase(Phase, S), Phases).
