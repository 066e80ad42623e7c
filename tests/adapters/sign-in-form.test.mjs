// The sign-in form, as it is shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../e2e/support/accounts.mjs";
import { axe } from "../e2e/support/axe.mjs";
import { answering, LOGIN, LOGOUT, SESSION, SSO_CONFIG, sessionBody } from "../e2e/support/identity-api.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { until } from "../e2e/support/until.mjs";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const site = `${repository}target/adapters/sign-in-form/`;
rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
cpSync(`${repository}tests/adapters/apps/sign-in-form`, site, { recursive: true });
symlinkSync(`${repository}pkg`, `${site}pkg`);

const { scenario } = stage();
const OFFER = answering("GET", SSO_CONFIG, { enabled: true, buttonLabel: "Sign in with ours" }, { times: 9 });

async function open(context, { origin }, query = "") {
  const page = await context.newPage();
  await page.goto(`${origin}/${query}`);
  return page;
}

/** Opens the page, and waits for the form. */
async function openForm(context, deployment, query) {
  const page = await open(context, deployment, query);
  await page.locator(".sign-in-fields").waitFor();
  return page;
}

async function submit(page, { email, password }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const says = (page, part, text) =>
  until(
    `${part} to say ${text}`,
    async () => (await page.locator(`.sign-in-${part}`).textContent()) === text,
  );
const focused = (page) => page.evaluate(() => document.activeElement.className);
const wrong = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[aria-invalid=true]")].map(({ className }) => className),
  );

scenario(
  "it shows while nobody is signed in, signs in, and forgets what was typed",
  { site },
  async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    assert.equal(await page.locator(".sign-in-status").textContent(), "");
    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => session.snapshot.user.name), "Ada Lovelace");
    assert.equal(await page.locator("#form").innerHTML(), "", "nothing of it is left");
    assert.equal(await page.evaluate(() => app.form.state), "denied");
    await page.evaluate(() => session.logout());
    await page.locator(".sign-in-fields").waitFor();
    await says(page, "status", "You have signed out.");
    for (const label of ["Email", "Password"]) assert.equal(await page.getByLabel(label).inputValue(), "");
    assert.equal(await page.evaluate(() => app.form.matches(":state(granted)")), true);
  },
);

