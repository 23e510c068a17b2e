// Worlds in plain words: what is true in them.
import { t } from "../texts.js";

const HELD = /^h\((\w+),(.+)\)$/;

/** An atom in words: who holds which card, or its name. */
export function atomWords(atom, not = false) {
  const [, who, card] = atom.match(HELD) ?? [];
  if (!who) return not ? t("models.not", { atom }) : atom;
  const key = who === "0" ? "models.inPile" : "models.holds";
  return t(not ? `${key}Not` : key, { who, card });
}

/** A world in words: of deals what is held, else what is true, and what is not. */
export function worldWords(true_, atoms) {
  const dealt = atoms.length && atoms.every((atom) => HELD.test(atom));
  const said = atoms.filter((atom) => true_.includes(atom)).map((atom) => atomWords(atom));
  const few = !dealt && atoms.length <= 4;
  const not = few ? atoms.filter((atom) => !true_.includes(atom)).map((atom) => atomWords(atom, true)) : [];
  return [...said, ...not].join(", ") || t("models.nothingTrue");
}

const MOST_NOT = 8; // facts that are not so, of which no more are told

/** What is so everywhere, and what nowhere; of a card whose holder is told, who else does not have it is not said. */
export function factWords(always, never) {
  const placed = new Set(always.map((atom) => atom.match(HELD)?.[2]).filter(Boolean));
  const not = never.filter((atom) => !placed.has(atom.match(HELD)?.[2]));
  return [...always.map((atom) => atomWords(atom)), ...(not.length <= MOST_NOT ? not.map((atom) => atomWords(atom, true)) : [])];
}
