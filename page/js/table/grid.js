// The grid of what is known: cards by holders. A card is tapped to name it, a cell to see why.
import { h, fill, select, errorBox } from "../dom.js";
import { engine } from "../engine.js";
import { language, t } from "../texts.js";
import { download } from "../keep.js";
import { cardName, initials, percent, shown, sortName, spoken } from "./names.js";
import { fillEnvelope } from "./envelope.js";
import { whySheet } from "./why.js";

const MARKS = { yes: "✓", no: "·", "?": "?", "!": "!" };
const CLASSES = { yes: "yes", no: "no", "?": "open", "!": "depends" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The board (envelope and grid), the choice of what is shown, and how both are drawn. */
export function gridPanel(first, pick) {
  let game = first;
  let drawn = null; // what was drawn last: its question, and the cells
  let chosen = []; // the cards that are named for a turn
  const asked = { kind: "know", who: [first.owner], odds: false };
  const everybody = first.players.map((_, k) => k + 1);
  const options = [["me", t("grid.me")],
    ...everybody.filter((i) => i !== first.owner)
      .map((i) => [`that:${i}`, t("grid.that", { name: shown(first, first.players[i - 1]) })]),
    ["common", t("grid.common")]];
  const table = h("table", { id: "grid", role: "grid", "aria-label": t("grid.title"), onkeydown: move, onfocusin: rove });
  const deals = h("p", { id: "deals", role: "status" });
  const news = h("p", { class: "unseen", id: "news", "aria-live": "polite" });
  const envelope = h("p", { id: "envelope" });
  const why = whySheet((text) => spoken(game, text));
  const odds = h("input", { type: "checkbox", id: "odds", onchange: (event) => {
    asked.odds = event.target.checked; show(game, true);
  } });
  const said = h("span", {});
  const steps = h("input", { type: "range", id: "step", min: 0, oninput: () => { words(); show(game, true); } });
  const step = () => (Number(steps.value) < game.actions.length ? Number(steps.value) : null);
  function words() {
    const k = Number(steps.value);
    fill(said, t("grid.step", { k, n: game.actions.length, action: k ? spoken(game, game.actions[k - 1]) : t("grid.start") }));
  }
  const what = select({ id: "knower", onchange: (event) => {
    const [kind, other] = event.target.value.split(":");
    asked.kind = kind === "common" ? "common" : "know";
    asked.who = kind === "common" ? everybody : kind === "that" ? [game.owner, Number(other)] : [game.owner];
    odds.disabled = asked.who.length > 1;
    show(game, true);
  } }, options, "me");

  let turn = 0;
  async function show(view, walking = false) {
    game = view;
    steps.max = view.actions.length;
    if (!walking) steps.value = view.actions.length;
    words();
    const mine = ++turn;
    table.setAttribute("aria-busy", "true");
    why.close(false);
    try {
      const found = await grid();
      if (mine !== turn) return;
      draw(found, walking);
      fill(deals, found.deals === undefined ? "" : t("grid.deals", { n: found.deals.toLocaleString(language) }));
    } catch (error) {
      if (mine === turn) { drawn = null; cells.clear(); fill(table); fill(deals, errorBox(error, t, (text) => spoken(game, text))); }
    }
    table.removeAttribute("aria-busy");
  }

  /** The grid, with odds if one player's are wanted and can be counted. */
  async function grid() {
    const question = (wanted) => [asked.kind, asked.who, wanted, step()];
    if (asked.who.length > 1) return engine().ask("grid", question(false));
    try {
      return await engine().ask("grid", question(true));
    } catch (error) {
      if (error.stopped || asked.odds) throw error;
      return engine().ask("grid", question(false));
    }
  }

  const sorts = first.sorts.length ? first.sorts : [["", first.cards]];
  const names = [t("grid.pile"), ...first.holders.slice(1).map((name) => shown(first, name))];
  const cells = new Map(); // each cell and its button, which stay when the game goes on

  /** The table without what is known. */
  function build() {
    const heads = ["✉", ...initials(first.players.map((name) => shown(first, name))), t("grid.tableShort")];
    const head = h("tr", {}, h("th", { scope: "col", class: "corner" }, h("span", { class: "unseen" }, t("grid.card"))),
      names.map((name, k) => h("th", { scope: "col", class: k === first.owner ? "own" : "", title: name, abbr: name },
        h("span", { class: "full" }, name), h("span", { class: "short", "aria-hidden": "true" }, heads[k]))));
    const cell = (card, k) => {
      const key = `${k},${card}`;
      const button = h("button", { tabindex: "-1", "data-cell": key, onclick: () => reason(button, k, card) });
      const place = h("td", { class: "cell" }, button);
      cells.set(key, { place, button, words: null });
      return place;
    };
    const row = (card) => h("tr", {}, h("th", { scope: "row" },
      h("button", { class: "chip", tabindex: "-1", "data-card": card, "aria-pressed": String(chosen.includes(card)),
        title: `${cardName(first, card)} (${shown(first, card)})`, onclick: () => pick(card) }, cardName(first, card))), names.map((_, k) => cell(card, k)));
    fill(table, h("thead", {}, head), sorts.map(([name, cards]) =>
      h("tbody", { "aria-label": name ? sortName(name) : t("grid.card") }, cards.map(row))));
    table.querySelector("button").setAttribute("tabindex", "0");
  }

  function draw(found, walking) {
    const key = JSON.stringify([asked.kind, asked.who]);
    const before = drawn?.key === key ? drawn.grid : null;
    const changed = [];
    if (!table.firstChild) build();
    for (const card of game.cards) {
      names.forEach((name, k) => {
        const value = found.grid[k][card];
        const share = found.odds?.[k]?.[card];
        const counted = value === "?" && share !== undefined && (k === 0 || asked.odds);
        const words = counted ? percent(share) : t(`grid.${value}`);
        const isNew = Boolean(before) && before[k][card] !== value;
        if (isNew) changed.push(t("grid.newCell", { holder: name, card: cardName(game, card), cell: words }));
        put(cells.get(`${k},${card}`), { name, card, value, words, mark: counted ? words : MARKS[value], isNew });
      });
    }
    const own = asked.kind === "know" && asked.who.length === 1;
    envelope.hidden = !own;
    if (own) fillEnvelope(envelope, game, found);
    if (walking) fill(news, changed.length ? t("grid.new", { cells: changed.slice(0, 12).join("; ") }) : "");
    drawn = { key, grid: found.grid };
  }

  /** Show a cell; nothing is touched that is as it was. */
  function put(one, { name, card, value, words, mark, isNew }) {
    const look = `cell ${CLASSES[value]}${isNew ? " new" : ""}`;
    if (one.place.className !== look) one.place.className = look;
    if (one.words === words) return;
    one.words = words;
    one.button.dataset.value = value;
    one.button.title = words;
    one.button.setAttribute("aria-label", t("grid.cell", { holder: name, card: cardName(game, card), cell: words }));
    one.button.textContent = mark;
  }

  /** One of the grid's buttons can be reached by Tab, the others by arrows. */
  function rove({ target }) {
    if (!target.matches("button")) return;
    for (const one of table.querySelectorAll("button[tabindex='0']")) one.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  }

  function move(event) {
    const line = event.target.closest("tr");
    const lines = [...table.querySelectorAll("tbody tr")];
    const at = [lines.indexOf(line), line ? [...line.querySelectorAll("button")].indexOf(event.target) : -1];
    const to = event.key === "Home" ? [at[0], 0] : event.key === "End" ? [at[0], game.holders.length]
      : MOVES[event.key]?.map((by, k) => at[k] + by);
    const next = to && lines[to[0]]?.querySelectorAll("button")[to[1]];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next.focus();
  }

  function reason(button, holder, card) {
    const title = t("why.cell", { holder: names[holder], card: cardName(game, card) });
    why.open(button, title, [asked.kind, asked.who, [holder, card, button.dataset.value], step()]);
  }

  /** Mark the cards that are named for a turn. */
  function mark(cards) {
    chosen = cards;
    for (const one of table.querySelectorAll("[data-card]")) one.setAttribute("aria-pressed", String(cards.includes(one.dataset.card)));
  }

  const mine = first.players[first.owner - 1];
  const scroll = h("div", { class: "grid-scroll", tabindex: "-1" }, table);
  const board = [envelope, scroll, why.sheet, news];
  const panel = [h("h2", {}, t("grid.what")), h("p", { class: "hint" }, t("grid.pileIs")),
    h("div", { class: "row" }, h("label", { class: "field" }, h("span", { class: "unseen" }, t("grid.what")), what),
      h("label", { class: "check" }, odds, h("span", {}, t("grid.odds")))),
    h("label", { class: "field" }, said, steps), deals,
    h("button", { class: "small", id: "picture", onclick: async () => {
      const { svg } = await engine().ask("picture", [asked.kind, asked.who, asked.odds && asked.who.length === 1, step()]);
      download(`${mine}.svg`, svg, "image/svg+xml");
    } }, t("grid.picture"))];
  return { board, panel, show, mark, closeWhy: () => why.close(false) };
}
