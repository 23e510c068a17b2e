% The door between Python and SWI-Prolog: goals come in as text, answers leave as
% text, and a goal that runs can be stopped.
%
% A goal runs in a thread of its own, so that the caller can wait for it in short
% steps and stay interruptible.

:- module(mystpy_bridge, [load_rules/3, at_once/3, start/2, poll/1, cancel/1]).

:- use_module(library(lists)).

:- dynamic worker/1, answers/1, complaint/1, is_at_work/0.

%!  load_rules(+Module, +File, -Answer) is det.
%   Loads an axiom file into a module of its own.  Answer is ok, or the first
%   warning or error.
load_rules(Module, File, Answer) :-
    retractall(complaint(_)),
    catch(load_files(Module:File, [silent(true)]), Error, note(Error)),
    (   complaint(Text)
    ->  Answer = Text
    ;   Answer = ok
    ).

note(Error) :-
    message_to_codes(Error, Text),
    assertz(complaint(Text)).

message_to_codes(Term, Text) :-
    format(atom(Text), '~p', [Term]).

:- multifile user:message_hook/3.

user:message_hook(Term, Kind, _) :-
    memberchk(Kind, [error, warning]),
    (   source_location(File, Line)
    ->  format(atom(Text), '~w:~w: ~p', [File, Line, Term])
    ;   format(atom(Text), '~p', [Term])
    ),
    assertz(mystpy_bridge:complaint(Text)).

%!  start(+Module, +Text) is det.
%   Starts the goal Goal of the text "Goal-Result" in the module.
start(Module, Text) :-
    the_worker(Worker),
    thread_send_message(Worker, goal(Module, Text)).

the_worker(Worker) :-
    worker(Worker),
    catch(thread_property(Worker, status(running)), _, fail),
    !.
the_worker(Worker) :-
    retractall(worker(_)),
    (   answers(_)
    ->  true
    ;   message_queue_create(Queue),
        assertz(answers(Queue))
    ),
    thread_create(begin_to_serve, Worker, []),
    assertz(worker(Worker)).

%   Python defines take_file_names where the locale has other file names than Python.
begin_to_serve :-
    (   current_predicate(take_file_names/0)
    ->  take_file_names
    ;   true
    ),
    serve.

serve :-
    thread_get_message(goal(Module, Text)),
    catch(at_work(Module, Text, Answer), interrupted, Answer = 'error interrupted'),
    retractall(is_at_work),
    answers(Queue),
    thread_send_message(Queue, answer(Answer)),
    serve.

at_work(Module, Text, Answer) :-
    assertz(is_at_work),
    at_once(Module, Text, Answer),
    retractall(is_at_work).

%   Runs in the thread that serves.  A signal that comes too late finds it not at work:
%   an exception outside of the catch would end the thread, and the next goal with it.
interrupt :-
    (   is_at_work
    ->  throw(interrupted)
    ;   true
    ).

%!  at_once(+Module, +Text, -Answer) is det.
%   Runs the goal of the text "Goal-Result" here, where there are no threads.
at_once(Module, Text, Answer) :-
    catch(run(Module, Text, Answer), Error, failed(Error, Answer)).

run(Module, Text, Answer) :-
    term_to_atom(Goal-Result, Text),
    (   call(Module:Goal)
    ->  with_output_to(atom(Shown),
                       write_term(Result, [quoted(true), ignore_ops(true)])),
        atom_concat('yes ', Shown, Answer)
    ;   Answer = no
    ).

failed(Error, Answer) :-
    format(atom(Answer), 'error ~p', [Error]).

%!  poll(-Answer) is det.
%   Answer is the answer to the goal started last, or wait if it still runs.
poll(Answer) :-
    answers(Queue),
    (   thread_get_message(Queue, answer(Text), [timeout(0.05)])
    ->  Answer = Text
    ;   worker(Worker),
        thread_property(Worker, status(running))
    ->  Answer = wait
    ;   Answer = 'error the thread in which goals are proved has ended'
    ).

%!  cancel(-Done) is det.
%   Stops the goal that runs; one that has not begun to run has to be stopped again.
cancel(ok) :-
    forall(worker(Worker),
           catch(thread_signal(Worker, mystpy_bridge:interrupt), _, true)).
