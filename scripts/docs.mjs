// Writes the generated parts of the documents (the tables of tools, from results of the consumer tests), the demo's code samples, and the
// versions in the examples' `package.json`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gatherResults } from "../tests/consumers/support/seen.mjs";
import { CARD_CODE, makeCardCode } from "./docs/card-code.mjs";
import { tableOfConsumers } from "./docs/consumers.mjs";
import { exampleManifests } from "./docs/example-manifests.mjs";
import { partOf, withPart } from "./docs/marked-part.mjs";
import { readProjectFile, root } from "./run/project.mjs";
import { main } from "./run/run.mjs";

/** Each generated part: its document, the name of its markers, and the function that makes it. */
const PARTS = [{ document: "docs/bundlers.md", name: "consumers", make: tableOfConsumers }];

/** Returns the generated parts, each with its current text as `made`. */
export const madeParts = () => PARTS.map((part) => ({ ...part, made: part.make() }));

await main(import.meta, () => {
  gatherResults();
  writeFileSync(join(root, CARD_CODE), makeCardCode());
  for (const { document, name, made } of madeParts()) {
    const text = readProjectFile(document);
    if (partOf(text, name) === made) continue;
    writeFileSync(join(root, document), withPart(text, name, made));
    console.log(`${document}: ${name}`);
  }
  for (const { path, text, made } of exampleManifests()) {
    if (text === made) continue;
    writeFileSync(join(root, path), made);
    console.log(path);
  }
});
