import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithSession, signInAgain } from "platform-session/testing/react";
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
  await signInAgain(session);
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
