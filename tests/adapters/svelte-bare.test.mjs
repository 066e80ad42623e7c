// What gates and values do in Svelte without an `IdentityBoundary` or a `SignedIn` around them: as it is, and with `experimental.async`.

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { accountOnTheWire } from "../e2e/support/identity-api.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { until } from "../e2e/support/until.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";
import { svelte, svelteAsync } from "./support/svelte.mjs";

const { scenario } = stage();

const modes = [
  { mode: "Svelte", app: "page.js", plugins: [svelte] },
  { mode: "Svelte with experimental.async", app: "async.js", plugins: [svelteAsync] },
].map(({ app, plugins, ...rest }) => {
  const name = `svelte-bare-${app}`;
  return {
    ...rest,
    site: once(() => bundleSite(`svelte-bare/${app}`, { name, plugins })),
    render: once(async () => (await importBundled("svelte-bare/server.js", { name, plugins })).render),
  };
});

/** A page with the app, in which Ada is signed in. `begin` makes its session. */
async function open(context, deployment, options = {}) {
  const page = await context.newPage();
  await page.goto(`${deployment.origin}/`);
  await page.waitForFunction(() => globalThis.bare);
  await page.evaluate(
    async ([credentials, options]) => {
      const headers = { "content-type": "application/json" };
      await fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(credentials) });
      globalThis.session = bare.createSession(options);
      await session.ready;
    },
    [credentialsOf(options.initial ? "grace" : "ada"), options],
  );
  return page;
}

async function mounted(page, within, text) {
  await page.evaluate((name) => bare.mount(name), within);
  await until(`the page to show ${text}`, async () => text.test(await page.evaluate(() => bare.text())));
}

/** What is visible at once as `logout()` is called, before anything else runs. */
const signOut = (page) =>
  page.evaluate(() => {
    // A sign-in may supersede it.
    session.logout().catch(() => {});
    return bare.text();
  });

for (const { mode, site, render } of modes) {
  scenario(
    `${mode}: gates close within logout(), also those after a binding that throws`,
    { expects: [/reading 'name'/] },
    async ({ context, another, watch }) => {
      const page = await open(context, await another(await site()));
      await mounted(page, "Throws", /second of Ada .*open/);
      assert.doesNotMatch(await signOut(page), /first|second/);
      assert.match(watch.uncaught.join(), /reading 'name'/);
    },
  );

  scenario(
    `${mode}: hydration begins with the server's user, and keeps nothing of that user where another is found`,
    async ({ context, another, watch }) => {
      const deployment = await another(await site());
      const { session: ada } = await accountOnTheWire(deployment, "ada");
      const initial = { authenticated: true, user: ada };
      const html = await (await render())(initial);
      assert.match(html, /html of Ada/);
      const page = await open(context, deployment, { initial });
      const shown = await page.evaluate(async (html) => {
        bare.hydrate(html);
        const atOnce = bare.text();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return { atOnce, inAFrame: bare.text(), link: document.querySelector("a").getAttribute("href") };
      }, html);
      assert.match(shown.atOnce, /html of Ada/);
      assert.match(shown.inAFrame, /first of Grace .*html of Grace .*second of Grace .*open/);
      assert.doesNotMatch(`${shown.inAFrame} ${shown.link}`, /Ada/);
      assert.deepEqual(
        watch.consoleLines.filter((line) => /hydrat/.test(line)),
        [],
      );
    },
  );

  for (const where of ["an effect before rendering", "an effect", "markup", "a teardown"]) {
    scenario(
      `${mode}: logout() that ${where} calls closes every gate before the next frame`,
      { expects: where === "markup" ? [/state_unsafe_mutation/] : [] },
      async ({ context, another }) => {
        const page = await open(context, await another(await site()));
        await mounted(page, "Acts", /second of Ada .*open/);
        const shown = await page.evaluate(async (where) => {
          const calls = [];
          bare.from(where, () => calls.push(session.logout()));
          await new Promise((resolve) => requestAnimationFrame(resolve));
          bare.act();
          await new Promise((resolve) => requestAnimationFrame(resolve));
          return { text: bare.text(), calls: calls.length };
        }, where);
        assert.deepEqual(shown, { text: "html of nobody nobody shut", calls: 1 });
      },
    );
  }

  scenario(
    `${mode}: logout() that a component calls as it is created closes every gate, and creates it once`,
    async ({ context, another }) => {
      const page = await open(context, await another(await site()));
      await mounted(page, "Begins", /second of Ada .*open/);
      const shown = await page.evaluate(async () => {
        bare.act();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return { text: bare.text(), made: bare.made.times };
      });
      assert.deepEqual(shown, { text: "html of nobody nobody shut", made: 1 });
    },
  );
}

const [, asynchronous] = modes;

scenario(
  `${asynchronous.mode}: a request that waits elsewhere holds no gate and no value, and leaves no listener`,
  async ({ context, another }) => {
    const page = await open(context, await another(await asynchronous.site()));
    await mounted(page, "Orders", /orders of Ada .*open/);
    assert.match(await signOut(page), /^html of nobody nobody orders of Ada Lovelace shut$/);
    await page.evaluate((grace) => session.login(grace).then(() => {}), credentialsOf("grace"));
    const text = await page.evaluate(() => bare.text());
    assert.match(text, /^first of Grace .*html of Grace .*orders of Ada Lovelace second of Grace .*open$/);
    await page.evaluate(() => bare.unmount());
    await until("no listener", () => page.evaluate(() => bare.counting.listeners() === 0));
  },
);

scenario(
  `${asynchronous.mode}: what an IdentityBoundary's next content waits for holds nothing else`,
  async ({ context, another }) => {
    const page = await open(context, await another(await asynchronous.site()));
    await mounted(page, "Bounded", /orders of Ada .*open/);
    await page.evaluate((grace) => session.login(grace).then(() => {}), credentialsOf("grace"));
    const text = await page.evaluate(() => bare.text());
    assert.match(text, /^first of Grace .*html of Grace .*waiting second of Grace .*open$/);
    assert.equal(
      await page.evaluate(() => document.querySelector("#app").textContent.includes("Ada")),
      false,
    );
  },
);
