// The parts of the sign-in form: its texts, its fields as password managers and assistive technology find them, and its layout.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { focused, OFFER, openForm, says, submit } from "../support/sign-in-form.mjs";
import { layOut, open, repository } from "../support/site.mjs";

const site = layOut("sign-in-form");

test(
  "texts that the page sets replace the English ones, all or some, and removing them restores the English ones",
  scenario({ site }, async ({ context, deployment }) => {
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
    assert.equal(await page.getByLabel("Password").inputValue(), "wrong", "the typed text stays");
    const byDefault = await page.evaluate(() => document.createElement("sign-in-form").messages.email);
    assert.equal(byDefault, "Email");
    await page.evaluate(() => Object.assign(app.form, { messages: { ...app.german, submit: undefined } }));
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.getByLabel("Passwort").waitFor();
    await page.evaluate(() => Object.assign(app.form, { messages: undefined }));
    await page.getByLabel("Email", { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => app.form.messages === app.english), true);
    await page.evaluate(() => app.form.setAttribute("messages", "a text"));
    await page.getByLabel("Email", { exact: true }).waitFor();
  }),
);

test(
  "a form that the page removes as a user signs in in another tab, and adds again later, is empty",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    await page.evaluate(() => {
      const { form } = app;
      const place = form.parentElement;
      session.gate({ status: "authenticated" }).subscribe((state) => {
        place.replaceChildren(state === "granted" ? "the app" : form);
      });
    });
    await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    const otherTab = await openForm(context, deployment);
    await submit(otherTab, { email: ACCOUNTS.ada.email, password: PASSWORD });
    await page.getByText("the app").waitFor();
    await otherTab.evaluate(() => session.logout());
    for (const label of ["Email", "Password"]) assert.equal(await page.getByLabel(label).inputValue(), "");
  }),
);

test(
  "a copy of a visible form has its own parts, once",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment, "?sso");
    await page.evaluate(() => app.form.replaceWith(app.form.cloneNode(true)));
    assert.deepEqual(
      await page.evaluate(() =>
        Array.from(document.querySelector("#form").children, ({ className }) => className),
      ),
      ["sign-in-status", "sign-in-fields"],
    );
    await submit(page, { email: ACCOUNTS.ada.email, password: PASSWORD });
    await page.locator(".sign-in-fields").waitFor({ state: "detached" });
    assert.equal(await page.locator("#form").innerHTML(), "");
  }),
);

test(
  "axe finds no violation, and assistive technology finds form, labels, error and buttons",
  scenario({ site }, async ({ context, deployment, control }) => {
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
  }),
);

test(
  "password managers find a form in the document with named fields, and the keyboard alone signs in",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(OFFER);
    const page = await openForm(context, deployment, "?sso");
    await page.getByRole("button", { name: "Sign in with ours" }).waitFor();
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
  }),
);

test(
  "the form adds its layout to its document or shadow tree, and any rule of the page overrides it",
  scenario({ site }, async ({ context, deployment }) => {
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
  }),
);

test(
  "the style rules of docs/elements.md apply, and axe finds no violation with them",
  scenario({ site }, async ({ context, deployment }) => {
    const [, rules] = /```css\n([\s\S]*?)```/.exec(readFileSync(`${repository}docs/elements.md`, "utf8"));
    const page = await openForm(context, deployment);
    const applied = await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
      const computed = (selector, property) =>
        getComputedStyle(document.querySelector(selector)).getPropertyValue(property);
      return [
        text.match(/\{/g).length === sheet.cssRules.length,
        ...["display", "max-width"].map((property) => computed("sign-in-form", property)),
        ...["status", "error"].map((part) => computed(`.sign-in-${part}`, "margin-top")),
        computed(".sign-in-error", "color"),
      ];
    }, rules);
    assert.deepEqual(applied, [true, "block", "320px", "0px", "0px", "rgb(176, 0, 32)"]);
    await submit(page, { email: ACCOUNTS.ada.email, password: "wrong" });
    await says(page, "error", "Wrong email address or password.");
    assert.deepEqual(await axe(page), []);
  }),
);

