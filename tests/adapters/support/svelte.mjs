// Plugins of esbuild that compile Svelte: components of the tests, and those that the package ships as source.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { examples } from "../../consumers/support/places.mjs";

const requireFramework = createRequire(`${examples}package.json`);

/** Returns such a plugin. `experimental`: that option of Svelte's compiler. */
const compilerPlugin = (experimental) => ({
  name: "svelte",
  setup({ onLoad, initialOptions }) {
    const generate = initialOptions.platform === "node" ? "server" : "client";
    onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const { compile } = requireFramework("svelte/compiler");
      const options = { filename: path, generate, dev: true, experimental };
      const { js, warnings } = compile(readFileSync(path, "utf8"), options);
      return {
        contents: js.code,
        loader: "js",
        warnings: warnings.map(({ message }) => ({ text: message })),
      };
    });
  },
});

export const svelte = compilerPlugin({});
export const svelteAsync = compilerPlugin({ async: true });
