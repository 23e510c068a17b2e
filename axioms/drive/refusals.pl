% Not axioms: what is given by hand and cannot be meant is refused
%
% An error says what is wrong; nothing is answered then.  Which actions and
% formulas there are is read off sections 2.4 and 2.5: the sort that fails
% there is the reason.
%
% Defines:  refuse/2, check/1, check_kind/1, check_situation/2, check_set/3,
%           fault/2
% Uses:     action/1, formula/1 and the sorts in their clauses, history/2
% Formulas: none

:- multifile prolog:message//1.

prolog:message(unhandled_exception(refused(Text))) -->
    [ '~w'-[Text] ].

%!  refuse(+Format, +Args) is erroneous.
%   Raises refused(Text).  The prompt shows such a text as an error; for one of
%   the form error(_,_) it would start the debugger.
refuse(Format, Args) :-
    format(string(Text), Format, Args),
    throw(refused(Text)).

%!  check(+Sort) is det.
%   Refuses what is not of its Sort: action(A), formula(Phi), player(I), ...
check(Sort) :-
    (   \+ ground(Sort)
    ->  refuse("~p has to be given in full", [Sort])
    ;   is_so(Sort)
    ->  true
    ;   fault(Sort, Text),
        refuse("~w", [Text])
    ).

%!  check_kind(+Sort) is det.
%   The same, where some arguments may still be open: there is such a term.
check_kind(Sort) :-
    context_module(M),
    (   ground(Sort)
    ->  check(Sort)
    ;   \+ \+ clause(M:Sort, _)
    ->  true
    ;   fault(Sort, Text),
        refuse("~w", [Text])
    ).

% A term that is no set at all is none of cards or players either.
is_so(Sort) :-
    catch(Sort, error(type_error(_, _), _), fail),
    !.

%!  check_situation(+S, -As) is det.
%   As are the actions of the situation S, each of them one of this game.
check_situation(S, As) :-
    check(player(1)),
    (   ground(S),
        history(S, As)
    ->  true
    ;   refuse("~p is no situation: init0, do(A,S) or do([A1,...,An],S)", [S])
    ),
    forall(member(A, As), check_seen(A)).

% A card that was not seen stands for some card.
check_seen(A) :-
    (   A =.. [Kind, J, I, unseen], memberchk(Kind, [shows, looks])
    ->  once(card(X)),
        A1 =.. [Kind, J, I, X],
        check(action(A1))
    ;   check(action(A))
    ).

%!  check_set(+Set, +N, -Xs) is det.
%   Xs are the cards of Set, a term set(...) or a list; unless N is any there
%   have to be N of them.
check_set(Set, N, Xs) :-
    (   set_members(Set, Xs)
    ->  true
    ;   refuse("~p is no set of cards", [Set])
    ),
    (   set_fault(Xs, N, Text)
    ->  refuse("~p: ~w", [Set, Text])
    ;   true
    ).

set_members(Set, Xs) :-
    (   is_list(Set)
    ->  Xs = Set
    ;   Set == set
    ->  Xs = []
    ;   compound(Set),
        compound_name_arguments(Set, set, Xs)
    ).

set_fault(Xs, _, Text) :-
    member(X, Xs),
    \+ is_so(card(X)),
    fault(card(X), Text).
set_fault(Xs, _, Text) :-
    append(_, [X|Ys], Xs),
    memberchk(X, Ys),
    format(string(Text), "~p is named twice", [X]).
set_fault(Xs, N, Text) :-
    integer(N),
    length(Xs, L),
    L =\= N,
    format(string(Text), "that makes ~p, and it has to be ~p", [L, N]).

%!  fault(+Sort, -Text) is det.
%   Text says why something is not of this Sort.
fault(Sort, Text) :-
    (   fault_of(Sort, Text)
    ->  true
    ;   format(string(Text), "this does not hold: ~p", [Sort])
    ).

fault_of(player(_), "no game is set; game/1 sets one") :-
    \+ constant(p, _).
fault_of(player(I), Text) :-
    constant(p, P),
    format(string(Text), "there is no player ~p; the players are 1 to ~p",
           [I, P]).
fault_of(holder(K), Text) :-
    constant(p, P),
    format(string(Text),
           "there is no holder ~p; 0 is the pile, the players are 1 to ~p",
           [K, P]).
fault_of(card(X), Text) :-
    findall(Y, card(Y), Ys),
    listed(Ys, Cards),
    format(string(Text), "there is no card ~p; the cards are ~w", [X, Cards]).
fault_of(card_set(Set), Text) :-
    fault_of_set(Set, any, Text).
fault_of(question_set(Set), Text) :-
    constant(q, N),
    fault_of_set(Set, N, Text).
fault_of(pile_set(Set), Text) :-
    hand_size(0, N),
    fault_of_set(Set, N, Text).
fault_of(group(G), Text) :-
    format(string(Text), "~p is no group of players, such as set(1,2)", [G]).
fault_of(action(A), Text) :-
    declared_fault(action(A), A, Text).
fault_of(formula(Phi), Text) :-
    declared_fault(formula(Phi), Phi, Text).

fault_of_set(Set, N, Text) :-
    (   set_members(Set, Xs),
        set_fault(Xs, N, Text0)
    ->  format(string(Text), "~p: ~w", [Set, Text0])
    ;   is_so(ill_sorted(Set))
    ->  format(string(Text), "~p has two cards of one sort", [Set])
    ;   format(string(Text), "~p is no set of cards", [Set])
    ).

% The first sort that fails in the clause about this kind of term, or that
% there is no such kind.
declared_fault(Sort, Term, Text) :-
    context_module(M),
    (   clause(M:Sort, Body)
    ->  body_list(Body, Parts),
        member(Part, Parts),
        \+ is_so(Part),
        fault(Part, Text)
    ;   functor(Sort, Kind, 1),
        functor(Any, Kind, 1),
        arg(1, Any, Known),
        findall(Name/Arity,
                ( clause(M:Any, _), functor(Known, Name, Arity) ),
                Names0),
        list_to_set(Names0, Names),
        listed(Names, There),
        format(string(Text), "there is no ~w ~p; there are ~w",
               [Kind, Term, There])
    ),
    !.

listed(Terms, Text) :-
    maplist(term_to_atom, Terms, Atoms),
    atomic_list_concat(Atoms, ', ', Text).
