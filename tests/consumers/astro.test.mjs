import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { renderedBehaviour } from "./support/rendered.mjs";

const ASTRO = `${consumers}node_modules/astro/astro.js`;
const cwd = `${consumers}astro`;
const env = { ASTRO_TELEMETRY_DISABLED: "1" };

renderedBehaviour("Astro", {
  needs: { inlineScripts: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [ASTRO, "build"], { cwd, env });
  },
  commandArguments: () => ["dist/server/entry.mjs"],
});
