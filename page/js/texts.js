// The words of the page: words/en.js has them, and each further language has such a file.
import en from "./words/en.js";

const KEY = "mystpy.language";
/** The languages, each by its own name. */
export const languages = { en: "English", de: "Deutsch" };
/** The language of the page: what was chosen here, or else what the browser asks for. */
export const language = chosen();
const words = language === "en" ? en : (await import(`./words/${language}.js`)).default;

document.documentElement.lang = language;

function chosen() {
  let kept = null;
  try { kept = localStorage.getItem(KEY); } catch { /* nothing is kept */ }
  const wanted = [kept, ...(navigator.languages ?? [navigator.language])];
  return wanted.map((one) => String(one).split("-")[0]).find((one) => one in languages) ?? "en";
}

/** Go on in another language. What was entered is kept, and the page begins anew. */
export function chooseLanguage(wanted) {
  try { localStorage.setItem(KEY, wanted); } catch { return; }
  location.reload();
}

/** The words for a key, with {name} filled in. */
export function t(key, values = {}) {
  const text = words[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
