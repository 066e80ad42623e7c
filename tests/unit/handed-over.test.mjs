// The session body that a server read for a page, with `reason` and `roles`, which the answer to a browser has not.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSession } from "../../pkg/entry/inert.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import { createPublisher } from "../../pkg/entry/publisher.js";
import { readRoles } from "../../pkg/entry/record.js";
import { keepListeners } from "../../pkg/entry/subscribable.js";

// Node has no window: without this, a listener is called once, and dropped.
keepListeners();
const ROLES = [
  { name: "default", rank: 10, label: "Default", description: "" },
  { name: "expert", rank: 20, label: "Expert", description: "" },
];
const user = { id: 7, email: "a@b", name: "A", userType: "default", permissions: {} };
/** Returns a publisher with other parts that do nothing. */
const publisherOf = () =>
  createPublisher(new EventTarget(), {
    createIdentityFetch() {},
    takePermissions() {},
    notifyPermissions() {},
  });
const signedIn = (more = {}) => ({ authenticated: true, user, ...more });

describe("A session that a server hands over", () => {
  it("may say that the account is deactivated, and give no other reason", () => {
    assert.equal(readHandedOver({ authenticated: false, reason: "deactivated" }).reason, "deactivated");
    for (const reason of ["signed-out", "expired", 1, null, {}])
      assert.equal(readHandedOver({ authenticated: false, reason }).reason, "no-session");
    assert.equal(readHandedOver(signedIn({ reason: "deactivated" })).reason, null);
  });

  it("may have the role catalogue, whole or not at all", () => {
    const publication = readHandedOver(signedIn({ roles: ROLES }));
    assert.deepEqual([publication.rolesChanged, publication.roles], [true, ROLES]);
    for (const roles of [
      undefined,
      null,
      {},
      [null],
      [{ ...ROLES[0], rank: "10" }],
      [...ROLES, { name: "x" }],
    ])
      assert.equal(readHandedOver(signedIn({ roles })).roles, undefined);
    assert.equal(readHandedOver({ authenticated: false, roles: ROLES }).roles, undefined);
    assert.deepEqual(readRoles([]), []);
  });

  it("is no session where the body is not that of a session, whatever else it has", () => {
    for (const body of [null, 5, [], {}, { reason: "deactivated" }, { authenticated: 1, roles: ROLES }])
      assert.equal(readHandedOver(body), null);
  });

  it("opens the gates of a session that sends no request", () => {
    const body = signedIn({ roles: ROLES, user: { ...user, userType: "expert" } });
    const session = createSession({ initial: body });
    assert.deepEqual(
      [session.gate({ atLeast: "default" }).value, session.atLeast("default")],
      ["granted", true],
    );
    assert.equal(session.gate({ atLeast: "default" }).initial, "granted");
    body.roles[0].rank = 99;
    assert.equal(session.atLeast("default"), true, "copied in the call");
  });

  it("does not show its roles to another user", () => {
    const { publish, roles } = publisherOf();
    const facts = { ...readHandedOver(signedIn({ roles: ROLES })) };
    publish(facts, true);
    publish({ ...facts, rolesChanged: false, stale: true }, true);
    assert.equal(roles().length, 2);
    publish({ ...facts, rolesChanged: false, roles: null, status: "unknown", user: null }, true);
    publish({ ...facts, rolesChanged: false, roles: null }, true);
    assert.equal(roles().length, 2, "the same user again");
    publish({ ...facts, rolesChanged: false, roles: null, user: { ...facts.user, id: 8 } }, true);
    assert.equal(roles().length, 0);
  });

  for (const type of ["signed-in", "signed-out"])
    it(`forgets its roles at the event ${type}`, () => {
      const { publish, roles } = publisherOf();
      const facts = readHandedOver(signedIn({ roles: ROLES }));
      publish(facts);
      assert.equal(roles().length, 2);
      publish({ ...facts, rolesChanged: false, roles: null, sessionEvents: [{ type }] });
      assert.equal(roles().length, 0, "they are read anew");
    });
});
