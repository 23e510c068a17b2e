// A worksheet as a student has it: its exercises in order, progress, and what is handed in.
import { h, fill, field, errorBox } from "../dom.js";
import { language, t } from "../texts.js";
import { study, prepareStudy, Kept } from "../study.js";
import { notesOf, download } from "../keep.js";
import { EXERCISE_MESSAGES, exerciseView } from "../exercises.js";
import { inWords, loadMessages } from "../messages.js";
import { zipOf, fileName } from "./zip.js";

const sheets = new Kept("worksheets"); // by hash: {text, title, name, answers, opened}
let place = null;
let open_ = null; // {text, about, rows} of the worksheet that is open
const now = () => new Date();

export async function open(content, rest) {
  place = content;
  prepareStudy();
  await loadMessages("classes", ...EXERCISE_MESSAGES);
  await go(rest);
}

export async function go([which = "", data = ""]) {
  if (which === "sheet") { await fromLink(data); return; }
  const saved = which ? sheets.get(which) : {};
  if (!saved.text) { chooser(which ? t("worksheet.gone") : ""); return; }
  await show(which, saved, data);
}

async function fromLink(data) {
  try {
    await keepSheet(await notesOf(data));
  } catch (error) { chooser(error.error ? error : t("worksheet.badLink")); }
}

/** Keep a worksheet, and go to it; what was answered before stays. */
async function keepSheet(text) {
  fill(place, h("h1", {}, t("worksheet.title")), h("p", { role: "status" }, t("worksheet.loading")));
  const about = await study().ask("worksheet_open", [text]);
  const saved = sheets.get(about.hash);
  const isKept = sheets.set(about.hash, { answers: {}, name: "", ...saved, text, title: about.title, opened: now().toISOString() });
  if (!isKept) { chooser(t("worksheet.unkept")); return; }
  location.replace(`#/worksheet/${about.hash}`);
}

function chooser(trouble) {
  const said = h("div", { "aria-live": "polite" });
  if (trouble) fill(said, typeof trouble === "string" ? h("p", { class: "error", role: "alert" }, trouble) : errorBox(trouble, t));
  const known = Object.entries(sheets.read()).sort(([, a], [, b]) => String(b.opened).localeCompare(String(a.opened)));
  fill(place, h("h1", {}, t("worksheet.title")), h("p", {}, t("worksheet.intro")), said,
    field(t("worksheet.file"), h("input", { type: "file", id: "worksheet-file", accept: ".toml", onchange: async ({ target }) => {
      const [file] = target.files;
      if (!file) return;
      try { await keepSheet(await file.text()); } catch (error) { chooser(error.error ? error : String(error)); }
    } })),
    known.length ? h("section", { class: "box" }, h("h2", {}, t("worksheet.known")),
      h("ul", { id: "known-sheets" }, known.map(([hash, one]) => h("li", {},
        h("a", { href: `#/worksheet/${hash}` }, one.title), one.name ? ` (${one.name})` : "")))) : null);
}

async function show(hash, saved, which) {
  if (!saved.name) { askName(hash, saved); return; }
  if (open_?.hash !== hash || open_.name !== saved.name) {
    fill(place, h("h1", {}, saved.title), h("p", { role: "status" }, t("worksheet.loading")));
    try {
      const about = await study().ask("worksheet_open", [saved.text]);
      const rows = await study().ask("worksheet_tasks", [saved.text, saved.name]);
      open_ = { hash, name: saved.name, about, rows };
    } catch (error) {
      fill(place, h("h1", {}, saved.title), errorBox(error, t));
      return;
    }
  }
  const at = Number(which) - 1;
  if (open_.rows[at]) drawTask(at); else contents();
}

