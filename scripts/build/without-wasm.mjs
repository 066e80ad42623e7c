// Builds the engine as JavaScript, for browsers where WebAssembly cannot run: the same crate, translated by wasm2js.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { run, StepFailed } from "../run/run.mjs";
import { bundle } from "./bundle.mjs";
import { partsOf } from "./glue.mjs";
import { readNames, WITHOUT_WASM } from "./wasm.mjs";

/** The flags with which rustc uses only the features of the first WebAssembly: wasm2js knows neither references nor bulk memory. */
export const FIRST_WASM = ["-Ctarget-cpu=mvp"];

/** The path of the translated module, and that of its shipped bundle. */
const TRANSLATED = "pkg/wasm/without-wasm.js";
const SHIPPED = "pkg/dist/without-wasm.js";

/** Translates the WebAssembly in `folder`, which wasm-pack has built with the flags `FIRST_WASM`. */
export async function translate(folder) {
  const wasm = join(folder, "platform_session_bg.wasm");
  const script = join(folder, "wasm2js.js");
  await run("wasm-opt", [wasm, "-Oz", "--strip-producers", "--strip-target-features", "--output", wasm]);
  await run("wasm2js", [wasm, "-O", "--output", script]);
  // wasm2js writes a module with one instance. The text between its imports and its exports becomes the body of a function.
  const [, translated] = /^import .*\n([\s\S]*)^var retasmFunc = /m.exec(readFileSync(script, "utf8")) ?? [
    "",
    "",
  ];
  // When the memory grows it is copied. The old memory is overwritten, because it may hold a token.
  const wiped = translated.replace("newHEAP8.set(HEAP8);", "newHEAP8.set(HEAP8); HEAP8.fill(0);");
  if (wiped === translated) throw new StepFailed("wasm2js lets memory grow in another way than it did.");
  const glue = readFileSync(join(folder, "platform_session.js"), "utf8");
  const { imports, body } = partsOf(glue);
  const names = readNames();
  const engine = [...glue.matchAll(/^export function (\w+)/gm)].map(([, name]) => `${names[name]}: ${name}`);
  writeFileSync(
    join(root, TRANSLATED),
    `${imports}function instantiate(imports) {
${wiped}return asmFunc(imports);
}
function createEngine() {
${body}
wasm = instantiate(__wbg_get_imports());
return { ${engine.join(", ")}, ${names.memory}: wasm.memory };
}
export { createEngine as ${names[WITHOUT_WASM]} };
`,
  );
  rmSync(folder, { recursive: true });
}

/** Bundles and minifies the translated module. */
export async function bundleWithoutWasm() {
  const { code } = await bundle(TRANSLATED, SHIPPED, {
    format: "esm",
    banner: { js: "// @ts-nocheck" },
  });
  writeFileSync(join(root, SHIPPED), code);
}
