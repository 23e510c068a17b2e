// The rooms and the way between them: the address's fragment says which one is open.
import { h, fill } from "./dom.js";
import { engine } from "./engine.js";
import { t } from "./texts.js";

const ROOMS = ["table", "theory", "theorems", "models", "puzzles", "course", "exercises"];
const place = document.getElementById("room");
const rooms = document.getElementById("rooms");
const status = document.getElementById("status");

fill(rooms, h("ul", {}, ROOMS.map((name) =>
  h("li", {}, h("a", { href: `#/${name}`, "data-room": name }, t(`room.${name}`))))));
rooms.setAttribute("aria-label", t("rooms"));

let shown = null;
let turn = 0;

async function show() {
  const [, name = "table", ...rest] = location.hash.split("/");
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
  } catch (error) {
    fill(place, h("h1", {}, t("fault")), h("p", { class: "error", role: "alert" },
      t("faultText", { why: error.error ?? error.message ?? error })));
    shown = null;
  }
}

addEventListener("hashchange", show);

engine().watch((state) => {
  const words = { python: "loading.python", mystpy: "loading.mystpy", ready: "loading.ready",
    failed: "loading.failed", unable: "loading.unable" }[state.stage] ?? "loading.start";
  fill(status, t(words, { why: state.message ?? "" }));
  status.dataset.stage = state.stage;
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").then(() => navigator.serviceWorker.ready)
    .then(() => { document.documentElement.dataset.offline = "ready"; })
    .catch(() => { document.documentElement.dataset.offline = "no"; });
} else document.documentElement.dataset.offline = "no";

show();
