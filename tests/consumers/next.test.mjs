import { leavesLastAddress } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { inPlaceBehaviour } from "./support/in-place.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { renderedBehaviour } from "./support/rendered.mjs";

const NEXT = `${frameworks}next/dist/bin/next`;
const cwd = `${examples}next`;
const env = { NEXT_TELEMETRY_DISABLED: "1" };

const test = renderedBehaviour("Next", {
  needs: { inlineScripts: true, html: true },
  cwd,
  env,
  async build() {
    await installConsumers();
    await command(process.execPath, [NEXT, "build"], { cwd, env });
  },
  commandArguments: (port) => [NEXT, "start", "--hostname", "127.0.0.1", "--port", String(port)],
});

dataBehaviour("Server components of Next", test.serve, {
  libraries: ["Agents"],
  path: "/agents",
  isRendered: true,
});
inPlaceBehaviour("Next", test.serve);

leavesLastAddress(test);
