// React Router in data mode, as docs/react-router.md shows it.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { AGENTS, SESSION } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { BASE } from "./support/base-path.mjs";
import { dataBehaviour } from "./support/data.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { buildBelow, buildWithVite } from "./support/served-app.mjs";

const DEEP_ADDRESS = "reports?agent=2#figures";
const AGENT = "/agent-hub-api/api/agent/1";
const SECRET = "The diary of Grace";
const EXPECTS = { expects: [/Failed to load resource/] };
const POLICY = policyWith({ styles: ["'self'"], images: ["'self'"] });
const LATER_MS = 1_000;

const site = once(() => buildWithVite("react-router-data"));
const siteBelow = once(() => buildBelow(BASE, "react-router-data"));

dataBehaviour("React Router in data mode", async (another) => another(await site(), ["--bearer", "cookie"]), {
  libraries: ["Agents"],
});

/** Returns a scenario that opens the app at this address, below `base`, and calls `run` with the page, `control`, and `at(path)`, which waits for an address. */
const opened =
  ({ address = "", base = "/", faults = [] }, run) =>
  async ({ context, another }) => {
    const folder = await (base === BASE ? siteBelow() : site());
    const deployment = await another(folder, ["--bearer", "cookie"]);
    await deployment.control.faults(...faults);
    await servedUnder(POLICY, deployment, async ({ origin }) => {
      const page = await context.newPage();
      await page.addInitScript(watchSecret, SECRET);
      await page.goto(origin + base + address);
      const at = (path) =>
        until(`${path} (${page.url()})`, () => page.url().replace("/?", "?") === origin + base + path);
      await run({ page, control: deployment.control, at });
      assert.deepEqual(
        await page.evaluate(() => globalThis.leaks),
        [],
        "Grace's text on another user's page",
      );
    });
  };

/** Notes each frame that shows Grace's text without her name. */
function watchSecret(secret) {
  globalThis.leaks = [];
  const frame = () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what a script holds.
    const text = document.body?.innerText ?? "";
    if (text.includes(secret) && !text.includes("Grace Hopper")) globalThis.leaks.push(text);
    requestAnimationFrame(frame);
  };
  frame();
}

async function signIn(page, account) {
  await page.getByLabel("Email").fill(ACCOUNTS[account].email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const shows = (page, text) => page.getByRole("region", { name: "Agents" }).getByText(text).first().waitFor();
const signOut = (page) => page.getByRole("button", { name: "Sign out" }).click();

for (const base of ["/", BASE]) {
  test(
    `a sign-in in place of the page keeps the address with query and fragment, and the loader waits for it (at ${base})`,
    scenario(
      opened({ address: DEEP_ADDRESS, base }, async ({ page, control, at }) => {
        await page.getByLabel("Password").waitFor();
        await at(DEEP_ADDRESS);
        assert.deepEqual(
          await control.requests("GET", "/agent-hub-api/api/agent/2"),
          [],
          "the loader has sent no request yet",
        );
        await signIn(page, "ada");
        await shows(page, "Report on");
        await shows(page, "Your chats.");
        await at(DEEP_ADDRESS);
        assert.equal((await control.requests("GET", "/agent-hub-api/api/agent/2")).length, 1);
        await page.getByRole("link", { name: "Agents" }).click();
        await shows(page, "Meeting summary");
        await at("");
        await page.goBack();
        await shows(page, "Report on");
        await at(DEEP_ADDRESS);
        await page.goForward();
        await shows(page, "Meeting summary");
        await page.goBack();
        await shows(page, "Report on");
        // After a sign-out the address of the last user is left.
        await signOut(page);
        await page.getByLabel("Password").waitFor();
        await at("");
      }),
    ),
  );
}

test(
  "Back to an address of the last user loads it for the current user",
  scenario(
    opened({}, async ({ page, control, at }) => {
      const agent = { id: 1, name: SECRET };
      await control.faults(
        { method: "GET", path: AGENTS, times: 100, body: { success: true, agents: [agent] } },
        { method: "GET", path: AGENT, times: 100, body: { success: true, agent } },
      );
      await signIn(page, "grace");
      await shows(page, SECRET);
      await page.getByRole("link", { name: "Report" }).click();
      await shows(page, `Report on ${SECRET}`);
      await page.getByRole("link", { name: "Agents" }).click();
      await shows(page, SECRET);
      await signOut(page);
      await control.faults(
        { method: "GET", path: AGENTS, times: 100, delay_ms: LATER_MS },
        { method: "GET", path: AGENT, times: 100, delay_ms: LATER_MS },
      );
      await signIn(page, "ada");
      await shows(page, "Meeting summary");
      await page.goBack();
      await shows(page, /^Report on (?!The diary)/);
      await at("reports?agent=1");
      await page.goBack();
      await shows(page, "Meeting summary");
    }),
  ),
);

for (const [account, address, text] of [
  ["ada", "reports?agent=1", "Report on"],
  ["grace", "", "Meeting summary"],
]) {
  test(
    `a loader that meets the end of Ada's session ${account === "ada" ? "goes on once she" : "ends once Grace"} has signed in`,
    scenario(
      EXPECTS,
      opened({}, async ({ page, control, at }) => {
        await signIn(page, "ada");
        await shows(page, "Meeting summary");
        await control.expire();
        await control.clearLog();
        await page.getByRole("link", { name: "Report" }).click();
        await page.getByLabel("Password").waitFor();
        // `SignedIn` is around the page, and not around the navigation.
        assert.ok(await page.getByRole("link", { name: "Agents" }).isVisible());
        await signIn(page, account);
        await shows(page, text);
        await at(address);
        assert.equal((await control.requests("GET", AGENT)).length, account === "ada" ? 2 : 1);
      }),
    ),
  );
}

test(
  "where a loader fails, an error shows in place of the page, and the next try shows the page",
  scenario(
    EXPECTS,
    opened({}, async ({ page, control }) => {
      await control.faults({ method: "GET", path: AGENTS, times: 1, status: 503 });
      await signIn(page, "ada");
      await shows(page, "This page cannot be shown.");
      await page.getByRole("button", { name: "Try again" }).click();
      await shows(page, "Meeting summary");
    }),
  ),
);

test(
  "during an outage the loader waits, and no sign-in form shows",
  scenario(
    EXPECTS,
    opened(
      { faults: [{ method: "GET", path: SESSION, times: 100, status: 503 }] },
      async ({ page, control }) => {
        await page.getByText("The service has a problem. Trying again…").waitFor();
        assert.equal(await page.getByLabel("Password").count(), 0);
        await control.clearFaults();
        await page.getByLabel("Password").waitFor();
        await signIn(page, "ada");
        await shows(page, "Meeting summary");
      },
    ),
  ),
);
