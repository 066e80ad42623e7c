// Makes the folder of a page from an app of `apps/`, and opens it.

import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The folder of this process's sites: another process would build a site anew while a browser of this one loads its pages. */
export const SITES = `${repository}target/adapters/${process.pid}/`;
process.once("exit", () => rmSync(SITES, { recursive: true, force: true }));

/** Makes an empty folder beside the built package, in place of an earlier one of this name, and returns its path. */
export function makeSite(name) {
  const site = `${SITES}${name}/`;
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  symlinkSync(`${repository}pkg`, `${site}pkg`);
  return site;
}

/** Copies `apps/<app>` into such a folder, and returns its path. */
export function layOut(app) {
  const site = makeSite(app);
  cpSync(`${repository}tests/adapters/apps/${app}`, site, { recursive: true });
  return site;
}

/** Opens the page that the deployment serves. `query`: its path and query below the origin. */
export async function open(context, { origin }, query = "") {
  const page = await context.newPage();
  await page.goto(`${origin}/${query}`);
  return page;
}
