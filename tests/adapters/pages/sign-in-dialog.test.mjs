// `signInDialog`: a request meets the session's end, the dialog asks the user to sign in again, and the request is repeated.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { axe } from "../../e2e/support/axe.mjs";
import { LOGIN } from "../../e2e/support/identity-api.mjs";
import { arrival, goBack } from "../../e2e/support/page-life.mjs";
import { providerStage } from "../../e2e/support/provider.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { assertGone, openDraft } from "../support/sign-in-dialog.mjs";
import { focused, OFFER, says, submit } from "../support/sign-in-form.mjs";
import { layOut, open } from "../support/site.mjs";

const { connect } = providerStage();
const site = layOut("sign-in-form");
const ENDED = "Your session has ended. Sign in again to go on.";
const WORKSPACE = "/agent-hub-api/api/workspace";

const dialogOf = (page) => page.getByRole("dialog", { name: ENDED });
const saveEndsWith = (page, outcome) =>
  until(
    `saving the draft to end with ${outcome}`,
    async () => (await page.locator("#saved").textContent()) === outcome,
  );

/** Opens the page of the draft as Grace, ends her session, saves, and waits for the dialog. */
async function loseSession({ context, deployment, control }, query) {
  const page = await openDraft(context, deployment, query);
  await control.expire();
  await page.locator("#draft").focus();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".sign-in-dialog").waitFor();
  return page;
}

test(
  "a draft is saved once the right password is given, even after a wrong one, and the focus returns to where it was",
  scenario({ site }, async (given) => {
    const page = await loseSession(given);
    await given.control.clearLog();
    await page.getByText("User: Grace Hopper").waitFor();
    assert.equal(await page.getByLabel("Email").inputValue(), ACCOUNTS.grace.email);
    assert.equal(await focused(page), "sign-in-password");
    await page.getByLabel("Password").fill("wrong");
    await page.getByLabel("Password").press("Enter");
    await says(page, "error", "Wrong email address or password.");
    assert.equal(await page.getByLabel("Password").inputValue(), "");
    assert.equal(await dialogOf(page).isVisible(), true);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await saveEndsWith(page, "201");
    await assertGone(page);
    await until("the focus", () => page.evaluate(() => document.activeElement.id === "save"));
    assert.equal(await page.locator("[tabindex]").count(), 0, "no other element has been given a tabindex");
    assert.equal((await given.control.requests("POST", WORKSPACE)).length, 1, "one repetition");
  }),
);

const WAYS_OUT = [
  ["by the Escape key", (page) => page.keyboard.press("Escape")],
  ["by its button", (page) => page.getByRole("button", { name: "Not now" }).click()],
  [
    "by the page, which takes it away",
    (page) => page.evaluate(() => document.querySelector(".sign-in-dialog").remove()),
  ],
  [
    "by the page, which closes it",
    (page) => page.evaluate(() => document.querySelector(".sign-in-dialog").close()),
  ],
];

test(
  "where the user or the page closes the dialog, the request gets its 401, and the next request opens it again",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    const save = async () => {
      await page.getByRole("button", { name: "Save" }).click();
      await dialogOf(page).waitFor();
    };
    for (const [how, giveUp] of WAYS_OUT) {
      await control.expire();
      await save();
      await page.getByLabel("Password").fill("half of a pass");
      const password = await page.evaluateHandle(() => document.querySelector(".sign-in-password"));
      await giveUp(page);
      await saveEndsWith(page, "401");
      await assertGone(page);
      const left = await password.evaluate((input) => input.value);
      assert.equal(left, "", `the password field is empty, closed ${how}`);
      await save();
      await submit(page, credentialsOf("grace"));
      await saveEndsWith(page, "201");
      await assertGone(page);
    }
  }),
);

test(
  "where the user gives up during a sign-in, the request gets its 401 at once",
  scenario({ site }, async (given) => {
    const page = await loseSession(given);
    await given.control.faults({ method: "POST", path: LOGIN, times: 1, drop: "hang" });
    await submit(page, credentialsOf("grace"));
    await says(page, "status", "Signing in…");
    await page.keyboard.press("Escape");
    await saveEndsWith(page, "401");
    await assertGone(page);
  }),
);

test(
  "where the same user signs in in another tab, the dialog closes, and the draft is saved",
  scenario({ site }, async ({ context, another }) => {
    const deployment = await another(site, ["--bearer", "cookie"]);
    const page = await loseSession({ context, deployment, control: deployment.control });
    const tab = await open(context, deployment, "dialog.html");
    await signIn(tab, "grace");
    await saveEndsWith(page, "201");
    await assertGone(page);
  }),
);

