// The course: chapters as text, with cells that are changed and run in this browser.
import { h, fill, field, select, missingBox } from "./dom.js";
import { loadMessages } from "./messages.js";
import { t } from "./texts.js";
import { translated, onlyEnglish } from "./translated.js";
import { safe } from "./safe.js";
import { study, prepareStudy, endStudy, Kept, pictureOf } from "./study.js";
import { threeCards } from "./course/cards.js";
import { copiesSource, typeset } from "./course/formulas.js";
import { exercisesOf, needed, neighbours, overview } from "./course/overview.js";
import { cellRan, inOrder, isSolved, reachedEnd } from "./course/progress.js";
import { sheet } from "./course/sheet.js";

const data = (name) => fetch(new URL(`../data/${name}.json`, import.meta.url)).then((found) => found.json());
const kept = new Kept("course");
const opened = new Map(); // chapters as they stand, with what their cells have given
let titles = [];
let place = null;
let chapter = null;
let running = false;

export async function open(content, rest) {
  place = content;
  const [found] = await Promise.all([data("course"), loadMessages("titles")]);
  titles = translated(found);
  prepareStudy();
  await go(rest);
}

export async function go([name]) {
  const found = titles.find((one) => one.name === name);
  if (!found) { contents(name); return; }
  if (!opened.has(name)) {
    const { parts, formulas = {}, cards = null } = await data(found.file);
    opened.set(name, { ...found, parts, formulas, threeCards: cards, cells: parts.filter((part) => "source" in part) });
    opened.get(name).cells.forEach((cell, k) => { Object.assign(cell, { n: k + 1, now: changed(name, k + 1, cell) }); });
  }
  chapter = opened.get(name);
  draw();
}

function contents(wanted) {
  chapter = null;
  fill(place, h("h1", {}, t("course.title")), wanted ? missingBox(wanted, t) : null, h("p", {}, t("course.intro")), overview(titles, () => {
    contents();
    place.querySelector("input[name=path]:checked")?.focus();
  }));
}

/** What the student has made of a cell. */
function changed(name, n, cell) {
  const { now, was } = kept.get(`${name}/${n}`);
  cell.older = was !== undefined && was !== cell.source;
  return now ?? cell.source;
}

function draw() {
  const { name, title, parts, cells } = chapter;
  const [before, next] = neighbours(titles, name);
  const way = (one, words) => (one ? h("a", { href: `#/course/${one.name}`, "data-way": words }, `${t(words)}: ${one.title}`) : null);
  const stop = h("button", { class: "small", id: "stop-cells", disabled: true, onclick: () => {
    if (running) endStudy(); else forget();
  } }, t("course.stop"));
  chapter.stop = stop;
  chapter.told = h("p", { id: "course-told", role: "status" });
  fill(place,
    field(t("course.chapter"), select({ id: "chapter", onchange: (event) => { location.hash = `#/course/${event.target.value}`; } },
      [["", t("course.contents")], ...inOrder(titles).map((one) => [one.name, one.title])], name)),
    onlyEnglish(chapter),
    needed(chapter),
    h("div", { class: "lesson", lang: chapter.lang },
      parts.map((part) => ("source" in part ? cellOf(part, cells.length) : writtenOf(part)))),
    h("div", { class: "bar", role: "group", "aria-label": t("course.bar") },
      h("button", { id: "run-all", onclick: () => runUpTo(cells.length) }, t("course.runAll")), stop,
      h("button", { class: "small", id: "reset-all", onclick: () => cells.forEach(reset) }, t("course.resetAll")), chapter.told),
    exercisesOf(chapter, isSolved),
    h("nav", { class: "row", id: "course-way", "aria-label": t("course.way") }, way(before, "course.before"), way(next, "course.next"),
      h("a", { href: "#/course" }, t("course.contents"))));
  const lesson = place.querySelector(".lesson");
  copiesSource(lesson);
  typeset(lesson, chapter.formulas).catch(() => {}); // without KaTeX they are read as code
  watchEnd(name);
  enable();
}

let watcher = null;
/** Note when the end of a chapter is on the screen. */
function watchEnd(name) {
  watcher?.disconnect();
  watcher = new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) reachedEnd(name); });
  watcher.observe(document.getElementById("course-way"));
}

/** A text of a chapter, or what takes its place in the page. */
function writtenOf(part) {
  if (part.cards && chapter.threeCards) return threeCards(chapter.threeCards);
  const text = textOf(part.html);
  return part.sheet ? sheet(text, chapter.title) : text;
}

function textOf(html) {
  const text = h("div", { class: "text" });
  text.append(safe(html, { ours: true })); // rendered when the page was built
  return text;
}

function cellOf(cell, of) {
  const box = h("textarea", { id: `cell-${cell.n}`, class: "source", wrap: "off", spellcheck: "false", autocapitalize: "off",
    autocomplete: "off", "aria-label": t("course.cell", { n: cell.n, of }),
    oninput: () => { cell.now = box.value; keep(cell); size(box); enable(); },
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey)) { event.preventDefault(); run(cell); } else if (event.key === "Enter") indent(event);
    } });
  box.value = cell.now;
  size(box);
  cell.box = box;
  cell.run = h("button", { class: "small", "data-run": cell.n, "aria-label": t("course.runCell", { n: cell.n }), onclick: () => run(cell) }, t("course.run"));
  cell.reset = h("button", { class: "small", "data-reset": cell.n, "aria-label": t("course.resetCell", { n: cell.n }), onclick: () => reset(cell) }, t("course.reset"));
  cell.told = h("span", { class: "hint", role: "status" });
  cell.place = h("div", { class: "outputs", id: `out-${cell.n}` });
  show(cell);
  return h("section", { class: `codecell${cell.scroll ? " long" : ""}`, "aria-label": t("course.cellName", { n: cell.n }) },
    box, h("div", { class: "row tools" }, cell.run, cell.reset, cell.told), cell.place);
}

