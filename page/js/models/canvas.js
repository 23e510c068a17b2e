// The drawing itself: worlds, links and chips as SVG, for pointer, touch and keyboard.
import { h } from "../dom.js";
import { t } from "../texts.js";
import { worldWords } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 20; // how far an arrow key moves a world
const NEAR = 6; // a pointer that moves less than this has clicked
const HEIGHT = 34;
const CHIPS = 26;
const MARGIN = 40;
const MOST_CHIPS = 4; // atoms of which a world shows the false ones, too

function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

const wide = (text) => 9 * [...text].length;

/** The chips of a world: all atoms if they are few, else those that are true. */
const chipsOf = (world, atoms) => (atoms.length <= MOST_CHIPS ? atoms : atoms.filter((atom) => world.true.includes(atom)));

function boxOf(world, atoms) {
  const chips = chipsOf(world, atoms);
  const row = chips.reduce((sum, atom) => sum + wide(atom) + 18, 6);
  const lines = chips.length ? Math.max(1, Math.ceil(row / 230)) : 0;
  const width = Math.max(64, wide(world.name) + 28, Math.min(row, 236));
  return { width, height: HEIGHT + lines * CHIPS, chips };
}

/** The canvas; `on` has what happens: select, add, move, link, toggle, remove, actual, rename, undo, redo. */
export function canvas(on) {
  const svg = s("svg", { id: "canvas", role: "group", "aria-label": t("models.draw.canvas"), xmlns: SVG });
  const place = h("div", { class: "picture canvas" }, svg);
  let now = null; // { drawing, selection, agent, from }
  let held = null; // what the pointer is dragging

  const pointOf = (event) => {
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [found.x, found.y];
  };
  const worldOf = (name) => now.drawing.worlds.find((world) => world.name === name);
  const worldAt = (x, y) => now.drawing.worlds.findLast((world) => {
    const { width, height } = boxOf(world, now.drawing.atoms);
    return Math.abs(x - world.x) <= width / 2 && Math.abs(y - world.y) <= height / 2;
  });

  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const [x, y] = pointOf(event);
    const name = event.target.closest("[data-of]")?.dataset.of ?? null;
    held = { name, x, y, atX: event.clientX, atY: event.clientY, moved: false, chip: event.target.closest("[data-atom]")?.dataset.atom,
      link: event.target.closest("[data-link]") };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    held.moved ||= Math.hypot(event.clientX - held.atX, event.clientY - held.atY) > NEAR;
    if (!held.moved || !held.name) return;
    const [x, y] = pointOf(event);
    const world = worldOf(held.name);
    if (!world) return;
    if (now.agent) pull(world, x, y);
    else {
      held.group ??= svg.querySelector(`[data-of="${CSS.escape(held.name)}"]`);
      held.group.setAttribute("transform", `translate(${x - held.x} ${y - held.y})`);
    }
  });
  svg.addEventListener("pointercancel", () => { held = null; svg.querySelector(".pull")?.remove(); });
  svg.addEventListener("pointerup", (event) => {
    const was = held;
    held = null;
    svg.querySelector(".pull")?.remove();
    if (!was) return;
    const [x, y] = pointOf(event);
    if (was.moved && was.name) {
      const world = worldOf(was.name);
      if (!now.agent) { if (world) on.move(was.name, world.x + x - was.x, world.y + y - was.y); return; }
      const goal = worldAt(x, y);
      if (goal) on.link(now.agent, was.name, goal.name);
      return;
    }
    if (was.moved) return;
    if (was.chip) on.toggle(was.name, was.chip);
    else if (was.name) on.select({ world: was.name });
    else if (was.link) on.select({ agent: was.link.dataset.link, k: Number(was.link.dataset.k) });
    else on.add(x, y);
  });

  /** A line from a world to the pointer. */
  function pull(world, x, y) {
    svg.querySelector(".pull")?.remove();
    const { colour } = now.drawing.agents.find(({ name }) => name === now.agent);
    svg.append(s("line", { class: "pull", x1: world.x, y1: world.y, x2: x, y2: y, stroke: colour }));
  }

  function pressed(event, name) {
    const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    const keys = { Enter: () => on.select({ world: name }), " ": () => on.select({ world: name }), l: () => on.begin(name),
      a: () => on.actual(name), r: () => on.rename(name), F2: () => on.rename(name), Delete: () => on.remove({ world: name }),
      Backspace: () => on.remove({ world: name }) };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const world = worldOf(name);
    if (moves[key] && world) on.move(name, world.x + moves[key][0], world.y + moves[key][1]);
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function worldGroup(world, k) {
    const { drawing, selection, from } = now;
    const { width, height, chips } = boxOf(world, drawing.atoms);
    const [left, top] = [world.x - width / 2, world.y - height / 2];
    const actual = drawing.point === world.name;
    const frame = s("g", { class: `world${actual ? " actual" : ""}${from === world.name ? " from" : ""}`, "data-world": world.name, tabindex: 0, role: "button",
      "aria-pressed": String(selection?.world === world.name), "aria-label": t("models.draw.world",
        { name: world.name, words: worldWords(world.true, drawing.atoms), actual: actual ? t("models.draw.isActual") : "" }),
      onkeydown: (event) => pressed(event, world.name) },
    s("rect", { x: left, y: top, width, height, rx: 12 }),
    actual ? s("rect", { class: "inner", x: left + 4, y: top + 4, width: width - 8, height: height - 8, rx: 9 }) : null,
    s("text", { x: world.x, y: top + 23, "text-anchor": "middle", class: "name" }, world.name));
    const group = s("g", { class: "placed", "data-of": world.name }, frame); // what is read out is the frame's label
    let [x, y] = [left + 6, top + HEIGHT - 2];
    for (const atom of chips) {
      const size = wide(atom) + 12;
      if (x + size > left + width + 2) { x = left + 6; y += CHIPS; }
      const yes = world.true.includes(atom);
      group.append(s("g", { class: `chip ${yes ? "yes" : "no"}`, "data-atom": atom, "aria-hidden": "true" },
        s("rect", { x, y, width: size, height: 22, rx: 11 }), s("text", { x: x + size / 2, y: y + 16, "text-anchor": "middle" }, yes ? atom : `¬${atom}`)));
      x += size + 6;
    }
    return group;
  }

  /** The links of an agent, side by side with those of others. */
  function linkGroups(agent, number, all) {
    return agent.links.map(([one, other], k) => {
      const [a, b] = [worldOf(one), worldOf(other)];
      if (!a || !b) return null;
      const chosen = now.selection?.agent === agent.name && now.selection.k === k;
      const shift = (number - (all - 1) / 2) * 9;
      const path = one === other ? loop(a, number) : line(a, b, shift, agent.belief);
      const [x, y] = path.middle;
      return s("g", { class: `link${chosen ? " chosen" : ""}`, "data-link": agent.name, "data-k": k },
        s("path", { d: path.d, class: "hit" }), s("path", { d: path.d, stroke: agent.colour, "stroke-dasharray": agent.dash || null, class: "line" }),
        agent.belief ? s("path", { d: path.head, fill: agent.colour }) : null,
        s("text", { x, y, "text-anchor": "middle", class: "whose" }, agent.name));
    });
  }

  function loop(world, number) {
    const { width, height } = boxOf(world, now.drawing.atoms);
    const [x, y] = [world.x - width / 2 + 18 + number * 14, world.y - height / 2];
    return { d: `M${x - 8} ${y} C${x - 22} ${y - 34} ${x + 22} ${y - 34} ${x + 8} ${y}`, head: `M${x + 8} ${y} l-3 -11 l9 2 z`, middle: [x, y - 30] };
  }

  /** A line between two worlds, with an arrow where it meets the second one's frame. */
  function line(a, b, shift, arrow) {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const side = arrow ? shift + 6 : shift; // arrows to and fro do not cover each other
    const [dx, dy] = [-uy * side, ux * side];
    const { width, height } = boxOf(b, now.drawing.atoms);
    const edge = Math.min(length - 12, Math.min(width / 2 / (Math.abs(ux) || 1e-9), height / 2 / (Math.abs(uy) || 1e-9)) + 2);
    const [x, y] = [b.x - ux * edge + dx, b.y - uy * edge + dy];
    return { d: `M${a.x + dx} ${a.y + dy} L${arrow ? x : b.x + dx} ${arrow ? y : b.y + dy}`,
      head: `M${x} ${y} L${x - ux * 13 - uy * 6} ${y - uy * 13 + ux * 6} L${x - ux * 13 + uy * 6} ${y - uy * 13 - ux * 6} z`,
      middle: [a.x + (b.x - a.x) * 0.5 + dx * 2.4, a.y + (b.y - a.y) * 0.5 + dy * 2.4 + 5] };
  }

  /** Show a drawing; the world that had the focus has it again. */
  function show(next) {
    const focused = document.activeElement?.closest?.("#canvas [data-world]")?.dataset.world;
    now = next;
    const { worlds, atoms, agents } = now.drawing;
    const boxes = worlds.map((world) => ({ ...world, ...boxOf(world, atoms) }));
    const edge = (find, of) => find(...boxes.map(of), ...(boxes.length ? [] : [0]));
    const [left, right] = [edge(Math.min, (b) => b.x - b.width / 2), edge(Math.max, (b) => b.x + b.width / 2)];
    const [top, bottom] = [edge(Math.min, (b) => b.y - b.height / 2), edge(Math.max, (b) => b.y + b.height / 2)];
    const width = Math.max(right - left + 2 * MARGIN, 560);
    const height = Math.max(bottom - top + 2 * MARGIN, 380);
    svg.setAttribute("viewBox", `${(left + right - width) / 2} ${(top + bottom - height) / 2} ${width} ${height}`);
    svg.replaceChildren(...agents.flatMap((agent, k) => linkGroups(agent, k, agents.length)).filter(Boolean), ...worlds.map(worldGroup));
    if (focused) focus(focused);
  }

  const focus = (name) => svg.querySelector(`[data-world="${CSS.escape(name)}"]`)?.focus();
  return { place, show, focus };
}
