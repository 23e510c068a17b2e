// Query boxes on the axioms, and what of a formula's probes fails without it.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine, workerOf } from "./engine.js";
import { t } from "./texts.js";

/** A worker with both engines, ended when it is stopped. */
class Logic {
  constructor() { this.worker = null; this.reject = null; }

  ask(name, args) {
    this.stop();
    this.worker = workerOf("./logic.js");
    return new Promise((resolve, reject) => {
      this.reject = reject;
      this.worker.onmessage = ({ data }) => {
        if (data.stage) this.worker.postMessage({ id: 1, name, args });
        else if (data.error !== undefined) reject(data);
        else resolve(data.answer);
      };
      this.worker.onerror = (event) => { event.preventDefault(); reject({ error: event.message }); };
    }).finally(() => this.stop());
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.reject?.({ error: t("theorems.stopped") });
    this.reject = null;
  }
}

const GAMES = { myst: "myst(1,2,3,2)", clue: "clue(3)", board: "clue(3)", speed: "clue(3)", generalized: "myst(1,2,3,7)" };
const GOAL = "give(1,[s1,s2]), know(do([asks(1,set(s5,s7)),no(2)],init0), k(1,neg(h(2,s5))))";
const PROGRAM = "step(0,asks(1,set(s5,s7))). history(do(no(2),do(asks(1,set(s5,s7)),init0))).\n#show. #show poss(A,S) : poss(A,S).";

export function runPanel(rows) {
  const logic = new Logic();
  const game = h("input", { id: "run-game", value: GAMES.myst, spellcheck: "false", autocomplete: "off" });
  const rules = select({ id: "run-rules", onchange: (event) => { game.value = GAMES[event.target.value]; } },
    Object.keys(GAMES).map((name) => [name, name]), "myst");
  const gone = select({ id: "run-without" }, [["", t("theory.nothing")],
    ...rows.filter((row) => row.prolog).map((row) => [row.label, `(${row.label}) ${row.name}`])], "");
  const result = h("pre", { id: "run-result", role: "status", tabindex: "0" });
  const trouble = h("div", {});
  const box = (id, value) => h("textarea", { id, rows: 3, spellcheck: "false" }, value);
  const goal = box("run-goal", GOAL);
  const program = box("run-program", PROGRAM);
  async function put(language) {
    fill(trouble);
    fill(result, t("wait"));
    try {
      const texts = await engine().ask("axiom_texts", [language, gone.value || null]);
      const lines = await logic.ask(language, language === "prolog"
        ? { texts, rules: rules.value, game: game.value, goal: goal.value }
        : { texts, rules: rules.value, program: `game(${game.value}).\n${program.value}` });
      fill(result, lines.length ? lines.join("\n") : t("theory.noSolution"));
    } catch (error) {
      fill(result);
      fill(trouble, errorBox(error, t));
    }
  }
  return h("details", { class: "box", id: "run" }, h("summary", {}, h("strong", {}, t("theory.run"))),
    h("div", { class: "row" }, field(t("theory.rules"), rules), field(t("theory.game"), game), field(t("theory.without"), gone)),
    h("div", { class: "two" },
      h("div", {}, field(t("theory.goal"), goal), h("button", { id: "run-prolog", onclick: () => put("prolog") }, t("theory.runProlog"))),
      h("div", {}, field(t("theory.program"), program), h("button", { id: "run-asp", onclick: () => put("asp") }, t("theory.runAsp")))),
    h("p", {}, h("button", { class: "small", onclick: () => logic.stop() }, t("theory.stop"))), trouble, result);
}

/** What formulas say of small games, as goals that are put to the axioms with and without clauses. */
export function probePanel(row, rows, probes) {
  const logic = new Logic();
  const place = h("div", { "aria-live": "polite" });
  const all = Object.entries(probes).flatMap(([label, goals]) => goals.map((goal) => ({ ...goal, label })));
  const stop = h("button", { class: "small", disabled: true, onclick: () => logic.stop() }, t("theory.stop"));

  async function put(clause) {
    stop.disabled = false;
    fill(place, h("p", {}, t("theory.probing", { n: all.length })));
    try {
      const answers = [];
      for (const [gone, number] of [[null, null], [row.label, clause]]) {
        const texts = await engine().ask("axiom_texts", ["prolog", gone, number]);
        answers.push(await logic.ask("probe", { texts, probes: all }));
      }
      const [whole, less] = answers;
      const changed = all.map((probe, k) => [probe, whole[k], less[k]]).filter(([, before, after]) => before !== after);
      fill(place, changed.length ? tableOf(changed, rows) : h("p", {}, t("theory.probeNone", { n: all.length })));
    } catch (error) {
      fill(place, errorBox(error, t));
    }
    stop.disabled = true;
  }

  const take = (words, clause) => h("button", { class: "small", onclick: () => put(clause) }, words);
  const single = Array.from({ length: row.clauses }, (_, k) => take(t("theory.clause", { k: k + 1 }), k));
  return h("div", {}, h("p", { class: "row" }, h("span", {}, t("theory.take")), take(t("theory.whole"), null),
    row.clauses > 1 ? single : null, stop), place);
}

/** The goals that are answered otherwise without the clauses, by the formula that says them. */
function tableOf(changed, rows) {
  const nameOf = (label) => {
    const { name, kind } = rows.find((one) => one.label === label);
    return [h("a", { href: `#/theory/${label}` }, `(${label})`), ` ${name} · ${t(`theory.kind.${kind}`)}`];
  };
  const heads = ["theory.saidBy", "theory.goal", "theory.with", "theory.withoutIt"];
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("theory.fails") }, h("table", { class: "probes" },
    h("caption", {}, t("theory.fails")),
    h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, changed.map(([{ label, goal }, before, after]) => h("tr", {}, h("td", {}, nameOf(label)),
      h("td", {}, h("code", {}, goal)), h("td", {}, before), h("td", {}, after))))));
}
