// Single sign-on that leads back to the page on which it was started.

import type { SessionError, SingleSignOn } from "platform-session";

/**
 * Returns a function like `session.sso.start`. Without a `returnUrl` it takes the page's current address, or as much of it as the deployment
 * accepts; where the deployment accepts no part of it, single sign-on leads to the deployment's home page.
 */
export const startHere =
  (sso: SingleSignOn): SingleSignOn["start"] =>
  async (options) => {
    // `location` is `undefined` in a test without a page.
    const { location } = globalThis;
    if (location && options?.returnUrl === undefined) {
      const { origin, pathname, search, hash } = location;
      // The deployment's own origin is left out of the return URL; another origin is named.
      const page = (new URL(sso.url()).origin === origin ? "" : origin) + pathname;
      // The fragment, and then the query, are dropped if they are refused: browsers leave a `\` in them, which a return URL may not have.
      for (const rest of [search + hash, search, ""]) {
        try {
          return await sso.start({ ...options, returnUrl: page + rest });
        } catch (error) {
          if ((error as SessionError).code !== "invalid-return-url") throw error;
        }
      }
    }
    return sso.start(options);
  };
