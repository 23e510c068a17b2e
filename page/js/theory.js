// The theory as a book: each formula typeset beside its two programs, and boxes to run them.
import { h, fill, said, field, select, missingBox } from "./dom.js";
import { loadMessages } from "./messages.js";
import { t } from "./texts.js";
import { runPanel, probePanel } from "./run.js";
import { coloured } from "./syntax.js";

let data = null;
let sections = null;
let list = null;
let trouble = null;

export async function open(content, rest) {
  const load = (name) => fetch(new URL(`../data/${name}.json`, import.meta.url)).then((found) => found.json());
  const [theory, theorems, probes, katex] = await Promise.all(
    [load("theory"), load("theorems"), load("probes"), import("../vendor/katex/katex.mjs"), loadMessages("axioms")]);
  data = { ...theory, theorems, probes, katex: katex.default };
  sections = h("div", {});
  trouble = h("div", {});
  const find = h("input", { type: "search", id: "find", autocomplete: "off", oninput: () => draw(find.value) });
  list = select({ id: "section", onchange: (event) => {
    document.getElementById(`section-${event.target.value}`)?.scrollIntoView();
  } }, [...new Set(data.rows.map((row) => row.section))].map((n) => [n, t("theory.section", { n })]), "");
  fill(content, h("h1", {}, t("theory.title")), h("p", {}, t("theory.intro")), trouble,
    runPanel(data.rows),
    h("div", { class: "row" }, field(t("theory.find"), find), field(t("theory.section", { n: "" }), list)), sections);
  draw("");
  await go(rest);
}

export async function go([label]) {
  if (!label) return;
  const row = data.rows.find((one) => one.label === label || one.label.replace(/[a-z]$/, "") === label);
  if (!row) { fill(trouble, missingBox(`(${label})`, t)); return; }
  fill(trouble);
  if (!document.getElementById(`f-${row.label}`)) draw("");
  const place = document.getElementById(`f-${row.label}`);
  if (place) { place.scrollIntoView(); place.focus({ preventScroll: true }); }
}

function draw(wanted) {
  const words = wanted.trim().toLowerCase();
  const rows = data.rows.filter((row) =>
    !words || [row.label, row.name, row.formula, ...row.predicates].join(" ").toLowerCase().includes(words));
  const numbers = [...new Set(rows.map((row) => row.section))];
  fill(sections, h("p", { role: "status" }, t("theory.count", { n: rows.length })), numbers.map((n) => h("section", { id: `section-${n}`, "aria-label": t("theory.section", { n }) },
    h("h2", {}, t("theory.section", { n })), rows.filter((row) => row.section === n).map(formula))));
}

function formula(row) {
  const math = h("div", { class: "math", tabindex: "0", role: "math", "aria-label": row.formula });
  try {
    data.katex.render(row.latex, math, { displayMode: false, throwOnError: true, output: "html" });
  } catch {
    fill(math, row.formula);
  }
  const code = (text, kind) => text
    ? h("figure", {}, h("figcaption", {}, t(`theory.${kind}`)), coloured(text, kind)) : null;
  const named = data.theorems.filter((one) => one.place.includes(`(${row.label})`)
    || one.statement?.includes(`(${row.label})`) || one.says.includes(`(${row.label})`));
  const wide = matchMedia("(min-width: 56rem)").matches; // there is room for them beside each other
  return h("article", { class: "formula", id: `f-${row.label}`, tabindex: "-1", "aria-labelledby": `t-${row.label}` },
    h("h3", { id: `t-${row.label}` }, `(${row.label}) `, said("span", row.name), ` · ${t(`theory.kind.${row.kind}`)}`), math,
    row.note ? said("p", row.note) : null,
    row.follows_from.length ? h("p", {}, `${t("theory.follows")} `,
      row.follows_from.map((label) => [h("a", { href: `#/theory/${label}` }, `(${label})`), " "]).flat()) : null,
    named.length ? h("p", {}, `${t("theory.used")}: `, named.map((one) => [
      h("a", { href: `#/theorems/${one.id}` }, one.id), " ", h("span", { class: `verdict ${one.verdict}`, title: `${t("theorems.rests_on")}: ${one.rests_on}` }, one.verdict), " "]).flat()) : null,
    h("details", { open: wide }, h("summary", {}, `${t("theory.prolog")} · ${t("theory.asp")}`),
      h("div", { class: "two" }, code(row.prolog, "prolog"), code(row.asp, "asp")),
      row.clauses ? probePanel(row, data.rows, data.probes) : null));
}
