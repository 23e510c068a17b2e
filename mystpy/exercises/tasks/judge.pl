% Judges a student's clauses: read as terms, checked, then compared with the axioms.
%
%   $ swipl -g judge judge.pl -- FOLDER
%
% FOLDER has the axioms as they are (real/) and with a gap (given/), the answer as it
% was written (answer.txt), and what it may name, with the cases (cases.pl).
%
% The answer is read once. The terms that were checked are the terms that are asserted:
% they are never written and loaded again, so that no directive, term expansion or goal
% expansion, function of a dict or operator has a second chance.

:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(ordsets)).
:- use_module(library(sandbox)).

:- dynamic may/1, defines/1, instance/2, played/1, case/3.

judge :-
    current_prolog_flag(argv, Argv),
    last(Argv, Folder),
    catch(judge(Folder), Error, raised(Error)),
    halt(0).

% The same within another program, which ends it after so many inferences.
judge_here(Folder, Most) :-
    catch(call_with_inference_limit(judge(Folder), Most, Result), Error,
          raised(Error)),
    (   Result == inference_limit_exceeded
    ->  raised(inference_limit)
    ;   true
    ).

raised(refused(Text)) :-
    !,
    format("refused~n~w~n", [Text]).
raised(Error) :-
    (   Error = error(Formal, _)
    ->  true
    ;   Formal = Error
    ),
    format("raised~n~p~n", [Formal]).

judge(Folder) :-
    path(Folder, 'cases.pl', Cases),
    load_files(user:Cases, [silent(true)]),
    path(Folder, 'answer.txt', Answer),
    catch(clauses_of(Answer, Clauses), error(Why, Where), unread(Why, Where)),
    check(Clauses),
    path(Folder, 'real/myst.pl', Real),
    path(Folder, 'given/myst.pl', Given),
    load_files(real:Real, [silent(true)]),
    load_files(given:Given, [silent(true)]),
    forall(member(Clause, Clauses), assertz(given:Clause)),
    catch(forall(instance(_, Goal), safe_goal(given:Goal)), error(Unsafe, _),
          ( format(string(Why), "this may not be run: ~p", [Unsafe]),
            throw(refused(Why)) )),
    played(Game),
    real:game(Game),
    given:game(Game),
    (   case(Number, Hands, S),
        differs(Hands, S, Missing, Extra)
    ->  format("differs ~d~nmissing ~w~nextra ~w~n", [Number, Missing, Extra])
    ;   format("same~n")
    ).

path(Folder, Name, Path) :-
    atomic_list_concat([Folder, '/', Name], Path).

% --- Reading: terms, of which none is run ------------------------------------

clauses_of(File, Clauses) :-
    setup_call_cleanup(
        open(File, read, In, [encoding(utf8)]),
        terms(In, 0, Clauses),
        close(In)).

%   The module has the operators and flags of SWI-Prolog; nothing changes them.

terms(In, N, Clauses) :-
    read_term(In, T, [ syntax_errors(error), cycles(false), module(answer_text),
                       quasi_quotations(Quasi), dotlists(false)
                     ]),
    (   Quasi \== []
    ->  throw(refused("quasi quotations are not read"))
    ;   T == end_of_file
    ->  (   at_end_of_stream(In)
        ->  Clauses = []
        ;   throw(refused("end_of_file is no clause"))
        )
    ;   N >= 40
    ->  throw(refused("there are more than 40 clauses"))
    ;   too_large(T)
    ->  throw(refused("a clause is too long or nested too deeply"))
    ;   Clauses = [T|Rest],
        N1 is N + 1,
        terms(In, N1, Rest)
    ).

too_large(Term) :-
    (   deeper(Term, 200)
    ->  true
    ;   term_size(Term, Cells),
        Cells > 10_000
    ).

deeper(Term, Most) :-
    compound(Term),
    (   Most =:= 0
    ->  true
    ;   Less is Most - 1,
        arg(_, Term, Part),
        deeper(Part, Less)
    ->  true
    ).

% --- Checking ----------------------------------------------------------------

unread(resource_error(_), _) :-
    throw(refused("a clause is too long or nested too deeply")).
unread(syntax_error(end_of_file), _) :-
    throw(refused("the last clause does not end with a full stop")).
