// Rewrites the glue, the JavaScript that wasm-bindgen generates. The generated module holds one WebAssembly instance; here it becomes a
// function that makes a new instance at each call.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { StepFailed } from "../run/run.mjs";

const IMPORT = /^import (\{.*\}) from '.*\/pkg\/entry\/json-value\.js';$/m;
const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

/** Matches the polyfill for browsers without `encodeInto`. All supported browsers have it. */
const POLYFILL = /^if \(!\('encodeInto' in cachedTextEncoder\)\) \{[\s\S]*?^\}\n/m;

/**
 * Shorter versions of generated functions, which are put after them: of two functions with one name, the later one counts. The generated ones are
 * faster for long texts, which do not occur here. `wasm` (the instance's exports) and `WASM_VECTOR_LEN` are variables of the glue.
 */
const SHORTER = `
function getDataViewMemory0() {
  return new DataView(wasm.memory.buffer);
}
function getStringFromWasm0(address, length) {
  return cachedTextDecoder.decode(new Uint8Array(wasm.memory.buffer, address, length));
}
function passStringToWasm0(text, malloc) {
  const bytes = cachedTextEncoder.encode(text);
  const address = malloc(bytes.length, 1);
  new Uint8Array(wasm.memory.buffer).set(bytes, address);
  WASM_VECTOR_LEN = bytes.length;
  return address;
}`;

const INSTANTIATE = `
return WebAssembly.instantiate(module, __wbg_get_imports()).then((instance) => {
  wasm = instance.exports;
  wasm.__wbindgen_start();
  return wasm;
});`;

const DECLARATION = `
/** An engine, on an instance of its own. */
export function createEngine(module: WebAssembly.Module): Promise<
  Omit<typeof import("./platform_session.js"), "createEngine" | "default" | "initSync"> & { memory: WebAssembly.Memory }
>;
`;

/** Rewrites the glue at `path` to a module that exports `createEngine`. `importModule`: the WebAssembly's name for the module that it imports from. */
export function makeFactory(path, importModule) {
  const { imports, body } = partsOf(readFileSync(path, "utf8"));
  const renamed = body.replace('"./platform_session_bg.js"', JSON.stringify(importModule));
  writeFileSync(path, `${imports}export function createEngine(module) {\n${renamed}${INSTANTIATE}\n}\n`);
  appendFileSync(path.replace(/\.js$/, ".d.ts"), DECLARATION);
}

/** Returns the one import of the glue, and the rest of it as the body of a function. */
export function partsOf(glue) {
  const [line, names] = IMPORT.exec(glue) ?? [];
  if (!line || !POLYFILL.test(glue)) throw new StepFailed("wasm-bindgen generates other glue than it did.");
  const forbidden = CODE_FROM_TEXT.exec(glue);
  if (forbidden)
    throw new StepFailed(`The glue makes code from text, which a strict policy forbids: ${forbidden[0]}`);
  const body = glue
    .replace(line, "")
    .replace(POLYFILL, "")
    .replace(/^export (?:(?=function)|\{.*\};$)/gm, "")
    .replaceAll(/, wasm\.__wbindgen_realloc| >>> 0|^cachedTextDecoder\.decode\(\);$/gm, "");
  return { imports: `import ${names} from "../entry/json-value.js";\n`, body: body + SHORTER };
}
