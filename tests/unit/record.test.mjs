// Bodies of answers, changed at random: `recordOf` reads each as a second reading does, which is written straight from the document.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  OWN_BODY,
  PERMISSIONS_BODY,
  ROLES_BODY,
  SESSION_BODY,
  SIGN_IN_BODY,
  SIGN_OUT_BODY,
  SSO_CONFIG_BODY,
} from "../../pkg/entry/boundary.js";
import { recordOf } from "../../pkg/entry/record.js";

const CASES = JSON.parse(readFileSync(new URL("../cases/session-bodies.json", import.meta.url), "utf8"));
/** How many changed bodies of each kind are read. */
const CHANGED = 4_000;

const FEATURES = {
  a: { enabled: true },
  b: { enabled: false, limit: { per: { day: [5] } } },
  c: { enabled: true, limit: null },
};
const COMPANY = { id: 1, name: "N", address: "street", city: "city", country: "land", postal_code: "code" };
const USER = {
  id: 7,
  email: "e",
  name: "n",
  userType: "default",
  authSource: "local",
  token: null,
  permissions: FEATURES,
};
const ROLES = [10, 20].map((rank) => ({ name: `r${rank}`, rank, label: "L", description: "" }));

/** For each kind of body: its number, a well-formed body, and the second reading. */
const BODIES = {
  session: [
    SESSION_BODY,
    { authenticated: true, user: USER },
    (body) => ({ says: flag(body, "authenticated"), ...identity(get(body, "user")) }),
  ],
  "sign-in": [
    SIGN_IN_BODY,
    { success: true, access_token: "t0k.en", user: { ...USER, company: COMPANY } },
    (body) => ({
      says: flag(body, "success"),
      token: get(body, "access_token"),
      ...identity(get(body, "user")),
      company: company(get(get(body, "user"), "company")),
    }),
  ],
  "sign-out": [SIGN_OUT_BODY, { success: true }, (body) => ({ says: flag(body, "success") })],
  permissions: [
    PERMISSIONS_BODY,
    { success: true, data: { user_type: "default", features: FEATURES } },
    (body) => ({
      says: flag(body, "success"),
      role: text(get(body, "data"), "user_type"),
      features: features(get(get(body, "data"), "features")),
    }),
  ],
  roles: [
    ROLES_BODY,
    { success: true, roles: ROLES },
    (body) => ({ says: flag(body, "success"), roles: catalogue(get(body, "roles")) }),
  ],
  "the configuration of single sign-on": [
    SSO_CONFIG_BODY,
    { enabled: true, buttonLabel: "Go" },
    (body) => {
      const [enabled, label] = [flag(body, "enabled"), text(body, "buttonLabel")];
      const says = enabled === true && label === undefined ? undefined : enabled;
      return { says, config: { enabled: says === true, buttonLabel: label ?? "" } };
    },
  ],
};

describe("A body is read as the document says it", () => {
  for (const [name, [kind, whole, readAgain]] of Object.entries(BODIES)) {
    it(`of ${name}, whole or changed`, () => {
      assertRead(kind, JSON.stringify(whole), readAgain);
      const random = generator(kind + 1);
      for (let change = 0; change < CHANGED; change++) {
        const body = JSON.parse(JSON.stringify(whole));
        const holder = { body };
        for (let times = random(3); times >= 0; times--) changeOne(holder, random);
        assertRead(kind, JSON.stringify(holder.body) ?? "", readAgain);
      }
      for (const text of ["", " ", "<html>", '{"', "[", "\ufeff{}", "null", "1e400", undefined])
        assertRead(kind, text, readAgain);
    });
  }

  it("of a session, in every case of session-bodies.json", () => {
    const [kind, , readAgain] = BODIES.session;
    for (const { text, body } of CASES) assertRead(kind, text ?? JSON.stringify(body), readAgain);
  });

  it("and not at all where it is of a request of the page's own", () => {
    assert.equal(recordOf(answerOf(JSON.stringify(BODIES.session[1])), OWN_BODY), undefined);
  });

  it("and parsed once", (test) => {
    const answer = answerOf(JSON.stringify(BODIES.session[1]));
    const first = recordOf(answer, SESSION_BODY);
    const parse = test.mock.method(JSON, "parse");
    assert.equal(recordOf(answer, SESSION_BODY), first);
    assert.equal(parse.mock.callCount(), 0);
  });
});

const answerOf = (text) => /** @type {any} */ ({ __proto__: null, response: new Response(null), text });

