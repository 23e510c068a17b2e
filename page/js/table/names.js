// How players and cards are shown: as they were written, and cut short where space is rare.
import { h } from "../dom.js";
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

/** A text whose arrows are not broken at the end of a line. */
export function unbroken(text) {
  return text.split("->").flatMap((part, k) => (k ? [h("span", { class: "arrow" }, "->"), part] : [part]));
}

/** A line with its names as people write them. */
export function spoken(game, text) {
  const names = Object.keys(game.shown ?? {});
  return names.length ? text.replace(/[\p{L}\p{N}_]+/gu, (word) => game.shown[word] ?? word) : text;
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
