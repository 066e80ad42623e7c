import { memo, useState } from "react";
import {
  SessionProvider,
  useGate,
  usePermissions,
  useReauthentication,
  useSessionEvent,
} from "../../../pkg/dist/react.js";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, statesOf, whyOf } from "./menu.js";
import { renders } from "./react-view.jsx";

/** Renders again only for another object. */
const Entries = memo(({ permissions }) => {
  renders.menu = (renders.menu ?? 0) + 1;
  return <p id="menu">{menuOf(permissions)}</p>;
});

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

function Why() {
  renders.why = (renders.why ?? 0) + 1;
  return <p id="why">{whyOf(useGate(GATE))}</p>;
}

const Request = () => <p id="request">{requestOf(useReauthentication(requests))}</p>;

function Listening({ hold }) {
  const [number, set] = useState(0);
  hold?.(() => set(number + 1));
  useSessionEvent("signed-out", listenerOf(number));
  return <p id="number">{number}</p>;
}

/** `hold` is given what renders the listening component again. */
export const Menu = ({ session, hold }) => (
  <SessionProvider session={session}>
    <Permissions />
    <Why />
    <Request />
    <Listening hold={hold} />
  </SessionProvider>
);
