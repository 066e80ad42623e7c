import * as platformSession from "platform-session";
import { ErrorBoundary } from "solid-js";
import { hydrate, render } from "solid-js/web";
import { install, showThrown } from "./page.js";
import { Bounded } from "./solid-alone.jsx";
import { hold, values } from "./solid-frames.jsx";
import { within } from "./solid-view.jsx";
import { views } from "./solid-views.js";

// The global that the script of `generateHydrationScript` makes.
globalThis._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };

/** Stands in for the scripts in the server's HTML, which the page's policy forbids: each notes that a `<Suspense>` is complete. */
function noteComplete(place) {
  for (const [, id] of place.innerHTML.matchAll(/_\$HY\.r\["(\w+)"\]/g))
    globalThis._$HY.r[id] = Object.assign(Promise.resolve(true), { s: 1, v: true });
  for (const script of place.querySelectorAll("script")) script.remove();
}

install(platformSession, {
  views,
  mount: (View, place, props) => render(() => within(View, props), place),
  hydrate(View, place, props) {
    noteComplete(place);
    return hydrate(() => within(View, props), place);
  },
  mountCaught: (View, place, props) =>
    render(
      () => (
        <ErrorBoundary fallback={(error) => showThrown(error)}>
          {props.session ? within(View, props) : <View {...props} />}
        </ErrorBoundary>
      ),
      place,
    ),
  bounded: () => void render(() => <Bounded />, document.querySelector("#app")),
  hold: () => void hold(),
  values: () => values?.(),
});