/** The name, once: it says which values the exercises have. */
function askName(hash, saved) {
  const name = h("input", { id: "student-name", autocomplete: "name", required: true, maxlength: 100 });
  fill(place, h("h1", {}, saved.title), h("form", { class: "box narrow", onsubmit: (event) => {
    event.preventDefault();
    const given = name.value.replace(/\s+/g, " ").trim();
    if (!given) return;
    sheets.set(hash, { ...sheets.get(hash), name: given });
    go([hash]);
  } }, field(t("worksheet.name"), name), h("p", { class: "hint" }, t("worksheet.nameHint")),
  h("button", { type: "submit", id: "name-given" }, t("worksheet.begin"))));
  name.focus();
}

const answerOf = (row) => sheets.get(open_.hash).answers?.[row.exercise] ?? {};
function setAnswer(row, value) {
  const saved = sheets.get(open_.hash);
  if (!sheets.set(open_.hash, { ...saved, answers: { ...saved.answers, [row.exercise]: value } })) warn();
}

/** Say that this browser keeps nothing more, once in what is shown. */
function warn() {
  if (!place.querySelector("#unkept")) place.prepend(h("p", { class: "error", role: "alert", id: "unkept" }, t("worksheet.unkept")));
}

/** What has become of an answer: right, wrong, changed since it was marked, begun, or none. */
export function stateOf({ draft = "", result, marked }) {
  if (!draft.trim()) return "open";
  if (!result) return "begun";
  return marked === draft ? result : "changed";
}
const SIGNS = { right: "✓", wrong: "✗", changed: "…", begun: "…", open: "–" };
const stateBadge = (state) => h("span", { class: `sheet-state is-${state}` }, `${SIGNS[state]} ${t(`worksheet.state.${state}`)}`);
const wonOf = (row) => (stateOf(answerOf(row)) === "right" || stateOf(answerOf(row)) === "wrong" ? answerOf(row).points ?? 0 : 0);
const isOver = () => open_.about.deadline !== null && now() > new Date(open_.about.deadline);

function contents() {
  const { about, rows, name, hash } = open_;
  const done = rows.filter((row) => stateOf(answerOf(row)) === "right").length;
  const won = rows.reduce((sum, row) => sum + wonOf(row), 0);
  const said = h("div", { id: "export-said", "aria-live": "polite" });
  const solutions = h("div", { id: "solutions" });
  const due = about.deadline === null ? t("worksheet.noDeadline")
    : t(isOver() ? "worksheet.over" : "worksheet.due", { when: new Date(about.deadline).toLocaleString(document.documentElement.lang, { dateStyle: "full", timeStyle: "short" }) });
  fill(place, h("p", {}, h("a", { href: "#/worksheet" }, t("worksheet.all"))), h("h1", {}, about.title),
    h("p", { class: isOver() ? "error" : "hint", id: "due" }, due),
    about.text ? about.text.split(/\n\s*\n/).map((part) => h("p", { class: "task" }, part)) : null,
    h("p", { id: "for-whom" }, t("worksheet.for", { name }), " ", h("button", { class: "small", id: "other-name", onclick: () => {
      sheets.set(hash, { ...sheets.get(hash), name: "" });
      go([hash]);
    } }, t("worksheet.otherName"))),
    h("ol", { class: "sheet-list", id: "sheet-list" }, rows.map((row, k) => h("li", {},
      h("a", { href: `#/worksheet/${hash}/${k + 1}` }, h("span", { class: "sheet-title" }, inWords(row.title)),
        h("span", { class: "hint" }, t(row.of === 1 ? "exercise.point" : "exercise.points", { n: row.of })),
        stateBadge(stateOf(answerOf(row))))))),
    h("p", { role: "status", id: "progress" }, t("worksheet.progress", { done, n: rows.length, won, of: about.points })),
    h("progress", { max: rows.length, value: done, "aria-label": t("worksheet.progressLabel") }),
    h("section", { class: "box" }, h("h2", {}, t("worksheet.handIn")), h("p", {}, t("worksheet.handInHow")),
      h("div", { class: "row" }, h("button", { id: "export", onclick: () => exported(said) }, t("worksheet.export")),
        h("button", { id: "print-sheet", class: "small", onclick: () => printed(said) }, t("worksheet.print"))), said),
    isOver() ? h("section", { class: "box" }, h("h2", {}, t("worksheet.solutions")),
      h("button", { id: "show-solutions", onclick: () => solved(solutions) }, t("worksheet.showSolutions")), solutions) : null);
}

