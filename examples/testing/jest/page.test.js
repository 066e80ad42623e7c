/** @jest-environment jsdom */
const { act, cleanup, render, screen } = require("@testing-library/react");
const { createElement } = require("react");
const { Gate, SessionProvider } = require("platform-session/react");
const { createTestSession } = require("platform-session/testing");

afterEach(cleanup);

test("a gate opens and closes", () => {
  const session = createTestSession({ features: ["report-analysis"], notify: act });
  const gate = createElement(Gate, { feature: "report-analysis", fallback: "closed" }, "open");
  render(createElement(SessionProvider, { session }, gate));
  expect(screen.getByText("open")).toBeTruthy();
  session.signOut();
  expect(screen.getByText("closed")).toBeTruthy();
});

test("the package itself loads where a page is, and stays closed", async () => {
  const { createSession, pageSession } = require("platform-session");
  const session = createSession();
  expect(session.snapshot.status).toBe("unknown");
  await expect(session.ready).rejects.toMatchObject({ code: "closed" });
  await expect(session.settled).rejects.toMatchObject({ code: "closed" });
  expect(pageSession()).toBe(pageSession());
});
