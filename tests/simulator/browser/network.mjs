// The network, between fake pages and a fake deployment.

import { KINDS } from "../deployment/deployment.mjs";
import { drawFate, refusal, textOf } from "../deployment/faults.mjs";
import { Headers, Request, Response } from "./messages.mjs";
import { fetchModule } from "./module-file.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));
/** What a proxy answers that has not asked the deployment. */
const IN_PLACE = Object.freeze({
  status: 503,
  json: {},
  meaning: { is: "failure", code: "server-error", status: 503 },
});
const encoder = new TextEncoder();

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
    if (request.url.endsWith(".wasm")) return fetchModule(world, client, signal);

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

    record.fate = this.#fateOf(record);
    this.underWay.add(record);
    const promise = new Promise((resolve, reject) => Object.assign(record, { resolve, reject }));
    signal?.addEventListener("abort", () => this.#abort(record, signal.reason));
    if (!client.tab.online && !world.fair)
      Object.assign(record.fate, { arrives: false, answered: false, outMs: 1, backMs: 0 });
    record.item = world.agenda.add(record.fate.outMs, null, "arrive", () => this.#arrive(record));
    // The page's own `fetch` does something, too, before it returns.
    if (record.kind === "logout") client.atSignOut?.();
    return promise;
  }

  #fateOf({ kind, deployment }) {
    const { latency, fair, chaos } = this.#world;
    const fate = drawFate(latency, fair ? 0 : chaos, kind);
    if (fair || !(deployment?.refusals[kind] > 0)) return fate;
    deployment.refusals[kind]--;
    return refusal();
  }

  /** A tab is gone: what it had under way ends, but for what was asked to outlive it. */
  forsake(client) {
    for (const record of [...this.underWay]) {
      if (record.client !== client) continue;
      record.live = false;
      this.underWay.delete(record);
      if (!record.keepalive) this.#world.agenda.remove(record.item);
    }
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
    const answer = fate.inPlace ? IN_PLACE : fate.arrives && deployment ? this.#judge(record) : undefined;
    if (fate.answered === undefined) {
      record.hangs = true;
      // A proxy's patience ends too.
      record.item = world.agenda.add(90_000, null, "hung up", () => this.#lose(record));
      return;
    }
    if (!fate.answered || !answer) {
      record.item = world.agenda.add(fate.backMs, null, "lost", () => {
        // The answer was lost after its headers, or before.
        const keeps = record.live || record.keepalive;
        if (answer && keeps && fate.survivesAbort) this.#keep(record, answer.setCookie);
        return this.#lose(record);
      });
      return;
    }
    const arriving = fate.spoil(answer);
    world.note("answer", client, `${record.number} ${arriving.status} ${arriving.meaning.is}`);
    record.item = world.agenda.add(fate.backMs, null, "answer", () => {
      // Awaited or not, if it is to outlive the page: the browser keeps the cookie.
      if (record.live || record.keepalive) this.#keep(record, arriving.setCookie);
      if (fate.hearMs === 0) return this.#headers(record, arriving);
      record.item = world.agenda.add(fate.hearMs, null, "heard", () => this.#headers(record, arriving));
      return undefined;
    });
  }

  /** The deployment judges the request: from here on the truth is known, whatever becomes of the answer. */
  #judge(record) {
    const world = this.#world;
    const { answer, account, token } = record.deployment.judge(record);
    record.judged = { tick: world.tick(), ms: world.agenda.monoMs(), account, token };
    world.note(
      "judge",
      record.client,
      `${record.number} ${answer.meaning.is} for ${account?.id ?? "nobody"}`,
    );
    world.observe.judges(record, answer.meaning);
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
      // Of what the page asked for itself, and of a sign-out that the entry sent, the package reads no body.
      if (whole || record.kind === "own" || record.isBehind) this.#finish(record, answer.meaning);
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
}

function bearerOf({ headers }) {
  const header = headers.get("authorization");
  return header === null ? null : header.replace(/^Bearer /, "");
}
