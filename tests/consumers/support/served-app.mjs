// An app that its own tool has built, as a deployment serves it.

import { copyFileSync, mkdirSync } from "node:fs";
import { command } from "./command.mjs";
import { installConsumers } from "./install.mjs";
import { consumers } from "./places.mjs";

/** The routes of every app: a deployment answers each with the app's page. */
const ROUTES = ["reports", "sign-in"];

/** Builds an app with Vite. Resolves with the folder that is served. */
export async function buildWithVite(app) {
  await installConsumers();
  const cwd = consumers + app;
  await command("npx", ["--no-install", "vite", "build", "--logLevel", "warn"], { cwd });
  return withRoutes(`${cwd}/dist/`);
}

/** The app's page at the address of each of its routes. */
export function withRoutes(site) {
  for (const route of ROUTES) {
    mkdirSync(site + route, { recursive: true });
    copyFileSync(`${site}index.html`, `${site}${route}/index.html`);
  }
  return site;
}
