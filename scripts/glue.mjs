// The JavaScript that wasm-bindgen generates: made small, and held to the strict content security policy.

import { readFileSync, writeFileSync } from "node:fs";
import { StepFailed } from "./run.mjs";

const WASM_BESIDE_GLUE = /new URL\(["']platform_session_bg\.wasm["'],\s*import\.meta\.url\)/;
const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

/** Minifies the glue in place; it stays a module that finds the WebAssembly beside itself. */
export async function minifyGlue(path) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { minify } = await import("terser");
  const { code } = await minify(readFileSync(path, "utf8"), {
    module: true,
    ecma: 2020,
    compress: { passes: 3 },
    format: { comments: false },
  });
  if (!WASM_BESIDE_GLUE.test(code))
    throw new StepFailed("The glue no longer finds the WebAssembly beside itself.");
  const forbidden = CODE_FROM_TEXT.exec(code);
  if (forbidden)
    throw new StepFailed(`The glue makes code from text, which a strict policy forbids: ${forbidden[0]}`);
  writeFileSync(path, code);
}
