import { once } from "../adapters/support/bundle.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("data-vue"));

dataBehaviour("Data in Vue", async (another) => another(await site(), ["--bearer", "cookie"]), {
  libraries: ["TanStack Query", "Pinia Colada"],
  removing: ["TanStack Query", "Pinia Colada"],
  retrying: ["TanStack Query"],
  tools: ["TanStack Query, in Vue", "Pinia Colada"],
});
