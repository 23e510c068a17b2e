// Colours for programs and formulas that are read, not written: a tokenizer for each language.
import { h } from "./dom.js";

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const NUMBER = String.raw`\b\d+(?:\.\d+)?\b`;
const words = (text) => String.raw`\b(?:${text.trim().split(/\s+/).join("|")})\b`;

/** The kinds of tokens of a language, as patterns; the first one that fits counts. */
const LANGUAGES = {
  prolog: {
    comment: String.raw`%[^\n]*|/\*[^]*?\*/`,
    string: String.raw`'(?:[^'\\\n]|''|\\.)*'|${STRING}`,
    keyword: String.raw`:-|-->|\\\+|->|${words("is dynamic module use_module ensure_loaded discontiguous multifile table")}`,
    variable: String.raw`\b[A-Z_]\w*`,
    number: NUMBER,
  },
  asp: {
    comment: String.raw`%\*[^]*?\*%|%[^\n]*`,
    string: STRING,
    keyword: String.raw`:-|:~|#[a-z]+|${words("not")}`,
    variable: String.raw`\b_*[A-Z]\w*|\b_\b`,
    number: NUMBER,
  },
  python: {
    comment: String.raw`#[^\n]*`,
    string: String.raw`[fFrRbB]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`,
    keyword: words(`and as assert async await break case class continue def del elif else except False finally for from global if
      import in is lambda match None nonlocal not or pass raise return True try while with yield`),
    number: String.raw`\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b`,
  },
  formula: {
    keyword: String.raw`<->|->|[~&|¬∧∨→↔∀∃]|\b[KECBM](?=[([_])|${words("forall exists in true false")}`,
    variable: String.raw`\b(?:In|Turn|AnsTurn|Question|GameOver|askphase|ansphase|showphase|guessphase|endphase|h)\b`,
    number: NUMBER,
  },
  toml: {
    comment: String.raw`#[^\n]*`,
    string: String.raw`"""[^]*?"""|'''[^]*?'''|${STRING}|'[^'\n]*'`,
    keyword: String.raw`^[ \t]*\[\[?[^\]\n]*\]\]?|${words("true false")}`,
    variable: String.raw`^[ \t]*[\w.-]+(?=\s*=)`,
    number: NUMBER,
  },
};

const patterns = Object.fromEntries(Object.entries(LANGUAGES).map(([name, kinds]) =>
  [name, new RegExp(Object.entries(kinds).map(([kind, source]) => `(?<${kind}>${source})`).join("|"), "gm")]));

/** The parts of a program: texts, each with the kind of token that it is, or null. */
export function tokens(text, language) {
  const found = [];
  let at = 0;
  for (const match of text.matchAll(patterns[language])) {
    if (!match[0]) continue;
    if (match.index > at) found.push([null, text.slice(at, match.index)]);
    const [kind] = Object.entries(match.groups).find(([, part]) => part !== undefined);
    found.push([kind, match[0]]);
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push([null, text.slice(at)]);
  return found;
}

/** The same as nodes. */
export function painted(text, language) {
  return tokens(text, language).map(([kind, part]) => (kind ? h("span", { class: `k-${kind}` }, part) : part));
}

/** A program to be read, with its colours; the keyboard can scroll it. */
export function coloured(text, language) {
  return h("pre", { class: "code", tabindex: "0", dir: "ltr" }, painted(text, language));
}
