% axioms: myst.pl
:- use_module(library(plunit)).

% MYST(1,2,3,2): s7 is the pile, player 1 holds s1 and s2, and so on.
dealt :-
    game(myst(1, 2, 3, 2)),
    deal([set(s7), set(s1, s2), set(s3, s4), set(s5, s6)]).

refused(Goal, Text) :-
    catch(( call(Goal), fail ), refused(String), true),
    atom_string(Text, String).

:- begin_tests(games).

test('a game of MYST is set', [true(I == 3)]) :-
    game(myst(1, 2, 3, 2)),
    aggregate_all(max(J), player(J), I).
test('(2.1) a pile of no cards is none', [true(Text == 'myst(0,2,3,2) is no game: (2.1) asks for m >= 1, n >= 1, p >= 2, q >= 1')]) :-
    refused(game(myst(0, 2, 3, 2)), Text).
test('(2.1) one player is none', [throws(refused(_))]) :-
    game(myst(1, 2, 1, 2)).
test('questions have no more cards than there are', [true(Text == 'myst(1,2,3,8) is no game: a question has 8 cards, and there are 7')]) :-
    refused(game(myst(1, 2, 3, 8)), Text).
test('but as many', [true]) :-
    game(myst(1, 2, 3, 7)).
test('a constant is a number', [true(Text == 'myst(a,2,3,2) is no game: constant(m,a) is no fact of one')]) :-
    refused(game(myst(a, 2, 3, 2)), Text).
test('Clue is played with other rules', [true(Text == 'there is no game clue(3) here; there are myst(M,N,P,Q), lists of facts')]) :-
    refused(game(clue(3)), Text).
test('the facts do as well', [true]) :-
    game([constant(m, 1), constant(n, 2), constant(p, 3), constant(q, 2)]).
test('all of them', [true(Text == '[constant(m,1),constant(n,2),constant(p,3)] is no game: q has to be given, and once')]) :-
    refused(game([constant(m, 1), constant(n, 2), constant(p, 3)]), Text).
test('and no others', [throws(refused(_))]) :-
    game([constant(m, 1), constant(n, 2), constant(p, 3), constnt(q, 2)]).
test('after a game that is none there is none', [true(Text == 'no game is set; game/1 sets one')]) :-
    catch(game(myst(0, 2, 3, 2)), refused(_), true),
    refused(legal(init0), Text).
test('what was dealt in one game is not in the next', [fail]) :-
    dealt,
    game(myst(1, 2, 3, 2)),
    dealt(_, _).

:- end_tests(games).

:- begin_tests(hands, [setup(game(myst(1, 2, 3, 2)))]).

test('a hand is given as a list or a set', [all(X == [s1, s2])]) :-
    give(1, [s3, s4]),
    give(1, set(s1, s2)),
    dealt(1, X).
test('to a player who is there', [true(Text == 'there is no holder 5; 0 is the pile, the players are 1 to 3')]) :-
    refused(give(5, [s1, s2]), Text).
test('of cards that are there', [true(Text == '[s1,s9]: there is no card s9; the cards are s1, s2, s3, s4, s5, s6, s7')]) :-
    refused(give(1, [s1, s9]), Text).
test('each of them once', [true(Text == '[s1,s1]: s1 is named twice')]) :-
    refused(give(1, [s1, s1]), Text).
test('and as many as a hand has', [true(Text == '[s1]: that makes 1, and it has to be 2')]) :-
    refused(give(1, [s1]), Text).
test('nothing else is a set of cards', [throws(refused(_))]) :-
    give(1, s1).
test('a deal has as many sets as there are holders', [true(Text == 'a deal has 4 sets here, the pile first')]) :-
    refused(deal([set(s7), set(s1, s2)]), Text).
test('of cards that are there, too', [throws(refused(_))]) :-
    deal([set(s9), set(s1, s2), set(s3, s4), set(s5, s6)]).
test('what violates an axiom is no deal, and that is an answer', [all(L == ['2.10', '2.9'])]) :-
    \+ deal([set(s1), set(s1, s2), set(s3, s4), set(s5, s6)]),
    setof(Label, violates(Label), Ls),
    member(L, Ls).

:- end_tests(hands).

:- begin_tests(situations_by_hand, [setup(dealt)]).

test('a question of two cards is legal', [true]) :-
    legal(do(asks(1, set(s5, s7)), init0)).
test('one that names a card twice is refused', [true(Text == 'set(s1,s1): s1 is named twice')]) :-
    refused(legal(do(asks(1, set(s1, s1)), init0)), Text).
test('by the axiom it is not possible', [fail]) :-
    poss(asks(1, set(s1, s1)), init0).
test('another is', [nondet]) :-
    poss(asks(1, set(s1, s2)), init0).
test('a question of one card is refused', [true(Text == 'set(s1): that makes 1, and it has to be 2')]) :-
    refused(verdict(do(asks(1, set(s1)), init0), _, _), Text).
