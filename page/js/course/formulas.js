// Formulas in the text, typeset; mystpy wrote their LaTeX when the page was built.

/** Typeset the formulas of a text; the source is the title, and what is copied. */
export async function typeset(place, formulas) {
  const codes = [...place.querySelectorAll("code")].filter((code) => !code.closest("pre, a") && Object.hasOwn(formulas, code.textContent));
  if (!codes.length) return;
  const { default: katex } = await import("../../vendor/katex/katex.mjs");
  for (const code of codes) {
    const source = code.textContent;
    const shown = document.createElement("span");
    shown.className = "formula-inline";
    shown.dataset.source = source;
    shown.title = source;
    try { katex.render(formulas[source], shown, { throwOnError: true, output: "htmlAndMathml" }); } catch { continue; }
    code.replaceWith(shown);
  }
}

/** Copy formulas as they are written, not as they look. */
export function copiesSource(place) {
  place.addEventListener("copy", (event) => {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return;
    const holder = document.createElement("div");
    for (let k = 0; k < chosen.rangeCount; k++) holder.append(whole(chosen.getRangeAt(k)).cloneContents());
    const found = holder.querySelectorAll(".formula-inline");
    if (!found.length) return;
    for (const one of found) one.replaceWith(one.dataset.source);
    event.clipboardData.setData("text/plain", holder.textContent);
    event.preventDefault();
  });
}

/** A range that has formulas as a whole. */
function whole(range) {
  const wide = range.cloneRange();
  const around = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(".formula-inline");
  const [first, last] = [around(range.startContainer), around(range.endContainer)];
  if (first) wide.setStartBefore(first);
  if (last) wide.setEndAfter(last);
  return wide;
}
