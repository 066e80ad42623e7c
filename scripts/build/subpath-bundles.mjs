// What is bundled into pkg/dist/: one minified module for each subpath, with its types.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/project.mjs";
import { bundle, minifyModule, writeMapped } from "./bundle.mjs";
import { SUBPATHS } from "./subpaths.mjs";

const DIST = join(root, "pkg/dist");

/** A directive is the first line of what is bundled, as it is of the source ("use client"). */
const DIRECTIVE = /^"use \w+";\n/m;

/** The root names it by the path from where the root lies. */
const BESIDE_THE_SCRIPT = {
  name: "beside-the-script",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/without-wasm\.js$/ }, () => ({ path: "./without-wasm.js", external: true })),
};

/**
 * Bundles every subpath that has its source here, and puts its types beside it. Frameworks, and the package itself, stay
 * imports by name.
 */
export async function bundleSubpaths() {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
  for (const subpath of SUBPATHS) {
    if (existsSync(join(root, subpath.source))) await bundleSubpath(subpath);
  }
}

async function bundleSubpath(subpath) {
  const { source, output, commonjs, copies, beside, isScript, root: path } = subpath;
  const rootPath = isScript ? join(root, "pkg/index.js") : path;
  const write = (extension, code) => writeFileSync(join(DIST, output + extension), code);
  const [directive] = DIRECTIVE.exec(readFileSync(join(root, source), "utf8")) ?? [""];
  const withDirective = (code) => directive + code.replace(directive.trim(), "");
  // What the bundle imports: the copies, and the root where it has a path. A script has the root inside.
  const left = [...copies.map((path) => `./${basename(path)}`), ...(path && !isScript ? [path] : [])];
  const besideIt = (extension) =>
    beside ? { [`platform-session/${beside}`]: `./${beside}${extension}` } : {};
  const outfile = `pkg/dist/${output}.js`;
  const shared = {
    packages: /** @type {const} */ ("external"),
    loader: /** @type {const} */ ({ ".wasm": "binary" }),
  };
  const { code, map } = await bundle(source, outfile, {
    ...shared,
    format: isScript ? "iife" : "esm",
    packages: isScript ? "bundle" : "external",
    alias: { ...besideIt(".js"), ...(rootPath && { "platform-session": rootPath }) },
    external: [...left, ...Object.values(besideIt(".js"))],
    plugins: isScript ? [BESIDE_THE_SCRIPT] : [],
  });
  const minified = await minifyModule(code, map);
  writeMapped(join(DIST, `${output}.js`), minified, directive);
  const types = readFileSync(join(root, subpath.types), "utf8");
  write(".d.ts", types);
  if (commonjs) {
    // No second minifier: it would take away what tells Node which names are exported.
    const required = await bundle(source, outfile, {
      ...shared,
      format: "cjs",
      platform: "node",
      alias: besideIt(".cjs"),
      external: [...left, ...Object.values(besideIt(".cjs"))],
    });
    write(".cjs", withDirective(required.code));
    write(".d.cts", types);
  }
  for (const path of copies) copyFileSync(join(root, path), join(DIST, basename(path)));
}
