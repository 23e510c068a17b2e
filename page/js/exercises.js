// Exercises: what they ask, hints one by one, and what an answer is worth, with its witness.
import { h, fill, field, select, said, errorBox, missingBox } from "./dom.js";
import { inWords, loadMessages, message, sentence } from "./messages.js";
import { t } from "./texts.js";
import { study, prepareStudy, endStudy, Kept, pictureOf } from "./study.js";
import { paletteOf } from "./exercises/palette.js";
import { readLive } from "./exercises/live.js";
import { givenOf } from "./exercises/given.js";
import { note, progressOf, saveButton, tellNext } from "./exercises/record.js";

/** The tables of messages that exercises need, here and in a worksheet; the last one is looked up first. */
export const EXERCISE_MESSAGES = ["drawings", "formulas", "marks", "misconceptions", "exercises", "titles"];
const SECONDS = 120; // after which an answer that is still being marked is given up
const kept = new Kept("exercises");
const chosen = { kind: "", chapter: "" };
let rows = [];
let own = null;
let place = null;

export async function open(content, rest) {
  place = content;
  const [found] = await Promise.all([fetch(new URL("../data/exercises.json", import.meta.url)), loadMessages(...EXERCISE_MESSAGES)]);
  rows = await found.json();
  prepareStudy();
  await go(rest);
}

export async function go([name = ""]) {
  const row = name === "own" ? own : rows.find((one) => one.exercise === name);
  if (row) { draw(row); return; }
  if (name.startsWith("chapter-")) {
    chosen.chapter = chapters().find((one) => parseInt(one, 10) === Number(name.slice(8))) ?? "";
    chosen.kind = "";
  }
  contents(name.startsWith("chapter-") && chosen.chapter ? "" : name);
}

const chapters = () => [...new Set(rows.map((row) => row.chapter))];
const listed = () => rows.filter((row) =>
  (!chosen.kind || row.kind === chosen.kind) && (!chosen.chapter || row.chapter === chosen.chapter));
const badge = (row) => {
  const { result } = kept.get(row.exercise);
  return result ? h("span", { class: `verdict ${result === "right" ? "HOLDS" : "FALSE"}` }, t(`exercise.${result}`)) : null;
};
const isSolved = (row) => kept.get(row.exercise).result === "right";
const langOf = (row) => (row === own ? null : "en"); // those of the course are in English
const points = (row) => t(row.of === 1 ? "exercise.point" : "exercise.points", { n: row.of });

function contents(wanted) {
  const list = h("div", { id: "exercise-list" });
  const next = h("div", { id: "next", "aria-live": "polite" });
  tellNext(next, rows);
  const trouble = h("div", {});
  const show = () => {
    const found = listed();
    fill(list, h("p", { role: "status" }, t("exercise.count", { n: found.length })),
      [...new Set(found.map((row) => row.chapter))].map((chapter) => h("section", {}, said("h2", chapter),
        progressOf(rows.filter((row) => row.chapter === chapter), isSolved),
        h("ul", {}, found.filter((row) => row.chapter === chapter).map((row) =>
          h("li", {}, said("a", row.title, { href: `#/exercises/${row.exercise}` }), " ",
            h("span", { class: "hint" }, `${t(`exercise.kind.${row.kind}`)}, ${points(row)} `), badge(row)))))));
  };
  const choice = (name, options) => select({ id: `exercise-${name}`, onchange: (event) => {
    chosen[name] = event.target.value;
    show();
  } }, [["", t("exercise.any")], ...options], chosen[name]);
  const kinds = [...new Set(rows.map((row) => row.kind))].map((kind) => [kind, t(`exercise.kind.${kind}`)]);
  fill(place, h("h1", {}, t("exercise.title")), wanted === "own" ? h("p", { class: "error", role: "alert" }, t("exercise.ownGone")) : wanted ? missingBox(wanted, t) : null, h("p", {}, t("exercise.intro")),
    progressOf(rows, isSolved), next,
    h("div", { class: "row" }, field(t("exercise.byKind"), choice("kind", kinds)),
      field(t("exercise.byChapter"), choice("chapter", chapters().map((one) => [one, inWords(one)])))),
    list,
    h("section", { class: "box" }, h("h2", {}, t("exercise.own")), trouble,
      field(t("exercise.file"), h("input", { type: "file", id: "exercise-file", onchange: async (event) => {
        const [file] = event.target.files;
        if (!file) return;
        fill(trouble, h("p", { role: "status" }, t("wait")));
        try {
          own = await study().ask("read_exercise", [await file.text(), file.name]);
          fill(trouble);
          location.hash = "#/exercises/own";
        } catch (error) { fill(trouble, errorBox(error, t)); }
      } })),
      h("p", {}, h("a", { id: "to-worksheets", href: "#/worksheet" }, t("exercise.worksheets"))), h("p", {}, saveButton())));
  show();
}

