// `renderWithSession`, on Testing Library with either React, in jsdom.

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
    let complaints;
    const h = (...given) => app.createElement(...given);
    const shows = (text) => app.screen.queryByText(text) !== null;
    const render = (...given) => app.renderWithSession(...given);

    before(async () => {
      if (!globalThis.document) openPage();
      // Set as test runners do: React then complains of a rendering outside of `act`.
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
      app = await importBundled(APP, { name: `render-with-session-${react}`, alias });
      complaints = mock.method(console, "error", () => {});
    });
    afterEach(() => {
      app.cleanup();
      assert.deepEqual(
        complaints.mock.calls.map(({ arguments: [text] }) => text),
        [],
      );
    });

    it("has a component rendered when a call on the session returns", () => {
      assert.match(app.version, new RegExp(`^${react}`));
      const { session } = render(h(app.User), { user: { name: "Ada" }, features: ["reports"] });
      assert.ok(shows("User: Ada") && shows("Reports"));
      session.setFeatures([]);
      assert.ok(!shows("Reports"));
      session.signOut();
      assert.ok(shows("No user"));
    });

    it("has no user without options, as createTestSession", () => {
      render(h(app.User));
      assert.ok(shows("No user"));
    });

    it("begins the component anew for another user, and not for the same", () => {
      const { session } = render(h(app.User), { user: { name: "Ada" } });
      app.fireEvent.click(app.screen.getByText("Clicks: 0"));
      session.signIn({ name: "Ada Lovelace" });
      assert.ok(shows("User: Ada Lovelace") && shows("Clicks: 1"));
      session.signIn(GRACE);
      assert.ok(shows("User: Grace") && shows("Clicks: 0"));
    });

    it("gives Testing Library's result, and renders again around the same session", () => {
      const { rerender, container, getByText } = render(h(app.User), { user: { name: "Ada" } });
      app.fireEvent.click(getByText("Clicks: 0"));
      rerender(h(app.User, { greeting: "Hello" }));
      assert.match(container.textContent, /Hello: Ada.*Clicks: 1/);
    });

    it("takes Testing Library's options: a wrapper finds the session, and begins anew with the user", () => {
      const container = document.body.appendChild(document.createElement("main"));
      const options = { user: { name: "Ada" }, wrapper: app.Cache, container, baseElement: undefined };
      const { session, baseElement } = render(h(app.User), options);
      assert.equal(baseElement, container);
      assert.equal(app.screen.getByLabelText("Cache of Ada").parentElement?.parentElement, container);
      session.signIn(GRACE);
      assert.ok(app.screen.getByLabelText("Cache of Grace"));
      container.remove();
    });

    it("renders what a function makes of the session, and shows what the user is asked for as soon as that changes", async () => {
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

    it("takes a double that is there already, whose options are given where it is made", () => {
      const session = app.createTestSession({ user: { name: "Ada" } });
      const result = render(h(app.User), { session, user: undefined });
      assert.equal(result.session, session);
      assert.ok(shows("User: Ada"));
      assert.throws(() => render(h(app.User), { session, features: ["reports"] }), {
        name: "TypeError",
        message: "features is no option beside session: give it where that is made",
      });
    });

    it("has calls end from the beginning as answers say", async () => {
      const { session } = render(h(app.Agents), {
        user: GRACE,
        answers: { fetch: () => Response.json({ name: "Agent of Grace" }), logout: "network" },
      });
      assert.ok(await app.screen.findByText("Agent of Grace"));
      await assert.rejects(session.logout(), { code: "network" });
    });

    it("shows the sign-in form in a SignedIn without parts, and signs in by it", async () => {
      const { session } = render(h(app.Page));
      app.fireEvent.change(app.screen.getByLabelText("Email"), { target: { value: "ada@example.com" } });
      app.fireEvent.change(app.screen.getByLabelText("Password"), { target: { value: "correct" } });
      app.fireEvent.click(app.screen.getByText("Sign in"));
      assert.ok(await app.screen.findByText("Signed in as ada@example.com"));
      assert.equal(session.snapshot.user.email, "ada@example.com");
    });

    it("shows the session's notices, and says a failed sign-out once beside a SignedIn", async () => {
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

    /** Ends the session, and has the user save. */
    const saveAfterTheEnd = async () => {
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
      await saveAfterTheEnd();
      app.fireEvent.change(app.screen.getByLabelText("Password"), { target: { value: "correct" } });
      app.fireEvent.click(app.screen.getByText("Sign in"));
      assert.ok(await app.screen.findByText("Saved: 200"));
      assert.equal(app.screen.queryByRole("dialog"), null);
    });

    it("signInAgain has the user sign in again as the page asks, and React says nothing of it", async () => {
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
      const { session } = await saveAfterTheEnd();
      session.answer("login", "invalid-credentials");
      await assert.rejects(app.signInAgain(session), { code: "invalid-credentials" });
      assert.ok(app.screen.getByText("Wrong email address or password."));
      session.answer("login", null);
      await app.signInAgain(session);
      assert.ok(await app.screen.findByText("Saved: 200"));
    });

    it("signInAgain waits until the page asks", async () => {
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

    it("takes the dialog away with what is rendered", async () => {
      const { unmount } = await saveAfterTheEnd();
      unmount();
      assert.equal(document.querySelector("dialog"), null);
    });

    it("lets a notify of the test's own count", () => {
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
