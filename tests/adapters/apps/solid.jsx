import { createSignal, ErrorBoundary, onCleanup, Show } from "solid-js";
import { hydrate as hydrateSolid, render } from "solid-js/web";
import * as platformSession from "/pkg/index.js";
import { Gate, SessionProvider, useSessionClient } from "../../../pkg/dist/solid.js";
import { install } from "./kit.js";
import * as alone from "./solid-alone.jsx";
import { Menu } from "./solid-menu.jsx";
import { App, renders, View } from "./solid-view.jsx";

const place = () => document.querySelector("#app");

const start = (begin) => (session, options) => {
  // What `generateHydrationScript` writes into a page.
  globalThis._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };
  let set;
  const hold = (given) => {
    set = given;
  };
  const unmount = begin(() => <App session={session} conditions={options.conditions} hold={hold} />, place());
  return { set: (next) => void set(next), unmount };
};

const startMenu = (begin) => (session) => {
  globalThis._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };
  let next;
  const hold = (given) => {
    next = given;
  };
  const unmount = begin(() => <Menu session={session} hold={hold} />, place());
  return { next: () => void next(), unmount };
};

const show = (app) =>
  void render(
    () => (
      <ErrorBoundary fallback={({ name, message }) => <p id="thrown">{`${name}: ${message}`}</p>}>
        {app()}
      </ErrorBoundary>
    ),
    place(),
  );

const mountWithout = (conditions) => show(() => <View conditions={conditions} />);
const mountCaught = (conditions) => show(() => <App session={globalThis.session} conditions={conditions} />);

/** What is behind a gate, and how often that was made and let go; and one that a getter gives no value. */
function behind() {
  globalThis.made = 0;
  globalThis.gone = 0;
  const Behind = () => {
    made += 1;
    onCleanup(() => {
      gone += 1;
    });
    const { logout } = useSessionClient();
    return (
      <button id="out" type="button" onClick={() => logout()}>
        out
      </button>
    );
  };
  const [lacking] = createSignal();
  show(() => (
    <SessionProvider session={globalThis.session}>
      <Gate feature="chat-history" fallback={<p id="gone">gone</p>}>
        <Behind />
      </Gate>
      <p id="lacking">
        <Gate feature="chat-history" atLeast={lacking()} fallback="fallback">
          content
        </Gate>
      </p>
      <Show when={false}>never</Show>
    </SessionProvider>
  ));
}

/** What a part of `solid-alone.jsx` notes, and what changes it. */
function showAlone(name) {
  globalThis.noted = [];
  const Part = new Map(Object.entries(alone)).get(name);
  const hold = (given) => {
    globalThis.change = given;
  };
  render(() => <Part note={(what) => noted.push(what)} hold={hold} />, place());
}

/** As a server renders it for a page whose late code has not come. */
function hydrateLazy(html) {
  place().innerHTML = html;
  globalThis._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };
  hydrateSolid(() => <alone.WithLazy session={globalThis.session} code={new Promise(() => {})} />, place());
}

install(platformSession, {
  mount: start(render),
  hydrate: start(hydrateSolid),
  mountMenu: startMenu(render),
  hydrateMenu: startMenu(hydrateSolid),
  mountWithout,
  mountCaught,
  behind,
  showAlone,
  hydrateLazy,
  renders,
});
