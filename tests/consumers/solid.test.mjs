import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour, leavesLastAddress, showsLastingFailures } from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("solid"));

const test = consumerBehaviour("Solid", async (another) => another(await site(), ["--bearer", "cookie"]), {
  html: true,
});
showsLastingFailures(test);
leavesLastAddress(test);