test(
  "every part has a class, and a form that is moved has each part once",
  scenario({ site }, async ({ context, deployment, control }) => {
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
  }),
);

/** Returns the values of a union of strings in `pkg/index.d.ts`. */
function declared(type) {
  const text = readFileSync(`${repository}pkg/index.d.ts`, "utf8");
  const [, union] = new RegExp(`export type ${type} =([\\s\\S]*?);\\n`).exec(text);
  return [...union.replaceAll(/\/\/.*/g, "").matchAll(/"([\w-]+)"/g)].map(([, value]) => value);
}

/** The codes with which no sign-in fails: those of requests, of a signal, which the form does not pass, and of `sso.url()`. */
const CODES_OF_OTHER_CALLS = ["not-found", "foreign-url", "aborted", "not-ready"];
const LABELS = [
  ...["email", "password", "submit", "busy", "waiting", "retrying", "retry-after", "failed"],
  "not-signed-out",
  ...["sign-in-again", "sign-in-to-go-on", "sign-in-once-more", "user", "not-now", "sign-out"],
];

test("the English and the German table have a text for every label, reason and error code, and no other", async () => {
  const { english, german } = await import("../../../pkg/dist/sign-in-form.js");
  const codes = declared("SessionErrorCode");
  assert.ok(codes.length > 20 && codes.includes("closed"), `${codes}`);
  const needed = [
    ...LABELS,
    ...declared("SignedOutReason").filter((reason) => reason !== "no-session"),
    ...codes.filter((code) => !CODES_OF_OTHER_CALLS.includes(code)),
  ].sort();
  for (const table of [english, german]) {
    assert.deepEqual(Object.keys(table).sort(), needed);
    for (const [key, text] of Object.entries(table)) assert.match(text, /^\S.*\S$/, key);
    assert.ok(table["retry-after"].includes("{seconds}"));
    assert.ok(table.user.includes("{user}"));
  }
  const same = needed.filter((key) => english[key] === german[key]);
  assert.deepEqual(same, [], "not translated");
});

test(
  "a text with an unknown key throws a TypeError that names it, and leaves the form as it was",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await openForm(context, deployment);
    const messages = await page.evaluate(() => {
      const refusals = [
        () => Object.assign(app.form, { messages: { emial: "Work email" } }),
        () => app.signInDialog({ messages: { ...app.german, constructor: "x" } }),
      ];
      return refusals.map((refused) => {
        try {
          return refused();
        } catch (error) {
          return `${error.name}: ${error.message}`;
        }
      });
    });
    assert.deepEqual(messages, [
      "TypeError: emial is no text of the sign-in form",
      "TypeError: constructor is no text of the sign-in form",
    ]);
    const afterwards = await page.evaluate(() => {
      const { form } = app;
      const listeners = new Set();
      const changing = app.stub({ reason: "no-session" });
      changing.subscribe = (listener) => {
        listeners.add(listener);
        listener(changing.snapshot);
        return () => listeners.delete(listener);
      };
      form.session = changing;
      form.messages = { email: "Work email" };
      try {
        form.messages = { unknown: "x" };
      } catch {}
      const texts = [form.textContent, form.messages.email];
      // Out of the document and back: the form has one listener all the same.
      form.remove();
      document.body.append(form);
      changing.snapshot = { ...changing.snapshot, status: "authenticated" };
      for (const listener of listeners) listener(changing.snapshot);
      return { texts, state: form.state, listeners: listeners.size };
    });
    assert.deepEqual(afterwards, {
      texts: ["Work emailPasswordSign in", "Work email"],
      state: "denied",
      listeners: 1,
    });
  }),
);

test("the module platform-session/elements contains nothing of the sign-in form", () => {
  const elements = readFileSync(`${repository}pkg/dist/elements.js`, "utf8");
  assert.equal(elements.includes("sign-in"), false);
});
