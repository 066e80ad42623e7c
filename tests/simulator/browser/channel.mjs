// `BroadcastChannel`: messages take their time, in order from one channel to another, and in any order otherwise.

const MESSAGES = ["signed-in", "signed-out", "changed"];

/** The class for the pages of a stage's world. */
export function createBroadcastChannel(stage) {
  return class BroadcastChannel {
    onmessage = null;
    #world = stage.world;
    #client = stage.world.current;
    #name;
    /** When the newest message from a channel will be here, by channel. */
    #latest = new Map();

    constructor(name) {
      this.#name = name;
      this.#world.channels.add(this);
      this.#client.channels.add(this);
    }

    postMessage(data) {
      this.#world.check(MESSAGES.includes(data), "channel", `a message said ${data}`);
      this.#world.note("tell", this.#client, data);
      for (const other of this.#world.channels) {
        if (other !== this && other.#name === this.#name) other.#expect(this, data);
      }
    }

    close() {
      this.#world.channels.delete(this);
      this.#client.channels.delete(this);
    }

    #expect(sender, data) {
      const { latency, fair, agenda } = this.#world;
      if (!fair && latency.chance(0.02)) return;
      const delay = latency.chance(0.8) ? latency.below(20) : latency.below(5_000);
      const due = Math.max(agenda.monoMs() + delay, this.#latest.get(sender) ?? 0);
      this.#latest.set(sender, due);
      agenda.add(due - agenda.monoMs(), null, "message", () => this.#arrives(data));
    }

    #arrives(data) {
      const client = this.#client;
      // A page in the back/forward cache hears nothing.
      if (!this.#world.channels.has(this) || client.tab.cached) return undefined;
      return this.#world.deliver(client, `message ${data}`, "told", () => {
        if (!this.#world.channels.has(this)) return;
        client.watch.told(data);
        client.wire.urge();
        this.onmessage?.({ data });
      });
    }
  };
}
