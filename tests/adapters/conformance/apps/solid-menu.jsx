import { useGate, usePermissions, useReauthentication, useSessionEvent } from "platform-session/solid";
import { createEffect, createSignal } from "solid-js";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, shown, statesOf, whyOf } from "./parts.js";

function Entries() {
  const permissions = usePermissions();
  createEffect(() => shown("menu", menuOf(permissions)));
  return (
    <>
      <p id="menu">{menuOf(permissions)}</p>
      <p id="states">{statesOf(permissions)}</p>
      <p id="listed">{listedOf(permissions.features())}</p>
    </>
  );
}

function Why() {
  const gate = useGate(() => GATE);
  createEffect(() => shown("why", gate()));
  return <p id="why">{whyOf(gate())}</p>;
}

function Request() {
  const request = useReauthentication(requests);
  return <p id="request">{requestOf(request())}</p>;
}

function Listening(props) {
  const [number, set] = createSignal(0);
  props.hold?.(() => set(number() + 1));
  useSessionEvent("signed-out", (event) => listenerOf(number())(event));
  return <p id="number">{number()}</p>;
}

export const Menu = (props) => (
  <>
    <Entries />
    <Why />
    <Request />
    <Listening hold={props.hold} />
  </>
);
