// Builds the site of docs/, with the reference and the playground, and serves it on this machine until Ctrl-C.
//
//   npm run site                              builds and serves the site
//   npm run site -- --build                   only builds it, as static files in target/site/
//   npm run site -- --build --base /session/  builds it for a server that has it under this path

import { join } from "node:path";
import { build } from "./build.mjs";
import { root } from "./run/project.mjs";
import { main, run, StepFailed, step } from "./run/run.mjs";
import { refuseTakenAddress } from "./run/taken-address.mjs";
import { setup } from "./setup.mjs";
import { writePlayground } from "./site/playground.mjs";
import { ensureSiteTools, writeSources } from "./site/prepare.mjs";
import { serveSite } from "./site/server.mjs";

const PORT = 8788;
const OUT = join(root, "target/site");

await main(import.meta, async (given) => {
  const { base, port, isBuiltOnly } = optionsOf(given);
  if (!isBuiltOnly) await refuseTakenAddress(`127.0.0.1:${port}`, "npm run site -- --port 9000");
  await setup();
  await build();
  await buildSite({ base });
  console.log(`target/site/ has the site, for the path ${base}`);
  if (isBuiltOnly) return;
  const { address } = await serveSite(OUT, { base, port });
  console.log(`listening on ${address}`);
});

/** Builds the site into `out`. The package must be built before, because the playground contains it. */
export async function buildSite({ base = "/", out = OUT } = {}) {
  await ensureSiteTools();
  await writeSources();
  const env = { SITE_BASE: base, SITE_OUT: out };
  const vitepress = join(root, "docs/.vitepress/node_modules/vitepress/bin/vitepress.js");
  await step("Building the site", () => run(process.execPath, [vitepress, "build", "docs"], { env }));
  writePlayground(out);
}

function optionsOf(given) {
  const options = { base: "/", port: PORT, isBuiltOnly: false };
  const rest = given.flatMap((argument) => argument.split("="));
  while (rest.length > 0) {
    const name = rest.shift();
    if (name === "--build") options.isBuiltOnly = true;
    else if (name === "--base") options.base = baseOf(rest.shift());
    else if (name === "--port") options.port = portOf(rest.shift());
    else throw new StepFailed(`npm run site takes --build, --base PATH and --port NUMBER, not ${name}.`);
  }
  return options;
}

/** Returns the path with a slash at its beginning and end. */
function baseOf(path = "") {
  if (!/^[\w./-]*$/.test(path)) throw new StepFailed(`--base takes a path, such as /session/, not ${path}.`);
  return `/${path}/`.replaceAll(/\/+/g, "/");
}

function portOf(given = "") {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) throw new StepFailed("--port takes a number, up to 65535.");
  return port;
}
