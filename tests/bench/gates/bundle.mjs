// The pages of the bench as a browser loads them, and the package beside them as it is shipped.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageDirectory } from "../../../scripts/run/project.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const SHIPPED = ["index.js", "wasm/platform_session_bg.wasm"];

/** Returns what is served, by path. */
export async function bundle() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [`${here}page/main.js`],
    outdir: here,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    external: ["/pkg/*"],
    // The adapters of the package find React here.
    nodePaths: [`${here}node_modules`],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    write: false,
  });
  return new Map([
    [
      "/",
      '<!doctype html><meta charset="utf-8"><title>Bench</title><script type="module" src="/main.js"></script>',
    ],
    ...outputFiles.map(({ path, contents }) => [`/${path.slice(here.length)}`, Buffer.from(contents)]),
    ...SHIPPED.map((path) => [`/pkg/${path}`, readFileSync(`${packageDirectory}/${path}`)]),
  ]);
}
