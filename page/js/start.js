// How a game is begun: which game, who plays, who you are, and your cards.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { packageFields } from "./package-start.js";
import { t } from "./texts.js";

const PACKAGES = new URL("../data/packages.json", import.meta.url);
const EXAMPLES = new URL("../data/examples.json", import.meta.url);

/** The form to begin or open a game; `begun` gets the view. */
export function startForm(begun) {
  const chosen = { kind: "board", names: "ann bob cid", owner: 0, hand: new Set(),
    myst: { m: 1, n: 2, p: 3, q: 2 } };
  let turn = 0;
  const details = h("div", {});
  const cards = h("div", {});
  const trouble = h("div", { "aria-live": "polite" });
  const kinds = h("select", { id: "kind", onchange: (event) => {
    chosen.kind = event.target.value; chosen.hand.clear(); draw();
  } }, ["board", "clue", "myst"].map((kind) => h("option", { value: kind }, t(`start.${kind}`))));
  engine().ask("editions").then((names) => kinds.append(...names.map((name) =>
    h("option", { value: `edition:${name}` }, t("start.edition", { name }))))).catch(() => {});

  fetch(PACKAGES).then((response) => response.json()).then((found) => kinds.append(h("optgroup", { label: t("start.packages") },
    found.map(({ name, title }) => h("option", { value: `package:${name}` }, title))))).catch(() => {});

  fill(cards, h("p", { role: "status", class: "hint" }, t("start.wait")));

  const gameObject = () => {
    if (chosen.kind === "myst") return { rules: "myst", ...chosen.myst };
    const players = chosen.names.split(chosen.names.includes(",") ? "," : /\s+/).map((name) => name.trim()).filter(Boolean);
    const game = { rules: "clue", players, board: chosen.kind !== "clue" };
    if (chosen.kind.startsWith("edition:")) game.edition = chosen.kind.slice(8);
    return game;
  };

  let beginPackage = null;
  function draw() {
    beginPackage = null;
    if (chosen.kind.startsWith("package:")) {
      turn += 1;
      fill(cards, h("p", { role: "status", class: "hint" }, t("start.wait")));
      beginPackage = packageFields(chosen.kind.slice(8), { details, cards, trouble });
      return;
    }
    if (chosen.kind === "myst") {
      fill(details, h("div", { class: "row" }, ["m", "n", "p", "q"].map((name) =>
        field(t(`start.${name}`), h("input", { type: "number", min: 1, max: 12, value: chosen.myst[name],
          id: `myst-${name}`, onchange: (event) => {
            chosen.myst[name] = Number(event.target.value); chosen.hand.clear(); look();
          } })))));
    } else {
      fill(details, field(t("start.players"), h("input", { id: "players", value: chosen.names,
        autocomplete: "off", autocapitalize: "off", spellcheck: "false", onchange: (event) => {
          chosen.names = event.target.value; chosen.hand.clear(); look();
        } })));
    }
    look();
  }

  async function look() {
    const mine = ++turn;
    let game = null;
    try {
      game = await engine().ask("game_of", [gameObject()]);
    } catch (error) {
      if (mine !== turn) return;
      fill(trouble, errorBox(error, t));
      if (!cards.querySelector("fieldset")) fill(cards);
      return;
    }
    if (mine !== turn) return;
    fill(trouble);
    if (chosen.owner >= game.players.length) chosen.owner = 0;
    const need = game.sizes[chosen.owner + 1];
    const count = h("legend", {});
    const begin = h("button", { type: "submit", id: "begin" }, t("start.begin"));
    const told = () => {
      fill(count, t("start.hand", { have: chosen.hand.size, need }));
      begin.toggleAttribute("disabled", chosen.hand.size !== need);
    };
    const box = (card) => h("label", { class: "card" }, h("input", { type: "checkbox", value: card,
      checked: chosen.hand.has(card), onchange: (event) => {
        if (event.target.checked) chosen.hand.add(card); else chosen.hand.delete(card);
        told();
      } }), h("span", {}, card));
    const sorts = game.sorts.length ? game.sorts : [["", game.cards]];
    fill(cards,
      field(t("start.you"), select({ id: "owner", onchange: (event) => {
        chosen.owner = Number(event.target.value); chosen.hand.clear(); look();
      } }, game.players.map((name, k) => [k, name]), chosen.owner)),
      h("fieldset", { id: "hand" }, count, sorts.map(([name, listed]) =>
        h("div", { class: "sort" }, name ? h("h3", {}, name) : null, listed.map(box)))),
      begin);
    told();
  }

  async function submit(event) {
    event.preventDefault();
    if (beginPackage) { await opened(beginPackage()); return; }
    const game = gameObject();
    const owner = chosen.kind === "myst" ? String(chosen.owner + 1)
      : game.players[chosen.owner];
    await opened(engine().ask("begin", [game, { [owner]: [...chosen.hand] }, owner]));
  }

  async function opened(promise) {
    fill(trouble, h("p", { role: "status" }, t("wait")));
    try {
      const view = await promise;
      fill(trouble);
      begun(view);
    } catch (error) {
      fill(trouble, h("p", {}, t("bad.file")), errorBox(error, t));
    }
  }

  const examples = h("select", { id: "example" }, h("option", { value: "" }, t("start.choose")));
  fetch(EXAMPLES).then((response) => response.json()).then((found) => examples.append(
    ...found.map(({ name, title }) => h("option", { value: name }, `${name}: ${title}`)))).catch(() => {});
  draw();
  return h("div", {},
    h("form", { class: "box", onsubmit: submit }, h("h2", {}, t("start.title")),
      field(t("start.kind"), kinds), details, cards),
    h("section", { class: "box" }, h("h2", {}, t("start.open")),
      field(t("start.example"), examples),
      h("button", { id: "open-example", onclick: () => {
        if (examples.value) opened(engine().ask("example", [examples.value]));
      } }, t("start.openExample")),
      field(t("start.file"), h("input", { type: "file", id: "file", onchange: async (event) => {
        const [file] = event.target.files;
        if (file) opened(engine().ask("open_text", [await file.text()]));
      } }))),
    trouble);
}
