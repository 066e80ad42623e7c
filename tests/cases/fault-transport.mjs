// Faults that any endpoint may have: in the connection, the status, the headers or the bytes. A row has
// - `name`;
// - `rule`: the fault rule of the reference deployment (tests/platform/README.md), or a function that makes it of the endpoint's valid answer. A rule
//   without a body sends the valid answer, so that a test finds a client which takes that in spite of the fault;
// - `fails: [code, status, retryAfterMs]`: the error of the call; by endpoint where they differ, and missing where the answer is valid.

import { deflateSync, gzipSync } from "node:zlib";

/** The longest wait of a `Retry-After` (src/api/retry_after.rs). */
const LONGEST_MS = 2 ** 31 - 1;

const NETWORK = ["network"];
const INVALID = ["invalid-response", 200];
/** A script sees no status of a redirect that is not followed. */
const REDIRECTED = ["invalid-response"];

const rows = (fails, rulesByName) =>
  Object.entries(rulesByName).map(([name, rule]) => ({ name, rule, fails }));
const contentType = (type) => ({ headers: { "content-type": type } });
const bytes = (buffer, headers = {}) => ({ body_base64: Buffer.from(buffer).toString("base64"), headers });

const html = '<!doctype html><title>Sign in to the proxy</title><script>{"authenticated": true}</script>';
const LOGIN_PAGE = "/login-page";

const brokenOff = rows(NETWORK, {
  "the connection closes before the headers": { drop: "before-headers" },
  "the connection breaks within the body": { drop: "mid-body" },
  "fewer bytes come than the length says": (good) => ({ body: good, content_length: good.length + 10 }),
  "none of the bytes come that the length says": { body: "", content_length: 10 },
  "garbage that says it is gzip": bytes([0, 1, 2, 255], { "content-encoding": "gzip" }),
  "JSON that says it is gzip": { headers: { "content-encoding": "gzip" } },
  "a redirect to no address at all": { status: 302, headers: { location: "http://[" } },
});

const wellFormed = rows(undefined, {
  "the answer itself": {},
  "no length, in one chunk": { chunked: true },
  "no length, a few bytes a time": { chunked: true, drip: { bytes: 64, every_ms: 1 } },
  "a few bytes a time": { drip: { bytes: 64, every_ms: 1 } },
  "white space around it": (good) => ({ body: ` \r\n\t${good}\n\n` }),
  "a byte order mark before it": (good) => ({ body: `\ufeff${good}` }),
  gzip: (good) => bytes(gzipSync(good), { "content-encoding": "gzip" }),
  deflate: (good) => bytes(deflateSync(good), { "content-encoding": "deflate" }),
  "no content type": contentType([]),
  "an empty content type": contentType(""),
  "a content type in capitals": contentType("APPLICATION/JSON"),
  "a content type with a charset": contentType("application/json; charset=utf-8"),
  "a content type with a charset that is not meant": contentType("application/json;charset=utf-16"),
  "application/problem+json": contentType("application/problem+json"),
  "text/json": contentType("text/json"),
  "two content types, the last of them JSON": contentType(["text/html", "application/json"]),
  "unknown fields": (good) => ({
    body: `{"__proto__":{"enabled":true},"constructor":1,${good.slice(1)}`,
  }),
  "100,000 levels of arrays in a field that is not read": (good) => ({
    body_repeat: [
      { unit: '{"deep":', times: 1 },
      { unit: "[", times: 100_000 },
      { unit: "]", times: 100_000 },
      { unit: `,${good.slice(1)}`, times: 1 },
    ],
  }),
});

const otherTypes = rows(INVALID, {
  "a proxy's page": { body: html, ...contentType("text/html") },
  "a proxy's page that says it is JSON": { body: html },
  "JSON as text/html": contentType("text/html"),
  "JSON as text/html; charset=utf-8": contentType("text/html; charset=utf-8"),
  "JSON as text/plain": contentType("text/plain"),
  "JSON as application/octet-stream": contentType("application/octet-stream"),
  "JSON as application/javascript": contentType("application/javascript"),
  "JSON as application/x-www-form-urlencoded": contentType("application/x-www-form-urlencoded"),
  "JSON as multipart/form-data": contentType("multipart/form-data; boundary=x"),
  "JSON as application/jsonx": contentType("application/jsonx"),
  "JSON as text/plain; a=application/json": contentType("text/plain; a=application/json"),
  "two content types, the last of them HTML": contentType(["application/json", "text/html"]),
  "a content type that is none": contentType("json"),
});

