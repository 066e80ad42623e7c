import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { SessionProvider } from "platform-session/react";
import { createReauthentication } from "platform-session/reauthentication";
import { createTestSession } from "platform-session/testing";
import { afterEach, expect, test, vi } from "vitest";
import { Draft } from "./draft.jsx";

afterEach(cleanup);

/** The session has ended, and the user saves a draft. */
async function saveAfterTheEnd() {
  const reauthentication = createReauthentication();
  const { reauthenticate } = reauthentication;
  const session = createTestSession({ user: { email: "ada@example.com" }, reauthenticate, notify: act });
  render(
    <SessionProvider session={session}>
      <Draft reauthentication={reauthentication} />
    </SessionProvider>,
  );
  const saved = vi.fn(() => Response.json({}));
  session.answer("fetch", saved);
  session.endOnDeployment();
  fireEvent.click(screen.getByText("Save"));
  await screen.findByLabelText("Password");
  return { session, saved };
}

function signIn(password) {
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByText("Sign in"));
}

test("the draft is saved once the user has signed in again", async () => {
  const { session, saved } = await saveAfterTheEnd();
  session.answer("login", "invalid-credentials");
  signIn("wrong");
  expect(await screen.findByText("Wrong password")).toBeTruthy();
  session.answer("login", null);
  signIn("correct horse battery staple");
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(saved).toHaveBeenCalledTimes(1);
});

test("the draft stays where the user gives up", async () => {
  const { session } = await saveAfterTheEnd();
  fireEvent.click(screen.getByText("Not now"));
  expect(await screen.findByText("Not saved: 401")).toBeTruthy();
  expect(session.snapshot.reason).toBe("ended");
});

test("nothing is saved as another user", async () => {
  const { session, saved } = await saveAfterTheEnd();
  session.signIn({ id: 2, name: "Grace" });
  expect(await screen.findByText("Not saved: superseded")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(saved).not.toHaveBeenCalled();
});
