% Not axioms: the axioms of a package are read into a module, and what they may not do
% is refused
%
% A clause may call what theory.pl defines, what theory.toml declares, and built-in
% predicates without side effects.  No goal is a variable, so that a look at the text
% suffices.  Nothing of that is asked where the package is trusted.
%
% Defines:  read_theory/4
% Throws:   fault(Line, Text)

:- use_module(library(lists)).
:- use_module(library(apply)).

%!  read_theory(+M, +Text, +Trust, +Declared) is det.
%   Reads the axioms into the module M, with the constants, sorts and fluents.
read_theory(M, Text, Trust, Declared) :-
    declare(M, Declared),
    setup_call_cleanup(open_string(Text, In), clauses(In, M, Clauses), close(In)),
    provided(Declared, Provided),
    findall(P, ( member(_-Clause, Clauses), defines(Clause, P) ), Ps),
    sort(Ps, Defined),
    maplist(require_head(Provided), Clauses),
    (   Trust == true
    ->  true
    ;   append(Defined, Provided, Known),
        maplist(require_pure(Known), Clauses)
    ),
    forall(( member(P, [poss/2, start/1, obs0/2, obs/4]), \+ memberchk(P, Defined) ),
           no_rule(P)),
    maplist(add(M, Trust), Clauses).

no_rule(Name/Arity) :-
    fault(0, 'theory.pl has no rule for ~w/~w', [Name, Arity]).

fault(Line, Format, Arguments) :-
    format(atom(Text), Format, Arguments),
    throw(fault(Line, Text)).

%   --- What theory.toml declares ---------------------------------------------------

%   Predicates of libraries are found when they are called, so that a name that
%   theory.toml declares is what it says there.
declare(M, declared(Constants, Sorts, Sets, Fluents, _)) :-
    context_module(Here),
    own(M, constant/2),
    forall(member(constant(Name, Value), Constants),
           assertz(M:constant(Name, Value))),
    forall(member(sort(Name, _), Sorts), own(M, Name/1)),
    forall(( member(sort(Name, Values), Sorts), member(Value, Values) ),
           ( Fact =.. [Name, Value], assertz(M:Fact) )),
    own(M, position/3),
    forall(( member(sort(Name, Values), Sorts), nth1(N, Values, Value) ),
           assertz(M:position(Name, Value, N))),
    forall(member(sets(Name, Elements, Sizes), Sets),
           ( own(M, Name/1),
             Head =.. [Name, Set],
             assertz((M:Head :- Here:set_of(Elements, Sizes, Set))) )),
    assertz((M:element(X, S) :- Here:element_of(X, S))),
    own(M, over/1),
    forall(( member(fluent(Name, Arguments, How), Fluents),
             arity(How, Arguments, Arity) ),
           own(M, Name/Arity)).

own(M, Name/Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(system:Head, built_in)
    ->  redefine_system_predicate(M:Head)
    ;   true
    ),
    dynamic(M:Name/Arity).

arity(How, Arguments, Arity) :-
    length(Arguments, N),
    (   How == rigid -> Arity = N ; Arity is N + 1 ).

set_of(Elements, Sizes, Set) :-
    nonvar(Set),
    !,
    elements(Set, Xs),
    length(Xs, N),
    memberchk(N, Sizes),
    once(chosen(Elements, N, Xs)).
set_of(Elements, Sizes, Set) :-
    member(N, Sizes),
    chosen(Elements, N, Xs),
    (   N =:= 0 -> Set = set ; compound_name_arguments(Set, set, Xs) ).

element_of(X, Set) :-
    elements(Set, Xs),
    member(X, Xs).

elements(Set, Xs) :-
    (   Set == set
    ->  Xs = []
    ;   compound(Set),
        compound_name_arguments(Set, set, Xs)
    ).

chosen(_, 0, []) :- !.
chosen([X|Xs], N, [X|Ys]) :-
    N1 is N - 1,
    chosen(Xs, N1, Ys).
