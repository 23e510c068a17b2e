// Why a cell of the example is known, or is not, in plain words.
import { h } from "../dom.js";
import { t } from "../texts.js";

/** What is said of the chosen cell. */
export function explained(example, { view, turn, cell: { holder, card } }) {
  const value = example.value(view, turn, holder, card);
  return value === "?" ? notKnown(example, view, turn, holder, card) : known(example, view, holder, card, value);
}

/** That a card is somewhere, or is not. */
function fact(example, holder, card, value) {
  return t(`landing.fact.${value}.${holder ? "hand" : "pile"}`, { name: example.holders[holder], card: example.printed(card) });
}

function known(example, view, holder, card, value) {
  const [i, j, k] = example.knowers(view).map((one) => example.player(one));
  const { from, own, because = [], axioms = [] } = example.why(view, holder, card);
  const says = t(k ? "landing.says.common" : j ? "landing.says.that" : "landing.says.one",
    { i, j, fact: fact(example, holder, card, value) });
  return [h("p", {}, h("strong", {}, says), " ", h("span", { class: "quiet" }, t(from ? "landing.since" : "landing.sinceDeal", { k: from }))),
    own ? h("p", {}, t("landing.own")) : h("ul", {}, because.map((reason) => h("li", {}, because_(example, reason)))),
    axioms.length ? h("details", {}, h("summary", {}, t("landing.rules")), h("ul", {}, axioms.map((label) =>
      h("li", {}, t(`landing.axiom.${label}`), " ", h("a", { href: `#/theory/${label}` }, `(${label})`))))) : null];
}

function because_(example, [kind, ...parts]) {
  const listed = (cards) => example.listed(cards.map((card) => example.printed(card)));
  if (kind === "hand") return t("landing.because.hand", { name: example.player(parts[0]), cards: listed(parts[1]) });
  const [turn, player, ...rest] = parts;
  const values = { k: turn, name: example.player(player) };
  if (kind === "shows") return t("landing.because.shows", { ...values, to: example.player(rest[0]), card: example.printed(rest[1]) });
  return t(`landing.because.${kind}`, { ...values, cards: example.listed(rest[0].map((card) => example.printed(card)), "disjunction") });
}

function notKnown(example, view, turn, holder, card) {
  const knowers = example.knowers(view);
  const says = knowers.length === 1 ? whereMayItBe(example, knowers[0], turn, card)
    : knowers.length === 2 ? hasNotSeen(example, knowers, turn, holder, card)
      : notCommon(example, knowers, turn, holder, card);
  return says.map((one) => h("p", {}, one));
}

function whereMayItBe(example, i, turn, card) {
  const places = example.holders.map((name, k) => [k, name])
    .filter(([k]) => example.value(String(i), turn, k, card) !== "n")
    .map(([k, name]) => t(k ? "landing.place.hand" : "landing.place.pile", { name }));
  return [t("landing.open.one", { i: example.player(i), card: example.printed(card), places: example.listed(places, "disjunction") })];
}

function hasNotSeen(example, [i, j], turn, holder, card) {
  const value = example.value(String(j), turn, holder, card);
  const names = { i: example.player(i), j: example.player(j) };
  return value === "?" ? [t("landing.open.neither", names), ...whereMayItBe(example, j, turn, card)]
    : [t("landing.open.that", { ...names, fact: fact(example, holder, card, value) })];
}

/** What keeps a fact from being common knowledge: somebody who does not know it, or that another does. */
function notCommon(example, group, turn, holder, card) {
  const open = (view) => example.value(view, turn, holder, card) === "?";
  const alone = group.find((i) => open(String(i)));
  if (alone) return [t("landing.open.common", { i: example.player(alone) })];
  const pairs = group.flatMap((i) => group.filter((j) => j !== i).map((j) => [i, j]));
  const pair = pairs.find(([i, j]) => open(`${i},${j}`));
  return [pair ? t("landing.open.pair", { i: example.player(pair[0]), j: example.player(pair[1]) }) : t("landing.open.chain")];
}
