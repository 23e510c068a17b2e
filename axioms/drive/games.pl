% Not axioms: the games
%
% A game is a list of facts, which the axioms look up.  game/1 refuses what is
% no game; set_game/1 takes the facts as they are.
%
% Defines:  game/1, set_game/1
% Uses:     rules/1, clue_card/3 (deck), statement/1, number_of_cards/1,
%           refuse/2 (refusals)
% Formulas: none

%!  game(+Game) is det.
%   Sets the game: myst(M,N,P,Q), clue(P), or a list of facts constant/2,
%   symbol/2, given_size/2, face_up/1 and sort_of/2.
game(Game) :-
    (   game_facts(Game, Facts)
    ->  true
    ;   findall(Form, game_form(Form), Forms),
        atomic_list_concat(Forms, ', ', Text),
        refuse("there is no game ~p here; there are ~w", [Game, Text])
    ),
    (   member(Fact, Facts),
        \+ game_fact(Fact)
    ->  refuse("~p is no game: ~p is no fact of one", [Game, Fact])
    ;   true
    ),
    set_game(Facts),
    (   game_fault(Fault)
    ->  set_game([]),
        refuse("~p is no game: ~w", [Game, Fault])
    ;   true
    ).

%!  set_game(+Facts) is det.
%   Makes these facts the game, and takes back what was dealt.
set_game(Facts) :-
    retractall(constant(_, _)),
    retractall(given_size(_, _)),
    retractall(sort_of(_, _)),
    retractall(face_up(_)),
    (   predicate_property(symbol(_, _), dynamic)
    ->  retractall(symbol(_, _))
    ;   true
    ),
    retractall(dealt(_, _)),
    retractall(all_players(_)),
    abolish_all_tables,
    maplist(assertz, Facts),
    findall(I, player(I), Is),
    Players =.. [set|Is],
    assertz(all_players(Players)).

% The forms of a game, by the rules that are loaded.
game_form("myst(M,N,P,Q)") :- rules(myst).
game_form("clue(P)")       :- rules(clue).
game_form("lists of facts").

game_facts(myst(M, N, P, Q),
           [constant(m, M), constant(n, N), constant(p, P), constant(q, Q)]) :-
    rules(myst).
game_facts(clue(P), Facts) :-
    rules(clue),
    findall(symbol(I, X), clue_card(I, X, _), Symbols),
    findall(sort_of(X, T), clue_card(_, X, T), Sorts),
    aggregate_all(count, T, distinct(T, clue_card(_, _, T)), Q),
    length(Symbols, C),
    Dealt is C - Q,
    (   \+ integer(P)
    ->  Sizes = []
    ;   P > Dealt
    ->  refuse("~d cards do not go round ~d players", [Dealt, P])
    ;   findall(given_size(I, N), dealt_round(P, Dealt, I, N), Sizes)
    ),
    append([[constant(p, P), constant(q, Q)], Symbols, Sorts,
            [given_size(0, Q)|Sizes]],
           Facts).
game_facts(Facts, Facts) :-
    is_list(Facts).

game_fact(F) :-
    ground(F),
    game_fact_by_rules(F).

game_fact_by_rules(constant(C, V)) :-
    integer(V),
    (   rules(myst)
    ->  memberchk(C, [m, n, p, q])
    ;   memberchk(C, [p, q])
    ).
game_fact_by_rules(symbol(I, X)) :-
    \+ rules(myst),
    integer(I),
    atom(X).
game_fact_by_rules(given_size(K, N)) :-
    \+ rules(myst),
    integer(K),
    integer(N),
    N >= 0.
game_fact_by_rules(face_up(X)) :-
    \+ rules(myst),
    atom(X).
game_fact_by_rules(sort_of(X, T)) :-
    rules(clue),
    atom(X),
    atom(T).

% Player I gets N of the C cards that are dealt round, starting with player 1.
dealt_round(P, C, I, N) :-
    between(1, P, I),
    N is (C - I) // P + 1.

%!  game_fault(-Text) is nondet.
%   Text says why the facts make no game.
game_fault(Text) :-
    member(C, [p, q]),
    \+ aggregate_all(count, constant(C, _), 1),
    format(string(Text), "~w has to be given, and once", [C]).
game_fault("(2.1) asks for m >= 1, n >= 1, p >= 2, q >= 1") :-
    rules(myst),
    \+ statement('2.1').
game_fault("there have to be p >= 2 players and q >= 1 cards in a question") :-
    \+ ( constant(p, P), P >= 2, constant(q, Q), Q >= 1 ).
game_fault("by (2.4) no two cards have one name") :-
    \+ statement('2.4').
game_fault("the pile and each player need a size; none but a table too") :-
    findall(K, holder(K), Ks),
    findall(K, hand_size(K, _), Ls),
    \+ msort(Ls, Ks).
game_fault(Text) :-
    number_of_cards(C),
    aggregate_all(count, card(_), N),
    aggregate_all(count, symbol(_, _), L),
    \+ ( N =:= C, L =:= C ),
    format(string(Text), "the sizes add up to ~p, and ~p cards are named",
           [C, L]).
game_fault(Text) :-
    number_of_cards(C),
    constant(q, Q),
    Q > C,
    format(string(Text), "a question has ~p cards, and there are ~p", [Q, C]).
game_fault(Text) :-
    face_up(X),
    \+ ( card(X), left_over(_) ),
    format(string(Text), "~w is no card that is left over", [X]).
game_fault("more cards lie face up than are left over") :-
    left_over(N),
    aggregate_all(count, face_up(_), Up),
    Up > N.
game_fault("in Clue each card has one sort, and the pile one card of each") :-
    rules(clue),
    (   card(X),
        \+ aggregate_all(count, sort_of(X, _), 1)
    ;   aggregate_all(count, T, distinct(T, sort_of(_, T)), N),
        \+ ( hand_size(0, N), constant(q, N) )
    ).

% So many cards are left over, and lie on the table.
left_over(N) :-
    constant(p, P),
    K is P + 1,
    hand_size(K, N).
