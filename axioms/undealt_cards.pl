% Ours: cards that are left over, and lie on the table
%
% Where the cards do not go round, or only two play, some are dealt to nobody.
% They lie on the table, which is one more holder: it holds cards as the pile
% does, and neither asks nor answers.  Those that lie face up are seen by all;
% of the others nobody knows more than the axioms tell.  How many there are
% follows from (2.9)-(2.12), since the other holders have what they should.
%
% Defines:  holder/1, violates/1
% Uses:     given_size/2, face_up/1 (the data of a game), constant/2,
%           h/3 in init0
% Formulas: (B4), (B5)

% (B4) holder(p+1), where cards are left over
holder(K) :-
    constant(p, P),
    K is P + 1,
    given_size(K, _).

% (B5) face_up(x) -> h(p+1,x,Init0)
violates('B5') :-
    face_up(X),
    constant(p, P),
    K is P + 1,
    \+ h(K, X, init0).
