// A game of What is my number?, in which the reader has a seat.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

/** A seat to choose, and the game in it: lines of the reader, and what is said then. */
export function numberGame() {
  let seed = 0;
  let lines = [];
  const seat = select({ id: "seat" }, [1, 2, 3].map((player) => [player, String(player)]), 1);
  const log = h("ol", { id: "said", class: "plain" });
  const status = h("div", { role: "status" });
  const numbers = h("input", { id: "numbers", inputmode: "numeric", maxlength: "3", autocomplete: "off" });
  const buttons = [
    h("button", { type: "submit", id: "guess" }, t("number.guess")),
    h("button", { type: "button", id: "pass", onclick: () => said("pass") }, t("number.pass")),
    h("button", { type: "button", id: "boards", onclick: () => said("boards") }, t("number.boards")),
  ];
  const moves = h("form", { class: "row", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    said(numbers.value);
  } }, field(t("number.numbers"), numbers), buttons);

  async function said(line) {
    await show([...lines, line]);
    numbers.value = "";
  }
  async function show(wanted) {
    const playing = seed;
    for (const button of buttons) button.disabled = true;
    try {
      const found = await engine().ask("number_game", [Number(seat.value), seed, wanted]);
      if (playing !== seed) return;
      lines = wanted;
      fill(log, found.said.map((text) => h("li", {}, text)));
      fill(status, found.over ? h("p", {}, t("number.over")) : null);
      moves.hidden = found.over;
    } catch (error) {
      fill(status, errorBox(error, t));
    }
    for (const button of buttons) button.disabled = false;
  }
  const begin = h("button", { id: "begin", onclick: () => {
    seed = 1 + Math.floor(Math.random() * 1e9);
    show([]);
  } }, t("number.begin"));
  seat.onchange = () => { moves.hidden = true; fill(log); fill(status); seed = 0; };
  return [h("h2", {}, t("number.title")), h("p", {}, t("number.intro")), h("p", { class: "row" }, field(t("number.seat"), seat), begin),
    log, status, moves];
}
