// Small helpers to make elements.
import { message, messageLines, sentence } from "./messages.js";

/** An element: attributes whose names begin with "on" are listeners. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null));
  return element;
}

/** Put these children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child != null));
  return element;
}

/** A select with options given as [value, words]. */
export function select(attributes, options, chosen) {
  return h("select", attributes, options.map(([value, words]) =>
    h("option", { value, selected: String(value) === String(chosen) }, words)));
}

/** A field with its label. */
export function field(words, input) {
  return h("label", { class: "field" }, h("span", {}, words), input);
}

/** What mystpy says in English, in the language of the page if that is known, and else marked as English. */
export function said(tag, given, attributes = {}, table = "") {
  const { text, lang } = message(given, table);
  return h(tag, { ...attributes, lang }, text);
}

/** The lines of a text that mystpy wrote, each in the language of the page, or marked as English; `named` shows names. */
export function inLines(given, named = (text) => text) {
  return messageLines(given).flatMap(({ text, lang }, k) => [k ? "\n" : "", h("span", { lang }, named(text))]);
}

const AXIOM_ALONE = /^(?:by axiom|Nach Axiom) \((.*)\)\.?$/; // the link says it

/** A text whose arrows are not broken at the end of a line. */
export function unbroken(text) {
  return text.split("->").flatMap((part, k) => (k ? [h("span", { class: "arrow" }, "->"), part] : [part]));
}

/** An error about text of one line, without the place in it. */
export const alone = (error) => (typeof error.error === "string" ? { ...error, error: error.error.replace(/^1:\d+: /, "") } : error);

/** An error of mystpy's, with its hint and a link to the axiom it names; `named` shows names. */
export function errorBox(error, t, named = (text) => text) {
  const axiom = error.axiom;
  const hint = axiom && error.hint?.startsWith("by axiom (") && !error.hint.includes("\n") ? null : error.hint; // the link says it
  const part = error.english ? (tag, given, attributes = {}) => {
    const { text, lang } = message(given);
    const lines = text.split("\n").map((line) => line.trim()).filter((line) => !(axiom && AXIOM_ALONE.exec(line)?.[1] === axiom));
    return h(tag, { ...attributes, lang }, lines.flatMap((line, k) => [k ? h("br") : null, unbroken(sentence(named(line)))]));
  } : (tag, text, attributes = {}) => h(tag, attributes, String(text));
  return h("div", { class: "error", role: "alert" },
    part("p", error.error ?? error),
    error.failed?.length ? h("ul", {}, error.failed.map((why) => part("li", why))) : null,
    axiom ? h("p", {}, h("a", { href: `#/theory/${axiom}` }, t("readAxiom", { axiom }))) : null,
    hint ? part("p", hint, { class: "hint" }) : null);
}

/** What is said of a link to something that is not there. */
export function missingBox(name, t) {
  return h("p", { class: "error", role: "alert" }, t("bad.name", { name }));
}

let last = 0;
/** An id that no other element has. */
export const newId = () => `x${++last}`;
