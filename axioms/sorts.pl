% Cards of several sorts, as in Clue (section 1.1)
%
% Questions, guesses and the pile have exactly one card of each sort.
%
% Defines:  ill_sorted/1; violates/1
% Uses:     sort_of/2 (the data of a game), element/2, h/2
% Formulas: none

%!  ill_sorted(+Set) is semidet.
%   True if two cards of Set are of one sort.  A set of as many cards as there
%   are sorts has then not one of each.
ill_sorted(Set) :-
    element(X, Set), element(Y, Set),
    X @< Y,
    sort_of(X, T), sort_of(Y, T).

% Besides (2.12): the pile has no two cards of one sort.
violates('pile sorts') :-
    h(0, X), h(0, Y),
    X @< Y,
    sort_of(X, T), sort_of(Y, T).
