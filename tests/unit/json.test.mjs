import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson } from "../../pkg/entry/json.js";

const body = (limit) => `{"user":{"permissions":{"a":{"enabled":true,"limit":${limit}}}}}`;
const texts = (limits) => limits.map((limit) => JSON.stringify(parseJson(body(limit))));

test("limits that differ in the order of their members alone are written the same", () => {
  for (const limits of [
    [`{"a":1,"b":2}`, `{"b":2,"a":1}`],
    [`{"per":{"day":5,"hour":[{"x":1,"y":2}]},"n":0}`, `{"n":0,"per":{"hour":[{"y":2,"x":1}],"day":5}}`],
    [`[{"b":{},"a":[]}]`, ` [{"a":[],"b":{}}]`],
    [`{"__proto__":1,"":2,"10":3,"9":4}`, `{"9":4,"":2,"10":3,"__proto__":1}`],
  ]) {
    const [one, other] = texts(limits);
    assert.equal(one, other);
    assert.deepEqual(JSON.parse(one), JSON.parse(body(limits[1])), "nothing else changes");
  }
});

test("limits that say different things stay different", () => {
  for (const limits of [
    [`{"a":1}`, `{"a":2}`],
    [`[1,2]`, `[2,1]`],
    [`{}`, `[]`],
    [`{"a":{"b":1}}`, `{"b":{"a":1}}`],
  ]) {
    const [one, other] = texts(limits);
    assert.notEqual(one, other);
  }
});

test("a limit that is nested deeper than calls can be is parsed as it is", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  let depth = 0;
  for (let limit = parseJson(body(deep)).user.permissions.a.limit; limit; limit = limit[0]) depth++;
  assert.equal(depth, 200_000);
});

test("what is no JSON is refused", () => {
  for (const text of ["", "{", `{"limit":{}`, undefined]) assert.throws(() => parseJson(text), SyntaxError);
});
