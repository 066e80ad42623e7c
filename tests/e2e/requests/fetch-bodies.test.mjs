// The body that `session.fetch` sends again after a 401: the same bytes, or none where the body can be read only once.

import assert from "node:assert/strict";
import { openBare } from "../support/bare-page.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

const WORKSPACE = "/agent-hub-api/api/workspace";
const KINDS = ["text", "blob", "typed-blob", "form", "parameters", "buffer", "view", "empty", "json"];

/** Runs in a page before its scripts: defines `bodyOf(kind)`, with bytes that are no text. */
function defineBodies() {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
  const form = () => {
    const data = new FormData();
    data.append("name", "grüße\r\n😀");
    data.append("file", new Blob([bytes], { type: "image/png" }), "a\"b'.png");
    return data;
  };
  globalThis.bodyOf = (kind) =>
    ({
      text: () => "grüße 😀 \u0000\r\n",
      blob: () => new Blob([bytes]),
      "typed-blob": () => new Blob([bytes, "x"], { type: "application/x-own" }),
      form,
      parameters: () =>
        new URLSearchParams([
          ["a", "ü &="],
          ["a", ""],
        ]),
      buffer: () => bytes.slice().buffer,
      view: () => new Uint8Array(bytes.buffer, 3, 1_000),
      empty: () => "",
      json: () => JSON.stringify({ name: "A workspace" }),
      stream: () => new Blob([bytes]).stream(),
    })[kind]();

  // Browsers stream a body over HTTP/2 alone, which the deployment does not speak: its bytes are sent at once instead.
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (!(input instanceof Request) || !input.headers.get("x-case")?.endsWith("stream"))
      return realFetch(input, init);
    const { url, method, headers, credentials } = input;
    return realFetch(url, { method, headers, credentials, body: await input.blob() });
  };
}

test(
  "every body that can be read twice is sent twice, byte for byte",
  scenario(async (given) => {
    const { control } = given;
    const relay = await given.relay();
    const page = await openReauthenticating(given.context, relay, defineBodies, "grace");
    await control.expire();
    const result = await page.evaluate(
      async ([path, kinds]) => {
        const send = (kind, asRequest) => {
          const init = {
            method: "POST",
            headers: { "x-case": `${asRequest ? "a request with " : ""}${kind}` },
          };
          if (kind === "json") init.headers["content-type"] = "application/json";
          init.body = bodyOf(kind);
          return asRequest ? session.fetch(new Request(path, init)) : session.fetch(path, init);
        };
        const answers = await Promise.all(kinds.flatMap((kind) => [send(kind, false), send(kind, true)]));
        const expected = await Promise.all(
          kinds.map(async (kind) => [kind, Array.from(await new Response(bodyOf(kind)).bytes())]),
        );
        return { statuses: answers.map(({ status }) => status), expected, asked };
      },
      [WORKSPACE, KINDS],
    );
    assert.equal(result.asked, 1);
    assert.ok(!result.statuses.includes(401) && result.statuses.includes(201), String(result.statuses));
    const bytesOf = new Map(result.expected);
    for (const kind of KINDS) {
      for (const name of [kind, `a request with ${kind}`]) {
        const sent = relay.received.filter(({ headers }) => headers["x-case"] === name);
        assert.equal(sent.length, 2, name);
        const [first, second] = sent;
        assert.deepEqual(second.body, first.body, name);
        assert.equal(second.headers["content-type"], first.headers["content-type"], name);
        assert.notEqual(
          second.headers.authorization,
          first.headers.authorization,
          "the token of the new sign-in",
        );
        // The browser draws the boundary between the parts of a form at random.
        if (kind !== "form") assert.deepEqual([...first.body], bytesOf.get(kind), name);
        else assert.equal(first.body.length, bytesOf.get(kind).length, name);
      }
    }
  }),
);

test(
  "a body that is a stream is sent once, and its 401 is returned",
  scenario(async ({ context, deployment, relay: startRelay }) => {
    const relay = await startRelay();
    const page = await openReauthenticating(context, relay, defineBodies, "grace");
    await deployment.control.expire();
    const { statuses, plain } = await page.evaluate(async (path) => {
      const init = (name) => ({
        method: "POST",
        duplex: "half",
        body: bodyOf("stream"),
        headers: { "x-case": name },
      });
      const statusOf = async (answer) => (await answer).status;
      const statuses = [
        await statusOf(session.fetch(path, init("a stream"))),
        await statusOf(session.fetch(new Request(path, init("a request with a stream")))),
        await statusOf(session.fetch(new Request(path, init("a copied request with a stream")).clone())),
        await statusOf(session.fetch(path, new Request(path, init("options with a stream")))),
      ];
      // A request that can be repeated has the user sign in again.
      return { statuses, plain: await statusOf(session.fetch(path, { method: "POST", body: "x" })) };
    }, WORKSPACE);
    assert.deepEqual(statuses, [401, 401, 401, 401]);
    assert.notEqual(plain, 401);
    const sent = relay.received.filter(({ headers }) => headers["x-case"]?.endsWith("stream"));
    assert.deepEqual(
      sent.map(({ headers, body }) => [headers["x-case"], body.length]),
      [
        ["a stream", 70_000],
        ["a request with a stream", 70_000],
        ["a copied request with a stream", 70_000],
        ["options with a stream", 70_000],
      ],
    );
    assert.equal(await page.evaluate(() => asked), 1);
  }),
);

test(
  "changes that the page makes after the call are not sent",
  scenario(async ({ context, relay: startRelay }) => {
    const relay = await startRelay();
    const page = await openBare(context, relay, { idle: true, before: defineBodies });
    await page.evaluate(async (path) => {
      globalThis.seen = bare.start({});
      globalThis.session = seen.session;
      const calls = [];
      const change = (name) => {
        const bytes = new TextEncoder().encode("as it was");
        const data = new FormData();
        data.append("field", "as it was");
        const headers = new Headers({ "x-case": `${name}, bytes` });
        const init = { method: "POST", body: bytes, headers };
        calls.push(session.fetch(path, init));
        headers.set("x-case", "another");
        init.method = "PUT";
        bytes.fill(0);
        calls.push(
          session.fetch(path, { method: "POST", body: data, headers: { "x-case": `${name}, form` } }),
        );
        data.set("field", "changed");
        const url = new URL(path, location.origin);
        calls.push(session.fetch(url, { headers: { "x-case": `${name}, address` } }));
        url.pathname = "/changed";
      };
      // Before the WebAssembly is loaded, and after.
      change("early");
      await session.ready;
      change("late");
      await Promise.all(calls);
    }, WORKSPACE);
    for (const name of ["early", "late"]) {
      const sent = (what) => relay.received.filter(({ headers }) => headers["x-case"] === `${name}, ${what}`);
      const [bytes, form, address] = [sent("bytes"), sent("form"), sent("address")];
      assert.ok(bytes.length > 0 && form.length > 0 && address.length > 0, name);
      for (const { method, body } of bytes) assert.deepEqual([method, String(body)], ["POST", "as it was"]);
      for (const { body } of form) assert.ok(String(body).includes("as it was"), String(body));
      for (const { path } of address) assert.equal(path, WORKSPACE);
    }
    assert.ok(relay.received.every(({ headers }) => headers["x-case"] !== "another"));
  }),
);
