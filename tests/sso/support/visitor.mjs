import { CookieJar } from "tough-cookie";

const REQUEST_MS = 20_000;
const MOST_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Someone with a browser: a cookie jar, and redirects followed one by one. */
export class Visitor {
  #jar = new CookieJar();
  #origin;
  /** What only this visitor and those concerned may come to know: codes, states and cookies. */
  secrets = new Set();

  constructor({ deployment, visitors }) {
    this.#origin = deployment.origin;
    visitors.push(this);
  }

  /** One request, with the cookies of a top-level navigation that another site began; redirects are not followed. */
  async request(url, { method = "GET", form, headers = {} } = {}) {
    const address = new URL(url, this.#origin).href;
    this.#remember(address);
    const cookie = await this.#jar.getCookieString(address, { sameSiteContext: "lax" });
    const response = await fetch(address, {
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      body: form && new URLSearchParams(form),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    for (const text of response.headers.getSetCookie()) {
      const kept = await this.#jar.setCookie(text, address, { sameSiteContext: "lax", ignoreError: true });
      if (kept?.value && address.startsWith(this.#origin)) this.secrets.add(kept.value);
    }
    const location = response.headers.get("location");
    const next = REDIRECTS.includes(response.status) ? new URL(location, address).href : null;
    if (next) this.#remember(next);
    return { address, response, next };
  }

  /** Follows redirects to the first address that `stop` holds for, or to the first answer that is none. */
  async follow(url, stop = () => false) {
    let step = await this.request(url);
    for (let count = 0; step.next && !stop(new URL(step.next)); count += 1) {
      if (count === MOST_REDIRECTS) throw new Error(`redirected without end, last to ${step.next}`);
      step = await this.request(step.next);
    }
    return step;
  }

  /** The value of the cookie of this name at the deployment's root, or `undefined`. */
  async cookie(name, path = "/") {
    const cookies = await this.#jar.getCookies(this.#origin + path, { sameSiteContext: "lax" });
    return cookies.find(({ key }) => key === name)?.value;
  }

  /** The token of this visitor's session, or `undefined`: its cookie is the only one that the root has, whatever its name. */
  async sessionToken() {
    const [cookie, ...others] = await this.#jar.getCookies(this.#origin, { sameSiteContext: "lax" });
    if (others.length > 0) throw new Error(`more than one cookie: ${[cookie, ...others].join("; ")}`);
    return cookie?.value;
  }

  /** The names of all cookies that are kept for this path of the deployment. */
  async cookieNames(path) {
    const cookies = await this.#jar.getCookies(this.#origin + path, { sameSiteContext: "lax" });
    return cookies.map(({ key }) => key);
  }

  /** What the deployment says of this visitor's session. */
  async session() {
    const { response } = await this.request("/api/auth/session");
    return response.json();
  }

  #remember(address) {
    const query = new URL(address).searchParams;
    for (const name of ["code", "state", "nonce"]) {
      const value = query.get(name);
      if (value?.length >= 20) this.secrets.add(value);
    }
  }
}
