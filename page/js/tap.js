// A turn that is tapped: who asks, for which cards, who answers how. It becomes a line.
import { h, fill, field, select } from "./dom.js";
import { t } from "./texts.js";

export function tapForm(game, send) {
  const p = game.players.length;
  const turn = game.turn[0] ?? 1; // who has been answered is not to ask again
  const chosen = { who: game.phase.includes("askphase") ? turn : (turn % p) + 1, cards: [], answers: {} };
  const body = h("div", {});
  const groups = game.sorts.length ? game.sorts.map(([, cards]) => cards)
    : Array.from({ length: game.q }, () => game.cards);

  function draw() {
    const order = Array.from({ length: p - 1 }, (_, k) => ((chosen.who - 1 + k + 1) % p) + 1);
    const cards = groups.map((listed, k) => select({ "aria-label": `${t("tap.cards")} ${k + 1}`,
      class: "tapcard", onchange: (event) => { chosen.cards[k] = event.target.value; draw(); } },
    [["", t("tap.any")], ...listed.map((card) => [card, card])], chosen.cards[k] ?? ""));
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
    h("button", { id: "tapadd", disabled: asked.length !== groups.length, onclick: () => send(line) }, t("tap.add")),
    game.game.board ? h("button", { class: "small", onclick: () => send(`${who}: -`) }, `${who} ${t("tap.pass")}`) : null);
  }
  draw();
  return h("section", { class: "box", id: "tap" }, h("h2", {}, t("tap.title")), body);
}
