// `BroadcastChannel` with delays: messages from one channel to another keep their order, those of different channels do not.

const MESSAGE = /^(?:(signed-in|changed)|(signed-out|sign-out-over):([1-9]\d{0,9}))$/;
/** The name of a sign-out is a number up to this. */
const LARGEST_NAME = 2 ** 31 - 1;

/** Returns a `BroadcastChannel` class for the pages of `stage.world`. */
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
      const [, wordWithoutName, wordWithName, name] = MESSAGE.exec(data) ?? [];
      const word = wordWithoutName ?? wordWithName;
      world.check(
        word !== undefined && Number(name ?? 1) <= LARGEST_NAME,
        "channel",
        `a message said ${data}`,
      );
      world.note("tell", this.#client, data);
      this.#client.signOuts.noteMessage(word, name);
      for (const other of world.channels) {
        if (other !== this && other.name === this.name) other.#schedule(this, data, word);
      }
    }

    close() {
      this.#world.channels.delete(this);
      this.#client.channels.delete(this);
    }

    #schedule(sender, data, word) {
      const delay = delayOf(this.#world);
      if (delay === undefined) return;
      const { agenda } = this.#world;
      const due = Math.max(agenda.monoMs() + delay, this.#latest.get(sender) ?? 0);
      this.#latest.set(sender, due);
      agenda.add(due - agenda.monoMs(), () => this.#receive(data, word));
    }

    #receive(data, word) {
      const client = this.#client;
      // Messages to a page in the back/forward cache are lost.
      if (!this.#world.channels.has(this) || client.tab.cached) return undefined;
      return this.#world.deliver(client, `message ${data}`, "told", () => {
        if (!this.#world.channels.has(this)) return;
        client.watch.noteMessage(word);
        this.onmessage?.({ data });
      });
    }
  };
}

/** Returns how many ms a message takes, or `undefined` if it is lost. */
function delayOf({ latency, fair }) {
  if (!fair && latency.chance(0.02)) return undefined;
  return latency.chance(0.8) ? latency.below(20) : latency.below(5_000);
}
