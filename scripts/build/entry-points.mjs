// What is bundled into the package's own JavaScript: one minified module from the small files of each entry point.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { bundle, minifyModule, writeMapped } from "./bundle.mjs";
import { shortNames } from "./wasm.mjs";

/** The root's sources, and the generated files that the package exports: for `import`, and for `require`. */
export const ENTRY_POINTS = [
  { entry: "pkg/entry/index.ts", output: "pkg/index.js", format: /** @type {const} */ ("esm") },
  { entry: "pkg/entry/inert.ts", output: "pkg/index.cjs", format: /** @type {const} */ ("cjs") },
];

/** What is hand-written for `import` serves `require` too. */
const TYPES = ["pkg/index.d.ts", "pkg/index.d.cts"];

/**
 * With this line above it, Chromium compiles the whole file off the main thread as it arrives, and not each function at its
 * first call. Nearly all of them are called before the first gate. `npm run bench` shows the gain, above all on a slow
 * processor.
 */
const COMPILED_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

/**
 * Properties by which the parts of the entry call each other, and that nothing outside of it reads: no page, adapter or inspector, and no
 * Rust. They are shortened.
 */
const INTERNAL = [
  "answer",
  "args",
  "assertOpen",
  "assertRunning",
  "catalogue",
  "content",
  "createIdentityFetch",
  "deadline",
  "facts",
  "fail",
  "failed",
  "failure",
  "forward",
  "isOver",
  "isRendered",
  "isRunning",
  "kind",
  "last",
  "leaves",
  "listeners",
  "loadInstance",
  "mayComeLater",
  "names",
  "never",
  "notifyPermissions",
  "optional",
  "over",
  "post",
  "preloadedMs",
  "publication",
  "readShown",
  "record",
  "refreshPermissions",
  "refuse",
  "rejectAll",
  "response",
  "retain",
  "rolesChanged",
  "rolesRefusal",
  "sessionEvents",
  "show",
  "since",
  "source",
  "started",
  "take",
  "turn",
  "userOf",
  "whenRunning",
  "windowGone",
  "windowOpened",
  "within",
];

const ASSET = /new URL\("(\.[^"]+)",\s*import\.meta\.url\)/g;

/** Bundles every entry point. */
export async function bundleEntryPoints() {
  for (const { entry, output, format } of ENTRY_POINTS) {
    const { code, map: shortened, inputs } = await bundle(entry, "pkg/index.js", optionsOf(format));
    const map = withSources(shortened);
    // No second minifier for `require`: it would take away what tells Node which names are exported.
    const minified = format === "cjs" ? { code, map } : await minifyModule(code, map);
    refuseLostAssets(inputs, minified.code, output);
    if (format === "cjs") writeFileSync(join(root, output), code);
    else writeMapped(join(root, output), minified, COMPILED_AT_ONCE);
  }
  const [types, typesOfRequire] = TYPES;
  copyFileSync(join(root, types), join(root, typesOfRequire));
}

/** Paths under `./wasm/` and `./dist/` are relative to the output already, and stay as they are written. */
const optionsOf = (format) => ({
  // The second minifier needs the long names, and shortens them itself.
  minify: format === "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  ...shortNames(INTERNAL),
  format,
  platform: format === "cjs" ? "node" : "browser",
  external: ["./wasm/*", "./dist/*"],
});

/** Returns the map with the sources as they are written, and not as they were shortened. */
function withSources(map) {
  const parts = JSON.parse(map);
  const sourcesContent = parts.sources.map((path) => readFileSync(join(root, "pkg", path), "utf8"));
  return JSON.stringify({ ...parts, sourcesContent });
}

/** Bundlers find the WebAssembly by the literal `new URL("…", import.meta.url)`: no minifier may take it apart. */
function refuseLostAssets(sources, code, output) {
  const kept = new Set(assetsIn(code));
  const lost = sources
    .flatMap((path) => assetsIn(readFileSync(join(root, path), "utf8")))
    .find((asset) => !kept.has(asset));
  if (lost) throw new StepFailed(`${output} lost new URL("${lost}", import.meta.url).`);
}

function assetsIn(code) {
  return [...code.matchAll(ASSET)].map((match) => match[1]);
}
