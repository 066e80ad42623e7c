// The view `App` of the table of frames: names of users are within an `IdentityBoundary`, secrets within a `SignedIn`.
import {
  Gate,
  IdentityBoundary,
  SignedIn,
  useCan,
  useGate,
  useGateState,
  useIdentity,
  usePermission,
  usePermissions,
  useSession,
} from "platform-session/react";
import { Suspense, startTransition, useLayoutEffect, useState } from "react";
import { late } from "./late.js";

const feature = "report-analysis";

function Name() {
  return useSession(({ user }) => user?.name ?? "no user");
}

/** Suspends until `late` comes. */
function Late({ children }) {
  if (!late.isHere) throw late.promise;
  return children;
}

/** Begins an update that React holds back until `late` comes. */
export let hold;

/** Shows the user's name. `hold` begins a transition to the same with a part that suspends. */
function Held() {
  const [isNext, setNext] = useState(false);
  hold = () => startTransition(() => setNext(true));
  return (
    <Suspense fallback="…">
      <p>
        held of <Name />
      </p>
      {isNext && <Late>next</Late>}
    </Suspense>
  );
}

function Page() {
  return (
    <>
      <p>
        secret of <Name />
      </p>
      <Gate feature="chat-history" fallback="closed">
        <b>
          chats of <Name />
        </b>
      </Gate>
      <textarea />
      <Gate feature="chat-history">
        <textarea />
      </Gate>
      <Held />
      <Suspense fallback="…">
        <Late>
          <Gate feature="chat-history" fallback="closed">
            <b>
              late of <Name />
            </b>
          </Gate>
        </Late>
      </Suspense>
    </>
  );
}

/** A layout effect, but none on a server: there React 18 warns of one. */
const useBeforePaint = typeof window === "undefined" ? () => {} : useLayoutEffect;

/** The values of the hooks at React's last commit; `undefined` while nothing is rendered. */
export let committed;

function Values() {
  const { user, status } = useSession();
  const can = useCan({ feature });
  const state = useGateState({ feature });
  const { state: reading } = usePermission(feature);
  const { key } = useIdentity();
  const { granted } = useGate({ feature });
  const permissions = usePermissions();
  useBeforePaint(() => {
    committed = {
      user: user?.name ?? null,
      status,
      can,
      state,
      reading,
      key,
      granted,
      allowed: permissions.can(feature),
      allowedState: permissions.state(feature),
      listed: Object.keys(permissions.features).length,
    };
    return () => {
      committed = undefined;
    };
  });
  return null;
}

export const App = () => (
  <>
    <IdentityBoundary>
      <Values />
      <p>
        user <Name />
      </p>
      <SignedIn fallback={<p>signed out</p>} pending={<p>pending</p>}>
        <Page />
      </SignedIn>
    </IdentityBoundary>
    <SignedIn>
      <p>
        own of <Name />
      </p>
    </SignedIn>
    <Gate feature="chat-history">
      <p data-gate>gated</p>
    </Gate>
  </>
);
