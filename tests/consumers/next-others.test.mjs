// The app of Next once more, as its other bundler builds it, and as it is developed: in folders of their own.

import { cpSync, writeFileSync } from "node:fs";
import { stage } from "../e2e/support/stage.mjs";
import { signsInAndOut } from "./support/behaviour.mjs";
import { folderOf } from "./support/bundlers.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { freePort, startServer } from "./support/server-of-an-app.mjs";

const NEXT = `${consumers}node_modules/next/dist/bin/next`;
const env = { NEXT_TELEMETRY_DISABLED: "1" };
const root = JSON.stringify(consumers);

const { scenario } = stage();

/** A copy of the app's folder, which finds the packages all the same. `rewrites`: what its server passes on. */
function copyOf(name, rewrites = "[]") {
  const cwd = folderOf(name);
  for (const part of ["app", "tsconfig.json"])
    cpSync(`${consumers}next/${part}`, cwd + part, { recursive: true });
  const config = `{ turbopack: { root: ${root} }, outputFileTracingRoot: ${root}, rewrites: async () => ${rewrites} }`;
  writeFileSync(`${cwd}next.config.mjs`, `export default ${config};\n`);
  return cwd;
}

/** Runs Next's server of this kind in `cwd`. */
async function served(kind, { cwd, port, deployment }, run) {
  const commandArguments = (port) => [NEXT, kind, "--hostname", "127.0.0.1", "--port", String(port)];
  const PLATFORM_ORIGIN = deployment.origin;
  const app = await startServer(commandArguments, { cwd, port, env: { ...env, PLATFORM_ORIGIN } });
  try {
    await run(app.origin);
  } finally {
    await app.stop();
  }
}

scenario("Next builds the app with webpack, too", async ({ context, watch, another }) => {
  await installConsumers();
  const cwd = copyOf("Next with webpack");
  await command(process.execPath, [NEXT, "build", "--webpack"], { cwd, env });
  const deployment = await another("bare", ["--bearer", "cookie"]);
  await served("start", { cwd, deployment }, async (app) => {
    const front = await startFront({ deployment: deployment.origin, app });
    const needs = { inlineScripts: true, html: true };
    try {
      await signsInAndOut("Next, with webpack", { context, watch, origin: front.origin, needs });
    } finally {
      await front.stop();
    }
  });
});

scenario("Next serves the app as it is developed", async ({ context, watch, another }) => {
  await installConsumers();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const deployment = await another("bare", ["--bearer", "cookie", "--allowed-origin", origin]);
  const destination = `${deployment.origin}/api/:path*`;
  // With its own connection to the page, which no front passes on: nothing runs before that is there.
  const cwd = copyOf("Next in development", JSON.stringify([{ source: "/api/:path*", destination }]));
  await served("dev", { cwd, port, deployment }, async () => {
    // It builds a page when that is first asked for, which takes longer than a browser waits here.
    for (const path of ["/reports", "/sign-in"]) await fetch(origin + path);
    await signsInAndOut("Next, in development", { context, watch, origin, needs: null });
  });
});
