// The events of a game that is followed, each with a button that takes it back.
import { h } from "./dom.js";
import { t } from "./texts.js";

export function eventItems(events, send) {
  if (!events.length) return [h("li", { class: "none" }, t("game.none"))];
  return events.map((text, k) => h("li", {}, h("span", {}, text), " ",
    h("button", { class: "small", "aria-label": t("game.undoName", { n: k + 1 }),
      onclick: () => send(`undo ${k + 1}`) }, t("game.undo"))));
}
