// What a session, its link and the engine know of each other. The link of a page is `link.ts`, that of a server `inert-link.ts`.

import type { ReauthenticationNeed, SessionError, SessionErrorCode } from "../index.js";
import type { Act } from "./acts.js";
import type { Sent } from "./calls.js";
import type { Settings } from "./options.js";
import type { Publication } from "./publisher.js";

/** Which function of the engine gets it (`src/js/engine.rs`), and what that takes between the number of the call and its age. */
export type Begin = [act: Act, ...args: unknown[]];

/** A call of the page's. */
export interface Call {
  id: number;
  /** Which method it is; "incomplete": a sign-in that lacks something; "start": one that waits for an engine. */
  kind: string;
  /** `undefined`: it ends as an engine gets it. */
  begin: Begin | undefined;
}

/** The way to whatever decides. */
export interface Link {
  /** The session begins. `initial`: what a server handed over. */
  open(initial: Publication | null): void;
  call(call: Call): void;
  /** The call of this number is aborted by its signal. */
  abort(id: number): void;
  /** `happening`: its number. */
  handleEvent(happening: number): void;
  /** Tells the engine, if one runs. */
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

/** What a link calls of its session: `create-session.ts`. */
export interface LinkCallbacks {
  /** What happens, by its name or number, for an inspector. Nothing secret. */
  trace(...what: unknown[]): void;
  /** Publishes what is shown while no engine runs. */
  show(publication: Publication): void;
  /** An engine runs. */
  started(): void;
  /** Publishes what an engine says. */
  publish(publication: Publication): void;
  /** The module did not come; it is asked for again. */
  failed(error: SessionError): void;
  /** The session is over. */
  over(error: SessionError): void;
  /** A call has ended. `error`: `null` where it went well. */
  settle(id: number, error: SessionError | null, sent?: Sent): void;
  /** A call has ended before an engine got it. */
  refuse(id: number, error: SessionError): void;
  /** `user`: the id of the user to sign in again, where that is known. */
  reauthenticate(reason: ReauthenticationNeed["reason"], user: number | undefined): Promise<void>;
}

/** What makes instances (`module.ts`). */
export type Module = Pick<typeof import("./module.js"), "loadInstance" | "mayComeLater">;

/** What happens: the engine takes it at once (`engine.ts`, `take`), or once it runs, from the journal. */
export interface Entry {
  /** The number of what happened, or which call it is; empty: the end of the first read. */
  kind: string | number;
  /** The function of the engine that gets it, and what that takes before its age; where it is an answer, the `Answer` follows that. */
  act: Act | undefined;
  args: unknown[];
  /** Of the call that waits. */
  id: number | undefined;
  age: () => number;
}

/** What the engine begins with, `ageMs` after it was so (`src/js/engine.rs`, `begin`). */
export interface Page extends Settings {
  reauthenticates: boolean;
  hidden: boolean;
  offline: boolean;
  /** What is shown of what a server handed over. */
  shown: Publication | null;
  age: () => number;
}
