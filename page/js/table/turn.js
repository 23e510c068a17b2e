// A turn that is tapped: cards in the grid, then who showed one. It becomes a line.
import { h, fill, said, select, errorBox, unbroken } from "../dom.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";
import { cardName, lineOf, shown, spoken } from "./names.js";

/** `act` has send(lines), accuse(who, cards) and undo(); `mark` shows the cards in the grid. */
export function turnPane(first, act, mark) {
  let game = first;
  let last = null; // the cards of the last suggestion, for when it is undone
  let asked = 0;
  let s = fresh();
  const panel = h("div", { id: "tap" });
  const name = (k) => shown(game, game.players[k - 1]);
  const raw = (k) => game.players[k - 1];
  const card = (one) => cardName(game, one);
  const named = (text) => spoken(game, text);

  function fresh() {
    const mode = game.over ? "over" : game.open_guess ? "verdict" : game.awaited ? "complete" : "suggest";
    const cards = game.open_guess?.cards ?? game.awaited?.cards ?? [];
    return { mode, who: game.awaited?.asker ?? game.asker, cards: [...cards], saw: new Set(), holder: null,
      found: null, open: null, advice: null, adding: false };
  }

  function update(view) {
    game = view;
    s = fresh();
    draw();
    if (s.mode === "complete") look();
  }

  // Cards -----------------------------------------------------------------------------

  const guesses = () => (game.sorts.length ? game.sorts.length : game.sizes[0]);
  const wanted = () => (s.mode === "accuse" ? guesses() : game.sorts.length ? game.sorts.length : game.q);
  const generalized = () => game.rules === "generalized";
  const isWhole = () => (generalized() && s.mode === "suggest" ? s.cards.length > 0 : s.cards.length === wanted());

  /** A card was tapped in the grid. */
  function pick(one) {
    if (["over", "verdict", "complete"].includes(s.mode)) return;
    if (s.mode === "looks") { looked(one); return; }
    if (s.cards.includes(one)) s.cards = s.cards.filter((other) => other !== one);
    else if (s.mode === "lays") s.cards = [...s.cards, one];
    else {
      const sort = game.sorts.find(([, cards]) => cards.includes(one))?.[1] ?? [];
      const kept = s.cards.filter((other) => !sort.includes(other));
      s.cards = [...kept.slice(kept.length >= wanted() ? 1 : 0), one];
    }
    s.cards.sort((a, b) => game.cards.indexOf(a) - game.cards.indexOf(b));
    s.advice = null;
    changed();
  }

  function changed() {
    s.found = null;
    s.open = null;
    draw();
    if (s.mode === "suggest" && isWhole()) look();
  }

  /** Ask which answers the suggestion can have. */
  async function look() {
    const mine = ++asked;
    const state = s;
    try {
      const found = await engine().ask("choices", [s.who, s.cards, [...s.saw]]);
      if (mine !== asked || state !== s) return;
      s.found = found;
    } catch (error) {
      if (mine !== asked || state !== s) return;
      s.found = [];
      draw();
      panel.append(errorBox(error, t, named));
      return;
    }
    draw();
  }

  // What is drawn ------------------------------------------------------------------------

  function draw() {
    const focus = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    mark(s.cards);
    const parts = { suggest, complete, accuse, verdict, over, looks, lays }[s.mode]();
    fill(panel, parts.flat(9).filter(Boolean));
    if (focus) (panel.querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? panel.querySelector("button"))?.focus({ preventScroll: true });
  }

  const button = (key, words, onclick, more = {}) => h("button", { type: "button", "data-key": key, onclick, ...more }, words);
  const heading = (...words) => h("h2", { id: "turn" }, words);
  /** Words with an element in the place of {name}. */
  function around(key, element) {
    const [before, after] = t(key, { name: "\n" }).split("\n");
    return [before, element, after];
  }
  const chips = (...children) => h("div", { class: "chips" }, children.flat());

  /** The cards that are named, each with a tap away from being taken back. */
  function cardChips(empty) {
    if (!s.cards.length) return h("p", { class: "hint", id: "tapline" }, empty);
    return h("div", { class: "chips", id: "tapline" }, s.cards.map((one) => button(`card ${one}`, `${card(one)} ×`, () => pick(one),
      { class: "chip chosen", "aria-label": t("tap.without", { card: card(one) }) })));
  }

  function whoSelect(players, label, key = "who") {
    return h("label", { class: "chooser" }, h("span", { class: "unseen" }, label), select({ id: `tap${key}`, "data-key": key, onchange: (event) => {
      s[key] = Number(event.target.value); changed();
    } }, players.map((k) => [k, k ? k > game.players.length ? t("tap.table") : name(k) : t("tap.pile")]), s[key]));
  }

  function suggest() {
    const askers = game.askers.map(({ player }) => player);
    const skipped = game.askers.find(({ player }) => player === s.who)?.skipped ?? [];
    const passes = game.game.board ? button("pass", t("tap.pass"), () => act.send([...skipped.map((k) => `${raw(k)}: -`), `${raw(s.who)}: -`]),
      { class: "small", id: "tappass" }) : null;
    return [
      heading(...around("game.turn", askers.length > 1 ? whoSelect(askers, t("tap.who")) : name(s.who))),
      cardChips(generalized() ? t("tap.chooseAny", { n: game.q }) : t("tap.choose", { n: wanted() })),
      skipped.length ? h("p", { class: "hint" }, t("tap.skipped", { names: skipped.map(name).join(", ") })) : null,
      isWhole() ? answers() : null,
      s.advice ? adviceList() : null,
      isWhole() ? null : chips(passes,
        game.accusers.length ? mode("accuse") : null,
        game.can.includes("looks") ? mode("looks") : null, game.can.includes("lays") ? mode("lays") : null,
        button("advice", t("tap.advice"), advise, { class: "small", id: "tapadvice" })),
      isWhole() ? null : undo(),
    ];
  }

  const mode = (to) => button(to, t(`tap.${to}`), () => {
    s = { ...fresh(), mode: to, who: to === "accuse" ? game.accusers.at(-1) : game.owner };
    if (to === "looks") s.holder = respondents()[0];
    changed();
  }, { class: "small", id: `tap${to}` });
  const back = () => button("back", t("tap.back"), () => { s = fresh(); changed(); }, { class: "small", id: "tapback" });
  const respondents = () => game.players.map((_, k) => k + 1).filter((k) => k !== s.who);

  /** Who showed a card, or nobody: each as the engine finds that it can be. */
  function answers() {
    if (!s.found) return h("p", { role: "status" }, t("wait"));
    const rows = s.found.map((choice, place) => {
      const possible = choice.lines.filter((row) => row.possible);
      const open = s.open === place;
      const words = choice.verb === "shows" || generalized() ? t(`tap.who.${choice.verb}`, { name: name(choice.player) }) : t("tap.nobody");
      return button(`answer ${place}`, words, () => answered(choice, place), {
        class: possible.length ? "answer" : "answer unlikely", "data-player": choice.player, "data-verb": choice.verb,
        "aria-pressed": open ? "true" : null, title: possible.length ? lineOf(game, choice.lines[0].said) : t("tap.cannot"),
        "aria-description": possible.length ? null : t("tap.cannot"),
      });
    });
    return [h("p", { class: "ask" }, t(generalized() ? "tap.whoAsked" : "tap.whoShowed")), chips(rows),
      s.open === null ? null : whichCard(s.found[s.open]), s.mode === "suggest" ? saws() : null];
  }

  function answered(choice, place) {
    const possible = choice.lines.filter((row) => row.possible);
    if (choice.lines.length > 1 && possible.length) { s.open = place; draw(); return; }
    commit(choice.lines[0]);
  }

  function whichCard(choice) {
    const passes = choice.passed.map((k) => `${name(k)} –`);
    const before = [...passes, t("tap.showsYou", { name: name(choice.player) })].join(", ");
    return [h("p", { class: "ask", id: "tappasses" }, before), chips(choice.lines.filter((row) => row.possible).map((row) =>
      button(`shown ${row.card}`, card(row.card), () => commit(row), { class: "answer", "data-shown": row.card })))];
  }

  function commit(row) {
    last = { who: s.who, cards: s.cards };
    act.send(row.lines);
  }

  /** Who else saw the card that is shown, where the theory has that. */
  function saws() {
    if (!game.can.includes("sees")) return null;
    if (!s.adding) return chips(button("saw", t("tap.saw"), () => { s.adding = true; draw(); }, { class: "small", id: "tapsaw" }));
    return [h("p", { class: "ask" }, t("tap.whoSaw")), chips(respondents().map((k) => button(`saw ${k}`, name(k), () => {
      if (!s.saw.delete(k)) s.saw.add(k);
      changed();
    }, { class: "chip", "data-saw": k, "aria-pressed": String(s.saw.has(k)) })))];
  }

  function complete() {
    const { asker, line } = game.awaited;
    return [heading(t("tap.unanswered", { n: line, name: name(asker) })),
      h("p", { id: "tapline" }, s.cards.map(card).join(", ")), answers(), undo()];
  }

  function verdict() {
    const { player, cards, line } = game.open_guess;
    return [heading(t("tap.wasRight", { name: name(player) })), h("p", { id: "tapline" }, cards.map(card).join(", ")),
      verdicts(player, cards, `fix ${line} `), undo()];
  }

  const verdicts = (who, cards, before = "") => chips(
    button("wrong", t("tap.wrong"), () => act.send([`${before}${raw(who)} accuses ${cards.join(" ")}: wrong`]), { id: "tapwrong" }),
    button("right", t("tap.right"), () => act.accuse(who, cards), { id: "tapright" }));

  function accuse() {
    return [heading(...around("tap.accuses", game.accusers.length > 1 ? whoSelect(game.accusers, t("tap.whoAccuses")) : name(s.who))),
      cardChips(t("tap.choose", { n: wanted() })), isWhole() ? verdicts(s.who, s.cards) : null, chips(back())];
  }

  function over() {
    return [heading(t("game.over")), game.won ? h("p", {}, t("tap.won")) : null, undo()];
  }

  // Looks, and cards laid open -----------------------------------------------------------

  const tableHolder = () => (game.sizes.length > game.players.length + 1 ? [game.players.length + 1] : []);
  const holderWords = (k) => (k === 0 ? "the pile" : k > game.players.length ? "the table" : raw(k));

  function looked(one) {
    act.send([`${raw(s.who)} looks at ${holderWords(s.holder)}${one ? `: ${one}` : ""}`]);
  }

  function looks() {
    const players = game.players.map((_, k) => k + 1);
    if (s.holder === s.who) [s.holder] = respondents();
    const seen = s.who === game.owner || s.holder === game.owner;
    return [heading(whoSelect(players, t("tap.whoLooks")), h("span", {}, t("tap.looksAt")),
      whoSelect([...respondents(), 0, ...tableHolder()], t("tap.holder"), "holder")),
      h("p", { class: "hint" }, t(seen ? "tap.seen" : "tap.unseen")),
      chips(seen ? null : button("unseen", t("tap.write"), () => looked(""), { id: "tapadd" }), back())];
  }

  function lays() {
    const players = game.players.map((_, k) => k + 1);
    return [heading(whoSelect(players, t("tap.whoLays")), h("span", {}, t("tap.laysOpen"))),
      cardChips(t("tap.layChoose")), chips(s.cards.length ? button("lay", t("tap.write"), () =>
        act.send([`${raw(s.who)} lays open ${s.cards.join(" ")}`]), { id: "tapadd" }) : null, back())];
  }

  // Advice, and taking back --------------------------------------------------------------

  async function advise() {
    const state = s;
    s.advice = "wait";
    draw();
    try { state.advice = await engine().ask("advise"); } catch (error) { state.advice = error; }
    if (state === s) draw();
  }

  function adviceList() {
    if (s.advice === "wait") return h("p", { role: "status" }, t("wait"));
    if (!Array.isArray(s.advice)) return errorBox(s.advice, t, named);
    return h("ul", { id: "advice" }, s.advice.map(({ cards, says }) => h("li", {},
      button(`take ${cards.join(" ")}`, cards.map(card).join(", "), () => {
        s = { ...fresh(), who: game.askers.some(({ player }) => player === game.owner) ? game.owner : game.asker, cards: [...cards] };
        changed();
      }, { class: "small" }), said("p", `${says[0].slice(says[0].indexOf(": ") + 2)}. ${says.at(-1).trim()}`, { class: "hint" }))));
  }

  function undo() {
    if (!game.events.length) return null;
    return h("p", { class: "last" }, h("span", { id: "last-line" }, unbroken(`${game.events.length}. ${lineOf(game, game.events.at(-1))}`)),
      button("undo", t("tap.undo"), async () => {
        const cards = last;
        last = null;
        if (await act.send(["undo"]) || !cards || s.mode !== "suggest") return;
        s.cards = cards.cards;
        s.who = cards.who;
        changed();
      }, { class: "small", id: "tapundo" }));
  }

  draw();
  if (s.mode === "complete") look();
  return { panel, update, pick };
}
