% Section 2.7  Possible actions
%
% When an action is possible.  ~GameOver(s) is conjoined to every axiom, as the
% text before them says.
%
% Defines:  poss/2
% Uses:     question_set/1, pile_set/1, disjoint/2, shared/3 (2.3), the fluents
%           (section 2.9)
% Formulas: (2.15)-(2.21)

%!  poss(+A, +S) is semidet.
%   True if it is possible to do the action A in situation S.

% (2.15) Poss(asks(i,Q),s) == Turn(i,s) & askphase(s)
% Reading: Q is type-checked, as section 2.3 asks for.
poss(asks(I, Q), S) :-
    turn(I, S),
    askphase(S),
    question_set(Q),
    \+ game_over(S).

% (2.16) Poss(no(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j = {}
% Reading: for some Q.
poss(no(J), S) :-
    ansphase(S),
    ans_turn(J, S),
    question(Q, S),
    disjoint(Q, J),
    \+ game_over(S).

% (2.17) Poss(yes(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j \= {}
% Reading: for some Q.
poss(yes(J), S) :-
    ansphase(S),
    ans_turn(J, S),
    question(Q, S),
    \+ disjoint(Q, J),
    \+ game_over(S).

% (2.18) Poss(shows(j,i,x),s) == Turn(i,s) & AnsTurn(j,s) & x in Q n S_j & showphase(s) & Question(Q,s)
% Reading: for some Q; Question(Q,s) is moved forward, since it says which Q.
poss(shows(J, I, X), S) :-
    turn(I, S),
    ans_turn(J, S),
    question(Q, S),
    shared(X, Q, J),
    showphase(S),
    \+ game_over(S).

% (2.19) Poss(guess(i,M),s) == Turn(i,s) & guessphase(s)
% Reading: M is type-checked, as section 2.3 asks for.
poss(guess(I, M), S) :-
    turn(I, S),
    guessphase(S),
    pile_set(M),
    \+ game_over(S).

% (2.20) Poss(noguess(i),s) == Turn(i,s) & guessphase(s)
poss(noguess(I), S) :-
    turn(I, S),
    guessphase(S),
    \+ game_over(S).

% (2.21) Poss(endturn(i),s) == Turn(i,s) & endphase(s)
poss(endturn(I), S) :-
    turn(I, S),
    endphase(S),
    \+ game_over(S).
