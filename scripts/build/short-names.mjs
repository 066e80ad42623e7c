// Short names for what passes between the glue and the WebAssembly: wasm-bindgen's carry hashes, which do not compress.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { run, StepFailed } from "../run/run.mjs";
import { EXPORTS, GLUE_EXPORTS, JSON_VALUE, makeFactory, openGlue } from "./glue.mjs";
import { exportsOf } from "./trim.mjs";

/** What the glue calls first of all. */
const START = "__wbindgen_start";

/** So many letters tell some 380 million builds apart. */
const STAMP_LENGTH = 5;

/**
 * Renames imports, exports and the module they come from in both files, and proves that the two still fit.
 * @returns {Promise<Map<string, string>>} The short names, by the long ones.
 */
export async function shortenNames(gluePath, wasmPath) {
  const printed = await run("wasm-opt", [
    wasmPath,
    "--minify-imports-and-exports-and-modules",
    "--strip-producers",
    "--strip-target-features",
    "--output",
    wasmPath,
  ]);
  const names = shortNames(JSON.parse(printed), new WebAssembly.Module(readFileSync(wasmPath)));
  const wasm = await stampStart(wasmPath, names);
  const code = await renameProperties(gluePath, names);
  refuseLongNames(code, names);
  writeFileSync(gluePath, code);
  makeFactory(gluePath);
  await refuseMisfit(gluePath, wasm);
  return names;
}

/** From each long name to its short one. */
function shortNames({ imports, exports }, module) {
  const names = new Map([...imports.map(([, long, short]) => [long, short]), ...exports]);
  const sources = new Set(imports.map(([source]) => source));
  const shortSources = new Set(WebAssembly.Module.imports(module).map((entry) => entry.module));
  if (sources.size !== 1 || shortSources.size !== 1) {
    throw new StepFailed(`The WebAssembly imports from other modules than its glue: ${[...sources]}`);
  }
  return names.set(...sources, ...shortSources);
}

/**
 * Names the function that runs first after the build. With short names, the glue of one build fits many another's file, which
 * a cache may still hold: it is not to run.
 */
async function stampStart(wasmPath, names) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { default: binaryen } = await import("binaryen");
  const made = readFileSync(wasmPath);
  const letters = createHash("sha256")
    .update(made)
    .digest("base64")
    .replaceAll(/[^a-z]/gi, "");
  const stamp = letters.slice(0, STAMP_LENGTH);
  const module = binaryen.readBinary(made);
  const short = names.get(START);
  const found = exportsOf(binaryen, module).find(({ name }) => name === short);
  if (!found) throw new StepFailed(`The WebAssembly has no ${START}.`);
  module.removeExport(short);
  module.addFunctionExport(found.value, stamp);
  const stamped = module.emitBinary();
  module.dispose();
  writeFileSync(wasmPath, stamped);
  names.set(START, stamp);
  return stamped;
}

/** The glue with every property of these names renamed, quoted ones too, and without the exports that nobody uses. */
async function renameProperties(gluePath, names) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${GLUE_EXPORTS.join(", ")} } from ${JSON.stringify(gluePath)};`,
      resolveDir: ".",
    },
    bundle: true,
    external: [JSON_VALUE],
    format: "esm",
    target: "es2022",
    mangleProps: new RegExp(`^(?:${[...names.keys()].map(escaped).join("|")})$`),
    mangleQuoted: true,
    minify: true,
    mangleCache: Object.fromEntries(names),
    logLevel: "silent",
    write: false,
  }).catch((error) => {
    throw new StepFailed(error.message);
  });
  return outputFiles[0].text;
}

function escaped(name) {
  return name.replace(/[^\w]/g, "\\$&");
}

/** Local functions of the same names have been renamed as well: what is left would be a property that was missed. What
 * the glue exports keeps its name.
 */
function refuseLongNames(code, names) {
  const words = new Set(code.replace(EXPORTS, "").match(/[\w$]+/g));
  const left = [...names.keys()].find((name) => words.has(name));
  if (left) throw new StepFailed(`The glue still says ${left}, which the WebAssembly no longer has.`);
}

/** Instantiates the one with the other: fails if an import is missing, or the start function is. */
async function refuseMisfit(gluePath, wasm) {
  const { createEngine } = await openGlue(gluePath);
  await createEngine(await WebAssembly.compile(wasm)).catch((error) => {
    throw new StepFailed(`The glue and the WebAssembly do not fit: ${error.message}`);
  });
}
