// A game of a package at the table: its lines, what can be tapped, and tables of what is known.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";
import { download } from "./keep.js";
import { savePanel } from "./panels.js";
import { packageTap } from "./package-tap.js";
import { packageGrid } from "./package-grid.js";
import { eventItems } from "./events.js";

/** The parts of the room; `changed` gets each view, and says whether it could be kept. */
export function packageGame(first, { draft, changed, drafted, leave, isBehind }) {
  let game = first;
  const saving = savePanel(() => game, changed(first, draft), "package_query");
  const said = h("pre", { id: "said", tabindex: "0", role: "status", "aria-label": t("game.said") });
  const trouble = h("div", {});
  const grid = packageGrid(first);
  const line = h("input", { id: "line", value: draft, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    oninput: (event) => { if (!isBehind()) saving.told(drafted(game, event.target.value)); } });
  const example = first.kinds[0]?.lines[0] ?? first.kinds[0]?.name ?? "";

  async function send(text) {
    fill(trouble);
    if (isBehind()) { fill(trouble, h("p", { class: "error", role: "alert" }, t("bad.behind"))); return; }
    fill(said, t("wait"));
    try {
      const found = await engine().ask("package_record", [text]);
      const same = found.notes === game.notes;
      game = found;
      saving.told(changed(found, ""));
      line.value = "";
      fill(said, found.said.join("\n"));
      if (!same) { lines(); tap(); next(); await grid.show(found); }
    } catch (error) {
      fill(said);
      fill(trouble, errorBox({ ...error, axiom: null }, t)); // its labels are not those of Theory
    }
    line.focus({ preventScroll: true });
  }

  const listed = h("ol", { id: "lines" });
  const lines = () => fill(listed, eventItems(game.events, send));
  const tapping = h("div", {});
  const tap = () => fill(tapping, packageTap(game, send));
  const following = h("div", { id: "next" });
  function next() {
    if (game.unlisted) { fill(following, h("p", { class: "hint" }, t("package.unlisted", { why: game.unlisted }))); return; }
    const rows = game.next.map((row) => (row.count ? `${row.action}  ${t("package.many", { n: row.count.toLocaleString() })}` : row.action));
    fill(following, game.over ? h("p", {}, t("game.over")) : null,
      h("details", {}, h("summary", {}, t("game.next")), h("pre", { tabindex: "0" }, rows.join("\n"))));
  }
  lines(); tap(); next();
  grid.show(first);
  return [
    h("p", { class: "row told" },
      h("strong", { id: "owner-name" }, `${game.theory.title}: ${t("game.of", { name: game.owner })}`),
      h("span", {}, game.given.join(", ")),
      h("button", { class: "small", id: "leave", onclick: leave }, t("game.new"))), saving.bar,
    h("div", { class: "columns" },
      h("div", {}, h("section", { class: "box" }, h("h2", {}, t("game.lines")), listed, following,
        h("form", { onsubmit: (event) => { event.preventDefault(); if (line.value.trim()) send(line.value); } },
          h("label", { class: "field" }, h("span", {}, t("package.line")), line),
          h("button", { type: "submit", id: "send" }, t("game.send"))),
        h("p", { class: "hint" }, t("package.lineHint", { example })), trouble, said),
      tapping),
      h("div", {}, grid.panel, askPanel(), saving.panel))];
}

function askPanel() {
  const formula = h("input", { id: "formula", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const result = h("div", { id: "asked", "aria-live": "polite" });
  async function put(name, shown) {
    if (!formula.value.trim()) return;
    fill(result, h("p", {}, t("wait")));
    try {
      fill(result, shown(await engine().ask(name, [formula.value])));
    } catch (error) {
      fill(result, errorBox(error, t));
    }
  }
  return h("section", { class: "box" }, h("h2", {}, t("ask.title")),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      put("package_ask", ({ value, method, seconds }) => h("p", { "data-value": value },
        t("ask.value", { value, method, ms: (1000 * seconds).toFixed(0) })));
    } },
    field(t("ask.formula"), formula),
    h("button", { type: "submit", id: "ask" }, t("ask.ask")), " ",
    h("button", { type: "button", class: "small", onclick: () =>
      put("package_why_formula", ({ text }) => h("pre", { tabindex: "0" }, text)) }, t("ask.why")), " ",
    h("button", { type: "button", class: "small", id: "picture", onclick: async () => {
      try {
        const { svg } = await engine().ask("package_picture");
        download("game.svg", svg, "image/svg+xml");
      } catch (error) {
        fill(result, errorBox(error, t));
      }
    } }, t("package.strip"))), result);
}
