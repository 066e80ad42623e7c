// The documents that say where things are: every file that they name is there, and every test, or name in the code, is in
// the file that it stands behind.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../run/project.mjs";
import { main, StepFailed, step } from "../run/run.mjs";

/** `within`: the folder that its short paths are relative to. */
const DOCUMENTS = [
  { document: "docs/identity-api.md" },
  { document: "docs/design.md", within: "src/core" },
  { document: "CONTRIBUTING.md" },
];
/**
 * A link, or a path as code, and what may stand behind it: the names of tests, JavaScript's in quotes and Rust's as code,
 * or a name in that file, which may also stand before it ("`name` in `path`").
 */
const CITATION =
  /(?:\[[^\]]+\]\((?<link>[^)#:]+)\)|(?:(?<=`(?<before>\w+)` in )|)`(?<path>[\w.-]+(?:\/[\w.-]*)+|\w+\.rs)`)(?: › (?<tests>(?:(?:"[^"]+"|`[^`]+`)(?:, )?)+)|, `(?<name>\w+)`(?! in ))?/g;
/** Code that looks otherwise is no path, or one in a folder that the sentence names: it is not checked. */
const IN_ROOT = /^(?:\.cargo|docs|examples|pkg|scripts|src|tests|www)\//;
const IN_CORE = /^(?:rules|state)\/|^\w+\.rs$/;
/** Made by the build. */
const IS_BUILT = /^pkg\/(?:index\.js|wasm\/|dist\/)/;

export async function checkMap() {
  await step("The documents that say where things are", async () => {
    for (const each of DOCUMENTS) {
      const { document } = each;
      const { files, names, lacking } = readMap(each);
      if (lacking.length > 0)
        throw new StepFailed(`${document} names what is not there:\n  ${lacking.join("\n  ")}`);
      if (names === 0) throw new StepFailed(`${document} names nothing in any file.`);
      console.log(`  ${document}: ${files} files, and ${names} tests and names in them, are there`);
    }
  });
}

function readMap({ document, within }) {
  const text = readFileSync(join(root, document), "utf8");
  const lacking = [];
  const seen = { files: new Set(), names: new Set() };
  for (const { groups } of text.matchAll(CITATION)) {
    const { link, path, tests = "", before, name = before } = groups;
    let file = link && join(dirname(document), link);
    if (IN_ROOT.test(path) && !IS_BUILT.test(path)) file = path;
    else if (within && IN_CORE.test(path)) file = join(within, path);
    if (!file) continue;
    if (!existsSync(join(root, file))) {
      lacking.push(file);
      continue;
    }
    seen.files.add(file);
    if (statSync(join(root, file)).isDirectory()) continue;
    const code = readFileSync(join(root, file), "utf8");
    const lacks = (word, isThere) => {
      seen.names.add(`${file} ${word}`);
      if (!isThere) lacking.push(`${file} › ${word}`);
    };
    for (const [quoted] of tests.matchAll(/"[^"]+"|`[^`]+`/g)) {
      const test = quoted.slice(1, -1).replace(/…$/, "");
      lacks(test, code.includes(quoted.startsWith("`") ? `fn ${test}(` : test));
    }
    if (name) lacks(name, new RegExp(`\\b${name}\\b`).test(code));
  }
  return { files: seen.files.size, names: seen.names.size, lacking };
}

await main(import.meta, checkMap);
