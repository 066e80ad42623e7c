import * as platformSession from "platform-session";
import { flushSync, hydrate, mount, unmount } from "svelte";
import { install, showThrown } from "../page.js";
import Acts, { from } from "./Acts.svelte";
import Begins from "./Begins.svelte";
import Caught from "./Caught.svelte";
import { given } from "./given.js";
import Provided from "./Provided.svelte";
import { views } from "./views.js";

/** Runs the page. `Awaiting` as in `given.js`; `parts`: what can be within the view `Bare`, by name. */
export function start({ Awaiting, ...parts } = {}) {
  const components = { Acts, Begins, ...parts };
  given.Awaiting = Awaiting;
  const begin =
    (begins, Around) =>
    (View, target, { within, ...props }) => {
      const app = begins(Around, {
        target,
        props: { View, Within: components[within], onThrown: showThrown, ...props },
      });
      if (!Awaiting) flushSync();
      return () => unmount(app);
    };
  install(platformSession, {
    views,
    mount: begin(mount, Provided),
    hydrate: begin(hydrate, Provided),
    mountCaught: begin(mount, Caught),
    hold: () => given.hold?.(),
    values: () => given.values?.(),
    from,
  });
}