chosen([_|Xs], N, Ys) :-
    chosen(Xs, N, Ys).

provided(declared(_, Sorts, Sets, Fluents, _), Provided) :-
    findall(P,
            (   member(P, [constant/2-no, element/2-no, position/3-no, over/1-yes])
            ;   ( member(sort(Name, _), Sorts) ; member(sets(Name, _, _), Sets) ),
                P = Name/1-no
            ;   member(fluent(Name, Arguments, How), Fluents),
                arity(How, Arguments, Arity),
                P = Name/Arity-yes
            ),
            Marked),
    findall(P, ( member(Q-Own, Marked), (Own == yes -> P = Q ; P = given(Q)) ), Ps0),
    findall(P, member(given(P), Ps0), Given),
    append(Ps0, Given, Provided).

%   --- The clauses of a text ---------------------------------------------------------

clauses(In, M, Clauses) :-
    catch(read_term(In, Term, [term_position(Position), module(M)]), Error, true),
    (   nonvar(Error)
    ->  unreadable(Error)
    ;   Term == end_of_file
    ->  Clauses = []
    ;   stream_position_data(line_count, Position, Line),
        Clauses = [Line-Term|Rest],
        clauses(In, M, Rest)
    ).

unreadable(error(syntax_error(What), Context)) :-
    !,
    (   Context = stream(_, Line, _, _) -> true ; Line = 0 ),
    fault(Line, 'Prolog cannot read this: ~w', [What]).
unreadable(Error) :-
    throw(Error).

defines((:- _), _) :- !, fail.
defines((Head :- _), P) :- !, defines(Head, P).
defines(Head, Name/Arity) :-
    callable(Head),
    functor(Head, Name, Arity).

require_head(_, _-(:- _)) :- !.
require_head(Provided, Line-(Head :- _)) :-
    !,
    require_head(Provided, Line-Head).
require_head(_, Line-Head) :-
    \+ callable(Head),
    !,
    fault(Line, '~p is no clause', [Head]).
require_head(Provided, Line-Head) :-
    functor(Head, Name, Arity),
    (   memberchk(given(Name/Arity), Provided)
    ->  fault(Line, '~w/~w comes from theory.toml', [Name, Arity])
    ;   memberchk(Name/Arity, [(:)/2, (-->)/2])
    ->  fault(Line, 'axioms have clauses Head :- Body, none with ~w', [Name])
    ;   built_in(Name/Arity)
    ->  fault(Line, '~w/~w is built in', [Name, Arity])
    ;   true
    ).

built_in(P) :- pure(P).
built_in(P) :- passes(P, _, _).
built_in(P) :- control(P).

add(M, Trust, Line-(:- Directive)) :-
    !,
    (   Directive = table(Names)
    ->  M:table(Names)
    ;   harmless(Directive)
    ->  true
    ;   Trust == true,
        catch(M:Directive, _, fail)
    ->  true
    ;   fault(Line, 'the directive ~p fails', [Directive])
    ).
add(M, _, Line-Clause) :-
    catch(assertz(M:Clause), error(Formal, _),
          fault(Line, '~p', [Formal])).

%   --- What may be called --------------------------------------------------------------

harmless(use_module(library(Name))) :-
    memberchk(Name, [lists, apply, aggregate, yall, ordsets, pairs]).
harmless(discontiguous(_)).

require_pure(_, Line-(:- Directive)) :-
    !,
    (   ( harmless(Directive) ; Directive = table(Names), tabled(Names) )
    ->  true
    ;   fault(Line, 'the directive ~p is not one that axioms may have', [Directive])
    ).
require_pure(Known, Line-(_ :- Body)) :-
    !,
    pure_goal(Body, 0, Known, Line).
require_pure(_, _).

tabled((A, B)) :- !, tabled(A), tabled(B).
tabled(Name/Arity) :- atom(Name), integer(Arity).

