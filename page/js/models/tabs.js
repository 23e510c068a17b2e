// Tabs: a list of buttons, and below them the panel of the one that is chosen.
import { h } from "../dom.js";
import { t } from "../texts.js";

/** Tabs of [name, element]; `chosen` is called when another one is chosen. On a phone they are a sheet. */
export function tabs(id, panels, chosen) {
  let now = panels[0][0];
  const sheet = h("button", { type: "button", class: "small sheet-toggle", "aria-expanded": "true", "aria-controls": `${id}-panels`, "aria-label": t("models.sheet"),
    onclick: () => open(place.classList.contains("closed")) }, "↕");
  const buttons = panels.map(([name]) => h("button", { type: "button", role: "tab", id: `${id}-tab-${name}`, "data-tab": name,
    "aria-controls": `${id}-panel-${name}`, onclick: () => { choose(name); open(true); },
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const k = panels.findIndex(([one]) => one === now) + step;
      choose(panels[(k + panels.length) % panels.length][0]);
      buttons[panels.findIndex(([one]) => one === now)].focus();
    } }, t(`models.tab.${name}`)));
  const shown = panels.map(([name, panel]) => h("div", { role: "tabpanel", id: `${id}-panel-${name}`, "aria-labelledby": `${id}-tab-${name}` }, panel));
  const place = h("section", { class: "model-tools", "aria-label": t("models.tools") }, h("div", { class: "tab-row" },
    h("div", { class: "tabs", role: "tablist", "aria-label": t("models.tools") }, buttons), sheet),
  h("div", { class: "panels", id: `${id}-panels` }, shown));

  function open(wanted) {
    place.classList.toggle("closed", !wanted);
    sheet.setAttribute("aria-expanded", String(wanted));
  }

  function mark() {
    buttons.forEach((button, k) => {
      const here = panels[k][0] === now;
      button.setAttribute("aria-selected", String(here));
      button.tabIndex = here ? 0 : -1;
      shown[k].hidden = !here;
    });
  }

  function choose(name) {
    const other = name !== now;
    now = name;
    mark();
    if (!other) return;
    place.querySelector(".panels").scrollTop = 0;
    chosen(name);
  }

  mark();
  return { place, choose, chosen: () => now };
}