const notJson = rows(INVALID, {
  "an empty body": { body: "" },
  "white space alone": { body: " \r\n\t" },
  "the last byte missing": (good) => ({ body: good.slice(0, -1) }),
  "half of it": (good) => ({ body: good.slice(0, good.length / 2) }),
  "the first byte alone": { body: "{" },
  "more bytes than the length says": (good) => ({ body: good, content_length: good.length - 1 }),
  "two answers in one": (good) => ({ body: good + good }),
  "two answers, a line each": (good) => ({ body: `${good}\n${good}` }),
  "garbage after it": (good) => ({ body: `${good}}` }),
  "garbage before it": (good) => ({ body: `)]}',\n${good}` }),
  "a script that calls back": (good) => ({ body: `callback(${good});` }),
  "an event stream": (good) => ({ body: `data: ${good}\n\n` }),
  "a comma too many": (good) => ({ body: `${good.slice(0, -1)},}` }),
  "a comment": (good) => ({ body: `${good}// true` }),
  "single quotes": (good) => ({ body: good.replaceAll('"', "'") }),
  "names without quotes": (good) => ({ body: good.replaceAll(/"(\w+)":/g, "$1:") }),
  "a line break within a text": (good) => ({ body: good.replace('":', '\n":') }),
  "True with a capital": (good) => ({ body: good.replace("true", "True") }),
  NaN: { body: "NaN" },
  undefined: { body: "undefined" },
  "NUL after it": (good) => ({ body: `${good}\0` }),
  "NUL before it": (good) => ({ body: `\0${good}` }),
  "NUL alone": { body: "\0" },
  "NUL within a name": (good) => ({ body: good.replace('":', '\0":') }),
  "two byte order marks": (good) => ({ body: `\ufeff\ufeff${good}` }),
  "a byte order mark alone": { body: "\ufeff" },
  "UTF-16, little end first": (good) => bytes(Buffer.from(`\ufeff${good}`, "utf16le")),
  "UTF-16, big end first": (good) => bytes(Buffer.from(`\ufeff${good}`, "utf16le").swap16()),
  "UTF-16 without a byte order mark": (good) => bytes(Buffer.from(good, "utf16le")),
  "UTF-16 that says so": (good) =>
    bytes(Buffer.from(`\ufeff${good}`, "utf16le"), { "content-type": "application/json;charset=utf-16" }),
  "a name in Latin-1": (good) => bytes(Buffer.from(good.replace('":', '\u00f6":'), "latin1")),
  "a character in more bytes than it needs": (good) =>
    bytes(Buffer.from(good.replace("{", "{\xc0\xa0"), "latin1")),
  "half of a character at the end": (good) => bytes(Buffer.concat([Buffer.from(good), Buffer.from([0xc3])])),
  "a surrogate in UTF-8": (good) => bytes(Buffer.from(good.replace('":', '\xed\xa0\x80":'), "latin1")),
  "gzip cut short": (good) => bytes(gzipSync(good).subarray(0, -16), { "content-encoding": "gzip" }),
  "100,000 levels of arrays, none closed": { body_repeat: { unit: "[", times: 100_000 } },
  "100,000 levels of objects, none closed": { body_repeat: { unit: '{"a":', times: 100_000 } },
});

const notTheObject = rows(INVALID, {
  null: { body: "null" },
  true: { body: "true" },
  false: { body: "false" },
  zero: { body: "0" },
  one: { body: "1" },
  "1e400": { body: "1e400" },
  "an empty text": { body: '""' },
  "the answer in a text": (good) => ({ body: JSON.stringify(good) }),
  "an empty array": { body: "[]" },
  "an empty object": { body: "{}" },
  "the answer in an array": (good) => ({ body: `[${good}]` }),
  "the answer's values in an array": (good) => ({ body: JSON.stringify(Object.values(JSON.parse(good))) }),
  "the answer's fields in an array": (good) => ({ body: JSON.stringify(Object.entries(JSON.parse(good))) }),
  "the answer in the prototype's place": (good) => ({ body: `{"__proto__":${good}}` }),
  "the answer in the constructor's prototype": (good) => ({ body: `{"constructor":{"prototype":${good}}}` }),
  "the answer under data": (good) => ({ body: `{"data":${good}}` }),
  "the answer under an empty name": (good) => ({ body: `{"":${good}}` }),
  "100,000 levels of arrays": {
    body_repeat: [
      { unit: "[", times: 100_000 },
      { unit: "]", times: 100_000 },
    ],
  },
  "100,000 levels of objects": {
    body_repeat: [
      { unit: '{"a":', times: 100_000 },
      { unit: "{}", times: 1 },
      { unit: "}", times: 100_000 },
    ],
  },
});

