import { once } from "../adapters/support/bundle.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("data-react"));

dataBehaviour("Data in React", async (another) => another(await site(), ["--bearer", "cookie"]), {
  libraries: ["TanStack Query", "SWR", "Apollo Client", "RTK Query"],
  removing: ["TanStack Query", "RTK Query"],
  retrying: ["TanStack Query", "SWR", "RTK Query"],
  tools: ["TanStack Query, in React", "SWR", "Apollo Client", "RTK Query"],
});
