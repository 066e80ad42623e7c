// The JavaScript that wasm-bindgen generates: made into a factory, small, and held to the strict content security policy.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { StepFailed } from "../run/run.mjs";
import { minifyModule } from "./minify.mjs";

/**
 * What `pkg/entry/` calls of an engine, which is what its instance exports: the generated glue would hand on what it is given,
 * as it is.
 */
export const ENGINE_EXPORTS = [
  "answered",
  "ask",
  "begin",
  "hear",
  "lost",
  "mayReturnTo",
  "memory",
  "run",
  "send",
  "signIn",
  "signOut",
];

/** What is left of the glue's exports. */
export const GLUE_EXPORTS = ["instantiate"];

/** The list of exports at the end of the bundled glue. */
export const EXPORTS = /export\s*\{([^}]*)\};?\s*$/;

/** What the module reads JSON values with, by its path from the glue. */
export const JSON_VALUE = "../entry/json-value.js";

/** Its one import. */
const IMPORTS = new RegExp(`^import\\s*\\{[^}]*\\}\\s*from\\s*"${JSON_VALUE}";`);

const CODE_FROM_TEXT = /\bnew Function\b|\bFunction\(|\beval\(/;

// The generated ways to an instance load the file as well, which the entry does, or block the page. `wasm` and the two
// functions are the generated glue's own.
const INSTANTIATE = `
/** Makes the one instance of this glue of a compiled module; resolves with what it exports. */
export async function instantiate(module) {
  wasm = (await WebAssembly.instantiate(module, __wbg_get_imports())).exports;
  wasm.__wbindgen_start();
  return wasm;
}
`;

const DECLARATION = `/** An engine, on an instance of its own. */
export function createEngine(module: WebAssembly.Module): Promise<{
  answered: typeof answered;
  ask: typeof ask;
  begin: typeof begin;
  hear: typeof hear;
  lost: typeof lost;
  mayReturnTo: typeof mayReturnTo;
  memory: WebAssembly.Memory;
  run: typeof run;
  send: typeof send;
  signIn: typeof signIn;
  signOut: typeof signOut;
}>;
`;

// Parts of the generated glue that are left out: what only older browsers need (`encodeInto` missing), and what is quick
// for long texts only, for none passes here. Texts are passed in the way that is generated for memory without `realloc`: it
// is the shortest.
const LEFT_OUT = [
  [/^if \(!\('encodeInto' in cachedTextEncoder\)\) \{[\s\S]*?^\}\n/m, ""],
  [
    /^function passStringToWasm0\(arg, malloc, realloc\) \{\n {4}if \(realloc === undefined\) \{([\s\S]*?)^ {4}\}\n[\s\S]*?^\}\n/m,
    "function passStringToWasm0(arg, malloc) {$1}\n",
  ],
  // A decoder is made once for a thousand texts: making one takes longer than decoding most texts. Safari's fails after two
  // gigabytes, which a thousand texts never reach.
  [
    /^let cachedTextDecoder = (.*);\n[\s\S]*?^function decodeText\(bytes\) \{\n[\s\S]*?^\}\n/m,
    "let texts = 0, decoder;\nfunction decodeText(bytes) { texts++ % 1000 || (decoder = $1); return decoder.decode(bytes); }\n",
  ],
  [/(\bpassStringToWasm0\([^()]*), wasm\.__wbindgen_realloc\)/g, "$1)"],
  // The name of a property is a constant of the module: it is decoded once, and known by where it lies. None is as long as that.
  [/\b(own\w*\(arg\d, )getStringFromWasm0(\(arg\d, arg\d\)\))/g, "$1nameAt$2"],
  [
    /^function getStringFromWasm0\(/m,
    "const names = [];\nfunction nameAt(ptr, len) { return (names[ptr * 64 + len] ??= getStringFromWasm0(ptr, len)); }\n$&",
  ],
  // Objects may inherit: the module asks for the names in this list only.
  [/^ *__proto__: null,\n/gm, ""],
  // No memory here comes near two gigabytes, so no address and no number is negative.
  [/ >>> 0/g, ""],
  // Of a text, its address and length: two cells in a row, at an address that four divides.
  [
    /getDataViewMemory0\(\)\.setInt32\((.*) \+ 4 \* 1, (\w+), true\);\n *getDataViewMemory0\(\)\.setInt32\(.* \+ 4 \* 0, (\w+), true\);/g,
    "new Int32Array(wasm.memory.buffer).set([$3, $2], $1 / 4);",
  ],
  [/^let cachedDataViewMemory0 = null;\nfunction getDataViewMemory0\(\) \{\n[\s\S]*?^\}\n/m, ""],
  // These constructors throw nothing.
  [
    /return handleError\(function \(\) \{\n( *const ret = new (?:Headers|AbortController)\(\);\n *return ret;\n *)\}, arguments\); \}/g,
    "$1}",
  ],
  // The entry has the same functions.
  [/'\.\/snippets\/[\w-]+\/pkg\/entry\/json-value\.js'/, JSON.stringify(JSON_VALUE)],
  // A new view of the memory costs little, and a kept one is void once the memory has grown.
  [
    /^let cachedUint8ArrayMemory0 = null;\nfunction getUint8ArrayMemory0\(\) \{\n[\s\S]*?^\}\n/m,
    "function getUint8ArrayMemory0() { return new Uint8Array(wasm.memory.buffer); }\n",
  ],
];

/** Gives the generated glue `instantiate` as the entry needs it, and leaves out what is not needed. */
export function fitGlue(path) {
  let code = readFileSync(path, "utf8");
  for (const [part, instead] of LEFT_OUT) {
    if (code.search(part) < 0) throw new StepFailed(`The glue has no such part any more: ${part}`);
    code = code.replace(part, instead);
  }
  const left = /realloc|getDataViewMemory0|snippets/.exec(code);
  if (left) throw new StepFailed(`The glue still has ${left}.`);
  writeFileSync(path, code + INSTANTIATE);
}

/** Wraps the glue, which holds one instance, into a function that makes a new instance at each call. */
export function makeFactory(path) {
  const code = readFileSync(path, "utf8");
  const [imports] = IMPORTS.exec(code) ?? [""];
  const [list, names] = EXPORTS.exec(code) ?? [];
  const [, made] = /^\s*([\w$]+) as instantiate\s*$/.exec(names) ?? [];
  const body = code.slice(imports.length, -list?.length);
  if (!imports || !made || /\bimport\b|\bexport\b/.test(body))
    throw new StepFailed(
      "The glue is not one module that begins with its one import and ends with its one export.",
    );
  writeFileSync(
    path,
    `${imports}export const createEngine = (module) => {\n${body}\nreturn ${made}(module);\n};\n`,
  );
  appendFileSync(path.replace(/\.js$/, ".d.ts"), DECLARATION);
}

/** Imports the finished glue, to make engines. */
export async function openGlue(path) {
  return import(`${pathToFileURL(path)}?${performance.now()}`);
}

const NAMES = /^\/\/ (.*)\n/;

/** What an engine's exports are called in the WebAssembly, by what the entry calls them. */
export const namesOfExports = (path) => JSON.parse(NAMES.exec(readFileSync(path, "utf8"))?.[1] ?? "{}");

/** Minifies the glue in place, and notes down how the module calls what an engine exports. */
export async function minifyGlue(path, names) {
  const { code } = await minifyModule(readFileSync(path, "utf8"));
  const forbidden = CODE_FROM_TEXT.exec(code);
  if (forbidden)
    throw new StepFailed(`The glue makes code from text, which a strict policy forbids: ${forbidden[0]}`);
  const short = ENGINE_EXPORTS.map((name) => [name, names.get(name)]);
  if (short.some(([, name]) => !name)) throw new StepFailed(`The WebAssembly lacks exports: ${short}`);
  writeFileSync(path, `// ${JSON.stringify(Object.fromEntries(short))}\n${code}`);
}
