// How an answer is read while it is typed: in words, or what to write instead.
import { h, fill, said } from "../dom.js";
import { inWords } from "../messages.js";
import { t } from "../texts.js";
import { study } from "../study.js";

const PAUSE = 350; // milliseconds without a key before it is read
let katex = null;

/** Tell in `place` how the answer in `field` is read, whenever it changes. */
export function readLive(row, field, place) {
  if (!["formula", "history"].includes(row.kind)) return;
  let timer = 0;
  let last = null;
  const read = async () => {
    const answer = field.value;
    if (!place.isConnected && last !== null) return;
    if (!answer.trim()) { last = answer; fill(place); return; }
    if (answer === last || study().state.stage !== "ready") return;
    last = answer;
    let found = {};
    try {
      found = await study().ask("answer_read", [row.file, row.exercise, answer]);
    } catch { return; } // ended by Stop: the next key starts it again
    if (field.value === answer) await show(found, field, place);
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(read, PAUSE); });
  study().ready.then(read, () => {});
}

async function show(found, field, place) {
  if (found.formula !== undefined) {
    fill(place, await typeset(found), said("p", found.words, { class: "words" }, "formulas"));
  } else if (found.actions) {
    fill(place, h("ol", { class: "turns" }, found.actions.map((one) => said("li", one))));
  } else if (found.english) {
    fill(place, h("p", {}, `${t("exercise.english")} `, instead(found.write, field)));
  } else if (found.error) {
    fill(place, h("div", { class: "unread" },
      found.at == null ? null : marked(field.value, found.at),
      h("p", {}, t("exercise.notYet", { why: inWords(found.error) })),
      found.write ? h("p", {}, `${t("exercise.write")} `, instead(found.write, field)) : found.hint ? said("p", found.hint, { class: "hint" }) : null));
  } else fill(place);
}

/** A button that puts a formula in the place of the answer. */
const instead = (formula, field) => h("button", { class: "small", type: "button", id: "write-instead", onclick: () => {
  field.value = formula;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
} }, h("code", {}, formula));

/** The answer with the place marked at which it cannot be read. */
function marked(text, at) {
  const line = text.slice(0, at).split("\n").length - 1;
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const shown = text.split("\n")[line] ?? "";
  const column = at - begin;
  return h("pre", { "aria-hidden": "true" }, shown.slice(0, column), h("mark", {}, shown[column] ?? " "), shown.slice(column + 1));
}

async function typeset(found) {
  const place = h("p", { class: "typeset" });
  try {
    katex ??= (await import("../../vendor/katex/katex.mjs")).default;
    katex.render(found.latex, place, { displayMode: false, throwOnError: true, output: "html" });
  } catch { fill(place, h("code", {}, found.formula)); }
  return place;
}
