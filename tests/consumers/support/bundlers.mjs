// Builds one page with each bundler, without configuration for this package.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { command } from "./command.mjs";
import { loadTool } from "./environment.mjs";
import { consumers, frameworks } from "./places.mjs";
import { policyWith } from "./policy.mjs";

const source = `${consumers}bundled/`;
const require = createRequire(source);
const load = (name) => loadTool(name, require);

/** The paths of the pages that are not at the root of their site. */
export const BASES = { "Vite 8, with `base`": "/app/" };

/** The name under which each major of Vite is installed. */
export const VITES = { "Vite 6": "vite-6", "Vite 7": "vite-7", "Vite 8": "vite" };

/** Functions that build a site in `folder` from the module `entry`, "main" or "inline". */
export const BUNDLERS = {
  async esbuild(folder, entry) {
    const { build } = await load("esbuild");
    const options = { bundle: true, format: "esm", minify: true, outdir: folder, entryNames: "main" };
    await build({ entryPoints: [`${source}${entry}.js`], logLevel: "error", ...options });
    writePage(folder);
  },
  async "esbuild, with a loader for files"(folder) {
    const { build } = await load("esbuild");
    await build({
      entryPoints: [`${source}address.js`],
      ...{ bundle: true, format: "esm", minify: true, logLevel: "error" },
      ...{
        loader: { ".wasm": "file" },
        publicPath: "/assets/",
        outdir: `${folder}assets`,
        entryNames: "main",
      },
    });
    writePage(folder, "assets/main");
  },
  async Rollup(folder, entry) {
    await rollup(folder, entry, []);
  },
  async "Rollup, with import-meta-assets"(folder, entry) {
    const { importMetaAssets } = await load("@web/rollup-plugin-import-meta-assets");
    await rollup(folder, entry, [importMetaAssets()]);
  },
  async webpack(folder, entry) {
    await webpack((await load("webpack")).default, folder, entry);
  },
  async Rspack(folder, entry) {
    await webpack((await load("@rspack/core")).rspack, folder, entry);
  },
  async Parcel(folder, entry) {
    const cwd = `${folder}source/`;
    const page = writePage(cwd, entry, { policy: false });
    copySources(cwd);
    const paths = ["--dist-dir", folder, "--cache-dir", `${folder}.cache`, "--public-url", "./"];
    // Parcel runs as a command, as it reads the package.json of its working directory.
    await command(`${frameworks}.bin/parcel`, ["build", page, "--no-cache", ...paths], { cwd });
  },
  ...Object.fromEntries(
    Object.entries(VITES).map(([name, vite]) => [name, (folder, entry) => viteBuild(vite, folder, entry)]),
  ),
  ...Object.fromEntries(
    Object.entries(BASES).map(([name, base]) => [
      name,
      (folder, entry) => viteBuild("vite", folder, entry, base),
    ]),
  ),
};

/** Starts Vite's development server, which bundles packages before it serves them. Resolves with `{ origin, stop }`. */
export async function startVite(name, deployment, folder) {
  const { createServer } = await load(name);
  writePage(folder, "main", { policy: false });
  copySources(folder);
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "error",
    cacheDir: `${folder}.vite`,
    server: {
      host: "127.0.0.1",
      port: 0,
      proxy: { "/api": deployment },
      headers: { "content-security-policy": policyWith() },
    },
  });
  await server.listen();
  return {
    origin: `http://127.0.0.1:${server.httpServer.address().port}`,
    stop: () => server.close(),
  };
}

/** Returns the HTML that Vite's development server makes of a page with this head. */
export async function htmlOfVite(name, base, head) {
  const { createServer } = await load(name);
  const root = folderOf(`html of ${name}`);
  const settings = { root, base, configFile: false, logLevel: "error", appType: "custom" };
  const server = await createServer({ ...settings, server: { middlewareMode: true, ws: false } });
  const html = await server.transformIndexHtml("/index.html", `<!doctype html><head>${head}</head>`);
  await server.close();
  // Vite's own script is not of the head.
  return html.replace(/<script.*?<\/script>/s, "");
}

/** Makes an empty folder of this name, from which tools find the installed packages, and returns its path. */
export function folderOf(name) {
  const folder = `${consumers}bundled/dist/${name.replaceAll(/\W+/g, "-")}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes the page, which loads `entry`, and returns its path. */
function writePage(folder, entry = "main", { policy = true } = {}) {
  mkdirSync(folder, { recursive: true });
  const strict = `<meta http-equiv="Content-Security-Policy" content="${policyWith()}" />`;
  const page = readFileSync(`${source}index.html`, "utf8")
    .replace("./main.js", `./${entry}.js`)
    .replace('<meta charset="utf-8" />', (charset) => (policy ? `${charset}\n    ${strict}` : charset));
  writeFileSync(`${folder}index.html`, page);
  return `${folder}index.html`;
}

function copySources(folder) {
  for (const name of ["main.js", "inline.js", "page.js"]) copyFileSync(source + name, folder + name);
}

async function rollup(folder, entry, plugins) {
  const { rollup } = await load("rollup");
  const { nodeResolve } = await load("@rollup/plugin-node-resolve");
  const bundle = await rollup({
    input: `${source}${entry}.js`,
    plugins: [nodeResolve({ browser: true }), ...plugins],
  });
  await bundle.write({ dir: folder, format: "es", entryFileNames: "main.js" });
  await bundle.close();
  writePage(folder);
}

async function webpack(compile, folder, entry) {
  const stats = await new Promise((resolve, reject) =>
    compile(
      {
        mode: "production",
        context: source,
        entry: `./${entry}.js`,
        output: { path: folder, filename: "main.js" },
      },
      (error, stats) => (error ? reject(error) : resolve(stats)),
    ),
  );
  if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
  writePage(folder);
}

async function viteBuild(name, folder, entry, base = "/") {
  const { build } = await load(name);
  writePage(`${folder}source/`, entry);
  copySources(`${folder}source/`);
  await build({
    root: `${folder}source/`,
    base,
    configFile: false,
    logLevel: "error",
    build: { outDir: folder + base.slice(1), emptyOutDir: false },
  });
}
