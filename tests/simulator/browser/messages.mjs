// `Headers`, `Request` and `Response`, as far as the package and its pages use them.

import { AbortSignal } from "./abort.mjs";

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
  constructor(input, { method, headers, body, signal, keepalive } = {}) {
    const from = input instanceof Request ? input : undefined;
    this.url = from?.url ?? String(input);
    this.method = method ?? from?.method ?? "GET";
    this.headers = from ? from.headers.copy() : (headers ?? new Headers());
    this.body = body ?? from?.body;
    this.keepalive = keepalive ?? from?.keepalive ?? false;
    this.signal = signal ?? from?.signal ?? new AbortSignal();
  }

  clone() {
    return new Request(this);
  }
}

/** A response with a body that arrives piece by piece: `push` adds a piece, `end` ends it. */
export class Response {
  #pieces = [];
  #end = undefined;
  #waiting = undefined;

  constructor(status, headers) {
    this.status = status;
    this.headers = headers;
    const reader = { read: () => this.#read(), cancel: () => Promise.resolve() };
    this.body = { getReader: () => reader, cancel: () => Promise.resolve() };
  }

  get ok() {
    return this.status >= 200 && this.status < 300;
  }

  push(bytes) {
    this.#pieces.push({ done: false, value: bytes });
    this.#serve();
  }

  end(error) {
    this.#end ??= { error };
    this.#serve();
  }

  async arrayBuffer() {
    return (await this.bytes()).buffer;
  }

  async bytes() {
    const pieces = [];
    for (let piece = await this.#read(); !piece.done; piece = await this.#read()) pieces.push(piece.value);
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  async text() {
    return new TextDecoder().decode(await this.bytes());
  }

  async json() {
    return JSON.parse(await this.text());
  }

  /** The copy has no body, because nothing here reads it. */
  clone() {
    return new Response(this.status, this.headers);
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
