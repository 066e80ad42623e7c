// The apps are typed: against the declarations that were packed. (Next and Angular check their own at build.)

import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, repository } from "./support/places.mjs";

/** TypeScript reads what stands in `.ts` and `.tsx`; what stands in components, the tools of their frameworks read. */
const TSC = `${repository}node_modules/.bin/tsc`;
const VUE_TSC = `${frameworks}vue-tsc/bin/vue-tsc.js`;
const SVELTE_CHECK = `${frameworks}svelte-check/bin/svelte-check`;

const ROUTER = `${frameworks}@react-router/dev/bin.js`;
const ASTRO = `${frameworks}astro/astro.js`;
const NUXI = `${frameworks}@nuxt/cli/bin/nuxi.mjs`;
const SVELTE_KIT = `${frameworks}@sveltejs/kit/svelte-kit.js`;

for (const { what, project, generate, check = [TSC, "--project", "."] } of [
  { what: "React", project: "react" },
  { what: "React, with TanStack Router", project: "react-tanstack" },
  { what: "React Router in data mode", project: "react-router-data" },
  { what: "React, with data libraries", project: "data-react" },
  { what: "React, with a dialog of its own", project: "forms-react" },
  { what: "error reporting", project: "error-reporting" },
  { what: "React Router", project: "react-router", generate: [ROUTER, "typegen"] },
  { what: "Solid", project: "solid" },
  { what: "Astro", project: "astro", generate: [ASTRO, "sync"] },
  { what: "Vue", project: "vue", check: [VUE_TSC, "--project", "."] },
  { what: "Vue, with data libraries", project: "data-vue", check: [VUE_TSC, "--project", "."] },
  { what: "Vue, with a dialog of its own", project: "forms-vue", check: [VUE_TSC, "--project", "."] },
  { what: "Nuxt", project: "vue-nuxt", generate: [NUXI, "prepare"], check: [VUE_TSC, "--build", "--noEmit"] },
  {
    what: "SvelteKit",
    project: "svelte",
    generate: [SVELTE_KIT, "sync"],
    check: [SVELTE_CHECK, "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
  },
]) {
  test(`the types of the app of ${what} hold`, async () => {
    await installConsumers();
    const cwd = examples + project;
    if (generate) await command(process.execPath, generate, { cwd });
    await command(process.execPath, check, { cwd });
  });
}
