// A first answer that was requested before the page's script ran: it may be outdated, and no message has told the page.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { login, logout, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WORKSPACE = "/agent-hub-api/api/workspace";
const LINK = `<${SESSION}>; rel=preload; as=fetch; crossorigin=use-credentials`;

/** How a page requests the preload: its file, and the headers of its answers. */
const WAYS = {
  "the document's head": { file: "preloading.html" },
  "the header `Link`": {
    file: "bare.html",
    rewrite: (headers) =>
      `${headers["content-type"]}`.includes("html") ? { ...headers, link: LINK } : headers,
  },
};

/** Events before the page's script runs: the event, the user who is signed in after it, and the ways of the preload to try. */
const EVENTS = {
  "the user signs out in another tab": [(there) => logout(there), null, ["the document's head"]],
  "another user signs in in another tab": [
    (there) => login(there, credentialsOf("grace")),
    "grace",
    Object.keys(WAYS),
  ],
  "nothing changes": [() => {}, "ada", ["the document's head"]],
};

for (const [what, [happen, who, ways]] of Object.entries(EVENTS))
  for (const way of ways)
    test(
      `where ${way} has requested the session, and then ${what}, a page shows the present user by itself`,
      scenario(async (given) => {
        const { context } = given;
        const { file, rewrite } = WAYS[way];
        const relay = await given.relay(undefined, { rewrite });
        const there = await openBare(context, relay);
        await signIn(there, "ada");
        const before = relay.count("GET", SESSION);
        const here = await openBare(context, relay, { idle: true, file });
        await until("the preload", () => relay.count("GET", SESSION) === before + 1);
        await pause(here, 1_100);
        await happen(there);
        // The other tab confirms its sign-in by a read.
        await pause(there, 300);
        const reads = relay.count("GET", SESSION);
        const posted = await here.evaluate((path) => {
          globalThis.seen = bare.start({ tabs: false });
          globalThis.session = seen.session;
          return bare.outcome(session.fetch(path, { method: "POST", body: "{}" }));
        }, WORKSPACE);
        await until("the session to be known", async () => !(await snapshotOf(here)).stale);
        await pause(here, 300);
        const { user } = await snapshotOf(here);
        assert.equal(user?.email ?? null, who && ACCOUNTS[who].email);
        assert.equal(relay.count("GET", SESSION), reads + 1, "the preload's answer, and one read");
        if (who === "ada") return assert.equal(posted.error, undefined);
        // A request that the page sent for Ada is not carried out as Grace.
        if (who) assert.equal(posted.error?.code, "superseded");
        if (who) assert.equal(relay.count("POST", WORKSPACE), 0);
      }),
    );
