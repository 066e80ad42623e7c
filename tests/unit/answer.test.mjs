// How the body of an answer is read: its type, its encoding, and its size.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readAnswer } from "../../pkg/entry/answer.js";
import { parse } from "../../pkg/entry/json-value.js";

const LIMIT_BYTES = 2 * 1024 * 1024;
const CONTENT_TYPES = JSON.parse(
  readFileSync(new URL("../cases/content-types.json", import.meta.url), "utf8"),
);

/** Returns a response that streams these pieces, and `state`, which says whether its reader has cancelled the stream. */
function streaming(pieces) {
  const left = [...pieces];
  const state = { cancelled: false };
  const stream = new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { response: new Response(stream), stream, state };
}

/** Returns the JSON value that is read from a response, or from the promise of one. */
const bodyOf = async (response) => parse((await readAnswer(response)).text);

const bytes = (text) => new TextEncoder().encode(text);

describe("readAnswer", () => {
  it("reads JSON that comes in any pieces, even within a character", async () => {
    const text = bytes('{"name":"Zoë 𝒜"}');
    const pieces = Array.from(text, (byte) => Uint8Array.of(byte));
    const { response } = streaming(pieces);
    const answer = await readAnswer(Promise.resolve(response));
    assert.deepEqual({ ...answer }, { response, text: '{"name":"Zoë 𝒜"}' });
  });

  it("takes a response, or the promise of one", async () => {
    const response = Response.json([1]);
    assert.deepEqual(await bodyOf(response), [1]);
  });

  it("skips a byte order mark", async () => {
    assert.deepEqual(await bodyOf(new Response(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes("{}")))), {});
  });

  it("reads a body that is declared as JSON, or not declared at all, and no other", async () => {
    for (const { type, json } of CONTENT_TYPES) {
      const body = await bodyOf(new Response('{"a":1}', { headers: { "content-type": type } }));
      assert.deepEqual(body, json ? { a: 1 } : undefined, type);
    }
    assert.ok(CONTENT_TYPES.length >= 20);
    const untyped = new Response(bytes('{"a":1}'));
    assert.equal(untyped.headers.get("content-type"), null);
    assert.deepEqual(await bodyOf(untyped), { a: 1 });
  });

  it("reads nothing from a body that is not JSON, not UTF-8, or missing", async () => {
    const texts = ["", " ", "{", "<html>", "undefined", "{'a':1}", "{} {}"];
    const unusable = [...texts, Uint8Array.of(0x22, 0xff, 0x22), null];
    for (const sent of unusable) {
      // From bytes: a response that is made from a text declares a text type.
      const { response, text } = await readAnswer(
        new Response(typeof sent === "string" ? bytes(sent) : sent),
      );
      assert.equal(parse(text), undefined, String(sent));
      assert.ok(response instanceof Response);
    }
  });

  it("distinguishes the JSON value `null` from a missing body", async () => {
    assert.equal(await bodyOf(new Response(bytes("null"))), null);
  });

  it("lets go of what is over the limit, and of the copy that it is read beside", async () => {
    const half = bytes(" ".repeat(LIMIT_BYTES / 2));
    const { stream, state } = streaming([half, half, ...Array(10).fill(bytes(" "))]);
    // Copied by `tee()`, as a browser's `clone()` does: Node's own `clone()` would not pass the cancellation on.
    const [body, copy] = stream.tee();
    const response = { body, headers: new Headers(), clone: () => ({ body: copy }) };
    assert.equal((await readAnswer(response)).text, undefined);
    assert.ok(state.cancelled);
  });
});
