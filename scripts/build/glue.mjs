// The JavaScript that wasm-bindgen generates holds one instance. It is wrapped into a function that makes one at each call.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { StepFailed } from "../run/run.mjs";

const IMPORT = /^import (\{.*\}) from '.*\/pkg\/entry\/json-value\.js';$/m;
const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

/** Matches a part for browsers that have no `encodeInto`: none of those that are supported. */
const POLYFILL = /^if \(!\('encodeInto' in cachedTextEncoder\)\) \{[\s\S]*?^\}\n/m;

/**
 * Functions that replace generated ones: of two functions of one name, the later one counts. These are short; the generated ones are quick
 * for long texts, which do not pass here. `wasm`, the module's exports, and `WASM_VECTOR_LEN` are the generated glue's own.
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

/** Makes `createEngine` of the glue, in place. `importModule`: what the WebAssembly calls the module of its imports. */
export function makeFactory(path, importModule) {
  const { imports, body } = partsOf(readFileSync(path, "utf8"));
  const renamed = body.replace('"./platform_session_bg.js"', JSON.stringify(importModule));
  writeFileSync(path, `${imports}export function createEngine(module) {\n${renamed}${INSTANTIATE}\n}\n`);
  appendFileSync(path.replace(/\.js$/, ".d.ts"), DECLARATION);
}

/** The glue's one import, and what is to be a function's body. */
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
