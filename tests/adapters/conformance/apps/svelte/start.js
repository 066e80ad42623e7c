import * as platformSession from "platform-session";
import { flushSync, hydrate, mount, unmount } from "svelte";
import { install, showThrown } from "../page.js";
import Acts, { from } from "./Acts.svelte";
import Begins from "./Begins.svelte";
import Caught from "./Caught.svelte";
import { given } from "./given.js";
import Provided from "./Provided.svelte";
import { views } from "./views.js";

/** Runs the page. `Awaiting`: see `given.js`. `parts`: components for the view `Bare`, by the name that a test gives as `within`. */
export function start({ Awaiting, ...parts } = {}) {
  const components = { Acts, Begins, ...parts };
  given.Awaiting = Awaiting;
  const begin =
    (startApp, Root) =>
    (View, target, { within, ...props }) => {
      const app = startApp(Root, {
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
