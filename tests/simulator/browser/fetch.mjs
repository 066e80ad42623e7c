// `fetch` and what belongs to it, between fake pages and a fake deployment.

import { KINDS } from "../deployment/deployment.mjs";
import { drawFate, textOf } from "../deployment/faults.mjs";
import { AbortSignal } from "./abort.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));
const encoder = new TextEncoder();

export class Headers {
  #values = new Map();

  constructor(entries = []) {
    for (const [name, value] of entries) this.set(name, value);
  }

  get(name) {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name) {
    return this.#values.has(name.toLowerCase());
  }

  set(name, value) {
    this.#values.set(name.toLowerCase(), value);
  }

  copy() {
    return new Headers(this.#values);
  }
}

export class Request {
  constructor(input, { method, headers, body, signal } = {}) {
    const from = input instanceof Request ? input : undefined;
    this.url = from?.url ?? String(input);
    this.method = method ?? from?.method ?? "GET";
    this.headers = from ? from.headers.copy() : (headers ?? new Headers());
    this.body = body ?? from?.body;
    this.signal = signal ?? from?.signal ?? new AbortSignal();
  }

  clone() {
    return new Request(this);
  }
}

/** An answer whose body arrives piece by piece. */
export class Response {
  #pieces = [];
  #end = undefined;
  #waiting = undefined;

