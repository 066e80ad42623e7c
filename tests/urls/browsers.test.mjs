// Judges the table, the inputs of web-platform-tests, and some thousand generated ones; for more of them: `npm run bench -- urls`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINES } from "../engines/engine.mjs";
import { judgeIn, readElsewhere } from "./browsers.mjs";
import { table } from "./inputs.mjs";

const SIZE = { count: 5_000, seed: 2 };
const SHOWN = 10;

for (const name of Object.keys(ENGINES)) {
  test(`the module with the URL parser of ${name} reaches the verdicts of the native judges`, async () => {
    const { version, judged, letThrough, broken } = await judgeIn(name, SIZE);
    assert.deepEqual(broken.slice(0, SHOWN), []);
    assert.ok(judged > (SIZE.count + table.cases.length + 800) * table.deployments.length, `${judged}`);
    assert.ok(letThrough > judged / 20, `${letThrough} of ${judged}`);
    console.log(`urls: ${judged} judged in ${version}, ${letThrough} let through`);
  });
}

test("no parser of Node or Python reads a host that is not allowed in an allowed return URL", async () => {
  const { read, broken } = await readElsewhere(SIZE);
  assert.deepEqual(broken.slice(0, SHOWN), []);
  assert.ok(read > 1000, `${read}`);
});