// The body of an answer with one of these statuses does not count.
const statuses = [
  ...[201, 202, 203, 204, 205, 206, 226, 299, 300, 304, 305, 306, 399].map((status) => [
    status,
    "invalid-response",
  ]),
  ...[402, 405, 406, 408, 409, 410, 418, 421, 422, 425, 451, 499, 600, 999].map((status) => [
    status,
    "invalid-response",
  ]),
  [404, "not-supported"],
  [429, "rate-limited"],
  ...[500, 501, 502, 503, 504, 505, 511, 520, 599].map((status) => [status, "server-error"]),
].map(([status, code]) => ({ name: `status ${status}`, rule: { status }, fails: [code, status] }));

const specificStatuses = [
  {
    name: "status 401",
    rule: { status: 401 },
    fails: ["unauthenticated", 401],
    session: ["account-deactivated", 401],
    login: ["invalid-credentials", 401],
  },
  {
    name: "status 400",
    rule: { status: 400 },
    fails: ["invalid-response", 400],
    login: ["missing-credentials", 400],
  },
  {
    name: "status 403",
    rule: { status: 403 },
    fails: ["forbidden", 403],
    login: ["account-deactivated", 403],
  },
];

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  rows(REDIRECTED, {
    [`a ${status} to a login page here`]: { status, headers: { location: LOGIN_PAGE } },
    [`a ${status} to a login page of another origin`]: {
      status,
      headers: { location: `http://login.example.localhost:9${LOGIN_PAGE}` },
    },
    [`a ${status} without an address`]: { status },
  }),
);
const oddRedirects = rows(REDIRECTED, {
  "a redirect to itself": { status: 302, headers: { location: "" } },
  "a redirect to a script": { status: 302, headers: { location: "javascript:alert(1)" } },
  "a redirect to data": { status: 302, headers: { location: "data:application/json,{}" } },
});

/** Values of the header, each with its milliseconds, or `null` where it is not usable. */
export const RETRY_AFTER = [
  ["0", 0],
  ["7", 7_000],
  ["  3  ", 3_000],
  ["00012", 12_000],
  ["2147483", 2_147_483_000],
  ["2147484", LONGEST_MS],
  ["99999999999999", LONGEST_MS],
  ["9".repeat(500), LONGEST_MS],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Sun Nov  6 08:49:37 1994", 0],
  ["Fri, 31 Dec 2999 23:59:59 GMT", LONGEST_MS],
  ["", null],
  ["-1", null],
  ["+5", null],
  ["1.5", null],
  ["1e99", null],
  ["0x10", null],
  ["1 000", null],
  ["5;a=b", null],
  ["Infinity", null],
  ["soon", null],
  ["soon 5", null],
  ["never 2999", null],
  ["Wed, 99 Foo 2026", null],
  [["5", "7"], null],
  [["7", "7"], null],
];
const retryAfter = RETRY_AFTER.map(([header, ms], index) => {
  const [status, code] = index % 2 === 0 ? [429, "rate-limited"] : [503, "server-error"];
  return {
    name: `${status} with Retry-After ${JSON.stringify(header).slice(0, 40)}`,
    rule: { status, headers: { "retry-after": header } },
    fails: [code, status, ms],
  };
});

export const TRANSPORT = [
  ...brokenOff,
  ...wellFormed,
  ...otherTypes,
  ...notJson,
  ...notTheObject,
  ...statuses,
  ...specificStatuses,
  ...redirects,
  ...oddRedirects,
  ...retryAfter,
];

/** The target of these redirects, which no client may request. */
export { LOGIN_PAGE };
