// The sentences by which the inspector says why a gate is open or closed.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changesOf } from "../../pkg/adapters/inspector/changes.js";
import { whyOf } from "../../pkg/adapters/inspector/reasons.js";
import { similar } from "../../pkg/adapters/inspector/similar.js";
import { SessionError } from "../../pkg/entry/session-error.js";
import { UNKNOWN } from "../../pkg/entry/snapshot.js";

const ROLES = [
  { name: "default", rank: 10 },
  { name: "expert", rank: 50 },
  { name: "administrator", rank: 100 },
];
const grace = { id: 2, name: "Grace Hopper", userType: "expert" };
const on = { enabled: true, limit: null };
const off = { enabled: false, limit: null };
const signedIn = {
  ...UNKNOWN,
  status: "authenticated",
  user: grace,
  features: { "chat-history": on, "scrum-team-agent": off },
};
const signedOut = { ...UNKNOWN, status: "unauthenticated", reason: "no-session" };

/** Returns the conditions of a gate as the inspector gets them. */
const conditionsOf = (conditions) => ({ never: false, features: [], anyOf: [], ...conditions });
/** Returns the sentence for a gate with these conditions. */
const why = (
  conditions,
  snapshot,
  { roles = ROLES, refusal = null, isListened = true, wakesAt = null } = {},
) => whyOf({ asked: conditionsOf(conditions), isListened }, { snapshot, roles, refusal }, wakesAt);

