// The same page as it is developed, under the strict policy. A file of its own: a build would leave this process in production.

import { after } from "node:test";
import { stage } from "../e2e/support/stage.mjs";
import { folderOf, startVite, VITES } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { assertSeen } from "./support/seen.mjs";

const { scenario } = stage();
const servers = [];
after(() => Promise.all(servers.map(({ stop }) => stop())));

for (const [name, vite] of Object.entries(VITES)) {
  scenario(`${name} serves the page as it is developed`, async ({ context, deployment }) => {
    await installConsumers();
    const server = await startVite(vite, deployment.origin, folderOf(`${name} in development`));
    servers.push(server);
    assertSeen(`${name}, in development`, {
      ...(await drive(await context.newPage(), server.origin)),
      policy: "",
      imports: ".",
    });
  });
}
