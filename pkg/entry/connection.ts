// What a session, its link and the engine know of each other. The link of a page is `link.ts`, that of a server `inert-link.ts`.

import type { ReauthenticationNeed, SessionError, SessionErrorCode } from "../index.js";
import type { Act } from "./acts.js";
import type { Sent } from "./calls.js";
import type { Settings } from "./options.js";
import type { Publication } from "./publisher.js";

/** How a call begins: the function of the engine that gets it (`src/js/engine.rs`), and its arguments between the call's number and its age. */
export type Begin = [act: Act, ...args: unknown[]];

/** A call of the page's. */
export interface Call {
  id: number;
  /** The method's name; "incomplete": a sign-in that lacks something; "start": a call that waits for an engine. */
  kind: string;
  /** `undefined`: the call ends as an engine gets it. */
  begin: Begin | undefined;
}

/** The way to whatever decides. */
export interface Link {
  /** Begins the session. `initial`: what a server handed over. */
  open(initial: Publication | null): void;
  call(call: Call): void;
  /** Tells that the signal of the call with this number has fired. */
  abort(id: number): void;
  /** Takes in what has happened. `happening`: its number. */
  handleEvent(happening: number): void;
  /** Tells the engine what has happened, if one runs. */
  forward(happening: number): void;
  /** How often the page has left for the back/forward cache. */
  leaves(): number;
  isRunning(): boolean;
  isOver(): boolean;
  /** Throws what says why the session is over, unless that is all right. */
  assertOpen(allowed?: SessionErrorCode): void;
  /** Throws what says why no engine runs. */
  assertRunning(): void;
  /** The engine's check of return URLs. */
  mayReturnTo(raw: string, origin: string, allowed: boolean, path: string): boolean;
  close(): void;
}

/** The functions of a session that its link calls: `create-session.ts`. */
export interface LinkCallbacks {
  /** Tells an inspector what happens, by its name or number. Nothing secret is passed. */
  trace(...what: unknown[]): void;
  /** Publishes what is shown while no engine runs. */
  show(publication: Publication): void;
  /** Tells that an engine runs. */
  started(): void;
  /** Publishes what an engine says. */
  publish(publication: Publication): void;
  /** Tells that the module did not come; it is asked for again. */
  failed(error: SessionError): void;
  /** Tells that the session is over. */
  over(error: SessionError): void;
  /** Ends a call. `error`: `null` where it went well. */
  settle(id: number, error: SessionError | null, sent?: Sent): void;
  /** Ends a call that no engine has got. */
  refuse(id: number, error: SessionError): void;
  /** Calls the page's `reauthenticate`. `user`: the id of the user to sign in again, where that is known. */
  reauthenticate(reason: ReauthenticationNeed["reason"], user: number | undefined): Promise<void>;
}

/** The functions that make instances (`module.ts`). */
export type Module = Pick<typeof import("./module.js"), "loadInstance" | "mayComeLater">;

/** One thing that happens: the engine takes it at once (`engine.ts`, `take`), or once it runs, from the journal. */
export interface Entry {
  /** The number of what happened, or which call it is; empty: the end of the first read. */
  kind: string | number;
  /** The function of the engine that gets this entry, and its arguments before the age. If the entry is an answer, the `Answer` follows the age. */
  act: Act | undefined;
  args: unknown[];
  /** The number of the call that waits. */
  id: number | undefined;
  age: () => number;
}

/** The state of the page that the engine begins with, `ageMs` after it was so (`src/js/engine.rs`, `begin`). */
export interface Page extends Settings {
  reauthenticates: boolean;
  hidden: boolean;
  offline: boolean;
  /** The part of what a server handed over that is shown. */
  shown: Publication | null;
  age: () => number;
}
