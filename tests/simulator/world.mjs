// One world: a machine with its clocks and tabs, the network, the channels between tabs, and the deployments.

import { AbortController } from "./browser/abort.mjs";
import { createAgenda } from "./browser/agenda.mjs";
import { Network } from "./browser/network.mjs";

const START_MS = Date.UTC(2026, 0, 5);
/** The longest timer that the package may set: while a machine sleeps, a longer one would come far too late. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;
const TIMED_OUT = Object.freeze({ name: "TimeoutError" });

/** A broken rule of the oracle. */
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
  /** Whether the network makes no errors. */
  fair = false;
  /** How much goes wrong on the network, from 0 to 1. */
  chaos = 0;
  /** How often, from 0 to 1, the WebAssembly file arrives late, or not at the first request. */
  moduleChaos = 0;
  /** When a clock last jumped, on the monotonic clock. */
  jumpedMs = 0;
  /** The client for which code runs now. Within one script it changes where the engine of another session of the page is called. */
  current = undefined;
  /** The client for which a script was dispatched last. */
  running = undefined;
  /** The number of the script that runs, or ran last. */
  script = 0;
  /** What caused that script: "call", "answer", "timer", an event of the page. */
  cause = "start";
  network = new Network(this);
  channels = new Set();
  /** By copy of the package, the deployments on which it has signed out: that copy ignores `initial`. */
  #signedOut = new Map();
  violation = undefined;
  hash = 0x811c9dc5;
  trace = undefined;
  #tick = 0;
  #timers = 0;

  /**
   * `flushMicrotasks` resolves once every microtask has run. `observe` is called with what goes over the wire. `counts` says
   * whether a violation ends the schedule.
   */
  constructor({ pkg, random, flushMicrotasks, observe, counts = () => true, record = false }) {
    this.pkg = pkg;
    this.agenda = createAgenda(START_MS);
    this.trueOffset = 0;
    this.latency = random.split();
    this.jitter = random.split();
    this.flushMicrotasks = flushMicrotasks;
    this.observe = observe;
    this.counts = counts;
    if (record) this.trace = [];
  }

  /** The true time in ms, whatever the machine's clocks say. */
  trueMs = () => START_MS + this.agenda.monoMs() + this.trueOffset;

  /** Both clocks of the machine, in ms. */
  clocks = () => ({ wall: this.agenda.wallMs(), mono: this.agenda.monoMs() });

  noteSignOut({ package: copy, deployment }) {
    if (!this.#signedOut.has(copy)) this.#signedOut.set(copy, new Set());
    this.#signedOut.get(copy).add(deployment);
  }

  hasSignedOut = ({ package: copy, deployment }) => this.#signedOut.get(copy)?.has(deployment) === true;

  /** Returns the next number: whatever happens later has a higher one. */
  tick() {
    return ++this.#tick;
  }

  /** Adds what happened to the hash, and to the trace where one is recorded. */
  note(what, client, text) {
    let hash = this.hash;
    const line = `${this.agenda.monoMs()} ${client?.name ?? "-"} ${what} ${text}`;
    for (let index = 0; index < line.length; index++) {
      hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193);
    }
    this.hash = hash;
    this.trace?.push(line);
  }

  /** Records the first violation. It is thrown later, because the code that runs now may swallow an exception. */
  check(holds, rule, what) {
    if (holds || this.violation) return;
    const violation = new Violation(rule, typeof what === "function" ? what() : what);
    if (!this.counts(violation)) return;
    this.violation = violation;
    this.trace?.push(`!! ${this.violation.message}`);
  }

  /** Runs a script of a client with all its microtasks, and has the oracle check every session of the page. */
  async dispatch(client, label, cause, act) {
    this.current = this.running = client;
    this.script++;
    this.cause = cause;
    this.note("·", client, label);
    // A script of one session may change the other sessions of its page.
    const concerned = client?.tab.clients.filter(({ watch }) => watch) ?? [];
    for (const { watch, signOuts, identities } of concerned) {
      for (const part of [watch, signOuts, identities]) part.beginScript();
    }
    try {
      act();
    } catch (error) {
      // In a browser the page would get this error at `window.onerror`, and its user see it in the console.
      this.check(false, "unhandled", () => `${client?.name} ${label}: ${error?.stack ?? error}`);
    }
    await this.flushMicrotasks();
    for (const { watch, signOuts } of concerned) {
      watch.endScript();
      signOuts.endScript();
    }
    if (this.violation) throw this.violation;
  }

  /** Dispatches a script at once, or if the client's tab is suspended, once it is resumed. */
  deliver(client, label, cause, act) {
    if (client.gone) return undefined;
    if (client.tab.suspended) {
      client.parked.push([label, cause, act]);
      return undefined;
    }
    return this.dispatch(client, label, cause, act);
  }

  /** Fires `online` or `offline` where the page does not know yet. A suspended page gets the event once it is resumed. */
  async updateOnline(tab) {
    if (tab.suspended || tab.online === tab.toldOnline) return;
    tab.toldOnline = tab.online;
    tab.offlineMs = this.agenda.monoMs();
    const type = tab.online ? "online" : "offline";
    await this.firePage(tab, { type }, type);
  }

  /** Runs the scripts that were parked while the tab was suspended. */
  async resume(tab) {
    tab.resumedMs = this.agenda.monoMs();
    await this.updateOnline(tab);
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

  /** Advances the clocks by `ms`, and runs everything that is due meanwhile. */
  async advance(ms) {
    const limit = this.agenda.monoMs() + ms;
    for (let item = this.agenda.next(limit); item; item = this.agenda.next(limit)) await item.act();
    this.agenda.runTo(limit);
  }

  /** Runs the next thing that is due within `limitMs`, if there is one. */
  async advanceToNext(limitMs) {
    const item = this.agenda.next(this.agenda.monoMs() + limitMs);
    await item?.act();
  }

  /** Closes a tab: its script ends at once, and only `keepalive` requests go on. */
  closeTab(tab) {
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

  /** Fires an event at every session of a page. */
  async firePage(tab, event, cause) {
    for (const client of [...tab.clients]) {
      if (client.closed) continue;
      await this.dispatch(client, event.type, cause, () => {
        // By the first event after the return from the back/forward cache, the session knows of the return.
        if (client.watch.isAway && (event.type === "pageshow" || cause === "visible"))
          client.watch.noteReturn();
        if (event.type === "pagehide") {
          client.isLeaving = true;
          client.signOuts.notePageHide();
          client.watch.notePageHide(event.persisted);
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

  /** `AbortSignal.timeout`: it cannot be cleared, and does not fire while its page is suspended. */
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

  /** Opens a sign-in window. It is blocked, or closed by the user, or comes back to the deployment after a sign-in. */
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
            deployment.storeCookie(deployment.issue(random.pick(active)));
            isAway = false;
          });
        },
      },
    };
    return popup;
  }

  /** `reportError`: only what a listener threw on purpose may be reported. */
  reported(error) {
    this.check(error?.planned === true, "reported", () => String(error?.stack ?? error));
  }
}
