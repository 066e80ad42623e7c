// No frame shows the last user, whatever the framework is doing: a table of events and of scenes, the states of rendering in which an event
// happens. Each cell plays in a document of its own (`apps/frames.js`), which notes every frame. The text of a user stands in an
// `IdentityBoundary`, in a `SignedIn`, or in both. Gates also stand alone, and no frame shows one open that is not granted.

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { accountOnTheWire } from "../../e2e/support/identity-api.mjs";
import { assertNoMismatch, load } from "./app.mjs";

/** `event`: its name in `apps/frames.js`. `after`: a pattern of the page's text in the end. `keepsDraft`: drafts must survive it. */
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
 * `isRendered`: a server rendered the page. `isTyped`: the framework has taken over the fields before the event, so a draft can survive it.
 * `isUnmounted`: the app is unmounted during the event.
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

/** Returns the arguments of `conformance.run` in the page for a scene, but for the event. `render` renders on a server (`apps/rendering.js`). */
export async function askedOf({ scene, isRendered }, deployment, render) {
  if (!isRendered) return { scene, accounts };
  const { session } = await accountOnTheWire(deployment, "ada");
  const initial = { authenticated: true, user: session };
  return { scene, accounts, initial, html: (await render("App", initial)).html };
}

/**
 * What a frame must not show, by the state of the session; in any other state but Ada's own, her name. During `reauthenticate` Ada may be named
 * by the `IdentityBoundary` ("user Ada"), but a `SignedIn` shows nothing of hers yet.
 */
const FORBIDDEN = { reauthenticating: /(?:of|in:) Ada/ };
/** The text in place of the children of a `SignedIn`, by the state of the session. */
const PLACEHOLDERS = { unauthenticated: "signed out", unknown: "pending", reauthenticating: "pending" };

/** Fails where the frames that a page noted (`seen`, the result of `conformance.run`) are not as the scene and the event demand. */
export function judge({ isTyped, isUnmounted }, { event, after, keepsDraft = false }, seen) {
  const message = (text) => `${event}: ${text}`;
  for (const part of ["secret", "chats"])
    assert.match(seen.before, new RegExp(`${part} of Ada Lovelace`), message("at the beginning"));
  const ofTheLastUser = seen.frames.filter(
    ([shown, text]) => shown !== "Ada Lovelace" && (FORBIDDEN[shown] ?? /Ada/).test(text),
  );
  assert.deepEqual(ofTheLastUser, [], message("a frame shows the last user"));
  assert.ok(
    seen.frames.some(([shown]) => shown !== "Ada Lovelace"),
    message("every frame shows Ada: the event had no effect"),
  );
  if (seen.isTakenOver) {
    const without = seen.frames.filter(([shown, text]) => !text.includes(PLACEHOLDERS[shown] ?? ""));
    assert.deepEqual(without, [], message("a frame without the fallback, or the pending part"));
  }
  assert.match(seen.after, isUnmounted ? /^$/ : after, message("in the end"));
  const draftsOfAda = seen.drafts.filter((draft) => draft.includes("Ada"));
  if (!keepsDraft) assert.deepEqual(draftsOfAda, [], message("what the last user typed"));
  // One of the drafts is in a gate.
  else if (isTyped) {
    assert.ok(
      draftsOfAda.length >= 2,
      message(`the drafts of a user who goes on: ${JSON.stringify(seen.drafts)}`),
    );
    assert.deepEqual(draftsOfAda, seen.drafts, message("all drafts survive, or none"));
  }
  assert.deepEqual(seen.differences, [], message("values of different publications, or an open gate"));
}

/** Registers the table for a framework: a test for each scene, which plays every event, and fails with all events that did not pass. */
export function frames({ test, scenes, render }) {
  for (const scene of scenes)
    test(`${scene.scene}: no frame shows the last user, whatever happens`, async ({
      open,
      deployment,
      watch,
    }) => {
      const args = await askedOf(scene, deployment, await render?.());
      const page = await open({ idle: true });
      const failures = [];
      for (const row of EVENTS) {
        const { event } = row;
        const [consoleLineCount, uncaughtCount] = [watch.consoleLines.length, watch.uncaught.length];
        try {
          if (row !== EVENTS[0]) await load(page, deployment);
          judge(scene, row, await page.evaluate((given) => conformance.run(given), { ...args, event }));
          assertNoMismatch({ consoleLines: watch.consoleLines.slice(consoleLineCount) });
          assert.deepEqual(watch.uncaught.slice(uncaughtCount), []);
        } catch (error) {
          failures.push(`${event}: ${inspect(error)}`);
        }
      }
      assert.equal(failures.length, 0, failures.join("\n\n"));
    });
}