scenario("it does not flash before somebody who is signed in", { site }, async ({ context, deployment }) => {
  const first = await openForm(context, deployment);
  await submit(first, credentialsOf("ada"));
  await first.locator(".sign-in-fields").waitFor({ state: "detached" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.hasShown = false;
    const look = () => {
      hasShown ||= document.querySelector(".sign-in-fields") !== null;
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${deployment.origin}/?sso`);
  await page.evaluate(() => session.ready.then(() => {}));
  assert.equal(await page.evaluate(() => hasShown), false);
  assert.equal(
    (await deployment.control.requests("GET", SSO_CONFIG)).length,
    0,
    "nor asks what it needs not",
  );
});

const refusal = (status, headers) => answering("POST", LOGIN, {}, { status, headers });
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
    text: "Too many attempts. Try again in 7 s.",
  },
  { code: "server-error", rule: refusal(503), text: "The service has a problem." },
  { code: "network", rule: { method: "POST", path: LOGIN, times: 1, drop: "before-headers" } },
];

for (const { code, given, rule, text, focus = "sign-in-submit", wrong: fields = [], left } of REFUSALS) {
  scenario(
    `${code}${given?.email === "" ? ", of both" : ""}: it says so, and puts the focus on what is wrong`,
    { site },
    async ({ context, deployment, control }) => {
      const page = await openForm(context, deployment);
      if (rule) await control.faults(rule);
      const credentials = given ?? credentialsOf("ada");
      await submit(page, credentials);
      await page.locator(`.sign-in-error[data-code=${code}]`).waitFor();
      await says(page, "error", text ?? "The service cannot be reached.");
      await until("the event", () => page.evaluate(() => app.failures.length > 0));
      assert.deepEqual(await page.evaluate(() => app.failures), [[code, "form"]]);
      assert.equal(await focused(page), focus);
      assert.deepEqual(await wrong(page), fields);
      assert.equal(await page.getByLabel("Email").inputValue(), credentials.email);
      assert.equal(await page.getByLabel("Password").inputValue(), left ?? credentials.password);
      await submit(page, credentialsOf("ada"));
      await page.locator(".sign-in-fields").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => app.failures.length), 1);
    },
  );
}

scenario(
  "while it waits it says so, sends nothing twice, and keeps the focus",
  { site },
  async ({ context, deployment, control }) => {
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
  },
);

scenario(
  "a service that cannot be reached is said, and the form comes by itself",
  { site },
  async ({ context, deployment, control }) => {
    await control.faults(answering("GET", SESSION, "busy", { status: 503, times: 100 }));
    const page = await open(context, deployment);
    await says(page, "status", "The service has a problem. Trying again…");
    assert.equal(await page.locator(".sign-in-fields").count(), 0);
    await control.clearFaults();
    await page.locator(".sign-in-fields").waitFor();
    await says(page, "status", "");
  },
);

scenario(
  "a sign-out that failed is said, and that the session has ended",
  { site, expects: [/server error/] },
  async ({ context, deployment, control }) => {
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
  },
);

scenario(
  "each reason is said, and what keeps the session unknown",
  { site },
  async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const said = await page.evaluate(() => {
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
    assert.deepEqual(said, [
      ["", true, "granted"],
      ["Your session has expired.", true, "granted"],
      ["Your session has ended.", true, "granted"],
      ["This account has been deactivated.", true, "granted"],
      ["Allow cookies for this site, then sign in again.", true, "granted"],
      ["The service cannot be reached. Trying again…", true, "granted"],
      ["One moment…", false, "unknown"],
      ["Signing in does not work here. Reload the page.", false, "unknown"],
      ["Too many attempts. Try again in 2 s. Trying again…", false, "unknown"],
      ["Signing in does not work here. Reload the page.", false, "unknown"],
      ["Signing in failed. Please try again.", false, "unknown"],
    ]);
  },
);

scenario(
  "a form whose attempt leaves the session unknown stays, so that its message can be read",
  { site },
  async ({ context, deployment, control }) => {
    const page = await openForm(context, deployment);
    await control.faults(
      { method: "POST", path: LOGIN, times: 1, drop: "mid-body" },
      { method: "GET", path: SESSION, times: 100, status: 503 },
    );
    await submit(page, credentialsOf("ada"));
    await page.locator(".sign-in-error[data-code]:not([data-code=''])").waitFor();
    await page.evaluate(() => {
      const end = { code: "network", retryable: true, retryAfterMs: null };
      app.form.session = app.stub({ status: "unknown", error: end });
    });
    assert.equal(await page.locator(".sign-in-fields").count(), 1);
    assert.equal(await page.locator(".sign-in-status").textContent(), "", "it is said once");
  },
);

scenario(
  "single sign-on is offered where it is asked for, and leads on as the attributes say",
  { site },
  async ({ context, deployment, control }) => {
    await control.faults(OFFER, answering("GET", "/api/auth/sso/idp/login", "provider"));
    const without = await openForm(context, deployment);
    await without.waitForTimeout(200);
    assert.equal((await control.requests("GET", SSO_CONFIG)).length, 0);
    const page = await openForm(context, deployment, "?sso");
    await page.getByRole("button", { name: "Sign in with ours" }).click();
    await page.waitForURL("**/api/auth/sso/idp/login*");
    assert.equal(new URL(page.url()).searchParams.get("return_url"), "/?back");
  },
);

scenario(
  "single sign-on that cannot begin is said at its button, which comes and goes with its attribute",
  { site },
  async ({ context, deployment, control }) => {
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
  },
);

scenario(
  "a sign-in window that is open forbids no password, and what becomes of it then is not said",
  { site },
  async ({ context, deployment, control }) => {
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
  },
);

scenario(
  "its texts can be another language's, in part too, and are English where they are taken away",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => {
      app.form.messages = app.german;
      app.defineSignInForm(session);
    });
    await page.getByLabel("Passwort").fill("wrong");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await says(page, "error", "Bitte E-Mail-Adresse und Passwort eingeben.");
    await page.evaluate(() => Object.assign(app.form, { messages: { email: "Work email" } }));
    await page.getByLabel("Work email").waitFor();
    assert.equal(await page.getByLabel("Password").inputValue(), "wrong", "what was typed stays");
    const byDefault = await page.evaluate(() => document.createElement("sign-in-form").messages.email);
    assert.equal(byDefault, "Email");
    await page.evaluate(() => Object.assign(app.form, { messages: undefined }));
    await page.getByLabel("Email", { exact: true }).waitFor();
  },
);

scenario(
  "password managers find a real form in the document, with what says which field is which",
  { site },
  async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const found = await page.evaluate(() => {
      const [form] = document.forms;
      const fields = [...form.elements].filter(({ localName }) => localName === "input");
      const attributes = ["type", "name", "autocomplete"];
      return [
        form.getAttribute("method"),
        form.querySelector("button[type=submit], button:not([type])").textContent,
        ...fields.map((field) => attributes.map((each) => field.getAttribute(each)).join(" ")),
      ];
    });
    assert.deepEqual(found, [
      "post",
      "Sign in",
      "email email username",
      "password password current-password",
    ]);
  },
);

scenario(
  "axe finds nothing wrong, and assistive technology finds form, labels, error and buttons",
  { site },
  async ({ context, deployment, control }) => {
    await control.faults(OFFER);
    const page = await openForm(context, deployment, "?sso");
    await page.getByRole("button", { name: "Sign in with ours" }).waitFor();
    assert.deepEqual(await axe(page), []);
    await submit(page, { email: ACCOUNTS.ada.email, password: "wrong" });
    await says(page, "error", "Wrong email address or password.");
    assert.deepEqual(await axe(page), []);
    const tree = await page.getByRole("form").ariaSnapshot();
    assert.equal(
      tree.replaceAll(/ \[(active|cursor=pointer|ref=\w+)\]/g, ""),
      [
        '- form "Sign in":',
        "  - text: Email",
        '  - textbox "Email" [invalid]: ada@example.com',
        "  - text: Password",
        '  - textbox "Password" [invalid]',
        "  - alert: Wrong email address or password.",
        '  - button "Sign in"',
        '  - button "Sign in with ours"',
      ].join("\n"),
    );
    const described = await page.getByLabel("Password").evaluate((input) => {
      const [id] = input.getAttribute("aria-describedby").split(" ");
      return document.getElementById(id).textContent;
    });
    assert.equal(described, "Wrong email address or password.");
    await page.evaluate(() => Object.assign(app.form, { messages: app.german }));
    assert.deepEqual(await axe(page), []);
    await page.evaluate(() => Object.assign(app.form, { session: app.stub({ status: "unknown" }) }));
    assert.deepEqual(await axe(page), []);
  },
);

scenario("the keyboard alone is enough", { site }, async ({ context, deployment, control }) => {
  await control.faults(OFFER);
  const page = await openForm(context, deployment, "?sso");
  await page.getByRole("button", { name: "Sign in with ours" }).waitFor();
  const order = [];
  for (const text of [ACCOUNTS.ada.email, PASSWORD, "", ""]) {
    await page.keyboard.press("Tab");
    order.push(await focused(page));
    await page.keyboard.type(text);
  }
  assert.deepEqual(order, ["sign-in-email", "sign-in-password", "sign-in-submit", "sign-in-sso"]);
  await page.getByLabel("Password").focus();
  await page.keyboard.press("Enter");
  await page.locator(".sign-in-fields").waitFor({ state: "detached" });
});

scenario(
  "it brings its layout into the document or shadow tree it stands in, and any rule of the page is stronger",
  { site },
  async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const displays = await page.evaluate(() => {
      const fields = document.querySelector(".sign-in-fields");
      const shown = [getComputedStyle(fields).display];
      document.body.classList.add("own-layout");
      shown.push(getComputedStyle(fields).display);
      const host = document.body.appendChild(document.createElement("div"));
      const shadow = host.attachShadow({ mode: "open" });
      for (let each = 0; each < 2; each += 1) shadow.append(document.createElement("sign-in-form"));
      shown.push(getComputedStyle(shadow.querySelector(".sign-in-fields")).display);
      const ids = shadow.querySelectorAll(".sign-in-error");
      return [...shown, shadow.adoptedStyleSheets.length, ids[0].id !== ids[1].id];
    });
    assert.deepEqual(displays, ["grid", "flex", "grid", 1, true]);
  },
);

scenario(
  "every part has a class, and nothing of it is there twice after it was moved",
  { site },
  async ({ context, deployment, control }) => {
    await control.faults(OFFER);
    const page = await openForm(context, deployment, "?sso");
    await page.locator(".sign-in-sso").waitFor();
    const parts = await page.evaluate(() => {
      document.body.append(app.form);
      return [...app.form.querySelectorAll("*")].map(({ className }) => className);
    });
    assert.deepEqual(parts.slice(0, 8), [
      "sign-in-status",
      "sign-in-fields",
      "sign-in-field",
      "sign-in-email",
      "sign-in-field",
      "sign-in-password",
      "sign-in-error",
      "sign-in-submit",
    ]);
    await page.locator(".sign-in-sso").waitFor();
    assert.equal(await page.locator(".sign-in-fields").count(), 1);
  },
);

scenario(
  "defined again it gets the new session, a prefix makes another name, and one that is taken is said",
  { site },
  async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const facts = await page.evaluate(async (initial) => {
      const another = await import("./pkg/dist/sign-in-form.js?another");
      const next = app.createSession({ initial, tabs: false });
      another.defineSignInForm(next);
      const rebound = app.form.state;
      next.close();
      customElements.define("taken-sign-in-form", class extends HTMLElement {});
      let refused;
      try {
        app.defineSignInForm(session, { prefix: "taken" });
      } catch (error) {
        refused = error.message;
      }
      app.defineSignInForm(session, { prefix: "acme" });
      const acme = document.body.appendChild(document.createElement("acme-sign-in-form"));
      return [rebound, refused, acme.state];
    }, sessionBody({}));
    assert.deepEqual(facts, ["denied", "<taken-sign-in-form> is taken: choose a prefix.", "granted"]);
  },
);

test("on a server nothing is defined, and a session that is lacking is said in a sentence", async () => {
  const { defineSignInForm } = await import("../../pkg/dist/sign-in-form.js");
  const { createSession } = await import("../../pkg/index.js");
  assert.equal(defineSignInForm(createSession()), undefined);
  assert.throws(() => defineSignInForm(undefined), {
    name: "TypeError",
    message: "The elements need a session: give them createSession().",
  });
});

/** Each value of a union of the declarations. */
function declared(type) {
  const text = readFileSync(`${repository}pkg/index.d.ts`, "utf8");
  const [, union] = new RegExp(`export type ${type} =([\\s\\S]*?);\\n`).exec(text);
  return [...union.replaceAll(/\/\/.*/g, "").matchAll(/"([\w-]+)"/g)].map(([, value]) => value);
}

/** Codes that no sign-in can give: of a request, of a signal that the form does not pass, of `sso.url()`. */
const OF_OTHER_CALLS = ["not-found", "foreign-url", "aborted", "not-ready"];
const LABELS = [
  ...["email", "password", "submit", "busy", "waiting", "retrying", "retry-after", "failed"],
  "not-signed-out",
];

test("both tables have a text for every label, reason and error code, and no other", async () => {
  const { english, german } = await import("../../pkg/dist/sign-in-form.js");
  const codes = declared("SessionErrorCode");
  assert.ok(codes.length > 20 && codes.includes("closed"), `${codes}`);
  const needed = [
    ...LABELS,
    ...declared("SignedOutReason").filter((reason) => reason !== "no-session"),
    ...codes.filter((code) => !OF_OTHER_CALLS.includes(code)),
  ].sort();
  for (const table of [english, german]) {
    assert.deepEqual(Object.keys(table).sort(), needed);
    for (const [key, text] of Object.entries(table)) assert.match(text, /^\S.*\S$/, key);
    assert.ok(table["retry-after"].includes("{seconds}"));
  }
  const same = needed.filter((key) => english[key] === german[key]);
  assert.deepEqual(same, [], "not translated");
});

test("nothing of it is in the elements", () => {
  const elements = readFileSync(`${repository}pkg/dist/elements.js`, "utf8");
  assert.equal(elements.includes("sign-in"), false);
});
