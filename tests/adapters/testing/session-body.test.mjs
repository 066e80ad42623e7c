import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sessionBody } from "../../../pkg/adapters/testing/testing.js";
import { readInitial } from "../../../pkg/entry/initial.js";

describe("A session body for mocks", () => {
  it("has the form of a deployment's answer, and the session reads it as one", () => {
    assert.deepEqual(sessionBody(), { authenticated: false });
    const body = JSON.parse(
      JSON.stringify(sessionBody({ user: { name: "Ada" }, features: { a: true, b: false } })),
    );
    const { user, features } = readInitial(body);
    assert.equal(user.name, "Ada");
    assert.deepEqual(
      Object.entries(features).map(([name, { enabled }]) => [name, enabled]),
      [
        ["a", true],
        ["b", false],
      ],
    );
    assert.deepEqual([body.user.token, "company" in body.user], [null, false]);
    assert.equal(sessionBody({ features: [] }).authenticated, true);
  });
});
