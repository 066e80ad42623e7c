// The JavaScript that wasm-bindgen generates: made small, and held to the strict content security policy.

import { readFileSync, writeFileSync } from "node:fs";
import { minifyModule } from "./minify.mjs";
import { StepFailed } from "./run.mjs";

const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

/** Minifies the glue in place. */
export async function minifyGlue(path) {
  const code = await minifyModule(readFileSync(path, "utf8"));
  const forbidden = CODE_FROM_TEXT.exec(code);
  if (forbidden)
    throw new StepFailed(`The glue makes code from text, which a strict policy forbids: ${forbidden[0]}`);
  writeFileSync(path, code);
}
