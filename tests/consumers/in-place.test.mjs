// The apps of the guides that have the sign-in form in the place of a page.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { buildWithVite, withPackage } from "./support/served-app.mjs";

const ADDRESS = "?customer=42#figures";
const EXPECTS = { expects: [/Failed to load resource/] };
const { scenario } = stage();

for (const [app, build] of [
  ["react", () => buildWithVite("react")],
  ["vue", () => buildWithVite("vue")],
  ["solid", () => buildWithVite("solid")],
  ["elements", () => withPackage("elements", "elements-in-place")],
]) {
  const site = once(build);

  scenario(
    `${app}: what was typed outlives the end of the session at the same address, and meets no other user`,
    EXPECTS,
    async ({ context, another }) => {
      const { origin, control } = await another(await site(), ["--bearer", "cookie"]);
      const page = await context.newPage();
      await page.goto(origin);
      const notes = page.getByRole("link", { name: "Notes" });
      const note = page.getByLabel("Note");
      const signIn = async (account) => {
        const { email, password } = credentialsOf(account);
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("button", { name: "Sign out" }).waitFor();
      };
      const endSession = async () => {
        await control.expire();
        await page.evaluate(readAnew);
        await page.getByLabel("Email").waitFor();
        assert.equal(await note.isVisible(), false);
      };

      await notes.click();
      await page.getByLabel("Email").waitFor();
      // Query and fragment are nothing that a form in place could lose.
      await page.evaluate((address) => history.replaceState(history.state, "", address), ADDRESS);
      const address = page.url();
      await signIn("ada");
      await page.getByText("Notes of Ada Lovelace").waitFor();
      await note.fill("of Ada");

      await endSession();
      await signIn("ada");
      await note.waitFor();
      assert.equal(await note.inputValue(), "of Ada");
      assert.equal(page.url(), address);

      await endSession();
      await signIn("grace");
      await notes.click();
      await page.getByText("Notes of Grace Hopper").waitFor();
      assert.equal(await note.inputValue(), "");
      assert.equal(await page.getByText("Ada Lovelace").count(), 0);
    },
  );
}

/** As another tab tells it. */
function readAnew() {
  const channel = new BroadcastChannel(`platform-session:${location.origin}`);
  channel.postMessage("changed");
}
