// What mystpy says in English, in the language of the page where there is a pattern for it.
import { language } from "./texts.js";

const rows = language === "en" ? [] : (await import(`./words/${language}/messages.js`)).default;
const patterns = rows.map(([english, other]) => [pattern(english), other]);
const PLACE = /^(?:[^:\n]{1,40}:)?\d+:\d+: /; // where in a line or file it is

/** A pattern for messages: {name} is any text, and the rest is as it stands. */
function pattern(english) {
  const parts = english.split(/\{(\w+)\}/).map((part, k) => (k % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`, "s");
}

/** A message with the language that it is in now. */
export function message(text) {
  const given = String(text);
  const place = given.match(PLACE)?.[0] ?? "";
  const said = given.slice(place.length);
  for (const [english, other] of patterns) {
    const found = said.match(english);
    if (found) return { text: place + other.replace(/\{(\w+)\}/g, (whole, name) => found.groups?.[name] ?? whole), lang: language };
  }
  return { text: given, lang: "en" };
}
