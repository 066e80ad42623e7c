// The network, between fake pages and a fake deployment.

import { KINDS } from "../deployment/deployment.mjs";
import { drawFate, refusal, textOf } from "../deployment/faults.mjs";
import { Headers, Request, Response } from "./messages.mjs";
import { fetchModule } from "./module-file.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));
/** The answer of a proxy that has not asked the deployment. */
const IN_PLACE = Object.freeze({
  status: 503,
  json: {},
  meaning: { is: "failure", code: "server-error", status: 503 },
});
/** How much older than the shown answer one from a cache is, at least: more than the clocks of servers differ by. */
const CACHED_MS = 6_000;
const encoder = new TextEncoder();

/** The network between every page and every deployment. */
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
    if (request.url.endsWith(".wasm")) return fetchModule(world, client, signal);
    const preload = client.preload?.takenFor(request.url);
    const record = preload ?? this.#record(client, request, init);
    world.note("send", client, `${record.method} ${record.path}${record.bearer === null ? "" : " bearer"}`);
    world.observe.sends(record);
    if (signal?.aborted) return Promise.reject(signal.reason);
    signal?.addEventListener("abort", () => this.#abort(record, signal.reason));
    if (!preload) this.#begin(record);
    // The page's own `fetch` does something, too, before it returns.
    if (record.kind === "logout") client.atSignOut?.();
    return record.promise;
  }

  /** Sends the document's request for the session, before any script of the page runs. */
  preload(client) {
    const record = this.#record(client, new Request(`${client.deployment.origin}/api/auth/session`), {});
    Object.assign(record, { isPreload: true, isTaken: false, pending: [] });
    this.#world.note("preload", client, `${record.number}`);
    this.#begin(record);
    return {
      record,
      /** The entries of resource timing for this address. */
      entriesOf: (url) =>
        url === record.url
          ? [{ initiatorType: "link", startTime: record.clocks.mono - client.tab.timeOrigin }]
          : [],
      takenFor: (url) => {
        if (url !== record.url || record.isTaken) return undefined;
        Object.assign(record, { isTaken: true, seq: this.#world.tick() });
        for (const act of record.pending) this.#world.agenda.add(0, act);
        return record;
      },
    };
  }

  #record(client, request, init) {
    const world = this.#world;
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
      keepalive: init.keepalive === true || request.keepalive,
      clocks: world.clocks(),
      /** Whether `client` still waits for the answer. */
      live: true,
    };
    record.kind = KINDS[record.path] ?? "own";
    return record;
  }

  #begin(record) {
    const world = this.#world;
    record.fate = this.#fateOf(record);
    this.underWay.add(record);
    record.promise = new Promise((resolve, reject) => Object.assign(record, { resolve, reject }));
    if (!record.client.tab.online && !world.fair)
      Object.assign(record.fate, { arrives: false, answered: false, outMs: 1, backMs: 0 });
    record.item = world.agenda.add(record.fate.outMs, () => this.#arrive(record));
  }

  /** Hands something over to the page, once it has asked for it. */
  #deliver(record, label, act) {
    const deliver = () => this.#world.deliver(record.client, `${label} ${record.number}`, "answer", act);
    if (!record.isPreload || record.isTaken) return deliver();
    record.pending.push(deliver);
    return undefined;
  }

  #fateOf({ kind, deployment }) {
    const { latency, fair, chaos } = this.#world;
    const fate = drawFate(latency, fair ? 0 : chaos, kind);
    if (fair || !(deployment?.refusals[kind] > 0)) return fate;
    deployment.refusals[kind]--;
    return refusal();
  }

  /** Ends the requests of a tab that is gone, but for those that were to outlive it. */
  forsake(client) {
    for (const record of [...this.underWay]) {
      if (record.client !== client) continue;
      record.live = false;
      this.underWay.delete(record);
      if (!record.keepalive) this.#world.agenda.remove(record.item);
    }
  }

  /** Loses the requests that hang, at the end of the chaos: the page hears that they failed. */
  async giveUpHanging() {
    for (const record of [...this.underWay]) {
      if (record.hangs) await this.#lose(record);
    }
  }

  /** Cuts some requests of a page in the back/forward cache, as browsers may. */
  async cut(client) {
    for (const record of [...this.underWay]) {
      if (record.client === client && record.live && this.#world.latency.chance(0.5))
        await this.#lose(record);
    }
  }

  #abort(record, reason) {
    if (record.streams) return this.#breakOff(record, reason);
    if (!record.live) return;
    record.live = false;
    this.#world.observe.aborts(record);
    this.underWay.delete(record);
    record.reject(reason);
    record.response?.end(reason);
    if (record.fate.survivesAbort) return;
    this.#world.agenda.remove(record.item);
  }

  /** Ends the body of an answer of which the page has the headers. */
  #breakOff(record, reason) {
    record.streams = false;
    this.#world.agenda.remove(record.item);
    record.response.end(reason);
  }

  #arrive(record) {
    const { fate, deployment, client } = record;
    const world = this.#world;
    const answer = fate.inPlace ? IN_PLACE : fate.arrives && deployment ? this.#judge(record) : undefined;
    if (fate.answered === undefined) {
      record.hangs = true;
      // A proxy's patience ends too.
      record.item = world.agenda.add(90_000, () => this.#lose(record));
      return;
    }
    if (!fate.answered || !answer) {
      record.item = world.agenda.add(fate.backMs, () => {
        // The answer was lost after its headers, or before.
        const keeps = record.live || record.keepalive;
        if (answer && keeps && fate.survivesAbort) this.#keep(record, answer.setCookie);
        return this.#lose(record);
      });
      return;
    }
    const arriving = this.#kept(record) ?? fate.spoil(answer);
    world.note("answer", client, `${record.number} ${arriving.status} ${arriving.meaning.is}`);
    record.item = world.agenda.add(fate.backMs, () => {
      // The browser keeps the cookie of an answer that is awaited, and of one to a request that was to outlive the page.
      if (record.live || record.keepalive) this.#keep(record, arriving.setCookie);
      if (fate.headersMs === 0) return this.#headers(record, arriving);
      record.item = world.agenda.add(fate.headersMs, () => this.#headers(record, arriving));
      return undefined;
    });
  }

  /** Returns the answer that a service worker or a cache gives instead, once: one that is too old by its date, beside the one that is shown. */
  #kept({ kind, client, deployment, fate }) {
    if (kind !== "session" || !fate.isCached || !deployment.showsDate || !client.works) return undefined;
    const latestMs = client.watch.shownDateMs - CACHED_MS;
    const kept = !client.wasDeceived && deployment.answers.findLast(({ dateMs }) => dateMs < latestMs);
    if (!kept) return undefined;
    client.wasDeceived = true;
    return { ...kept, meaning: { is: "failure", code: "invalid-response", status: 200 } };
  }

  /** Has the deployment judge the request: from here on the truth is known, whatever becomes of the answer. */
  #judge(record) {
    const world = this.#world;
    const { answer, account, token } = record.deployment.judge(record);
    answer.dateMs = record.deployment.nextDateMs();
    if (record.kind === "session" && answer.status === 200)
      record.deployment.keepsAnswer({ ...answer, setCookie: undefined });
    record.judged = { account, token };
    world.note(
      "judge",
      record.client,
      `${record.number} ${answer.meaning.is} for ${account?.id ?? "no user"}`,
    );
    return answer;
  }

  #keep(record, setCookie) {
    const { deployment } = record;
    const before = deployment.cookie;
    deployment.keep(setCookie);
    if (deployment.cookie !== before) this.#world.observe.turnsCookie(record, before, deployment.cookie);
  }

  #lose(record) {
    if (!record.live) return undefined;
    return this.#deliver(record, "lost", () => {
      if (!record.live) return;
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
    if (answer.dateMs !== undefined && record.deployment.showsDate)
      headers.set("date", new Date(answer.dateMs).toISOString());
    record.dateMs = record.deployment?.showsDate ? answer.dateMs : undefined;
    const response = new Response(answer.status, headers);
    const bytes = answer.bytes ?? encoder.encode(textOf(answer));
    const whole = record.fate.bodyMs === 0 && !record.fate.breaksOff;
    return this.#deliver(record, "headers", () => {
      if (!record.live) return;
      record.response = response;
      // The package does not read the body of the page's own requests.
      if (whole || record.kind === "own") this.#finish(record, answer.meaning);
      record.resolve(response);
      if (whole) {
        response.push(bytes);
        response.end();
        return;
      }
      record.streams = record.kind === "own";
      const half = bytes.length >> 1;
      response.push(bytes.subarray(0, half));
      record.item = world.agenda.add(record.fate.bodyMs, () =>
        this.#rest(record, answer, bytes.subarray(half)),
      );
    });
  }

  #rest(record, answer, bytes) {
    if (!record.live && !record.streams) return undefined;
    if (record.fate.breaksOff && !record.streams) return this.#lose(record);
    return this.#deliver(record, "body", () => {
      if (!record.live && !record.streams) return;
      record.streams = false;
      if (record.fate.breaksOff) return record.response.end(LOST);
      this.#finish(record, answer.meaning);
      record.response.push(bytes);
      record.response.end();
    });
  }

  #finish(record, meaning) {
    if (!record.live) return;
    record.live = false;
    this.underWay.delete(record);
    this.#world.observe.answered(record, meaning);
  }
}

function bearerOf({ headers }) {
  const header = headers.get("authorization");
  return header === null ? null : header.replace(/^Bearer /, "");
}