test(
  "at a sign-out in another tab the dialog closes, and nothing is saved",
  scenario({ site }, async (given) => {
    const page = await loseSession(given);
    await page.getByLabel("Password").fill(PASSWORD);
    const tab = await open(given.context, given.deployment, "dialog.html");
    await tab.evaluate(() => session.logout());
    await saveEndsWith(page, "superseded");
    await assertGone(page);
  }),
);

test(
  "session.close() closes the dialog",
  scenario({ site }, async (given) => {
    const page = await loseSession(given);
    await page.evaluate(() => session.close());
    await saveEndsWith(page, "closed");
    await assertGone(page);
  }),
);

test(
  "another user may sign in, and the last user's request is not repeated",
  scenario({ site }, async (given) => {
    const page = await loseSession(given);
    await given.control.clearLog();
    await submit(page, credentialsOf("root"));
    await saveEndsWith(page, "superseded");
    await assertGone(page);
    assert.equal(await page.evaluate(() => session.snapshot.user.email), ACCOUNTS.root.email);
    assert.deepEqual(await given.control.requests("POST", WORKSPACE), []);
  }),
);

test(
  "where no user was signed in before, the dialog names none",
  scenario({ site }, async (given) => {
    const page = await open(given.context, given.deployment, "dialog.html");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: "Sign in to go on." }).waitFor();
    assert.equal(await page.locator(".sign-in-user").textContent(), "");
    assert.equal(await focused(page), "sign-in-email");
    await submit(page, credentialsOf("grace"));
    await saveEndsWith(page, "201");
  }),
);

test(
  "for a missing bearer token the dialog offers the password only, and a sign-in in another tab does not close it",
  scenario({ site }, async ({ context, another }) => {
    const deployment = await another(site, ["--bearer", "strict"]);
    await deployment.control.faults(OFFER);
    await context.request.post(`${deployment.origin}${LOGIN}`, { data: credentialsOf("grace") });
    const page = await open(context, deployment, "dialog.html");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: "Sign in once more to go on." }).waitFor();
    const tab = await open(context, deployment, "dialog.html");
    await signIn(tab, "grace");
    await deployment.control.clearLog();
    await page.evaluate(() => session.refresh().then(() => {}));
    assert.equal(await page.locator(".sign-in-sso").count(), 0);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await saveEndsWith(page, "201");
  }),
);

test(
  "axe finds no violation in the dialog, in light and in dark, and its accessible tree says what it is for",
  scenario({ site }, async (given) => {
    await given.control.faults(OFFER);
    const page = await loseSession(given);
    await page.getByRole("button", { name: "Sign in with ours" }).waitFor();
    const look = async () => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axe(page), [], colorScheme);
      }
    };
    await look();
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await says(page, "error", "Wrong email address or password.");
    await look();
    const tree = await page.locator(".sign-in-dialog").ariaSnapshot();
    assert.equal(
      tree.replaceAll(/ \[(active|cursor=pointer|ref=\w+)\]/g, ""),
      [
        `- dialog "${ENDED}":`,
        `  - paragraph: ${ENDED}`,
        '  - paragraph: "User: Grace Hopper"',
        "  - status",
        '  - form "Sign in":',
        "    - text: Email",
        '    - textbox "Email" [invalid]: grace@example.com',
        "    - text: Password",
        '    - textbox "Password" [invalid]',
        "    - alert: Wrong email address or password.",
        '    - button "Sign in"',
        '    - button "Sign in with ours"',
        '  - button "Not now"',
      ].join("\n"),
    );
  }),
);

test(
  "Tab and Shift+Tab stay within the dialog",
  scenario({ site }, async (given) => {
    await given.control.faults(OFFER);
    const page = await loseSession(given);
    await page.getByRole("button", { name: "Sign in with ours" }).waitFor();
    for (const key of ["Tab", "Shift+Tab"]) {
      const focusedNames = new Set();
      for (let each = 0; each < 12; each += 1) {
        await page.keyboard.press(key);
        focusedNames.add(
          await page.evaluate(() => document.activeElement.className || document.activeElement.localName),
        );
      }
      assert.deepEqual([...focusedNames].sort(), [
        "sign-in-cancel",
        "sign-in-email",
        "sign-in-password",
        "sign-in-sso",
        "sign-in-submit",
      ]);
    }
  }),
);

test(
  "the dialog is in front of a modal dialog of the page, and gives the focus back to it",
  scenario({ site }, async (given) => {
    const page = await openDraft(given.context, given.deployment);
    await given.control.expire();
    await page.evaluate(() => document.getElementById("own").showModal());
    await page.getByRole("button", { name: "Save from here" }).click();
    await dialogOf(page).waitFor();
    await submit(page, credentialsOf("grace"));
    await saveEndsWith(page, "201");
    await assertGone(page);
    await until("the focus", () => page.evaluate(() => document.activeElement.id === "inside"));
    assert.equal(await page.evaluate(() => document.getElementById("own").open), true);
  }),
);

