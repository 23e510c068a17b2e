// Records of games: which of a file is opened, and whose notes it becomes.
import { h, fill, field } from "../dom.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";

/** Whether a text is a record, or a file of many. */
export function isRecord(text) {
  return /^[ \t]*record[ \t]*=/m.test(text);
}

/** The number of a record and a player, as they are chosen; null if none is. */
export async function chosenRecord(text) {
  const { records, more } = await engine().ask("record_choices", [text]);
  const [first] = records;
  if (records.length === 1 && first.players.length === 1) {
    return { number: first.number, player: first.players[0].player };
  }
  return new Promise((resolve) => ask(records, more, resolve));
}

function ask(records, more, resolve) {
  const before = document.activeElement;
  const players = h("div", { class: "row", id: "record-players" });
  const which = h("select", { id: "record-which", onchange: () => show() },
    ...records.map((row, place) => h("option", { value: place }, t("record.row", { ...row, title: row.title || t("record.untitled") }))));
  let chosen = null;
  const box = h("dialog", { id: "record-choice", "aria-labelledby": "record-title" },
    h("h2", { id: "record-title" }, t("record.title")),
    records.length > 1 ? field(t("record.which"), which) : null,
    more ? h("p", { class: "hint" }, t("record.more", { count: records.length })) : null,
    players,
    h("div", { class: "row" }, h("button", { type: "button", class: "small", id: "record-cancel", onclick: () => box.close() }, t("record.cancel"))));
  function show() {
    const row = records[which.value || 0];
    fill(players, ...(row.players.length ? [
      h("p", { class: "hint" }, t("record.whose")),
      ...row.players.map(({ player, name }) => h("button", { type: "button", "data-player": player, onclick: () => {
        chosen = { number: row.number, player };
        box.close();
      } }, name)),
    ] : [h("p", {}, t("record.nobody"))]));
  }
  box.addEventListener("close", () => {
    box.remove();
    before?.focus?.();
    resolve(chosen);
  });
  show();
  document.body.append(box);
  box.showModal();
}
