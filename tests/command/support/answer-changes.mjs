// The changes that a relay makes to the answers of a deployment (`spoiled.mjs`): each is a function `(answer, request)`, or returns one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { LOGIN } from "../../e2e/support/identity-api.mjs";

const JSON_TYPE = { "content-type": "application/json" };

/** Applies `edit` only to the answers of one path. */
export const atPath = (path, edit) => (answer, request) =>
  request.path === path ? edit(answer, request) : undefined;

/** Sets a header, or removes it where no value is given. */
export const withHeader = (name, value) => (answer) => {
  answer.headers[name] = value;
};

/** Replaces the answer with JSON. */
export const withJson =
  (value, status = 200) =>
  (answer) => {
    Object.assign(answer, { status, body: Buffer.from(JSON.stringify(value)) });
    Object.assign(answer.headers, JSON_TYPE);
  };

/** Replaces the answer with a page. */
export const withHtml =
  (status = 200) =>
  (answer) => {
    Object.assign(answer, { status, body: Buffer.from("<!doctype html><title>app</title>") });
    answer.headers["content-type"] = "text/html";
  };

/** Replaces text in the cookie that the sign-in sets. */
export const inCookie = (pattern, by) =>
  atPath(LOGIN, ({ headers }) => {
    headers["set-cookie"] = headers["set-cookie"]?.map((text) => text.replace(pattern, by));
  });

/** Applies `edit` to every answer, whatever was asked. */
export const everywhere = (edit) => (answer) => edit(answer);

/** Applies `edit` only where the request had a bearer token. */
export const whereTokenSent = (edit) => (answer, request) =>
  request.headers.authorization ? edit(answer, request) : undefined;

/** Applies `edit` only to the answers of preflights. */
export const atPreflight =
  (edit) =>
  (answer, { method }) =>
    method === "OPTIONS" ? edit(answer) : undefined;

/** Replaces text in the HTML of the page. */
export const inPage = (pattern, by) =>
  atPath("/", (answer) => {
    const text = answer.body.toString();
    assert.match(text, pattern);
    answer.body = Buffer.from(text.replace(pattern, by));
  });

/** Replaces text in both policies of the demo: the one in its header, and the one in its HTML. */
export const inPolicies = (pattern, by) =>
  atPath("/", (answer) => {
    const change = (text) => text.replace(pattern, by);
    answer.headers["content-security-policy"] = change(answer.headers["content-security-policy"]);
    answer.body = Buffer.from(change(answer.body.toString()));
  });

/** Sends the WebAssembly file as it is on the disk. */
const storedWasm = (answer) => {
  answer.headers["content-encoding"] = undefined;
  answer.body = readFileSync(new URL("../../../pkg/wasm/platform_session_bg.wasm", import.meta.url));
};

/** Sends the WebAssembly file without compression, to a request that accepts Brotli. */
export const uncompressedWasm = (answer, { headers }) => {
  assert.match(headers["accept-encoding"], /br/);
  return storedWasm(answer);
};
