// The scenario of an app that shows the sign-in form in place of a page: a draft, and the page's address.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { SESSION } from "../../e2e/support/identity-api.mjs";
import { readAnew } from "../../e2e/support/page-life.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";

/** A protected page, with query and fragment, which a sign-in in place must keep. */
const ADDRESS = "/notes?customer=42#figures";
const EXPECTS = { expects: [/Failed to load resource/] };

/**
 * Registers the scenario. `serve(another)` starts the app and resolves with its `origin` and the deployment's `control`. `keepsAddress`: the app
 * does not lead another user away from the last user's address.
 */
export function inPlaceBehaviour(app, serve, { keepsAddress = false } = {}) {
  test(
    `${app}: a draft and the address outlive the session's end for the same user, and are gone for another`,
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
        // The form of a page that a server rendered works only after its scripts run, which read the session first.
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
      const assertLeft = async (path, message) => {
        if (keepsAddress) return;
        await until(`${message} (${page.url()})`, () => {
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
      // The form had the focus, and moves it here for a keyboard user.
      await until("the focus in main", () =>
        page.evaluate(() => document.activeElement.localName === "main"),
      );
      // A server of static files may add a slash to the path.
      assert.equal(page.url().replace("/?", "?"), origin + ADDRESS);

      await endSession();
      await signIn("grace");
      await assertLeft("/", "the first address, for another user");
      await notes.click();
      await page.getByText("Notes of Grace Hopper").waitFor();
      assert.equal(await note.inputValue(), "");
      assert.equal(await page.getByText("Ada Lovelace").count(), 0);

      await page.goto(origin + ADDRESS);
      await page.getByText("Notes of Grace Hopper").waitFor();
      await hasRead();
      await signOut.click();
      await page.getByLabel("Email").waitFor();
      await assertLeft("/sign-in", "the sign-in page, after a sign-out");
    }),
  );
}
