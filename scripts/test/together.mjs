// Test files that run in one process, and share its browser and deployments: to start those takes longer than most tests.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

/** Of this run alone: another may begin before it is over. */
const PLACE = join(root, "target", "together", String(process.pid));
process.on("exit", () => rmSync(PLACE, { recursive: true, force: true }));

/** Writes a file for each folder, which imports those of `files` that lie in it. Returns the paths of the files written. */
export function together(files) {
  mkdirSync(PLACE, { recursive: true });
  return [...new Set(files.map(dirname))].map((folder) => {
    const imports = files.filter((path) => dirname(path) === folder).map(importOf);
    const written = join(PLACE, `${folder.replaceAll("/", "+")}.test.mjs`);
    writeFileSync(written, imports.join("\n"));
    return written;
  });
}

function importOf(path) {
  const absolute = join(root, path);
  // Where each file has a process of its own, `counts.mjs` finds those without any test. Scenarios are counted in `stage.mjs`.
  if (!/^ *(test|it|scenario)\(/m.test(readFileSync(absolute, "utf8")))
    throw new StepFailed(`${path} holds no test.`);
  return `import ${JSON.stringify(pathToFileURL(absolute))};`;
}
