// Keeps the whole page in the browser, so that it works without a network.
const CACHE = "mystpy-" + "VERSION";
const FILES = ["FILES"]; // each with the beginning of its SHA-256
const POLICY = "POLICY";
const AT_ONCE = 6;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const ours = async () => (await caches.keys()).filter((name) => name.startsWith("mystpy-"));

/** The same file as it may be here already: kept by another version or by the page's own worker,
 * in the browser's own cache; and then as the server has it. */
async function* found(path) {
  for (const name of await ours()) {
    const kept = await (await caches.open(name)).match(path);
    if (kept) yield kept;
  }
  for (const cache of ["force-cache", "reload"]) yield await fetch(path, { cache });
}

/** A file of this version, whole, with the headers that the page wants. */
async function fetched([path, mark]) {
  for await (const response of found(path)) {
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (!hex(await crypto.subtle.digest("SHA-256", bytes)).startsWith(mark)) continue;
    const headers = { "Content-Type": response.headers.get("Content-Type") ?? "application/octet-stream",
      "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };
    return new Response(bytes, { headers });
  }
  throw new Error(`${path} is of another version`);
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const files = [...FILES];
  const one = async () => {
    for (let file = files.pop(); file; file = files.pop()) await cache.put(file[0], await fetched(file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    ours()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** What came from the network because it is not kept, with the same policy. */
function secured(response) {
  if (!response.ok || response.type !== "basic") return response;
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(response.body, { status: response.status, headers });
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.open(CACHE)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request).then(secured)),
  );
});
