// Reads the code that the documents show.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The languages of blocks that are typed into a terminal. */
const COMMANDS = ["console", "sh"];

/** Returns the blocks of code in a document, in order: those of these languages; without `languages`, all but commands. */
export function codeOf(document, ...languages) {
  const text = readFileSync(repository + document, "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) =>
      languages.length > 0 ? languages.includes(language) : !COMMANDS.includes(language),
    )
    .map(([, , code]) => code);
}
