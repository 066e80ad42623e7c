import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { renderWithSession } from "platform-session/testing/react";
import { afterEach, expect, test } from "vitest";
import { Draft } from "./draft.jsx";

afterEach(cleanup);

test("the draft is saved once the user has signed in again in the dialog", async () => {
  const { session } = renderWithSession(
    ({ reauthentication }) => <Draft reauthentication={reauthentication} />,
    { user: { email: "ada@example.com" }, reauthenticate: "dialog" },
  );
  session.endOnDeployment();
  fireEvent.click(screen.getByText("Save"));
  // Within the dialog: a form of `SignedIn` has the same labels.
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "correct horse battery staple" } });
  fireEvent.click(dialog.getByText("Sign in"));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
