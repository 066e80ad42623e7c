// `signInDialog` where the browser cannot show its dialog, or the page ends it at once; and its options.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-in-form");

/** Opens the page of the draft as Grace, runs `prepare` in it, ends the session, and saves. */
async function saveAfterEnd({ context, deployment, control }, prepare) {
  const page = await open(context, deployment, "dialog.html");
  await page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf("grace"));
  await page.evaluate(prepare);
  await control.expire();
  await page.locator("#save").click();
  return page;
}

/** Checks that the request has ended with this outcome, and that nothing of the dialog is left. */
async function endsWith(page, outcome) {
  await until(`the draft to end with ${outcome}`, async () => {
    const saved = await page.locator("#saved").textContent();
    return saved === outcome;
  });
  assert.equal(await page.locator("[class^=sign-in], sign-in-form").count(), 0);
}

for (const [condition, expected, prepare] of [
  [
    "there is no showModal, as in jsdom",
    /showModal is not a function/,
    () => {
      for (const name of ["showModal", "close"]) delete HTMLDialogElement.prototype[name];
    },
  ],
  [
    "showModal throws",
    /not fully active/,
    () => {
      HTMLDialogElement.prototype.showModal = () => {
        throw new Error("The document is not fully active.");
      };
    },
  ],
])
  test(
    `where ${condition}, the error is reported, the request gets its 401, and no dialog is left`,
    scenario({ site, expects: [expected] }, async (given) => {
      const page = await saveAfterEnd(given, prepare);
      await endsWith(page, "401");
      await until("the report", async () => given.watch.uncaught.length > 0);
      assert.equal(given.watch.uncaught.length, 1);
    }),
  );

test(
  "where a listener of the page prevents the dialog from opening, the request gets its 401",
  scenario({ site }, async (given) => {
    const page = await saveAfterEnd(given, () => {
      document.addEventListener("beforetoggle", (event) => event.preventDefault(), true);
    });
    await endsWith(page, "401");
  }),
);

test(
  "where a listener of the page signs out while the dialog is being shown, no dialog is left",
  scenario({ site }, async (given) => {
    const page = await saveAfterEnd(given, () => {
      document.addEventListener("focusin", ({ target }) => {
        if (target.closest(".sign-in-dialog")) session.logout().catch(() => {});
      });
    });
    await endsWith(page, "superseded");
  }),
);

test("an unknown option throws a TypeError that names it, and an option that is undefined counts as left out", async () => {
  const { defineSignInForm, signInDialog } = await import("../../../pkg/dist/sign-in-form.js");
  const { defineElements } = await import("../../../pkg/dist/elements.js");
  const { createSession } = await import("../../../pkg/index.js");
  const session = createSession();
  for (const [call, message] of [
    [() => signInDialog({ mesages: {} }), "no option mesages: messages, prefix?"],
    [() => signInDialog({ title: undefined }), "no option title: messages, prefix?"],
    [() => defineSignInForm(session, { prefx: "acme" }), "no option prefx: prefix?"],
    [() => defineElements(session, { prefx: "acme" }), "no option prefx: prefix?"],
  ])
    assert.throws(call, { name: "TypeError", message });
  assert.equal(typeof signInDialog({ messages: undefined, prefix: undefined }), "function");
  defineSignInForm(session, { prefix: undefined });
  defineElements(session, { prefix: undefined });
});
