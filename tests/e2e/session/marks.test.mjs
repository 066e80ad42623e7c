// What is marked as an identity's is hidden in the step in which that ends, without any framework.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Puts an element with this mark into the page, and gives whether it is visible, now and whenever asked. */
const mark = (page, attribute, value) =>
  page.evaluate(
    ([attribute, value]) => {
      const element = document.body.appendChild(document.createElement("div"));
      element.setAttribute(attribute, value ?? String(session.identity.key));
      element.className = "panel";
      const text = element.appendChild(document.createElement("span"));
      text.append("of the user");
      globalThis.isVisible = () => text.checkVisibility();
    },
    [attribute, value],
  );
const isVisible = (page) => page.evaluate(() => isVisible());

for (const attribute of ["data-session-identity", "data-session-user"])
  test(
    `${attribute}: hidden as logout() returns, though the page has set style sheets of its own`,
    scenario(async ({ context, deployment }) => {
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
    }),
  );

test(
  "what a server rendered for a user who has signed out on this page is hidden before a read is answered",
  scenario(async ({ context, deployment }) => {
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
  }),
);

for (const [what, rules] of Object.entries({
  "a layer of the page's shows it by !important": "@layer utilities { .panel { display: flex !important } }",
  "a transition of the page's keeps what goes":
    ".panel { transition: display 5s allow-discrete, opacity 5s }",
}))
  test(
    `what is marked is hidden as logout() returns, though ${what}`,
    scenario(async ({ context, deployment }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }, rules);
      await mark(page, "data-session-identity");
      assert.equal(await isVisible(page), true);
      const frames = await page.evaluate(async () => {
        session.logout();
        const seen = [isVisible()];
        for (let frame = 0; frame < 3; frame++) {
          await new Promise(requestAnimationFrame);
          seen.push(isVisible());
        }
        return seen;
      });
      assert.deepEqual(frames, [false, false, false, false]);
    }),
  );

test(
  "a view transition that shows the last user's page is skipped",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await mark(page, "data-session-identity");
    const seen = await page.evaluate(async () => {
      const unhandled = [];
      addEventListener("unhandledrejection", ({ reason }) => unhandled.push(String(reason)));
      let goOn;
      const transition = document.startViewTransition(
        () =>
          new Promise((resolve) => {
            goOn = resolve;
          }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      session.logout();
      const isPainted = await Promise.race([
        new Promise((resolve) => requestAnimationFrame(() => resolve(true))),
        new Promise((resolve) => setTimeout(resolve, 1000, false)),
      ]);
      goOn();
      await transition.finished;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { isPainted, isVisible: isVisible(), unhandled };
    });
    assert.deepEqual(seen, { isPainted: true, isVisible: false, unhandled: [] });
  }),
);

for (const what of ["has no promise", "cannot be skipped", "cannot be read"])
  test(
    `a sign-out hides what is marked, and is told, where the view transition ${what}`,
    scenario({ expects: [/TypeError|Error: no/] }, async ({ context, deployment }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await mark(page, "data-session-identity");
      const seen = await page.evaluate(async (what) => {
        const transitions = {
          "has no promise": () => ({ skipTransition() {} }),
          "cannot be skipped": () => ({ ready: Promise.resolve() }),
          "cannot be read"() {
            throw new Error("no");
          },
        };
        Object.defineProperty(document, "activeViewTransition", { get: transitions[what] });
        const { signal } = session.identity;
        let ended = 0;
        session.addEventListener("identity-ended", () => ended++);
        await session.logout();
        return [isVisible(), signal.aborted, ended, session.snapshot.status];
      }, what);
      assert.deepEqual(seen, [false, true, 1, "unauthenticated"]);
    }),
  );
