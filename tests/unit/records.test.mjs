// What the engine gets of an answer: facts, and numbers for the values that the page is shown. Which bodies are malformed: `record.test.mjs`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRecords } from "../../pkg/engine/records.js";
import {
  PERMISSIONS_BODY,
  ROLES_BODY,
  SESSION_BODY,
  SIGN_IN_BODY,
  SIGN_OUT_BODY,
  SSO_CONFIG_BODY,
} from "../../pkg/entry/boundary.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import { recordOf } from "../../pkg/entry/record.js";

const COMPANY = { id: 1, name: "N", address: "street", city: "city", country: "land", postal_code: "code" };
const USER = { id: 7, email: "ada@example.com", name: "Ada", userType: "default", authSource: "local" };
const ROLE = { name: "expert", rank: 20, label: "Expert", description: "" };
const permission = (enabled, limit = null) => ({ enabled, limit });
const answerOf = (text) => ({ __proto__: null, response: new Response(null), text });
const bodyOf = (user, more) => ({
  authenticated: true,
  user: { ...USER, permissions: {}, ...user },
  ...more,
});

/** Returns records, with functions that name their numbers. `shown`: the features that are shown before the engine runs. */
function stage(shown) {
  const records = createRecords(shown);
  const read = (sent, body = SESSION_BODY) => {
    const text = typeof sent === "string" ? sent : JSON.stringify(sent);
    const [flag, user, role, content, features, company, token] = records.read(answerOf(text), body);
    const says = Number.isNaN(flag) ? undefined : flag === 1;
    return { says, user, role, content, features, company, token };
  };
  /** Does what the publication of these values does. */
  const show = ({ content = 0, features = 0, company = 0 } = {}, roles = 0) =>
    records.retain(content, company, roles, features);
  return { records, of: records.of, read, show };
}

describe("A user", () => {
  it("has one number for the members that are shown, whatever else was sent", () => {
    const { read, show, of } = stage();
    const { says, user, ...shown } = read(bodyOf({ details: 9, role: 9, more: 1 }));
    const { content } = shown;
    assert.deepEqual([says, user, of(content)], [true, 7, { user: { ...USER, company: null } }]);
    show(shown);
    assert.equal(read(bodyOf()).content, content);
    assert.notEqual(read(bodyOf({ name: "Grace" })).content, content);
    for (const name of ["id", "email", "name", "userType"]) {
      const facts = read(bodyOf({ [name]: undefined, details: 1, role: 1 }));
      assert.deepEqual([facts.user, facts.role, facts.content], [Number.NaN, 0, 0], name);
    }
  });

  it("has the same number where a server handed it over as in an equal answer", () => {
    const { records, read, of } = stage();
    const body = bodyOf({ permissions: { a: permission(true) } });
    const [status, says, id, role, content, features] = records.readShown(readHandedOver(body));
    assert.deepEqual([status, says, id, of(features).a], [200, 1, 7, permission(true)]);
    const answered = read(bodyOf());
    assert.deepEqual([answered.role, answered.content], [role, content]);
  });

  it("has no id where a server handed over that no user is signed in, that the account is deactivated, or nothing", () => {
    const { records } = stage();
    const read = (body) => records.readShown(readHandedOver(body)).slice(0, 3);
    assert.deepEqual(read({ authenticated: false }), [200, 0, Number.NaN]);
    assert.deepEqual(read({ authenticated: false, reason: "deactivated" }), [401, 0, Number.NaN]);
    assert.deepEqual(read({}), [0]);
  });

  it("has no token among its values", () => {
    const { records, read, of } = stage();
    const sent = { success: true, access_token: "t0k.en", user: { ...bodyOf().user, token: "t0k.en" } };
    assert.equal(read(sent, SIGN_IN_BODY).token, "t0k.en");
    for (const odd of ["", "\ud800"])
      assert.equal(read({ ...sent, access_token: odd }, SIGN_IN_BODY).token, odd);
    for (const none of [undefined, null, 1, {}, ["t0k.en"]])
      assert.equal(read({ ...sent, access_token: none }, SIGN_IN_BODY).token, undefined);
    const known = Array.from({ length: 30 }, (_, number) => of(number));
    assert.doesNotMatch(JSON.stringify([known, records.config()]), /t0k/);
  });
});

