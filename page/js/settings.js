// The settings: the look and the language, kept in this browser.
import { h, fill, field, select } from "./dom.js";
import { language, languages, chooseLanguage, t } from "./texts.js";

const LOOK = "mystpy.look";
const LOOKS = ["system", "light", "dark"];
const root = document.documentElement;

function look() {
  let kept = null;
  try { kept = localStorage.getItem(LOOK); } catch { /* nothing is kept */ }
  return LOOKS.includes(kept) ? kept : "system";
}

function choose(wanted) {
  if (wanted === "system") delete root.dataset.theme;
  else root.dataset.theme = wanted;
  try {
    if (wanted === "system") localStorage.removeItem(LOOK);
    else localStorage.setItem(LOOK, wanted);
  } catch { /* it holds until the page is left */ }
}

/** Fill the sheet of settings; a click elsewhere or Escape closes it. */
export function settings(details) {
  const [summary, sheet] = details.children;
  fill(summary, h("span", { "aria-hidden": "true" }, "⚙"), h("span", { id: "settings-words" }, t("settings")));
  summary.setAttribute("aria-label", t("settings"));
  fill(sheet,
    field(t("settings.look"), select({ id: "look", onchange: (event) => choose(event.target.value) },
      LOOKS.map((name) => [name, t(`settings.${name}`)]), look())),
    field(t("settings.language"), select({ id: "language", onchange: (event) => chooseLanguage(event.target.value) },
      Object.entries(languages), language)));
  document.addEventListener("click", (event) => { if (!details.contains(event.target)) details.open = false; });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    summary.focus();
  });
}
