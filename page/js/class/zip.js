// Writes a zip archive: files are stored as they are, their names in UTF-8.

const TABLE = new Uint32Array(256).map((_, n) => {
  let found = n;
  for (let k = 0; k < 8; k += 1) found = found & 1 ? 0xedb88320 ^ (found >>> 1) : found >>> 1;
  return found >>> 0;
});

/** The checksum of bytes (CRC-32). */
export function crc32(bytes) {
  let found = 0xffffffff;
  for (const byte of bytes) found = TABLE[(found ^ byte) & 0xff] ^ (found >>> 8);
  return (found ^ 0xffffffff) >>> 0;
}

/** A number in `size` bytes, the smallest first. */
function little(...fields) {
  return fields.flatMap(([size, value]) => Array.from({ length: size }, (_, k) => (value >>> (8 * k)) & 0xff));
}

/** The date and the time of a Date as a zip archive has them. */
function stamp(when) {
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  const date = (Math.max(0, when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  return [[2, time], [2, date]];
}

/** An archive of files, given as [name, text or bytes], as bytes. */
export function zipOf(files, when) {
  const parts = [];
  const directory = [];
  let place = 0;
  const add = (...chunks) => {
    for (const chunk of chunks) {
      parts.push(chunk);
      place += chunk.length;
    }
  };
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const about = [[2, 20], [2, 0x800], [2, 0], ...stamp(when), [4, crc32(data)], [4, data.length], [4, data.length], [2, name.length], [2, 0]];
    directory.push(Uint8Array.from([...little([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, place]), ...name]));
    add(Uint8Array.from(little([4, 0x04034b50], ...about)), name, data);
  }
  const begun = place;
  add(...directory);
  const count = files.length;
  add(Uint8Array.from(little([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, place - begun], [4, begun], [2, 0])));
  const whole = new Uint8Array(place);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A name that can be one of a file or folder on every system. */
export function fileName(text) {
  const plain = text.normalize("NFC").replace(/[\u0000-\u001f<>:"/\\|?*\u007f]+/g, " ").replace(/\s+/g, " ").trim().replace(/[. ]+$/, "");
  return [...plain].slice(0, 80).join("") || "answers";
}
