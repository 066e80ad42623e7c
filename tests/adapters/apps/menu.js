// What each framework's menu is made of. It shows, each by an id: `menu`, the features of the list that are granted; `states`, all of
// their states; `listed`, the names that the deployment lists; `why`, what the gate says; `request`, what the user is asked for.

export const ITEMS = ["chat-history", "report-analysis", "scrum-team-agent"];
export const GATE = { feature: "chat-history", atLeast: "expert" };

export const menuOf = ({ can }) => ITEMS.filter((name) => can(name)).join(" ");
export const statesOf = ({ state }) => ITEMS.map((name) => state(name)).join(" ");
export const listedOf = (features) => Object.keys(features).sort().join(" ");
export const whyOf = ({ state, granted, error }) => `${state} ${granted} ${error}`;
export const requestOf = (request) => (request ? `${request.reason} ${request.user.name}` : "nothing");

/** What stands for the value of `createReauthentication()`, and tells who listens. */
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

/** What the listeners of the component heard: the type of the event, and the number of the rendering that they are of. */
const heard = [];
export const listenerOf = (number) => (event) => void heard.push(`${event.type} ${number}`);

Object.assign(globalThis, { requests, heard });
