import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { handsOnAnswers, renderedBehaviour } from "./support/rendered.mjs";

const TOOL = `${consumers}node_modules/@react-router/dev/bin.js`;
const SERVER = `${consumers}node_modules/@react-router/serve/bin.js`;
const cwd = `${consumers}react-router`;

const test = renderedBehaviour("React Router", {
  needs: { inlineScripts: true, html: true },
  cwd,
  async build() {
    await installConsumers();
    await command(process.execPath, [TOOL, "build"], { cwd });
  },
  commandArguments: () => [SERVER, "build/server/index.js"],
});

handsOnAnswers(test);
