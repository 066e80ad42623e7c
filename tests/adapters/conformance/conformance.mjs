// What every adapter promises, whatever its framework is busy with: a table of events and of how the page is rendered as they happen. Each
// cell plays in a page of its own (`page.js`), which looks at every frame.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { accountOnTheWire } from "../../e2e/support/identity-api.mjs";
import { stage } from "../../e2e/support/stage.mjs";
import { bundleSite, importBundled, once } from "../support/bundle.mjs";

/** The event, whose page it is afterwards, and whether what was typed is still there. */
export const EVENTS = [
  { event: "logout() here", after: /signed out/ },
  { event: "logout() within a frame", after: /signed out/ },
  { event: "a sign-out in another tab", after: /signed out/ },
  { event: "another user's sign-in here", after: /secret of Grace Hopper/ },
  { event: "a read that finds another user", after: /secret of Grace Hopper/ },
  { event: "the way into the back/forward cache", after: /secret of Ada Lovelace/, keepsDraft: true },
  { event: "the end of the session", after: /secret of Ada Lovelace/, keepsDraft: true },
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

/** What a page is asked for one cell; `render(initial)` renders the framework's view on a server. */
export async function askedOf({ scene, isRendered }, { event }, deployment, render) {
  if (!isRendered) return { scene, event, accounts };
  const { session } = await accountOnTheWire(deployment, "ada");
  const initial = { authenticated: true, user: session };
  return { scene, event, accounts, initial, html: await render(initial) };
}

/** Judges what the page has seen. */
export function judge({ isTyped, isUnmounted }, { event, after, keepsDraft = false }, seen) {
  const message = (text) => `${event}: ${text}`;
  for (const part of ["secret", "chats"])
    assert.match(seen.before, new RegExp(`${part} of Ada Lovelace`), message("as it begins"));
  const ofTheLastUser = seen.frames.filter(
    ([shown, text]) => shown !== "Ada Lovelace" && text.includes("Ada"),
  );
  assert.deepEqual(ofTheLastUser, [], message("a frame shows the last user"));
  assert.ok(
    seen.frames.some(([shown]) => shown !== "Ada Lovelace"),
    message("no frame in which another is shown"),
  );
  assert.match(seen.after, isUnmounted ? /^$/ : after, message("in the end"));
  const kept = seen.drafts.some((draft) => draft.includes("Ada"));
  if (!keepsDraft) assert.equal(kept, false, message("what the last user typed"));
  else if (isTyped) assert.equal(kept, true, message("the draft of a user who goes on"));
  assert.deepEqual(seen.differences, [], message("values of different publications"));
}

/**
 * A framework, and the app in `apps/` that drives it: `client`, and `server`, which exports `render(initial)`, where it renders there.
 * `cannot`: scenes that the framework does not have, each with the reason. `isOtherMajor`: Chromium alone is asked. `compilesInPage`: no content security policy
 * allows that. What else is given goes to the bundler
 * (`tests/adapters/support/bundle.mjs`).
 */
export function framework(
  name,
  { client, server, cannot = {}, isOtherMajor = false, compilesInPage = false, ...options },
) {
  const folder = `conformance-${name.toLowerCase().replaceAll(" ", "-")}`;
  const inApps = (file) => `../conformance/apps/${file}`;
  return {
    name,
    isOtherMajor,
    compilesInPage,
    /** The folder of the built site. */
    site: once(() => bundleSite(inApps(client), { name: folder, ...options })),
    render:
      server && once(async () => (await importBundled(inApps(server), { name: folder, ...options })).render),
    scenes: SCENES.filter(({ scene, isRendered }) => !cannot[scene] && (server || !isRendered)),
  };
}

/** Registers the table for a framework, in Chromium. */
export function conformance({ name, site, render, scenes, compilesInPage }) {
  const { scenario } = stage();
  const context = { bypassCSP: compilesInPage };
  for (const scene of scenes) {
    for (const event of EVENTS) {
      scenario(
        `${name}, ${scene.scene}: ${event.event}`,
        { context },
        async ({ context, another, watch }) => {
          const deployment = await another(await site());
          const asked = await askedOf(scene, event, deployment, await render?.());
          const page = await context.newPage();
          await page.goto(`${deployment.origin}/`);
          await page.waitForFunction(() => globalThis.conformance);
          judge(scene, event, await page.evaluate((given) => conformance.run(given), asked));
          assert.deepEqual(
            watch.consoleLines.filter((line) => /hydrat|mismatch|did not match/i.test(line)),
            [],
          );
        },
      );
    }
  }
}
