// Bundles the subpaths into pkg/dist/: one minified module each, with its types.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/project.mjs";
import { bundle, minifyModule, writeMapped } from "./bundle.mjs";
import { SUBPATHS } from "./subpaths.mjs";

const DIST = join(root, "pkg/dist");

/** Matches a directive in the source ("use client"). It must be the first line of the bundle. */
const DIRECTIVE = /^"use \w+";\n/m;

/** Plugin for a classic script, which has the root inside: `without-wasm.js`, which the root imports, is beside the script. */
const BESIDE_THE_SCRIPT = {
  name: "beside-the-script",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/without-wasm\.js$/ }, () => ({ path: "./without-wasm.js", external: true })),
};

/**
 * Bundles every subpath that has a source, and puts its types beside it. Frameworks, and the package itself, are imported by
 * name.
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
  // Files that the bundle imports: the copies, and the root where it has a path. A script has the root inside.
  const external = [...copies.map((path) => `./${basename(path)}`), ...(path && !isScript ? [path] : [])];
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
    external: [...external, ...Object.values(besideIt(".js"))],
    plugins: isScript ? [BESIDE_THE_SCRIPT] : [],
  });
  const minified = await minifyModule(code, map);
  writeMapped(join(DIST, `${output}.js`), minified, directive);
  const types = readFileSync(join(root, subpath.types), "utf8");
  write(".d.ts", types);
  if (commonjs) {
    // Not minified by terser: it would remove the code by which Node finds the exported names.
    const required = await bundle(source, outfile, {
      ...shared,
      format: "cjs",
      platform: "node",
      alias: besideIt(".cjs"),
      external: [...external, ...Object.values(besideIt(".cjs"))],
    });
    write(".cjs", withDirective(required.code));
    write(".d.cts", types);
  }
  for (const path of copies) copyFileSync(join(root, path), join(DIST, basename(path)));
}
