import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { known, openBare, signIn } from "../support/bare-page.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

/** Each thing on a session that can be subscribed to, as an expression of the page. */
const SUBSCRIBABLES = {
  session: () => [session, () => session.snapshot],
  permissions: () => [session.permissions, () => session.permissions.features],
  "one feature": () => {
    const feature = session.permissions.feature("chat-history");
    return [feature, () => feature.value];
  },
};

for (const [what, find] of Object.entries(SUBSCRIBABLES)) {
  scenario(
    `${what}: a listener hears the current value at once, then every change, and nothing after unsubscribing`,
    async ({ context, deployment }) => {
      const page = await openSignedIn(context, deployment, find);
      const observed = await page.evaluate(async (credentials) => {
        const [subject, current] = find();
        const heard = { function: [], observer: [], early: [] };
        const early = subject.subscribe((value) => heard.early.push(value));
        const handles = [
          subject.subscribe((value) => heard.function.push(value)),
          subject.subscribe({ next: (value) => heard.observer.push(value) }),
          subject.subscribe({}),
        ];
        const signedIn = current();
        const atOnce = Object.values(heard).map((values) => values.length === 1 && values[0] === signedIn);

        early();
        await session.logout();
        const signedOut = current();
        const onChange = [heard.function, heard.observer].map(
          (values) => values.length > 1 && values.at(-1) === signedOut,
        );
        const counts = Object.values(heard).map((values) => values.length);

        for (const handle of handles) handle.unsubscribe();
        for (const handle of handles) {
          handle.unsubscribe();
          handle();
        }
        await session.login(credentials);
        const countsAfter = Object.values(heard).map((values) => values.length);
        return {
          atOnce,
          changed: signedIn !== signedOut,
          onChange,
          early: heard.early.length,
          counts,
          countsAfter,
        };
      }, credentialsOf("ada"));
      assert.deepEqual(observed.atOnce, [true, true, true]);
      assert.ok(observed.changed);
      assert.deepEqual(observed.onChange, [true, true]);
      assert.equal(observed.early, 1, "unsubscribed by calling the handle");
      assert.deepEqual(observed.countsAfter, observed.counts);
    },
  );

  scenario(
    `${what}: methods are bound and observable by both of the field's names`,
    async ({ context, deployment }) => {
      // No engine has `Symbol.observable`; the libraries that use it define it like this.
      await context.addInitScript(() => {
        Object.defineProperty(Symbol, "observable", { value: Symbol("observable") });
      });
      const page = await openSignedIn(context, deployment, find);
      const heard = await page.evaluate(() => {
        const [subject, current] = find();
        const { subscribe } = subject;
        const values = [];
        const sources = [{ subscribe }, subject["@@observable"](), subject[Symbol.observable]()];
        for (const source of sources) source.subscribe({ next: (value) => values.push(value) }).unsubscribe();
        return values.map((value) => value === current());
      });
      assert.deepEqual(heard, [true, true, true]);
    },
  );
}

scenario(
  "without Symbol.observable the session still carries @@observable",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const found = await page.evaluate(() => [
      Symbol.observable,
      session["@@observable"]().subscribe(() => {}) instanceof Function,
    ]);
    assert.deepEqual(found, [undefined, true]);
  },
);

scenario("the permissions' methods work taken off their object", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "root");
  const said = await page.evaluate(() => {
    const { permissions } = session;
    const { can, state, get, feature } = permissions;
    return Object.keys(permissions.features).map((name) => [
      can(name) === permissions.can(name),
      state(name) === permissions.state(name),
      get(name) === permissions.get(name),
      feature(name).value === permissions.get(name),
    ]);
  });
  assert.ok(said.length > 0);
  assert.ok(said.flat().every(Boolean), JSON.stringify(said));
});

scenario(
  "a listener that throws stops no other",
  { expects: [/a listener that throws/] },
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const heard = await page.evaluate(async () => {
      const calls = { session: 0, permissions: 0, feature: 0, event: 0 };
      let armed = false;
      const thrower = () => {
        if (armed) throw new Error("a listener that throws");
      };
      const feature = session.permissions.feature("chat-history");
      for (const subject of [session, session.permissions, feature]) subject.subscribe(thrower);
      session.addEventListener("signed-out", thrower);
      session.subscribe(() => calls.session++);
      session.permissions.subscribe(() => calls.permissions++);
      feature.subscribe(() => calls.feature++);
      session.addEventListener("signed-out", () => calls.event++);
      armed = true;
      await session.logout();
      return { calls, status: session.snapshot.status };
    });
    assert.equal(heard.status, "unauthenticated");
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(heard.calls).map(([name, count]) => [name, count > (name === "event" ? 0 : 1)]),
      ),
      { session: true, permissions: true, feature: true, event: true },
    );
  },
);

scenario(
  "a listener may subscribe, unsubscribe and call back into the session while it is told",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const observed = await page.evaluate(async () => {
      let late = 0;
      let removed = 0;
      let nested;
      let removable;
      const stop = session.subscribe(({ status }) => {
        if (status === "authenticated" || nested) return;
        nested = { can: session.permissions.can("chat-history"), refreshed: session.refresh() };
        removable.unsubscribe();
        session.subscribe(() => late++);
        stop();
      });
      removable = session.subscribe(() => removed++);
      await session.logout();
      const refreshed = await bare.outcome(nested.refreshed);
      return { can: nested.can, late: late > 0, removed, typed: !refreshed.error?.foreign };
    });
    assert.deepEqual(observed, { can: false, late: true, removed: 1, typed: true });
  },
);

async function openSignedIn(context, deployment, find) {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await page.evaluate(`globalThis.find = ${find}; undefined`);
  return page;
}
