// What agents hold possible, to any depth: a row of worlds for each agent that is chosen.
import { h, fill } from "../dom.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";
import { factWords, worldWords } from "./words.js";

/** The panel; `given` has the model's text and what was done, `mark` gets the worlds of a row. */
export function agentsPanel(given, mark) {
  const place = h("div", { id: "considered" });
  let path = []; // [agent, world]
  let start = null;
  let asked = 0;
  let last = "";

  async function show(focus = null) {
    const turn = ++asked;
    const { text, done, point } = given();
    const key = JSON.stringify([text, done, point]);
    if (key !== last && point !== start) { start = point; path = []; }
    last = key;
    const found = await engine().ask("considered", [text, done, start, path]);
    if (turn !== asked) return;
    path = path.slice(0, found.rows.length);
    start = found.start;
    draw(found);
    mark(found.rows.length ? found.rows.at(-1).worlds : null);
    if (focus) place.querySelector(focus)?.focus();
  }

  function choose(depth, agent, world) {
    const [was, there] = path[depth] ?? [];
    path = path.slice(0, depth);
    const again = was === agent && there === world;
    if (!again) path.push([agent, world]);
    show(again ? `[data-depth="${depth}"] [data-world="${CSS.escape(world)}"] button` : `[data-depth="${depth + 1}"]`);
  }

  function draw(found) {
    const words = (world) => worldWords(found.true[world], found.atoms);
    const small = (world, depth) => h("li", { class: "small-world", "data-world": world,
      "data-chosen": path[depth]?.[1] === world ? "yes" : null },
      h("b", {}, world), h("span", { class: "is" }, words(world)),
      h("span", { class: "agents", role: "group", "aria-label": t("models.askHere", { world }) }, found.agents.map((agent) =>
        h("button", { type: "button", class: "small", "data-agent": agent,
          "aria-pressed": String(path[depth]?.[0] === agent && path[depth]?.[1] === world),
          "aria-label": t("models.askAgent", { agent, world }), onclick: () => choose(depth, agent, world) }, agent))));
    const crumbs = found.rows.map((row, k) => h("li", {}, h("button", { type: "button", class: "moment",
      "aria-current": k === found.rows.length - 1 ? "step" : null,
      onclick: () => { path = path.slice(0, k + 1); show(`[data-depth="${k + 1}"]`); } },
    row.worlds.length ? t("models.considers", { world: row.world, agent: row.agent, worlds: row.worlds.join(", ") })
      : t("models.considersNone", row))));
    fill(place, h("p", { class: "hint" }, t("models.agentsHint")),
      h("ol", { class: "crumbs", id: "crumbs", "aria-label": t("models.crumbs") }, h("li", {}, h("button", { type: "button", class: "moment",
        onclick: () => { path = []; show("[data-depth='0']"); } }, t("models.crumbStart", { world: found.start, words: words(found.start) }))), crumbs),
      h("ul", { class: "world-row", "data-depth": "0", tabindex: "-1", "aria-label": t("models.startRow") }, small(found.start, 0)),
      found.rows.map((row, k) => h("section", { class: "held" },
        h("h3", {}, t(row.worlds.length ? "models.rowTitle" : "models.considersNone", { ...row, n: row.worlds.length })),
        h("ul", { class: "world-row", "data-depth": k + 1, tabindex: "-1", "aria-label": t("models.rowLabel", row) },
          row.worlds.map((world) => small(world, k + 1))),
        h("p", { class: "sure", role: k === found.rows.length - 1 ? "status" : null }, sure(row)))));
  }

  /** What is so in all worlds of a row. */
  function sure(row) {
    if (!row.worlds.length) return "";
    const facts = factWords(row.always, row.never);
    if (!facts.length) return t("models.sureNone", row);
    return t(row.belief ? "models.believes" : "models.knows", { agent: row.agent, what: facts.join(", ") });
  }

  return { place, show };
}
