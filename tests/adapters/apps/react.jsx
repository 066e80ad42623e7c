import { Activity, Component, StrictMode, startTransition, useEffect, useState, version } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import * as platformSession from "/pkg/index.js";
import { Gate, SessionProvider, useCan, useSession, useSessionClient } from "../../../pkg/dist/react.js";
import { install } from "./kit.js";
import * as alone from "./react-alone.jsx";
import { Menu } from "./react-menu.jsx";
import { App, Can, Reading, renders, View } from "./react-view.jsx";

const place = () => document.querySelector("#app");

const handle = (root, set) => ({
  set: (conditions) => flushSync(() => set(conditions)),
  unmount: () => flushSync(() => root.unmount()),
});

function mount(session, { conditions, strict = false }) {
  let set;
  const hold = (given) => {
    set = given;
  };
  const root = createRoot(place());
  const app = <App session={session} conditions={conditions} hold={hold} />;
  flushSync(() => root.render(strict ? <StrictMode>{app}</StrictMode> : app));
  return handle(root, (next) => set(next));
}

function hydrate(session, { conditions }) {
  globalThis.recovered = [];
  const root = hydrateRoot(place(), <App session={session} conditions={conditions} />, {
    onRecoverableError: (error) => recovered.push(String(error)),
  });
  return handle(root, () => {});
}

/** A menu as the component of an app. */
function withMenu(session, begin) {
  let next;
  const hold = (given) => {
    next = given;
  };
  const root = begin(<Menu session={session} hold={hold} />);
  return { next: () => flushSync(() => next()), unmount: () => flushSync(() => root.unmount()) };
}

const mountMenu = (session) =>
  withMenu(session, (app) => {
    const root = createRoot(place());
    flushSync(() => root.render(app));
    return root;
  });

const hydrateMenu = (session) => withMenu(session, (app) => hydrateRoot(place(), app));

/** Shows what a component threw. */
class Caught extends Component {
  state = {};
  static getDerivedStateFromError = (error) => ({ error });
  render() {
    const { error } = this.state;
    return error ? <p id="thrown">{`${error.name}: ${error.message}`}</p> : this.props.children;
  }
}

function show(app) {
  const root = createRoot(place());
  flushSync(() => root.render(<Caught>{app}</Caught>));
  return root;
}

const mountWithout = (conditions) => void show(<View conditions={conditions} />);
const mountCaught = (conditions) => void show(<App session={globalThis.session} conditions={conditions} />);

/** Components that select, and how often each was rendered. */
function select() {
  const pairs = (snapshot) => ({ status: snapshot.status, name: snapshot.user?.name });
  const Selecting = ({ id, select, isEqual }) => {
    renders[id] = (renders[id] ?? 0) + 1;
    return <p id={id}>{JSON.stringify(useSession(select, isEqual))}</p>;
  };
  show(
    <SessionProvider session={globalThis.session}>
      <Selecting id="picked" select={({ status }) => status} />
      <Selecting id="same" select={pairs} isEqual={(a, b) => a.status === b.status && a.name === b.name} />
      <Selecting id="inline" select={(snapshot) => pairs(snapshot)} />
    </SessionProvider>,
  );
}

/** An app that asks for its session while it is rendered, closes nothing, and is rendered twice by StrictMode. */
function strictApp() {
  const Whole = () => {
    const [session] = useState(() => platformSession.pageSession({ tabs: false }));
    return <App session={session} conditions={{ feature: "chat-history" }} />;
  };
  const root = createRoot(place());
  root.render(
    <StrictMode>
      <Whole />
    </StrictMode>,
  );
}

/** An app whose effect closes the session, as StrictMode then does at once. */
function closing() {
  const Closes = () => {
    useEffect(() => () => globalThis.session.close(), []);
    return (
      <Gate feature="chat-history" pending={<p id="gate">pending</p>} fallback={<p id="gate">fallback</p>} />
    );
  };
  createRoot(place()).render(
    <StrictMode>
      <SessionProvider session={globalThis.session}>
        <Closes />
      </SessionProvider>
    </StrictMode>,
  );
}

/** Many slow components under one gate, rendered in slices; `torn` says whether a commit ever showed two answers. */
function tearing() {
  const Slow = () => {
    const can = useCan({ feature: "chat-history" });
    const until = performance.now() + 4;
    while (performance.now() < until);
    return <i>{String(can)}</i>;
  };
  let setCount;
  const Many = () => {
    const [count, set] = useState(0);
    setCount = set;
    return Array.from({ length: count }, (_, index) => <Slow key={String(index)} />);
  };
  show(
    <SessionProvider session={globalThis.session}>
      <Many />
    </SessionProvider>,
  );
  globalThis.torn = false;
  new MutationObserver(() => {
    const answers = [...document.querySelectorAll("#app i")].map((each) => each.textContent);
    if (new Set(answers).size > 1) globalThis.torn = true;
  }).observe(place(), { childList: true, subtree: true, characterData: true });
  startTransition(() => setCount(60));
}

/**
 * A page that React hides and shows again, in a transition that leaves its children as they are: `toggle` does either. What of
 * it is seen after each change of the document is noted in `shown`.
 */
function activity() {
  let setHidden;
  const Page = ({ children }) => {
    const [isHidden, set] = useState(false);
    setHidden = set;
    return <Activity mode={isHidden ? "hidden" : "visible"}>{children}</Activity>;
  };
  show(
    <SessionProvider session={globalThis.session}>
      <Page>
        <Can conditions={{ feature: "chat-history" }} />
        <Reading feature="chat-history" />
        <Gate feature="chat-history" fallback={<p id="gate">closed</p>}>
          <p id="gate">content</p>
        </Gate>
      </Page>
    </SessionProvider>,
  );
  globalThis.toggle = () => startTransition(() => setHidden((isHidden) => !isHidden));
  globalThis.shown = [];
  new MutationObserver(() =>
    shown.push(
      [...document.querySelectorAll("#app p")]
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent)
        .join(),
    ),
  ).observe(place(), { attributes: true, childList: true, subtree: true, characterData: true });
}

/** What a sign-in form needs of the session. */
function client() {
  const Out = () => {
    const { logout } = useSessionClient();
    return (
      <Gate status="authenticated">
        <button id="out" type="button" onClick={() => logout()}>
          out
        </button>
      </Gate>
    );
  };
  show(
    <SessionProvider session={globalThis.session}>
      <Out />
    </SessionProvider>,
  );
}

install(platformSession, {
  mount,
  hydrate,
  mountMenu,
  hydrateMenu,
  mountWithout,
  mountCaught,
  select,
  strictApp,
  closing,
  tearing,
  activity,
  client,
  ...alone,
  renders,
  version,
});