  constructor(status, headers) {
    this.status = status;
    this.headers = headers;
    const reader = { read: () => this.#read(), cancel: () => Promise.resolve() };
    this.body = { getReader: () => reader };
  }

  push(bytes) {
    this.#pieces.push({ done: false, value: bytes });
    this.#serve();
  }

  end(error) {
    this.#end ??= { error };
    this.#serve();
  }

  #read() {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#serve();
    });
  }

  #serve() {
    const waiting = this.#waiting;
    if (!waiting || (this.#pieces.length === 0 && !this.#end)) return;
    this.#waiting = undefined;
    if (this.#pieces.length > 0) waiting.resolve(this.#pieces.shift());
    else if (this.#end.error) waiting.reject(this.#end.error);
    else waiting.resolve({ done: true });
  }
}

/** The way from every page to every deployment. */
export class Network {
  #world;
  #sent = 0;
  underWay = new Set();

  constructor(world) {
    this.#world = world;
  }

  fetch(input, init = {}) {
    const world = this.#world;
    const client = world.current;
    const request = input instanceof Request ? input : new Request(input, init);
    const signal = init.signal ?? request.signal;
    if (request.url.endsWith(".wasm")) return this.#fetchModule(client, signal);

    const [, , host, ...path] = request.url.split("/");
    const deployment = world.deployments.find(({ origin }) => origin === `https://${host}`);
    const record = {
      seq: world.tick(),
      number: ++this.#sent,
      client,
      deployment,
      url: request.url,
      path: `/${path.join("/")}`,
      method: request.method,
      body: request.body,
      bearer: bearerOf(request),
      cookie: deployment?.cookie ?? null,
      keepalive: init.keepalive === true,
      clocks: world.clocks(),
      /** Somebody still waits for its answer. */
      live: true,
    };
    record.kind = KINDS[record.path] ?? "own";
    world.note("send", client, `${record.method} ${record.path}${record.bearer === null ? "" : " bearer"}`);
    world.observe.sends(record);
    if (signal?.aborted) return Promise.reject(signal.reason);

    record.fate = drawFate(world.latency, world.fair ? 0 : world.chaos, record.kind);
    this.underWay.add(record);
    const promise = new Promise((resolve, reject) => Object.assign(record, { resolve, reject }));
    signal?.addEventListener("abort", () => this.#abort(record, signal.reason));
    if (!client.tab.online && !world.fair)
      Object.assign(record.fate, { arrives: false, answered: false, outMs: 1, backMs: 0 });
    record.item = world.agenda.add(record.fate.outMs, null, "arrive", () => this.#arrive(record));
    return promise;
  }

  /** The end of the chaos: what hangs will not be answered any more, and the page hears it. */
  async giveUpHanging() {
    for (const record of [...this.underWay]) {
      if (record.hangs) await this.#lose(record);
    }
  }

  /** What a page in the back/forward cache had under way may be cut. */
  async cut(client) {
    for (const record of [...this.underWay]) {
      if (record.client === client && record.live && this.#world.latency.chance(0.5))
        await this.#lose(record);
    }
  }

  #abort(record, reason) {
    if (!record.live) return;
    record.live = false;
    this.#world.observe.aborts(record);
    this.underWay.delete(record);
    record.reject(reason);
    record.response?.end(reason);
    if (record.fate.survivesAbort) return;
    this.#world.agenda.remove(record.item);
  }

  #arrive(record) {
    const { fate, deployment, client } = record;
    const world = this.#world;
    const answer = fate.arrives && deployment ? deployment.answer(record) : undefined;
    if (fate.answered === undefined) {
      record.hangs = true;
      // A proxy's patience ends too.
      record.item = world.agenda.add(90_000, null, "hung up", () => this.#lose(record));
      return;
    }
    if (!fate.answered || !answer) {
      record.item = world.agenda.add(fate.backMs, null, "lost", () => {
        // The answer was lost after its headers, or before.
        if (answer && fate.survivesAbort) deployment.keep(answer.setCookie);
        return this.#lose(record);
      });
      return;
    }
    const arriving = fate.spoil(answer);
    world.note("answer", client, `${record.number} ${arriving.status} ${arriving.meaning.is}`);
    record.item = world.agenda.add(fate.backMs, null, "answer", () => {
      // Late or not, awaited or not: the browser keeps the cookie.
      deployment.keep(arriving.setCookie);
      if (!record.live && arriving.setCookie !== undefined) deployment.changedUnheard = world.tick();
      return this.#headers(record, arriving);
    });
  }

  #lose(record) {
    if (!record.live) return undefined;
    return this.#world.deliver(record.client, `lost ${record.number}`, "answer", () => {
      this.#finish(record, { is: "failure", code: "network", status: null });
      record.reject(LOST);
      record.response?.end(LOST);
    });
  }

  #headers(record, answer) {
    if (!record.live) return undefined;
    const world = this.#world;
    const headers = new Headers([["content-type", answer.type ?? "application/json"]]);
    if (answer.retryAfter !== undefined) headers.set("retry-after", answer.retryAfter);
    const response = new Response(answer.status, headers);
    const bytes = answer.bytes ?? encoder.encode(textOf(answer));
    const whole = record.fate.bodyMs === 0 && !record.fate.breaksOff;
    return world.deliver(record.client, `headers ${record.number}`, "answer", () => {
      if (!record.live) return;
      record.response = response;
      if (whole || record.kind === "own") this.#finish(record, answer.meaning);
      record.resolve(response);
      if (whole) {
        response.push(bytes);
        response.end();
        return;
      }
      const half = bytes.length >> 1;
      response.push(bytes.subarray(0, half));
      record.item = world.agenda.add(record.fate.bodyMs, null, "body", () =>
        this.#rest(record, answer, bytes.subarray(half)),
      );
    });
  }

  #rest(record, answer, bytes) {
    if (!record.live) return undefined;
    if (record.fate.breaksOff) return this.#lose(record);
    return this.#world.deliver(record.client, `body ${record.number}`, "answer", () => {
      if (!record.live) return;
      this.#finish(record, answer.meaning);
      record.response.push(bytes);
      record.response.end();
    });
  }

  #finish(record, meaning) {
    if (!record.live) return;
    record.live = false;
    this.underWay.delete(record);
    this.#world.observe.hears(record, meaning);
  }

  /** The WebAssembly's own file: this process has it already, so that only its arrival is played. */
  #fetchModule(client, signal) {
    const world = this.#world;
    const lost = !world.fair && world.latency.chance(world.chaos * 0.15);
    const late = !world.fair && world.latency.chance(world.chaos * 0.1);
    const ms = world.latency.below(world.latency.chance(0.2) ? 3_000 : 120) + (late ? 14_000 : 0);
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      world.agenda.add(ms, null, "module", () =>
        world.deliver(client, lost ? "module lost" : "module", "start", () =>
          lost ? reject(LOST) : resolve({}),
        ),
      );
    });
  }
}

function bearerOf({ headers }) {
  const header = headers.get("authorization");
  return header === null ? null : header.replace(/^Bearer /, "");
}
