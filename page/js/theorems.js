// The theorems: what became of each statement, and a conjecture of one's own.
import { h, fill, field, select, errorBox, missingBox } from "./dom.js";
import { Engine } from "./engine.js";
import { t } from "./texts.js";

let rows = [];
let list = null;
let filter = null;
let worker = null; // kept for the next conjecture, unless it was stopped

export async function open(content, rest) {
  rows = await (await fetch(new URL("../data/theorems.json", import.meta.url))).json();
  list = h("div", { id: "statements" });
  const verdicts = [...new Set(rows.map((row) => row.verdict))].sort();
  const find = h("input", { type: "search", id: "find-theorem", autocomplete: "off", oninput: () => draw() });
  filter = select({ id: "verdict", onchange: () => draw() },
    [["errata", t("theorems.errata")], ["", t("theorems.all")], ...verdicts.map((one) => [one, one])], "errata");
  const draw = () => show(filter.value, find.value);
  fill(content, h("h1", {}, t("theorems.title")), h("p", {}, t("theorems.intro")), conjecture(),
    h("div", { class: "row" }, field(t("theorems.filter"), filter), field(t("theorems.find"), find)), list);
  draw();
  await go(rest);
}

export async function go([id]) {
  if (!id) return;
  if (!document.getElementById(`s-${id}`)) { filter.value = ""; show("", ""); }
  const place = document.getElementById(`s-${id}`);
  if (!place) list.prepend(missingBox(id, t));
  if (place) { place.scrollIntoView(); place.focus({ preventScroll: true }); }
}

function show(verdict, words) {
  const wanted = words.trim().toLowerCase();
  const found = rows.filter((row) =>
    (verdict === "errata" ? ["FALSE", "MISPRINTED"].includes(row.verdict) : !verdict || row.verdict === verdict)
    && (!wanted || `${row.id} ${row.place} ${row.says} ${row.statement}`.toLowerCase().includes(wanted)));
  const of = (kind) => found.filter((row) => row.kind === kind).length;
  const apart = ["question", "own"].filter(of).map((kind) => `, ${t(`theorems.${kind}s`, { n: of(kind) })}`);
  fill(list, h("p", { role: "status" }, t("theorems.count", { n: of("sentence") }), ...apart), found.map(statement));
}

const badge = ({ verdict, how, answer }) =>
  h("span", { class: `verdict ${verdict}` }, verdict, answer ? `: ${answer}` : "", how ? `, ${how}` : "");
/** What the sentence speaks of, and what the verdict on it rests on. */
const about = (row) => ["speaks_of", "rests_on"].filter((key) => row[key]).map((key) =>
  h("p", { class: "hint", "data-about": key }, `${t(`theorems.${key}`)}: `, h("span", { lang: "en" }, row[key])));
const walk = (query) => h("a", { class: "walk", href: `#/table/walk/${encodeURIComponent(query)}` }, t("theorems.walk"));

function statement(row) {
  return h("article", { class: "formula", id: `s-${row.id}`, tabindex: "-1", "aria-labelledby": `h-${row.id}` },
    h("h3", { id: `h-${row.id}` }, `${row.place} · ${row.id} `, badge(row)), about(row),
    h("p", { lang: "en" }, row.says), row.statement !== row.says ? h("p", { class: "hint", lang: "en" }, row.statement) : null,
    row.counter ? h("details", {}, h("summary", {}, t("theorems.counter")),
      h("pre", { tabindex: "0" }, JSON.stringify(row.counter, null, 1)),
      row.parts.length > 1 ? h("pre", { class: "parts", tabindex: "0" }, row.parts.join("\n")) : null) : null,
    row.note ? h("p", { lang: "en" }, row.note) : null,
    row.readings.flatMap((other) => [h("p", { lang: "en" }, `${other.reading}: `, badge(other)), ...about(other)]),
    row.query ? h("p", {}, walk(row.query)) : null);
}

function conjecture() {
  let clock = null;
  const formula = h("input", { id: "say", value: "forall i in players: Turn(i) -> In(i)", autocomplete: "off", spellcheck: "false" });
  const form = select({ id: "form" }, ["always", "never", "sometimes"].map((name) => [name, t(`form.${name}`)]), "always");
  const games = h("input", { id: "games", value: '{p = "2..3", c = "..4"}', autocomplete: "off", spellcheck: "false" });
  const result = h("div", { id: "finding", "aria-live": "polite" });
  const progress = h("p", { id: "progress", role: "status" });
  const go = h("button", { type: "submit", id: "settle" }, t("theorems.settle"));
  const stop = h("button", { type: "button", class: "small", id: "stop", disabled: true, onclick: () => worker?.stop() }, t("theorems.stop"));
  async function settle(event) {
    event.preventDefault();
    fill(result);
    go.disabled = true;
    stop.disabled = false;
    const begun = Date.now();
    let now = t("wait");
    worker ??= new Engine();
    const tell = () => fill(progress, `${worker?.state.stage === "ready" ? now : t("course.loading")} · ${t("theorems.running", { s: Math.round((Date.now() - begun) / 1000) })}`);
    clock = setInterval(tell, 1000);
    tell();
    try {
      const found = await worker.ask("settle", [formula.value, form.value, games.value.trim(), null], (told) => { now = told; tell(); });
      fill(result, finding(found, form.value));
    } catch (error) {
      if (error.stopped || worker.state.stage === "failed") worker = null; // the next one begins anew
      fill(result, error.stopped ? h("p", {}, t("theorems.stopped")) : errorBox(error, t));
    }
    clearInterval(clock);
    fill(progress);
    go.disabled = false;
    stop.disabled = true;
  }
  return h("section", { class: "box" }, h("h2", {}, t("theorems.own")),
    h("form", { onsubmit: settle },
      h("div", { class: "row" }, field(t("theorems.formula"), formula)),
      h("div", { class: "row" }, field(t("theorems.form"), form), field(t("theorems.games"), games)),
      go, " ", stop, h("p", { class: "hint" }, t("theorems.note"))), progress, result);
}

/** What was found, in words: a situation in one game, or how far all were looked at. */
function finding({ games, of, rests_on }, form) {
  const last = games.at(-1);
  const parts = games.map((one) => h("li", {}, t(one.failure ? (form === "sometimes" ? "finding.example" : "finding.fails")
    : one.complete ? "finding.complete" : "finding.depth", { game: one.name, n: one.stages, depth: one.depth })));
  return h("div", { "data-found": last.failure ? "situation" : "none" },
    h("p", {}, h("strong", {}, t(last.failure ? (form === "sometimes" ? "finding.exists" : "finding.false")
      : form === "sometimes" ? "finding.noExample" : "finding.none", { n: games.length, of }))), about({ rests_on }),
    h("details", { open: games.length < 5 }, h("summary", {}, t("finding.games", { n: games.length })), h("ul", {}, parts)),
    last.query ? [h("pre", { tabindex: "0" }, last.query), walk(last.query)] : null);
}
