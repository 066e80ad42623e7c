// Answers for each endpoint with one wrong member, and answers that look wrong but are valid. Rows as in fault-transport.mjs; `shows`: the features
// that a page has after a valid answer. The bodies of session reads are those of session-bodies.json, which also test the decoders.

import { readFileSync } from "node:fs";

const INVALID = ["invalid-response", 200];

/** Wrong values as raw JSON, which may be invalid or beyond a JavaScript number; `null` leaves the member out. */
const NOT_TRUE = ["false", '"true"', "1", "0", "null", "[]", "[true]", "{}", '"yes"', null];
const NOT_A_BOOLEAN = ['"true"', '"false"', "1", "0", "null", "[]", "[true]", '{"value":true}', null];
const NOT_A_TEXT = ["7", "true", "null", '["x"]', "{}", '"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"', null];
const NOT_AN_INTEGER = [
  ...['"7"', "1.5", "9007199254740992", "-9007199254740992", "1e300", "1e400", "-1e400", "5e-324"],
  ...["null", "true", "[7]", "{}", null],
];
const NO_NUMBER_OF_JSON = ["NaN", "Infinity", "-Infinity", "07", "0x7", "+7", ".5", "5.", "1_000", "7n"];
const NOT_AN_OBJECT = ["[]", "null", "true", "1", '"x"', '[["a",{"enabled":true}]]', null];

/** Returns a valid answer as text, with raw JSON in place of the member at `path`. */
function withRaw(good, path, raw) {
  const copy = structuredClone(good);
  const names = path.split(".");
  const last = names.pop();
  const owner = names.reduce((value, name) => value[name], copy);
  if (raw === null) delete owner[last];
  else owner[last] = "RAW";
  return JSON.stringify(copy).replace('"RAW"', () => raw);
}

const wrong = (path, values) =>
  values.map((raw) => ({
    name: raw === null ? `no ${path}` : `${path} is ${raw}`,
    rule: (good) => ({ body: withRaw(JSON.parse(good), path, raw) }),
    fails: INVALID,
  }));

const right = (path, values) => wrong(path, values).map(({ name, rule }) => ({ name, rule }));

const SESSION = JSON.parse(readFileSync(new URL("session-bodies.json", import.meta.url), "utf8")).map(
  ({ name, body, text, verdict, user, features }) => ({
    name: `a body: ${name}`,
    rule: { body: text ?? JSON.stringify(body) },
    ...(verdict === "invalid" && { fails: INVALID }),
    ...(verdict === "unauthenticated" && { ends: true }),
    ...(verdict === "authenticated" && { user, shows: features }),
  }),
);

const LONG_NAME = "n".repeat(100 * 1024);
const open = { enabled: true, limit: null };
const closed = { enabled: false, limit: null };

/** Features with names that objects inherit, and with names that are easily confused. */
const NAMES = {
  ...Object.fromEntries(
    [
      "constructor",
      "toString",
      "hasOwnProperty",
      "valueOf",
      "then",
      "length",
      "prototype",
      "0",
      " ",
      "\0",
    ].map((name, index) => [name, index % 2 === 0 ? open : closed]),
  ),
  "chat-history\u0000": open,
  "chat-history ": closed,
  "\u00e9": open,
  "e\u0301": closed,
  "\u{1f600}": open,
  "\ufffd": closed,
  [LONG_NAME]: open,
};

const withFeatures = (text, path) => (good) => ({ body: withRaw(JSON.parse(good), path, text) });

