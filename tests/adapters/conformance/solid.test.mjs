// Tests of what only Solid does. In the page, `adapter`, `session` and `view` are globals of `apps/page.js`.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import {
  FEATURE,
  GRANTED,
  readRule,
  refresh,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOut,
  signOutUnderRule,
  textOf,
} from "./app.mjs";
import { boundaryWithSession } from "./boundary-with-session.mjs";
import { conformance } from "./conformance.mjs";
import { solid } from "./solid.mjs";

const test = conformance(solid);
boundaryWithSession(test);

test("a subtree that is built anew for another user begins with that user, and not with the last one", async ({
  open,
}) => {
  const page = await open({ mount: { conditions: FEATURE } });
  await signIn(page, "ada");
  await showsText(page, "status", "authenticated Ada Lovelace");
  await signIn(page, "grace");
  await showsText(page, "status", "authenticated Grace Hopper");
  assert.equal(await textOf(page, "begun"), "Grace Hopper", "another user");
  await signOut(page);
  assert.equal(await textOf(page, "begun"), "no user");
});

const textsOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#app p")].map(({ textContent }) => textContent));

test("a sign-out within a transition closes every gate before the data that the transition waits for", async ({
  openReady,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openReady({ view: "SignOutWithin" });
  assert.deepEqual(await textsOf(page), ["content", "content", "now"]);
  await control.faults(SIGNED_OUT);
  const inNextFrame = await page.evaluate(async () => {
    view.change();
    await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll("#app p")].map(({ textContent }) => textContent);
  });
  assert.deepEqual(inNextFrame, ["closed", "closed", "now"]);
});

test("each slot is built once for each user, and not before it is shown", async ({ open, control }) => {
  await control.faults(SIGNED_IN);
  const page = await open({ idle: true });
  const before = await page.evaluate(() => {
    adapter.start();
    adapter.mount({ view: "Slots" });
    return [...noted];
  });
  assert.deepEqual(before, [], "nothing while it is unknown");
  await page.evaluate(() => session.ready.then(() => {}));
  const takeNotes = () => page.evaluate(() => noted.splice(0).sort());
  assert.deepEqual(await takeNotes(), ["gate content made", "signed-in content made"]);
  assert.equal(await textOf(page, "lacking"), "fallback");
  const grace = { id: 8, name: "Grace Hopper" };
  await control.faults(readRule(sessionBody(GRANTED, grace)));
  await refresh(page);
  const rebuilt = [
    "gate content gone",
    "gate content made",
    "signed-in content gone",
    "signed-in content made",
  ];
  assert.deepEqual(await takeNotes(), rebuilt, "another user, who may see the same");
  await control.faults(readRule(sessionBody({}, { id: 9, name: "Mallory" })));
  await refresh(page);
  assert.deepEqual(
    await takeNotes(),
    ["gate content gone", "gate fallback made", "signed-in content gone", "signed-in content made"],
    "another user, who may not",
  );
  await control.faults(readRule(sessionBody(GRANTED, grace)));
  await refresh(page);
  assert.deepEqual(
    await takeNotes(),
    ["gate content made", "gate fallback gone", "signed-in content gone", "signed-in content made"],
    "another user, who may again",
  );
  await control.faults(readRule(sessionBody({}, { id: 9, name: "Mallory" })));
  await refresh(page);
  await takeNotes();
  await signOutUnderRule(control, page);
  assert.deepEqual(await takeNotes(), ["signed-in content gone", "signed-in fallback made"], "no user");
});
