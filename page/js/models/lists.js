// The drawing as lists: all that can be drawn can be done here, too, without a pointer.
import { h, fill, field, select } from "../dom.js";
import { t } from "../texts.js";
import { worldWords } from "./words.js";

/** The lists of a drawing; `change` edits it, `on` has what the canvas does. */
export function lists({ change, on, say }) {
  const place = h("div", { class: "draw-lists" });
  const fresh = { agents: "", atoms: "" }; // what is being typed
  let ends = {}; // the link that is being chosen

  function rename(input, old, taken, edit) {
    const name = input.value.trim();
    if (name === old) return;
    if (!name || taken.includes(name)) { say(name ? "models.draw.taken" : "models.draw.emptyName", { name }); input.value = old; return; }
    change((next) => edit(next, name));
  }

  const input = (old, words, taken, edit, id = null) => {
    const one = h("input", { value: old, id, "aria-label": words, autocomplete: "off", autocapitalize: "off", spellcheck: "false", onchange: () => rename(one, old, taken, edit) });
    return one;
  };
  const remove = (what, act) => h("button", { type: "button", class: "small", "aria-label": t("models.draw.deleteWhat", { what }), onclick: act }, "×");

  function adding(kind, words, taken, edit) {
    const name = h("input", { id: `draw-new-${kind}`, value: fresh[kind], autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: () => { fresh[kind] = name.value; } });
    return h("form", { class: "row adding", onsubmit: async (event) => {
      event.preventDefault();
      const wanted = name.value.trim();
      if (!wanted || taken.includes(wanted)) { say(wanted ? "models.draw.taken" : "models.draw.emptyName", { name: wanted }); return; }
      fresh[kind] = "";
      await change((next) => edit(next, wanted));
      place.querySelector(`#draw-new-${kind}`)?.focus();
    } }, field(words, name), h("button", { type: "submit", class: "small" }, t("models.draw.add")));
  }

  function agents({ agents: all }) {
    const names = all.map(({ name }) => name);
    return h("section", {}, h("h3", {}, t("models.draw.agents")), h("ul", {}, all.map((agent, k) => h("li", { class: "row" },
      input(agent.name, t("models.draw.name"), names, (next, name) => { next.agents[k].name = name; }),
      select({ "aria-label": t("models.draw.kind", { agent: agent.name }), "data-kind": agent.name, onchange: (event) => change((next) => {
        const one = next.agents[k];
        one.belief = event.target.value === "belief";
        if (one.belief) one.links = arrowsOf(one.links, next.worlds);
      }) }, [["knowledge", t("models.draw.knowledge")], ["belief", t("models.draw.belief")]], agent.belief ? "belief" : "knowledge"),
      remove(agent.name, () => change((next) => { next.agents.splice(k, 1); }))))),
    adding("agents", t("models.draw.newAgent"), names, (next, name) => { next.agents.push({ name, belief: false, links: [], colour: "currentColor", dash: "" }); }));
  }

  /** The links of knowledge as arrows of belief: to and fro, and each world to itself. */
  const arrowsOf = (links, worlds) => [...new Map([...worlds.map(({ name }) => [name, name]), ...links.flatMap(([a, b]) => [[a, b], [b, a]])]
    .map((pair) => [JSON.stringify(pair), pair])).values()];

  function atoms({ atoms: all }) {
    return h("section", {}, h("h3", {}, t("models.draw.atoms")), h("ul", { class: "inline" }, all.map((atom, k) => h("li", {},
      input(atom, t("models.draw.name"), all, (next, name) => {
        next.atoms[k] = name;
        for (const world of next.worlds) world.true = world.true.map((one) => (one === atom ? name : one));
      }), remove(atom, () => change((next) => {
        next.atoms.splice(k, 1);
        for (const world of next.worlds) world.true = world.true.filter((one) => one !== atom);
      }))))), adding("atoms", t("models.draw.newAtom"), all, (next, name) => { next.atoms.push(name); }));
  }

  function worlds({ worlds: all, atoms: names, point }, selection) {
    return h("section", {}, h("h3", {}, t("models.draw.worlds")), h("ul", { id: "draw-worlds" }, all.map((world) => h("li", { class: "row" },
      h("button", { type: "button", class: "small", "aria-pressed": String(selection?.world === world.name), onclick: () => {
        on.select({ world: world.name });
        document.getElementById("draw-name")?.focus();
      } }, `${world.name}: ${worldWords(world.true, names)}${point === world.name ? t("models.draw.isActual") : ""}`),
      remove(world.name, () => on.remove({ world: world.name }))))));
  }

  function links({ agents: all, worlds: given }) {
    const names = given.map(({ name }) => name);
    const chosen = { agent: all[0]?.name, one: names[0], other: names[1] ?? names[0], ...ends };
    const choice = (key, words, options) => field(words, select({ id: `draw-link-${key}`, onchange: (event) => { ends = { ...ends, [key]: event.target.value }; } },
      options.map((one) => [one, one]), chosen[key]));
    return h("section", {}, h("h3", {}, t("models.draw.links")), h("ul", { id: "draw-links" }, all.flatMap((agent) => agent.links.map(([one, other], k) => {
      const words = t(agent.belief ? "models.draw.arrow" : "models.draw.link", { agent: agent.name, one, other });
      return h("li", { class: "row" }, h("span", {}, words), remove(words, () => on.remove({ agent: agent.name, k })));
    }))), all.length && names.length ? h("form", { class: "row adding", onsubmit: (event) => {
      event.preventDefault();
      const get = (key) => place.querySelector(`#draw-link-${key}`).value;
      on.link(get("agent"), get("one"), get("other"));
    } }, choice("agent", t("models.draw.whose"), all.map(({ name }) => name)), choice("one", t("models.draw.from"), names), choice("other", t("models.draw.to"), names),
    h("button", { type: "submit", class: "small", id: "draw-link" }, t("models.draw.add"))) : null);
  }

  function show({ drawing, selection }) {
    const title = h("input", { id: "draw-title", value: drawing.title, onchange: () => change((next) => { next.title = title.value.trim() || drawing.title; }) });
    const focus = document.activeElement?.closest?.(".draw-lists") ? document.activeElement.id : "";
    fill(place, field(t("models.draw.title"), title), worlds(drawing, selection), links(drawing), agents(drawing), atoms(drawing));
    if (focus) document.getElementById(focus)?.focus();
  }
  return { place, show };
}
