// What is marked as an identity's is hidden in the step in which that ends, without any framework.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { sessionBody } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

/** Puts an element with this mark into the page, and gives whether it is visible, now and whenever asked. */
const mark = (page, attribute, value) =>
  page.evaluate(
    ([attribute, value]) => {
      const element = document.body.appendChild(document.createElement("div"));
      element.setAttribute(attribute, value ?? String(session.identity.key));
      element.append("of the user");
      globalThis.isVisible = () => getComputedStyle(element).display !== "none";
    },
    [attribute, value],
  );
const isVisible = (page) => page.evaluate(() => isVisible());

for (const attribute of ["data-session-identity", "data-session-user"])
  scenario(
    `${attribute}: hidden as logout() returns, though the page has set style sheets of its own`,
    async ({ context, deployment }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await mark(page, attribute);
      await page.evaluate(() => {
        document.adoptedStyleSheets = [new CSSStyleSheet()];
      });
      assert.equal(await isVisible(page), true);
      const isHidden = await page.evaluate(() => {
        session.logout();
        return !isVisible();
      });
      assert.equal(isHidden, true);
    },
  );

scenario(
  "what a server rendered for a user who has signed out on this page is hidden before a read is answered",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(async () => {
      await session.logout();
      session.close();
    });
    await mark(page, "data-session-user", "initial");
    const isHidden = await page.evaluate((initial) => {
      bare.platformSession.createSession({ initial });
      return !isVisible();
    }, sessionBody({}));
    assert.equal(isHidden, true);
  },
);
