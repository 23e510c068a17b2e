// Why a cell is known: a sheet at the foot of the screen, which Escape closes.
import { h, fill, inLines, errorBox } from "../dom.js";
import { loadMessages } from "../messages.js";
import { engine } from "../engine.js";
import { t } from "../texts.js";

/** The sheet, and how it is opened by a question to the engine; `named` shows names. */
export function whySheet(named) {
  const sheet = h("div", { id: "why", role: "region", "aria-label": t("why.title"), "aria-live": "polite",
    tabindex: "-1", onkeydown: (event) => { if (event.key === "Escape") close(); } });
  let opener = null;
  let turn = 0;

  function close(focus = true) {
    turn += 1;
    fill(sheet);
    if (focus && opener?.isConnected) opener.focus({ preventScroll: true });
    opener = null;
  }

  async function open(button, title, question) {
    const mine = ++turn;
    opener = button;
    fill(sheet, h("p", { role: "status" }, t("wait")));
    let content = null;
    try {
      const [found] = await Promise.all([engine().ask("why_cell", question), loadMessages("reasons", "axioms")]);
      content = [h("pre", { tabindex: "0" }, inLines(found.text, named)),
        h("p", {}, (found.axioms ?? []).map((axiom) =>
          [h("a", { href: `#/theory/${axiom}` }, t("readAxiom", { axiom })), " "]).flat())];
    } catch (error) {
      content = [errorBox(error, t, named)];
    }
    if (mine !== turn) return;
    fill(sheet, h("div", { class: "why-head" }, h("h3", {}, title),
      h("button", { class: "small", id: "why-close", onclick: () => close() }, t("why.close"))), content);
    sheet.focus({ preventScroll: true });
  }
  return { sheet, open, close };
}
