// A turn that is tapped: who asks, for which cards, who answers how. It becomes a line.
import { h, fill, field, select } from "./dom.js";
import { t } from "./texts.js";

export function tapForm(game, send) {
  const p = game.players.length;
  const chosen = { who: game.asker, cards: [], answers: {} };
  const body = h("div", {});
  const groups = game.sorts.length ? game.sorts.map(([, cards]) => cards)
    : Array.from({ length: game.q }, () => game.cards);

  function draw() {
    const at = [...body.querySelectorAll("select")].indexOf(document.activeElement);
    const order = game.order[chosen.who];
    const cards = groups.map((listed, k) => field(game.sorts.length ? game.sorts[k][0] : t("tap.card", { k: k + 1 }),
      select({ class: "tapcard", onchange: (event) => { chosen.cards[k] = event.target.value; draw(); } },
        [["", t("tap.any")], ...listed.map((card) => [card, card])], chosen.cards[k] ?? "")));
    const asked = chosen.cards.filter(Boolean);
    const shown = order.findIndex((i) => chosen.answers[i]?.startsWith("shows"));
    const answers = order.map((i, k) => {
      const over = shown >= 0 && k > shown;
      const cardsSeen = chosen.who === game.owner || i === game.owner;
      const options = [["", t("tap.notAsked")], ["passes", t("tap.passes")],
        ...(cardsSeen ? asked.map((card) => [`shows ${card}`, t("tap.showsCard", { card })])
          : [["shows", t("tap.shows")]])];
      return field(t("tap.answers", { name: game.players[i - 1] }), select({ class: "tapanswer", "data-player": i,
        disabled: over, onchange: (event) => { chosen.answers[i] = event.target.value; draw(); } },
      options, over ? "" : chosen.answers[i] ?? ""));
    });
    const told = order.slice(0, shown < 0 ? p : shown + 1)
      .filter((i) => chosen.answers[i]).map((i) => `${game.players[i - 1]} ${chosen.answers[i]}`);
    const who = game.players[chosen.who - 1];
    const line = `${who}: ${asked.join(" ")}${told.length ? ` -> ${told.join(", ")}` : ""}`;
    fill(body, h("div", { class: "row" },
      field(t("tap.who"), select({ id: "tapwho", onchange: (event) => {
        chosen.who = Number(event.target.value); chosen.answers = {}; draw();
      } }, game.players.map((name, k) => [k + 1, name]), chosen.who)), cards),
    h("div", { class: "row" }, answers),
    h("p", { class: "hint", id: "tapline" }, line),
    h("button", { id: "tapadd", disabled: asked.length !== groups.length, onclick: () => send(line) }, t("tap.add")), " ",
    game.game.board ? h("button", { class: "small", onclick: () => send(`${who}: -`) }, `${who} ${t("tap.pass")}`) : null);
    if (at >= 0) body.querySelectorAll("select")[at]?.focus(); // which is a new one now
  }
  draw();
  return h("section", { class: "box", id: "tap" }, h("h2", {}, t("tap.title")), body);
}
