import { CookieJar } from "tough-cookie";

const REQUEST_MS = 20_000;
const MOST_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A browser: it has a cookie jar, and follows redirects one by one. */
export class Visitor {
  #jar = new CookieJar();
  #origin;
  /** Codes, states, nonces and cookies of this visitor, which no page or log may contain. */
  secrets = new Set();

  constructor({ deployment, visitors }) {
    this.#origin = deployment.origin;
    visitors.push(this);
  }

  /** Sends one request, with the cookies of a navigation that another site began. Does not follow redirects: `next` is their target. */
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
      const stored = await this.#jar.setCookie(text, address, { sameSiteContext: "lax", ignoreError: true });
      if (stored?.value && address.startsWith(this.#origin)) this.secrets.add(stored.value);
    }
    const location = response.headers.get("location");
    const next = REDIRECTS.includes(response.status) ? new URL(location, address).href : null;
    if (next) this.#remember(next);
    return { address, response, next };
  }

  /** Follows redirects up to the first address for which `stop` is true, or to the first answer that is no redirect. */
  async follow(url, stop = () => false) {
    let step = await this.request(url);
    for (let count = 0; step.next && !stop(new URL(step.next)); count += 1) {
      if (count === MOST_REDIRECTS) throw new Error(`redirected without end, last to ${step.next}`);
      step = await this.request(step.next);
    }
    return step;
  }

  /** Returns the value of a cookie for a path of the deployment, or `undefined`. */
  async cookie(name, path = "/") {
    const cookies = await this.#jar.getCookies(this.#origin + path, { sameSiteContext: "lax" });
    return cookies.find(({ key }) => key === name)?.value;
  }

  /** Returns the token of this visitor's session, or `undefined`. Its cookie is the only one for the path `/`. */
  async sessionToken() {
    const [cookie, ...others] = await this.#jar.getCookies(this.#origin, { sameSiteContext: "lax" });
    if (others.length > 0) throw new Error(`more than one cookie: ${[cookie, ...others].join("; ")}`);
    return cookie?.value;
  }

  /** Returns the names of all cookies for a path of the deployment. */
  async cookieNames(path) {
    const cookies = await this.#jar.getCookies(this.#origin + path, { sameSiteContext: "lax" });
    return cookies.map(({ key }) => key);
  }

  /** Reads this visitor's session. */
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
