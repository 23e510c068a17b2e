// A class: what students have handed in, dropped here, marked in this browser, and as a table.
import { h, fill, field, errorBox } from "../dom.js";
import { inWords, loadMessages } from "../messages.js";
import { t } from "../texts.js";
import { study, prepareStudy, endStudy } from "../study.js";
import { download } from "../keep.js";
import { filesOfDrop, filesOfInput, handOver, worksheetIn } from "./files.js";
import { marksTable, stumbles } from "./marks.js";

const SECONDS = 60; // after which a submission that is still being marked is given up
let place = null;
let sheet = null; // the worksheet that was given: {path, text}
let turn = 0; // a new class, or Stop, ends the marking of the one before

export async function open(content, rest) {
  place = content;
  prepareStudy();
  await loadMessages("titles", "misconceptions", "marks", "classes");
  await go(rest);
}

export async function go() {
  turn += 1;
  const state = h("p", { id: "class-state", role: "status" });
  const trouble = h("div", { id: "class-trouble" });
  const result = h("div", { id: "class-result" });
  const take = (files) => begin(files, { state, trouble, result });
  const drop = h("div", { id: "class-drop", class: "drop",
    ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); },
    ondragleave: () => drop.classList.remove("over"),
    ondrop: async (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      take(await filesOfDrop(event.dataTransfer));
    } },
  h("p", {}, t("class.drop")),
  h("div", { class: "row" },
    field(t("class.folder"), h("input", { type: "file", id: "class-folder", webkitdirectory: true, onchange: ({ target }) => take(filesOfInput(target)) })),
    field(t("class.files"), h("input", { type: "file", id: "class-files", multiple: true, onchange: ({ target }) => take(filesOfInput(target)) }))));
  fill(place, h("h1", {}, t("class.title")), h("p", {}, t("class.intro")), drop,
    h("details", {}, h("summary", {}, t("class.how")), h("p", {}, t("class.howText")), h("p", {}, t("class.worksheetHow")),
      h("p", {}, h("a", { href: "#/worksheet" }, t("worksheet.title")))),
    state, trouble, result);
}

async function begin(files, { state, trouble, result }) {
  const mine = ++turn;
  const isOn = () => mine === turn;
  fill(trouble);
  fill(result);
  if (!files.length) return;
  try {
    sheet = await worksheetIn(files) ?? sheet;
    const handed = files.filter(([path]) => path !== sheet?.path);
    if (!handed.length) { fill(state, t("class.haveWorksheet", { name: sheet.path })); return; }
    fill(state, t("class.reading"));
    const ask = (name, args) => study().ask(name, args);
    const notes = await handOver(handed, ask, (k, n) => fill(state, t("class.handing", { k, n })));
    const about = await ask("class_read", [sheet?.text ?? ""]);
    if (!isOn()) return;
    notes.push(...about.notes);
    if (notes.length) {
      fill(trouble, h("details", { class: "error", open: notes.length < 6 }, h("summary", {}, t("class.leftOut", { n: notes.length })),
        h("ul", {}, notes.slice(0, 200).map((note) => h("li", {}, inWords(note))))));
    }
    if (!about.submissions.length) { fill(state, t("class.nobody")); return; }
    await markAll(about, { state, result, isOn });
  } catch (error) {
    if (!isOn()) return;
    fill(state);
    fill(trouble, error.tooMuch ? h("p", { class: "error", role: "alert" }, t("class.tooMuch", { files: error.files, mb: error.megabytes })) : errorBox(error.error ? error : { error: String(error.message ?? error) }, t));
  }
}

/** Mark every submission, the same answer to the same text once, with progress and Stop. */
async function markAll(about, { state, result, isOn }) {
  const rows = [];
  const known = new Map();
  let stopped = false;
  const count = h("span", {});
  const bar = h("progress", { max: about.submissions.length, value: 0, "aria-label": t("class.progress") });
  const stop = h("button", { class: "small", id: "class-stop", onclick: () => { stopped = true; endStudy(); } }, t("class.stop"));
  fill(state, bar, " ", count, " ", stop);
  let drawn = performance.now();
  for (const [k, one] of about.submissions.entries()) {
    fill(count, t("class.marking", { k: k + 1, n: about.submissions.length }));
    bar.value = k;
    if (one.result) rows.push(one);
    else {
      const key = `${one.text}\n${one.answer}`;
      if (!known.has(key)) known.set(key, await markOne(about.texts[one.text], one, () => stopped));
      if (!isOn()) return;
      if (stopped) break;
      rows.push({ ...one, ...known.get(key) });
    }
    if (performance.now() - drawn > 2000) {
      await showTable(about, rows, result, true);
      drawn = performance.now();
    }
  }
  fill(state, t(stopped ? "class.stopped" : "class.done", { k: rows.length, n: about.submissions.length, students: about.students.length }));
  await showTable(about, rows, result, false);
}

/** The result of a submission; one that takes too long is given up, with its worker. */
async function markOne(text, one, isStopped) {
  let late = false;
  const clock = setTimeout(() => { late = true; endStudy(); }, SECONDS * 1000);
  try {
    return await study().ask("class_mark", [text, one.exercise, one.answer]);
  } catch (error) {
    if (late) return { result: "limit", points: 0, feedback: t("class.late", { s: SECONDS }) };
    if (isStopped()) return null;
    return { result: "failed", points: 0, feedback: error.error ?? String(error) };
  } finally { clearTimeout(clock); }
}

const CELLS = ["student", "exercise", "result", "points", "of", "feedback"];

/** Rows as the table wants them, and those of what is missing. */
function whole(about, rows) {
  const met = new Set(rows.map((row) => JSON.stringify([row.student, row.exercise])));
  const missing = about.students.flatMap((student) => about.exercises
    .filter(({ exercise }) => !met.has(JSON.stringify([student, exercise])))
    .map(({ exercise, of }) => ({ student, exercise, result: "missing", points: 0, of, feedback: t("class.missing") })));
  return [...rows, ...missing];
}

async function showTable(about, rows, result, isPart) {
  const every = isPart ? rows : whole(about, rows);
  const plain = every.map((row) => ({ ...Object.fromEntries(CELLS.map((key) => [key, row[key]])), misconception: row.misconception?.id ?? "" }));
  const points = Object.fromEntries(about.exercises.map(({ exercise, of }) => [exercise, of]));
  const table = await study().ask("class_tables", [plain, points, about.exports, { people: about.people, title: about.title }]);
  const details = h("div", { id: "cell-details", "aria-live": "polite" });
  fill(result, marksTable(table, every, about, details), details,
    isPart ? null : h("div", { class: "row", id: "class-save" }, Object.entries(table.files).map(([name, text]) =>
      h("button", { class: "small", "data-file": name, onclick: () => download(name, text, "text/csv") }, t("class.save", { name })))),
    stumbles(every, about));
}
