import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { MESSAGES, openChannel } from "../../pkg/entry/channel.js";

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
  it("carries the messages, and hears nothing else and nothing of its own", async () => {
    const heard = [[], []];
    const channels = heard.map((messages) => openChannel(settings, (message) => messages.push(message)));
    const name = `platform-session:${settings.origin}`;
    const [other, listener] = [new real(name), new real(name)];
    await heardBy(listener, () => {
      for (const garbage of ["", "signed-outt", 1, null, { data: "signed-out" }, ["signed-out"]])
        other.postMessage(garbage);
      for (const message of MESSAGES) channels[0].say(message);
      other.postMessage("the last");
    });
    assert.deepEqual(heard, [[], MESSAGES]);
    channels[1].close();
    await heardBy(listener, () => {
      channels[0].say("changed");
      other.postMessage("the last");
    });
    assert.deepEqual(heard[1], MESSAGES);
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
      channel.say("changed");
      channel.close();
    }
  });
});
