// The apps of the guides below a base path: where a sign-in leads back to, and the return URL of single sign-on.

import { cpSync, writeFileSync } from "node:fs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { assertLeadsBack, BASE } from "./support/base-path.mjs";
import { folderOf } from "./support/bundlers.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks } from "./support/places.mjs";
import { buildBelow } from "./support/served-app.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const running = [];
test.afterAll(() => Promise.all(running.map(({ stop }) => stop())));

const run = (tool, options, cwd) => command(process.execPath, [frameworks + tool, ...options], { cwd });

/** Functions that build an app which renders on a server below the base. Each resolves with its folder and the arguments that start it. */
const BUILDS = {
  async svelte() {
    const cwd = copyOf("svelte", {
      "svelte.config.js": 'export default { kit: { paths: { base: "/app" } } };\n',
    });
    await run("vite/bin/vite.js", ["build", "--logLevel", "warn"], cwd);
    const preview = [`${frameworks}vite/bin/vite.js`, "preview", "--host", "127.0.0.1", "--strictPort"];
    return { cwd, arguments: (port) => [...preview, "--port", String(port)] };
  },
  async "react-router"() {
    const cwd = copyOf("react-router", {
      "react-router.config.ts":
        'export default { ssr: true, basename: "/app/", future: { v8_middleware: true } };\n',
      "vite.config.ts":
        'import { reactRouter } from "@react-router/dev/vite";\nexport default { base: "/app/", plugins: [reactRouter()] };\n',
    });
    await run("@react-router/dev/bin.js", ["build"], cwd);
    const serve = [`${frameworks}@react-router/serve/bin.js`, "build/server/index.js"];
    return { cwd, arguments: () => serve };
  },
};

for (const app of ["react", "react-tanstack", "solid", "vue"]) {
  test(
    `${app}, below a base path, leads to its sign-in page and back to the protected page`,
    scenario(async ({ context, another }) => {
      const { origin } = await another(await buildBelow(BASE, app), ["--bearer", "cookie"]);
      await assertLeadsBack(context, origin);
    }),
  );
}

for (const [app, build] of Object.entries(BUILDS)) {
  test(
    `${app}, below a base path, leads to its sign-in page and back to the protected page`,
    scenario(async ({ context, another }) => {
      await installConsumers();
      const { cwd, arguments: commandArguments } = await build();
      const deployment = await another("bare", ["--bearer", "cookie"]);
      const server = await startServer(commandArguments, {
        cwd,
        env: { PLATFORM_ORIGIN: deployment.origin },
      });
      running.push(server);
      const front = await startFront({ deployment: deployment.origin, app: server.origin });
      running.push(front);
      await assertLeadsBack(context, front.origin);
    }),
  );
}

/** Copies an example, writes these files over its own, and returns the folder. */
function copyOf(app, files) {
  const folder = folderOf(`${app} below a base`);
  const isSource = (path) => !/\/(?:build|dist|\.svelte-kit|\.react-router)$/.test(path);
  cpSync(examples + app, folder, { recursive: true, filter: isSource });
  for (const [name, text] of Object.entries(files)) writeFileSync(folder + name, text);
  return folder;
}
