% Section 2.2  Turns and phases
%
% One turn walks through the phases; figure 2.2 draws which action leads from
% which phase to which.
%
% Defines:  phase/2, phase_change/3
% Uses:     the phase fluents (s2_09_successor_state)
% Formulas: (S2.2.1), (S2.2.2)

%!  phase(?Phase, +S) is nondet.
%   True if Phase is a phase of the turn in S.

% (S2.2.1) the five phases
phase(askphase, S)   :- askphase(S).
phase(ansphase, S)   :- ansphase(S).
phase(showphase, S)  :- showphase(S).
phase(guessphase, S) :- guessphase(S).
phase(endphase, S)   :- endphase(S).

%!  phase_change(?From, ?Kind, ?To) is nondet.
%   True if figure 2.2 has an arrow for actions of this Kind.

% (S2.2.2) the arrows of figure 2.2
phase_change(askphase, asks, ansphase).
phase_change(ansphase, no, ansphase).
phase_change(ansphase, no, guessphase).
phase_change(ansphase, yes, showphase).
phase_change(showphase, shows, guessphase).
phase_change(guessphase, guess, endphase).
phase_change(guessphase, noguess, endphase).
phase_change(endphase, endturn, askphase).
phase_change(endphase, endturn, endphase).
