// What was done in a model, as a time line: any moment can be shown, and gone on from.
import { h, fill } from "../dom.js";
import { t } from "../texts.js";

/** A time line; `go` is asked to show the moment after so many steps. */
export function timeline(go) {
  const range = h("input", { type: "range", id: "model-time", min: "0", step: "1", "aria-label": t("models.time"),
    oninput: () => go(Number(range.value)) });
  const back = h("button", { class: "small", id: "model-back", "aria-label": t("models.back"), title: t("models.back"),
    onclick: () => go(Number(range.value) - 1) }, "‹");
  const on = h("button", { class: "small", id: "model-on", "aria-label": t("models.on"), title: t("models.on"),
    onclick: () => go(Number(range.value) + 1) }, "›");
  const steps = h("ol", { id: "model-steps" });
  const told = h("p", { class: "hint", id: "model-moment" });
  const first = h("button", { type: "button", class: "moment", onclick: () => go(0) }, t("models.begin"));

  /** Show steps by their words, of which so many are done; `wrong` steps can no longer be done. */
  function show(words, at) {
    const all = words.length;
    const now = at ? t("models.after", { k: at, n: all, step: words[at - 1] }) : t(all ? "models.atStart" : "models.nothing", { n: all });
    range.max = all;
    range.value = at;
    range.setAttribute("aria-valuetext", now);
    range.disabled = !all;
    back.disabled = !at;
    on.disabled = at === all;
    first.toggleAttribute("aria-current", !at);
    fill(told, now);
    fill(steps, words.map((step, k) => h("li", { class: k < at ? null : "later" },
      h("button", { type: "button", class: "moment", "aria-current": k + 1 === at ? "step" : null, onclick: () => go(k + 1) }, step))));
  }

  return { bar: h("div", { class: "timeline", role: "group", "aria-label": t("models.time") }, back, range, on),
    told, list: h("div", { class: "moments" }, first, steps), show };
}
