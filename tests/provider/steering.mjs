import { claimsOf, jwt, signingKey } from "./keys.mjs";

const DESCRIPTION = "/.well-known/openid-configuration";

/**
 * What tests make a provider do: `controls` are theirs, `before` and `middleware` are where these take hold. What is
 * steered stays until `reset()`.
 */
export function steering(server, { keys, rotate, address }) {
  /** How ID tokens are made other than the library made them, or `null`. */
  let remake = null;
  /** How the provider's description of itself differs from the library's, or `null`. */
  let describe = null;
  /** How its answer to a code differs from the library's, or `null`. */
  let answer = null;
  let coop = false;
  const held = new Map();
  const seen = [];

  const controls = {
    /** From now on ID tokens are signed with a new key, which the key set holds in place of the old. */
    rotateKeys: rotate,
    /** ID tokens are signed with a key that the key set never holds. */
    signWithUnknownKey() {
      const key = signingKey();
      remake = (claims) => jwt(claims, key);
    },
    /** ID tokens carry these claims instead: a function from the claims as they were. */
    alterClaims(change) {
      remake = (claims) => jwt(change(claims), keys()[0]);
    },
    /** The provider's clock is this far ahead, as far as ID tokens tell. */
    skewClock(seconds) {
      controls.alterClaims((claims) => ({ ...claims, iat: claims.iat + seconds, exp: claims.exp + seconds }));
    },
    /** ID tokens are signed with nothing. */
    signWithNothing() {
      remake = (claims) => jwt(claims, null);
    },
    /** ID tokens are changed after they were signed: a function from the claims as they were. */
    tamper(change) {
      remake = (claims, token) => {
        const [header, , signature] = token.split(".");
        const [, payload] = jwt(change(claims), null).split(".");
        return [header, payload, signature].join(".");
      };
    },
    /** The provider describes itself so: a function from the description as it was. */
    alterDescription(change) {
      describe = change;
    },
    /** The answer to a code is this: a function from the answer as it was. */
    alterAnswer(change) {
      answer = change;
    },
    /** ID tokens are made by this function, from the claims as they were. */
    makeIdTokens(make) {
      remake = make;
    },
    /** Every page comes with `Cross-Origin-Opener-Policy: same-origin`, which severs a popup from its opener. */
    severOpeners(on = true) {
      coop = on;
    },
    /** Requests for this path wait until the function that this returns is called. */
    hold(path) {
      const { promise, resolve } = deferred();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    /** The paths that were asked for, in order, without their queries. */
    requests: () => [...seen],
    /** Stops listening, and cuts every connection. */
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
      seen.length = 0;
    },
  };

  return {
    controls,
    async before(request, response) {
      const { pathname } = new URL(request.url, "http://localhost");
      seen.push(pathname);
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
