// Serves the files without a build, and the package beside them, and passes the deployment's paths on.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { platformSession } from "platform-session/vite";
import sirv from "sirv";
import { defineConfig } from "vite";

const require = createRequire(import.meta.url);
const installed = dirname(require.resolve("platform-session/package.json"));

/** Returns the page with the integrity of the installed script, which differs between versions. */
function page() {
  const { "dist/script.js": integrity } = require("platform-session/integrity.json");
  return readFileSync(join(import.meta.dirname, "index.html"), "utf8").replace("sha384-…", integrity);
}

/** These handlers come before Vite's own, so that Vite does not transform the files. */
const asTheyAre = {
  name: "as-they-are",
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (new URL(request.url, "http://localhost").pathname !== "/") return next();
      response.setHeader("content-type", "text/html;charset=utf-8").end(page());
    });
    middlewares.use("/platform-session", sirv(installed, { dev: true }));
    middlewares.use(sirv(import.meta.dirname, { dev: true }));
  },
};

export default defineConfig({
  server: { host: "127.0.0.1" },
  plugins: [asTheyAre, platformSession()],
});
