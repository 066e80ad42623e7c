// The behaviour of the sign-in form, as it is shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, LOGIN, LOGOUT, SESSION, SSO_CONFIG } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { focused, OFFER, openForm, says, submit, wrong } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("sign-in-form");

test(
  "the form shows while no user is signed in, signs in, and is empty after the sign-out",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    assert.equal(await page.locator(".sign-in-status").textContent(), "");
    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => session.snapshot.user.name), "Ada Lovelace");
    assert.equal(await page.locator("#form").innerHTML(), "", "no part is left");
    assert.equal(await page.evaluate(() => app.form.state), "denied");
    await page.evaluate(() => session.logout());
    await page.locator(".sign-in-fields").waitFor();
    await says(page, "status", "You have signed out.");
    for (const label of ["Email", "Password"]) assert.equal(await page.getByLabel(label).inputValue(), "");
    assert.equal(await page.evaluate(() => app.form.matches(":state(granted)")), true);
  }),
);

test(
  "the form is empty even where a listener signs out at once after the sign-in",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    await page.evaluate(() => {
      session.gate({ status: "authenticated" }).subscribe((state) => state === "granted" && session.logout());
    });
    await submit(page, credentialsOf("ada"));
    await says(page, "status", "You have signed out.");
    for (const label of ["Email", "Password"])
      await until(`${label} to be empty`, async () => (await page.getByLabel(label).inputValue()) === "");
  }),
);

