import { bundleSite, importBundled, once, react18 } from "../support/bundle.mjs";
import { conformance } from "./conformance.mjs";

for (const [name, options] of [
  ["React 19", {}],
  ["React 18", { alias: react18 }],
]) {
  const folder = `conformance-${name.toLowerCase().replace(" ", "-")}`;
  conformance(name, {
    site: once(() => bundleSite("../conformance/apps/react.jsx", { name: folder, ...options })),
    render: once(async () => {
      const app = "../conformance/apps/react.server.jsx";
      return (await importBundled(app, { name: folder, ...options })).render;
    }),
  });
}
