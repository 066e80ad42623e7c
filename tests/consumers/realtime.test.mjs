// Streams of events, as docs/realtime.md has them: each ends with the identity for which it was opened.

import assert from "node:assert/strict";
import { createTestSession } from "../../pkg/dist/testing.js";
import { test } from "../e2e/support/scenario.mjs";
import { listenTo } from "./realtime/events.js";
import { connect } from "./realtime/socket.js";

/** What the browser would have opened. */
let opened;

/** A stream of the browser's, of which the test is the server. */
class Stream extends EventTarget {
  isOpen = true;

  constructor(address, options) {
    super();
    Object.assign(this, { address: String(address), options });
    opened.push(this);
  }

  close() {
    this.isOpen = false;
  }

  says(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

test.beforeEach(() => {
  opened = [];
  Object.assign(globalThis, {
    EventSource: Stream,
    WebSocket: Stream,
    location: { href: "https://portal.example/app/" },
  });
});

test.afterEach(() => {
  for (const name of ["EventSource", "WebSocket", "location"]) delete globalThis[name];
});

const signedIn = () => createTestSession({ user: { id: 1 } });

test.describe("Server-sent events", () => {
  test("come to the page until the identity ends", () => {
    const session = signedIn();
    const heard = [];
    listenTo("/data-api/events", session.identity, (data) => heard.push(data));
    const [stream] = opened;
    assert.deepEqual([stream.address, stream.options], ["/data-api/events", { withCredentials: true }]);
    stream.says("one");
    assert.ok(stream.isOpen);
    session.signIn({ id: 2 });
    assert.equal(stream.isOpen, false);
    assert.deepEqual(heard, ["one"]);
  });

  test("are not asked for once the identity has ended", () => {
    const session = signedIn();
    const { identity } = session;
    session.signOut();
    listenTo("/data-api/events", identity, assert.fail)();
    assert.deepEqual(opened, []);
  });

  test("end sooner where the page wants it", () => {
    const end = listenTo("/data-api/events", signedIn().identity, assert.fail);
    end();
    assert.equal(opened[0].isOpen, false);
  });
});

test.describe("A WebSocket", () => {
  test("is open until the identity ends, and delivers nothing afterwards", () => {
    const session = signedIn();
    const heard = [];
    const socket = connect("/data-api/live", session.identity, (data) => heard.push(data));
    assert.equal(socket.address, "wss://portal.example/data-api/live");
    socket.says("one");
    session.signOut();
    assert.equal(socket.isOpen, false);
    socket.says("two");
    assert.deepEqual(heard, ["one"]);
  });

  test("is not opened once the identity has ended", () => {
    const session = signedIn();
    const { identity } = session;
    session.signOut();
    assert.equal(connect("/data-api/live", identity, assert.fail), null);
    assert.deepEqual(opened, []);
  });
});
