// An action that is tapped: its kind, and a value for each of its arguments.
import { h, fill, field, select } from "./dom.js";
import { t } from "./texts.js";

export function packageTap(game, send) {
  const chosen = { kind: game.kinds[0]?.name ?? "", values: {} };
  const body = h("div", {});
  const kind = () => game.kinds.find((one) => one.name === chosen.kind);

  function term() {
    const parts = kind().arguments.map((argument, k) => {
      const value = chosen.values[k];
      if (!argument.sizes) return value ?? (argument.private ? "_" : argument.values[0]);
      return value === "_" ? "_" : `{${argument.values.filter((one) => value?.has(one)).join(",")}}`;
    });
    return parts.length ? `${chosen.kind}(${parts.join(",")})` : chosen.kind;
  }

  function draw() {
    const line = h("p", { class: "hint", id: "tapline" }, term());
    const changed = (k, value) => { chosen.values[k] = value; fill(line, term()); };
    const fields = kind().arguments.map((argument, k) => {
      if (argument.sizes) return boxes(argument, k, changed);
      const options = argument.values.map((value) => [value, value]);
      if (argument.private) options.unshift(["_", t("package.unknown")]);
      return field(argument.sort, select({ class: "tapargument", "data-argument": k,
        onchange: (event) => changed(k, event.target.value) }, options, chosen.values[k] ?? options[0][0]));
    });
    fill(body,
      field(t("package.action"), select({ id: "tapkind", onchange: (event) => {
        chosen.kind = event.target.value; chosen.values = {}; draw();
      } }, game.kinds.map((one) => [one.name, one.lines[0] ?? one.name]), chosen.kind)),
      h("div", { class: "row" }, fields), line,
      h("button", { id: "tapadd", onclick: () => send(term()) }, t("tap.add")));
  }

  function boxes(argument, k, changed) {
    const set = chosen.values[k] ??= new Set();
    const sizes = argument.sizes.join(", ");
    return h("fieldset", { class: "tapset", "data-argument": k }, h("legend", {}, t("package.set", { sort: argument.sort, sizes })),
      argument.values.map((value) => h("label", { class: "card" }, h("input", { type: "checkbox", value, checked: set.has(value),
        onchange: (event) => {
          if (event.target.checked) set.add(value); else set.delete(value);
          changed(k, set);
        } }), h("span", {}, value))));
  }

  if (game.kinds.length) draw();
  return h("section", { class: "box", id: "tap" }, h("h2", {}, t("package.tap")), body);
}
