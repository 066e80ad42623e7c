// Writes the names that Rust and JavaScript share, from the Rust enums that declare them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { outputOf } from "../run/run.mjs";

/** Writes `pkg/entry/boundary.ts`. */
export async function writeBoundary() {
  const text = await outputOf("cargo", ["run", "--quiet", "--package", "boundary"]);
  writeFileSync(join(root, "pkg/entry/boundary.ts"), text);
}
