// The log of what happens in a session. Of the time before the log began, only the requests are known that the browser has noted
// (`PerformanceResourceTiming`). A session tells of a request as it begins, but of its address with the answer alone; so a request
// without an answer gets its name from the browser's note, which is a guess: another request may have been sent at the same moment.

import type { Session, SessionError, SessionEvents } from "platform-session";
import { HAPPENINGS, MESSAGES, NEED_REASONS } from "../../entry/boundary.js";
import { changesOf } from "./changes.js";
import { type Inspected, listen } from "./inspected.js";

/** How many entries the log keeps: older ones are dropped. */
const LONGEST = 200;

/** The events around the page, by name, with the log's words for them. Events that are not listed here are left out of the log. */
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

/** The log's words for a request with an address that is not known so far. */
const UNNAMED = "a request to the deployment";

/** An entry and a note of the browser are of one request if their times differ by less. */
const SAME_MS = 50;

/** The paths of the Identity API that are asked by POST. All others are asked by GET. */
const POSTED = /\/api\/auth\/(login|logout)$/;

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
  /** "heard": a message of another tab. "said": a message to the other tabs. "event": one of the session. "page": one of the page. */
  kind: "request" | "call" | "heard" | "said" | "published" | "event" | "page";
  what: string;
  /** How the request or the call ended; `undefined` while it is under way. */
  outcome?: string;
  failed?: boolean;
  /** Whether this is a call of `session.fetch`. */
  isFetch?: boolean;
  /** Whether `what` is from a note of the browser, which may be of another request. */
  isGuess?: boolean;
  /** Whether the browser's note of this request has come: the next note is then of another request. */
  isNoted?: boolean;
}

/** A request as the browser has noted it. */
interface Noted extends Required<Pick<Entry, "at" | "what" | "outcome" | "failed">> {
  /** Whether the request had left before the panel was there. */
  isBefore: boolean;
}

export type Log = ReturnType<typeof createHistory>;

/** A function that takes what the session tells beside a name. */
type Taking = (...about: unknown[]) => unknown;