describe("The sentence for a gate", () => {
  const failing = (code, more) => ({ ...UNKNOWN, error: new SessionError(code, more) });
  const outage = failing("server-error", { status: 503, retryable: true });
  // What the title says, the sentence, and the arguments of `why`.
  for (const [what, sentence, ...given] of [
    ["on", "Feature chat-history has enabled: true.", { features: ["chat-history"] }, signedIn],
    ["off", "Feature scrum-team-agent has enabled: false.", { features: ["scrum-team-agent"] }, signedIn],
    [
      "one of several that are lacking",
      "None of these holds: Feature scrum-team-agent has enabled: false. Nor: Role expert ranks 50, administrator 100.",
      {
        anyOf: [conditionsOf({ features: ["scrum-team-agent"] }), conditionsOf({ atLeast: "administrator" })],
      },
      signedIn,
    ],
    [
      "one of several, and one holds",
      "Feature chat-history has enabled: true.",
      {
        anyOf: [
          conditionsOf({ features: ["scrum-team-agent"] }),
          conditionsOf({ features: ["chat-history"] }),
        ],
      },
      signedIn,
    ],
    [
      "misspelt",
      "Feature chat-histroy is not listed. Is it misspelt? Listed is chat-history.",
      { features: ["chat-histroy"] },
      signedIn,
    ],
    [
      "not listed",
      "Feature billing is not listed. Listed are chat-history, scrum-team-agent.",
      { features: ["billing"] },
      signedIn,
    ],
    [
      "the only one lacking",
      "Feature scrum-team-agent has enabled: false.",
      { features: ["chat-history", "scrum-team-agent"] },
      signedIn,
    ],
    [
      "of an empty list",
      "Feature billing is not listed: no feature is, for this user.",
      { features: ["billing"] },
      { ...signedIn, features: {} },
    ],
    ["a role too low", "Role expert ranks 50, administrator 100.", { atLeast: "administrator" }, signedIn],
    ["a role high enough", "Role expert ranks 50, default 10.", { atLeast: "default" }, signedIn],
    ["the user's role", "Role expert is the user's own.", { atLeast: "expert" }, signedIn, { roles: null }],
    [
      "a role misspelt",
      "Role adminstrator is not in the catalogue. Is it misspelt? Listed is administrator.",
      { atLeast: "adminstrator" },
      signedIn,
    ],
    [
      "a catalogue refused",
      "The role catalogue was refused (403), so only expert itself holds.",
      { atLeast: "default" },
      signedIn,
      { roles: null, refusal: "forbidden" },
    ],
    [
      "a catalogue under way",
      "The role catalogue is not known: it is being read, or will be again after a failure: see the log.",
      { atLeast: "default" },
      signedIn,
      { roles: null },
    ],
    [
      "a catalogue that no gate asks for",
      "The role catalogue is not known: it is read once this gate has a listener.",
      { atLeast: "default" },
      signedIn,
      { roles: null, isListened: false },
    ],
    [
      "no user signed in",
      "No user is signed in.",
      { features: ["chat-history"], atLeast: "expert" },
      signedOut,
    ],
    ["for users", "No user is signed in.", { status: "authenticated", features: ["a"] }, signedOut],
    ["for signed-out pages", "Grace Hopper is signed in.", { status: "unauthenticated" }, signedIn],
    [
      "after a sign-out",
      "No user is signed in: there was a sign-out.",
      { features: ["a"] },
      { ...signedOut, reason: "signed-out" },
    ],
    [
      "before the first answer",
      "Nothing is known yet: the first answer is awaited.",
      { features: ["a"] },
      UNKNOWN,
    ],
    ["in an outage", "Nothing is known: server-error (503).", { features: ["a"] }, outage],
    [
      "under a sign-out that failed",
      "Nothing is shown: the sign-out has failed, network.",
      { features: ["a"] },
      { ...failing("network", { retryable: true }), signOutPending: true },
    ],
    [
      "of a closed session",
      "The session is closed: nothing is read any more. Did a hot reload close it?",
      { features: ["a"] },
      failing("closed"),
    ],
    [
      "without a condition",
      "A condition is missing, empty, undefined or of an unknown name: such a gate never opens.",
      { never: true },
      signedIn,
    ],
  ]) {
    it(`${what}: ${sentence}`, () => assert.equal(why(...given), sentence));
  }

  it("says in how many seconds the next try comes, where one comes", () => {
    const wakesAt = Date.now() + 2900;
    assert.equal(
      why({ features: ["a"] }, outage, { wakesAt }),
      "Nothing is known: server-error (503), again in 3 s.",
    );
    const never = failing("wasm-unavailable");
    assert.equal(why({ features: ["a"] }, never, { wakesAt }), "Nothing is known: wasm-unavailable.");
  });

  it("names at most six of the listed features", () => {
    const features = Object.fromEntries(Array.from("abcdefgh", (name) => [`${name}${name}${name}`, on]));
    assert.match(why({ features: ["billing"] }, { ...signedIn, features }), /fff and 2 more\.$/);
  });
});

describe("Names that look alike", () => {
  it("differ by case, by what is between the words, or by a few letters", () => {
    const names = ["chat-history", "chat-messages", "report-analysis"];
    for (const [name, found] of [
      ["chatHistory", ["chat-history"]],
      ["chat_history", ["chat-history"]],
      ["chat-histroy", ["chat-history"]],
      ["report-analyses", ["report-analysis"]],
      ["billing", []],
    ])
      assert.deepEqual(similar(name, names), found, name);
  });
});

describe("What has changed", () => {
  it("has a line for each change", () => {
    const known = (snapshot, more = {}) => ({ snapshot, roles: null, refusal: null, ...more });
    assert.deepEqual(changesOf(known(UNKNOWN), known(signedIn, { roles: ROLES })), [
      "authenticated",
      "user Grace Hopper, expert",
      "features +chat-history",
      "role catalogue: 3 roles",
    ]);
    const error = new SessionError("server-error", { status: 503 });
    assert.deepEqual(changesOf(known(signedIn), known({ ...signedIn, stale: true, error })), [
      "stale: what was known before is shown",
      "error server-error (503)",
    ]);
    assert.deepEqual(changesOf(known(signedIn), known(signedOut, { refusal: "forbidden" })), [
      "unauthenticated: no-session",
      "features −chat-history",
      "role catalogue refused: forbidden",
    ]);
  });
});
