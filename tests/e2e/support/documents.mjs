// The code that the documents show.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** What is typed into a terminal. */
const COMMANDS = ["console", "sh"];

/** The blocks of code in a document, in their order: those of these languages, or without any all but commands. */
export function codeOf(document, ...languages) {
  const text = readFileSync(repository + document, "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) =>
      languages.length > 0 ? languages.includes(language) : !COMMANDS.includes(language),
    )
    .map(([, , code]) => code);
}
