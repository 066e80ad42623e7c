// No frame shows the last user, whatever the framework is busy with: a table of events and of how the page is rendered as they happen. Each
// cell plays in a document of its own (`apps/frames.js`), which looks at every frame. What belongs to a user stands in an `IdentityBoundary`, in a
// `SignedIn`, or in both; gates stand alone, too, and no frame shows one open that is not granted.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { accountOnTheWire } from "../../e2e/support/identity-api.mjs";
import { assertNoMismatch, load } from "./app.mjs";

/** The event, the user that the page shows afterwards, and whether what was typed is still there. */
export const EVENTS = [
  { event: "logout() here", after: /signed out/ },
  { event: "logout() within a frame", after: /signed out/ },
  { event: "a sign-out in another tab", after: /signed out/ },
  { event: "another user's sign-in here", after: /secret of Grace Hopper/ },
  { event: "a read that finds another user", after: /secret of Grace Hopper/ },
  { event: "the way into the back/forward cache", after: /secret of Ada Lovelace/, keepsDraft: true },
  { event: "the end of the session", after: /secret of Ada Lovelace/, keepsDraft: true },
  { event: "a sign-in within reauthenticate", after: /secret of Ada Lovelace/, keepsDraft: true },
];

/**
 * `isRendered`: by a server. `isTyped`: a user can type before the event, and what was typed is the framework's. `isUnmounted`: nothing is
 * left of the app.
 */
export const SCENES = [
  { scene: "rendered", isTyped: true },
  { scene: "hydrated", isRendered: true, isTyped: true },
  { scene: "hydrated but for a late part", isRendered: true },
  { scene: "not yet hydrated", isRendered: true },
  { scene: "one of two islands hydrated", isRendered: true },
  { scene: "an update held", isTyped: true },
  { scene: "unmounted meanwhile", isUnmounted: true },
];

const accounts = { ada: credentialsOf("ada"), grace: credentialsOf("grace") };

/** Returns what a page is asked to play in a scene, without the event; `render` renders on a server (`apps/rendering.js`). */
export async function askedOf({ scene, isRendered }, deployment, render) {
  if (!isRendered) return { scene, accounts };
  const { session } = await accountOnTheWire(deployment, "ada");
  const initial = { authenticated: true, user: session };
  return { scene, accounts, initial, html: (await render("App", initial)).html };
}

/** Matches text of Ada's. Once she has signed in by `reauthenticate`, an `IdentityBoundary` names her, and a `SignedIn` waits for the end. */
const OF_ADA = { reauthenticating: /(?:of|in:) Ada/ };
/** The text in place of what only a signed-in user may see, by the state of the session. */
const INSTEAD = { unauthenticated: "signed out", unknown: "pending", reauthenticating: "pending" };

/** Judges the frames that the page has noted. */
export function judge({ isTyped, isUnmounted }, { event, after, keepsDraft = false }, seen) {
  const message = (text) => `${event}: ${text}`;
  for (const part of ["secret", "chats"])
    assert.match(seen.before, new RegExp(`${part} of Ada Lovelace`), message("as it begins"));
  const ofTheLastUser = seen.frames.filter(
    ([shown, text]) => shown !== "Ada Lovelace" && (OF_ADA[shown] ?? /Ada/).test(text),
  );
  assert.deepEqual(ofTheLastUser, [], message("a frame shows the last user"));
  assert.ok(
    seen.frames.some(([shown]) => shown !== "Ada Lovelace"),
    message("no frame in which another is shown"),
  );
  if (seen.isTakenOver) {
    const without = seen.frames.filter(([shown, text]) => !text.includes(INSTEAD[shown] ?? ""));
    assert.deepEqual(without, [], message("a frame without the fallback, or the pending part"));
  }
  assert.match(seen.after, isUnmounted ? /^$/ : after, message("in the end"));
  const kept = seen.drafts.filter((draft) => draft.includes("Ada"));
  if (!keepsDraft) assert.deepEqual(kept, [], message("what the last user typed"));
  // One of the drafts is in a gate.
  else if (isTyped) {
    assert.ok(kept.length >= 2, message(`the drafts of a user who goes on: ${JSON.stringify(seen.drafts)}`));
    assert.deepEqual(kept, seen.drafts, message("the drafts of a user who goes on"));
  }
  assert.deepEqual(seen.differences, [], message("values of different publications, or an open gate"));
}

/** Registers the table for a framework: a test for each scene, which plays every event, and fails with all that did not pass at once. */
export function frames({ test, scenes, render }) {
  for (const scene of scenes)
    test(`${scene.scene}: no frame shows the last user, whatever happens`, async ({
      open,
      deployment,
      watch,
    }) => {
      const asked = await askedOf(scene, deployment, await render?.());
      const page = await open({ idle: true });
      const surprises = [];
      for (const each of EVENTS) {
        const { event } = each;
        const [said, thrown] = [watch.consoleLines.length, watch.uncaught.length];
        try {
          if (each !== EVENTS[0]) await load(page, deployment);
          judge(scene, each, await page.evaluate((given) => conformance.run(given), { ...asked, event }));
          assertNoMismatch({ consoleLines: watch.consoleLines.slice(said) });
          assert.deepEqual(watch.uncaught.slice(thrown), []);
        } catch (error) {
          surprises.push(`${event}: ${inspect(error)}`);
        }
      }
      assert.equal(surprises.length, 0, surprises.join("\n\n"));
    });
}
