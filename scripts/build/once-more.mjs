// Checks that the build is reproducible: the same source gives the same bytes.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "../build.mjs";
import { environment, root, wasmDirectory } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { integrities } from "./integrity.mjs";

const FOLDER = join(root, "target/once-more");

/** Builds the package again, without compiled crates of the last build. Fails if a file that pages load has other bytes than before. */
export async function buildOnceMore() {
  const before = integrities();
  rmSync(wasmDirectory, { recursive: true, force: true });
  rmSync(FOLDER, { recursive: true, force: true });
  environment.CARGO_TARGET_DIR = FOLDER;
  try {
    await build();
  } finally {
    delete environment.CARGO_TARGET_DIR;
    rmSync(FOLDER, { recursive: true, force: true });
  }
  const after = integrities();
  const changed = Object.keys(before).filter((path) => before[path] !== after[path]);
  if (changed.length > 0) throw new StepFailed(`The same source gave other bytes: ${changed.join(", ")}.`);
}
