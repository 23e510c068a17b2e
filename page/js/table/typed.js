// A line that is typed, with the names of the game to complete it.
import { h, fill, unbroken } from "../dom.js";
import { t } from "../texts.js";
import { cardName, lineToType, shown } from "./names.js";

const MOST = 6; // names that are offered

/** Whether a word of a name begins with a word. */
const begins = (name, word) => name.toLowerCase().split(/\s+/).some((part) => part.startsWith(word));

/** The form; `send` gets the line, `drafted` what is in the field as it changes. */
export function typedForm(game, draft, send, drafted) {
  const words = [...game.players.map((name) => shown(game, name)), ...game.cards.map((card) => cardName(game, card))];
  const offers = h("div", { class: "chips", id: "completions" });
  const line = h("input", { id: "line", value: draft, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    oninput: () => { drafted(line.value); offer(); } });
  const example = h("code", { id: "example-line" });

  /** The word before the cursor. */
  const begun = () => line.value.slice(0, line.selectionStart).match(/[\p{L}\p{N}_]+$/u)?.[0] ?? "";

  function offer() {
    const word = begun().toLowerCase();
    const before = line.value.slice(0, line.selectionStart).toLowerCase();
    const found = words.filter((name) => word && begins(name, word) && !before.endsWith(name.toLowerCase()));
    fill(offers, found.slice(0, MOST).map((name) => h("button", { type: "button", class: "chip", onclick: () => complete(name) }, name)));
  }

  function complete(name) {
    const at = line.selectionStart;
    const start = at - begun().length;
    const after = line.value.slice(at);
    line.value = `${line.value.slice(0, start)}${name} ${after.trimStart()}`;
    line.focus();
    line.setSelectionRange(start + name.length + 1, start + name.length + 1);
    fill(offers);
    drafted(line.value);
  }

  const hint = h("p", { class: "hint", hidden: true }, t("typed.hint"), " ", example);
  const form = h("form", { onsubmit: (event) => {
    event.preventDefault();
    if (line.value.trim()) send(line.value);
  } }, h("label", { class: "field" }, h("span", {}, t("game.line")), line),
  offers, h("button", { type: "submit", id: "send" }, t("game.send")), hint);

  return {
    form,
    clear: () => { line.value = ""; fill(offers); },
    focus: () => line.focus({ preventScroll: true }),
    suggest: (text) => { fill(example, unbroken(lineToType(game, text))); hint.hidden = !text; },
  };
}
