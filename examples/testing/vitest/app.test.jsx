import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { App } from "./app.jsx";
import { session } from "./session-double.js";

vi.mock("./session.js", () => import("./session-double.js"));

afterEach(() => {
  cleanup();
  session.reset();
});

test("the app shows the user of the double, and asks that user to sign in again", async () => {
  render(<App />);
  expect(screen.getByText("Signed in as Ada")).toBeTruthy();
  session.endOnDeployment();
  fireEvent.click(screen.getByText("Save"));
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

test("each test begins with a session of its own", () => {
  render(<App />);
  session.signIn({ id: 2, name: "Grace" });
  expect(screen.getByText("Signed in as Grace")).toBeTruthy();
});
