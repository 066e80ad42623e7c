// What every test app has beside its framework: a session whose listeners are counted, and a log of what was shown.

/** The session, but that what it hands out counts who listens: `listeners()`. The same question gives the same store. */
export function counted(session) {
  const adapted = Symbol.for("platform-session.adapted");
  let listeners = 0;
  const stores = new WeakMap();
  const count =
    (subscribe) =>
    (...args) => {
      const stop = subscribe(...args);
      listeners += 1;
      const once = () => {
        if (stop.done) return;
        stop.done = true;
        listeners -= 1;
        stop();
      };
      return Object.assign(once, { unsubscribe: once });
    };
  const store = (real) => {
    if (!stores.has(real)) {
      const members = Object.getOwnPropertyDescriptors(real);
      const base = Object.create(null, members);
      stores.set(real, Object.create(base, { subscribe: { value: count(real.subscribe) } }));
    }
    return stores.get(real);
  };
  const permissions = Object.create(session.permissions, {
    reading: { value: (feature) => store(session.permissions.reading(feature)) },
  });
  return {
    get snapshot() {
      return session.snapshot;
    },
    initial: session.initial,
    [adapted]: {
      initialIdentity: session[adapted].initialIdentity,
      attach: count(session[adapted].attach),
    },
    get identity() {
      return session.identity;
    },
    addEventListener(type, listener) {
      session.addEventListener(type, listener);
      listeners += 1;
    },
    removeEventListener(type, listener) {
      session.removeEventListener(type, listener);
      listeners -= 1;
    },
    subscribe: count(session.subscribe),
    gate: (conditions) => store(session.gate(conditions)),
    permissions,
    listeners: () => listeners,
  };
}

/** Notes each text that an element of the page shows, by its id, from now on. */
export function watchTexts() {
  const seen = {};
  const note = () => {
    for (const { id, textContent } of document.querySelectorAll("#app [id]")) {
      seen[id] ??= [];
      if (seen[id].at(-1) !== textContent) seen[id].push(textContent);
    }
  };
  note();
  new MutationObserver(note).observe(document.querySelector("#app"), {
    childList: true,
    subtree: true,
    characterData: true,
  });
  return seen;
}

/**
 * What a test drives in its page as `adapter`. `framework` has `mount`, which shows the view and gives `{ set, unmount }`;
 * `hydrate`, the same over what a server rendered; `mountMenu` and `hydrateMenu`, which show the menu; `mountWithout`, which shows it without a session; and further tests of
 * that framework alone.
 */
export function install(platformSession, framework) {
  const run = (show, options) => {
    const session = counted(globalThis.session);
    const seen = watchTexts();
    const view = show(session, options);
    return { counting: session, seen, view };
  };
  globalThis.adapter = {
    ...framework,
    platformSession,
    start: (options) => {
      globalThis.session = platformSession.createSession({ ...options, tabs: false });
    },
    mount: (options) => Object.assign(globalThis, run(framework.mount, options)),
    hydrate: (html, options) => {
      if (html) document.querySelector("#app").innerHTML = html;
      Object.assign(globalThis, run(framework.hydrate, options));
    },
    mountMenu: () => Object.assign(globalThis, run(framework.mountMenu)),
    hydrateMenu: (html) => {
      document.querySelector("#app").innerHTML = html;
      Object.assign(globalThis, run(framework.hydrateMenu));
    },
  };
}
