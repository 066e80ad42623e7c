// Every JavaScript file that is shipped: bundled by esbuild, and minified by terser, which saves some more.

import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

/**
 * Bundles `source` as what will lie at `outfile`; both are paths in the project, and nothing is written.
 * @param {string} source
 * @param {string} outfile
 * @param {import("esbuild").BuildOptions} [options]
 */
export async function bundle(source, outfile, options) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, source)],
    outfile,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    // The oldest browsers that `docs/deploying.md` names.
    target: ["chrome103", "firefox100", "safari16"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    metafile: true,
    sourcemap: "external",
    write: false,
    ...options,
  }).catch((error) => {
    throw new StepFailed(error.message);
  });
  const [map, code] = outputFiles.map(({ text }) => text);
  return { code, map, inputs: Object.keys(metafile?.inputs ?? {}) };
}

/**
 * Minifies what esbuild has made. Assumes only that no code calls `new` on a `function` expression: these become arrow functions.
 * `map`: the source map of `source`, to be carried on.
 */
export async function minifyModule(source, map = undefined) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { minify } = await import("terser");
  return await minify(source, {
    module: true,
    toplevel: true,
    ecma: 2022,
    // These gave the fewest bytes after Brotli.
    compress: {
      passes: 5,
      unsafe_arrows: true,
      inline: 1,
      lhs_constants: false,
      sequences: false,
      hoist_funs: true,
    },
    format: { comments: false },
    sourceMap: map && { content: map, includeSources: true },
  });
}

/**
 * Writes `code` with its map beside it, the sources inside: they are not in the package themselves. `before`: lines that come before what
 * the map is of.
 * @param {string} path
 * @param {{ code: string, map: string }} minified
 */
export function writeMapped(path, { code, map }, before = "") {
  const file = basename(path);
  const parts = JSON.parse(map);
  const mappings = ";".repeat(before.split("\n").length - 1) + parts.mappings;
  writeFileSync(`${path}.map`, JSON.stringify({ ...parts, file, mappings }));
  writeFileSync(path, `${before}${code}\n//# sourceMappingURL=${file}.map\n`);
}
