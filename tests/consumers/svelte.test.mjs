import { leavesLastAddress } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { inPlaceBehaviour } from "./support/in-place.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { passesResponsesOn, renderedBehaviour } from "./support/rendered.mjs";

const VITE = `${frameworks}vite/bin/vite.js`;
const cwd = `${examples}svelte`;

const test = renderedBehaviour("SvelteKit", {
  needs: { inlineScripts: true, inlineStyles: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [VITE, "build", "--logLevel", "warn"], { cwd });
  },
  commandArguments: (port) => [
    VITE,
    "preview",
    "--host",
    "127.0.0.1",
    "--strictPort",
    "--port",
    String(port),
  ],
});

passesResponsesOn(test);
dataBehaviour("SvelteKit's loaders", test.serve, {
  libraries: ["Agents"],
  path: "/agents",
  isRendered: true,
});
inPlaceBehaviour("SvelteKit", test.serve);

leavesLastAddress(test);
