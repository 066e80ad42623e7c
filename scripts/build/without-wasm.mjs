// The engine as JavaScript, for where WebAssembly cannot run: the same crate, translated by wasm2js.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { run, StepFailed } from "../run/run.mjs";
import { bundle } from "./bundle.mjs";
import { partsOf } from "./glue.mjs";
import { readNames, WITHOUT_WASM } from "./wasm.mjs";

/** wasm2js knows neither references nor bulk memory: rustc is not to use what came after the first WebAssembly. */
export const FIRST_WASM = ["-Ctarget-cpu=mvp"];

/** Where it is translated to, and where it is shipped. */
const TRANSLATED = "pkg/wasm/without-wasm.js";
const SHIPPED = "pkg/dist/without-wasm.js";

/** Translates what wasm-pack has built into `folder`, by `FIRST_WASM`. */
export async function translate(folder) {
  const wasm = join(folder, "platform_session_bg.wasm");
  const script = join(folder, "wasm2js.js");
  await run("wasm-opt", [wasm, "-Oz", "--strip-producers", "--strip-target-features", "--output", wasm]);
  await run("wasm2js", [wasm, "-O", "--output", script]);
  // It is a module with one instance: from its import at the top to its exports at the end it is a function's body.
  const [, translated] = /^import .*\n([\s\S]*)^var retasmFunc = /m.exec(readFileSync(script, "utf8")) ?? [
    "",
    "",
  ];
  // A memory that grows is copied, and may hold a token.
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

/** Bundles and minifies it. */
export async function bundleWithoutWasm() {
  const { code } = await bundle(TRANSLATED, SHIPPED, {
    format: "esm",
    banner: { js: "// @ts-nocheck" },
  });
  writeFileSync(join(root, SHIPPED), code);
}
