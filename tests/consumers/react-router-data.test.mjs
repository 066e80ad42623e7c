import { once } from "../adapters/support/bundle.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("react-router-data"));

dataBehaviour("React Router in data mode", async (another) => another(await site(), ["--bearer", "cookie"]), {
  libraries: ["Agents"],
});
