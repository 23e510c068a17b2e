// The landing view: a game that was played, moved through by turns, and three doors.
import { h, fill, select } from "../dom.js";
import { t } from "../texts.js";
import { Example } from "./example.js";
import { explained } from "./reasons.js";

const DATA = new URL("../../data/landing.json", import.meta.url);
const MARKS = { y: "✓", n: "✗", "?": "?" };
const WORDS = { y: "grid.yes", n: "grid.no", "?": "grid.?" };
const CHOSEN = { turn: 4, view: "2,1", cell: { holder: 0, card: "rope" } }; // what is seen first
const DOORS = {
  table: ["table"],
  course: ["course", "exercises"],
  logician: ["theory", "theorems", "models", "puzzles"],
};

export async function open(content) {
  const data = await (await fetch(DATA)).json();
  const example = new Example(data);
  fill(content, h("h1", {}, t("landing.title")), h("p", { class: "lead" }, t("landing.lead")), board(example), doors());
}

function doors() {
  return h("div", { class: "doors" }, Object.entries(DOORS).map(([name, rooms]) =>
    h("section", { class: "box door", "aria-labelledby": `door-${name}` },
      h("h2", { id: `door-${name}` }, t(`landing.door.${name}`)), h("p", {}, t(`landing.door.${name}.says`)),
      h("p", { class: "row" }, rooms.map((room, k) =>
        h("a", { href: `#/${room}`, class: k ? "" : "go" }, t(`landing.go.${room}`)))))));
}

/** The game with its slider, the question, the grid, and why. */
function board(example) {
  const state = structuredClone(CHOSEN);
  const slider = h("input", { type: "range", id: "turn", min: 0, max: example.turns, step: 1, oninput: () => go(Number(slider.value)) });
  const step = (by, words) => h("button", { type: "button", class: "small", "aria-label": t(words), "data-step": by,
    onclick: () => go(state.turn + by) }, h("span", { "aria-hidden": "true" }, by < 0 ? "‹" : "›"));
  const [back, on] = [step(-1, "landing.back"), step(1, "landing.on")];
  const count = h("span", {});
  const story = h("ol", { class: "story" }, Array.from({ length: example.turns + 1 }, (_, k) => h("li", {},
    h("button", { type: "button", "data-turn": k, onclick: () => go(k) }, example.story(k)))));
  const question = select({ id: "question", "aria-label": t("landing.question"), onchange: () => { state.view = question.value; draw(); } },
    example.chosen.map((view) => [view, example.question(view)]), state.view);
  const grid = h("table", { class: "who", id: "example" });
  const why = h("div", { class: "whybox", id: "example-why", "aria-live": "polite" });

  function go(turn) {
    state.turn = Math.max(0, Math.min(example.turns, turn));
    draw();
  }

  function draw() {
    slider.value = state.turn;
    slider.setAttribute("aria-valuetext", t("landing.turn", { k: state.turn, n: example.turns }));
    fill(count, t(state.turn ? "landing.turn" : "landing.dealt", { k: state.turn, n: example.turns }));
    back.disabled = state.turn === 0;
    on.disabled = state.turn === example.turns;
    story.querySelectorAll("button").forEach((one, k) => {
      if (k === state.turn) one.setAttribute("aria-current", "step"); else one.removeAttribute("aria-current");
    });
    cells();
    fill(why, explained(example, state));
  }

  function cells() {
    const held = document.activeElement?.closest?.("#example [data-at]")?.dataset.at;
    fill(grid, h("caption", {}, t("landing.caption"), " ", h("span", { class: "mark" }, t("landing.fresh"))),
      h("thead", {}, h("tr", {}, h("td", {}), example.holders.map((name) => h("th", { scope: "col" }, name)))),
      example.sorts.map(([, cards]) => h("tbody", {}, cards.map((card) => h("tr", {},
        h("th", { scope: "row" }, example.printed(card)), example.holders.map((_, holder) => cell(holder, card)))))));
    if (held) grid.querySelector(`[data-at="${held}"]`)?.focus();
  }

  function cell(holder, card) {
    const value = example.value(state.view, state.turn, holder, card);
    const fresh = state.turn > 0 && value !== example.value(state.view, state.turn - 1, holder, card);
    const here = state.cell.holder === holder && state.cell.card === card;
    const words = t("grid.cell", { holder: example.holders[holder], card: example.printed(card), cell: t(WORDS[value]) });
    return h("td", {}, h("button", { type: "button", class: `who-${{ y: "yes", n: "no", "?": "open" }[value]}${fresh ? " fresh" : ""}`,
      "data-at": `${holder},${card}`, "data-value": value, "aria-pressed": String(here), "aria-label": fresh ? `${words} ${t("landing.fresh")}` : words,
      onclick: () => { state.cell = { holder, card }; draw(); } }, MARKS[value]));
  }

  draw();
  return h("section", { class: "box example", "aria-label": t("landing.example") },
    h("div", { class: "played" },
      h("div", { class: "stepper" }, back, h("label", {}, count, slider), on), story),
    h("div", { class: "asked" }, question, grid, why));
}
