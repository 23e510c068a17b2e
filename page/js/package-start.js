// How a game of a package is begun: its constants, the agent, and what the agent sees.
import { h, fill, field, select, errorBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

/** The fields of a package, drawn into `details` and `cards`; `begin` gets what was chosen. */
export function packageFields(name, { details, cards, trouble }) {
  const chosen = { constants: {}, agent: null, given: "" };
  let turn = 0;

  async function look() {
    const mine = ++turn;
    let found = null;
    try {
      found = await engine().ask("package_of", [name, chosen.constants]);
    } catch (error) {
      if (mine === turn) fill(trouble, errorBox(error, t));
      return;
    }
    if (mine !== turn) return;
    fill(trouble);
    chosen.constants = found.constants;
    if (!found.agents.includes(chosen.agent)) chosen.agent = found.agents[0];
    fill(details, h("p", { class: "hint" }, found.says),
      h("div", { class: "row" }, Object.entries(found.constants).map(([key, value]) =>
        field(key, h("input", { type: "number", min: 0, value, id: `constant-${key}`, onchange: (event) => {
          chosen.constants = { ...chosen.constants, [key]: Number(event.target.value) };
          look();
        } })))));
    const given = h("input", { id: "given", value: chosen.given, autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", oninput: (event) => { chosen.given = event.target.value; } });
    fill(cards,
      field(t("start.you"), select({ id: "agent", onchange: (event) => {
        chosen.agent = event.target.value;
      } }, found.agents.map((agent) => [agent, agent]), chosen.agent)),
      field(t("package.given"), given),
      found.examples.length ? h("p", { class: "hint" }, t("package.givenHint", { example: found.examples.join("; ") })) : null,
      h("button", { type: "submit", id: "begin" }, t("start.begin")));
  }

  look();
  return () => engine().ask("package_begin", [name, chosen.constants, chosen.agent, chosen.given]);
}
