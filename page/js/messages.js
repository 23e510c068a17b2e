// What mystpy says in English, in the language of the page where there is a pattern for it.
import { language, t } from "./texts.js";

const table = language === "en" ? { default: [], parts: [] } : await import(`./words/${language}/messages.js`);
const read = (rows) => rows.map(([english, other]) => [pattern(english), other]);
const patterns = read(table.default);
const parts = read(table.parts);
const PLACE = /^(?:[^:\n]{1,40}:)?\d+:\d+: /; // where in a line or file it is
const IN_WORDS = /^(?:cards|reason)/; // places whose text is in words: cards, lines, hands

/** A pattern for messages: {name} is any text, and the rest is as it stands. */
function pattern(english) {
  const texts = english.split(/\{(\w+)\}/).map((part, k) => (k % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${texts.join("")}$`, "s");
}

/** A text by the first row that fits it, else null. */
function translated(rows, text) {
  for (const [english, other] of rows) {
    const found = text.match(english);
    if (!found) continue;
    const value = (name, given) => (rows === parts || IN_WORDS.test(name) ? translated(parts, given) ?? given : given);
    return other.replace(/\{(\w+)\}/g, (whole, name) => (found.groups?.[name] === undefined ? whole : value(name, found.groups[name])));
  }
  return null;
}

/** A message of the command line, as the page says it: what is to be tapped, in place of what is to be typed. */
const tapped = (text) => text.replaceAll(": `why` shows what fails of it", "")
  .replace(/line (\d+) is kept aside: doubtful LINE PLAYER lets it in/, (_, n) => t("lines.aside", { n }));

/** A message with the language that it is in now. */
export function message(text) {
  const given = String(text);
  const place = given.match(PLACE)?.[0] ?? "";
  const found = translated(patterns, given.slice(place.length));
  return found === null ? { text: tapped(given), lang: "en" } : { text: place + found, lang: language };
}
