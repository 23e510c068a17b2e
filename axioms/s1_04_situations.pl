% Section 1.4  Situation calculus
%
% A situation is the history of the actions done since the initial situation.
%
% Defines:  situation/1, equal/2, before/2, before_or_equal/2
% Uses:     nothing
% Formulas: (1.1)-(1.4)

%!  equal(+S1, +S2) is semidet.
%   True if S1 and S2 are the same situation.

% (1.1) do(a1,s1) = do(a2,s2) -> a1 = a2 & s1 = s2
% Reading: both directions, so that it decides equality.
equal(init0, init0).
equal(do(A1, S1), do(A2, S2)) :-
    A1 = A2,
    equal(S1, S2).

%!  before(?S1, +S2) is nondet.
%   True if the history S1 is a proper beginning of the history S2.

% (1.2) ~(s < Init0)
before(_, init0) :-
    false.

% (1.3) s < do(a,s') == s <= s'
before(S, do(_, S1)) :-
    before_or_equal(S, S1).
before_or_equal(S, S1) :-
    equal(S, S1).
before_or_equal(S, S1) :-
    before(S, S1).

%!  situation(+S) is semidet.
%   True if S is a situation.

% (1.4) P(Init0) & (P(s) -> P(do(a,s))) -> P(s) for all s
% Reading: second order, a schema: nothing is a situation but what do builds
%          from Init0.  Proofs by induction over situations rest on it.
situation(init0).
situation(do(_, S)) :-
    situation(S).
