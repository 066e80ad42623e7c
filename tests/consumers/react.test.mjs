import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("react"));

consumerBehaviour("React with Vite", async (another) => another(await site(), ["--bearer", "cookie"]));
