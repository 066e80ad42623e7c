// The app of Next, built by webpack, and in the development server, each in a folder of its own.

import { cpSync, writeFileSync } from "node:fs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { signsInAndOut } from "./support/behaviour.mjs";
import { folderOf } from "./support/bundlers.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, repository } from "./support/places.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const NEXT = `${frameworks}next/dist/bin/next`;
const env = { NEXT_TELEMETRY_DISABLED: "1" };
const BUILD_MS = 60_000;
const root = JSON.stringify(repository);

/** Copies the app into a folder that finds the same packages. `rewrites`: the code of Next's option of that name. */
function copyOf(name, rewrites = "[]") {
  const cwd = folderOf(name);
  for (const part of ["app", "tsconfig.json"])
    cpSync(`${examples}next/${part}`, cwd + part, { recursive: true });
  const config = `{ turbopack: { root: ${root} }, outputFileTracingRoot: ${root}, rewrites: async () => ${rewrites} }`;
  writeFileSync(`${cwd}next.config.mjs`, `export default ${config};\n`);
  return cwd;
}

/** Starts `next start` or `next dev`, as `kind` says, in `cwd`, and calls `run` with its origin. */
async function withServer(kind, { cwd, deployment }, run) {
  const commandArguments = (port) => [NEXT, kind, "--hostname", "127.0.0.1", "--port", String(port)];
  const PLATFORM_ORIGIN = deployment.origin;
  const app = await startServer(commandArguments, { cwd, env: { ...env, PLATFORM_ORIGIN } });
  try {
    await run(app.origin);
  } finally {
    await app.stop();
  }
}

test(
  "Next builds the app with webpack",
  scenario(async ({ context, watch, another }) => {
    await installConsumers();
    const cwd = copyOf("Next with webpack");
    await command(process.execPath, [NEXT, "build", "--webpack"], { cwd, env });
    const deployment = await another("bare", ["--bearer", "cookie"]);
    await withServer("start", { cwd, deployment }, async (app) => {
      const front = await startFront({ deployment: deployment.origin, app });
      const needs = { inlineScripts: true, html: true };
      try {
        await signsInAndOut("Next, with webpack", { context, watch, origin: front.origin, needs });
      } finally {
        await front.stop();
      }
    });
  }),
);

test(
  "Next's development server serves the app",
  scenario(async ({ context, watch, another }) => {
    await installConsumers();
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const destination = `${deployment.origin}/api/:path*`;
    // The browser talks to Next directly: the page needs Next's WebSocket, which the front does not pass on.
    const cwd = copyOf("Next in development", JSON.stringify([{ source: "/api/:path*", destination }]));
    await withServer("dev", { cwd, deployment }, async (origin) => {
      // Next builds a page at its first request, for which a test of the page would not wait long enough.
      for (const path of ["/reports", "/sign-in"]) {
        const isBuilt = async () => (await fetch(origin + path)).ok;
        await until(`Next to build ${path}`, isBuilt, { timeoutMs: BUILD_MS, everyMs: 500 });
      }
      await signsInAndOut("Next, in development", { context, watch, origin, needs: null });
    });
  }),
);
