// The JavaScript that wasm-bindgen generates: made into a factory, small, and held to the strict content security policy.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { StepFailed } from "../run/run.mjs";
import { minifyModule } from "./minify.mjs";

/** What `pkg/entry/` uses of the glue; the rest is left out. */
export const GLUE_EXPORTS = [
  "answered",
  "ask",
  "begin",
  "hear",
  "instantiate",
  "login",
  "lost",
  "mayReturnTo",
  "send",
];

/** The list of exports at the end of the bundled glue. */
export const EXPORTS = /export\s*\{([^}]*)\};?\s*$/;

const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

// The generated ways to an instance load the file as well, which the entry does, or block the page. `wasm` and the two
// functions are the generated glue's own.
const INSTANTIATE = `
/** Makes the one instance of this glue of a compiled module; resolves with its memory. */
export async function instantiate(module) {
  wasm = (await WebAssembly.instantiate(module, __wbg_get_imports())).exports;
  wasm.__wbindgen_start();
  return wasm.memory;
}
`;

const DECLARATION = `/** Each call gives a glue of its own, for one instance. */
export function createGlue(): {
  answered: typeof answered;
  ask: typeof ask;
  begin: typeof begin;
  hear: typeof hear;
  instantiate(module: WebAssembly.Module): Promise<WebAssembly.Memory>;
  login: typeof login;
  lost: typeof lost;
  mayReturnTo: typeof mayReturnTo;
  send: typeof send;
};
`;

// What no browser needs that has the rest, an encoder that cannot write into memory; and the quick ways for long texts,
// of which none crosses here: the generated way for memory that cannot be reallocated is the short one.
const LEFT_OUT = [
  [/^if \(!\('encodeInto' in cachedTextEncoder\)\) \{[\s\S]*?^\}\n/m, ""],
  [
    /^function passStringToWasm0\(arg, malloc, realloc\) \{\n {4}if \(realloc === undefined\) \{([\s\S]*?)^ {4}\}\n[\s\S]*?^\}\n/m,
    "function passStringToWasm0(arg, malloc) {$1}\n",
  ],
  // Making a decoder takes longer than most texts do. Safari's fail after two gigabytes: a thousand texts come nowhere near.
  [
    /^let cachedTextDecoder = (.*);\n[\s\S]*?^function decodeText\(bytes\) \{\n[\s\S]*?^\}\n/m,
    "let texts = 0, decoder;\nfunction decodeText(bytes) { texts++ % 1000 || (decoder = $1); return decoder.decode(bytes); }\n",
  ],
  [/(\bpassStringToWasm0\([^()]*), wasm\.__wbindgen_realloc\)/g, "$1)"],
  // A view of the memory costs little, and one that is kept is of no use once the memory has grown.
  [
    /^let cachedDataViewMemory0 = null;\nfunction getDataViewMemory0\(\) \{\n[\s\S]*?^\}\n/m,
    "function getDataViewMemory0() { return new DataView(wasm.memory.buffer); }\n",
  ],
  [
    /^let cachedUint8ArrayMemory0 = null;\nfunction getUint8ArrayMemory0\(\) \{\n[\s\S]*?^\}\n/m,
    "function getUint8ArrayMemory0() { return new Uint8Array(wasm.memory.buffer); }\n",
  ],
];

/** Gives the generated glue a way to an instance that suits the entry, and leaves out what it can do without. */
export function fitGlue(path) {
  let code = readFileSync(path, "utf8");
  for (const [part, instead] of LEFT_OUT) {
    if (code.search(part) < 0) throw new StepFailed(`The glue has no such part any more: ${part}`);
    code = code.replace(part, instead);
  }
  if (code.includes("realloc")) throw new StepFailed("The glue still reallocates.");
  writeFileSync(path, code + INSTANTIATE);
}

/** Wraps the glue, a module of one instance, into a function that makes as many as are asked for. */
export function makeFactory(path) {
  const code = readFileSync(path, "utf8");
  const [list, names] = EXPORTS.exec(code) ?? [];
  if (!names || /\bimport\b|\bexport\b/.test(code.slice(0, -list.length)))
    throw new StepFailed("The glue is not one module that ends with its exports.");
  const made = names.replaceAll(/([\w$]+)\s+as\s+([\w$]+)/g, "$2: $1");
  writeFileSync(
    path,
    `export const createGlue = () => {\n${code.slice(0, -list.length)}\nreturn {${made}};\n};\n`,
  );
  appendFileSync(path.replace(/\.js$/, ".d.ts"), DECLARATION);
}

/** A glue of its own, from the file. */
export async function openGlue(path) {
  const { createGlue } = await import(`${pathToFileURL(path)}?${performance.now()}`);
  return createGlue();
}

/** Minifies the glue in place. */
export async function minifyGlue(path) {
  const { code } = await minifyModule(readFileSync(path, "utf8"));
  const forbidden = CODE_FROM_TEXT.exec(code);
  if (forbidden)
    throw new StepFailed(`The glue makes code from text, which a strict policy forbids: ${forbidden[0]}`);
  writeFileSync(path, code);
}
