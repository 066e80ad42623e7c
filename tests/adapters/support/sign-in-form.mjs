// The page with the sign-in form, and what its tests do there.

import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answering, SSO_CONFIG } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Lays the page of `apps/` out for one test file, beside the package that was built. */
export function layOut(name, app = "sign-in-form") {
  const site = `${repository}target/adapters/${name}/`;
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(`${repository}tests/adapters/apps/${app}`, site, { recursive: true });
  symlinkSync(`${repository}pkg`, `${site}pkg`);
  return site;
}

export const OFFER = answering(
  "GET",
  SSO_CONFIG,
  { enabled: true, buttonLabel: "Sign in with ours" },
  { times: 9 },
);

export async function open(context, { origin }, query = "") {
  const page = await context.newPage();
  await page.goto(`${origin}/${query}`);
  return page;
}

/** Opens the page, and waits for the form. */
export async function openForm(context, deployment, query) {
  const page = await open(context, deployment, query);
  await page.locator(".sign-in-fields").waitFor();
  return page;
}

export async function submit(page, { email, password }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const says = (page, part, text) =>
  until(
    `${part} to say ${text}`,
    async () => (await page.locator(`.sign-in-${part}`).textContent()) === text,
  );
export const focused = (page) => page.evaluate(() => document.activeElement.className);
export const wrong = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[aria-invalid=true]")].map(({ className }) => className),
  );
