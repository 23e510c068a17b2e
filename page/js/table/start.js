// How a game is begun: which game, who plays, who you are, and your cards. Only "Begin" waits for Python.
import { h, fill, field, errorBox, select } from "../dom.js";
import { engine } from "../engine.js";
import { packageFields } from "../package-start.js";
import { language, t } from "../texts.js";
import { decks, mystDeck } from "./decks.js";
import { sortName } from "./names.js";
import { playerList } from "./players.js";
import { openSection } from "./open.js";

const PACKAGES = new URL("../../data/packages.json", import.meta.url);

/** The form to begin or open a game; `begun` gets the view. */
export function startForm(begun) {
  const chosen = { kind: "board", players: ["Ann", "Bob", "Cid"], owner: 0, hand: new Set(), sizes: null,
    left: 0, faceUp: new Set(), myst: { m: 1, n: 2, p: 3, q: 2 } };
  let listed = [];
  let beginPackage = null;
  const details = h("div", {});
  const cards = h("div", {});
  const trouble = h("div", { id: "start-trouble", "aria-live": "polite" });
  const kinds = h("select", { id: "kind", onchange: (event) => {
    Object.assign(chosen, { kind: event.target.value, sizes: null, left: 0 });
    chosen.hand.clear();
    chosen.faceUp.clear();
    draw();
  } }, h("option", { value: "board" }, t("start.board")), h("option", { value: "clue" }, t("start.clue")),
  h("option", { value: "myst" }, t("start.myst")));

  decks().then((found) => {
    listed = found;
    kinds.append(...found.filter(({ edition }) => edition).map(({ key, edition, title }) =>
      h("option", { value: key }, t("start.edition", { name: title ?? edition }))));
    draw();
  }).catch(() => { fill(cards, h("p", { class: "error", role: "alert" }, t("start.noDecks"))); });
  fetch(PACKAGES).then((response) => response.json()).then((found) => kinds.append(h("optgroup", { label: t("start.packages") },
    found.map(({ name, title }) => h("option", { value: `package:${name}` }, title))))).catch(() => {});

  const deck = () => (chosen.kind === "myst" ? mystDeck(chosen.myst) : listed.find(({ key }) => key === chosen.kind));
  const printedAs = ([card, printed, others]) => others?.[language] ?? printed ?? card;
  const all = () => deck().sorts.flatMap(([, found]) => found.map(([card]) => card));
  const inPile = () => deck().sorts.length;

  /** The hand sizes when the cards that are not left over are dealt round. */
  function deal() {
    const p = chosen.players.length;
    if (!chosen.left && deck().sizes[p]) return [...deck().sizes[p]];
    const dealt = all().length - inPile() - chosen.left;
    return chosen.players.map((_, k) => Math.floor(dealt / p) + (k < dealt % p ? 1 : 0));
  }

  function draw(focus = null) {
    beginPackage = null;
    fill(trouble);
    if (chosen.kind.startsWith("package:")) {
      fill(details);
      fill(cards, h("p", { role: "status", class: "hint" }, t("start.wait")));
      beginPackage = packageFields(chosen.kind.slice(8), { details, cards, trouble });
      return;
    }
    if (!deck()) return;
    if (chosen.kind === "myst") drawMyst(); else drawPlayers();
    drawHand();
    if (focus) document.getElementById(focus)?.focus();
  }

  function drawMyst() {
    const { p } = chosen.myst;
    chosen.owner = Math.min(chosen.owner, p - 1);
    fill(details, h("div", { class: "row" }, ["m", "n", "p", "q"].map((name) =>
      field(t(`start.${name}`), h("input", { type: "number", min: 1, max: 12, value: chosen.myst[name], id: `myst-${name}`,
        onchange: (event) => { chosen.myst[name] = Number(event.target.value); chosen.hand.clear(); draw(`myst-${name}`); } })))),
    field(t("start.you"), select({ id: "owner", onchange: (event) => {
      chosen.owner = Number(event.target.value); chosen.hand.clear(); draw("owner");
    } }, Array.from({ length: Math.max(p, 1) }, (_, k) => [k, t("game.player", { name: k + 1 })]), chosen.owner)));
  }

  function drawPlayers() {
    const found = deck();
    const players = playerList(chosen, { ...found.players, deal, changed: draw });
    const left = h("input", { type: "number", min: 0, max: 12, id: "left-over", value: chosen.left, onchange: (event) => {
      chosen.left = Math.max(chosen.faceUp.size, Number(event.target.value) || 0);
      chosen.sizes = null;
      draw("left-over");
    } });
    const up = found.sorts.map(([, list]) => h("div", { class: "chips" }, list.map((one) => [one[0], printedAs(one)]).map(([card, printed]) =>
      h("button", { type: "button", class: "chip", "data-up": card, id: `up-${card}`, "aria-pressed": String(chosen.faceUp.has(card)), onclick: () => {
        if (!chosen.faceUp.delete(card)) { chosen.faceUp.add(card); chosen.hand.delete(card); }
        chosen.left = Math.max(chosen.left, chosen.faceUp.size);
        chosen.sizes = null;
        draw(`up-${card}`);
      } }, printed))));
    fill(details, h("fieldset", {}, h("legend", {}, t("start.players")), players.parts),
      h("details", { id: "left", open: chosen.left > 0 || details.querySelector("#left")?.open },
        h("summary", {}, t("start.left")), field(t("start.leftOver"), left),
        h("fieldset", { id: "face-up" }, h("legend", {}, t("start.faceUp")), up)));
  }

  function drawHand() {
    const found = deck();
    const sizes = chosen.sizes ?? deal();
    const need = sizes[chosen.owner];
    const count = h("legend", {});
    const begin = h("button", { type: "submit", id: "begin" }, t("start.begin"));
    const dealt = all().length - inPile() - chosen.left;
    const sum = sizes.reduce((a, b) => a + b, 0);
    const wrong = chosen.kind !== "myst" && sum !== dealt ? t("start.sum", { sum, dealt }) : null;
    const told = () => {
      fill(count, t("start.hand", { have: chosen.hand.size, need }));
      begin.toggleAttribute("disabled", chosen.hand.size !== need || Boolean(wrong));
    };
    const box = ([card, ...more]) => h("label", { class: "card" }, h("input", { type: "checkbox", value: card,
      checked: chosen.hand.has(card), disabled: chosen.faceUp.has(card), onchange: (event) => {
        if (event.target.checked) chosen.hand.add(card); else chosen.hand.delete(card);
        told();
      } }), h("span", {}, printedAs([card, ...more])));
    fill(cards, h("fieldset", { id: "hand" }, count, found.sorts.map(([name, list]) =>
      h("div", { class: "sort" }, name ? h("h3", {}, sortName(name)) : null, list.map(box)))),
    wrong ? h("p", { class: "error", role: "alert", id: "wrong-sum" }, wrong) : null, begin);
    told();
  }

  function gameObject() {
    if (chosen.kind === "myst") return { rules: "myst", ...chosen.myst };
    const game = { rules: "clue", players: chosen.players, board: chosen.kind !== "clue" };
    if (deck().edition) game.edition = deck().edition;
    if (chosen.left) game.left_over = chosen.left;
    if (chosen.faceUp.size) game.face_up = [...chosen.faceUp];
    if (chosen.sizes) game.sizes = [inPile(), ...chosen.sizes];
    return game;
  }

  async function submit(event) {
    event.preventDefault();
    if (beginPackage) { await opened(beginPackage()); return; }
    const game = gameObject();
    const owner = chosen.kind === "myst" ? String(chosen.owner + 1) : game.players[chosen.owner];
    await opened(engine().ask("begin", [game, { [owner]: [...chosen.hand] }, owner]));
  }

  async function opened(promise) {
    const loading = engine().state.stage !== "ready";
    fill(trouble, h("p", { role: "status", class: "waiting" }, t(loading ? "start.loading" : "wait")));
    try {
      const view = await promise;
      fill(trouble);
      begun(view);
    } catch (error) {
      fill(trouble, errorBox(error, t));
      trouble.scrollIntoView({ block: "nearest" });
    }
  }

  fill(cards, h("p", { role: "status", class: "hint" }, t("wait")));
  return h("div", {},
    h("form", { class: "box start", onsubmit: submit }, h("h2", {}, t("start.title")),
      field(t("start.kind"), kinds), details, cards, trouble),
    openSection(begun));
}
