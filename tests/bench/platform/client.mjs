import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { StepFailed } from "../../../scripts/run/run.mjs";

/** A client that signs in, reads and signs out. It uses node:http, which takes little time itself. */
export class Client {
  #origin;
  #agent = new Agent({ keepAlive: true });

  constructor(origin) {
    this.#origin = origin;
  }

  /** Signs in, and waits as long as the deployment is busy. Resolves with `{ token }`. */
  async signIn(credentials) {
    for (;;) {
      const { status, retryAfter, body } = await this.trySignIn(credentials);
      if (status === 200) return { token: body.access_token };
      if (status !== 503 || !(retryAfter > 0)) throw new StepFailed(`A sign-in was answered ${status}.`);
      await sleep(retryAfter * 1_000);
    }
  }

  trySignIn(credentials) {
    return this.#ask("POST", "/api/auth/login", {}, JSON.stringify(credentials));
  }

  async read(token) {
    const { status, body } = await this.#ask("GET", "/api/auth/session", bearer(token));
    if (status !== 200 || !body.authenticated) throw new StepFailed(`A read was answered ${status}.`);
  }

  async signOut(token) {
    const { status } = await this.#ask("POST", "/api/auth/logout", bearer(token));
    if (status !== 200) throw new StepFailed(`A sign-out was answered ${status}.`);
  }

  close() {
    this.#agent.destroy();
  }

  async #ask(method, path, headers, text) {
    const bodyHeaders = text && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const sent = request(this.#origin + path, {
      method,
      agent: this.#agent,
      headers: { ...headers, ...bodyHeaders },
    });
    sent.end(text);
    const [response] = await once(sent, "response");
    let answer = "";
    for await (const chunk of response.setEncoding("utf8")) answer += chunk;
    return {
      status: response.statusCode,
      retryAfter: Number(response.headers["retry-after"]),
      body: JSON.parse(answer),
    };
  }
}

const bearer = (token) => ({ authorization: `Bearer ${token}` });