test(
  "a user who is signed in never sees the form as the page loads",
  scenario({ site }, async ({ context, deployment }) => {
    const first = await openForm(context, deployment);
    await submit(first, credentialsOf("ada"));
    await first.locator(".sign-in-fields").waitFor({ state: "detached" });
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.hasShown = false;
      const note = () => {
        hasShown ||= document.querySelector(".sign-in-fields") !== null;
      };
      new MutationObserver(note).observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${deployment.origin}/?sso`);
    await page.evaluate(() => session.ready.then(() => {}));
    assert.equal(await page.evaluate(() => hasShown), false);
    assert.equal(
      (await deployment.control.requests("GET", SSO_CONFIG)).length,
      0,
      "without a visible form no request for single sign-on is sent",
    );
  }),
);

/** Returns the fault rule that answers the next sign-in with this status. */
const refusal = (status, headers) => answering("POST", LOGIN, {}, { status, headers });
/**
 * Failed sign-ins. `given`: the credentials, else Ada's; `rule`: a fault of the deployment. Then the form shows `text`, the element with the class
 * `focus` has the focus, the fields `wrong` are marked invalid, and the password field has the text `left`, else the password.
 */
const REFUSALS = [
  {
    code: "invalid-credentials",
    given: { email: ACCOUNTS.ada.email, password: "wrong" },
    text: "Wrong email address or password.",
    focus: "sign-in-password",
    wrong: ["sign-in-email", "sign-in-password"],
    left: "",
  },
  {
    code: "account-deactivated",
    given: credentialsOf("mallory"),
    text: "This account has been deactivated.",
    focus: "sign-in-email",
    wrong: ["sign-in-email"],
  },
  {
    code: "missing-credentials",
    given: { email: ACCOUNTS.ada.email, password: "" },
    text: "Enter your email address and password.",
    focus: "sign-in-password",
    wrong: ["sign-in-password"],
  },
  {
    code: "missing-credentials",
    given: { email: "", password: "" },
    text: "Enter your email address and password.",
    focus: "sign-in-email",
    wrong: ["sign-in-email", "sign-in-password"],
  },
  {
    code: "rate-limited",
    rule: refusal(429, { "retry-after": "7" }),
    text: "Too many requests. Try again in 7 s.",
  },
  { code: "server-error", rule: refusal(503), text: "The service has a problem." },
  { code: "network", rule: { method: "POST", path: LOGIN, times: 1, drop: "before-headers" } },
];

test(
  "each failed sign-in shows its text and moves the focus to the wrong field, and the next try signs in",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    for (const { code, given, rule, text, focus = "sign-in-submit", wrong: fields = [], left } of REFUSALS) {
      if (rule) await control.faults(rule);
      const credentials = given ?? credentialsOf("ada");
      const message = `${code} ${JSON.stringify(given)}`;
      await submit(page, credentials);
      await page.locator(`.sign-in-error[data-code=${code}]`).waitFor();
      await says(page, "error", text ?? "The service cannot be reached.");
      await until("the event", () => page.evaluate(() => app.failures.length > 0));
      assert.equal(await focused(page), focus, message);
      assert.deepEqual(await wrong(page), fields, message);
      assert.equal(await page.getByLabel("Email").inputValue(), credentials.email, message);
      assert.equal(await page.getByLabel("Password").inputValue(), left ?? credentials.password, message);
      await submit(page, credentialsOf("ada"));
      await page.locator(".sign-in-fields").waitFor({ state: "detached" });
      assert.deepEqual(await page.evaluate(() => app.failures.splice(0)), [[code, "form"]], message);
      await page.evaluate(() => session.logout());
      await page.locator(".sign-in-fields").waitFor();
    }
  }),
);

test(
  "during a sign-in the form says so, sends no second request, and keeps the focus",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await control.faults({ method: "POST", path: LOGIN, times: 1, delay_ms: 700 });
    await control.clearLog();
    await submit(page, credentialsOf("ada"));
    await says(page, "status", "Signing in…");
    const form = page.getByRole("form", { name: "Sign in" });
    assert.equal(await form.getAttribute("aria-busy"), "true");
    assert.equal(await page.locator(".sign-in-submit").getAttribute("aria-disabled"), "true");
    assert.equal(await focused(page), "sign-in-submit");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password").press("Enter");
    assert.equal(await focused(page), "sign-in-password");
    await form.waitFor({ state: "detached" });
    assert.equal((await control.requests("POST", LOGIN)).length, 1);
  }),
);

test(
  "during an outage the form's status says so, and the fields appear by themselves afterwards",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(answering("GET", SESSION, "busy", { status: 503, times: 100 }));
    const page = await open(context, deployment);
    await says(page, "status", "The service has a problem. Trying again…");
    assert.equal(await page.locator(".sign-in-fields").count(), 0);
    await control.clearFaults();
    await page.locator(".sign-in-fields").waitFor();
    await says(page, "status", "");
  }),
);

test(
  "the form's status says that a sign-out has failed, and that the session has ended",
  scenario({ site, expects: [/server error/] }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
    await page.evaluate(() => session.logout().catch(() => {}));
    await says(page, "status", "You are not signed out yet. Trying again…");
    await control.clearFaults();
    await page.locator(".sign-in-fields").waitFor();

    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    await control.expire();
    await page.evaluate(() => session.refresh().then(() => {}));
    await says(page, "status", "Your session has ended.");
  }),
);

test(
  "the form's status has a text for each reason, and for each error of an unknown session",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const shown = await page.evaluate(() => {
      const error = (code, rest) => ({ code, retryable: false, retryAfterMs: null, ...rest });
      return [
        { reason: "no-session" },
        { reason: "expired" },
        { reason: "ended" },
        { reason: "deactivated" },
        { reason: "ended", error: error("cookie-refused") },
        { reason: "ended", error: error("network", { retryable: true }), stale: true },
        { status: "unknown" },
        { status: "unknown", error: error("wasm-unavailable") },
        { status: "unknown", error: error("rate-limited", { retryable: true, retryAfterMs: 1200 }) },
        { status: "unknown", error: error("closed") },
        { status: "unknown", error: error("a-code-of-a-later-version") },
      ].map((snapshot) => {
        app.form.session = app.stub(snapshot);
        const [status, fields] = ["status", "fields"].map((each) =>
          document.querySelector(`.sign-in-${each}`),
        );
        return [status.textContent, fields !== null, app.form.state];
      });
    });
    assert.deepEqual(shown, [
      ["", true, "granted"],
      ["Your session has expired.", true, "granted"],
      ["Your session has ended.", true, "granted"],
      ["This account has been deactivated.", true, "granted"],
      ["Allow cookies for this site, then sign in again.", true, "granted"],
      ["The service cannot be reached. Trying again…", true, "granted"],
      ["One moment…", false, "unknown"],
      ["Signing in does not work here. Reload the page.", false, "unknown"],
      ["Too many requests. Trying again…", false, "unknown"],
      ["Signing in does not work here. Reload the page.", false, "unknown"],
      ["Signing in failed. Please try again.", false, "unknown"],
    ]);
  }),
);

test(
  "where a failed sign-in leaves the session unknown, the form and its error stay",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await control.faults(
      { method: "POST", path: LOGIN, times: 1, drop: "mid-body" },
      { method: "GET", path: SESSION, times: 100, status: 503 },
    );
    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-error[data-code]:not([data-code=''])").waitFor();
    await page.evaluate(() => {
      const error = { code: "network", retryable: true, retryAfterMs: null };
      app.form.session = app.stub({ status: "unknown", error });
    });
    assert.equal(await page.locator(".sign-in-fields").count(), 1);
    assert.equal(await page.locator(".sign-in-status").textContent(), "", "the error is shown once");
  }),
);

test(
  "the attribute sso adds the button for single sign-on, which passes the return URL of its attribute on",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(OFFER, answering("GET", "/api/auth/sso/idp/login", "provider"));
    const without = await openForm(context, deployment);
    await without.waitForTimeout(200);
    assert.equal((await control.requests("GET", SSO_CONFIG)).length, 0);
    const page = await openForm(context, deployment, "?sso");
    await page.getByRole("button", { name: "Sign in with ours" }).click();
    await page.waitForURL("**/api/auth/sso/idp/login*");
    assert.equal(new URL(page.url()).searchParams.get("return_url"), "/?back");
  }),
);

test(
  "where single sign-on fails, the form shows the error and focuses the button; the attribute sso adds and removes the button",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(answering("GET", SSO_CONFIG, "busy", { status: 503 }), OFFER);
    const page = await openForm(context, deployment, "?sso");
    const button = page.getByRole("button", { name: "Sign in with ours" });
    await button.waitFor();
    await page.evaluate(() => app.form.setAttribute("return-url", "https://evil.example/"));
    await button.click();
    await says(page, "error", "The service does not lead back to this page.");
    assert.equal(await focused(page), "sign-in-sso");
    assert.deepEqual(await page.evaluate(() => app.failures), [["invalid-return-url", "form"]]);
    await page.evaluate(() => app.form.removeAttribute("sso"));
    assert.equal(await button.count(), 0);
    await page.evaluate(() => Object.assign(app.form, { sso: true }));
    await button.waitFor();
    await page.evaluate(() => Object.assign(app.form, { sso: false }));
    assert.equal(await button.count(), 0);
  }),
);

test(
  "while a sign-in window is open the password works, and closing the window then shows no other error",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(OFFER, answering("GET", "/api/auth/sso/idp/login", "provider"));
    const page = await openForm(context, deployment, "?sso");
    await page.evaluate(() => app.form.setAttribute("mode", "popup"));
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Sign in with ours" }).click();
    const popup = await opening;
    await submit(page, { ...credentialsOf("ada"), password: "wrong" });
    await says(page, "error", "Wrong email address or password.");
    await popup.close();
    await until("the end of the other attempt", () => page.evaluate(() => app.failures.length === 2));
    await says(page, "error", "Wrong email address or password.");
    assert.equal(await focused(page), "sign-in-password");
  }),
);
