// Bundles the entry points of the package: one minified file each, for `import` and for `require`.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { bundle, minifyModule, writeMapped } from "./bundle.mjs";
import { shortNames } from "./wasm.mjs";

/** The sources of the package's root, and the generated files for `import` and for `require`. */
export const ENTRY_POINTS = [
  { entry: "pkg/entry/index.ts", output: "pkg/index.js", format: /** @type {const} */ ("esm") },
  { entry: "pkg/entry/inert.ts", output: "pkg/index.cjs", format: /** @type {const} */ ("cjs") },
];

/** The hand-written declarations for `import`, and their copy for `require`. */
const TYPES = ["pkg/index.d.ts", "pkg/index.d.cts"];

/**
 * With this first line, Chromium compiles all functions of the file off the main thread while it loads, and not each one at its
 * first call. Nearly all of them are called before the first gate opens. `npm run bench` shows the gain, above all on a slow
 * processor.
 */
const COMPILED_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

/** Properties that only the parts of the entry use with each other: no page, adapter, inspector or Rust code reads them. They are shortened. */
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
    // Not minified by terser for `require`: it would remove the code by which Node finds the exported names.
    const minified = format === "cjs" ? { code, map } : await minifyModule(code, map);
    refuseLostAssets(inputs, minified.code, output);
    if (format === "cjs") writeFileSync(join(root, output), code);
    else writeMapped(join(root, output), minified, COMPILED_AT_ONCE);
  }
  const [types, typesOfRequire] = TYPES;
  copyFileSync(join(root, types), join(root, typesOfRequire));
}

/** Returns esbuild's options. Imports of `./wasm/` and `./dist/` are left as they are, because they are relative to the output already. */
const optionsOf = (format) => ({
  // For `import`, terser shortens the local names, for which it needs the long ones.
  minify: format === "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  ...shortNames(INTERNAL),
  format,
  platform: format === "cjs" ? "node" : "browser",
  external: ["./wasm/*", "./dist/*"],
});

/** Returns the source map with the sources as they are written, and not with shortened properties. */
function withSources(map) {
  const parts = JSON.parse(map);
  const sourcesContent = parts.sources.map((path) => readFileSync(join(root, "pkg", path), "utf8"));
  return JSON.stringify({ ...parts, sourcesContent });
}

/** Fails if a minifier has changed a literal `new URL("…", import.meta.url)`, by which bundlers find the WebAssembly. */
function refuseLostAssets(sources, code, output) {
  const remaining = new Set(assetsIn(code));
  const lost = sources
    .flatMap((path) => assetsIn(readFileSync(join(root, path), "utf8")))
    .find((asset) => !remaining.has(asset));
  if (lost) throw new StepFailed(`${output} lost new URL("${lost}", import.meta.url).`);
}

function assetsIn(code) {
  return [...code.matchAll(ASSET)].map((match) => match[1]);
}
