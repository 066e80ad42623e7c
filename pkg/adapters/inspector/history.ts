// What happens in a session, as it happens. Nothing of before is known, but for the reads that the browser has noted.

import type { Session, SessionError, SessionEvents } from "platform-session";
import { HAPPENINGS, MESSAGES, NEED_REASONS } from "../../entry/boundary.js";
import { changesOf } from "./changes.js";
import { type Inspected, listen } from "./inspected.js";

/** Older entries are dropped. */
const LONGEST = 200;

/** What happens around the page. The rest of what is told says nothing to a reader. */
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

/** A request of which no address is known so far. */
const UNNAMED = "a request to the deployment";

/** A request is noted here and by the browser within this time. */
const SAME_MS = 50;

/** Of the Identity API. */
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
  /** Of entries; a later one has a higher one. */
  number: number;
  /** As `Date.now()` counts. */
  at: number;
  kind: "request" | "call" | "heard" | "said" | "published" | "event" | "page";
  what: string;
  /** Nothing while it is under way. */
  outcome?: string;
  failed?: boolean;
  /** A call of `session.fetch`. */
  isFetch?: boolean;
  /** Its name is from what the browser has noted at that time. */
  isGuess?: boolean;
  /** The browser's note of it has come. */
  isNoted?: boolean;
}

/** A request as the browser has noted it. */
interface Noted extends Required<Pick<Entry, "at" | "what" | "outcome" | "failed">> {
  /** It had left before the panel was there. */
  isBefore: boolean;
}

export type Log = ReturnType<typeof createHistory>;

/** Takes what is told of one happening. */
type Taking = (...about: unknown[]) => unknown;

/** `notify` is called after each change. */
export function createHistory(session: Session, inspected: Inspected, notify: () => void) {
  const entries: Entry[] = [];
  const requests = new Map<number, Entry>();
  const calls = new Map<number, Entry>();
  const givenUp = new Set<number>();
  const deployment = originOf(session);
  let number = 0;
  let wakesAt: number | null = null;
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

  /** The request that it was is known by its answer alone. */
  const requestEnded = (id: number, what: string | null, outcome: string | number, failed: boolean) => {
    const entry = requests.get(id);
    if (!entry) return;
    requests.delete(id);
    const guess = what && entries.find((each) => each.isGuess && isSame(each, { what, at: entry.at }));
    if (guess) Object.assign(guess, { what: UNNAMED, isGuess: false, isNoted: false });
    Object.assign(entry, {
      isNoted: !!guess,
      what: what ?? entry.what,
      outcome: `${outcome}, ${Date.now() - entry.at} ms`,
      failed,
    });
  };

  /** With its method: one of the page's own is a call, too. */
  const sentTo = (url: string) => {
    if (!url) return null;
    const own = [...calls.values()].find(({ isFetch, what }) => isFetch && what.endsWith(` ${pathOf(url)}`));
    return own?.what ?? requestTo(url);
  };

  /** By the name of what is told. */
  const take = {
    read: (id: number) => {
      // The page's first read had left before: `watchBrowser` has it.
      if (id === 1 && isFirst) isFirst = false;
      else requests.set(id, add("request", UNNAMED));
    },
    answered: (id: number, url: string, status: number) =>
      requestEnded(id, sentTo(url), status || "a redirect", status >= 400 || status === 0),
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
      // Nothing is not at least 400.
      const failed = typeof outcome === "string" || (outcome as number) >= 400;
      if (entry)
        Object.assign(entry, { outcome: `${outcome ?? "done"}, ${Date.now() - entry.at} ms`, failed });
    },
    wake: (ms: number | undefined) => {
      wakesAt = ms === undefined ? null : Date.now() + ms;
    },
    // Each number that is told has its name.
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
    // What happened around the session has a number. A name has no happening, and is below no number.
    const name = HAPPENINGS[what as number] ?? (what as string);
    if ((what as number) < MESSAGES.length) add("heard", name);
    else if (Object.hasOwn(PAGE, name)) add("page", PAGE[name] as string);
    // Each is told what it takes.
    else if (Object.hasOwn(take, name)) (take[name as keyof typeof take] as Taking)(...about);
    else return;
    notify();
  });
  const gone = new AbortController();
  for (const type of EVENTS)
    session.addEventListener(
      type,
      ({ detail }: CustomEvent<{ error?: SessionError; [more: string]: unknown }>) => {
        // Its publication is told of later.
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
    // A request without an answer has no address but this, unless it is that of another one.
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

/**
 * The requests of the Identity API as the browser has noted them. `isBefore`: it had left before the panel was there, as has the first
 * read, which no engine sends. Gives what ends it.
 */
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
        // Some browsers note the fetch that takes its answer, too.
        what: requestTo(name) + (initiatorType === "link" ? ", preloaded" : ""),
        // Some browsers do not say the status.
        outcome: `${responseStatus || "answered"}, ${Math.round(duration)} ms`,
        failed: responseStatus >= 400,
      });
  });
  observer.observe({ type: "resource", buffered: true });
  return () => observer.disconnect();
}

/** Of the deployment. */
function originOf(session: Session): string {
  try {
    return new URL(session.sso.url()).origin;
  } catch {
    // It is closed already.
    return location.origin;
  }
}

/** What follows the path may be a secret of the page's. */
const pathOf = (url: string) => new URL(url).pathname;

/** A request of the Identity API. */
const requestTo = (url: string) => `${POSTED.test(url) ? "POST" : "GET"} ${pathOf(url)}`;

/** "GET https://host/path?query": as "GET /path", with the origin where that is another than the deployment's. */
function withoutQuery(about: string, deployment: string): string {
  const [method, url] = about.split(" ") as [string, string];
  const { origin, pathname } = new URL(url);
  return `${method} ${origin === deployment ? "" : origin}${pathname}`;
}

/** Sent, by this name, at this time. */
const isSame = (entry: Entry, { what, at }: Pick<Entry, "what" | "at">) =>
  entry.kind === "request" && entry.what === what && Math.abs(entry.at - at) < SAME_MS;
