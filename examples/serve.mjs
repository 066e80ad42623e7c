// Serves an example that no tool builds: its files as they are, the package beside them, and the deployment's paths passed on.
// `npm start` in the example's folder runs it.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";

const example = process.cwd();
const installed = fileURLToPath(new URL("./node_modules/platform-session/", import.meta.url));
const site = fileURLToPath(new URL(`../target/examples/${basename(example)}/`, import.meta.url));
const { PORT = "5173", PLATFORM_ORIGIN = "http://127.0.0.1:8787" } = process.env;

/** By links: a change of the example's files shows at the next load. */
function makeSite() {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  for (const name of readdirSync(example)) symlinkSync(join(example, name), site + name);
  symlinkSync(installed, `${site}platform-session`);
  fillInIntegrity();
}

/** Of the classic script, which each build changes. */
function fillInIntegrity() {
  const page = readFileSync(`${site}index.html`, "utf8");
  if (!page.includes("sha384-…")) return;
  const values = JSON.parse(readFileSync(`${installed}dist/integrity.json`, "utf8"));
  rmSync(`${site}index.html`);
  writeFileSync(`${site}index.html`, page.replace("sha384-…", values["dist/script.js"]));
}

/** `/reports` is the page of that folder, as a deployment has it. */
const folders = {
  name: "folders",
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const { pathname, search } = new URL(request.url, "http://localhost");
      if (!pathname.endsWith("/") && existsSync(`${site}${pathname}/index.html`))
        request.url = `${pathname}/${search}`;
      next();
    });
  },
};

makeSite();
const server = await preview({
  root: dirname(site),
  configFile: false,
  appType: "mpa",
  plugins: [folders],
  build: { outDir: basename(example) },
  preview: {
    host: "127.0.0.1",
    port: Number(PORT),
    proxy: { "^/(api|agent-hub-api|networks-api|data-api)/": { target: PLATFORM_ORIGIN } },
  },
});
server.printUrls();
