// Files of a class that a teacher drops or chooses: read within bounds, and handed to the worker.

const MOST_BYTES = 256 * 2 ** 20; // of all files together
const MOST_FILES = 50_000;
const ANSWER = 400_001; // one more byte than an answer may have: the rest is not read
const BATCH = 4 * 2 ** 20;

/** The files of a drop, as [path, File], from folders within it, too. */
export async function filesOfDrop(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files].map((file) => [file.name, file]);
  const found = [];
  const walk = async (entry, above) => {
    if (found.length > MOST_FILES) return;
    const path = above ? `${above}/${entry.name}` : entry.name;
    if (entry.isFile) found.push([path, await new Promise((resolve, reject) => { entry.file(resolve, reject); })]);
    else {
      const reader = entry.createReader();
      for (;;) { // a reader gives a part of the folder each time
        const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
        if (!some.length) break;
        for (const one of some) await walk(one, path);
      }
    }
  };
  for (const entry of entries) await walk(entry, "");
  return found;
}

/** The files of an input, with their folders where one was chosen. */
export const filesOfInput = (input) => [...input.files].map((file) => [file.webkitRelativePath || file.name, file]);

const isHidden = (path) => path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
const isZip = (path) => path.toLowerCase().endsWith(".zip");

/** The text of a worksheet among files that are in no student's folder; "" if there is none. */
export async function worksheetIn(files) {
  for (const [path, file] of files) {
    if (!path.toLowerCase().endsWith(".toml") || path.split("/").length > 2 || file.size > 4_000_000) continue;
    const text = await file.text();
    if (/^worksheet\s*=/m.test(text)) return { path, text };
  }
  return null;
}

async function base64(bytes) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes]));
  });
  return url.slice(url.indexOf(",") + 1);
}

/** Hand files to the worker, in parts; what was left out, in its words. Throws {error}. */
export async function handOver(files, ask, tell) {
  const wanted = files.filter(([path]) => !isHidden(path));
  const size = wanted.reduce((sum, [path, file]) => sum + (isZip(path) ? file.size : Math.min(file.size, ANSWER)), 0);
  if (wanted.length > MOST_FILES || size > MOST_BYTES) throw { tooMuch: true, files: wanted.length, megabytes: Math.round(size / 2 ** 20) };
  await ask("class_clear", []);
  const notes = [];
  let batch = [];
  let held = 0;
  for (const [k, [path, file]] of wanted.entries()) {
    const part = isZip(path) ? file : file.slice(0, ANSWER);
    batch.push([path, await base64(await part.arrayBuffer())]);
    held += part.size;
    if (held > BATCH || batch.length >= 200 || k === wanted.length - 1) {
      notes.push(...await ask("class_add", [batch]));
      batch = [];
      held = 0;
      tell(k + 1, wanted.length);
    }
  }
  return notes;
}
