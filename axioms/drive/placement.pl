% Not axioms: whether these drivers can follow the axioms that are loaded
%
% Walks carry the fluents of section 2.5 along and turn conjuncts about hands
% into conditions on the deal.  What else the axioms say would be lost: it is
% found by going through their clauses, and nothing is answered then.
%
% Defines:  depends_on_deal/1, unplaced/3, unplaced_text/3, require_placed/0
% Uses:     poss/2, violates/1, the fluents, reaches/3, reaches/4, redefined/2,
%           partition_axiom/2, subterm/2, own_clause/3, same_clauses/2
%           (clauses),
%           compares_cards/3 (named_cards), refuse/2 (refusals)
% Formulas: none

%!  depends_on_deal(?C) is nondet.
%   True if the conjunct C speaks of the cards that somebody holds.  These are
%   all that deals.pl gives a meaning; of other conjuncts see unplaced/3.
depends_on_deal(disjoint(_, _)).
depends_on_deal(\+ disjoint(_, _)).
depends_on_deal(shared(_, _, _)).
depends_on_deal(holds_all(_, _)).
depends_on_deal(\+ holds_all(_, _)).
depends_on_deal(has(_, _)).
depends_on_deal(among(_, _)).

%!  require_placed is det.
%   Refuses axioms that the drivers cannot follow.
require_placed :-
    (   unplaced_text(Kind, Name, Text)
    ->  refuse("~w(~s): ~s; these drivers cannot follow that",
               [Kind, Name, Text])
    ;   true
    ).

%!  unplaced_text(-Kind, -Name, -Text) is semidet.
%   The first of unplaced/3: Kind(Name) is its place, Text says what it is.
%   Name and Text are lists of codes.
unplaced_text(Kind, Name, Text) :-
    unplaced(Place, C, Why),
    !,
    Place =.. [Kind, Name0],
    atom_codes(Name0, Name),
    numbervars(C, 0, _),
    format(codes(Text), "~p ~w", [C, Why]).

%!  unplaced(-Place, -C, -Why) is nondet.
%   C is something that the drivers cannot follow, as the text Why says, at a
%   Place: poss(Kind), after(Fluent) or violates(Label).
unplaced(Place, C, Why) :-
    context_module(M),
    unplaced_in(M, Place, C, Why).

unplaced_in(M, poss(Kind), C, Why) :-
    clause(M:poss(A, S), Body),
    functor(A, Kind, _),
    body_list(Body, Cs),
    member(C, Cs),
    unplaced_conjunct(M, C, A, S, Why).
unplaced_in(M, poss(Kind), poss(A, S), "has more than one clause") :-
    clause(M:poss(A, S), _, Ref),
    clause(M:poss(B, _), _, Other),
    Ref @< Other,
    \+ A \= B,
    functor(A, Kind, _).
unplaced_in(M, after(Name), C, Why) :-
    kept_fluent(Name, Arity),
    functor(Head, Name, Arity),
    clause(M:Head, Body),
    arg(Arity, Head, S),
    nonvar(S), S = do(_, _),
    (   unplaced_outcome(M, Body, C, Why)
    ;   unplaced_effect(M, Body, Why), C = Name/Arity
    ;   compares_cards(M, Head, Body), C = Name/Arity,
        Why = "compares cards or questions"
    ).
unplaced_in(M, violates(Label), violates(Label), Why) :-
    Why = "has other clauses than the shipped axioms",
    partition_axiom(Label, Body),
    \+ ( clause(M:violates(Label), Found), same_clauses(Found, Body) ).

unplaced_conjunct(M, C, _, _, Why) :-
    depends_on_deal(C),
    !,
    (   C = (\+ Known)
    ->  true
    ;   C = Known
    ),
    redefined(M, Known),
    Why = "has other clauses than the shipped axioms".
unplaced_conjunct(M, C, _, _, "depends on the deal") :-
    reaches(M, C, Reached),
    member(PI, Reached),
    of_the_deal(PI),
    !.
unplaced_conjunct(M, C, _, _, "looks at what was before") :-
    reaches(M, C, Reached),
    member(PI, Reached),
    of_the_past(M, PI),
    !.
unplaced_conjunct(M, C, _, _, "depends on its own negation, in a cycle") :-
    reaches(M, C, Reached),
    negated_cycle(M, Reached),
    !.
unplaced_conjunct(_, C, shows(_, _, X), _, Why) :-
    Why = "looks at the card that is shown",
    term_variables(C, Vs),
    member(V, Vs),
    V == X,
    !.

% An effect may look at the pile by equals_pile(M), where M is guessed.
unplaced_outcome(M, Body, equals_pile(G), Why) :-
    subterm(equals_pile(G), Body),
    (   redefined(M, equals_pile(_))
    ->  Why = "has other clauses than the shipped axioms"
    ;   \+ ( subterm(guess(_, G1), Body), G1 == G ),
        Why = "is not said of a guess"
    ).
unplaced_effect(M, Body, Why) :-
    reaches(M, Body, Reached, [equals_pile/1]),
    member(PI, Reached),
    (   of_the_deal(PI)
    ->  Why = "depends on the deal"
    ;   PI == element/2
    ->  Why = "looks at the cards that are named"
    ;   of_the_past(M, PI),
        Why = "looks at what was before"
    ).

negated_cycle(M, Reached) :-
    member(Name/Arity, Reached),
    functor(Head, Name, Arity),
    own_clause(M, Head, Body),
    subterm(\+ G, Body),
    reaches(M, G, Below),
    memberchk(Name/Arity, Below).

%!  kept_fluent(?Name, ?Arity) is nondet.
%   The fluents of now(St), in progression.pl; the situation is the last one of
%   their arguments.
kept_fluent(in, 2).
kept_fluent(question, 2).
kept_fluent(game_over, 1).
kept_fluent(turn, 2).
kept_fluent(ans_turn, 2).
kept_fluent(askphase, 1).
kept_fluent(ansphase, 1).
kept_fluent(showphase, 1).
kept_fluent(guessphase, 1).
kept_fluent(endphase, 1).

of_the_deal(h/2).
of_the_deal(h/3).
of_the_deal(dealt/2).
of_the_deal(equals_pile/1).

% It takes situations apart, and so fails in now(St).
of_the_past(M, Name/Arity) :-
    \+ kept_fluent(Name, Arity),
    functor(Head, Name, Arity),
    own_clause(M, Head, _),
    Head =.. [_|Args],
    member(S, Args),
    nonvar(S), S = do(_, _),
    !.
