// What was tried in this browser, and which exercise comes next because of it.
import { h, fill, said } from "../dom.js";
import { t } from "../texts.js";
import { Kept, study } from "../study.js";
import { download } from "../keep.js";

const kept = new Kept("record");
const MOST = 1000; // attempts that are kept

const attempts = () => {
  const { rows } = kept.get("attempts");
  return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row) && row.length === 3) : [];
};

/** Keep an attempt: the exercise, whether it was right, and the misconception it showed. */
export function note(exercise, right, misconception) {
  kept.set("attempts", { rows: [...attempts(), [exercise, right, misconception ?? ""]].slice(-MOST) });
}

/** The next exercise with its reason, put into `place` once Python can tell it. */
export async function tellNext(place, rows, here = "") {
  try {
    await study().ready;
    const found = await study().ask("answer_next", [attempts()]);
    const row = rows.find((one) => one.exercise === found.exercise);
    if (!row || row.exercise === here) { fill(place); return; }
    fill(place, h("section", { class: "box next", "aria-label": t("exercise.nextForYou") },
      h("h2", {}, t("exercise.nextForYou")),
      h("p", {}, said("a", row.title, { id: "next-exercise", href: `#/exercises/${row.exercise}` })),
      said("p", found.reason, { class: "hint" })));
  } catch { fill(place); } // Python is not there, or was ended
}

/** The button that saves the record for `mystpy exercise --next`. */
export function saveButton() {
  return h("button", { class: "small", id: "save-record", type: "button", onclick: () => {
    const rows = attempts().map(([exercise, right, misconception]) => ({ exercise, right, misconception }));
    download("record.json", `${JSON.stringify({ version: 1, attempts: rows }, null, 1)}\n`, "application/json");
  } }, t("exercise.saveRecord"));
}

/** A line of how many exercises of each chapter are solved. */
export function progressOf(rows, solved) {
  const done = rows.filter((row) => solved(row)).length;
  return h("div", { class: "progress" },
    h("progress", { max: rows.length, value: done, "aria-label": t("exercise.progress") }),
    h("span", {}, t("exercise.solved", { done, n: rows.length })));
}
