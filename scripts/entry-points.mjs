// What is bundled into the package's own JavaScript: one minified module from the small files of the root, and one of each
// subpath, in pkg/dist/.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { minifyModule } from "./minify.mjs";
import { privateNames } from "./private-names.mjs";
import { root } from "./project.mjs";
import { StepFailed } from "./run.mjs";
import { SUBPATHS } from "./subpaths.mjs";

/** The root's sources, and the generated files that the package exports: for `import`, and for `require`. */
export const ENTRY_POINTS = [
  { entry: "pkg/entry/index.js", output: "pkg/index.js", format: /** @type {const} */ ("esm") },
  { entry: "pkg/entry/inert.js", output: "pkg/index.cjs", format: /** @type {const} */ ("cjs") },
];

/** What is hand-written for `import` serves `require` too. */
const TYPES = ["pkg/index.d.ts", "pkg/index.d.cts"];

const ASSET = /new URL\("(\.[^"]+)",\s*import\.meta\.url\)/g;

/** Where the subpaths are bundled to. */
const DIST = "pkg/dist";

/** Bundles the root. */
export async function bundleEntryPoints() {
  for (const { entry, output, format } of ENTRY_POINTS) {
    const { code, map, inputs } = await bundle(entry, format);
    // No second minifier for `require`: it would take away what tells Node which names are exported.
    const minified = format === "cjs" ? code : (await minifyModule(code, map)).code;
    refuseLostAssets(inputs, minified, output);
    writeFileSync(join(root, output), minified);
  }
  const [types, typesOfRequire] = TYPES;
  copyFileSync(join(root, types), join(root, typesOfRequire));
}

/**
 * Bundles an entry point; not minified to the end yet. Paths under `./wasm/` are relative to the output already, and stay
 * as they are written.
 */
export async function bundle(entry, format = /** @type {"esm" | "cjs"} */ ("esm")) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, entry)],
    outfile: "index.js",
    absWorkingDir: root,
    bundle: true,
    minify: true,
    mangleProps: privateNames(),
    format,
    platform: format === "cjs" ? "node" : "browser",
    target: "es2022",
    charset: "utf8",
    external: ["./wasm/*"],
    legalComments: "none",
    logLevel: "silent",
    metafile: true,
    sourcemap: "external",
    write: false,
  }).catch((error) => {
    throw new StepFailed(error.message);
  });
  const [map, code] = outputFiles.map(({ text }) => text);
  return { code, map, inputs: Object.keys(metafile.inputs) };
}

/**
 * Bundles every subpath whose source is there, and puts its types beside it. Frameworks, and the package itself, stay
 * imports by name. A directive of the source ("use client") stays the first line.
 */
export async function bundleSubpaths() {
  const { build } = await import("esbuild");
  rmSync(join(root, DIST), { recursive: true, force: true });
  mkdirSync(join(root, DIST), { recursive: true });
  for (const { source, output, commonjs, copies = [] } of SUBPATHS) {
    if (!existsSync(join(root, source))) continue;
    const bundled = async (options) => {
      const { outputFiles } = await build({
        entryPoints: [join(root, source)],
        absWorkingDir: root,
        bundle: true,
        packages: "external",
        external: copies.map((path) => `./${basename(path)}`),
        minify: true,
        target: "es2022",
        charset: "utf8",
        legalComments: "none",
        logLevel: "silent",
        write: false,
        ...options,
      }).catch((error) => {
        throw new StepFailed(error.message);
      });
      return outputFiles[0].text;
    };
    const write = (extension, code) => writeFileSync(join(root, DIST, output + extension), code);
    const [directive] = readFileSync(join(root, source), "utf8").match(/^"use \w+";\n/m) ?? [""];
    const withDirective = (code) => directive + code.replace(directive.trim(), "");
    const { code } = await minifyModule(await bundled({ format: "esm" }));
    write(".js", withDirective(code));
    // No second minifier: it would take away what tells Node which names are exported.
    if (commonjs) write(".cjs", withDirective(await bundled({ format: "cjs", platform: "node" })));
    const types = readFileSync(join(root, source.replace(/\.js$/, ".d.ts")), "utf8");
    write(".d.ts", types);
    if (commonjs) write(".d.cts", types);
    for (const path of copies) copyFileSync(join(root, path), join(root, DIST, basename(path)));
  }
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
