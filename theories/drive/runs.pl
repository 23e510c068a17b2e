% Not axioms: the runs of a package whose axioms are in Prolog (theory.pl), and what
% its agents see in each
%
% The axioms are read into a module of their own (reading.pl).  A start is a list of
% atoms; while its runs are listed they are facts there.  The situations are init0 and
% do(A,S).  Answers are numbers: terms/1 of the answer has what they stand for.
%
% Defines:  list_runs/5, list_conditions/5
% Uses:     theory.pl: start/1, poss/2, obs0/2, obs/4, over/1 and the fluents

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(modules)).
:- use_module(library(solution_sequences)).

:- dynamic numbered/3.

%!  list_runs(+Text, +Trust, +Declared, +Query, -Answer) is det.
%   Answer is runs(Terms, Runs), too_many, or fault(Line, Codes) with the line of
%   theory.pl, 0 if there is none.
%
%   Declared is declared(Constants, Sorts, Sets, Fluents, Agents); Query is
%   query(Steps, Wanted, Starts, Max, Next): for each step the actions that are
%   considered, the numbers of the situations whose fluents are wanted, all or the
%   starts whose runs are listed, each as the list of its rigid fluents, how many runs
%   are listed at most, and what is asked of the situation after the steps.  A run is
%   run(Start, Actions, Rigid, Fluents, Views, Found): Fluents has a number, or none,
%   for each situation; Views has for each agent what was seen at the start and of each
%   action; Found is what was asked: of offered(Actions) those that can be done, of
%   conditions(Actions) those parts of the clauses for poss that are true of one of
%   them, and of none nothing.
list_runs(Text, Trust, Declared, Query, Answer) :-
    retractall(numbered(_, _, _)),
    nb_setval(package_terms, 0),
    nb_setval(package_runs, 0),
    catch(in_temporary_module(
              M,
              read_theory(M, Text, Trust, Declared),
              runs_of(M, Declared, Query, Answer)),
          Stopped,
          stopped(Stopped, Answer)),
    !.

stopped(fault(Line, Text), fault(Line, Codes)) :-
    !,
    atom_codes(Text, Codes).
stopped(too_many, too_many) :- !.
stopped(interrupted, _) :-
    !,
    throw(interrupted).
stopped(Error, fault(0, Codes)) :-
    message_to_codes(Error, Codes).

message_to_codes(Error, Codes) :-
    (   catch(message_to_lines(Error, Text), _, fail)
    ->  true
    ;   format(atom(Text), '~p', [Error])
    ),
    atom_codes(Text, Codes).

message_to_lines(error(Formal, _), Text) :-
    format(atom(Text), '~p', [Formal]).

runs_of(M, declared(_, _, _, Fluents, Agents), query(Steps, Wanted, Only, Max, Next), Answer) :-
    findall(Atom, instance(M, Fluents, rigid, Atom), Rigid),
    findall(Atom, instance(M, Fluents, changing, Atom), Changing),
    (   Only == all -> Sorted = all ; maplist(sort, Only, Sorted) ),
    call_with_inference_limit(
        listed(all(M, Rigid, Changing, Agents, Wanted, Sorted, Max, Next), Fluents, Steps, Runs),
        2_000_000_000, Result),
    (   Result == inference_limit_exceeded
    ->  throw(fault(0, 'theory.pl takes too long: an axiom may call itself for ever'))
    ;   true
    ),
    findall(N-Term, numbered(_, Term, N), Pairs),
    keysort(Pairs, InOrder),
    findall(Term, member(_-Term, InOrder), Terms),
    Answer = runs(Terms, Runs).

listed(All, Fluents, Steps, Runs) :-
    All = all(M, _, _, _, _, Only, Max, _),
    (   Only == all -> Most is Max + 1 ; Most = inf ),
    findall(Start, limit(Most, a_start(M, Start)), Starts0),
    sort(Starts0, Starts),
    (   Only == all, length(Starts0, Most) -> throw(too_many) ; true ),
    maplist(require_start(M, Fluents), Starts),
    findall(Run, ( member(Start, Starts), run(All, Start, Steps, Run) ), Runs).

a_start(M, Start) :-
    M:start(Atoms),
    (   is_list(Atoms), ground(Atoms)
    ->  sort(Atoms, Start)
    ;   throw(fault(0, 'start(Atoms): Atoms is no list of atoms without variables'))
    ).

%   What a start lists are rigid fluents, or others in init0.
require_start(M, Fluents, Start) :-
    forall(member(Atom, Start), require_fluent(M, Fluents, Atom)).

