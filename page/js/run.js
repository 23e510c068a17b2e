// Query boxes on the axioms, and what of a formula's probes fails without it.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

/** A worker with both engines, ended when it is stopped. */
class Logic {
  constructor() { this.worker = null; this.reject = null; }

  ask(name, args) {
    this.stop();
    this.worker = new Worker(new URL("./logic.js", import.meta.url), { type: "module" });
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
    h("button", { class: "small", onclick: () => logic.stop() }, t("theory.stop")), trouble, result);
}

/** Put the probes of a formula to the axioms with and without its clauses. */
export async function probePanel(place, label, probes) {
  const logic = new Logic();
  fill(place, h("p", { role: "status" }, t("wait")));
  try {
    const answers = [];
    for (const gone of [null, label]) {
      const texts = await engine().ask("axiom_texts", ["prolog", gone]);
      answers.push(await logic.ask("probe", { texts, probes }));
    }
    const [whole, less] = answers;
    const changed = probes.map((probe, k) => [probe, whole[k], less[k]]).filter(([, a, b]) => a !== b);
    fill(place, h("h4", {}, t("theory.probing", { label })),
      changed.length ? h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "probes" },
        h("thead", {}, h("tr", {}, ["theory.goal", "theory.with", "theory.withoutIt"].map((key) => h("th", { scope: "col" }, t(key))))),
        h("tbody", {}, changed.map(([probe, a, b]) => h("tr", {}, h("td", {}, h("code", {}, probe.goal)), h("td", {}, a), h("td", {}, b))))))
        : h("p", {}, t("theory.probeNone")));
  } catch (error) {
    fill(place, errorBox(error, t));
  }
}
