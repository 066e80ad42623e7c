import * as platformSession from "platform-session";
import { flushSync, hydrate, mount, unmount } from "svelte";
import { install } from "../../page.js";
import App from "./App.svelte";

/** Runs the suite's page. `Awaiting`: what waits for requests, where it was compiled with `experimental.async`. */
export function start(Awaiting) {
  let app;
  /** What the components give. */
  const given = {};
  const begin = (begins) => (session, target) => {
    app = begins(App, { target, props: { session, Awaiting, take: (part) => Object.assign(given, part) } });
    if (!Awaiting) flushSync();
  };
  install(platformSession, {
    mount: begin(mount),
    hydrate: begin(hydrate),
    unmount: () => unmount(app),
    hold: () => given.hold?.(),
    values: () => given.values?.(),
  });
}
