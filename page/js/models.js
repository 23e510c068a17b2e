// Models, computed here: what happens in them on a time line, what agents hold possible, and drawing.
import { h, fill, field, said, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { download } from "./keep.js";
import { agentsPanel } from "./models/agents.js";
import { drawPanel } from "./models/draw.js";
import { inWords, loadMessages, message } from "./messages.js";
import { tabs } from "./models/tabs.js";
import { timeline } from "./models/timeline.js";
import { dressed, held, merged, truths } from "./picture.js";
import { remember, remembered } from "./recall.js";
import { t } from "./texts.js";

const OWN = "own";
const KEY = "mystpy.models";
const MINE = "mystpy.models.own"; // the text that was drawn or written last
const FIRST = "hexa";
const STEPS = ["do", "action", "point", "file"]; // what a step of a link has
let files = [];
let state = null; // { name, text, done, at, formula }: of the steps `done` the first `at` are shown
let view = null;
let parts = null;
let turn = 0;

export async function open(content, rest) {
  const ui = parts = {
    choice: h("select", { id: "models-choice", onchange: (event) => begin(event.target.value) }),
    head: h("h2", {}), source: h("p", { class: "hint" }),
    picture: h("div", { class: "picture", id: "model", tabindex: "0", role: "region", "aria-label": t("models.picture") }),
    told: h("p", { id: "model-told", role: "status" }), notes: h("p", { class: "hint", id: "model-notes" }),
    errors: Object.fromEntries(["top", "formula", "step"].map((name) => [name, h("div", {})])),
    next: h("div", {}), aside: h("div", {}), where: h("div", { id: "where", "aria-live": "polite" }),
    formula: h("input", { id: "model-formula", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    step: h("input", { id: "model-step", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    line: timeline((at) => change({ ...state, at: Math.max(0, Math.min(at, state.done.length)) })),
  };
  ui.agents = agentsPanel(() => ({ text: state.text, done: shownSteps(), point: view && view.point !== null ? view.worlds[view.point] : null }),
    (worlds) => held(ui.picture, worlds));
  ui.draw = drawPanel((text) => redrawn(text));
  ui.tabs = tabs("models", [["happens", happens(ui)], ["agents", ui.agents.place], ["draw", ui.draw.panel]], tabChosen);
  ui.look = h("div", { class: "look" }, ui.picture, ui.line.bar, ui.line.told, ui.told,
    h("p", { class: "row more" }, h("button", { class: "small", id: "model-contract", onclick: contract }, t("models.contract")),
      h("button", { class: "small", onclick: () => view?.svg && download("model.svg", view.svg, "image/svg+xml") }, t("grid.picture"))), ui.notes);
  ui.drawn = h("div", { class: "draw", hidden: true }, ui.head, ui.draw.bar, ui.draw.canvas);
  ui.layout = h("div", { class: "models-layout" }, h("div", { class: "model-view" }, ui.errors.top, ui.look, ui.drawn), ui.tabs.place);
  fill(content, h("div", { class: "models-head" }, h("h1", {}, t("models.title")), field(t("models.choose"), ui.choice)), ui.source, ui.layout);
  fill(ui.told, t("wait"));
  [files] = await Promise.all([engine().ask("models"), loadMessages("drawings", "titles")]);
  if (ui !== parts) return;
  fill(ui.choice, files.map((file) => said("option", file.title, { value: file.name })), h("option", { value: OWN }, t("models.own")));
  await go(rest);
}

/** What can happen, and where a formula holds. */
function happens(ui) {
  return h("div", {},
    h("section", {}, h("h2", {}, t("models.happens")), ui.next,
      h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); if (ui.step.value.trim()) add({ do: ui.step.value }, ui.errors.step); } },
        field(t("models.step"), ui.step), h("button", { type: "submit", id: "model-do" }, t("models.do"))),
      ui.errors.step, h("details", {}, h("summary", {}, t("models.stepHelp")), h("p", { class: "hint" }, t("models.stepHint")))),
    h("section", {}, h("h2", {}, t("models.truth")),
      h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); ask(); } }, field(t("ask.formula"), ui.formula),
        h("button", { type: "submit", id: "model-ask" }, t("models.mark")), " ",
        h("button", { type: "button", class: "small", id: "model-announce", onclick: announce }, t("models.announce"))),
      ui.errors.formula, ui.where),
    h("section", {}, h("h2", {}, t("models.done")), ui.line.list, ui.aside));
}

