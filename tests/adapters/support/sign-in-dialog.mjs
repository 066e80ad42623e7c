// The page with a draft, which its user saves by a session that asks in the sign-in dialog.

import assert from "node:assert/strict";
import { signIn } from "../conformance/app.mjs";
import { open } from "./site.mjs";

/** Opens a page where Grace is signed in: her role may save. */
export async function openDraft(context, deployment, query = "") {
  const page = await open(context, deployment, `dialog.html${query}`);
  await signIn(page, "grace");
  return page;
}

/** Checks that nothing of the dialog is left. */
export async function isGone(page) {
  await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator("[class^=sign-in]").count(), 0);
}
