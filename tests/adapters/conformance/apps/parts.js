// What the views of all frameworks share. Each framework has these views, with elements of these ids:
// - `View`: `gate`, a gate with the conditions; `can`, `state`, `reading` and `status`, the text of a value each; `typed`, a field with the
//   identity's key; `out`, a button that signs out.
// - `Menu`: `menu`, the granted features of `ITEMS`; `states`, the states of all of them; `listed`, the names that the deployment lists; `why`,
//   the state of `GATE` and the error behind it; `request`, the open request to sign in again; `number`, the number of the current listener.
// - `Drafts`: three fields. `bounded` is in an `IdentityBoundary` alone; `signed-in` in a `SignedIn` alone, which else shows "signed out" or
//   "pending"; `gated` in a gate within that `SignedIn`, which else shows "closed".
// - `InPlace`: four `SignedIn`. One without `fallback` and `pending`, around the field `signed-in`; one with `fallback` only and one with `pending` only,
//   which have elements of these ids; and one with both, but empty.
// - `Home`: `address`, the page's address as the element was built, within an `IdentityBoundary` with the home "/home".

export const ITEMS = ["chat-history", "report-analysis", "scrum-team-agent"];
export const GATE = { feature: "chat-history", atLeast: "expert" };

/** How often each element was rendered, by its id. */
export const renders = {};

/** Counts a rendering of the element with this id, and returns its text. */
export function shown(id, text) {
  renders[id] = (renders[id] ?? 0) + 1;
  return text;
}

export const readingOf = ({ state, limit }) => `${state} ${JSON.stringify(limit)}`;
export const statusOf = ({ status, user }) => `${status} ${user?.name ?? ""}`;
export const menuOf = ({ can }) => ITEMS.filter((name) => can(name)).join(" ");
export const statesOf = ({ state }) => ITEMS.map((name) => state(name)).join(" ");
export const listedOf = (features) => Object.keys(features).sort().join(" ");
export const whyOf = ({ state, granted, error }) => `${state} ${granted} ${error}`;
export const requestOf = (request) => (request ? `${request.reason} ${request.user.name}` : "nothing");

/** Returns the part of the page's address that a router reads. */
export const addressNow = () => location.pathname + location.search;

/** Makes a stand-in for `createReauthentication()` that counts its listeners. */
function createRequests() {
  const listeners = new Set();
  let value = null;
  return {
    get value() {
      return value;
    },
    set(next) {
      value = next;
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(value);
      const end = () => void listeners.delete(listener);
      return Object.assign(end, { unsubscribe: end });
    },
    listeners: () => listeners.size,
  };
}

export const requests = createRequests();

/** A line for each event that a listener of `Menu` got: the event's type and the listener's number. */
const heard = [];
export const listenerOf = (number) => (event) => void heard.push(`${event.type} ${number}`);

/** Values that the views note, for a test to read. */
const noted = [];
export const note = (what) => void noted.push(what);

Object.assign(globalThis, { requests, heard, noted });
