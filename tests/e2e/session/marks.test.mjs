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
      const text = element.appendChild(document.createElement("span"));
      text.append("of the user");
      globalThis.isVisible = () => text.checkVisibility();
    },
    [attribute, value],
  );
const isVisible = (page) => page.evaluate(() => isVisible());

/** What a page may have that shows an element of its own, or keeps it as it goes. */
const RULES = `
  @layer utilities { .flex { display: flex !important } }
  .fading { transition: display 5s allow-discrete, opacity 5s }`;

test(
  "what is marked is hidden as logout() returns, though the page has style sheets, a layer that shows it, and transitions",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const seen = await page.evaluate(async (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      // In place of the session's own, and of all others.
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

test(
  "a sign-out hides what is marked, and is told, where the view transition has no promise, cannot be skipped, or cannot be read",
  scenario({ expects: [/TypeError|Error: no/] }, async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    for (const what of ["has no promise", "cannot be skipped", "cannot be read"]) {
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
