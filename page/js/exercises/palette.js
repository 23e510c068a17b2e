// Operators and atoms of an exercise that a tap puts into the answer.
import { h } from "../dom.js";
import { t } from "../texts.js";

const CARET = "…";
const ATOMS = ["holds", "is", "atom"];

/** Put a text into a field at its caret, with the caret where the text has its sign …. */
export function insert(field, text) {
  const [start, end] = [field.selectionStart, field.selectionEnd];
  const chosen = field.value.slice(start, end);
  const at = text.indexOf(CARET);
  const put = text.replace(CARET, chosen);
  field.setRangeText(put, start, end, "end");
  if (at >= 0) field.setSelectionRange(start + at, start + at + chosen.length);
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The buttons, each with a word of what it means; null where there are none. */
export function paletteOf(row, field) {
  if (!row.palette?.length) return null;
  const button = ([text, key, ...values]) => {
    const words = t(`exercise.palette.${key}`, { a: playerName(values[0]), b: values[1] ?? "" });
    return h("button", { class: "small tile", type: "button", "data-insert": text, onclick: () => insert(field, text) },
      h("code", {}, text.trim()), " ", h("span", { class: "means" }, words));
  };
  const main = row.palette.filter(([, key]) => !ATOMS.includes(key));
  const atoms = row.palette.filter(([, key]) => ATOMS.includes(key));
  return h("div", { id: "palette", role: "group", "aria-label": t("exercise.palette") },
    h("div", { class: "tiles" }, main.map(button)),
    atoms.length ? h("div", { class: "tiles atoms" }, atoms.map(button)) : null);
}

/** An agent as a sentence names it. */
export function playerName(name) {
  if (name === "0") return t("exercise.pile");
  return /^[0-9]+$/.test(name ?? "") ? t("exercise.player", { n: name }) : name ?? "";
}
