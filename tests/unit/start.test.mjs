// The arguments of `npm start`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startsProvider, withDefaults } from "../../scripts/start.mjs";

/** Returns the values of this option in a list of arguments. */
const valuesOf = (option, list) => list.filter((_, index) => list[index - 1] === option);

test("the demo's deployment takes the cookie everywhere unless it is told to be strict", () => {
  assert.deepEqual(valuesOf("--bearer", withDefaults([])), ["cookie"]);
  assert.deepEqual(valuesOf("--bearer", withDefaults(["--bearer", "strict"])), ["strict"]);
  const joined = withDefaults(["--bearer=strict"]);
  assert.deepEqual(valuesOf("--bearer", joined), []);
  assert.ok(joined.includes("--bearer=strict"));
});

test("the demo cannot be steered, and is served to this machine", () => {
  const defaults = withDefaults([]);
  assert.ok(!defaults.includes("--control"));
  assert.match(valuesOf("--listen", defaults)[0], /^127\.0\.0\.1:/);
});

test("an identity provider is started, unless it is switched off or another one is named", () => {
  for (const given of [[], ["--sso"], ["--control"]]) assert.equal(startsProvider(given), true);
  for (const given of [["--no-sso"], ["--idp", "https://idp.example"], ["--idp=https://idp.example"]])
    assert.equal(startsProvider(given), false);
  assert.throws(() => startsProvider(["--sso", "--idp", "https://idp.example"]), /give one of them/);
});
