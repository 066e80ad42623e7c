import assert from "node:assert/strict";
import { known, openBare, refresh, refreshAnew, signIn } from "../support/bare-page.mjs";
import { answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario("every snapshot is frozen to its depths", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  const { user } = await signIn(page, "ada");
  const limit = { perDay: 5, windows: [{ hours: [9, 17] }, []] };
  await control.faults(
    answering("GET", SESSION, sessionBody({ "chat-history": { enabled: true, limit } }, user)),
  );
  await refresh(page);
  await control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
  await refresh(page);
  await page.evaluate(() => session.logout());

  const found = await page.evaluate(() => {
    const loose = [];
    const visit = (value, path) => {
      // The error is an `Error`, whose own properties its class decides on; its place in the snapshot is frozen.
      if (value === null || typeof value !== "object" || value instanceof Error) return;
      if (!Object.isFrozen(value)) loose.push(path);
      for (const key of Reflect.ownKeys(value)) visit(value[key], `${path}.${String(key)}`);
    };
    for (const [index, snapshot] of seen.snapshots.entries()) visit(snapshot, `${index}:${snapshot.status}`);
    return {
      loose,
      statuses: [...new Set(seen.snapshots.map(({ status }) => status))],
      stale: seen.snapshots.some((each) => each.stale && each.error),
      limits: seen.snapshots
        .map((each) => each.features["chat-history"]?.limit)
        .filter((each) => each?.perDay),
      company: seen.snapshots.some((each) => each.user?.company),
    };
  });
  assert.deepEqual(found.loose, []);
  assert.deepEqual(found.statuses, ["unknown", "unauthenticated", "authenticated"]);
  assert.deepEqual(found.limits[0], limit, "as the deployment sent it");
  assert.ok(found.stale && found.company);
});

scenario("a snapshot is the same object until something in it changes", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const identity = await page.evaluate(() => {
    const { snapshot } = session;
    const { features } = session.permissions;
    return [
      snapshot === session.snapshot,
      features === session.permissions.features,
      features === session.snapshot.features,
      session.permissions.get("chat-history") === features["chat-history"],
      seen.snapshots.every((snapshot, index) => index === 0 || snapshot !== seen.snapshots[index - 1]),
      seen.snapshots.at(-1) === session.snapshot,
    ];
  });
  assert.deepEqual(identity, [true, true, true, true, true, true]);
});

scenario(
  "features are null-prototype maps, and an inherited or empty name is never granted",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    const look = () =>
      page.evaluate(() => {
        const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "enabled", ""];
        return {
          nullPrototype: Object.getPrototypeOf(session.snapshot.features) === null,
          granted: names.filter((name) => session.permissions.can(name) !== false),
          states: [...new Set(names.map((name) => session.permissions.state(name)))],
          entries: names.filter((name) => session.permissions.get(name) !== undefined),
          values: names.filter((name) => session.permissions.feature(name).value !== undefined),
        };
      });
    const closed = { nullPrototype: true, granted: [], entries: [], values: [] };
    await known(page);
    assert.deepEqual(await look(), { ...closed, states: ["denied"] });
    await signIn(page, "root");
    assert.deepEqual(await look(), { ...closed, states: ["denied"] });
    const atCreation = await page.evaluate(() => {
      const { session: fresh } = bare.start({ tabs: false });
      const unknown = fresh.snapshot.status;
      const names = ["__proto__", "constructor", ""];
      const said = names.map((name) => [fresh.permissions.can(name), fresh.permissions.state(name)]);
      fresh.close();
      return { unknown, said, nullPrototype: Object.getPrototypeOf(seen.snapshots[0].features) === null };
    });
    assert.deepEqual(atCreation, {
      unknown: "unknown",
      said: Array(3).fill([false, "unknown"]),
      nullPrototype: true,
    });
  },
);

scenario("a name that is no string is never granted", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "root");
  const said = await page.evaluate(() =>
    [undefined, null, 0, {}, [], Symbol.iterator].map((name) => session.permissions.can(name)),
  );
  assert.deepEqual(said, Array(6).fill(false));
});

for (const name of ["__proto__", "constructor"]) {
  scenario(
    `a feature that is named ${name} is judged by its own entry and grants no other`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      const { user } = await signIn(page, "ada");
      // Written out: an object literal would take `__proto__` for the prototype.
      const listing = (entry) =>
        JSON.stringify(sessionBody({ NAME: entry, "": { enabled: true, limit: null } }, user)).replace(
          "NAME",
          name,
        );
      const look = () =>
        page.evaluate((own) => {
          const { features } = session.snapshot;
          return {
            own: Object.hasOwn(features, own) && session.permissions.get(own)?.enabled,
            can: session.permissions.can(own),
            empty: session.permissions.can(""),
            others: [
              "chat-history",
              "enabled",
              "limit",
              "toString",
              own === "constructor" ? "__proto__" : "constructor",
            ].filter(
              (other) => session.permissions.can(other) || session.permissions.get(other) !== undefined,
            ),
            prototype: Object.getPrototypeOf(features),
            polluted: "enabled" in {} || "limit" in {},
          };
        }, name);

      await control.faults(answering("GET", SESSION, listing({ enabled: true, limit: null })));
      await refresh(page);
      const expected = { own: true, can: true, empty: false, others: [], prototype: null, polluted: false };
      assert.deepEqual(await look(), expected);

      await control.faults(answering("GET", SESSION, listing({ enabled: false, limit: null })));
      await refresh(page);
      assert.deepEqual(await look(), { ...expected, own: false, can: false });
    },
  );
}

scenario(
  "a feature whose name is no well-formed text is closed, and opens no other",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const { user } = await signIn(page, "ada");
    const body = JSON.stringify(sessionBody({ "chat-BROKEN": { enabled: true, limit: null } }, user));
    await control.faults(answering("GET", SESSION, body.replace("BROKEN", "\\ud800")));
    await refresh(page);
    // Neither under that name nor under the one that a careless copy makes of it.
    const said = await page.evaluate(() =>
      ["chat-\ud800", "chat-\ufffd", "chat-"].map((name) => [
        session.permissions.can(name),
        session.permissions.get(name) !== undefined,
      ]),
    );
    assert.deepEqual(said, Array(3).fill([false, false]));
    assert.equal((await refreshAnew(page)).value.status, "authenticated");
  },
);
