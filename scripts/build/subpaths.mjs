// The list of the package's subpaths (`platform-session/react` and so on), with the size budget of each.

import { basename } from "node:path";

/** Budgets are bytes of the shipped module, compressed with Brotli (-q 11). */
const ADAPTER_BYTES = 2048;
/** The budget of adapters that need more code: Vue's has a component of its own around kept content, Angular's renders its templates by hand. */
const LARGER_ADAPTER_BYTES = 2176;

const SVELTE_COMPONENTS = ["Gate", "IdentityBoundary", "SignedIn", "Anew", "Marked"].map(
  (name) => `${name}.svelte`,
);

/**
 * `commonjs`: it is shipped as `.cjs`, too, for Jest's default configuration and for servers with `require`.
 * `copies`: files that are shipped unchanged beside the bundle, which may import them.
 * `root`: the path by which it imports the root, where the import must not depend on a tool's export conditions.
 * `beside`: a subpath that it imports by file and not by name, for pages without a bundler and without an import map.
 * `isScript`: it is a classic script, with the root inside.
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
  // This includes 128 bytes for moving the focus out of the form, and 64 for refusing wrong texts.
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
