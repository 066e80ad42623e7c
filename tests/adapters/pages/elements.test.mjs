// The custom elements, as they are shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, SESSION, sessionBody } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { state, visible } from "../support/elements-page.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements");
const shows = (page, ...texts) =>
  until(`the page to show ${texts}`, async () => {
    const now = await visible(page);
    return JSON.stringify(now) === JSON.stringify(texts);
  });
const SIGNED_OUT = ["no history", "no agent", "nothing granted", "signed out"];

test(
  "gates follow the sign-in, the role and the sign-out, and the attribute `hidden` hides a gate with its content",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await shows(page, ...SIGNED_OUT);
    const toggle = async () => {
      for (const id of ["chat", "out"])
        await page.locator(`#${id}`).evaluate((gate) => gate.toggleAttribute("hidden"));
    };
    await toggle();
    assert.deepEqual(await visible(page), ["no agent", "nothing granted"]);
    await toggle();
    assert.deepEqual(await visible(page), SIGNED_OUT);
    await signIn(page, "ada");
    await shows(page, "history", "no agent", "nothing granted", "signed in");
    await control.account(credentialsOf("ada").email, { role: "administrator" });
    await page.evaluate(() => session.refresh().then(() => {}));
    await shows(page, "history", "agent", "nothing granted", "signed in");
    assert.deepEqual(await state(page, "agent"), ["granted", "granted"]);
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what is slotted nowhere.
    assert.equal(await page.locator("#agent").innerText(), "and agent");
    await page.evaluate(() => session.logout());
    await shows(page, ...SIGNED_OUT);
    assert.equal(
      await page.locator("#agent > b").textContent(),
      "no agent",
      "the template's content is removed",
    );
  }),
);

test(
  "while the session is unknown, only the pending parts show",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(
      answering("GET", SESSION, "busy", { status: 503, headers: { "retry-after": "60" } }),
    );
    const page = await open(context, deployment);
    await page.evaluate(() => session.settled.then(() => {}));
    await shows(page, "history?", "nothing granted");
    assert.deepEqual(await state(page, "chat"), ["unknown", "unknown"]);
    assert.deepEqual(await page.evaluate(() => [...app.seen].sort()), ["history?", "nothing granted"]);
    assert.deepEqual(await page.getByRole("paragraph").allInnerTexts(), ["history?", "nothing granted"]);
  }),
);

test(
  "gates show nothing before the elements are defined, and no denied content afterwards",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => session.ready.then(() => {}));
    assert.deepEqual(await visible(page), []);
    await page.evaluate(() => app.defineElements(session));
    assert.deepEqual(await visible(page), SIGNED_OUT, "at once, in the same turn");
    await page.waitForTimeout(100);
    assert.deepEqual(await page.evaluate(() => [...app.seen].sort()), [...SIGNED_OUT].sort());
  }),
);

test(
  "a template's content may change its own gate, or remove it, and no listener of the old conditions is left",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => session.ready.then(() => {}));
    const facts = await page.evaluate(() => {
      const { session: spied, count } = app.counted(session);
      app.defineElements(spied);
      const others = count.now;
      const made = (act) => {
        const gate = app.gateWithContent(act);
        return [gate.state, gate.isConnected, count.now - others];
      };
      return [made((gate) => gate.setAttribute("status", "authenticated")), made((gate) => gate.remove())];
    });
    assert.deepEqual(facts, [
      ["denied", true, 2],
      ["granted", false, 2],
    ]);
  }),
);

test(
  "a gate follows changes of its attributes and properties, `anyOf` among these, and denies wrong conditions",
  scenario({ site, expects: [/TypeError/] }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    const facts = await page.evaluate(() => {
      const gate = document.getElementById("chat");
      const after = (change) => {
        try {
          change();
        } catch (error) {
          return [gate.state, `${error.name}: ${error.message}`];
        }
        return gate.state;
      };
      return [
        after(() => gate.setAttribute("feature", "scrum-team-agent")),
        after(() => gate.setAttribute("feature", "chat-history")),
        after(() => gate.setAttribute("at-least", "administrator")),
        after(() => gate.setAttribute("at-least", "default")),
        after(() => gate.removeAttribute("at-least")),
        after(() => gate.setAttribute("atLeast", "administrator")),
        after(() => gate.removeAttribute("atLeast")),
        after(() => gate.setAttribute("feature", "__proto__")),
        after(() => gate.setAttribute("feature", "")),
        after(() => gate.removeAttribute("feature")),
        after(() => Object.assign(gate, { feature: ["chat-history"] })),
        after(() => Object.assign(gate, { feature: ["chat-history", "scrum-team-agent"] })),
        after(() => Object.assign(gate, { feature: [] })),
        after(() => Object.assign(gate, { feature: "chat-history" })),
        after(() => Object.assign(gate, { feature: 7 })),
        after(() => Object.assign(gate, { feature: "chat-history" })),
        after(() => Object.assign(gate, { atLeast: undefined })),
        after(() => Object.assign(gate, { atLeast: "default" })),
        [gate.feature, gate.atLeast],
      ];
    });
    assert.deepEqual(facts, [
      "denied",
      "granted",
      "unknown",
      "granted",
      "granted",
      "unknown",
      "granted",
      "denied",
      "denied",
      "denied",
      "granted",
      "denied",
      "denied",
      "granted",
      ["denied", "TypeError: feature must be a name"],
      "granted",
      "denied",
      "granted",
      ["chat-history", "default"],
    ]);
    // `anyOf` is one more condition beside those of the attributes; an attribute of that name denies.
    const ofSeveral = await page.evaluate(() => {
      const made = (attributes) => {
        const gate = document.createElement("permission-gate");
        for (const [name, value] of Object.entries(attributes)) gate.setAttribute(name, value);
        document.body.append(gate);
        return gate;
      };
      const [gate, other] = [made({ feature: "chat-history" }), made({})];
      const [chat, agent] = ["chat-history", "scrum-team-agent"].map((feature) => ({ feature }));
      const states = (anyOf) => [gate, other].map((each) => Object.assign(each, { anyOf }).state);
      const facts = {
        granted: states([agent, chat]),
        denied: states([agent, { status: "unauthenticated" }]),
        empty: states([]),
        asked: Object.assign(other, { anyOf: [chat] }).anyOf[0] === chat,
      };
      gate.anyOf = [agent, chat];
      gate.setAttribute("feature", "scrum-team-agent");
      facts.beside = gate.state;
      facts.missing = Object.assign(other, { anyOf: undefined }).state;
      facts.text = ["any-of", "anyof"].map(
        (name) => made({ feature: "chat-history", [name]: '[{"feature":"chat-history"}]' }).state,
      );
      return facts;
    });
    assert.deepEqual(ofSeveral, {
      granted: ["granted", "granted"],
      denied: ["denied", "denied"],
      empty: ["denied", "denied"],
      asked: true,
      beside: "denied",
      missing: "denied",
      text: ["denied", "denied"],
    });
  }),
);

