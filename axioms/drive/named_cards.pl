% Not axioms: whether clauses depend on which cards an action names
%
% Progression puts placeholders for the cards that an action names, and one
% question stands for all.  That is right as long as cards are not compared.
%
% Defines:  compares_cards/3, unlike_sets/2, unlike_sets_text/2
% Uses:     poss/2, reaches/4, own_clause/3, subterm/2 (clauses), body_list/2
%           (walks)
% Formulas: none

%!  compares_cards(+M, +Head, +Body) is semidet.
%   True if a clause, or one that it calls, compares cards or questions.  Each
%   may be named once, and the pile be compared with what is guessed.
compares_cards(M, Head, Body) :-
    (   compares_cards_in(Head, Body)
    ;   reaches(M, Body, Reached, [equals_pile/1]),
        member(Name/Arity, Reached),
        functor(Head1, Name, Arity),
        own_clause(M, Head1, Body1),
        compares_cards_in(Head1, Body1)
    ),
    !.

compares_cards_in(Head, Body) :-
    subterm(T, Head-Body),
    card_place(T, X),
    (   nonvar(X)
    ->  true
    ;   number_of(X, Head-Body, N),
        (   Head = question(Q, _), Q == X
        ->  number_in(card_place, X, Body, Named),
            N > Named + 1
        ;   number_in(pile_place, X, Body, Outcomes),
            N > Outcomes + 1
        )
    ),
    !.

card_place(asks(_, X), X).
card_place(asks(_, _, X), X).
card_place(guess(_, X), X).
card_place(opens(_, X), X).
card_place(shows(_, _, X), X).
card_place(question(X, _), X).

pile_place(equals_pile(X), X).

number_in(Place, X, T, N) :-
    aggregate_all(count,
                  ( subterm(T1, T), call(Place, T1, Y), Y == X ),
                  N).

number_of(X, T, 1) :-
    X == T,
    !.
number_of(X, T, N) :-
    compound(T),
    !,
    T =.. [_|Ts],
    foldl(add_number_of(X), Ts, 0, N).
number_of(_, _, 0).

add_number_of(X, T, N0, N) :-
    number_of(X, T, M),
    N is N0 + M.

%!  unlike_sets(-Kind, -C) is nondet.
%   True if by the conjunct C of its Poss axiom an action of this Kind may be
%   possible with some sets of cards, and not with others.
unlike_sets(Kind, C) :-
    context_module(M),
    member(A-X, [asks(_, Q)-Q, asks(_, _, Q)-Q, guess(_, Q)-Q]),
    clause(M:poss(A, _), Body),
    functor(A, Kind, _),
    body_list(Body, Cs),
    member(C, Cs),
    \+ memberchk(C, [question_set(_), pile_set(_), card_set(_)]),
    number_of(X, C, N),
    N > 0.

%!  unlike_sets_text(-Kind, -Text) is semidet.
%   The first of unlike_sets/2; Text is a list of codes.
unlike_sets_text(Kind, Text) :-
    unlike_sets(Kind, C),
    !,
    numbervars(C, 0, _),
    format(codes(Text), "~p", [C]).
