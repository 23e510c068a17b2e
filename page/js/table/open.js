// A game that is opened: an example, or a file that was chosen or dropped.
import { h, fill, field, errorBox } from "../dom.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";
import { chosenRecord, isRecord } from "./records.js";

const EXAMPLES = new URL("../../data/examples.json", import.meta.url);
const MOST = 2_000_000; // bytes; no game is longer

/** The view of the game in a file, null if no record of it is chosen. Throws an error that names the file. */
export async function openFile(file) {
  if (file.size > MOST) throw { error: t("file.long", { name: file.name }) };
  try {
    const text = await file.text();
    if (!isRecord(text)) return await engine().ask("open_text", [text]);
    const chosen = await chosenRecord(text);
    return chosen && await engine().ask("record_open", [text, chosen.number, chosen.player]);
  } catch (error) {
    throw { ...error, english: false, error: t("file.noGame", { name: file.name, why: error.error ?? String(error) }) };
  }
}

/** The section with examples and the field for a file. */
export function openSection(begun) {
  const trouble = h("div", { "aria-live": "polite" });
  async function opened(promise) {
    fill(trouble, h("p", { role: "status" }, t(engine().state.stage === "ready" ? "wait" : "start.loading")));
    try {
      const view = await promise;
      fill(trouble);
      if (view) begun(view);
    } catch (error) {
      fill(trouble, errorBox(error, t));
    }
  }
  const examples = h("select", { id: "example" }, h("option", { value: "" }, t("start.choose")));
  fetch(EXAMPLES).then((response) => response.json()).then((found) => examples.append(
    ...found.map(({ name, title }) => h("option", { value: name }, `${name}: ${title}`)))).catch(() => {});
  return h("section", { class: "box" }, h("h2", {}, t("start.open")),
    field(t("start.example"), examples),
    h("button", { id: "open-example", onclick: () => {
      if (examples.value) opened(engine().ask("example", [examples.value]));
    } }, t("start.openExample")),
    field(t("start.file"), h("input", { type: "file", id: "file", onchange: (event) => {
      const [file] = event.target.files;
      if (file) opened(openFile(file));
    } })), h("p", { class: "hint" }, t("start.drop")), trouble);
}

/** Let files be dropped on an element. */
export function takesFiles(place, dropped) {
  const over = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    place.classList.add("dropping");
  };
  place.addEventListener("dragover", over);
  place.addEventListener("dragleave", () => place.classList.remove("dropping"));
  place.addEventListener("drop", (event) => {
    place.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    dropped(file);
  });
}
