// Bundles JavaScript with esbuild, and minifies it with terser, because the result is smaller than esbuild's.

import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

/**
 * Bundles `source`, and returns the code and its source map; nothing is written. `outfile` is the path at which the code will be, to which the map
 * is relative. Both are paths in the project.
 * @param {string} source
 * @param {string} outfile
 * @param {import("esbuild").BuildOptions} [options]
 */
export async function bundle(source, outfile, options) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
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
 * Minifies a bundle of esbuild. It turns `function` expressions into arrow functions, so no code may call `new` on one.
 * `map`: the source map of `source`, from which the result's map is made.
 */
export async function minifyModule(source, map = undefined) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
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
 * Writes `code` with its source map beside it. The map contains the sources, which the package does not. `before`: lines that are put before
 * `code`.
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
