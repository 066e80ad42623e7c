// Svelte's own compiler, for the components of the tests and for those that the package ships as source.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { examples } from "../../consumers/support/places.mjs";

const requireFramework = createRequire(`${examples}package.json`);

/** A plugin of esbuild that compiles Svelte. `experimental`: as in a Svelte configuration. */
const compiling = (experimental) => ({
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

export const svelte = compiling({});
export const svelteAsync = compiling({ async: true });
