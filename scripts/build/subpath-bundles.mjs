// What is bundled into pkg/dist/: one minified module for each subpath, with its types.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";
import { minifyModule } from "./minify.mjs";
import { SUBPATHS } from "./subpaths.mjs";

const DIST = join(root, "pkg/dist");

/** A directive is the first line of what is bundled, as it is of the source ("use client"). */
const DIRECTIVE = /^"use \w+";\n/m;

/**
 * Bundles every subpath whose source is there, and puts its types beside it. Frameworks, and the package itself, stay
 * imports by name.
 */
export async function bundleSubpaths() {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
  for (const subpath of SUBPATHS) {
    if (existsSync(join(root, subpath.source))) await bundleSubpath(subpath);
  }
}

async function bundleSubpath({ source, output, commonjs, copies, root: path }) {
  const write = (extension, code) => writeFileSync(join(DIST, output + extension), code);
  const [directive] = DIRECTIVE.exec(readFileSync(join(root, source), "utf8")) ?? [""];
  const withDirective = (code) => directive + code.replace(directive.trim(), "");
  const left = copies.map((path) => `./${basename(path)}`);
  const alias = path && { alias: { "platform-session": path }, external: [path] };

  const { code } = await minifyModule(await bundle(source, { format: "esm", external: left, ...alias }));
  write(".js", withDirective(code));
  const types = readFileSync(join(root, source.replace(/\.js$/, ".d.ts")), "utf8");
  write(".d.ts", types);
  if (commonjs) {
    // No second minifier: it would take away what tells Node which names are exported.
    write(".cjs", withDirective(await bundle(source, { format: "cjs", platform: "node", external: left })));
    write(".d.cts", types);
  }
  for (const path of copies) copyFileSync(join(root, path), join(DIST, basename(path)));
}

async function bundle(source, options) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(root, source)],
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    minify: true,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    write: false,
    loader: { ".wasm": "binary" },
    ...options,
  }).catch((error) => {
    throw new StepFailed(error.message);
  });
  return outputFiles[0].text;
}