require_fluent(_, Fluents, Atom) :-
    callable(Atom),
    functor(Atom, Name, Arity),
    (   memberchk(fluent(Name, Sorts, rigid), Fluents),
        length(Sorts, Arity)
    ;   memberchk(fluent(Name, Sorts, changing), Fluents),
        length(Sorts, N),
        Arity is N + 1,
        arg(Arity, Atom, init0)
    ),
    !.
require_fluent(_, _, Atom) :-
    format(atom(Text), 'start lists ~p, which is no rigid fluent, and none in init0',
           [Atom]),
    throw(fault(0, Text)).

run(All, Start, Steps, Run) :-
    All = all(M, _, _, _, _, _, _, _),
    number_of(Start, Origin),
    setup_call_cleanup(
        maplist(assert_in(M), Start, Facts),
        findall(R, run_from(All, Origin, Steps, R), Rs),
        maplist(erase, Facts)),
    member(Run, Rs).

assert_in(M, Atom, Fact) :-
    assertz(M:Atom, Fact).

run_from(All, Origin, Steps, run(Origin, Actions, Rigid, Fluents, Views, Found)) :-
    All = all(M, Instances, _, Agents, _, Only, Max, Next),
    abolish_all_tables,
    holding_always(M, Instances, Rigid),
    (   Only == all -> true ; numbered(_, Atoms, Rigid), memberchk(Atoms, Only) ),
    maplist(seen_at_start(M), Agents, Seen),
    fluents_of(All, 0, init0, First),
    steps(Steps, All, 1, init0, End, Actions, More, Rest),
    found(Next, M, End, Found),
    Fluents = [First|More],
    transposed([Seen|Rest], Agents, Views),
    next(package_runs, N),
    (   N >= Max -> throw(too_many) ; true ).

%   A run ends where none of the actions that are considered is possible.
steps([], _, _, S, ended(S), [], [], []).
steps([Considered|Rest], All, N, S, End, Actions, Fluents, Seen) :-
    All = all(M, _, _, Agents, _, _, _, _),
    include(can_be_done(M, S), Considered, Possible),
    (   Possible == []
    ->  End = stuck, Actions = [], Fluents = [], Seen = []
    ;   member(A, Possible),
        number_of(A, Number),
        Actions = [Number|Actions1],
        maplist(seen_of_action(M, A, S), Agents, Views),
        fluents_of(All, N, do(A, S), Here),
        Fluents = [Here|Fluents1],
        Seen = [Views|Seen1],
        N1 is N + 1,
        steps(Rest, All, N1, do(A, S), End, Actions1, Fluents1, Seen1)
    ).

%   found(Next, M, End, Number): what is asked of the situation after all steps.
found(none, _, _, none) :- !.
found(_, _, stuck, none) :- !.
found(offered(Actions), M, ended(S), Number) :-
    include(can_be_done(M, S), Actions, Possible),
    sort(Possible, Sorted),
    number_of(Sorted, Number).
found(conditions(Actions), M, ended(S), Number) :-
    findall(Part, ( member(A, Actions), true_part(M, A, S, Part) ), Parts),
    sort(Parts, Sorted),
    number_of(Sorted, Number).

%   The parts of the clauses for poss: part(N, K, joint) are the first K goals of the
%   N-th clause, part(N, K, alone) is its K-th goal, whose variables are in the head.
true_part(M, _, S, over) :-
    \+ \+ M:over(S).
true_part(M, A, S, part(N, K, How)) :-
    nth_poss(M, N, A, S, Body),
    conjuncts(Body, Goals),
    part_of(Goals, K, How, Part),
    \+ \+ call_all(Part, M).

nth_poss(M, N, A, S, Body) :-
    findall(Head-B, ( Head = poss(_, _), clause(M:Head, B) ), Clauses),
    nth1(N, Clauses, poss(A, S)-Body).

conjuncts(Goal, Goals) :-
    (   nonvar(Goal), Goal = (A, B)
    ->  conjuncts(A, As), conjuncts(B, Bs), append(As, Bs, Goals)
    ;   Goal == true
    ->  Goals = []
    ;   Goals = [Goal]
    ).

part_of(Goals, K, joint, Part) :-
    append(Part, _, Goals),
    length(Part, K).
part_of(Goals, K, alone, [Goal]) :-
    nth1(K, Goals, Goal),
    term_variables(Goal, Free),
    nth1(K, Goals, _, Others),
    \+ ( member(X, Free), term_variables(Others, Ys), member(Y, Ys), X == Y ).

