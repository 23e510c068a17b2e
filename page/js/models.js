// Models, computed here: a world made actual, truths announced, actions done, steps taken back.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { download } from "./keep.js";
import { dressed, merged, truths } from "./picture.js";
import { remember, remembered } from "./recall.js";
import { t } from "./texts.js";

const OWN = "own";
const KEY = "mystpy.models";
const FIRST = "hexa";
let files = [];
let state = null; // { name, text, done, formula }
let view = null;
let parts = null;
let turn = 0;

export async function open(content, rest) {
  const ui = parts = {
    choice: h("select", { id: "models-choice", onchange: (event) => begin(event.target.value) }),
    head: h("h2", {}), source: h("p", { class: "hint" }),
    picture: h("div", { class: "picture", id: "model", tabindex: "0", role: "region", "aria-label": t("models.picture") }),
    told: h("p", { id: "model-told", role: "status" }),
    errors: Object.fromEntries(["top", "formula", "step", "editor"].map((name) => [name, h("div", {})])),
    next: h("div", {}), steps: h("ol", { id: "model-steps" }), where: h("div", { id: "where", "aria-live": "polite" }),
    formula: h("input", { id: "model-formula", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    step: h("input", { id: "model-step", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    text: h("textarea", { id: "model-text", rows: "16", spellcheck: "false" }),
    editor: h("details", { id: "editor" }, h("summary", {}, t("models.editor"))),
  };
  ui.editor.append(field(t("models.text"), ui.text), h("p", { class: "hint" }, t("models.textHint")), h("div", { class: "row" },
    h("button", { id: "model-use", onclick: () => use(OWN, ui.text.value, ui.errors.editor) }, t("models.use")),
    h("button", { class: "small", onclick: () => download("model.toml", ui.text.value) }, t("models.save"))), ui.errors.editor);
  fill(content, h("h1", {}, t("models.title")), h("p", {}, t("models.intro")), ui.errors.top,
    h("div", { class: "columns" },
      h("div", {}, field(t("models.choose"), ui.choice), ui.head, ui.source, ui.picture, ui.told,
        h("p", { class: "row" }, h("button", { class: "small", id: "model-back", onclick: back }, t("models.back")),
          h("button", { class: "small", id: "model-contract", onclick: contract }, t("models.contract")),
          h("button", { class: "small", onclick: () => view?.svg && download("model.svg", view.svg, "image/svg+xml") }, t("grid.picture")))),
      h("div", {},
        h("section", { class: "box" }, h("h2", {}, t("models.truth")),
          h("form", { onsubmit: (event) => { event.preventDefault(); ask(); } }, field(t("ask.formula"), ui.formula),
            h("button", { type: "submit", id: "model-ask" }, t("models.mark")), " ",
            h("button", { type: "button", class: "small", id: "model-announce", onclick: announce }, t("models.announce"))),
          ui.errors.formula, ui.where),
        h("section", { class: "box" }, h("h2", {}, t("models.happens")),
          h("form", { onsubmit: (event) => { event.preventDefault(); if (ui.step.value.trim()) add({ do: ui.step.value }, ui.errors.step); } }, field(t("models.step"), ui.step),
            h("p", { class: "hint" }, t("models.stepHint")), h("button", { type: "submit", id: "model-do" }, t("models.do"))),
          ui.errors.step, ui.next, h("h3", {}, t("models.done")), ui.steps),
        ui.editor)));
  fill(ui.told, t("wait"));
  files = await engine().ask("models");
  if (ui !== parts) return;
  fill(ui.choice, files.map((file) => h("option", { value: file.name }, file.title)), h("option", { value: OWN }, t("models.own")));
  await go(rest);
}

export async function go([name, done]) {
  if (name && state?.link === `${name}/${done ?? ""}` && parts.picture.firstChild) return;
  const file = files.find((one) => one.name === name) ?? files.find((one) => one.name === FIRST);
  const kept = keptState();
  const wrong = [];
  state = { name: file.name, text: file.text, done: [], formula: "" };
  if (name === OWN && kept?.name !== OWN) wrong.push("models.ownGone");
  else if (kept && (!name || name === OWN)) state = kept;
  else if (name && file.name !== name) wrong.push("models.unknown");
  else if (done) {
    state.done = stepsOf(done);
    if (!state.done.length) wrong.push("models.badLink");
  }
  let error = await show();
  if (error && state.done.length) {
    wrong.push("models.badLink");
    state = { ...state, done: [], formula: "" };
    error = await show();
  }
  if (error) {
    parts.text.value = state.text; // to be mended
    parts.editor.open = true;
    told(parts.errors.top, error);
  }
  if (!error && wrong.length) told(parts.errors.top, { error: t(wrong[0], { name }) });
}

/** The steps of a link; none if it was cut or changed. */
function stepsOf(done) {
  try {
    const found = JSON.parse(decodeURIComponent(done));
    return found.every((one) => ["do", "action", "point", "file"].some((key) => key in one)) ? found : [];
  } catch { return []; }
}

/** What was kept when the room was left, unless it is something else. */
function keptState() {
  const found = remembered(KEY);
  const { name, text, done, formula } = found ?? {};
  return [name, text, formula].every((one) => typeof one === "string") && Array.isArray(done) ? found : null;
}

function told(place, error) {
  fill(place, errorBox(error, t));
  place.scrollIntoView({ block: "nearest" });
}

function begin(name) {
  const file = files.find((one) => one.name === name);
  if (file) return use(name, file.text);
  parts.editor.open = true;
  parts.text.focus();
  return use(OWN, parts.text.value);
}

const use = (name, text, place) => change({ name, text, done: [], formula: "" }, place);
const add = (step, place) => change({ ...state, done: [...state.done, step] }, place);
const back = () => change({ ...state, done: state.done.slice(0, -1) });
const ask = () => change({ ...state, formula: parts.formula.value }, parts.errors.formula);

function announce() {
  const formula = parts.formula.value.trim();
  return formula ? add({ do: `announce(${formula})` }, parts.errors.formula) : parts.formula.focus();
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
  if (before) parts.choice.value = before.name;
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
    found = await engine().ask("model", [state.text, state.done, state.formula]);
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
  state.link = `${state.name}/${done.slice(1)}`;
  remember(KEY, state);
  if (location.hash.startsWith("#/models")) history.replaceState(null, "", `#/models/${state.name}${done}`);
}

function draw() {
  const ui = parts;
  ui.choice.value = state.name;
  ui.text.value = state.text;
  ui.formula.value = state.formula || ui.formula.value;
  fill(ui.head, view.title);
  fill(ui.source, view.source ?? "");
  ui.picture.removeAttribute("aria-busy");
  ui.picture.dataset.worlds = view.worlds.length;
  if (view.svg) dressed(ui.picture, view, (name) => add({ point: name }));
  else fill(ui.picture, h("p", {}, t("models.many", { n: view.worlds.length })));
  const actual = view.point === null ? t("models.noActual") : t("models.actual", { world: view.worlds[view.point] });
  fill(ui.told, `${t("models.count", { n: view.worlds.length, k: view.smallest })} ${actual} `,
    view.refused ? h("strong", {}, t("models.refused", { why: view.refused })) : "");
  document.getElementById("model-back").disabled = !state.done.length;
  document.getElementById("model-contract").disabled = view.smallest === view.worlds.length;
  fill(ui.where, view.truth ? truths(view) : h("p", { class: "hint" }, t("models.words", { agents: view.agents.join(", "), atoms: view.atoms.slice(0, 12).join(", ") })),
    view.checks.length ? field(t("models.checks"), select({ onchange: (event) => { ui.formula.value = event.target.value; ask(); } },
      [["", t("start.choose")], ...view.checks.map((one) => [one.formula, one.formula])], "")) : null);
  const used = state.done.filter((one) => "file" in one).length;
  const step = view.steps[used];
  fill(ui.next, step ? h("p", {}, h("button", { id: "model-next", class: "small", onclick: () => add({ file: used }) },
    t("models.next", { step: step.title }))) : null,
  view.actions.map((action) => h("p", { class: "row" }, `${action.name}: `, action.events.map((event) =>
    h("button", { class: "small", onclick: () => add({ action: action.name, actual: event }) }, event)))));
  fill(ui.steps, state.done.map((one) => h("li", {}, one.point ? t("models.made", { world: one.point })
    : "file" in one ? view.steps[one.file]?.title ?? "" : one.do ?? `${one.action}(${one.actual})`)));
}
