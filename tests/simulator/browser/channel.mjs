// `BroadcastChannel`: messages take their time, in order from one channel to another, and in any order otherwise.

const MESSAGE = /^(?:(signed-in|changed)|(signed-out|sign-out-over):([1-9]\d{0,9}))$/;
const LONGEST_NAME = 2 ** 31 - 1;

/** Makes the class for the pages of a stage's world. */
export function createBroadcastChannel(stage) {
  return class BroadcastChannel {
    onmessage = null;
    #world = stage.world;
    #client = stage.world.current;
    /** The time at which the newest message from each channel arrives here. */
    #latest = new Map();

    constructor(name) {
      this.name = name;
      this.#world.channels.add(this);
      this.#client.channels.add(this);
    }

    postMessage(data) {
      const world = this.#world;
      const [, plain, named, name] = MESSAGE.exec(data) ?? [];
      const word = plain ?? named;
      world.check(
        word !== undefined && Number(name ?? 1) <= LONGEST_NAME,
        "channel",
        `a message said ${data}`,
      );
      world.note("tell", this.#client, data);
      this.#client.signOuts.says(word, name);
      for (const other of world.channels) {
        if (other !== this && other.name === this.name) other.#expect(this, data, word);
      }
    }

    close() {
      this.#world.channels.delete(this);
      this.#client.channels.delete(this);
    }

    #expect(sender, data, word) {
      const delay = delayOf(this.#world);
      if (delay === undefined) return;
      const { agenda } = this.#world;
      const due = Math.max(agenda.monoMs() + delay, this.#latest.get(sender) ?? 0);
      this.#latest.set(sender, due);
      agenda.add(due - agenda.monoMs(), () => this.#arrives(data, word));
    }

    #arrives(data, word) {
      const client = this.#client;
      // A page in the back/forward cache hears nothing.
      if (!this.#world.channels.has(this) || client.tab.cached) return undefined;
      return this.#world.deliver(client, `message ${data}`, "told", () => {
        if (!this.#world.channels.has(this)) return;
        client.watch.receives(word);
        this.onmessage?.({ data });
      });
    }
  };
}

/** Returns how long a message takes; `undefined`: it is lost. */
function delayOf({ latency, fair }) {
  if (!fair && latency.chance(0.02)) return undefined;
  return latency.chance(0.8) ? latency.below(20) : latency.below(5_000);
}