export async function go([name, done, moment]) {
  if (name && state?.link === [name, done, moment].filter(Boolean).join("/") && parts.picture.firstChild) return;
  const file = files.find((one) => one.name === name) ?? files.find((one) => one.name === FIRST);
  const kept = keptState();
  const wrong = [];
  state = { name: file.name, text: file.text, done: [], at: 0, formula: "" };
  if (name === OWN && kept?.name !== OWN) wrong.push("models.ownGone");
  else if (kept && (!name || name === OWN)) state = kept;
  else if (name && file.name !== name) wrong.push("models.unknown");
  else if (done) {
    state.done = stepsOf(done);
    state.at = atOf(moment, state.done);
    if (!state.done.length) wrong.push("models.badLink");
  }
  let error = await show();
  if (error && state.done.length) {
    wrong.push("models.badLink");
    state = { ...state, done: [], at: 0, formula: "" };
    error = await show();
  }
  if (error) {
    parts.tabs.choose("draw"); // to be mended
    told(parts.errors.top, error);
  }
  if (!error && wrong.length) told(parts.errors.top, { error: t(wrong[0], { name }) });
}

/** The steps of a link; none if it was cut or changed. */
function stepsOf(done) {
  try {
    const found = JSON.parse(decodeURIComponent(done));
    return found.every((one) => STEPS.some((key) => key in one)) ? found : [];
  } catch { return []; }
}

/** Which moment is shown: all steps done, unless a number says fewer. */
function atOf(moment, done) {
  const at = Number(moment ?? done.length);
  return Number.isInteger(at) && at >= 0 && at <= done.length ? at : done.length;
}

/** What was kept when the room was left, unless it is something else. */
function keptState() {
  const found = remembered(KEY);
  const { name, text, done, at, formula } = found ?? {};
  if (![name, text, formula].every((one) => typeof one === "string") || !Array.isArray(done)) return null;
  const aside = Array.isArray(found.aside) ? found.aside : [];
  return { name, text, done, at: atOf(at, done), formula, aside };
}

function told(place, error) {
  fill(place, errorBox(error, t));
  place.scrollIntoView({ block: "nearest" });
}

function begin(name) {
  const file = files.find((one) => one.name === name);
  if (file) return change({ name, text: file.text, done: [], at: 0, formula: "" });
  parts.tabs.choose("draw");
  const mine = remembered(MINE);
  return redrawn(typeof mine === "string" ? mine : state.text);
}

const shownSteps = () => state.done.slice(0, state.at);

/** One more step; those that came later are put aside. */
function add(step, place) {
  const aside = state.at < state.done.length ? state.done : state.aside;
  return change({ ...state, done: [...shownSteps(), step], at: state.at + 1, aside }, place);
}

/** The steps that were put aside last take the place of those now; these are put aside. */
const takeBack = () => change({ ...state, done: state.aside, at: state.aside.length, aside: state.done });

const ask = () => change({ ...state, formula: parts.formula.value }, parts.errors.formula);

function announce() {
  const formula = parts.formula.value.trim();
  return formula ? add({ do: `announce(${formula})` }, parts.errors.formula) : parts.formula.focus();
}

/** The drawing or its text was changed: it is the model now, as it begins. */
function redrawn(text) {
  remember(MINE, text);
  return change({ name: OWN, text, done: state.done, at: 0, formula: "" });
}

function tabChosen(name) {
  const drawing = name === "draw";
  parts.look.hidden = drawing;
  parts.drawn.hidden = !drawing;
  parts.layout.dataset.tab = name;
  if (drawing && state) parts.draw.open(state.text);
  if (name === "agents" && view) parts.agents.show();
  else held(parts.picture, null);
}

