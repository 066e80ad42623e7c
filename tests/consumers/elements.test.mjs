import { once } from "../adapters/support/bundle.mjs";
import {
  consumerBehaviour,
  leavesTheLastAddress,
  tellsWhatWaitingDoesNotHelp,
} from "./support/behaviour.mjs";
import { withPackage } from "./support/served-app.mjs";

const site = once(() => withPackage("elements"));

const test = consumerBehaviour("Elements, without a tool", async (another) =>
  another(await site(), ["--bearer", "cookie"]),
);
tellsWhatWaitingDoesNotHelp(test);
// A site of several pages: the page stays, and what its address said beside its name goes.
leavesTheLastAddress(test, "/reports/");
