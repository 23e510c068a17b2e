// The daily puzzle: the lines of a small game, and a grid in which only proofs are taken.
import { h, fill, errorBox } from "../dom.js";
import { inWords, loadMessages, message, sentence } from "../messages.js";
import { engine } from "../engine.js";
import { Kept } from "../study.js";
import { printedIn, sortName, spoken } from "../table/names.js";
import { language, t } from "../texts.js";

const kept = new Kept("daily");
const ARCHIVE = 14; // earlier puzzles that are listed
const SUGGESTION = /(?<=^\S+: )(\S+) (\S+) (\S+) (?:->|→)/;
let ui = null;
let printed = new Map(); // the cards in another language than English
let turn = 0;

const isoDay = (day) => [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  .map((part) => String(part).padStart(2, "0")).join("-");
const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(Date.parse(text));
const fresh = () => ({ marks: [], counts: { marks: 0, refused: 0, hints: 0 }, solved: false });

export async function open(content, rest) {
  ui = { place: h("div", {}), content };
  fill(content, h("h1", {}, t("daily.title")), h("p", {}, t("daily.intro")), ui.place);
  [printed] = await Promise.all([printedIn(language), loadMessages("daily")]);
  await go(rest);
}

export async function go(rest) {
  const mine = ++turn;
  const today = isoDay(new Date());
  const day = isDay(rest[0]) ? rest[0] : today;
  if (day > today) {
    fill(ui.place, h("p", { class: "error", role: "alert" }, t("daily.future", { day })), archive(today, today, null));
    return;
  }
  fill(ui.place, h("p", { role: "status" }, t("daily.wait")));
  try {
    const puzzle = await engine().ask("daily_puzzle_of", [day]);
    if (mine === turn) show(puzzle, day, today);
  } catch (error) {
    if (mine === turn) fill(ui.place, errorBox(error, t), archive(today, today, null));
  }
}

/** What was kept of a day, if it fits the puzzle. */
function stateOf(day, puzzle) {
  const found = kept.get(day);
  const cards = Object.values(puzzle.sorts).flat();
  const fits = Array.isArray(found.marks) && Object.keys(fresh().counts).every((key) => Number.isInteger(found.counts?.[key])) && found.marks.every((mark) =>
    Array.isArray(mark) && mark[0] in puzzle.holders && cards.includes(mark[1]) && typeof mark[2] === "boolean");
  return fits ? found : fresh();
}

function show(puzzle, day, today) {
  const state = stateOf(day, puzzle);
  const verdict = h("div", { "aria-live": "polite", id: "daily-said" });
  const choice = h("div", { class: "choice", hidden: true });
  const counts = h("p", { class: "hint" });
  const cells = new Map();
  let hinted = null;

  const keep = () => {
    if (!kept.set(day, state)) fill(verdict, h("p", { class: "hint" }, t("daily.notKept")), ...verdict.childNodes);
    fill(counts, t("daily.counts", state.counts));
  };
  const shown = Object.fromEntries([...puzzle.holders.slice(1), ...Object.values(puzzle.sorts).flat()].map((name) => [name, printed.get(name) ?? name[0].toUpperCase() + name.slice(1)]));
  const inNames = (text) => spoken({ shown }, text);
  const nameOf = (holder) => (holder === 0 ? t("daily.pile") : shown[puzzle.holders[holder]]);

  /** An item of a list, in the words of the page. */
  function item(given) {
    const { text, lang } = message(given);
    return h("li", { lang }, sentence(inNames(text.replace(SUGGESTION, "$1, $2, $3 →"))));
  }


  function paint() {
    const marks = new Map([...puzzle.own, ...state.marks].map(([holder, card, held]) => [`${holder},${card}`, held]));
    const own = new Set(puzzle.own.map(([holder, card]) => `${holder},${card}`));
    for (const [key, cell] of cells) {
      const held = marks.get(key);
      const value = held === undefined ? "none" : held ? "yes" : "no";
      const [holder, card] = key.split(",");
      cell.dataset.value = value;
      cell.toggleAttribute("data-own", own.has(key));
      const button = cell.firstChild;
      fill(button, { yes: "✓", no: "·", none: " " }[value]);
      button.disabled = own.has(key);
      button.setAttribute("aria-label", t("daily.cell", { holder: nameOf(Number(holder)), card: shown[card], cell: t(`daily.${value}`) }));
    }
  }

  async function mark(holder, card, held, from) {
    choice.hidden = true;
    try {
      const judged = await engine().ask("daily_mark", [day, [holder, card, held], state.marks]);
      const already = state.marks.some(([k, x]) => k === holder && x === card);
      if (judged.verdict !== "proved") state.counts.refused += 1;
      else if (!already) {
        state.marks.push([holder, card, held]);
        state.counts.marks += 1;
        hinted = null; // the next hint is about something else
        fill(hintButton, t("daily.hint"));
      }
      state.solved ||= judged.solved && judged.verdict === "proved";
      fill(verdict, h("div", { class: judged.verdict === "proved" ? "right" : "error" },
        h("p", {}, t(`daily.${judged.verdict}`, { what: inNames(inWords(judged.text)) })),
        h("ul", {}, judged.because.map(item))), state.solved ? await solved() : null);
      name(judged.because);
    } catch (error) {
      fill(verdict, errorBox(error, t));
    }
    keep();
    paint();
    from?.focus();
  }

  async function solved() {
    const line = inWords(await engine().ask("daily_result", [day, state.counts]));
    const told = h("span", { role: "status" });
    return h("div", { class: "right", id: "daily-solved" }, h("p", {}, t("daily.solved")), h("pre", { tabindex: "0" }, line),
      h("button", { class: "small", onclick: async () => {
        try { await navigator.clipboard.writeText(line); fill(told, t("daily.copied")); } catch { /* it can be selected */ }
      } }, t("daily.share")), " ", told);
  }

  /** Light up the lines that reasons name. */
  function name(because) {
    const named = new Set(because.map((reason) => /^line (\d+)/.exec(reason)?.[1]));
    lines.querySelectorAll("li").forEach((line, k) => line.classList.toggle("named", named.has(String(k + 1))));
  }

  function choose(holder, card, from) {
    const close = () => { choice.hidden = true; from.focus(); };
    fill(choice, h("p", {}, t("daily.ask", { holder: nameOf(holder), card: shown[card] })), h("div", { class: "row" },
      h("button", { id: "daily-yes", onclick: () => mark(holder, card, true, from) }, t("daily.holds")),
      h("button", { id: "daily-no", onclick: () => mark(holder, card, false, from) }, t("daily.lacks")),
      h("button", { class: "small", onclick: close }, t("daily.cancel"))));
    choice.hidden = false;
    choice.onkeydown = (event) => { if (event.key === "Escape") close(); };
    choice.querySelector("button").focus();
  }

  async function hint() {
    try {
      const again = hinted !== null;
      const found = await engine().ask("daily_hint", [day, state.marks, Number(again)]);
      if (found.hint === null) { fill(verdict, h("p", {}, t("daily.allMarked"))); return; }
      state.counts.hints += 1;
      hinted = again ? null : found.mark;
      fill(verdict, h("p", {}, `${sentence(inNames(inWords(found.hint)))}.`));
      fill(hintButton, t(hinted ? "daily.hintAgain" : "daily.hint"));
      keep();
    } catch (error) {
      fill(verdict, errorBox(error, t));
    }
  }

  const lines = h("ol", {}, puzzle.lines.map(item));
  const rows = Object.entries(puzzle.sorts).flatMap(([sort, cards]) => [
    h("tr", { class: "sortname" }, h("th", { scope: "rowgroup", colspan: puzzle.holders.length + 1 }, sortName(sort))),
    ...cards.map((card) => h("tr", {},
    h("th", { scope: "row" }, shown[card]), puzzle.holders.map((_, holder) => {
      const button = h("button", { onclick: () => choose(holder, card, button) });
      const cell = h("td", { "data-mark": `${holder},${card}` }, button);
      cells.set(`${holder},${card}`, cell);
      return cell;
    })))]);
  const hintButton = h("button", { class: "small", id: "daily-hint", onclick: hint }, t("daily.hint"));
  fill(ui.place, h("h2", {}, t("daily.of", { day })),
    h("p", {}, t("daily.hard", { n: puzzle.needed }), " · ", t("daily.you", { name: shown[puzzle.you] ?? puzzle.you, cards: puzzle.hand.map((card) => shown[card]).join(", ") })),
    h("div", { class: "daily" },
      h("section", { class: "box" }, h("h2", {}, t("daily.lines")), lines),
      h("section", { class: "box" }, h("h2", {}, t("daily.grid")),
        h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), puzzle.holders.map((_, k) => h("th", { scope: "col" }, nameOf(k))))),
          h("tbody", {}, rows)),
        choice, verdict, h("p", { class: "row" }, hintButton,
          h("button", { class: "small", id: "daily-again", onclick: () => { kept.set(day, null); show(puzzle, day, today); } }, t("daily.again"))),
        counts)),
    archive(today, puzzle.first, day));
  keep();
  paint();
  if (state.solved) solved().then((box) => verdict.append(box));
}

/** Links to the puzzles of earlier days, with those that are solved marked. */
function archive(today, first, shown) {
  const days = Array.from({ length: ARCHIVE }, (_, k) => {
    const day = new Date(`${today}T12:00:00`);
    day.setDate(day.getDate() - k);
    return isoDay(day);
  }).filter((day) => day >= first || day === today);
  return h("section", { class: "box" }, h("h2", {}, t("daily.archive")), h("ul", { class: "archive" }, days.map((day) =>
    h("li", {}, h("a", { href: `#/daily/${day}`, "aria-current": day === shown ? "page" : null },
      day === today ? t("daily.today") : day), kept.get(day).solved ? " ✓" : ""))));
}
