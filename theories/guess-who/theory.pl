% Guess Who: two players ask for features
%
% Defines:  start/1, to_answer/2, asked/2, poss/2, obs0/2, obs/4
% Uses:     the sorts of theory.toml; has/2 of the start

other(ann, bob).
other(bob, ann).

% (W1) who has which feature
shows(alex, hat).
shows(bill, hat).
shows(clare, hat).
shows(bill, beard).
shows(david, beard).
shows(clare, glasses).
shows(eve, glasses).

% --- The start ----------------------------------------------------------------

% (W2) each player has drawn one person, and not the same one
start([has(ann, X), has(bob, Y)]) :- person(X), person(Y), X \= Y.

% --- Actions ------------------------------------------------------------------

% (W3) Poss(asks(i,f),s): nobody is to answer
poss(asks(_, _), S) :- \+ to_answer(_, S).

% (W4) Poss(yes(j),s): j is to answer, and the person has the feature
poss(yes(J), S) :- to_answer(J, S), fits(J, S).

% (W5) Poss(no(j),s): j is to answer, and the person does not have the feature
poss(no(J), S) :- to_answer(J, S), \+ fits(J, S).
fits(J, S) :- asked(F, S), has(J, X), shows(X, F).

% --- Effects ------------------------------------------------------------------

% (W6) the other player is to answer
to_answer(J, do(asks(I, _), _)) :- other(I, J).
asked(F, do(asks(_, F), _)).

% --- Sight --------------------------------------------------------------------

% (W7) a player sees her own person
obs0(I, X) :- has(I, X).

% (W8) questions and answers are public
obs(I, A, A, _) :- player(I).
