import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour, leavesLastAddress, showsLastingFailures } from "./support/behaviour.mjs";
import { withPackage } from "./support/served-app.mjs";

const site = once(() => withPackage("elements"));

const test = consumerBehaviour("Elements, without a tool", async (another) =>
  another(await site(), ["--bearer", "cookie"]),
);
showsLastingFailures(test);
// In a site of several pages the path stays for another user, and query and fragment are removed.
leavesLastAddress(test, "/reports/");
