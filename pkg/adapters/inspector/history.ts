// The log of a session: requests, calls, messages of other tabs, publications and events. Requests from before the log began are taken from the
// browser's own notes (`PerformanceResourceTiming`). A session traces the start of a request, but its address only with the answer. So a request
// without an answer is named by a browser's note of the same moment, which may belong to another request: its name is a guess.

import type { Session, SessionError, SessionEvents } from "platform-session";
import { HAPPENINGS, MESSAGES, NEED_REASONS } from "../../entry/boundary.js";
import { changesOf } from "./changes.js";
import { type Inspected, listen } from "./inspected.js";

/** How many entries the log keeps. Older entries are dropped. */
const MOST_ENTRIES = 200;

/** The log's texts for events of the page and of sign-in windows, by name. Other events of the page are left out of the log. */
const PAGE: Record<string, string> = {
  focused: "the page has the focus",
  visible: "the page is visible",
  hidden: "the page is hidden",
  online: "the browser is online",
  offline: "the browser is offline",
  leaving: "the page is left",
  unloading: "the page is unloaded",
  restored: "the page is back",
  "window-opened": "a sign-in window has opened",
  "window-gone": "a sign-in window is back, or gone",
};

/** The log's text for a request at an address that is not known yet. */
const UNNAMED = "a request to the deployment";

/** An entry and a browser's note belong to one request if their times differ by less than this. */
const SAME_MS = 50;

/** Matches the addresses of the Identity API with the method POST. All others have GET. */
const POST_ADDRESS = /\/api\/auth\/(login|logout)$/;

const EVENTS: readonly (keyof SessionEvents)[] = [
  "signed-in",
  "signed-out",
  "identity-ended",
  "permissions-changed",
  "cookie-refused",
  "revalidation-failed",
  "expiring",
];

export interface Entry {
  /** The entry's number: a later entry has a higher one. */
  number: number;
  /** When this happened, as `Date.now()` counts. */
  at: number;
  /** "heard": a message of another tab. "said": a message to the other tabs. "event": an event of the session. "page": an event of the page. */
  kind: "request" | "call" | "heard" | "said" | "published" | "event" | "page";
  /** The text of the entry, such as the name of a request. */
  what: string;
  /** How the request or the call ended; `undefined` while it is under way. */
  outcome?: string;
  failed?: boolean;
  /** Whether this is a call of `session.fetch`. */
  isFetch?: boolean;
  /** Whether `what` is from a note of the browser, which may belong to another request. */
  isGuess?: boolean;
  /** Whether the browser's note of this request has come. The next note then belongs to another request. */
  isNoted?: boolean;
}

/** The browser's note of a request. */
interface BrowserNote extends Required<Pick<Entry, "at" | "what" | "outcome" | "failed">> {
  /** Whether the request was sent before the log began. */
  isBefore: boolean;
}

export type Log = ReturnType<typeof createHistory>;

/** Handles a trace of the session; it gets the details that follow the trace's name. */
type TraceHandler = (...details: unknown[]) => unknown;