%   pure_goal(G, Extra, Known, Line): G, with Extra further arguments, may be called.
pure_goal(G, _, _, Line) :-
    \+ callable(G),
    !,
    (   var(G)
    ->  fault(Line, 'a variable is called', [])
    ;   fault(Line, '~p is called, which is no goal', [G])
    ).
pure_goal(Parameters >> Body, Extra, Known, Line) :-
    !,
    (   parameters(Parameters, Extra)
    ->  pure_goal(Body, 0, Known, Line)
    ;   fault(Line, '~p >> ... has to have ~w parameters', [Parameters, Extra])
    ).
pure_goal(_ ^ G, 0, Known, Line) :-
    !,
    pure_goal(G, 0, Known, Line).
pure_goal(G, Extra, Known, Line) :-
    functor(G, Name, N),
    Arity is N + Extra,
    (   memberchk(Name/Arity, Known)
    ->  true
    ;   Extra =:= 0, control(Name/Arity)
    ->  forall(arg(_, G, Part), pure_goal(Part, 0, Known, Line))
    ;   Extra =:= 0, passes(Name/Arity, _, _)
    ->  forall(passes(Name/Arity, Place, More),
               ( arg(Place, G, Part), pure_goal(Part, More, Known, Line) ))
    ;   pure(Name/Arity)
    ->  true
    ;   fault(Line, '~w/~w is neither defined here nor a built-in that axioms may call',
              [Name, Arity])
    ).

%   A lambda has as many parameters as it gets: more would be arguments of its body.
parameters(Parameters, N) :-
    nonvar(Parameters),
    (   Parameters = _/List -> true ; List = Parameters ),
    is_list(List),
    length(List, N).

control((',')/2).
control((;)/2).
control((->)/2).
control((*->)/2).
control((\+)/1).

%   passes(P, Place, Extra): P calls its argument with so many further ones.
passes(call/N, 1, Extra) :- between(1, 8, N), Extra is N - 1.
passes(once/1, 1, 0).
passes(ignore/1, 1, 0).
passes(forall/2, 1, 0).
passes(forall/2, 2, 0).
passes(findall/3, 2, 0).
passes(setof/3, 2, 0).
passes(bagof/3, 2, 0).
passes(aggregate_all/3, 2, 0).
passes(maplist/N, 1, Extra) :- between(2, 7, N), Extra is N - 1.
passes(foldl/N, 1, Extra) :- between(4, 7, N), Extra is N - 1.
passes(include/3, 1, 1).
passes(exclude/3, 1, 1).
passes(partition/4, 1, 1).

pure(P) :-
    memberchk(P, [true/0, fail/0, false/0, (=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2,
                  (@>)/2, (@=<)/2, (@>=)/2, compare/3, dif/2, (is)/2, (=:=)/2,
                  (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2, var/1, nonvar/1, ground/1,
                  integer/1, number/1, atom/1, atomic/1, compound/1, callable/1,
                  is_list/1, between/3, succ/2, plus/3, functor/3, arg/3, (=..)/2,
                  compound_name_arguments/3, compound_name_arity/3, copy_term/2,
                  length/2, member/2, memberchk/2, append/2, append/3, select/3,
                  select/4, selectchk/3, subtract/3, intersection/3, union/3, delete/3,
                  nth0/3, nth1/3, last/2, reverse/2, permutation/2,
                  sum_list/2, sumlist/2, max_list/2, min_list/2, max_member/2,
                  min_member/2, numlist/3, msort/2, sort/2, sort/4, list_to_set/2,
                  subset/2, list_to_ord_set/2, ord_subtract/3, ord_union/3,
                  ord_intersection/3, ord_subset/2, ord_memberchk/2, pairs_keys/2,
                  pairs_values/2, pairs_keys_values/3, atom_number/2, atom_concat/3]).
