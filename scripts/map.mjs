// The map of the Identity API: every file that it names is there, and every test is in the file that it stands behind.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./project.mjs";
import { main, StepFailed, step } from "./run.mjs";

const MAP = "docs/identity-api.md";
/** A link, and the names of tests that may stand behind it: JavaScript's in quotes, Rust's as code. */
const CITATION = /\[[^\]]+\]\((?<path>[^)#]+)\)(?: › (?<tests>(?:(?:"[^"]+"|`[^`]+`)(?:, )?)+))?/g;

export async function checkMap() {
  await step("The map of the Identity API", async () => {
    const { files, tests, lacking } = readMap();
    if (lacking.length > 0)
      throw new StepFailed(`${MAP} names what is not there:\n  ${lacking.join("\n  ")}`);
    if (tests === 0) throw new StepFailed(`${MAP} names no test.`);
    console.log(`  ${files} files and ${tests} tests named are there`);
  });
}

function readMap() {
  const text = readFileSync(join(root, MAP), "utf8");
  const lacking = [];
  const seen = { files: new Set(), tests: new Set() };
  for (const { groups } of text.matchAll(CITATION)) {
    const file = join(dirname(MAP), groups.path);
    if (!existsSync(join(root, file))) {
      lacking.push(file);
      continue;
    }
    seen.files.add(file);
    const code = groups.tests ? readFileSync(join(root, file), "utf8") : "";
    for (const [quoted] of (groups.tests ?? "").matchAll(/"[^"]+"|`[^`]+`/g)) {
      const name = quoted.slice(1, -1);
      seen.tests.add(`${file} ${name}`);
      if (!code.includes(quoted.startsWith("`") ? `fn ${name}(` : name)) lacking.push(`${file} › ${name}`);
    }
  }
  return { files: seen.files.size, tests: seen.tests.size, lacking };
}

await main(import.meta, checkMap);
