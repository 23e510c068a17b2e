// The rooms and the way between them: the address's fragment says which one is open.
import { h, fill, missingBox } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

const ROOMS = ["table", "theory", "theorems", "models", "puzzles", "course", "exercises"];
const place = document.getElementById("room");
const rooms = document.getElementById("rooms");
const status = document.getElementById("status");
const stop = document.getElementById("stop-all");
const progress = document.getElementById("load-progress");
const STAGES = ["start", "python", "mystpy", "ready"];
const SLOW = 3; // seconds after which an answer can be stopped

fill(rooms, h("ul", {}, ROOMS.map((name) =>
  h("li", {}, h("a", { href: `#/${name}`, "data-room": name }, t(`room.${name}`))))));
rooms.setAttribute("aria-label", t("rooms"));
progress.setAttribute("aria-label", t("loading"));

let shown = null;
let turn = 0;

async function show() {
  const [, name = "table", ...rest] = location.hash.split("/");
  const known = ROOMS.includes(name) || name === "";
  const room = ROOMS.includes(name) ? name : "table";
  for (const link of rooms.querySelectorAll("a")) {
    if (link.dataset.room === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${t(`room.${room}`)} · mystpy`;
  const mine = ++turn;
  try {
    const module = await import(`./${room}.js`);
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

addEventListener("hashchange", show);

engine().watch((state) => {
  const words = { python: "loading.python", mystpy: "loading.mystpy", ready: "loading.ready",
    failed: "loading.failed", unable: "loading.unable" }[state.stage] ?? "loading.start";
  fill(status, t(words, { why: state.message ?? "" }));
  status.dataset.stage = state.stage;
  progress.value = STAGES.indexOf(state.stage);
  progress.hidden = !STAGES.includes(state.stage) || state.stage === "ready";
  offline();
});

stop.addEventListener("click", () => engine().restart());
setInterval(() => {
  const seconds = Math.floor(engine().busy());
  stop.hidden = seconds < SLOW;
  if (!stop.hidden) fill(stop, t("busy", { s: seconds }));
}, 500);

/** Once all is ready: whether the page works without a network. */
function offline() {
  const how = document.documentElement.dataset.offline;
  if (status.dataset.stage === "ready" && how) fill(status, t(`offline.${how}`));
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").then(() => navigator.serviceWorker.ready)
    .then(() => "ready", () => "no").then((how) => {
      document.documentElement.dataset.offline = how;
      offline();
    });
} else document.documentElement.dataset.offline = "no";

show();
