// The package's subpaths: `platform-session/react` and so on. One without its source is left out.

import { basename } from "node:path";

/** Brotli -q 11, of the module as it is shipped. */
const ADAPTER_BYTES = 2048;
/** The limit of adapters that need more for the same: a component of their own around what is kept, or templates that are made by hand. */
const LARGER_ADAPTER_BYTES = 2176;

const SVELTE_COMPONENTS = ["Gate", "IdentityBoundary", "SignedIn", "Anew", "Marked"].map(
  (name) => `${name}.svelte`,
);

/**
 * `commonjs`: a Jest of default configuration, or a server that says `require`, may load it: it comes as `.cjs` too.
 * `copies`: files that are shipped as they are, beside the bundle, which may import them.
 * `root`: by what path it imports the root, where that is not to depend on the conditions that a tool resolves with.
 * `beside`: the subpath that it imports by its file, and not by its name, for pages without a bundler and without an import map.
 * `isScript`: a classic script, with the root inside.
 */
export const SUBPATHS = [
  subpath("react", { commonjs: true, budgetBytes: ADAPTER_BYTES }),
  subpath("vue", { commonjs: true, budgetBytes: LARGER_ADAPTER_BYTES }),
  subpath("svelte", { budgetBytes: ADAPTER_BYTES, copies: SVELTE_COMPONENTS }),
  subpath("solid", { commonjs: true, budgetBytes: ADAPTER_BYTES }),
  subpath("angular", { budgetBytes: LARGER_ADAPTER_BYTES }),
  subpath("angular/router", { budgetBytes: 1024 }),
  subpath("elements", { commonjs: true, budgetBytes: 2176, copies: ["elements.css"] }),
  subpath("errors", { commonjs: true, budgetBytes: 1024 }),
  subpath("data", { commonjs: true, budgetBytes: 1024 }),
  subpath("reauthentication", { commonjs: true, budgetBytes: 700 }),
  subpath("sign-in", { commonjs: true, budgetBytes: 480 }),
  // 128 of these are for the focus, which the form leaves to what is around it, and 64 for texts that are refused.
  subpath("sign-in-form", { commonjs: true, budgetBytes: 5376 }),
  subpath("session-notices", { commonjs: true, budgetBytes: 1984, beside: "sign-in-form" }),
  subpath("server", { commonjs: true }),
  subpath("testing", { commonjs: true }),
  subpath("testing/react", { commonjs: true, budgetBytes: 800 }),
  subpath("inspector", { budgetBytes: 16_384 }),
  subpath("openfeature", { commonjs: true, budgetBytes: 1024 }),
  subpath("vite", { commonjs: true }),
  subpath("inline", { root: "../index.js" }),
  subpath("script", { isScript: true }),
];

function subpath(name, { copies = [], ...rest }) {
  const folder = `pkg/adapters/${name}`;
  return {
    name,
    source: `${folder}/${basename(name)}.ts`,
    types: `${folder}/index.d.ts`,
    output: name.replace("/", "-"),
    copies: copies.map((copy) => `${folder}/${copy}`),
    ...rest,
  };
}
