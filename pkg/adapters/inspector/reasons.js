// Why a gate is as it is, in sentences. Each follows one line of `pkg/entry/gate.ts`, `stateOf`.

import { stateOf } from "../../entry/gate.js";
import { similar } from "./similar.js";

/** What the deployment answered where it refused the role catalogue. */
const STATUS_OF = { unauthenticated: 401, forbidden: 403, "not-supported": 404 };

/** Why no user is signed in. */
export const SIGNED_OUT = {
  "no-session": "No user is signed in.",
  "signed-out": "No user is signed in: there was a sign-out.",
  expired: "No user is signed in: the sign-in was 24 hours ago.",
  deactivated: "No user is signed in: the account is deactivated.",
  ended: "No user is signed in: the session has ended.",
};

/** How many names a sentence lists at most. */
const NAMES = 6;

/**
 * @param {Pick<import("./gates.js").Held, "asked" | "isListened">} held
 * @param {import("../../entry/gate.js").Known} known
 * @param {number | null} wakesAt When the session does something by itself again, as `Date.now()` counts.
 */
export function whyOf({ asked, isListened }, known, wakesAt) {
  const { snapshot } = known;
  const { never, features, atLeast, status, anyOf } = asked;
  if (never)
    return "A condition is missing, empty, undefined or of an unknown name: such a gate never opens.";
  if (snapshot.status === "unknown") return whyUnknown(snapshot, wakesAt);
  const lacking = [];
  const holding = [];
  const say = (holds, sentence) => (holds ? holding : lacking).push(sentence);
  if (status) say(status === snapshot.status, whoIs(snapshot));
  const needsUser = features.length > 0 || atLeast !== undefined;
  if (needsUser && !snapshot.user) {
    if (!status || status === snapshot.status) lacking.push(whoIs(snapshot));
  } else {
    for (const name of features)
      say(snapshot.features[name]?.enabled === true, featureSentence(name, snapshot.features));
    if (atLeast !== undefined) say(...roleSentence(atLeast, known, isListened));
  }
  if (anyOf.length > 0) say(...anyOfSentence(anyOf, isListened, known));
  return (lacking.length > 0 ? lacking : holding).join(" ");
}

/** Whether one of them holds, and why. */
function anyOfSentence(anyOf, isListened, known) {
  const sentence = (asked) => whyOf({ asked, isListened }, known, null);
  const granted = anyOf.find((each) => stateOf(each, known) === "granted");
  return granted
    ? [true, sentence(granted)]
    : [false, `None of these holds: ${anyOf.map(sentence).join(" Nor: ")}`];
}

/** Why nothing is known. */
export function whyUnknown({ error, signOutPending, reauthenticating }, wakesAt) {
  if (error?.code === "closed")
    return "The session is closed: nothing is read any more. Did a hot reload close it?";
  const isTried = error?.code !== "wasm-unavailable" || error.retryable;
  const again = isTried && wakesAt ? `, again in ${secondsTo(wakesAt)} s` : "";
  if (signOutPending) {
    if (!error) return "Nothing is shown: a sign-out waits for its answer.";
    return `Nothing is shown: the sign-out has failed, ${failureOf(error)}${again}.`;
  }
  if (error) return `Nothing is known: ${failureOf(error)}${again}.`;
  if (reauthenticating) return "Nothing is known: reauthenticate is running.";
  return "Nothing is known yet: the first answer is awaited.";
}

/** A failure by its code, with the status behind it. */
export const failureOf = ({ code, status }) => (status ? `${code} (${status})` : code);

/** Never "in 0 s". */
const secondsTo = (time) => Math.max(1, Math.ceil((time - Date.now()) / 1000));

const whoIs = ({ status, user, reason }) =>
  status === "authenticated" ? `${user.name || "A user"} is signed in.` : SIGNED_OUT[reason];

function featureSentence(name, features) {
  const entry = features[name];
  if (entry) return `Feature ${name} has enabled: ${entry.enabled}.`;
  const listed = Object.keys(features);
  if (listed.length === 0) return `Feature ${name} is not listed: no feature is, for this user.`;
  return `Feature ${name} is not listed. ${listing(name, listed)}`;
}

/** Whether it holds, and why. */
function roleSentence(role, { snapshot: { user }, roles, refusal }, isListened) {
  if (user.userType === role) return [true, `Role ${role} is the user's own.`];
  if (refusal)
    return [
      false,
      `The role catalogue was refused (${STATUS_OF[refusal] ?? refusal}), so only ${user.userType} itself holds.`,
    ];
  if (!roles) {
    const when = isListened
      ? "it is being read, or will be again after a failure: see the log"
      : "it is read once this gate has a listener";
    return [false, `The role catalogue is not known: ${when}.`];
  }
  const rankOf = (name) => roles.find((each) => each.name === name)?.rank;
  const names = roles.map(({ name }) => name);
  for (const name of [role, user.userType])
    if (rankOf(name) === undefined)
      return [false, `Role ${name} is not in the catalogue. ${listing(name, names)}`];
  const holds = rankOf(user.userType) >= rankOf(role);
  return [holds, `Role ${user.userType} ranks ${rankOf(user.userType)}, ${role} ${rankOf(role)}.`];
}

/** What is listed in place of this name: first what looks like it. */
function listing(name, listed) {
  const alike = similar(name, listed);
  if (alike.length > 0) return `Is it misspelt? Listed is ${alike.join(", ")}.`;
  const more = listed.length - NAMES;
  const shown = listed.slice(0, NAMES).join(", ");
  return `Listed are ${shown}${more > 0 ? ` and ${more} more` : ""}.`;
}
