// The frame: the rooms and the way between them. The address's fragment says which one is open.
import { h, fill, missingBox } from "./dom.js";
import { engine, asked } from "./engine.js";
import { GROUPS, ROOMS } from "./rooms.js";
import { settings } from "./settings.js";
import { language, t } from "./texts.js";

const FIRST = "start";
const SLOW = 3; // seconds after which an answer can be stopped
const element = (id) => document.getElementById(id);
const [place, rooms, menu, status, stop, progress] =
  ["room", "rooms", "menu", "status", "stop-all", "load-progress"].map(element);

function frame() {
  fill(rooms, h("ul", { class: "groups" }, Object.entries(GROUPS).map(([group, listed]) => h("li", {},
    h("span", { id: `group-${group}` }, t(`group.${group}`)),
    h("ul", { "aria-labelledby": `group-${group}` }, Object.keys(listed).map((name) =>
      h("li", {}, h("a", { href: `#/${name}`, "data-room": name }, t(`room.${name}`)))))))));
  rooms.setAttribute("aria-label", t("rooms"));
  fill(menu, h("span", { "aria-hidden": "true" }, "☰"), t("menu"));
  menu.hidden = false;
  menu.addEventListener("click", () => opened(menu.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.getAttribute("aria-expanded") === "true") { opened(false); menu.focus(); }
  });
  fill(element("skip"), t("skip"));
  element("skip").addEventListener("click", (event) => { event.preventDefault(); place.focus(); });
  progress.setAttribute("aria-label", t("loading"));
  settings(element("settings"));
}

/** Open or close the sheet that has the rooms where the window is narrow. */
function opened(open) {
  menu.setAttribute("aria-expanded", String(open));
  rooms.classList.toggle("open", open);
}

let shown = null;
let turn = 0;

async function show() {
  const [, name = "", ...rest] = location.hash.split("/");
  const known = name in ROOMS || name === "";
  const room = name in ROOMS ? name : FIRST;
  for (const link of rooms.querySelectorAll("a")) {
    if (link.dataset.room === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = room === FIRST ? t("title") : `${t(`room.${room}`)} · mystpy`;
  opened(false);
  const mine = ++turn;
  try {
    const module = await import(ROOMS[room]);
    if (mine !== turn) return;
    if (shown !== room) {
      const content = h("div", { class: `in-${room}` });
      fill(place, content);
      if (shown !== null) {
        place.focus({ preventScroll: true });
        scrollTo(0, 0);
      }
      await module.open(content, rest);
      shown = room;
    } else await module.go?.(rest);
    place.dataset.room = room;
    place.querySelector(":scope > .error")?.remove();
    if (!known) place.prepend(missingBox(name, t));
  } catch (error) {
    fill(place, h("h1", {}, t(error.error ? `room.${room}` : "fault")), h("p", { class: "error", role: "alert" },
      error.error ?? t("faultText", { why: error.message ?? error })));
    shown = null;
  }
}

const millions = (bytes) => (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Say how far the engine is. */
function told(state) {
  const words = { waiting: "loading.waiting", python: state.total ? "loading.bytes" : "loading.python", mystpy: "loading.mystpy",
    ready: "loading.ready", failed: "loading.failed", unable: "loading.unable" }[state.stage] ?? "loading.start";
  const parts = { why: state.message ?? "", loaded: millions(state.loaded ?? 0), total: millions(state.total ?? 0) };
  fill(status, t(words, parts));
  status.dataset.stage = state.stage;
  progress.hidden = !["start", "python", "mystpy"].includes(state.stage);
  progress.max = state.total || 1;
  progress.value = state.stage === "python" ? state.loaded ?? 0 : state.stage === "mystpy" ? progress.max : 0;
  offline();
}

/** Once all is ready: whether the page works without a network. */
function offline() {
  const how = document.documentElement.dataset.offline;
  if (status.dataset.stage === "ready" && how) fill(status, t(`offline.${how}`));
}

let keeping = false;

/** Keep the whole page in this browser, once the engine has all that it loads: nobody waits for a part of it then. */
function keepPage({ whole }) {
  if (keeping || !whole) return;
  keeping = true;
  const kept = "serviceWorker" in navigator
    ? navigator.serviceWorker.register("sw.js").then(() => navigator.serviceWorker.ready) : Promise.reject();
  kept.then(() => "ready", () => "no").then((how) => {
    document.documentElement.dataset.offline = how;
    offline();
  });
}

frame();
addEventListener("hashchange", show);
// The engine is started once the room is drawn, or when a room asks for it; by itself not where data are dear.
const drawn = show();
Promise.race([asked, navigator.connection?.saveData ? asked : drawn.then(engine)]).then((started) => {
  started.watch(told);
  started.watch(keepPage);
  stop.addEventListener("click", () => started.restart());
  setInterval(() => {
    const seconds = Math.floor(started.busy());
    stop.hidden = seconds < SLOW;
    if (!stop.hidden) fill(stop, t("busy", { s: seconds }));
  }, 500);
});