const named = (path) => [
  {
    name: "features with names that objects inherit, and one of 100 KB",
    rule: withFeatures(`{"__proto__":{"enabled":true,"limit":null},${JSON.stringify(NAMES).slice(1)}`, path),
    shows: Object.fromEntries([["__proto__", open], ...Object.entries(NAMES)]),
  },
  {
    name: "an empty name, and entries without enabled: true",
    rule: withFeatures(
      JSON.stringify({
        "": open,
        a: true,
        b: { enabled: "true" },
        c: { enabled: 1 },
        d: [true],
        e: null,
        f: {},
        g: open,
      }),
      path,
    ),
    shows: { g: open },
  },
  {
    name: "an entry with permissions as its __proto__",
    rule: withFeatures('{"a":{"__proto__":{"enabled":true}},"b":{"enabled":true,"limit":null}}', path),
    shows: { b: open },
  },
  {
    name: "a feature that is listed twice, of which the last counts",
    rule: withFeatures(
      '{"a":{"enabled":false},"a":{"enabled":true},"b":{"enabled":true},"b":{"enabled":false}}',
      path,
    ),
    shows: { a: open, b: closed },
  },
  {
    name: "numbers in a limit that are out of range",
    rule: withFeatures('{"a":{"enabled":true,"limit":[1e400,-1e400,9007199254740993,5e-325,-0]}}', path),
    shows: { a: { enabled: true, limit: [null, null, 9007199254740992, 0, 0] } },
  },
  {
    name: "lone surrogates in a limit",
    rule: withFeatures('{"a":{"enabled":true,"limit":{"\\ud800":"\\udc00"}}}', path),
    shows: { a: { enabled: true, limit: { "\ud800": "\udc00" } } },
  },
  ...["\\ud800", "a\\udfff", "\\udc00\\ud800"].map((name) => ({
    name: `a feature called ${name}`,
    rule: withFeatures(`{"a":{"enabled":true},"${name}":{"enabled":true}}`, path),
    fails: INVALID,
  })),
];

/** Levels of nested limits: the gates must be as the deployment said, even if a page cannot read the limit. */
const DEEP_LIMITS = [100, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 20_000, 100_000];

const deep = (path) =>
  DEEP_LIMITS.map((levels) => ({
    name: `a limit ${levels} levels deep`,
    rule: (good) => {
      const text = withRaw(
        JSON.parse(good),
        path,
        '{"chat-history":{"enabled":true,"limit":"DEEP"},"even":{"enabled":true}}',
      );
      const [head, tail] = text.split('"DEEP"');
      return {
        body_repeat: [
          { unit: head, times: 1 },
          { unit: "[", times: levels },
          { unit: "]", times: levels },
          { unit: tail, times: 1 },
        ],
      };
    },
    deep: true,
  }));

export const BODIES = {
  session: [
    ...SESSION,
    ...wrong("user.id", NO_NUMBER_OF_JSON),
    ...wrong("user.permissions", NO_NUMBER_OF_JSON),
    ...named("user.permissions"),
    ...deep("user.permissions"),
  ],
  login: [
    ...wrong("success", NOT_TRUE),
    ...wrong(
      "access_token",
      NOT_A_TEXT.filter((raw) => !raw?.includes("\\u")),
    ),
    ...wrong("user", NOT_AN_OBJECT),
    ...wrong("user.id", [...NOT_AN_INTEGER, ...NO_NUMBER_OF_JSON]),
    ...["email", "name", "userType"].flatMap((name) => wrong(`user.${name}`, NOT_A_TEXT)),
    ...wrong("user.permissions", NOT_AN_OBJECT),
  ],
  logout: wrong("success", NOT_TRUE),
  permissions: [
    ...wrong("success", NOT_TRUE),
    ...wrong("data", NOT_AN_OBJECT),
    ...wrong("data.user_type", NOT_A_TEXT),
    ...wrong("data.features", NOT_AN_OBJECT),
    ...named("data.features"),
    ...deep("data.features"),
  ],
  roles: [
    ...wrong("success", NOT_TRUE),
    ...wrong("roles", ["{}", '{"0":{}}', "null", "true", '"x"', "[null]", "[[]]", "[{}]", "[1]", null]),
    ...wrong("roles.0.rank", [...NOT_AN_INTEGER, ...NO_NUMBER_OF_JSON]),
    ...["name", "label", "description"].flatMap((name) => wrong(`roles.0.${name}`, NOT_A_TEXT)),
    ...right("roles", ["[]"]),
    ...right("roles.0.rank", ["0", "7.0", "7e0", "-9007199254740991"]),
    ...right("roles.0.name", ['"__proto__"', '"constructor"', '""']),
  ],
  config: [
    ...wrong("enabled", NOT_A_BOOLEAN),
    ...wrong("buttonLabel", NOT_A_TEXT),
    ...right("buttonLabel", ['""', '"<script>"', '"\\ud83d\\ude00"']),
  ],
};
