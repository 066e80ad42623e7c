// The custom elements, as they are shipped, in a page under a strict policy with Trusted Types enforced.

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { answering, LOGIN, SESSION } from "../e2e/support/identity-api.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { until } from "../e2e/support/until.mjs";
import { elementsSite, open, SIGNED_OUT, shows, state, visible } from "./support/elements-page.mjs";

const site = elementsSite("elements");
const { scenario } = stage();

const signIn = (page, name) =>
  page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf(name));

scenario(
  "gates follow the sign-in, the role and the sign-out",
  { site },
  async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await shows(page, ...SIGNED_OUT);
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
    assert.equal(await page.locator("#agent > b").textContent(), "no agent", "what a template made is gone");
  },
);

scenario(
  "what a template made for one is made anew for the next, without a sign-out between or while it was taken out",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await page.evaluate(() => app.gateWithInput());
    const typed = () =>
      page.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value));
    const type = (text) => page.locator("input").fill(text);
    const turnInto = async (name) => {
      await context.request.post(deployment.origin + LOGIN, { data: credentialsOf(name) });
      await page.evaluate(() => session.refresh().then(() => {}));
    };
    await signIn(page, "ada");
    await type("Ada's");
    await page.evaluate(() => session.refresh().then(() => {}));
    assert.deepEqual(await typed(), ["Ada's"]);
    await turnInto("grace");
    assert.deepEqual(await typed(), [""]);
    await type("Grace's");
    const gate = await page.evaluateHandle(() => {
      const gate = document.querySelector("input").parentElement;
      gate.remove();
      return gate;
    });
    await turnInto("ada");
    await gate.evaluate((gate) => document.body.append(gate));
    assert.deepEqual(await typed(), [""]);
  },
);

scenario(
  "what the page puts in the place of what a template made goes with it, and so does what it moved away",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(() => {
      const gate = document.createElement("session-gate");
      gate.setAttribute("status", "authenticated");
      const template = document.createElement("template");
      for (const word of ["first", "last"]) {
        const made = document.createElement("i");
        made.textContent = word;
        template.content.append(made);
      }
      gate.append(template, "plain");
      document.body.append(gate);
    });
    const shown = () =>
      page.evaluate(() => [...document.querySelectorAll("i")].map(({ textContent }) => textContent));
    await until("the template to be made", async () => (await shown()).length === 2);
    await page.evaluate(() => {
      const [first, last] = document.querySelectorAll("i");
      document.body.append(first);
      const report = document.createElement("i");
      report.textContent = "Ada's";
      last.replaceWith(report);
    });
    await context.request.post(deployment.origin + LOGIN, { data: credentialsOf("grace") });
    await page.evaluate(() => session.refresh().then(() => {}));
    assert.deepEqual(await shown(), ["first", "last"]);
    const text = await page.evaluate(() => document.querySelector("i").parentElement.textContent);
    assert.equal(text, "firstlastplain");
    const left = await page.evaluate(async () => {
      const template = document.querySelector("i").parentElement.querySelector("template");
      const gate = template.parentElement;
      template.after("own");
      const other = document.createElement("template");
      other.content.append("other");
      template.replaceWith(other);
      await new Promise(requestAnimationFrame);
      return gate.textContent;
    });
    assert.equal(left, "otherownplain", "what stands beside it is the page's own");
  },
);

scenario(
  "a template is not made once what was made before it has closed the gate",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const made = await page.evaluate(async (credentials) => {
      const made = [];
      const element = (name, act) =>
        customElements.define(
          name,
          class extends HTMLElement {
            connectedCallback() {
              made.push(name);
              act();
            }
          },
        );
      element("x-check", () => session.logout());
      element("x-secret", () => {});
      const gate = document.createElement("session-gate");
      for (const name of ["x-check", "x-secret"]) {
        const template = document.createElement("template");
        template.content.append(document.createElement(name));
        gate.append(template);
      }
      gate.setAttribute("status", "authenticated");
      document.body.append(gate);
      await session.login(credentials).catch(() => {});
      return made;
    }, credentialsOf("ada"));
    assert.deepEqual(made, ["x-check"]);
  },
);

scenario(
  "while nothing is known, only what is pending shows",
  { site },
  async ({ context, deployment, control }) => {
    await control.faults(
      answering("GET", SESSION, "busy", { status: 503, headers: { "retry-after": "60" } }),
    );
    const page = await open(context, deployment);
    await page.evaluate(() => session.settled.then(() => {}));
    await shows(page, "history?", "nothing granted");
    assert.deepEqual(await state(page, "chat"), ["unknown", "unknown"]);
    assert.deepEqual(await page.evaluate(() => [...app.seen].sort()), ["history?", "nothing granted"]);
    assert.deepEqual(await page.getByRole("paragraph").allInnerTexts(), ["history?", "nothing granted"]);
  },
);

scenario(
  "nothing shows before the elements are defined, nor what is denied afterwards",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    await page.evaluate(() => session.ready.then(() => {}));
    assert.deepEqual(await visible(page), []);
    await page.evaluate(() => app.defineElements(session));
    assert.deepEqual(await visible(page), SIGNED_OUT, "at once, in the same turn");
    await page.waitForTimeout(100);
    assert.deepEqual(await page.evaluate(() => [...app.seen].sort()), [...SIGNED_OUT].sort());
  },
);

scenario(
  "the attribute hidden hides an element, with what its gate shows",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await shows(page, ...SIGNED_OUT);
    const toggle = (id) => page.locator(`#${id}`).evaluate((gate) => gate.toggleAttribute("hidden"));
    for (const id of ["chat", "out"]) await toggle(id);
    assert.deepEqual(await visible(page), ["no agent", "nothing granted"]);
    for (const id of ["chat", "out"]) await toggle(id);
    assert.deepEqual(await visible(page), SIGNED_OUT);
  },
);

scenario(
  "what a gate makes may change that gate, or take it away, and nobody listens for what was asked before",
  { site },
  async ({ context, deployment }) => {
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
  },
);

scenario(
  "attributes and properties may change, and what is not asked for rightly is denied",
  { site, expects: [/TypeError/] },
  async ({ context, deployment }) => {
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
  },
);

scenario(
  "what was set before the definition counts, and a session of its own goes before the page's",
  { site },
  async ({ context, deployment }) => {
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
  },
);