test(
  "properties that were set before the definition count, and a gate's own session overrides the page's",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await signIn(page, "ada");
    const facts = await page.evaluate(() => {
      const [chat, agent] = [document.getElementById("chat"), document.getElementById("agent")];
      chat.feature = undefined;
      agent.feature = ["chat-history"];
      app.defineElements(session);
      const before = [chat.state, agent.state];
      const other = app.createSession({ initial: { authenticated: false }, tabs: false });
      agent.session = other;
      const overridden = [agent.state, agent.session === other];
      agent.session = null;
      other.close();
      return [before, overridden, agent.state];
    });
    assert.deepEqual(facts, [["denied", "granted"], ["denied", true], "granted"]);
  }),
);

test(
  "elements have listeners only while they are in the document",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const counts = await page.evaluate(async () => {
      const { session: spied, count } = app.counted(session);
      app.defineElements(spied);
      const counts = [count.now];
      const gate = document.getElementById("chat");
      document.body.append(gate);
      counts.push(count.now);
      for (let each = 0; each < 100; each += 1) {
        const made = document.createElement("permission-gate");
        made.setAttribute("feature", "chat-history");
        document.body.append(made);
        made.remove();
      }
      counts.push(count.now);
      for (const each of document.querySelectorAll("permission-gate, session-gate")) each.remove();
      counts.push(count.now);
      document.body.append(gate);
      counts.push(count.now);
      return counts;
    });
    // Two listeners for each gate, and one for each button; one button stands in a gate.
    assert.deepEqual(counts, [12, 12, 12, 1, 3]);
  }),
);

test(
  "another copy of the module that defines the elements again gives them its session",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await shows(page, ...SIGNED_OUT);
    const rebound = await page.evaluate(
      async (initial) => {
        const errors = [];
        addEventListener("error", (event) => {
          errors.push(event.message);
          event.preventDefault();
        });
        try {
          document.querySelector("#nothing").feature = 7;
        } catch (error) {
          errors.push(error.message);
        }
        const other = await import("./pkg/dist/elements.js?another");
        const next = app.createSession({ initial, tabs: false });
        other.defineElements(next);
        const states = ["chat", "in", "out"].map((id) => document.getElementById(id).state);
        next.close();
        return [states, errors];
      },
      sessionBody({ "chat-history": { enabled: true, limit: null } }),
    );
    assert.deepEqual(rebound, [
      ["granted", "granted", "denied"],
      ["feature must be a name", "Uncaught TypeError: feature must be a name"],
    ]);
  }),
);

test(
  "a prefix gives the elements other names, and a name that is taken throws an error that says so",
  scenario({ site, expects: [] }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const facts = await page.evaluate(async () => {
      customElements.define("session-gate", class extends HTMLElement {});
      const refused = (options) => {
        try {
          app.defineElements(session, options);
        } catch (error) {
          return error.message;
        }
      };
      const message = refused();
      const untouched = customElements.get("permission-gate") === undefined;
      const none = refused({ prefix: "acme" });
      refused({ prefix: "acme-" });
      await session.ready;
      const gate = document.createElement("acme-session-gate");
      gate.setAttribute("status", "unauthenticated");
      document.body.append(gate);
      return [message, untouched, none, gate.state];
    });
    assert.deepEqual(facts, ["<session-gate> is taken: choose a prefix.", true, undefined, "granted"]);
  }),
);

test("on a server no element is defined, and a missing session throws an error that says what to pass", async () => {
  const { defineElements } = await import("../../../pkg/dist/elements.js");
  const { createSession } = await import("../../../pkg/index.js");
  assert.equal(defineElements(createSession()), undefined);
  assert.throws(() => defineElements(undefined), {
    name: "TypeError",
    message: "The elements need a session: give them createSession().",
  });
});
