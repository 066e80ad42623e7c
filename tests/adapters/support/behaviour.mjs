// What every adapter does, whatever its framework: each runs these in Chromium, over the built package and a deployment.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { stage } from "../../e2e/support/stage.mjs";
import { until } from "../../e2e/support/until.mjs";

const FEATURE = { feature: "chat-history" };
const GRANTED = { "chat-history": { enabled: true, limit: null } };
/** Somebody who has that feature and no other, to whoever asks: a sign-in takes long. */
export const SIGNED_IN = answering("GET", SESSION, sessionBody(GRANTED), { times: 100 });
export const SIGNED_OUT = answering("GET", SESSION, { authenticated: false }, { times: 100 });

/** Opens the test app, with a session of these options; with `idle`, without one; with `view`, mounted in the same turn. */
export async function openApp(context, { origin }, { options = {}, idle = false, view } = {}) {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => globalThis.adapter);
  if (!idle)
    await page.evaluate(
      ([given, view]) => {
        adapter.start(given);
        if (view) adapter.mount(view);
      },
      [options, view],
    );
  return page;
}

export const mount = (page, options) => page.evaluate((given) => void adapter.mount(given), options);
export const signIn = (page, name) =>
  page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf(name));
const refresh = (page) => page.evaluate(() => session.refresh().then(() => {}));
export const signOut = (page) => page.evaluate(() => session.logout());
/** The same where `SIGNED_IN` is what reads are answered. */
export async function signOutOf(control, page) {
  await control.faults(SIGNED_OUT);
  await signOut(page);
}
/** Every text that each element has shown. */
const textsOf = (page) => page.evaluate(() => seen);
export const textOf = (page, id) => page.locator(`#${id}`).textContent();
export const showsText = (page, id, text) =>
  until(`${id} to show ${text}`, async () => (await textOf(page, id)) === text);

/**
 * Registers the scenarios. `site` resolves with the folder of the app, `render` with what renders its view on a server, if it does,
 * `context` are options of the browser context; `isOtherMajor`: the newest major of the framework has all of them.
 * Gives what registers the scenarios of one framework alone.
 */
