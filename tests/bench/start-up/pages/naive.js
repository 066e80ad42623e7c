// A session module as a front end writes it by itself: the session read on load, sign-in, sign-out, a check. It is decent code without the
// promises of the package: no protection against late answers, no staleness, no retries, no other tabs.

const CLOSED = Object.freeze({});

export function createSession({ baseUrl = "" } = {}) {
  const listeners = new Set();
  let snapshot = { status: "unknown", user: null, features: CLOSED, error: null };

  function publish(next) {
    snapshot = next;
    for (const listener of listeners) listener(snapshot);
  }

  function publishUser(user) {
    if (user) publish({ status: "authenticated", user, features: user.permissions ?? CLOSED, error: null });
    else publish({ status: "unauthenticated", user: null, features: CLOSED, error: null });
  }

  async function request(method, path, body) {
    const response = await fetch(baseUrl + path, {
      method,
      credentials: "include",
      headers: body ? { "content-type": "application/json" } : undefined,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  }

  async function refresh() {
    try {
      const { authenticated, user } = await request("GET", "/api/auth/session");
      publishUser(authenticated === true ? user : null);
    } catch (error) {
      publish({ ...snapshot, error });
    }
    return snapshot;
  }

  const ready = refresh();

  return {
    ready,
    refresh,
    get snapshot() {
      return snapshot;
    },
    can(feature) {
      return Object.hasOwn(snapshot.features, feature) && snapshot.features[feature].enabled === true;
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(snapshot);
      return () => listeners.delete(listener);
    },
    async login(email, password) {
      const { user } = await request("POST", "/api/auth/login", { email, password });
      publishUser(user);
      return snapshot;
    },
    async logout() {
      await request("POST", "/api/auth/logout");
      publishUser(null);
    },
  };
}
