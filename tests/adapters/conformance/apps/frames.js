// The table of frames (`../frames.mjs`), in the page: the scenes, the events, and what is noted in every frame. Nothing here depends on a framework or
// on the tool that drives the browser: one call plays a cell of the table, and resolves with JSON.

import { holdLate, late } from "./late.js";

const ADA = "Ada Lovelace";
const FEATURE = "report-analysis";
const appPlace = () => document.querySelector("#app");
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the session's current values, by the same names as a framework's `values`. */
const sessionValues = () => ({
  user: session.snapshot.user?.name ?? null,
  status: session.snapshot.status,
  can: session.gate({ feature: FEATURE }).granted,
  state: session.gate({ feature: FEATURE }).value,
  reading: session.permissions.reading(FEATURE).value.state,
  allowed: session.permissions.can(FEATURE),
  allowedState: session.permissions.state(FEATURE),
  listed: Object.keys(session.permissions.features).length,
  granted: session.gate({ feature: FEATURE }).granted,
  key: session.identity.key,
});

/** Sentences: differences between values of the framework and of the session at the same moment, and gates that are open without their feature. */
let differences = [];

/** Compares all values of the framework with the session's. `where`: the listener or the frame that does so, for the sentence. */
export function check(where, values) {
  const expected = sessionValues();
  for (const [name, value] of Object.entries(values ?? {}))
    if (value !== expected[name])
      differences.push(`${where}: ${name} ${String(value)} beside ${String(expected[name])}`);
}

const valuesOf = ({ committed, values }) => (committed ?? values)();

/** Notes the gates outside of any `SignedIn`, marked by `data-gate`, that are open without their feature. */
function checkGates() {
  const open = [...appPlace().querySelectorAll("[data-gate]")].filter((each) => each.checkVisibility());
  if (session.gate({ feature: "chat-history" }).granted) return;
  differences.push(...open.map((each) => `a frame: a gate is open: ${each.textContent}`));
}

/** Returns the text that a user can see, typed text included. */
function visible() {
  const typed = [...appPlace().querySelectorAll("textarea")].filter(
    (area) => area.getClientRects().length > 0,
  );
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen.
  const texts = [appPlace().innerText, ...typed.map(({ value }) => value)];
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/**
 * Returns a list to which each frame that differs from the one before adds `[shown, text]`: the result of `shownIn`, and the visible text. The callback of
 * a `ResizeObserver` runs after all of the page's own work in a frame, right before the browser paints: a helper element changes its size in each frame.
 */
function watchFrames(framework, isTakenOver) {
  const frames = [];
  const ticking = document.body.appendChild(document.createElement("i"));
  ticking.style.cssText = "position: fixed; top: 0; display: block; height: 1px";
  let extraWidth = 0;
  new ResizeObserver(() => {
    const frame = [shownIn(session.snapshot), visible()];
    if (String(frame) !== String(frames.at(-1))) frames.push(frame);
    check("a frame", valuesOf(framework));
    if (isTakenOver) checkGates();
  }).observe(ticking);
  const tick = () => {
    extraWidth = 1 - extraWidth;
    ticking.style.width = `${1 + extraWidth}px`;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return frames;
}

const headers = { "content-type": "application/json" };
/** Signs in by a request of its own, of which no session hears. */
const signInBesideSession = (credentials) =>
  fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(credentials) });
const inNextFrame = (act) =>
  new Promise((resolve, reject) => requestAnimationFrame(() => act().then(resolve, reject)));
const firePageTransition = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

const REAUTHENTICATION = "a sign-in within reauthenticate";
/** Resolves the promise of the page's `reauthenticate`; set once that has signed the user in. */
let endReauthentication;

/** Returns a `reauthenticate` that signs in with these credentials, and then waits for `endReauthentication()`. */
const reauthenticateWith = (credentials) => async (session) => {
  await session.login(credentials);
  await new Promise((resolve) => {
    endReauthentication = resolve;
  });
};

/** Returns the state that a frame shows: the user's name or the session's status, but "reauthenticating" until `reauthenticate` has ended. */
const shownIn = ({ reauthenticating, user, status }) =>
  reauthenticating ? "reauthenticating" : (user?.name ?? status);

/** The functions that make each event happen, by the event's name. They get the credentials of the accounts, by name. */
const EVENTS = {
  "logout() here": () => session.logout(),
  "logout() within a frame": () => inNextFrame(() => session.logout()),
  "a sign-out in another tab": () =>
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("signed-out:77"),
  "another user's sign-in here": ({ grace }) => session.login(grace),
  "a read that finds another user": async ({ grace }) => {
    await signInBesideSession(grace);
    await session.refresh();
  },
  "the way into the back/forward cache": () => firePageTransition("pagehide"),
  "the end of the session": async () => {
    await fetch("/_control/expire", { method: "POST" });
    await session.refresh();
  },
  [REAUTHENTICATION]: async () => {
    await fetch("/_control/expire", { method: "POST" });
    session.roles().catch(() => {});
    await until(() => endReauthentication && session.snapshot.status === "authenticated");
  },
};

/** The functions that undo an event after which the same user goes on, by the event's name. */
const RETURNS = {
  "the way into the back/forward cache": () => firePageTransition("pageshow"),
  "the end of the session": ({ ada }) => session.login(ada),
  [REAUTHENTICATION]: () => endReauthentication(),
};

