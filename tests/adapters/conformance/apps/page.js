// The globals by which tests drive the page of each framework.

import { counted } from "./counted.js";
import { framesOf } from "./frames.js";
import { holdLate } from "./late.js";
import { renders } from "./parts.js";

const place = () => document.querySelector("#app");

/** Returns an object that lists, from now on, the texts that each element of the page has shown, by its id. */
function watchTexts() {
  const seen = {};
  const note = () => {
    for (const { id, textContent } of document.querySelectorAll("#app [id]")) {
      seen[id] ??= [];
      if (seen[id].at(-1) !== textContent) seen[id].push(textContent);
    }
  };
  note();
  new MutationObserver(note).observe(place(), { childList: true, subtree: true, characterData: true });
  return seen;
}

/** Shows an error outside of the app's element, in which the framework may go on rendering. */
export function showThrown({ name, message }) {
  document.querySelector("#thrown")?.remove();
  const shown = document.createElement("p");
  shown.id = "thrown";
  shown.textContent = `${name}: ${message}`;
  document.body.append(shown);
}

/**
 * Sets the globals `adapter` and `conformance` (the table of frames), by which a test drives its page. `framework` has
 *
 * - `views`: components by name, `View`, `Menu`, `Drafts`, `InPlace` and `Home` (`parts.js`) among them. Each gets the `session`, the
 *   `conditions`, and a function `hold`, to which it passes the function that changes it;
 * - `mount(view, place, props)`, and `hydrate(…)`, which does the same over the HTML of a server: both return a function that unmounts;
 * - `mountCaught(…)`, which mounts and shows a thrown error in `#thrown`; its `session` may be missing;
 * - for the table of frames `values` or `committed`, and `hold` (`frames.js`);
 * - members for that framework's own tests.
 */
export function install(platformSession, framework) {
  /** Shows a view by `mount` or `hydrate`, and sets the globals `counting`, `seen` and `view` for it. */
  const show = (begin, { view = "View", ...props } = {}) => {
    const counting = counted(globalThis.session);
    const seen = watchTexts();
    let change;
    const hold = (changeView) => {
      change = changeView;
    };
    const unmount = begin(framework.views[view], place(), { session: counting, hold, ...props });
    Object.assign(globalThis, { counting, seen, view: { change: (next) => change(next), unmount } });
  };
  const mountCaught = (props) => void framework.mountCaught(framework.views.View, place(), props);

  globalThis.conformance = { run: framesOf(platformSession, framework) };
  globalThis.adapter = {
    ...framework,
    platformSession,
    renders,
    holdLate,
    start(options) {
      globalThis.session = platformSession.createSession({ ...options, tabs: false });
    },
    mount: (options) => show(framework.mount, options),
    hydrate(html, options) {
      if (html) place().innerHTML = html;
      show(framework.hydrate, options);
    },
    mountCaught: (conditions) => mountCaught({ session: globalThis.session, conditions }),
    mountWithout: (conditions) => mountCaught({ conditions }),
  };
}
