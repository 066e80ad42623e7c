import { claimsOf, jwt, signingKey } from "./keys.mjs";

const DESCRIPTION = "/.well-known/openid-configuration";

/**
 * Returns `controls`, by which tests change the answers of a provider until `reset()`, and the hooks `before` and `middleware`, by which the
 * provider applies them. `keys()` returns the current signing keys, `rotate()` replaces them, `address` is where the server listens.
 */
export function steering(server, { keys, rotate, address }) {
  /** A function that replaces an ID token, from its claims and itself, or `null`. */
  let remake = null;
  /** A function that changes the provider's metadata, or `null`. */
  let describe = null;
  /** A function that changes the answer to a code, or `null`. */
  let answer = null;
  /** Whether every page has `Cross-Origin-Opener-Policy: same-origin`. */
  let coop = false;
  /** By path, a promise for which its requests wait. */
  const held = new Map();
  /** The paths of all requests. */
  const requestedPaths = [];

  const controls = {
    /** Replaces the signing key, also in the key set. */
    rotateKeys: rotate,
    /** Signs ID tokens with a key that is not in the key set. */
    signWithUnknownKey() {
      const key = signingKey();
      remake = (claims) => jwt(claims, key);
    },
    /** Replaces the claims of ID tokens by `change(claims)`. */
    alterClaims(change) {
      remake = (claims) => jwt(change(claims), keys()[0]);
    },
    /** Makes ID tokens as if the provider's clock were ahead by so many seconds. */
    skewClock(seconds) {
      controls.alterClaims((claims) => ({ ...claims, iat: claims.iat + seconds, exp: claims.exp + seconds }));
    },
    /** Makes unsigned ID tokens. */
    signWithNothing() {
      remake = (claims) => jwt(claims, null);
    },
    /** Replaces the claims of ID tokens by `change(claims)`, and keeps the old signature. */
    tamper(change) {
      remake = (claims, token) => {
        const [header, , signature] = token.split(".");
        const [, payload] = jwt(change(claims), null).split(".");
        return [header, payload, signature].join(".");
      };
    },
    /** Replaces the provider's metadata by `change(metadata)`. */
    alterDescription(change) {
      describe = change;
    },
    /** Replaces the answer to a code by `change(answer)`. */
    alterAnswer(change) {
      answer = change;
    },
    /** Replaces ID tokens by `make(claims)`. */
    makeIdTokens(make) {
      remake = make;
    },
    /** Gives every page `Cross-Origin-Opener-Policy: same-origin`, which separates a popup from its opener. */
    severOpeners(on = true) {
      coop = on;
    },
    /** Makes requests for `path` wait. Returns a function that lets them continue. */
    hold(path) {
      const { promise, resolve } = deferred();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    /** Returns the requested paths in order, without queries. */
    requests: () => [...requestedPaths],
    /** Stops listening, and closes every connection. */
    async down() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    /** Listens again, at the same address. */
    up: () => new Promise((resolve) => server.listen(address, resolve)),
    reset() {
      remake = null;
      describe = null;
      answer = null;
      coop = false;
      held.clear();
      requestedPaths.length = 0;
    },
  };

  return {
    controls,
    async before(request, response) {
      const { pathname } = new URL(request.url, "http://localhost");
      requestedPaths.push(pathname);
      if (coop) response.setHeader("cross-origin-opener-policy", "same-origin");
      await held.get(pathname);
    },
    async middleware(context, next) {
      await next();
      if (describe && context.path === DESCRIPTION) context.body = describe(context.body);
      const token = context.body?.id_token;
      if (remake && token) context.body.id_token = remake(claimsOf(token), token);
      if (answer && token) context.body = answer(context.body);
    },
  };
}

function deferred() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
