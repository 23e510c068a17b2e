// Phrases of mystpy in another language: patterns with places, some of which are phrases themselves.

const WORDS = "^(?:cards|reason|what)"; // the places whose text is in words, where a table says nothing else
const PLACE = /\{([\w.]+)\}/;
const CLAUSE = /\{([\w.]+)(!?)\}/g; // {F!} is the subordinate clause of F

/** A pattern for texts: {name} is any text, the same wherever it is named, and the rest is as it stands. */
export function pattern(english) {
  const known = new Set();
  const texts = english.split(PLACE).map((part, k) => {
    if (k % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const name = part.replace(".", "_");
    if (known.has(name)) return `\\k<${name}>`;
    known.add(name);
    return name === "who" ? "(?<who>(?:(?!: ).)+?)" : `(?<${name}>.+?)`; // a colon ends a name
  });
  return new RegExp(`^${texts.join("")}$`, "s");
}

/** Rows by their patterns; those without a place by their text. */
function read(rows) {
  const exact = new Map();
  const patterns = [];
  for (const [english, main, clause = main] of rows) {
    if (PLACE.test(english)) patterns.push([pattern(english), main, clause]);
    else if (!exact.has(english)) exact.set(english, [main, clause]);
  }
  return { exact, patterns };
}

/** What is in brackets, with a sign in its place: joining words in it join nothing outside of it. */
function withoutBrackets(text, kept) {
  let found = "";
  let depth = 0;
  let begun = 0;
  for (let k = 0; k < text.length; k += 1) {
    const opens = text[k] === "(" && (depth > 0 || k === 0 || /\s/.test(text[k - 1]));
    if (opens && depth === 0) begun = k + 1;
    if (opens) depth += 1;
    else if (depth === 0) found += text[k];
    else if (text[k] === "(") depth += 1;
    else if (text[k] === ")" && (depth -= 1) === 0) found += `\u27e6${kept.push(text.slice(begun, k)) - 1}\u27e7`;
  }
  return depth === 0 ? found : text;
}

/**
 * A table of phrases: `default` has those of whole texts, `parts` those of what is in their places.
 * Without the former the latter are both. `elsewhere` looks up what is in a place that begins with axiom.
 */
export function phrasebook({ default: rows = [], parts: pieces = [], words = WORDS, brackets = false }, elsewhere = () => null) {
  const parts = read(pieces);
  const whole = rows.length ? read(rows) : parts;
  const named = new RegExp(words);

  function inside(given, clause, kept) {
    const open = given.match(/^\u27e6(\d+)\u27e7$/);
    if (open) return `(${inside(kept[open[1]], clause, kept)})`;
    return look(parts, given, clause, kept) ?? given;
  }
  function look(table, given, clause, kept) {
    const text = brackets ? withoutBrackets(given, kept) : given;
    if (text !== given && /^\u27e6\d+\u27e7$/.test(text)) return inside(text, clause, kept);
    const plain = table.exact.get(text);
    if (plain) return plain[clause ? 1 : 0];
    for (const [english, main, other] of table.patterns) {
      const groups = text.match(english)?.groups;
      if (!groups) continue;
      return (clause ? other : main).replace(CLAUSE, (place, name, isClause) => {
        const value = groups[name.replace(".", "_")];
        if (value === undefined) return place;
        if (name.startsWith("axiom")) return elsewhere(value) ?? value;
        return table === parts || named.test(name) ? inside(value, Boolean(isClause), kept) : value;
      });
    }
    return null;
  }
  return (text) => look(whole, text, false, []);
}
