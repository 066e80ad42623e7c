// Writes the measured parts of documents.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withPart } from "../../scripts/docs/marked-part.mjs";
import { readProjectFile, root } from "../../scripts/run/project.mjs";

/** Puts `text` between `<!-- name -->` and `<!-- /name -->` in a document of the project. */
export const writeMeasured = (path, name, text) =>
  writeFileSync(join(root, path), withPart(readProjectFile(path), name, text));
