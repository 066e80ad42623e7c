import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, signIn } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario(
  "a listener that signs out as someone signs in: nobody is told the older after the newer",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const heard = await page.evaluate(async (credentials) => {
      const heard = { before: [], after: [], feature: [], gates: [] };
      session.subscribe(({ status }) => heard.before.push(status));
      let told;
      session.subscribe(({ status }) => {
        if (status !== "authenticated") return;
        told = bare.outcome(session.logout());
        heard.gates.push(session.permissions.can("chat-history"), session.snapshot.status);
      });
      session.subscribe(({ status }) => heard.after.push(status));
      session.permissions.feature("chat-history").subscribe((value) => heard.feature.push(value?.enabled));
      const { value } = await bare.outcome(session.login(credentials));
      return { ...heard, told: await told, resolved: value.status, shown: session.snapshot.status };
    }, credentialsOf("ada"));
    // Once more each, as the sign-out is confirmed.
    assert.deepEqual(heard.before, [
      "unauthenticated",
      "authenticated",
      "unauthenticated",
      "unauthenticated",
    ]);
    assert.deepEqual(heard.after, ["unauthenticated", "unauthenticated", "unauthenticated"]);
    assert.deepEqual(heard.gates, [false, "unauthenticated"]);
    assert.deepEqual(heard.feature, [undefined, true, undefined]);
    assert.deepEqual(heard.told, { value: null });
    // The sign-in went well, and its call ends so, before the sign-out that a listener called is carried out.
    assert.deepEqual([heard.resolved, heard.shown], ["authenticated", "unauthenticated"]);
    const told = (await eventsOf(page)).map(({ type }) => type);
    assert.deepEqual(
      told.filter((type) => type !== "permissions-changed"),
      ["signed-in", "signed-out"],
    );
    await page.reload();
    assert.equal((await known(page)).status, "unauthenticated", "the deployment was told");
  },
);

scenario(
  "a listener may sign in as someone signs out, and read again as someone signs in",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const heard = await page.evaluate(async (credentials) => {
      const calls = {};
      session.addEventListener("signed-out", () => {
        calls.login ??= bare.outcome(session.login(credentials));
      });
      session.addEventListener("signed-in", () => {
        calls.refreshes ??= [session.refresh(), session.refresh()].map(bare.outcome);
      });
      const left = await bare.outcome(session.logout());
      const { value } = await calls.login;
      const refreshed = await Promise.all(calls.refreshes);
      return {
        left: left.error?.code,
        user: value.user.email,
        same: refreshed.map((each) => each.value.user.email),
      };
    }, credentialsOf("grace"));
    assert.deepEqual(heard, {
      left: "superseded",
      user: ACCOUNTS.grace.email,
      same: [ACCOUNTS.grace.email, ACCOUNTS.grace.email],
    });
    // The refreshes share the read that confirms the sign-in.
    const reads = (await control.requests("GET", SESSION)).length;
    assert.ok(reads === 1 || reads === 2, `${reads} reads`);
  },
);

scenario(
  "a listener may close the session: what is being told is the last that anybody hears",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const heard = await page.evaluate(async (credentials) => {
      const heard = { after: 0, events: 0 };
      session.subscribe(({ status }) => status === "authenticated" && session.close());
      session.subscribe(() => heard.after++);
      session.addEventListener("signed-in", () => heard.events++);
      const ended = await bare.outcome(session.login(credentials));
      const later = await bare.outcome(session.refresh());
      return { ...heard, ended: ended.error?.code ?? ended.value.status, later: later.error.code };
    }, credentialsOf("ada"));
    // Once to subscribe, and once more: what was being told is told to the end, and nothing after it.
    assert.deepEqual(heard, { after: 2, events: 1, ended: "authenticated", later: "closed" });
    await control.clearLog();
    const next = await page.evaluate(async () => {
      const { session } = bare.start({});
      await session.ready;
      // The entry shows the first answer by itself; the second is the module's.
      return bare.outcome(session.refresh());
    });
    assert.equal(next.value?.status, "authenticated", "the module serves the next session");
    assert.equal((await control.requests("GET", SESSION)).length, 2, "only the next session reads");
  },
);

scenario(
  "who subscribes while others are told hears the newest, and who unsubscribes hears nothing more",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const heard = await page.evaluate(async () => {
      const heard = { late: [], removed: 0, itself: 0, later: 0, nested: 0 };
      const handles = {};
      handles.itself = session.subscribe(({ status }) => {
        if (status === "authenticated") return;
        heard.itself++;
        handles.itself();
        handles.removed.unsubscribe();
        session.subscribe(({ status }) => {
          heard.late.push(status);
          // Subscribing again and again is no reason to be told again and again.
          if (heard.nested++ < 3) session.subscribe(() => heard.later++);
        });
      });
      handles.removed = session.subscribe(() => heard.removed++);
      await session.logout();
      return heard;
    });
    // The sign-out is called, and confirmed.
    const late = ["unauthenticated", "unauthenticated"];
    assert.deepEqual(heard, { late, removed: 1, itself: 1, later: 3, nested: 2 });
  },
);

scenario(
  "whatever listeners throw is reported to the page, once each, and holds nobody up",
  // What is thrown and is no error has no text.
  { expects: [/thrown by/, /^$/] },
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const heard = await page.evaluate(async () => {
      const reported = [];
      addEventListener("error", ({ error, message }) => reported.push(error?.message ?? message));
      let armed = false;
      const throwing = (what) => () => {
        if (armed) throw what;
      };
      const feature = session.permissions.feature("chat-history");
      session.subscribe(throwing(new Error("thrown by a function")));
      session.subscribe({ next: throwing(new Error("thrown by an observer")) });
      session.subscribe({
        get next() {
          return armed ? throwing(new Error("thrown by a getter's"))() : () => {};
        },
      });
      session.subscribe(throwing(null));
      session.permissions.subscribe(throwing(new Error("thrown by permissions")));
      feature.subscribe(throwing(new Error("thrown by a feature")));
      session.addEventListener("signed-out", throwing(new Error("thrown by an event listener")));
      const counts = { session: 0, feature: 0, event: 0 };
      session.subscribe(() => counts.session++);
      feature.subscribe(() => counts.feature++);
      session.addEventListener("signed-out", () => counts.event++);
      armed = true;
      const left = await bare.outcome(session.logout());
      armed = false;
      return { reported: reported.sort(), counts, left, gate: session.permissions.can("chat-history") };
    });
    assert.deepEqual(heard, {
      reported: [
        "Uncaught null",
        "Uncaught null",
        "thrown by a feature",
        "thrown by a function",
        "thrown by a function",
        "thrown by a getter's",
        "thrown by a getter's",
        "thrown by an event listener",
        "thrown by an observer",
        "thrown by an observer",
        "thrown by permissions",
      ],
      // The sign-out is called, and confirmed.
      counts: { session: 3, feature: 2, event: 1 },
      left: { value: null },
      gate: false,
    });
    assert.equal((await signIn(page, "grace")).status, "authenticated");
  },
);

scenario(
  "a listener that throws as it subscribes is subscribed all the same",
  { expects: [/thrown at once/] },
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const heard = await page.evaluate(async () => {
      const statuses = [];
      const stop = session.subscribe(({ status }) => {
        statuses.push(status);
        if (statuses.length === 1) throw new Error("thrown at once");
      });
      await session.logout();
      stop();
      return statuses;
    });
    assert.deepEqual(heard, ["authenticated", "unauthenticated", "unauthenticated"], "called, and confirmed");
  },
);
