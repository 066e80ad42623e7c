import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { renderedBehaviour } from "./support/rendered.mjs";

const NUXT = `${consumers}node_modules/nuxt/bin/nuxt.mjs`;
const cwd = `${consumers}vue-nuxt`;

renderedBehaviour("Nuxt", {
  needs: { inlineScripts: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [NUXT, "build"], { cwd });
  },
  commandArguments: () => [".output/server/index.mjs"],
});
