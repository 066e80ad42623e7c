// Sentences that say why a gate is open, closed or unknown. They follow `stateOf` in `pkg/entry/gate.ts` line by line.

import type {
  FeatureMap,
  SessionError,
  SessionErrorCode,
  SessionSnapshot,
  SignedOutReason,
  User,
} from "platform-session";
import { type Asked, type Known, stateOf } from "../../entry/gate.js";
import type { Held } from "./gates.js";
import { similar } from "./similar.js";

/** A snapshot, with a type that says which members are `null` in which status; the public type says so only in comments. */
export type ByStatus = SessionSnapshot &
  (
    | { status: "authenticated"; user: User; reason: null }
    | { status: "unauthenticated"; user: null; reason: SignedOutReason }
    | { status: "unknown"; user: null; reason: null }
  );

/** The HTTP status with which the deployment refused the role catalogue, by the error code. */
const STATUS_OF: { [Code in SessionErrorCode]?: number } = {
  unauthenticated: 401,
  forbidden: 403,
  "not-supported": 404,
};

/** A sentence for each reason why no user is signed in. */
export const SIGNED_OUT: Record<SignedOutReason, string> = {
  "no-session": "No user is signed in.",
  "signed-out": "No user is signed in: there was a sign-out.",
  expired: "No user is signed in: the sign-in was 24 hours ago.",
  deactivated: "No user is signed in: the account is deactivated.",
  ended: "No user is signed in: the session has ended.",
};

/** How many names a sentence lists at most. */
const MOST_NAMES = 6;

/** Returns why a gate is open, closed or unknown. `wakesAt`: when the session acts by itself again, as `Date.now()` counts. */
export function whyOf(
  { asked, isListened }: Pick<Held, "asked" | "isListened">,
  known: Known,
  wakesAt: number | null,
): string {
  const { snapshot } = known;
  const { never, features, atLeast, status, anyOf } = asked;
  if (never)
    return "A condition is missing, empty, undefined or of an unknown name: such a gate never opens.";
  if (snapshot.status === "unknown") return whyUnknown(snapshot, wakesAt);
  const lacking: string[] = [];
  const holding: string[] = [];
  const add = (holds: boolean, sentence: string) => (holds ? holding : lacking).push(sentence);
  if (status) add(status === snapshot.status, userSentence(snapshot as KnownSnapshot));
  const needsUser = features.length > 0 || atLeast !== undefined;
  if (needsUser && !snapshot.user) {
    if (!status || status === snapshot.status) lacking.push(userSentence(snapshot as KnownSnapshot));
  } else {
    for (const name of features)
      add(snapshot.features[name]?.enabled === true, featureSentence(name, snapshot.features));
    if (atLeast !== undefined) add(...roleSentence(atLeast, known as KnownUser, isListened));
  }
  if (anyOf.length > 0) add(...anyOfSentence(anyOf, isListened, known));
  return (lacking.length > 0 ? lacking : holding).join(" ");
}

/** Whether a condition holds, and why. */
type Judgement = [holds: boolean, sentence: string];

/** Returns whether one of the conditions in `anyOf` holds, and why. */
function anyOfSentence(anyOf: readonly Asked[], isListened: boolean, known: Known): Judgement {
  const sentence = (asked: Asked) => whyOf({ asked, isListened }, known, null);
  const granted = anyOf.find((each) => stateOf(each, known) === "granted");
  return granted
    ? [true, sentence(granted)]
    : [false, `None of these holds: ${anyOf.map(sentence).join(" Nor: ")}`];
}

/** Returns why the session is unknown. */
export function whyUnknown(
  { error, signOutPending, reauthenticating }: SessionSnapshot,
  wakesAt: number | null,
): string {
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

/** Returns a failure as a text: its code, with the HTTP status if there is one. */
export const failureOf = ({ code, status }: SessionError) => (status ? `${code} (${status})` : code);

/** Returns the seconds until a time, at least 1: a sentence never says "in 0 s". */
const secondsTo = (time: number) => Math.max(1, Math.ceil((time - Date.now()) / 1000));

const userSentence = ({ status, user, reason }: KnownSnapshot) =>
  status === "authenticated" ? `${user.name || "A user"} is signed in.` : SIGNED_OUT[reason];

function featureSentence(name: string, features: FeatureMap): string {
  const entry = features[name];
  if (entry) return `Feature ${name} has enabled: ${entry.enabled}.`;
  const listed = Object.keys(features);
  if (listed.length === 0) return `Feature ${name} is not listed: no feature is, for this user.`;
  return `Feature ${name} is not listed. ${listing(name, listed)}`;
}

/** A snapshot with another status than "unknown". */
type KnownSnapshot = Exclude<ByStatus, { status: "unknown" }>;
type KnownUser = Known & { snapshot: { user: User } };

function roleSentence(
  role: string,
  { snapshot: { user }, roles, refusal }: KnownUser,
  isListened: boolean,
): Judgement {
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
  const rankOf = (name: string) => roles.find((each) => each.name === name)?.rank;
  const names = roles.map(({ name }) => name);
  for (const name of [role, user.userType])
    if (rankOf(name) === undefined)
      return [false, `Role ${name} is not in the catalogue. ${listing(name, names)}`];
  // Both roles are in the catalogue.
  const holds = (rankOf(user.userType) as number) >= (rankOf(role) as number);
  return [holds, `Role ${user.userType} ranks ${rankOf(user.userType)}, ${role} ${rankOf(role)}.`];
}

/** Returns a sentence about a name that is not listed: which similar names are, or else which names are. */
function listing(name: string, listed: string[]): string {
  const alike = similar(name, listed);
  if (alike.length > 0) return `Is it misspelt? Listed is ${alike.join(", ")}.`;
  const more = listed.length - MOST_NAMES;
  const shown = listed.slice(0, MOST_NAMES).join(", ");
  return `Listed are ${shown}${more > 0 ? ` and ${more} more` : ""}.`;
}
