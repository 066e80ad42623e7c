// The globals by which tests drive the page of each framework.

import { counted } from "./counted.js";
import { framesOf } from "./frames.js";
import { holdLate } from "./late.js";
import { renders } from "./parts.js";

const place = () => document.querySelector("#app");

/** Notes each text that an element of the page shows, by its id, from now on. */
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

/** Shows an error beside the app: a framework may go on rendering the app's place. */
export function showThrown({ name, message }) {
  document.querySelector("#thrown")?.remove();
  const shown = document.createElement("p");
  shown.id = "thrown";
  shown.textContent = `${name}: ${message}`;
  document.body.append(shown);
}

/**
 * Sets up what a test drives in its page as `adapter`, and as `conformance` (the table of frames). `framework` has
 *
 * - `views`: the components that it shows, by name, `View`, `Menu`, `Drafts`, `InPlace` and `Home` (`parts.js`) among them. Each gets the `session`, the
 *   `conditions`, and `hold`, which it gives what changes it;
 * - `mount(view, place, props)`, and `hydrate`, the same over what a server rendered: give what unmounts it;
 * - `mountCaught`, the same, but that what a component throws is shown in `#thrown`, and that the `session` may be lacking;
 * - for the table of frames `values` or `committed`, and `hold` (`frames.js`);
 * - and what only its own tests drive.
 */
export function install(platformSession, framework) {
  const show = (begin, { view = "View", ...given } = {}) => {
    const counting = counted(globalThis.session);
    const seen = watchTexts();
    let change;
    const hold = (ofView) => {
      change = ofView;
    };
    const unmount = begin(framework.views[view], place(), { session: counting, hold, ...given });
    Object.assign(globalThis, { counting, seen, view: { change: (next) => change(next), unmount } });
  };
  const caught = (props) => void framework.mountCaught(framework.views.View, place(), props);

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
    mountCaught: (conditions) => caught({ session: globalThis.session, conditions }),
    mountWithout: (conditions) => caught({ conditions }),
  };
}
