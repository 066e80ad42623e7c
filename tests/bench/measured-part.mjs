// The parts of a document that a bench writes.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run/project.mjs";
import { StepFailed } from "../../scripts/run/run.mjs";

/** Puts `text` between `<!-- name -->` and `<!-- /name -->` in a document of the project. */
export function writeMeasured(path, name, text) {
  const document = join(root, path);
  const { before, after } = aroundMeasured(path, name);
  writeFileSync(document, `${before}${text}\n${after}`);
}

/** What was put there last. */
export const readMeasured = (path, name) => aroundMeasured(path, name).measured;

function aroundMeasured(path, name) {
  const parts = new RegExp(`^([\\s\\S]*<!-- ${name} -->\\n)([\\s\\S]*)\\n(<!-- /${name} -->[\\s\\S]*)$`);
  const [, before, measured, after] = parts.exec(readFileSync(join(root, path), "utf8")) ?? [];
  if (after === undefined) throw new StepFailed(`${path} lacks its markers: ${name}.`);
  return { before, measured, after };
}
