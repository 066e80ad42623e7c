// One world: a machine with its clocks and tabs, the network and channels between them, and the deployments.

import { AbortController } from "./browser/abort.mjs";
import { createAgenda } from "./browser/agenda.mjs";
import { Network } from "./browser/network.mjs";

const START_MS = Date.UTC(2026, 0, 5);
/** Nothing that the package waits for is further away: a machine may have slept meanwhile. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;
const TIMED_OUT = Object.freeze({ name: "TimeoutError" });

/** An error that says that something happened which must never happen. */
export class Violation extends Error {
  constructor(rule, what) {
    super(`${rule}: ${what}`);
    this.rule = rule;
  }
}

export class World {
  tabs = [];
  clients = [];
  deployments = [];
  /** Whether the network behaves. */
  fair = false;
  /** How much goes wrong on the network, from 0 to 1. */
  chaos = 0;
  /** How often, from 0 to 1, the WebAssembly's file comes late, or does not come at first. */
  moduleChaos = 0;
  /** When a clock last jumped, on the monotonic clock. */
  jumpedMs = 0;
  /** The client that the running script is for. */
  current = undefined;
  /** The client that has a running script; what it does may be unknown to another one of its page. */
  running = undefined;
  /** The number of the script. */
  script = 0;
  /** The cause of the script. */
  cause = "start";
  network = new Network(this);
  channels = new Set();
  /** The deployments where a user has signed out, by copy of the package: that copy does not show what a server read before. */
  #signedOut = new Map();
  violation = undefined;
  hash = 0x811c9dc5;
  trace = undefined;
  #tick = 0;
  #timers = 0;

  /**
   * `turn` resolves once every microtask has run; `observe` is told what goes over the wire; `counts` says of a
   * violation whether it ends the schedule.
   */
  constructor({ pkg, random, turn, observe, counts = () => true, record = false }) {
    this.pkg = pkg;
    this.agenda = createAgenda(START_MS);
    this.trueOffset = 0;
    this.latency = random.split();
    this.jitter = random.split();
    this.turn = turn;
    this.observe = observe;
    this.counts = counts;
    if (record) this.trace = [];
  }

  /** Milliseconds as they really are, whatever the machine's clocks say. */
  trueMs = () => START_MS + this.agenda.monoMs() + this.trueOffset;

  /** Both clocks of the machine, in ms. */
  clocks = () => ({ wall: this.agenda.wallMs(), mono: this.agenda.monoMs() });

  signsOut({ package: copy, deployment }) {
    if (!this.#signedOut.has(copy)) this.#signedOut.set(copy, new Set());
    this.#signedOut.get(copy).add(deployment);
  }

  hasSignedOut = ({ package: copy, deployment }) => this.#signedOut.get(copy)?.has(deployment) === true;

  /** Numbers everything that happens, in order. */
  tick() {
    return ++this.#tick;
  }

  /** Notes what happened: into the hash, and into the trace where one is kept. */
  note(what, client, text) {
    let hash = this.hash;
    const line = `${this.agenda.monoMs()} ${client?.name ?? "-"} ${what} ${text}`;
    for (let index = 0; index < line.length; index++) {
      hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193);
    }
    this.hash = hash;
    this.trace?.push(line);
  }

  /** Notes the first thing that must not be. The violation is thrown later: the code that runs now may swallow an exception. */
  check(holds, rule, what) {
    if (holds || this.violation) return;
    const violation = new Violation(rule, typeof what === "function" ? what() : what);
    if (!this.counts(violation)) return;
    this.violation = violation;
    this.trace?.push(`!! ${this.violation.message}`);
  }

  /** Lets script of a client run, and everything that comes of it; then looks at every session. */
  async dispatch(client, label, cause, act) {
    this.current = this.running = client;
    this.script++;
    this.cause = cause;
    this.note("·", client, label);
    // The end of one session concerns the others of its page.
    const concerned = client?.tab.clients.filter(({ watch }) => watch) ?? [];
    for (const { watch, signOuts, identities } of concerned) {
      for (const part of [watch, signOuts, identities]) part.begins();
    }
    try {
      act();
    } catch (error) {
      // In a browser the page would get this error at `window.onerror`, and its user see it in the console.
      this.check(false, "unhandled", () => `${client?.name} ${label}: ${error?.stack ?? error}`);
    }
    await this.turn();
    for (const { watch, signOuts } of concerned) {
      watch.finishes();
      signOuts.endsScript();
    }
    if (this.violation) throw this.violation;
  }

  /** The same, once the client's tab is not suspended. */
  deliver(client, label, cause, act) {
    if (client.gone) return undefined;
    if (client.tab.suspended) {
      client.parked.push([label, cause, act]);
      return undefined;
    }
    return this.dispatch(client, label, cause, act);
  }

