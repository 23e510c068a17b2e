// The table: a game that is followed line by line, and who knows what in it.
import { h, fill, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";
import { keep, kept, forget, watchOthers, notesOf } from "./keep.js";
import { startForm } from "./start.js";
import { gridPanel } from "./grid.js";
import { tapForm } from "./tap.js";
import { askPanel, savePanel } from "./panels.js";

let place = null;
let game = null;
let notice = null;

export async function open(content, rest) {
  place = h("div", {});
  notice = h("div", { "aria-live": "polite" });
  fill(content, h("h1", {}, t("table.title")), notice, place);
  watchOthers(otherTab);
  await go(rest, true);
}

export async function go(rest, first = false) {
  if (rest[0] === "game") return fromLink(rest.slice(1).join("/"));
  if (rest[0] === "walk") return fromText(decodeURIComponent(rest.slice(1).join("/")));
  if (!first && game) return;
  let saved = null;
  try {
    saved = kept();
  } catch (trouble) {
    begin();
    fill(notice, h("div", { class: "error", role: "alert" },
      h("p", {}, t("bad.saved", { why: trouble.error })),
      h("button", { onclick: () => import("./keep.js").then(({ download }) =>
        download("mystpy-kept.json", trouble.saved)) }, t("bad.export")),
      h("button", { onclick: () => { forget(); fill(notice); } }, t("bad.forget"))));
    return;
  }
  if (saved) await resume(saved); else begin();
}

async function resume(saved) {
  begin();
  fill(notice, h("p", { role: "status" }, t("wait")));
  try {
    const view = await engine().ask("open_notes", [saved.notes]);
    fill(notice);
    take(view, saved.draft);
  } catch (error) {
    fill(notice, errorBox(error, t));
  }
}

async function fromLink(text) {
  let notes = null;
  begin();
  try {
    notes = await notesOf(text);
  } catch {
    fill(notice, h("p", { class: "error", role: "alert" }, t("bad.link")));
    return;
  }
  await opened("open_notes", notes);
}

async function fromText(text) {
  begin();
  await opened("open_text", text);
}

async function opened(name, text) {
  fill(notice, h("p", { role: "status" }, t("wait")));
  try {
    const view = await engine().ask(name, [text]);
    history.replaceState(null, "", "#/table");
    fill(notice);
    take(view);
  } catch (error) {
    fill(notice, errorBox(error, t));
  }
}

function begin() {
  game = null;
  fill(place, h("p", {}, t("table.intro")), startForm(take));
}

function otherTab() {
  if (!game || !place.isConnected) return;
  const saved = kept();
  if (!saved || saved.notes === game.notes) return;
  fill(notice, h("div", { class: "error", role: "alert" }, h("p", {}, t("bad.tabs")),
    h("button", { onclick: () => { fill(notice); resume(saved); } }, t("bad.take")),
    h("button", { onclick: () => { fill(notice); keep(game.notes); } }, t("bad.keep"))));
}

/** Show a game as it stands; it is kept before it is shown. */
function take(view, draft = "") {
  game = view;
  const safe = keep(view.notes, draft);
  const said = h("pre", { id: "said", role: "status", "aria-label": t("game.said") },
    (view.said ?? []).join("\n"));
  const trouble = h("div", {});
  const grid = gridPanel(view);
  const line = h("input", { id: "line", value: draft, autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", oninput: (event) => keep(game.notes, event.target.value) });
  const example = view.named
    ? `${view.players[0]}: ${view.cards.slice(0, view.q).join(" ")} -> ${view.players[1]} shows`
    : `asks(1,{${view.cards.slice(0, view.q).join(",")}}) no(2)`;

  async function send(text) {
    fill(trouble);
    fill(said, t("wait"));
    try {
      const found = await engine().ask("record", [text]);
      keep(found.notes);
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
  function lines() {
    fill(listed, game.events.map((text, k) => h("li", {}, h("span", {}, text), " ",
      h("button", { class: "small", "aria-label": t("game.undoName", { n: k + 1 }),
        onclick: () => send(`undo ${k + 1}`) }, t("game.undo")))));
    if (!game.events.length) fill(listed, h("li", { class: "none" }, t("game.none")));
  }
  const tapping = h("div", {});
  const tap = () => fill(tapping, tapForm(game, send));
  const following = h("div", { id: "next" });
  function next() {
    const name = game.players[game.turn[0] - 1];
    fill(following, h("p", {}, game.over ? t("game.over") : t("game.turn", { name })),
      h("details", {}, h("summary", {}, t("game.next")), h("pre", { tabindex: "0" }, game.next.join("\n"))));
  }
  lines(); tap(); next();
  fill(place,
    h("p", { class: "row" },
      h("strong", { id: "owner-name" }, t("game.of", { name: view.players[view.owner - 1] })),
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
      h("div", {}, grid.panel, askPanel(), savePanel(() => game, safe))));
  grid.show(view, false);
}