/** Begins the log. `notify` is called after each change. */
export function createHistory(session: Session, inspected: Inspected, notify: () => void) {
  const entries: Entry[] = [];
  /** Requests and calls under way, by their numbers. */
  const requests = new Map<number, Entry>();
  const calls = new Map<number, Entry>();
  /** The requests that the engine has given up, and which have not ended yet. */
  const givenUp = new Set<number>();
  const deployment = originOf(session);
  let number = 0;
  let wakesAt: number | null = null;
  /** Whether the session has not told of the page's first read yet. */
  let isFirst = true;
  let known = inspected.known();
  /** When the user who is shown was first seen here. */
  let since = { at: Date.now(), isExact: false };

  const add = (kind: Entry["kind"], what: string, more: Partial<Entry> = {}) => {
    const entry: Entry = { number: ++number, at: Date.now(), kind, what, ...more };
    entries.push(entry);
    if (entries.length > LONGEST) entries.shift();
    return entry;
  };

  /** Notes the end of a request. `what`: which one it was, if its answer tells; else `null`. */
  const requestEnded = (id: number, what: string | null, outcome: string | number, failed: boolean) => {
    const entry = requests.get(id);
    if (!entry) return;
    requests.delete(id);
    // If another entry has got this name from a note of the browser, that note was of this request.
    const guess = what && entries.find((each) => each.isGuess && isSame(each, { what, at: entry.at }));
    if (guess) Object.assign(guess, { what: UNNAMED, isGuess: false, isNoted: false });
    Object.assign(entry, {
      isNoted: !!guess,
      what: what ?? entry.what,
      outcome: `${outcome}, ${Date.now() - entry.at} ms`,
      failed,
    });
  };

  /** Returns which request was answered from this address. A request of the page's own is a call, too, which tells its method. */
  const requestFrom = (url: string) => {
    if (!url) return null;
    const own = [...calls.values()].find(({ isFetch, what }) => isFetch && what.endsWith(` ${pathOf(url)}`));
    return own?.what ?? requestTo(url);
  };

  /** A function for each name under which the session tells what happens (`LinkCallbacks.trace`): it makes entries of it. */
  const take = {
    read: (id: number) => {
      // The page's first read left before the engine was there: `watchBrowser` enters it.
      if (id === 1 && isFirst) isFirst = false;
      else requests.set(id, add("request", UNNAMED));
    },
    answered: (id: number, url: string, status: number) =>
      requestEnded(id, requestFrom(url), status || "a redirect", status >= 400 || status === 0),
    cancel: (id: number) => givenUp.add(id),
    lost: (id: number, aborted: boolean) => {
      const isGivenUp = givenUp.delete(id);
      requestEnded(
        id,
        null,
        isGivenUp ? "given up" : aborted ? "no answer in time" : "no answer",
        !isGivenUp,
      );
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
    // Each number that the engine sends has a name.
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

  const end = listen(inspected, (what, ...about) => {
    // Messages of other tabs and events of the page are traced by their numbers among `HAPPENINGS`, where the messages come first. All else
    // is traced by a name: then `HAPPENINGS[what]` is `undefined`, and `what < MESSAGES.length` is false.
    const name = HAPPENINGS[what as number] ?? (what as string);
    if ((what as number) < MESSAGES.length) add("heard", name);
    else if (Object.hasOwn(PAGE, name)) add("page", PAGE[name] as string);
    // With each name come the arguments that its function takes.
    else if (Object.hasOwn(take, name)) (take[name as keyof typeof take] as Taking)(...about);
    else return;
    notify();
  });
  const gone = new AbortController();
  for (const type of EVENTS)
    session.addEventListener(
      type,
      ({ detail }: CustomEvent<{ error?: SessionError; [more: string]: unknown }>) => {
        // The session tells of the publication only after its events. In the log what it changed stands before them.
        take.published();
        add("event", detail.error ? `${type}: ${detail.error.code}` : type, {
          failed: Boolean(detail.error),
        });
        notify();
      },
      { signal: gone.signal },
    );

  const endOfBrowser = watchBrowser((noted) => {
    if (noted.isBefore) add("request", noted.what, noted);
    const known = entries.find((entry) => !entry.isNoted && isSame(entry, noted));
    // A request that ended without an answer has no address but the one that the browser has noted.
    const unnamed = entries.find((entry) => entry.outcome && isSame(entry, { ...noted, what: UNNAMED }));
    if (known) known.isNoted = true;
    else if (unnamed) Object.assign(unnamed, { what: noted.what, isGuess: true, isNoted: true });
    notify();
  });
  return {
    entries,
    wakesAt: () => wakesAt,
    since: () => since,
    end() {
      end();
      endOfBrowser();
      gone.abort();
    },
  };
}

/** Calls `take` with each request of the Identity API that the browser notes, or has noted before. Returns the function that ends it. */
function watchBrowser(take: (noted: Noted) => void): () => void {
  const opened = performance.now();
  const observer = new PerformanceObserver((list) => {
    const isOurs = ({ name, initiatorType }: PerformanceResourceTiming) =>
      /^(fetch|link)$/.test(initiatorType) && /\/api\/(auth\/|roles$)/.test(name);
    const noted = (list.getEntries() as PerformanceResourceTiming[]).filter(isOurs);
    for (const { name, initiatorType, startTime, duration, responseStatus } of noted)
      take({
        isBefore: startTime < opened,
        at: performance.timeOrigin + startTime,
        // Some browsers note the `fetch` that gets the answer of a preload as a request, too.
        what: requestTo(name) + (initiatorType === "link" ? ", preloaded" : ""),
        // Some browsers do not say the status.
        outcome: `${responseStatus || "answered"}, ${Math.round(duration)} ms`,
        failed: responseStatus >= 400,
      });
  });
  observer.observe({ type: "resource", buffered: true });
  return () => observer.disconnect();
}

/** The origin of the session's deployment. */
function originOf(session: Session): string {
  try {
    return new URL(session.sso.url()).origin;
  } catch {
    // The session is closed already.
    return location.origin;
  }
}

/** Returns an address without its query and fragment, which may hold a secret of the page. */
const pathOf = (url: string) => new URL(url).pathname;

/** Returns the name of a request of the Identity API. */
const requestTo = (url: string) => `${POSTED.test(url) ? "POST" : "GET"} ${pathOf(url)}`;

/** Returns "GET https://host/path?query" as "GET /path", with the origin where that is another than the deployment's. */
function withoutQuery(about: string, deployment: string): string {
  const [method, url] = about.split(" ") as [string, string];
  const { origin, pathname } = new URL(url);
  return `${method} ${origin === deployment ? "" : origin}${pathname}`;
}

/** Whether the entry is of a request of this name, sent at this time. */
const isSame = (entry: Entry, { what, at }: Pick<Entry, "what" | "at">) =>
  entry.kind === "request" && entry.what === what && Math.abs(entry.at - at) < SAME_MS;
