// Helpers for the page of the draft (`apps/sign-in-form/dialog.html`): its session asks for a new sign-in by `signInDialog`.

import assert from "node:assert/strict";
import { signIn } from "../conformance/app.mjs";
import { open } from "./site.mjs";

/** Opens the page of the draft as Grace: her role may save it. */
export async function openDraft(context, deployment, query = "") {
  const page = await open(context, deployment, `dialog.html${query}`);
  await signIn(page, "grace");
  return page;
}

/** Waits until the dialog is closed, and checks that no element of it is left in the page. */
export async function assertGone(page) {
  await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator("[class^=sign-in]").count(), 0);
}