call_all([], _).
call_all([Goal|Goals], M) :-
    M:Goal,
    call_all(Goals, M).

%!  list_conditions(+Text, +Trust, +Declared, +Query, -Answer) is det.
%   Answer is conditions(Texts): the goals of the clauses for poss that fit an action,
%   condition(N, K, How, Codes), with the action's arguments and a number for the
%   situation; How is alone where its variables are in the head or in no other goal.
list_conditions(Text, Trust, Declared, query(Action, Number), Answer) :-
    catch(in_temporary_module(
              M,
              read_theory(M, Text, Trust, Declared),
              conditions_of(M, Action, Number, Answer)),
          Stopped,
          stopped(Stopped, Answer)),
    !.

conditions_of(M, Action, Number, conditions(Conditions)) :-
    findall(Each, condition(M, Action, Number, Each), Conditions).

condition(M, Action, Number, condition(N, K, How, Codes)) :-
    copy_term(Action, A),
    term_variables(A, Unknown),
    maplist(=('$VAR'('_')), Unknown),
    nth_poss(M, N, A, Number, Body),
    conjuncts(Body, Goals),
    nth1(K, Goals, Goal),
    (   part_of(Goals, K, alone, _) -> How = alone ; How = joint ),
    numbervars(Goal, 0, _),
    format(atom(Text), '~W', [Goal, [numbervars(true), quoted(true)]]),
    atom_codes(Text, Codes).

can_be_done(M, S, A) :-
    \+ M:over(S),
    \+ \+ M:poss(A, S).

fluents_of(all(M, _, Changing, _, Wanted, _, _, _), N, S, Number) :-
    (   memberchk(N, Wanted)
    ->  holding(M, S, Changing, Number)
    ;   Number = none
    ).

%   The instances of fluents that hold: each is asked for by itself, so that an axiom
%   with a negation is never asked of a variable.
holding_always(M, Instances, Number) :-
    findall(Atom, ( member(Atom, Instances), \+ \+ M:Atom ), Atoms),
    sort(Atoms, Sorted),
    number_of(Sorted, Number).

holding(M, S, Instances, Number) :-
    findall(Atom, ( member(Atom, Instances), \+ \+ call(M:Atom, S) ), Atoms),
    sort(Atoms, Sorted),
    number_of(Sorted, Number).

instance(M, Fluents, How, Atom) :-
    member(fluent(Name, Sorts, How), Fluents),
    maplist(value_of(M), Sorts, Values),
    Atom =.. [Name|Values].

value_of(M, Sort, Value) :-
    Goal =.. [Sort, Value],
    M:Goal.

seen_at_start(M, I, Number) :-
    findall(O, M:obs0(I, O), Os),
    seen(I, Os, Number).

seen_of_action(M, A, S, I, Number) :-
    findall(O, M:obs(I, A, O, S), Os),
    seen(I, Os, Number).

seen(I, Os, Number) :-
    sort(Os, Sorted),
    (   numbered_as(Sorted, Known)
    ->  Number = Known
    ;   member(O, Sorted), \+ plain(O)
    ->  format(atom(Text), '~p sees ~p, which is no term of small names and numbers',
               [I, O]),
        throw(fault(0, Text))
    ;   number_of(Sorted, Number)
    ).

plain(Term) :-
    (   integer(Term)
    ->  true
    ;   atom(Term)
    ->  plain_name(Term)
    ;   compound(Term),
        compound_name_arguments(Term, Name, Arguments),
        plain_name(Name),
        maplist(plain, Arguments)
    ).

plain_name(Name) :-
    atom_codes(Name, [First|Rest]),
    code_type(First, csymf),
    First >= 0'a, First =< 0'z,
    forall(member(Code, Rest), code_type(Code, csym)).

transposed(_, [], []).
transposed(Rows, [_|Agents], [First|Columns]) :-
    maplist(first_rest, Rows, First, Rest),
    transposed(Rest, Agents, Columns).

first_rest([X|Xs], X, Xs).

number_of(Term, Number) :-
    (   numbered_as(Term, Known)
    ->  Number = Known
    ;   next(package_terms, Number),
        term_hash(Term, Hash),
        assertz(numbered(Hash, Term, Number))
    ).

numbered_as(Term, Number) :-
    term_hash(Term, Hash),
    numbered(Hash, Known, Number),
    Known == Term,
    !.

next(Counter, N) :-
    nb_getval(Counter, N),
    N1 is N + 1,
    nb_setval(Counter, N1).
