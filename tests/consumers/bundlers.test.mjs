// One page, made by each bundler with no configuration for this package, and driven in Chromium under a strict policy.

import { stage } from "../e2e/support/stage.mjs";
import { BUNDLERS, folderOf } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { servedUnder } from "./support/policy.mjs";

/** They leave a file behind that a module names by its address: their users import `platform-session/inline`. */
const WITHOUT_ASSETS = ["esbuild", "Rollup"];
/** Its page begins with an import map of its own making, which a strict policy forbids. */
const WITHOUT_POLICY = ["Parcel"];

const { scenario } = stage();

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  const entry = WITHOUT_ASSETS.includes(name) ? "inline" : "main";
  scenario(`${name} builds a page that signs in and out`, async ({ context, another }) => {
    await installConsumers();
    const folder = folderOf(name);
    await bundle(folder, entry);
    const deployment = await another(folder);
    const page = await context.newPage();
    if (!WITHOUT_POLICY.includes(name)) return drive(page, deployment.origin);
    await servedUnder(null, deployment, ({ origin }) => drive(page, origin));
  });
}