/** The way to the chapter of the course that an exercise belongs to; a teacher's may belong to none. */
function lessonOf({ chapter }) {
  const lesson = rows.find((one) => parseInt(one.chapter, 10) === parseInt(chapter, 10))?.lesson;
  return lesson ? h("a", { id: "to-lesson", href: `#/course/${lesson}` }, t("exercise.lesson", { title: inWords(chapter) })) : null;
}

/** An exercise of the list, with what is kept of it and the way to the others. */
function draw(row) {
  const near = listed().includes(row) ? listed() : rows;
  const at = near.indexOf(row);
  const way = (one, words) => (one ? h("a", { href: `#/exercises/${one.exercise}` }, `${t(words)}: `, said("span", one.title)) : null);
  exerciseView(place, row, {
    get: () => kept.get(row.exercise),
    set: (value) => kept.set(row.exercise, value),
    above: h("p", { class: "row" }, h("a", { href: "#/exercises" }, t("exercise.all")), lessonOf(row)),
    below: h("nav", { class: "row", "aria-label": t("exercise.way") }, way(near[at - 1], "course.before"), at < 0 ? null : way(near[at + 1], "course.next")),
    badge: badge(row),
    keepsRight: true,
    lang: langOf(row),
    onMark: (found, next) => {
      if (row !== own) note(row.exercise, found.right, found.misconception?.id);
      tellNext(next, rows, row.exercise);
    },
  });
}

/**
 * Draw an exercise into a place, with a field for an answer that is marked there.
 * `get` and `set` keep what is kept of it: {draft, result, points, marked};
 * `above`, `below` and `badge` are elements, or null. With `keepsRight` a right answer stays one;
 * `onMark` gets each mark, and an element for what comes next; `lang` is the language of the exercise.
 */