/** Asserts that `recordOf` reads of this text what the second reading does. A token is passed on whatever its type. */
function assertRead(kind, text, readAgain) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {}
  const { token, ...record } = recordOf(answerOf(text), kind);
  const { token: sent, ...expected } = readAgain(body);
  assert.deepEqual(plain(record), plain(expected), text);
  if (kind === SIGN_IN_BODY) assert.equal(JSON.stringify(token), JSON.stringify(sent), text);
  assert.equal(Object.getPrototypeOf(recordOf(answerOf(text), kind)), null);
}

/** Returns the entries of a record as texts, without those that are `undefined` or `null`. */
const plain = (record) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, JSON.stringify(value, sorted)])
    .sort();
const sorted = (_, value) =>
  isObject(value) ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : value;

// The second reading. It shares no code with `recordOf`.

const isObject = (value) => Object.prototype.toString.call(value) === "[object Object]";
const get = (value, name) =>
  isObject(value) ? Object.entries(value).find(([own]) => own === name)?.[1] : undefined;
const flag = (body, name) => [true, false].find((value) => get(body, name) === value);
const text = (value, name) => {
  const found = get(value, name);
  // Encoding replaces half of a surrogate pair.
  return typeof found === "string" &&
    new TextDecoder().decode(new TextEncoder().encode(`>${found}`)) === `>${found}`
    ? found
    : undefined;
};
const integer = (value, name) => {
  const found = get(value, name);
  return typeof found === "number" && found % 1 === 0 && Math.abs(found) < 2 ** 53 ? found : undefined;
};
/** Whether no member is missing. */
const isWhole = (read) => Object.values(read).every((value) => value !== undefined);

function identity(sent) {
  const read = { id: integer(sent, "id") };
  for (const name of ["email", "name", "userType"]) read[name] = text(sent, name);
  const user = isWhole(read)
    ? { ...read, authSource: text(sent, "authSource") ?? null, company: null }
    : null;
  return { content: user && { user }, features: features(get(sent, "permissions")) };
}

function company(sent) {
  const read = { id: integer(sent, "id") };
  for (const name of ["name", "address", "city", "country"]) read[name] = text(sent, name);
  read.postalCode = text(sent, "postal_code");
  return isWhole(read) ? read : null;
}

function catalogue(sent) {
  if (!Array.isArray(sent)) return null;
  const roles = sent.map((role) => ({
    name: text(role, "name"),
    rank: integer(role, "rank"),
    label: text(role, "label"),
    description: text(role, "description"),
  }));
  return roles.every(isWhole) ? roles : null;
}

function features(sent) {
  if (!isObject(sent)) return null;
  const read = Object.create(null);
  for (const [name, entry] of Object.entries(sent)) {
    if (text({ name }, "name") === undefined) return null;
    const enabled = flag(entry, "enabled");
    if (name !== "" && enabled !== undefined) read[name] = { enabled, limit: get(entry, "limit") ?? null };
  }
  return read;
}

// Random changes, the same in each run.

/** Returns a function that draws the next whole number below its argument. */
function generator(seed) {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = [
  "id",
  "name",
  "enabled",
  "limit",
  "token",
  "__proto__",
  "constructor",
  "",
  "\ud800",
  "length",
  "toJSON",
];
const values = () => [
  null,
  true,
  false,
  "true",
  "",
  "x",
  "\udc00",
  0,
  1,
  -7,
  1.5,
  2 ** 53,
  -(2 ** 53),
  2 ** 53 - 1,
  1e300,
  [],
  {},
  [true],
  { enabled: true },
  { enabled: "true" },
  { enabled: 1, limit: 1 },
  { enabled: true, limit: [{}] },
  JSON.parse('{"__proto__":{"enabled":true,"authenticated":true,"success":true}}'),
];

/** Makes one change at any place of the body that `holder` has. */
function changeOne(holder, random) {
  const places = [];
  const list = (value, at) => {
    places.push([value, at]);
    if (Object(value[at]) === value[at]) for (const inner of Object.keys(value[at])) list(value[at], inner);
  };
  list(holder, "body");
  const [within, at] = places[random(places.length)];
  const set = (target, name, value) =>
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  const value = () => values()[random(values().length)];
  const name = NAMES[random(NAMES.length)];
  const found = within[at];
  const change = random(6);
  if (change === 0 && within !== holder && !Array.isArray(within)) delete within[at];
  else if (change === 1) set(within, at, [found]);
  else if (change === 2) set(within, at, set({}, name, found));
  else if (change === 3 && isObject(found)) set(found, name, value());
  else if (change === 4) {
    const [other, place] = places[random(places.length)];
    set(within, at, JSON.parse(JSON.stringify(other[place] ?? null)));
  } else set(within, at, value());
}
