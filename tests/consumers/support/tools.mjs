// Every tool that a test in `tests/consumers` builds or runs with. The table in docs/bundlers.md has a row for each, made of this entry and of the
// record of its test (`seen.mjs`).

/**
 * `packages`: the packages with versions that count. `test`: the file in `tests/consumers/` that drives the tool. `app`: the folder in
 * `examples/` with the app that the tool builds. `isUnbuilt`: no tool builds that app; Vite only serves its files, and the app's Vite
 * configuration does not count as part of it. `how`: what a user of the tool has to do, if anything.
 */
export const TOOLS = {
  esbuild: {
    packages: ["esbuild"],
    test: "bundlers",
    how: "import [`platform-session/inline`](#platform-sessioninline): esbuild copies no file that a module names by its address",
  },
  "esbuild, with a loader for files": {
    packages: ["esbuild"],
    test: "bundlers",
    how: "`--loader:.wasm=file`, and [the address](#the-file-at-an-address-of-your-own)",
  },
  Rollup: {
    packages: ["rollup"],
    test: "bundlers",
    how: "import [`platform-session/inline`](#platform-sessioninline), or add the plugin of the next row",
  },
  "Rollup, with import-meta-assets": {
    packages: ["rollup", "@web/rollup-plugin-import-meta-assets"],
    test: "bundlers",
  },
  webpack: { packages: ["webpack"], test: "bundlers" },
  Rspack: { packages: ["@rspack/core"], test: "bundlers" },
  Parcel: {
    packages: ["parcel"],
    test: "bundlers",
    how: "allow the import map that Parcel puts into the page, by its hash",
  },
  "Vite 6": { packages: ["vite-6"], test: "bundlers" },
  "Vite 7": { packages: ["vite-7"], test: "bundlers" },
  "Vite 8": { packages: ["vite"], test: "bundlers" },
  "Vite 8, with `base`": { packages: ["vite"], test: "bundlers" },
  "Vite 6, in development": { packages: ["vite-6"], test: "development" },
  "Vite 7, in development": { packages: ["vite-7"], test: "development" },
  "Vite 8, in development": { packages: ["vite"], test: "development" },
  "React with Vite": { packages: ["react", "react-router", "vite"], test: "react", app: "react" },
  "React with TanStack Router": {
    packages: ["react", "@tanstack/react-router", "vite"],
    test: "react-tanstack",
    app: "react-tanstack",
  },
  "Preact, through preact/compat": {
    packages: ["preact", "react-router", "vite"],
    test: "react-preact",
    app: "react",
    how: "[the alias](react.md#preact) that Preact's own guide names, of `react` and of `react-dom`",
  },
  "React Router": { packages: ["react-router", "react"], test: "react-router", app: "react-router" },
  Next: { packages: ["next", "react"], test: "next", app: "next" },
  "Next, with webpack": { packages: ["next", "react"], test: "next-others", app: "next" },
  "Next, in development": { packages: ["next", "react"], test: "next-others", app: "next" },
  Vue: { packages: ["vue", "vue-router", "vite"], test: "vue", app: "vue" },
  Nuxt: { packages: ["nuxt", "vue"], test: "vue-nuxt", app: "vue-nuxt" },
  SvelteKit: { packages: ["@sveltejs/kit", "svelte", "vite"], test: "svelte", app: "svelte" },
  Solid: { packages: ["solid-js", "@solidjs/router", "vite"], test: "solid", app: "solid" },
  Angular: {
    packages: ["@angular/core", "@angular/build"],
    test: "angular",
    app: "angular",
    how: "name the WebAssembly in `assets`: [Angular](angular.md#the-session)",
  },
  "TanStack Query, in React": {
    packages: ["@tanstack/react-query", "react", "vite"],
    test: "data-react",
    app: "data-react",
  },
  SWR: { packages: ["swr", "react", "vite"], test: "data-react", app: "data-react" },
  "Apollo Client": { packages: ["@apollo/client", "react", "vite"], test: "data-react", app: "data-react" },
  "RTK Query": { packages: ["@reduxjs/toolkit", "react", "vite"], test: "data-react", app: "data-react" },
  "TanStack Query, in Vue": {
    packages: ["@tanstack/vue-query", "vue", "vite"],
    test: "data-vue",
    app: "data-vue",
  },
  "Pinia Colada": { packages: ["@pinia/colada", "vue", "vite"], test: "data-vue", app: "data-vue" },
  Astro: { packages: ["astro", "@astrojs/node"], test: "astro", app: "astro" },
  "Bun, on a server": { packages: ["bun"], test: "server-runtimes", app: "server" },
  "Deno, on a server": { packages: ["deno"], test: "server-runtimes", app: "server" },
  "Elements, without a tool": { packages: [], test: "elements", app: "elements", isUnbuilt: true },
  "An import map": {
    packages: [],
    test: "import-map",
    app: "import-map",
    isUnbuilt: true,
    how: "[an import map](#an-import-map), which the policy allows by its hash",
  },
  "A script tag": { packages: [], test: "script", app: "script", isUnbuilt: true },
  "Vitest with jsdom": {
    packages: ["vitest", "jsdom"],
    test: "recipes",
    app: "testing/vitest",
  },
  "Vitest with happy-dom": {
    packages: ["vitest", "happy-dom"],
    test: "recipes",
    app: "testing/vitest",
  },
  Jest: {
    packages: ["jest", "jest-environment-jsdom"],
    test: "recipes",
    app: "testing/jest",
  },
  Storybook: { packages: ["storybook"], test: "recipes", app: "testing/storybook" },
  Playwright: {
    packages: ["@playwright/test"],
    test: "recipes",
    app: "testing/playwright",
    isUnbuilt: true,
  },
};
