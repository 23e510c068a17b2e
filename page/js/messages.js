// What mystpy says in English, in the language of the page where there is a phrase for it.
import { language, t } from "./texts.js";
import { phrasebook } from "./phrases.js";

const PLACE = /^(?:[^:\n]{1,40}:)?\d+:\d+: /; // where in a line or file it is
const books = new Map(); // by the names of their tables, the one that is always there first
const apart = new Map(); // tables of texts of one kind only, which are looked up by name
if (language !== "en") books.set("", phrasebook(await import(`./words/${language}/messages.js`), lookUp));

/** Load tables of words/LANGUAGE/messages/ that a room needs, the last one looked up first; nothing in English. */
export async function loadMessages(...names) {
  if (language === "en") return;
  const found = await Promise.all(names.map(async (name) => [name, await import(`./words/${language}/messages/${name}.js`)]));
  for (const [name, table] of found) {
    const known = table.apart ? apart : books;
    const book = known.get(name) ?? phrasebook(table, lookUp);
    known.delete(name); // it is put last
    known.set(name, book);
  }
}

/** A text in the first table that has it, else null: what a room has loaded goes before the table of all rooms. */
function lookUp(text) {
  for (const translated of [...books.values()].reverse()) {
    const found = translated(text);
    if (found !== null) return found;
  }
  return null;
}

/** A message of the command line, as the page says it: what is to be tapped, in place of what is to be typed. */
const tapped = (text) => text.replaceAll(": `why` shows which condition fails", "")
  .replace(/line (\d+) is kept aside: doubtful LINE PLAYER lets it in/, (_, n) => t("lines.aside", { n }));

/** A message with the language that it is in now; `table` names one of those that are apart. */
export function message(text, table = "") {
  const given = String(text);
  const place = given.match(PLACE)?.[0] ?? "";
  const left = given.slice(place.length);
  const found = table ? apart.get(table)?.(left) ?? null : lookUp(left);
  return found === null ? { text: tapped(given), lang: "en" } : { text: place + found, lang: language };
}

/** The text of a message alone, where no element can say its language. */
export const inWords = (text) => message(text).text;

// Words that begin a sentence. Other words, such as the name of a world or a card, stay as they are.
const OPENERS = /^(?:after|an?|at|by|false|if|in|it|line|more|no|player|predicates|some|something|step|such|that|the|there|these|this|up|you|your|am|das|du|deine?|deinen|der|die|eine?|es|im|in|keine?|mehr|nach|nur|schritt|spieler|wenn|zeile|zum)(?=[ ,:])/;

/** A text that stands alone, with a capital where a sentence of it begins. */
export const sentence = (text) => (OPENERS.test(text) ? text[0].toUpperCase() + text.slice(1) : text);

/** The lines of a text, each as a message; what indents a line stays. */
export function messageLines(text) {
  return String(text).split("\n").map((line) => {
    const indent = line.match(/^\s*/)[0];
    const found = line.trim() ? message(line.slice(indent.length)) : { text: "", lang: language };
    return { text: indent + found.text, lang: found.lang };
  });
}
