// Reads what the engine sends: lists of cells, each a number, a boolean or `null`, in the order in which `src/js/wire.rs` writes them.

import {
  CODES,
  type Code,
  REASONS,
  type Reason,
  SESSION_EVENTS,
  type SessionEventType,
  STATUSES,
  type Status,
} from "../entry/boundary.js";
import type { Publication, PublishedEvent } from "../entry/publisher.js";
import { SessionError } from "../entry/session-error.js";
import { type Content, NO_CONTENT, NO_FEATURES } from "../entry/snapshot.js";
import type { Company } from "../index.js";
import type { Records } from "./records.js";

/** The cells of one publication, in the order in which the engine writes them. */
// biome-ignore lint/suspicious/noExplicitAny: the type of a cell depends on its position.
export type Cells = readonly any[];

/** Reads one publication. `records` has the values that the engine knows by numbers; `cause`: the browser's own error behind a lost request. */
export function readPublication(
  cells: Cells,
  records: Pick<Records, "of" | "retain">,
  cause?: Error,
): Publication {
  const { read, optional, failure } = reader(cells, cause);
  /** The numbers of the values that are shown, in the order in which `retain` takes them. */
  const shown: number[] = [];
  /** Reads the number of a value that is shown, and returns that value. */
  const readValue = () => {
    const number = read();
    shown.push(number);
    return records.of(number);
  };
  const publication: Publication = {
    identity: read(),
    status: STATUSES[read()] as Status,
    reason: optional((number) => REASONS[number] as Reason),
    stale: read(),
    error: optional(failure),
    ...withCompany(readValue() ?? NO_CONTENT, readValue()),
    rolesChanged: read(),
    roles: readValue(),
    rolesRefusal: optional((code) => CODES[code] as Code),
    features: readValue() ?? NO_FEATURES,
    sessionEvents: [...Array(read())].map(() => readSessionEvent(read, failure)),
    signOutPending: read(),
    reauthenticating: read(),
    expiresAt: read(),
  };
  records.retain(...(shown as Parameters<Records["retain"]>));
  return publication;
}

export function readFailure(cells: Cells, cause?: Error): SessionError {
  const { read, failure } = reader(cells, cause);
  return failure(read());
}

/** Returns functions that read the cells one after another, from the first. */
function reader(cells: Cells, cause: Error | undefined) {
  let position = 0;
  const read = () => cells[position++];
  /** Reads a value that may be missing: then it takes one cell, `null`. `make` gets the first cell, and may read more. */
  const optional = <Value>(make: (first: number) => Value): Value | null => {
    const first = read();
    return first === null ? null : make(first);
  };
  const failure = (number: number) => {
    const code = CODES[number] as Code;
    return new SessionError(code, {
      // 0 for a redirect that is not followed: the browser hides its status from scripts.
      status: read() || null,
      retryAfterMs: read(),
      retryable: read(),
      // A call that ends with this error replaces `call` by its own name (`pkg/entry/method.ts`).
      call: code === "closed" ? null : "read",
      cause: code === "network" ? cause : undefined,
    });
  };
  return { read, optional, failure };
}

type Reader = ReturnType<typeof reader>;

/** Adds the company to the user. Without a company the user stays the same object, so that comparing it is quick. */
const withCompany = (content: Content, company: Company | null): Content =>
  content.user && company ? { ...content, user: { ...content.user, company } } : content;

function readSessionEvent(read: Reader["read"], failure: Reader["failure"]): PublishedEvent {
  const type = SESSION_EVENTS[read()] as SessionEventType;
  if (type === "signed-out") return { type, reason: REASONS[read()] as Reason };
  const isFailure = type === "cookie-refused" || type === "revalidation-failed";
  return isFailure ? { type, error: failure(read()) } : { type };
}