describe("The name of a role", () => {
  it("has one number in a session, in permissions and in what was handed over", () => {
    const { records, read, show } = stage();
    const ofUser = (userType) => read(bodyOf({ userType })).role;
    const ofData = (user_type) =>
      read({ success: true, data: { user_type, role: 9, features: {} } }, PERMISSIONS_BODY).role;
    const [, , , first] = records.readShown(readHandedOver(bodyOf({ userType: "first" })));
    const seen = new Set([0, first, ofData("third")]);
    assert.deepEqual([ofUser("first"), ofData("first")], [first, first]);
    for (const userType of ["", "second"]) {
      const shown = read(bodyOf({ userType }));
      show(shown);
      assert.deepEqual([ofUser(userType), ofData(userType)], [shown.role, shown.role]);
      seen.add(shown.role).add(ofData("third"));
    }
    // 0, the three names that are shown, and three numbers of "third", which is never shown: each reading gives it a new one.
    assert.equal(seen.size, 7);
    for (const wrong of [undefined, null, 1, ["first"], {}, "\ud800"])
      assert.deepEqual([ofUser(wrong), ofData(wrong)], [0, 0]);
  });

  it("has the same number for as long as it is the shown user's", () => {
    const { read, show } = stage();
    const { role, ...first } = read(bodyOf());
    show(first);
    const other = read(bodyOf({ name: "other" }));
    show(other);
    assert.deepEqual([other.role, read(bodyOf({ name: "third" })).role], [role, role]);
  });
});

describe("A company", () => {
  const companyIn = ({ read }, company) =>
    read({ success: true, access_token: "t", user: { ...USER, permissions: {}, company } }, SIGN_IN_BODY)
      .company;

  it("is whole, by the names of the public surface", () => {
    const s = stage();
    const { postal_code: postalCode, ...rest } = COMPANY;
    assert.deepEqual(s.of(companyIn(s, { ...COMPANY, more: 1 })), { ...rest, postalCode });
  });

  it("is read of a sign-in only", () => {
    const { read } = stage();
    assert.equal(read(bodyOf({ company: COMPANY })).company, 0);
  });

  it("has the number 0, which has no value, where it is malformed", () => {
    const s = stage();
    for (const company of [undefined, { ...COMPANY, city: 1.5 }]) assert.equal(companyIn(s, company), 0);
    assert.equal(s.of(0), null);
  });
});

describe("A role catalogue", () => {
  const rolesIn = ({ read }, roles) => read({ success: true, roles }, ROLES_BODY).content;

  it("keeps its order, and has the same number where it is equal", () => {
    const s = stage();
    const roles = [ROLE, { ...ROLE, rank: -9_007_199_254_740_991 }];
    for (const shown of [roles, []]) {
      const number = rolesIn(s, shown);
      assert.deepEqual(s.of(number), shown);
      s.show({}, number);
      assert.equal(rolesIn(s, shown), number);
      assert.notEqual(rolesIn(s, roles.toReversed()), number);
    }
  });

  it("has the number 0 where one entry is malformed", () => {
    assert.equal(rolesIn(stage(), [ROLE, { ...ROLE, rank: "20" }]), 0);
  });
});

describe("The configuration of single sign-on", () => {
  it("is kept where it is well-formed: a label is needed only where there is a button", () => {
    const { records, read } = stage();
    for (const [sent, buttonLabel] of [
      [{ enabled: true, buttonLabel: "Sign in", more: 1 }, "Sign in"],
      [{ enabled: false, buttonLabel: null }, ""],
    ]) {
      assert.equal(read(sent, SSO_CONFIG_BODY).says, sent.enabled);
      assert.deepEqual(records.config(), { enabled: sent.enabled, buttonLabel });
      assert.ok(Object.isFrozen(records.config()));
    }
    assert.equal(read({ enabled: true }, SSO_CONFIG_BODY).says, undefined);
  });
});