test('as is one of a card that is not there', [throws(refused(_))]) :-
    verdict(do(asks(1, set(s1, s9)), init0), _, _).
test('one of somebody who is not there', [true(Text == 'there is no player 4; the players are 1 to 3')]) :-
    refused(verdict(do(asks(4, set(s1, s2)), init0), _, _), Text).
test('who is there and may not ask gets an answer', [true(Verdict == illegal)]) :-
    verdict(do(asks(2, set(s1, s2)), init0), Verdict, _).
test('an action that there is not is refused', [true(Text == 'there is no action aks(1,set(s1,s2)); there are asks/2, no/1, yes/1, shows/3, guess/2, noguess/1, endturn/1')]) :-
    refused(legal(do(aks(1, set(s1, s2)), init0)), Text).
test('a show of a card not seen is one', [true(Verdict == illegal)]) :-
    verdict(do(shows(2, 1, unseen), init0), Verdict, _).
test('a situation begins with init0', [throws(refused(_))]) :-
    legal(do(no(2), start)).
test('and is given in full', [throws(refused(_))]) :-
    legal(do(no(_), init0)).
test('possible actions are found', [all(A == [no(2)])]) :-
    possible(A, do(asks(1, set(s5, s7)), init0)).
test('one that there is not is not looked for', [throws(refused(_))]) :-
    possible(asks(1, set(s1, s1)), init0).
test('nor one of no kind', [throws(refused(_))]) :-
    possible(aks(_, _), init0).
test('one of a kind is', [all(X == [s5])]) :-
    possible(shows(3, _, X), do([asks(1, set(s5, s7)), no(2), yes(3)], init0)).
test('the fluents after a history', [true(memberchk(ans_turn(3), Fs))]) :-
    fluents(do([asks(1, set(s5, s7)), no(2)], init0), Fs).
test('and of none', [throws(refused(_))]) :-
    fluents(do([asks(1, set(s5, s5)), no(2)], init0), _).
test('some hands are no deal', [true(Text == 'a whole deal is needed, and these hands violate (2.10)'), cleanup(dealt)]) :-
    game(myst(1, 2, 3, 2)),
    give(1, [s1, s2]),
    refused(legal(init0), Text).

:- end_tests(situations_by_hand).

:- begin_tests(formulas_by_hand, [setup(dealt)]).

test('what a player does not know is not known', [true]) :-
    know(init0, neg(k(1, h(0, s7)))).
test('a formula that there is not is refused', [true(sub_atom(Text, 0, _, _, 'there is no formula foo; there are in/1, '))]) :-
    refused(know(init0, neg(foo)), Text).
test('wherever it stands', [forall(member(Phi, [k(1, foo), and(truth, foo), or(foo, truth), imp(foo, foo), iff(truth, h(0)), e(set(1), foo), c(set(1), foo), kk(1, truth)])), throws(refused(_))]) :-
    know(init0, Phi).
test('each of these is one', [forall(member(Phi, [k(1, truth), and(truth, neg(game_over)), or(game_over, truth), imp(ansphase, in(1)), iff(truth, askphase), e(set(1, 2), turn(1)), c(set(2, 1), truth), neg(question(set(s1, s2))), neg(ans_turn(2)), disjoint(set(s1), 0), within(set(s7), 0)]))]) :-
    know(init0, Phi).
test('holders and cards are those of the game', [true(Text == 'there is no holder 4; 0 is the pile, the players are 1 to 3')]) :-
    refused(know(init0, h(4, s1)), Text).
test('so are cards', [throws(refused(_))]) :-
    know(init0, neg(h(1, s8))).
test('what is no set is none of cards', [true(Text == 'set is no set of cards')]) :-
    refused(know(init0, disjoint(set, 0)), Text).
test('and groups', [true(Text == 'set(1,4) is no group of players, such as set(1,2)')]) :-
    refused(know(init0, c(set(1, 4), truth)), Text).
test('a question has q cards', [true(Text == 'set(s1): that makes 1, and it has to be 2')]) :-
    refused(know(init0, neg(question(set(s1)))), Text).
test('nothing is known where no deal fits', [true(Text == 'no deal fits the history and the hands; verdict/3 says why')]) :-
    refused(know(do(no(2), init0), truth), Text).
test('the hands are dealt as before', [true(Before == After)]) :-
    findall(K-X, dealt(K, X), Before),
    catch(know(do(no(2), init0), truth), refused(_), true),
    findall(K-X, dealt(K, X), After).
test('a grid is that of a player', [throws(refused(_))]) :-
    show_grid(4, init0).
test('who is there', [true(sub_string(Shown, 0, _, _, "player 1 holds 30 deals possible"))]) :-
    with_output_to(string(Shown), show_grid(1, init0)).
test('and whose hand is dealt', [true(Text == 'the hand of player 1 is not dealt; give/2 deals it'), cleanup(dealt)]) :-
    game(myst(1, 2, 3, 2)),
    refused(show_grid(1, init0), Text).

:- end_tests(formulas_by_hand).
