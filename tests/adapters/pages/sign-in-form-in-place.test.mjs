// The sign-in form where a page replaces its content, or moves it.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { openForm, submit } from "../support/sign-in-form.mjs";
import { layOut } from "../support/site.mjs";

const site = layOut("sign-in-form");
const ada = { email: ACCOUNTS.ada.email, password: PASSWORD };

test(
  "a form that the page empties has its parts again, and signs in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    await page.evaluate(() => app.form.replaceChildren());
    await page.locator(".sign-in-fields").waitFor();
    assert.equal(await page.evaluate(() => app.form.state), "granted");
    await page.evaluate(() => app.form.replaceChildren(new Text("rendered by the page")));
    await submit(page, ada);
    await page.waitForFunction(() => session.snapshot.user);
  }),
);

test(
  "a form that is moved into the document of a frame and back keeps its layout, and signs in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const displays = await page.evaluate(async () => {
      const { form } = app;
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const display = () => {
        const field = form.querySelector("label");
        return field.ownerDocument.defaultView.getComputedStyle(field).display;
      };
      frame.contentDocument.body.append(form);
      const displays = [display()];
      document.body.append(form);
      frame.remove();
      return [...displays, display()];
    });
    assert.deepEqual(displays, ["grid", "grid"]);
    await submit(page, ada);
    await page.waitForFunction(() => session.snapshot.user);
  }),
);
