// Where the game is kept: in this browser, in a file, or in a link.

const KEY = "mystpy.table";
const ASIDE = "mystpy.table.aside";
const MOST = 20; // games that are put aside
const VERSION = 1;

/** What is kept: {notes, draft}, null for nothing. Throws {saved, error} if unreadable. */
export function kept() {
  let raw = null;
  try { raw = localStorage.getItem(KEY); } catch { return null; }
  if (raw === null) return null;
  let found = null;
  try { found = JSON.parse(raw); } catch { /* told below */ }
  if (found?.version !== VERSION || typeof found.notes !== "string") {
    throw { saved: raw, error: `version ${found?.version ?? "unknown"}` };
  }
  return found;
}

/** Keep the game; whether that was possible. */
export function keep(notes, draft = "") {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, notes, draft }));
    return true;
  } catch { return false; }
}

export function forget() {
  try { localStorage.removeItem(KEY); } catch { /* nothing was kept */ }
}

/** The games that were put aside, as they were kept, the last one at the end. */
export function aside() {
  try {
    const found = JSON.parse(localStorage.getItem(ASIDE));
    return Array.isArray(found) ? found.filter((raw) => typeof raw === "string") : [];
  } catch { return []; }
}

/** Put the kept game aside, whatever is in it, before another takes its place. */
export function putAside() {
  try {
    const raw = localStorage.getItem(KEY);
    if (raw !== null) localStorage.setItem(ASIDE, JSON.stringify([...aside(), raw].slice(-MOST)));
  } catch { /* nothing was kept */ }
}

/** Keep the game that was put aside last in the place of the present one. */
export function takeBack() {
  const games = aside();
  try {
    localStorage.setItem(KEY, games.pop());
    localStorage.setItem(ASIDE, JSON.stringify(games));
  } catch { /* nothing was kept */ }
}

/** Be told when another tab keeps another game. */
export function watchOthers(listener) {
  addEventListener("storage", (event) => { if (event.key === KEY) listener(); });
}

// A link has the notes packed, behind a sum by which a cut or changed one is known.
function sum(bytes) {
  let found = 0x811c9dc5;
  for (const byte of bytes) found = Math.imul(found ^ byte, 0x01000193) >>> 0;
  return found.toString(16).padStart(8, "0");
}

async function through(bytes, stream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function linkOf(notes) {
  const bytes = new TextEncoder().encode(notes);
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}#/table/game/${sum(bytes)}${text}`;
}

/** The notes of a link. Throws if it was cut or changed. */
export async function notesOf(text) {
  const packed = atob(text.slice(8).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(
    Uint8Array.from(packed, (sign) => sign.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  if (sum(bytes) !== text.slice(0, 8)) throw new Error("the sum is wrong");
  return new TextDecoder().decode(bytes);
}

/** Let the user save a text as a file. */
export function download(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
