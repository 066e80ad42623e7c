// The one kind of error that the package throws or rejects with.

import type { SessionCall, SessionErrorCode, SessionError as Shown } from "../index.js";
import { CODES } from "./boundary.js";
import { define } from "./define.js";

/** The symbol with which every copy of the package marks its errors, in every realm. */
const MARK = Symbol.for("platform-session.SessionError");

/** A code of errors that JavaScript makes without the engine. No error has "not-found": `session.fetch` resolves with a 404. */
export type OwnCode = (typeof OWN_CODES)[number];
const OWN_CODES = [
  "sso-unavailable",
  "invalid-return-url",
  "popup-blocked",
  "popup-closed",
  "wasm-unavailable",
  "not-ready",
  "not-found",
] as const;

/** Every code that the declarations name. */
export const ALL_CODES: readonly SessionErrorCode[] = [...CODES, ...OWN_CODES];

/** Codes that mean no fault: the caller, the user or a newer call has ended the call. */
const EXPECTED: SessionErrorCode[] = ["popup-closed", "aborted", "superseded", "closed"];

/** A text for the message of each code that does not itself say what to do. */
const ADVICE: { __proto__: null; [code: string]: string | null } = {
  __proto__: null,
  "foreign-url": ": session.fetch takes paths under /api/, /agent-hub-api/, /networks-api/ and /data-api/",
  "not-ready": ": await session.ready",
};

interface Details {
  status?: number | null;
  retryable?: boolean;
  retryAfterMs?: number | null;
  /** The method that failed. */
  call?: SessionCall | null;
  /** The stack of the place where the method was called. */
  stack?: string | undefined;
  cause?: unknown;
}

export class SessionError extends Error implements Shown {
  declare readonly name: "SessionError";
  readonly code!: SessionErrorCode;
  readonly status: number | null = null;
  readonly retryable: boolean = false;
  readonly retryAfterMs: number | null = null;
  readonly call: SessionCall | null = null;
  readonly expected!: boolean;
  constructor(code: SessionErrorCode, details?: Details) {
    const { cause, stack, ...given } = { __proto__: null, ...details };
    // No message holds anything of the request or its answer.
    super(code.replaceAll("-", " ") + (ADVICE[code] ?? ""), cause ? { __proto__: null, cause } : undefined);
    Object.assign(this, given, { code, expected: EXPECTED.includes(code) });
    // V8 puts the error's own text into the first line of `stack`, and other engines do not. The page may have made `stack` no string.
    if (typeof stack === "string")
      define(this, { stack: { value: stack.replace(/^.*(?=\n +at )/, `${this}`) } });
    // The error is not frozen: frameworks and error reporters add members to it.
    for (const name of Object.keys(this)) define(this, { [name]: { writable: false, configurable: false } });
  }
}
define(SessionError.prototype, {
  name: { value: "SessionError" },
  [MARK]: { value: true },
});

/** Returns a copy of the error, for one caller alone; `details` replace members of it. */
export const copyOf = (error: Shown, details?: Details) =>
  new SessionError(error.code, { ...error, cause: error.cause, ...details });

export function isSessionError(value: unknown): value is SessionError {
  return typeof value === "object" && value !== null && (value as { [MARK]?: unknown })[MARK] === true;
}
