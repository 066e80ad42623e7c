// An app that its own tool has built, as a deployment serves it.

import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { command } from "./command.mjs";
import { installConsumers } from "./install.mjs";
import { examples, installed, repository } from "./places.mjs";

/** The routes of every app: a deployment answers each with the app's page. */
const ROUTES = ["notes", "reports", "sign-in"];

/** Builds an app with Vite. Resolves with the folder that is served. */
export async function buildWithVite(app) {
  await installConsumers();
  const cwd = examples + app;
  await command("npx", ["--no-install", "vite", "build", "--logLevel", "warn"], { cwd });
  return withRoutes(`${cwd}/dist/`);
}

/** The same below a base path, of a site that has nothing else. */
export async function buildBelow(base, app) {
  await installConsumers();
  const site = `${repository}target/consumers-below/${app}/`;
  const folder = site + base.slice(1);
  const options = ["--base", base, "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  await command("npx", ["--no-install", "vite", "build", ...options], { cwd: examples + app });
  withRoutes(folder);
  return site;
}

/** An app's files as they are, and beside them what a page loads of the package: nothing is built. `name`: of its folder. */
export async function withPackage(app, name = app) {
  await installConsumers();
  const folder = `${repository}target/consumers-${name}/`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(examples + app, folder, { recursive: true });
  cpSync(installed, `${folder}platform-session`, { recursive: true });
  return folder;
}

/** Lets a tool find what is installed in the app's own folder: Angular takes assets from there alone. */
export function linkPackages(app) {
  const link = `${examples}${app}/node_modules`;
  if (!existsSync(link)) symlinkSync("../node_modules", link);
}

/** The app's page at the address of each of its routes. */
export function withRoutes(site) {
  for (const route of ROUTES) {
    mkdirSync(site + route, { recursive: true });
    copyFileSync(`${site}index.html`, `${site}${route}/index.html`);
  }
  return site;
}
