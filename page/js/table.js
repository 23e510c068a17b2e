// The table: a game that is followed line by line, and who knows what in it.
import { h, fill, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";
import { keep, kept, forget, aside, putAside, takeBack, watchOthers, notesOf, download } from "./keep.js";
import { startForm } from "./start.js";
import { gridPanel } from "./grid.js";
import { tapForm } from "./tap.js";
import { packageGame } from "./package-game.js";
import { askPanel, savePanel } from "./panels.js";
import { eventItems } from "./events.js";

let place = null;
let game = null;
let notice = null;
let visited = null; // the notes of a game that was opened, as long as they are as they came
let behind = false; // whether another tab has written on

watchOthers(otherTab);

export async function open(content, rest) {
  place = h("div", {});
  notice = h("div", { "aria-live": "polite" });
  behind = false;
  fill(content, h("h1", {}, t("table.title")), notice, place);
  engine().reopen = () => game && ["open_notes", [game.notes]];
  await go(rest, true);
}

export async function go(rest, first = false) {
  if (rest[0] === "game") return fromLink(rest.slice(1).join("/"));
  if (rest[0] === "walk") return fromText(rest.slice(1).join("/"));
  if (!first && game) return;
  let saved = null;
  try {
    saved = kept();
  } catch (trouble) {
    begin();
    unreadable(trouble);
    return;
  }
  if (saved) await resume(saved); else begin();
}

/** What was kept cannot be read: it stays until somebody says what becomes of it. */
function unreadable({ saved, error }) {
  fill(notice, h("div", { class: "error", role: "alert" },
    h("p", {}, t("bad.saved", { why: error })),
    h("button", { onclick: () => download("mystpy-kept.json", saved) }, t("bad.export")), " ",
    h("button", { onclick: () => { forget(); fill(notice); } }, t("bad.forget"))));
}

async function resume(saved) {
  begin();
  fill(notice, h("p", { role: "status" }, t("wait")));
  try {
    const view = await engine().ask("open_notes", [saved.notes]);
    fill(notice);
    take(view, saved.draft);
  } catch (error) {
    if (error.stopped || error.late) fill(notice, errorBox(error, t));
    else unreadable({ saved: JSON.stringify(saved), error: error.error ?? error });
  }
}

function cut() {
  fill(notice, h("p", { class: "error", role: "alert" }, t("bad.link")));
}

async function fromLink(text) {
  let notes = null;
  begin();
  try { notes = await notesOf(text); } catch { return cut(); }
  await opened("open_notes", notes);
}

async function fromText(text) {
  let query = null;
  begin();
  try { query = decodeURIComponent(text); } catch { return cut(); }
  await opened("open_text", query);
}

async function opened(name, text) {
  fill(notice, h("p", { role: "status" }, t("wait")));
  try {
    const view = await engine().ask(name, [text]);
    history.replaceState(null, "", "#/table");
    fill(notice);
    another(view);
  } catch (error) {
    fill(notice, errorBox(error, t));
  }
}

/** Show another game than the one that is kept, which can be had back. */
function another(view) {
  let saved = null;
  try { saved = kept()?.notes ?? null; } catch { saved = ""; }
  const own = saved !== null && saved !== view.notes && saved !== visited;
  if (own) putAside();
  visited = view.notes;
  take(view);
  if (own) fill(notice, h("p", { role: "status", class: "row told" }, t("game.aside"), backButton()));
}

function backButton() {
  return h("button", { class: "small", id: "take-back", onclick: () => {
    fill(notice);
    game = null;
    takeBack();
    go([], true);
  } }, t("game.takeBack"));
}

function begin() {
  game = null;
  fill(place, h("p", {}, t("table.intro")),
    aside().length ? h("p", { class: "row told" }, t("start.aside"), backButton()) : null, startForm(another));
}

/** The game went on in another tab: nothing is written over that until it is said what is right. */
function otherTab() {
  if (!game || !place?.isConnected) return;
  let saved = null;
  try { saved = kept(); } catch { return; }
  behind = Boolean(saved) && saved.notes !== game.notes;
  if (!behind) return;
  const goOn = (how) => () => { behind = false; fill(notice); how(); };
  fill(notice, h("div", { class: "error", role: "alert" }, h("p", {}, t("bad.tabs")),
    h("button", { onclick: goOn(() => resume(saved)) }, t("bad.take")), " ",
    h("button", { onclick: goOn(() => { putAside(); keep(game.notes); }) }, t("bad.keep"))));
  notice.scrollIntoView({ block: "nearest" });
}

/** A player by name, or by number where there are no names. */
function called(player, { named, players }) {
  const name = players[player - 1];
  return named ? name : t("game.player", { name });
}

/** Show a game as it stands; it is kept before it is shown. */
function take(view, draft = "") {
  game = view;
  if (view.theory) {
    fill(place, packageGame(view, { draft, isBehind: () => behind,
      changed: (found, text) => { game = found; return keep(found.notes, text); },
      drafted: (found, text) => keep(found.notes, text),
      leave: () => { if (confirm(t("game.leave"))) { forget(); begin(); } } }));
    return;
  }
  const safe = keep(view.notes, draft);
  const saving = savePanel(() => game, safe);
  const said = h("pre", { id: "said", role: "status", "aria-label": t("game.said") },
    (view.said ?? []).join("\n"));
  const trouble = h("div", {});
  const grid = gridPanel(view);
  const line = h("input", { id: "line", value: draft, autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", oninput: (event) => { if (!behind) saving.told(keep(game.notes, event.target.value)); } });
  const example = view.named
    ? `${view.players[0]}: ${view.cards.slice(0, view.q).join(" ")} -> ${view.players[1]} shows`
    : `asks(1,{${view.cards.slice(0, view.q).join(",")}}) no(2)`;

  async function send(text) {
    fill(trouble);
    if (behind) { fill(trouble, h("p", { class: "error", role: "alert" }, t("bad.behind"))); return; }
    fill(said, t("wait"));
    try {
      const found = await engine().ask("record", [text]);
      saving.told(keep(found.notes));
      const same = found.notes === game.notes;
      game = found;
      line.value = "";
      fill(said, found.said.join("\n"));
      if (!same) { lines(); tap(); next(); await grid.show(found, false); }
    } catch (error) {
      fill(said);
      fill(trouble, errorBox(error, t));
    }
    line.focus({ preventScroll: true });
  }

  const listed = h("ol", { id: "lines" });
  const lines = () => fill(listed, eventItems(game.events, send));
  const tapping = h("div", {});
  const tap = () => fill(tapping, tapForm(game, send));
  const following = h("div", { id: "next" });
  function next() {
    const name = called(game.turn[0], game);
    fill(following, h("p", {}, game.over ? t("game.over") : t("game.turn", { name })),
      h("details", {}, h("summary", {}, t("game.next")), h("pre", { tabindex: "0" }, game.next.join("\n"))));
  }
  lines(); tap(); next();
  fill(place,
    h("p", { class: "row told" },
      h("strong", { id: "owner-name" }, t("game.of", { name: called(view.owner, view) })),
      h("span", {}, view.hand.join(" ")),
      h("button", { class: "small", id: "leave", onclick: () => {
        if (confirm(t("game.leave"))) { forget(); begin(); }
      } }, t("game.new"))),
    h("div", { class: "columns" },
      h("div", {}, h("section", { class: "box" }, h("h2", {}, t("game.lines")), listed, following,
        h("form", { onsubmit: (event) => { event.preventDefault(); if (line.value.trim()) send(line.value); } },
          h("label", { class: "field" }, h("span", {}, t("game.line")), line),
          h("button", { type: "submit", id: "send" }, t("game.send"))),
        h("p", { class: "hint" }, t("game.lineHint", { example })), trouble, said),
      tapping),
      h("div", {}, grid.panel, askPanel(), saving.panel)));
  grid.show(view, false);
}
