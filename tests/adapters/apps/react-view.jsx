// What every adapter's test shows: a gate, and what each hook says, each in an element of its own.
import { memo, useState } from "react";
import {
  Gate,
  SessionProvider,
  useCan,
  useGateState,
  useIdentity,
  usePermission,
  useSession,
} from "../../../pkg/dist/react.js";

export const renders = {};
const counts = (id) => {
  renders[id] = (renders[id] ?? 0) + 1;
};

const Can = memo(({ conditions }) => {
  counts("can");
  return <p id="can">{String(useCan(conditions))}</p>;
});

const State = memo(({ conditions }) => {
  counts("state");
  return <p id="state">{useGateState(conditions)}</p>;
});

const Reading = memo(({ feature }) => {
  counts("reading");
  const { state, limit } = usePermission(feature);
  return <p id="reading">{`${state} ${JSON.stringify(limit)}`}</p>;
});

const Status = memo(() => {
  counts("status");
  const { status, user } = useSession();
  return <p id="status">{`${status} ${user?.name ?? ""}`}</p>;
});

const Typed = memo(() => {
  counts("typed");
  return <input id="typed" key={useIdentity().key} />;
});

const Gated = memo(({ conditions }) => (
  <p id="gate">
    <Gate {...conditions} fallback="fallback" pending="pending">
      content
    </Gate>
  </p>
));

function View({ conditions: first, hold }) {
  const [conditions, set] = useState(first);
  hold?.(set);
  const feature = String(conditions.feature);
  return (
    <>
      <Gated conditions={conditions} />
      <Can conditions={conditions} />
      <State conditions={conditions} />
      <Reading feature={feature} />
      <Status />
      <Typed />
    </>
  );
}

/** `hold` is given what changes the conditions. */
export const App = ({ session, conditions, hold }) => (
  <SessionProvider session={session}>
    <View conditions={conditions} hold={hold} />
  </SessionProvider>
);

export { Can, Reading, View };
