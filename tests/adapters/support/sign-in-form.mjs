// Opens and drives the page with the sign-in form (`apps/sign-in-form`), and similar ones.

import { answering, SSO_CONFIG } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { open } from "./site.mjs";

/** The fault rule by which the deployment offers single sign-on. */
export const OFFER = answering(
  "GET",
  SSO_CONFIG,
  { enabled: true, buttonLabel: "Sign in with ours" },
  { times: 9 },
);

/** Opens the page, and waits for the form. */
export async function openForm(context, deployment, query) {
  const page = await open(context, deployment, query);
  await page.locator(".sign-in-fields").waitFor();
  return page;
}

/** Opens the page, and signs Ada in by its session. */
export async function openSignedIn(context, deployment) {
  const page = await open(context, deployment);
  await signIn(page, "ada");
  return page;
}

export async function submit(page, { email, password }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Waits until the part with the class `sign-in-<part>` has this text. */
export const says = (page, part, text) =>
  until(
    `${part} to say ${text}`,
    async () => (await page.locator(`.sign-in-${part}`).textContent()) === text,
  );
/** Returns the class of the element that has the focus. */
export const focused = (page) => page.evaluate(() => document.activeElement.className);
/** Returns the classes of the fields that are marked invalid. */
export const wrong = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[aria-invalid=true]")].map(({ className }) => className),
  );
