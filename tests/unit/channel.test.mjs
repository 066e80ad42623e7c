import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { CHANGED, MESSAGES, SIGN_OUT_OVER, SIGNED_OUT } from "../../pkg/entry/boundary.js";
import { openChannel } from "../../pkg/entry/channel.js";

const real = globalThis.BroadcastChannel;
afterEach(() => {
  globalThis.BroadcastChannel = real;
});

const settings = { origin: "https://platform.example", tabs: true };
/** Messages from one channel to another come in order: once its own message is here, all before it are. */
const heardBy = async (listener, say) => {
  const came = new Promise((resolve) => {
    listener.onmessage = ({ data }) => data === "the last" && resolve(undefined);
  });
  say();
  await came;
  await new Promise((resolve) => setTimeout(resolve, 100));
};

describe("The channel to other tabs", () => {
  it("carries the messages, with the name of a sign-out, and hears nothing else and nothing of its own", async () => {
    const said = [...MESSAGES.map((_, number) => [number]), [SIGNED_OUT, 7], [SIGN_OUT_OVER, 2 ** 31 - 1]];
    const received = [[], []];
    const channels = received.map((messages) =>
      openChannel(settings, (...received) => messages.push(received)),
    );
    const name = `platform-session:${settings.origin}`;
    const [other, listener] = [new real(name), new real(name)];
    const texts = [];
    other.onmessage = ({ data }) => texts.push(data);
    await heardBy(listener, () => {
      const garbage = ["", "signed-outt", "signed-out:", "signed-out:x", "x:1", 1, null, ["signed-out"]];
      for (const each of [...garbage, { data: "signed-out" }]) other.postMessage(each);
      for (const [message, id] of said) channels[0].post(message, id);
      other.postMessage("the last");
    });
    assert.deepEqual(received, [[], said.map(([message, id]) => [message, id ?? 0])]);
    assert.deepEqual(texts, [...MESSAGES, "signed-out:7", "sign-out-over:2147483647"]);
    channels[1].close();
    await heardBy(listener, () => {
      channels[0].post(CHANGED);
      other.postMessage("the last");
    });
    assert.equal(received[1].length, said.length);
    channels[0].close();
    other.close();
    listener.close();
  });

  it("is silent where the page wants none, and where the browser has none or refuses", () => {
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
