import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readAnswer } from "../../pkg/entry/answer.js";
import { parse } from "../../pkg/entry/json-value.js";

const LIMIT_BYTES = 2 * 1024 * 1024;
const CONTENT_TYPES = JSON.parse(
  readFileSync(new URL("../cases/content-types.json", import.meta.url), "utf8"),
);

/** A response that streams these pieces, and tells whether it was let go. */
function streaming(pieces) {
  const left = [...pieces];
  const received = { cancelled: false };
  const stream = new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece instanceof Error) controller.error(piece);
      else if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
    cancel() {
      received.cancelled = true;
    },
  });
  return { response: new Response(stream), stream, received };
}

/** What is read of a body. */
const bodyOf = async (responding) => parse((await readAnswer(responding)).text);

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

  it("reads a byte order mark for what it is", async () => {
    assert.deepEqual(await bodyOf(new Response(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes("{}")))), {});
  });

  it("reads what is declared as JSON, or as nothing, and no other type", async () => {
    for (const { type, json } of CONTENT_TYPES) {
      const body = await bodyOf(new Response('{"a":1}', { headers: { "content-type": type } }));
      assert.deepEqual(body, json ? { a: 1 } : undefined, type);
    }
    assert.ok(CONTENT_TYPES.length >= 20);
    const untyped = new Response(bytes('{"a":1}'));
    assert.equal(untyped.headers.get("content-type"), null);
    assert.deepEqual(await bodyOf(untyped), { a: 1 });
  });

  it("reads nothing from what is no JSON, no UTF-8, or not there", async () => {
    const texts = ["", " ", "{", "<html>", "undefined", "{'a':1}", "{} {}"];
    const unusable = [...texts, Uint8Array.of(0x22, 0xff, 0x22), null];
    for (const sent of unusable) {
      // The response is made of bytes: one of a text would declare itself as text.
      const { response, text } = await readAnswer(
        new Response(typeof sent === "string" ? bytes(sent) : sent),
      );
      assert.equal(parse(text), undefined, String(sent));
      assert.ok(response instanceof Response);
    }
  });

  it("tells a body that is null from one that is not there", async () => {
    assert.equal(await bodyOf(new Response(bytes("null"))), null);
  });

  it("lets go of what is over the limit, and of the copy that it is read beside", async () => {
    const half = bytes(" ".repeat(LIMIT_BYTES / 2));
    const { stream, received } = streaming([half, half, ...Array(10).fill(bytes(" "))]);
    // Copied as browsers do; Node's copies are not told apart from their originals until these are gone.
    const [body, copy] = stream.tee();
    const response = { body, headers: new Headers(), clone: () => ({ body: copy }) };
    assert.equal((await readAnswer(response)).text, undefined);
    assert.ok(received.cancelled);
  });
});