/** Begins the log. `notify` is called after each change. */
export function createHistory(session: Session, inspected: Inspected, notify: () => void) {
  const entries: Entry[] = [];
  /** Requests and calls under way, by their numbers. */
  const requests = new Map<number, Entry>();
  const calls = new Map<number, Entry>();
  /** The requests that the engine has cancelled, and that have not ended yet. */
  const givenUp = new Set<number>();
  const deployment = originOf(session);
  let number = 0;
  let wakesAt: number | null = null;
  /** Whether the page's first read has not been traced yet. */
  let isFirst = true;
  let known = inspected.known();
  /** Since when the current user, or none, is shown. Not exact if it was so when the log began. */
  let since = { at: Date.now(), isExact: false };

  const add = (kind: Entry["kind"], what: string, more: Partial<Entry> = {}) => {
    const entry: Entry = { number: ++number, at: Date.now(), kind, what, ...more };
    entries.push(entry);
    if (entries.length > MOST_ENTRIES) entries.shift();
    return entry;
  };

  /** Notes the end of a request. `what`: its name, known from the address of the answer; `null` without an answer. */
  const endRequest = (id: number, what: string | null, outcome: string | number, failed: boolean) => {
    const entry = requests.get(id);
    if (!entry) return;
    requests.delete(id);
    // If another entry was given this name by a guess, the browser's note belonged to this request.
    const guess = what && entries.find((each) => each.isGuess && isSame(each, { what, at: entry.at }));
    if (guess) Object.assign(guess, { what: UNNAMED, isGuess: false, isNoted: false });
    Object.assign(entry, {
      isNoted: !!guess,
      what: what ?? entry.what,
      outcome: `${outcome}, ${Date.now() - entry.at} ms`,
      failed,
    });
  };

  /** Returns the name of the request that was answered from this address. For a call of `session.fetch`, the call's entry has the method. */
  const requestFrom = (url: string) => {
    if (!url) return null;
    const call = [...calls.values()].find(({ isFetch, what }) => isFetch && what.endsWith(` ${pathOf(url)}`));
    return call?.what ?? requestTo(url);
  };

  /** The handler of each trace, by its name (`LinkCallbacks.trace`). It adds or changes entries. */
  const handlers = {
    read: (id: number) => {
      // The page's first read was sent before the engine existed: `watchBrowser` adds its entry.
      if (id === 1 && isFirst) isFirst = false;
      else requests.set(id, add("request", UNNAMED));
    },
    answered: (id: number, url: string, status: number) =>
      endRequest(id, requestFrom(url), status || "a redirect", status >= 400 || status === 0),
    cancel: (id: number) => givenUp.add(id),
    lost: (id: number, aborted: boolean) => {
      const isGivenUp = givenUp.delete(id);
      endRequest(id, null, isGivenUp ? "given up" : aborted ? "no answer in time" : "no answer", !isGivenUp);
    },
    called: (id: number, about: string) => {
      const isFetch = about.includes(" ");
      const what = isFetch ? withoutQuery(about, deployment) : `${about}()`;
      if (about !== "read" && about !== "start") calls.set(id, add("call", what, { isFetch }));
    },
    ended: (id: number, outcome: string | number | undefined) => {
      const entry = calls.get(id);
      calls.delete(id);
      // A comparison with `undefined` is false.
      const failed = typeof outcome === "string" || (outcome as number) >= 400;
      if (entry)
        Object.assign(entry, { outcome: `${outcome ?? "done"}, ${Date.now() - entry.at} ms`, failed });
    },
    wake: (ms: number | undefined) => {
      wakesAt = ms === undefined ? null : Date.now() + ms;
    },
    // The cast: each number that the engine sends has a name.
    broadcast: (message: number) => add("said", HAPPENINGS[message] as string),
    reauthenticate: (reason: number) => add("event", `reauthenticate is called: ${NEED_REASONS[reason]}`),
    published: () => {
      const before = known;
      known = inspected.known();
      const { user } = known.snapshot;
      if (
        user?.id !== before.snapshot.user?.id ||
        (user === null && known.snapshot.status !== before.snapshot.status)
      )
        since = { at: Date.now(), isExact: true };
      for (const what of changesOf(before, known))
        add("published", what, { failed: what.startsWith("error") });
    },
  };

  const endListening = listen(inspected, (what, ...details) => {
    // Messages of other tabs and events of the page are traced by their index in `HAPPENINGS`, where the messages come first. Everything else
    // is traced by a name: then `HAPPENINGS[what]` is `undefined`, and `what < MESSAGES.length` is false.
    const name = HAPPENINGS[what as number] ?? (what as string);
    if ((what as number) < MESSAGES.length) add("heard", name);
    else if (Object.hasOwn(PAGE, name)) add("page", PAGE[name] as string);
    // The cast: the details of a trace are the arguments of its handler.
    else if (Object.hasOwn(handlers, name))
      (handlers[name as keyof typeof handlers] as TraceHandler)(...details);
    else return;
    notify();
  });
  const listenerAbort = new AbortController();
  for (const type of EVENTS)
    session.addEventListener(
      type,
      ({ detail }: CustomEvent<{ error?: SessionError; [more: string]: unknown }>) => {
        // The session traces a publication only after its events. In the log, the entries of the publication come before them.
        handlers.published();
        add("event", detail.error ? `${type}: ${detail.error.code}` : type, {
          failed: Boolean(detail.error),
        });
        notify();
      },
      { signal: listenerAbort.signal },
    );

  const endWatching = watchBrowser((note) => {
    if (note.isBefore) add("request", note.what, note);
    const named = entries.find((entry) => !entry.isNoted && isSame(entry, note));
    // The address of a request that ended without an answer is known only from the browser's note.
    const unnamed = entries.find((entry) => entry.outcome && isSame(entry, { ...note, what: UNNAMED }));
    if (named) named.isNoted = true;
    else if (unnamed) Object.assign(unnamed, { what: note.what, isGuess: true, isNoted: true });
    notify();
  });
  return {
    entries,
    wakesAt: () => wakesAt,
    since: () => since,
    end() {
      endListening();
      endWatching();
      listenerAbort.abort();
    },
  };
}

/** Calls `onNote` with the browser's note of each request of the Identity API, also of earlier ones. Returns a function that ends this. */
function watchBrowser(onNote: (note: BrowserNote) => void): () => void {
  const begin = performance.now();
  const observer = new PerformanceObserver((list) => {
    const isOurs = ({ name, initiatorType }: PerformanceResourceTiming) =>
      /^(fetch|link)$/.test(initiatorType) && /\/api\/(auth\/|roles$)/.test(name);
    const notes = (list.getEntries() as PerformanceResourceTiming[]).filter(isOurs);
    for (const { name, initiatorType, startTime, duration, responseStatus } of notes)
      onNote({
        isBefore: startTime < begin,
        at: performance.timeOrigin + startTime,
        // Marked, because some browsers also note the `fetch` that gets the answer of the preload.
        what: requestTo(name) + (initiatorType === "link" ? ", preloaded" : ""),
        // Some browsers do not note the status.
        outcome: `${responseStatus || "answered"}, ${Math.round(duration)} ms`,
        failed: responseStatus >= 400,
      });
  });
  observer.observe({ type: "resource", buffered: true });
  return () => observer.disconnect();
}

/** Returns the origin of the session's deployment; the page's own if the session is closed. */
function originOf(session: Session): string {
  try {
    return new URL(session.sso.url()).origin;
  } catch {
    return location.origin;
  }
}

/** Returns the path of an address, without query and fragment, which may contain a secret of the page. */
const pathOf = (url: string) => new URL(url).pathname;

/** Returns the log's name of a request of the Identity API: its method and path. */
const requestTo = (url: string) => `${POST_ADDRESS.test(url) ? "POST" : "GET"} ${pathOf(url)}`;

/** Returns "GET https://host/path?query" as "GET /path", with the origin where that is another than the deployment's. */
function withoutQuery(about: string, deployment: string): string {
  const [method, url] = about.split(" ") as [string, string];
  const { origin, pathname } = new URL(url);
  return `${method} ${origin === deployment ? "" : origin}${pathname}`;
}

/** Whether the entry is a request with this name that was sent at about this time. */
const isSame = (entry: Entry, { what, at }: Pick<Entry, "what" | "at">) =>
  entry.kind === "request" && entry.what === what && Math.abs(entry.at - at) < SAME_MS;
