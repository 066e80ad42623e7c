// What every app does that has the sign-in form in the place of a page: its draft, and its address.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { SESSION } from "../../e2e/support/identity-api.mjs";
import { readAnew } from "../../e2e/support/page-life.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";

/** Query and fragment are nothing that a form in place could lose. */
const ADDRESS = "/notes?customer=42#figures";
const EXPECTS = { expects: [/Failed to load resource/] };

/**
 * Registers the scenario. `serve(another)` resolves with the running deployment behind the app's address. `keepsAddress`: the app does
 * not lead away from the address of a user that has gone.
 */
export function inPlaceBehaviour(app, serve, { keepsAddress = false } = {}) {
  test(
    `${app}: what was typed outlives the end of the session at the same address, and neither meets another user`,
    scenario(EXPECTS, async ({ context, another }) => {
      const { origin, control } = await serve(another);
      const page = await context.newPage();
      const notes = page.getByRole("link", { name: "Notes" });
      const note = page.getByLabel("Note");
      const signOut = page.getByRole("button", { name: "Sign out" });
      const hasRead = () =>
        page.waitForFunction((path) => performance.getEntriesByName(location.origin + path).length, SESSION);
      const signIn = async (account) => {
        const { email, password } = credentialsOf(account);
        // The form of a page that a server rendered is dead until its scripts run. Once they have read the session, they run.
        await hasRead();
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in" }).click();
        await signOut.waitFor();
      };
      const endSession = async () => {
        await control.expire();
        await readAnew(page);
        await page.getByLabel("Email").waitFor();
        assert.equal(await note.isVisible(), false);
        assert.equal(await notes.isVisible(), true, "the navigation stays");
      };
      const leaves = async (path, what) => {
        if (keepsAddress) return;
        await until(`${what} (${page.url()})`, () => {
          const { pathname, search, hash } = new URL(page.url());
          return pathname === path && hash === "" && !search.includes("customer");
        });
      };

      await page.goto(origin + ADDRESS);
      await signIn("ada");
      await page.getByText("Notes of Ada Lovelace").waitFor();
      await note.fill("of Ada");

      await endSession();
      await signIn("ada");
      await note.waitFor();
      assert.equal(await note.inputValue(), "of Ada");
      // The form had it, and a user of the keyboard goes on from there.
      await until("the focus in main", () =>
        page.evaluate(() => document.activeElement.localName === "main"),
      );
      // A site of files may put a slash behind the path.
      assert.equal(page.url().replace("/?", "?"), origin + ADDRESS);

      await endSession();
      await signIn("grace");
      await leaves("/", "the first address, for another user");
      await notes.click();
      await page.getByText("Notes of Grace Hopper").waitFor();
      assert.equal(await note.inputValue(), "");
      assert.equal(await page.getByText("Ada Lovelace").count(), 0);

      await page.goto(origin + ADDRESS);
      await page.getByText("Notes of Grace Hopper").waitFor();
      await hasRead();
      await signOut.click();
      await page.getByLabel("Email").waitFor();
      await leaves("/sign-in", "the sign-in page, after a sign-out");
    }),
  );
}
