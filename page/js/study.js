// The worker in which students' cells are run and their answers marked: it can be ended.
import { Engine, engine } from "./engine.js";
import { h } from "./dom.js";
import { message } from "./messages.js";
import { withoutWords } from "./picture.js";
import { language, t } from "./texts.js";

let worker = null;

/** The engine of course and exercises, which is started when it is first asked for. */
export function study() {
  worker ??= new Engine();
  return worker;
}

/** Start it once the page's own engine is ready, so that neither waits for the other. */
export function prepareStudy() {
  engine().ready.then(study, () => {});
}

/** End what goes on there; whatever was defined is lost. */
export function endStudy() {
  worker?.stop();
  worker = null;
}

/** What a room keeps in this browser: rows by name, which other tabs may write, too. */
export class Kept {
  constructor(name) {
    this.key = `mystpy.${name}`;
    this.rows = {}; // where nothing can be kept
  }

  read() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      const { rows } = found?.version === 1 ? found : {};
      if (rows && typeof rows === "object") this.rows = rows;
    } catch { /* as they were */ }
    return this.rows;
  }

  get(row) { return this.read()[row] ?? {}; }

  /** Keep a row, or drop it; whether that was possible. */
  set(row, value) {
    const rows = this.read();
    if (value === null) delete rows[row];
    else rows[row] = value;
    try { localStorage.setItem(this.key, JSON.stringify({ version: 1, rows })); } catch { return false; }
    return true;
  }
}

const FITS = 600; // pixels: a picture up to this width can be read when it is scaled to a phone; a tap enlarges a wider one

/** The picture of a model, with its notes below it; the title is beside it already. `drawnIn` is the language of its words. */
export function modelPicture(svg, drawnIn = "en") {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
  const inWords = (text) => (drawnIn === language ? { text, lang: language } : message(text));
  const notes = withoutWords(drawn.documentElement).map(inWords);
  const title = drawn.querySelector("title");
  if (title) title.textContent = inWords(title.textContent).text;
  return [pictureOf(new XMLSerializer().serializeToString(drawn)),
    h("p", { class: "hint" }, notes.map(({ text, lang }, k) => [k ? " " : "", h("span", { lang }, text)]))];
}

/** A picture that mystpy has drawn, with its own title as what is read out. */
export function pictureOf(svg) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
  const title = drawn.querySelector("title, desc");
  const image = document.createElement("img");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  image.alt = title?.textContent ?? "";
  if (drawn.documentElement.getAttribute("width") <= FITS) return image;
  return h("button", { type: "button", class: "enlarge", "aria-pressed": "false", title: t("picture.larger"), onclick: ({ currentTarget }) => {
    const large = currentTarget.getAttribute("aria-pressed") !== "true";
    currentTarget.setAttribute("aria-pressed", String(large));
    currentTarget.title = t(large ? "picture.smaller" : "picture.larger");
  } }, image);
}