export function adapterBehaviour(name, { site, render, context, isOtherMajor = false }) {
  const { scenario } = stage();
  const test = (title, ...rest) => {
    const run = rest.pop();
    scenario(`${name}: ${title}`, { context, ...rest[0] }, async (given) => {
      const deployment = await given.another(await site());
      await run({ ...given, deployment, control: deployment.control });
    });
  };
  /** What does not depend on the framework's major. */
  const testOnce = isOtherMajor ? () => {} : test;

  test("follows the user from the first answer to the sign-out, and shows nothing else between", async ({
    context,
    deployment,
  }) => {
    const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
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
    "shows a user who is there already no fallback, and to nobody what is gated",
    async ({ context, deployment, control }) => {
      await control.faults(SIGNED_IN);
      const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
      await showsText(page, "gate", "content");
      assert.deepEqual((await textsOf(page)).gate, ["pending", "content"]);
      const both = { feature: ["chat-history", "no-such-feature"] };
      const lacking = await openApp(context, deployment, { view: { conditions: both } });
      await showsText(lacking, "gate", "fallback");
      assert.deepEqual((await textsOf(lacking)).gate, ["pending", "fallback"]);
    },
  );

  test("follows conditions that change, and keeps no listener of those before", async ({
    context,
    deployment,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
    await showsText(page, "gate", "content");
    const listeners = () => page.evaluate(() => counting.listeners());
    const before = await listeners();
    for (const [conditions, text] of [
      [{ feature: "no-such-feature" }, "fallback"],
      [FEATURE, "content"],
      [{ feature: "chat-history", status: "unauthenticated" }, "fallback"],
      [{ status: "authenticated" }, "content"],
    ]) {
      await page.evaluate((given) => view.set(given), conditions);
      await showsText(page, "gate", text);
      await showsText(page, "can", String(text === "content"));
    }
    assert.equal(await listeners(), before);
    await page.evaluate(() => view.unmount());
    await until("no listener", async () => (await listeners()) === 0);
  });

  testOnce(
    "denies what is empty, undefined, unknown or inherited",
    async ({ context, deployment, control }) => {
      await control.faults(SIGNED_IN);
      const page = await openApp(context, deployment);
      await page.evaluate(() => {
        Object.defineProperty(Object.prototype, "polluted", { value: { enabled: true }, configurable: true });
        adapter.mount({ conditions: { feature: "chat-history" } });
      });
      const asked = [
        "({})",
        "({ feature: [] })",
        '({ feature: "" })',
        "({ feature: undefined })",
        '({ feature: "chat-history", atLeast: undefined })',
        '({ feature: "chat-history", status: undefined })',
        '({ feature: "no-such-feature" })',
        '({ feature: "polluted" })',
        '({ feature: "__proto__" })',
        '({ feature: "constructor" })',
      ];
      for (const conditions of asked) {
        await page.evaluate(() => view.set({ feature: "chat-history" }));
        await showsText(page, "gate", "content");
        await page.evaluate(`view.set(${conditions})`);
        await showsText(page, "gate", "fallback");
        await showsText(page, "can", "false");
      }
    },
  );

  testOnce(
    "decides by nothing that Object.prototype has come to have",
    async ({ context, deployment, control }) => {
      await control.faults(SIGNED_IN);
      const page = await openApp(context, deployment);
      await page.evaluate(() => {
        const inherited = { once: true, deep: true, atLeast: "user" };
        for (const [name, value] of Object.entries(inherited))
          Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
        adapter.mount({ conditions: { feature: "chat-history" } });
      });
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.set({ feature: "chat-history", atLeast: "user" }));
      await showsText(page, "gate", "fallback");
      await page.evaluate(() => view.set({ feature: "chat-history" }));
      await showsText(page, "gate", "content");
      await signOutOf(control, page);
      await showsText(page, "gate", "fallback");
      await showsText(page, "can", "false");
    },
  );

  testOnce(
    "names a condition of a wrong type",
    { expects: [/must be a name/] },
    async ({ context, deployment }) => {
      const page = await openApp(context, deployment);
      await page.evaluate(() => adapter.mountCaught({ feature: 7 }));
      await showsText(page, "thrown", "TypeError: feature must be a name");
    },
  );

  testOnce(
    "shows nothing gated where conditions have become of a wrong type, whatever else happens",
    { expects: [/must be a name/] },
    async ({ context, deployment, control }) => {
      await control.faults(SIGNED_IN);
      const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.set({ feature: null }));
      const shown = () => page.evaluate(() => document.querySelector("#app").textContent);
      await until("the gate to close", async () => !/content|true|granted/.test(await shown()));
      // React takes away what cannot be rendered; the others go on.
      if ((await shown()) === "") return;
      await page.evaluate(() => view.set({ feature: "chat-history" }));
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.set({ feature: null }));
      await signOutOf(control, page);
      await until("the user to go", async () => /unauthenticated/.test(await shown()));
      assert.doesNotMatch(await shown(), /content|true|granted/);
    },
  );

  testOnce(
    "says in a sentence that there is no session",
    { expects: [/no session/] },
    async ({ context, deployment }) => {
      const page = await openApp(context, deployment);
      await page.evaluate(() => adapter.mountWithout({ feature: "chat-history" }));
      assert.match(await textOf(page, "thrown"), /^Error: platform-session\/\w+: no session\. .+\.$/);
    },
  );

  testOnce(
    "says in a sentence on the console that the session is closed",
    async ({ context, deployment, watch }) => {
      const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
      await showsText(page, "gate", "fallback");
      const said = () => watch.consoleLines.filter((line) => /this session is closed/.test(line));
      assert.equal(said().length, 0);
      await page.evaluate(() => session.close());
      await until("the sentence", () => said().length === 1);
      await showsText(page, "gate", "pending");
      await page.evaluate(() => view.unmount());
      assert.equal(said().length, 1);
    },
  );

  const testRendered = render ? test : () => {};
  testRendered(
    "hydrates what a server rendered from initial, and goes live after mounting",
    async ({ context, deployment, control, watch }) => {
      const initial = sessionBody(GRANTED);
      const { html } = await (await render())(initial, FEATURE);
      assert.match(html, /content/);
      assert.doesNotMatch(html, /fallback|pending/);
      await control.faults(SIGNED_OUT);
      const page = await openApp(context, deployment, { options: { initial } });
      // What is live has moved on before the page is hydrated.
      await until("the deployment's word", () =>
        page.evaluate(() => session.snapshot.status === "unauthenticated"),
      );
      await page.evaluate(([html, conditions]) => adapter.hydrate(html, { conditions }), [html, FEATURE]);
      await showsText(page, "gate", "fallback");
      const seen = await textsOf(page);
      assert.deepEqual(seen.gate, ["content", "fallback"]);
      assert.deepEqual(seen.can, ["true", "false"]);
      assert.deepEqual(seen.state, ["granted", "denied"]);
      assert.deepEqual(seen.reading, ["granted null", "denied null"]);
      assert.deepEqual(
        seen.status.map((text) => text.trim()),
        ["authenticated Ada Lovelace", "unauthenticated"],
      );
      assert.deepEqual(await page.evaluate(() => globalThis.recovered ?? []), []);
      assert.deepEqual(
        watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
        [],
      );
    },
  );

  testRendered(
    "what a server rendered for one person begins anew where another was found before it was hydrated",
    async ({ context, deployment, control }) => {
      const initial = sessionBody(GRANTED);
      const { html } = await (await render())(initial, FEATURE);
      const grace = sessionBody(GRANTED, { id: 8, name: "Grace Hopper" });
      await control.faults(answering("GET", SESSION, grace, { times: 100 }));
      const page = await openApp(context, deployment, { options: { initial } });
      await until("the other user", () => page.evaluate(() => session.snapshot.user?.id === 8));
      await page.evaluate(
        ([html, conditions]) => {
          document.querySelector("#app").innerHTML = html;
          document.querySelector("#typed").value = "of Ada";
          adapter.hydrate(undefined, { conditions });
        },
        [html, FEATURE],
      );
      await showsText(page, "status", "authenticated Grace Hopper");
      assert.equal(await page.locator("#typed").inputValue(), "");
    },
  );

  testOnce(
    "shows what is live, and not initial, in what is mounted later",
    async ({ context, deployment, control }) => {
      await control.faults(SIGNED_OUT);
      const page = await openApp(context, deployment, { options: { initial: sessionBody(GRANTED) } });
      await until("the deployment's word", () =>
        page.evaluate(() => session.snapshot.status === "unauthenticated"),
      );
      await page.evaluate(() => {
        globalThis.removed = [];
        const note = (records) => removed.push(...records.flatMap(({ removedNodes }) => [...removedNodes]));
        new MutationObserver(note).observe(document.querySelector("#app"), {
          childList: true,
          subtree: true,
        });
      });
      await mount(page, { conditions: FEATURE });
      await showsText(page, "gate", "fallback");
      assert.deepEqual((await textsOf(page)).gate, ["fallback"]);
      const removed = await page.evaluate(() => globalThis.removed.map(({ textContent }) => textContent));
      assert.ok(
        !removed.some((text) => text.includes("content")),
        "`initial` was rendered, and then removed",
      );
    },
  );

  testRendered(
    "renders on a server for each user what is theirs, and 100 renders leave no listener",
    async () => {
      const rendered = await render();
      for (let index = 0; index < 50; index += 1) {
        const granted = await rendered(sessionBody(GRANTED), FEATURE);
        const nobody = await rendered({ authenticated: false }, FEATURE);
        assert.match(granted.html, /content/);
        assert.match(nobody.html, /fallback/);
        // Some let go of what a render held once it is over.
        await new Promise((resolve) => setTimeout(resolve));
        assert.deepEqual([granted.listeners(), nobody.listeners()], [0, 0]);
      }
      assert.match((await rendered(undefined, FEATURE)).html, /pending/);
    },
  );

  test("renders again where something has changed, and nowhere else", async ({
    context,
    deployment,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
    await showsText(page, "gate", "content");
    const before = await page.evaluate(() => ({ ...adapter.renders }));
    const permissions = { ...GRANTED, "report-analysis": { enabled: true, limit: { perDay: 3 } } };
    await control.faults(answering("GET", SESSION, sessionBody(permissions), { times: 100 }));
    await page.evaluate(() => globalThis.session.refresh());
    assert.deepEqual(await page.evaluate(() => session.permissions.get("report-analysis").limit), {
      perDay: 3,
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const after = await page.evaluate(() => ({ ...adapter.renders }));
    assert.deepEqual(
      { ...after, status: 0 },
      { ...before, status: 0 },
      "no gate of another feature; the whole snapshot has changed",
    );
  });

  test("a subtree with the identity's key begins anew for another person, and for nothing else", async ({
    context,
    deployment,
    control,
  }) => {
    const page = await openApp(context, deployment, { view: { conditions: FEATURE } });
    await showsText(page, "gate", "fallback");
    const typed = page.locator("#typed");
    await signIn(page, "ada");
    await typed.fill("of Ada");
    await control.account("ada@example.com", { role: "expert" });
    await refresh(page);
    assert.equal(await page.evaluate(() => session.snapshot.user.userType), "expert");
    assert.equal(await typed.inputValue(), "of Ada", "another role");
    await page.evaluate(() => {
      for (const type of ["pagehide", "pageshow"])
        dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await showsText(page, "gate", "content");
    assert.equal(await typed.inputValue(), "of Ada", "back from the back/forward cache");
    await control.expire();
    await refresh(page);
    await showsText(page, "gate", "fallback");
    assert.equal(await page.evaluate(() => session.snapshot.reason), "ended");
    assert.equal(await typed.inputValue(), "of Ada", "the session has ended");
    await signIn(page, "ada");
    await showsText(page, "gate", "content");
    assert.equal(await typed.inputValue(), "of Ada", "the same user again");
    await signIn(page, "grace");
    await showsText(page, "status", "authenticated Grace Hopper");
    assert.equal(await typed.inputValue(), "", "another user");
    await typed.fill("of Grace");
    await signOut(page);
    await showsText(page, "gate", "fallback");
    assert.equal(await typed.inputValue(), "", "nobody");
  });

  return test;
}
