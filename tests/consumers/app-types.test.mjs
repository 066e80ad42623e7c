// The apps of the examples compile with the declarations of the packed package. (Next and Angular check their apps as they build them.)

import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, repository } from "./support/places.mjs";

/** The compilers: TypeScript's reads `.ts` and `.tsx`, those of the frameworks read their components, too. */
const TSC = `${repository}node_modules/.bin/tsc`;
const VUE_TSC = `${frameworks}vue-tsc/bin/vue-tsc.js`;
const SVELTE_CHECK = `${frameworks}svelte-check/bin/svelte-check`;

const ROUTER = `${frameworks}@react-router/dev/bin.js`;
const ASTRO = `${frameworks}astro/astro.js`;
const NUXI = `${frameworks}@nuxt/cli/bin/nuxi.mjs`;
const SVELTE_KIT = `${frameworks}@sveltejs/kit/svelte-kit.js`;

for (const { label, project, generate, check = [TSC, "--project", "."] } of [
  { label: "React", project: "react" },
  { label: "React, with TanStack Router", project: "react-tanstack" },
  { label: "React Router in data mode", project: "react-router-data" },
  { label: "React, with data libraries", project: "data-react" },
  { label: "React, with a dialog of its own", project: "forms-react" },
  { label: "error reporting", project: "error-reporting" },
  { label: "React Router", project: "react-router", generate: [ROUTER, "typegen"] },
  { label: "Solid", project: "solid" },
  { label: "Astro", project: "astro", generate: [ASTRO, "sync"] },
  { label: "Vue", project: "vue", check: [VUE_TSC, "--project", "."] },
  { label: "Vue, with data libraries", project: "data-vue", check: [VUE_TSC, "--project", "."] },
  { label: "Vue, with a dialog of its own", project: "forms-vue", check: [VUE_TSC, "--project", "."] },
  {
    label: "Nuxt",
    project: "vue-nuxt",
    generate: [NUXI, "prepare"],
    check: [VUE_TSC, "--build", "--noEmit"],
  },
  {
    label: "SvelteKit",
    project: "svelte",
    generate: [SVELTE_KIT, "sync"],
    check: [SVELTE_CHECK, "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
  },
]) {
  test(`the app of ${label} compiles with the package's types`, async () => {
    await installConsumers();
    const cwd = examples + project;
    if (generate) await command(process.execPath, generate, { cwd });
    await command(process.execPath, check, { cwd });
  });
}
