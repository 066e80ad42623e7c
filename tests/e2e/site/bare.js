// A page with nothing but a session, for the tests that drive the package itself.
// `?options=` holds the options of `createSession` as JSON; `?idle` leaves starting a session to the test.
import * as platformSession from "./pkg/index.js";

const EVENTS = ["signed-in", "signed-out", "permissions-changed", "cookie-refused", "revalidation-failed"];

globalThis.bare = { platformSession, start, outcome, plain, plainError, plainEvents, deeply, holdModule };

const query = new URLSearchParams(location.search);
if (!query.has("idle")) {
  globalThis.seen = start(JSON.parse(query.get("options") ?? "{}"));
  globalThis.session = seen.session;
}

/** Starts a session, and records its snapshots and events from the turn of its creation on. */
function start(options) {
  const session = platformSession.createSession(options);
  const seen = { session, snapshots: [], events: [], ready: "pending" };
  seen.atCreation = {
    snapshot: plain(session.snapshot),
    can: session.permissions.can("chat-history"),
    state: session.permissions.state("chat-history"),
    entry: session.permissions.get("chat-history") ?? null,
  };
  session.subscribe((snapshot) => seen.snapshots.push(snapshot));
  for (const type of EVENTS) session.addEventListener(type, (event) => seen.events.push(event));
  return seen;
}

/** Returns the WebAssembly for the option `wasm`, as an answer that has no bytes before `release` is called. */
async function holdModule() {
  const bytes = await (await fetch("/pkg/wasm/platform_session_bg.wasm")).arrayBuffer();
  let release;
  const held = new ReadableStream({
    start(controller) {
      release = () => {
        controller.enqueue(new Uint8Array(bytes));
        controller.close();
      };
    },
  });
  return { wasm: new Response(held, { headers: { "content-type": "application/wasm" } }), release };
}

/** Returns how a promise ended, as plain data: `{ value }` or `{ error }`. */
function outcome(promise) {
  return promise.then(
    (value) => ({ value: value === undefined ? null : value?.status ? plain(value) : value }),
    (error) => ({ error: plainError(error) }),
  );
}

function plain(snapshot) {
  return {
    ...snapshot,
    features: { ...snapshot.features },
    error: snapshot.error && plainError(snapshot.error),
  };
}

/** Returns an error as plain data; one that is no `SessionError` as a text, which a failing test then shows. */
function plainError(error) {
  if (!platformSession.isSessionError(error)) return { foreign: String(error?.stack ?? error) };
  const { name, code, status, retryable, retryAfterMs } = error;
  return { name, code, status, retryable, retryAfterMs };
}

function plainEvents(events) {
  return events.map(({ type, detail }) => ({
    type,
    detail: detail.error ? { error: plainError(detail.error) } : structuredClone(detail),
  }));
}

/** Visits everything that can be reached from `root` by properties, prototypes, symbols, getters, maps and sets. */
function deeply(root, visit) {
  const met = new Set();
  const queue = [root];
  while (queue.length > 0) {
    const value = queue.pop();
    visit(value);
    if (value === null || (typeof value !== "object" && typeof value !== "function") || met.has(value))
      continue;
    met.add(value);
    if (value instanceof Map) queue.push(...value.keys(), ...value.values());
    if (value instanceof Set) queue.push(...value);
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      queue.push(typeof key === "symbol" ? key.description : key);
      try {
        queue.push(value[key]);
      } catch {
        // A getter of a prototype refuses to be read on the prototype itself; on the instance it was read.
      }
    }
  }
}
