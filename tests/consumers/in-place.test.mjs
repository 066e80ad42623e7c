// The apps of the guides that show the sign-in form in place of a page. Those with a server are in `next.test.mjs` and `svelte.test.mjs`.

import { once } from "../adapters/support/bundle.mjs";
import { inPlaceBehaviour } from "./support/in-place.mjs";
import { buildWithVite, withPackage } from "./support/served-app.mjs";

for (const app of ["react", "vue", "solid"]) {
  const site = once(() => buildWithVite(app));
  inPlaceBehaviour(app, async (another) => another(await site(), ["--bearer", "cookie"]));
}

const elements = once(() => withPackage("elements", "elements-in-place"));
inPlaceBehaviour("elements", async (another) => another(await elements(), ["--bearer", "cookie"]), {
  keepsAddress: true,
});