/**
 * The scenes, by name: `begin` renders the page before the event, `during` runs right after the event's call, `end` completes the rendering.
 * Each gets the `app` of `appOf`; its `hold()`, if the framework has one, begins an update that is held back until `late` comes. `html`: the
 * server's. `isTakenOver`: at the event the framework renders all gates and each `SignedIn`, so these must follow at once.
 */
const SCENES = {
  rendered: { isTakenOver: true, begin: (app) => app.mount() },
  hydrated: {
    isTakenOver: true,
    begin(app, html) {
      appPlace().innerHTML = html;
      app.hydrate(appPlace());
    },
  },
  "hydrated but for a late part": {
    isTakenOver: true,
    begin(app, html) {
      holdLate();
      appPlace().innerHTML = html;
      app.hydrate(appPlace());
    },
    end: () => late.come(),
  },
  "not yet hydrated": {
    begin(_, html) {
      appPlace().innerHTML = html;
    },
    end: (app) => app.hydrate(appPlace()),
  },
  "one of two islands hydrated": {
    begin(app, html) {
      const [one, two] = [0, 1].map(() => appPlace().appendChild(document.createElement("div")));
      one.innerHTML = html;
      two.innerHTML = html;
      app.hydrate(one);
    },
    end: (app) => app.hydrate(appPlace().lastElementChild),
  },
  "an update held": {
    isTakenOver: true,
    async begin(app) {
      app.mount();
      await until(isComplete);
      holdLate();
      app.hold?.();
    },
    end: () => late.come(),
  },
  "unmounted meanwhile": {
    begin: (app) => app.mount(),
    during: (app) => app.unmount(),
  },
};

/** Whether all parts are visible that must be so before an event. */
const isComplete = () => ["secret", "chats"].every((part) => visible().includes(`${part} of ${ADA}`));

const EVENT_TYPES = ["identity-ended", "signed-in", "signed-out", "permissions-changed"];

/** Calls `check` from every kind of listener. They are added before the framework starts, so each runs before the framework's own. */
function listenEverywhere(framework) {
  const checkAt = (where) => () => check(where, framework.values?.());
  session.gate({ feature: FEATURE }).subscribe(checkAt("a gate's listener"));
  session.permissions.reading(FEATURE).subscribe(checkAt("a reading's listener"));
  session.subscribe(checkAt("a listener of the session"));
  for (const type of EVENT_TYPES) session.addEventListener(type, checkAt(`the event ${type}`));
  const onAbort = checkAt("the identity's signal");
  const follow = () => session.identity.signal.addEventListener("abort", onAbort);
  session.addEventListener("identity-ended", follow);
  follow();
}

async function until(condition) {
  for (let tries = 0; tries < 800 && !condition(); tries++) await delay(25);
}

/**
 * Returns `conformance.run`, which plays one event in one scene, with the view `App` of the framework. The framework has `values()`, which returns
 * its current values, or `committed()`, which returns those of its last rendering; each returns `undefined` while nothing is rendered.
 *
 * `run` gets the names of the scene and of the event, the `accounts`, and the session body (`initial`) and the HTML (`html`) of a server. It
 * resolves with the `frames` from the event on, the text `before` the event and `after` everything, the `drafts` at the end, the
 * `differences`, and `isTakenOver` of the scene.
 */
export const framesOf =
  (platformSession, framework) =>
  async ({ scene: sceneName, event, accounts, initial, html }) => {
    const { begin, during, end, isTakenOver = false } = SCENES[sceneName];
    await signInBesideSession(accounts.ada);
    const options = {
      revalidate: { minIntervalMs: 0 },
      ...(event === REAUTHENTICATION && { reauthenticate: reauthenticateWith(accounts.ada) }),
      ...(html && { initial }),
    };
    globalThis.session = platformSession.createSession(options);
    await session.ready;
    listenEverywhere(framework);
    const app = appOf(framework);
    await begin(app, html);
    // The HTML of a server is complete even before it is hydrated, so wait for the framework's values, too.
    await until(() => isComplete() && (!isTakenOver || valuesOf(framework)));
    await delay(100);
    const before = visible();
    for (const area of appPlace().querySelectorAll("textarea")) {
      area.value = `draft of ${ADA}`;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    differences = [];
    const frames = watchFrames(framework, isTakenOver);
    const happening = EVENTS[event](accounts);
    during?.(app);
    await happening;
    // A busy browser may paint its next frame late.
    await until(() => frames.some(([shown]) => shown !== ADA));
    await delay(150);
    await end?.(app);
    await delay(50);
    await RETURNS[event]?.(accounts);
    const nameShown = () => session.snapshot.status !== "unknown" && session.snapshot.user?.name;
    const expected = () => (nameShown() ? `secret of ${nameShown()}` : "signed out");
    await until(() => (during ? visible() === "" : visible().includes(expected())));
    await delay(50);
    const drafts = [...appPlace().querySelectorAll("textarea")].map(({ value }) => value);
    return { before, frames, after: visible(), drafts, differences, isTakenOver };
  };

/** Returns the scenes' handle on the view `App` of a framework. */
function appOf({ views, mount, hydrate, hold }) {
  let unmount;
  return {
    mount() {
      unmount = mount(views.App, appPlace(), { session });
    },
    hydrate(where) {
      unmount = hydrate(views.App, where, { session });
    },
    unmount: () => unmount(),
    hold,
  };
}
