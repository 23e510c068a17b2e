% Section 2.4  Actions
%
% The seven action functions, with the sorts of their arguments.  The first
% argument is the player who acts.
%
% Defines:  action/1
% Uses:     player/1, card/1, question_set/1, pile_set/1
% Formulas: (S2.4.1)-(S2.4.7)

%!  action(+A) is nondet.
%   True if A is an action of this game; the sets in it have to be given.

% (S2.4.1) asks(i,Q): i puts the question Q
action(asks(I, Q)) :-
    player(I),
    question_set(Q).

% (S2.4.2) no(j): the answerer j denies the question
action(no(J)) :-
    player(J).

% (S2.4.3) yes(j): the answerer j affirms the question
action(yes(J)) :-
    player(J).

% (S2.4.4) shows(j,i,x): j lets the asker i see x, a card asked for and held by j
action(shows(J, I, X)) :-
    player(J),
    player(I),
    card(X).

% (S2.4.5) guess(i,M): i claims the pile to be M
action(guess(I, M)) :-
    player(I),
    pile_set(M).

% (S2.4.6) noguess(i): i passes up the chance to guess
action(noguess(I)) :-
    player(I).

% (S2.4.7) endturn(i): i hands the turn on
action(endturn(I)) :-
    player(I).
