% Reads questions from the input and prints one line for each answer
%
%   game(File,Facts,Deal).  loads the file, sets the game, deals without a check
%   ask(Goal).              answers true, false or error
%   deals.                  answers with the deals that violate no axiom
%   views(Situation).       answers with what players have seen
%   worlds(Facts).          sets the worlds
%   holds(Phi).             answers with the worlds in which Phi is true
%
% A file is loaded into a module of its name, once.

:- dynamic current/1.

:- initialization(main, main).

main :-
    set_prolog_flag(verbose_load, silent),
    read(Term),
    (   Term == end_of_file
    ->  true
    ;   do(Term),
        main
    ).

user:message_hook(_, _, _).

do(game(M, Facts, Deal)) :-
    load_files(M:M, [silent(true), if(not_loaded)]),
    retractall(current(_)),
    assertz(current(M)),
    catch(M:set_game(Facts), _, true),
    deal(M, Deal).
do(ask(Goal)) :-
    current(M),
    catch(( M:Goal -> Answer = true ; Answer = false ), _, Answer = error),
    writeln(Answer).
do(deals) :-
    current(M),
    findall(dealt(K, X), ( M:holder(K), M:card(X) ), Pairs),
    findall(Deal, ( subsequence(Pairs, Deal), deal(M, Deal), allowed(M) ), Deals),
    print(Deals), nl.
do(views(S)) :-
    current(M),
    retractall(M:done(_, _, _)),
    assert_done(M, S, _),
    catch(findall(I-O, M:view(I, seen(_, O)), Seen), _, Seen = []),
    writeq(Seen), nl.
do(worlds(Facts)) :-
    current(M),
    M:forget_worlds,
    abolish(M:view/4),
    forall(member(Fact, Facts), assert_fact(M, Fact)),
    forall(( M:hand(W, K, Set), Set =.. [set|Xs], member(X, Xs) ),
           assertz(M:held(W, K, X))).
do(holds(Phi)) :-
    current(M),
    findall(W, ( M:world(W), catch(M:holds(Phi, W), _, fail) ), Ws0),
    sort(Ws0, Ws),
    print(Ws), nl.

assert_done(_, init0, 0).
assert_done(M, do(A, S), N) :-
    assert_done(M, S, N0),
    N is N0 + 1,
    assertz(M:done(N, A, S)).

% In Prolog an event has the players of a show.
assert_fact(M, Fact) :-
    (   Fact = event(E)
    ->  assertz(M:event(E, 2, 1))
    ;   assertz(M:Fact)
    ).

deal(M, Deal) :-
    retractall(M:dealt(_, _)),
    forall(member(Fact, Deal), assertz(M:Fact)).

allowed(M) :-
    \+ catch(M:violates(_), _, fail).

subsequence([], []).
subsequence([X|Xs], [X|Ys]) :-
    subsequence(Xs, Ys).
subsequence([_|Xs], Ys) :-
    subsequence(Xs, Ys).
