// A game that is followed: the grid, always in sight, and beside it the turn, the lines and more.
import { alone, h, fill, inLines, errorBox } from "../dom.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";
import { askPanel, savePanel } from "../panels.js";
import { gridPanel } from "./grid.js";
import { turnPane } from "./turn.js";
import { linesPane } from "./lines.js";
import { typedForm } from "./typed.js";
import { asTyped, cardName, shown, spoken } from "./names.js";

const TABS = ["turn", "lines", "view", "ask", "save"];
const WIDE = "(min-width: 44rem)";

/** What mystpy says in lines, in the language of the page where it can be. */
const spokenLines = (game, lines) => (lines.length ? inLines(lines.join("\n"), (line) => spoken(game, line)) : []);

/** The parts of the table; `keep(view, draft)` says whether the game could be kept. */
export function gameView(first, { draft, keep, isBehind, leave }) {
  let game = first;
  const saving = savePanel(() => game, keep(first, draft));
  const said = h("pre", { id: "said", tabindex: "0", role: "status", "aria-label": t("game.said") }, spokenLines(first, first.said ?? []));
  const trouble = h("div", { id: "trouble" });

  const grid = gridPanel(first, (card) => { tab("turn"); turn.pick(card); });
  const turn = turnPane(first, { send, accuse, undo: () => send(["undo"]) }, grid.mark);
  const lines = linesPane((line) => put("record", [line], { quiet: true }));
  const typed = typedForm(first, draft, (line) => send([asTyped(game, line)], true),
    (text) => { if (!isBehind()) saving.told(keep(game, text)); });

  /** Enter lines; the error that they raise, or null. */
  async function put(name, args, { quiet = false, typing = false } = {}) {
    fill(trouble);
    if (isBehind()) {
      const error = { error: t("bad.behind") };
      if (!quiet) fill(trouble, errorBox(error, t));
      return error;
    }
    fill(said, t("wait"));
    try {
      const found = await engine().ask(name, args);
      if (typing) typed.clear();
      saving.told(keep(found.same ? game : found, ""));
      fill(said, spokenLines(found, found.said.map((line) => line.trim())));
      if (found.same) return null; // a question, which changes nothing
      game = found;
      lines.show(found);
      turn.update(found);
      const drawn = grid.show(found, false); // asked before what only helps
      following();
      await drawn;
      return null;
    } catch (error) {
      fill(said);
      if (!quiet) {
        fill(trouble, errorBox(alone(error), t, (text) => spoken(game, text)));
        trouble.scrollIntoView({ block: "nearest" });
      }
      return error;
    }
  }

  async function send(texts, typing = false) {
    const error = await put("record_lines", [texts], { typing });
    if (typing) typed.focus();
    return error;
  }
  function accuse(who, cards) { return put("accused_rightly", [who, cards]); }

  // What only those see who open it is asked when it is opened.
  const next = h("pre", { tabindex: "0" });
  const after = h("details", { id: "next", ontoggle: () => following() }, h("summary", {}, t("game.next")), next);
  const typing = h("details", { id: "typed", open: matchMedia(WIDE).matches, ontoggle: () => following() },
    h("summary", {}, t("typed.title")), typed.form);
  async function following() {
    const mine = game;
    try {
      if (after.open) fill(next, spokenLines(game, (await engine().ask("following")).next));
      const example = typing.open ? await engine().ask("example_line") : "";
      if (mine === game) typed.suggest(example);
    } catch { typed.suggest(""); }
  }

  const pane = (name, ...children) => h("section", { class: `pane ${name}`, "aria-label": t(`tab.${name}`) }, children.flat());
  const owner = shown(first, first.players[first.owner - 1]);
  const place = h("div", { class: "game", "data-tab": "turn" });
  const tabs = TABS.map((name) => h("button", { type: "button", class: "tab", "data-tab": name, "aria-pressed": String(name === "turn"),
    onclick: () => tab(name) }, t(`tab.${name}`)));
  function tab(name) {
    grid.closeWhy(); // it would cover what was tapped
    place.dataset.tab = name;
    for (const one of tabs) one.setAttribute("aria-pressed", String(one.dataset.tab === name));
    if (name === "lines") lines.list.scrollTop = lines.list.scrollHeight;
  }

  const hand = h("span", { class: "hand" });
  fill(hand, first.hand.map((card) => cardName(first, card)).join(", "));
  lines.show(first);
  fill(place,
    h("div", { class: "game-board" },
      h("p", { class: "row told game-head" },
        h("strong", { id: "owner-name" }, t("game.of", { name: first.named ? owner : t("game.player", { name: owner }) })),
        hand,
        h("button", { class: "small", id: "leave", onclick: leave }, t("game.new"))), grid.board),
    h("div", { class: "dock" },
      h("div", { class: "tabs", role: "group", "aria-label": t("tab.all") }, tabs),
      saving.bar,
      pane("turn", turn.panel, trouble, said, typing),
      pane("lines", h("h2", {}, t("game.lines")), lines.list, after),
      pane("view", grid.panel), pane("ask", askPanel((text) => spoken(game, text))), pane("save", saving.panel)));
  grid.show(first, false);
  following();
  return place;
}