/** Go on in another state, unless mystpy has an objection, which is told at this place. */
async function change(wanted, place = parts.errors.top) {
  const before = state;
  state = wanted;
  const error = await show();
  if (!error) return;
  state = before; // what was written stays to be mended
  if (before.formula !== wanted.formula) { // and no answer to another formula beside it
    state = { ...before, formula: "" };
    await show();
  }
  if (before) {
    parts.choice.value = before.name;
    times();
  }
  told(place, error);
}

async function contract() {
  const { kinds, worlds, reached, svg } = view;
  if (svg) await merged(parts.picture, kinds, worlds, reached);
  await add({ do: "contract" });
}

/** Show the state; the error if mystpy objects. */
async function show() {
  const asked = ++turn;
  const ui = parts;
  ui.picture.setAttribute("aria-busy", "true");
  let found = null;
  try {
    found = await engine().ask("model", [state.text, shownSteps(), state.formula]);
  } catch (error) {
    if (asked !== turn || ui !== parts) return null;
    ui.picture.removeAttribute("aria-busy");
    return error;
  }
  if (asked !== turn || ui !== parts) return null;
  view = found;
  for (const place of Object.values(ui.errors)) fill(place);
  keepState();
  draw();
  return null;
}

function keepState() {
  const done = state.done.length ? `/${encodeURIComponent(JSON.stringify(state.done))}` : "";
  const moment = state.at < state.done.length ? `/${state.at}` : "";
  state.link = `${state.name}${done}${moment}`;
  remember(KEY, state);
  if (location.hash.startsWith("#/models")) history.replaceState(null, "", `#/models/${state.link}`);
}

/** The time line, with its steps in words. */
function times() {
  const { aside } = state;
  fill(parts.aside, aside?.length ? h("button", { class: "small", id: "model-aside", onclick: takeBack }, t("models.aside", { n: aside.length })) : null);
  parts.line.show(state.done.map((one) => (one.point ? t("models.made", { world: one.point })
    : "file" in one ? inWords(view.steps[one.file]?.title ?? "?") : one.do ?? `${one.action}(${one.actual})`)), state.at);
}

function draw() {
  const ui = parts;
  ui.choice.value = state.name;
  ui.formula.value = state.formula || ui.formula.value;
  for (const [one, text] of [[ui.head, view.title], [ui.source, view.source ?? ""]]) {
    const found = message(text);
    one.lang = state.name === OWN ? "" : found.lang;
    fill(one, found.text);
  }
  ui.picture.removeAttribute("aria-busy");
  ui.picture.dataset.worlds = view.worlds.length;
  fill(ui.notes, view.svg ? dressed(ui.picture, view, (name) => add({ point: name })).join(" ") : "");
  if (!view.svg) fill(ui.picture, said("h2", view.title), h("p", {}, t("models.many", { n: view.worlds.length })));
  const actual = view.point === null ? t("models.noActual") : t("models.actual", { world: view.worlds[view.point] });
  fill(ui.told, `${t("models.count", { n: view.worlds.length, k: view.smallest })} ${actual} `,
    view.refused ? h("strong", {}, t("models.refused", { why: inWords(view.refused) })) : "");
  document.getElementById("model-contract").disabled = view.smallest === view.worlds.length;
  fill(ui.where, view.truth ? truths(view) : h("p", { class: "hint" }, t("models.words", { agents: view.agents.join(", "), atoms: view.atoms.slice(0, 12).join(", ") })),
    view.checks.length ? field(t("models.checks"), select({ onchange: (event) => { ui.formula.value = event.target.value; ask(); } },
      [["", t("start.choose")], ...view.checks.map((one) => [one.formula, one.formula])], "")) : null);
  const used = shownSteps().filter((one) => "file" in one).length;
  const step = view.steps[used];
  fill(ui.next, step ? h("p", {}, h("button", { id: "model-next", class: "small", onclick: () => add({ file: used }) },
    t("models.next", { step: inWords(step.title) }))) : null,
  view.actions.map((action) => h("p", { class: "row" }, `${action.name}: `, action.events.map((event) =>
    h("button", { class: "small", onclick: () => add({ action: action.name, actual: event }) }, event)))));
  times();
  if (ui.tabs.chosen() === "agents") ui.agents.show();
  if (ui.tabs.chosen() === "draw") ui.draw.open(state.text);
}
