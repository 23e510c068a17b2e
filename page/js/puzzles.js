// Puzzles of knowledge, solved here with the numbers that are chosen, round by round.
import { h, fill, field, said, errorBox, missingBox } from "./dom.js";
import { inWords, loadMessages, message } from "./messages.js";
import { engine } from "./engine.js";
import { numberGame } from "./number-game.js";
import { pictured } from "./picture.js";
import { coloured } from "./syntax.js";
import { t } from "./texts.js";

const FIRST = "muddy-children";
const PLAYED = "whats-my-number"; // a game in which the reader can have a seat
let files = [];
let parts = null;
let turn = 0;

export async function open(content, rest) {
  const ui = parts = {
    choice: h("select", { id: "puzzles-choice", onchange: (event) => { location.hash = `#/puzzles/${event.target.value}`; } }),
    place: h("div", { "aria-live": "off" }),
  };
  fill(content, h("h1", {}, t("puzzles.title")), h("p", {}, t("puzzles.intro")), field(t("puzzles.choose"), ui.choice), ui.place);
  fill(ui.place, h("p", { role: "status" }, t("wait")));
  files = await engine().ask("puzzles");
  await loadMessages("exclusions", "puzzles");
  if (ui !== parts) return;
  fill(ui.choice, files.map((file) => said("option", file.title, { value: file.name })));
  await go(rest);
}

/** A link names the puzzle and its sizes: #/puzzles/muddy-children/n=4,k=2 */
export async function go([name, given]) {
  const named = files.find((one) => one.name === name);
  const file = named ?? files.find((one) => one.name === FIRST) ?? files[0];
  parts.choice.value = file.name;
  const sizes = Object.fromEntries((given ?? "").split(",").map((one) => one.split("=")).filter((pair) => pair.length === 2)
    .map(([size, value]) => [size, Number(value)]));
  const asked = ++turn;
  const chosen = {};
  const inputs = file.sizes.map((size) => {
    const input = h("input", { type: "number", id: `size-${size.name}`, value: sizes[size.name] ?? size.default, required: true, step: "1" });
    chosen[size.name] = input;
    return field(`${size.name}: ${inWords(size.means)}`, input);
  });
  const result = h("div", { id: "solution" });
  const form = inputs.length ? h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    location.hash = `#/puzzles/${file.name}/${Object.entries(chosen).map(([size, input]) => `${size}=${input.value}`).join(",")}`;
  } }, inputs, h("button", { type: "submit", id: "solve" }, t("puzzles.solve"))) : null;
  fill(parts.place, name && !named ? missingBox(name, t) : null, form, result,
    file.name === PLAYED ? h("section", {}, numberGame()) : null, h("details", {}, h("summary", {}, t("puzzles.file")), coloured(file.text, "toml")));
  fill(result, h("p", { role: "status" }, t("wait")));
  try {
    const found = await engine().ask("puzzle", [file.text, sizes]);
    if (asked !== turn) return;
    for (const [size, value] of Object.entries(found.sizes)) if (chosen[size]) chosen[size].value = value;
    fill(result, solution(file, found));
  } catch (error) {
    if (asked === turn) fill(result, errorBox(error, t));
  }
}

const flat = (text) => text.replace(/\s+/g, " ").trim(); // lines of a file, as one
const count = (n) => n?.toLocaleString(); // what is too large for JavaScript comes as text

function solution(file, found) {
  let stage = 0;
  const status = h("p", { id: "round", role: "status" });
  const because = h("ul", {});
  const picture = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": t("puzzles.picture") });
  const answers = h("dl", { id: "answers" }, found.answers.map((one) => [said("dt", flat(one.question)), said("dd", one.text)]).flat());
  const back = h("button", { class: "small", id: "back", onclick: () => go_(stage - 1) }, t("puzzles.back"));
  const on = h("button", { class: "small", id: "on", onclick: () => go_(stage + 1) }, t("puzzles.on"));
  const last = h("button", { class: "small", id: "last", onclick: () => go_(found.steps.length) }, t("puzzles.last"));
  const done = h("div", { hidden: true }, h("h3", {}, t("puzzles.answers")), answers, found.note ? said("p", flat(found.note), { class: "hint" }) : null);
  async function go_(wanted) {
    stage = wanted;
    const step = found.steps[stage - 1];
    back.disabled = stage === 0;
    on.disabled = last.disabled = stage === found.steps.length;
    done.hidden = stage < found.steps.length;
    const words = !step ? "first" : step.refused ? "refused" : step.to ? "told" : "round";
    fill(status, t(`puzzles.${words}`, { k: stage, n: found.steps.length, says: inWords(flat(step?.says ?? "")),
      why: inWords(step?.refused ?? ""), group: step?.to?.join(", ") ?? "", before: count(step?.before), after: count(step ? step.after : found.worlds) }),
    step?.formula ? h("code", {}, ` ${step.formula}`) : "");
    fill(because, (step?.because ?? []).map((one) => h("li", {}, t(one.example ? "puzzles.gone" : "puzzles.goneAll",
      { n: count(one.worlds), why: message(one.why, "exclusions").text, example: one.example ?? "" }))));
    const drawn = found.drawn[stage];
    fill(picture, drawn ? h("p", {}, t("wait")) : h("p", {}, t("puzzles.many")));
    if (!drawn) return;
    try {
      const { svg } = await engine().ask("puzzle_picture", [file.text, found.sizes, stage]);
      if (stage === wanted) pictured(picture, svg);
    } catch (error) {
      if (stage === wanted) fill(picture, errorBox(error, t));
    }
  }
  go_(0);
  return [said("h2", found.title), found.source ? h("p", { class: "hint" }, inWords(flat(found.source))) : null, said("p", flat(found.story), { id: "story" }),
    h("p", { class: "row" }, back, on, last), status, because, done, picture];
}
