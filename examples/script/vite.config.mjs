// Serves the files as they are, with the package beside them, and passes the deployment's paths on. Nothing is built.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { platformSession } from "platform-session/vite";
import sirv from "sirv";
import { defineConfig } from "vite";

const require = createRequire(import.meta.url);
const installed = dirname(require.resolve("platform-session/package.json"));

/** The page with the integrity of the script that is installed: each version has another. */
function page() {
  const { "dist/script.js": integrity } = require("platform-session/integrity.json");
  return readFileSync(join(import.meta.dirname, "index.html"), "utf8").replace("sha384-…", integrity);
}

/** They come before Vite's own, so that Vite sees no file. */
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
