import { rmSync, symlinkSync } from "node:fs";
import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { withRoutes } from "./support/served-app.mjs";

const site = once(async () => {
  await installConsumers();
  const cwd = `${consumers}angular`;
  // Angular takes assets from its own folder alone, where an app of its own has its packages.
  rmSync(`${cwd}/node_modules`, { force: true });
  symlinkSync("../node_modules", `${cwd}/node_modules`);
  await command("npx", ["--no-install", "ng", "build"], { cwd });
  return withRoutes(`${cwd}/dist/`);
});

consumerBehaviour("Angular", async (another) => another(await site(), ["--bearer", "cookie"]));
