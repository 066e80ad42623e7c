// Builds an app, or copies it, as the site of a deployment.

import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { command } from "./command.mjs";
import { installConsumers } from "./install.mjs";
import { examples, installed, repository } from "./places.mjs";

/** The routes of every app: a deployment answers each with the app's page. */
const ROUTES = ["notes", "reports", "sign-in"];

/** Builds an app with Vite, and resolves with the folder of the site. */
export async function buildWithVite(app) {
  await installConsumers();
  const cwd = examples + app;
  await command("npx", ["--no-install", "vite", "build", "--logLevel", "warn"], { cwd });
  return withRoutes(`${cwd}/dist/`);
}

/** Builds an app with Vite below a base path, and resolves with the folder of the site. */
export async function buildBelow(base, app) {
  await installConsumers();
  const site = `${repository}target/consumers-below/${app}/`;
  const folder = site + base.slice(1);
  const options = ["--base", base, "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  await command("npx", ["--no-install", "vite", "build", ...options], { cwd: examples + app });
  withRoutes(folder);
  return site;
}

/** Copies an app that needs no build, and the package beside it, and resolves with the folder. `name`: the folder's. */
export async function withPackage(app, name = app) {
  await installConsumers();
  const folder = `${repository}target/consumers-${name}/`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(examples + app, folder, { recursive: true });
  cpSync(installed, `${folder}platform-session`, { recursive: true });
  return folder;
}

/** Links the installed packages into the app's own folder: Angular takes assets only from there. */
export function linkPackages(app) {
  const link = `${examples}${app}/node_modules`;
  if (!existsSync(link)) symlinkSync("../node_modules", link);
}

/** Copies the app's page to the address of each of its routes, and returns the folder. */
export function withRoutes(site) {
  for (const route of ROUTES) {
    mkdirSync(site + route, { recursive: true });
    copyFileSync(`${site}index.html`, `${site}${route}/index.html`);
  }
  return site;
}
