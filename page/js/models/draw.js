// A model is drawn: one model with two views, the drawing and the text of its file.
import { h, fill, field, select, errorBox } from "../dom.js";
import { engine } from "../engine.js";
import { download } from "../keep.js";
import { t } from "../texts.js";
import { canvas } from "./canvas.js";
import { lists } from "./lists.js";
import { atomWords } from "./words.js";

const WAIT = 350; // milliseconds without a key after which the text is read
const MOST_UNDO = 100;
const EMPTY = 'title = "?"\nagents = ["ann", "bob"]\natoms = ["p"]\nworlds = ["u", "v"]\npoint = "u"\n\n[relations]\nann = "all"\nbob = "none"\n\n[valuation]\nu = ["p"]\nv = []\n';

/** The name of one more world, agent or atom: the first of these letters that is free, else a number behind. */
export function freeName(letters, taken) {
  for (let k = 0; ; k++) {
    for (const letter of letters) {
      const name = k ? `${letter}${k}` : letter;
      if (!taken.includes(name)) return name;
    }
  }
}

/** The parts of the drawing; `changed` gets each text that mystpy can read. */
export function drawPanel(changed) {
  let text = "";
  let drawing = null;
  let selection = null; // { world } or { agent, k }
  let agent = null; // for whom dragging links; null moves worlds
  let from = null; // where a link made by keys begins
  let close = true;
  let undone = [];
  let past = [];
  let turn = 0;
  let clock = null;

  const box = h("textarea", { id: "model-text", rows: "14", spellcheck: "false", autocapitalize: "off", autocomplete: "off", oninput: () => {
    clearTimeout(clock);
    clock = setTimeout(() => read(box.value), WAIT);
  } });
  const errors = h("div", { id: "draw-errors" });
  const told = h("p", { class: "hint", id: "draw-told", role: "status" });
  const tools = h("fieldset", { class: "draw-tools" });
  const chosen = h("section", { class: "draw-chosen", id: "draw-chosen", "aria-label": t("models.draw.selected") });
  const undo = h("button", { class: "small", id: "draw-undo", type: "button", onclick: () => back() }, t("models.draw.undo"));
  const redo = h("button", { class: "small", id: "draw-redo", type: "button", onclick: () => again() }, t("models.draw.redo"));

  const worldNamed = (given, name) => given.worlds.find((world) => world.name === name);
  const say = (key, values) => fill(told, key ? t(key, values) : "");

  const on = {
    select(next) {
      if (from && next.world) { const [one, other] = [from, next.world]; from = null; on.link(agent ?? drawing.agents[0]?.name, one, other); return; }
      selection = next;
      show();
    },
    begin(name) {
      const whose = agent ?? drawing.agents[0]?.name;
      if (!whose) return;
      from = from === name ? null : name;
      selection = { world: name };
      show();
      say(from ? "models.draw.chooseSecond" : "", { world: name, agent: whose });
    },
    add(x, y) {
      const name = freeName("uvwxyzstabcdefghijklmnopqr", drawing.worlds.map((world) => world.name));
      change((next) => { next.worlds.push({ name, true: [], x: Math.round(x), y: Math.round(y) }); }, { world: name }, true);
    },
    move: (name, x, y) => change((next) => { Object.assign(worldNamed(next, name), { x: Math.round(x), y: Math.round(y) }); }, { world: name }),
    async link(whose, one, other) {
      const kept = drawing.agents.find(({ name }) => name === whose);
      if (!kept || (one === other && !kept.belief)) { show(); return; }
      const same = ([a, b]) => (a === one && b === other) || (!kept.belief && a === other && b === one);
      const k = kept.links.findIndex(same);
      if (k >= 0) { selection = { agent: whose, k }; show(); return; }
      await change((next) => { next.agents.find(({ name }) => name === whose).links.push([one, other]); }, { world: one });
    },
    toggle: (name, atom) => change((next) => {
      const world = worldNamed(next, name);
      world.true = world.true.includes(atom) ? world.true.filter((one) => one !== atom) : [...world.true, atom];
    }, { world: name }),
    actual: (name) => change((next) => { next.point = next.point === name ? null : name; }, { world: name }),
    rename(name) { selection = { world: name }; show(); chosen.querySelector("input")?.select(); chosen.querySelector("input")?.focus(); },
    async remove(what) {
      if (what.world !== undefined) {
        await change((next) => {
          next.worlds = next.worlds.filter(({ name }) => name !== what.world);
          if (next.point === what.world) next.point = null;
          for (const one of next.agents) one.links = one.links.filter((pair) => !pair.includes(what.world));
        }, null);
        return;
      }
      const pair = drawing.agents.find(({ name }) => name === what.agent)?.links[what.k];
      if (!pair) return;
      await change((next) => { next.agents.find(({ name }) => name === what.agent).links.splice(what.k, 1); }, null);
      const still = drawing.agents.find(({ name }) => name === what.agent)?.links.some(([a, b]) => a === pair[0] && b === pair[1]);
      if (still) say("models.draw.follows");
    },
  };
  const picture = canvas(on);
  const tables = lists({ change: (edit, next = selection) => change(edit, next), on, say });
  picture.place.addEventListener("keydown", keys);

  function keys(event) {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === "z") { event.preventDefault(); if (event.shiftKey) again(); else back(); }
    else if ((event.ctrlKey || event.metaKey) && key === "y") { event.preventDefault(); again(); }
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === "n") { event.preventDefault(); addFree(); }
    else if (key === "escape") { from = null; selection = null; show(); say(""); }
    else if (key === "delete" && selection) { event.preventDefault(); on.remove(selection); }
  }

  /** A new world where there is room: beside the selected one, or beside all. */
  function addFree() {
    const near = selection?.world && worldNamed(drawing, selection.world);
    const taken = (x, y) => drawing.worlds.some((world) => Math.hypot(world.x - x, world.y - y) < 130);
    const middle = near ?? drawing.worlds[0] ?? { x: 0, y: 0 };
    for (let round = 1; ; round++) {
      for (let k = 0; k < 8; k++) {
        const [x, y] = [middle.x + 170 * round * Math.cos(k * Math.PI / 4), middle.y + 130 * round * Math.sin(k * Math.PI / 4)];
        if (!taken(x, y)) { on.add(x, y); return; }
      }
    }
  }

  /** Change the drawing: it is shown at once, then as mystpy has read it. */
  async function change(edit, select_, focus = false) {
    const before = { text, drawing };
    const next = structuredClone(drawing);
    edit(next);
    drawing = next;
    selection = select_;
    show();
    if (focus && select_?.world) picture.focus(select_.world);
    await send(before);
  }

  async function send(before) {
    const asked = ++turn;
    say("");
    remember(before);
    const found = await engine().ask("drawing_file", [drawing, before.text, close ? "close" : "as drawn"]).catch((error) => ({ failed: error }));
    if (asked !== turn) return;
    if (found.failed) { fill(errors, errorBox(found.failed, t)); return; }
    text = found.text;
    box.value = text;
    wrong(found.error);
    if (found.drawing) { drawing = found.drawing; show(); changed(text); }
  }

  function remember(before) {
    past = [...past, before].slice(-MOST_UNDO);
    undone = [];
  }

  /** Read a text that was typed; the drawing follows if there is no error in it. */
  async function read(typed) {
    clearTimeout(clock);
    if (typed === text && !errors.firstChild) return true;
    const asked = ++turn;
    const found = await engine().ask("drawing", [typed]).catch((error) => ({ failed: error }));
    if (asked !== turn) return true;
    if (found.failed) {
      wrong(found.failed);
      say("models.draw.wait");
      return false;
    }
    remember({ text, drawing });
    take(typed, found);
    changed(text);
    return true;
  }

  function take(newText, newDrawing) {
    text = newText;
    drawing = newDrawing;
    if (box.value !== text) box.value = text;
    wrong(null);
    say("");
    show();
  }

  function wrong(error) {
    picture.place.toggleAttribute("data-wrong", Boolean(error));
    fill(errors, error ? errorBox(error, t) : null, error && drawing?.more ? h("button", { type: "button", class: "small", id: "draw-drop", onclick: dropRest }, t("models.draw.dropRest")) : null);
  }

  async function dropRest() {
    const before = { text, drawing };
    text = "";
    await send({ ...before, text: "" });
    past[past.length - 1] = before;
  }

  function step(one, other) {
    const entry = one.pop();
    if (!entry) return;
    ++turn;
    other.push({ text, drawing });
    selection = null;
    take(entry.text, entry.drawing);
    changed(text);
  }
  const back = () => step(past, undone);
  const again = () => step(undone, past);

  /** Show the drawing, what is selected, and the lists. */
  function show() {
    if (selection?.world !== undefined && !worldNamed(drawing, selection.world)) selection = null;
    if (agent && !drawing.agents.some(({ name }) => name === agent)) agent = null;
    picture.show({ drawing, selection, agent, from });
    undo.disabled = !past.length;
    redo.disabled = !undone.length;
    const tool = (value, words) => h("label", { class: "tool" }, h("input", { type: "radio", name: "draw-tool", value: value ?? "",
      checked: agent === value, onchange: () => { agent = value; show(); tools.querySelector("input:checked")?.focus(); } }), h("span", {}, words));
    fill(tools, h("legend", {}, t("models.draw.tool")), tool(null, t("models.draw.move")),
      drawing.agents.map(({ name }) => tool(name, t("models.draw.linkFor", { agent: name }))));
    fill(chosen, selected());
    tables.show({ drawing, selection });
  }

  function selected() {
    if (!selection) return h("p", { class: "hint" }, t("models.draw.none"));
    const remove = h("button", { type: "button", class: "small", id: "draw-delete", onclick: () => on.remove(selection) }, t("models.draw.delete"));
    if (selection.world === undefined) {
      const kept = drawing.agents.find(({ name }) => name === selection.agent);
      const [one, other] = kept?.links[selection.k] ?? [];
      if (!one) return null;
      return h("p", { class: "row" }, t(kept.belief ? "models.draw.arrow" : "models.draw.link", { agent: kept.name, one, other }), " ", remove);
    }
    const world = worldNamed(drawing, selection.world);
    const name = h("input", { id: "draw-name", value: world.name, autocomplete: "off", spellcheck: "false", onchange: () => renameWorld(world.name, name) });
    const actual = drawing.point === world.name;
    return [h("div", { class: "row" }, field(t("models.draw.name"), name),
      h("button", { type: "button", class: "small", id: "draw-actual", "aria-pressed": String(actual), onclick: () => on.actual(world.name) }, t("models.draw.setActual")), remove),
    h("div", { class: "chips", role: "group", "aria-label": t("models.draw.truths", { world: world.name }) }, drawing.atoms.map((atom) =>
      h("button", { type: "button", class: "small chip", "data-atom": atom, title: atomWords(atom), "aria-pressed": String(world.true.includes(atom)),
        onclick: async () => { await on.toggle(world.name, atom); chosen.querySelector(`[data-atom="${CSS.escape(atom)}"]`)?.focus(); } }, atom)))];
  }

  function renameWorld(old, input) {
    const name = input.value.trim();
    if (name === old) return;
    if (!name || worldNamed(drawing, name)) { say(name ? "models.draw.taken" : "models.draw.emptyName", { name }); input.value = old; return; }
    change((next) => {
      worldNamed(next, old).name = name;
      if (next.point === old) next.point = name;
      for (const one of next.agents) one.links = one.links.map((pair) => pair.map((end) => (end === old ? name : end)));
    }, { world: name });
  }

  /** Begin with another text; null if it can be drawn, else the error. */
  async function open(given) {
    if (given === text && drawing) return null;
    const asked = ++turn;
    box.value = given;
    const found = await engine().ask("drawing", [given]).catch((error) => ({ failed: error }));
    if (asked !== turn) return null;
    past = [];
    undone = [];
    selection = null;
    if (found.failed) {
      if (!drawing) { drawing = { title: "", worlds: [], atoms: [], agents: [], point: null, more: false }; show(); }
      wrong(found.failed);
      return found.failed;
    }
    take(given, found);
    return null;
  }

  const closing = h("input", { type: "checkbox", id: "draw-close", checked: true, onchange: () => { close = closing.checked; change(() => {}, selection); } });
  const bar = h("div", { class: "row draw-bar" }, tools, undo, redo,
    h("button", { class: "small", id: "draw-add", type: "button", onclick: addFree }, t("models.draw.newWorld")),
    h("button", { class: "small", id: "draw-new", type: "button", onclick: () => { read(EMPTY.replace("?", t("models.draw.mine"))); } }, t("models.draw.new")));
  const panel = h("div", { id: "editor" },
    h("details", { class: "draw-help" }, h("summary", {}, t("models.draw.helpTitle")), h("p", { class: "hint" }, t("models.draw.help"))),
    chosen, told, h("details", { open: true, id: "draw-lists" }, h("summary", {}, t("models.draw.lists")), tables.place,
      h("label", { class: "check" }, closing, t("models.draw.close")), h("p", { class: "hint" }, t("models.draw.closeHint"))),
    h("details", { open: true, id: "draw-file" }, h("summary", {}, t("models.editor")), field(t("models.text"), box), errors,
      h("p", { class: "hint" }, t("models.textHint")), h("div", { class: "row" },
        h("button", { id: "model-use", type: "button", onclick: () => read(box.value) }, t("models.use")),
        h("button", { class: "small", type: "button", onclick: () => download("model.toml", box.value) }, t("models.save")))));
  return { bar, canvas: picture.place, panel, open };
}
