// The table: a game that is followed line by line, and who knows what in it.
import { h, fill, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { loadMessages } from "./messages.js";
import { t } from "./texts.js";
import { decks } from "./table/decks.js";
import { startForm } from "./table/start.js";
import { openFile, takesFiles } from "./table/open.js";
import { gameView } from "./table/game.js";
import { loadPrinted } from "./table/names.js";
import { keep, kept, forget, aside, putAside, takeBack, watchOthers, notesOf, download } from "./keep.js";
import { packageGame } from "./package-game.js";

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
  takesFiles(content, dropped);
  await loadMessages("lines", "reasons");
  await go(rest, true);
  await decks().catch(() => {}); // the form, before Python is fetched
  engine().reopen = () => game && ["open_notes", [game.notes]];
  engine().ready.catch((error) => { if (!error.stopped && place.isConnected) fill(notice, errorBox(error, t)); });
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
    await take(view, saved.draft);
  } catch (error) {
    if (error.stopped || error.late) fill(notice, errorBox(error, t));
    else unreadable({ saved: JSON.stringify(saved), error: error.error ?? error });
  }
}

function cut() {
  history.replaceState(null, "", "#/table"); // a reload shows no error again
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
    await another(view);
  } catch (error) {
    history.replaceState(null, "", "#/table");
    fill(notice, errorBox({ ...error, english: false, error: t("link.other", { why: error.error ?? error }) }, t));
  }
}

/** A file was dropped: open it, or say by name what is wrong with it. */
async function dropped(file) {
  fill(notice, h("p", { role: "status" }, t(engine().state.stage === "ready" ? "wait" : "start.loading")));
  try {
    const view = await openFile(file);
    fill(notice);
    if (view) await another(view);
  } catch (error) {
    fill(notice, errorBox(error, t));
  }
  notice.scrollIntoView({ block: "nearest" });
}

/** Show another game than the one that is kept, which can be had back. */
async function another(view) {
  let saved = null;
  try { saved = kept()?.notes ?? null; } catch { saved = ""; }
  const own = saved !== null && saved !== view.notes && saved !== visited;
  if (own) putAside();
  visited = view.notes;
  await take(view);
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

/** Show a game as it stands; it is kept before it is shown. */
async function take(view, draft = "") {
  game = view;
  if (view.theory) {
    fill(place, packageGame(view, { draft, isBehind: () => behind,
      changed: (found, text) => { game = found; return keep(found.notes, text); },
      drafted: (found, text) => keep(found.notes, text),
      leave: () => { if (confirm(t("game.leave"))) { forget(); begin(); } } }));
    return;
  }
  await loadPrinted(view);
  if (game !== view) return; // another one was opened meanwhile
  fill(place, gameView(view, { draft, isBehind: () => behind,
    keep: (found, text) => { game = found; return keep(found.notes, text); },
    leave: () => { if (confirm(t("game.leave"))) { forget(); begin(); } } }));
  if (matchMedia("(max-width: 44rem)").matches) place.scrollIntoView({ block: "start" });
}
