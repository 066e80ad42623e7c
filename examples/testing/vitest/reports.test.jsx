import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithSession } from "platform-session/testing/react";
import { afterEach, expect, test } from "vitest";
import { Reports } from "./reports.jsx";

afterEach(cleanup);

test("a user with the feature sees the button, until it is taken away", () => {
  const ada = { user: { name: "Ada" }, features: ["report-analysis"] };
  const { session } = renderWithSession(<Reports />, ada);
  expect(screen.getByText("Signed in as Ada")).toBeTruthy();
  expect(screen.getByText("Analyse")).toBeTruthy();
  session.setFeatures([]);
  expect(screen.queryByText("Analyse")).toBeNull();
  expect(screen.getByText("Not for your role")).toBeTruthy();
});

test("while nothing is known, neither the button nor the refusal shows", () => {
  const { session } = renderWithSession(<Reports />, { status: "unknown" });
  expect(screen.getByText("One moment")).toBeTruthy();
  session.signIn({ name: "Ada" }, ["report-analysis"]);
  expect(screen.getByText("Analyse")).toBeTruthy();
});

test("an outage shows, and takes nothing away", () => {
  const { session } = renderWithSession(<Reports />, { features: ["report-analysis"] });
  session.setStale("network");
  expect(screen.getByRole("status").textContent).toBe("The service cannot be reached");
  expect(screen.getByText("Analyse")).toBeTruthy();
});

test("the button signs out", async () => {
  const { session } = renderWithSession(<Reports />, { user: { name: "Ada" } });
  fireEvent.click(screen.getByText("Sign out"));
  expect(await screen.findByText("No user is signed in")).toBeTruthy();
  expect(session.calls).toEqual([{ name: "logout" }]);
});
