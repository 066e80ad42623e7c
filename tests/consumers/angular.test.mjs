import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples } from "./support/places.mjs";
import { linkPackages, withRoutes } from "./support/served-app.mjs";

const site = once(async () => {
  await installConsumers();
  const cwd = `${examples}angular`;
  linkPackages("angular");
  await command("npx", ["--no-install", "ng", "build"], { cwd });
  return withRoutes(`${cwd}/dist/`);
});

consumerBehaviour("Angular", async (another) => another(await site(), ["--bearer", "cookie"]));
