// The components that the tests of `renderWithSession` render, and the libraries that must be in the same bundle.

import { cleanup, fireEvent, screen } from "@testing-library/react";
import {
  Gate,
  SignedIn,
  useIdentity,
  useReauthentication,
  useSession,
  useSessionClient,
} from "platform-session/react";
import { createReauthentication } from "platform-session/reauthentication";
import { createTestSession } from "platform-session/testing";
import { renderWithSession, signInAgain } from "platform-session/testing/react";
import { createElement, useEffect, useState, version } from "react";

export {
  cleanup,
  createElement,
  createTestSession,
  fireEvent,
  renderWithSession,
  screen,
  signInAgain,
  version,
};

export function User({ greeting = "User" }) {
  const { user } = useSession();
  const [clicks, setClicks] = useState(0);
  return (
    <>
      <p>{user ? `${greeting}: ${user.name}` : "No user"}</p>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        {`Clicks: ${clicks}`}
      </button>
      <Gate feature="reports">
        <p>Reports</p>
      </Gate>
    </>
  );
}

export const Page = () => {
  const { user } = useSession();
  return <SignedIn>{`Signed in as ${user?.email}`}</SignedIn>;
};

export const PageWithNotices = () => (
  <>
    <session-notices />
    <sign-out-button />
    <Page />
  </>
);

/** Sends a request as it is mounted, and shows the answer. */
export function Agents() {
  const { fetch } = useIdentity();
  const [name, setName] = useState("");
  useEffect(() => {
    fetch("/api/agent").then(async (answer) => setName((await answer.json()).name));
  }, [fetch]);
  return <p>{name}</p>;
}

export const NOTHING_ASKED = createReauthentication();

/** Stands for a provider of a cache, which a page makes for its session. */
export const Cache = ({ children }) => (
  <section aria-label={`Cache of ${useSessionClient().snapshot.user?.name}`}>{children}</section>
);

export function Save({ reauthentication }) {
  const { fetch } = useIdentity();
  const request = useReauthentication(reauthentication);
  const [outcome, setOutcome] = useState("Not saved yet");
  const save = async () => setOutcome(`Saved: ${(await fetch("/api/x", { method: "POST" })).status}`);
  return (
    <>
      <p>{outcome}</p>
      <button type="button" onClick={save}>
        Save
      </button>
      {request && <p role="alert">{`Sign in again: ${request.reason}`}</p>}
    </>
  );
}
