// Bundles an app of the tests with a real framework, as a site of one page, or for Node.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { installFrameworks } from "../../consumers/support/install.mjs";
import { examples, frameworks, repository } from "../../consumers/support/places.mjs";
import { makeSite, SITES } from "./site.mjs";

const APPS = fileURLToPath(new URL("../apps/", import.meta.url));
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Adapter</title>
    <link rel="icon" href="data:," />
    <script type="module" src="./app.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
`;

/**
 * Bundles `tests/adapters/apps/<app>` as a site with one page that runs it, beside the built package. Resolves with the folder of the site.
 * `name`: of that folder. `alias`, `plugins` and `define` are esbuild's; `nodePaths`: folders of packages that go before the frameworks'.
 */
export async function bundleSite(app, { name = app, ...options } = {}) {
  const site = makeSite(name);
  writeFileSync(`${site}index.html`, PAGE);
  await bundle(app, { ...options, outfile: `${site}app.js`, platform: "browser" });
  return site;
}

/** Returns a function that calls `make` at its first call, and always returns that result. */
export function once(make) {
  let result;
  return () => {
    result ??= make();
    return result;
  };
}

/** Bundles an app for Node, and imports the bundle. The options are those of `bundleSite`. */
export async function importBundled(app, { name = app, ...options } = {}) {
  const outfile = `${SITES}${name}.server.mjs`;
  await bundle(app, { ...options, outfile, platform: "node" });
  return import(pathToFileURL(outfile).href);
}

async function bundle(
  app,
  { outfile, platform, alias = {}, plugins = [], define = {}, nodePaths = [], development = true },
) {
  await installFrameworks();
  const isServer = platform === "node";
  await build({
    entryPoints: [APPS + app],
    outfile,
    platform,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: [development ? "development" : "production"],
    define: {
      "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production"),
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
      ...define,
    },
    external: ["/pkg/*", "./wasm/*"],
    // CommonJS parts of a framework load Node's own modules by `require`.
    banner: isServer
      ? { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' }
      : {},
    jsx: "automatic",
    logLevel: "error",
    alias,
    nodePaths: [...nodePaths, frameworks],
    plugins: [builtPackage(isServer), solid(isServer), ...plugins],
  });
}

/** The `alias` that resolves every import of React to its major 18. */
export const react18 = {
  react: `${examples}other-majors/react-18/node_modules/react`,
  "react-dom": `${examples}other-majors/react-18/node_modules/react-dom`,
};

/** A plugin that resolves imports of the package to its built files. In a page the root is not bundled, but loaded from the site. */
const builtPackage = (isServer) => ({
  name: "built-package",
  setup({ onResolve }) {
    onResolve({ filter: /^platform-session$/ }, () =>
      isServer ? { path: `${repository}pkg/index.js` } : { path: "/pkg/index.js", external: true },
    );
    onResolve({ filter: /^platform-session\// }, ({ path }) => ({
      path: `${repository}pkg/dist/${path.slice("platform-session/".length).replace("/", "-")}.js`,
    }));
  },
});

/** A plugin that compiles Solid's JSX, in files with "solid" in their names. */
const solid = (isServer) => ({
  name: "solid",
  setup({ onLoad }) {
    onLoad({ filter: /solid[\w.-]*\.jsx$/ }, async ({ path }) => {
      const require = createRequire(frameworks);
      const { transformAsync } = require("@babel/core");
      const preset = [
        require("babel-preset-solid"),
        { generate: isServer ? "ssr" : "dom", hydratable: true },
      ];
      const { code } = await transformAsync(readFileSync(path, "utf8"), {
        filename: path,
        presets: [preset],
        configFile: false,
        babelrc: false,
      });
      return { contents: code, loader: "js" };
    });
  },
});
