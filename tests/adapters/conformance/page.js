// What runs in the page of each framework's conformance app: the scenes, the events, and what is looked at in every frame. Nothing here
// knows a framework, nor the tool that drives the browser: a scene is one call, and gives JSON.

const ADA = "Ada Lovelace";
const FEATURE = "report-analysis";
const place = () => document.querySelector("#app");
const aMoment = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A part of the page that comes later, as a chunk of code or data does: `isHere`, and a promise until then. */
export const late = { isHere: true, promise: Promise.resolve(), come() {} };

function holdLate() {
  late.isHere = false;
  late.promise = new Promise((resolve) => {
    late.come = () => {
      late.isHere = true;
      resolve();
    };
  });
}

/** What the session says at this moment, in the form of a framework's `values`. */
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

/** Where values of the framework were others than the session's at the same moment. */
let differences = [];

/** Compares all values of the framework with the session's: `where` says what runs. */
export function check(where, values) {
  const wanted = expected();
  for (const [name, value] of Object.entries(values ?? {}))
    if (value !== wanted[name])
      differences.push(`${where}: ${name} ${String(value)} beside ${String(wanted[name])}`);
}

/** The text that a user can see, typed text included. */
function visible() {
  const typed = [...place().querySelectorAll("textarea")].filter((area) => area.getClientRects().length > 0);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen.
  const texts = [place().innerText, ...typed.map(({ value }) => value)];
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/**
 * Notes what is visible, and who is shown, in every frame: after all of the page's own work in it, right before the browser paints. A resize
 * observer is called then, of an element whose size changes with each frame.
 */
function watchFrames(framework) {
  const frames = [];
  const ticking = document.body.appendChild(document.createElement("i"));
  ticking.style.cssText = "position: fixed; top: 0; display: block; height: 1px";
  let width = 0;
  new ResizeObserver(() => {
    const frame = [session.snapshot.user?.name ?? session.snapshot.status, visible()];
    if (String(frame) !== String(frames.at(-1))) frames.push(frame);
    check("a frame", (framework.committed ?? framework.values)?.());
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

/** By name: what happens. `accounts`: credentials by name. */
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
};

/** What undoes an event, where the same user goes on with the page. */
const RETURNS = {
  "the way into the back/forward cache": () => goes("pageshow"),
  "the end of the session": ({ ada }) => session.login(ada),
};

/**
 * By name: how the page is rendered as it happens, and what comes afterwards. `framework`: `mount(session, place)`, `hydrate(session, place)`,
 * `unmount()` of what was mounted, and `hold()`, which begins an update that the framework holds until `late` is there; without it the framework holds none. `values()` gives
 * what its values say at that moment, or `committed()` what they said as they were last rendered; `undefined` where nothing is.
 */
const SCENES = {
  rendered: { begin: (framework) => framework.mount(session, place()) },
  hydrated: {
    begin(framework, html) {
      place().innerHTML = html;
      framework.hydrate(session, place());
    },
  },
  "hydrated but for a late part": {
    begin(framework, html) {
      holdLate();
      place().innerHTML = html;
      framework.hydrate(session, place());
    },
    end: () => late.come(),
  },
  "not yet hydrated": {
    begin(_, html) {
      place().innerHTML = html;
    },
    end: (framework) => framework.hydrate(session, place()),
  },
  "one of two islands hydrated": {
    begin(framework, html) {
      const [one, two] = [0, 1].map(() => place().appendChild(document.createElement("div")));
      one.innerHTML = html;
      two.innerHTML = html;
      framework.hydrate(session, one);
    },
    end: (framework) => framework.hydrate(session, place().lastElementChild),
  },
  "an update held": {
    async begin(framework) {
      framework.mount(session, place());
      await aMoment(50);
      holdLate();
      framework.hold?.();
    },
    end: () => late.come(),
  },
  "unmounted meanwhile": {
    begin: (framework) => framework.mount(session, place()),
    during: (framework) => framework.unmount(),
  },
};

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
  for (let tries = 0; tries < 200 && !condition(); tries++) await aMoment(25);
}

/**
 * `run(asked)` plays one event in one scene. `asked`: both names, the `accounts`, and of a server what it read (`initial`) and rendered
 * (`html`). Gives the `frames` from the event on, the text `before` and `after` all is settled, the `draft` that is left, and `differences`.
 */
export function install(platformSession, framework) {
  async function run({ scene: sceneName, event, accounts, initial, html }) {
    const scene = SCENES[sceneName];
    await signInUnheard(accounts.ada);
    const options = { revalidate: { minIntervalMs: 0 }, ...(html && { initial }) };
    globalThis.session = platformSession.createSession(options);
    await session.ready;
    listenEverywhere(framework);
    await scene.begin(framework, html);
    await until(() => visible().includes(ADA));
    await aMoment(100);
    const before = visible();
    for (const area of place().querySelectorAll("textarea")) {
      area.value = `draft of ${ADA}`;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    differences = [];
    const frames = watchFrames(framework);
    const happening = EVENTS[event](accounts);
    scene.during?.(framework);
    await happening;
    // A busy browser paints seldom.
    await until(() => frames.some(([shown]) => shown !== ADA));
    await aMoment(150);
    await scene.end?.(framework);
    await aMoment(50);
    await RETURNS[event]?.(accounts);
    const isKnown = () => session.snapshot.status !== "unknown" && session.snapshot.user?.name;
    const wanted = () => (isKnown() ? `secret of ${isKnown()}` : "signed out");
    const shows = () => (scene.during ? visible() === "" : visible().includes(wanted()));
    await until(shows);
    await aMoment(50);
    const drafts = [...place().querySelectorAll("textarea")].map(({ value }) => value);
    return { before, frames, after: visible(), drafts, differences };
  }
  globalThis.conformance = { run };
}