describe("Features", () => {
  const featuresIn = ({ read }, permissions) => read(bodyOf({ permissions })).features;

  it("are read of a session and of permissions, and have the number 0 where they are no map", () => {
    const s = stage();
    assert.deepEqual(s.of(featuresIn(s, { a: permission(true) })), {
      __proto__: null,
      a: permission(true),
    });
    const data = { user_type: "default", features: { b: permission(true) } };
    const { features } = s.read({ success: true, data }, PERMISSIONS_BODY);
    assert.deepEqual(Object.keys(s.of(features)), ["b"]);
    for (const other of [1, 0, "1", null, undefined, [1], [], true]) {
      assert.equal(featuresIn(s, other), 0);
      assert.equal(s.read({ success: true, data: { features: other } }, PERMISSIONS_BODY).features, 0);
    }
    assert.deepEqual(Object.keys(s.of(featuresIn(s, {}))), []);
  });

  it("have the number of the shown ones where they are equal", () => {
    const s = stage();
    const first = s.read(bodyOf({ permissions: { a: permission(true), b: permission(false) } }));
    const map = s.of(first.features);
    s.show(first);
    assert.equal(featuresIn(s, { b: permission(false), a: permission(true) }), first.features);
    const other = s.read(bodyOf({ permissions: { a: permission(true) } }));
    assert.notEqual(other.features, first.features);
    assert.equal(s.of(other.features).a, map.a, "an equal entry is the same object");
  });

  it("have the object of those that are shown before the engine runs, where they are equal", () => {
    const { features } = readHandedOver(bodyOf({ permissions: { a: permission(true) } }));
    const records = createRecords(features);
    const text = JSON.stringify(bodyOf({ permissions: { a: permission(true) } }));
    const [, , , , number] = records.read(answerOf(text), SESSION_BODY);
    assert.equal(records.of(number), features);
  });
});

