// The types that a session, its link and the engine share. A session's calls go to a link: in a page it passes them to the engine
// (`link.ts`), on a server it refuses them (`inert-link.ts`).

import type { ReauthenticationNeed, SessionError, SessionErrorCode } from "../index.js";
import type { Act } from "./acts.js";
import type { Settings } from "./options.js";
import type { Publication } from "./publisher.js";

/** The value with which an engine ends a call: a response, a configuration, or `null`. */
// biome-ignore lint/suspicious/noExplicitAny: each method knows the type of its own value.
export type Sent = any;

/** The function of the engine that gets a call (`src/js/engine.rs`), and its arguments between the call's number and the call's age. */
export type Begin = [act: Act, ...args: unknown[]];

/** A call of one of the session's methods. */
export interface Call {
  id: number;
  /** The method's name; "incomplete": a sign-in without e-mail address or password; "start": a call that only waits for an engine. */
  kind: string;
  /** `undefined`: the call ends as soon as an engine runs. */
  begin: Begin | undefined;
}

/** Passes on what the page calls and what happens to it. A `happening` is a number of `HAPPENINGS` (`boundary.ts`). */
export interface Link {
  /** Begins the session. `initial`: what a server read for this page. */
  open(initial: Publication | null): void;
  call(call: Call): void;
  /** Tells that the signal of the call with this number has fired. */
  abort(id: number): void;
  /** Takes in what has happened, also before an engine runs. */
  handleEvent(happening: number): void;
  /** Returns how often the page has left for the back/forward cache. */
  leaves(): number;
  /** Whether an engine runs. */
  isRunning(): boolean;
  /** Whether the session has ended: it was closed, or no engine can run. */
  isOver(): boolean;
  /** Throws an error with the code that the session ended with. Does not throw for the code `allowed`, nor before the end. */
  assertOpen(allowed?: SessionErrorCode): void;
  /** Throws an error that says why no engine runs. */
  assertRunning(): void;
  /** The engine's check of return URLs (`single-sign-on.ts`). */
  mayReturnTo(raw: string, origin: string, isListedOrigin: boolean, path: string): boolean;
  close(): void;
}

/** The functions of a session that its link calls: `create-session.ts`. */
export interface LinkCallbacks {
  /** Tells an inspector what happens: a name or a number, then details. Nothing secret is passed. */
  trace(...what: unknown[]): void;
  /** Publishes what the engine says, or, while none runs, what the link itself shows. */
  publish(publication: Publication): void;
  /** Tells that the WebAssembly did not load; the link loads it again later. */
  failed(error: SessionError): void;
  /** Tells that the session is over. */
  over(error: SessionError): void;
  /** Ends a call. `error`: `null` if the call succeeded. `sent`: what the engine sends for it. */
  settle(id: number, error: SessionError | null, sent?: Sent): void;
  /** Calls the page's `reauthenticate`. `user`: the id of the user to sign in again, where that is known. */
  reauthenticate(reason: ReauthenticationNeed["reason"], user: number | undefined): Promise<void>;
}

/** The functions that load the WebAssembly (`module.ts`). */
export type Module = Pick<typeof import("./module.js"), "loadInstance" | "mayComeLater">;

/**
 * A call, a happening, or the end of the first read. An engine that runs gets it at once (`engine.ts`, `take`); before one runs, it waits
 * in the link's journal.
 */
export interface Entry {
  /** The happening's number, or the call's kind; empty for the end of the first read. */
  kind: string | number;
  /** The function of the engine that gets this entry; `undefined` for a call that only waits for an engine. */
  act: Act | undefined;
  /** The arguments of `act` before the age. An `Answer` at the end of the list is passed after the age, as what it says (`records.ts`). */
  args: unknown[];
  /** The number of the call that waits; 0 or `undefined` if none does. */
  id: number | undefined;
  /** Returns how many milliseconds ago it happened. */
  age: () => number;
}

/** The state of the page when the session was created. The engine begins with it, and is told its age (`src/js/engine.rs`, `begin`). */
export interface Page extends Settings {
  /** Whether the page has passed `reauthenticate`. */
  reauthenticates: boolean;
  hidden: boolean;
  offline: boolean;
  /** What a server read for this page, if that is shown. */
  shown: Publication | null;
  /** Returns how many milliseconds ago this was the state. */
  age: () => number;
}
