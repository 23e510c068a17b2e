// A worker for query boxes: Prolog and clingo on the axiom files, as texts.
import SWIPL from "../vendor/swipl-wasm/swipl-web.mjs";
import { init } from "../vendor/clingo-wasm/run.js";

const vendor = new URL("../vendor/", import.meta.url);
const MOST = 20;

const ASKED = `
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
asked(Text, Most, Lines) :-
    catch(solved(Text, Most, Lines), Error, complained(Error, Lines)).
solved(Text, Most, Lines) :-
    term_string(Goal, Text, [variable_names(Names)]),
    findall(Line, limit(Most, ( user:Goal, shown(Names, Line) )), Lines).
shown(Names, Line) :-
    (   Names == []
    ->  Line = "true"
    ;   findall(One, ( member(Name=Value, Names),
                       format(string(One), '~w = ~p', [Name, Value]) ), Ones),
        atomics_to_string(Ones, Line)
    ).
atomics_to_string(Ones, Line) :-
    atomic_list_concat(Ones, ', ', Atom),
    atom_string(Atom, Line).
complained(Error, [Line]) :-
    catch(( phrase(prolog:translate_message(Error), Said),
            with_output_to(string(Text), print_message_lines(current_output, '', Said)) ),
          _, format(string(Text), '~p', [Error])),
    split_string(Text, "", "\n ", [Trimmed]),
    string_concat("error: ", Trimmed, Line).
probed(Text, Answer) :-
    term_string(Goal, Text),
    catch(( user:Goal -> Answer = "true" ; Answer = "false" ), _, Answer = "error").
`;

async function prolog(texts, rules) {
  const said = [];
  const swi = await SWIPL({ arguments: ["-q"], locateFile: (name) => new URL(`swipl-wasm/${name}`, vendor).href,
    print: (line) => said.push(line), printErr: (line) => said.push(line) });
  swi.FS.mkdirTree("/axioms/drive");
  for (const [name, text] of Object.entries(texts)) swi.FS.writeFile(`/axioms/${name}`, text);
  swi.FS.writeFile("/asked.pl", ASKED);
  swi.prolog.query("load_files(['/asked.pl', F], [silent(true)])", { F: `/axioms/${rules}.pl` }).once();
  return { swi, said };
}

async function askProlog({ texts, rules, game, goal }) {
  const { swi, said } = await prolog(texts, rules);
  const put = (text) => {
    const found = swi.prolog.query("asked(T, M, Lines)", { T: text.trim().replace(/\.$/, ""), M: MOST }).once();
    return (found.Lines ?? [`error: ${found.message ?? "no answer"}`]).map(String);
  };
  if (game) {
    const told = put(`game(${game})`);
    if (told[0] !== "true") return [...said, ...told];
  }
  said.length = 0;
  const lines = put(goal);
  return [...said, ...lines];
}

// Probes: each is put to the axioms of its own game, dealt without a check.
async function probe({ texts, probes }) {
  const answers = [];
  const loaded = {};
  for (const { rules, facts, deal, goal } of probes) {
    loaded[rules] ??= (await prolog(texts, rules)).swi;
    const swi = loaded[rules];
    const set = `catch(set_game([${facts}]), _, true), retractall(dealt(_,_)), forall(member(F, [${deal}]), assertz(F))`;
    swi.prolog.query("term_string(G, T), call(user:G)", { T: set }).once();
    const found = swi.prolog.query("probed(T, Answer)", { T: goal }).once();
    answers.push(String(found.Answer ?? "error"));
  }
  return answers;
}

let clingo = null;

// clingo reads one text: files that are included stand in it once, in their place.
function joined(texts, name, seen = new Set()) {
  if (seen.has(name)) return "";
  seen.add(name);
  const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
  return texts[name].replace(/^#include "([^"]+)"\.$/gm, (_, other) => {
    const path = new URL(folder + other, "file:///").pathname.slice(1);
    return joined(texts, path, seen);
  });
}

async function askClingo({ texts, rules, program }) {
  clingo ??= await init({ singleThreaded: true,
    locateFile: (name) => new URL(`clingo-wasm/${name}`, vendor).href });
  const found = clingo(`${joined(texts, `${rules}.lp`)}\n${program}`, MOST, ["--warn=none"]);
  if (found.Result === "ERROR") return [found.Error.split("\n").slice(-8).join("\n")];
  const witnesses = (found.Call ?? []).flatMap((call) => call.Witnesses ?? []);
  return [`${found.Result.toLowerCase()}, ${found.Models.Number}${found.Models.More === "yes" ? "+" : ""}`,
    ...witnesses.map((witness, k) => `${k + 1}: ${witness.Value.join(" ")}`)];
}

onmessage = async ({ data: { id, name, args } }) => {
  try {
    const answer = await { prolog: askProlog, asp: askClingo, probe }[name](args);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error).slice(-500) });
  }
};
postMessage({ stage: "ready" });
