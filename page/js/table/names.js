// How players and cards are shown: as they were written, and cut short where space is rare.
import { t } from "../texts.js";

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
