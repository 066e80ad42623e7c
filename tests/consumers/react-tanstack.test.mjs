import { once } from "../adapters/support/bundle.mjs";
import {
  consumerBehaviour,
  FORM_SAYS,
  leavesLastAddress,
  showsLastingFailures,
} from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("react-tanstack"));

const test = consumerBehaviour(
  "React with TanStack Router",
  async (another) => another(await site(), ["--bearer", "cookie"]),
  {},
  FORM_SAYS.outage,
);
showsLastingFailures(test, FORM_SAYS.refusal);
leavesLastAddress(test);
