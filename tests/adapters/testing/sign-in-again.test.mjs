// `signInAgain` with the dialog of `signInDialog()`, in jsdom. With React around it: `render-with-session.test.mjs`.

import assert from "node:assert/strict";
import { afterEach, before, describe, it } from "node:test";
import { signInDialog } from "../../../pkg/adapters/sign-in-form/sign-in-form.js";
import { createTestSession, signInAgain } from "../../../pkg/adapters/testing/testing.js";
import { openPage } from "../support/open-page.mjs";

const later = () => new Promise((resolve) => setTimeout(resolve));

/** Makes a session that has ended on the deployment, and sends a request. */
async function requestAfterEnd(options = {}) {
  const session = createTestSession({
    user: { email: "ada@example.com" },
    reauthenticate: signInDialog(),
    ...options,
  });
  session.endOnDeployment();
  const answer = session.fetch("/api/x").then(
    ({ status }) => status,
    ({ code }) => code,
  );
  await later();
  return { session, answer };
}

describe("signInAgain, with the dialog", () => {
  before(() => {
    openPage();
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
  });
  afterEach(() => document.body.replaceChildren());

  it("answers the dialog of its session, and leaves another's open", async () => {
    const [first, second] = [await requestAfterEnd(), await requestAfterEnd()];
    assert.equal(document.querySelectorAll("dialog").length, 2);
    await signInAgain(second.session);
    assert.equal(await second.answer, 200);
    assert.equal(first.session.snapshot.reauthenticating, true);
    await signInAgain(first.session);
    assert.equal(await first.answer, 200);
  });

  it("rejects where only another session's dialog is open", async () => {
    const { session, answer } = await requestAfterEnd();
    const other = createTestSession({ user: {}, reauthenticate: signInDialog() });
    await assert.rejects(signInAgain(other), { message: /^signInAgain: within 1000 ms/ });
    assert.equal(session.snapshot.reauthenticating, true);
    await signInAgain(session);
    assert.equal(await answer, 200);
  });

  it("resolves with a sign-in that the test has begun by a click", async () => {
    const { session, answer } = await requestAfterEnd();
    const password = /** @type {HTMLInputElement} */ (document.querySelector("[type=password]"));
    password.value = "password";
    /** @type {HTMLElement} */ (document.querySelector(".sign-in-submit")).click();
    await signInAgain(session);
    assert.equal(await answer, 200);
  });

  it("rejects where the user gives up, and where the user signs out", async () => {
    for (const [code, interrupt] of /** @type {[string, (session: any) => void][]} */ ([
      ["aborted", () => /** @type {HTMLElement} */ (document.querySelector(".sign-in-cancel")).click()],
      ["superseded", (session) => session.signOut()],
    ])) {
      const { session } = await requestAfterEnd();
      const again = signInAgain(session);
      interrupt(session);
      await assert.rejects(again, { code });
    }
  });

  it("rejects where a sign-out closes the dialog as soon as it opens", async () => {
    const session = createTestSession({ user: {}, reauthenticate: signInDialog() });
    const again = signInAgain(session);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      session.signOut();
    });
    observer.observe(document.body, { childList: true });
    session.endOnDeployment();
    session.fetch("/api/x").catch(() => {});
    await assert.rejects(again, { code: "superseded" });
  });
});

it("signInAgain signs in where the user has an empty email address", async () => {
  const { session, answer } = await requestAfterEnd({ user: { email: "" }, reauthenticate: true });
  await signInAgain(session);
  assert.equal(await answer, 200);
});
