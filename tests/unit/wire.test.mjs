import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPublication as read, readFailure } from "../../pkg/engine/wire.js";
import { CODES } from "../../pkg/entry/boundary.js";
import { isSessionError } from "../../pkg/entry/session-error.js";
import { NO_FEATURES } from "../../pkg/entry/snapshot.js";

let retained;
const records = {
  of: (number) => (number === 0 ? null : number === 7 ? { user: { id: 7 } } : { id: number }),
  retain(...numbers) {
    retained = numbers;
  },
};
const readPublication = (cells) => read(cells, records);

/** The cells of a publication of which only what is named is of interest. */
function cells({
  identity = 0,
  status = 0,
  reason = null,
  error = [null],
  user = [0, 0],
  roles = [false, 0],
  ...lists
}) {
  const { features = 0, sessionEvents = [], stale = false, refusal = null } = lists;
  const counted = (items) => [items.length, ...items.flat()];
  const { signOutPending = false, reauthenticating = false, expiresAt = null } = lists;
  const facts = [identity, status, reason, stale, ...error, ...user, ...roles];
  const last = [signOutPending, reauthenticating, expiresAt];
  return [...facts, refusal, features, ...counted(sessionEvents), ...last];
}

const facts = ({ code, status, retryable, retryAfterMs }) => ({ code, status, retryable, retryAfterMs });

describe("readPublication", () => {
  it("reads what says the least", () => {
    assert.deepEqual(readPublication(cells({})), {
      identity: 0,
      status: "unknown",
      reason: null,
      stale: false,
      error: null,
      user: null,
      rolesChanged: false,
      roles: null,
      rolesRefusal: null,
      features: NO_FEATURES,
      sessionEvents: [],
      signOutPending: false,
      reauthenticating: false,
      expiresAt: null,
    });
  });

  it("reads what says the most, each cell in its place", () => {
    const network = CODES.indexOf("network");
    const limited = CODES.indexOf("rate-limited");
    const publication = readPublication(
      cells({
        identity: 9,
        status: 1,
        stale: true,
        error: [limited, 429, 3000, true],
        user: [7, 5],
        roles: [true, 6],
        refusal: CODES.indexOf("forbidden"),
        features: 3,
        sessionEvents: [
          [0],
          [1, 2],
          [2, CODES.indexOf("cookie-refused"), null, null, false],
          [3, network, null, null, true],
          [4],
        ],
        signOutPending: true,
        reauthenticating: true,
        expiresAt: 1_900_000_000_000,
      }),
    );
    const { error, sessionEvents, ...rest } = publication;
    assert.deepEqual(retained, [7, 5, 6, 3]);
    assert.deepEqual(rest, {
      identity: 9,
      status: "authenticated",
      reason: null,
      stale: true,
      user: { id: 7, company: { id: 5 } },
      rolesChanged: true,
      roles: { id: 6 },
      rolesRefusal: "forbidden",
      features: { id: 3 },
      signOutPending: true,
      reauthenticating: true,
      expiresAt: 1_900_000_000_000,
    });
    assert.ok(isSessionError(error));
    assert.deepEqual(facts(error), {
      code: "rate-limited",
      status: 429,
      retryable: true,
      retryAfterMs: 3000,
    });
    assert.deepEqual(
      sessionEvents.map(({ error, ...event }) => (error ? { ...event, code: error.code } : event)),
      [
        { type: "signed-in" },
        { type: "signed-out", reason: "expired" },
        { type: "cookie-refused", code: "cookie-refused" },
        { type: "revalidation-failed", code: "network" },
        { type: "expiring" },
      ],
    );
  });

  it("takes nothing that is there for missing: 0 and false; but a status of 0 is none", () => {
    const { reason, error } = readPublication(cells({ status: 2, reason: 0, error: [0, 0, 0, false] }));
    assert.equal(reason, "no-session");
    assert.deepEqual(facts(error), { code: CODES[0], status: null, retryable: false, retryAfterMs: 0 });
  });

  it("reads a missing company, and what follows it", () => {
    const read = readPublication(cells({ user: [7, 0], features: 3 }));
    assert.deepEqual([read.user, read.features], [{ id: 7 }, { id: 3 }]);
    assert.deepEqual(retained, [7, 0, 0, 3]);
  });

  it("tells roles that went from roles that stayed", () => {
    assert.deepEqual(readPublication(cells({ roles: [true, 0] })).roles, null);
    assert.equal(readPublication(cells({ roles: [true, 0] })).rolesChanged, true);
  });
});

describe("The page's own code", () => {
  const sessionEvents = [[0], [1, 1], [4]];
  const given = cells({ status: 1, sessionEvents, signOutPending: true, expiresAt: 7 });
  const expected = readPublication(given);
  const meanwhile = (target, name, value) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    try {
      assert.deepEqual(readPublication(given), expected);
    } finally {
      if (before) Object.defineProperty(target, name, before);
      else delete target[name];
    }
  };

  it("may make every object iterable: each cell is read in its place", () => {
    function* entries() {
      yield* Object.entries(this);
    }
    assert.equal(expected.sessionEvents.length, 3);
    meanwhile(Object.prototype, Symbol.iterator, entries);
  });

  it("may have an `Array.from` that calls no function, as Prototype.js has", () => {
    meanwhile(Array, "from", ({ length }) => new Array(length));
  });
});

describe("readFailure", () => {
  it("reads what a call ends with", () => {
    const failure = readFailure([CODES.indexOf("server-error"), 503, null, true]);
    assert.deepEqual(facts(failure), {
      code: "server-error",
      status: 503,
      retryable: true,
      retryAfterMs: null,
    });
  });
});
