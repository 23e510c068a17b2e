// Python in a worker, with mystpy's own wheel; then Prolog, and clingo and HiGHS once they are asked for.
import { loadPyodide } from "../vendor/pyodide/pyodide.mjs";

const base = new URL("../", import.meta.url);
const bytes = async (path) => {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
const text = async (path) => new TextDecoder().decode(await bytes(path));
const DRAWN = /picture|model|drawing|exercise|answer|puzzle/; // questions whose answers may have a picture
const stage = (name) => postMessage({ stage: name });

const STUDY = ["run_cell", "mark_answer", "class_mark"]; // what may need any library, whatever is in it
const aboutPackage = (name, args) => name.startsWith("package_") // which clingo answers
  || (name.startsWith("open_") && /^theory /m.test(args[0]));
const CHANGES = /^(?:record|accused|package_record)/; // what cannot be asked twice
const FAULT = "fault in mystpy:"; // the console has the whole of it, the page its last line
let answer = null;
let python = null;

const LARGE = 4e6; // bytes, beyond which a browser's own cache may not keep a file

/** On a first visit: put a large file where the service worker, which comes later, finds it. */
async function lay(path, response) {
  const here = await self.caches?.keys().catch(() => null);
  if (!here || here.some((name) => name.startsWith("mystpy-") && name !== "mystpy-loaded")) return;
  const cache = await caches.open("mystpy-loaded");
  await cache.put(path, response).catch(() => {}); // there may be no room for it
}

/** Count what is fetched until all is there, and say how much of it has come. */
async function counting() {
  const { start: total } = JSON.parse(await text("data/sizes.json"));
  const plain = self.fetch;
  let loaded = 0;
  let said = 0;
  const more = (chunk, next) => {
    loaded += chunk.byteLength;
    next.enqueue(chunk);
    if (performance.now() < said + 100 && loaded < total) return;
    said = performance.now();
    postMessage({ stage: "python", loaded: Math.min(loaded, total), total });
  };
  self.fetch = async (...wanted) => {
    const response = await plain(...wanted);
    if (!response.ok || !response.body) return response;
    const { status, headers } = response;
    if (Number(headers.get("Content-Length")) > LARGE) lay(response.url, response.clone());
    return new Response(response.body.pipeThrough(new TransformStream({ transform: more })), { status, headers });
  };
  return () => { self.fetch = plain; };
}

async function start() {
  stage("python");
  const counted = await counting();
  const wheelNames = text("wheels/wheels.json").then(JSON.parse);
  const own = text("data/python.json").then(JSON.parse)
    .then((names) => Promise.all(names.map(async (name) => [name, await text(name)])));
  const [py, files, ...wheels] = await Promise.all([
    loadPyodide({ indexURL: new URL("vendor/pyodide/", base).href }),
    own,
    wheelNames.then((names) => Promise.all(names.map((name) => bytes(`wheels/${name}`)))),
  ]);
  counted();
  stage("mystpy");
  for (const wheel of wheels.flat()) py.unpackArchive(wheel, "wheel");
  python = py;
  py.runPython(`
import os
os.environ["XDG_CACHE_HOME"] = "/cache"
`);
  promiseProlog();
  for (const [name, content] of files) {
    py.FS.mkdirTree(`/page/${name}`.replace(/\/[^/]*$/, ""));
    py.FS.writeFile(`/page/${name}`, content);
  }
  py.runPython(`
import sys
sys.path.append("/page/stand_in")
`);
  py.runPython(`
sys.path.insert(0, '/page')
import conjecture, face, homework, lesson, table
for room in conjecture, homework, lesson, table:
    face.ANSWERS |= room.ANSWERS
`);
  answer = py.globals.get("face").answer;
  delete self.Worker; // a worker that a cell makes would not have this one's Content-Security-Policy
  stage("ready");
  await lendProlog().catch(() => {}); // it is tried again when it is asked
  postMessage({ whole: true });
}

async function startProlog() {
  const { default: SWIPL } = await import("../vendor/swipl-wasm/swipl-web.mjs");
  return SWIPL({
    arguments: ["-q"],
    locateFile: (name) => new URL(`vendor/swipl-wasm/${name}`, base).href,
    print: () => {},
    printErr: () => {},
  });
}

// Files of Python's file system, under the same names in Prolog's.
function copyTo(swi, folder, wanted) {
  swi.FS.mkdirTree(folder);
  for (const name of python.FS.readdir(folder)) {
    if (name.startsWith(".")) continue;
    const path = `${folder}/${name}`;
    if (python.FS.isDir(python.FS.stat(path).mode)) copyTo(swi, path, wanted);
    else if (wanted(name)) swi.FS.writeFile(path, python.FS.readFile(path));
  }
}

let prolog = null;
let missed = false; // whether Python has asked for a Prolog that was not there yet

/** Let Python know of Prolog, which is loaded last: the first answers do not need it. */
function promiseProlog() {
  python.globals.set("_lent", (...given) => {
    missed ||= !prolog;
    if (missed) throw new Error("Prolog is not loaded");
    return prolog(...given);
  });
  python.runPython("from mystpy.engines.prolog.swipl import use_backend; use_backend(_lent); del _lent");
}

let comes = null;
async function lendProlog() {
  comes ??= loadProlog();
  comes.catch(() => { comes = null; });
  await comes;
  missed = false;
}

async function loadProlog() {
  const swi = await startProlog();
  const package_ = python.runPython("import mystpy; mystpy.__path__[0]");
  const clauses = (name) => name.endsWith(".pl");
  copyTo(swi, `${package_}/_axioms`, clauses);
  copyTo(swi, `${package_}/engines/prolog`, clauses);
  const file = `${package_}/engines/prolog/answers.pl`;
  swi.prolog.query("load_files(F, [silent(true)])", { F: file }).once();
  prolog = (predicate, ...texts) => {
    const given = Object.fromEntries(texts.map((value, k) => [`S${k}`, value]));
    const atoms = texts.map((_, k) => `atom_string(A${k}, S${k})`);
    const args = [...texts.map((_, k) => `A${k}`), "Answer"];
    const goal = [...atoms, `mystpy_bridge:${predicate}(${args.join(",")})`].join(", ");
    const found = swi.prolog.query(goal, given).once();
    if (found.Answer === undefined) throw new Error(found.message ?? `${predicate} failed`);
    return String(found.Answer);
  };
}

let clingo = null;
async function lendClingo() {
  if (clingo) return;
  const { init } = await import("../vendor/clingo-wasm/run.js");
  const run = await init({
    singleThreaded: true,
    locateFile: (file) => new URL(`vendor/clingo-wasm/${file}`, base).href,
  });
  clingo = (program, models, ...options) => JSON.stringify(run(program, models, options));
  python.globals.set("_lent", clingo);
  python.runPython("from mystpy.engines.backend import use_backend; use_backend(_lent); del _lent");
}

let highs = null;
async function lendHighs() {
  if (highs) return;
  const [{ default: load }, { solver }] = await Promise.all([import("../vendor/highs/highs.mjs"), import("./solver.js")]);
  highs = solver(await load({ locateFile: (file) => new URL(`vendor/highs/${file}`, base).href }));
  python.globals.set("_lent", highs);
  python.runPython("import scipy\nif hasattr(scipy, 'lend'): scipy.lend(_lent)\ndel _lent");
}

// What Python has of a library that it was built without, and a Prolog for one answer.
let scrypt = null;
async function lendMarking(exercise) {
  if (!scrypt) {
    ({ scrypt } = await import("../vendor/@noble/hashes/scrypt.js"));
    python.globals.set("_lent", (given, salt, N, r, p, dkLen) =>
      scrypt(given.toJs(), salt.toJs(), { N, r, p, dkLen }));
    python.runPython("import homework; homework.lend_scrypt(_lent); del _lent");
  }
  if (!/^language *= *"prolog"/m.test(exercise)) return;
  const swi = await startProlog();
  python.globals.set("_lent", (file, goal, folder) => {
    copyTo(swi, folder, () => true);
    swi.FS.writeFile(file.split("/").at(-1), python.FS.readFile(file));
    swi.prolog.query("load_files(F, [silent(true)])", { F: file.split("/").at(-1) }).once();
    const found = swi.prolog.query(`with_output_to(string(Said), ${goal})`).once();
    return String(found.Said ?? `raised\n${found.message}`);
  });
  python.runPython("import homework; homework.lend_judge(_lent); del _lent");
}

// Titles and legends of pictures in the language of the page, which is the worker's name.
let words = !self.name || self.name === "en";
async function lendWords() {
  if (words) return;
  words = true;
  const { phrasebook } = await import("./phrases.js");
  const books = await Promise.all(["puzzles", "titles", "drawings"].map(async (table) =>
    phrasebook(await import(`./words/${self.name}/messages/${table}.js`))));
  const one = (text) => books.map((book) => book(text)).find((found) => found !== null) ?? null;
  python.globals.set("_lent", (text) => one(text) ?? byParts(text, one));
  python.runPython("from mystpy.show.draw.translation import translate_with; translate_with(_lent); del _lent");
}

/** A title with what was said behind it, or with how the names of worlds are read. */
function byParts(text, one) {
  const read = /^(.*) \((pile\|.*)\)$/.exec(text);
  if (read) return `${one(read[1]) ?? read[1]} (${one(read[2]) ?? read[2]})`;
  const at = text.indexOf(": ");
  const [head, tail] = [one(text.slice(0, at)), one(text.slice(at + 2))];
  return at < 0 || (head === null && tail === null) ? undefined : `${head ?? text.slice(0, at)}: ${tail ?? text.slice(at + 2)}`;
}

// One question after the other: the next one waits until this one is answered.
let before = Promise.resolve();
onmessage = ({ data }) => { before = before.then(() => answered(data)); };

async function answered({ id, name, args }) {
  try {
    if (args.at(-1) === "asp" || STUDY.includes(name) || aboutPackage(name, args)) await lendClingo();
    if (args.at(-1) === "prolog" || STUDY.includes(name) || CHANGES.test(name)) await lendProlog();
    if (STUDY.includes(name)) await lendHighs();
    if (name === "mark_answer" || name === "class_mark") await lendMarking(args[0]);
    const more = name === "settle" || name === "run_cell" ? [(told) => postMessage({ id, told })] : [];
    if (DRAWN.test(name)) await lendWords();
    let begun = performance.now();
    let found = null;
    try { found = answer(name, JSON.stringify(args), ...more); } catch (error) { if (!missed) throw error; }
    if (missed) { // it needs Prolog, to say which part of an axiom fails, and is asked again
      await lendProlog();
      begun = performance.now();
      found = answer(name, JSON.stringify(args), ...more);
    }
    postMessage({ id, took: performance.now() - begun, ...JSON.parse(found) });
  } catch (error) { // what was entered wrongly is an answer, this is a fault of mystpy
    console.error(`${FAULT} ${error.message ?? error}`);
    postMessage({ id, error: String(error.message ?? error).trim().split("\n").pop() });
  }
}

start().catch((error) => {
  console.error(`${FAULT} ${error.message ?? error}`);
  postMessage({ stage: "failed", message: String(error.message ?? error).slice(-500) });
});
