// The lines of a game: each is tapped to change it, to doubt it, or to take it out.
import { alone, h, fill, errorBox, unbroken } from "../dom.js";
import { t } from "../texts.js";
import { asTyped, lineOf, lineToType, spoken } from "./names.js";

/** The list; `send` takes a line and returns the error it raises, or null. */
export function linesPane(send) {
  const list = h("ol", { id: "lines", tabindex: "-1" });
  let game = null;
  let open = null; // the number of the line that is tapped

  function show(view, newest = true) {
    game = view;
    if (open > view.events.length) open = null;
    fill(list, view.events.length ? view.events.map(item) : h("li", { class: "none" }, t("game.none")));
    if (newest && open === null) list.scrollTop = list.scrollHeight;
  }

  function toggle(number) {
    open = open === number ? null : number;
    show(game, false);
    list.querySelector(`[data-line="${number}"]`)?.focus();
  }

  function item(text, k) {
    const number = k + 1;
    const doubtful = game.doubted.includes(number);
    const button = h("button", { class: "line", "data-line": number, "aria-expanded": String(open === number),
      onclick: () => toggle(number) }, unbroken(lineOf(game, text)), doubtful ? h("em", { class: "doubt" }, t("lines.doubtful")) : null);
    return h("li", { class: doubtful ? "doubtful" : "" }, button, open === number ? tools(text, number, doubtful) : null);
  }

  function tools(text, number, doubtful) {
    const trouble = h("div", { "aria-live": "polite" });
    const place = h("div", {});
    async function put(line) {
      fill(trouble);
      const was = open;
      open = null;
      const error = await send(line);
      if (!error) { list.querySelector(`[data-line="${Math.min(number, game.events.length)}"]`)?.focus(); return; }
      open = was;
      if (!trouble.isConnected) return;
      fill(trouble, errorBox(alone(error), t, (words) => spoken(game, words)), h("p", { class: "hint" }, t("lines.asBefore")), h("button", {
        class: "small", "data-tool": "which", onclick: () => send("which"),
      }, t("lines.which")));
      trouble.lastChild.scrollIntoView({ block: "nearest" });
    }
    const edit = (name, first, value) => {
      const input = h("input", { id: `line-${name}`, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        "aria-label": t(`lines.${name}Label`, { n: number }) });
      fill(place, h("form", { class: "line-form", onsubmit: (event) => {
        event.preventDefault();
        if (input.value.trim()) put(`${first} ${number} ${asTyped(game, input.value)}`);
      } }, input, h("button", { type: "submit" }, t("lines.save")),
      h("button", { type: "button", class: "small", onclick: () => { fill(place); fill(trouble); } }, t("lines.cancel"))));
      input.focus();
    };
    const tool = (name, act) => h("button", { class: "small", "data-tool": name, onclick: act }, t(`lines.${name}`));
    return h("div", { class: "line-tools" }, h("div", { class: "chips" },
      tool("edit", () => edit("edit", "fix", lineToType(game, text))),
      doubtful ? tool("trust", () => put(`trusted ${number}`)) : tool("doubt", () => put(`doubtful ${number}`)),
      game.can.includes("insert") ? tool("insert", () => edit("insert", "insert", "")) : null,
      tool("remove", () => put(`undo ${number}`))), place, trouble);
  }

  return { list, show };
}
