// The pictures of mystpy, with worlds that can be chosen, marked and merged.
import { h, fill } from "./dom.js";
import { t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** Put a picture into its place. */
export function pictured(place, svg) {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  fill(place, document.importNode(found, true));
  place.querySelector("svg").setAttribute("lang", document.documentElement.lang); // Python was lent its words
  return [...place.querySelectorAll("g.world")];
}

const [ABOVE, BELOW] = [20, 14]; // room that is left around the worlds and the samples of lines

/** Take the heading and the notes out of the picture of a model: they are shown as text beside it. The notes. */
export function withoutWords(svg) {
  const texts = [...svg.querySelectorAll(":scope > text")];
  const heading = texts.filter((text) => text.getAttribute("font-weight") === "bold" && text.getAttribute("font-size") === "24");
  const notes = texts.filter((text) => !text.hasAttribute("font-weight"));
  const at = (text) => Number(text.getAttribute("y"));
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const first = heading.length ? at(heading.at(-1)) + HEADING - ABOVE : top;
  const last = notes.length ? at(notes[0]) - NOTES + BELOW : top + height;
  const sides = svg.ownerDocument === document && svg.isConnected ? extent(svg, left, width) : [left, width];
  const box = [sides[0], first, sides[1], last - first];
  svg.setAttribute("viewBox", box.join(" "));
  [["width", box[2]], ["height", box[3]]].forEach(([name, value]) => svg.setAttribute(name, value));
  const paper = svg.querySelector(":scope > rect");
  ["x", "y", "width", "height"].forEach((name, k) => paper?.setAttribute(name, box[k]));
  for (const text of [...heading, ...notes]) text.remove();
  return notes.map((text) => text.textContent).join(" ").split(/(?<=\.) /).filter(Boolean);
}

const [HEADING, NOTES] = [34, 26]; // how far a heading is above the worlds, and notes below the samples, in mystpy's pictures

/** From where to where the worlds, lines and samples of a picture go. */
function extent(svg, left, width) {
  const boxes = [...svg.children].filter((one) => one.getBBox && !["rect", "title", "desc"].includes(one.localName) &&
    !(one.localName === "text" && (!one.hasAttribute("font-weight") || one.getAttribute("font-size") === "24"))).map((one) => one.getBBox());
  if (!boxes.length) return [left, width];
  const start = Math.max(left, Math.min(...boxes.map((box) => box.x)) - ABOVE);
  return [start, Math.min(left + width, Math.max(...boxes.map((box) => box.x + box.width)) + ABOVE) - start];
}

/** A model whose worlds are buttons that make them actual; where a formula holds is marked. Its notes. */
export function dressed(place, view, choose) {
  const worlds = pictured(place, view.svg);
  const notes = withoutWords(place.querySelector("svg"));
  place.querySelector("svg").setAttribute("role", "group");
  worlds.forEach((world, k) => {
    const name = view.worlds[k];
    const truth = view.truth?.[k];
    const state = truth === undefined ? "" : t(truth ? "models.isTrue" : "models.isFalse");
    world.setAttribute("role", "button");
    world.setAttribute("tabindex", "0");
    world.setAttribute("aria-pressed", String(k === view.point));
    const lines = [...world.querySelectorAll("text")].map((line) => line.textContent);
    const key = lines.length > 1 ? "models.worldWritten" : "models.world"; // what is written on it is said as it is
    world.setAttribute("aria-label", t(key, { name: lines.length > 1 ? lines.join(" ") : name, atoms: view.true[k].join(", "), state }));
    world.dataset.world = name;
    for (const line of world.querySelectorAll("text")) line.after(" ");
    const go = () => choose(name);
    world.addEventListener("click", go);
    world.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(); }
    });
    if (truth !== undefined) { world.dataset.truth = truth; mark(world, truth); }
  });
  return notes;
}

/** Set off the worlds that somebody holds possible; null sets off none. */
export function held(place, names) {
  for (const world of place.querySelectorAll("g.world[data-world]")) {
    if (!names) delete world.dataset.held;
    else world.dataset.held = names.includes(world.dataset.world);
  }
}

/** A sign in the corner of a world: a tick or a cross, in a disk. */
function mark(world, truth) {
  const box = world.getBBox();
  const sign = document.createElementNS(SVG, "g");
  const disk = document.createElementNS(SVG, "circle");
  const text = document.createElementNS(SVG, "text");
  const [x, y] = [box.x + box.width - 2, box.y + 2];
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: 12 })) disk.setAttribute(name, value);
  for (const [name, value] of Object.entries({ x, y: y + 6, "text-anchor": "middle", "font-size": 17 })) text.setAttribute(name, value);
  text.textContent = truth ? "✓" : "✗";
  sign.setAttribute("class", `truth ${truth ? "yes" : "no"}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(disk, text);
  world.append(sign);
}

/** Move worlds that no formula tells apart onto the first of them; the unreachable ones fade. */
export async function merged(place, kinds, names, reached) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const worlds = [...place.querySelectorAll("g.world")];
  const first = new Map();
  const moves = worlds.map((world, k) => {
    const gone = reached && !reached.includes(names[k]);
    if (!gone && !first.has(kinds[k])) first.set(kinds[k], world);
    const goal = gone ? world : first.get(kinds[k]);
    const [here, there] = [world.getBBox(), goal.getBBox()];
    const to = `translate(${there.x - here.x}px, ${there.y - here.y}px)`;
    return world.animate([{ transform: "none", opacity: 1 }, { transform: to, opacity: goal === world && !gone ? 1 : 0.15 }],
      { duration: 700, easing: "ease-in-out", fill: "forwards" }).finished;
  });
  for (const line of place.querySelectorAll("g.link, g.label, g.outline, g.outline-label")) {
    line.animate([{ opacity: 1 }, { opacity: 0.2 }], { duration: 500, fill: "forwards" });
  }
  await Promise.all(moves);
}

/** Where a formula holds, in words. */
export function truths(view) {
  const where = view.worlds.filter((_, k) => view.truth[k]);
  const some = where.slice(0, 40).join("; ");
  return h("p", { "data-value": view.value, id: "model-value" }, h("strong", {}, view.value), " ",
    t(some ? "models.where" : "models.nowhere", { k: where.length, n: view.worlds.length }), " ", some ? `${some}${where.length > 40 ? " …" : ""}` : "");
}