function drawTask(at) {
  const { rows, hash } = open_;
  const way = (k, words) => (rows[k] ? h("a", { href: `#/worksheet/${hash}/${k + 1}` }, `${t(words)}: ${inWords(rows[k].title)}`) : null);
  const badge = h("span", {}, stateBadge(stateOf(answerOf(rows[at]))));
  exerciseView(place, rows[at], {
    get: () => answerOf(rows[at]),
    set: (value) => { setAnswer(rows[at], value); fill(badge, stateBadge(stateOf(value))); },
    above: h("p", {}, h("a", { href: `#/worksheet/${hash}` }, t("worksheet.back", { title: open_.about.title }))),
    below: h("nav", { class: "row", "aria-label": t("exercise.way") }, way(at - 1, "course.before"), way(at + 1, "course.next")),
    badge,
  });
}

/** Save the folder that is handed in: a file for each answer, and the result file. */
async function exported(said) {
  const { rows, name, hash } = open_;
  const handed = rows.filter((row) => stateOf(answerOf(row)) !== "open");
  if (!handed.length) { fill(said, h("p", { class: "error" }, t("worksheet.nothing"))); return; }
  const answers = handed.map((row) => {
    const state = stateOf(answerOf(row));
    const isMarked = state === "right" || state === "wrong";
    return [row.exercise, row.variant, answerOf(row).draft, isMarked ? state : "not marked", wonOf(row), row.of];
  });
  try {
    const result = await study().ask("worksheet_result", [sheets.get(hash).text, name, now().toISOString(), answers]);
    const folder = fileName(name);
    const files = [...handed.map((row) => [`${folder}/${row.exercise}.txt`, `${answerOf(row).draft}\n`]), [`${folder}/result.json`, result]];
    download(`${folder}.zip`, zipOf(files, now()), "application/zip");
    const left = rows.length - handed.length;
    fill(said, h("p", { class: "right" }, t("worksheet.exported", { file: `${folder}.zip`, n: handed.length })),
      left ? h("p", { class: "hint" }, t("worksheet.left", { n: left })) : null, isOver() ? h("p", { class: "error" }, t("worksheet.late")) : null);
  } catch (error) { fill(said, errorBox(error, t)); }
}

/** A printed worksheet with its texts in the language of the page. */
function inLanguage(html) {
  if (language === "en") return html;
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const one of page.querySelectorAll("h1, h2, p, li, span")) {
    const text = one.firstChild;
    if (text?.nodeType === Node.TEXT_NODE) text.textContent = inWords(text.textContent);
  }
  page.documentElement.lang = language;
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

async function printed(said) {
  try {
    const page = inLanguage(await study().ask("worksheet_print", [sheets.get(open_.hash).text, open_.name]));
    const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    if (!window.open(address, "_blank")) download(`${fileName(open_.about.title)}.html`, page, "text/html");
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) { fill(said, errorBox(error, t)); }
}

async function solved(where) {
  fill(where, h("p", { role: "status" }, t("wait")));
  try {
    const found = await study().ask("worksheet_solutions", [sheets.get(open_.hash).text, open_.name, now().toISOString()]);
    fill(where, h("dl", {}, found.flatMap(({ exercise, answer, note }, k) => [h("dt", {}, `${k + 1}. ${inWords(open_.rows[k]?.title ?? exercise)}`),
      h("dd", {}, answer ? h("pre", {}, answer) : null, note ? h("p", { class: "hint" }, inWords(note)) : null)])));
  } catch (error) { fill(where, errorBox(error, t)); }
}
