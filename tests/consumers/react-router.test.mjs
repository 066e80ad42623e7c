import { leavesLastAddress } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { passesResponsesOn, renderedBehaviour } from "./support/rendered.mjs";

const TOOL = `${frameworks}@react-router/dev/bin.js`;
const SERVER = `${frameworks}@react-router/serve/bin.js`;
const cwd = `${examples}react-router`;

const test = renderedBehaviour("React Router", {
  needs: { inlineScripts: true, html: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [TOOL, "build"], { cwd });
  },
  commandArguments: () => [SERVER, "build/server/index.js"],
});

passesResponsesOn(test);
dataBehaviour("React Router's loaders", test.serve, {
  libraries: ["Agents"],
  path: "/agents",
  isRendered: true,
});

leavesLastAddress(test);
