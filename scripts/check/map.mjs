// Checks the documents that say where things are: every file that they name exists, and contains the tests and names that are cited with
// it.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../run/project.mjs";
import { main, StepFailed, step } from "../run/run.mjs";

/** `within`: the folder to which short paths in the document are relative. */
const DOCUMENTS = [
  { document: "docs/identity-api.md" },
  { document: "docs/design.md", within: "src/core" },
  { document: "CONTRIBUTING.md" },
];
/**
 * Matches a citation: a link, or a path as code, with optional names of what the file contains. Behind "›" are titles of tests, in quotes for
 * JavaScript and as code for Rust. A name in the file stands behind the path (`path`, `name`) or before it (`name` in `path`).
 */
const CITATION =
  /(?:\[[^\]]+\]\((?<link>[^)#:]+)\)|(?:(?<=`(?<before>\w+)` in )|)`(?<path>[\w.-]+(?:\/[\w.-]*)+|\w+\.rs)`)(?: › (?<tests>(?:(?:"[^"]+"|`[^`]+`)(?:, )?)+)|, `(?<name>\w+)`(?! in ))?/g;
/** Only paths that match one of these are checked. Other code is no path, or is relative to a folder that the sentence names. */
const IN_ROOT = /^(?:\.cargo|docs|examples|pkg|scripts|src|tests|www)\//;
const IN_CORE = /^(?:rules|state)\/|^\w+\.rs$/;
/** Files that the build makes, which may not exist. */
const IS_BUILT = /^pkg\/(?:index\.js|wasm\/|dist\/)/;

export async function checkMap() {
  await step("The documents that say where things are", async () => {
    for (const each of DOCUMENTS) {
      const { document } = each;
      const { files, names, missing } = readMap(each);
      if (missing.length > 0)
        throw new StepFailed(`${document} names what is not there:\n  ${missing.join("\n  ")}`);
      if (names === 0) throw new StepFailed(`${document} names nothing in any file.`);
      console.log(`  ${document}: ${files} files, and ${names} tests and names in them, are there`);
    }
  });
}

/** Returns how many files, and how many names in them, a document cites, and the list of those that do not exist. */
function readMap({ document, within }) {
  const text = readFileSync(join(root, document), "utf8");
  const missing = [];
  const cited = { files: new Set(), names: new Set() };
  for (const { groups } of text.matchAll(CITATION)) {
    const { link, path, tests = "", before, name = before } = groups;
    let file = link && join(dirname(document), link);
    if (IN_ROOT.test(path) && !IS_BUILT.test(path)) file = path;
    else if (within && IN_CORE.test(path)) file = join(within, path);
    if (!file) continue;
    if (!existsSync(join(root, file))) {
      missing.push(file);
      continue;
    }
    cited.files.add(file);
    if (statSync(join(root, file)).isDirectory()) continue;
    const code = readFileSync(join(root, file), "utf8");
    const addName = (word, isThere) => {
      cited.names.add(`${file} ${word}`);
      if (!isThere) missing.push(`${file} › ${word}`);
    };
    for (const [quoted] of tests.matchAll(/"[^"]+"|`[^`]+`/g)) {
      const test = quoted.slice(1, -1).replace(/…$/, "");
      addName(test, code.includes(quoted.startsWith("`") ? `fn ${test}(` : test));
    }
    if (name) addName(name, new RegExp(`\\b${name}\\b`).test(code));
  }
  return { files: cited.files.size, names: cited.names.size, missing };
}

await main(import.meta, checkMap);
