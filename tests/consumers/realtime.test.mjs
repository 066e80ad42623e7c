// The samples of docs/realtime.md: a stream of events ends with the identity for which it was opened.

import assert from "node:assert/strict";
import { createTestSession } from "../../pkg/dist/testing.js";
import { test } from "../e2e/support/scenario.mjs";
import { listenTo } from "./realtime/events.js";
import { connect } from "./realtime/socket.js";

/** The streams that the sample has opened. */
let opened;

/** Stands in for `EventSource` and `WebSocket`; the test sends its messages. */
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

  deliver(data) {
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
  test("are delivered until the identity ends", () => {
    const session = signedIn();
    const received = [];
    listenTo("/data-api/events", session.identity, (data) => received.push(data));
    const [stream] = opened;
    assert.deepEqual([stream.address, stream.options], ["/data-api/events", { withCredentials: true }]);
    stream.deliver("one");
    assert.ok(stream.isOpen);
    session.signIn({ id: 2 });
    assert.equal(stream.isOpen, false);
    assert.deepEqual(received, ["one"]);
  });

  test("are not requested for an identity that has ended", () => {
    const session = signedIn();
    const { identity } = session;
    session.signOut();
    listenTo("/data-api/events", identity, assert.fail)();
    assert.deepEqual(opened, []);
  });

  test("end at a call of the returned function", () => {
    const end = listenTo("/data-api/events", signedIn().identity, assert.fail);
    end();
    assert.equal(opened[0].isOpen, false);
  });
});

test.describe("A WebSocket", () => {
  test("is open until the identity ends, and delivers nothing afterwards", () => {
    const session = signedIn();
    const received = [];
    const socket = connect("/data-api/live", session.identity, (data) => received.push(data));
    assert.equal(socket.address, "wss://portal.example/data-api/live");
    socket.deliver("one");
    session.signOut();
    assert.equal(socket.isOpen, false);
    socket.deliver("two");
    assert.deepEqual(received, ["one"]);
  });

  test("is not opened for an identity that has ended", () => {
    const session = signedIn();
    const { identity } = session;
    session.signOut();
    assert.equal(connect("/data-api/live", identity, assert.fail), null);
    assert.deepEqual(opened, []);
  });
});
