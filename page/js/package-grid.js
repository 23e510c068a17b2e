// Tables of what is known in a game of a package: a button for each fluent tells why.
import { h, fill, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

const MARKS = { yes: "✓", no: "✗", "?": "?" };
const CLASSES = { yes: "yes", no: "no", "?": "open" };

export function packageGrid(first) {
  let game = first;
  const chosen = { kind: "know", who: [first.owner] };
  const others = first.agents.filter((agent) => agent !== first.owner);
  const options = [["me", t("grid.me")], ...others.map((name) => [`that:${name}`, t("grid.that", { name })]),
    ["common", t("grid.common")]];
  const tables = h("div", { id: "grid", class: "grids" });
  const runs = h("p", { id: "deals", role: "status" });
  const reasons = h("div", { id: "why", "aria-live": "polite" });
  const told = h("span", {});
  const steps = h("input", { type: "range", id: "step", min: 0, oninput: () => { words(); show(game, true); } });
  const step = () => (Number(steps.value) < game.actions.length ? Number(steps.value) : null);
  function words() {
    const k = Number(steps.value);
    fill(told, t("grid.step", { k, n: game.actions.length, action: k ? game.actions[k - 1] : t("package.start") }));
  }
  const what = select({ id: "knower", onchange: (event) => {
    const [kind, other] = event.target.value.split(":");
    chosen.kind = kind === "common" ? "common" : "know";
    chosen.who = kind === "common" ? game.agents : kind === "that" ? [game.owner, other] : [game.owner];
    show(game, true);
  } }, options, "me");

  function left(number) {
    if (number === null) return t("package.manyRuns");
    return number === 1 ? t("package.run") : t("package.runs", { n: number.toLocaleString() });
  }

  let turn = 0;
  async function show(view, walking = false) {
    game = view;
    steps.max = view.actions.length;
    if (!walking) steps.value = view.actions.length;
    words();
    const asked = ++turn;
    tables.setAttribute("aria-busy", "true");
    fill(reasons);
    try {
      const found = await engine().ask("package_grid", [chosen.kind, chosen.who, step()]);
      if (asked !== turn) return;
      draw(found);
      fill(runs, chosen.kind === "common" ? "" : left(found.runs));
    } catch (error) {
      if (asked === turn) { fill(tables); fill(runs, errorBox(error, t)); }
    }
    tables.removeAttribute("aria-busy");
  }

  const button = (atom, value, label, content) => h("button", { "data-atom": atom, "data-value": value, title: t(`grid.${value}`),
    "aria-label": t("package.cell", { atom: label, cell: t(`grid.${value}`) }), onclick: () => why(atom, value) }, content);

  function draw({ tables: found, rest }) {
    const rows = [["yes", rest.true], ["no", rest.false], ["?", rest.open]].flatMap(([value, atoms]) => atoms.map((atom) => [atom, value]));
    fill(tables, found.map(one), rows.length ? h("table", {}, h("caption", {}, t("package.rest")),
      h("tbody", {}, rows.map(([atom, value]) => h("tr", {}, h("th", { scope: "row" }, atom),
        h("td", { class: `cell ${CLASSES[value]}` }, button(atom, value, atom, MARKS[value])))))) : null);
  }

  function one({ fluent, columns, rows, cells }) {
    return h("table", { "data-fluent": fluent }, h("caption", {}, fluent),
      h("thead", {}, h("tr", {}, h("th", {}), columns.map((name) =>
        h("th", { scope: "col", class: name === game.owner ? "own" : "" }, name)))),
      h("tbody", {}, rows.map((row, r) => h("tr", {}, h("th", { scope: "row" }, row), columns.map((column, c) => {
        const atom = `${fluent}(${column},${row})`;
        return h("td", { class: `cell ${CLASSES[cells[r][c]]}` }, button(atom, cells[r][c], atom, MARKS[cells[r][c]]));
      })))));
  }

  async function why(atom, value) {
    fill(reasons, h("p", { role: "status" }, t("wait")));
    try {
      const found = await engine().ask("package_why", [chosen.kind, chosen.who, atom, value, step()]);
      fill(reasons, h("h3", {}, t("why.title")), h("pre", { tabindex: "0" }, found.text),
        h("button", { class: "small", onclick: () => fill(reasons) }, t("why.close")));
    } catch (error) {
      fill(reasons, errorBox(error, t));
    }
    reasons.scrollIntoView({ block: "nearest" });
  }

  const panel = h("section", { class: "box", "aria-label": t("grid.title") },
    h("h2", {}, t("grid.title")),
    h("label", { class: "field" }, h("span", {}, t("grid.what")), what),
    h("label", { class: "field" }, told, steps), runs, h("p", { class: "hint" }, t("grid.caption")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("grid.title") }, tables), reasons);
  return { panel, show };
}
