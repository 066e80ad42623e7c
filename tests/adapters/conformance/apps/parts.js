// The parts of the views that each framework has. `View` shows, each by an id: `gate`, a gate with the conditions; `can`, `state`,
// `reading` and `status`, what the values say; `typed`, a field with the identity's key; `out`, a button that signs out. `Menu` shows
// `menu`, the features of the list that are granted; `states`, all of their states; `listed`, the names that the deployment lists; `why`,
// what the gate says; `request`, what the user is asked for; `number`, which listener listens. `Drafts` has three fields to type in: `bounded`, in
// an `IdentityBoundary` without a `SignedIn`; `signed-in`, in a `SignedIn` outside of any, which shows "signed out" or "pending" otherwise; and
// `gated`, in there too, in a gate, which shows "closed" where it is.
// `InPlace` has four of `SignedIn`: without `fallback` and `pending`, around `signed-in`; with either alone, which shows `fallback` or
// `pending`; and with both, but empty. `Home` shows `address`, that of the page as it began, within an `IdentityBoundary` with the home "/home".

export const ITEMS = ["chat-history", "report-analysis", "scrum-team-agent"];
export const GATE = { feature: "chat-history", atLeast: "expert" };

/** How often each part was rendered. */
export const renders = {};

/** Counts a rendering of the part with this id, and returns the text. */
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

/** The events that the listeners of the component got: the type of the event, and the number of the rendering that they are of. */
const heard = [];
export const listenerOf = (number) => (event) => void heard.push(`${event.type} ${number}`);

/** The notes that a view makes of itself. */
const noted = [];
export const note = (what) => void noted.push(what);

Object.assign(globalThis, { requests, heard, noted });
