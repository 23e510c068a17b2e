// The games that can be begun, from a file of the page: nothing of it waits for Python.

const DECKS = new URL("../../data/decks.json", import.meta.url);
let read = null;

/** The decks, each under the name by which the form knows it. */
export function decks() {
  read ??= fetch(DECKS).then((response) => response.json()).then((found) => found.map((deck) => ({ ...deck, key: keyOf(deck) })));
  read.catch(() => { read = null; });
  return read;
}

const keyOf = (deck) => (deck.edition ? `edition:${deck.edition}` : deck.board ? "board" : "clue");

/** A deck of MYST: cards s1 to sc, in no sorts. */
export function mystDeck({ m, n, p, q }) {
  const count = Math.max(0, m + n * p);
  const cards = Array.from({ length: Math.min(count, 200) }, (_, k) => [`s${k + 1}`, `s${k + 1}`]);
  return { key: "myst", rules: "myst", m, n, p, q, sorts: [["", cards]], sizes: { [p]: Array(Math.max(0, p)).fill(n) } };
}
