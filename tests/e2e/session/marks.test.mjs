// Elements that are marked with an identity are hidden in the step in which the identity ends, without a framework.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Adds an element with this mark to the page; `isVisible()` in the page says whether it is visible. */
const addMarked = (page, attribute, value) =>
  page.evaluate(
    ([attribute, value]) => {
      const element = document.body.appendChild(document.createElement("div"));
      element.setAttribute(attribute, value ?? String(session.identity.key));
      const text = element.appendChild(document.createElement("span"));
      text.append("of the user");
      globalThis.isVisible = () => text.checkVisibility();
    },
    [attribute, value],
  );
const isVisible = (page) => page.evaluate(() => isVisible());

/** Rules of a page that would show an element, or delay that it is hidden. */
const RULES = `
  @layer utilities { .flex { display: flex !important } }
  .fading { transition: display 5s allow-discrete, opacity 5s }`;

test(
  "marked elements are hidden as logout() returns, whatever the page's style sheets, layers and transitions",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const seen = await page.evaluate(async (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      // Removes all other sheets, that of the session, too.
      document.adoptedStyleSheets = [sheet];
      const texts = ["data-session-identity", "data-session-user"].flatMap((attribute) =>
        ["plain", "flex", "fading"].map((name) => {
          const element = document.body.appendChild(document.createElement("div"));
          element.setAttribute(attribute, String(session.identity.key));
          element.className = name;
          return element.appendChild(document.createElement("span"));
        }),
      );
      for (const text of texts) text.append("of the user");
      const visible = () =>
        texts
          .filter((text) => text.checkVisibility())
          .map(({ parentElement }) => parentElement.outerHTML)
          .join();
      const before = texts.every((text) => text.checkVisibility());
      session.logout();
      const since = [visible()];
      for (let frame = 0; frame < 3; frame++) {
        await new Promise(requestAnimationFrame);
        since.push(visible());
      }
      return { before, since };
    }, RULES);
    assert.deepEqual(seen, { before: true, since: ["", "", "", ""] });
  }),
);

test(
  "elements that a server rendered for a user who has signed out on this page are hidden before the first answer",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(async () => {
      await session.logout();
      session.close();
    });
    await addMarked(page, "data-session-user", "initial");
    const isHidden = await page.evaluate((initial) => {
      bare.platformSession.createSession({ initial });
      return !isVisible();
    }, sessionBody({}));
    assert.equal(isHidden, true);
  }),
);

test(
  "a view transition that would show the last user's page is skipped",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await addMarked(page, "data-session-identity");
    const seen = await page.evaluate(async () => {
      const unhandled = [];
      addEventListener("unhandledrejection", ({ reason }) => unhandled.push(String(reason)));
      let finishUpdate;
      const transition = document.startViewTransition(
        () =>
          new Promise((resolve) => {
            finishUpdate = resolve;
          }),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      session.logout();
      const isPainted = await Promise.race([
        new Promise((resolve) => requestAnimationFrame(() => resolve(true))),
        new Promise((resolve) => setTimeout(resolve, 1000, false)),
      ]);
      finishUpdate();
      await transition.finished;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { isPainted, isVisible: isVisible(), unhandled };
    });
    assert.deepEqual(seen, { isPainted: true, isVisible: false, unhandled: [] });
  }),
);

test(
  "a sign-out hides marked elements and ends the identity where the view transition has no promise, cannot be skipped, or cannot be read",
  scenario({ expects: [/TypeError|Error: no/] }, async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    for (const what of ["has no promise", "cannot be skipped", "cannot be read"]) {
      await signIn(page, "ada");
      await addMarked(page, "data-session-identity");
      const seen = await page.evaluate(async (what) => {
        const transitions = {
          "has no promise": () => ({ skipTransition() {} }),
          "cannot be skipped": () => ({ ready: Promise.resolve() }),
          "cannot be read"() {
            throw new Error("no");
          },
        };
        Object.defineProperty(document, "activeViewTransition", {
          get: transitions[what],
          configurable: true,
        });
        const { signal } = session.identity;
        let ended = 0;
        session.addEventListener("identity-ended", () => ended++);
        await session.logout();
        delete document.activeViewTransition;
        return [isVisible(), signal.aborted, ended, session.snapshot.status];
      }, what);
      assert.deepEqual(seen, [false, true, 1, "unauthenticated"], what);
    }
  }),
);
