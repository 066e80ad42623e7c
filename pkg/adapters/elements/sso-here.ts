// Single sign-on that comes back to the page it was begun on.

import type { SessionError, SingleSignOn } from "platform-session";

/**
 * Returns a function like `session.sso.start`, but without a `returnUrl` it comes back to the page's address of this moment: the whole of it,
 * or as much as the deployment accepts. Where it accepts nothing of it, single sign-on begins all the same, and leads to the deployment's home page.
 */
export const startHere =
  (sso: SingleSignOn): SingleSignOn["start"] =>
  async (options) => {
    // `undefined` in a test without a page.
    const { location } = globalThis;
    if (location && options?.returnUrl === undefined) {
      const { origin, pathname, search, hash } = location;
      // A front end on another origin than the deployment's is named by its whole address.
      const page = (new URL(sso.url()).origin === origin ? "" : origin) + pathname;
      // The strict grammar refuses a `\`, which browsers leave in a query and in a fragment.
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
