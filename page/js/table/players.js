// Who plays: names in the order of play, which of them is you, and how many cards each has.
import { h, fill } from "../dom.js";
import { t } from "../texts.js";

/** The list; `chosen` has players, owner and sizes, and `changed` is called with what to focus. */
export function playerList(chosen, { min, max, deal, changed }) {
  const list = h("ol", { id: "players" });
  const add = h("button", { type: "button", class: "small", id: "add-player", onclick: () => {
    chosen.players.push(t("start.newPlayer", { n: chosen.players.length + 1 }));
    reset(`name-${chosen.players.length - 1}`);
  } }, t("start.add"));

  function reset(focus) {
    chosen.sizes = null;
    chosen.hand.clear();
    changed(focus);
  }

  function swap(k, other) {
    const [names, sizes] = [chosen.players, chosen.sizes];
    [names[k], names[other]] = [names[other], names[k]];
    if (sizes) [sizes[k], sizes[other]] = [sizes[other], sizes[k]];
    if (chosen.owner === k) chosen.owner = other;
    else if (chosen.owner === other) chosen.owner = k;
    changed(`name-${other}`);
  }

  function remove(k) {
    chosen.players.splice(k, 1);
    if (chosen.owner >= k && chosen.owner > 0) chosen.owner -= 1;
    reset(`name-${Math.max(0, k - 1)}`);
  }

  function row(name, k, sizes) {
    const tool = (key, sign, act, disabled) => h("button", { type: "button", class: "small tool", disabled, onclick: act,
      "aria-label": t(`start.${key}`, { name }), title: t(`start.${key}`, { name }) }, sign);
    return h("li", {},
      h("label", { class: "you" }, h("input", { type: "radio", name: "owner", value: k, checked: k === chosen.owner,
        "aria-label": t("start.isYou", { name }), onchange: () => { chosen.owner = k; chosen.hand.clear(); changed(); } })),
      h("input", { id: `name-${k}`, class: "name", value: name, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        "aria-label": t("start.name", { n: k + 1 }), onchange: (event) => { chosen.players[k] = event.target.value.trim(); changed(); } }),
      h("input", { id: `size-${k}`, class: "size", type: "number", min: 1, max: 99, value: sizes[k] ?? "",
        "aria-label": t("start.size", { name }), onchange: (event) => {
          chosen.sizes = sizes.map((size, other) => (other === k ? Number(event.target.value) : size));
          if (k === chosen.owner) chosen.hand.clear();
          changed();
        } }),
      tool("up", "↑", () => swap(k, k - 1), k === 0), tool("down", "↓", () => swap(k, k + 1), k === chosen.players.length - 1),
      tool("remove", "×", () => remove(k), chosen.players.length <= min));
  }

  function draw() {
    const sizes = chosen.sizes ?? deal();
    fill(list, h("li", { class: "heads", "aria-hidden": "true" }, h("span", {}, t("start.you")), h("span", {}, t("start.names")),
      h("span", {}, t("start.cards"))), chosen.players.map((name, k) => row(name, k, sizes)));
    add.disabled = chosen.players.length >= max;
  }
  draw();
  return { parts: [list, add], draw };
}
