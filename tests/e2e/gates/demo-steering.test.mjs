// The demo's panel that changes accounts and answers of the reference deployment: gates follow, in two tabs.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { axe } from "../support/axe.mjs";
import { demoGatesOf, demoStatusOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { startDeployment } from "../support/platform.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

/** After this time since its last read, a page reads at once at a focus. */
const READ_AFTER_MS = 5_500;

const isOpen = async (page, feature) => (await demoGatesOf(page))[feature].can;
const untilOpen = (page, feature) => until(`${feature} to open`, () => isOpen(page, feature));
const untilClosed = (page, feature) =>
  until(`${feature} to close`, async () => !(await isOpen(page, feature)));
const untilPanelSays = (page, text) =>
  until(`it to say ${text}`, async () => (await page.getByTestId("steered").textContent()) === text);

test(
  "a changed role opens and closes gates, here and in the other tab",
  scenario({ site: "demo" }, async (given) => {
    const { context, deployment } = given;
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    const other = await openDemo(context, deployment);
    await waitForDemo(other, { status: "authenticated" });
    await page.getByTestId("steering").waitFor();
    assert.equal(await page.getByTestId("steer-email").inputValue(), ACCOUNTS.ada.email);
    assert.equal(await page.getByTestId("steer-role").inputValue(), "default");
    assert.equal(await isOpen(page, "scrum-team-agent"), false);

    await page.getByTestId("steer-role").selectOption("administrator");
    await untilPanelSays(page, "Ada Lovelace has the role administrator.");
    await untilOpen(page, "scrum-team-agent");
    await other.waitForTimeout(READ_AFTER_MS);
    await other.evaluate(() => void dispatchEvent(new Event("focus")));
    await untilOpen(other, "scrum-team-agent");
    await until(
      "the other panel",
      async () => (await other.getByTestId("steer-role").inputValue()) === "administrator",
    );

    await other.getByTestId("steer-role").selectOption("default");
    await untilClosed(other, "scrum-team-agent");
  }),
);

test(
  "an account that is deactivated, and sessions that are ended, close every gate",
  scenario({ site: "demo", expects: [/401/] }, async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "grace");
    await page.getByTestId("steer-active").uncheck();
    await untilPanelSays(page, "Grace Hopper has the role expert, and is deactivated.");
    await waitForDemo(page, { status: "unauthenticated", reason: "deactivated" });
    await page.getByTestId("steer-active").check();
    await untilPanelSays(page, "Grace Hopper has the role expert.");
    await signInDemo(page, "grace");
    await untilOpen(page, "report-analysis");
    await page.getByTestId("steer-expire").click();
    await untilPanelSays(page, "Every session has ended.");
    await waitForDemo(page, { status: "unauthenticated", reason: "ended" });
    await untilClosed(page, "report-analysis");
  }),
);

test(
  "failing answers leave gates as they were, stale, until the deployment answers again",
  scenario({ site: "demo" }, async ({ context, deployment, control }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    await page.getByTestId("steer-fail").click();
    await until("the failure", async () => (await demoStatusOf(page)).stale);
    assert.equal(await isOpen(page, "chat-history"), true);
    await page.getByTestId("steer-mend").click();
    await untilPanelSays(page, "The deployment answers again.");
    await until("the answer", async () => !(await demoStatusOf(page)).stale);
    await control.clearFaults();
  }),
);

test(
  "axe finds nothing wrong in the demo, in light and in dark, and it does not scroll sideways in any width",
  scenario({ site: "demo", context: { reducedMotion: "reduce" } }, async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    for (const part of ["accounts", "steering"]) await page.getByTestId(part).waitFor();
    const checkLayout = async () => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axe(page), [], colorScheme);
      }
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
      }
    };
    await checkLayout();
    await signInDemo(page, "grace");
    await checkLayout();
  }),
);

test(
  "without --control the demo has no panel",
  scenario({ site: "demo" }, async ({ context }) => {
    const real = await startDeployment({ site: "demo", isSteered: false });
    try {
      const page = await openDemo(context, real);
      await page.getByTestId("accounts").waitFor();
      assert.ok(await page.getByTestId("steering").isHidden());
    } finally {
      await real.stop();
    }
  }),
);
