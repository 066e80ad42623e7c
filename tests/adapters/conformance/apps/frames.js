// The table of frames, in the page: the scenes, the events, and what is looked at in every frame. Nothing here knows a framework, nor the
// tool that drives the browser: a scene is one call, and gives JSON.

import { holdLate, late } from "./late.js";

const ADA = "Ada Lovelace";
const FEATURE = "report-analysis";
const place = () => document.querySelector("#app");
const aMoment = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns what the session says at this moment, in the form of a framework's `values`. */
const expected = () => ({
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

/** The differences that were found between the framework's values and the session's at the same moment. */
let differences = [];

/** Compares all values of the framework with the session's: `where` says what runs. */
export function check(where, values) {
  const wanted = expected();
  for (const [name, value] of Object.entries(values ?? {}))
    if (value !== wanted[name])
      differences.push(`${where}: ${name} ${String(value)} beside ${String(wanted[name])}`);
}

const valuesOf = ({ committed, values }) => (committed ?? values)();

/** Notes which gates that stand alone, with `data-gate`, are open and should not be. */
function checkGates() {
  const open = [...place().querySelectorAll("[data-gate]")].filter((each) => each.checkVisibility());
  if (session.gate({ feature: "chat-history" }).granted) return;
  differences.push(...open.map((each) => `a frame: a gate is open: ${each.textContent}`));
}

/** Returns the text that a user can see, typed text included. */
function visible() {
  const typed = [...place().querySelectorAll("textarea")].filter((area) => area.getClientRects().length > 0);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen.
  const texts = [place().innerText, ...typed.map(({ value }) => value)];
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/**
 * Notes the visible text, and the user who is shown, in every frame: after all of the page's own work in it, right before the browser paints. A resize
 * observer is called then, of an element whose size changes with each frame.
 */
function watchFrames(framework, isTakenOver) {
  const frames = [];
  const ticking = document.body.appendChild(document.createElement("i"));
  ticking.style.cssText = "position: fixed; top: 0; display: block; height: 1px";
  let width = 0;
  new ResizeObserver(() => {
    const frame = [shownIn(session.snapshot), visible()];
    if (String(frame) !== String(frames.at(-1))) frames.push(frame);
    check("a frame", valuesOf(framework));
    if (isTakenOver) checkGates();
  }).observe(ticking);
  const tick = () => {
    width = 1 - width;
    ticking.style.width = `${1 + width}px`;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return frames;
}

const headers = { "content-type": "application/json" };
const signInUnheard = (credentials) =>
  fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(credentials) });
const inNextFrame = (act) =>
  new Promise((resolve, reject) => requestAnimationFrame(() => act().then(resolve, reject)));
const goes = (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

const REAUTHENTICATION = "a sign-in within reauthenticate";
/** A function that ends the page's `reauthenticate`, which has signed the user in. */
let endReauthentication;

/** A user signs in by `reauthenticate` after the session's end, and the call goes on until `endReauthentication()`. */
const reauthenticating = (credentials) => async (within) => {
  await within.login(credentials);
  await new Promise((resolve) => {
    endReauthentication = resolve;
  });
};

/** Returns which user is shown: while `reauthenticate` is under way it may be another by its end. */
const shownIn = ({ reauthenticating, user, status }) =>
  reauthenticating ? "reauthenticating" : (user?.name ?? status);

/** The events, by name, each as a function that makes it happen. `accounts`: credentials by name. */
const EVENTS = {
  "logout() here": () => session.logout(),
  "logout() within a frame": () => inNextFrame(() => session.logout()),
  "a sign-out in another tab": () =>
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("signed-out:77"),
  "another user's sign-in here": ({ grace }) => session.login(grace),
  "a read that finds another user": async ({ grace }) => {
    await signInUnheard(grace);
    await session.refresh();
  },
  "the way into the back/forward cache": () => goes("pagehide"),
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

/** The functions that undo an event, by its name, where the same user goes on with the page. */
const RETURNS = {
  "the way into the back/forward cache": () => goes("pageshow"),
  "the end of the session": ({ ada }) => session.login(ada),
  [REAUTHENTICATION]: () => endReauthentication(),
};

/**
 * The scenes, by name: how the page is rendered as the event happens, and what comes afterwards. `app`: `mount()`, `hydrate(place)`,
 * `unmount()`, and `hold()`, which begins an update that the framework holds until `late` is there; without it the framework holds none.
 * `isTakenOver`: a gate follows, also where it stands alone, and so does what stands in place of a `SignedIn`.
 */
const SCENES = {
  rendered: { isTakenOver: true, begin: (app) => app.mount() },
  hydrated: {
    isTakenOver: true,
    begin(app, html) {
      place().innerHTML = html;
      app.hydrate(place());
    },
  },
  "hydrated but for a late part": {
    isTakenOver: true,
    begin(app, html) {
      holdLate();
      place().innerHTML = html;
      app.hydrate(place());
    },
    end: () => late.come(),
  },
  "not yet hydrated": {
    begin(_, html) {
      place().innerHTML = html;
    },
    end: (app) => app.hydrate(place()),
  },
  "one of two islands hydrated": {
    begin(app, html) {
      const [one, two] = [0, 1].map(() => place().appendChild(document.createElement("div")));
      one.innerHTML = html;
      two.innerHTML = html;
      app.hydrate(one);
    },
    end: (app) => app.hydrate(place().lastElementChild),
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

/** Whether everything is shown that must be there before an event. */
const isComplete = () => ["secret", "chats"].every((part) => visible().includes(`${part} of ${ADA}`));

const LISTENED = ["identity-ended", "signed-in", "signed-out", "permissions-changed"];

/** Calls `check` from every kind of listener that a page has. They are there before the framework is. */
function listenEverywhere(framework) {
  const look = (where) => () => check(where, framework.values?.());
  session.gate({ feature: FEATURE }).subscribe(look("a gate's listener"));
  session.permissions.reading(FEATURE).subscribe(look("a reading's listener"));
  session.subscribe(look("a listener of the session"));
  for (const type of LISTENED) session.addEventListener(type, look(`the event ${type}`));
  const onAbort = look("the identity's signal");
  const follow = () => session.identity.signal.addEventListener("abort", onAbort);
  session.addEventListener("identity-ended", follow);
  follow();
}

async function until(condition) {
  for (let tries = 0; tries < 800 && !condition(); tries++) await aMoment(25);
}

/**
 * Returns a function that plays one event in one scene, with the view `App` of the framework: `values()` gives what its values say at that moment, or
 * `committed()` what they said as they were last rendered; `undefined` where nothing is.
 *
 * That function gets the names of both, the `accounts`, and what a server read (`initial`) and rendered (`html`). It returns the
 * `frames` from the event on, the text `before` and `after` all is settled, the `drafts` that are left, `differences`, and `isTakenOver`.
 */
export const framesOf =
  (platformSession, framework) =>
  async ({ scene: sceneName, event, accounts, initial, html }) => {
    const { begin, during, end, isTakenOver = false } = SCENES[sceneName];
    await signInUnheard(accounts.ada);
    const options = {
      revalidate: { minIntervalMs: 0 },
      ...(event === REAUTHENTICATION && { reauthenticate: reauthenticating(accounts.ada) }),
      ...(html && { initial }),
    };
    globalThis.session = platformSession.createSession(options);
    await session.ready;
    listenEverywhere(framework);
    const app = appOf(framework);
    await begin(app, html);
    // Until it is hydrated, a server's page is complete, too.
    await until(() => isComplete() && (!isTakenOver || valuesOf(framework)));
    await aMoment(100);
    const before = visible();
    for (const area of place().querySelectorAll("textarea")) {
      area.value = `draft of ${ADA}`;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    differences = [];
    const frames = watchFrames(framework, isTakenOver);
    const happening = EVENTS[event](accounts);
    during?.(app);
    await happening;
    // A busy browser paints seldom.
    await until(() => frames.some(([shown]) => shown !== ADA));
    await aMoment(150);
    await end?.(app);
    await aMoment(50);
    await RETURNS[event]?.(accounts);
    const isKnown = () => session.snapshot.status !== "unknown" && session.snapshot.user?.name;
    const wanted = () => (isKnown() ? `secret of ${isKnown()}` : "signed out");
    await until(() => (during ? visible() === "" : visible().includes(wanted())));
    await aMoment(50);
    const drafts = [...place().querySelectorAll("textarea")].map(({ value }) => value);
    return { before, frames, after: visible(), drafts, differences, isTakenOver };
  };

function appOf({ views, mount, hydrate, hold }) {
  let unmount;
  return {
    mount() {
      unmount = mount(views.App, place(), { session });
    },
    hydrate(where) {
      unmount = hydrate(views.App, where, { session });
    },
    unmount: () => unmount(),
    hold,
  };
}
