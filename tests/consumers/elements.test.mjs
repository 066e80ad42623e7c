import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { withPackage } from "./support/served-app.mjs";

const site = once(() => withPackage("elements"));

consumerBehaviour("Elements, without a tool", async (another) =>
  another(await site(), ["--bearer", "cookie"]),
);