test(
  "an element that had the focus, and that the page hid meanwhile, gets it back",
  scenario({ site }, async (given) => {
    const page = await openDraft(given.context, given.deployment);
    await page.evaluate(() => {
      const place = document.querySelector("main");
      session.subscribe(({ status, reauthenticating }) => {
        place.hidden = status !== "authenticated" || reauthenticating;
      });
    });
    await given.control.expire();
    await page.locator("#draft").focus();
    await page.evaluate(() => document.getElementById("save").click());
    await dialogOf(page).waitFor();
    assert.equal(await page.locator("main").isVisible(), false);
    await submit(page, credentialsOf("grace"));
    await saveEndsWith(page, "201");
    await until("the focus", () => page.evaluate(() => document.activeElement.id === "draft"));
  }),
);

test(
  "the dialog takes its texts and the prefix of its form from the page",
  scenario({ site }, async (given) => {
    const page = await loseSession(given, "?german&prefix=acme");
    await page
      .getByRole("dialog", { name: "Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren." })
      .waitFor();
    assert.equal(await page.locator("acme-sign-in-form").count(), 1);
    await page.getByText("Benutzer: Grace Hopper").waitFor();
    await page.getByRole("button", { name: "Nicht jetzt" }).click();
    await saveEndsWith(page, "401");
  }),
);

test(
  "a sign-in form behind the dialog has no fields while it is open, and has them again once the user gives up",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await openDraft(context, deployment);
    await page.evaluate(() => {
      app.defineSignInForm(session);
      document.querySelector("main").append(document.createElement("sign-in-form"));
    });
    await control.expire();
    await page.getByRole("button", { name: "Save" }).click();
    const behind = page.locator("main sign-in-form");
    await dialogOf(page).waitFor();
    assert.deepEqual([await behind.locator("input").count(), await page.locator("input").count()], [0, 3]);
    assert.match(await behind.textContent(), /Your session has ended/);
    await page.getByRole("button", { name: "Not now" }).click();
    await saveEndsWith(page, "401");
    await behind.getByLabel("Password").waitFor();
    await behind.getByLabel("Email").fill(ACCOUNTS.grace.email);
    await behind.getByLabel("Password").fill(PASSWORD);
    await behind.getByLabel("Password").press("Enter");
    await page.waitForFunction(() => session.snapshot.user);
    assert.equal(await behind.locator("input").count(), 0);
  }),
);

test(
  "where the name of the dialog's form is taken, the error is reported, and the request gets its 401",
  scenario({ site, expects: [/<sign-in-form> is taken: choose a prefix/] }, async (given) => {
    const page = await openDraft(given.context, given.deployment);
    await page.evaluate(() => customElements.define("sign-in-form", class extends HTMLElement {}));
    await given.control.expire();
    await page.getByRole("button", { name: "Save" }).click();
    await saveEndsWith(page, "401");
    await assertGone(page);
    await until("the report", async () => given.watch.uncaught.length > 0);
  }),
);

test(
  "a page that is back from the back/forward cache has no dialog, and its password field is empty",
  scenario({ site, window: true }, async (given) => {
    const page = await loseSession(given);
    await page.getByLabel("Password").fill("half of a pass");
    await page.evaluate(() => {
      globalThis.password = document.querySelector(".sign-in-password");
    });
    await page.goto(`${given.deployment.origin}/page.css`);
    await goBack(page);
    await arrival(page, () => "password" in globalThis);
    const left = await page.evaluate(() => [
      password.value,
      document.querySelectorAll(".sign-in-dialog").length,
    ]);
    assert.deepEqual(left, ["", 0]);
    await saveEndsWith(page, "401");
  }),
);

test(
  "single sign-on in a window closes the dialog; a window that the user closes does not",
  scenario({ site }, async (given) => {
    const { deployment } = await connect(given.another, site);
    const page = await open(given.context, deployment, "dialog.html");
    await page.getByRole("button", { name: "Save" }).click();
    const button = page.locator(".sign-in-sso");
    for (const isSigningIn of [false, true]) {
      const opening = page.waitForEvent("popup");
      await button.click();
      const popup = await opening;
      const user = popup.getByTestId("continue-as-hedy");
      await user.waitFor();
      if (isSigningIn) await user.click();
      else await popup.close();
      if (!isSigningIn) await says(page, "error", "The sign-in window was closed.");
    }
    await until("the sign-in", () =>
      page.evaluate(() => session.snapshot.user?.email === "hedy@example.com"),
    );
    await page.locator(".sign-in-dialog").waitFor({ state: "detached" });
  }),
);
