import * as svelte from "svelte";
import * as platformSession from "/pkg/index.js";
import { install } from "../kit.js";
import App from "./App.svelte";
import Caught from "./Caught.svelte";
import Menu from "./Menu.svelte";
import { renders } from "./View.svelte";

const target = () => document.querySelector("#app");

function show(begin, session, { conditions }) {
  let set;
  const hold = (given) => {
    set = given;
  };
  const app = begin(App, { target: target(), props: { session, conditions, hold } });
  svelte.flushSync();
  return {
    set: (next) => svelte.flushSync(() => set(next)),
    unmount: () => svelte.unmount(app),
  };
}

function showMenu(begin, session) {
  let next;
  const hold = (given) => {
    next = given;
  };
  const app = begin(Menu, { target: target(), props: { session, hold } });
  svelte.flushSync();
  return { next: () => svelte.flushSync(next), unmount: () => svelte.unmount(app) };
}

const mountCaught = (conditions, session = globalThis.session) => {
  svelte.mount(Caught, { target: target(), props: { session, conditions } });
  svelte.flushSync();
};

install(platformSession, {
  mount: (session, options) => show(svelte.mount, session, options),
  hydrate: (session, options) => show(svelte.hydrate, session, options),
  mountMenu: (session) => showMenu(svelte.mount, session),
  hydrateMenu: (session) => showMenu(svelte.hydrate, session),
  mountCaught: (conditions) => mountCaught(conditions),
  mountWithout: (conditions) => mountCaught(conditions, null),
  renders,
});
