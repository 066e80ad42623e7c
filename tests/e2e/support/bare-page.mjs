import { credentialsOf } from "./accounts.mjs";
import { SESSION } from "./identity-api.mjs";

/**
 * Opens the page that has nothing but a session with these `options`, or, with `idle`, no session.
 * `file` is a page of the site, `origin` another address of the same deployment; `before` runs in the page before
 * any script of its own.
 */
export async function openBare(
  context,
  { origin },
  { options = {}, idle = false, file = "bare.html", before } = {},
) {
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  const query = new URLSearchParams(idle ? { idle: "" } : { options: JSON.stringify(options) });
  await page.goto(`${origin}/${file}?${query}`);
  return page;
}

/** Returns the first snapshot with a known status. */
export const known = (page) => page.evaluate(() => session.ready.then(bare.plain));

/** Returns the snapshot of this moment. */
export const snapshotOf = (page) => page.evaluate(() => bare.plain(session.snapshot));

/** Returns every snapshot published so far, the one at creation first. */
export const snapshotsOf = (page) => page.evaluate(() => seen.snapshots.map(bare.plain));

/** Returns the events fired so far, all of them or those of one type. */
export const eventsOf = (page, type) =>
  page.evaluate(
    (only) => bare.plainEvents(seen.events.filter((event) => !only || event.type === only)),
    type,
  );

/** Calls `session.refresh()`, and returns how that ended: `{ value }` or `{ error }`. */
export const refresh = (page) => page.evaluate(() => bare.outcome(session.refresh()));

/** Signs in with these credentials, and returns how that ended. */
export const login = (page, credentials) =>
  page.evaluate((given) => bare.outcome(session.login(given)), credentials);

/** Signs out, and returns how that ended. */
export const logout = (page) => page.evaluate(() => bare.outcome(session.logout()));

/** Signs the account in and waits until a session read after the one that confirms it has been answered. */
export async function signIn(page, name) {
  await known(page);
  return page.evaluate(async (credentials) => {
    await session.login(credentials);
    return bare.plain(await session.refresh());
  }, credentialsOf(name));
}

/** Returns the states of the gates of these features. */
export const gatesOf = (page, features) =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          { can: session.permissions.can(name), state: session.permissions.state(name) },
        ]),
      ),
    features,
  );

/** Returns the times at which the session reads of this page began, in milliseconds since the page itself began. */
export const readsOf = (page) =>
  page.evaluate(
    (path) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => new URL(name).pathname === path)
        .map(({ startTime }) => startTime),
    SESSION,
  );
