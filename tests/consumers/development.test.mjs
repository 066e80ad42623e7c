// The bundlers' page in Vite's development server, under the strict policy. This is a file of its own, as a build sets NODE_ENV to production.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { codeOf } from "../e2e/support/documents.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { folderOf, htmlOfVite, startVite, VITES } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { repository } from "./support/places.mjs";
import { assertSeen } from "./support/seen.mjs";

const servers = [];
test.afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

for (const [name, vite] of Object.entries(VITES)) {
  test(
    `${name}'s development server serves the page`,
    scenario(async ({ context, deployment }) => {
      await installConsumers();
      const server = await startVite(vite, deployment.origin, folderOf(`${name} in development`));
      servers.push(server);
      assertSeen(`${name}, in development`, {
        ...(await drive(await context.newPage(), server.origin)),
        // The strict policy alone, and the package from its own folder: the row of `docs/bundlers.md`.
        policy: "",
        imports: ".",
      });
    }),
  );
}

const DEPLOYING = "docs/deploying.md";

for (const [name, vite] of Object.entries(VITES)) {
  test(`${name} with a base keeps the address of the session in a preload line with the guide's attribute vite-ignore`, async () => {
    await installConsumers();
    const [line] = codeOf(DEPLOYING, "html")[0].split("\n");
    const [, beginning] = /`(<link vite-ignore [^`]*)`/.exec(readFileSync(repository + DEPLOYING, "utf8"));
    const ignored = line.replace('<link rel="preload"', beginning);
    const served = await htmlOfVite(vite, "/app/", `${line}\n${ignored}`);
    const addresses = [...served.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    assert.deepEqual(addresses, ["/app/api/auth/session", "/api/auth/session"]);
  });
}
