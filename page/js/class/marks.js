// The table of a class's marks, and the errors that several students have in common.
import { h, fill } from "../dom.js";
import { inWords, sentence } from "../messages.js";
import { t } from "../texts.js";

const SIGNS = { right: "✓", wrong: "✗", unreadable: "!", limit: "⏱", failed: "?", missing: "–" };
const MOST = 8; // errors of an exercise that are shown

/** A row for each student, a column for each exercise; a cell shows its answer. */
export function marksTable(table, rows, about, details) {
  const titles = new Map(about.exercises.map((one) => [one.exercise, inWords(one.title)]));
  const best = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.student, row.exercise]);
    const known = best.get(key);
    if (!known || row.points > known.points || (known.result === "missing" || known.answer === undefined)) best.set(key, row);
  }
  const cell = (student, exercise, text, of) => {
    const row = best.get(JSON.stringify([student, exercise]));
    const result = row?.result ?? "missing";
    return h("td", { class: `mark is-${result}` }, h("button", { type: "button",
      "aria-label": t("class.cell", { student, exercise: titles.get(exercise) ?? exercise, result: t(`class.result.${result}`), points: text, of }),
      onclick: () => fill(details, cellDetails(row, student, titles.get(exercise) ?? exercise)) },
    `${SIGNS[result]} ${text === "-" ? "" : text}`.trim()));
  };
  return h("div", { class: "scroll marks-scroll", tabindex: "0", role: "region", "aria-label": t("class.table") }, h("table", { class: "marks", id: "marks" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("class.student")),
      table.exercises.map((name) => h("th", { scope: "col", title: titles.get(name) ?? name }, h("span", {}, titles.get(name) ?? name))),
      h("th", { scope: "col" }, t("class.sum"))),
    h("tr", { class: "of" }, h("th", { scope: "row" }, t("class.of")), table.of.map((of) => h("td", {}, of)), h("td", {}, table.total))),
    h("tbody", {}, table.rows.map((row) => h("tr", {},
      h("th", { scope: "row", title: row.note || null }, row.student, row.note ? h("span", { class: "note" }, row.note) : null),
      row.cells.map((text, k) => cell(row.student, table.exercises[k], text, table.of[k])), h("td", { class: "sum" }, row.points)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("class.right")), table.right.map((n) => h("td", {}, n)), h("td", {})))));
}

function cellDetails(row, student, title) {
  return h("section", { class: "box" }, h("h2", {}, `${student}: ${title}`),
    h("p", {}, h("strong", {}, t(`class.result.${row?.result ?? "missing"}`)), row?.feedback ? ` ${inWords(row.feedback)}` : ""),
    row?.misconception ? h("p", {}, t("class.misconception", { what: inWords(row.misconception.title ?? row.misconception) })) : null,
    row?.answer === undefined ? null : h("pre", { class: "code", tabindex: "0" }, row.answer.slice(0, 4000)));
}

/** For each exercise how many stumbled, over what, the most frequent first. */
export function stumbles(rows, about) {
  const parts = about.exercises.map(({ exercise, title }) => {
    const found = rows.filter((row) => row.exercise === exercise && row.result !== "missing");
    const wrong = found.filter((row) => row.result !== "right");
    const count = new Map();
    for (const row of wrong) {
      const why = row.misconception?.title ?? row.misconception ?? row.feedback;
      const key = `${row.result}\n${why}`;
      count.set(key, [...count.get(key) ?? [], row.student]);
    }
    const errors = [...count].sort(([, a], [, b]) => b.length - a.length);
    return { title, found, wrong, errors };
  }).filter(({ found }) => found.length).sort((a, b) => b.wrong.length / b.found.length - a.wrong.length / a.found.length);
  return h("section", { id: "stumbles" }, h("h2", {}, t("class.stumbles")), parts.map(({ title, found, wrong, errors }) =>
    h("details", { class: "box", open: errors.some(([, who]) => who.length > 1) },
      h("summary", {}, h("strong", {}, inWords(title)), ` ${t("class.wrongOf", { n: wrong.length, of: found.length })} `,
        h("meter", { min: 0, max: found.length, value: wrong.length, "aria-hidden": "true" })),
      errors.length ? h("ul", {}, errors.slice(0, MOST).map(([key, who]) => h("li", {}, h("strong", {}, t("class.times", { n: who.length })),
        ` ${sentence(inWords(key.slice(key.indexOf("\n") + 1)))} `, h("span", { class: "hint" }, who.slice(0, 6).join(", ") + (who.length > 6 ? ", …" : ""))))) : h("p", {}, t("class.allRight")))));
}
