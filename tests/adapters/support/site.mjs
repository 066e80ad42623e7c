// Makes the folder of a page from an app of `apps/`, and opens it.

import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Copies `apps/<app>` into a folder beside the built package, and returns its path. `name`: the test file's, for files run side by side. */
export function layOut(name, app) {
  const site = `${repository}target/adapters/${name}/`;
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(`${repository}tests/adapters/apps/${app}`, site, { recursive: true });
  symlinkSync(`${repository}pkg`, `${site}pkg`);
  return site;
}

/** Opens the page that the deployment serves. `query`: its path and query below the origin. */
export async function open(context, { origin }, query = "") {
  const page = await context.newPage();
  await page.goto(`${origin}/${query}`);
  return page;
}
