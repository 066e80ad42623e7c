// The app of Next once more, as its other bundler builds it, and as it is developed: in folders of their own.

import { cpSync, writeFileSync } from "node:fs";
import { stage } from "../e2e/support/stage.mjs";
import { signsInAndOut } from "./support/behaviour.mjs";
import { folderOf } from "./support/bundlers.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const NEXT = `${consumers}node_modules/next/dist/bin/next`;
const env = { NEXT_TELEMETRY_DISABLED: "1" };
const root = JSON.stringify(consumers);

const { scenario } = stage();

/** A copy of the app's folder, which finds the packages all the same. */
function copyOf(name) {
  const cwd = folderOf(name);
  for (const part of ["app", "tsconfig.json"])
    cpSync(`${consumers}next/${part}`, cwd + part, { recursive: true });
  const config = `export default { turbopack: { root: ${root} }, outputFileTracingRoot: ${root} };\n`;
  writeFileSync(`${cwd}next.config.mjs`, config);
  return cwd;
}

/** Runs Next's server of this kind in `cwd`, with one address in front of it and of the deployment. */
async function served(kind, cwd, deployment, run) {
  const commandArguments = (port) => [NEXT, kind, "--hostname", "127.0.0.1", "--port", String(port)];
  const app = await startServer(commandArguments, {
    cwd,
    env: { ...env, PLATFORM_ORIGIN: deployment.origin },
  });
  const front = await startFront({ deployment: deployment.origin, app: app.origin });
  try {
    await run(front.origin);
  } finally {
    await Promise.all([app.stop(), front.stop()]);
  }
}

scenario("Next builds the app with webpack, too", async ({ context, watch, another }) => {
  await installConsumers();
  const cwd = copyOf("Next with webpack");
  await command(process.execPath, [NEXT, "build", "--webpack"], { cwd, env });
  const deployment = await another("bare", ["--bearer", "cookie"]);
  const needs = { inlineScripts: true, html: true };
  await served("start", cwd, deployment, (origin) =>
    signsInAndOut("Next, with webpack", { context, watch, origin, needs }),
  );
});

scenario("Next serves the app as it is developed", async ({ context, watch, another }) => {
  await installConsumers();
  const deployment = await another("bare", ["--bearer", "cookie"]);
  await served("dev", copyOf("Next in development"), deployment, (origin) =>
    signsInAndOut("Next, in development", { context, watch, origin, needs: null }),
  );
});
