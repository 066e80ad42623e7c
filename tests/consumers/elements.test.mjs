import { cpSync, rmSync } from "node:fs";
import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, installed, repository } from "./support/places.mjs";

/** The pages as they are, and beside them what a page loads of the package: nothing is built. */
const site = once(async () => {
  await installConsumers();
  const folder = `${repository}target/consumers-elements/`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${consumers}elements`, folder, { recursive: true });
  cpSync(installed, `${folder}platform-session`, { recursive: true });
  return folder;
});

consumerBehaviour("Elements", async (another) => another(await site(), ["--bearer", "cookie"]));
