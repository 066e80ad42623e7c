// Ids that no number of JavaScript holds exactly.

import assert from "node:assert/strict";
import { openBare, refresh, snapshotOf } from "../support/bare-page.mjs";
import { answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario("a user's id beyond 2^53 is refused, and the console says why, once", async (given) => {
  const { context, deployment, control, watch } = given;
  const body = (id) => JSON.stringify(sessionBody({})).replace('"id":7', `"id":${id}`);
  await control.faults(answering("GET", SESSION, body("9007199254740993"), { times: 2 }));
  const page = await openBare(context, deployment);
  await page.evaluate(() => session.settled.then(() => {}));
  const { error } = await refresh(page);
  assert.equal(error.code, "invalid-response");
  assert.equal((await snapshotOf(page)).user, null);
  const said = watch.consoleLines.filter((line) => line.includes("a user's id is beyond 2^53"));
  assert.equal(said.length, 1, `${watch.consoleLines}`);

  await control.faults(answering("GET", SESSION, body("9007199254740991")));
  assert.equal((await refresh(page)).value.user.id, 9_007_199_254_740_991);
});
