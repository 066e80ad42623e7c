// Bundles the page of the bench, and serves the shipped files of the package beside it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageDirectory } from "../../../scripts/run/project.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE_FILES = ["index.js", "wasm/platform_session_bg.wasm"];

/** Returns the served files, by path. */
export async function bundle() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [`${HERE}page/main.js`],
    outdir: HERE,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    external: ["/pkg/*"],
    // The adapters of the package import React from here.
    nodePaths: [`${HERE}node_modules`],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    write: false,
  });
  return new Map([
    [
      "/",
      '<!doctype html><meta charset="utf-8"><title>Bench</title><script type="module" src="/main.js"></script>',
    ],
    ...outputFiles.map(({ path, contents }) => [`/${path.slice(HERE.length)}`, Buffer.from(contents)]),
    ...PACKAGE_FILES.map((path) => [`/pkg/${path}`, readFileSync(`${packageDirectory}/${path}`)]),
  ]);
}
