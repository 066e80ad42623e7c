// Copies of a snapshot, as for a worker.

import assert from "node:assert/strict";
import { known, openBare, signIn } from "../support/bare-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "a snapshot can be cloned and posted, with its user and features",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await known(page);
    await signIn(page, "ada");
    const { cloned, posted, shown } = await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      const posted = new Promise((resolve) => {
        port2.onmessage = ({ data }) => resolve(data);
      });
      port1.postMessage(session.snapshot);
      const membersOf = ({ user, features }) => ({
        email: user.email,
        own: Object.keys(features),
        inherits: "constructor" in features,
      });
      return {
        shown: membersOf(session.snapshot),
        cloned: membersOf(structuredClone(session.snapshot)),
        posted: membersOf(await posted),
      };
    });
    assert.equal(shown.email, "ada@example.com");
    assert.ok(shown.own.includes("chat-history"));
    for (const copy of [cloned, posted]) assert.deepEqual(copy, { ...shown, inherits: true });
  }),
);