export function exerciseView(place, row, { get, set, above = null, below = null, badge = null, keepsRight = false, onMark = null, lang = null }) {
  const put = putter(lang);
  const remember = (value) => set({ ...get(), ...value });
  const saved = get();
  const answer = h("textarea", { id: "answer", class: "source", rows: { model: 10, action: 6, clause: 6 }[row.kind] ?? 3,
    spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    oninput: () => remember({ draft: answer.value }),
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey)) { event.preventDefault(); marked(); }
    } });
  answer.value = saved.draft ?? "";
  const result = h("div", { id: "mark", "aria-live": "polite" });
  const reading = h("div", { id: "reading", "aria-live": "polite" });
  const next = h("div", { id: "next", "aria-live": "polite" });
  const state = h("p", { id: "marking", role: "status" });
  const button = h("button", { id: "mark-it", type: "submit" }, t("exercise.mark"));
  const stop = h("button", { id: "stop-marking", class: "small", type: "button", disabled: true, onclick: endStudy }, t("exercise.stop"));

  async function marked() {
    if (button.disabled) return;
    if (!answer.value.trim()) { fill(result, h("p", { class: "error" }, t("exercise.empty"))); return; }
    const begun = Date.now();
    const tell = () => {
      const s = Math.round((Date.now() - begun) / 1000);
      fill(state, t(study().state.stage === "ready" ? "exercise.marking" : "course.loading", { s }));
      if (s >= SECONDS) { late = true; endStudy(); }
    };
    let late = false;
    const clock = setInterval(tell, 1000);
    tell();
    button.disabled = true;
    stop.disabled = false;
    fill(result);
    try {
      const found = await study().ask("mark_answer", [row.file, row.exercise, answer.value]);
      if (!found.missing) {
        const right = found.right || (keepsRight && get().result === "right");
        remember({ draft: answer.value, result: right ? "right" : "wrong", points: found.points, marked: answer.value });
      }
      fill(result, found.missing ? missingOf(found.missing) : markOf(found, row));
      if (!found.missing) onMark?.(found, next);
    } catch (error) {
      fill(result, error.stopped ? h("p", { class: "error" }, t(late ? "exercise.late" : "exercise.stopped", { s: SECONDS })) : errorBox(error, t));
    }
    clearInterval(clock);
    fill(state);
    button.disabled = false;
    stop.disabled = true;
  }

  fill(place, above,
    put("h1", row.title),
    h("p", { class: "hint" }, put("span", row.chapter), ` · ${t(`exercise.kind.${row.kind}`)} · ${points(row)} `, badge),
    h("div", { class: "columns" },
      h("section", { class: "box", "aria-label": t("exercise.task") },
        taskOf(row.text, lang),
        row.steps.length ? h("ol", {}, row.steps.map((step) => put("li", step))) : null,
        givenOf(row),
        row.given ? h("details", { open: !givenOf(row) }, h("summary", {}, t("exercise.given")), h("pre", { class: "code", tabindex: "0" }, row.given)) : null,
        row.kind === "clause" && row.label ? h("p", { class: "hint", id: "in-theory" }, t("exercise.inTheory", { label: row.label })) : null,
        hintsOf(row, lang), row.further.length ? h("p", { class: "hint" }, t("exercise.further", { what: row.further.map(inWords).join("; ") })) : null),
      h("section", { class: "box", "aria-label": t("exercise.yours") },
        h("form", { onsubmit: (event) => { event.preventDefault(); marked(); } },
          field(t(`exercise.how.${row.kind}`), answer), reading, paletteOf(row, answer), button, " ", stop), state, result, next)),
    below);
  readLive(row, answer, reading);
}

/** Makes elements for texts of an exercise, which are in `lang` where they are not translated. */
const putter = (lang) => (tag, given, attributes = {}) => {
  const found = message(given);
  return h(tag, { ...attributes, lang: found.lang === "en" ? lang : found.lang }, found.text);
};

/** The task, in paragraphs; it is translated as a whole. */
function taskOf(text, lang) {
  const found = message(text);
  return found.text.split(/\n\s*\n/).map((part) => h("p", { class: "task", lang: found.lang === "en" ? lang : found.lang }, part));
}

/** The hints, each behind the one before. */
function hintsOf({ hints }, lang) {
  if (!hints.length) return null;
  let shown = 0;
  const list = h("ol", { id: "hints", "aria-live": "polite" });
  const more = h("button", { class: "small", id: "hint", type: "button", onclick: () => {
    list.append(putter(lang)("li", hints[shown]));
    shown += 1;
    words();
  } });
  const words = () => {
    more.disabled = shown === hints.length;
    fill(more, t(shown === hints.length ? "exercise.noHint" : "exercise.hint", { k: shown + 1, n: hints.length }));
  };
  words();
  return h("div", {}, list, more);
}

function markOf({ right, points: won, of, witness, note, svg, misconception }, row) {
  return h("div", { class: right ? "right" : "error", "data-mark": right ? "right" : "wrong" },
    h("p", {}, h("strong", {}, t(right ? "exercise.isRight" : "exercise.isWrong")), ` ${t("exercise.won", { won, of })}`),
    misconception ? h("div", { class: "next-step", "data-misconception": misconception.id },
      h("h3", {}, t("exercise.nextStep")), said("p", misconception.hint)) : null,
    witness ? stated(witness.words, { class: "words" }) : null, note ? stated(note) : null,
    svg ? h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": t("exercise.picture") }, pictureOf(svg)) : null,
    !right && row.hints.length ? h("p", { class: "hint" }, t("exercise.seeHints")) : null);
}

/** A paragraph of mystpy's words, with a capital. */
function stated(given, attributes = {}) {
  const { text, lang } = message(given);
  return h("p", { ...attributes, lang }, sentence(text));
}

const missingOf = (name) => h("p", { class: "error", role: "alert", "data-missing": name }, t("course.missing", { name }));
