import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour, leavesLastAddress, showsLastingFailures } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { inPlaceBehaviour } from "./support/in-place.mjs";
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

const serve = async (another) => another(await site(), ["--bearer", "cookie"]);

const test = consumerBehaviour("Angular", serve);
showsLastingFailures(test);
leavesLastAddress(test);
inPlaceBehaviour("Angular", serve);
