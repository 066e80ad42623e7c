// The part of a document that a bench writes.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run/project.mjs";
import { StepFailed } from "../../scripts/run/run.mjs";

/** Puts `text` between `<!-- name -->` and `<!-- /name -->` in a document of the project. */
export function writeMeasured(path, name, text) {
  const document = join(root, path);
  const before = readFileSync(document, "utf8");
  const markers = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- /${name} -->)`);
  if (!markers.test(before)) throw new StepFailed(`${path} lacks its markers: ${name}.`);
  writeFileSync(
    document,
    before.replace(markers, (_, begin, end) => `${begin}${text}\n${end}`),
  );
}
