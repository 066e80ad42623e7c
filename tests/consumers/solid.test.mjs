import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("solid"));

consumerBehaviour("Solid", async (another) => another(await site(), ["--bearer", "cookie"]), { html: true });