describe("A value that is not shown", () => {
  it("is dropped at the next publication, and has another number in a later answer", () => {
    const { read, show, of } = stage();
    const [ada, grace] = ["Ada", "Grace"].map((name) => read(bodyOf({ name })));
    show(grace, 0);
    assert.deepEqual([of(ada.content), of(grace.content).user.name], [null, "Grace"]);
    assert.notEqual(read(bodyOf({ name: "Ada" })).content, ada.content);
    assert.equal(read(bodyOf({ name: "Grace" })).content, grace.content);
  });

  it("is dropped at the next answer where nothing was published: the engine has refused it", () => {
    for (const sent of [
      { authenticated: true, user: { ...USER, permissions: { a: permission(true) } } },
      { success: false, data: { user_type: "other", features: { a: permission(true) } } },
      { success: false, roles: [ROLE] },
    ])
      for (const isHandedOver of [true, false]) {
        const initial = bodyOf({ permissions: { b: permission(true) } });
        const handedOver = readHandedOver(initial);
        const { records, read, show, of } = stage(handedOver.features);
        const [, , , role, content, features] = records.readShown(handedOver);
        if (!isHandedOver) show({ content, features });
        let newest = 0;
        for (let times = 0; times < 10_000; times++) {
          const body = sent.user ? SESSION_BODY : sent.data ? PERMISSIONS_BODY : ROLES_BODY;
          const facts = read({ ...sent, times }, body);
          newest = Math.max(newest, facts.content, facts.features, facts.role);
        }
        const kept = Array.from({ length: newest }, (_, place) => of(place + 1)).filter(Boolean);
        // The role, the content and the features that are shown, and two values of the newest answer.
        assert.ok(kept.length <= 5, `${kept.length}`);
        // The shown values keep their numbers.
        const again = read(initial);
        assert.deepEqual([again.role, again.content, again.features], [role, content, features]);
      }
  });

  it("is parsed again from the same text: its numbers were dropped", () => {
    const { read, of } = stage();
    const text = JSON.stringify(bodyOf({ permissions: { a: permission(true) } }));
    read(text);
    read({ success: false }, PERMISSIONS_BODY);
    const { content, features } = read(text);
    assert.deepEqual([of(content).user.id, Object.keys(of(features))], [7, ["a"]]);
  });

  it("is not kept by its answer", () => {
    const { records } = stage();
    const answer = answerOf(JSON.stringify(bodyOf()));
    recordOf(answer, SESSION_BODY);
    records.read(answer, SESSION_BODY);
    assert.deepEqual([answer.text, answer.record], [undefined, undefined]);
  });

  it("is kept while no user is shown, if the last user had it", () => {
    const { read, show, of } = stage();
    const sent = { success: true, access_token: "t", user: { ...bodyOf().user, company: COMPANY } };
    const signedIn = read(sent, SIGN_IN_BODY);
    show(signedIn);
    show();
    assert.deepEqual([of(signedIn.company).id, of(signedIn.content).user.id], [1, 7]);
    const again = read(bodyOf());
    assert.deepEqual([again.content, again.role], [signedIn.content, signedIn.role]);
  });

  it("takes no memory, however often the same or another answer comes, with a user shown or none", () => {
    for (const isShown of [true, false])
      for (const differs of [true, false]) {
        const { read, show, of } = stage();
        let number = 0;
        for (let times = 0; times < 10_000; times++) {
          const facts = read(bodyOf({ name: differs ? `${times}` : "Ada", permissions: {} }));
          number = Math.max(facts.content, facts.features, facts.role);
          show(isShown ? facts : {});
        }
        const kept = Array.from({ length: number }, (_, place) => of(place + 1)).filter(Boolean);
        // The role, the content and the features of one answer.
        assert.ok(kept.length <= 3, `${kept.length}`);
      }
  });
});

describe("An answer with the text of the shown session", () => {
  const text = (more, user) =>
    JSON.stringify(bodyOf({ permissions: { a: permission(true) }, ...user }, more));
  /** Returns how often `JSON.parse` is called during `act`. */
  const parsesIn = (test, act) => {
    const parse = test.mock.method(JSON, "parse");
    act();
    const count = parse.mock.callCount();
    parse.mock.restore();
    return count;
  };

  it("is not parsed again", (test) => {
    const { read, show } = stage();
    const first = read(text());
    show(first);
    assert.equal(
      parsesIn(test, () => assert.deepEqual(read(text()), first)),
      0,
    );
    // A body of another kind is parsed, whatever its text.
    assert.equal(
      parsesIn(test, () => assert.equal(read(text(), SIGN_OUT_BODY).says, undefined)),
      1,
    );
  });

  it("is parsed again once something else is shown, or no user: its numbers were dropped", (test) => {
    for (const shown of ["another", "no user"]) {
      const { read, show, of } = stage();
      show(read(text()));
      show(shown === "another" ? read(text({}, { permissions: { b: permission(true) } })) : {});
      for (let times = 0; times < 2; times++) {
        let again;
        assert.equal(
          parsesIn(test, () => {
            again = read(text());
          }),
          // Parsed each time: it is not shown.
          1,
        );
        assert.deepEqual(Object.keys(of(again.features)), ["a"]);
      }
    }
  });

  it("is parsed again where it has a token, well-formed or not, and where it has no user", (test) => {
    for (const sent of [
      text({}, { token: "t0k.en" }),
      text({}, { token: { t: 1 } }),
      text({ access_token: "t0k.en" }),
      text({ access_token: ["t0k.en"] }),
      JSON.stringify({ authenticated: false }),
    ]) {
      const { read, show } = stage();
      show(read(sent));
      assert.equal(
        parsesIn(test, () => read(sent)),
        1,
        sent,
      );
    }
  });
});
