import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour, leavesLastAddress, showsLastingFailures } from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("vue"));

const test = consumerBehaviour("Vue", async (another) => another(await site(), ["--bearer", "cookie"]));
showsLastingFailures(test);
leavesLastAddress(test);
