// `renderWithSession` with React 19 and with React 18, on Testing Library, in jsdom.

import assert from "node:assert/strict";
import { afterEach, before, describe, it, mock } from "node:test";
import { importBundled, react18 } from "../support/bundle.mjs";
import { openPage } from "../support/open-page.mjs";

const APP = "render-with-session.jsx";
const GRACE = { id: 2, name: "Grace" };

for (const [react, alias] of [
  ["19", {}],
  ["18", react18],
])
  describe(`renderWithSession, with React ${react}`, () => {
    /** @type {any} */
    let app;
    let consoleErrors;
    const h = (...args) => app.createElement(...args);
    const shows = (text) => app.screen.queryByText(text) !== null;
    const render = (...args) => app.renderWithSession(...args);

    before(async () => {
      if (!globalThis.document) openPage();
      // Test runners set this, too: React then reports a rendering outside of `act`.
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
      app = await importBundled(APP, { name: `render-with-session-${react}`, alias });
      consoleErrors = mock.method(console, "error", () => {});
    });
    afterEach(() => {
      app.cleanup();
      assert.deepEqual(
        consoleErrors.mock.calls.map(({ arguments: [text] }) => text),
        [],
      );
    });

    it("renders a change before the call on the session returns", () => {
      assert.match(app.version, new RegExp(`^${react}`));
      const { session } = render(h(app.User), { user: { name: "Ada" }, features: ["reports"] });
      assert.ok(shows("User: Ada") && shows("Reports"));
      session.setFeatures([]);
      assert.ok(!shows("Reports"));
      session.signOut();
      assert.ok(shows("No user"));
    });

    it("shows no user without options, as createTestSession", () => {
      render(h(app.User));
      assert.ok(shows("No user"));
    });

    it("builds the component anew for another user, and not for the same one", () => {
      const { session } = render(h(app.User), { user: { name: "Ada" } });
      app.fireEvent.click(app.screen.getByText("Clicks: 0"));
      session.signIn({ name: "Ada Lovelace" });
      assert.ok(shows("User: Ada Lovelace") && shows("Clicks: 1"));
      session.signIn(GRACE);
      assert.ok(shows("User: Grace") && shows("Clicks: 0"));
    });

    it("returns Testing Library's result, and rerenders with the same session", () => {
      const { rerender, container, getByText } = render(h(app.User), { user: { name: "Ada" } });
      app.fireEvent.click(getByText("Clicks: 0"));
      rerender(h(app.User, { greeting: "Hello" }));
      assert.match(container.textContent, /Hello: Ada.*Clicks: 1/);
    });

    it("takes Testing Library's options: a wrapper has the session, and is built anew for another user", () => {
      const container = document.body.appendChild(document.createElement("main"));
      const options = { user: { name: "Ada" }, wrapper: app.Cache, container, baseElement: undefined };
      const { session, baseElement } = render(h(app.User), options);
      assert.equal(baseElement, container);
      assert.equal(app.screen.getByLabelText("Cache of Ada").parentElement?.parentElement, container);
      session.signIn(GRACE);
      assert.ok(app.screen.getByLabelText("Cache of Grace"));
      container.remove();
    });

    it("renders the result of a function of the session, and a request to sign in again as soon as it changes", async () => {
      const { session } = render(({ reauthentication }) => h(app.Save, { reauthentication }), {
        user: { name: "Ada" },
        reauthenticate: true,
      });
      session.endOnDeployment();
      app.fireEvent.click(app.screen.getByText("Save"));
      assert.ok(await app.screen.findByText("Sign in again: ended"));
      session.reauthentication.value.cancel();
      assert.equal(app.screen.queryByRole("alert"), null);
      assert.ok(await app.screen.findByText("Saved: 401"));
    });

    it("takes an existing double, and refuses options beside it", () => {
      const session = app.createTestSession({ user: { name: "Ada" } });
      const result = render(h(app.User), { session, user: undefined });
      assert.equal(result.session, session);
      assert.ok(shows("User: Ada"));
      assert.throws(() => render(h(app.User), { session, features: ["reports"] }), {
        name: "TypeError",
        message: "features is no option beside session: give it where that is made",
      });
    });

    it("takes the option answers, for calls from the first rendering on", async () => {
      const { session } = render(h(app.Agents), {
        user: GRACE,
        answers: { fetch: () => Response.json({ name: "Agent of Grace" }), logout: "network" },
      });
      assert.ok(await app.screen.findByText("Agent of Grace"));
      await assert.rejects(session.logout(), { code: "network" });
    });

    it("shows the sign-in form in a SignedIn without fallback and pending, and signs in by it", async () => {
      const { session } = render(h(app.Page));
      app.fireEvent.change(app.screen.getByLabelText("Email"), { target: { value: "ada@example.com" } });
      app.fireEvent.change(app.screen.getByLabelText("Password"), { target: { value: "correct" } });
      app.fireEvent.click(app.screen.getByText("Sign in"));
      assert.ok(await app.screen.findByText("Signed in as ada@example.com"));
      assert.equal(session.snapshot.user.email, "ada@example.com");
    });

    it("shows the session's notices, and one text for a failed sign-out beside a SignedIn", async () => {
      const { session } = render(h(app.PageWithNotices), { user: GRACE, answers: { logout: "network" } });
      session.setExpiring();
      app.fireEvent.click(app.screen.getByText("Stay signed in"));
      assert.ok(await app.screen.findByRole("dialog"));
      app.fireEvent.click(app.screen.getByText("Not now"));
      session.setStale();
      assert.ok(shows("The service cannot be reached. What you see may be old."));
      app.fireEvent.click(app.screen.getByText("Sign out"));
      assert.ok(await app.screen.findByText("You are not signed out yet. Trying again…"));
    });

    /** Renders the button, ends the session, saves, and waits for the dialog. */
    const saveAfterEnd = async () => {
      const rendered = render(h(app.Save, { reauthentication: app.NOTHING_ASKED }), {
        user: GRACE,
        reauthenticate: "dialog",
      });
      rendered.session.endOnDeployment();
      app.fireEvent.click(app.screen.getByText("Save"));
      assert.ok(await app.screen.findByRole("dialog"));
      return rendered;
    };

    it("shows the package's dialog, in which the user signs in again", async () => {
      await saveAfterEnd();
      app.fireEvent.change(app.screen.getByLabelText("Password"), { target: { value: "correct" } });
      app.fireEvent.click(app.screen.getByText("Sign in"));
      assert.ok(await app.screen.findByText("Saved: 200"));
      assert.equal(app.screen.queryByRole("dialog"), null);
    });

    it("signInAgain answers the dialog, without a report of React", async () => {
      for (const reauthenticate of ["dialog", true]) {
        const { session, unmount } = render(({ reauthentication }) => h(app.Save, { reauthentication }), {
          user: GRACE,
          reauthenticate,
        });
        session.endOnDeployment();
        app.fireEvent.click(app.screen.getByText("Save"));
        await app.signInAgain(session);
        assert.ok(await app.screen.findByText("Saved: 200"));
        assert.equal(document.querySelector("dialog"), null);
        unmount();
      }
    });

    it("signInAgain rejects where the sign-in fails, and the dialog stays open", async () => {
      const { session } = await saveAfterEnd();
      session.answer("login", "invalid-credentials");
      await assert.rejects(app.signInAgain(session), { code: "invalid-credentials" });
      assert.ok(app.screen.getByText("Wrong email address or password."));
      session.answer("login", null);
      await app.signInAgain(session);
      assert.ok(await app.screen.findByText("Saved: 200"));
    });

    it("signInAgain waits until the dialog opens", async () => {
      const { session } = render(h(app.Save, { reauthentication: app.NOTHING_ASKED }), {
        user: GRACE,
        reauthenticate: "dialog",
      });
      session.endOnDeployment();
      const again = app.signInAgain(session);
      app.fireEvent.click(app.screen.getByText("Save"));
      await again;
      assert.ok(await app.screen.findByText("Saved: 200"));
    });

    it("closes the dialog at the unmount", async () => {
      const { unmount } = await saveAfterEnd();
      unmount();
      assert.equal(document.querySelector("dialog"), null);
    });

    it("uses the test's own notify instead of React's act", () => {
      const published = [];
      const notify = (publish) => published.push(publish);
      const { session } = render(h(app.User), { notify });
      session.signIn();
      assert.equal(published.length, 1);
      assert.ok(shows("No user"));
    });

    it("refuses an option that does not exist by its name, and renders nothing", () => {
      assert.throws(() => render(h(app.User), { featurs: ["reports"] }), {
        name: "TypeError",
        message: /^featurs is no option of a test's session: there is user, features, /,
      });
      assert.equal(document.body.textContent, "");
    });
  });
