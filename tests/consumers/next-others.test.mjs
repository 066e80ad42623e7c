// The app of Next once more, as its other bundler builds it, and as it is developed: in folders of their own.

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

/** A copy of the app's folder, which finds the packages all the same. `rewrites`: what its server passes on. */
function copyOf(name, rewrites = "[]") {
  const cwd = folderOf(name);
  for (const part of ["app", "tsconfig.json"])
    cpSync(`${examples}next/${part}`, cwd + part, { recursive: true });
  const config = `{ turbopack: { root: ${root} }, outputFileTracingRoot: ${root}, rewrites: async () => ${rewrites} }`;
  writeFileSync(`${cwd}next.config.mjs`, `export default ${config};\n`);
  return cwd;
}

/** Runs Next's server of this kind in `cwd`. */
async function served(kind, { cwd, deployment }, run) {
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
  "Next builds the app with webpack, too",
  scenario(async ({ context, watch, another }) => {
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
  }),
);

test(
  "Next serves the app as it is developed",
  scenario(async ({ context, watch, another }) => {
    await installConsumers();
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const destination = `${deployment.origin}/api/:path*`;
    // Next itself serves the page: it has a connection to the page that no front passes on, and nothing runs before that is there.
    const cwd = copyOf("Next in development", JSON.stringify([{ source: "/api/:path*", destination }]));
    await served("dev", { cwd, deployment }, async (origin) => {
      // Next builds a page when that is first asked for, which takes longer than a browser waits here.
      for (const path of ["/reports", "/sign-in"]) {
        const isBuilt = async () => (await fetch(origin + path)).ok;
        await until(`Next to build ${path}`, isBuilt, { timeoutMs: BUILD_MS, everyMs: 500 });
      }
      await signsInAndOut("Next, in development", { context, watch, origin, needs: null });
    });
  }),
);
