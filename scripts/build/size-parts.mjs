// Where the bytes are: the WebAssembly by function, the JavaScript by source file.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { WASM_TARGET } from "../install/toolchain.mjs";
import { root } from "../run/project.mjs";
import { run } from "../run/run.mjs";
import { brotli } from "./brotli.mjs";
import { bundle, ENTRY_POINTS } from "./entry-points.mjs";
import { fitGlue } from "./glue.mjs";
import { minifyModule } from "./minify.mjs";
import { trimWasm } from "./trim.mjs";

const COMPILED = join(root, "target", WASM_TARGET, "wasm", "platform_session.wasm");
const NAMED = join(root, "target", "size");

/** @typedef {{ name: string, raw: number, compressed: number }} Part `compressed`: what brotli saves without it. */

/** Prints the parts of the last build, the biggest first. */
export async function printParts() {
  printTable("function of the WebAssembly", await functions());
  printTable("file of the JavaScript", await sourceFiles(ENTRY_POINTS[0].entry));
}

/** Each function of the WebAssembly, made once more of what was compiled, with its names. @returns {Promise<Part[]>} */
async function functions() {
  rmSync(NAMED, { recursive: true, force: true });
  mkdirSync(NAMED, { recursive: true });
  await run("wasm-bindgen", ["--target", "web", "--out-dir", NAMED, COMPILED]);
  const [glue, wasm] = ["platform_session.js", "platform_session_bg.wasm"].map((name) => join(NAMED, name));
  fitGlue(glue);
  await trimWasm(wasm, glue, ["--debuginfo"]);
  const { bytes, bodies } = readModule(readFileSync(wasm));
  return withoutEach(bytes, bodies);
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

const SECTION = { custom: 0, import: 2, code: 10 };
const FUNCTION_NAMES = 1;

/** The module without its names, and where in it each function's body is. (WebAssembly binary format.) */
function readModule(file) {
  const kept = [file.subarray(0, 8)];
  const bodies = [];
  let names = new Map();
  let imported = 0;
  let length = 8;
  for (let at = 8; at < file.length; ) {
    const start = at;
    const kind = file[at];
    const reader = readerOf(file, at + 1);
    const size = reader.number();
    at = reader.position + size;
    // The glue gives functions alone.
    if (kind === SECTION.import) imported = reader.number();
    if (kind === SECTION.code) {
      for (let left = reader.number(), index = imported; left > 0; left--, index++) {
        const from = reader.position;
        reader.skip(reader.number());
        bodies.push({ name: index, start: length + from - start, end: length + reader.position - start });
      }
    }
    if (kind === SECTION.custom) {
      if (reader.text() === "name") names = readNames(reader, at);
      continue;
    }
    kept.push(file.subarray(start, at));
    length += at - start;
  }
  const named = bodies.map((body) => ({ ...body, name: names.get(body.name) ?? `function ${body.name}` }));
  return { bytes: Buffer.concat(kept), bodies: named };
}

function readNames(reader, end) {
  const names = new Map();
  while (reader.position < end) {
    const kind = reader.number();
    const after = reader.number() + reader.position;
    if (kind === FUNCTION_NAMES)
      for (let left = reader.number(); left > 0; left--) names.set(reader.number(), reader.text());
    reader.skip(after - reader.position);
  }
  return names;
}

/** Numbers are LEB128. */
function readerOf(file, start) {
  const reader = {
    position: start,
    number() {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = file[reader.position++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
    },
    skip(bytes) {
      reader.position += bytes;
    },
    text() {
      const length = reader.number();
      reader.skip(length);
      return file.toString("utf8", reader.position - length, reader.position);
    },
  };
  return reader;
}
