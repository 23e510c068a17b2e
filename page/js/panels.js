// Beside the grid: a formula that is asked, and how the game is kept and shared.
import { h, fill, field, select, inLines, errorBox } from "./dom.js";
import { loadMessages } from "./messages.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";
import { download, linkOf } from "./keep.js";

/** The form for a formula; `named` shows names in what is answered. */
export function askPanel(named = (text) => text) {
  const formula = h("input", { id: "formula", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const result = h("div", { id: "asked", "aria-live": "polite" });
  const by = select({ id: "engine" }, ["walk", "asp", "prolog"].map((name) => [name, t(`engine.${name}`)]), "walk");
  async function put(name, shown, ...more) {
    if (!formula.value.trim()) return;
    fill(result, h("p", {}, t("wait")));
    try {
      await loadMessages("reasons", "axioms");
      fill(result, shown(await engine().ask(name, [formula.value, ...more])));
    } catch (error) {
      fill(result, errorBox(error, t));
    }
  }
  return h("section", { class: "box" }, h("h2", {}, t("ask.title")),
    h("form", { onsubmit: (event) => {
      event.preventDefault();
      put("ask", ({ value, method, seconds }) => h("p", { "data-value": value },
        t("ask.value", { value, method, ms: (1000 * seconds).toFixed(0) })), by.value);
    } },
    h("label", { class: "field" }, h("span", {}, t("ask.formula")), formula),
    field(t("ask.engine"), by),
    h("button", { type: "submit", id: "ask" }, t("ask.ask")), " ",
    h("button", { type: "button", class: "small", onclick: () =>
      put("why_formula", ({ text }) => h("pre", { tabindex: "0" }, inLines(text, named))) }, t("ask.why"))), result);
}

export function savePanel(game, safe, query = "as_query") {
  let last = safe;
  const told = h("p", { role: "status", id: "saved" }, t(safe ? "save.kept" : "save.notKept"));
  const panel = h("section", { class: "box" }, h("h2", {}, t("save.title")), told,
    h("div", { class: "row" },
      h("button", { id: "notes", onclick: () => download("mystpy.notes", game().notes) }, t("save.notes")),
      h("button", { id: "query", onclick: async () => {
        const { toml } = await engine().ask(query);
        download("game.toml", toml);
      } }, t("save.query")),
      query === "as_query" ? h("button", { id: "record", onclick: async () => {
        try {
          const { toml } = await engine().ask("record_save");
          download("game.record.toml", toml);
        } catch (error) {
          fill(told, errorBox(error, t));
        }
      } }, t("save.record")) : null,
      h("button", { id: "link", onclick: async () => {
        const link = await linkOf(game().notes);
        try {
          await navigator.clipboard.writeText(link);
          fill(told, t("save.linkDone"));
        } catch {
          fill(told, t("save.linkHere"));
        }
        told.append(h("textarea", { readonly: true, id: "thelink", "aria-label": t("save.link") }, link));
      } }, t("save.link"))));
  const bar = h("div", { id: "not-kept" });
  const warn = () => fill(bar, last ? null : h("p", { class: "error", role: "alert" }, t("save.notKept"), " ",
    h("button", { class: "small", onclick: () => download("mystpy.notes", game().notes) }, t("save.notes"))));
  /** Say so when keeping has become possible, or is no longer. */
  const tell = (safe) => {
    if (safe === last) return;
    last = safe;
    fill(told, t(safe ? "save.kept" : "save.notKept"));
    warn();
  };
  warn();
  return { panel, bar, told: tell };
}
