// How players and cards are shown: as they were written, and cut short where space is rare.
import { message } from "../messages.js";
import { language, t } from "../texts.js";
import { decks } from "./decks.js";

/** A sort of cards, in the language of the page if it is known there. */
export function sortName(name) {
  const key = `sort.${name}`;
  const words = t(key);
  return words === key ? name : words;
}

/** A name of the game as people write it. */
export function shown(game, name) {
  return game.shown?.[name] ?? name;
}

const printed = new Map(); // by the cards of a game, what is printed on each

/** Read what is printed on the cards of a game, if it has the cards of a deck that is known. */
export async function loadPrinted(game) {
  const key = [...game.cards].sort().join();
  if (printed.has(key)) return;
  const listed = await decks().catch(() => []);
  const rows = listed.map(({ sorts }) => sorts.flatMap(([, cards]) => cards))
    .find((cards) => cards.map(([card]) => card).sort().join() === key) ?? [];
  printed.set(key, new Map(rows.map(([card, english, others]) => [card, others?.[language] ?? english])));
}

const isPrinted = (game) => printed.has([...(game.cards ?? [])].sort().join());

/** What is printed on the cards of all decks in a language other than English, by their names. */
export async function printedIn(wanted) {
  const listed = await decks().catch(() => []);
  return new Map(listed.flatMap(({ sorts }) => sorts.flatMap(([, cards]) => cards))
    .flatMap(([card, , others]) => (others?.[wanted] ? [[card, others[wanted]]] : [])));
}

/** A card as it is printed, once this was read; else its name. */
export function cardName(game, card) {
  return printed.get([...game.cards].sort().join())?.get(card) ?? shown(game, card);
}

const tables = new WeakMap(); // by a game: each name that is shown in another way

/** The names of a game that are shown in another way: players as they were written, cards as they are printed. */
function shownNames(game) {
  let found = tables.get(game);
  if (found && found.printed === isPrinted(game)) return found;
  found = new Map(Object.entries(game.shown ?? {}));
  for (const card of game.cards ?? []) if (!game.players?.includes(card)) found.set(card, cardName(game, card));
  found.printed = isPrinted(game);
  tables.set(game, found);
  return found;
}

const WORD = /([\p{L}\p{N}_]+)/u;
const LARGE = /\b\d{1,3}(?:,\d{3})+\b/g; // 7,938
const NUMBERED = /\p{L}+ (\d+) \(([^()]+)\)/gu; // player 3 (cid)

/** A text with its names as they are shown, and commas between cards that follow each other. */
export function spoken(game, text) {
  const names = shownNames(game);
  const isCard = (word) => game.cards?.includes(word);
  const counted = text.replace(LARGE, (number) => Number(number.replaceAll(",", "")).toLocaleString(language));
  const plain = game.named ? counted.replace(NUMBERED, (all, n, name) => ([game.players[n - 1], shown(game, game.players[n - 1])].includes(name) ? name : all)) : counted;
  const parts = plain.split(WORD); // every other one is a word
  return parts.map((part, k) => (k % 2 ? names.get(part) ?? part
    : part === " " && isCard(parts[k - 1]) && isCard(parts[k + 1]) ? ", " : part)).join("");
}

/** A line of the game as it is listed: in the language of the page, with its names as they are shown. */
export const lineOf = (game, text) => spoken(game, message(text, "lines").text);

/** Whether a line has answers: after an arrow, or after a semicolon each. */
const hasAnswers = (text) => /->|;/.test(text);

/** A line as it can be typed: a turn in the language of the page. */
export const lineToType = (game, text) => (hasAnswers(text) ? lineOf : spoken)(game, text);

const VERBS = ["passes", "shows", "nobody"];
const wholeWord = (words) => new RegExp(`(?<![\\p{L}\\p{N}_])${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "giu");

/** A line that is typed as mystpy reads it: with the cards' own names, and the words of a turn in English. */
export function asTyped(game, text) {
  const rows = (game.cards ?? []).map((card) => [cardName(game, card), card])
    .concat(hasAnswers(text) ? VERBS.map((verb) => [t(`line.${verb}`), verb]) : [])
    .filter(([words, name]) => words.toLowerCase() !== name).sort(([a], [b]) => b.length - a.length);
  return rows.reduce((line, [words, name]) => line.replace(wholeWord(words), name), text);
}

/** The shortest beginnings of names by which they differ, in capitals. */
export function initials(names) {
  return names.map((name) => {
    for (let size = 1; size < name.length; size += 1) {
      const start = name.slice(0, size).toUpperCase();
      if (names.filter((other) => other.slice(0, size).toUpperCase() === start).length === 1) return start;
    }
    return name;
  });
}

/** A fraction such as "5/12" in percent, never 0 or 100 for what is open. */
export function percent(share) {
  const [above, below = 1] = share.split("/").map(Number);
  const found = Math.round((100 * above) / below);
  return found <= 0 ? "<1%" : found >= 100 ? ">99%" : `${found}%`;
}

/** A fraction as a number, to sort by. */
export function size(share) {
  const [above, below = 1] = share.split("/").map(Number);
  return above / below;
}
