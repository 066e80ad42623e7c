import { useGate, usePermissions, useReauthentication, useSessionEvent } from "platform-session/react";
import { memo, useState } from "react";
import { flushSync } from "react-dom";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, shown, statesOf, whyOf } from "./parts.js";

/** Renders again only where `permissions` is another object. */
const Entries = memo(({ permissions }) => <p id="menu">{shown("menu", menuOf(permissions))}</p>);

function Permissions() {
  const permissions = usePermissions();
  return (
    <>
      <Entries permissions={permissions} />
      <p id="states">{statesOf(permissions)}</p>
      <p id="listed">{listedOf(permissions.features)}</p>
    </>
  );
}

const Why = () => <p id="why">{shown("why", whyOf(useGate(GATE)))}</p>;

const Request = () => <p id="request">{requestOf(useReauthentication(requests))}</p>;

function Listening({ hold }) {
  const [number, set] = useState(0);
  hold?.(() => flushSync(() => set(number + 1)));
  useSessionEvent("signed-out", listenerOf(number));
  return <p id="number">{number}</p>;
}

export const Menu = ({ hold }) => (
  <>
    <Permissions />
    <Why />
    <Request />
    <Listening hold={hold} />
  </>
);
