// The facts of answers on a page that has put members on `Object.prototype`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRecords } from "../../pkg/engine/records.js";
import { readAnswer } from "../../pkg/entry/answer.js";
import {
  OWN_BODY,
  PERMISSIONS_BODY,
  ROLES_BODY,
  SESSION_BODY,
  SIGN_IN_BODY,
  SIGN_OUT_BODY,
  SSO_CONFIG_BODY,
} from "../../pkg/entry/boundary.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import { NO_FEATURES } from "../../pkg/entry/snapshot.js";

const COMPANY = { id: 1, name: "N", address: "street", city: "city", country: "land", postal_code: "code" };
const USER = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", authSource: "local" };
const answerOf = (text) => ({ __proto__: null, response: new Response(null), text });
const bodyOf = (permissions) => ({ authenticated: true, user: { ...USER, permissions } });

describe("A member of `Object.prototype`", () => {
  const BODIES = [
    SESSION_BODY,
    SIGN_IN_BODY,
    SIGN_OUT_BODY,
    PERMISSIONS_BODY,
    ROLES_BODY,
    SSO_CONFIG_BODY,
    OWN_BODY,
  ];
  /** The facts of a body that tells nothing. */
  const NOTHING = [Number.NaN, Number.NaN, 0, 0, 0, 0];

  it("adds nothing to a body that was too large, or that is empty", async () => {
    const tooLarge = new Response(new Uint8Array(3 * 1024 * 1024), {
      headers: { "content-type": "application/json" },
    });
    const read = await readAnswer(tooLarge);
    const answer = () => /** @type {any} */ ({ __proto__: null, ...read });
    const record = {
      says: true,
      content: { user: USER },
      role: "r",
      features: NO_FEATURES,
      company: COMPANY,
      roles: [],
    };
    const body = { ...bodyOf({}), ...record, success: true, enabled: true, access_token: "t", data: record };
    const polluted = { ...body, text: JSON.stringify(body), record, body, token: "t", config: {} };
    for (const [name, value] of Object.entries(polluted))
      for (const kind of BODIES) {
        const records = createRecords();
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
        try {
          const expected = kind === OWN_BODY ? [] : NOTHING;
          assert.deepEqual(records.read(answer(), kind), expected, `${name}, ${kind}`);
          assert.deepEqual(records.read(answerOf("{}"), kind), expected, `${name}, ${kind}`);
        } finally {
          delete Object.prototype[name];
        }
      }
  });

  it("adds no user to what a server handed over", () => {
    const content = { user: { ...USER, userType: "admin" } };
    for (const [name, value] of Object.entries({ content, user: USER, features: NO_FEATURES, says: true }))
      for (const handedOver of [{ authenticated: false }, { authenticated: false, reason: "deactivated" }]) {
        const expected = createRecords().readShown(readHandedOver(handedOver));
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
        try {
          assert.deepEqual(createRecords().readShown(readHandedOver(handedOver)), expected, name);
          assert.equal(expected[1], 0);
        } finally {
          delete Object.prototype[name];
        }
      }
  });

  it("may be a getter, or have a setter: a body is read as without it", () => {
    const text = JSON.stringify(bodyOf({ a: { enabled: true } }));
    for (const name of ["user", "content", "role", "features", "says", "text", "record"]) {
      const set = () => assert.fail(`${name} is set`);
      Object.defineProperty(Object.prototype, name, { get: () => "the page's", set, configurable: true });
      try {
        const records = createRecords();
        const [says, id, , , features] = records.read(answerOf(text), SESSION_BODY);
        assert.deepEqual([says, id, Object.keys(records.of(features))], [1, 7, ["a"]]);
      } finally {
        delete Object.prototype[name];
      }
    }
  });
});
