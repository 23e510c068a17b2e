// The words of the page: words/en.js has them, and each further language has such a file.
import en from "./words/en.js";

const languages = { en };
const words = languages[document.documentElement.lang] ?? en;

/** The words for a key, with {name} filled in. */
export function t(key, values = {}) {
  const text = words[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
