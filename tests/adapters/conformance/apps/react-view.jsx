import {
  Gate,
  SessionProvider,
  useCan,
  useGateState,
  useIdentity,
  usePermission,
  useSession,
  useSessionClient,
} from "platform-session/react";
import { memo, useState } from "react";
import { flushSync } from "react-dom";
import { note, readingOf, shown, statusOf } from "./parts.js";

/** Returns the element of a view, within a provider of its session. */
export const within = (View, props) => (
  <SessionProvider session={props.session}>
    <View {...props} />
  </SessionProvider>
);

export const Can = memo(({ conditions }) => <p id="can">{shown("can", String(useCan(conditions)))}</p>);

const State = memo(({ conditions }) => <p id="state">{shown("state", useGateState(conditions))}</p>);

export const Reading = memo(({ feature }) => (
  <p id="reading">{shown("reading", readingOf(usePermission(feature)))}</p>
));

const Status = memo(() => <p id="status">{shown("status", statusOf(useSession()))}</p>);

const Typed = memo(() => <input id="typed" key={shown("typed", useIdentity().key)} />);

function Out() {
  const session = useSessionClient();
  note(session);
  return (
    <button id="out" type="button" onClick={() => session.logout()}>
      sign out
    </button>
  );
}

const Gated = memo(({ conditions }) => (
  <p id="gate">
    <Gate {...conditions} fallback="fallback" pending="pending">
      content
    </Gate>
  </p>
));

export function View({ conditions: first, hold }) {
  const [conditions, set] = useState(first);
  hold?.((next) => flushSync(() => set(next)));
  return (
    <>
      <Gated conditions={conditions} />
      <Can conditions={conditions} />
      <State conditions={conditions} />
      <Reading feature={String(conditions.feature)} />
      <Status />
      <Typed />
      <Out />
    </>
  );
}

/** A binding that throws once no user is signed in, before a gate and after it. */
export function Throwing() {
  const Bad = () => <i>{useSession().user.name}</i>;
  const gate = (id) => (
    <Gate feature="chat-history">
      <b id={id}>content</b>
    </Gate>
  );
  return (
    <>
      {gate("first")}
      <Bad />
      {gate("second")}
    </>
  );
}
