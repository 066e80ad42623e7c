// Where the bytes are: the WebAssembly by function, the JavaScript by source file.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { WASM_TARGET } from "../install/toolchain.mjs";
import { root } from "../run/project.mjs";
import { run } from "../run/run.mjs";
import { brotli } from "./brotli.mjs";
import { loadedSizes } from "./byte-budget.mjs";
import { bundle, ENTRY_POINTS } from "./entry-points.mjs";
import { fitGlue } from "./glue.mjs";
import { minifyModule } from "./minify.mjs";
import { trimWasm } from "./trim.mjs";
import { readModule } from "./wasm-functions.mjs";

const COMPILED = join(root, "target", WASM_TARGET, "wasm", "platform_session_module.wasm");
const NAMED = join(root, "target", "size");
const KEPT = join(root, "docs/size.md");

/** @typedef {{ name: string, raw: number, compressed: number }} Part `compressed`: what brotli saves without it. */

/** Prints the parts of the last build, the biggest first. */
export async function printParts() {
  printTable("function of the WebAssembly", await functions());
  printTable("file of the JavaScript", await sourceFiles(ENTRY_POINTS[0].entry));
}

/** Keeps the parts in the repository, so that the diff of a change shows what it costs: functions by their module. */
export async function keepParts() {
  const heading = [
    "# Where the bytes are",
    "",
    "Written by `npm run size -- --keep`: the bytes that a page loads, after `brotli -q 11`. A part's are what brotli saves without",
    "it. Code that is inlined counts where it ends up.",
  ];
  const tables = [
    ["file", await loadedSizes()],
    ["module of the WebAssembly", byName(await functions(moduleOf))],
    ["file of the JavaScript", byName(await sourceFiles(ENTRY_POINTS[0].entry))],
  ].flatMap(([title, parts]) => [
    "",
    `| ${title} | raw bytes | brotli |`,
    "|---|---|---|",
    ...parts.map(({ name, raw, compressed }) => `| ${name} | ${raw} | ${compressed} |`),
  ]);
  writeFileSync(KEPT, `${[...heading, ...tables].join("\n")}\n`);
}

/** So that a diff has the changed lines alone. */
const byName = (parts) => [...parts].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Of this crate the module, of others the crate; what has no path is an export, or what wasm-bindgen adds. */
function moduleOf(name) {
  const [, crate, module] = /^[<&]*(\w+)\[\w+\](?:::(\w+))?/.exec(name) ?? [];
  if (crate === "platform_session") return `\`src/${module}\``;
  if (["core", "alloc", "std", "compiler_builtins", "__rustc"].includes(crate)) return "Rust's own libraries";
  return crate ? crate.replaceAll("_", "-") : "exports and shims";
}

/**
 * Each function of the WebAssembly, made once more of what was compiled, with its names.
 * @returns {Promise<Part[]>}
 */
async function functions(nameOf = (name) => name) {
  rmSync(NAMED, { recursive: true, force: true });
  mkdirSync(NAMED, { recursive: true });
  await run("wasm-bindgen", [
    "--target",
    "web",
    "--out-dir",
    NAMED,
    "--out-name",
    "platform_session",
    COMPILED,
  ]);
  const [glue, wasm] = ["platform_session.js", "platform_session_bg.wasm"].map((name) => join(NAMED, name));
  fitGlue(glue);
  await trimWasm(wasm, glue, ["--debuginfo"]);
  const { bytes, bodies } = readModule(readFileSync(wasm));
  return withoutEach(
    bytes,
    bodies.map((body) => ({ ...body, name: nameOf(body.name) })),
  );
}

/** Each source file of an entry point. @returns {Promise<Part[]>} */
async function sourceFiles(entry) {
  const bundled = await bundle(entry);
  const { code, map } = await minifyModule(bundled.code, bundled.map);
  const sources = new SourceMap(JSON.parse(map));
  const ranges = [];
  for (let column = 0; column < code.length; column++) {
    const name = sources.findEntry(0, column).originalSource ?? "(between)";
    if (ranges.at(-1)?.name !== name) ranges.push({ name, start: column, end: column });
    ranges.at(-1).end = column + 1;
  }
  return withoutEach(Buffer.from(code, "latin1"), ranges);
}

/** How much smaller it compresses without all ranges of one name. @returns {Part[]} */
function withoutEach(bytes, ranges) {
  const whole = brotli(bytes).length;
  const names = [...new Set(ranges.map(({ name }) => name))];
  const parts = names.map((name) => {
    const kept = [];
    let position = 0;
    for (const range of ranges.filter((range) => range.name === name)) {
      kept.push(bytes.subarray(position, range.start));
      position = range.end;
    }
    kept.push(bytes.subarray(position));
    const rest = Buffer.concat(kept);
    return { name, raw: bytes.length - rest.length, compressed: whole - brotli(rest).length };
  });
  return parts.sort((a, b) => b.compressed - a.compressed || b.raw - a.raw);
}

function printTable(title, parts) {
  console.log(`\n  ${"raw bytes".padStart(9)} ${"brotli".padStart(7)}  ${title}`);
  for (const { name, raw, compressed } of parts)
    console.log(`  ${String(raw).padStart(9)} ${String(compressed).padStart(7)}  ${name}`);
}
