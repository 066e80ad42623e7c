import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithSession } from "platform-session/testing/react";
import { afterEach, expect, test, vi } from "vitest";
import { Draft } from "./draft.jsx";

afterEach(cleanup);

/** Renders the draft, ends the session, and saves. */
async function saveAfterTheEnd() {
  const { session } = renderWithSession(
    ({ reauthentication }) => <Draft reauthentication={reauthentication} />,
    { user: { email: "ada@example.com" }, reauthenticate: true },
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

test("another user finds no form, and nothing is saved", async () => {
  const { session, saved } = await saveAfterTheEnd();
  session.signIn({ id: 2, name: "Grace" });
  expect(screen.getByText("A draft")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(saved).not.toHaveBeenCalled();
});
