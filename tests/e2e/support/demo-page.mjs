import { credentialsOf } from "./accounts.mjs";
import { FEATURES } from "./features.mjs";
import { SESSION } from "./identity-api.mjs";

/** Opens the demo. */
export async function openDemo(context, { origin }) {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  return page;
}

/** Waits until the demo says this status, and this reason where one is given. */
export function waitForDemo(page, { status, reason }) {
  const because = reason === undefined ? "" : `[data-reason="${reason}"]`;
  return page.locator(`[data-testid="status"][data-status="${status}"]${because}`).waitFor();
}

/** Returns what the demo says of the session. */
export async function demoStatusOf(page) {
  const { status, reason, stale, error } = await page
    .getByTestId("status")
    .evaluate(({ dataset }) => ({ ...dataset }));
  return { status, reason: reason || null, stale: stale === "true", error: error || null };
}

/** Returns the states of the demo's gates; a gate counts as open only if what it guards is really to be seen. */
export async function demoGatesOf(page) {
  const gates = await Promise.all(
    FEATURES.map(async (name) => [
      name,
      {
        can: await page.getByTestId(`feature-${name}-content`).isVisible(),
        state: await page.getByTestId(`feature-${name}`).getAttribute("data-state"),
      },
    ]),
  );
  return Object.fromEntries(gates);
}

/** Fills the sign-in form in and sends it. */
export async function submitDemo(page, { email, password }) {
  await page.locator(".sign-in-email").fill(email);
  await page.locator(".sign-in-password").fill(password);
  await page.locator(".sign-in-submit").click();
}

/** Signs the account in by the form, and waits until the demo shows it and the read that confirms it is answered. */
export async function signInDemo(page, name) {
  await waitForDemo(page, { status: "unauthenticated" });
  const confirmation = page.waitForResponse((response) => new URL(response.url()).pathname === SESSION);
  await submitDemo(page, credentialsOf(name));
  await waitForDemo(page, { status: "authenticated" });
  await confirmation;
}

/** Returns the code that the demo gives for a sign-in that failed, once there is one. */
export async function demoSignInError(page) {
  const error = page.locator(".sign-in-error[data-code]:not([data-code=''])");
  await error.waitFor();
  return error.getAttribute("data-code");
}