  /** Makes the browser online, or offline; a suspended page hears of it later. */
  async connect(tab) {
    if (tab.suspended || tab.online === tab.toldOnline) return;
    tab.toldOnline = tab.online;
    tab.offlineMs = this.agenda.monoMs();
    const type = tab.online ? "online" : "offline";
    await this.firePage(tab, { type }, type);
  }

  /** Lets happen what was parked while the tab was suspended. */
  async resume(tab) {
    tab.resumedMs = this.agenda.monoMs();
    await this.connect(tab);
    for (const client of tab.clients) {
      while (client.parked.length > 0 && !tab.suspended) {
        const [label, cause, act] = client.parked.shift();
        await this.deliver(client, label, cause, act);
      }
    }
  }

  /** Makes the clocks jump, as in `createAgenda`. */
  jump(wallBy, monoBy) {
    this.agenda.jump(wallBy, monoBy);
    this.jumpedMs = this.agenda.monoMs();
  }

  /** Lets so much time pass, with everything that falls into it. */
  async advance(ms) {
    const limit = this.agenda.monoMs() + ms;
    for (let item = this.agenda.next(limit); item; item = this.agenda.next(limit)) await item.act();
    this.agenda.runTo(limit);
  }

  /** Lets the next thing happen that is due within `limitMs`. */
  async advanceToNext(limitMs) {
    const item = this.agenda.next(this.agenda.monoMs() + limitMs);
    await item?.act();
  }

  /** Closes a tab: its script ends where it stands, and only what was asked to outlive it goes on. */
  goes(tab) {
    tab.gone = true;
    for (const client of tab.clients) {
      this.note("gone", client, "");
      client.gone = true;
      client.closed = true;
      client.endCode = "closed";
      for (const item of client.timers.values()) this.agenda.remove(item);
      client.timers.clear();
      client.listeners.clear();
      for (const channel of [...client.channels]) this.channels.delete(channel);
      client.channels.clear();
      client.calls.list.length = 0;
      this.network.forsake(client);
    }
    this.tabs = this.tabs.filter((other) => other !== tab);
  }

  /** Fires an event of a page: each of its sessions hears it. */
  async firePage(tab, event, cause) {
    for (const client of [...tab.clients]) {
      if (client.closed) continue;
      await this.dispatch(client, event.type, cause, () => {
        // The first event after a return tells the session of it.
        if (client.watch.away && (event.type === "pageshow" || cause === "visible")) client.watch.restored();
        if (event.type === "pagehide") {
          client.isLeaving = true;
          client.signOuts.goes();
          client.watch.goes(event.persisted);
        }
        client.fire(event);
      });
      client.isLeaving = false;
    }
  }

  setTimer(act, ms, repeats) {
    const client = this.current;
    const id = ++this.#timers;
    this.check(ms <= LONGEST_WAIT_MS, "timer", `waits for ${ms} ms`);
    const arm = () => {
      client.timers.set(id, this.agenda.add(ms, fire));
    };
    const fire = () =>
      this.deliver(client, "timer", repeats ? "interval" : "timer", () => {
        if (!client.timers.has(id)) return;
        client.timers.delete(id);
        if (repeats) arm();
        act();
      });
    arm();
    return id;
  }

  /** `AbortSignal.timeout`: it cannot be cleared, and it waits while its page is suspended. */
  timeOut(ms) {
    const client = this.current;
    const controller = new AbortController();
    this.agenda.add(ms, () => this.deliver(client, "time-out", "start", () => controller.abort(TIMED_OUT)));
    return controller.signal;
  }

  clearTimer(id) {
    for (const client of this.clients) {
      const item = client.timers.get(id);
      if (!item) continue;
      client.timers.delete(id);
      this.agenda.remove(item);
    }
  }

  /** Opens a sign-in window: it is blocked, closed by the user, or back after signing in. */
  openPopup() {
    const client = this.current;
    const { deployment } = client;
    const random = this.latency;
    if (random.chance(0.2)) return null;
    let [isClosed, isAway] = [false, true];
    const popup = {
      get closed() {
        return isClosed;
      },
      close: () => {
        isClosed = true;
      },
      location: {
        pathname: "/",
        get origin() {
          if (isAway) throw new Error("SecurityError");
          return deployment.origin;
        },
        replace: () => {
          this.agenda.add(random.below(4_000), () => {
            if (isClosed) return;
            isClosed = random.chance(0.3);
            if (isClosed) return;
            const active = deployment.accounts.filter((account) => account.active);
            deployment.keep(deployment.issue(random.pick(active)));
            isAway = false;
          });
        },
      },
    };
    return popup;
  }

  /** Takes an error that was reported: only what a listener threw may be. */
  reported(error) {
    this.check(error?.planned === true, "reported", () => String(error?.stack ?? error));
  }
}
