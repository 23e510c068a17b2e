// What is in the pile, in one line: of each sort the likeliest card, with its odds.
import { h, fill } from "../dom.js";
import { t } from "../texts.js";
import { cardName, percent, size, sortName } from "./names.js";

/** Fill the line; `found` is the answer to the question for the grid. */
export function fillEnvelope(place, game, found) {
  const cells = found.grid[0];
  const odds = found.odds?.[0];
  const sorts = game.sorts.length ? game.sorts : [[t("grid.pile"), game.cards]];
  fill(place, h("span", {}, "✉ ", h("span", { class: "envelope-name" }, t("grid.pile"))), sorts.map(([sort, cards]) => one(sort, cards)));

  function one(sort, cards) {
    const most = game.sorts.length ? 1 : game.sizes[0];
    const sure = cards.filter((card) => cells[card] === "yes");
    const open = cards.filter((card) => cells[card] !== "yes" && cells[card] !== "no");
    if (odds) open.sort((a, b) => size(odds[b]) - size(odds[a]));
    const likely = odds && sure.length < most ? open.slice(0, 1) : [];
    const words = [...sure.map((card) => [cardName(game, card), "✓"]),
      ...likely.map((card) => [cardName(game, card), percent(odds[card])])];
    const left = t("grid.ofOpen", { n: open.length });
    return h("span", { class: sure.length === most ? "sort known" : "sort", "data-sort": sort, title: sortName(sort) },
      words.flatMap(([name, mark], k) => [k ? ", " : null, h("span", { class: "sort-card" }, name), ` ${mark}`]),
      words.length && sure.length < most ? " " : null,
      sure.length < most ? h("small", { class: words.length ? "beside" : "" }, left) : null);
  }
}
