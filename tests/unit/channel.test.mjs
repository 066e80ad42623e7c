import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { CHANGED, MESSAGES, SIGN_OUT_OVER, SIGNED_OUT } from "../../pkg/entry/boundary.js";
import { openChannel } from "../../pkg/entry/channel.js";

const RealChannel = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = RealChannel;
});

const settings = { origin: "https://platform.example", tabs: true };
/**
 * Sends messages by `send`, "the last" last, and waits until `listener` has received that one. Messages arrive in order: all others
 * have arrived by then.
 */
const deliver = async (listener, send) => {
  const arrival = new Promise((resolve) => {
    listener.onmessage = ({ data }) => data === "the last" && resolve(undefined);
  });
  send();
  await arrival;
  await new Promise((resolve) => setTimeout(resolve, 100));
};

describe("The channel to other tabs", () => {
  it("delivers each message, with the name of a sign-out, to the other channels alone, and ignores any other text", async () => {
    const sent = [...MESSAGES.map((_, number) => [number]), [SIGNED_OUT, 7], [SIGN_OUT_OVER, 2 ** 31 - 1]];
    const received = [[], []];
    const channels = received.map((messages) =>
      openChannel(settings, (...message) => messages.push(message)),
    );
    const name = `platform-session:${settings.origin}`;
    const [other, listener] = [new RealChannel(name), new RealChannel(name)];
    const texts = [];
    other.onmessage = ({ data }) => texts.push(data);
    await deliver(listener, () => {
      const garbage = ["", "signed-outt", "signed-out:", "signed-out:x", "x:1", 1, null, ["signed-out"]];
      for (const each of [...garbage, { data: "signed-out" }]) other.postMessage(each);
      for (const [message, id] of sent) channels[0].post(message, id);
      other.postMessage("the last");
    });
    assert.deepEqual(received, [[], sent.map(([message, id]) => [message, id ?? 0])]);
    assert.deepEqual(texts, [...MESSAGES, "signed-out:7", "sign-out-over:2147483647"]);
    channels[1].close();
    await deliver(listener, () => {
      channels[0].post(CHANGED);
      other.postMessage("the last");
    });
    assert.equal(received[1].length, sent.length);
    channels[0].close();
    other.close();
    listener.close();
  });

  it("does nothing where the page has switched it off, or the browser refuses it", () => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException("no", "SecurityError");
      }
    };
    for (const given of [settings, { ...settings, tabs: false }]) {
      const channel = openChannel(given, assert.fail);
      channel.post(CHANGED);
      channel.close();
    }
  });
});
