// The network, between fake pages and a fake deployment.

import { KINDS } from "../deployment/deployment.mjs";
import { drawFate, refusal, textOf } from "../deployment/faults.mjs";
import { Headers, Request, Response } from "./messages.mjs";
import { fetchModule } from "./module-file.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));
/** The answer of a proxy that has not passed the request on. */
const PROXY_ANSWER = Object.freeze({
  status: 503,
  json: {},
  meaning: { is: "failure", code: "server-error", status: 503 },
});
/** An answer from a cache is at least so much older than the answer shown: more than the clocks of servers may differ. */
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
    world.observe.onRequest(record);
    if (signal?.aborted) return Promise.reject(signal.reason);
    signal?.addEventListener("abort", () => this.#abort(record, signal.reason));
    if (!preload) this.#begin(record);
    // A page may replace `fetch` with a function that does more (`passages.mjs`).
    if (record.kind === "logout") client.atSignOut?.();
    return record.promise;
  }

  /** Sends the document's preload of the session, before any script of the page runs. */
  preload(client) {
    const record = this.#record(client, new Request(`${client.deployment.origin}/api/auth/session`), {});
    Object.assign(record, { isPreload: true, isTaken: false, pending: [] });
    this.#world.note("preload", client, `${record.number}`);
    this.#begin(record);
    return {
      record,
      /** The Resource Timing entries for a URL. */
      entriesOf: (url) =>
        url === record.url
          ? [{ initiatorType: "link", startTime: record.clocks.mono - client.tab.timeOrigin }]
          : [],
      /** Returns the preload's record to the first request for its URL, and delivers what has arrived. */
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

  /** Delivers a part of an answer to the page: of a preload, only once the page has requested it. */
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

  /** Ends the requests of a closed tab, apart from `keepalive` requests. */
  forsake(client) {
    for (const record of [...this.underWay]) {
      if (record.client !== client) continue;
      record.live = false;
      this.underWay.delete(record);
      if (!record.keepalive) this.#world.agenda.remove(record.item);
    }
  }

  /** Fails the requests that hang. */
  async giveUpHanging() {
    for (const record of [...this.underWay]) {
      if (record.hangs) await this.#lose(record);
    }
  }

  /** Fails some requests of a page that was in the back/forward cache, as browsers may. */
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
    this.#world.observe.onAbort(record);
    this.underWay.delete(record);
    record.reject(reason);
    record.response?.end(reason);
    if (record.fate.survivesAbort) return;
    this.#world.agenda.remove(record.item);
  }

  /** Ends the body of an answer after the page has got its headers. */
  #breakOff(record, reason) {
    record.streams = false;
    this.#world.agenda.remove(record.item);
    record.response.end(reason);
  }

  #arrive(record) {
    const { fate, deployment, client } = record;
    const world = this.#world;
    const answer = fate.inPlace ? PROXY_ANSWER : fate.arrives && deployment ? this.#judge(record) : undefined;
    if (fate.answered === undefined) {
      record.hangs = true;
      // In the end, the proxy between them closes the connection.
      record.item = world.agenda.add(90_000, () => this.#lose(record));
      return;
    }
    if (!fate.answered || !answer) {
      record.item = world.agenda.add(fate.backMs, () => {
        // If only the body was lost, the browser has the cookie of the headers.
        const isAwaited = record.live || record.keepalive;
        if (answer && isAwaited && fate.survivesAbort) this.#storeCookie(record, answer.setCookie);
        return this.#lose(record);
      });
      return;
    }
    const delivered = this.#cachedAnswer(record) ?? fate.spoil(answer);
    world.note("answer", client, `${record.number} ${delivered.status} ${delivered.meaning.is}`);
    record.item = world.agenda.add(fate.backMs, () => {
      // The browser takes the cookie of an answer that the page still waits for, and of an answer to a `keepalive` request.
      if (record.live || record.keepalive) this.#storeCookie(record, delivered.setCookie);
      if (fate.headersMs === 0) return this.#headers(record, delivered);
      record.item = world.agenda.add(fate.headersMs, () => this.#headers(record, delivered));
      return undefined;
    });
  }

  /** Returns the answer that a service worker or a cache gives instead, once for each session. By its `Date` it is older than the answer shown, so the package must refuse it. */
  #cachedAnswer({ kind, client, deployment, fate }) {
    if (kind !== "session" || !fate.isCached || !deployment.showsDate || !client.works) return undefined;
    const latestMs = client.watch.shownDateMs - CACHED_MS;
    const cached = !client.hadCachedAnswer && deployment.answers.findLast(({ dateMs }) => dateMs < latestMs);
    if (!cached) return undefined;
    client.hadCachedAnswer = true;
    return { ...cached, meaning: { is: "failure", code: "invalid-response", status: 200 } };
  }

  /** Has the deployment carry out the request, and returns its true answer, which may still be lost or changed. */
  #judge(record) {
    const world = this.#world;
    const { answer, account, token } = record.deployment.judge(record);
    answer.dateMs = record.deployment.nextDateMs();
    if (record.kind === "session" && answer.status === 200)
      record.deployment.recordAnswer({ ...answer, setCookie: undefined });
    record.judged = { account, token };
    world.note(
      "judge",
      record.client,
      `${record.number} ${answer.meaning.is} for ${account?.id ?? "no user"}`,
    );
    return answer;
  }

  #storeCookie(record, setCookie) {
    const { deployment } = record;
    const before = deployment.cookie;
    deployment.storeCookie(setCookie);
    if (deployment.cookie !== before) this.#world.observe.onCookieChange(record, before, deployment.cookie);
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
    this.#world.observe.onAnswer(record, meaning);
  }
}

function bearerOf({ headers }) {
  const header = headers.get("authorization");
  return header === null ? null : header.replace(/^Bearer /, "");
}
