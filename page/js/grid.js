// The grid of what is known: cards by holders, each cell a button that tells why.
import { h, fill, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";
import { download } from "./keep.js";

const MARKS = { yes: "✓", no: "✗", "?": "?", "!": "!" };

export function gridPanel(first) {
  let game = first;
  const chosen = { kind: "know", who: [first.owner], odds: false };
  const mine = first.players[first.owner - 1];
  const everybody = first.players.map((_, k) => k + 1);
  const options = [["me", t("grid.me")],
    ...everybody.filter((i) => i !== first.owner)
      .map((i) => [`that:${i}`, t("grid.that", { name: first.players[i - 1] })]),
    ["common", t("grid.common")]];
  const table = h("table", { id: "grid" });
  const deals = h("p", { id: "deals", role: "status" });
  const reasons = h("div", { id: "why", "aria-live": "polite" });
  const odds = h("input", { type: "checkbox", id: "odds", onchange: (event) => {
    chosen.odds = event.target.checked; show(game);
  } });
  const told = h("span", {});
  const steps = h("input", { type: "range", id: "step", min: 0, oninput: () => { words(); show(game, true); } });
  const step = () => (Number(steps.value) < game.actions.length ? Number(steps.value) : null);
  function words() {
    const k = Number(steps.value);
    fill(told, t("grid.step", { k, n: game.actions.length, action: k ? game.actions[k - 1] : t("grid.start") }));
  }
  const what = select({ id: "knower", onchange: (event) => {
    const [kind, other] = event.target.value.split(":");
    chosen.kind = kind === "common" ? "common" : "know";
    chosen.who = kind === "common" ? everybody
      : kind === "that" ? [game.owner, Number(other)] : [game.owner];
    odds.disabled = chosen.who.length > 1;
    show(game);
  } }, options, "me");

  let turn = 0;
  async function show(view, walking = game === view) {
    game = view;
    steps.max = view.actions.length;
    if (!walking) steps.value = view.actions.length;
    words();
    const asked = ++turn;
    table.setAttribute("aria-busy", "true");
    fill(reasons);
    const wanted = chosen.odds && chosen.who.length === 1;
    try {
      const found = await engine().ask("grid", [chosen.kind, chosen.who, wanted, step()]);
      if (asked !== turn) return;
      draw(found);
      fill(deals, found.deals === undefined ? "" : t("grid.deals", { n: found.deals.toLocaleString() }));
    } catch (error) {
      if (asked === turn) { fill(table); fill(deals, errorBox(error, t)); }
    }
    table.removeAttribute("aria-busy");
  }

  function draw(found) {
    const holders = game.holders;
    const head = h("tr", {}, h("th", { scope: "col" }, t("grid.card")),
      holders.map((name, k) => h("th", { scope: "col", class: k === game.owner ? "own" : "" }, name)));
    const row = (card) => h("tr", {}, h("th", { scope: "row" }, card), holders.map((name, k) => {
      const cell = found.grid[k][card];
      const share = found.odds?.[k]?.[card];
      const open = cell === "?" && share !== undefined;
      const words = open ? percent(share) : t(`grid.${cell}`);
      return h("td", { class: `cell ${{ yes: "yes", no: "no", "?": "open", "!": "depends" }[cell]}` },
        h("button", { title: words, "data-cell": `${k},${card}`, "data-value": cell,
          "aria-label": t("grid.cell", { holder: name, card, cell: words }),
          onclick: () => why(k, card, cell) }, open ? words : MARKS[cell]));
    }));
    const sorts = game.sorts.length ? game.sorts : [["", game.cards]];
    fill(table, h("caption", {}, t("grid.caption")), h("thead", {}, head), sorts.map(([name, cards]) =>
      h("tbody", {}, name ? h("tr", { class: "sortname" },
        h("th", { colspan: holders.length + 1, scope: "rowgroup" }, name)) : null, cards.map(row))));
  }

  async function why(holder, card, cell) {
    fill(reasons, h("p", { role: "status" }, t("wait")));
    try {
      const found = await engine().ask("why_cell", [chosen.kind, chosen.who, [holder, card, cell], step()]);
      fill(reasons, h("h3", {}, t("why.title")), h("pre", { tabindex: "0" }, found.text),
        (found.axioms ?? []).map((axiom) => [h("a", { href: `#/theory/${axiom}` }, t("readAxiom", { axiom })), " "]).flat(),
        h("button", { class: "small", onclick: () => fill(reasons) }, t("why.close")));
    } catch (error) {
      fill(reasons, errorBox(error, t));
    }
    reasons.scrollIntoView({ block: "nearest" });
  }

  const panel = h("section", { class: "box", "aria-label": t("grid.title") },
    h("h2", {}, t("grid.title")),
    h("div", { class: "row" }, h("label", { class: "field" }, h("span", {}, t("grid.what")), what),
      h("label", { class: "check" }, odds, h("span", {}, t("grid.odds")))),
    h("label", { class: "field" }, told, steps),
    deals, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("grid.title") }, table), reasons,
    h("button", { class: "small", id: "picture", onclick: async () => {
      const { svg } = await engine().ask("picture", [chosen.kind, chosen.who, chosen.odds && chosen.who.length === 1, step()]);
      download(`${mine}.svg`, svg, "image/svg+xml");
    } }, t("grid.picture")));
  return { panel, show };
}

/** A fraction such as "5/12" in percent, never 0 or 100 for what is open. */
function percent(share) {
  const [above, below = 1] = share.split("/").map(Number);
  const found = Math.round((100 * above) / below);
  return found <= 0 ? "<1%" : found >= 100 ? ">99%" : `${found}%`;
}