function size(box) { box.rows = box.value.split("\n").length; }

/** A new line begins where the one before it does, and further in behind a colon. */
function indent(event) {
  const box = event.target;
  const before = box.value.slice(0, box.selectionStart).split("\n").at(-1);
  const space = before.match(/^ */)[0] + (/:\s*$/.test(before) ? "    " : "");
  if (!space || event.isComposing) return;
  event.preventDefault();
  box.setRangeText(`\n${space}`, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input"));
}

function keep(cell) {
  const same = cell.now === cell.source;
  const done = kept.set(`${chapter.name}/${cell.n}`, same ? null : { now: cell.now, was: cell.source });
  if (!done) fill(chapter.told, t("course.notKept"));
}

function reset(cell) {
  cell.now = cell.source;
  cell.older = false;
  cell.box.value = cell.now;
  size(cell.box);
  keep(cell);
  show(cell);
  enable();
}

/** Which buttons can be pressed now. */
function enable() {
  if (!chapter) return;
  for (const cell of chapter.cells) {
    if (!cell.run) continue;
    cell.run.disabled = running;
    cell.reset.disabled = cell.now === cell.source;
  }
  chapter.stop.disabled = !running && !chapter.cells.some((cell) => cell.found);
  fill(chapter.stop, t(running ? "course.stop" : "course.forget"));
}

function show(cell) {
  const found = cell.found;
  const outputs = found?.outputs ?? cell.outputs;
  const words = found ? t("course.ran", { count: found.count, s: found.seconds.toFixed(2) })
    : cell.older ? t("course.older") : outputs ? t("course.built") : t("course.notRun");
  fill(cell.told, words);
  cell.place.dataset.state = found ? "run" : "built";
  fill(cell.place, (outputs ?? []).map(outputOf));
}

function outputOf({ kind, text, name, line, code, unknown }) {
  if (kind === "svg") return h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": t("course.picture") }, pictureOf(text));
  if (kind === "html") {
    const table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("course.table") });
    table.append(safe(text));
    return table;
  }
  if (kind === "missing") return h("p", { class: "error", role: "alert", "data-missing": name || text },
    name ? t("course.missing", { name }) : t("course.missingEngine", { why: text }));
  if (kind === "error") {
    const above = unknown && chapter.cells.some((cell) => !cell.found);
    return h("div", { class: "error", role: "alert" }, h("pre", {}, text),
      line ? h("p", {}, t("course.line", { line }), " ", h("code", {}, code)) : null,
      above ? h("p", { class: "hint" }, t("course.above")) : null);
  }
  return h("pre", { tabindex: "0", class: "said" }, text);
}

/** Run a cell; whether the next one may be run: there was no error but that something is missing. */
async function run(cell, alone = true) {
  if (running && alone) return false;
  const here = chapter;
  running = true;
  enable();
  fill(cell.told, t(study().state.stage === "ready" ? "course.running" : "course.loading"));
  cell.place.setAttribute("aria-busy", "true");
  try {
    cell.found = await study().ask("run_cell", [here.name, cell.now], (told) => fill(cell.place, h("pre", { class: "said" }, told)));
    cellRan(here.name, cell.n);
    show(cell);
  } catch (error) {
    if (error.stopped) forgotten(t("course.stopped"));
    else fill(cell.place, h("p", { class: "error", role: "alert" }, String(error.error ?? error)));
    return false;
  } finally {
    cell.place.removeAttribute("aria-busy");
    if (alone) { running = false; enable(); }
  }
  return !cell.found.outputs.some(({ kind }) => kind === "error");
}

async function runUpTo(last) {
  if (running) return;
  const here = chapter;
  for (const cell of here.cells.slice(0, last)) {
    fill(here.told, t("course.at", { n: cell.n, of: last }));
    if (!(await run(cell, false))) {
      fill(here.told, t("course.ended", { n: cell.n }));
      break;
    }
    if (cell.n === last) {
      const less = here.cells.filter(({ found }) => found?.outputs.some(({ kind }) => kind === "missing")).length;
      fill(here.told, t(less ? "course.doneLess" : "course.done", { of: last, less }));
    }
  }
  running = false;
  enable();
}

/** Forget what the cells of the chapter have defined. */
function forget() {
  study().ask("forget_cells", [chapter.name]).catch(() => {});
  for (const cell of chapter.cells) { cell.found = null; show(cell); }
  fill(chapter.told, t("course.forgotten"));
  enable();
}

/** The worker was ended: nothing that ran is defined any more, in any chapter. */
function forgotten(words) {
  for (const other of opened.values()) for (const cell of other.cells) cell.found = null;
  for (const cell of chapter?.cells ?? []) show(cell);
  if (chapter) fill(chapter.told, words);
}