unread(syntax_error(Why), Where) :-
    (   compound(Where), arg(2, Where, Line)
    ->  format(string(Text), "line ~d: this cannot be read: ~w", [Line, Why])
    ;   format(string(Text), "this cannot be read: ~w", [Why])
    ),
    throw(refused(Text)).

check([]) :-
    throw(refused("there is no clause")).
check([C|Cs]) :-
    defines(Defines),
    may(May),
    forall(member(X, [C|Cs]), check_clause(X, Defines, May, [C|Cs])).

check_clause(Clause, _, May, _) :-
    sub_term(Sub, Clause),
    \+ plain(Sub, May),
    !,
    (   is_dict(Sub)
    ->  Name = "a dict"
    ;   compound_name_arity(Sub, Name, _)
    ),
    format(string(Text), "~w may not be named in a clause", [Name]),
    throw(refused(Text)).
check_clause(Clause, Defines, May, All) :-
    (   Clause = (Head :- Body)
    ->  true
    ;   Head = Clause, Body = true
    ),
    (   nonvar(Head),
        callable(Head),
        kind(Head, Kind),
        defined(Kind, Defines)
    ->  true
    ;   format(string(Text), "each clause defines ~w, or a predicate my_...", [Defines]),
        throw(refused(Text))
    ),
    check_goal(Body, [Defines|May], All).

%   What is read as a term may be run when it is loaded: X = user{}.call(G) is a goal
%   with a dict, and '.' a function. So a term's name is a plain word, or a listed sign.

plain(Term, _) :-
    \+ compound(Term),
    !.
plain(Term, May) :-
    compound_name_arity(Term, Name, Arity),
    atom(Name),
    Arity > 0,
    (   memberchk(Name/Arity, ['[|]'/2, (:-)/2, (+)/2, (-)/2, (-)/1, (*)/2, (/)/2,
                               (//)/2, (**)/2, (^)/2])
    ->  true
    ;   atomic_list_concat([Name, /, Arity], Kind),
        memberchk(Kind, May)
    ->  true
    ;   atom_codes(Name, [First|Rest]),
        code_type(First, csymf),
        forall(member(Code, Rest), code_type(Code, csym))
    ).

defined(Kind, Defines) :-
    (   Kind == Defines
    ;   sub_atom(Kind, 0, _, _, my_)
    ),
    !.

kind(Term, Kind) :-
    functor(Term, Name, Arity),
    atomic_list_concat([Name, /, Arity], Kind).

check_goal(Goal, _, _) :-
    var(Goal),
    !,
    throw(refused("a variable is no goal")).
check_goal(Goal, May, All) :-
    (   callable(Goal),
        kind(Goal, Kind),
        (   memberchk(Kind, May)
        ;   sub_atom(Kind, 0, _, _, my_), own(Kind, All)
        )
    ->  forall(inner(Goal, Part), check_goal(Part, May, All))
    ;   format(string(Text), "~q may not be named in a body", [Goal]),
        throw(refused(Text))
    ).

own(Kind, All) :-
    member(Clause, All),
    (   Clause = (Head :- _)
    ->  true
    ;   Head = Clause
    ),
    kind(Head, Kind),
    !.

inner((A, B), G)          :- ( G = A ; G = B ).
inner((A ; B), G)         :- ( G = A ; G = B ).
inner((A -> B), G)        :- ( G = A ; G = B ).
inner(\+ A, A).
inner(forall(A, B), G)    :- ( G = A ; G = B ).

% --- Comparing ---------------------------------------------------------------

differs(Hands, S, Missing, Extra) :-
    extension(real, Hands, S, Real),
    extension(given, Hands, S, Given),
    ord_subtract(Real, Given, Less),
    ord_subtract(Given, Real, More),
    \+ ( Less == [], More == [] ),
    listed(Less, Missing),
    listed(More, Extra).

extension(Module, Hands, S, Found) :-
    ignore(Module:deal(Hands)),
    findall(Goal, ( instance(S, Goal), \+ \+ Module:Goal ), Raw),
    sort(Raw, Found).

listed(Atoms, Text) :-
    maplist(short, Atoms, Texts),
    atomic_list_concat(Texts, '\t', Text).

short(Atom, Text) :-
    Atom =.. Parts,
    append(Kept, [_], Parts),
    (   Kept = [Text]
    ->  true
    ;   Short =.. Kept,
        format(atom(Text), "~q", [Short])
    ).
