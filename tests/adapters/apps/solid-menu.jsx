import { createEffect, createSignal } from "solid-js";
import {
  SessionProvider,
  useGate,
  usePermissions,
  useReauthentication,
  useSessionEvent,
} from "../../../pkg/dist/solid.js";
import { GATE, listedOf, listenerOf, menuOf, requestOf, requests, statesOf, whyOf } from "./menu.js";
import { renders } from "./solid-view.jsx";

function Entries() {
  const permissions = usePermissions();
  createEffect(() => {
    menuOf(permissions);
    renders.menu = (renders.menu ?? 0) + 1;
  });
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
  createEffect(() => {
    gate();
    renders.why = (renders.why ?? 0) + 1;
  });
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

/** `hold` is given what changes what the listener reads. */
export const Menu = (props) => (
  <SessionProvider session={props.session}>
    <Entries />
    <Why />
    <Request />
    <Listening hold={props.hold} />
  </SessionProvider>
);
