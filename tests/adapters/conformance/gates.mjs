// Scenarios: when gates and values open, close, and are rendered again.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import {
  FEATURE,
  GRANTED,
  readRule,
  rendersOf,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOut,
  textsOf,
} from "./app.mjs";

export function gates({ test, testOnce, hasSyncEffects, rendersAtOnce }) {
  test("gates and values follow the user from the first answer to the sign-out, without a state between", async ({
    open,
  }) => {
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "fallback");
    await signIn(page, "ada");
    await showsText(page, "gate", "content");
    await signOut(page);
    await showsText(page, "gate", "fallback");
    const seen = await textsOf(page);
    assert.deepEqual(seen.gate, ["pending", "fallback", "content", "fallback"]);
    assert.deepEqual(seen.can, ["false", "true", "false"]);
    assert.deepEqual(seen.state, ["unknown", "denied", "granted", "denied"]);
    assert.deepEqual(seen.reading, ["unknown null", "denied null", "granted null", "denied null"]);
    assert.deepEqual(
      [...new Set(seen.status.map((text) => text.trim()))],
      ["unknown", "unauthenticated", "authenticated Ada Lovelace"],
    );
  });

  testOnce(
    "a gate shows no fallback to a user who is signed in already, and no content to a user who lacks a feature",
    async ({ open, control }) => {
      await control.faults(SIGNED_IN);
      const page = await open({ mount: { conditions: FEATURE } });
      await showsText(page, "gate", "content");
      assert.deepEqual((await textsOf(page)).gate, ["pending", "content"]);
      const both = { feature: ["chat-history", "no-such-feature"] };
      const lacking = await open({ mount: { conditions: both } });
      await showsText(lacking, "gate", "fallback");
      assert.deepEqual((await textsOf(lacking)).gate, ["pending", "fallback"]);
    },
  );

  test("only the parts whose value has changed render again; a component gets the session itself, to sign out", async ({
    open,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "content");
    const before = await rendersOf(page);
    const limit = { perDay: 3 };
    await control.faults(readRule(sessionBody({ ...GRANTED, "report-analysis": { enabled: true, limit } })));
    await page.evaluate(() => globalThis.session.refresh());
    assert.deepEqual(await page.evaluate(() => session.permissions.get("report-analysis").limit), limit);
    assert.deepEqual(
      { ...(await rendersOf(page)), status: 0 },
      { ...before, status: 0 },
      "no gate of another feature renders again; `status` does, as the snapshot has changed",
    );
    assert.ok(await page.evaluate(() => noted.length > 0 && noted.every((given) => given === counting)));
    await control.faults(SIGNED_OUT);
    await page.locator("#out").click();
    await showsText(page, "gate", "fallback");
    assert.equal(await page.evaluate(() => session.snapshot.reason), "signed-out");
  });

  test("a binding that throws once no user is signed in leaves no gate open", {
    isProduction: true,
    expects: [/'name'/],
  }, async ({ openReady, control, watch }) => {
    await control.faults(SIGNED_IN);
    const page = await openReady({ view: "Throwing" });
    await showsText(page, "second", "content");
    await control.faults(SIGNED_OUT);
    const shown = await page.evaluate(async () => {
      const text = () => document.querySelector("#app").textContent;
      session.logout().catch(() => {});
      const atOnce = text();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return { atOnce, inTheFrame: text() };
    });
    assert.doesNotMatch(shown.inTheFrame, /content/);
    if (rendersAtOnce) assert.doesNotMatch(shown.atOnce, /content/);
    const thrown = await page.locator("#thrown").allTextContents();
    const messages = () => [...thrown, ...watch.uncaught, ...watch.consoleLines].join();
    await until("what was thrown to be said", () => /'name'/.test(messages()));
  });

  if (!hasSyncEffects) return;
  test("an effect that is created between two changes of one step sees the second change, too", async ({
    openReady,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openReady({ view: "TakenBack" });
    const seen = await page.evaluate(() => {
      session.logout().catch(() => {});
      return noted;
    });
    assert.deepEqual(seen, [true, false]);
  });
}
