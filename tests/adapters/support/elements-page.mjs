// Makes the page of the custom elements, and reads what a test sees of a gate or a button.

import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Makes the folder of a page, for one test file alone. */
export function elementsSite(name) {
  const site = `${repository}target/adapters/${name}/`;
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(`${repository}tests/adapters/apps/elements`, site, { recursive: true });
  symlinkSync(`${repository}pkg`, `${site}pkg`);
  return site;
}

export async function open(context, { origin }, query = "") {
  const page = await context.newPage();
  await page.goto(`${origin}/${query}`);
  return page;
}

export const visible = (page) => page.evaluate(() => app.visibleTexts());

export const state = (page, id) =>
  page.evaluate((name) => {
    const gate = document.getElementById(name);
    const matching = ["unknown", "granted", "denied"].filter((each) => gate.matches(`:state(${each})`));
    return [gate.state, ...matching, ...gate.getAttributeNames().filter((each) => each === "state")];
  }, id);
