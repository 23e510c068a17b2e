// Three cards to click: what each player knows is looked up in what mystpy computed at build time.
import { h, fill } from "../dom.js";
import { t } from "../texts.js";

const pick = (rows) => rows[crypto.getRandomValues(new Uint32Array(1))[0] % rows.length];

/** The cards, dealt at random; `data` has the deals, who can tell which apart, and questions. */
export function threeCards(data) {
  let deal = 0;
  let seer = null; // whose card is turned
  let question = null;
  let answer = null;
  let count = { right: 0, of: 0 };
  const place = h("section", { class: "box cards", id: "three-cards", "aria-label": t("cards.title") });
  const colour = (card) => t(`cards.${card}`);
  const considers = (i, k) => data.deals.map((_, other) => other).filter((other) => data.alike[i][other] === data.alike[i][k]);

  function show(focus = null) {
    fill(place, h("h3", {}, t("cards.title")), h("p", { class: "hint" }, t("cards.how")), h("div", { class: "hands" }, data.players.map(hand)),
      h("p", { class: "row" }, h("button", { type: "button", class: "small", id: "cards-deal", onclick: () => { dealt(); show("#cards-deal"); } }, t("cards.deal"))),
      deals(), h("div", { "aria-live": "polite", id: "cards-told" }, seer ? knows() : h("p", {}, t("cards.before"))), asked());
    if (focus) place.querySelector(focus)?.focus();
  }

  function hand(i) {
    const card = data.deals[deal][i];
    const seen = seer === i;
    return h("button", { type: "button", class: `hand${seen ? ` is-${card}` : ""}`, "data-player": i, "aria-pressed": String(seen),
      title: t(seen ? "cards.seen" : "cards.turn", { i, card: colour(card) }), onclick: () => { seer = i; ask(); show(`[data-player="${i}"]`); } },
    h("span", { class: "face" }, seen ? colour(card) : "?"), " ", h("span", {}, t("cards.player", { i })));
  }

  /** The six deals; those that the player rules out are crossed out. */
  function deals() {
    const left = seer ? considers(seer, deal) : data.deals.map((_, k) => k);
    return h("ul", { class: "deals", "aria-label": t("cards.deals") }, data.deals.map((hands, k) => h("li", { class: left.includes(k) ? null : "gone", "data-deal": k, "data-left": left.includes(k) ? "yes" : "no" },
      data.players.map((i) => h("span", { class: `chip is-${hands[i]}`, "aria-hidden": "true" }, `${i}`)),
      h("span", { class: "read" }, data.players.map((i) => t("cards.has", { i, card: colour(hands[i]) })).join(", ")),
      seer ? h("span", { class: "hint" }, t(left.includes(k) ? "cards.possible" : "cards.gone")) : null)));
  }

  function knows() {
    const left = considers(seer, deal);
    const sure = data.questions.filter((one) => one.i === seer && (one.kind === "knows" || one.kind === "knowsNot") && one.truth[deal]);
    const not = data.questions.filter((one) => one.i === seer && one.kind === "knows" && !one.truth[deal] && left.some((k) => one.body[k]));
    return h("p", {}, t("cards.sees", { i: seer, card: colour(data.deals[deal][seer]), n: left.length }), " ",
      t("cards.knowsThat", { what: sure.map((one) => t(one.kind === "knows" ? "cards.has" : "cards.hasNot", { i: one.j, card: colour(one.x) })).join(", ") }), " ",
      t("cards.notWhether", { what: not.map((one) => t("cards.has", { i: one.j, card: colour(one.x) })).join(", ") }));
  }

  function ask() {
    const rows = data.questions.filter((one) => one.i === seer && one !== question);
    const wanted = pick([true, false]); // yes and no are asked equally often
    question = pick(rows.filter((one) => one.truth[deal] === wanted)) ?? pick(rows);
    answer = null;
  }

  function asked() {
    if (!question) return null;
    const { i, j, x, kind, truth, body, formula } = question;
    const say = (value) => () => {
      if (answer !== null) return;
      answer = value;
      count = { right: count.right + (value === truth[deal] ? 1 : 0), of: count.of + 1 };
      show("#cards-next");
    };
    const button = (value) => h("button", { type: "button", class: "small", "data-answer": value ? "yes" : "no", disabled: answer !== null, onclick: say(value) }, t(value ? "cards.yes" : "cards.no"));
    const parts = [h("p", {}, h("strong", {}, t(`cards.ask.${kind}`, { i, j, card: colour(x) })), " ", h("code", {}, formula)), h("p", { class: "row" }, button(true), button(false))];
    if (answer !== null) parts.push(feedback(answer === truth[deal], truth[deal], body, i));
    return h("div", { class: "question", id: "cards-question" }, parts);
  }

  function feedback(right, value, body, i) {
    const left = considers(i, deal);
    const where = left.map((k) => t(body[k] ? "cards.so" : "cards.notSo", { deal: data.players.map((p) => colour(data.deals[k][p])).join(", ") }));
    return h("div", { class: right ? "right" : "error", role: "status", "data-right": right ? "yes" : "no" },
      h("p", {}, h("strong", {}, t(right ? "cards.isRight" : "cards.isWrong")), ` ${t(value ? "cards.itIsYes" : "cards.itIsNo")}`),
      h("p", {}, t(`cards.why.${question.kind}`, { i, j: question.j, card: colour(question.x) }), " ", where.join("; "), "."),
      h("p", { class: "row" }, h("button", { type: "button", class: "small", id: "cards-next", onclick: () => { ask(); show("[data-answer=yes]"); } }, t("cards.next")), t("cards.count", count)));
  }

  function dealt() {
    deal = pick(data.deals.map((_, k) => k).filter((k) => k !== deal));
    seer = null;
    question = null;
    answer = null;
  }

  deal = pick(data.deals.map((_, k) => k));
  show();
  return place;
}
